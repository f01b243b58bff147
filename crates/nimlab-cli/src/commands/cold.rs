//! `nimlab positions`, or `cold`: P-positions, or positions of a Grundy value, in
//! order. Every form streams: the memory does not grow with the number of rows.

use crate::arguments::ColdArguments;
use crate::commands::{big, budget, small, wrong_request};
use crate::output::{Output, Sink, format_of};
use crate::progress::ProgressLine;
use crate::wording::told;
use nimlab::json;
use nimlab::number::UBig;
use nimlab::{Ask, Game, ListQuery, Play};
use nimlab_lab::export;
use nimlab_lab::tables::PositionTable;
use std::io::{self, Write};
use std::process::ExitCode;

pub fn run(asked: &ColdArguments, out: &mut Output) -> anyhow::Result<ExitCode> {
    let game = super::game(&asked.game)?;
    let query = ListQuery {
        play: if asked.misere { Play::Misere } else { Play::Normal },
        value: small("the Grundy value", &asked.value)?,
        from: big(&asked.from)?,
        count: small("the number of positions", asked.count.as_deref().unwrap_or("20"))?,
        heaps: small("the number of heaps", &asked.heaps)? as usize,
        largest: None,
        first_pile: asked.first_pile.as_deref().map(|pile| small("the first pile", pile)).transpose()?,
        budget: budget(&asked.budget)?,
    };
    let most = asked.max.as_deref().map(big).transpose()?;
    let method = asked.method.as_deref();
    if asked.count_only || asked.sum {
        return total(asked, &*game, method, &query, most, out);
    }
    let format = format_of(&asked.target, out.json)?;
    let wanted = most.is_some() || query.count > 0;
    let table = match most {
        None => PositionTable::new(&*game, method, query)?,
        Some(most) => {
            let kept = asked.count.is_some().then_some(query.count);
            PositionTable::up_to(&*game, method, query, most, kept)?
        }
    };
    let mut sink = Sink::open(&asked.target, out)?;
    let progress = ProgressLine::new("positions", sink.is_file());
    let tick = |done, all| {
        progress.tick(done, all);
        Ok(())
    };
    let mut table = table.with_column(asked.column.clone()).with_progress(&tick);
    let written = export::write(format, sink.to(), &mut table, told);
    progress.clear();
    // The rows before a limit are kept.
    if matches!(written, Ok(()) | Err(nimlab_lab::Error::Game(_))) {
        sink.finish()?;
    }
    written?;
    if table.written() == 0 && wanted {
        writeln!(io::stderr(), "nimlab: there is no such position")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// `--count-only` and `--sum`: how many positions, and what they add up to.
fn total(
    asked: &ColdArguments,
    game: &dyn Game,
    method: Option<&str>,
    query: &ListQuery,
    most: Option<UBig>,
    out: &mut Output,
) -> anyhow::Result<ExitCode> {
    if most.is_some() && asked.count.is_some() {
        return Err(wrong_request(
            "--sum and --count-only take --count or --max, and not both",
            "an example that works: nimlab positions wythoff --max 1000 --sum",
        ));
    }
    let asking = game.positions().query(query).method(method);
    let (method, count, sum) = match asked.sum {
        true => {
            let (method, found) = asking.tally(most.clone())?;
            (method, found.count.into(), Some(found.sum))
        }
        false => {
            let (method, count) = asking.how_many(most.clone())?;
            (method, count, None)
        }
    };
    if out.json {
        let (game, value) = (game.name(), query.value);
        out.value(&json::tally(&game, query.play, method, value, most.as_ref(), &count, sum.as_ref()))?;
    } else {
        match (asked.count_only, sum) {
            (true, Some(sum)) => writeln!(out, "positions  {count}\nsum        {sum}")?,
            (false, Some(sum)) => writeln!(out, "{sum}")?,
            (_, None) => writeln!(out, "{count}")?,
        }
    }
    Ok(ExitCode::SUCCESS)
}
