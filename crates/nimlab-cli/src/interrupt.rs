//! Ctrl-C and the request to end (SIGTERM), for work that wants to keep what it
//! has done: the first is noted, the second ends the command at once.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

/// Whether the command was asked to end, and by which signal.
pub struct Interrupt {
    /// The number of the signal; 0 if there was none.
    caught: Arc<AtomicU8>,
}

impl Interrupt {
    /// Notes signals from now on; `told` is printed when the first one comes.
    pub fn watch(told: &'static str) -> io::Result<Self> {
        let caught = Arc::new(AtomicU8::new(0));
        let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
        let mut signals = {
            let _entered = runtime.enter();
            Signals::watch()?
        };
        let noted = caught.clone();
        std::thread::spawn(move || {
            runtime.block_on(async move {
                loop {
                    let number = signals.next().await;
                    if noted.swap(number, Ordering::Relaxed) > 0 {
                        std::process::exit(128 + i32::from(number));
                    }
                    // On a terminal the message takes the place of the progress.
                    let mut stderr = io::stderr();
                    let _ = match stderr.is_terminal() {
                        true => writeln!(stderr, "\r{told}\x1b[K"),
                        false => writeln!(stderr, "{told}"),
                    };
                }
            });
        });
        Ok(Self { caught })
    }

    /// Whether there was a signal.
    pub fn came(&self) -> bool {
        self.caught.load(Ordering::Relaxed) > 0
    }

    /// The exit code of a command that a signal ended: 128 and its number, so
    /// 130 for Ctrl-C.
    pub fn code(&self) -> ExitCode {
        ExitCode::from(128 + self.caught.load(Ordering::Relaxed))
    }
}

/// The number of Ctrl-C among the signals.
const INTERRUPT: u8 = 2;

/// The signals that are watched.
#[cfg(unix)]
struct Signals {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    fn watch() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self { interrupt: signal(SignalKind::interrupt())?, terminate: signal(SignalKind::terminate())? })
    }

    /// The number of the next signal.
    async fn next(&mut self) -> u8 {
        const TERMINATE: u8 = 15;
        tokio::select! {
            _ = self.interrupt.recv() => INTERRUPT,
            _ = self.terminate.recv() => TERMINATE,
        }
    }
}

/// Elsewhere there is only Ctrl-C.
#[cfg(not(unix))]
struct Signals;

#[cfg(not(unix))]
impl Signals {
    fn watch() -> io::Result<Self> {
        Ok(Self)
    }

    async fn next(&mut self) -> u8 {
        match tokio::signal::ctrl_c().await {
            Ok(()) => INTERRUPT,
            Err(_) => std::future::pending().await,
        }
    }
}
