//! The trap for a timer that has run out before the program reads it, because the program took too
//! long.

use crate::observe::{Accessed, canonical};
use lab::trace::symbols::register_name;
use vcs::address::Device;

const INTIM: u16 = 0x284;
const TIMINT: u16 = 0x285;
const TIM1T: u16 = 0x294;
/// Number of cycles per count of the timer, by register from TIM1T.
const INTERVALS: [u64; 4] = [1, 8, 64, 1024];

/// The last setting of the timer; `None` after the program has read the timer.
#[derive(Debug, Clone, Default)]
pub(super) struct Timer {
    set: Option<Set>,
}

#[derive(Debug, Clone, Copy)]
struct Set {
    register: u16,
    value: u8,
    /// The moment at which the timer runs out.
    ends: u64,
}

impl Timer {
    /// Records a write to the timer, and checks the first read after it. Returns the mistake, if
    /// any.
    pub fn access(&mut self, accessed: &Accessed) -> Option<String> {
        let cycle = &accessed.cycle;
        if Device::at(cycle.address) != Device::Riot {
            return None;
        }
        let register = canonical(cycle);
        if cycle.write {
            let interval = INTERVALS.get(usize::from(register.checked_sub(TIM1T)?))?;
            self.set = (cycle.data > 0).then_some(Set {
                register,
                value: cycle.data,
                ends: accessed.moment + u64::from(cycle.data) * interval,
            });
            return None;
        }
        if register != INTIM && register != TIMINT {
            return None;
        }
        let set = self.set.take()?;
        let late = accessed
            .moment
            .checked_sub(set.ends)
            .filter(|late| *late > 0)?;
        let name = register_name(register, false).unwrap_or_default();
        let timer = register_name(set.register, true).unwrap_or_default();
        Some(format!(
            "{name} is first read {late} cycles after the timer has run out ({timer} = {})",
            set.value
        ))
    }
}
