//! What a request is answered with: JSON, or bytes with their own headers.

use axum::body::{Body, Bytes};
use axum::http::{HeaderName, HeaderValue, Response, header};
use serde_json::Value;
use tokio::sync::OwnedSemaphorePermit;

/// The body of an answer and what is said about it.
pub struct Reply {
    kind: &'static str,
    headers: Vec<(&'static str, u64)>,
    body: Vec<u8>,
    memory: Option<OwnedSemaphorePermit>,
}

impl Reply {
    /// A JSON value on a line, as the command writes it.
    pub fn json(value: &Value) -> Self {
        Self::bytes("application/json", format!("{value}\n").into_bytes())
    }

    /// Bytes of a kind.
    pub fn bytes(kind: &'static str, body: Vec<u8>) -> Self {
        Self { kind, headers: Vec::new(), body, memory: None }
    }

    /// Adds a header with a number.
    pub fn with(mut self, name: &'static str, value: u64) -> Self {
        self.headers.push((name, value));
        self
    }

    /// The bytes of the body.
    pub fn len(&self) -> usize {
        self.body.len()
    }

    /// The bytes of the body themselves.
    pub fn into_body(self) -> Vec<u8> {
        self.body
    }

    /// Keeps a place in memory until the answer has been sent.
    pub fn hold(&mut self, memory: OwnedSemaphorePermit) {
        self.memory = Some(memory);
    }

    /// The answer to a request.
    pub fn into_response(self) -> Response<Body> {
        let kind = HeaderValue::from_static(self.kind);
        let held = HeldBody { body: self.body, _memory: self.memory };
        let mut response = Response::new(Body::from(Bytes::from_owner(held)));
        response.headers_mut().insert(header::CONTENT_TYPE, kind);
        for (name, value) in self.headers {
            response.headers_mut().insert(HeaderName::from_static(name), HeaderValue::from(value));
        }
        response
    }
}

/// A body with its place in memory.
struct HeldBody {
    body: Vec<u8>,
    _memory: Option<OwnedSemaphorePermit>,
}

impl AsRef<[u8]> for HeldBody {
    fn as_ref(&self) -> &[u8] {
        &self.body
    }
}
