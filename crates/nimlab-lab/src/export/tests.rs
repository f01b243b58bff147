//! One small table in every format, and back.

use super::*;
use nimlab::number::UBig;
use parquet_reader::rows_of;

/// Rows of the same cells; the names hold what formats have to escape.
struct SmallTable {
    columns: Columns,
    rows: Vec<Vec<Cell<'static>>>,
}

impl TableSource for SmallTable {
    fn tell(&mut self, to: &mut dyn Exporter) -> Result<()> {
        self.columns.begin(to)?;
        for row in &self.rows {
            // In two parts, as a wide row comes.
            let (first, rest) = row.split_at(1);
            to.cells(first)?;
            to.cells(rest)?;
            to.end_row()?;
        }
        Ok(())
    }
}

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

fn large() -> &'static UBig {
    static LARGE: std::sync::OnceLock<UBig> = std::sync::OnceLock::new();
    LARGE.get_or_init(|| UBig::from(10_u8).pow(30))
}

const ODD: &str = r#"50% of {a_1 & b^2}, "|x|" ~ $#<*`[\"#;

/// Words, sets, texts, numbers of any size and nothing.
fn odd() -> SmallTable {
    let columns = Columns { set: Some(1), ..Columns::new(names(&["n", "set", ODD])) };
    let rows = vec![
        vec![Cell::Word(7), Cell::Set(0b1101), Cell::Text(ODD)],
        vec![Cell::Big(large()), Cell::Set(1), Cell::Empty],
        vec![Cell::Signed(-3), Cell::Set(2), Cell::Text("plain")],
    ];
    SmallTable { columns, rows }
}

/// P-positions of Wythoff's game.
fn pairs() -> SmallTable {
    let rows = [[0, 0, 0], [1, 1, 2], [2, 3, 5]].map(|row| row.map(Cell::Word).to_vec()).to_vec();
    SmallTable { columns: Columns::of_game("wythoff", names(&["n", "a", "b"])), rows }
}

fn sequence(first: u64, terms: &[u64]) -> SmallTable {
    let rows = (first..).zip(terms).map(|(n, &term)| vec![Cell::Word(n), Cell::Word(term)]).collect();
    SmallTable { columns: Columns::new(names(&["n", "a"])), rows }
}

fn written(format: Format, table: &mut dyn TableSource) -> Result<String> {
    let mut text = Vec::new();
    write(format, To::Stream(&mut text), table, nimlab::Error::problem)?;
    Ok(String::from_utf8(text).unwrap())
}

fn file(format: Format, table: &mut dyn TableSource) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(format.file());
    write_file(format, &path, table).unwrap();
    std::fs::read(path).unwrap()
}

#[test]
fn csv_is_read_back_by_its_own_reader() {
    let text = written(Format::Csv, &mut odd()).unwrap();
    let mut reader = ::csv::Reader::from_reader(text.as_bytes());
    assert_eq!(reader.headers().unwrap(), &["n", "set", ODD][..]);
    let rows: Vec<Vec<String>> = reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect();
    let large = large().to_string();
    let expected = [["7", "1,3,4", ODD], [&large, "1", ""], ["-3", "2", "plain"]];
    assert_eq!(rows, expected.map(|row| row.map(str::to_owned).to_vec()));
    assert_eq!(written(Format::Csv, &mut pairs()).unwrap(), "n,a,b\n0,0,0\n1,1,2\n2,3,5\n");
}

#[test]
fn json_is_read_back_with_every_digit() {
    let text = written(Format::Json, &mut odd()).unwrap();
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(value[0], serde_json::json!({"n": 7, "set": [1, 3, 4], ODD: ODD}));
    assert_eq!(value[1]["n"].to_string(), large().to_string());
    assert_eq!(value[1][ODD], serde_json::Value::Null);
    assert!(text.ends_with("]\n"));
    let mut answer = pairs();
    let head = serde_json::json!({"game": "wythoff"});
    answer.columns.answer = Some(JsonAnswer { head, list: "positions", position: 1..3 });
    let text = written(Format::Json, &mut answer).unwrap();
    assert!(text.starts_with(r#"{"game":"wythoff","positions":[{"n":0,"position":[0,0]},{"n":1,"#), "{text}");
    assert!(text.ends_with("{\"n\":2,\"position\":[3,5]}],\"complete\":true}\n"), "{text}");
}

#[test]
fn markdown_has_as_many_cells_in_every_line() {
    assert_eq!(
        written(Format::Markdown, &mut pairs()).unwrap(),
        "| n | a | b |\n|---:|---:|---:|\n| 0 | 0 | 0 |\n| 1 | 1 | 2 |\n| 2 | 3 | 5 |\n"
    );
    let text = written(Format::Markdown, &mut odd()).unwrap();
    for line in text.lines() {
        let bars = line.replace("\\\\", "").replace("\\|", "").matches('|').count();
        assert_eq!(bars, 4, "{line}");
    }
    // Behind a backslash every mark stands for itself.
    let cell = text.lines().nth(2).unwrap().trim_end_matches(" |").split(" | ").last().unwrap();
    let mut read = String::new();
    let mut letters = cell.chars();
    while let Some(letter) = letters.next() {
        read.push(if letter == '\\' { letters.next().unwrap() } else { letter });
    }
    assert_eq!(read, ODD);
}

#[test]
fn latex_is_a_tabular_in_which_nothing_has_a_meaning_of_its_own() {
    let text = written(Format::Latex, &mut pairs()).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[..4], ["\\begin{tabular}{rrr}", "\\hline", "$n$ & $a$ & $b$ \\\\", "\\hline"]);
    assert_eq!(lines[4..], ["0 & 0 & 0 \\\\", "1 & 1 & 2 \\\\", "2 & 3 & 5 \\\\", "\\hline", "\\end{tabular}"]);
    let text = written(Format::Latex, &mut odd()).unwrap();
    for line in text.lines().filter(|line| line.ends_with("\\\\")) {
        let line = line.trim_end_matches("\\\\").replace("\\&", "");
        assert_eq!(line.matches('&').count(), 2, "{line}");
        for mark in ["%", "#", "_"] {
            assert_eq!(line.matches(mark).count(), line.matches(&format!("\\{mark}")).count(), "{line}");
        }
        assert!(!line.contains(['^', '~', '<', '|']), "{line}");
        let plain = line.replace("\\{", "").replace("\\}", "").replace("\\$", "");
        assert_eq!(plain.matches('{').count(), plain.matches('}').count(), "{line}");
        assert_eq!(plain.matches('$').count() % 2, 0, "{line}");
    }
    assert!(text.contains("\n$-3$ & 2 & plain \\\\\n"), "{text}");
}

/// What the OEIS asks for: two whole numbers on a line with one space between
/// them, the first growing by one.
#[test]
fn a_bfile_is_what_the_oeis_takes() {
    // A000201, the lower Wythoff sequence.
    let terms = [1, 3, 4, 6, 8, 9, 11];
    let text = written(Format::Bfile, &mut sequence(1, &terms)).unwrap();
    assert_eq!(text, "1 1\n2 3\n3 4\n4 6\n5 8\n6 9\n7 11\n");
    let told = |table: &mut SmallTable| written(Format::Bfile, table).unwrap_err().to_string();
    let several = told(&mut pairs());
    assert!(several.contains("n, a, b") && several.contains("column"), "{several}");
    let mut gap = sequence(1, &terms);
    gap.rows.remove(2);
    assert!(told(&mut gap).contains("after 2 comes 4"));
    let digits = UBig::from(10_u8).pow(1000);
    let long = Box::leak(Box::new(digits));
    let mut long = SmallTable { rows: vec![vec![Cell::Word(1), Cell::Big(long)]], ..sequence(1, &[]) };
    assert!(told(&mut long).contains("1001 digits"));
}

#[test]
fn text_is_aligned() {
    let mut wide = pairs();
    wide.rows.push([3, 4, 123_456_789].map(Cell::Word).to_vec());
    let text = written(Format::Table, &mut wide).unwrap();
    assert_eq!(text.lines().next().unwrap(), "     n       a       b");
    assert_eq!(text.lines().nth(3).unwrap(), "     2       3       5");
    assert_eq!(text.lines().nth(4).unwrap(), "     3       4  123456789");
}

#[test]
fn parquet_is_read_back() {
    assert_eq!(rows_of(file(Format::Parquet, &mut pairs())), ["0,0,0", "1,1,2", "2,3,5"]);
    let mut sets = odd();
    sets.columns.names = names(&["n", "set", "name"]);
    sets.columns.kind = NumberKind::Decimals;
    let large = large();
    assert_eq!(rows_of(file(Format::Parquet, &mut sets))[1], format!("\"{large}\",\"1\",\"\""));
    let mut signed = SmallTable { rows: vec![vec![Cell::Signed(0), Cell::Signed(-3)]], ..sequence(0, &[]) };
    signed.columns.kind = NumberKind::Signed;
    assert_eq!(rows_of(file(Format::Parquet, &mut signed)), ["0,-3"]);
}

#[test]
fn an_array_has_its_shape_and_no_column_of_sets() {
    let bytes = file(Format::Npy, &mut pairs());
    assert!(String::from_utf8_lossy(&bytes[..128]).contains("'<u8', 'fortran_order': False, 'shape': (3, 3)"));
    let words: Vec<u64> = bytes[128..].chunks(8).map(|word| u64::from_le_bytes(word.try_into().unwrap())).collect();
    assert_eq!(words, [0, 0, 0, 1, 1, 2, 2, 3, 5]);
    let mut sets = pairs();
    sets.columns.set = Some(1);
    sets.rows.iter_mut().for_each(|row| row[1] = Cell::Set(5));
    let bytes = file(Format::Npy, &mut sets);
    assert!(String::from_utf8_lossy(&bytes[..128]).contains("'shape': (3, 2)"));
    assert_eq!(bytes.len(), 128 + 3 * 2 * 8);
}

/// A board of two rows, of which only one value is named.
struct SmallBoard;

impl TableSource for SmallBoard {
    fn tell(&mut self, to: &mut dyn Exporter) -> Result<()> {
        let columns = Columns { board: Some(3), kind: NumberKind::Marks, ..Columns::new(names(&["x/y"])) };
        to.begin(&columns, &mut ["x/y", "0", "1", "2"].map(|name| Ok(name.to_owned())).into_iter())?;
        for (row, values) in (0..).zip([[0, 1, 2], [1, 2, 0]]) {
            to.cells(&[Cell::Word(row)])?;
            to.values(&values[..2], Some(1))?;
            to.values(&values[2..], Some(1))?;
            to.end_row()?;
        }
        Ok(())
    }
}

#[test]
fn a_board_stands_as_it_is() {
    assert_eq!(written(Format::Csv, &mut SmallBoard).unwrap(), "x/y,0,1,2\n0,,1,\n1,1,,\n");
    assert_eq!(written(Format::Json, &mut SmallBoard).unwrap(), "[[null,1,null],[1,null,null]]\n");
    let markdown = written(Format::Markdown, &mut SmallBoard).unwrap();
    assert_eq!(markdown.lines().nth(2).unwrap(), "| 0 |  | 1 |  |");
    let latex = written(Format::Latex, &mut SmallBoard).unwrap();
    assert!(latex.starts_with("\\begin{tabular}{r|*{3}{r}}\n\\hline\nx/y & 0 & 1 & 2 \\\\\n"), "{latex}");
    let bytes = file(Format::Npy, &mut SmallBoard);
    assert!(String::from_utf8_lossy(&bytes[..128]).contains("'|b1', 'fortran_order': False, 'shape': (2, 3)"));
    assert_eq!(bytes[128..], [0, 1, 0, 1, 0, 0]);
    assert!(written(Format::Bfile, &mut SmallBoard).is_err());
}

/// A table that a limit cuts off within its second row.
struct Cut;

impl TableSource for Cut {
    fn tell(&mut self, to: &mut dyn Exporter) -> Result<()> {
        let answer = JsonAnswer { head: serde_json::json!({"game": "nim"}), list: "values", position: 0..0 };
        let columns = Columns { board: Some(2), answer: Some(answer), ..Columns::new(names(&["x/y"])) };
        to.begin(&columns, &mut ["x/y", "0", "1"].map(|name| Ok(name.to_owned())).into_iter())?;
        to.words(3, &[0, 0, 1])?;
        to.cells(&[Cell::Word(1), Cell::Word(1)])?;
        Err(nimlab::Error::undecided("the time is over").into())
    }
}

#[test]
fn what_is_cut_off_says_so_or_ends_well() {
    for format in [Format::Json, Format::Markdown, Format::Latex, Format::Csv] {
        let mut text = Vec::new();
        let failed = write(format, To::Stream(&mut text), &mut Cut, |_| "because".into());
        assert!(matches!(failed, Err(Error::Game(_))));
        let text = String::from_utf8(text).unwrap();
        let end = match format {
            Format::Json => "\"values\":[[0,1],[1]],\"complete\":false,\"stopped\":\"because\"}\n",
            Format::Markdown => "| 0 | 0 | 1 |\n| 1 | 1 |\n",
            Format::Latex => "1 & 1 \\\\\n\\hline\n\\end{tabular}\n",
            _ => "0,0,1\n1,1",
        };
        assert!(text.ends_with(end), "{text}");
    }
}

#[test]
fn files_for_programs_need_a_file() {
    for format in [Format::Parquet, Format::Npy] {
        let told = written(format, &mut pairs()).unwrap_err().to_string();
        assert!(told.contains(&format!("{} goes to a file", format.name())), "{told}");
    }
}

#[test]
fn every_format_is_found_by_its_name_and_by_its_file() {
    for format in Format::ALL {
        assert_eq!(Format::named(format.name()), Some(format));
        assert_eq!(Format::of(Path::new(format.file())), Some(format));
    }
    for other in ["out", "csv", ".csv", "b12345.txt.gz", "out.CSV"] {
        assert_eq!(Format::of(Path::new(other)), None, "{other}");
    }
    assert_eq!(Format::of(Path::new("b12345.txt")), Some(Format::Table));
}

mod parquet_reader {
    use ::parquet::file::reader::{FileReader, SerializedFileReader};

    /// The rows of a file, their cells with commas between them.
    pub fn rows_of(bytes: Vec<u8>) -> Vec<String> {
        use std::io::Write;
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&bytes).unwrap();
        let reader = SerializedFileReader::new(file).unwrap();
        let row = |row: ::parquet::record::Row| {
            row.get_column_iter().map(|(_, cell)| cell.to_string()).collect::<Vec<_>>().join(",")
        };
        reader.get_row_iter(None).unwrap().map(|found| row(found.unwrap())).collect()
    }
}
