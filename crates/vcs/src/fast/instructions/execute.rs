//! Executes one instruction, with its mode, operation and kind of access as compile-time constants.
//!
//! The accesses are those of `cpu/steps.rs`, in the same order.

use super::bus::{InstructionBus, LOAD_AND_BRANCH_SIZE, Past, Tail};
use crate::cpu::{
    decode::{CycleStep, Decoded, decode},
    flag,
    steps::BREAK_VECTOR,
    working::Working,
};
use isa6502::{Access, Mnemonic};

/// An instruction that is being executed.
pub(super) struct Instruction<'a, B> {
    pub registers: &'a mut Working,
    pub bus: &'a mut B,
    pub pc: u16,
    /// The two bytes of `Code::operand`, which may have been read ahead of time.
    pub ahead: [u8; 2],
    pub past: Past,
}

impl<B: InstructionBus> Instruction<'_, B> {
    /// Runs everything after the opcode fetch. An `Err` is not a failure: it holds the remaining
    /// cycles, such as the last one of a store.
    #[inline(always)]
    pub fn execute<const OPCODE: u8>(&mut self) -> Result<(), Tail> {
        let op = const { decode(OPCODE as usize) };
        let pushes_midway = matches!(op.first, CycleStep::CallLow | CycleStep::Break);
        if op.first == CycleStep::Jam || pushes_midway && !self.bus.can_push(self.registers.s) {
            return Err(Tail::All);
        }
        self.past.cycles += u8::from(B::PEEKS);
        self.pc = self.pc.wrapping_add(1);
        match op.first {
            CycleStep::Implied => {
                self.read_at_pc(1);
                self.registers.operate_implied(op.mnemonic);
            }
            CycleStep::Immediate => {
                let data = self.next_byte();
                self.registers.operate(op.mnemonic, data);
            }
            CycleStep::Branch => return self.branch(op),
            CycleStep::JumpLow => {
                let target = self.next_word();
                self.jump(target);
            }
            CycleStep::IndirectLow => {
                let pointer = self.next_word();
                let low = self.read(pointer);
                let high = self.read(pointer & 0xff00 | pointer.wrapping_add(1) & 0xff);
                self.jump(u16::from_le_bytes([low, high]));
            }
            CycleStep::CallLow => self.call(),
            CycleStep::ReturnImplied => self.return_from_call(),
            CycleStep::InterruptReturnImplied => self.return_from_interrupt(),
            CycleStep::PushImplied => return self.push_register(op.mnemonic),
            CycleStep::PullImplied => self.pull_register(op.mnemonic),
            CycleStep::Break => self.software_interrupt(),
            _ => return self.execute_in_memory(op),
        }
        Ok(())
    }

    /// Executes the modes that end with an access to memory.
    #[inline(always)]
    fn execute_in_memory(&mut self, op: Decoded) -> Result<(), Tail> {
        let index = match op.first {
            CycleStep::ZeroPageX | CycleStep::AbsoluteXLow => self.registers.x,
            _ => self.registers.y,
        };
        match op.first {
            CycleStep::ZeroPage => {
                let address = self.next_byte();
                self.access_zero_page(op, address, None)
            }
            CycleStep::ZeroPageX | CycleStep::ZeroPageY => {
                let base = self.next_byte();
                self.access_zero_page(op, base.wrapping_add(index), Some(base))
            }
            CycleStep::AbsoluteLow => {
                let address = self.next_word();
                self.access_memory(op, address, address.to_le_bytes()[1])
            }
            CycleStep::AbsoluteXLow | CycleStep::AbsoluteYLow => {
                let base = self.next_word();
                self.access_indexed(op, base, index)
            }
            CycleStep::IndexedIndirect => {
                let base = self.next_byte();
                self.read_unused(base.into());
                let pointer = base.wrapping_add(self.registers.x);
                let low = self.read(pointer.into());
                let high = self.read(pointer.wrapping_add(1).into());
                self.access_memory(op, u16::from_le_bytes([low, high]), high)
            }
            _ => {
                let pointer = self.next_byte();
                let base = self.bus.try_pointer(self.past, pointer).ok_or(Tail::All)?;
                self.past.cycles += 2;
                self.past.data = base.to_le_bytes()[1];
                self.access_indexed(op, base, index)
            }
        }
    }

    /// Accesses page zero. If `before` is an address, first performs a dummy read there.
    #[inline(always)]
    fn access_zero_page(
        &mut self,
        op: Decoded,
        address: u8,
        before: Option<u8>,
    ) -> Result<(), Tail> {
        if let Some(byte) = self.bus.zero_page_byte(address) {
            let data = match op.access {
                Access::Write => self.registers.stored_byte(op.mnemonic, 0),
                Access::Modify => self.registers.modify(op.mnemonic, *byte),
                _ => *byte,
            };
            *byte = data;
            if op.access == Access::Read {
                self.registers.operate(op.mnemonic, data);
            }
            let cycles = if op.access == Access::Modify { 3 } else { 1 };
            self.past.cycles += cycles + u8::from(before.is_some());
            self.past.data = data;
            return Ok(());
        }
        if let Some(before) = before {
            self.read_unused(before.into());
        }
        let address = address.into();
        match op.access {
            Access::Write => {
                let data = self.registers.stored_byte(op.mnemonic, 0);
                Err(Tail::Write { address, data })
            }
            _ => self.access_memory(op, address, 0),
        }
    }

    /// Counts a cycle that put this byte on the bus.
    #[inline(always)]
    fn count_cycle(&mut self, data: u8) -> u8 {
        self.past = self.past.and(data);
        data
    }

    #[inline(always)]
    fn read(&mut self, address: u16) -> u8 {
        let data = self.bus.read(self.past, address);
        self.count_cycle(data)
    }

    /// See [`InstructionBus::read_unused`].
    #[inline(always)]
    fn read_unused(&mut self, address: u16) {
        let data = self.bus.read_unused(self.past, address, self.pc);
        self.count_cycle(data);
    }

    #[inline(always)]
    fn write(&mut self, address: u16, data: u8) {
        self.bus.write(self.past, address, data);
        self.count_cycle(data);
    }

    #[inline(always)]
    fn write_last(&mut self, address: u16, data: u8) -> Result<(), Tail> {
        if !self.bus.try_write_last(address, data) {
            return Err(Tail::Write { address, data });
        }
        self.count_cycle(data);
        Ok(())
    }

    /// Reads the byte at the program counter, which is `offset` bytes after the opcode, and leaves
    /// the program counter unchanged.
    #[inline(always)]
    fn read_at_pc(&mut self, offset: usize) -> u8 {
        let data = self.bus.read_code(self.pc, self.ahead[offset - 1]);
        self.count_cycle(data)
    }

    #[inline(always)]
    fn next_byte(&mut self) -> u8 {
        let data = self.read_at_pc(1);
        self.pc = self.pc.wrapping_add(1);
        data
    }

    #[inline(always)]
    fn next_word(&mut self) -> u16 {
        let low = self.next_byte();
        let high = self.read_at_pc(2);
        self.pc = self.pc.wrapping_add(1);
        u16::from_le_bytes([low, high])
    }

    #[inline(always)]
    fn access_memory(&mut self, op: Decoded, address: u16, base_high: u8) -> Result<(), Tail> {
        match op.access {
            Access::Write => {
                let data = self.registers.stored_byte(op.mnemonic, base_high);
                return self.write_last(address, data);
            }
            Access::Modify => {
                let data = self.read(address);
                self.write(address, data);
                let result = self.registers.modify(op.mnemonic, data);
                self.write(address, result);
            }
            _ => {
                let data = self.bus.try_read_last(self.past, address);
                let data = data.ok_or(Tail::Read { address })?;
                self.count_cycle(data);
                self.registers.operate(op.mnemonic, data);
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn access_indexed(&mut self, op: Decoded, base: u16, index: u8) -> Result<(), Tail> {
        use Mnemonic::{Sha, Shs, Shx, Shy};
        let address = base.wrapping_add(index.into());
        let uncorrected = base & 0xff00 | address & 0xff;
        let carried = address != uncorrected;
        if op.access != Access::Read {
            self.read(uncorrected);
        } else if carried {
            return Err(Tail::Carried { address });
        }
        let base_high = base.to_le_bytes()[1];
        if carried && matches!(op.mnemonic, Sha | Shs | Shx | Shy) {
            let data = self.registers.stored_byte(op.mnemonic, base_high);
            return self.write_last(u16::from(data) << 8 | address & 0xff, data);
        }
        self.access_memory(op, address, base_high)
    }

    #[inline(always)]
    fn branch(&mut self, op: Decoded) -> Result<(), Tail> {
        let distance = self.next_byte() as i8;
        if !self.registers.takes_branch(op.mnemonic) {
            return Ok(());
        }
        self.read_at_pc(2);
        let target = self.pc.wrapping_add_signed(distance.into());
        let leaves_page = (target ^ self.pc) & 0xff00 != 0;
        if leaves_page || target == self.pc.wrapping_sub(LOAD_AND_BRANCH_SIZE) {
            return Err(Tail::Branch { target });
        }
        self.pc = target;
        Ok(())
    }

    #[inline(always)]
    fn jump(&mut self, target: u16) {
        self.bus.jump(self.past, target);
        self.pc = target;
    }

    #[inline(always)]
    fn call(&mut self) {
        let low = self.next_byte();
        self.read_unused(self.stack_address());
        let [pc_low, pc_high] = self.pc.to_le_bytes();
        self.push(pc_high);
        self.push(pc_low);
        // The pushes may have switched banks.
        let high = self.read(self.pc);
        self.jump(u16::from_le_bytes([low, high]));
    }

    #[inline(always)]
    fn return_from_call(&mut self) {
        self.read_at_pc(1);
        self.read_unused(self.stack_address());
        let target = u16::from_le_bytes([self.pull(), self.pull()]);
        self.read(target);
        self.jump(target.wrapping_add(1));
    }

    #[inline(always)]
    fn return_from_interrupt(&mut self) {
        self.read_at_pc(1);
        self.read_unused(self.stack_address());
        let status = self.pull();
        self.registers.pull_status(status);
        let target = [self.pull(), self.pull()];
        self.jump(u16::from_le_bytes(target));
    }

    #[inline(always)]
    fn push_register(&mut self, mnemonic: Mnemonic) -> Result<(), Tail> {
        self.read_at_pc(1);
        let data = match mnemonic {
            Mnemonic::Pha => self.registers.a,
            _ => self.registers.status() | flag::B,
        };
        let address = self.stack_address();
        self.registers.s = self.registers.s.wrapping_sub(1);
        self.write_last(address, data)
    }

    #[inline(always)]
    fn pull_register(&mut self, mnemonic: Mnemonic) {
        self.read_at_pc(1);
        self.read_unused(self.stack_address());
        let data = self.pull();
        match mnemonic {
            Mnemonic::Pla => self.registers.a = self.registers.set_nz(data),
            _ => self.registers.pull_status(data),
        }
    }

    #[inline(always)]
    fn software_interrupt(&mut self) {
        self.next_byte();
        let [low, high] = self.pc.to_le_bytes();
        self.push(high);
        self.push(low);
        self.push(self.registers.status() | flag::B);
        self.registers.set(flag::I, true);
        let target = [self.read(BREAK_VECTOR), self.read(BREAK_VECTOR + 1)];
        self.jump(u16::from_le_bytes(target));
    }

    #[inline(always)]
    fn push(&mut self, data: u8) {
        self.write(self.stack_address(), data);
        self.registers.s = self.registers.s.wrapping_sub(1);
    }

    #[inline(always)]
    fn pull(&mut self) -> u8 {
        self.registers.s = self.registers.s.wrapping_add(1);
        self.read(self.stack_address())
    }

    #[inline(always)]
    fn stack_address(&self) -> u16 {
        0x0100 | u16::from(self.registers.s)
    }
}
