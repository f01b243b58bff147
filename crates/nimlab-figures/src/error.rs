//! What can go wrong when a figure is drawn.

/// The result of drawing.
pub type Result<T> = std::result::Result<T, Error>;

/// What went wrong.
///
/// ```
/// use nimlab_figures::{Error, ImageFormat};
/// let refused = ImageFormat::of("figure.gif".as_ref()).unwrap_err();
/// assert!(matches!(refused, Error::UnknownFormat { given } if given == "figure.gif"));
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A figure with more than can be drawn.
    #[error("{what} is too large for a figure: {given}, and at most {limit}")]
    TooLarge {
        /// What is too large.
        what: &'static str,
        /// How large it is.
        given: String,
        /// How large it may be.
        limit: String,
    },

    /// A file name that does not say in which form to draw.
    #[error("a figure is written as .svg or .png, and the name '{given}' ends in neither")]
    UnknownFormat {
        /// The name.
        given: String,
    },

    /// The picture could not be encoded.
    #[error("the picture could not be encoded: {0}")]
    Encoding(String),
}
