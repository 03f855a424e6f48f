//! The processor: the NMOS 6502 core of the 6507, one bus access per cycle.
//!
//! A [`Cpu`] is a value: registers, plus the address, data and R/W pins of the next cycle
//! ([`Pins`]). [`Cpu::cycle`] performs exactly that access on a [`Bus`] and computes the next one,
//! so the processor can be saved, compared or printed between any two cycles. `steps.rs` contains
//! the cycles of each addressing mode, and `operations.rs` contains the operation of each
//! instruction.
//!
//! Addresses have 16 bits, as in the core. A 6507 brings out only 13 of them to pins, so the
//! console's bus ignores the others.

pub(crate) mod decode;
mod operations;
mod registers;
pub(crate) mod steps;
pub(crate) mod working;

use decode::CycleStep;
pub use registers::{Registers, flag};
use serde::{Deserialize, Serialize};

/// The bus that the processor is connected to. Every call to `read` or `write` is one bus cycle.
pub trait Bus {
    /// Performs a read cycle. Returns the byte on the data bus at the end of the cycle.
    fn read(&mut self, address: u16) -> u8;

    /// Performs a write cycle.
    fn write(&mut self, address: u16, data: u8);

    /// Returns the level of the RDY line at the end of the last cycle. While it is low (false), a
    /// read does not complete but is repeated in the next cycle.
    fn rdy(&self) -> bool {
        true
    }
}

/// The state of the pins during one bus cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pins {
    /// The core's 16 address bits.
    pub address: u16,
    /// The byte that a write puts on the bus.
    pub data: u8,
    /// True in a write cycle.
    pub write: bool,
}

/// The processor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cpu {
    pub(crate) registers: Registers,
    pub(crate) pins: Pins,
    step: CycleStep,
    opcode: u8,
    /// The part of the operand's address that has been fetched so far, before indexing.
    base: u16,
}

impl Cpu {
    /// Creates a processor that is about to perform the seven cycles of the reset sequence.
    ///
    /// The sequence is a BRK that reads from the stack instead of pushing. It consists of two reads
    /// at the program counter, three reads from the stack, which decrement S each time, and two
    /// reads of the vector at `$FFFC`.
    // Test vectors: all 22 sequences of reset.json.
    pub fn new(registers: Registers) -> Cpu {
        Cpu {
            registers,
            pins: Pins {
                address: registers.pc,
                data: 0,
                write: false,
            },
            step: CycleStep::ResetFetch,
            opcode: 0,
            base: 0,
        }
    }

    /// Creates a processor between two instructions; the next cycle fetches the opcode at
    /// `registers.pc`.
    pub fn with_registers(registers: Registers) -> Cpu {
        let mut cpu = Cpu::new(registers);
        cpu.step = CycleStep::Fetch;
        cpu
    }

    /// Returns false if no running processor can have this state, so that it must come from a
    /// damaged saved state. Checks only a processor between two instructions: all its fields except
    /// the registers must then have their initial values.
    pub(crate) fn is_plausible(&self) -> bool {
        let clean = Cpu::with_registers(self.registers);
        !self.at_instruction() || *self == clean
    }

    /// Performs one bus access. If RDY holds up a read, the next cycle repeats it.
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
            if bus.rdy() {
                self.complete(data)
            } else {
                self.hold()
            }
        }
    }

    /// Returns the pins in the next cycle: the bus access that it will make.
    pub fn pins(&self) -> Pins {
        self.pins
    }

    /// Returns the SYNC pin: true if the next cycle fetches an opcode.
    pub fn sync(&self) -> bool {
        matches!(self.step, CycleStep::Fetch | CycleStep::ResetFetch)
    }

    /// Returns true between two instructions, when the next cycle fetches an opcode.
    pub fn at_instruction(&self) -> bool {
        self.step == CycleStep::Fetch
    }

    /// Returns true once a jam opcode has been fetched. Only a reset ends the jam.
    pub fn jammed(&self) -> bool {
        self.step.is_jam()
    }

    /// Returns the registers. Only between two instructions are these the values that a program
    /// sees.
    pub fn registers(&self) -> &Registers {
        &self.registers
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Memory that holds RDY low for some number of cycles.
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

    /// The opcodes of the unstable stores, each with the number of the cycle of its last read
    /// before the write. Cycles are numbered from 0.
    const UNSTABLE_STORES: [(u8, u32); 5] = [(0x93, 4), (0x9b, 3), (0x9c, 3), (0x9e, 3), (0x9f, 3)];

    /// Runs an unstable store whose address before indexing is `low`, in page zero. The index
    /// register is 4, and the other registers are $0F. RDY is low in `held_cycles`. Returns the
    /// addresses of the last read and of the write, and the byte stored.
    fn run_unstable_store(
        opcode: u8,
        low: u8,
        held_cycles: std::ops::Range<u32>,
    ) -> ([u16; 2], u8) {
        let mut memory = SlowMemory::new(&[opcode, low, 0x00], 0);
        if opcode == 0x93 {
            // The operand is the address of the pointer.
            (memory.bytes[1], memory.bytes[3], memory.bytes[4]) = (3, low, 0x00);
        }
        let index = 0x04;
        let mut cpu = Cpu::with_registers(Registers {
            a: 0x0f,
            x: if opcode == 0x9c { index } else { 0x0f },
            y: if opcode == 0x9c { 0x0f } else { index },
            ..Registers::default()
        });
        for cycle in 0..12 {
            memory.low_cycles = if held_cycles.contains(&cycle) { 2 } else { 0 };
            cpu.cycle(&mut memory);
            if memory.log.last().is_some_and(|&(_, write)| write) {
                break;
            }
        }
        let [.., (last_read, false), (write, true)] = memory.log[..] else {
            panic!("{opcode:02x} stored nothing: {:?}", memory.log);
        };
        ([last_read, write], memory.bytes[usize::from(write) % 16])
    }

    #[test]
    fn rdy_before_an_unstable_store_removes_its_mask() {
        for (opcode, last) in UNSTABLE_STORES {
            let run = |held| run_unstable_store(opcode, 0x08, held);
            let (addresses, unmasked) = ([0x000c, 0x000c], 0x0f);
            let masked = unmasked & 0x01;
            assert_eq!(run(0..0), (addresses, masked), "{opcode:02x}: not held");
            assert_eq!(run(1..last), (addresses, masked), "{opcode:02x}: before");
            assert_eq!(run(last..last + 1), (addresses, unmasked), "{opcode:02x}");
            assert_eq!(
                run(last..last + 3),
                (addresses, unmasked),
                "{opcode:02x}: long"
            );
        }
    }

    #[test]
    fn rdy_unmasks_only_the_data_of_an_unstable_store_that_crosses_a_page() {
        for (opcode, last) in UNSTABLE_STORES {
            let run = |held| run_unstable_store(opcode, 0xfc, held);
            let (addresses, held_addresses) = ([0x0000, 0x0100], [0x0100, 0x0100]);
            assert_eq!(run(0..0), (addresses, 0x01), "{opcode:02x}: not held");
            assert_eq!(run(last..last + 1), (held_addresses, 0x0f), "{opcode:02x}");
            assert_eq!(
                run(last..last + 3),
                (held_addresses, 0x0f),
                "{opcode:02x}: long"
            );
        }
    }

    #[test]
    fn a_read_repeated_by_rdy_uses_the_address_with_the_carry() {
        let addresses = |program: &[u8], y: u8| {
            let mut memory = SlowMemory::new(program, 0);
            let mut cpu = Cpu::with_registers(Registers {
                y,
                ..Registers::default()
            });
            for cycle in 0..7 {
                memory.low_cycles = if cycle == 3 || cycle == 4 { 2 } else { 0 };
                cpu.cycle(&mut memory);
            }
            memory.log.iter().map(|access| access.0).collect::<Vec<_>>()
        };
        // sta $12fc,y
        let store = addresses(&[0x99, 0xfc, 0x12], 8);
        assert_eq!(store[3..], [0x1204, 0x1304, 0x1304, 0x1304]);
        // lda $12fc,y
        let load = addresses(&[0xb9, 0xfc, 0x12], 8);
        assert_eq!(load[3..], [0x1204, 0x1304, 0x1304, 0x1304]);
        // bpl to $ff82
        let branch = addresses(&[0x10, 0x80], 0);
        assert_eq!(branch[3..], [0x0082, 0xff82, 0xff82, 0xff82]);
    }

    #[test]
    fn a_jam_never_ends_by_itself() {
        let (cpu, log) = run(&[0x02], 0, 1000);
        assert!(cpu.jammed());
        assert_eq!(log[999], (0xffff, false));
    }
}
