//! Decides which scanlines are *tried*: their writes are noted, and a stored line is searched for
//! at their end (`mod.rs`).
//!
//! Storing a line takes longer than running it. So after every second failure in a row, a scanline
//! is tried again only 2, 4, .. 32 frames later. An account of two frames adds up the work that
//! all tries have saved and cost, including each change between running and waiting. If an account
//! has saved little, no line is tried for some frames. The first account after such a pause has no
//! consequence: in its frames the lines that have changed during the pause are stored.

use crate::television::MAX_SCANLINES;

/// Maximum number of frames without any try.
const MOST_PAUSE: u32 = 256;
/// Number of frames that an account covers.
const ACCOUNT_FRAMES: u32 = 2;
/// The work that an account must save so that the next account follows immediately.
const LEAST_SAVED: i64 = 300;

/// The work of running a line late and storing it, in units of about a hundred instructions of the
/// host.
pub(super) const KEPT_LINE: i64 = 28;
/// The work of looking up a state.
pub(super) const LOOK_UP: i64 = 8;
/// The work of giving the scanner a state.
pub(super) const NEW_STATE: i64 = 8;
/// The work that recalling a line with writes saves. Recalling a line without writes counts as
/// saving nothing: such a line mostly equals the previous one, which is fast to repeat anyway.
const CHANGED_LINE: i64 = 5;
/// Recalling a line saves one more unit of work for each group of this many writes.
const WRITES: usize = 8;

/// The record of successful and failed tries.
#[derive(Debug, Default)]
pub(super) struct Trust {
    /// For each scanline: the first frame in which it is tried again, and the number of failures
    /// since the last success.
    scanlines: Vec<[u32; 2]>,
    /// True if all lines are tried in all frames.
    pub always: bool,
    /// The first frame in which lines are tried again.
    resume: u32,
    /// The number of frames without any try before `resume`.
    pause: u32,
    /// True during the first account after a pause.
    resumes: bool,
    /// The work that this account has saved.
    saved: i64,
}

impl Trust {
    /// Allocates all the memory that will be needed.
    pub(super) fn reserve(&mut self) {
        self.scanlines = vec![[0; 2]; MAX_SCANLINES];
    }

    /// Returns whether to try this scanline.
    #[inline]
    pub(super) fn tries(&mut self, scanline: usize, frame: u64) -> bool {
        let frame = frame as u32;
        if frame >= self.resume + ACCOUNT_FRAMES {
            let saved = std::mem::take(&mut self.saved);
            self.resume = frame;
            if !std::mem::take(&mut self.resumes) {
                self.resumes = saved < LEAST_SAVED;
                self.pause = match self.resumes {
                    true => (4 * self.pause).clamp(4, MOST_PAUSE),
                    false => 0,
                };
                self.resume += self.pause;
            }
        }
        let is_due = |[retry, _]: &[u32; 2]| frame >= *retry && frame >= self.resume;
        self.always || self.scanlines.get(scanline).is_some_and(is_due)
    }

    /// Subtracts lost work from the account.
    pub(super) fn pay(&mut self, work: i64) {
        self.saved -= work;
    }

    /// Records a success: a stored line was found for a line with this number of writes.
    #[inline(always)]
    pub(super) fn win(&mut self, scanline: usize, writes: usize) {
        if writes > 0 {
            self.pay(-CHANGED_LINE - (writes / WRITES) as i64);
        }
        if let Some([_, lost]) = self.scanlines.get_mut(scanline) {
            *lost = 0;
        }
    }

    /// Records a failure. The scanline is tried again in the next frame, or after a pause.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the frames before `end` in which line 0 is tried, if the tries of each frame save
    /// this work.
    fn tried(end: u32, saves: impl Fn(u32) -> i64) -> Vec<u32> {
        let mut trust = Trust::default();
        trust.reserve();
        let mut is_tried = |frame: &u32| {
            let tries = trust.tries(0, u64::from(*frame));
            if tries {
                trust.pay(-saves(*frame));
            }
            tries
        };
        (0..end).filter(&mut is_tried).collect()
    }

    #[test]
    fn pauses_grow_while_tries_save_little() {
        let frames = [0, 1, 6, 7, 8, 9, 26, 27, 28, 29, 94, 95, 96, 97];
        assert_eq!(tried(300, |_| -1000), frames);
    }

    #[test]
    fn the_loss_of_the_first_two_frames_after_a_pause_does_not_count() {
        let saves = |frame| if frame < 8 { -1000 } else { 200 };
        let expected: Vec<u32> = [0, 1].into_iter().chain(6..40).collect();
        assert_eq!(tried(40, saves), expected);
    }
}
