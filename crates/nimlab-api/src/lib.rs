//! The questions of nimlab's page without a server: fields in, JSON out.
//!
//! An [`Endpoint`] is one question. It reads its [`Fields`], answers with a
//! [`Reply`] or a [`Failure`], and keeps to a [`WorkToken`]: its time, its memory,
//! and whether anybody still waits. No question reads or writes a file. The server
//! `nimlab-web` and the static site `nimlab-wasm` answer through it; docs/api.md
//! describes the questions.
//!
//! ```
//! use nimlab_api::{Asked, WorkToken, answer};
//! use std::time::Duration;
//!
//! let token = WorkToken::alone(Duration::from_secs(10), 64 << 20);
//! let body = br#"{"game": "wythoff:2", "position": "17,29"}"#;
//! let reply = answer("solve", Asked::Body(body), &token).unwrap();
//! assert!(String::from_utf8(reply.into_body()).unwrap().contains(r#""outcome":"N""#));
//! ```

mod failure;
mod fields;
mod questions;
mod reply;
mod token;
mod wording;

pub use failure::Failure;
pub use fields::Fields;
pub use questions::{ENDPOINTS, Endpoint, endpoint};
pub use reply::Reply;
pub use token::{RequestQuestion, WorkToken};

/// The longest body of a request, in bytes.
pub const MOST_BODY: usize = 256 << 10;

/// The fields of a request, as they come.
///
/// ```
/// use nimlab_api::{Asked, WorkToken, answer};
/// use std::time::Duration;
/// let token = WorkToken::alone(Duration::from_secs(10), 64 << 20);
/// let ask = |asked| answer("solve", asked, &token).unwrap().into_body();
/// assert_eq!(ask(Asked::Query("game=nim&position=1,2")), ask(Asked::Body(br#"{"game": "nim", "position": "1,2"}"#)));
/// ```
#[derive(Debug, Clone, Copy)]
pub enum Asked<'a> {
    /// In the query of an address, without the question mark.
    Query(&'a str),
    /// As a JSON object.
    Body(&'a [u8]),
}

/// Answers a question within what it may cost.
///
/// ```
/// use nimlab_api::{Asked, WorkToken, answer};
/// let token = WorkToken::alone(std::time::Duration::from_secs(1), 1 << 20);
/// let reply = answer("solve", Asked::Query("game=nim&position=1,2"), &token).unwrap();
/// let body = String::from_utf8(reply.into_body()).unwrap();
/// assert!(body.contains(r#""winning_moves":[[1,1]]"#));
/// ```
pub fn answer(question: &str, asked: Asked<'_>, token: &WorkToken) -> Result<Reply, Failure> {
    let endpoint = endpoint(question)?;
    let fields = match asked {
        Asked::Query(query) => Fields::from_query(query),
        Asked::Body(body) => Fields::from_body(body)?,
    };
    fields.only(endpoint.fields)?;
    endpoint.question(&fields)?;
    (endpoint.answer)(&fields, token)
}

/// The example of the package's page is run as well.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
