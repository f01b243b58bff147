//! `nimlab table --where` and `--sum`: the cells that satisfy a condition, as a
//! list, and what the values add up to.

use crate::output::Output;
use crate::wording::told;
use nimlab::error::Error;
use nimlab::number::{UBig, parse, shorten};
use nimlab::solve::{TableRows, TableSize};
use nimlab::{Ask, Budget, Game, Play};
use nimlab_lab::export::{self, Format, To};
use nimlab_lab::tables::TableCells;
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
    play: Play,
    budget: Budget,
    condition: &Condition,
    out: &mut Output,
) -> anyhow::Result<ExitCode> {
    let mut table = game.table(size).play(play).budget(budget).rows(&|_, _| ControlFlow::Continue(()))?;
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
        if play == Play::Misere {
            object["play"] = json!(play.to_string());
        }
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
pub fn list(table: &mut TableRows<'_>, condition: &Condition, format: Format, to: To<'_>) -> nimlab_lab::Result<()> {
    if format == Format::Npy {
        return Err(nimlab_lab::Error::Request {
            problem: "a list of cells has no form as a NumPy array".into(),
            hint: "forms that work: table, csv, json, parquet, markdown, latex; `--value G` makes an array of true and false".into(),
        });
    }
    let single = table.row_label.is_empty();
    let keeps = |value: u32| condition.holds(value);
    let mut cells = TableCells { rows: table, keeps: &keeps, condition: Some(&condition.text), single };
    export::write(format, to, &mut cells, told)
}
