//! Decides which scanlines are *tried*: the writes in such a line are only noted, and at its end, a
//! stored line with the same writes is searched for (`mod.rs`). A try fails if there is no such
//! line; then the line is run and stored.
//!
//! Storing a line takes longer than running it, so after every second failure in a row, a scanline
//! is not tried again until 2, 4, .. 32 frames later. An *account* covers two frames. It adds up
//! the work that all tries have saved, minus the work that they have cost, including the work of
//! switching between running and waiting. If an account has saved little, no lines are tried for
//! some frames. The first account after such a pause is ignored, because it includes the cost of
//! storing the lines that changed during the pause.

use crate::television::MAX_SCANLINES;

/// Maximum number of frames for which no line is tried.
const MAX_PAUSE_FRAMES: u32 = 256;
/// Number of frames that an account covers.
const ACCOUNT_FRAMES: u32 = 2;
/// If an account has saved less work than this, a pause follows it.
const MIN_SAVED_WORK: i64 = 300;

/// The work of running a line after its time has passed and storing it, in units of about a hundred
/// host instructions.
pub(super) const STORED_LINE_WORK: i64 = 28;
/// The work of looking up a state.
pub(super) const LOOK_UP_WORK: i64 = 8;
/// The work of putting the scanner into a state.
pub(super) const NEW_STATE_WORK: i64 = 8;
/// The work that is saved by recalling a line with writes. Recalling a line without writes counts
/// as saving nothing, because such a line usually equals the previous one, and repeating that is
/// fast anyway.
const RECALL_SAVING: i64 = 5;
/// For every group of this many writes in a line, recalling it saves one more unit of work.
const WRITES_PER_UNIT: usize = 8;

/// The record of successful and failed tries, by which the lines to try are chosen.
#[derive(Debug, Default)]
pub(super) struct Trust {
    /// For each scanline: the next frame in which it may be tried, and the number of failures since
    /// the last success.
    scanlines: Vec<[u32; 2]>,
    /// True if all lines are tried in all frames.
    pub always: bool,
    /// The next frame in which lines may be tried.
    resume: u32,
    /// The length, in frames, of the latest pause, which ends at `resume`.
    pause: u32,
    /// True during a pause and during the first account after it, which is ignored.
    ignores_account: bool,
    /// The work that tries have saved in the current account, less the work that they have cost.
    pub saved: i64,
}

impl Trust {
    /// Allocates all the memory that will be needed.
    pub(super) fn reserve(&mut self) {
        self.scanlines = vec![[0; 2]; MAX_SCANLINES];
    }

    /// Returns true if this scanline is to be tried in this frame.
    pub(super) fn may_try(&mut self, scanline: usize, frame: u64) -> bool {
        let frame = frame as u32;
        if frame >= self.resume + ACCOUNT_FRAMES {
            let saved = std::mem::take(&mut self.saved);
            self.resume = frame;
            if !std::mem::take(&mut self.ignores_account) {
                self.ignores_account = saved < MIN_SAVED_WORK;
                let longer = (4 * self.pause).clamp(4, MAX_PAUSE_FRAMES);
                self.pause = if self.ignores_account { longer } else { 0 };
                self.resume += self.pause;
            }
        }
        let is_due = |[retry, _]: &[u32; 2]| frame >= *retry && frame >= self.resume;
        self.always || self.scanlines.get(scanline).is_some_and(is_due)
    }

    /// Records a success: for a line with this number of writes, a stored line was found.
    pub(super) fn succeed(&mut self, scanline: usize, writes: usize) {
        if writes > 0 {
            self.saved += RECALL_SAVING + (writes / WRITES_PER_UNIT) as i64;
        }
        if let Some([_, failures]) = self.scanlines.get_mut(scanline) {
            *failures = 0;
        }
    }

    /// Records a failure. The scanline may be tried again in the next frame or, after every second
    /// failure in a row, some frames later.
    pub(super) fn fail(&mut self, scanline: usize, frame: u64) {
        if let Some([retry, failures]) = self.scanlines.get_mut(scanline) {
            *failures = failures.saturating_add(1);
            let pause = match *failures % 2 {
                0 => 1 << (*failures / 2).min(5),
                _ => 1,
            };
            *retry = frame as u32 + pause;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the frames before `end` in which line 0 is tried, if the tries in a frame save as
    /// much work as `saves` returns for that frame.
    fn tried(end: u32, saves: impl Fn(u32) -> i64) -> Vec<u32> {
        let mut trust = Trust::default();
        trust.reserve();
        let mut is_tried = |frame: &u32| {
            let tries = trust.may_try(0, u64::from(*frame));
            if tries {
                trust.saved += saves(*frame);
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
