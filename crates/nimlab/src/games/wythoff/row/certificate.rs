//! Certificates of the periods of rows, as JSON that any program can read.
//!
//! ```json
//! {
//!   "certificate": "nimlab row period 1",
//!   "game": "wythoff",
//!   "row": 1,
//!   "claim": {"preperiod": 0, "period": 3, "saltus": 3, "values": [1,2,0]},
//!   "theorem": "row-state",
//!   "statement": "Let S(b) be …",
//!   "state": {"column": 2, "returns_after": 3}
//! }
//! ```

use super::{RowPeriod, STATEMENT, THEOREM};
use crate::error::Result;
use crate::sequence::certificate::{Fields, bad, claim, kind_of, parse};
use serde_json::json;

/// The first line of defence against files of another kind or version.
const KIND: &str = "nimlab row period 1";

/// What a certificate says; nothing of it is believed by
/// [`verify_row`](super::verify_row).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowCertificate {
    /// The game's full name.
    pub game: String,
    /// The row.
    pub row: u64,
    /// The claimed least preperiod.
    pub preperiod: u64,
    /// The claimed least period.
    pub period: u64,
    /// The claimed saltus.
    pub saltus: u64,
    /// The claimed values of one preperiod and one period.
    pub values: Vec<u64>,
    /// The name of the theorem.
    pub theorem: String,
    /// The first column whose state comes back.
    pub state: u64,
    /// After how many columns it does.
    pub distance: u64,
}

impl RowCertificate {
    /// The certificate of a proved period.
    pub fn of(game: &str, period: &RowPeriod) -> Self {
        Self {
            game: game.into(),
            row: period.row,
            preperiod: period.preperiod,
            period: period.period,
            saltus: period.period,
            values: period.values.iter().copied().map(u64::from).collect(),
            theorem: THEOREM.into(),
            state: period.state,
            distance: period.distance,
        }
    }

    /// Whether a file calls itself a certificate of a row.
    pub fn is_one(text: &str) -> bool {
        kind_of(text).as_deref() == Some(KIND)
    }

    /// The text of the file.
    pub fn to_json(&self) -> String {
        let value = json!({
            "certificate": KIND,
            "game": self.game,
            "row": self.row,
            "claim": claim(self.preperiod, self.period, self.saltus, &self.values),
            "theorem": self.theorem,
            "statement": STATEMENT,
            "state": {"column": self.state, "returns_after": self.distance},
        });
        format!("{value}\n")
    }

    /// Reads the text of a file: everything must be there, and nothing else.
    pub fn from_json(text: &str) -> Result<Self> {
        let value = parse(text)?;
        let known = ["certificate", "game", "row", "claim", "theorem", "statement", "state"];
        let file = Fields::of_file(&value, KIND, &known)?;
        let claim = file.claim()?;
        let state = Fields::of(file.field("state")?, "the state", &["column", "returns_after"])?;
        if file.text("statement")? != STATEMENT {
            return Err(bad("'statement' is not what the theorem says".into()));
        }
        Ok(Self {
            game: file.text("game")?,
            row: file.number("row")?,
            preperiod: claim.number("preperiod")?,
            period: claim.number("period")?,
            saltus: claim.number("saltus")?,
            values: claim.numbers("values")?,
            theorem: file.text("theorem")?,
            state: state.number("column")?,
            distance: state.number("returns_after")?,
        })
    }
}
