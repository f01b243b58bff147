//! What a request is answered with: JSON, or bytes with their own headers.

use serde_json::Value;

/// The body of an answer and what is said about it.
///
/// ```
/// use nimlab_api::Reply;
/// let reply = Reply::bytes("text/csv; charset=utf-8", b"n,a,b\n".to_vec()).with("x-rows", 0);
/// assert_eq!((reply.kind(), reply.headers()), ("text/csv; charset=utf-8", &[("x-rows", 0)][..]));
/// ```
#[derive(Debug, Clone)]
pub struct Reply {
    kind: &'static str,
    headers: Vec<(&'static str, u64)>,
    body: Vec<u8>,
}

impl Reply {
    /// A JSON value on a line, as the command writes it.
    pub fn json(value: &Value) -> Self {
        Self::bytes("application/json", format!("{value}\n").into_bytes())
    }

    /// Bytes of a kind.
    pub fn bytes(kind: &'static str, body: Vec<u8>) -> Self {
        Self { kind, headers: Vec::new(), body }
    }

    /// Adds a header with a number.
    pub fn with(mut self, name: &'static str, value: u64) -> Self {
        self.headers.push((name, value));
        self
    }

    /// The type of the body, as HTTP names it.
    pub fn kind(&self) -> &'static str {
        self.kind
    }

    /// The headers and their numbers.
    pub fn headers(&self) -> &[(&'static str, u64)] {
        &self.headers
    }

    /// The bytes of the body.
    pub fn body(&self) -> &[u8] {
        &self.body
    }

    /// The bytes of the body themselves.
    pub fn into_body(self) -> Vec<u8> {
        self.body
    }
}
