//! The lines that are kept, and the states in which they begin and end.
//!
//! A state is known if an equal one has been seen; lines are kept with the numbers of the states in
//! which they began and ended, so lines that follow each other need no comparison of states. When
//! the memory is full, all of it is forgotten.

use super::access::END;
use crate::{
    fast::scanner::LineStart,
    television::{BLANK, WIDTH},
};

/// Lines and states that are kept. A still picture has some 260 lines at most.
const MOST: usize = 1024;
/// Words of all lines, and of one.
const MOST_WORDS: usize = 24 * MOST;
const MOST_IN_LINE: usize = 256;
/// Lines from the same state that are compared with the one in progress.
const MOST_TRIED: usize = 16;
const NONE: u16 = u16::MAX;

/// The pixels of a line.
pub(super) type Pixels = [u8; WIDTH];

/// A line.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line {
    /// The states in which it begins and ends.
    pub from: u16,
    pub to: u16,
    /// What it latches.
    pub latches: u16,
    /// The work that is saved by recalling it.
    pub saves: i16,
    /// False if its pixels were not wanted.
    pub painted: bool,
    /// Another line that begins in the same state.
    other: u16,
    /// The line that came after it last.
    next: u16,
    /// Its first word.
    pub first: usize,
}

/// A state that is known.
#[derive(Debug)]
struct Known {
    start: LineStart,
    /// Another one in the same bucket.
    other: u16,
    /// The last line found that begins in it.
    line: u16,
}

/// The lines that are kept.
#[derive(Debug, Default)]
pub(super) struct Memo {
    known: Vec<Known>,
    /// A known state for each remainder of the number of its fields.
    buckets: Vec<u16>,
    lines: Vec<Line>,
    pixels: Vec<Pixels>,
    words: Vec<u32>,
    /// The line before.
    before: u16,
}

impl Memo {
    /// True after [`Memo::reserve`].
    pub(super) fn has_memory(&self) -> bool {
        !self.buckets.is_empty()
    }

    /// Takes all the memory that it will need.
    pub(super) fn reserve(&mut self) {
        self.known.reserve_exact(MOST);
        self.lines.reserve_exact(MOST);
        self.pixels.reserve_exact(MOST);
        self.words.reserve_exact(MOST_WORDS);
        self.buckets = vec![NONE; MOST];
        self.before = NONE;
    }

    /// Forgets all.
    pub(super) fn clear(&mut self) {
        self.known.clear();
        self.lines.clear();
        self.pixels.clear();
        self.words.clear();
        self.buckets.fill(NONE);
        self.before = NONE;
    }

    /// True if there is room for another line and its states.
    pub(super) fn has_room(&self) -> bool {
        self.lines.len() < MOST
            && self.known.len() + 2 <= MOST
            && self.words.len() + 2 * MOST_IN_LINE <= MOST_WORDS
    }

    /// The number of a state. There must be room.
    pub(super) fn know(&mut self, start: LineStart) -> u16 {
        let bucket = start.print as usize % MOST;
        let mut number = self.buckets[bucket];
        while let Some(known) = self.known.get(usize::from(number)) {
            if known.start == start {
                return number;
            }
            number = known.other;
        }
        let other = std::mem::replace(&mut self.buckets[bucket], self.known.len() as u16);
        self.known.push(Known {
            start,
            other,
            line: NONE,
        });
        self.buckets[bucket]
    }

    /// A known state.
    pub(super) fn start(&self, known: u16) -> &LineStart {
        &self.known[usize::from(known)].start
    }

    /// A line.
    #[inline]
    pub(super) fn line(&self, line: u16) -> &Line {
        &self.lines[usize::from(line)]
    }

    /// The pixels of a line.
    #[inline]
    pub(super) fn pixels(&self, line: u16) -> &Pixels {
        &self.pixels[usize::from(line)]
    }

    /// The line that is likely to come in a known state.
    pub(super) fn line_from(&self, known: u16) -> Option<u16> {
        let before = self.lines.get(usize::from(self.before));
        let next = before.map_or(NONE, |line| line.next);
        match self.lines.get(usize::from(next)) {
            Some(line) if line.from == known => Some(next),
            _ => {
                let line = self.known[usize::from(known)].line;
                (line != NONE).then_some(line)
            }
        }
    }

    /// The line that came after this one last, if that began where this one ends.
    #[inline]
    pub(super) fn line_after(&self, line: u16) -> Option<u16> {
        let Line { to, next, .. } = *self.line(line);
        let found = self.lines.get(usize::from(next))?;
        (found.from == to).then_some(next)
    }

    /// Notes which line came.
    #[inline]
    pub(super) fn follow(&mut self, line: u16) {
        if let Some(before) = self.lines.get_mut(usize::from(self.before)) {
            before.next = line;
        }
        self.before = line;
    }

    /// A word.
    #[inline(always)]
    pub(super) fn word(&self, at: usize) -> u32 {
        self.words[at]
    }

    /// The words of a line before `at`.
    pub(super) fn accesses(&self, line: u16, at: usize) -> &[u32] {
        &self.words[self.line(line).first..at]
    }

    /// Another line with the same words as this one before `at`, and this word next; and where that
    /// is.
    pub(super) fn find_other(&self, line: u16, at: usize, word: u32) -> Option<(u16, usize)> {
        let before = self.accesses(line, at);
        let mut other = self.known[usize::from(self.line(line).from)].line;
        for _ in 0..MOST_TRIED {
            let first = self.lines.get(usize::from(other))?.first;
            let words = &self.words[first..];
            if words.starts_with(before) && words.get(before.len()) == Some(&word) {
                return Some((other, first + before.len()));
            }
            other = self.line(other).other;
        }
        None
    }

    /// Where the next word will be.
    pub(super) fn log(&self) -> usize {
        self.words.len()
    }

    /// Notes the words of a line before `at` again, for one that has been the same so far.
    pub(super) fn note_again(&mut self, line: u16, at: usize) {
        self.words.extend_from_within(self.line(line).first..at);
    }

    /// Notes a word. False if that are too many for one line.
    pub(super) fn note(&mut self, log: usize, word: u32) -> bool {
        let has_room = self.words.len() - log < MOST_IN_LINE;
        if has_room {
            self.words.push(word);
        }
        has_room
    }

    /// The line that was noted from `log` on is not kept.
    pub(super) fn forget(&mut self, log: usize) {
        self.words.truncate(log);
    }

    /// Keeps the line that was noted from `log` on, with the [states](Line::from) in which it began
    /// and ended, and its pixels if they were wanted.
    pub(super) fn keep(
        &mut self,
        [from, to]: [u16; 2],
        log: usize,
        latches: u16,
        saves: i16,
        pixels: Option<&Pixels>,
    ) {
        self.words.push(END);
        let line = self.lines.len() as u16;
        let known = &mut self.known[usize::from(from)];
        self.lines.push(Line {
            from,
            to,
            latches,
            saves,
            painted: pixels.is_some(),
            other: std::mem::replace(&mut known.line, line),
            next: NONE,
            first: log,
        });
        self.pixels.push(*pixels.unwrap_or(&[BLANK; WIDTH]));
        self.follow(line);
    }
}
