//! An explanation is a value: typed fragments that each door renders in its
//! own way (the command as text, a page as HTML).

use crate::Position;
use crate::number::{BitTest, UBig, shown};
use std::fmt;

/// A piece of a sentence.
///
/// ```
/// use nimlab::explain::{Fragment, number};
/// assert!(matches!(number(5u8), Fragment::Number(_)));
/// assert_eq!(number(5u8).to_string(), "5");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fragment {
    /// Plain words.
    Text(String),
    /// A number, which may be very long.
    Number(UBig),
    /// A position of the game.
    Position(Position),
    /// A formula in the notation of the source.
    Formula(String),
    /// The name of a theorem or a source.
    Source(String),
}

/// One line of worked columns, such as a heap in binary: the number, its
/// digits from the most significant, and a remark.
///
/// ```
/// use nimlab::explain::DigitRow;
/// let five = DigitRow { number: Some(5u8.into()), digits: vec![1, 0, 1], remark: String::new() };
/// assert_eq!(five.digits.len(), 3);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DigitRow {
    /// The number that the digits stand for, if they stand for one.
    pub number: Option<UBig>,
    /// The digits, most significant first.
    pub digits: Vec<u64>,
    /// What the line is, if it is not just another summand.
    pub remark: String,
}

/// A part of an explanation.
///
/// ```
/// use nimlab::explain::{Block, Explanation, text};
/// let mut why = Explanation::new();
/// why.say([text("because")]);
/// assert!(matches!(why.blocks[0], Block::Paragraph(_)));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Block {
    /// A sentence or two.
    Paragraph(Vec<Fragment>),
    /// Numbers written below each other, the last line being the result.
    Columns(Vec<DigitRow>),
}

/// Why an answer is what it is, told to a student.
///
/// ```
/// use nimlab::prelude::*;
/// let wythoff = catalogue::game("wythoff")?;
/// let why = wythoff.explain(&wythoff.solve(&wythoff.read("3,5")?).run()?);
/// assert!(!why.blocks.is_empty() && why.to_string().contains("3,5"));
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Explanation {
    /// The parts in the order in which they are read.
    pub blocks: Vec<Block>,
}

impl Explanation {
    /// An explanation with nothing in it yet.
    ///
    /// ```
    /// assert_eq!(nimlab::explain::Explanation::new().to_string(), "");
    /// ```
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a paragraph.
    ///
    /// ```
    /// use nimlab::explain::{Explanation, formula, number, text};
    /// let mut why = Explanation::new();
    /// why.say([text("The nim-sum is "), formula("3 ⊕ 5 = "), number(6u8), text(".")]);
    /// assert_eq!(why.to_string(), "The nim-sum is 3 ⊕ 5 = 6.\n");
    /// ```
    pub fn say(&mut self, fragments: impl IntoIterator<Item = Fragment>) {
        self.blocks.push(Block::Paragraph(fragments.into_iter().collect()));
    }

    /// Adds everything that another explanation says.
    ///
    /// ```
    /// use nimlab::explain::{Explanation, text};
    /// let (mut why, mut more) = (Explanation::new(), Explanation::new());
    /// more.say([text("And so on.")]);
    /// why.add(more);
    /// assert_eq!(why.to_string(), "And so on.\n");
    /// ```
    pub fn add(&mut self, other: Explanation) {
        self.blocks.extend(other.blocks);
    }

    /// Adds some numbers in binary, unless they are too many or too long to be
    /// written out digit by digit; `rows` makes them with this many digits each.
    pub fn binary(&mut self, numbers: &[UBig], rows: impl FnOnce(usize) -> Vec<DigitRow>) {
        const MOST_DIGITS: usize = 1 << 18;
        let width = numbers.iter().map(UBig::bit_len).max().unwrap_or(0).max(1);
        if width.saturating_mul(numbers.len()) <= MOST_DIGITS {
            self.columns(rows(width));
        } else {
            let count = numbers.len();
            self.say([Fragment::Text(format!("    ({count} numbers of up to {width} digits: too many to draw here)"))]);
        }
    }

    /// Adds worked columns.
    ///
    /// ```
    /// use nimlab::explain::{DigitRow, Explanation};
    /// let row = |number: u8, digits: [u64; 2], remark: &str| DigitRow { number: Some(number.into()), digits: digits.to_vec(), remark: remark.into() };
    /// let mut why = Explanation::new();
    /// why.columns(vec![row(1, [0, 1], ""), row(3, [1, 1], ""), row(2, [1, 0], "nim-sum")]);
    /// assert!(why.to_string().ends_with("2  10  nim-sum\n"));
    /// ```
    pub fn columns(&mut self, rows: Vec<DigitRow>) {
        self.blocks.push(Block::Columns(rows));
    }
}

/// The plain text of an explanation: long numbers are shortened, columns aligned.
impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for block in &self.blocks {
            match block {
                Block::Paragraph(fragments) => {
                    for fragment in fragments {
                        write!(f, "{fragment}")?;
                    }
                    writeln!(f)?;
                }
                Block::Columns(rows) => write_columns(f, rows)?,
            }
        }
        Ok(())
    }
}

impl fmt::Display for Fragment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fragment::Text(text) | Fragment::Formula(text) | Fragment::Source(text) => f.write_str(text),
            Fragment::Number(number) => f.write_str(&shown(number)),
            Fragment::Position(position) => f.write_str(&position.shown()),
        }
    }
}

/// The widest columns that are drawn; wider ones do not fit on any page.
const WIDEST: usize = 128;

fn write_columns(f: &mut fmt::Formatter<'_>, rows: &[DigitRow]) -> fmt::Result {
    let columns = rows.iter().map(|row| row.digits.len()).max().unwrap_or(0);
    if columns > WIDEST {
        return writeln!(f, "    ({columns} columns: too wide to draw here)");
    }
    let numbers: Vec<String> =
        rows.iter().map(|row| row.number.as_ref().map_or(String::new(), UBig::to_string)).collect();
    let width = numbers.iter().map(String::len).max().unwrap_or(0);
    let largest = rows.iter().flat_map(|row| &row.digits).copied().max().unwrap_or(0);
    // Digits of more than one figure need a space between them.
    let cell = if largest > 9 { largest.to_string().len() + 1 } else { 1 };
    for (i, row) in rows.iter().enumerate() {
        if i + 1 == rows.len() {
            writeln!(f, "    {}", "-".repeat(width + 2 + columns * cell))?;
        }
        let text: String = row.digits.iter().map(|digit| format!("{digit:>cell$}")).collect();
        let line = format!("    {:>width$}  {text:>digits$}  {}", numbers[i], row.remark, digits = columns * cell);
        writeln!(f, "{}", line.trim_end())?;
    }
    Ok(())
}

/// Words in a sentence.
///
/// ```
/// use nimlab::explain::{number, text, Explanation};
/// let mut why = Explanation::new();
/// why.say([text("17 is B number "), number(5u8)]);
/// assert_eq!(why.to_string(), "17 is B number 5\n");
/// ```
pub fn text(text: impl Into<String>) -> Fragment {
    Fragment::Text(text.into())
}

/// A number in a sentence.
///
/// ```
/// assert_eq!(nimlab::explain::number(17u8).to_string(), "17");
/// ```
pub fn number(number: impl Into<UBig>) -> Fragment {
    Fragment::Number(number.into())
}

/// A position in a sentence.
///
/// ```
/// use nimlab::{explain, prelude::*};
/// assert_eq!(explain::position(&catalogue::game("nim")?.read("5,3")?).to_string(), "3,5");
/// # Ok::<(), nimlab::Error>(())
/// ```
pub fn position(position: &Position) -> Fragment {
    Fragment::Position(position.clone())
}

/// A formula in a sentence.
///
/// ```
/// assert_eq!(nimlab::explain::formula("⌊nα⌋").to_string(), "⌊nα⌋");
/// ```
pub fn formula(formula: impl Into<String>) -> Fragment {
    Fragment::Formula(formula.into())
}

/// The name of a theorem or source in a sentence.
///
/// ```
/// assert_eq!(nimlab::explain::source("Bouton's theorem").to_string(), "Bouton's theorem");
/// ```
pub fn source(source: impl Into<String>) -> Fragment {
    Fragment::Source(source.into())
}
