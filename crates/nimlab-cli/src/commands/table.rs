//! `nimlab table`: Grundy values of a row or a rectangle of positions.

use crate::arguments::TableArguments;
use crate::commands::{budget, cells, plot, small};
use crate::output::{Output, Sink, format_of};
use crate::progress::ProgressLine;
use crate::wording::told;
use nimlab::solve::{Board, TableSize};
use nimlab::{Ask, Budget, Game, Piles, Play};
use nimlab_lab::export::{self, Format};
use nimlab_lab::figures::{ImageFormat, table_figure};
use nimlab_lab::readable;
use nimlab_lab::tables::{GenusCells, write_table};
use std::io::Write;
use std::ops::ControlFlow;
use std::process::ExitCode;

/// A board from this size on says before it starts what memory it takes.
const STATED: u64 = 64 << 20;

pub fn run(asked: &TableArguments, out: &mut Output) -> anyhow::Result<ExitCode> {
    let game = super::game(&asked.game)?;
    let size = TableSize::parse(&asked.size)?;
    let value = asked.value.as_deref().map(|value| small("the Grundy value", value)).transpose()?;
    let budget = budget(&asked.budget)?;
    if asked.genus {
        return genera(asked, &*game, size, budget, out);
    }
    let play = if asked.misere { Play::Misere } else { Play::Normal };
    // A file that is named as a picture is one, unless a form is asked for.
    if let (None, None, Some(path)) = (asked.target.format, &asked.r#where, &asked.target.output)
        && let Ok(picture) = ImageFormat::of(path)
    {
        return plot::draw_as(path, picture, || Ok(table_figure(&*game, size, play, budget, value)?));
    }
    if play == Play::Normal {
        state_memory(&*game, size, budget)?;
    }
    let condition = cells::Condition::of(asked.r#where.as_deref(), value)?;
    if asked.sum {
        return cells::sum(&*game, size, play, budget, &condition, out);
    }
    let format = format_of(&asked.target, out.json)?;
    let mut sink = Sink::open(&asked.target, out)?;
    let progress = ProgressLine::new("cells", true);
    let table = game.table(size).play(play).budget(budget).rows(&|done, all| {
        progress.tick(done, all);
        ControlFlow::Continue(())
    });
    progress.clear();
    let mut table = table?;
    let written = match asked.r#where {
        Some(_) => cells::list(&mut table, &condition, format, sink.to()),
        None => write_table(format, sink.to(), table, value, told),
    };
    // A list that says that it is cut off is kept.
    let says_so = asked.r#where.is_some() && format == Format::Json;
    if written.is_ok() || says_so && matches!(written, Err(nimlab_lab::Error::Game(_))) {
        sink.finish()?;
    }
    written?;
    Ok(ExitCode::SUCCESS)
}

/// The genera of a table, in any format that has a place for them.
fn genera(
    asked: &TableArguments,
    game: &dyn Game,
    size: TableSize,
    budget: Budget,
    out: &mut Output,
) -> anyhow::Result<ExitCode> {
    let format = format_of(&asked.target, out.json)?;
    if matches!(format, Format::Npy | Format::Bfile) {
        return Err(nimlab_lab::Error::Request {
            problem: format!("a genus is no number, and {} has only numbers", format.name()),
            hint: "forms that work: table, csv, json, parquet, markdown, latex; --misere and --size alone make numbers"
                .into(),
        }
        .into());
    }
    let mut sink = Sink::open(&asked.target, out)?;
    let progress = ProgressLine::new("cells", true);
    let table = game.table(size).budget(budget).genera(&|done, all| {
        progress.tick(done, all);
        ControlFlow::Continue(())
    });
    progress.clear();
    export::write(format, sink.to(), &mut GenusCells(&table?), told)?;
    sink.finish()?;
    Ok(ExitCode::SUCCESS)
}

/// Says what a large board takes; the budget refuses one that does not fit.
fn state_memory(game: &dyn Game, size: TableSize, budget: Budget) -> anyhow::Result<()> {
    if game.shape().piles != Piles::Exactly(2) {
        return Ok(());
    }
    let (rows, columns) = sides(size);
    let (needed, text) = match game.two_piles().and_then(|piles| piles.moves()) {
        Some(_) => {
            let (needed, width) = Board::bytes(rows, columns);
            (needed, format!("{}, {width} bytes a cell", readable(needed)))
        }
        None => {
            let most = rows.saturating_mul(columns).saturating_mul(4);
            (most, format!("at most {}", readable(most)))
        }
    };
    if (STATED..=budget.bytes).contains(&needed) {
        writeln!(std::io::stderr(), "a board of {rows} × {columns} takes {text}")?;
    }
    Ok(())
}

fn sides(size: TableSize) -> (u64, u64) {
    match size {
        TableSize::Side(side) => (side, side),
        TableSize::Rectangle(rows, columns) => (rows, columns),
    }
}
