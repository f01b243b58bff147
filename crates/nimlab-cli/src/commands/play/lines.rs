//! Where the lines come from: an editor with a history at a terminal, or the
//! standard input, whose lines are then repeated in the output so that
//! the record can be read.

use crate::output::Output;
use rustyline::error::ReadlineError;
use rustyline::{Config, DefaultEditor};
use std::io::{self, BufRead, IsTerminal, Read, Write};

/// The longest line that is read.
const LONGEST: u64 = 1 << 20;

pub enum Lines {
    Editor { editor: Box<DefaultEditor>, interrupted: bool },
    Stream { repeated: bool },
}

impl Lines {
    /// The lines of the user. Where nothing is spoken there is no prompt either:
    /// standard output belongs to the record.
    pub fn open(spoken: bool) -> Self {
        let terminal = spoken && io::stdin().is_terminal() && io::stdout().is_terminal();
        let config = Config::builder().auto_add_history(true).build();
        match terminal.then(|| DefaultEditor::with_config(config)) {
            Some(Ok(editor)) => Lines::Editor { editor: Box::new(editor), interrupted: false },
            _ => Lines::Stream { repeated: spoken },
        }
    }

    /// The next line; none at the end, or when Ctrl-C is pressed twice. Once
    /// only takes back what was typed.
    pub fn next(&mut self, out: &mut Output) -> anyhow::Result<Option<String>> {
        match self {
            // An interrupted line is none, and not an empty one, which can be an answer.
            Lines::Editor { editor, interrupted } => loop {
                match editor.readline("> ") {
                    Ok(line) => {
                        *interrupted = false;
                        return Ok(Some(line));
                    }
                    Err(ReadlineError::Interrupted) if !*interrupted => {
                        *interrupted = true;
                        writeln!(out, "quit, or Ctrl-C again, ends the game.")?;
                        out.flush()?;
                    }
                    Err(ReadlineError::Eof | ReadlineError::Interrupted) => return Ok(None),
                    Err(error) => return Err(error.into()),
                }
            },
            Lines::Stream { repeated } => {
                let mut bytes = Vec::new();
                let read = io::stdin().lock().take(LONGEST).read_until(b'\n', &mut bytes)?;
                if read == 0 {
                    return Ok(None);
                }
                let line = String::from_utf8_lossy(&bytes).trim().to_owned();
                if *repeated && !line.is_empty() {
                    writeln!(out, "> {line}")?;
                }
                Ok(Some(line))
            }
        }
    }
}
