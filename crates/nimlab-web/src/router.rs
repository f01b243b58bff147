//! From a request to an answer: the questions under `/api/`, the page for
//! everything else, and the headers that every answer has.

use crate::api::{ENDPOINTS, Endpoint};
use crate::error::Failure;
use crate::fields::Fields;
use crate::work::Work;
use crate::{Limits, MOST_BODY, page};
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::State;
use axum::http::{HeaderName, HeaderValue, Method, Request, Response, StatusCode, header};
use std::sync::Arc;
use std::time::Duration;

/// How long a browser may take to send a body.
const SENDING: Duration = Duration::from_secs(10);

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

/// The whole server, without its connections.
pub fn router(limits: Limits) -> Router {
    Router::new().fallback(handle).with_state(Arc::new(Work::new(limits)))
}

async fn handle(State(work): State<Arc<Work>>, request: Request<Body>) -> Response<Body> {
    let path = request.uri().path().to_owned();
    let mut response = match path.strip_prefix("/api/") {
        Some(question) => answer(&work, question, request).await.unwrap_or_else(Failure::into_response),
        None if matches!(*request.method(), Method::GET | Method::HEAD) => page::file(&path, request.headers()),
        None => wrong_method().into_response(),
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    if path.starts_with("/api/") {
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

async fn answer(work: &Work, question: &str, request: Request<Body>) -> Result<Response<Body>, Failure> {
    let endpoint = ENDPOINTS.iter().find(|endpoint| endpoint.path == question).ok_or_else(|| unknown(question))?;
    check_origin(&request)?;
    let fields = read(request).await?;
    fields.only(endpoint.fields)?;
    let weight = (endpoint.weight)(&fields)?;
    let reply = work.run(weight, job(endpoint, fields)).await?;
    Ok(reply.into_response())
}

fn job(endpoint: &'static Endpoint, fields: Fields) -> crate::work::Job {
    Arc::new(move |token| (endpoint.answer)(&fields, token))
}

/// The fields of a request.
async fn read(request: Request<Body>) -> Result<Fields, Failure> {
    match *request.method() {
        Method::GET | Method::HEAD => Ok(Fields::from_query(request.uri().query().unwrap_or(""))),
        Method::POST => {
            let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or("");
            if kind.split(';').next().unwrap_or("").trim() != "application/json" {
                return Err(Failure::new(
                    StatusCode::UNSUPPORTED_MEDIA_TYPE,
                    "the body is not said to be JSON",
                    Some("the header Content-Type: application/json"),
                    None,
                ));
            }
            let body = tokio::time::timeout(SENDING, to_bytes(request.into_body(), MOST_BODY)).await;
            match body {
                Ok(Ok(body)) => Fields::from_body(&body),
                Ok(Err(_)) => Err(Failure::too_large("the body", "longer", format!("{MOST_BODY} bytes"))),
                Err(_) => Err(Failure::new(
                    StatusCode::REQUEST_TIMEOUT,
                    "the body did not come in time",
                    Some("a body within 10 seconds"),
                    None,
                )),
            }
        }
        _ => Err(wrong_method()),
    }
}

fn wrong_method() -> Failure {
    Failure::new(StatusCode::METHOD_NOT_ALLOWED, "this method is not understood", Some("GET or POST"), None)
}

fn unknown(question: &str) -> Failure {
    let known: Vec<&str> = ENDPOINTS.iter().map(|endpoint| endpoint.path).collect();
    let question = nimlab::number::shorten(question);
    Failure::new(
        StatusCode::NOT_FOUND,
        format!("there is no question /api/{question}"),
        Some(&known.join(", ")),
        Some("/api/solve?game=wythoff:2&position=17,29"),
    )
}

/// Refuses requests that pages from elsewhere make, also under a name that
/// they point to this machine.
fn check_origin(request: &Request<Body>) -> Result<(), Failure> {
    let text = |name: HeaderName| request.headers().get(name).map(|value| value.to_str().unwrap_or("?"));
    let local = |host: &str| {
        let name = host
            .rsplit_once(':')
            .map_or(host, |(name, port)| if port.bytes().all(|b| b.is_ascii_digit()) { name } else { host });
        ["127.0.0.1", "localhost", "[::1]"].iter().any(|known| name.eq_ignore_ascii_case(known))
    };
    let host = text(header::HOST);
    let own = |origin: &str| {
        let there = origin.split_once("://").map(|(_, host)| host);
        there.is_some_and(|there| host.is_some_and(|host| host.eq_ignore_ascii_case(there)))
    };
    if host.is_none_or(local) && text(header::ORIGIN).is_none_or(own) {
        return Ok(());
    }
    Err(Failure::new(
        StatusCode::FORBIDDEN,
        "this server answers only pages of its own",
        Some("a request to 127.0.0.1 or localhost"),
        None,
    ))
}
