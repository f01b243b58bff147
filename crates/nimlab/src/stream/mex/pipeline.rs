//! The stream on two threads: one runs the chain and owns the bit arrays, the
//! other turns finished blocks into words and counts them.
//!
//! What a block writes lies far ahead of what the next blocks read, so that
//! the words may come back many blocks late. How late is checked, not assumed:
//! before a block is made, everything it reads must lie below the first place
//! that an outstanding block will write.

use super::block::MexBlock;
use super::compact::Compact;
use super::kernel::{BlockOutput, Maps};
use super::{Core, MARGIN, MexState, MexStream, SPAN, dispatch};
use std::collections::VecDeque;
use std::io;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};

/// What is done with every block, in order.
///
/// ```
/// use nimlab::stream::mex::{MexBlock, MexRule, MexStream, Observer};
/// #[derive(Default)]
/// struct Largest(u64);
/// impl Observer for Largest {
///     fn observe(&mut self, block: &MexBlock) {
///         self.0 = block.positions().map(|[_, _, c]| c).max().unwrap_or(self.0);
///     }
///     fn cut(&self, _: u64) -> u64 {
///         u64::MAX
///     }
/// }
/// let mut largest = Largest::default();
/// MexStream::new(MexRule::Wytlex).run(14, &mut largest, &mut |_, _| true)?;
/// assert_eq!(largest.0, 74);
/// # Ok::<(), std::io::Error>(())
/// ```
pub trait Observer: Send {
    /// Takes notice of a block.
    fn observe(&mut self, block: &MexBlock);

    /// The next number, from `from` on, at which a block must end because a sample is
    /// taken there.
    fn cut(&self, from: u64) -> u64;
}

/// A block on its way through the second thread.
#[derive(Default)]
struct BlockJob {
    block: Compact,
    output: BlockOutput,
}

/// Blocks that may be under way at once.
const JOBS: usize = 12;

impl MexStream {
    /// Runs up to position number `to`, showing every block to the observer. Between
    /// blocks `go_on` is asked, and can end the run earlier.
    pub fn run(
        &mut self,
        to: u64,
        observer: &mut dyn Observer,
        go_on: &mut dyn FnMut(MexState, u64) -> bool,
    ) -> io::Result<()> {
        // The first blocks, and all of them where there is no second thread.
        let alone = std::thread::available_parallelism().is_err();
        while self.core.next <= to && (alone || self.core.d <= MARGIN) {
            let most = observer.cut(self.core.next).min(to) - self.core.next + 1;
            observer.observe(self.next_block(most)?);
            if !go_on(self.state(), self.bytes()) {
                return Ok(());
            }
        }
        if self.core.next > to {
            return Ok(());
        }
        let cuts = Cuts::of(observer, self.core.next, to);
        std::thread::scope(|scope| {
            let (send, jobs) = channel::<Box<BlockJob>>();
            let (back, done) = channel::<Box<BlockJob>>();
            let rule = self.core.rule;
            scope.spawn(move || {
                let (mut block, mut maps, mut output) = (MexBlock::new(rule), Maps::new(), BlockOutput::new());
                while let Some(mut job) = receive(&jobs) {
                    dispatch::expand(&job.block, &mut block);
                    dispatch::finish(&mut block);
                    dispatch::pack(&block, &mut maps, &mut output);
                    // All at once: a store that waits for the other core's
                    // memory holds up every store after it.
                    job.output.copy_from(&output);
                    observer.observe(&block);
                    if back.send(job).is_err() {
                        return;
                    }
                }
            });
            Chain {
                core: &mut self.core,
                block: &mut self.block,
                send,
                done,
                spare: Vec::new(),
                made: 0,
                away: VecDeque::new(),
            }
            .run(to, cuts, go_on)
        })
    }
}

/// The numbers at which blocks end, given beforehand because the observer is
/// busy on the other thread.
struct Cuts {
    ahead: VecDeque<u64>,
}

impl Cuts {
    fn of(observer: &dyn Observer, from: u64, to: u64) -> Self {
        let mut ahead = VecDeque::new();
        let mut next = from;
        while next <= to {
            let cut = observer.cut(next).min(to);
            ahead.push_back(cut);
            next = cut + 1;
        }
        Self { ahead }
    }

    /// How many steps there are until the next cut.
    fn room(&mut self, from: u64) -> u64 {
        while self.ahead.front().is_some_and(|&cut| cut < from) {
            self.ahead.pop_front();
        }
        self.ahead.front().map_or(0, |cut| cut - from + 1)
    }
}

/// The thread of the chain.
#[expect(clippy::vec_box, reason = "jobs travel between threads as boxes, and a spare one stays in its box")]
struct Chain<'s> {
    core: &'s mut Core,
    block: &'s mut MexBlock,
    send: Sender<Box<BlockJob>>,
    done: Receiver<Box<BlockJob>>,
    spare: Vec<Box<BlockJob>>,
    made: usize,
    /// First M and D of the blocks that are under way.
    away: VecDeque<(u64, u64)>,
}

impl Chain<'_> {
    fn run(mut self, to: u64, mut cuts: Cuts, go_on: &mut dyn FnMut(MexState, u64) -> bool) -> io::Result<()> {
        let mut blocks = 0u64;
        while self.core.next <= to {
            let mut job = self.free_job()?;
            while !self.is_far_enough() {
                self.wait()?;
            }
            let room = cuts.room(self.core.next);
            self.core.advance(room, self.block)?;
            dispatch::shrink(&mut job.block, self.block);
            self.away.push_back(job.block.start());
            self.send.send(job).map_err(|_| ended())?;
            blocks += 1;
            if blocks.is_multiple_of(256) {
                self.core.spill()?;
            }
            if !go_on(self.core.state(), self.core.f.bytes() + self.core.z.bytes()) {
                break;
            }
        }
        while !self.away.is_empty() {
            self.wait()?;
        }
        Ok(())
    }

    /// A job that is not under way. Jobs that have finished meanwhile are written.
    fn free_job(&mut self) -> io::Result<Box<BlockJob>> {
        while let Ok(job) = self.done.try_recv() {
            self.write(job)?;
        }
        if self.spare.is_empty() && self.made < JOBS {
            self.made += 1;
            return Ok(Box::default());
        }
        while self.spare.is_empty() {
            self.wait()?;
        }
        Ok(self.spare.pop().expect("a job was just put there"))
    }

    fn wait(&mut self) -> io::Result<()> {
        let job = receive(&self.done).ok_or_else(ended)?;
        self.write(job)
    }

    fn write(&mut self, job: Box<BlockJob>) -> io::Result<()> {
        self.core.write(&job.output)?;
        self.away.pop_front();
        self.spare.push(job);
        Ok(())
    }

    /// Whether the next block reads nothing that is still to be written. Blocks under way
    /// write second coordinates from M₀ + D₀ on, which M would read; third coordinates from
    /// M₀ + 2D₀ on, which M + D would read; and sums from 2D₀ on, which D would read.
    fn is_far_enough(&self) -> bool {
        let Some(&(m, d)) = self.away.front() else { return true };
        self.core.m + SPAN < m + d && self.core.m + self.core.d + 2 * SPAN < m + 2 * d && self.core.d + SPAN < 2 * d
    }
}

/// How often a thread asks for a job before it sleeps: for longer than a block
/// takes, because to be woken takes longer still.
const ASKED: usize = 1000;

/// The next job, or nothing if no more will come.
fn receive(jobs: &Receiver<Box<BlockJob>>) -> Option<Box<BlockJob>> {
    for _ in 0..ASKED {
        match jobs.try_recv() {
            Ok(job) => return Some(job),
            Err(TryRecvError::Empty) => std::hint::spin_loop(),
            Err(TryRecvError::Disconnected) => return None,
        }
    }
    jobs.recv().ok()
}

fn ended() -> io::Error {
    io::Error::other("the counting thread has ended early")
}
