//! `nimlab prove fraenkel:3 --first-pile M`: Fraenkel's conjectures for the first
//! piles up to M, and the check of such certificates.

use super::prove::{ProveArguments, write_verdict};
use crate::commands::small;
use crate::output::{Output, aligned, wrapped};
use nimlab::prove::{FoundPiles, PilesCertificate, PilesProgress, PlaneText, check_first_piles, prove_first_piles};
use nimlab::{Budget, counted};
use nimlab_lab::export::WholeFile;
use serde_json::{Value, json};
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

/// Proves the first piles up to one.
pub fn prove(asked: &ProveArguments, pile: &str, budget: Budget, out: &mut Output) -> anyhow::Result<ExitCode> {
    let game = nimlab::catalogue::game(&asked.game)?.name();
    if game != "fraenkel:3" {
        let error = nimlab::Error::NotAnswered {
            game,
            question: "a theorem about first piles".into(),
            hint: "it is for Fraenkel's game: nimlab prove fraenkel:3 --first-pile 4".into(),
        };
        return Err(error.into());
    }
    let largest = small("the first pile", pile)?;
    // What cannot be written is told before the work.
    let file = asked.certificate.as_deref().map(WholeFile::create).transpose()?;
    let begun = Instant::now();
    let shown = crate::progress::words();
    let found = prove_first_piles(largest, budget, &mut |progress| shown.tell(&told(progress)));
    shown.clear();
    let seconds = begun.elapsed().as_secs_f64();
    match found? {
        FoundPiles::Proved(certificate) => {
            if let Some(mut file) = file {
                file.write_all(certificate.to_json().as_bytes())?;
                file.finish()?;
            }
            write_theorem(&certificate, asked, seconds, out)?;
            Ok(ExitCode::SUCCESS)
        }
        FoundPiles::Open(reason) => {
            if out.json {
                out.value(&json!({"game": "fraenkel:3", "first_pile": largest, "proved": false, "stopped": reason,
                    "seconds": seconds}))?;
            } else {
                out.headline("not proved")?;
                writeln!(out, "{}", wrapped(&format!("fraenkel:3, first piles up to {largest}: {reason}.")))?;
            }
            Ok(ExitCode::FAILURE)
        }
    }
}

/// What is told while first piles are proved, in one line.
fn told(progress: PilesProgress) -> String {
    let PilesProgress { first_pile, rows, states, proving } = progress;
    match (proving, states) {
        (true, _) => format!("first piles up to {first_pile}, second piles below {rows}: proving"),
        (false, 0) => format!("second piles below {rows}"),
        (false, states) => {
            format!("first pile {first_pile}, second piles below {rows}: {}", counted(states as u64, "state"))
        }
    }
}

fn write_theorem(
    certificate: &PilesCertificate,
    asked: &ProveArguments,
    seconds: f64,
    out: &mut Output,
) -> anyhow::Result<()> {
    if out.json {
        let planes: Vec<Value> = certificate.planes.iter().map(plane).collect();
        return Ok(out.value(&json!({
            "game": certificate.game, "first_pile": certificate.planes.len() - 1, "system": certificate.system,
            "proved": true, "theorem": certificate.statement, "planes": planes, "seconds": seconds,
        }))?);
    }
    out.headline("proved")?;
    writeln!(out, "{}\n", wrapped(&format!("{}.", certificate.statement)))?;
    write_planes(&certificate.planes, out)?;
    writeln!(out, "\ntime         {seconds:.2} s")?;
    if let Some(file) = &asked.certificate {
        writeln!(out, "certificate  {}", file.display())?;
    }
    Ok(())
}

/// One first pile as JSON.
fn plane(plane: &PlaneText) -> Value {
    json!({"first_pile": plane.first_pile, "n1": plane.n1, "n2": plane.n2, "alpha": plane.alpha,
        "missing": plane.missing, "states": plane.states.len()})
}

fn write_planes(planes: &[PlaneText], out: &mut Output) -> anyhow::Result<()> {
    let header = ["first pile", "N1", "N2", "alpha", "differences that do not occur", "states"].map(str::to_owned);
    let row = |plane: &PlaneText| {
        let numbers =
            [plane.first_pile.to_string(), plane.n1.to_string(), plane.n2.to_string(), plane.alpha.to_string()];
        let rest = [plane.missing.len().to_string(), plane.states.len().to_string()];
        numbers.into_iter().chain(rest).collect()
    };
    let rows: Vec<Vec<String>> = std::iter::once(header.to_vec()).chain(planes.iter().map(row)).collect();
    write!(out, "{}", aligned(&rows, &[0, 1, 2, 3, 4, 5]))?;
    Ok(())
}

/// Checks a certificate of a theorem about first piles.
pub fn verify(file: &Path, text: &str, budget: Budget, out: &mut Output) -> anyhow::Result<ExitCode> {
    let certificate = PilesCertificate::from_json(text)?;
    let begun = Instant::now();
    let verdict = check_first_piles(&certificate, budget)?;
    let object = json!({"game": certificate.game, "first_pile": certificate.planes.len().checked_sub(1),
        "system": certificate.system, "theorem": certificate.statement});
    write_verdict(file, object, verdict, begun.elapsed(), out)
}
