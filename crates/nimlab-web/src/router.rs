//! From a request to an answer: the questions under `/api/`, the page for
//! everything else, and the headers that every answer has.

use crate::access::{self, Names};
use crate::guests::Guest;
use crate::reply::refusal;
use crate::work::Work;
use crate::{ServerLimits, page};
use axum::body::{Body, to_bytes};
use axum::http::{HeaderName, HeaderValue, Method, Request, Response, header};
use nimlab_api::{Failure, Fields, MOST_BODY};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How long a browser may take to send a body.
const SENDING: Duration = Duration::from_secs(10);

/// Bodies up to this length are read at once.
const SMALL_BODY: usize = 8 << 10;

/// The length of all longer bodies together. What is read from them takes up to
/// thirty times as much.
const BODIES: usize = 2 << 20;

/// What every answer says to the browser: nothing from elsewhere, no scripts
/// in the page itself, nothing guessed.
const HEADERS: [(HeaderName, &str); 5] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Where requests are answered.
pub struct Desk {
    work: Work,
    names: Names,
    /// Bytes for the bodies that are read or wait to be answered.
    bodies: Arc<Semaphore>,
}

impl Desk {
    /// A desk with nothing on it.
    pub fn new(limits: ServerLimits, names: Names) -> Self {
        Self { work: Work::new(limits), names, bodies: Arc::new(Semaphore::new(BODIES)) }
    }

    /// The answer to a request, whatever it is.
    pub async fn answer(&self, request: Request<Body>, guest: &Guest) -> Response<Body> {
        guest.asks();
        let path = request.uri().path().to_owned();
        let mut response = self.answered(&path, request, guest).await.unwrap_or_else(refusal);
        for (name, value) in HEADERS {
            response.headers_mut().insert(name, HeaderValue::from_static(value));
        }
        if path.starts_with("/api/") {
            response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        }
        response
    }

    async fn answered(&self, path: &str, request: Request<Body>, guest: &Guest) -> Result<Response<Body>, Failure> {
        self.names.check_host(request.headers())?;
        match path.strip_prefix("/api/") {
            Some(question) => self.computed(question, request, guest).await,
            None if matches!(*request.method(), Method::GET | Method::HEAD) => Ok(page::file(path, request.headers())),
            None => Err(wrong_method()),
        }
    }

    async fn computed(&self, question: &str, request: Request<Body>, guest: &Guest) -> Result<Response<Body>, Failure> {
        access::check_origin(request.headers())?;
        let endpoint = nimlab_api::endpoint(question)?;
        let (fields, _room) = self.read(request).await?;
        let _served = guest.serve();
        fields.only(endpoint.fields)?;
        let question = endpoint.question(&fields)?;
        let reply = self.work.run(question, Arc::new(move |token| (endpoint.answer)(&fields, token))).await?;
        Ok(reply.into_response())
    }

    /// The fields of a request, and the room that they take.
    async fn read(&self, request: Request<Body>) -> Result<(Fields, Option<OwnedSemaphorePermit>), Failure> {
        match *request.method() {
            Method::GET | Method::HEAD => Ok((Fields::from_query(request.uri().query().unwrap_or("")), None)),
            Method::POST => {
                let kind =
                    request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or("");
                if kind.split(';').next().unwrap_or("").trim() != "application/json" {
                    return Err(Failure::new(
                        415,
                        "the body is not declared as JSON",
                        Some("the header Content-Type: application/json"),
                        None,
                    ));
                }
                let late = || {
                    let expected = format!("a body within {} seconds", SENDING.as_secs());
                    Failure::new(408, "the body did not come in time", Some(&expected), None)
                };
                tokio::time::timeout(SENDING, self.read_body(request.into_body())).await.map_err(|_| late())?
            }
            _ => Err(wrong_method()),
        }
    }

    /// A long body needs room before it is read.
    async fn read_body(&self, body: Body) -> Result<(Fields, Option<OwnedSemaphorePermit>), Failure> {
        let said = axum::body::HttpBody::size_hint(&body).upper();
        let longest = said.map_or(MOST_BODY, |said| usize::try_from(said).unwrap_or(usize::MAX));
        if longest > MOST_BODY {
            return Err(Failure::too_large("the body", "longer", format!("{MOST_BODY} bytes")));
        }
        let room = match longest <= SMALL_BODY {
            true => None,
            false => {
                let room = self.bodies.clone().acquire_many_owned(longest as u32);
                let room = tokio::time::timeout(SENDING / 2, room).await;
                Some(room.ok().and_then(Result::ok).ok_or_else(Failure::busy)?)
            }
        };
        let read = to_bytes(body, MOST_BODY).await;
        let read = read.map_err(|_| Failure::too_large("the body", "longer", format!("{MOST_BODY} bytes")))?;
        Ok((Fields::from_body(&read)?, room))
    }
}

fn wrong_method() -> Failure {
    Failure::new(405, "this method is not understood", Some("GET or POST"), None)
}
