//! The processor: the NMOS 6502 core of the 6507, one bus access per cycle.
//!
//! A [`Cpu`] is a value: registers, plus what its address, data, R/W and SYNC pins show in the
//! cycle to come ([`Pins`]). [`Cpu::cycle`] makes exactly that access on a [`Bus`] and works out
//! the next one, so the processor can be saved, compared or printed between any two cycles.
//! `steps.rs` has the cycles of each addressing mode, `operations.rs` what each instruction
//! computes.
//!
//! Addresses have the core's 16 bits; the console's bus masks them to the 13 that a 6507 brings
//! out.

pub(crate) mod decode;
mod operations;
mod registers;
pub(crate) mod steps;
pub(crate) mod working;

use decode::Step;
pub use registers::{Registers, flag};
use serde::{Deserialize, Serialize};

/// What the processor is connected to. Every call is one bus cycle.
pub trait Bus {
    /// The byte on the data bus at the end of a read cycle.
    fn read(&mut self, address: u16) -> u8;

    /// A write cycle.
    fn write(&mut self, address: u16, data: u8);

    /// The RDY line at the end of the cycle just made: while false, a read does not complete and
    /// is made again in the next cycle.
    fn rdy(&self) -> bool {
        true
    }
}

/// What the pins show during one bus cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pins {
    /// The core's 16 address bits.
    pub address: u16,
    /// What a write puts on the bus.
    pub data: u8,
    /// True in a write cycle.
    pub write: bool,
}

/// The processor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cpu {
    pub(crate) registers: Registers,
    pub(crate) pins: Pins,
    step: Step,
    opcode: u8,
    /// The operand's address as far as it is known, before indexing.
    base: u16,
}

impl Cpu {
    /// A processor that will make the seven cycles of the reset sequence.
    ///
    /// They are the forced BRK: two reads at the program counter, three stack reads in place
    /// of its pushes (so S ends three lower), the vector at `$FFFC`.
    // Vectors: reset.json, all 22 sequences.
    pub fn new(registers: Registers) -> Cpu {
        Cpu {
            registers,
            pins: Pins {
                address: registers.pc,
                data: 0,
                write: false,
            },
            step: Step::ResetFetch,
            opcode: 0,
            base: 0,
        }
    }

    /// A processor between two instructions; the next cycle fetches the opcode at `registers.pc`.
    pub fn with_registers(registers: Registers) -> Cpu {
        let mut cpu = Cpu::new(registers);
        cpu.step = Step::Fetch;
        cpu
    }

    /// False for values that only a damaged state can have: between two instructions nothing is left
    /// of the one before.
    pub(crate) fn is_plausible(&self) -> bool {
        let clean = Cpu::with_registers(self.registers);
        !self.at_instruction() || *self == clean
    }

    /// Makes one bus access. A read that RDY holds up is made again in the next cycle.
    #[inline]
    pub fn cycle(&mut self, bus: &mut impl Bus) {
        let Pins {
            address,
            data,
            write,
        } = self.pins;
        if write {
            bus.write(address, data);
            self.complete(data);
        } else {
            let data = bus.read(address);
            match bus.rdy() {
                true => self.complete(data),
                false => self.hold(),
            }
        }
    }

    /// The access that the next cycle will make.
    pub fn pins(&self) -> Pins {
        self.pins
    }

    /// True if the next cycle fetches an opcode: the SYNC pin.
    pub fn sync(&self) -> bool {
        matches!(self.step, Step::Fetch | Step::ResetFetch)
    }

    /// True between two instructions: the next cycle fetches one.
    pub fn at_instruction(&self) -> bool {
        self.step == Step::Fetch
    }

    /// True once a jam opcode has been fetched: only a reset ends it.
    pub fn jammed(&self) -> bool {
        self.step.is_jam()
    }

    /// The registers. Between two instructions they are what the programmer expects.
    pub fn registers(&self) -> &Registers {
        &self.registers
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Memory that holds RDY low for a number of cycles.
    struct SlowMemory {
        bytes: [u8; 16],
        low_cycles: u32,
        log: Vec<(u16, bool)>,
    }

    impl SlowMemory {
        fn new(program: &[u8], low_cycles: u32) -> SlowMemory {
            let mut bytes = [0xea; 16];
            bytes[..program.len()].copy_from_slice(program);
            SlowMemory {
                bytes,
                low_cycles,
                log: Vec::new(),
            }
        }

        fn tick(&mut self, address: u16, write: bool) {
            self.low_cycles = self.low_cycles.saturating_sub(1);
            self.log.push((address, write));
        }
    }

    impl Bus for SlowMemory {
        fn read(&mut self, address: u16) -> u8 {
            self.tick(address, false);
            self.bytes[usize::from(address) % 16]
        }

        fn write(&mut self, address: u16, data: u8) {
            self.tick(address, true);
            self.bytes[usize::from(address) % 16] = data;
        }

        fn rdy(&self) -> bool {
            self.low_cycles == 0
        }
    }

    fn run(program: &[u8], low_cycles: u32, cycles: usize) -> (Cpu, Vec<(u16, bool)>) {
        let mut memory = SlowMemory::new(program, low_cycles);
        let mut cpu = Cpu::with_registers(Registers::default());
        for _ in 0..cycles {
            cpu.cycle(&mut memory);
        }
        (cpu, memory.log)
    }

    #[test]
    fn rdy_repeats_a_read_until_it_rises() {
        let (_, log) = run(&[0xa5, 0x08], 3, 6);
        let addresses: Vec<u16> = log.iter().map(|&(address, _)| address).collect();
        assert_eq!(addresses, [0, 0, 0, 1, 8, 2]);
    }

    #[test]
    fn rdy_does_not_stop_writes() {
        // inc $08: fetch, operand, read, write, write.
        let mut memory = SlowMemory::new(&[0xe6, 0x08], 0);
        let mut cpu = Cpu::with_registers(Registers::default());
        (0..3).for_each(|_| cpu.cycle(&mut memory));
        memory.low_cycles = 100;
        (0..4).for_each(|_| cpu.cycle(&mut memory));
        assert_eq!(
            memory.log[3..],
            [(8, true), (8, true), (2, false), (2, false)]
        );
        assert!(cpu.at_instruction());
    }

    /// sha, shx, shy and shs at $10F8 plus 4, with A, X and Y of $FC or 4; RDY is low in the reads
    /// of the cycles `held`. The byte stored.
    fn stored(opcode: u8, held: std::ops::Range<u32>) -> u8 {
        let mut memory = SlowMemory::new(&[opcode, 0x08, 0x00], 0);
        let index = 0x04;
        let mut cpu = Cpu::with_registers(Registers {
            a: 0x0f,
            x: if opcode == 0x9c { index } else { 0x0f },
            y: if opcode == 0x9c { 0x0f } else { index },
            ..Registers::default()
        });
        for cycle in 0..10 {
            memory.low_cycles = if held.contains(&cycle) { 2 } else { 0 };
            cpu.cycle(&mut memory);
            if memory.log.last().is_some_and(|&(_, write)| write) {
                break;
            }
        }
        memory.bytes[usize::from(memory.log.last().expect("cycles").0) % 16]
    }

    #[test]
    fn rdy_before_an_unstable_store_removes_its_mask() {
        for opcode in [0x9f, 0x9e, 0x9c, 0x9b] {
            let whole = 0x0f;
            assert_eq!(stored(opcode, 0..0), whole & 0x01, "{opcode:02x}: not held");
            assert_eq!(
                stored(opcode, 1..3),
                whole & 0x01,
                "{opcode:02x}: held before"
            );
            assert_eq!(stored(opcode, 3..4), whole, "{opcode:02x}: held");
            assert_eq!(stored(opcode, 3..6), whole, "{opcode:02x}: held for long");
        }
    }

    #[test]
    fn a_jam_lasts() {
        let (cpu, log) = run(&[0x02], 0, 1000);
        assert!(cpu.jammed());
        assert_eq!(log[999], (0xffff, false));
    }
}
