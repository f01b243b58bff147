//! A table of LaTeX: a `tabular` with plain lines, which needs no package. The
//! row numbers of a board come after a line of their own.

use super::{Cell, ColumnNames, Columns, Exporter, check_page};
use crate::error::Result;
use std::io::Write;

pub(super) struct Latex<'o> {
    to: &'o mut dyn Write,
    /// Whether some cells of the row are written.
    open: bool,
}

impl<'o> Latex<'o> {
    pub fn new(to: &'o mut dyn Write) -> Self {
        Self { to, open: false }
    }

    fn cell(&mut self, text: std::fmt::Arguments<'_>) -> Result<()> {
        let before = if std::mem::replace(&mut self.open, true) { " & " } else { "" };
        Ok(write!(self.to, "{before}{text}")?)
    }
}

impl Exporter for Latex<'_> {
    fn begin(&mut self, columns: &Columns, names: &mut ColumnNames<'_>) -> Result<()> {
        check_page(columns)?;
        let places = match columns.board {
            Some(count) => format!("r|*{{{count}}}{{r}}"),
            None => "r".repeat(columns.names.len()),
        };
        writeln!(self.to, "\\begin{{tabular}}{{{places}}}\n\\hline")?;
        if !columns.known {
            return Ok(());
        }
        for name in names {
            self.cell(format_args!("{}", named(&name?)))?;
        }
        self.end_row()?;
        Ok(writeln!(self.to, "\\hline")?)
    }

    fn cells(&mut self, cells: &[Cell<'_>]) -> Result<()> {
        for cell in cells {
            match cell {
                Cell::Text(text) => self.cell(format_args!("{}", power(text).unwrap_or_else(|| escaped(text))))?,
                Cell::Signed(..0) => self.cell(format_args!("${cell}$"))?,
                cell => self.cell(format_args!("{cell}"))?,
            }
        }
        Ok(())
    }

    fn end_row(&mut self) -> Result<()> {
        self.open = false;
        Ok(writeln!(self.to, " \\\\")?)
    }

    fn finish(&mut self, _: Option<&str>) -> Result<()> {
        if self.open {
            self.end_row()?;
        }
        Ok(writeln!(self.to, "\\hline\n\\end{{tabular}}")?)
    }
}

/// The name of a column: one letter is a variable.
fn named(name: &str) -> String {
    let mut letters = name.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) if letter.is_ascii_alphabetic() => format!("${letter}$"),
        _ => escaped(name),
    }
}

/// A power of numbers, such as the genus 4^146, as a formula.
fn power(text: &str) -> Option<String> {
    let (base, exponent) = text.split_once('^')?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|letter| letter.is_ascii_digit());
    let is_power = is_number(base) && exponent.split(',').all(is_number);
    is_power.then(|| format!("${base}^{{{exponent}}}$"))
}

/// A text in which nothing has a meaning of its own.
fn escaped(text: &str) -> String {
    let mut written = String::new();
    for letter in text.chars() {
        match letter {
            '\n' | '\r' => written.push(' '),
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => written.extend(['\\', letter]),
            '\\' => written.push_str("\\textbackslash{}"),
            '~' => written.push_str("\\textasciitilde{}"),
            '^' => written.push_str("\\textasciicircum{}"),
            '<' => written.push_str("\\textless{}"),
            '>' => written.push_str("\\textgreater{}"),
            '|' => written.push_str("\\textbar{}"),
            _ => written.push(letter),
        }
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_genus_is_a_formula_and_nothing_else_is() {
        assert_eq!(power("4^146").as_deref(), Some("$4^{146}$"));
        assert_eq!(power("10^10,8").as_deref(), Some("$10^{10,8}$"));
        for other in ["", "4", "4^", "^4", "4^1^2", "a^2", "4^a", "-4^2", "4^,", "4^{2}"] {
            assert_eq!(power(other), None, "{other}");
        }
    }
}
