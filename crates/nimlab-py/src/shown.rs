//! What people see: answers as text and as Markdown with formulas, boards as pictures.

use crate::errors::lab;
use nimlab::explain::{Block, DigitRow, Explanation, Fragment};
use nimlab::number::{UBig, shown};
use nimlab::solve::Table;
use nimlab::{Outcome, Play, RuleExt};
use nimlab_lab::figures::{Figure, ImageFormat, board, figure_of};
use numpy::{PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// The most winning moves that are shown.
const SHOWN: usize = 20;

/// An answer, of a position or of a sum, as people see it.
pub struct Shown<'a> {
    /// The game and the position.
    pub head: String,
    pub play: Play,
    pub outcome: Outcome,
    pub value: Option<&'a UBig>,
    /// The winning moves: the part of a sum, and where they lead.
    pub moves: Vec<(Option<usize>, String)>,
    /// Whether these are all.
    pub complete: bool,
}

impl Shown<'_> {
    /// As lines, with the reasons if they are wanted.
    pub fn text(&self, why: Option<Explanation>) -> String {
        let misere = if self.play == Play::Misere { "  (misère play)" } else { "" };
        let mut lines = vec![format!("{}{misere}", self.head), format!("outcome        {}", in_words(self.outcome))];
        lines.extend(self.value.map(|value| format!("Grundy value   {}", shown(value))));
        let labels = std::iter::once("winning moves").chain(std::iter::repeat(""));
        let moves = self.moves.iter().take(SHOWN).map(|(part, to)| match part {
            Some(part) => format!("in part {part}: to {to}"),
            None => format!("to {to}"),
        });
        lines.extend(labels.zip(moves).map(|(label, told)| format!("{label:<15}{told}")));
        if let Some(rest) = self.rest() {
            lines.push(format!("{:<15}{rest}", ""));
        }
        lines.extend(why.map(|why| format!("\n{}", why.to_string().trim_end())));
        lines.join("\n")
    }

    /// With its reasons, for a notebook.
    pub fn markdown(&self, why: &Explanation) -> String {
        let misere = if self.play == Play::Misere { " under misère play" } else { "" };
        let mut text = format!("**{}**{misere} — {}", escaped(&self.head), in_words(self.outcome));
        if let Some(value) = self.value {
            text.push_str(&format!("; Grundy value ${}$", latex(&shown(value))));
        }
        if !self.moves.is_empty() {
            let moves = self.moves.iter().take(SHOWN).map(|(part, to)| match part {
                Some(part) => format!("in part {part} to $({})$", latex(to)),
                None => format!("to $({})$", latex(to)),
            });
            text.push_str(&format!("; winning moves {}", moves.collect::<Vec<_>>().join("; ")));
        }
        if let Some(rest) = self.rest() {
            text.push_str(&format!(" {rest}"));
        }
        text.push_str("\n\n");
        for block in &why.blocks {
            match block {
                Block::Paragraph(fragments) => {
                    let paragraph: String = fragments.iter().map(fragment).collect();
                    // Two formulas side by side are one: between them two signs would begin another kind.
                    text.push_str(&paragraph.replace("$$", " "));
                    text.push_str("\n\n");
                }
                Block::Columns(rows) => text.push_str(&columns(rows)),
            }
        }
        text.trim_end().to_owned()
    }

    /// What is said of the moves that are not listed.
    fn rest(&self) -> Option<String> {
        match (self.moves.len() > SHOWN, self.complete) {
            (true, true) => Some(format!("… {} in all", self.moves.len())),
            (_, false) => Some("… and others".into()),
            (false, true) => None,
        }
    }
}

fn in_words(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::P => "P: the player to move loses",
        Outcome::N => "N: the player to move wins",
    }
}

fn fragment(fragment: &Fragment) -> String {
    match fragment {
        Fragment::Text(text) => escaped(text),
        Fragment::Source(text) => format!("*{}*", escaped(text)),
        Fragment::Formula(text) => format!("${}$", latex(text)),
        Fragment::Number(number) => format!("${}$", latex(&shown(number))),
        Fragment::Position(position) => format!("$({})$", latex(&position.shown())),
    }
}

/// Rows of digits below one another, as an array, the sum below a line.
fn columns(rows: &[DigitRow]) -> String {
    let width = rows.iter().map(|row| row.digits.len()).max().unwrap_or(0);
    if width > 64 {
        return format!("({width} columns: too wide to draw here)\n\n");
    }
    let line = |row: &DigitRow| {
        let number = row.number.as_ref().map_or(String::new(), shown);
        let blanks = vec![String::new(); width - row.digits.len()];
        let digits: Vec<String> = blanks.into_iter().chain(row.digits.iter().map(u64::to_string)).collect();
        format!("{} & {} & \\text{{{}}}", latex(&number), digits.join(" & "), row.remark)
    };
    let mut lines: Vec<String> = rows.iter().map(line).collect();
    if let Some(last) = lines.last_mut() {
        *last = format!("\\hline {last}");
    }
    format!("$$\\begin{{array}}{{r|{}l}}\n{}\n\\end{{array}}$$\n\n", "r".repeat(width), lines.join(" \\\\\n"))
}

/// A text in Markdown: what would be taken for markup is not, and numbers with an
/// index are set as formulas.
fn escaped(text: &str) -> String {
    let mut whole = String::new();
    for (place, word) in text.split(' ').enumerate() {
        if place > 0 {
            whole.push(' ');
        }
        let bare = word.trim_matches(['(', ')', ',', '.', ';', ':']);
        match bare.len() > 2 && is_indexed(bare) {
            true => whole.push_str(&word.replacen(bare, &format!("${}$", latex(bare)), 1)),
            false => {
                for letter in word.chars() {
                    if matches!(letter, '*' | '_' | '`' | '$' | '<' | '[' | ']' | '\\' | '|') {
                        whole.push('\\');
                    }
                    whole.push(letter);
                }
            }
        }
    }
    whole
}

/// Whether a word is like A_n or A_n,B_n.
fn is_indexed(word: &str) -> bool {
    word.split(',').all(|part| {
        part.split_once('_').is_some_and(|(name, index)| {
            name.chars().count() == 1
                && name.chars().all(char::is_alphabetic)
                && !index.is_empty()
                && index.chars().all(char::is_alphanumeric)
        })
    })
}

/// A formula as people type it, as LaTeX.
fn latex(formula: &str) -> String {
    let mut whole = String::new();
    let mut letters = formula.chars().peekable();
    while let Some(letter) = letters.next() {
        let mut taken = |wanted: fn(&char) -> bool| {
            let mut word = String::new();
            while let Some(next) = letters.next_if(wanted) {
                word.push(next);
            }
            word
        };
        match letter {
            '⌊' => whole.push_str("\\lfloor "),
            '⌋' => whole.push_str("\\rfloor "),
            'φ' => whole.push_str("\\varphi "),
            'α' => whole.push_str("\\alpha "),
            'β' => whole.push_str("\\beta "),
            'κ' => whole.push_str("\\kappa "),
            '⊕' => whole.push_str("\\oplus "),
            '≤' => whole.push_str("\\le "),
            '≥' => whole.push_str("\\ge "),
            '·' => whole.push_str("\\cdot "),
            '×' => whole.push_str("\\times "),
            '…' => whole.push_str("\\ldots "),
            '−' => whole.push('-'),
            '²' => whole.push_str("^2"),
            '\u{307}' => whole.push_str("^{\\bullet}"),
            '_' => whole.push_str(&format!("_{{{}}}", taken(|next| next.is_alphanumeric()))),
            '√' => {
                let digits = taken(char::is_ascii_digit);
                let under = if digits.is_empty() { bracketed(&mut letters) } else { Some(digits) };
                match under {
                    Some(under) => whole.push_str(&format!("\\sqrt{{{}}}", latex(&under))),
                    None => whole.push_str("\\surd "),
                }
            }
            '$' | '%' | '#' | '&' | '{' | '}' | '\\' => {}
            letter if letter.is_alphabetic() => {
                let word = format!("{letter}{}", taken(|next| next.is_alphabetic() && next.is_ascii()));
                // A single letter is a variable, a word is a word.
                if word.chars().count() > 1 && word.chars().all(|letter| letter.is_ascii_lowercase()) && word != "na" {
                    whole.push_str(&format!("\\text{{ {word} }}"));
                } else {
                    whole.push_str(&word);
                }
            }
            other => whole.push(other),
        }
    }
    // Words that follow each other are one text.
    whole.replace(" } \\text{ ", " ")
}

/// What stands in the brackets that begin here, which are taken; nothing, if none do.
fn bracketed(letters: &mut std::iter::Peekable<std::str::Chars<'_>>) -> Option<String> {
    let mut ahead = letters.clone();
    ahead.next_if_eq(&'(')?;
    let (mut inner, mut depth) = (String::new(), 1);
    for letter in ahead.by_ref() {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            *letters = ahead;
            return Some(inner);
        }
        inner.push(letter);
    }
    None
}

/// A table of Grundy values as a picture, SVG or PNG.
#[pyfunction]
pub fn heat_map<'py>(
    py: Python<'py>,
    game: String,
    labels: (String, String),
    values: PyReadonlyArray2<'py, u32>,
    format: &str,
) -> PyResult<Bound<'py, PyBytes>> {
    let (rows, columns) = (values.shape()[0] as u64, values.shape()[1] as u64);
    let cells = values.as_array().iter().copied().collect();
    let (play, row_label, column_label) = (Play::Normal, labels.0, labels.1);
    let table = Table { game, play, row_label, column_label, rows, columns, values: cells };
    drawn(py, figure_of(&table, None), format)
}

/// The board of two piles, with the winning moves from a square.
#[pyfunction]
pub fn board_picture<'py>(
    py: Python<'py>,
    game: &crate::game::GameHandle,
    side: u64,
    from: Option<[u64; 2]>,
    misere: bool,
    format: &str,
) -> PyResult<Bound<'py, PyBytes>> {
    let play = crate::cost::play(misere);
    let figure = crate::watch::work(py, None, lab, |watched| {
        let budget = crate::cost::Cost::default().budget(watched);
        let from = from.map(|from| game.game.position_of_words(&from)).map(|at| at.words()).transpose()?;
        let from = from.and_then(|words| <[u64; 2]>::try_from(words).ok());
        board(&*game.game, side, play, from, budget)
    })?;
    drawn(py, figure, format)
}

fn drawn<'py>(py: Python<'py>, figure: Figure, format: &str) -> PyResult<Bound<'py, PyBytes>> {
    let format = match format {
        "svg" => ImageFormat::Svg,
        "png" => ImageFormat::Png,
        other => return Err(PyValueError::new_err(format!("format='{other}' is not known; it is 'svg' or 'png'"))),
    };
    let bytes = py.detach(|| figure.draw(format)).map_err(|error| lab(error.into()))?;
    Ok(PyBytes::new(py, &bytes))
}
