//! The past of a session: states at intervals, and every change of the input since power-on.

use crate::cheats::Cheat;
use lab::Rewind;
use std::{collections::VecDeque, sync::Arc};
use vcs::{Cartridge, Input, Machine};

/// Frames between two remembered states. Going back runs at most this many again.
const INTERVAL: u64 = 10;
/// The same while time runs fast: packing a state takes as long as some frames.
const HURRIED_INTERVAL: u64 = 120;
/// Memory for states, in bytes. A state is some 5 KB where the picture is calm and at most 60 KB,
/// so this is enough for 90 seconds at least, and for five minutes in most games.
const LIMIT: usize = 32 << 20;
/// Most states that are kept: five minutes.
const STATES: usize = 1800;

/// What changes a game besides the input.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Aid {
    /// Bytes of RAM that are written before each frame.
    pub cheats: Vec<Cheat>,
    /// Objects that set no collision latch, as in [`vcs::tia::Layers`].
    pub passing: u8,
}

impl Aid {
    /// True if the input alone repeats the game.
    pub fn is_none(&self) -> bool {
        self.cheats.is_empty() && self.passing == 0
    }
}

/// What is needed to go back.
#[derive(Debug)]
pub struct History {
    states: Rewind,
    /// The frame that follows each state.
    marks: VecDeque<u64>,
    /// Each change of the input and the frame it came before; the first at power-on.
    changes: Vec<(u64, Input)>,
    /// Each change of the aid, and the frame it came before; none before the first.
    aids: Vec<(u64, Arc<Aid>)>,
    /// One past the last frame that was run; frames up to here can be repeated.
    end: u64,
}

impl History {
    /// A console that was just switched on.
    pub fn new(input: Input) -> History {
        History {
            states: Rewind::new(LIMIT),
            marks: VecDeque::new(),
            changes: vec![(0, input)],
            aids: Vec::new(),
            end: 0,
        }
    }

    /// Notes that `frame` is about to run with `input` and `aid`; what came after it before is
    /// forgotten.
    pub fn remember(
        &mut self,
        frame: u64,
        machine: &Machine,
        input: Input,
        aid: &Arc<Aid>,
        hurried: bool,
    ) {
        if frame < self.end {
            self.forget_from(frame);
        }
        self.mark(frame, machine, hurried);
        if self.changes.last().is_none_or(|(_, last)| *last != input) {
            self.changes.push((frame, input));
        }
        let last = self.aids.last();
        if last.map_or(!aid.is_none(), |(_, last)| last != aid) {
            self.aids.push((frame, Arc::clone(aid)));
        }
        self.end = frame + 1;
    }

    /// Forgets the changes from a frame on.
    fn forget_from(&mut self, frame: u64) {
        self.changes.retain(|(at, _)| *at < frame || *at == 0);
        self.aids.retain(|(at, _)| *at < frame);
    }

    /// Remembers a machine before a frame, if the last one is long past.
    pub fn mark(&mut self, frame: u64, machine: &Machine, hurried: bool) {
        let interval = if hurried { HURRIED_INTERVAL } else { INTERVAL };
        if self
            .marks
            .back()
            .is_some_and(|last| frame < last + interval)
        {
            return;
        }
        self.keep(frame, machine);
    }

    /// Remembers a machine before a frame that is later than all remembered ones, and drops the
    /// oldest ones where there are too many.
    fn keep(&mut self, frame: u64, machine: &Machine) {
        self.states.push(machine);
        self.marks.push_back(frame);
        if self.states.len() > STATES {
            self.states.drop_oldest();
        }
        // `Rewind` itself drops the oldest ones where memory is short.
        while self.marks.len() > self.states.len() {
            self.marks.pop_front();
        }
    }

    /// The last remembered machine at or before a frame, and its frame; later ones are forgotten.
    pub fn back_to(&mut self, frame: u64, cartridge: &Cartridge) -> Option<(u64, Machine)> {
        if self.marks.front().is_none_or(|first| *first > frame) {
            return None;
        }
        loop {
            let machine = self.states.pop(cartridge)?;
            let at = self.marks.pop_back()?;
            if at <= frame {
                self.mark(at, &machine, false);
                return Some((at, machine));
            }
        }
    }

    /// Remembered machines of the last `frames` frames, at least `apart` frames from one another,
    /// the oldest first.
    pub fn machines(&self, frames: u64, apart: u64, cartridge: &Cartridge) -> Vec<Machine> {
        let first = self.end.saturating_sub(frames);
        let mut next = first;
        let wanted = self.marks.iter().enumerate().filter(|(_, mark)| {
            let is_wanted = **mark >= next;
            if is_wanted {
                next = **mark + apart;
            }
            is_wanted
        });
        let wanted = wanted.map(|(index, _)| self.states.get(index, cartridge));
        wanted.flatten().collect()
    }

    /// Forgets what came after the beginning of a frame, and remembers this machine there.
    pub fn cut(&mut self, frame: u64, machine: &Machine, cartridge: &Cartridge) {
        while self.marks.back().is_some_and(|last| *last >= frame) {
            self.states.pop(cartridge);
            self.marks.pop_back();
        }
        self.keep(frame, machine);
        self.forget_from(frame);
        self.end = frame;
    }

    /// The input in force in a frame.
    pub fn input(&self, frame: u64) -> Input {
        let after = self.changes.partition_point(|(at, _)| *at <= frame);
        self.changes[after.saturating_sub(1)].1
    }

    /// The aid in force in a frame.
    pub fn aid(&self, frame: u64) -> Arc<Aid> {
        let after = self.aids.partition_point(|(at, _)| *at <= frame);
        let last = after.checked_sub(1);
        last.map_or_else(Arc::default, |last| Arc::clone(&self.aids[last].1))
    }

    /// One past the last frame that can be repeated.
    pub fn end(&self) -> u64 {
        self.end
    }

    /// Each change of the input, and the frame that it comes before.
    pub fn changes(&self) -> &[(u64, Input)] {
        &self.changes
    }

    /// Continues from a frame of another session with its changes, of which there is at least one.
    pub fn replace(&mut self, frame: u64, changes: Vec<(u64, Input)>) {
        self.states.clear();
        self.marks.clear();
        self.aids.clear();
        if !changes.is_empty() {
            self.changes = changes;
        }
        self.end = frame;
    }

    /// Bytes that the states take.
    #[cfg(test)]
    pub fn bytes(&self) -> usize {
        self.states.bytes()
    }
}
