//! Timers 0 and 1 of the microcontroller.

use serde::{Deserialize, Serialize};

/// Bits of the control register: `ENABLE` makes the timer count, `RESET` holds the count at 0.
const ENABLE: u32 = 1;
const RESET: u32 = 2;

/// A timer whose count is computed from the processor's clock. The count goes up by one every
/// `prescale + 1` clocks.
// LPC2101/2102/2103 user manual (UM10161), chapters 15 and 16.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) struct Timer {
    control: u32,
    prescale: u32,
    /// The count at processor clock `since`.
    count: u32,
    since: u64,
    matches: Matches,
}

/// The timer's match registers, and the actions to perform when the count reaches one of their
/// values. Drivers use them for sound during calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
struct Matches {
    values: [u32; 4],
    /// Three bits for each value, which enable these actions: interrupt, reset the count to 0,
    /// stop.
    control: u32,
    /// The pending interrupts.
    flags: u32,
    /// The count at the last check. The actions for all values up to this one have been performed.
    last_count: u32,
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
        self.matches.last_count = count;
    }
}

impl Timer {
    /// Performs the actions for the values that the count has reached since the last check. Returns
    /// true if an interrupt is pending.
    pub(super) fn update_matches(&mut self, now: u64) -> bool {
        let count = self.count(now);
        let passed = count.wrapping_sub(self.matches.last_count);
        for (index, value) in self.matches.values.into_iter().enumerate() {
            let control = self.matches.control >> (3 * index) & 7;
            let last_count = self.matches.last_count;
            let is_reached = value.wrapping_sub(last_count).wrapping_sub(1) < passed;
            if is_reached {
                self.matches.flags |= (control & 1) << index;
            }
            if is_reached && control & 4 != 0 {
                self.control &= !ENABLE;
                self.count = value;
            } else if control & 2 != 0 && (is_reached || last_count == value) && count != value {
                // The count becomes 0 one step after it reaches the value.
                self.restart(count.wrapping_sub(value).wrapping_sub(1), now);
                return self.matches.flags != 0;
            }
        }
        self.matches.last_count = count;
        self.matches.flags != 0
    }

    /// Restarts the count as if it had become 0 `steps` steps ago.
    fn restart(&mut self, steps: u32, now: u64) {
        let period = u64::from(self.prescale) + 1;
        let partial_step = now.saturating_sub(self.since) % period;
        self.set_count(steps, now.saturating_sub(partial_step));
    }

    /// Returns a match register, by its offset.
    pub(super) fn match_register(&self, offset: u32) -> u32 {
        match offset {
            0x00 => self.matches.flags,
            0x14 => self.matches.control,
            _ => self.matches.values[((offset - 0x18) as usize / 4) & 3],
        }
    }

    pub(super) fn set_match_register(&mut self, offset: u32, data: u32) {
        match offset {
            0x00 => self.matches.flags &= !data,
            0x14 => self.matches.control = data & 0xfff,
            _ => self.matches.values[((offset - 0x18) as usize / 4) & 3] = data,
        }
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

    #[test]
    fn a_match_interrupts_and_restarts_the_count() {
        let mut timer = Timer::default();
        timer.set_match_register(0x18, 99);
        timer.set_match_register(0x14, 3);
        timer.set_control(ENABLE, 0);
        assert!(!timer.update_matches(98));
        assert!(timer.update_matches(99));
        timer.set_match_register(0x00, 1);
        assert!(!timer.update_matches(150));
        assert_eq!(timer.count(150), 50);
        assert!(timer.update_matches(199));
    }

    /// The music clock is 70 MHz divided by 3501.
    #[test]
    fn the_prescaler_divides_the_clock() {
        let mut timer = Timer::default();
        timer.set_prescale(3_500, 0);
        timer.set_control(ENABLE, 0);
        assert_eq!(
            [3_500, 3_501, 70_000_000].map(|now| timer.count(now)),
            [0, 1, 19_994]
        );
    }
}
