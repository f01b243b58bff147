//! A JSON list with one object for each row; integers of any size as plain numbers.

use super::{Columns, Exporter, WholeFile, set_text};
use crate::error::Result;
use std::io::Write;

pub(super) struct Json {
    file: WholeFile,
    names: Vec<String>,
    set: Option<usize>,
    first: bool,
}

impl Json {
    pub fn begin(mut file: WholeFile, columns: Columns) -> Result<Self> {
        write!(file, "[").map_err(|error| file.refused(error))?;
        let names = columns.names.iter().map(|name| serde_json::Value::from(name.as_str()).to_string()).collect();
        Ok(Self { file, names, set: columns.set, first: true })
    }
}

impl Exporter for Json {
    fn words(&mut self, rows: &[u64]) -> Result<()> {
        for row in rows.chunks(self.names.len()) {
            let cell = |(column, &word): (usize, &u64)| match self.set {
                Some(set) if set == column => format!("[{}]", set_text(word)),
                _ => word.to_string(),
            };
            self.decimals(&row.iter().enumerate().map(cell).collect::<Vec<_>>())?;
        }
        Ok(())
    }

    fn decimals(&mut self, row: &[String]) -> Result<()> {
        let fields: Vec<String> = self.names.iter().zip(row).map(|(name, number)| format!("{name}:{number}")).collect();
        let comma = if std::mem::take(&mut self.first) { "" } else { "," };
        write!(self.file, "{comma}{{{}}}", fields.join(",")).map_err(|error| self.file.refused(error))
    }

    fn finish(mut self: Box<Self>) -> Result<()> {
        writeln!(self.file, "]").map_err(|error| self.file.refused(error))?;
        self.file.finish()
    }
}
