//! The bus steps: what the library's functions do on the console's bus.

use super::library::{self, Function};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// Address to which the reset vector and the library's jumps send the console.
const START: u16 = 0x1000;
/// The 13 address lines.
pub(super) const ADDRESS_LINES: u16 = 0x1fff;
/// The address lines that are all low while the console accesses its stack.
const STACK_LINES: u16 = 0x1e00;
/// The address line that is high while the console accesses the cartridge.
const CARTRIDGE_LINE: u16 = 0x1000;
const LDA: u8 = 0xa9;
const STA: u8 = 0x85;
const STA_ABSOLUTE: u8 = 0x8d;

/// A step on the bus. It waits for a certain address, and is complete when the console puts that
/// address on the bus.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum BusStep {
    /// When this address is on the bus, drives a byte, and keeps driving it at all addresses until
    /// the next step is complete.
    Drive(u16, u8),
    /// Releases the bus when this address is on it.
    Yield(u16),
    /// Releases the bus at the next address outside the cartridge.
    YieldBelow,
    /// Releases the bus at the next address in the stack.
    YieldStack,
    /// Releases the bus when this address is on it, and passes the byte on the bus to the program.
    Sample(u16),
    /// While the console writes to this address, pulls down the data lines that are 0 in the byte;
    /// then releases the bus.
    Stuff(u16, u8),
}

impl BusStep {
    /// Returns true if the step is waiting for this address.
    pub(super) fn awaits(self, address: u16) -> bool {
        match self {
            BusStep::Drive(at, _)
            | BusStep::Yield(at)
            | BusStep::Sample(at)
            | BusStep::Stuff(at, _) => at == address,
            BusStep::YieldBelow => address & CARTRIDGE_LINE == 0,
            BusStep::YieldStack => address & STACK_LINES == 0,
        }
    }
}

/// The pending steps, and the address of the next byte of the console's program.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) struct Steps {
    queue: VecDeque<BusStep>,
    next: u16,
}

impl Steps {
    pub(super) fn first(&self) -> Option<BusStep> {
        self.queue.front().copied()
    }

    /// Returns the byte that a pending step drives at this address.
    pub(super) fn byte_at(&self, address: u16) -> Option<u8> {
        self.queue.iter().find_map(|step| match step {
            BusStep::Drive(at, byte) if *at == address => Some(*byte),
            _ => None,
        })
    }

    /// Removes the first step, which is complete.
    pub(super) fn advance(&mut self) {
        self.queue.pop_front();
    }

    pub(super) fn is_empty(&self) -> bool {
        self.queue.is_empty()
    }

    /// Adds the steps from the console's reset to the start of the overblank routine,
    /// [`library::OVERBLANK`].
    pub(super) fn start_up(&mut self) {
        let vector = START.to_le_bytes();
        self.queue.push_back(BusStep::Drive(0x1ffc, vector[0]));
        self.queue.push_back(BusStep::Drive(0x1ffd, vector[1]));
        self.next = START;
        self.copy_overblank();
        self.start_overblank();
    }

    fn inject(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.queue.push_back(BusStep::Drive(self.next, *byte));
            self.next = (self.next + 1) & ADDRESS_LINES;
        }
    }

    fn inject_absolute(&mut self, opcode: u8, address: u16) {
        let [low, high] = address.to_le_bytes();
        self.inject(&[opcode, low, high]);
    }

    fn yield_at(&mut self, address: u16) {
        self.queue
            .push_back(BusStep::Yield(address & ADDRESS_LINES));
    }

    fn copy_overblank(&mut self) {
        for (address, byte) in (library::OVERBLANK_ADDRESS as u8..).zip(library::OVERBLANK) {
            self.inject_write(address, byte);
        }
    }

    fn start_overblank(&mut self) {
        self.inject_absolute(0x4c, library::OVERBLANK_ADDRESS);
        self.yield_at(library::OVERBLANK_ADDRESS);
    }

    pub(super) fn end_overblank(&mut self) {
        self.queue.push_back(BusStep::Drive(0x1fff, 0));
        self.yield_at(library::OVERBLANK_END);
        self.next = START;
    }

    fn inject_write(&mut self, address: u8, byte: u8) {
        self.inject(&[LDA, byte, STA, address]);
        self.yield_at(address.into());
    }

    /// Makes the console execute `count` NOPs: the cartridge drives one NOP opcode, and keeps
    /// driving it until the next step.
    pub(super) fn inject_nops(&mut self, count: u32) {
        if count > 0 {
            self.inject(&[0xea]);
            self.next = self.next.wrapping_add(count as u16 - 1) & ADDRESS_LINES;
        }
    }

    /// Adds the steps that a function takes on the bus. Functions that only compute take none.
    pub(super) fn add_function(&mut self, function: Function, r0: u32, r1: u32) {
        let (byte, address, data) = (r0 as u8, r0 as u16, r1 as u8);
        match function {
            Function::Load(opcode) => self.inject(&[opcode, byte]),
            Function::LoadMask(opcode) => self.inject(&[opcode, 0xff]),
            Function::Plain(opcode) => self.inject(&[opcode]),
            Function::Store(opcode) => {
                self.inject(&[opcode, byte]);
                self.yield_at(byte.into());
            }
            Function::StoreAbsolute(opcode) => {
                self.inject_absolute(opcode, address);
                self.yield_at(address);
            }
            Function::Write => self.inject_write(byte, data),
            Function::WriteAbsolute => {
                self.inject(&[LDA, data]);
                self.inject_absolute(STA_ABSOLUTE, address);
                self.yield_at(address);
            }
            Function::Stuff => {
                self.inject(&[STA, byte]);
                self.queue.push_back(BusStep::Stuff(byte.into(), data));
            }
            Function::StuffAbsolute => {
                self.inject_absolute(STA_ABSOLUTE, address);
                self.queue
                    .push_back(BusStep::Stuff(address & ADDRESS_LINES, data));
            }
            Function::Stack(opcode) => {
                self.inject(&[opcode]);
                self.queue.push_back(BusStep::YieldStack);
            }
            Function::Read => {
                self.inject_absolute(0xad, address);
                self.queue
                    .push_back(BusStep::Sample(address & ADDRESS_LINES));
            }
            _ => self.redirect(function, r0),
        }
    }

    /// Adds the steps of a function that makes the console continue at another address.
    fn redirect(&mut self, function: Function, r0: u32) {
        let address = r0 as u16;
        let [low, high] = address.to_le_bytes();
        match function {
            Function::Nops => self.inject_nops(r0),
            Function::Jump => {
                self.inject_absolute(0x4c, START);
                self.next = START;
            }
            Function::Call => {
                self.inject(&[0x20, low]);
                self.queue.push_back(BusStep::YieldBelow);
                self.inject(&[high]);
                self.next = address & ADDRESS_LINES;
            }
            Function::CopyOverblank => self.copy_overblank(),
            Function::StartOverblank => self.start_overblank(),
            Function::EndOverblank => self.end_overblank(),
            _ => {}
        }
    }
}
