//! The interrupt controller.

use crate::Interrupt;
use serde::{Deserialize, Serialize};

/// The interrupt source numbers of the two timers.
const TIMERS: [u32; 2] = [4, 5];
/// The fields of a slot's control register: whether the slot is in use, and its source.
const SLOT_IN_USE: u32 = 0x20;
const SLOT_SOURCE: u32 = 0x1f;

/// The controller's registers. Of two vectored slots, the one with the lower number has priority.
// LPC2101/2102/2103 user manual (UM10161), chapter 6.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) struct Vic {
    /// The current level of each source's interrupt line, one bit each.
    lines: u32,
    /// The sources whose interrupts software has requested, one bit each.
    software: u32,
    /// The enabled interrupt sources, one bit each.
    enabled: u32,
    /// The sources that cause an FIQ instead of an IRQ, one bit each.
    fiq_sources: u32,
    /// The address of each slot's handler.
    vectors: [u32; 16],
    /// Each slot's control register.
    controls: [u32; 16],
    /// The address of the handler for all other sources.
    default_vector: u32,
}

impl Vic {
    pub(super) fn is_used(&self) -> bool {
        self.enabled != 0
    }

    /// Sets the two timers' interrupt lines.
    pub(super) fn set_lines(&mut self, timers: [bool; 2]) {
        let line = |(source, high): (u32, bool)| u32::from(high) << source;
        self.lines = TIMERS.into_iter().zip(timers).map(line).sum();
    }

    /// Returns the pending interrupt, even if the processor's status masks it.
    pub(super) fn pending(&self) -> Option<Interrupt> {
        let pending = (self.lines | self.software) & self.enabled;
        match (pending & self.fiq_sources, pending) {
            (0, 0) => None,
            (0, _) => Some(Interrupt::Irq),
            _ => Some(Interrupt::Fiq),
        }
    }

    fn irqs(&self) -> u32 {
        (self.lines | self.software) & self.enabled & !self.fiq_sources
    }

    /// Returns the handler of the pending IRQ with the highest priority.
    fn handler(&self) -> u32 {
        let irqs = self.irqs();
        let is_pending = |control: &&u32| {
            **control & SLOT_IN_USE != 0 && irqs >> (**control & SLOT_SOURCE) & 1 != 0
        };
        let slot = self
            .controls
            .iter()
            .position(|control| is_pending(&control));
        slot.map_or(self.default_vector, |slot| self.vectors[slot])
    }

    /// Reads the register at an offset. Returns 0 for registers that no driver reads.
    pub(super) fn register(&self, offset: u32) -> u32 {
        let slot = (offset >> 2 & 15) as usize;
        match offset {
            0x000 => self.irqs(),
            0x008 => self.lines | self.software,
            0x00c => self.fiq_sources,
            0x010 => self.enabled,
            0x030 => self.handler(),
            0x034 => self.default_vector,
            0x100..=0x13f => self.vectors[slot],
            0x200..=0x23f => self.controls[slot],
            _ => 0,
        }
    }

    pub(super) fn set_register(&mut self, offset: u32, data: u32) {
        let slot = (offset >> 2 & 15) as usize;
        match offset {
            0x00c => self.fiq_sources = data,
            0x010 => self.enabled |= data,
            0x014 => self.enabled &= !data,
            0x018 => self.software |= data,
            0x01c => self.software &= !data,
            0x034 => self.default_vector = data,
            0x100..=0x13f => self.vectors[slot] = data,
            0x200..=0x23f => self.controls[slot] = data,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_enabled_source_interrupts_and_selects_its_vector() {
        let mut vic = Vic::default();
        vic.set_register(0x034, 0x100);
        vic.set_register(0x104, 0x4000_05e0);
        vic.set_register(0x204, 0x24);
        vic.set_lines([true, false]);
        assert_eq!((vic.is_used(), vic.pending()), (false, None));
        vic.set_register(0x010, 0x10);
        assert_eq!(vic.pending(), Some(Interrupt::Irq));
        assert_eq!(vic.register(0x030), 0x4000_05e0);
        vic.set_register(0x00c, 0x10);
        assert_eq!(vic.pending(), Some(Interrupt::Fiq));
        assert_eq!(vic.register(0x030), 0x100);
        vic.set_lines([false, true]);
        assert_eq!(vic.pending(), None);
        vic.set_register(0x014, 0x10);
        assert!(!vic.is_used());
    }
}
