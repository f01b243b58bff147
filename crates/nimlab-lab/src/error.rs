//! What can go wrong with work on disk.

use std::path::{Path, PathBuf};

/// The result of everything that can fail here.
pub type Result<T> = std::result::Result<T, Error>;

/// What went wrong.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A sweep that cannot be.
    #[error("{problem}\n  an example that works: {example}")]
    BadRequest {
        /// What is wrong.
        problem: String,
        /// A request that works.
        example: String,
    },

    /// A file or folder that cannot be used.
    #[error("{}: {problem}", .path.display())]
    File {
        /// Which one.
        path: PathBuf,
        /// What is wrong.
        problem: String,
    },

    /// A shard that was cut off or changed.
    #[error("{} is damaged: {problem}\n  nothing was changed; move the file away and run the same command again, and it is computed anew", .path.display())]
    Damaged {
        /// Which one.
        path: PathBuf,
        /// What is wrong.
        problem: String,
    },
}

impl Error {
    /// Whether the request itself is wrong.
    pub fn is_request(&self) -> bool {
        matches!(self, Error::BadRequest { .. })
    }

    pub(crate) fn file(path: &Path, problem: impl ToString) -> Self {
        Self::File { path: path.to_owned(), problem: problem.to_string() }
    }

    pub(crate) fn damaged(path: &Path, problem: impl ToString) -> Self {
        Self::Damaged { path: path.to_owned(), problem: problem.to_string() }
    }
}
