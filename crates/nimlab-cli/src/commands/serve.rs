//! `nimlab serve`: the page and the questions over HTTP, on this machine only.

use crate::commands::small;
use crate::output::Output;
use clap::Args;
use nimlab::Error;
use std::io::Write;
use std::process::ExitCode;

/// `nimlab serve`
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  nimlab serve --port 8080\n\nThe page and its questions are in the command itself and need no internet. Ctrl-C ends it."
)]
pub struct ServeArguments {
    /// The port; 0 takes any that is free
    #[arg(long, value_name = "P", default_value = "7171")]
    pub port: String,
}

pub fn run(asked: &ServeArguments, out: &mut Output) -> anyhow::Result<ExitCode> {
    let port = small("the port", &asked.port)?;
    let port = u16::try_from(port).map_err(|_| Error::TooLarge {
        what: "the port".into(),
        given: port.to_string(),
        limit: u16::MAX.to_string(),
        hint: "an example that works: nimlab serve --port 8080".into(),
    })?;
    let mut said = Ok(());
    nimlab_web::serve(port, nimlab_web::Limits::default(), |address| {
        said = announce(&format!("http://{address}/"), out);
    })?;
    said?;
    Ok(ExitCode::SUCCESS)
}

/// Says where the page is; whoever started the command may be reading a pipe.
fn announce(address: &str, out: &mut Output) -> std::io::Result<()> {
    if out.json {
        out.value(&serde_json::json!({ "address": address }))?;
    } else {
        writeln!(out, "nimlab is at {address} (Ctrl-C ends it)")?;
    }
    out.flush()
}
