//! The server of nimlab: the questions of the command over HTTP, and a page.
//!
//! Everything is in the binary. A request can read no file; its size, its
//! time, its memory and the number of requests at once are limited; what a
//! browser no longer waits for is stopped; and light requests are answered
//! while heavy ones run. docs/api.md describes the questions.

mod api;
mod connections;
mod error;
mod fields;
mod page;
mod reply;
mod router;
mod sending;
mod work;

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

/// The longest body of a request, in bytes.
pub const MOST_BODY: usize = 256 << 10;

/// What the server gives at most.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// How long one request may compute.
    pub time: Duration,
    /// How long one request may wait for its turn.
    pub wait: Duration,
    /// How many computations may run for a moment.
    pub quick: usize,
    /// How many computations may run for longer.
    pub slow: usize,
    /// How many requests may run and wait in all.
    pub queue: usize,
    /// Bytes that large answers may take together, until they are sent.
    pub memory: usize,
    /// How many connections there may be.
    pub connections: usize,
}

impl Default for Limits {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Self {
            time: Duration::from_secs(10),
            wait: Duration::from_secs(10),
            quick: 8,
            slow: cores.clamp(2, 8),
            queue: 128,
            memory: 512 << 20,
            connections: 512,
        }
    }
}

/// Why a server cannot start.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Another program has the port.
    #[error("port {0} is taken by another program\n  another port may be free: nimlab serve --port {another}; --port 0 takes any", another = if *.0 == u16::MAX { 8080 } else { .0 + 1 })]
    PortTaken(u16),
    /// The port cannot be had for another reason.
    #[error("cannot listen on {address}: {reason}")]
    Cannot {
        /// The address.
        address: SocketAddr,
        /// The reason.
        reason: std::io::Error,
    },
    /// The threads of the server cannot be started.
    #[error("the server cannot start: {0}")]
    Start(std::io::Error),
}

/// Serves on 127.0.0.1 until Ctrl-C, and then finishes what has been begun.
/// `ready` is called with the address as soon as it can be visited.
pub fn serve(port: u16, limits: Limits, ready: impl FnOnce(SocketAddr)) -> Result<(), Error> {
    let address = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), port);
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().map_err(Error::Start)?;
    let served = runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind(address).await.map_err(|reason| match reason.kind() {
            std::io::ErrorKind::AddrInUse => Error::PortTaken(port),
            _ => Error::Cannot { address, reason },
        })?;
        ready(listener.local_addr().map_err(Error::Start)?);
        connections::accept(listener, router::router(limits), limits).await;
        Ok(())
    });
    runtime.shutdown_timeout(Duration::from_secs(1));
    served
}
