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

use super::{EARLIER_STATEMENT, RowPeriod, STATEMENT, THEOREM};
use crate::error::Result;
use crate::sequence::certificate::{PeriodClaim, bad, kind_of, read, written};
use serde::{Deserialize, Serialize};

/// The first line of defence against files of another kind or version.
const KIND: &str = "nimlab row period 1";

/// What a certificate says; [`verify_row`](super::verify_row)
/// trusts none of it.
///
/// ```
/// use nimlab::{Budget, PairMoves, solve::row::{RowAnswer, RowCertificate, row_period}};
/// let answer = row_period(PairMoves::Band { width: 1 }, 3, 1000, Budget::default(), &|_, _| ())?;
/// let RowAnswer::Proved(period) = answer else { panic!("row 3 of Wythoff's game has a period") };
/// let certificate = RowCertificate::of("wythoff", &period);
/// assert_eq!(RowCertificate::from_json(&certificate.to_json()?)?, certificate);
/// # Ok::<(), nimlab::Error>(())
/// ```
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
        kind_of(text).is_ok_and(|kind| kind == KIND)
    }

    /// The text of the file. Fails if it is longer than
    /// [`PeriodCertificate::MOST_BYTES`](crate::sequence::PeriodCertificate::MOST_BYTES).
    pub fn to_json(&self) -> Result<String> {
        written(&RowFile {
            certificate: KIND.into(),
            game: self.game.clone(),
            row: self.row,
            claim: PeriodClaim {
                preperiod: self.preperiod,
                period: self.period,
                saltus: self.saltus,
                values: self.values.clone(),
            },
            theorem: self.theorem.clone(),
            statement: STATEMENT.into(),
            state: ReturningState { column: self.state, returns_after: self.distance },
        })
    }

    /// Reads the text of a file: everything must be there once, and nothing else.
    pub fn from_json(text: &str) -> Result<Self> {
        let file: RowFile = read(text, KIND)?;
        if ![STATEMENT, EARLIER_STATEMENT].contains(&file.statement.as_str()) {
            return Err(bad("'statement' is not what the theorem says".into()));
        }
        Ok(Self {
            game: file.game,
            row: file.row,
            preperiod: file.claim.preperiod,
            period: file.claim.period,
            saltus: file.claim.saltus,
            values: file.claim.values,
            theorem: file.theorem,
            state: file.state.column,
            distance: file.state.returns_after,
        })
    }
}

/// The file as it is written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RowFile {
    certificate: String,
    game: String,
    row: u64,
    claim: PeriodClaim,
    theorem: String,
    statement: String,
    state: ReturningState,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ReturningState {
    column: u64,
    returns_after: u64,
}
