//! Stored lines, and the states of the chip in which they begin and end ([`LineStart`]).
//!
//! Each state has a number. A line is stored with the numbers of the states in which it began and
//! ended, so there is no need to compare states from line to line. When the memory is full, it is
//! cleared completely.

use crate::{
    fast::scanner::{LineStart, encode_note, mix},
    television::WIDTH,
};

/// Maximum number of stored lines, and maximum number of stored states. A still picture has about
/// 260 lines.
const CAPACITY: usize = 1024;
/// Maximum number of accesses in all stored lines together.
const MAX_NOTES: usize = 24 * CAPACITY;
/// Maximum number of accesses in one line.
const MAX_NOTES_IN_LINE: usize = 256;
/// A number that no state or line has. If a line's `to` is `NONE`, only the part of the line up to
/// a read is stored.
pub(super) const NONE: u16 = u16::MAX;

/// The pixels of a line.
pub(super) type Pixels = [u8; WIDTH];

/// A stored line.
#[derive(Debug)]
pub(super) struct Line {
    /// The numbers of the states in which the line begins and ends.
    from: u16,
    pub to: u16,
    /// The collisions that the line latches.
    pub latches: u16,
    pub pixels: Pixels,
    /// The range of the line's accesses in [`Memo::notes`]: the index of the first access, and the
    /// index after the last.
    notes: [u32; 2],
    /// The number of the next line in the same bucket.
    next: u16,
}

/// The stored lines.
#[derive(Debug, Default)]
pub(super) struct Memo {
    /// The stored states, each with the number of the next state in the same bucket.
    states: Vec<(LineStart, u16)>,
    lines: Vec<Line>,
    /// The accesses of all lines.
    notes: Vec<u32>,
    /// Space for the accesses of the line in progress.
    current: Vec<u32>,
    /// Number of accesses in the line in progress, so far.
    count: usize,
    /// Sum of the encoded accesses in the line in progress. The line's bucket is computed from it.
    sum: u32,
    /// Two hash tables: one has the number of the first state in each bucket, and the other the
    /// number of the first line in each bucket.
    buckets: [Vec<u16>; 2],
}

impl Memo {
    /// Returns true if [`Memo::reserve`] has been called.
    pub(super) fn is_reserved(&self) -> bool {
        !self.current.is_empty()
    }

    /// Allocates all the memory that will ever be needed.
    pub(super) fn reserve(&mut self) {
        self.states.reserve_exact(CAPACITY);
        self.lines.reserve_exact(CAPACITY);
        self.notes.reserve_exact(MAX_NOTES);
        self.current = vec![0; MAX_NOTES_IN_LINE];
        self.buckets = [const { Vec::new() }; 2].map(|_: Vec<u16>| vec![NONE; CAPACITY]);
    }

    /// Makes room for a line and two states: if there is not enough, clears everything except the
    /// state numbered `kept`. Returns the number of that state, which may have changed.
    pub(super) fn make_room(&mut self, kept: u16) -> u16 {
        if self.lines.len() < CAPACITY
            && self.states.len() + 2 <= CAPACITY
            && self.notes.len() + MAX_NOTES_IN_LINE <= MAX_NOTES
        {
            return kept;
        }
        let state = (kept != NONE).then(|| self.state(kept).clone());
        self.states.clear();
        self.lines.clear();
        self.notes.clear();
        self.buckets.iter_mut().for_each(|bucket| bucket.fill(NONE));
        state.map_or(NONE, |state| self.number_of(state))
    }

    /// Returns the number of a state. Stores the state if it is new; there must be room for it.
    pub(super) fn number_of(&mut self, start: LineStart) -> u16 {
        let bucket = &mut self.buckets[0][start.hash() as usize % CAPACITY];
        let mut number = *bucket;
        while let Some((known, next)) = self.states.get(usize::from(number)) {
            if *known == start {
                return number;
            }
            number = *next;
        }
        let next = std::mem::replace(bucket, self.states.len() as u16);
        self.states.push((start, next));
        *bucket
    }

    /// Returns the state with this number.
    pub(super) fn state(&self, number: u16) -> &LineStart {
        &self.states[usize::from(number)].0
    }

    /// Returns the line with this number.
    pub(super) fn line(&self, number: u16) -> &Line {
        &self.lines[usize::from(number)]
    }

    /// Clears the accesses of the line in progress.
    pub(super) fn begin_line(&mut self) {
        (self.count, self.sum) = (0, 0);
    }

    /// Records an access in the line in progress. Returns false if there is no room, which can
    /// happen only if a debugger accesses registers, because a program does so at most once per
    /// cycle.
    pub(super) fn note(&mut self, clock: u8, register: u8, data: u8) -> bool {
        let Some(slot) = self.current.get_mut(self.count) else {
            return false;
        };
        *slot = encode_note(clock, register, data);
        self.sum = self.sum.wrapping_add(*slot);
        self.count += 1;
        true
    }

    /// Returns the accesses of the line in progress.
    pub(super) fn notes(&self) -> &[u32] {
        &self.current[..self.count]
    }

    /// Returns the bucket for the line in progress. `from` is the state in which that line began.
    fn bucket(&self, from: u16) -> usize {
        mix(from.into(), self.sum) as usize % CAPACITY
    }

    /// Returns the number of a stored line that `fits` accepts, that begins in the state `from`,
    /// and that has the same accesses as the line in progress.
    pub(super) fn find(&self, from: u16, fits: impl Fn(&Line) -> bool) -> Option<u16> {
        let notes = self.notes();
        let mut number = self.buckets[1][self.bucket(from)];
        while let Some(line) = self.lines.get(usize::from(number)) {
            let [first, end] = line.notes.map(|at| at as usize);
            if line.from == from && fits(line) && self.notes[first..end] == *notes {
                return Some(number);
            }
            number = line.next;
        }
        None
    }

    /// Stores the line in progress with the states in which it began and ended, and with its
    /// pixels.
    pub(super) fn store_line(&mut self, [from, to]: [u16; 2], latches: u16, pixels: &Pixels) {
        let bucket = self.bucket(from);
        let (line, first) = (self.lines.len() as u16, self.notes.len());
        self.notes.extend_from_slice(&self.current[..self.count]);
        self.lines.push(Line {
            from,
            to,
            latches,
            pixels: *pixels,
            notes: [first, self.notes.len()].map(|at| at as u32),
            next: std::mem::replace(&mut self.buckets[1][bucket], line),
        });
    }
}
