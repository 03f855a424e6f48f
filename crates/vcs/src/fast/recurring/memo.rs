//! The lines that are kept, and the states in which they begin and end.
//!
//! A state has a number, and lines are kept with the numbers of the states in which they began and
//! ended, so lines that follow each other need no comparison of states. When the memory is full,
//! all of it is forgotten.

use crate::{
    fast::scanner::{LineStart, mix, note},
    television::{BLANK, WIDTH},
};

/// Lines and states that are kept. A still picture has some 260 lines at most.
const MOST: usize = 1024;
/// Accesses of all lines, and of one.
const MOST_NOTES: usize = 24 * MOST;
const MOST_IN_LINE: usize = 256;
/// Not the number of a state or line. As a line's `to`: only its part up to a read is kept.
pub(super) const NONE: u16 = u16::MAX;

/// The pixels of a line.
pub(super) type Pixels = [u8; WIDTH];

/// A line.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line {
    /// The states in which it begins and ends.
    from: u16,
    pub to: u16,
    /// The collisions that it latches.
    pub latches: u16,
    /// False if its pixels were not wanted.
    painted: bool,
    /// Its accesses: where they begin, and one past their end.
    notes: [u32; 2],
    /// The next line in the same bucket.
    next: u16,
}

impl Line {
    /// True for a line up to its end, with its pixels unless they are `skipped`.
    pub(super) fn is_whole(&self, skipped: bool) -> bool {
        self.to != NONE && (skipped || self.painted)
    }
}

/// The lines that are kept.
#[derive(Debug, Default)]
pub(super) struct Memo {
    /// The states that are known, each with another one in the same bucket.
    known: Vec<(LineStart, u16)>,
    lines: Vec<Line>,
    pixels: Vec<Pixels>,
    /// The accesses of all lines.
    notes: Vec<u32>,
    /// The accesses of the line in progress: their place, number and sum.
    line: Vec<u32>,
    count: usize,
    sum: u32,
    /// A state, and a line, for each remainder of the numbers made of them.
    buckets: [Vec<u16>; 2],
}

impl Memo {
    /// Takes all the memory that it will need.
    pub(super) fn reserve(&mut self) {
        self.known.reserve_exact(MOST);
        self.lines.reserve_exact(MOST);
        self.pixels.reserve_exact(MOST);
        self.notes.reserve_exact(MOST_NOTES);
        self.line = vec![0; MOST_IN_LINE];
        self.buckets = [const { Vec::new() }; 2].map(|_: Vec<u16>| vec![NONE; MOST]);
    }

    /// Makes room for a line and two states: if there is none, all is forgotten but the state
    /// `kept`. The number of that state now.
    pub(super) fn make_room(&mut self, kept: u16) -> u16 {
        if self.lines.len() < MOST
            && self.known.len() + 2 <= MOST
            && self.notes.len() + MOST_IN_LINE <= MOST_NOTES
        {
            return kept;
        }
        let state = (kept != NONE).then(|| self.start(kept).clone());
        self.known.clear();
        self.lines.clear();
        self.pixels.clear();
        self.notes.clear();
        self.buckets.iter_mut().for_each(|bucket| bucket.fill(NONE));
        state.map_or(NONE, |state| self.know(state))
    }

    /// The number of a state. There must be room.
    pub(super) fn know(&mut self, start: LineStart) -> u16 {
        let bucket = &mut self.buckets[0][start.hash() as usize % MOST];
        let mut number = *bucket;
        while let Some((known, other)) = self.known.get(usize::from(number)) {
            if *known == start {
                return number;
            }
            number = *other;
        }
        let other = std::mem::replace(bucket, self.known.len() as u16);
        self.known.push((start, other));
        *bucket
    }

    /// A known state.
    pub(super) fn start(&self, number: u16) -> &LineStart {
        &self.known[usize::from(number)].0
    }

    /// A line, and its pixels.
    pub(super) fn line(&self, line: u16) -> (Line, &Pixels) {
        (
            self.lines[usize::from(line)],
            &self.pixels[usize::from(line)],
        )
    }

    /// Forgets the accesses of the line in progress.
    #[inline(always)]
    pub(super) fn begin_line(&mut self) {
        (self.count, self.sum) = (0, 0);
    }

    /// Notes an access of the line in progress. False if there is no room: only a debugger makes
    /// more than that.
    #[inline(always)]
    pub(super) fn note(&mut self, clock: u8, register: u8, data: u8) -> bool {
        let Some(place) = self.line.get_mut(self.count) else {
            return false;
        };
        *place = note(clock, register, data);
        self.sum = self.sum.wrapping_add(*place);
        self.count += 1;
        true
    }

    /// The accesses of the line in progress.
    #[inline(always)]
    pub(super) fn notes(&self) -> &[u32] {
        &self.line[..self.count]
    }

    /// Where the line in progress is kept, if it began in this state.
    #[inline(always)]
    fn bucket(&self, from: u16) -> usize {
        mix(from.into(), self.sum) as usize % MOST
    }

    /// A line from this state with the accesses of the line in progress that `fits`.
    #[inline(always)]
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

    /// Keeps the line in progress with the states in which it began and ended, and its pixels if
    /// they were wanted.
    pub(super) fn keep(&mut self, [from, to]: [u16; 2], latches: u16, pixels: Option<&Pixels>) {
        let bucket = self.bucket(from);
        let (line, first) = (self.lines.len() as u16, self.notes.len());
        self.notes.extend_from_slice(&self.line[..self.count]);
        self.lines.push(Line {
            from,
            to,
            latches,
            painted: pixels.is_some(),
            notes: [first, self.notes.len()].map(|at| at as u32),
            next: std::mem::replace(&mut self.buckets[1][bucket], line),
        });
        self.pixels.push(*pixels.unwrap_or(&[BLANK; WIDTH]));
    }
}
