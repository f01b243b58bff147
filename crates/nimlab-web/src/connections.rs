//! Connections: this many at once, each with a time for its headers, until
//! Ctrl-C or a request to terminate ends them gently.
//!
//! When there are too many, the one that has kept the server waiting longest gives
//! way to the new one. So people who open many connections and say nothing hold
//! nobody up.

use crate::ServerLimits;
use crate::guests::Guests;
use crate::router::Desk;
use crate::sending::Sending;
use axum::body::Body;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};

/// How long a browser may take to send the headers of a request.
const HEADERS: Duration = Duration::from_secs(10);

/// The longest headers, in bytes.
const LONGEST: usize = 32 << 10;

/// How long a browser may take for a piece of an answer.
const TAKING: Duration = Duration::from_secs(10);

/// How long the requests that run are given at the end.
const FAREWELL: Duration = Duration::from_secs(5);

/// Serves connections until it is told to stop.
pub async fn accept(listener: TcpListener, desk: Desk, limits: ServerLimits, stopped: impl Future<Output = ()>) {
    let graceful = GracefulShutdown::new();
    let guests = Arc::new(Guests::new(room_for(limits.connections)));
    let desk = Arc::new(desk);
    let mut stopped = std::pin::pin!(stopped);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stopped => break,
        };
        match accepted {
            Ok((stream, _)) => welcome(stream, &desk, &graceful, &guests),
            Err(_) => {
                // Out of file handles, for instance: somebody must give one back.
                guests.dismiss_one();
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        }
    }
    drop(listener);
    // Whoever has asked nothing yet gets no answer.
    guests.dismiss_silent();
    let _ = tokio::time::timeout(FAREWELL, graceful.shutdown()).await;
}

/// Serves one connection, on a task of its own.
fn welcome(stream: TcpStream, desk: &Arc<Desk>, graceful: &GracefulShutdown, guests: &Arc<Guests>) {
    let _ = stream.set_nodelay(true);
    let seat = guests.enter();
    let (desk, guest) = (desk.clone(), seat.guest());
    let answer = move |request: Request<Incoming>| {
        let (desk, guest) = (desk.clone(), guest.clone());
        async move { Ok::<_, Infallible>(desk.answer(request.map(Body::new), &guest).await) }
    };
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEADERS).max_buf_size(LONGEST);
    let stream = TokioIo::new(Sending::new(stream, TAKING));
    let connection = graceful.watch(http.serve_connection(stream, service_fn(answer)));
    let guest = seat.guest();
    let task = tokio::spawn(async move {
        // A connection that breaks off is the browser's affair.
        let _ = connection.await;
        drop(seat);
    });
    guest.can_be_dismissed(task.abort_handle());
}

/// Ctrl-C, or the signal by which a system ends its services. Both are listened
/// for from now on, and come later.
pub fn told_to_stop() -> impl Future<Output = ()> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let heard = [SignalKind::interrupt(), SignalKind::terminate()].map(signal);
        async move {
            let [interrupted, terminated] = heard;
            let come = async |heard: std::io::Result<tokio::signal::unix::Signal>| match heard {
                Ok(mut signal) => signal.recv().await,
                Err(_) => std::future::pending().await,
            };
            tokio::select! {
                _ = come(interrupted) => {}
                _ = come(terminated) => {}
            }
        }
    }
    #[cfg(not(unix))]
    async {
        let _ = tokio::signal::ctrl_c().await;
    }
}

/// How many connections the system lets us have, after asking it for enough:
/// one file handle each, and some for the server itself.
fn room_for(connections: usize) -> usize {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, getrlimit, setrlimit};
        const OWN: u64 = 64;
        let mut handles = getrlimit(Resource::Nofile);
        let wanted = connections as u64 + OWN;
        if handles.current.is_some_and(|now| now < wanted) {
            let raised = handles.maximum.map_or(wanted, |most| most.min(wanted));
            let before = handles.current.replace(raised);
            if setrlimit(Resource::Nofile, handles).is_err() {
                handles.current = before;
            }
        }
        let granted = handles.current.unwrap_or(wanted).saturating_sub(OWN).max(1);
        usize::try_from(granted).unwrap_or(connections).min(connections)
    }
    #[cfg(not(unix))]
    connections
}
