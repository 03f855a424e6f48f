//! The interval timer.

use serde::{Deserialize, Serialize};

/// The interval timer. Its state in any cycle is computed from the cycle count, so the fields
/// change only when the timer is read or written.
///
/// The count goes down once per interval of 1, 8, 64 or 1024 cycles; the prescaler divides cycles
/// into intervals. The step from 0 to `$FF` sets the interrupt flag. While the flag is set, the
/// count goes down every cycle. The prescaler still runs, so when the flag is cleared, the count
/// again goes down at the prescaler's next step.
// Console reports (Stella's issues 97 and 606): the first step comes one cycle after the write, and
// the prescaler never stops.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Timer {
    /// The cycle for which the other fields are valid.
    pub(crate) cycle: u64,
    pub(crate) value: u8,
    /// Binary logarithm of the interval: 0, 3, 6 or 10.
    pub(crate) shift: Shift,
    /// Number of cycles since the prescaler's last step.
    pub(crate) phase: u16,
    /// The interrupt flag, TIMINT D7. It is set when the count steps from 0 to `$FF`.
    pub(crate) expired: bool,
}

/// The four settings of the prescaler.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Shift {
    By1 = 0,
    By8 = 3,
    By64 = 6,
    By1024 = 10,
}

impl Timer {
    /// Creates a timer in the power-on state. Its interval is 1024 cycles.
    // Emulators agree on the interval.
    pub fn new(value: u8) -> Timer {
        Timer {
            cycle: 0,
            value,
            shift: Shift::By1024,
            phase: 0,
            expired: false,
        }
    }

    /// Returns the count and the interrupt flag in `cycle`, without the side effects of a read.
    pub fn peek(&self, cycle: u64) -> (u8, bool) {
        let now = self.at(cycle);
        (now.value, now.expired)
    }

    /// Reads INTIM. The read clears the interrupt flag, unless the count steps from 0 to `$FF` in
    /// this very cycle.
    // Console report (Stella's issue 606), data sheet: a read in such a cycle leaves the flag set.
    pub fn read(&mut self, cycle: u64) -> u8 {
        *self = self.at(cycle);
        self.expired &= self.has_just_wrapped();
        self.value
    }

    /// Writes to TIM1T (`interval` 0), TIM8T (1), TIM64T (2) or T1024T (3). This restarts the
    /// prescaler, and clears the interrupt flag under the same condition as a read. The count makes
    /// its first step one cycle after the write.
    pub fn write(&mut self, interval: u8, value: u8, cycle: u64) {
        let now = self.at(cycle);
        let shift = match interval & 3 {
            0 => Shift::By1,
            1 => Shift::By8,
            2 => Shift::By64,
            _ => Shift::By1024,
        };
        *self = Timer {
            cycle,
            value,
            shift,
            phase: (1 << shift as u8) - 1,
            expired: now.expired && now.has_just_wrapped(),
        };
    }

    /// Returns true in the cycle in which the count has just stepped from 0 to `$FF`.
    fn has_just_wrapped(&self) -> bool {
        self.expired && self.value == 0xff
    }

    /// Returns the state that this timer will have in a later cycle if nothing reads or writes it
    /// until then.
    pub(crate) fn at(&self, cycle: u64) -> Timer {
        let elapsed = cycle.wrapping_sub(self.cycle);
        let prescaler_cycles = elapsed.wrapping_add(self.phase.into());
        let shift = self.shift as u8;
        let (value, expired) = if self.expired {
            (self.value.wrapping_sub(elapsed as u8), true)
        } else {
            let steps = prescaler_cycles >> shift;
            match u64::from(self.value).checked_sub(steps) {
                Some(value) => (value as u8, false),
                None => {
                    let wrap =
                        ((u64::from(self.value) + 1) << shift).wrapping_sub(self.phase.into());
                    (0xff_u8.wrapping_sub(elapsed.wrapping_sub(wrap) as u8), true)
                }
            }
        };
        Timer {
            cycle,
            value,
            shift: self.shift,
            phase: (prescaler_cycles & ((1 << shift) - 1)) as u16,
            expired,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn started(interval: u8, value: u8) -> Timer {
        let mut timer = Timer::new(0);
        timer.write(interval, value, 100);
        timer
    }

    fn values(timer: &Timer, cycles: impl IntoIterator<Item = u64>) -> Vec<u8> {
        cycles
            .into_iter()
            .map(|cycle| timer.peek(cycle).0)
            .collect()
    }

    #[test]
    fn the_first_step_comes_one_cycle_after_the_write() {
        assert_eq!(values(&started(0, 5), 100..104), [5, 4, 3, 2]);
        assert_eq!(
            values(&started(1, 5), [101, 108, 109, 116, 117]),
            [4, 4, 3, 3, 2]
        );
        assert_eq!(values(&started(2, 5), [101, 164, 165]), [4, 4, 3]);
        assert_eq!(values(&started(3, 5), [101, 1124, 1125]), [4, 4, 3]);
    }

    #[test]
    fn the_count_stays_zero_for_one_interval_and_then_steps_every_cycle() {
        let timer = started(1, 2);
        assert_eq!(
            values(&timer, [109, 116, 117, 118, 119]),
            [0, 0, 0xff, 0xfe, 0xfd]
        );
        assert!(!timer.peek(116).1);
        assert!(timer.peek(117).1);
        assert_eq!(timer.peek(117 + 256), (0xff, true));
    }

    #[test]
    fn after_a_read_the_count_steps_with_the_prescaler_again() {
        let mut timer = started(2, 0);
        // The count wraps in cycle 101. The prescaler steps in cycles 101, 165 and 229.
        assert_eq!(timer.read(150), 0xff - 49);
        assert_eq!(timer.peek(151), (0xff - 49, false));
        assert_eq!(
            values(&timer, [164, 165, 229]),
            [0xff - 49, 0xff - 50, 0xff - 51]
        );
    }

    #[test]
    fn an_access_in_the_cycle_of_the_wrap_leaves_the_flag_set() {
        let mut read = started(0, 3);
        assert_eq!(read.read(104), 0xff);
        assert!(read.peek(105).1);
        let mut read_later = started(0, 3);
        read_later.read(104 + 256);
        assert!(read_later.peek(500).1);
        let mut written = started(1, 0);
        written.write(1, 8, 101);
        assert!(written.peek(102).1);
    }

    #[test]
    fn a_write_in_any_other_cycle_clears_the_flag() {
        let mut timer = started(1, 0);
        timer.write(1, 8, 110);
        assert_eq!(timer.peek(111), (7, false));
    }

    #[test]
    fn catching_up_every_cycle_gives_the_same_count_and_flag() {
        for interval in 0..4 {
            let mut stepped = started(interval, 3);
            for cycle in 101..6000 {
                let expected = started(interval, 3).peek(cycle);
                stepped = stepped.at(cycle);
                assert_eq!((stepped.value, stepped.expired), expected, "cycle {cycle}");
            }
        }
    }
}
