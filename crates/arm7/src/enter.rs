//! Enters the handlers of exceptions and interrupts.

use crate::{Architecture, Cpu, Exception, Interrupt, Memory, Mode};

/// The mode, the vector and the value of the link register with which a handler is entered.
struct Entry {
    mode: Mode,
    vector: u32,
    link: u32,
}

impl Cpu {
    /// Enters the handler of an exception that [`Cpu::step`] has reported: saves the status
    /// register, switches the mode, switches to ARM state, masks interrupts, and jumps to the
    /// vector.
    ///
    /// On ARMv6-M, does nothing, because no ARMv6-M cartridge uses handlers.
    // DDI 0100, A2.6: each link value is the address of the instruction that did not complete, plus
    // an offset.
    pub fn enter(&mut self, exception: Exception, memory: &mut impl Memory) {
        let at = self.pc();
        let next = at.wrapping_add(self.instruction_bytes());
        let (mode, vector, link) = match exception {
            Exception::SoftwareInterrupt(_) => (Mode::Supervisor, 0x08, next),
            Exception::PrefetchAbort => (Mode::Abort, 0x0c, at.wrapping_add(4)),
            Exception::DataAbort(_) | Exception::Misaligned(_) => {
                (Mode::Abort, 0x10, at.wrapping_add(8))
            }
            Exception::Undefined | Exception::Breakpoint(_) | Exception::NoArmState(_) => {
                (Mode::Undefined, 0x04, next)
            }
        };
        self.enter_exception(Entry { mode, vector, link }, memory);
    }

    /// Enters the handler of an interrupt before the next instruction. If the interrupt is masked,
    /// does nothing and returns false. On ARMv6-M, does nothing for an unmasked interrupt either,
    /// but returns true.
    // DDI 0100, A2.6.8 and A2.6.9: the handler returns with SUBS PC, R14, #4.
    pub fn interrupt(&mut self, interrupt: Interrupt, memory: &mut impl Memory) -> bool {
        let (masked, mode, vector) = match interrupt {
            Interrupt::Irq => (self.status.irq_disabled, Mode::Irq, 0x18),
            Interrupt::Fiq => (self.status.fiq_disabled, Mode::Fiq, 0x1c),
        };
        let link = self.pc().wrapping_add(4);
        if !masked {
            self.enter_exception(Entry { mode, vector, link }, memory);
        }
        !masked
    }

    fn enter_exception(&mut self, entry: Entry, memory: &mut impl Memory) {
        if self.architecture == Architecture::V6M {
            return;
        }
        let status = self.status.bits();
        self.set_mode(entry.mode);
        self.set_saved_status(status);
        self.registers[14] = entry.link;
        self.status.thumb = false;
        self.status.irq_disabled = true;
        self.status.fiq_disabled |= entry.mode == Mode::Fiq;
        self.jump(entry.vector, memory);
    }
}
