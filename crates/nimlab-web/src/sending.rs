//! A connection that gives up on a browser that does not read: what waits to
//! be sent takes memory that others need.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep_until};

/// A browser must take this many bytes …
const PIECE: usize = 64 << 10;

/// A stream with a time for sending.
pub struct Sending<S> {
    stream: S,
    /// … within this time.
    time: Duration,
    /// Runs from the first write that had to wait.
    clock: Option<Pin<Box<Sleep>>>,
    /// What was taken since.
    taken: usize,
}

impl<S> Sending<S> {
    /// A stream whose reader takes at least [`PIECE`] bytes within a time.
    pub fn new(stream: S, time: Duration) -> Self {
        Self { stream, time, clock: None, taken: 0 }
    }

    /// Nothing waits any more.
    fn rest(&mut self) {
        (self.clock, self.taken) = (None, 0);
    }

    /// After a write: starts, continues or stops the clock.
    fn watch(&mut self, context: &mut Context<'_>, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        if let Poll::Ready(Ok(bytes)) = &written {
            self.taken += bytes;
            if self.taken >= PIECE {
                self.rest();
            }
            return written;
        }
        if written.is_pending() {
            let end = Instant::now() + self.time;
            let clock = self.clock.get_or_insert_with(|| Box::pin(sleep_until(end)));
            ready!(clock.as_mut().poll(context));
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        written
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Sending<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Sending<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.watch(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, pieces);
        self.watch(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        if flushed.is_ready() {
            self.rest();
        }
        flushed
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
