//! Genera: a line for each position.

use crate::error::Result;
use crate::export::{Cell, Columns, Exporter, JsonAnswer, TableSource};
use nimlab::solve::GenusTable;
use serde_json::json;

/// The genera of a table, one after another, with the Grundy values under both kinds of play.
///
/// ```
/// use nimlab::{Ask, catalogue, solve::TableSize};
/// use nimlab_lab::export::{Format, To, write};
/// use nimlab_lab::tables::GenusCells;
/// use std::ops::ControlFlow;
/// let kayles = catalogue::game("octal:0.77")?;
/// let table = kayles.table(TableSize::Side(2)).genera(&|_, _| ControlFlow::Continue(()))?;
/// let mut text = Vec::new();
/// write(Format::Csv, To::Stream(&mut text), &mut GenusCells(&table), nimlab::Error::problem)?;
/// assert_eq!(text, b"heap,grundy,misere,genus\n0,0,1,0^120\n1,1,0,1^031\n");
/// # Ok::<(), nimlab_lab::Error>(())
/// ```
pub struct GenusCells<'t>(pub &'t GenusTable);

impl TableSource for GenusCells<'_> {
    fn tell(&mut self, to: &mut dyn Exporter) -> Result<()> {
        let Self(table) = self;
        let single = table.row_label.is_empty();
        let places = if single { vec![&table.column_label] } else { vec![&table.row_label, &table.column_label] };
        let count = places.len();
        let names = places.into_iter().cloned().chain(["grundy", "misere", "genus"].map(str::to_owned)).collect();
        let mut columns = Columns::of_game(&table.game, names).with("kind", "genera");
        let head = json!({ "game": table.game, "rows": table.rows, "columns": table.columns });
        columns.answer = Some(JsonAnswer { head, list: "cells", position: 0..count });
        columns.begin(to)?;
        let places = (0..table.rows).flat_map(|row| (0..table.columns).map(move |column| [row, column]));
        for (place, genus) in places.zip(&table.genera) {
            let text = genus.to_string();
            let values = [genus.grundy(), genus.misere()].map(|value| Cell::Word(value.into()));
            let place = place.into_iter().skip(2 - count).map(Cell::Word);
            to.cells(&place.chain(values).chain([Cell::Text(&text)]).collect::<Vec<_>>())?;
            to.end_row()?;
        }
        Ok(())
    }
}
