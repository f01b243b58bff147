//! The server of nimlab: the questions of the command over HTTP, and a page.
//!
//! Everything is in the binary. A request can read no file; its size, its
//! time, its memory and the number of requests at once are limited; what a
//! browser no longer waits for is stopped; and light requests are answered
//! while heavy ones run.
//!
//! The answers are made in `nimlab-api`, and docs/api.md describes the questions. Here
//! stands who may ask, in which order questions are answered, and how much of the
//! machine each of them gets.

mod access;
mod connections;
mod guests;
mod lanes;
mod page;
mod reply;
mod router;
mod sending;
mod site;
mod work;

pub use site::{SiteFile, site};

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

/// What the server gives at most. Together this is less than a gigabyte, the
/// memory that docs/api.md promises.
///
/// ```
/// use nimlab_web::ServerLimits;
/// use std::time::Duration;
/// let patient = ServerLimits { time: Duration::from_secs(60), ..ServerLimits::default() };
/// assert_eq!(patient.queue, ServerLimits::default().queue);
/// ```
#[derive(Debug, Clone, Copy)]
pub struct ServerLimits {
    /// How long one request may compute.
    pub time: Duration,
    /// How long one request may wait for its turn.
    pub wait: Duration,
    /// How many light computations may run at once.
    pub light: usize,
    /// How many computations that may turn out heavy.
    pub doubtful: usize,
    /// How many heavy computations.
    pub slow: usize,
    /// How many requests may run and wait in each of these lanes.
    pub queue: usize,
    /// Bytes for a light or doubtful computation.
    pub brief: usize,
    /// Bytes for a heavy computation.
    pub search: usize,
    /// Bytes for all heavy computations, and for their answers until they are sent.
    pub memory: usize,
    /// Bytes for the answers of the others until they are sent.
    pub answers: usize,
    /// How many connections there may be.
    pub connections: usize,
}

impl Default for ServerLimits {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Self {
            time: Duration::from_secs(10),
            wait: Duration::from_secs(5),
            light: 8,
            doubtful: 4,
            slow: cores.clamp(2, 4),
            queue: 64,
            brief: 8 << 20,
            search: 256 << 20,
            memory: 640 << 20,
            answers: 64 << 20,
            connections: 2048,
        }
    }
}

/// Why a server cannot start, or a site cannot be written.
///
/// ```
/// use nimlab_web::{Error, ServerLimits, serve};
/// let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
/// let address = taken.local_addr().unwrap();
/// assert!(matches!(serve(address, ServerLimits::default(), |_| ()), Err(Error::PortTaken(_))));
/// ```
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Another program has the port.
    #[error("port {0} is taken by another program")]
    PortTaken(u16),
    /// This machine does not have the address.
    #[error("this machine does not have the address {0}")]
    NotHere(IpAddr),
    /// The port is not available for another reason.
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
    /// Something else was given as the engine of a site.
    #[error("this is not the engine of nimlab as WebAssembly")]
    NoEngine,
}

/// Serves until Ctrl-C or a request to terminate, and then finishes what has
/// been begun. `ready` is called with the address as soon as it can be visited.
///
/// ```
/// use nimlab_web::{ServerLimits, serve};
/// # if false {
/// serve("127.0.0.1:8080".parse().unwrap(), ServerLimits::default(), |address| println!("http://{address}/"))?;
/// # }
/// # Ok::<(), nimlab_web::Error>(())
/// ```
pub fn serve(address: SocketAddr, limits: ServerLimits, ready: impl FnOnce(SocketAddr)) -> Result<(), Error> {
    nimlab::memory::keep_little();
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().map_err(Error::Start)?;
    let served = runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind(address).await.map_err(|reason| match reason.kind() {
            std::io::ErrorKind::AddrInUse => Error::PortTaken(address.port()),
            std::io::ErrorKind::AddrNotAvailable => Error::NotHere(address.ip()),
            _ => Error::Cannot { address, reason },
        })?;
        let stopped = connections::told_to_stop();
        ready(listener.local_addr().map_err(Error::Start)?);
        connections::accept(listener, router::Desk::new(limits, access::Names::of(address.ip())), limits, stopped)
            .await;
        Ok(())
    });
    runtime.shutdown_timeout(Duration::from_secs(1));
    served
}
