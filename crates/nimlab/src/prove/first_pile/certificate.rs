//! A theorem about the first piles of Fraenkel's game, with what is needed to check
//! it, as JSON.
//!
//! ```json
//! {
//!   "certificate": "nimlab first piles 1", "game": "fraenkel:3", "system": "zeckendorf",
//!   "statement": "…", "rows": 2000,
//!   "planes": [
//!     {"first_pile": 0, "n1": 0, "n2": 0, "alpha": 0, "missing": [], "states": [[0, [0, 1]], [0, [0]]]},
//!     …
//!   ]
//! }
//! ```
//!
//! A plane is about the P-positions (m, y, y + n) with first pile m. Its automaton
//! reads the Zeckendorf digits of n, the most significant first; a state is the
//! number y − ⌊nφ⌋, or null where n is below n1, and the states to which 0 and 1
//! lead. After a 1 there is no 1.

use crate::error::{Error, Result};
use crate::text::visible;
use crate::{Hint, Term};
use serde::{Deserialize, Serialize};

/// The first line of defence against files of another kind or version.
pub const KIND: &str = "nimlab first piles 1";

/// What a certificate says. The checker believes nothing of it.
///
/// ```
/// use nimlab::prove::{KEPT_FIRST_PILES, PilesCertificate};
/// let certificate = PilesCertificate::from_json(KEPT_FIRST_PILES)?;
/// assert_eq!((certificate.game.as_str(), certificate.planes[0].n1), ("fraenkel:3", 0));
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PilesCertificate {
    /// `nimlab first piles 1`.
    pub certificate: String,
    /// The game's name.
    pub game: String,
    /// The numeration system.
    pub system: String,
    /// The theorem in words.
    pub statement: String,
    /// All positions with a smaller second pile are computed.
    pub rows: u64,
    /// The first piles 0, 1, ….
    pub planes: Vec<PlaneText>,
}

/// One first pile.
///
/// ```
/// use nimlab::prove::{KEPT_FIRST_PILES, PilesCertificate};
/// let plane = &PilesCertificate::from_json(KEPT_FIRST_PILES)?.planes[4];
/// assert_eq!((plane.first_pile, plane.n1, plane.n2, plane.alpha), (4, 138, 220, -20));
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlaneText {
    /// The first pile.
    pub first_pile: u64,
    /// From this difference on every one occurs once, in order.
    pub n1: u64,
    /// From this difference on y differs from ⌊nφ⌋ + α by at most 1.
    pub n2: u64,
    /// The shift α.
    pub alpha: i64,
    /// The smaller differences that occur in no position.
    pub missing: Vec<u64>,
    /// The automaton that tells y from n.
    pub states: Vec<OffsetState>,
}

/// y − ⌊nφ⌋, and where the digits lead.
pub type OffsetState = (Option<i64>, Vec<u32>);

impl PilesCertificate {
    /// Whether a text is meant to be such a certificate.
    ///
    /// ```
    /// use nimlab::prove::{KEPT_FIRST_PILES, PilesCertificate};
    /// assert!(PilesCertificate::is_one(KEPT_FIRST_PILES) && !PilesCertificate::is_one("{}"));
    /// ```
    pub fn is_one(text: &str) -> bool {
        text.get(..200.min(text.len())).unwrap_or("").contains(KIND)
    }

    /// The text of the file: one line for each first pile.
    ///
    /// ```
    /// use nimlab::prove::{KEPT_FIRST_PILES, PilesCertificate};
    /// let certificate = PilesCertificate::from_json(KEPT_FIRST_PILES)?;
    /// assert_eq!(PilesCertificate::from_json(&certificate.to_json())?, certificate);
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn to_json(&self) -> String {
        let text = serde_json::to_string(self).unwrap_or_default();
        text.replace("{\"first_pile\":", "\n{\"first_pile\":") + "\n"
    }

    /// Reads the text of a file.
    ///
    /// ```
    /// use nimlab::prove::{KEPT_FIRST_PILES, PilesCertificate};
    /// assert!(PilesCertificate::from_json(KEPT_FIRST_PILES).is_ok() && PilesCertificate::from_json("{}").is_err());
    /// ```
    pub fn from_json(text: &str) -> Result<PilesCertificate> {
        serde_json::from_str(text).map_err(|error| Error::BadFile {
            kind: "certificate",
            problem: visible(&error.to_string()).into_owned(),
            hint: Hint::new(
                "a certificate that works is written by",
                [
                    Term::Ask("prove"),
                    Term::Game("fraenkel:3".into()),
                    Term::Set("first-pile", "4".into()),
                    Term::Set("certificate", "FILE".into()),
                ],
            ),
        })
    }

    /// What the theorem says of first piles up to this.
    pub fn says(largest: u64) -> String {
        format!(
            "Fraenkel's conjectures hold in fraenkel:3 for every first pile m up to {largest}: from some difference N1 \
             on each n occurs in exactly one P-position (m, y, y + n), these come in order after all others, and y = \
             floor(n phi) + alpha + epsilon, where epsilon is 0 for almost all n, and -1, 0 or 1 from some N2 on; an \
             automaton tells it from the Zeckendorf digits of n"
        )
    }
}
