//! Carries out the work of every addressing mode, cycle by cycle.
//!
//! A [`CycleStep`] names the bus access on the pins. [`Cpu::complete`] receives the byte that was
//! transferred, does the work of the step, and puts the next access on the pins.

use super::{
    Cpu,
    decode::{CycleStep, DECODED, Decoded},
    flag,
    working::Working,
};
use isa6502::{Access, Mnemonic};

pub(crate) const BREAK_VECTOR: u16 = 0xfffe;
const RESET_VECTOR: u16 = 0xfffc;

impl Cpu {
    /// Completes a cycle in which `data` was on the bus, and puts the next access on the pins.
    #[inline]
    pub(crate) fn complete(&mut self, data: u8) {
        match self.step {
            CycleStep::Fetch => {
                self.opcode = data;
                self.registers.pc = self.registers.pc.wrapping_add(1);
                self.read(self.registers.pc, self.decoded().first);
            }
            CycleStep::Implied => {
                let mnemonic = self.decoded().mnemonic;
                self.with_working(|registers| registers.operate_implied(mnemonic));
                self.fetch();
            }
            CycleStep::Immediate => {
                self.skip_operand();
                self.operate(data);
            }
            CycleStep::ZeroPage => {
                self.skip_operand();
                self.access(data.into());
            }
            CycleStep::ZeroPageX => self.dummy_read_in_zero_page(data, CycleStep::ZeroPageIndexX),
            CycleStep::ZeroPageY => self.dummy_read_in_zero_page(data, CycleStep::ZeroPageIndexY),
            CycleStep::ZeroPageIndexX => self.access(self.zero_page_indexed(self.registers.x)),
            CycleStep::ZeroPageIndexY => self.access(self.zero_page_indexed(self.registers.y)),
            CycleStep::AbsoluteLow => self.latch_address_low(data, CycleStep::AbsoluteHigh),
            CycleStep::AbsoluteXLow => self.latch_address_low(data, CycleStep::AbsoluteXHigh),
            CycleStep::AbsoluteYLow => self.latch_address_low(data, CycleStep::AbsoluteYHigh),
            CycleStep::AbsoluteHigh => {
                self.skip_operand();
                self.access(self.with_high(data));
            }
            CycleStep::AbsoluteXHigh => {
                self.skip_operand();
                self.add_index(data, self.registers.x);
            }
            CycleStep::AbsoluteYHigh => {
                self.skip_operand();
                self.add_index(data, self.registers.y);
            }
            CycleStep::IndexCarry => {
                let address = self.carried_address();
                self.access(address);
                self.pins.address = self.stored_address(address, self.pins.data);
            }
            CycleStep::IndexCarryHeld => self.access_without_mask(self.pins.address),
            CycleStep::IndexedIndirect => {
                self.dummy_read_in_zero_page(data, CycleStep::IndexedIndirectIndex)
            }
            CycleStep::IndexedIndirectIndex => {
                let pointer = self.zero_page_indexed(self.registers.x);
                self.read(pointer, CycleStep::IndexedIndirectLow);
            }
            CycleStep::IndexedIndirectLow => {
                self.latch_pointer_low(data, CycleStep::IndexedIndirectHigh)
            }
            CycleStep::IndexedIndirectHigh => self.access(self.with_high(data)),
            CycleStep::IndirectIndexed => {
                self.skip_operand();
                self.read(data.into(), CycleStep::IndirectIndexedLow);
            }
            CycleStep::IndirectIndexedLow => {
                self.latch_pointer_low(data, CycleStep::IndirectIndexedHigh)
            }
            CycleStep::IndirectIndexedHigh => self.add_index(data, self.registers.y),
            CycleStep::Read => self.operate(data),
            CycleStep::Write => self.fetch(),
            CycleStep::ModifyRead => self.write(self.pins.address, data, CycleStep::ModifyWrite),
            CycleStep::ModifyWrite => {
                let mnemonic = self.decoded().mnemonic;
                let result = self.with_working(|registers| registers.modify(mnemonic, data));
                self.write(self.pins.address, result, CycleStep::Write);
            }
            step => self.complete_control(step, data),
        }
    }

    /// Repeats a read that RDY has held up. The address usually stays the same. But if indexing or
    /// a branch still has to carry into the high byte, the carry is added even while RDY is low, so
    /// the repeated read uses the corrected address.
    // From the netlist: rdy.jsonl.gz of the test vectors.
    pub(crate) fn hold(&mut self) {
        match self.step {
            CycleStep::IndexCarry => {
                let address = self.carried_address();
                self.pins.address = self.stored_address(address, self.data_to_store());
                self.step = CycleStep::IndexCarryHeld;
            }
            CycleStep::BranchCarry => self.pins.address = self.base,
            _ => {}
        }
    }

    /// Completes the steps that change the flow of control or use the stack.
    fn complete_control(&mut self, step: CycleStep, data: u8) {
        match step {
            CycleStep::Branch => self.branch(data),
            CycleStep::BranchTaken => self.branch_taken(),
            CycleStep::BranchCarry => self.jump(self.base),
            CycleStep::JumpLow => self.latch_address_low(data, CycleStep::JumpHigh),
            CycleStep::JumpHigh => self.jump(self.with_high(data)),
            CycleStep::IndirectLow => self.latch_address_low(data, CycleStep::IndirectHigh),
            CycleStep::IndirectHigh => {
                self.read(self.with_high(data), CycleStep::IndirectTargetLow)
            }
            CycleStep::IndirectTargetLow => {
                self.latch_pointer_low(data, CycleStep::IndirectTargetHigh)
            }
            CycleStep::IndirectTargetHigh => self.jump(self.with_high(data)),
            CycleStep::CallLow => {
                self.skip_operand();
                self.base = data.into();
                self.read(self.stack(), CycleStep::CallStack);
            }
            CycleStep::CallStack => {
                self.push(self.registers.pc.to_le_bytes()[1], CycleStep::CallPushHigh)
            }
            CycleStep::CallPushHigh => {
                self.push(self.registers.pc.to_le_bytes()[0], CycleStep::CallPushLow)
            }
            CycleStep::CallPushLow => self.read(self.registers.pc, CycleStep::CallHigh),
            CycleStep::CallHigh => self.jump(self.with_high(data)),
            CycleStep::ReturnImplied => self.read(self.stack(), CycleStep::ReturnStack),
            CycleStep::ReturnStack => self.pull(CycleStep::ReturnLow),
            CycleStep::ReturnLow => {
                self.base = data.into();
                self.pull(CycleStep::ReturnHigh);
            }
            CycleStep::ReturnHigh => {
                self.registers.pc = self.with_high(data);
                self.read(self.registers.pc, CycleStep::ReturnNext);
            }
            CycleStep::ReturnNext => {
                self.skip_operand();
                self.fetch();
            }
            CycleStep::InterruptReturnImplied => {
                self.read(self.stack(), CycleStep::InterruptReturnStack)
            }
            CycleStep::InterruptReturnStack => self.pull(CycleStep::InterruptReturnStatus),
            CycleStep::InterruptReturnStatus => {
                self.with_working(|registers| registers.pull_status(data));
                self.pull(CycleStep::InterruptReturnLow);
            }
            CycleStep::InterruptReturnLow => {
                self.base = data.into();
                self.pull(CycleStep::InterruptReturnHigh);
            }
            CycleStep::InterruptReturnHigh => self.jump(self.with_high(data)),
            CycleStep::PushImplied => match self.decoded().mnemonic {
                Mnemonic::Pha => self.push(self.registers.a, CycleStep::Write),
                _ => self.push(self.registers.p | flag::B, CycleStep::Write),
            },
            CycleStep::PullImplied => self.read(self.stack(), CycleStep::PullStack),
            CycleStep::PullStack => self.pull(CycleStep::Pull),
            CycleStep::Pull => {
                let mnemonic = self.decoded().mnemonic;
                self.with_working(|registers| match mnemonic {
                    Mnemonic::Pla => registers.a = registers.set_nz(data),
                    _ => registers.pull_status(data),
                });
                self.fetch();
            }
            step => self.complete_special(step, data),
        }
    }

    /// Completes the steps of BRK, reset and jam.
    fn complete_special(&mut self, step: CycleStep, data: u8) {
        match step {
            CycleStep::Break => {
                self.skip_operand();
                self.push(self.registers.pc.to_le_bytes()[1], CycleStep::BreakPushHigh);
            }
            CycleStep::BreakPushHigh => {
                self.push(self.registers.pc.to_le_bytes()[0], CycleStep::BreakPushLow);
            }
            CycleStep::BreakPushLow => {
                self.push(self.registers.p | flag::B, CycleStep::BreakPushStatus)
            }
            CycleStep::BreakPushStatus => self.read_vector(BREAK_VECTOR),
            CycleStep::VectorLow => {
                self.base = data.into();
                self.read(self.pins.address | 1, CycleStep::VectorHigh);
            }
            CycleStep::VectorHigh => self.jump(self.with_high(data)),
            CycleStep::ResetFetch => self.read(self.registers.pc, CycleStep::ResetImplied),
            CycleStep::ResetImplied => self.read(self.stack(), CycleStep::ResetPushHigh),
            CycleStep::ResetPushHigh => self.read_instead_of_push(CycleStep::ResetPushLow),
            CycleStep::ResetPushLow => self.read_instead_of_push(CycleStep::ResetPushStatus),
            CycleStep::ResetPushStatus => {
                self.registers.s = self.registers.s.wrapping_sub(1);
                self.read_vector(RESET_VECTOR);
            }
            CycleStep::Jam => self.read(0xffff, CycleStep::JamTop),
            CycleStep::JamTop => self.read(0xfffe, CycleStep::JamBelow),
            CycleStep::JamBelow => self.read(0xfffe, CycleStep::JamBelowAgain),
            _ => self.read(0xffff, CycleStep::Jammed),
        }
    }

    /// Runs an operation on the registers in their [`Working`] form.
    #[inline]
    fn with_working<T>(&mut self, operation: impl FnOnce(&mut Working) -> T) -> T {
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
    pub(crate) fn read(&mut self, address: u16, step: CycleStep) {
        self.pins.address = address;
        self.pins.write = false;
        self.step = step;
    }

    /// Puts a write on the pins.
    #[inline]
    fn write(&mut self, address: u16, data: u8, step: CycleStep) {
        self.pins.address = address;
        self.pins.data = data;
        self.pins.write = true;
        self.step = step;
    }

    /// Ends the instruction and puts the next opcode fetch on the pins. Clears everything but the
    /// registers, so that two processors are equal even if they got here by different instructions.
    #[inline]
    fn fetch(&mut self) {
        self.base = 0;
        self.opcode = 0;
        self.pins.data = 0;
        self.read(self.registers.pc, CycleStep::Fetch);
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
        self.with_working(|registers| registers.operate(mnemonic, data));
        self.fetch();
    }

    /// Returns the address that consists of the latched low byte and the high byte just read.
    #[inline]
    fn with_high(&self, high: u8) -> u16 {
        u16::from(high) << 8 | self.base & 0xff
    }

    /// Latches the low byte of an address, and starts the read of the high byte.
    #[inline]
    fn latch_address_low(&mut self, low: u8, step: CycleStep) {
        self.skip_operand();
        self.base = low.into();
        self.read(self.registers.pc, step);
    }

    #[inline]
    fn dummy_read_in_zero_page(&mut self, operand: u8, step: CycleStep) {
        self.skip_operand();
        self.base = operand.into();
        self.read(self.base, step);
    }

    #[inline]
    fn zero_page_indexed(&self, index: u8) -> u16 {
        self.base.wrapping_add(index.into()) & 0xff
    }

    /// Latches the low byte of the address that a pointer contains. Then reads the high byte from
    /// the next location in the same page.
    #[inline]
    fn latch_pointer_low(&mut self, low: u8, step: CycleStep) {
        self.base = low.into();
        let address = self.pins.address;
        self.read(address & 0xff00 | address.wrapping_add(1) & 0xff, step);
    }

    /// Starts the access to the operand at its final address.
    #[inline]
    fn access(&mut self, address: u16) {
        let [_, high] = self.base.to_le_bytes();
        self.access_with_mask(address, high);
    }

    /// Starts the access to the operand after RDY has held up the read before it.
    // From the netlist: after RDY has held up that read, the unstable stores (such as SHX) do not
    // AND their data with the high byte plus one.
    fn access_without_mask(&mut self, address: u16) {
        // The mask is $FE + 1 = $FF, so the AND changes nothing.
        self.access_with_mask(address, 0xfe);
    }

    /// Starts the access to the operand. The unstable stores AND their data with `high + 1`.
    #[inline]
    fn access_with_mask(&mut self, address: u16, high: u8) {
        let Decoded {
            mnemonic, access, ..
        } = self.decoded();
        match access {
            Access::Write => {
                let data = self.with_working(|registers| registers.stored_byte(mnemonic, high));
                self.write(address, data, CycleStep::Write);
            }
            Access::Modify => self.read(address, CycleStep::ModifyRead),
            _ => self.read(address, CycleStep::Read),
        }
    }

    /// Adds an index to the address. If the instruction reads and the address stays in the same
    /// page, starts the read. Otherwise, first starts a dummy read at the address without the
    /// carry.
    #[inline]
    fn add_index(&mut self, high: u8, index: u8) {
        self.base = self.with_high(high);
        let address = self.base.wrapping_add(index.into());
        let uncorrected = self.base & 0xff00 | address & 0xff;
        if address == uncorrected && self.decoded().access == Access::Read {
            self.read(address, CycleStep::Read);
        } else {
            self.read(uncorrected, CycleStep::IndexCarry);
        }
    }

    /// Returns true if indexing wrapped the low byte of the address.
    #[inline]
    fn index_carried(&self, address: u16) -> bool {
        address & 0xff < self.base & 0xff
    }

    /// During [`CycleStep::IndexCarry`], returns the address with the carry added.
    #[inline]
    fn carried_address(&self) -> u16 {
        let carry = u16::from(self.index_carried(self.pins.address));
        self.pins.address.wrapping_add(carry << 8)
    }

    /// Returns the byte that a store would write if RDY did not hold up the read before it.
    fn data_to_store(&self) -> u8 {
        let [_, high] = self.base.to_le_bytes();
        Working::from(self.registers).stored_byte(self.decoded().mnemonic, high)
    }

    /// Returns the address at which a store of `data` to `address` really writes.
    // From the test vectors: if the index carries, the high byte of the address is the data of the
    // unstable store.
    #[inline]
    fn stored_address(&self, address: u16, data: u8) -> u16 {
        use Mnemonic::*;
        let unstable = matches!(self.decoded().mnemonic, Sha | Shs | Shx | Shy);
        if unstable && self.index_carried(address) {
            u16::from(data) << 8 | address & 0xff
        } else {
            address
        }
    }

    fn branch(&mut self, distance: u8) {
        self.skip_operand();
        let mnemonic = self.decoded().mnemonic;
        if self.with_working(|registers| registers.takes_branch(mnemonic)) {
            let pc = self.registers.pc;
            self.base = pc.wrapping_add_signed(i16::from(distance as i8));
            self.read(pc, CycleStep::BranchTaken);
        } else {
            self.fetch();
        }
    }

    fn branch_taken(&mut self) {
        let uncorrected = self.registers.pc & 0xff00 | self.base & 0xff;
        if uncorrected == self.base {
            self.jump(self.base);
        } else {
            self.read(uncorrected, CycleStep::BranchCarry);
        }
    }

    pub(crate) fn stack(&self) -> u16 {
        0x0100 | u16::from(self.registers.s)
    }

    fn push(&mut self, data: u8, step: CycleStep) {
        self.write(self.stack(), data, step);
        self.registers.s = self.registers.s.wrapping_sub(1);
    }

    fn pull(&mut self, step: CycleStep) {
        self.registers.s = self.registers.s.wrapping_add(1);
        self.read(self.stack(), step);
    }

    /// Starts a read from the stack instead of a push: a reset is a BRK that reads where BRK
    /// pushes.
    fn read_instead_of_push(&mut self, step: CycleStep) {
        self.registers.s = self.registers.s.wrapping_sub(1);
        self.read(self.stack(), step);
    }

    fn read_vector(&mut self, address: u16) {
        self.with_working(|registers| registers.set(flag::I, true));
        self.read(address, CycleStep::VectorLow);
    }
}
