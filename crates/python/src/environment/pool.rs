//! Many lanes on separate threads. A round steps or resets them all.
//!
//! The threads wait between rounds and take lanes from a common counter, so a slow lane holds up
//! no other. The caller's thread works, too. A round allocates nothing.

use super::{Lane, Moment};
use std::{
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread::JoinHandle,
};

/// A lane with its task in a round, and the result.
#[derive(Debug)]
pub struct Slot {
    /// The lane.
    pub lane: Lane,
    /// The task of the next round.
    pub task: Task,
    /// The result of the last step.
    pub moment: Moment,
}

/// The task of a lane in a round.
#[derive(Debug, Clone, Copy)]
pub enum Task {
    /// Nothing.
    Rest,
    /// A step with this action.
    Step(usize),
    /// A new episode from this seed.
    Reset(u64),
}

#[derive(Debug, Default)]
struct Round {
    number: u64,
    working: usize,
    end: bool,
}

#[derive(Debug)]
struct Shared {
    slots: Vec<Mutex<Slot>>,
    next: AtomicUsize,
    round: Mutex<Round>,
    start: Condvar,
    over: Condvar,
}

/// Lanes and the threads that run them.
#[derive(Debug)]
pub struct Pool {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
    /// The process that the threads belong to: a fork has none of them.
    process: u32,
    wanted: usize,
}

impl Pool {
    /// Lanes, run by this many threads, the caller's included.
    pub fn new(lanes: Vec<Lane>, threads: usize) -> Pool {
        let slots = lanes.into_iter().map(|lane| {
            let (task, moment) = (Task::Rest, Moment::default());
            Mutex::new(Slot { lane, task, moment })
        });
        let shared = Shared {
            slots: slots.collect(),
            next: AtomicUsize::new(0),
            round: Mutex::default(),
            start: Condvar::new(),
            over: Condvar::new(),
        };
        Pool {
            wanted: threads.clamp(1, shared.slots.len().max(1)),
            shared: Arc::new(shared),
            threads: Vec::new(),
            process: 0,
        }
    }

    /// The slot of a lane.
    pub fn slot(&self, lane: usize) -> MutexGuard<'_, Slot> {
        unlocked(&self.shared.slots[lane])
    }

    /// The number of lanes.
    pub fn lanes(&self) -> usize {
        self.shared.slots.len()
    }

    /// Does the tasks of all slots.
    pub fn round(&mut self) {
        self.start_threads();
        let mut round = unlocked(&self.shared.round);
        self.shared.next.store(0, Ordering::Relaxed);
        round.number += 1;
        round.working = self.threads.len();
        drop(round);
        self.shared.start.notify_all();
        self.shared.work();
        let round = unlocked(&self.shared.round);
        let over = self
            .shared
            .over
            .wait_while(round, |round| round.working > 0);
        drop(over.unwrap_or_else(PoisonError::into_inner));
    }

    /// Starts the threads in the first round, and again in a process that was forked since.
    fn start_threads(&mut self) {
        let process = std::process::id();
        if self.process == process {
            return;
        }
        self.process = process;
        // Threads of the parent process must not be joined.
        std::mem::take(&mut self.threads)
            .into_iter()
            .for_each(std::mem::forget);
        let number = unlocked(&self.shared.round).number;
        self.threads = (1..self.wanted)
            .map(|_| {
                let shared = self.shared.clone();
                std::thread::spawn(move || shared.serve(number))
            })
            .collect();
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        if self.process != std::process::id() {
            std::mem::take(&mut self.threads)
                .into_iter()
                .for_each(std::mem::forget);
        }
        unlocked(&self.shared.round).end = true;
        self.shared.start.notify_all();
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

impl Shared {
    /// Takes part in all rounds after one.
    fn serve(&self, mut known: u64) {
        loop {
            let round = unlocked(&self.round);
            let waiting = |round: &mut Round| round.number == known && !round.end;
            let round = self.start.wait_while(round, waiting);
            let round = round.unwrap_or_else(PoisonError::into_inner);
            if round.end {
                return;
            }
            known = round.number;
            drop(round);
            let done = Done(self);
            self.work();
            drop(done);
        }
    }

    /// Does the tasks that no other thread has taken.
    fn work(&self) {
        loop {
            let at = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(slot) = self.slots.get(at) else {
                return;
            };
            let slot = &mut *unlocked(slot);
            match slot.task {
                Task::Rest => {}
                Task::Step(action) => slot.moment = slot.lane.step(action),
                Task::Reset(seed) => {
                    slot.lane.reset(seed);
                    slot.moment = Moment::default();
                }
            }
        }
    }
}

/// A thread in a round; also one that panics has worked.
struct Done<'a>(&'a Shared);

impl Drop for Done<'_> {
    fn drop(&mut self) {
        unlocked(&self.0.round).working -= 1;
        self.0.over.notify_all();
    }
}

fn unlocked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
