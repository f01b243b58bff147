//! Connections: so many at once, each with a time for its headers, until
//! Ctrl-C ends them gently.

use crate::Limits;
use crate::sending::Sending;
use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

/// How long a browser may take to send the headers of a request.
const HEADERS: Duration = Duration::from_secs(10);

/// How long a browser may take for a piece of an answer.
const TAKING: Duration = Duration::from_secs(10);

/// How long the requests that run are given at the end.
const FAREWELL: Duration = Duration::from_secs(3);

/// Serves connections until Ctrl-C.
pub async fn accept(listener: TcpListener, router: Router, limits: Limits) {
    let graceful = GracefulShutdown::new();
    let places = Arc::new(Semaphore::new(limits.connections));
    let mut interrupted = std::pin::pin!(tokio::signal::ctrl_c());
    loop {
        // Without a free place the next connection waits in the system's queue.
        let next = async {
            let place = places.clone().acquire_owned().await;
            (place, listener.accept().await)
        };
        let (place, accepted) = tokio::select! {
            next = next => next,
            _ = &mut interrupted => break,
        };
        let Ok((stream, _)) = accepted else {
            // Out of file handles, for instance: others will be given back.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let _ = stream.set_nodelay(true);
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(HEADERS).max_buf_size(64 << 10);
        let stream = TokioIo::new(Sending::new(stream, TAKING));
        let connection = http.serve_connection(stream, TowerToHyperService::new(router.clone()));
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            // A connection that breaks off is the browser's affair.
            let _ = connection.await;
            drop(place);
        });
    }
    drop(listener);
    let _ = tokio::time::timeout(FAREWELL, graceful.shutdown()).await;
}
