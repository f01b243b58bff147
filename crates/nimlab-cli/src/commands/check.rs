//! `nimlab check`: every method of a game against plain search.

use crate::arguments::CheckArguments;
use crate::commands::{budget, small};
use crate::output::{Output, aligned, wrapped};
use nimlab::Ask;
use nimlab::solve::Check;
use std::io::Write;
use std::process::ExitCode;

pub fn run(asked: &CheckArguments, out: &mut Output) -> anyhow::Result<ExitCode> {
    let game = super::game(&asked.game)?;
    let size = small("the size", &asked.size)?;
    let heaps = small("the number of heaps", &asked.heaps)? as usize;
    let result = game.check(size).heaps(heaps).budget(budget(&asked.budget)?).run()?;
    if out.json {
        out.value(&nimlab::json::check(&result))?;
    } else {
        let shape = game.shape();
        let unit = if shape.component_width() > 1 { "component" } else { shape.unit() };
        write_text(&result, unit, out)?;
    }
    Ok(if result.agrees() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn write_text(result: &Check, unit: &str, out: &mut Output) -> anyhow::Result<()> {
    let piles = if result.heaps == 1 { format!("1 {unit}") } else { format!("{} {unit}s", result.heaps) };
    out.headline(&format!(
        "{}: every method against plain search, {piles}, numbers below {}",
        result.game, result.size
    ))?;
    let header = ["question and methods", "positions", "undecided", "differing"].map(str::to_owned).to_vec();
    let rows: Vec<Vec<String>> = std::iter::once(header)
        .chain(result.compared.iter().map(|compared| {
            vec![
                format!("  {}", compared.method),
                compared.positions.to_string(),
                compared.undecided.to_string(),
                compared.differing.to_string(),
            ]
        }))
        .collect();
    let table = aligned(&rows, &[1, 2, 3]);
    let mut lines = table.lines();
    writeln!(out, "{}", lines.next().unwrap_or_default())?;
    // A question stands once above all methods that answer it.
    let mut question = None;
    for (compared, line) in result.compared.iter().zip(lines) {
        if question.replace(&compared.question) != Some(&compared.question) {
            writeln!(out, "{}", wrapped(&compared.question))?;
        }
        writeln!(out, "{line}")?;
    }
    for compared in &result.compared {
        if let Some(difference) = &compared.first_difference {
            let told = format!("{} by {}: {difference}", compared.question, compared.method);
            writeln!(out, "{}", wrapped(&told))?;
        }
    }
    if result.compared.is_empty() {
        writeln!(out, "there is nothing to compare: plain search is the only method of this game")?;
        return Ok(());
    }
    let undecided = result.compared.iter().any(|compared| compared.undecided > 0);
    let verdict = match (result.agrees(), undecided) {
        (true, false) => "all agree",
        (true, true) => "all that were decided agree",
        (false, _) => "NOT ALL AGREE",
    };
    writeln!(out, "{verdict}")?;
    Ok(())
}
