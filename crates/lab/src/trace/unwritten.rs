//! Finds reads of RAM bytes that have not been written since power-on. Such reads are the most
//! common reason why a program works on one console but not on another.

use isa6502::{Access, Mnemonic, Mode};
use vcs::{Place, Step, address::Device};

/// A recorder of uninitialized reads: for each byte of RAM that is read before it is written, it
/// keeps the first read.
#[derive(Debug, Clone)]
pub struct UnwrittenReads {
    written: [bool; 128],
    reads: Vec<UnwrittenRead>,
}

/// A read of a RAM byte that had not been written since power-on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnwrittenRead {
    /// The place where the instruction began.
    pub place: Place,
    /// The instruction, with the state before it ran.
    pub step: Step,
    /// The address of the byte, $80..=$FF.
    pub address: u16,
}

impl Default for UnwrittenReads {
    fn default() -> Self {
        UnwrittenReads {
            written: [false; 128],
            reads: Vec::new(),
        }
    }
}

impl UnwrittenReads {
    /// Records an instruction. Call this for every instruction since power-on, before it runs.
    pub fn step(&mut self, step: &Step) {
        if let Some(address) = self.first_unwritten(step) {
            self.reads.push(UnwrittenRead {
                place: step.place,
                step: *step,
                address,
            });
            self.written[usize::from(address & 0x7f)] = true;
        }
        self.record_writes(step);
    }

    /// Returns the first read of an unwritten byte.
    pub fn first(&self) -> Option<&UnwrittenRead> {
        self.reads.first()
    }

    /// Returns the first read of each byte that was read before it was written, in chronological
    /// order.
    pub fn reads(&self) -> &[UnwrittenRead] {
        &self.reads
    }

    /// Returns the addresses of the bytes that have been neither read nor written.
    pub fn unused(&self) -> impl Iterator<Item = u8> {
        let addresses = (0x80..=0xff).zip(self.written);
        addresses
            .filter(|(_, used)| !used)
            .map(|(address, _)| address)
    }

    /// Returns the address of the first unwritten byte that an instruction uses. Dummy reads do not
    /// count, such as the read at the base address of an indexed operand.
    fn first_unwritten(&self, step: &Step) -> Option<u16> {
        let opcode = step.instruction.opcode()?;
        let operand = step.instruction.operand().unwrap_or_default();
        let x = u16::from(step.registers.x);
        let pointer = match opcode.mode {
            Mode::IndexedIndirect => Some((operand + x) & 0xff),
            Mode::IndirectIndexed | Mode::Indirect => Some(operand),
            _ => None,
        };
        // A NOP ignores the byte that it reads.
        let is_read = matches!(step.access(), Access::Read | Access::Modify)
            && opcode.mnemonic != Mnemonic::Nop;
        let pulled = match opcode.mnemonic {
            Mnemonic::Pla | Mnemonic::Plp => 1,
            Mnemonic::Rts => 2,
            Mnemonic::Rti => 3,
            _ => 0,
        };
        let effective = step.effective.filter(|_| is_read);
        let pointer = pointer
            .into_iter()
            .flat_map(|low| [low, low.wrapping_add(1)]);
        let pulls = (1..=pulled).map(|count| stack_address(step.registers.s.wrapping_add(count)));
        let mut used = pointer.chain(pulls).chain(effective);
        used.find_map(|address| {
            let ram_index = ram_index(address)?;
            (!self.written[ram_index]).then_some(0x80 + ram_index as u16)
        })
    }

    fn record_writes(&mut self, step: &Step) {
        let pushed = match step.instruction.opcode().map(|opcode| opcode.mnemonic) {
            Some(Mnemonic::Pha | Mnemonic::Php) => 1,
            Some(Mnemonic::Jsr) => 2,
            Some(Mnemonic::Brk) => 3,
            _ => 0,
        };
        let is_written = matches!(step.access(), Access::Write | Access::Modify);
        let effective = step.effective.filter(|_| is_written);
        let pushes = (0..pushed).map(|count| stack_address(step.registers.s.wrapping_sub(count)));
        for ram_index in pushes.chain(effective).filter_map(ram_index) {
            self.written[ram_index] = true;
        }
    }
}

fn stack_address(s: u8) -> u16 {
    0x100 | u16::from(s)
}

/// Returns the index of the byte of RAM at an address; `None` if the address is not in RAM.
fn ram_index(address: u16) -> Option<usize> {
    let is_ram = matches!(Device::at(address & 0x1fff), Device::Ram);
    is_ram.then_some(usize::from(address & 0x7f))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::stepping;
    use vcs::{Cartridge, Machine, PowerOn};

    /// Runs 20 instructions of a program, and returns the recorder.
    fn record_reads(code: &[u8]) -> UnwrittenReads {
        let mut image = [0xea; 4096];
        image[..code.len()].copy_from_slice(code);
        image[0xffc..0xffe].copy_from_slice(&[0x00, 0xf0]);
        let mut machine = Machine::new(Cartridge::from_image(&image).unwrap(), PowerOn::default());
        let mut unwritten = UnwrittenReads::default();
        for step in stepping::instructions(&mut machine).take(20) {
            unwritten.step(&step);
        }
        unwritten
    }

    /// Returns the address of the first unwritten byte that a program reads, and the address of the
    /// instruction that reads it.
    fn first_read(code: &[u8]) -> Option<(u16, u16)> {
        let unwritten = record_reads(code);
        let read = unwritten.first()?;
        Some((read.address, read.step.registers.pc))
    }

    #[test]
    fn each_byte_is_reported_once() {
        // lda $80; lda $81; lda $80
        let code = [0xa5, 0x80, 0xa5, 0x81, 0xa5, 0x80];
        let unwritten = record_reads(&code);
        let addresses: Vec<u16> = unwritten.reads().iter().map(|read| read.address).collect();
        assert_eq!(addresses, [0x80, 0x81]);
    }

    #[test]
    fn the_first_read_of_an_unwritten_byte_is_found() {
        // sta $80; lda $80; inc $81
        assert_eq!(
            first_read(&[0x85, 0x80, 0xa5, 0x80, 0xe6, 0x81]),
            Some((0x81, 0xf004))
        );
        // ldx #2; sta $82; lda $80,x: the processor reads $80 too, but does not use it
        assert_eq!(first_read(&[0xa2, 2, 0x85, 0x82, 0xb5, 0x80]), None);
        // sta $80; lda ($80),y: the pointer's high byte, at $81, has not been written
        assert_eq!(first_read(&[0x85, 0x80, 0xb1, 0x80]), Some((0x81, 0xf002)));
        // ldx #$f0; txs; pha; pla; pla
        assert_eq!(
            first_read(&[0xa2, 0xf0, 0x9a, 0x48, 0x68, 0x68]),
            Some((0xf1, 0xf005))
        );
        // ldx #$ff; txs; jsr $f007; nop; rts: the return address has been written
        assert_eq!(
            first_read(&[0xa2, 0xff, 0x9a, 0x20, 0x07, 0xf0, 0xea, 0x60]),
            None
        );
        // nop $80: the instruction ignores the byte that it reads
        assert_eq!(first_read(&[0x04, 0x80]), None);
        // lda $180: a mirror of $80
        assert_eq!(first_read(&[0xad, 0x80, 0x01]), Some((0x80, 0xf000)));
    }
}
