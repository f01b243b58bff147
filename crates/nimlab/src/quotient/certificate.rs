//! Certificates of quotients, as JSON that any program can read.
//!
//! ```json
//! {
//!   "certificate": "nimlab quotient 1",
//!   "game": "subtraction:1",
//!   "claim": {
//!     "heaps": 3, "order": 2, "generators": [1], "steps": [[1], [0]], "p_portion": [1],
//!     "pretending": [0, 1, 0, 1], "preperiod": 0, "period": 2
//!   },
//!   "statement": "A sum of heaps is lost …"
//! }
//! ```
//!
//! Row x of `steps` has the products of element x with the generators, element 0 is 1, and
//! `pretending` has the elements of the heaps from 0 to `heaps`.

use super::{Quotient, QuotientPeriod};
use crate::error::Result;
use crate::sequence::certificate::{bad, kind_of, named, read, written};
use serde::{Deserialize, Serialize};

/// The first line of defence against files of another kind or version.
const KIND: &str = "nimlab quotient 1";

/// What a certificate of this kind says.
const STATEMENT: &str = "A sum of heaps up to the largest one is lost under misere play exactly if the product of their elements is in the P-portion, and two elements differ only if some third one tells them apart; where a period is given, so it is for all heaps.";

/// What a certificate says; [`verify`](super::verify()) trusts none of it.
///
/// ```
/// use nimlab::{Budget, catalogue, quotient::{Quotients, QuotientCertificate, QuotientVerdict, verify}};
/// let mut quotients = Quotients::new(catalogue::heap_rule("octal:0.123")?);
/// quotients.extend_to(100)?;
/// let text = QuotientCertificate::of(&quotients.quotient()).to_json()?;
/// // Whoever gets the file checks it without believing anything.
/// let received = QuotientCertificate::from_json(&text)?;
/// assert_eq!(verify(&received, Budget::default())?, QuotientVerdict::Proved);
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuotientCertificate {
    /// The game's full name.
    pub game: String,
    /// The claim.
    pub claim: QuotientClaim,
}

/// The claim of a certificate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuotientClaim {
    /// The largest heap.
    pub heaps: u64,
    /// The number of elements.
    pub order: u64,
    /// The heaps that generate the quotient.
    pub generators: Vec<u64>,
    /// The product of each element with each generator.
    pub steps: Vec<Vec<u64>>,
    /// The elements of lost sums, ascending.
    pub p_portion: Vec<u64>,
    /// The element of each heap.
    pub pretending: Vec<u64>,
    /// The least preperiod of the pretending function, if a period is claimed.
    #[serde(deserialize_with = "Option::deserialize")]
    pub preperiod: Option<u64>,
    /// The least period.
    #[serde(deserialize_with = "Option::deserialize")]
    pub period: Option<u64>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct QuotientFile {
    certificate: String,
    game: String,
    #[serde(deserialize_with = "named")]
    claim: QuotientClaim,
    statement: String,
}

impl QuotientCertificate {
    /// The certificate of a quotient.
    ///
    /// ```
    /// use nimlab::{catalogue, quotient::{QuotientCertificate, Quotients}};
    /// let mut game = Quotients::new(catalogue::heap_rule("octal:0.123")?);
    /// game.extend_to(100)?;
    /// let certificate = QuotientCertificate::of(&game.quotient());
    /// assert_eq!((certificate.claim.order, certificate.claim.pretending[0]), (20, 0));
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn of(quotient: &Quotient) -> Self {
        let generators: Vec<u64> = quotient.monoid.generators().iter().map(|&heap| heap.into()).collect();
        let of_generators: Vec<u32> =
            quotient.monoid.generators().iter().filter_map(|&heap| quotient.monoid.of_generator(heap)).collect();
        let row = |x: u32| of_generators.iter().map(|&with| quotient.product(x, with).into()).collect();
        let period = quotient.period();
        Self {
            game: quotient.rule().to_string(),
            claim: QuotientClaim {
                heaps: (quotient.pretending().len() as u64).saturating_sub(1),
                order: quotient.order() as u64,
                generators,
                steps: (0..quotient.order() as u32).map(row).collect(),
                p_portion: quotient.p_portion().into_iter().map(u64::from).collect(),
                pretending: quotient.pretending().iter().map(|&element| element.into()).collect(),
                preperiod: period.map(|QuotientPeriod { preperiod, .. }| preperiod),
                period: period.map(|QuotientPeriod { period, .. }| period),
            },
        }
    }

    /// Whether a text calls itself a certificate of this kind.
    ///
    /// ```
    /// use nimlab::quotient::QuotientCertificate;
    /// assert!(!QuotientCertificate::is_one("{}"));
    /// assert!(QuotientCertificate::is_one(r#"{"certificate": "nimlab quotient 1"}"#));
    /// ```
    pub fn is_one(text: &str) -> bool {
        kind_of(text).is_ok_and(|kind| kind == KIND)
    }

    /// The text of the file.
    pub fn to_json(&self) -> Result<String> {
        written(&QuotientFile {
            certificate: KIND.into(),
            game: self.game.clone(),
            claim: self.claim.clone(),
            statement: STATEMENT.into(),
        })
    }

    /// Reads the text of a file: everything must be there once, and nothing else.
    ///
    /// ```
    /// use nimlab::{catalogue, quotient::{QuotientCertificate, Quotients}};
    /// let mut game = Quotients::new(catalogue::heap_rule("octal:0.123")?);
    /// game.extend_to(100)?;
    /// let certificate = QuotientCertificate::of(&game.quotient());
    /// assert_eq!(QuotientCertificate::from_json(&certificate.to_json()?)?, certificate);
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn from_json(text: &str) -> Result<Self> {
        let file: QuotientFile = read(text, KIND)?;
        if file.statement != STATEMENT {
            return Err(bad("'statement' is not what certificates of this kind say".into()));
        }
        Ok(Self { game: file.game, claim: file.claim })
    }
}
