//! The answer to a request that fails: a status, what was wrong, what was
//! expected, and an example that works.

use crate::wording;
use nimlab::rules::Diagnostics;
use nimlab::{Error, Limit};
use serde_json::{Value, json};

/// The example for an unknown game.
const KNOWN_GAME: &str = "wythoff:2";

/// What helps where a request may not cost more.
const SMALLER: &str = "a smaller question, or the command nimlab, which has no such limits";

/// A failure as a status of HTTP and a JSON object.
///
/// ```
/// use nimlab_api::{Asked, WorkToken, answer};
/// let token = WorkToken::alone(std::time::Duration::from_secs(1), 1 << 20);
/// let failure = answer("solve", Asked::Query("game=chess&position=1"), &token).unwrap_err();
/// let (status, body) = failure.into_parts();
/// assert_eq!(status, 400);
/// assert!(body.contains("there is no game called 'chess'"));
/// ```
#[derive(Debug, Clone)]
pub struct Failure {
    status: u16,
    body: Value,
    /// Whether more memory may help.
    wants_memory: bool,
}

impl Failure {
    /// A failure with a message, what was expected, and an example.
    pub fn new(status: u16, message: impl Into<String>, expected: Option<&str>, example: Option<&str>) -> Self {
        let error = json!({ "message": message.into(), "expected": expected, "example": example });
        Self { status, body: json!({ "error": error }), wants_memory: false }
    }

    /// A request that is wrong.
    pub fn wrong(message: impl Into<String>, expected: &str, example: &str) -> Self {
        Self::new(400, message, Some(expected), Some(example))
    }

    /// The same, with another example if the game is unknown, where not every
    /// game works.
    pub fn with_known_game(mut self, example: &str) -> Self {
        let error = &mut self.body["error"];
        if error["example"] == KNOWN_GAME {
            error["example"] = json!(example);
        }
        self
    }

    /// A request for more than is given.
    pub fn too_large(what: &str, given: impl std::fmt::Display, limit: impl std::fmt::Display) -> Self {
        let expected = format!("at most {limit}");
        let message = format!("{what} is out of range: {given}, and the limit here is {limit}");
        Self::new(413, message, Some(&expected), None)
    }

    /// Rules with errors.
    pub fn bad_rules(problems: &Diagnostics) -> Self {
        let message = problems.problems().first().map_or_else(String::new, |problem| problem.message.clone());
        let mut failure = Self::new(400, message, Some("rules without errors"), None);
        failure.body["diagnostics"] = nimlab::json::problems(problems);
        failure
    }

    /// Too many requests at once.
    pub fn busy() -> Self {
        Self::new(503, "too much is being computed at this moment", Some("the same request a little later"), None)
    }

    /// The time of a request is over.
    pub fn out_of_time() -> Self {
        Self::new(422, "not decided within the time of a request", Some(SMALLER), None)
    }

    /// An error of ours.
    pub fn defect() -> Self {
        Self::new(500, "the computation broke off; this is an error in nimlab", None, None)
    }

    /// A question that a small part of the memory was not enough for.
    pub fn needs_memory() -> Self {
        Self { wants_memory: true, ..Self::out_of_time() }
    }

    /// Whether the question may be answered with more memory.
    pub fn wants_memory(&self) -> bool {
        self.wants_memory
    }

    /// The status.
    pub fn status(&self) -> u16 {
        self.status
    }

    /// The status and the body.
    pub fn into_parts(self) -> (u16, String) {
        (self.status, format!("{}\n", self.body))
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let example = match &error {
            Error::BadParameters { example, .. }
            | Error::BadPosition { example, .. }
            | Error::BadMove { example, .. } => Some(example.as_str()),
            Error::UnknownGame { .. } => Some(KNOWN_GAME),
            Error::BadNumber { .. } => Some("1_000_000"),
            _ => None,
        };
        let hint = error.hints().iter().find_map(wording::hint);
        let expected = match &error {
            Error::BadParameters { expected, .. } => Some(expected.as_str()),
            Error::UnknownGame { .. } => Some("one of the games of /api/games"),
            // What is wrong is said already.
            Error::BadPosition { .. } | Error::BadMove { .. } | Error::BadNumber { .. } => None,
            _ if !error.is_request() => Some(hint.as_deref().unwrap_or(SMALLER)),
            _ => hint.as_deref(),
        };
        let status = match &error {
            Error::TooLarge { .. } => 413,
            error if error.is_request() => 400,
            _ => 422,
        };
        let wants_memory = matches!(&error, Error::OverBudget { limit: Limit::Memory(_) | Limit::Room { .. }, .. });
        Self { wants_memory, ..Self::new(status, error.problem(), expected, example) }
    }
}

impl From<nimlab_lab::Error> for Failure {
    fn from(error: nimlab_lab::Error) -> Self {
        match error {
            nimlab_lab::Error::Game(error) => error.into(),
            nimlab_lab::Error::Request { problem, hint } => {
                Self::new(400, problem, wording::hint(&hint).as_deref(), None)
            }
            _ => Self::defect(),
        }
    }
}

impl From<std::io::Error> for Failure {
    fn from(_: std::io::Error) -> Self {
        Self::defect()
    }
}
