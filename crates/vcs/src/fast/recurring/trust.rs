//! Which lines of the picture are tried, and in which frames.
//!
//! To keep a line takes longer than to run one. So after every second time in a row that a scanline
//! was not a known one, it is only run, for 2, 4, .. 32 frames. And an account is kept of the work
//! that is saved and lost, of which a part comes with each change between lines that are run and
//! lines that wait: after frames that save little, all lines are run for some frames.

use crate::television::MAX_SCANLINES;

/// Frames without any try, at most.
const MOST_PAUSE: u32 = 256;
/// Frames of an account, and what it has to save for the next one to follow immediately.
const ACCOUNT_FRAMES: u32 = 4;
const LEAST_SAVED: i64 = 400;

/// Work, in units of about a hundred instructions of the host: to run a line late and to keep it;
/// to look a state up; to give the scanner a state.
pub(super) const KEPT_LINE: i64 = 28;
pub(super) const LOOK_UP: i64 = 8;
pub(super) const NEW_STATE: i64 = 8;
/// What it takes to run a line with writes, less what it takes to recall it; and writes that take
/// one more to make than to compare. A line without any is like the one before, in most cases.
const CHANGED_LINE: i64 = 5;
const WRITES: usize = 8;

/// How the lines of the picture have done.
#[derive(Debug, Default)]
pub(super) struct Trust {
    /// For each the frame from which on it is tried, and the times that no known line has come,
    /// since the last one has.
    scanlines: Vec<[u32; 2]>,
    /// All lines are tried in all frames.
    pub always: bool,
    /// The frame from which on lines are tried, and frames without any try before it.
    resume: u32,
    pause: u32,
    /// The work saved in this account.
    saved: i64,
}

impl Trust {
    /// Takes all the memory that it will need.
    pub(super) fn reserve(&mut self) {
        self.scanlines = vec![[0; 2]; MAX_SCANLINES];
    }

    /// True if this scanline is to be tried.
    #[inline]
    pub(super) fn tries(&mut self, scanline: usize, frame: u64) -> bool {
        let frame = frame as u32;
        if frame >= self.resume + ACCOUNT_FRAMES {
            self.pause = match std::mem::take(&mut self.saved) < LEAST_SAVED {
                true => (4 * self.pause).clamp(4, MOST_PAUSE),
                false => 0,
            };
            self.resume = frame + self.pause;
        }
        let is_due = |[retry, _]: &[u32; 2]| frame >= *retry && frame >= self.resume;
        self.always || self.scanlines.get(scanline).is_some_and(is_due)
    }

    /// Work is lost.
    pub(super) fn pay(&mut self, work: i64) {
        self.saved -= work;
    }

    /// A known line has come, with this number of writes.
    #[inline(always)]
    pub(super) fn win(&mut self, scanline: usize, writes: usize) {
        if writes > 0 {
            self.pay(-CHANGED_LINE - (writes / WRITES) as i64);
        }
        if let Some([_, lost]) = self.scanlines.get_mut(scanline) {
            *lost = 0;
        }
    }

    /// None has come. The next frame is tried, or there is a pause.
    pub(super) fn lose(&mut self, scanline: usize, frame: u64) {
        if let Some([retry, lost]) = self.scanlines.get_mut(scanline) {
            *lost = lost.saturating_add(1);
            let pause = match *lost % 2 {
                0 => 1 << (*lost / 2).min(5),
                _ => 1,
            };
            *retry = frame as u32 + pause;
        }
    }
}
