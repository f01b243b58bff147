//! Answers as responses of HTTP.

use axum::body::{Body, Bytes};
use axum::http::{HeaderName, HeaderValue, Response, StatusCode, header};
use nimlab_api::{Failure, Reply};
use tokio::sync::OwnedSemaphorePermit;

/// An answer with its place in memory, which it keeps until it has been sent.
pub struct HeldReply {
    reply: Reply,
    memory: Option<OwnedSemaphorePermit>,
}

impl HeldReply {
    /// An answer that keeps this place in memory.
    pub fn new(reply: Reply, memory: Option<OwnedSemaphorePermit>) -> Self {
        Self { reply, memory }
    }

    /// The bytes of the body.
    pub fn len(&self) -> usize {
        self.reply.body().len()
    }

    /// Keeps this place in memory from now on.
    pub fn hold(&mut self, memory: OwnedSemaphorePermit) {
        self.memory = Some(memory);
    }

    /// The answer to a request.
    pub fn into_response(self) -> Response<Body> {
        let mut headers = vec![(header::CONTENT_TYPE, HeaderValue::from_static(self.reply.kind()))];
        let numbers = self.reply.headers().iter();
        headers.extend(numbers.map(|&(name, value)| (HeaderName::from_static(name), HeaderValue::from(value))));
        let mut response = Response::new(Body::from(Bytes::from_owner(self)));
        response.headers_mut().extend(headers);
        response
    }
}

impl AsRef<[u8]> for HeldReply {
    fn as_ref(&self) -> &[u8] {
        self.reply.body()
    }
}

/// A failure as the answer to a request.
pub fn refusal(failure: Failure) -> Response<Body> {
    let (status, body) = failure.into_parts();
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    if status == 503 {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("2"));
    }
    response
}
