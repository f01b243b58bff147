//! Certificates: a claim about a period, the theorem that proves it and the
//! range over which it must be checked, as JSON that any program can read.
//!
//! ```json
//! {
//!   "certificate": "nimlab period 1",
//!   "game": "subtraction:2,4,7",
//!   "claim": {"preperiod": 8, "period": 3, "saltus": 0, "values": [0,0,1,1,2,2,0,3,1,0,2]},
//!   "theorem": "subtraction-window",
//!   "statement": "If G(n + p) = G(n) for …",
//!   "range": {"first": 0, "last": 17}
//! }
//! ```

use super::period::Period;
use crate::error::{Error, Result};
use crate::text::visible;
use crate::{Hint, Term};
use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeOwned, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;
use std::marker::PhantomData;

/// The first line of defence against files of another kind or version.
const KIND: &str = "nimlab period 1";

/// What a certificate says; [`verify`](super::verify())
/// trusts none of it.
///
/// ```
/// use nimlab::{Budget, catalogue, sequence::{PeriodCertificate, Sequence, PeriodVerdict, verify}};
/// let mut set = Sequence::new(catalogue::heap_rule("subtraction:2,4,7")?);
/// let certificate = PeriodCertificate::of(&set.prove(1_000)?.unwrap())?;
/// let text = certificate.to_json()?;
/// // Whoever gets the file checks it without believing anything.
/// let received = PeriodCertificate::from_json(&text)?;
/// assert_eq!(verify(&received, Budget::default())?, PeriodVerdict::Proved);
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PeriodCertificate {
    /// The game's full name.
    pub game: String,
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
    /// The first heap of the range, always 0.
    pub first: u64,
    /// The last heap whose value the proof needs.
    pub last: u64,
}

impl PeriodCertificate {
    /// The longest text of a certificate, in bytes; longer ones are neither
    /// written nor read. A text of this many bytes takes at most
    /// [`PeriodCertificate::BYTES_READ`] times as many bytes of memory.
    pub const MOST_BYTES: usize = 64 << 20;

    /// The bytes of memory that a byte of text can take: a number in a list has at least
    /// two bytes of text and eight of memory, and a list grows by doubling.
    pub const BYTES_READ: u64 = 16;

    /// The certificate of a proved period. Fails if its values are too many.
    ///
    /// ```
    /// use nimlab::{catalogue, sequence::{PeriodCertificate, Sequence}};
    /// let mut set = Sequence::new(catalogue::heap_rule("subtraction:2,4,7")?);
    /// let certificate = PeriodCertificate::of(&set.prove(1_000)?.unwrap())?;
    /// assert_eq!((certificate.theorem.as_str(), certificate.last), ("subtraction-window", 17));
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn of(period: &Period) -> Result<Self> {
        // Each value takes at least two bytes of the text.
        let listed = period.preperiod.saturating_add(period.period);
        if listed > Self::MOST_BYTES as u64 / 2 {
            return Err(too_long(format!("{listed} values")));
        }
        Ok(Self {
            game: period.rule.to_string(),
            preperiod: period.preperiod,
            period: period.period,
            saltus: period.saltus,
            values: period.values()?.into_iter().map(u64::from).collect(),
            theorem: period.theorem.name().into(),
            first: 0,
            last: period.checked_to,
        })
    }

    /// The text of the file. Fails if it is longer than
    /// [`PeriodCertificate::MOST_BYTES`].
    pub fn to_json(&self) -> Result<String> {
        written(&PeriodFile {
            certificate: KIND.into(),
            game: self.game.clone(),
            claim: PeriodClaim {
                preperiod: self.preperiod,
                period: self.period,
                saltus: self.saltus,
                values: self.values.clone(),
            },
            theorem: self.theorem.clone(),
            statement: super::verify::statement_of(&self.theorem).unwrap_or("").into(),
            range: HeapRange { first: self.first, last: self.last },
        })
    }

    /// Whether a text is meant to be such a certificate.
    pub fn is_one(text: &str) -> bool {
        text.get(..200.min(text.len())).unwrap_or("").contains(KIND)
    }

    /// Reads the text of a file: everything must be there once, and nothing else.
    ///
    /// ```
    /// use nimlab::sequence::PeriodCertificate;
    /// assert!(PeriodCertificate::from_json("{}").is_err());
    /// ```
    pub fn from_json(text: &str) -> Result<Self> {
        let file: PeriodFile = read(text, KIND)?;
        if super::verify::statement_of(&file.theorem) != Some(&file.statement) {
            return Err(bad("'statement' is not what the named theorem says".into()));
        }
        Ok(Self {
            game: file.game,
            preperiod: file.claim.preperiod,
            period: file.claim.period,
            saltus: file.claim.saltus,
            values: file.claim.values,
            theorem: file.theorem,
            first: file.range.first,
            last: file.range.last,
        })
    }
}

/// The file as it is written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PeriodFile {
    certificate: String,
    game: String,
    #[serde(deserialize_with = "named")]
    claim: PeriodClaim,
    theorem: String,
    statement: String,
    #[serde(deserialize_with = "named")]
    range: HeapRange,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct HeapRange {
    first: u64,
    last: u64,
}

/// The claim of a certificate.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PeriodClaim {
    pub preperiod: u64,
    pub period: u64,
    pub saltus: u64,
    pub values: Vec<u64>,
}

/// The text of a certificate of any kind.
pub(crate) fn written(file: &impl Serialize) -> Result<String> {
    let mut text = serde_json::to_string(file).map_err(unreadable)?;
    text.push('\n');
    if text.len() > PeriodCertificate::MOST_BYTES {
        return Err(too_long(format!("{} bytes", text.len())));
    }
    Ok(text)
}

/// Reads a certificate of a kind.
pub(crate) fn read<F: DeserializeOwned>(text: &str, kind: &str) -> Result<F> {
    if text.len() > PeriodCertificate::MOST_BYTES {
        return Err(too_long(format!("{} bytes", text.len())));
    }
    let given = kind_of(text)?;
    if given != kind {
        return Err(bad(format!("its kind is '{}' and not '{kind}'", crate::number::shorten(&given))));
    }
    read_named(text)
}

/// Reads an object whose fields are named.
fn read_named<F: DeserializeOwned>(text: &str) -> Result<F> {
    let mut reader = serde_json::Deserializer::from_str(text);
    let found = named(&mut reader).map_err(unreadable)?;
    reader.end().map_err(unreadable)?;
    Ok(found)
}

/// Reads an object by the names of its fields. By itself serde would take a list of their values too, so
/// that one claim had two texts.
pub(crate) fn named<'de, D: Deserializer<'de>, T: Deserialize<'de>>(reader: D) -> std::result::Result<T, D::Error> {
    struct Named<T>(PhantomData<T>);
    impl<'de, T: Deserialize<'de>> Visitor<'de> for Named<T> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object with named fields")
        }

        fn visit_map<A: MapAccess<'de>>(self, fields: A) -> std::result::Result<T, A::Error> {
            T::deserialize(MapAccessDeserializer::new(fields))
        }
    }
    reader.deserialize_map(Named(PhantomData))
}

/// What a file calls itself.
pub(crate) fn kind_of(text: &str) -> Result<String> {
    #[derive(Deserialize)]
    struct KindAlone {
        certificate: String,
    }
    let kind: KindAlone = read_named(text)?;
    Ok(kind.certificate)
}

/// The message of the JSON reader, which repeats names of fields; these may be of
/// any length.
fn unreadable(error: serde_json::Error) -> Error {
    const KEPT: usize = 200;
    let told = error.to_string().replace("expected u64", "expected a whole number below 2^64");
    let place = match told.chars().nth(KEPT) {
        Some(_) => format!("… at line {} column {}", error.line(), error.column()),
        None => String::new(),
    };
    let start: String = told.chars().take(KEPT).collect();
    bad(format!("{}{place}", visible(&start)))
}

/// A period with a certificate.
fn certified() -> [Term; 3] {
    [Term::PERIOD, Term::game("subtraction:2,4,7"), Term::Set("certificate", "FILE".into())]
}

fn too_long(given: String) -> Error {
    Error::TooLarge {
        what: "this certificate".into(),
        given,
        limit: format!("{} bytes", PeriodCertificate::MOST_BYTES),
        hint: Hint::new("a game whose certificate is short", certified()),
    }
}

pub(crate) fn bad(problem: String) -> Error {
    Error::BadFile {
        kind: "certificate",
        problem,
        hint: Hint::new("a certificate that works is written by", certified()),
    }
}
