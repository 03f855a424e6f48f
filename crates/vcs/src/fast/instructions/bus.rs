//! The bus on which whole instructions run.

use isa6502::Mnemonic;

/// What has passed since the beginning of an instruction.
#[derive(Debug, Clone, Copy)]
pub struct Past {
    /// Cycles; on a bus that only peeks at the opcode its fetch is one of them.
    pub cycles: u8,
    /// The last byte on the bus, if there have been accesses.
    pub data: u8,
}

impl Past {
    /// After one more cycle, with this byte on the bus.
    #[inline(always)]
    pub(in crate::fast) fn and(self, data: u8) -> Past {
        let cycles = self.cycles + 1;
        Past { cycles, data }
    }
}

/// Bytes of an absolute load and a branch behind it.
pub(in crate::fast) const LOAD_AND_BRANCH: u16 = 5;

/// An instruction in memory.
#[derive(Debug, Clone, Copy)]
pub struct Code {
    /// Its first byte.
    pub opcode: u8,
    /// The two bytes after it, if reading them ahead has no effect.
    pub operand: u16,
}

/// What `Instruction::execute` leaves of an instruction.
pub(super) enum Rest {
    /// All of it: it does not run here.
    All,
    /// Its last cycle: a write.
    Write { address: u16, data: u8 },
    /// Its last cycle: the read of an operand.
    Read { address: u16 },
    /// Its last two cycles: an index has carried into the high byte of the operand's address, and
    /// the address without the carry is read before it.
    Carried { address: u16 },
    /// The rest of a branch that is taken: it leaves its page, or goes back to a load before it.
    Branch { target: u16 },
}

/// A bus on which whole instructions run. It makes sure that no read of theirs meets a low RDY
/// line.
pub trait InstructionBus {
    /// [`InstructionBus::start`] only peeks: it has no effect.
    const PEEKS: bool = false;

    /// Fetches the opcode at `pc` if the instruction there can run; `s` is the stack pointer.
    fn start(&mut self, pc: u16, s: u8) -> Option<Code>;

    /// A read in the next cycle.
    fn read(&mut self, past: Past, address: u16) -> u8;

    /// The read of an operand in the last cycle, if that is short work; `None`, with nothing done,
    /// if [`InstructionBus::read`] has to make it.
    #[inline(always)]
    fn try_read_last(&mut self, past: Past, address: u16) -> Option<u8> {
        Some(self.read(past, address))
    }

    /// A pointer in page zero, in two reads; its high byte wraps within the page.
    #[inline(always)]
    fn read_pointer(&mut self, past: Past, pointer: u8) -> u16 {
        let low = self.read(past, pointer.into());
        let high = self.read(past.and(low), pointer.wrapping_add(1).into());
        u16::from_le_bytes([low, high])
    }

    /// A write in the next cycle.
    fn write(&mut self, past: Past, address: u16, data: u8);

    /// A write in the last cycle, if that is short work; false, with nothing done, if
    /// [`InstructionBus::write_last`] has to make it.
    #[inline(always)]
    fn try_write_last(&mut self, _address: u16, _data: u8) -> bool {
        false
    }

    /// A write in the last cycle, and the end of the instruction. Returns `pc`, the program counter
    /// after it.
    fn write_last(&mut self, past: Past, address: u16, data: u8, pc: u16) -> u16;

    /// Two cells of RAM in page zero, from `low` on, if nothing but RAM takes part in accesses to
    /// them.
    #[inline(always)]
    fn zero_page_pair(&mut self, _low: u8) -> Option<&mut [u8; 2]> {
        None
    }

    /// [`InstructionBus::read_pointer`] of an instruction of which nothing has been done; `None` if
    /// it does not run here.
    #[inline(always)]
    fn pointer(&mut self, past: Past, pointer: u8) -> Option<u16> {
        Some(self.read_pointer(past, pointer))
    }

    /// A cell of RAM in page zero. Nothing but RAM takes part in accesses to it, and reads of other
    /// cells of the page have no effect.
    #[inline(always)]
    fn zero_page(&mut self, _address: u8) -> Option<&mut u8> {
        None
    }

    /// The read at `pc` of a byte of the instruction, which [`InstructionBus::start`] may have
    /// given.
    fn read_code(&mut self, pc: u16, ahead: u8) -> u8;

    /// The instruction ends with a jump out of its page, or farther.
    #[inline(always)]
    fn jump(&mut self, _past: Past, _pc: u16) {}

    /// A branch has gone back to `start`, to a loop of one load and itself. Time may pass here
    /// while every round would be the same.
    #[inline(always)]
    fn repeat_loop(&mut self, _past: Past, _start: u16, _branch: Mnemonic) {}

    /// The instruction is over.
    #[inline(always)]
    fn end(&mut self, _past: Past) {}

    /// False if the pushes of an instruction that reads after them may hold it up.
    fn can_push(&self, _s: u8) -> bool {
        true
    }

    /// No further instruction starts.
    fn refuse(&mut self);

    /// Ends the run.
    fn finish(self);
}
