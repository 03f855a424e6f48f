//! Runs many lanes on several threads, in rounds. In each round, every lane has one task.
//!
//! The threads sleep between rounds. In a round, each thread takes the next lane from a shared
//! counter, so a slow lane does not delay the others. The caller's thread runs tasks, too. It does
//! not wait for threads that wake up after the last lane has been taken. A round allocates nothing.

use super::{Lane, LaneError, StepResult};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    process,
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread::{self, JoinHandle},
};

/// A lane, with its next task and the result of its last step.
#[derive(Debug)]
pub struct Slot {
    /// The lane.
    pub lane: Lane,
    /// The task of the next round.
    pub task: Task,
    /// The result of the last step.
    pub result: StepResult,
}

/// The task of a lane in a round.
#[derive(Debug, Clone, Copy)]
pub enum Task {
    /// No task.
    Idle,
    /// A step with this action, or the start of a new episode if the last one has ended.
    Step(usize),
    /// The start of a new episode, with this seed if there is one.
    Reset(Option<u64>),
}

impl Slot {
    /// Restores a state with [`Lane::restore`], and marks the lane's episode as in progress.
    pub fn restore(&mut self, state: &[u8]) -> Result<(), LaneError> {
        self.lane.restore(state)?;
        self.result = StepResult::default();
        Ok(())
    }

    fn run_task(&mut self) {
        match self.task {
            Task::Idle => return,
            Task::Step(action) if !self.result.terminated && !self.result.truncated => {
                self.result = self.lane.step(action);
                return;
            }
            Task::Step(_) => self.lane.reset(None),
            Task::Reset(seed) => self.lane.reset(seed),
        }
        self.result = StepResult::default();
    }
}

/// Lanes and the threads that run them.
#[derive(Debug)]
pub struct Pool {
    slots: Arc<[Mutex<Slot>]>,
    threads: usize,
    crew: Option<Crew>,
}

impl Pool {
    /// Creates a pool that runs lanes on this number of threads, including the caller's.
    pub fn new(lanes: Vec<Lane>, threads: usize) -> Pool {
        let slots = lanes.into_iter().map(|lane| {
            let (task, result) = (Task::Idle, StepResult::default());
            Mutex::new(Slot { lane, task, result })
        });
        let slots: Arc<[_]> = slots.collect();
        Pool {
            threads: threads.clamp(1, slots.len().max(1)),
            slots,
            crew: None,
        }
    }

    /// Returns the slot of a lane.
    pub fn slot(&self, lane: usize) -> MutexGuard<'_, Slot> {
        lock(&self.slots[lane])
    }

    /// Returns the number of lanes.
    pub fn lanes(&self) -> usize {
        self.slots.len()
    }

    /// Runs the tasks of all slots. The first round starts the threads. After a fork, the first
    /// round in the child process starts new ones.
    ///
    /// # Panics
    /// Panics if a task has panicked.
    pub fn run_round(&mut self) {
        self.check_for_panics();
        self.crew.take_if(|crew| crew.process != process::id());
        let new = || Crew::new(&self.slots, self.threads);
        let gate = &self.crew.get_or_insert_with(new).gate;
        let mut round = lock(&gate.round);
        round.number += 1;
        round.unfinished = self.slots.len();
        gate.next_slot.store(0, Ordering::Relaxed);
        drop(round);
        gate.start.notify_all();
        gate.run_tasks(&self.slots);
        let round = lock(&gate.round);
        drop(gate.ended.wait_while(round, |round| round.unfinished > 0));
        self.check_for_panics();
    }

    fn check_for_panics(&self) {
        let failed = self.slots.iter().any(|slot| slot.is_poisoned());
        assert!(!failed, "a console has failed; please report this");
    }
}

/// The threads of a process, and the gate that synchronizes them.
#[derive(Debug)]
struct Crew {
    process: u32,
    gate: Arc<Gate>,
    threads: Vec<JoinHandle<()>>,
}

#[derive(Debug, Default)]
struct Gate {
    round: Mutex<Round>,
    start: Condvar,
    ended: Condvar,
    next_slot: AtomicUsize,
}

#[derive(Debug, Default)]
struct Round {
    number: u64,
    /// Number of unfinished tasks.
    unfinished: usize,
    /// True if the threads must exit.
    exit: bool,
}

impl Crew {
    fn new(slots: &Arc<[Mutex<Slot>]>, threads: usize) -> Crew {
        let gate = Arc::new(Gate::default());
        let spawn = |_| {
            let (gate, slots) = (gate.clone(), slots.clone());
            thread::spawn(move || gate.serve(&slots))
        };
        Crew {
            process: process::id(),
            threads: (1..threads).map(spawn).collect(),
            gate,
        }
    }
}

impl Drop for Crew {
    fn drop(&mut self) {
        let threads = std::mem::take(&mut self.threads);
        if self.process != process::id() {
            // A forked process does not have the threads of its parent, so there is nothing to
            // join.
            return threads.into_iter().for_each(std::mem::forget);
        }
        lock(&self.gate.round).exit = true;
        self.gate.start.notify_all();
        for thread in threads {
            let _ = thread.join();
        }
    }
}

impl Gate {
    /// Runs tasks in every round, until the threads must exit. If a task panics, its slot is
    /// poisoned.
    fn serve(&self, slots: &[Mutex<Slot>]) {
        let mut last = 0;
        loop {
            let must_wait = |round: &mut Round| round.number == last && !round.exit;
            let round = self.start.wait_while(lock(&self.round), must_wait);
            let round = round.unwrap_or_else(PoisonError::into_inner);
            if round.exit {
                return;
            }
            last = round.number;
            drop(round);
            let _ = catch_unwind(AssertUnwindSafe(|| self.run_tasks(slots)));
        }
    }

    /// Runs tasks of the current round until none are left.
    fn run_tasks(&self, slots: &[Mutex<Slot>]) {
        while let Some(slot) = slots.get(self.next_slot.fetch_add(1, Ordering::Relaxed)) {
            let _unfinished = UnfinishedTask(self);
            lock(slot).run_task();
        }
    }
}

/// Counts a task as finished when it is dropped, which also happens if the task panics.
struct UnfinishedTask<'a>(&'a Gate);

impl Drop for UnfinishedTask<'_> {
    fn drop(&mut self) {
        let mut round = lock(&self.0.round);
        round.unfinished -= 1;
        if round.unfinished == 0 {
            self.0.ended.notify_all();
        }
    }
}

/// Locks a mutex, even if it is poisoned.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
