//! What is said of a certificate that was checked.

use crate::output::{Output, wrapped};
use serde_json::{Value, json};
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

/// Writes whether a certificate is verified: what was found right of it, or why it is
/// rejected. `object` has what the JSON tells of the claim, and `about` names it in words.
pub fn write_verdict(
    file: &Path,
    about: &str,
    object: &Value,
    verdict: Result<String, String>,
    out: &mut Output,
) -> anyhow::Result<ExitCode> {
    if out.json {
        let mut all = json!({"file": file.display().to_string()});
        for (name, value) in object.as_object().into_iter().flatten() {
            all[name] = value.clone();
        }
        all["verified"] = verdict.is_ok().into();
        all["reason"] = json!(verdict.as_ref().err());
        out.value(&all)?;
    } else {
        out.headline(if verdict.is_ok() { "verified" } else { "rejected" })?;
        let (Ok(told) | Err(told)) = &verdict;
        writeln!(out, "{}", wrapped(&format!("{about}: {told}")))?;
    }
    Ok(if verdict.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
