//! Everything that can go wrong, as one enum.

use nimlab::Hint;
use std::io;
use std::path::{Path, PathBuf};

/// The result of everything that can fail here.
pub type Result<T> = std::result::Result<T, Error>;

/// What went wrong.
///
/// ```
/// use nimlab_lab::{Error, run};
/// let folder = tempfile::tempdir().unwrap();
/// let refused: Error = run::show(folder.path()).unwrap_err();
/// assert!(refused.to_string().contains("manifest.json"), "{refused}");
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A file or folder that cannot be used.
    #[error("{}: {problem}", .path.display())]
    File {
        /// Which one.
        path: PathBuf,
        /// What is wrong.
        problem: String,
    },

    /// A shard that was cut off or changed.
    #[error("{} is damaged: {problem}\n  nothing was changed; move the file away, and what it held is computed again", .path.display())]
    Damaged {
        /// Which one.
        path: PathBuf,
        /// What is wrong.
        problem: String,
    },

    /// The request itself is wrong.
    #[error("{problem}\n  {hint}")]
    Request {
        /// What is wrong.
        problem: String,
        /// What to do instead.
        hint: Hint,
    },

    /// It would not fit; nothing was started.
    #[error("not started: {what} needs about {needed}, and {available} are available\n  {hint}")]
    DoesNotFit {
        /// What does not fit.
        what: String,
        /// How much it needs.
        needed: String,
        /// How much there is.
        available: String,
        /// What to do instead.
        hint: Hint,
    },

    /// A directory that something else is using or that is not ours.
    #[error("{directory}: {problem}")]
    Directory {
        /// The directory.
        directory: String,
        /// What is wrong with it.
        problem: String,
    },

    /// A game that cannot answer.
    #[error(transparent)]
    Game(#[from] nimlab::Error),

    /// A figure that cannot be drawn.
    #[error(transparent)]
    Figure(#[from] nimlab_figures::Error),

    /// Two methods gave different answers, which must never happen.
    #[error("the methods do not agree on {what}")]
    Methods {
        /// On what.
        what: String,
    },

    /// A computation that did not finish.
    #[error("{problem}")]
    Computation {
        /// What stopped it.
        problem: String,
    },

    /// The data of a source that cannot be read.
    #[error("the data of {source_name}: {problem}")]
    Data {
        /// The source.
        source_name: &'static str,
        /// What is wrong.
        problem: String,
    },

    /// The system refused.
    #[error("{what}: {cause}{}", note(.kept))]
    System {
        /// What was tried.
        what: String,
        /// What the system said.
        cause: io::Error,
        /// What is kept all the same; empty if that does not matter.
        kept: String,
    },

    /// What is written to has refused it.
    #[error(transparent)]
    Writing(io::Error),
}

/// A file tells its name with what it refuses.
impl From<io::Error> for Error {
    fn from(refused: io::Error) -> Self {
        refused.downcast().unwrap_or_else(Self::Writing)
    }
}

fn note(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("\n  {text}") }
}

impl Error {
    /// Whether the request itself is wrong.
    pub fn is_request(&self) -> bool {
        match self {
            Error::Request { .. } | Error::DoesNotFit { .. } => true,
            Error::Game(error) => error.is_request(),
            Error::Figure(error) => !matches!(error, nimlab_figures::Error::Encoding(_)),
            _ => false,
        }
    }

    /// The whole message, with hints in the words of a door.
    pub fn told(&self, words: impl Fn(&Hint) -> Option<String>) -> String {
        match self {
            Error::Game(error) => error.told(words),
            Error::Request { hint, .. } | Error::DoesNotFit { hint, .. } => {
                let whole = self.to_string();
                let problem = whole.strip_suffix(&format!("\n  {hint}")).unwrap_or(&whole);
                words(hint).map_or_else(|| problem.to_owned(), |hint| format!("{problem}\n  {hint}"))
            }
            other => other.to_string(),
        }
    }

    /// The system refused to do something with a file.
    pub fn system(doing: &str, path: &Path, source: io::Error) -> Self {
        Error::System { what: format!("cannot {doing} {}", path.display()), cause: source, kept: String::new() }
    }

    pub(crate) fn file(path: &Path, problem: impl ToString) -> Self {
        Self::File { path: path.to_owned(), problem: problem.to_string() }
    }

    pub(crate) fn damaged(path: &Path, problem: impl ToString) -> Self {
        Self::Damaged { path: path.to_owned(), problem: problem.to_string() }
    }
}
