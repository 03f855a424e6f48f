//! What each cycle of each addressing mode does.
//!
//! A [`Step`] names the bus access that the pins show. [`Cpu::complete`] takes its byte, does the
//! work of the step, and puts the next access on the pins.

use super::{
    Cpu,
    decode::{DECODED, Decoded, Step},
    flag,
    working::Working,
};
use isa6502::{Access, Mnemonic};

pub(crate) const BREAK_VECTOR: u16 = 0xfffe;
const RESET_VECTOR: u16 = 0xfffc;

impl Cpu {
    /// Ends the cycle in which `data` was on the bus.
    #[inline]
    pub(crate) fn complete(&mut self, data: u8) {
        match self.step {
            Step::Fetch => {
                self.opcode = data;
                self.registers.pc = self.registers.pc.wrapping_add(1);
                self.read(self.registers.pc, self.decoded().first);
            }
            Step::Implied => {
                let mnemonic = self.decoded().mnemonic;
                self.work(|registers| registers.operate_implied(mnemonic));
                self.fetch();
            }
            Step::Immediate => {
                self.skip_operand();
                self.operate(data);
            }
            Step::ZeroPage => {
                self.skip_operand();
                self.access(data.into());
            }
            Step::ZeroPageX => self.dummy_in_page_zero(data, Step::ZeroPageIndexX),
            Step::ZeroPageY => self.dummy_in_page_zero(data, Step::ZeroPageIndexY),
            Step::ZeroPageIndexX => self.access(self.in_page_zero(self.registers.x)),
            Step::ZeroPageIndexY => self.access(self.in_page_zero(self.registers.y)),
            Step::AbsoluteLow => self.low_then_high(data, Step::AbsoluteHigh),
            Step::AbsoluteXLow => self.low_then_high(data, Step::AbsoluteXHigh),
            Step::AbsoluteYLow => self.low_then_high(data, Step::AbsoluteYHigh),
            Step::AbsoluteHigh => {
                self.skip_operand();
                self.access(self.with_high(data));
            }
            Step::AbsoluteXHigh => {
                self.skip_operand();
                self.index(data, self.registers.x);
            }
            Step::AbsoluteYHigh => {
                self.skip_operand();
                self.index(data, self.registers.y);
            }
            Step::IndexCarry => {
                let address = self.carried_address();
                self.access(address);
                self.pins.address = self.stored_address(address, self.pins.data);
            }
            Step::IndexCarryHeld => self.access_without_mask(self.pins.address),
            Step::IndexedIndirect => self.dummy_in_page_zero(data, Step::IndexedIndirectIndex),
            Step::IndexedIndirectIndex => {
                let pointer = self.in_page_zero(self.registers.x);
                self.read(pointer, Step::IndexedIndirectLow);
            }
            Step::IndexedIndirectLow => self.pointer_low(data, Step::IndexedIndirectHigh),
            Step::IndexedIndirectHigh => self.access(self.with_high(data)),
            Step::IndirectIndexed => {
                self.skip_operand();
                self.read(data.into(), Step::IndirectIndexedLow);
            }
            Step::IndirectIndexedLow => self.pointer_low(data, Step::IndirectIndexedHigh),
            Step::IndirectIndexedHigh => self.index(data, self.registers.y),
            Step::Read => self.operate(data),
            Step::Write => self.fetch(),
            Step::ModifyRead => self.write(self.pins.address, data, Step::ModifyWrite),
            Step::ModifyWrite => {
                let mnemonic = self.decoded().mnemonic;
                let result = self.work(|registers| registers.modify(mnemonic, data));
                self.write(self.pins.address, result, Step::Write);
            }
            step => self.complete_control(step, data),
        }
    }

    /// RDY has held up a read: it is made again, at the same address unless that waits for the
    /// carry into its high byte. The carry comes all the same, so the repeated read has it.
    // Netlist: rdy.jsonl.gz of the vectors.
    pub(crate) fn hold(&mut self) {
        match self.step {
            Step::IndexCarry => {
                let address = self.carried_address();
                self.pins.address = self.stored_address(address, self.data_to_store());
                self.step = Step::IndexCarryHeld;
            }
            Step::BranchCarry => self.pins.address = self.base,
            _ => {}
        }
    }

    /// [`Cpu::complete`] for what changes the flow of control or uses the stack.
    fn complete_control(&mut self, step: Step, data: u8) {
        match step {
            Step::Branch => self.branch(data),
            Step::BranchTaken => self.branch_taken(),
            Step::BranchCarry => self.jump(self.base),
            Step::JumpLow => self.low_then_high(data, Step::JumpHigh),
            Step::JumpHigh => self.jump(self.with_high(data)),
            Step::IndirectLow => self.low_then_high(data, Step::IndirectHigh),
            Step::IndirectHigh => self.read(self.with_high(data), Step::IndirectTargetLow),
            Step::IndirectTargetLow => self.pointer_low(data, Step::IndirectTargetHigh),
            Step::IndirectTargetHigh => self.jump(self.with_high(data)),
            Step::CallLow => {
                self.skip_operand();
                self.base = data.into();
                self.read(self.stack(), Step::CallStack);
            }
            Step::CallStack => self.push(self.registers.pc.to_le_bytes()[1], Step::CallPushHigh),
            Step::CallPushHigh => self.push(self.registers.pc.to_le_bytes()[0], Step::CallPushLow),
            Step::CallPushLow => self.read(self.registers.pc, Step::CallHigh),
            Step::CallHigh => self.jump(self.with_high(data)),
            Step::ReturnImplied => self.read(self.stack(), Step::ReturnStack),
            Step::ReturnStack => self.pull(Step::ReturnLow),
            Step::ReturnLow => {
                self.base = data.into();
                self.pull(Step::ReturnHigh);
            }
            Step::ReturnHigh => {
                self.registers.pc = self.with_high(data);
                self.read(self.registers.pc, Step::ReturnNext);
            }
            Step::ReturnNext => {
                self.skip_operand();
                self.fetch();
            }
            Step::InterruptReturnImplied => self.read(self.stack(), Step::InterruptReturnStack),
            Step::InterruptReturnStack => self.pull(Step::InterruptReturnStatus),
            Step::InterruptReturnStatus => {
                self.work(|registers| registers.pull_status(data));
                self.pull(Step::InterruptReturnLow);
            }
            Step::InterruptReturnLow => {
                self.base = data.into();
                self.pull(Step::InterruptReturnHigh);
            }
            Step::InterruptReturnHigh => self.jump(self.with_high(data)),
            Step::PushImplied => match self.decoded().mnemonic {
                Mnemonic::Pha => self.push(self.registers.a, Step::Write),
                _ => self.push(self.registers.p | flag::B, Step::Write),
            },
            Step::PullImplied => self.read(self.stack(), Step::PullStack),
            Step::PullStack => self.pull(Step::Pull),
            Step::Pull => {
                let mnemonic = self.decoded().mnemonic;
                self.work(|registers| match mnemonic {
                    Mnemonic::Pla => registers.a = registers.set_nz(data),
                    _ => registers.pull_status(data),
                });
                self.fetch();
            }
            step => self.complete_special(step, data),
        }
    }

    /// [`Cpu::complete`] for BRK, reset and jam.
    fn complete_special(&mut self, step: Step, data: u8) {
        match step {
            Step::Break => {
                self.skip_operand();
                self.push(self.registers.pc.to_le_bytes()[1], Step::BreakPushHigh);
            }
            Step::BreakPushHigh => {
                self.push(self.registers.pc.to_le_bytes()[0], Step::BreakPushLow);
            }
            Step::BreakPushLow => self.push(self.registers.p | flag::B, Step::BreakPushStatus),
            Step::BreakPushStatus => self.vector(BREAK_VECTOR),
            Step::VectorLow => {
                self.base = data.into();
                self.read(self.pins.address | 1, Step::VectorHigh);
            }
            Step::VectorHigh => self.jump(self.with_high(data)),
            Step::ResetFetch => self.read(self.registers.pc, Step::ResetImplied),
            Step::ResetImplied => self.read(self.stack(), Step::ResetPushHigh),
            Step::ResetPushHigh => self.read_instead_of_push(Step::ResetPushLow),
            Step::ResetPushLow => self.read_instead_of_push(Step::ResetPushStatus),
            Step::ResetPushStatus => {
                self.registers.s = self.registers.s.wrapping_sub(1);
                self.vector(RESET_VECTOR);
            }
            Step::Jam => self.read(0xffff, Step::JamTop),
            Step::JamTop => self.read(0xfffe, Step::JamBelow),
            Step::JamBelow => self.read(0xfffe, Step::JamBelowAgain),
            _ => self.read(0xffff, Step::Jammed),
        }
    }

    /// Lets an operation work on the registers.
    #[inline]
    fn work<T>(&mut self, operation: impl FnOnce(&mut Working) -> T) -> T {
        let mut working = Working::from(self.registers);
        let result = operation(&mut working);
        self.registers = working.into();
        result
    }

    #[inline]
    pub(crate) fn decoded(&self) -> Decoded {
        DECODED[usize::from(self.opcode)]
    }

    /// Puts a read on the pins.
    #[inline]
    pub(crate) fn read(&mut self, address: u16, step: Step) {
        self.pins.address = address;
        self.pins.write = false;
        self.step = step;
    }

    /// Puts a write on the pins.
    #[inline]
    fn write(&mut self, address: u16, data: u8, step: Step) {
        self.pins.address = address;
        self.pins.data = data;
        self.pins.write = true;
        self.step = step;
    }

    /// Ends the instruction. Nothing of it is left but the registers, so that two processors that
    /// have come to the same point in different ways are equal.
    #[inline]
    fn fetch(&mut self) {
        self.base = 0;
        self.opcode = 0;
        self.pins.data = 0;
        self.read(self.registers.pc, Step::Fetch);
    }

    fn jump(&mut self, target: u16) {
        self.registers.pc = target;
        self.fetch();
    }

    #[inline]
    fn skip_operand(&mut self) {
        self.registers.pc = self.registers.pc.wrapping_add(1);
    }

    #[inline]
    fn operate(&mut self, data: u8) {
        let mnemonic = self.decoded().mnemonic;
        self.work(|registers| registers.operate(mnemonic, data));
        self.fetch();
    }

    /// The address whose low byte was latched and whose high byte has just come.
    #[inline]
    fn with_high(&self, high: u8) -> u16 {
        u16::from(high) << 8 | self.base & 0xff
    }

    #[inline]
    fn low_then_high(&mut self, low: u8, step: Step) {
        self.skip_operand();
        self.base = low.into();
        self.read(self.registers.pc, step);
    }

    #[inline]
    fn dummy_in_page_zero(&mut self, operand: u8, step: Step) {
        self.skip_operand();
        self.base = operand.into();
        self.read(self.base, step);
    }

    #[inline]
    fn in_page_zero(&self, index: u8) -> u16 {
        self.base.wrapping_add(index.into()) & 0xff
    }

    /// The low byte of a pointer has come; its high byte is next, in the same page.
    #[inline]
    fn pointer_low(&mut self, low: u8, step: Step) {
        self.base = low.into();
        let address = self.pins.address;
        self.read(address & 0xff00 | address.wrapping_add(1) & 0xff, step);
    }

    /// The operand's address is known: reads or writes there.
    #[inline]
    fn access(&mut self, address: u16) {
        let [_, high] = self.base.to_le_bytes();
        self.access_with_mask(address, high);
    }

    /// [`Cpu::access`] after a read that RDY has held up.
    // Netlist: the AND of the unstable stores with the address's high half plus one drops out.
    fn access_without_mask(&mut self, address: u16) {
        // FE + 1 = FF masks nothing.
        self.access_with_mask(address, 0xfe);
    }

    /// [`Cpu::access`]; the unstable stores and their data with `high + 1`.
    #[inline]
    fn access_with_mask(&mut self, address: u16, high: u8) {
        let Decoded {
            mnemonic, access, ..
        } = self.decoded();
        match access {
            Access::Write => {
                let data = self.work(|registers| registers.stored(mnemonic, high));
                self.write(address, data, Step::Write);
            }
            Access::Modify => self.read(address, Step::ModifyRead),
            _ => self.read(address, Step::Read),
        }
    }

    /// Adds an index to the address. Reads that stay in the page go there directly; all others
    /// first read at the address whose high byte has not been corrected.
    #[inline]
    fn index(&mut self, high: u8, index: u8) {
        self.base = self.with_high(high);
        let address = self.base.wrapping_add(index.into());
        let uncorrected = self.base & 0xff00 | address & 0xff;
        if address == uncorrected && self.decoded().access == Access::Read {
            self.read(address, Step::Read);
        } else {
            self.read(uncorrected, Step::IndexCarry);
        }
    }

    /// True if the low byte of an indexed address is smaller than the one before indexing.
    #[inline]
    fn index_carried(&self, address: u16) -> bool {
        address & 0xff < self.base & 0xff
    }

    /// In [`Step::IndexCarry`] the address with the carry.
    #[inline]
    fn carried_address(&self) -> u16 {
        let carry = u16::from(self.index_carried(self.pins.address));
        self.pins.address.wrapping_add(carry << 8)
    }

    /// What a store puts on the bus, unless RDY holds up the read before it.
    fn data_to_store(&self) -> u8 {
        let [_, high] = self.base.to_le_bytes();
        Working::from(self.registers).stored(self.decoded().mnemonic, high)
    }

    /// The address to which the store of `data` at `address` really goes.
    // Vectors: where the index carries, the unstable stores put their data on the high half of the
    // address too.
    #[inline]
    fn stored_address(&self, address: u16, data: u8) -> u16 {
        use Mnemonic::*;
        let unstable = matches!(self.decoded().mnemonic, Sha | Shs | Shx | Shy);
        match unstable && self.index_carried(address) {
            true => u16::from(data) << 8 | address & 0xff,
            false => address,
        }
    }

    fn branch(&mut self, distance: u8) {
        self.skip_operand();
        let mnemonic = self.decoded().mnemonic;
        if self.work(|registers| registers.condition(mnemonic)) {
            let pc = self.registers.pc;
            self.base = pc.wrapping_add_signed(i16::from(distance as i8));
            self.read(pc, Step::BranchTaken);
        } else {
            self.fetch();
        }
    }

    fn branch_taken(&mut self) {
        let uncorrected = self.registers.pc & 0xff00 | self.base & 0xff;
        if uncorrected == self.base {
            self.jump(self.base);
        } else {
            self.read(uncorrected, Step::BranchCarry);
        }
    }

    pub(crate) fn stack(&self) -> u16 {
        0x0100 | u16::from(self.registers.s)
    }

    fn push(&mut self, data: u8, step: Step) {
        self.write(self.stack(), data, step);
        self.registers.s = self.registers.s.wrapping_sub(1);
    }

    fn pull(&mut self, step: Step) {
        self.registers.s = self.registers.s.wrapping_add(1);
        self.read(self.stack(), step);
    }

    /// In a reset the pushes of BRK are reads.
    fn read_instead_of_push(&mut self, step: Step) {
        self.registers.s = self.registers.s.wrapping_sub(1);
        self.read(self.stack(), step);
    }

    fn vector(&mut self, address: u16) {
        self.work(|registers| registers.set(flag::I, true));
        self.read(address, Step::VectorLow);
    }
}
