//! The trap for wrong frame lengths. It counts the scanlines from one VSYNC of the program to the
//! next. It does not use the television's count, because the television starts a new frame without
//! VSYNC if it has waited too long.

use super::frame_parts::Parts;
use crate::{
    observe::{Accessed, Fetched, canonical_mirror},
    timeline::LINE_CYCLES,
};
use vcs::{
    address::Device,
    place::{CLOCKS_PER_CYCLE, CLOCKS_PER_LINE},
    television::{MAX_SCANLINES, SYNC_CLOCKS},
    tia::registers::write::{VBLANK, VSYNC},
};

/// The numbers of scanlines that televisions expect.
const STANDARD_LINES: [u64; 2] = [262, 312];
/// Length, in cycles, of the shortest VSYNC that the television recognizes.
const MIN_VSYNC_CYCLES: u64 = SYNC_CLOCKS / CLOCKS_PER_CYCLE as u64;

/// Measures the lengths of frames.
#[derive(Debug, Clone, Default)]
pub(super) struct FrameLength {
    /// The moment at which the current frame's first scanline began.
    start: Option<u64>,
    /// The parts of the current frame; `None` if the frame's start was not observed.
    parts: Option<Parts>,
    /// Number of scanlines in the previous frame.
    previous_lines: Option<u64>,
    /// The moment at which VSYNC was switched on, and the moment at which the scanline that was
    /// then in progress began; `None` if VSYNC is off.
    sync: Option<(u64, u64)>,
    started: bool,
}

impl FrameLength {
    /// Finds out, on the first call, when the current frame began. Later calls do nothing.
    pub fn on_instruction(&mut self, fetched: &Fetched) {
        if std::mem::replace(&mut self.started, true) {
            return;
        }
        let television = fetched.machine.television();
        if television.synced() && television.frames() > 0 {
            let line = line_start(fetched.moment, fetched.step.place.clock);
            self.start = line.checked_sub(LINE_CYCLES * u64::from(fetched.step.place.scanline));
            self.previous_lines = Some(television.frame().scanlines() as u64);
        }
    }

    /// Records writes to VBLANK and VSYNC. At the end of a VSYNC, checks the frame before that
    /// VSYNC, and returns the mistake, if any.
    pub fn on_access(&mut self, accessed: &Accessed) -> Option<String> {
        let cycle = &accessed.cycle;
        if !cycle.write || Device::at(cycle.address) != Device::Tia {
            return None;
        }
        let on = cycle.data & 2 != 0;
        match canonical_mirror(cycle) as u8 {
            VBLANK => {
                let parts = self.parts.as_mut();
                parts
                    .into_iter()
                    .for_each(|parts| parts.vblank(on, accessed.moment));
                None
            }
            VSYNC if on => {
                let line = line_start(accessed.moment, accessed.place.clock);
                self.sync.get_or_insert((accessed.moment, line));
                None
            }
            VSYNC => self.end_sync(accessed),
            _ => None,
        }
    }

    fn end_sync(&mut self, accessed: &Accessed) -> Option<String> {
        let (since, line) = self.sync.take()?;
        if accessed.moment - since < MIN_VSYNC_CYCLES {
            return None;
        }
        let blank = accessed.machine.tia().written(VBLANK);
        let blank = blank.is_some_and(|written| written.value & 2 != 0);
        let parts = self
            .parts
            .replace(Parts::new(since, accessed.moment, blank));
        let start = self.start.replace(line)?;
        let lines = line.saturating_sub(start) / LINE_CYCLES;
        let previous = self.previous_lines.replace(lines);
        // Do not check the first frames, because their lengths depend on how the program starts.
        if accessed.machine.television().frames() <= 2 {
            return None;
        }
        let text = match previous {
            _ if !STANDARD_LINES.contains(&lines) => {
                format!("the frame has {} scanlines; NTSC has 262, PAL 312", lines)
            }
            Some(previous) if previous != lines && STANDARD_LINES.contains(&previous) => {
                format!("the frame has {lines} scanlines, the previous one {previous}")
            }
            _ => return None,
        };
        let parts_text = parts.map(|parts| format!(" ({})", parts.describe(since, lines)));
        let text = text + &parts_text.unwrap_or_default();
        Some(if lines > MAX_SCANLINES as u64 {
            format!("{text}; the television waits at most {MAX_SCANLINES} scanlines for VSYNC")
        } else {
            text
        })
    }
}

/// Returns the moment at which a scanline began.
fn line_start(moment: u64, clock: u16) -> u64 {
    debug_assert!(clock < CLOCKS_PER_LINE);
    moment.saturating_sub(u64::from(clock / CLOCKS_PER_CYCLE))
}
