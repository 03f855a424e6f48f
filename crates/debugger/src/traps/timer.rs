//! The trap for reading the timer too late: the program has worked for so long that the timer has
//! already run out at the first read.

use crate::observe::{Accessed, canonical_mirror};
use lab::trace::{
    bus::{reads_timer, timer_cycles_set},
    symbols::register_name,
};

/// The program's last write to the timer. `None` after the first read that follows, because the
/// trap checks only that read.
#[derive(Debug, Clone, Default)]
pub(super) struct Timer {
    last_write: Option<TimerWrite>,
}

#[derive(Debug, Clone, Copy)]
struct TimerWrite {
    register: u16,
    value: u8,
    /// The moment at which the timer runs out.
    end: u64,
}

impl Timer {
    /// Records a write to the timer, and checks the first read after it. Returns the mistake, if
    /// any.
    pub fn on_access(&mut self, accessed: &Accessed) -> Option<String> {
        let cycle = &accessed.cycle;
        let register = canonical_mirror(cycle);
        if let Some(cycles) = timer_cycles_set(cycle) {
            self.last_write = (cycle.data > 0).then_some(TimerWrite {
                register,
                value: cycle.data,
                end: accessed.moment + cycles,
            });
        }
        if !reads_timer(cycle) {
            return None;
        }
        let write = self.last_write.take()?;
        let late = accessed
            .moment
            .checked_sub(write.end)
            .filter(|late| *late > 0)?;
        let name = register_name(register, false).unwrap_or_default();
        let timer = register_name(write.register, true).unwrap_or_default();
        Some(format!(
            "{name} is first read {late} cycles after the timer has run out ({timer} = {})",
            write.value
        ))
    }
}
