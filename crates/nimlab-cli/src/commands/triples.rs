//! `nimlab sweep triples`: subtraction sets of three numbers by the class of their period.

use crate::commands::small;
use crate::commands::sweep::{SweepArguments, swept};
use crate::output::{Output, aligned, wrapped};
use nimlab::counted;
use nimlab_lab::{Error, SweepReport, TripleClass, TripleCount, TriplePeriods, TripleQuestion, TriplesFound};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// The error of an option that belongs to the other family.
pub fn only(option: &str) -> anyhow::Error {
    Error::Request {
        problem: format!("{option} belongs to sweeps of triples"),
        hint: "an example that works: nimlab sweep triples --max 60 --sink --dir sink".into(),
    }
    .into()
}

pub fn run(asked: &SweepArguments, out: &mut Output) -> anyhow::Result<ExitCode> {
    let not_of_triples =
        [("--size", asked.size.is_some()), ("--symmetric", asked.symmetric), ("--longest", asked.longest)];
    if let Some((option, _)) = not_of_triples.into_iter().find(|(_, given)| *given) {
        return Err(Error::Request {
            problem: format!("{option} belongs to sweeps of all subtraction sets"),
            hint: "an example that works: nimlab sweep triples --max 100 --outcomes --dir triples".into(),
        }
        .into());
    }
    let max = u32::try_from(small("--max", asked.max.as_deref().unwrap_or_default())?).unwrap_or(u32::MAX);
    let (question, name) = match (asked.sink, asked.outcomes) {
        (true, _) => (TripleQuestion::Sink, "-sink"),
        (_, true) => (TripleQuestion::Outcomes, "-outcomes"),
        _ => (TripleQuestion::Values, ""),
    };
    let folder = asked.dir.clone().unwrap_or_else(|| PathBuf::from(format!("sweep-triples-{max}{name}")));
    let what = match question {
        TripleQuestion::Sink => "The sink beside the wall",
        TripleQuestion::Outcomes => "The periods of the outcomes",
        TripleQuestion::Values => "The periods of the values",
    };
    swept(TriplePeriods::new(max, question)?, &folder, asked, out, |SweepReport { found, .. }, out| {
        let sets = counted(found.of(TripleClass::All).sets, "set");
        out.headline(&format!("{what}: {sets}, a < b < c ≤ {max}"))?;
        match question {
            TripleQuestion::Sink => write_sink(found, out)?,
            _ => write_classes(found, out)?,
        }
        let open = found.of(TripleClass::Open);
        if open.sets > 0 {
            writeln!(out, "periods not found within the bound: {}{}", open.sets, first(open))?;
        }
        Ok(())
    })
}

fn set(set: &[u32; 3]) -> String {
    set.map(|number| number.to_string()).join(",")
}

/// The first sets of a class, if there are any.
fn first(count: &TripleCount) -> String {
    let sets: Vec<String> = count.kept.iter().map(|row| set(&row.set)).collect();
    if sets.is_empty() { String::new() } else { format!(", the first: {}", sets.join("; ")) }
}

fn write_classes(found: &TriplesFound, out: &mut Output) -> anyhow::Result<()> {
    let kinds = [
        ("c = a + b", TripleClass::Additive),
        ("  purely periodic, by the formula", TripleClass::ByFormula),
        ("c ≠ a + b", TripleClass::Other),
        ("  period a + b", TripleClass::LeastSum),
        ("  period a + c", TripleClass::MiddleSum),
        ("  period b + c", TripleClass::LargestSum),
        ("  period a proper divisor of one", TripleClass::Divisor),
        ("  purely periodic", TripleClass::Pure),
        ("exceptions", TripleClass::Exception),
    ];
    let rows: Vec<Vec<String>> =
        kinds.iter().map(|(kind, class)| vec![(*kind).to_owned(), found.of(*class).sets.to_string()]).collect();
    write!(out, "{}", aligned(&rows, &[1]))?;
    let longest = [
        ("longest period, c = a + b", TripleClass::Additive),
        ("longest period, c ≠ a + b", TripleClass::Other),
        ("longest preperiod", TripleClass::All),
    ];
    for (what, class) in longest {
        let row = found.of(class).kept.first();
        let told = row.map_or("none".into(), |row| {
            format!("{} (preperiod {}, period {})", set(&row.set), row.preperiod, row.period)
        });
        writeln!(out, "{what}: {told}")?;
    }
    let exceptions = found.of(TripleClass::Exception);
    if exceptions.sets > 0 {
        writeln!(out, "{}", wrapped(&format!("exceptions: {}{}", exceptions.sets, first(exceptions))))?;
    }
    Ok(())
}

fn write_sink(found: &TriplesFound, out: &mut Output) -> anyhow::Result<()> {
    let kinds = [
        ("outcomes of another period in the sink", TripleClass::OtherOutcomes),
        ("values of another period in the sink", TripleClass::OtherValues),
        ("c = a + b, and the sink is not the wall read backwards", TripleClass::Unmirrored),
    ];
    for (kind, class) in kinds {
        let count = found.of(class);
        writeln!(out, "{}", wrapped(&format!("{kind}: {}{}", count.sets, first(count))))?;
    }
    writeln!(out, "sets with c = a + b: {}", found.of(TripleClass::Additive).sets)?;
    Ok(())
}
