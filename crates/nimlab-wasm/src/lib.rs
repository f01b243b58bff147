//! The questions of the page as WebAssembly.
//!
//! A host asks in four steps, and nothing but numbers goes through the interface:
//!
//! 1. `nimlab_room(length)` gives the address of room for a question, into which the
//!    host writes its name, a line break, and a JSON object.
//! 2. `nimlab_ask()` answers it, and gives the status as HTTP counts.
//! 3. `nimlab_answer()` is the address of the answer, and
//! 4. `nimlab_length()` its length. It stays until the next question.
//!
//! The host gives `nimlab.now()`, milliseconds since some beginning, and
//! `nimlab.progress(done, all)`, which it may use to say how far an answer is. A host
//! that no longer waits ends the whole instance; a new one knows nothing of it.

mod interface;

use nimlab_api::{Asked, WorkToken};
use std::time::Duration;

/// How long a question may take. Whoever waits can end it.
const TIME: Duration = Duration::from_secs(60);

/// The memory of a question besides its answer, as the server gives it.
const BYTES: u64 = 256 << 20;

/// The status and the body of an answer.
///
/// ```
/// let (status, body) = nimlab_wasm::answered("solve", br#"{"game": "chess"}"#);
/// assert_eq!(status, 400);
/// assert!(String::from_utf8(body).unwrap().contains("there is no game called 'chess'"));
/// ```
pub fn answered(question: &str, body: &[u8]) -> (u16, Vec<u8>) {
    asked(question, body, |_, _| ())
}

/// The same, telling what is done, of how much.
fn asked(question: &str, body: &[u8], progress: fn(u64, u64)) -> (u16, Vec<u8>) {
    let token = WorkToken::alone(TIME, BYTES).telling(progress);
    match nimlab_api::answer(question, Asked::Body(body), &token) {
        Ok(reply) => (200, reply.into_body()),
        Err(failure) => {
            let (status, body) = failure.into_parts();
            (status, body.into_bytes())
        }
    }
}

/// The example of the package's page is run as well.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
