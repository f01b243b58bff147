//! The formats, as data: the one list that flags, endings and messages read.

use std::path::Path;

/// The formats of tables.
///
/// ```
/// use nimlab_lab::export::Format;
/// assert_eq!(Format::of(std::path::Path::new("pairs.parquet")), Some(Format::Parquet));
/// assert_eq!(Format::named("latex"), Some(Format::Latex));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Aligned columns.
    Table,
    /// Comma-separated values with a header.
    Csv,
    /// JSON.
    Json,
    /// Apache Parquet.
    Parquet,
    /// NumPy's own format.
    Npy,
    /// A table of Markdown.
    Markdown,
    /// A table of LaTeX.
    Latex,
    /// A b-file of the On-Line Encyclopedia of Integer Sequences.
    Bfile,
}

impl Format {
    /// All of them.
    pub const ALL: [Format; 8] = [
        Format::Table,
        Format::Csv,
        Format::Json,
        Format::Parquet,
        Format::Npy,
        Format::Markdown,
        Format::Latex,
        Format::Bfile,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Format::Table => "table",
            Format::Csv => "csv",
            Format::Json => "json",
            Format::Parquet => "parquet",
            Format::Npy => "npy",
            Format::Markdown => "markdown",
            Format::Latex => "latex",
            Format::Bfile => "bfile",
        }
    }

    /// What it is.
    pub fn about(self) -> &'static str {
        match self {
            Format::Table => "Aligned columns",
            Format::Csv => "Comma-separated values with a header",
            Format::Json => "One JSON value",
            Format::Parquet => "Apache Parquet, into a file",
            Format::Npy => "A NumPy array, into a file",
            Format::Markdown => "A Markdown table",
            Format::Latex => "A LaTeX tabular, which needs no package",
            Format::Bfile => "A b-file of the OEIS: n and a(n) on each line",
        }
    }

    /// How a file of the format is named.
    pub fn file(self) -> &'static str {
        match self {
            Format::Table => "out.txt",
            Format::Csv => "out.csv",
            Format::Json => "out.json",
            Format::Parquet => "out.parquet",
            Format::Npy => "out.npy",
            Format::Markdown => "out.md",
            Format::Latex => "out.tex",
            Format::Bfile => "b123456.txt",
        }
    }

    /// The type of such an answer over HTTP.
    pub fn media_type(self) -> &'static str {
        match self {
            Format::Table | Format::Bfile => "text/plain; charset=utf-8",
            Format::Csv => "text/csv; charset=utf-8",
            Format::Json => "application/json",
            Format::Parquet => "application/vnd.apache.parquet",
            Format::Npy => "application/octet-stream",
            Format::Markdown => "text/markdown; charset=utf-8",
            Format::Latex => "application/x-tex; charset=utf-8",
        }
    }

    /// The format of a name.
    ///
    /// ```
    /// use nimlab_lab::export::Format;
    /// assert_eq!(Format::named("latex"), Some(Format::Latex));
    /// assert_eq!(Format::named("word"), None);
    /// ```
    pub fn named(name: &str) -> Option<Format> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// The format that the name of a file asks for. The OEIS names a b-file
    /// after its sequence: `b000201.txt`.
    ///
    /// ```
    /// use nimlab_lab::export::Format;
    /// use std::path::Path;
    /// assert_eq!(Format::of(Path::new("pairs.tex")), Some(Format::Latex));
    /// assert_eq!(Format::of(Path::new("list.txt")), Some(Format::Table));
    /// assert_eq!(Format::of(Path::new("b000201.txt")), Some(Format::Bfile));
    /// assert_eq!(Format::of(Path::new("board.xlsx")), None);
    /// ```
    pub fn of(path: &Path) -> Option<Format> {
        let ending = |file: &str| Path::new(file).extension() == path.extension();
        match path.file_name()?.to_str() {
            Some(name) if is_bfile(name) => Some(Format::Bfile),
            _ => Self::ALL.into_iter().find(|format| path.extension().is_some() && ending(format.file())),
        }
    }
}

/// Whether a file is named as a b-file: `b`, the six digits of its sequence, `.txt`.
fn is_bfile(name: &str) -> bool {
    let digits = name.strip_prefix('b').and_then(|name| name.strip_suffix(".txt"));
    digits.is_some_and(|digits| digits.len() == 6 && digits.bytes().all(|digit| digit.is_ascii_digit()))
}
