//! The past of a session: machines at intervals, and every change of the hands since power-on.

use std::collections::VecDeque;
use vcs::{Input, Machine};

/// Frames between two remembered machines. Going back runs at most this many again.
const INTERVAL: u64 = 10;
/// Remembered machines: 75 seconds at 60 Hz. A machine is some 60 KB, nearly all of it its last
/// picture, so this is bounded by 30 MB.
const MARKS: usize = 450;

/// What is needed to go back.
#[derive(Debug)]
pub struct History {
    marks: VecDeque<(u64, Machine)>,
    /// Each change of the input and the frame it came before; the first at power-on.
    changes: Vec<(u64, Input)>,
    /// One past the last frame that was run; frames up to here can be repeated.
    end: u64,
}

impl History {
    /// A console that was just switched on.
    pub fn new(input: Input) -> History {
        History {
            marks: VecDeque::new(),
            changes: vec![(0, input)],
            end: 0,
        }
    }

    /// Notes that `frame` is about to run with `input`; what came after it before is forgotten.
    pub fn remember(&mut self, frame: u64, machine: &Machine, input: Input) {
        self.forget_from(frame);
        if frame.is_multiple_of(INTERVAL) {
            if self.marks.len() == MARKS {
                self.marks.pop_front();
            }
            self.marks.push_back((frame, machine.clone()));
        }
        if self.changes.last().is_none_or(|(_, last)| *last != input) {
            self.changes.push((frame, input));
        }
        self.end = frame + 1;
    }

    fn forget_from(&mut self, frame: u64) {
        while self.marks.back().is_some_and(|(at, _)| *at >= frame) {
            self.marks.pop_back();
        }
        if frame < self.end {
            self.changes.retain(|(at, _)| *at < frame || *at == 0);
        }
    }

    /// The last remembered machine at or before a frame, and its frame.
    pub fn mark_before(&self, frame: u64) -> Option<(u64, &Machine)> {
        self.marks
            .iter()
            .rev()
            .find(|(at, _)| *at <= frame)
            .map(|(at, machine)| (*at, machine))
    }

    /// The input in force in a frame.
    pub fn input(&self, frame: u64) -> Input {
        let after = self.changes.partition_point(|(at, _)| *at <= frame);
        self.changes[after.saturating_sub(1)].1
    }

    /// One past the last frame that can be repeated.
    pub fn end(&self) -> u64 {
        self.end
    }

    /// Each change of the hands.
    pub fn changes(&self) -> &[(u64, Input)] {
        &self.changes
    }

    /// Starts anew at a frame of another session with its changes, of which there is at least one.
    pub fn replace(&mut self, frame: u64, changes: Vec<(u64, Input)>) {
        self.marks.clear();
        if !changes.is_empty() {
            self.changes = changes;
        }
        self.end = frame;
    }
}
