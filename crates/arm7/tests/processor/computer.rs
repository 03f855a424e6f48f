//! A small computer for test programs.

use arm7::{Abort, Architecture, Cpu, Cycle, Exception, Memory, text::assemble};

/// Address at which programs start.
pub const CODE: u32 = 0x1000;
/// Address of the 256 bytes of RAM. Byte N initially holds N.
pub const RAM: u32 = 0x4000_0000;

/// Memory for code and data, with a record of the processor's bus accesses.
#[derive(Clone, Debug)]
pub struct Computer {
    pub code: Vec<u8>,
    pub ram: Vec<u8>,
    /// The bus cycles, one letter each: N and S for fetches, n and s for data, I for internal
    /// cycles.
    pub cycles: String,
    /// The addresses of misaligned accesses.
    pub misaligned: Vec<u32>,
}

impl Computer {
    pub fn new(code: &[u8]) -> Computer {
        Computer {
            code: code.to_vec(),
            ram: (0..=255).collect(),
            cycles: String::new(),
            misaligned: Vec::new(),
        }
    }

    /// Returns a processor in supervisor mode at the start of a Thumb program, and its memory.
    pub fn thumb(program: &str) -> (Cpu, Computer) {
        let mut computer = Computer::new(&assemble(program, CODE).expect("a program"));
        let cpu = Cpu::new(Architecture::V4T, CODE + 1, &mut computer);
        (cpu, computer)
    }

    /// Returns a processor at the start of a program of Thumb opcodes, and its memory.
    pub fn thumb_opcodes(architecture: Architecture, opcodes: &[u16]) -> (Cpu, Computer) {
        let code: Vec<u8> = opcodes.iter().flat_map(|op| op.to_le_bytes()).collect();
        let mut computer = Computer::new(&code);
        let cpu = Cpu::new(architecture, CODE + 1, &mut computer);
        (cpu, computer)
    }

    /// Returns a processor at the start of a program of ARM opcodes, and its memory.
    pub fn arm(opcodes: &[u32]) -> (Cpu, Computer) {
        let code: Vec<u8> = opcodes.iter().flat_map(|op| op.to_le_bytes()).collect();
        let mut computer = Computer::new(&code);
        let cpu = Cpu::new(Architecture::V4T, CODE, &mut computer);
        (cpu, computer)
    }

    pub fn word(&self, address: u32) -> u32 {
        self.bytes(address).map(u32::from_le_bytes).expect("memory")
    }

    fn bytes<const N: usize>(&self, address: u32) -> Result<[u8; N], Abort> {
        let (bytes, at) = if address >= RAM {
            (&self.ram, address - RAM)
        } else {
            (&self.code, address.wrapping_sub(CODE))
        };
        let at = at as usize;
        let bytes = bytes.get(at..at.saturating_add(N)).ok_or(Abort)?;
        bytes.try_into().map_err(|_| Abort)
    }
}

/// Executes `count` instructions, all of which must complete.
pub fn run_instructions(cpu: &mut Cpu, computer: &mut Computer, count: usize) {
    for _ in 0..count {
        cpu.step(computer).expect("an instruction that completes");
    }
}

/// Executes one instruction, which must raise an exception, and returns the exception.
pub fn expect_exception(cpu: &mut Cpu, computer: &mut Computer) -> Exception {
    cpu.step(computer).expect_err("an exception")
}

/// Returns the letter for a fetch in [`Computer::cycles`].
fn fetch_letter(cycle: Cycle) -> char {
    match cycle {
        Cycle::NonSequential => 'N',
        Cycle::Sequential => 'S',
    }
}

/// Returns the letter for a data cycle.
fn data_letter(cycle: Cycle) -> char {
    fetch_letter(cycle).to_ascii_lowercase()
}

impl Memory for Computer {
    fn fetch<const N: usize>(&mut self, address: u32, cycle: Cycle) -> Result<[u8; N], Abort> {
        self.cycles.push(fetch_letter(cycle));
        self.bytes(address)
    }

    fn load<const N: usize>(&mut self, address: u32, cycle: Cycle) -> Result<[u8; N], Abort> {
        self.cycles.push(data_letter(cycle));
        self.bytes(address)
    }

    fn store<const N: usize>(
        &mut self,
        address: u32,
        bytes: [u8; N],
        cycle: Cycle,
    ) -> Result<(), Abort> {
        self.cycles.push(data_letter(cycle));
        let at = address.checked_sub(RAM).ok_or(Abort)? as usize;
        let target = self.ram.get_mut(at..at + N).ok_or(Abort)?;
        target.copy_from_slice(&bytes);
        Ok(())
    }

    fn idle(&mut self, cycles: u32) {
        (0..cycles).for_each(|_| self.cycles.push('I'));
    }
    fn misaligned(&mut self, address: u32) {
        self.misaligned.push(address);
    }
}
