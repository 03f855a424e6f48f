//! The trap for a line of the picture whose code needs more than 76 cycles.
//!
//! A kernel that stores to WSYNC once in each scanline has 76 cycles for a line. If the code for a
//! line needs more, its store to WSYNC does not happen until the next scanline, and waits for the
//! end of that scanline. The line then lasts two scanlines, and the frame gets longer.

use crate::observe::{Accessed, canonical_mirror};
use vcs::{
    place::CLOCKS_PER_CYCLE,
    tia::registers::write::{VBLANK, WSYNC},
};

/// Number of consecutive scanlines with one store to WSYNC each after which the trap assumes a
/// kernel that stores to WSYNC once per scanline.
const REGULAR_LINES: u32 = 2;
/// Maximum number of cycles beyond 76 that the trap regards as a mistake. If a kernel takes two
/// scanlines per line on purpose, it uses more of the second scanline.
const MAX_OVERRUN: u16 = 10;

/// The trap's record of earlier stores to WSYNC.
#[derive(Debug, Clone, Default)]
pub(super) struct LateLine {
    /// Frame and scanline of the last store to WSYNC.
    last: Option<(u64, u16)>,
    /// Number of consecutive scanlines that had one store to WSYNC each.
    in_a_row: u32,
    /// Number of consecutive kernel lines that were slightly too long.
    late_in_a_row: u32,
    /// True if VBLANK was on at the last store to WSYNC, or has been written since.
    blank: bool,
}

impl LateLine {
    /// Records a store to WSYNC or VBLANK. Returns the mistake if a store to WSYNC is late.
    pub fn on_access(&mut self, accessed: &Accessed) -> Option<String> {
        if !accessed.cycle.write {
            return None;
        }
        match canonical_mirror(&accessed.cycle) as u8 {
            VBLANK if accessed.cycle.address & 0x1080 == 0 => {
                self.blank = true;
                None
            }
            WSYNC if accessed.cycle.address & 0x1080 == 0 => self.record_wsync(accessed),
            _ => None,
        }
    }

    fn record_wsync(&mut self, accessed: &Accessed) -> Option<String> {
        let mut place = accessed.place;
        // A store in the last cycle of a scanline ends at the start of the next scanline, but
        // belongs to the scanline in which it began.
        let cycle = place.clock / CLOCKS_PER_CYCLE;
        if cycle == 0 && place.scanline > 0 {
            place.scanline -= 1;
        }
        let was_blank = std::mem::replace(
            &mut self.blank,
            accessed.machine.tia().is_blanked_by_vblank(),
        );
        let (frame, line) = self.last.replace((place.frame, place.scanline))?;
        let lines = place.scanline.checked_sub(line);
        let same_frame = frame == place.frame && !was_blank && !self.blank;
        match lines {
            Some(1) if same_frame => {
                self.in_a_row += 1;
                self.late_in_a_row = 0;
                return None;
            }
            Some(2) if same_frame => {}
            _ => {
                (self.in_a_row, self.late_in_a_row) = (0, 0);
                return None;
            }
        }
        let is_overrun = (1..=MAX_OVERRUN).contains(&cycle);
        self.late_in_a_row = if is_overrun {
            self.late_in_a_row + 1
        } else {
            0
        };
        let was_regular = std::mem::take(&mut self.in_a_row) >= REGULAR_LINES;
        let needed = 76 + if cycle == 0 { 76 } else { cycle };
        let first_scanline = line + 1;
        if was_regular {
            return Some(format!(
                "the line that began at scanline {first_scanline} needs {needed} of 76 cycles"
            ));
        }
        (self.late_in_a_row >= REGULAR_LINES).then(|| {
            format!(
                "each line needs more than 76 cycles, so it lasts two scanlines: the line that \
                 began at scanline {first_scanline} needs {needed} cycles"
            )
        })
    }
}
