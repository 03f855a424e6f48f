//! The past of a session: the console's state at intervals, and every change of the input since
//! power-on.

use crate::cheats::Cheat;
use lab::Rewind;
use std::{collections::VecDeque, sync::Arc};
use vcs::{Cartridge, Input, Machine};

/// Number of frames between two stored states. A step back must rerun at most this many frames.
const INTERVAL: u64 = 10;
/// Number of frames between two stored states while time runs fast. It is larger than [`INTERVAL`]
/// because storing a state takes as long as running several frames.
const FAST_INTERVAL: u64 = 120;
/// Maximum size of the stored states in bytes. A state takes about 5 KB if the picture hardly
/// changes, and 60 KB at most. The memory is therefore enough for at least 90 seconds, and for five
/// minutes of most games.
const MAX_BYTES: usize = 32 << 20;
/// Maximum number of stored states: one every [`INTERVAL`] frames for five minutes.
const MAX_STATES: usize = 1800;

/// Changes to a game that are not input: cheats, and collisions that are turned off.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Overrides {
    /// Frozen bytes in RAM and patched bytes in the cartridge.
    pub cheats: Vec<Cheat>,
    /// Objects that set no collision latches. The bits are those of `non_colliding` in
    /// [`vcs::tia::Layers`].
    pub non_colliding: u8,
}

impl Overrides {
    /// Returns true if there are no overrides: replaying the input alone then reproduces the game.
    pub fn is_empty(&self) -> bool {
        self.cheats.is_empty() && self.non_colliding == 0
    }
}

/// The data needed to go back in time.
#[derive(Debug)]
pub struct History {
    states: Rewind,
    /// The number of the frame that begins with each stored state.
    state_frames: VecDeque<u64>,
    /// The changes to the input, each with the first frame in which it applies. The first entry is
    /// the input at power-on.
    changes: Vec<(u64, Input)>,
    /// The changes to the overrides, each with the first frame in which it applies. Before the
    /// first entry, there are no overrides.
    overrides: Vec<(u64, Arc<Overrides>)>,
    /// One more than the number of the last frame that can be rerun.
    end: u64,
}

impl History {
    /// Returns the history of a console that has just been switched on.
    pub fn new(input: Input) -> History {
        History {
            states: Rewind::new(MAX_BYTES),
            state_frames: VecDeque::new(),
            changes: vec![(0, input)],
            overrides: Vec::new(),
            end: 0,
        }
    }

    /// Records that `frame` is about to run with `input` and `overrides`. If that frame has run
    /// before, first drops the changes recorded for it and for all later frames.
    pub fn remember(
        &mut self,
        frame: u64,
        machine: &Machine,
        input: Input,
        overrides: &Arc<Overrides>,
        is_fast: bool,
    ) {
        if frame < self.end {
            self.forget_from(frame);
        }
        self.store_if_due(frame, machine, is_fast);
        if self.changes.last().is_none_or(|(_, last)| *last != input) {
            self.changes.push((frame, input));
        }
        let last = self.overrides.last();
        if last.map_or(!overrides.is_empty(), |(_, last)| last != overrides) {
            self.overrides.push((frame, Arc::clone(overrides)));
        }
        self.end = frame + 1;
    }

    /// Drops the changes recorded for a frame and all later frames, except the input at power-on.
    fn forget_from(&mut self, frame: u64) {
        self.changes.retain(|(at, _)| *at < frame || *at == 0);
        self.overrides.retain(|(at, _)| *at < frame);
    }

    /// Stores the machine at the start of a frame, unless less than one interval has passed since
    /// the last stored machine.
    pub fn store_if_due(&mut self, frame: u64, machine: &Machine, is_fast: bool) {
        let interval = if is_fast { FAST_INTERVAL } else { INTERVAL };
        if self
            .state_frames
            .back()
            .is_some_and(|last| frame < last + interval)
        {
            return;
        }
        self.store(frame, machine);
    }

    /// Stores the machine at the start of a frame, which must be later than those of all stored
    /// machines. Drops the oldest machine if there are too many.
    fn store(&mut self, frame: u64, machine: &Machine) {
        self.states.push(machine);
        self.state_frames.push_back(frame);
        if self.states.len() > MAX_STATES {
            self.states.drop_oldest();
        }
        // If the stored states exceed the memory limit, `Rewind` has already dropped the oldest
        // ones.
        while self.state_frames.len() > self.states.len() {
            self.state_frames.pop_front();
        }
    }

    /// Returns the last machine stored at or before a frame, with the frame at which it was stored;
    /// `None` if there is none. Drops all machines stored later.
    pub fn back_to(&mut self, frame: u64, cartridge: &Cartridge) -> Option<(u64, Machine)> {
        if self.state_frames.front().is_none_or(|first| *first > frame) {
            return None;
        }
        loop {
            let machine = self.states.pop(cartridge)?;
            let at = self.state_frames.pop_back()?;
            if at <= frame {
                self.store_if_due(at, &machine, false);
                return Some((at, machine));
            }
        }
    }

    /// Returns machines stored during the last `frames` frames, oldest first. Skips some, so that
    /// they are at least `interval` frames apart.
    pub fn machines(&self, frames: u64, interval: u64, cartridge: &Cartridge) -> Vec<Machine> {
        let first = self.end.saturating_sub(frames);
        let mut next = first;
        let wanted = self
            .state_frames
            .iter()
            .enumerate()
            .filter(|(_, state_frame)| {
                let is_wanted = **state_frame >= next;
                if is_wanted {
                    next = **state_frame + interval;
                }
                is_wanted
            });
        let wanted = wanted.map(|(index, _)| self.states.get(index, cartridge));
        wanted.flatten().collect()
    }

    /// Drops everything that was recorded from the start of a frame onward, and stores `machine`
    /// as the state at that moment.
    pub fn truncate(&mut self, frame: u64, machine: &Machine, cartridge: &Cartridge) {
        while self.state_frames.back().is_some_and(|last| *last >= frame) {
            self.states.pop(cartridge);
            self.state_frames.pop_back();
        }
        self.store(frame, machine);
        self.forget_from(frame);
        self.end = frame;
    }

    /// Returns the input recorded for a frame.
    pub fn input(&self, frame: u64) -> Input {
        let after = self.changes.partition_point(|(at, _)| *at <= frame);
        self.changes[after.saturating_sub(1)].1
    }

    /// Returns the overrides recorded for a frame.
    pub fn overrides(&self, frame: u64) -> Arc<Overrides> {
        let after = self.overrides.partition_point(|(at, _)| *at <= frame);
        let last = after.checked_sub(1);
        last.map_or_else(Arc::default, |last| Arc::clone(&self.overrides[last].1))
    }

    /// Returns one more than the number of the last frame that can be rerun.
    pub fn end(&self) -> u64 {
        self.end
    }

    /// Returns the changes of the input, each with the first frame in which it applies.
    pub fn changes(&self) -> &[(u64, Input)] {
        &self.changes
    }

    /// Replaces this history with that of another session, which has run until `frame`. `changes`
    /// are the changes of the input in that session; if the list is empty, keeps the changes
    /// recorded here.
    pub fn replace(&mut self, frame: u64, changes: Vec<(u64, Input)>) {
        self.states.clear();
        self.state_frames.clear();
        self.overrides.clear();
        if !changes.is_empty() {
            self.changes = changes;
        }
        self.end = frame;
    }

    /// Returns the size of the stored states in bytes.
    #[cfg(test)]
    pub fn bytes(&self) -> usize {
        self.states.bytes()
    }
}
