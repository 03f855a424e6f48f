//! HMOVE. This module contains the latches that synchronize the strobe with the divide-by-four
//! clock, the motion counter, and the counter's five comparators.

use super::revision::MOVABLE;
use serde::{Deserialize, Serialize};

/// The phase of the divide-by-four clock in which the strobe is sampled, and the counter is
/// compared with the motion registers. It is the phase after the motion pulses.
pub(crate) const COMPARE_PHASE: u8 = 2;

/// The motion of the five movable objects.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Hmove {
    /// The number of extra clocks for each object, 0..=15. It is HMxx D7-D4 with D7 inverted. The
    /// objects are in the order of the output bits.
    pub(crate) extra: [u8; 5],
    /// The strobe latch: true while the strobe has not been sampled yet.
    pub(crate) strobe: bool,
    /// True if the strobe has been sampled. Then motion will start in the next phase 0.
    pub(crate) sampled: bool,
    /// True in the four clocks that start motion. During these, the strobe latch is held clear.
    pub(crate) start: bool,
    /// Number of pulses since this motion started, 0..=15; 0 while the counter is not running.
    pub(crate) count: u8,
    pub(crate) counting: bool,
    /// The objects that still receive pulses, because their latch "more motion required" is set.
    pub(crate) moving: u8,
    /// The objects that received the last pulse.
    pub(crate) pulsed: u8,
}

impl Default for Hmove {
    fn default() -> Self {
        Hmove {
            extra: [8; 5],
            strobe: false,
            sampled: false,
            start: false,
            count: 0,
            counting: false,
            moving: 0,
            pulsed: 0,
        }
    }
}

/// The effects of HMOVE in a color clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Motion {
    /// The objects that receive a motion pulse, that is, an extra clock.
    pub pulses: u8,
    /// True if motion starts. The start of motion lengthens the horizontal blank.
    pub start: bool,
}

impl Hmove {
    /// Returns false for values that only a damaged state can have.
    pub(crate) fn is_plausible(&self) -> bool {
        self.count < 16
            && self.extra.iter().all(|extra| *extra < 16)
            && (self.moving | self.pulsed) & !MOVABLE == 0
    }

    /// Writes HMP0, HMP1, HMM0, HMM1 or HMBL (`object` is the object's output bit).
    pub(crate) fn hm(&mut self, object: u8, data: u8) {
        self.extra[object.trailing_zeros() as usize] = (data >> 4) ^ 8;
    }

    /// Strobes HMCLR, which sets all motion registers to zero. Zero means eight extra clocks.
    pub(crate) fn hmclr(&mut self) {
        self.extra = [8; 5];
    }

    /// Strobes HMOVE.
    pub(crate) fn hmove(&mut self) {
        self.strobe = true;
    }

    /// Runs one color clock. `phase` is the current phase of the horizontal divide-by-four clock,
    /// 0..=3.
    // A write to HMOVE sets the strobe latch. The latch is sampled in phase 2, and in the next
    // phase 0, the sampled strobe becomes a pulse of four clocks. After that, there is an extra
    // clock every four clocks. Shown by the test vectors `hmove_*`.
    #[inline]
    pub(crate) fn tick(&mut self, phase: u8) -> Motion {
        let mut motion = Motion::default();
        match phase {
            0 => {
                self.start = self.sampled;
                motion.start = self.start;
            }
            1 => {
                motion.pulses = self.moving;
                self.pulsed = self.moving;
                if self.counting {
                    self.count = (self.count + 1) & 15;
                    self.counting = self.count != 0;
                }
                if self.start {
                    self.counting = true;
                    self.moving = MOVABLE;
                }
            }
            COMPARE_PHASE => {
                self.sampled = self.strobe;
                if self.moving != 0 {
                    self.compare();
                }
            }
            _ => {}
        }
        self.strobe &= !self.start;
        motion
    }

    /// Runs the color clock in which RSYNC restarts the horizontal divide-by-four clock. Without
    /// RSYNC, that clock would be in `phase`; now it is in phase 1.
    // Netlist: RSYNC opens the latches of phase 1. If they have only just closed, the same objects
    // receive another pulse. The counter does not step again, because it steps only once between
    // one phase 1 and the next.
    pub(crate) fn restart_clock(&mut self, phase: u8) -> Motion {
        match phase {
            0 => {
                let start = self.tick(0).start;
                Motion {
                    start,
                    ..self.tick(1)
                }
            }
            1 => self.tick(1),
            2 => Motion::default(),
            _ => Motion {
                pulses: self.pulsed,
                start: false,
            },
        }
    }

    /// Ends the motion of the objects that have received all their pulses.
    pub(crate) fn compare(&mut self) {
        for (object, extra) in self.extra.iter().enumerate() {
            if *extra == self.count {
                self.moving &= !(1 << object);
            }
        }
    }
}
