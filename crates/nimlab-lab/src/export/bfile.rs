//! A b-file of the On-Line Encyclopedia of Integer Sequences: `n a(n)` on each
//! line, n growing by one, terms of at most 1000 digits
//! (<https://oeis.org/SubmitB.html>).

use super::{Cell, ColumnNames, Columns, Exporter};
use crate::error::{Error, Result};
use nimlab::number::{UBig, shown};
use nimlab::{Hint, Term};
use std::io::Write;

/// The longest term that the OEIS takes.
const MOST_DIGITS: usize = 1000;

pub(super) struct Bfile<'o> {
    to: &'o mut dyn Write,
    /// The n of the last line.
    last: Option<UBig>,
    /// The n of this line, if it is told already.
    n: Option<UBig>,
}

impl<'o> Bfile<'o> {
    pub fn new(to: &'o mut dyn Write) -> Self {
        Self { to, last: None, n: None }
    }

    fn number(&mut self, n: UBig) -> Result<()> {
        if let Some(last) = self.last.as_ref().filter(|last| *last + UBig::ONE != n) {
            return Err(Error::Request {
                problem: format!("the n of a b-file grow by one, and after {} comes {}", shown(last), shown(&n)),
                hint: Hint::new(
                    "positions in order are numbered without a gap",
                    [Term::POSITIONS, Term::game("wythoff"), column("a"), Term::format("bfile")],
                ),
            });
        }
        self.n = Some(n);
        Ok(())
    }

    fn term(&mut self, n: UBig, term: &Cell<'_>) -> Result<()> {
        let digits = term.to_string();
        if digits.trim_start_matches('-').len() > MOST_DIGITS {
            return Err(Error::Request {
                problem: format!(
                    "a({}) has {} digits, and a term of a b-file at most {MOST_DIGITS}",
                    shown(&n),
                    digits.len()
                ),
                hint: Hint::new("CSV and JSON hold numbers of any size", [Term::format("csv")]),
            });
        }
        writeln!(self.to, "{n} {digits}")?;
        self.last = Some(n);
        Ok(())
    }
}

impl Exporter for Bfile<'_> {
    fn begin(&mut self, columns: &Columns, _: &mut ColumnNames<'_>) -> Result<()> {
        if columns.width() == 2 && columns.board.is_none() || !columns.known {
            return Ok(());
        }
        let hint = match &columns.names[..] {
            [n, first, ..] if n == "n" => Hint::new("one of its numbers", [column(first)]),
            _ => Hint::new("a format that holds every column", [Term::format("csv")]),
        };
        let problem = format!("a b-file has one number for each n, and a row here has {}", columns.names.join(", "));
        Err(Error::Request { problem, hint })
    }

    fn cells(&mut self, cells: &[Cell<'_>]) -> Result<()> {
        for cell in cells {
            match (self.n.take(), cell) {
                (Some(n), term) => self.term(n, term)?,
                (None, Cell::Word(n)) => self.number(UBig::from(*n))?,
                (None, Cell::Big(n)) => self.number((*n).clone())?,
                (None, other) => {
                    return Err(Error::Request {
                        problem: format!("the n of a b-file are whole numbers, and here is '{other}'"),
                        hint: Hint::new("a format that holds it", [Term::format("csv")]),
                    });
                }
            }
        }
        Ok(())
    }

    fn end_row(&mut self) -> Result<()> {
        Ok(())
    }

    fn finish(&mut self, _: Option<&str>) -> Result<()> {
        Ok(())
    }
}

fn column(name: &str) -> Term {
    Term::Set("column", name.to_owned())
}
