//! `nimlab quotient`: the misère quotient of a heap game, and the check of its certificates.

use crate::arguments::CostArguments;
use crate::commands::period::keep;
use crate::commands::verdict::write_verdict;
use crate::commands::{cost, small};
use crate::output::{Output, wrapped, wrapped_lines};
use crate::progress::ProgressLine;
use clap::Args;
use nimlab::number::UBig;
use nimlab::quotient::{MOST_HEAPS, Quotient, QuotientCertificate, QuotientVerdict, Quotients, Stopped, verify_with};
use nimlab::text::visible;
use nimlab::{Budget, Error, RuleExt, catalogue};
use nimlab_lab::export::WholeFile;
use serde_json::json;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// `nimlab quotient`
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  nimlab quotient octal:0.77\n  nimlab quotient octal:0.07 --heaps 24\n  nimlab quotient octal:0.123 --certificate 0123.json\n  nimlab quotient subtraction:2,4,7 --json"
)]
pub struct QuotientArguments {
    /// A heap game, such as octal:0.77
    pub game: String,

    /// Compute the heaps up to this one, if no period is proved before
    #[arg(long, value_name = "N", default_value = "1000")]
    pub heaps: String,

    /// Write a certificate that `nimlab verify` checks
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,

    #[command(flatten)]
    pub cost: CostArguments,
}

/// The most names of a list that are written out for people.
const WRITTEN: usize = 200;

pub fn run(asked: &QuotientArguments, out: &mut Output) -> anyhow::Result<ExitCode> {
    let game = super::game(&asked.game)?;
    let Some(rule) = game.heap_rule().cloned() else {
        let heap = game.position(vec![UBig::ONE]);
        let hint = match game.known_values().and_then(|known| known.nim_heaps(&heap)) {
            // Of all Nim heaps it is infinite, and misère play of Nim needs none.
            Some(_) => "heaps of every size have infinitely many elements, and misère play is decided without them\n  the quotient of Nim heaps up to 4: nimlab quotient subtraction:1,2,3,4 --heaps 4".to_owned(),
            None => format!(
                "a quotient is computed for games whose moves are made in one heap, by a set of numbers or a code\n  games that work: {}",
                catalogue::heap_games()
            ),
        };
        return Err(Error::NotAnswered {
            game: game.name(),
            question: "the misère quotient".into(),
            hint: hint.into(),
        }
        .into());
    };
    let heaps = small("--heaps", &asked.heaps)?;
    if heaps >= MOST_HEAPS {
        return Err(Error::TooLarge {
            what: "--heaps".into(),
            given: heaps.to_string(),
            limit: (MOST_HEAPS - 1).to_string(),
            hint: "a number that works: --heaps 1000".into(),
        }
        .into());
    }
    let budget = cost(&asked.cost)?;
    let certificate = asked.certificate.as_deref().map(WholeFile::create).transpose()?;
    let mut quotients = Quotients::new(rule);
    let progress = ProgressLine::new("heaps", true);
    // What was reached before the budget ended is an answer too.
    let computed = quotients.extend_with(heaps + 1, budget, &|done, all| progress.tick(done, all));
    progress.clear();
    if quotients.heaps() == 0 {
        computed?;
    }
    let quotient = quotients.quotient();
    let stopped = quotients.stopped().cloned();
    let mut written = Ok(());
    if let Some(target) = certificate {
        written = QuotientCertificate::of(&quotient).to_json().map_err(Into::into).and_then(|text| keep(target, &text));
    }
    if out.json {
        let mut answer = nimlab::json::quotient(&quotient, stopped.as_ref());
        if let Some(path) = &asked.certificate {
            answer["certificate"] = json!(path.display().to_string());
        }
        out.value(&answer)?;
    } else {
        write(&quotient, stopped.as_ref(), out)?;
        if let Some(path) = &asked.certificate {
            match &written {
                Ok(()) => writeln!(out, "certificate written to {}", path.display())?,
                Err(_) => writeln!(out, "no certificate was written")?,
            }
        }
    }
    written?;
    Ok(ExitCode::SUCCESS)
}

fn write(quotient: &Quotient, stopped: Option<&Stopped>, out: &mut Output) -> anyhow::Result<()> {
    let last = quotient.pretending().len().saturating_sub(1);
    let of = match quotient.period() {
        Some(period) => format!("preperiod {}, period {}", period.preperiod, period.period),
        None => format!("of heaps 0 to {last}"),
    };
    let tame = if quotient.is_tame() { ", tame" } else { "" };
    out.headline(&format!("{}: misère quotient of order {}{tame}, {of}", quotient.rule(), quotient.order()))?;
    let shown = quotient.presentation();
    let list = |words: Vec<String>| match words.len() {
        0 => "none".to_owned(),
        1..=WRITTEN => words.join(", "),
        more => format!("{}, … ({more} in all; --json lists them)", words[..WRITTEN].join(", ")),
    };
    let generators = shown.generators.iter().map(|(letter, heap)| format!("{letter} = heap {heap}")).collect();
    writeln!(out, "{}", wrapped_lines(&format!("generators  {}", list(generators))))?;
    let relations = shown.relations.iter().map(ToString::to_string).collect();
    writeln!(out, "{}", wrapped_lines(&format!("relations   {}", list(relations))))?;
    let lost = quotient.p_portion().into_iter().map(|element| shown.names[element as usize].clone()).collect();
    writeln!(out, "{}", wrapped_lines(&format!("P-portion   {}", list(lost))))?;
    let pretending: Vec<String> =
        quotient.pretending().iter().map(|&element| shown.names[element as usize].clone()).collect();
    let (told, rest) = match quotient.period() {
        Some(period) => ((period.preperiod + period.period) as usize, " and so on"),
        None => (pretending.len(), ""),
    };
    let told = list(pretending[..told].to_vec());
    writeln!(out, "{}", wrapped_lines(&format!("heaps       {told}{rest}")))?;
    match (quotient.period(), stopped) {
        (Some(period), _) => {
            let proof = format!(
                "Proved: the outcomes of all sums of the heaps 0 to {} were checked, and from {} to there the elements have period {}; so they have it forever, with the same quotient (Plambeck 2005).",
                period.checked_to, period.preperiod, period.period
            );
            writeln!(out, "{}", wrapped(&proof))?;
        }
        (None, Some(Stopped { heap, error, .. })) => {
            let why = error.to_string();
            let (problem, hint) = why.split_once('\n').unwrap_or((&why, ""));
            let told = format!("Proved for sums of these heaps. Heap {heap} was not reached: {}", visible(problem));
            writeln!(out, "{}", wrapped(&told))?;
            if !hint.is_empty() {
                writeln!(out, "{}", visible(hint))?;
            }
        }
        (None, None) => {
            writeln!(out, "{}", wrapped("Proved for sums of these heaps; no period is proved."))?;
        }
    }
    Ok(())
}

/// Checks a certificate of a quotient.
pub fn verify(file: &Path, text: &str, budget: Budget, out: &mut Output) -> anyhow::Result<ExitCode> {
    let claimed = QuotientCertificate::from_json(text)?;
    let progress = ProgressLine::new("pairs", true);
    let verdict = verify_with(&claimed, budget, &mut |done, all| progress.tick(done, all));
    progress.clear();
    let (game, claim) = (visible(&claimed.game), &claimed.claim);
    let verdict = match verdict? {
        QuotientVerdict::Proved => {
            let of = match (claim.preperiod, claim.period) {
                (Some(l), Some(p)) => format!("all heaps has order {}, preperiod {l}, period {p}", claim.order),
                _ => format!("heaps 0 to {} has order {}", claim.heaps, claim.order),
            };
            let heaps = claim.heaps;
            Ok(format!(
                "the misère quotient of {of}; the outcomes of all sums of heaps up to {heaps} follow from the rule"
            ))
        }
        QuotientVerdict::Rejected(reason) => Err(reason),
    };
    let object = json!({"game": game, "order": claim.order, "heaps": claim.heaps,
        "preperiod": claim.preperiod, "period": claim.period});
    write_verdict(file, &game, &object, verdict, out)
}
