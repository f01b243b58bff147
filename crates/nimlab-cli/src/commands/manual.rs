//! `nimlab manual` and `nimlab completions`: the help for `man`, and for the
//! shell that completes what is typed. Both are made from the arguments.

use crate::arguments::Arguments;
use crate::output::Output;
use anyhow::Context;
use clap::{Args, CommandFactory};
use clap_complete::Shell;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// `nimlab manual`
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  nimlab manual -o man1\n  nimlab manual -o ~/.local/share/man/man1")]
pub struct ManualArguments {
    /// The folder for the pages, one for each command; it is created if needed
    #[arg(short, long, value_name = "DIR")]
    pub output: PathBuf,
}

/// `nimlab completions`
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  nimlab completions bash > ~/.local/share/bash-completion/completions/nimlab\n  nimlab completions zsh > _nimlab\n  nimlab completions fish > ~/.config/fish/completions/nimlab.fish"
)]
pub struct CompletionsArguments {
    /// The shell
    pub shell: Shell,
}

/// Writes the pages of the manual.
pub fn run(asked: &ManualArguments, out: &mut Output) -> anyhow::Result<ExitCode> {
    let folder = &asked.output;
    fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    clap_mangen::generate_to(Arguments::command(), folder)
        .with_context(|| format!("cannot write the manual to {}", folder.display()))?;
    let pages = fs::read_dir(folder).map_or(0, |entries| entries.flatten().count());
    writeln!(
        out,
        "{} in {}; read one with: man -l {}",
        nimlab::counted(pages as u64, "page"),
        folder.display(),
        folder.join("nimlab.1").display()
    )?;
    Ok(ExitCode::SUCCESS)
}

/// Writes the script of a shell.
pub fn completions(asked: &CompletionsArguments, out: &mut Output) -> ExitCode {
    clap_complete::generate(asked.shell, &mut Arguments::command(), "nimlab", out);
    ExitCode::SUCCESS
}
