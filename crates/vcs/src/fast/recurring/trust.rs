//! Which lines of the picture are tried, and in which frames.
//!
//! To keep a line takes longer than to run one. So a line of the picture in which no known line has
//! come, twice and twice again, is only run for some frames. And an account is kept of the work
//! that has been saved and lost, of which a part comes with each change between lines that are run
//! and lines that are recalled: after frames that save little all lines are run for some frames.

use crate::television::MAX_SCANLINES;

/// Frames in which a line of the picture is not tried, at most; and frames without any try.
const MOST_FRAMES: u32 = 32;
const MOST_PAUSE: u32 = 256;
/// Frames of an account.
const ACCOUNT_FRAMES: u32 = 4;

/// Work, in some hundred instructions of the host, as measured on the benchmark's programs: a line
/// is kept, a state is looked up, the scanner gets a state.
pub(super) const KEPT_LINE: i32 = 20;
pub(super) const LOOK_UP: i32 = 8;
pub(super) const NEW_STATE: i32 = 8;
/// What it takes to run a line with accesses, less what it takes to recall it; and accesses that take
/// one more to make than to compare. A line without any is like the one before, in most cases: it
/// takes as long to run as to recall.
const CHANGED_LINE: i32 = 5;
const ACCESSES: i32 = 8;

/// What an account has to save for the next one to follow immediately: the work is not measured but
/// estimated.
const LEAST_SAVED: i32 = 400;

/// The work that is saved by recalling a line.
pub(super) fn saved(accesses: usize) -> i32 {
    match accesses as i32 {
        0 => 0,
        accesses => CHANGED_LINE + accesses / ACCESSES,
    }
}

/// How a line of the picture has done.
#[derive(Debug, Clone, Copy, Default)]
struct Scanline {
    /// The frame from which on it is tried.
    retry: u32,
    /// Times that no known line has come, since the last one has.
    lost: u8,
}

/// How the lines of the picture have done.
#[derive(Debug, Default)]
pub(super) struct Trust {
    scanlines: Vec<Scanline>,
    /// All lines are tried in all frames.
    pub always: bool,
    /// The frame from which on lines are tried.
    resume: u32,
    /// Frames of the last pause.
    pause: u32,
    /// The work saved in this account.
    saved: i32,
}

impl Trust {
    /// Takes all the memory that it will need.
    pub(super) fn reserve(&mut self) {
        self.scanlines = vec![Scanline::default(); MAX_SCANLINES];
    }

    /// True in frames in which lines are tried.
    #[inline]
    pub(super) fn is_on(&self, frame: u64) -> bool {
        frame as u32 >= self.resume
    }

    /// True if this scanline is to be tried.
    #[inline]
    pub(super) fn tries(&mut self, scanline: usize, frame: u64) -> bool {
        if self.always {
            return true;
        }
        if frame as u32 >= self.resume + ACCOUNT_FRAMES {
            self.close_account(frame as u32);
        }
        let is_due = |scanline: &Scanline| frame as u32 >= scanline.retry;
        self.is_on(frame) && self.scanlines.get(scanline).is_some_and(is_due)
    }

    #[cold]
    fn close_account(&mut self, frame: u32) {
        self.pause = match self.saved < LEAST_SAVED {
            true => (4 * self.pause).clamp(4, MOST_PAUSE),
            false => 0,
        };
        self.resume = frame + self.pause;
        self.saved = 0;
    }

    /// Notes work that was saved, or lost.
    pub(super) fn save(&mut self, work: i32) {
        self.saved = self.saved.saturating_add(work);
    }

    /// A known line has come, which has saved this work.
    #[inline]
    pub(super) fn win(&mut self, scanline: usize, work: i32) {
        self.save(work);
        if let Some(scanline) = self.scanlines.get_mut(scanline) {
            scanline.lost = 0;
        }
    }

    /// None has come. What is kept now may come in the next frame, so every other time that is
    /// tried.
    pub(super) fn lose(&mut self, scanline: usize, frame: u64) {
        if let Some(scanline) = self.scanlines.get_mut(scanline) {
            scanline.lost = scanline.lost.saturating_add(1);
            let frames = match scanline.lost {
                lost if lost % 2 != 0 => 1,
                lost => MOST_FRAMES.min(1 << (lost / 2).min(5)),
            };
            scanline.retry = frame as u32 + frames;
        }
    }
}
