//! One instruction, with its mode, operation and kind of access as constants.
//!
//! The accesses are those of `cpu/steps.rs`, in the same order.

use super::InstructionBus;
use crate::cpu::{
    decode::{Decoded, Step, decode},
    flag,
    steps::BREAK_VECTOR,
    working::Working,
};
use isa6502::{Access, Mnemonic};

/// How far a branch goes back to an absolute load before it.
const LOAD_AND_BRANCH: i8 = -5;

/// An instruction at work.
pub(super) struct Running<'a, B> {
    pub registers: &'a mut Working,
    pub bus: &'a mut B,
    /// [`Code::operand`].
    pub ahead: [u8; 2],
}

impl<B: InstructionBus> Running<'_, B> {
    /// Everything after the opcode fetch; false, with nothing done, if that cannot run here.
    #[inline(always)]
    pub fn execute<const OPCODE: u8>(&mut self) -> bool {
        let row = const { decode(OPCODE as usize) };
        let waits_for_pushes = matches!(row.first, Step::CallLow | Step::Break);
        if row.first == Step::Jam || waits_for_pushes && !self.bus.can_push(self.registers.s) {
            return false;
        }
        self.bus.begin(self.registers.pc, OPCODE);
        self.bus.fetch();
        self.registers.pc = self.registers.pc.wrapping_add(1);
        match row.first {
            Step::Implied => {
                self.idle(1);
                self.registers.operate_implied(row.mnemonic);
            }
            Step::Immediate => {
                let data = self.next_byte();
                self.registers.operate(row.mnemonic, data);
            }
            Step::Branch => self.branch(row),
            Step::JumpLow => {
                let target = self.next_word();
                self.jump(target);
            }
            Step::IndirectLow => {
                let pointer = self.next_word();
                let low = self.bus.read(pointer);
                let high = self
                    .bus
                    .read(pointer & 0xff00 | pointer.wrapping_add(1) & 0xff);
                self.jump(u16::from_le_bytes([low, high]));
            }
            Step::CallLow => self.call(),
            Step::ReturnImplied => self.return_from_call(),
            Step::InterruptReturnImplied => self.return_from_interrupt(),
            Step::PushImplied => self.push_register(row.mnemonic),
            Step::PullImplied => self.pull_register(row.mnemonic),
            Step::Break => self.software_interrupt(),
            _ => self.operand_in_memory(row),
        }
        true
    }

    /// The modes that end in an access to memory.
    #[inline(always)]
    fn operand_in_memory(&mut self, row: Decoded) {
        match row.first {
            Step::ZeroPage => {
                let address = self.next_byte().into();
                self.access_memory(row, address, 0);
            }
            Step::ZeroPageX | Step::ZeroPageY => {
                let base = self.next_byte();
                self.bus.read(base.into());
                let index = match row.first {
                    Step::ZeroPageX => self.registers.x,
                    _ => self.registers.y,
                };
                self.access_memory(row, base.wrapping_add(index).into(), 0);
            }
            Step::AbsoluteLow => {
                let address = self.next_word();
                self.access_memory(row, address, address.to_le_bytes()[1]);
            }
            Step::AbsoluteXLow => {
                let base = self.next_word();
                self.indexed(row, base, self.registers.x);
            }
            Step::AbsoluteYLow => {
                let base = self.next_word();
                self.indexed(row, base, self.registers.y);
            }
            Step::IndexedIndirect => {
                let base = self.next_byte();
                self.bus.read(base.into());
                let address = self.read_pointer(base.wrapping_add(self.registers.x));
                self.access_memory(row, address, address.to_le_bytes()[1]);
            }
            _ => {
                let pointer = self.next_byte();
                let base = self.read_pointer(pointer);
                self.indexed(row, base, self.registers.y);
            }
        }
    }

    /// A read at the program counter, `behind` bytes after the opcode.
    #[inline(always)]
    fn idle(&mut self, behind: usize) -> u8 {
        self.bus
            .read_code(self.registers.pc, self.ahead[behind - 1])
    }

    #[inline(always)]
    fn next_byte(&mut self) -> u8 {
        let data = self.idle(1);
        self.registers.pc = self.registers.pc.wrapping_add(1);
        data
    }

    #[inline(always)]
    fn next_word(&mut self) -> u16 {
        let low = self.next_byte();
        let high = self.idle(2);
        self.registers.pc = self.registers.pc.wrapping_add(1);
        u16::from_le_bytes([low, high])
    }

    #[inline(always)]
    fn access_memory(&mut self, row: Decoded, address: u16, base_high: u8) {
        match row.access {
            Access::Write => {
                let data = self.registers.stored(row.mnemonic, base_high);
                self.bus.write(address, data);
            }
            Access::Modify => {
                let data = self.bus.read_operand(address);
                self.bus.write(address, data);
                let result = self.registers.modify(row.mnemonic, data);
                self.bus.write(address, result);
            }
            _ => {
                let data = self.bus.read_operand(address);
                self.registers.operate(row.mnemonic, data);
            }
        }
    }

    #[inline(always)]
    fn indexed(&mut self, row: Decoded, base: u16, index: u8) {
        use Mnemonic::{Sha, Shs, Shx, Shy};
        let address = base.wrapping_add(index.into());
        let uncorrected = base & 0xff00 | address & 0xff;
        let carried = address != uncorrected;
        if carried || row.access != Access::Read {
            self.bus.read(uncorrected);
        }
        let base_high = base.to_le_bytes()[1];
        if carried && matches!(row.mnemonic, Sha | Shs | Shx | Shy) {
            let data = self.registers.stored(row.mnemonic, base_high);
            self.bus.write(u16::from(data) << 8 | address & 0xff, data);
        } else {
            self.access_memory(row, address, base_high);
        }
    }

    #[inline(always)]
    fn branch(&mut self, row: Decoded) {
        let distance = self.next_byte() as i8;
        if !self.registers.condition(row.mnemonic) {
            return;
        }
        self.idle(2);
        let pc = self.registers.pc;
        let target = pc.wrapping_add_signed(distance.into());
        let uncorrected = pc & 0xff00 | target & 0xff;
        if target != uncorrected {
            self.bus.read(uncorrected);
            self.bus.jump(target);
        }
        self.registers.pc = target;
        if distance == LOAD_AND_BRANCH {
            self.bus.repeat_loop(target, row.mnemonic);
        }
    }

    #[inline(always)]
    fn jump(&mut self, target: u16) {
        self.bus.jump(target);
        self.registers.pc = target;
    }

    #[inline(always)]
    fn call(&mut self) {
        let low = self.next_byte();
        self.bus.read(self.stack());
        let [pc_low, pc_high] = self.registers.pc.to_le_bytes();
        self.push(pc_high);
        self.push(pc_low);
        // The pushes may have switched banks.
        let high = self.bus.read(self.registers.pc);
        self.jump(u16::from_le_bytes([low, high]));
    }

    #[inline(always)]
    fn return_from_call(&mut self) {
        self.idle(1);
        self.bus.read(self.stack());
        let target = u16::from_le_bytes([self.pull(), self.pull()]);
        self.bus.read(target);
        self.jump(target.wrapping_add(1));
    }

    #[inline(always)]
    fn return_from_interrupt(&mut self) {
        self.idle(1);
        self.bus.read(self.stack());
        let status = self.pull();
        self.registers.pull_status(status);
        let target = [self.pull(), self.pull()];
        self.jump(u16::from_le_bytes(target));
    }

    #[inline(always)]
    fn push_register(&mut self, mnemonic: Mnemonic) {
        self.idle(1);
        let data = match mnemonic {
            Mnemonic::Pha => self.registers.a,
            _ => self.registers.status() | flag::B,
        };
        self.push(data);
    }

    #[inline(always)]
    fn pull_register(&mut self, mnemonic: Mnemonic) {
        self.idle(1);
        self.bus.read(self.stack());
        let data = self.pull();
        match mnemonic {
            Mnemonic::Pla => self.registers.a = self.registers.set_nz(data),
            _ => self.registers.pull_status(data),
        }
    }

    #[inline(always)]
    fn software_interrupt(&mut self) {
        self.next_byte();
        let [low, high] = self.registers.pc.to_le_bytes();
        self.push(high);
        self.push(low);
        self.push(self.registers.status() | flag::B);
        self.registers.set(flag::I, true);
        let target = [self.bus.read(BREAK_VECTOR), self.bus.read(BREAK_VECTOR + 1)];
        self.jump(u16::from_le_bytes(target));
    }

    #[inline(always)]
    fn push(&mut self, data: u8) {
        self.bus.write(self.stack(), data);
        self.registers.s = self.registers.s.wrapping_sub(1);
    }

    #[inline(always)]
    fn pull(&mut self) -> u8 {
        self.registers.s = self.registers.s.wrapping_add(1);
        self.bus.read(self.stack())
    }

    #[inline(always)]
    fn stack(&self) -> u16 {
        0x0100 | u16::from(self.registers.s)
    }

    /// A pointer in page zero; its high byte wraps within the page.
    #[inline(always)]
    fn read_pointer(&mut self, pointer: u8) -> u16 {
        let low = self.bus.read(pointer.into());
        let high = self.bus.read(pointer.wrapping_add(1).into());
        u16::from_le_bytes([low, high])
    }
}
