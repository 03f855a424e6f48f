//! Which lines of the picture are tried.
//!
//! To keep a line takes about as long as to run one. So a line of the picture in which no known line
//! has come, twice and twice again, is only run for some frames, up to half a second.

use crate::television::MAX_SCANLINES;

/// Frames without a try, at most.
const MOST_FRAMES: u32 = 32;

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
}

impl Trust {
    /// Takes all the memory that it will need.
    pub(super) fn reserve(&mut self) {
        self.scanlines = vec![Scanline::default(); MAX_SCANLINES];
    }

    /// True if this scanline is to be tried.
    pub(super) fn tries(&self, scanline: usize, frame: u64) -> bool {
        let is_due = |scanline: &Scanline| frame as u32 >= scanline.retry;
        self.scanlines.get(scanline).is_some_and(is_due)
    }

    /// A known line has come.
    pub(super) fn win(&mut self, scanline: usize) {
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
            scanline.retry = (frame as u32).saturating_add(frames);
        }
    }
}
