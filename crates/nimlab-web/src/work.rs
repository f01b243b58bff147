//! Where computations run: never on the threads that talk to browsers.
//!
//! Every computation starts in the *quick* lane. What is not done after a
//! moment moves to the *slow* lane, which has few places; if none is free and
//! the quick lane fills up, it is stopped and started again when one is. So light requests are answered while
//! heavy ones run. What is known to be heavy waits for the slow lane at once,
//! and for the memory that its answer takes until it is sent. When the browser
//! goes away the future is dropped, and the computation is told to stop.

use crate::Limits;
use crate::error::Failure;
use crate::reply::Reply;
use nimlab::solve::{self, Budget, Cancel};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};
use tokio::time::timeout;

/// How long a computation may stay in the quick lane.
const MOMENT: Duration = Duration::from_millis(150);

/// How much slow computations stand back, as `nice` counts.
#[cfg(target_os = "linux")]
const STEPPED_BACK: i32 = 10;

/// Memory is counted in pieces of this many bytes.
const PIECE: usize = 1 << 16;

/// Answers of more bytes than this are heavy.
pub const LIGHT: usize = 1 << 20;

/// What a computation may still use, and whether anybody waits for it.
pub struct Token {
    cancelled: solve::Token,
    deadline: Instant,
}

impl Token {
    /// A budget that ends with the time of the request, or when nobody waits.
    pub fn limited(&self, budget: Budget) -> Budget {
        let time = self.deadline.saturating_duration_since(Instant::now());
        let mut limited = budget.within(time);
        limited.cancel = Some(self.cancelled);
        limited.started()
    }

    /// Fails if nobody waits any more, or the time is over.
    pub fn check(&self) -> Result<(), Failure> {
        if self.cancelled.is_cancelled() || Instant::now() > self.deadline {
            Err(Failure::out_of_time())
        } else {
            Ok(())
        }
    }
}

/// A computation: it may be started twice.
pub type Job = Arc<dyn Fn(&Token) -> Result<Reply, Failure> + Send + Sync>;

/// The lanes.
pub struct Work {
    limits: Limits,
    quick: Arc<Semaphore>,
    slow: Arc<Semaphore>,
    memory: Arc<Semaphore>,
    inside: Arc<AtomicUsize>,
    heavy: Arc<AtomicUsize>,
}

impl Work {
    /// Lanes with nothing in them.
    pub fn new(limits: Limits) -> Self {
        Self {
            quick: Arc::new(Semaphore::new(limits.quick)),
            slow: Arc::new(Semaphore::new(limits.slow)),
            memory: Arc::new(Semaphore::new(limits.memory / PIECE)),
            inside: Arc::new(AtomicUsize::new(0)),
            heavy: Arc::new(AtomicUsize::new(0)),
            limits,
        }
    }

    /// Runs a computation whose answer takes about `weight` bytes; 0 if it is
    /// expected to be light.
    pub async fn run(&self, weight: usize, job: Job) -> Result<Reply, Failure> {
        let _place = enter(&self.inside, self.limits.queue)?;
        // Heavy requests leave half of the places to light ones.
        let _heavy = if weight == 0 { None } else { Some(enter(&self.heavy, self.limits.queue / 2)?) };
        if weight == 0
            && let Some(reply) = self.run_quickly(&job).await?
        {
            return self.make_room(reply);
        }
        let memory = match weight.div_ceil(PIECE) as u32 {
            0 => None,
            pieces => Some(self.wait(self.memory.clone().acquire_many_owned(pieces)).await?),
        };
        let permit = self.wait(self.slow.clone().acquire_owned()).await?;
        let mut reply = Running::start(job, permit, true, self.limits.time)?.finish(self.limits.time).await?;
        match memory {
            Some(memory) => reply.hold(memory),
            None => return self.make_room(reply),
        }
        Ok(reply)
    }

    /// Memory for an answer that came out large: there is some now, or the
    /// answer is dropped.
    fn make_room(&self, mut reply: Reply) -> Result<Reply, Failure> {
        if reply.len() > LIGHT {
            let pieces = reply.len().div_ceil(PIECE) as u32;
            reply.hold(self.memory.clone().try_acquire_many_owned(pieces).map_err(|_| Failure::busy())?);
        }
        Ok(reply)
    }

    /// The answer, if it comes in a moment or there is a place in the slow
    /// lane to go on.
    async fn run_quickly(&self, job: &Job) -> Result<Option<Reply>, Failure> {
        let permit = self.wait(self.quick.clone().acquire_owned()).await?;
        let mut running = Running::start(job.clone(), permit, false, self.limits.time)?;
        let started = Instant::now();
        loop {
            if let Ok(done) = timeout(MOMENT, &mut running.answer).await {
                return Running::outcome(done).map(Some);
            }
            if let Ok(place) = self.slow.clone().try_acquire_owned() {
                running.move_to(place);
                return running.finish(self.limits.time.saturating_sub(started.elapsed())).await.map(Some);
            }
            // What only waited for a processor is light, however long that took.
            let worked = lock(&running.thread).worked().is_none_or(|worked| worked >= MOMENT);
            if worked && self.quick.available_permits() < self.limits.quick / 2 {
                return Ok(None);
            }
            if started.elapsed() > self.limits.time {
                return Err(Failure::out_of_time());
            }
        }
    }

    async fn wait<T, E>(&self, place: impl Future<Output = Result<T, E>>) -> Result<T, Failure> {
        match timeout(self.limits.wait, place).await {
            Ok(Ok(place)) => Ok(place),
            _ => Err(Failure::busy()),
        }
    }
}

/// Counts a request that runs or waits.
fn enter(inside: &Arc<AtomicUsize>, most: usize) -> Result<Place, Failure> {
    let place = Place(inside.clone());
    let before = inside.fetch_add(1, Ordering::Relaxed);
    if before >= most { Err(Failure::busy()) } else { Ok(place) }
}

/// One of the requests that are counted.
struct Place(Arc<AtomicUsize>);

impl Drop for Place {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A computation on a thread of its own; dropping this tells it to stop. It
/// keeps its place in a lane until it has really ended.
struct Running {
    /// Cancels the work when it is dropped.
    _cancel: Cancel,
    thread: Arc<Mutex<Thread>>,
    answer: oneshot::Receiver<Result<Reply, Failure>>,
}

/// What is known of the thread of a computation.
struct Thread {
    /// Its place in a lane.
    _place: OwnedSemaphorePermit,
    #[cfg(target_os = "linux")]
    id: Option<rustix::process::Pid>,
    slow: bool,
}

impl Thread {
    /// The processor time that it has used, where the system tells; it counts
    /// hundredths of a second.
    fn worked(&self) -> Option<Duration> {
        #[cfg(target_os = "linux")]
        {
            // A thread without a number has not begun.
            let Some(id) = self.id else { return Some(Duration::ZERO) };
            let path = format!("/proc/self/task/{}/stat", id.as_raw_nonzero());
            let stat = std::fs::read_to_string(path).ok()?;
            let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
            let mut ticks = || fields.next()?.parse::<u64>().ok();
            Some(Duration::from_millis(10 * (ticks()? + ticks()?)))
        }
        #[cfg(not(target_os = "linux"))]
        None
    }

    /// Lets others go first: a slow computation must not hold up light ones.
    fn step_back(&mut self) {
        self.slow = true;
        #[cfg(target_os = "linux")]
        if let Some(id) = self.id {
            // Only speed depends on whether this is granted.
            let _ = rustix::process::setpriority_process(Some(id), STEPPED_BACK);
        }
    }
}

impl Running {
    fn start(job: Job, place: OwnedSemaphorePermit, slow: bool, time: Duration) -> Result<Self, Failure> {
        let cancel = Cancel::new();
        let token = Token { cancelled: cancel.token(), deadline: Instant::now() + time };
        let thread = Thread {
            _place: place,
            #[cfg(target_os = "linux")]
            id: None,
            slow,
        };
        let thread = Arc::new(Mutex::new(thread));
        let own = thread.clone();
        let (sender, answer) = oneshot::channel();
        let body = move || {
            #[cfg(target_os = "linux")]
            {
                let mut known = lock(&own);
                known.id = Some(rustix::thread::gettid());
                if known.slow {
                    known.step_back();
                }
            }
            let result = job(&token);
            drop(job);
            let _ = sender.send(result);
        };
        std::thread::Builder::new().name("nimlab".into()).spawn(body).map_err(|_| Failure::busy())?;
        Ok(Self { _cancel: cancel, thread, answer })
    }

    /// Goes on in the slow lane.
    fn move_to(&self, place: OwnedSemaphorePermit) {
        let mut thread = lock(&self.thread);
        thread._place = place;
        thread.step_back();
    }

    async fn finish(mut self, time: Duration) -> Result<Reply, Failure> {
        // A little longer than its own deadline, so that it can say how far it came.
        let done = timeout(time + Duration::from_millis(500), &mut self.answer).await;
        // Not on the thread itself: it stands back, and would hold others up.
        tokio::task::spawn_blocking(nimlab::memory::give_back);
        match done {
            Ok(done) => Self::outcome(done),
            Err(_) => Err(Failure::out_of_time()),
        }
    }

    /// The answer; a thread that panicked has dropped its end.
    fn outcome(done: Result<Result<Reply, Failure>, oneshot::error::RecvError>) -> Result<Reply, Failure> {
        done.unwrap_or_else(|_| Err(Failure::defect()))
    }
}

fn lock(thread: &Mutex<Thread>) -> MutexGuard<'_, Thread> {
    thread.lock().unwrap_or_else(PoisonError::into_inner)
}
