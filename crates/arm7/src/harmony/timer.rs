//! The timers 0 and 1.

use serde::{Deserialize, Serialize};

/// Bits of the control register: counting, and held at zero.
const ENABLE: u32 = 1;
const RESET: u32 = 2;

/// A timer, as arithmetic on the clock: it counts one up each `prescale + 1` clocks.
// LPC2101/2102/2103 user manual (UM10161), chapters 15 and 16.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) struct Timer {
    control: u32,
    prescale: u32,
    /// The count at `since`.
    count: u32,
    since: u64,
}

impl Timer {
    pub(super) fn count(&self, now: u64) -> u32 {
        if self.control & RESET != 0 {
            return 0;
        }
        if self.control & ENABLE == 0 {
            return self.count;
        }
        let clocks = now.saturating_sub(self.since) / (u64::from(self.prescale) + 1);
        self.count.wrapping_add(clocks as u32)
    }

    pub(super) fn control(&self) -> u32 {
        self.control
    }

    pub(super) fn prescale(&self) -> u32 {
        self.prescale
    }

    pub(super) fn set_control(&mut self, control: u32, now: u64) {
        self.set_count(self.count(now), now);
        self.control = control;
    }

    pub(super) fn set_prescale(&mut self, prescale: u32, now: u64) {
        self.set_count(self.count(now), now);
        self.prescale = prescale;
    }

    pub(super) fn set_count(&mut self, count: u32, now: u64) {
        self.count = count;
        self.since = now;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_timer_counts_while_enabled() {
        let mut timer = Timer::default();
        assert_eq!(timer.count(1_000), 0);
        timer.set_control(ENABLE, 1_000);
        assert_eq!(timer.count(1_070), 70);
        timer.set_control(0, 1_070);
        assert_eq!(timer.count(5_000), 70);
        timer.set_control(ENABLE | RESET, 5_000);
        assert_eq!(timer.count(6_000), 0);
        timer.set_control(ENABLE, 6_000);
        assert_eq!(timer.count(6_007), 7);
    }

    /// The music clock: 70 MHz by 3501.
    #[test]
    fn a_prescaler_divides() {
        let mut timer = Timer::default();
        timer.set_prescale(3_500, 0);
        timer.set_control(ENABLE, 0);
        assert_eq!(
            [3_500, 3_501, 70_000_000].map(|now| timer.count(now)),
            [0, 1, 19_994]
        );
    }
}
