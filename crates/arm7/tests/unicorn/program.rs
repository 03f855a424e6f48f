//! Random programs. Each instruction is chosen just before it is executed, when the CPU's state is
//! known, so that its effect is defined in that state.

use super::{
    choose,
    memory::{CODE, CODE_BYTES, RAM, RAM_BYTES, TestMemory},
    random::Rng,
};
use arm7::{Architecture, Cpu, Mode, Status};
use sha2::{Digest, Sha256};

/// The bits of the status register that are compared.
const STATUS_BITS: u32 = 0xf000_00ff;

/// A program, the CPU's state and the RAM at its start, and the state that our CPU reaches after
/// each instruction.
pub struct Program {
    start: Cpu,
    ram: Vec<u8>,
    code: Vec<u8>,
    /// Number of instructions. As in the oracle, the two halves of a Thumb BL count as one.
    pub instruction_count: u32,
    /// The state after each instruction: the instruction's writes, R0 to R15, the status register.
    pub states: Vec<Vec<u8>>,
    /// The address and opcode of each instruction.
    pub listing: Vec<(u32, u32)>,
}

impl Program {
    /// Creates and executes a program of `length` instructions. The program is shorter if no
    /// suitable instruction is found for some address.
    pub fn new(seed: u64, length: usize) -> Program {
        let mut random = Rng(seed);
        let mut memory = random_memory(&mut random);
        let mut cpu = random_cpu(&mut random, &mut memory);
        let mut program = Program {
            start: cpu.clone(),
            ram: memory.ram.clone(),
            code: Vec::new(),
            instruction_count: 0,
            states: Vec::new(),
            listing: Vec::new(),
        };
        while program.states.len() < length
            && program.add_instruction(&mut random, &mut cpu, &mut memory)
        {}
        program.instruction_count = program.states.len() as u32;
        program.code = memory.code;
        program
    }

    /// Chooses the next instruction and executes it. Returns false if no suitable one was found.
    fn add_instruction(
        &mut self,
        random: &mut Rng,
        cpu: &mut Cpu,
        memory: &mut TestMemory,
    ) -> bool {
        for _ in 0..1_000 {
            let address = cpu.pc();
            let opcodes = if cpu.status().thumb {
                let opcode = choose::thumb(random);
                if choose::must_skip_thumb(opcode, cpu) {
                    continue;
                }
                match opcode >> 11 {
                    // If the halves of BL are in different 1 KiB pages, unicorn counts them as two
                    // instructions.
                    0x1e if address & 0x3ff == 0x3fe => continue,
                    0x1e => {
                        // Any other first half would lead outside the program's memory.
                        let first = 0xf000 | random.choose(&[0, 0x7ff]);
                        vec![first, choose::thumb_bl_suffix(random)]
                    }
                    _ => vec![opcode],
                }
            } else {
                let opcode = choose::arm(random);
                if choose::must_skip_arm(opcode, cpu) {
                    continue;
                }
                vec![opcode]
            };
            if let Some((next_cpu, next_memory)) = execute(cpu, memory, &opcodes) {
                *cpu = next_cpu;
                *memory = next_memory;
                let mut state = std::mem::take(&mut memory.writes);
                state.extend(state_words(cpu).iter().flat_map(|word| word.to_le_bytes()));
                self.states.push(state);
                self.listing.push((address, opcodes[0]));
                return true;
            }
        }
        false
    }

    /// Returns the program in the format that the oracle reads.
    pub fn bytes(&self) -> Vec<u8> {
        let mut words = vec![self.instruction_count];
        let state = state_words(&self.start);
        words.push(state[16]);
        words.extend(&state[..16]);
        let mut bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        bytes.extend(&self.code);
        bytes.extend(&self.ram);
        bytes
    }

    /// Returns the digest of all states.
    pub fn digest(&self) -> String {
        let mut hash = Sha256::new();
        self.states.iter().for_each(|state| hash.update(state));
        hash.finalize()[..8]
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect()
    }
}

/// Writes instructions at the program counter and executes them. Returns `None` if they fault or
/// make a misaligned access. Also returns `None` if the instructions, or the place where execution
/// continues, overlap bytes that are already in use as instructions or literals.
fn execute(cpu: &Cpu, memory: &TestMemory, opcodes: &[u32]) -> Option<(Cpu, TestMemory)> {
    let (mut cpu, mut memory) = (cpu.clone(), memory.clone());
    let size = if cpu.status().thumb { 2 } else { 4 };
    let start = (cpu.pc() - CODE) as usize;
    for (index, opcode) in opcodes.iter().enumerate() {
        let offset = start + index * size;
        if offset + size > CODE_BYTES || memory.used[offset..offset + size].contains(&true) {
            return None;
        }
        memory.code[offset..offset + size].copy_from_slice(&opcode.to_le_bytes()[..size]);
        memory.used[offset..offset + size].fill(true);
    }
    memory.literals.clear();
    memory.misaligned = false;
    cpu.jump(cpu.pc(), &mut memory);
    for _ in opcodes {
        cpu.step(&mut memory).ok()?;
    }
    // Later instructions must not overwrite bytes that were read as literals.
    for offset in std::mem::take(&mut memory.literals) {
        memory.used[offset] = true;
    }
    let next = cpu.pc().wrapping_sub(CODE) as usize;
    let is_free = next + 4 <= CODE_BYTES && !memory.used[next..next + 4].contains(&true);
    (is_free && !memory.misaligned).then_some((cpu, memory))
}

/// Returns memory filled with values that are useful as literals and data: numbers of all sizes,
/// and addresses.
fn random_memory(random: &mut Rng) -> TestMemory {
    let words = (0..CODE_BYTES / 4).map(|_| random_value(random));
    let code: Vec<u8> = words.flat_map(u32::to_le_bytes).collect();
    let words = (0..RAM_BYTES / 4).map(|_| random_value(random));
    let ram: Vec<u8> = words.flat_map(u32::to_le_bytes).collect();
    TestMemory {
        used: vec![false; code.len()],
        code,
        ram,
        writes: Vec::new(),
        literals: Vec::new(),
        misaligned: false,
    }
}

/// Returns a random word: often an address or a number that is an edge case.
fn random_value(random: &mut Rng) -> u32 {
    match random.below(8) {
        0..=2 => RAM + 4 * random.below(RAM_BYTES as u32 / 4),
        3 => CODE + 4 * random.below(CODE_BYTES as u32 / 4) + random.below(2),
        4 => random.below(256),
        5 => random.choose(&[
            0,
            1,
            31,
            32,
            33,
            0x7fff_ffff,
            0x8000_0000,
            0xffff_ffff,
            0x8000,
        ]),
        _ => random.word(),
    }
}

/// Returns a CPU with random registers and flags.
fn random_cpu(random: &mut Rng, memory: &mut TestMemory) -> Cpu {
    let entry = CODE + 4 * random.below(CODE_BYTES as u32 / 8) + random.below(2);
    let mut cpu = Cpu::new(Architecture::V4T, entry, memory);
    let mut status = Status {
        mode: random.choose(&[Mode::System, Mode::Supervisor]),
        ..*cpu.status()
    };
    for mode in [
        Mode::Fiq,
        Mode::Irq,
        Mode::Supervisor,
        Mode::Abort,
        Mode::Undefined,
    ] {
        cpu.set_status(Status { mode, ..status });
        cpu.set_saved_status(0xc0 | mode.bits());
    }
    status.set_flag_bits(random.word());
    cpu.set_status(status);
    for register in 0..15 {
        cpu.set_register(register, random_value(random));
    }
    cpu
}

/// Returns R0 to R15 and the compared bits of the status register.
fn state_words(cpu: &Cpu) -> [u32; 17] {
    std::array::from_fn(|number| match number {
        16 => cpu.status().bits() & STATUS_BITS,
        _ => cpu.register(number),
    })
}
