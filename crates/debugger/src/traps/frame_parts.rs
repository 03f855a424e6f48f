//! The parts of a frame: VSYNC, the blank before the picture, the picture, and the blank after the
//! picture.

use crate::timeline::LINE_CYCLES;

const PART_NAMES: [&str; 4] = ["VSYNC", "blank", "picture", "blank"];

/// The number of cycles that each part has lasted so far.
#[derive(Debug, Clone)]
pub(super) struct Parts {
    cycles: [u64; 4],
    /// The index of the part in progress, which started at the moment `since`.
    part: usize,
    since: u64,
}

impl Parts {
    /// Creates the parts of a frame that begins at the moment `frame_start`. This must be called at
    /// the end of the VSYNC that begins the frame; `vblank` is true if VBLANK is on at that moment.
    pub fn new(frame_start: u64, sync_end: u64, vblank: bool) -> Parts {
        Parts {
            cycles: [sync_end - frame_start, 0, 0, 0],
            part: if vblank { 1 } else { 2 },
            since: sync_end,
        }
    }

    /// Records a write to VBLANK.
    pub fn vblank(&mut self, on: bool, moment: u64) {
        let part = match (self.part, on) {
            (1, false) => 2,
            (2, true) => 3,
            // A blank in the middle of the picture is part of the picture.
            (3, false) => {
                self.cycles[2] += std::mem::take(&mut self.cycles[3]);
                2
            }
            _ => return,
        };
        self.cycles[self.part.min(part)] += moment - self.since;
        (self.part, self.since) = (part, moment);
    }

    /// Returns the number of scanlines in each part of the frame, such as
    /// `3 VSYNC, 37 blank, 192 picture, 30 blank`. The frame ends at the moment `end` and has
    /// `lines` scanlines.
    pub fn describe(mut self, end: u64, lines: u64) -> String {
        self.cycles[self.part] += end.saturating_sub(self.since);
        let mut left = lines;
        let mut texts = Vec::new();
        let shown: Vec<usize> = (0..4).filter(|part| self.cycles[*part] > 0).collect();
        for (index, part) in shown.iter().enumerate() {
            let rounded = (self.cycles[*part] + LINE_CYCLES / 2) / LINE_CYCLES;
            let count = if index + 1 == shown.len() {
                left
            } else {
                rounded.min(left)
            };
            left -= count;
            texts.push(format!("{count} {}", PART_NAMES[*part]));
        }
        texts.join(", ")
    }
}
