//! Where computations run: never on the threads that talk to browsers.
//!
//! A question begins in one of two lanes, with little memory: the *light* lane,
//! or, if it brings rules of its own or is of a kind that was heavy lately, the
//! *doubtful* lane, whose threads let the others go first. What is not done
//! after a moment moves to the *slow* lane, which has few places; if none is
//! free and the lane fills up, it is stopped and started again when one is. What
//! needs more memory starts again in the slow lane too, and what is known to be
//! heavy begins there. So light questions are answered while heavy ones run,
//! whoever sends them.
//!
//! A computation in the slow lane has a part of one memory, which all of them
//! and the answers that wait to be sent share. When the browser goes away the
//! future is dropped, and the computation is told to stop; it keeps its place
//! and its memory until it has really ended.

use crate::ServerLimits;
use crate::lanes::{Doubts, Lane};
use crate::reply::HeldReply;
use nimlab::Cancel;
use nimlab_api::{Failure, Reply, RequestQuestion, WorkToken};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};
use tokio::time::timeout;

/// How long a computation may stay where it began.
const MOMENT: Duration = Duration::from_millis(100);

/// How much computations stand back that are not light, as `nice` counts.
#[cfg(target_os = "linux")]
const STEPPED_BACK: i32 = 10;

/// Memory is counted in pieces of this many bytes.
const PIECE: usize = 1 << 16;

/// Answers up to this length take no part of the memory: there are only so many
/// connections.
const SMALL: usize = 16 << 10;

/// A computation: it may be started twice.
pub type Job = Arc<dyn Fn(&WorkToken) -> Result<Reply, Failure> + Send + Sync>;

/// The lanes and the memory.
pub struct Work {
    limits: ServerLimits,
    light: Lane,
    doubtful: Lane,
    slow: Lane,
    doubts: Doubts,
    memory: Arc<Semaphore>,
    /// For the answers of the light and the doubtful lane.
    answers: Arc<Semaphore>,
}

impl Work {
    /// Lanes with nothing in them.
    pub fn new(limits: ServerLimits) -> Self {
        Self {
            light: Lane::new(limits.light, limits.queue),
            doubtful: Lane::new(limits.doubtful, limits.queue),
            slow: Lane::new(limits.slow, limits.queue),
            doubts: Doubts::default(),
            memory: Arc::new(Semaphore::new(limits.memory / PIECE)),
            answers: Arc::new(Semaphore::new(limits.answers / PIECE)),
            limits,
        }
    }

    /// The answer to a question.
    pub async fn run(&self, question: RequestQuestion, job: Job) -> Result<HeldReply, Failure> {
        let end = Instant::now() + self.limits.wait + self.limits.time;
        let mut patience = self.limits.wait;
        if question.weight == 0 {
            let doubtful = question.of_stranger || self.doubts.has(&question.kind);
            let lane = if doubtful { &self.doubtful } else { &self.light };
            if let Some(reply) = self.run_briefly(lane, &question, &job, &mut patience).await? {
                return Ok(reply);
            }
            // The next ones of this kind need not try the light lane.
            self.doubts.add(&question.kind);
        }
        let _inside = self.slow.enter()?;
        let bytes = self.limits.search + question.weight;
        // Never more than there is: it would wait forever.
        let pieces = bytes.min(self.limits.memory).div_ceil(PIECE).min(self.limits.memory / PIECE) as u32;
        let place = wait(&mut patience, self.slow.places.clone().acquire_owned()).await?;
        let memory = wait(&mut patience, self.memory.clone().acquire_many_owned(pieces)).await?;
        let thread = Thread::new(place, Some(memory), true);
        // What has been begun before is part of the time of a request.
        let time = self.limits.time.min(end.saturating_duration_since(Instant::now()));
        let running = Running::start(job, thread, time, self.limits.search as u64, false)?;
        running.finish(time).await
    }

    /// The answer, if it comes in a moment or there is a place in the slow
    /// lane to continue, and if little memory is enough.
    async fn run_briefly(
        &self,
        lane: &Lane,
        question: &RequestQuestion,
        job: &Job,
        patience: &mut Duration,
    ) -> Result<Option<HeldReply>, Failure> {
        let _inside = lane.enter()?;
        let place = wait(patience, lane.places.clone().acquire_owned()).await?;
        let back = question.of_stranger || !std::ptr::eq(lane, &self.light);
        let bytes = self.limits.brief as u64;
        let mut running = Running::start(job.clone(), Thread::new(place, None, back), self.limits.time, bytes, true)?;
        let started = Instant::now();
        loop {
            if let Ok(done) = timeout(MOMENT, &mut running.answer).await {
                return self.taken(Running::outcome(done));
            }
            // What only waited for a processor is light, however long that took.
            let worked = lock(&running.thread).worked().is_none_or(|worked| worked >= MOMENT);
            if worked {
                self.doubts.add(&question.kind);
            }
            if let Ok(place) = self.slow.places.clone().try_acquire_owned() {
                running.move_to(place);
                drop(_inside);
                let left = self.limits.time.saturating_sub(started.elapsed());
                return self.taken(running.finish(left).await);
            }
            if worked && lane.is_crowded() {
                return Ok(None);
            }
            if started.elapsed() > self.limits.time {
                return Err(Failure::out_of_time());
            }
        }
    }

    /// An answer that was made with little memory; none if more is needed.
    fn taken(&self, answer: Result<HeldReply, Failure>) -> Result<Option<HeldReply>, Failure> {
        match answer {
            Err(failure) if failure.wants_memory() => Ok(None),
            Err(failure) => Err(failure),
            Ok(mut reply) => {
                if reply.len() > SMALL {
                    let pieces = reply.len().div_ceil(PIECE) as u32;
                    reply.hold(self.answers.clone().try_acquire_many_owned(pieces).map_err(|_| Failure::busy())?);
                }
                Ok(Some(reply))
            }
        }
    }
}

/// Waits for a place as long as there is patience.
async fn wait<T, E>(patience: &mut Duration, place: impl Future<Output = Result<T, E>>) -> Result<T, Failure> {
    let started = Instant::now();
    let found = timeout(*patience, place).await;
    *patience = patience.saturating_sub(started.elapsed());
    match found {
        Ok(Ok(place)) => Ok(place),
        _ => Err(Failure::busy()),
    }
}

/// A computation on a thread of its own; dropping this tells it to stop. It
/// keeps its place in a lane until it has really ended.
struct Running {
    /// Cancels the work when it is dropped.
    _cancel: Cancel,
    thread: Arc<Mutex<Thread>>,
    answer: oneshot::Receiver<Result<HeldReply, Failure>>,
}

/// What is known of the thread of a computation.
struct Thread {
    /// Its place in a lane.
    _place: OwnedSemaphorePermit,
    /// Its part of the memory.
    memory: Option<OwnedSemaphorePermit>,
    #[cfg(target_os = "linux")]
    id: Option<rustix::process::Pid>,
    /// Whether it lets others go first.
    back: bool,
}

impl Thread {
    /// A thread that has not begun.
    fn new(place: OwnedSemaphorePermit, memory: Option<OwnedSemaphorePermit>, back: bool) -> Self {
        Self {
            _place: place,
            memory,
            #[cfg(target_os = "linux")]
            id: None,
            back,
        }
    }

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
        self.back = true;
        #[cfg(target_os = "linux")]
        if let Some(id) = self.id {
            // Only speed depends on whether this is granted.
            let _ = rustix::process::setpriority_process(Some(id), STEPPED_BACK);
        }
    }
}

impl Running {
    fn start(job: Job, thread: Thread, time: Duration, bytes: u64, brief: bool) -> Result<Self, Failure> {
        let cancel = Cancel::new();
        let token = WorkToken::new(&cancel, time, bytes, brief);
        let thread = Arc::new(Mutex::new(thread));
        let own = thread.clone();
        let (sender, answer) = oneshot::channel();
        let body = move || {
            #[cfg(target_os = "linux")]
            {
                let mut known = lock(&own);
                known.id = Some(rustix::thread::gettid());
                if known.back {
                    known.step_back();
                }
            }
            let result = job(&token);
            drop(job);
            let memory = lock(&own).memory.take();
            // The answer keeps what it takes, and the rest is free.
            let _ = sender.send(result.map(|reply| {
                let pieces = reply.body().len().div_ceil(PIECE);
                let part = memory.and_then(|mut memory| memory.split(pieces.min(memory.num_permits())));
                HeldReply::new(reply, part)
            }));
        };
        std::thread::Builder::new().name("nimlab".into()).spawn(body).map_err(|_| Failure::busy())?;
        Ok(Self { _cancel: cancel, thread, answer })
    }

    /// It continues in the slow lane.
    fn move_to(&self, place: OwnedSemaphorePermit) {
        let mut thread = lock(&self.thread);
        thread._place = place;
        thread.step_back();
    }

    async fn finish(mut self, time: Duration) -> Result<HeldReply, Failure> {
        // A little longer than its own deadline, so that it can say how far it got.
        let done = timeout(time + Duration::from_millis(500), &mut self.answer).await;
        // Not on the thread itself: it stands back, and would hold others up.
        tokio::task::spawn_blocking(nimlab::memory::give_back);
        match done {
            Ok(done) => Self::outcome(done),
            Err(_) => Err(Failure::out_of_time()),
        }
    }

    /// The answer; a thread that panicked has dropped its end.
    fn outcome(done: Result<Result<HeldReply, Failure>, oneshot::error::RecvError>) -> Result<HeldReply, Failure> {
        done.unwrap_or_else(|_| Err(Failure::defect()))
    }
}

fn lock(thread: &Mutex<Thread>) -> MutexGuard<'_, Thread> {
    thread.lock().unwrap_or_else(PoisonError::into_inner)
}
