//! The bus on which whole instructions run.

use isa6502::Mnemonic;

/// How long the current instruction has been running, and the byte on the bus.
#[derive(Debug, Clone, Copy)]
pub struct Past {
    /// Number of cycles for which the instruction has been running. Includes the opcode fetch only
    /// if the bus merely peeks at the opcode ([`InstructionBus::PEEKS`]).
    pub cycles: u8,
    /// The last byte on the bus, if there have been accesses.
    pub data: u8,
}

impl Past {
    /// Adds a cycle, with this byte on the bus.
    pub(in crate::fast) fn and(self, data: u8) -> Past {
        let cycles = self.cycles + 1;
        Past { cycles, data }
    }
}

/// Number of bytes in an absolute load followed by a branch.
pub(in crate::fast) const LOAD_AND_BRANCH_SIZE: u16 = 5;

/// An instruction in memory.
#[derive(Debug, Clone, Copy)]
pub struct Code {
    /// The first byte of the instruction.
    pub opcode: u8,
    /// The two bytes after the opcode, if reading them in advance has no effect.
    pub operand: u16,
}

/// The last part of an instruction, if `Instruction::execute` leaves it to its caller.
pub(super) enum Tail {
    /// The whole instruction: it cannot run here.
    All,
    /// The last cycle, which is a write.
    Write { address: u16, data: u8 },
    /// The last cycle, which is the read of an operand.
    Read { address: u16 },
    /// The last two cycles. The index carried into the high byte of the operand's address, so the
    /// address without the carry is read first.
    Carried { address: u16 },
    /// The rest of a taken branch that needs special handling: its target is in another page, or is
    /// the load just before the branch.
    Branch { target: u16 },
}

/// A bus on which whole instructions run. The bus guarantees that RDY is high at every read that
/// these instructions perform.
pub trait InstructionBus {
    /// True if [`InstructionBus::start`] only peeks, without side effects.
    const PEEKS: bool = false;

    /// Fetches the opcode at `pc`. Returns `None` if the instruction there must not run now. `s` is
    /// the stack pointer.
    fn start(&mut self, pc: u16, s: u8) -> Option<Code>;

    /// Reads in the next cycle.
    fn read(&mut self, past: Past, address: u16) -> u8;

    /// Performs a read whose byte is not used. The next access is the fetch at `pc`, or is in page
    /// zero or the page of the stack.
    fn read_unused(&mut self, past: Past, address: u16, _pc: u16) -> u8 {
        self.read(past, address)
    }

    /// Reads an operand in the last cycle, if the bus has a fast path for it. Otherwise does
    /// nothing and returns `None`; [`InstructionBus::read`] must then perform the read.
    fn try_read_last(&mut self, past: Past, address: u16) -> Option<u8> {
        Some(self.read(past, address))
    }

    /// Writes in the next cycle.
    fn write(&mut self, past: Past, address: u16, data: u8);

    /// Writes in the last cycle, if the bus has a fast path for it. Otherwise does nothing and
    /// returns false; [`InstructionBus::write_last`] must then perform the write.
    fn try_write_last(&mut self, _address: u16, _data: u8) -> bool {
        false
    }

    /// Writes in the last cycle, and ends the instruction. Returns `pc`, the program counter after
    /// the instruction.
    fn write_last(&mut self, past: Past, address: u16, data: u8, pc: u16) -> u16;

    /// Reads a pointer in page zero. The address of its high byte wraps around within the page. If
    /// this bus cannot run instructions with this pointer, does nothing and returns `None`; the
    /// instruction is then refused.
    fn try_pointer(&mut self, past: Past, pointer: u8) -> Option<u16> {
        let low = self.read(past, pointer.into());
        let high = self.read(past.and(low), pointer.wrapping_add(1).into());
        Some(u16::from_le_bytes([low, high]))
    }

    /// Returns the byte of zero-page RAM at this address. Returns `None` if accesses to the byte
    /// affect anything but RAM, or if the dummy reads of indexed modes elsewhere in page zero could
    /// have an effect.
    fn zero_page_byte(&mut self, _address: u8) -> Option<&mut u8> {
        None
    }

    /// Reads the instruction byte at address `pc`. If [`InstructionBus::start`] has read that byte
    /// ahead of time ([`Code::operand`]), `ahead` is that byte.
    fn read_code(&mut self, pc: u16, ahead: u8) -> u8;

    /// Handles a jump, whose target may be outside the cartridge's window.
    fn jump(&mut self, _past: Past, _pc: u16) {}

    /// Handles a branch back to `start`, in a loop that consists of one load and this branch. The
    /// bus may skip iterations that change nothing.
    fn repeat_loop(&mut self, _past: Past, _start: u16, _branch: Mnemonic) {}

    /// Ends the instruction.
    fn end(&mut self, _past: Past) {}

    /// Returns false if a push with the stack pointer at `s` could write to WSYNC or another sync
    /// register of the TIA. JSR and BRK read again after their pushes, so such a write could stall
    /// them halfway.
    fn can_push(&self, _s: u8) -> bool {
        true
    }

    /// Makes sure that no more instructions start.
    fn refuse(&mut self);

    /// Ends the run.
    fn finish(self);
}
