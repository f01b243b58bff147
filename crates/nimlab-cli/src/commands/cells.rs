//! `nimlab table --where` and `--sum`: the cells that satisfy a condition, as a
//! list, and what the values add up to.

use crate::arguments::Format;
use crate::output::{Output, Sink};
use crate::wording::told;
use nimlab::error::Error;
use nimlab::number::{UBig, parse, shorten};
use nimlab::solve::{TableRows, TableSize};
use nimlab::{Ask, Budget, Game};
use nimlab_lab::export::{Columns, exporter};
use serde_json::json;
use std::cmp::Ordering;
use std::io::Write;
use std::ops::ControlFlow;
use std::process::ExitCode;

/// A condition on the value of a cell.
pub struct Condition {
    /// As it was written; empty if every cell satisfies it.
    text: String,
    /// Which results of a comparison with the number are wanted.
    wanted: Vec<Ordering>,
    number: u64,
}

impl Condition {
    /// The condition of `--where` or of `--value`, or one that always holds.
    pub fn of(condition: Option<&str>, value: Option<u64>) -> anyhow::Result<Self> {
        match (condition, value) {
            (Some(text), _) => Self::parse(text),
            (None, Some(number)) => Ok(Self { text: format!("value={number}"), wanted: vec![Ordering::Equal], number }),
            (None, None) => Ok(Self { text: String::new(), wanted: Vec::new(), number: 0 }),
        }
    }

    fn parse(text: &str) -> anyhow::Result<Self> {
        let wrong = || Error::UnknownWord {
            kind: "condition",
            given: shorten(text),
            nearest: None,
            known: ["value=0", "'value<3'", "'value>=10'"].map(str::to_owned).to_vec(),
        };
        let rest = text.trim().strip_prefix("value").ok_or_else(wrong)?.trim_start();
        use Ordering::{Equal, Greater, Less};
        const SIGNS: [(&str, &[Ordering]); 8] = [
            ("<=", &[Less, Equal]),
            (">=", &[Greater, Equal]),
            ("!=", &[Less, Greater]),
            ("==", &[Equal]),
            ("≤", &[Less, Equal]),
            ("≥", &[Greater, Equal]),
            ("<", &[Less]),
            (">", &[Greater]),
        ];
        let signs = SIGNS.iter().chain([&("=", &[Equal] as &[Ordering])]);
        let (number, wanted) = signs
            .clone()
            .find_map(|(sign, wanted)| Some((rest.strip_prefix(sign)?, wanted.to_vec())))
            .ok_or_else(wrong)?;
        // No value of a table is as large as the largest machine word.
        let number = u64::try_from(parse(number.trim()).map_err(|_| wrong())?).unwrap_or(u64::MAX);
        Ok(Self { text: text.split_whitespace().collect(), wanted, number })
    }

    /// Whether a value satisfies it.
    pub fn holds(&self, value: u32) -> bool {
        self.wanted.is_empty() || self.wanted.contains(&u64::from(value).cmp(&self.number))
    }
}

/// Adds up the values of a table.
pub fn sum(
    game: &dyn Game,
    size: TableSize,
    budget: Budget,
    condition: &Condition,
    out: &mut Output,
) -> anyhow::Result<ExitCode> {
    let mut table = game.table(size).budget(budget).rows(&|_, _| ControlFlow::Continue(()))?;
    let (mut cells, mut sum) = (0_u64, 0_u128);
    table.each_piece(|_, _, row| {
        for &cell in row.iter().filter(|&&cell| condition.holds(cell)) {
            cells += 1;
            sum += u128::from(cell);
        }
        Ok::<(), Error>(())
    })?;
    if out.json {
        let mut object = json!({ "game": table.game, "rows": table.rows, "columns": table.columns });
        if !condition.text.is_empty() {
            object["where"] = json!(condition.text);
        }
        object["cells"] = json!(cells);
        object["sum"] = nimlab::json::number(&UBig::from(sum));
        object["complete"] = json!(true);
        out.value(&object)?;
    } else {
        writeln!(out, "{sum}")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Lists the cells of a table that satisfy a condition, in any form but NumPy's.
pub fn list(
    table: &mut TableRows<'_>,
    condition: &Condition,
    format: Format,
    mut sink: Sink<'_>,
) -> anyhow::Result<ExitCode> {
    let labels: Vec<String> =
        [&table.row_label, &table.column_label].into_iter().filter(|label| !label.is_empty()).cloned().collect();
    let single = labels.len() == 1;
    let names: Vec<String> = labels.into_iter().chain(["value".to_owned()]).collect();
    let numbers = |row: u64, column: u64, cell: u32| {
        let position = if single { vec![column] } else { vec![row, column] };
        position.into_iter().chain([u64::from(cell)]).collect::<Vec<u64>>()
    };
    // Every cell that satisfies the condition, by its numbers and its value.
    let each = |table: &mut TableRows<'_>, write: &mut dyn FnMut(&[u64]) -> anyhow::Result<()>| {
        table.each_piece(|row, first, cells| {
            for (column, &cell) in (first..).zip(cells).filter(|(_, cell)| condition.holds(**cell)) {
                write(&numbers(row, column, cell))?;
            }
            Ok::<(), anyhow::Error>(())
        })
    };
    match format {
        Format::Npy => {
            return Err(nimlab_lab::Error::Request {
                problem: "a list of cells has no form as a NumPy array".into(),
                hint: "forms that work: table, csv, json, parquet; `--value G` makes an array of true and false".into(),
            }
            .into());
        }
        Format::Parquet => {
            let columns = Columns::of_game(&table.game, names).with("kind", "table").with("play", "normal");
            let columns = columns.with("rows", table.rows).with("columns", table.columns);
            let columns = columns.with("where", &condition.text);
            let mut exporter = exporter(nimlab_lab::export::Format::Parquet, sink.into_file("parquet")?, columns)?;
            each(table, &mut |numbers| Ok(exporter.words(numbers)?))?;
            exporter.finish()?;
            return Ok(ExitCode::SUCCESS);
        }
        Format::Csv => {
            writeln!(sink, "{}", names.join(","))?;
            each(table, &mut |numbers| Ok(writeln!(sink, "{}", joined(numbers))?))?;
        }
        Format::Json => {
            let header = json!({
                "game": table.game, "rows": table.rows, "columns": table.columns, "where": condition.text,
            })
            .to_string();
            write!(sink, "{},\"cells\":[", header.trim_end_matches('}'))?;
            let mut comma = "";
            let written = each(table, &mut |numbers| {
                let (value, position) = numbers.split_last().expect("a cell has a value");
                write!(sink, "{comma}{{\"position\":[{}],\"value\":{value}}}", joined(position))?;
                comma = ",";
                Ok(())
            });
            if let Err(error) = written {
                // The cells before it are kept.
                if let Some(reason) = error.downcast_ref::<Error>() {
                    writeln!(sink, "],{}", nimlab::json::stopped(&told(reason)))?;
                    sink.finish()?;
                }
                return Err(error);
            }
            writeln!(sink, "],\"complete\":true}}")?;
        }
        Format::Table => {
            let width = table.rows.max(table.columns).saturating_sub(1).to_string().len().max(5);
            let line = |words: &mut dyn Iterator<Item = String>| {
                words.map(|word| format!("{word:>width$}")).collect::<Vec<_>>().join("  ")
            };
            writeln!(sink, "{}", line(&mut names.iter().cloned()))?;
            each(table, &mut |numbers| Ok(writeln!(sink, "{}", line(&mut numbers.iter().map(u64::to_string)))?))?;
        }
    }
    sink.finish()?;
    Ok(ExitCode::SUCCESS)
}

fn joined(numbers: &[u64]) -> String {
    numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(",")
}
