//! Finds the code and graphics in an image by following the code and by running the program.

use super::{Program, Use};
use isa6502::{Mnemonic, Mode, disassemble};
use lab::trace::{Symbols, symbols::register_name};
use vcs::{Cartridge, Machine, PowerOn, Step, address::Device};

/// Number of instructions per frame after which the search stops. There is a limit because a
/// program may never end its frame.
const MAX_STEPS_PER_FRAME: u64 = 6_000;

/// The first address of the range that counts as hot spots, that is, addresses where an access may
/// switch banks. The last one is `$1FF9`. In an image with several banks, the search does not
/// follow the code past an access to a hot spot.
const FIRST_HOT_SPOT: u16 = 0x1f80;

impl<'a> Program<'a> {
    /// Finds code, data and graphics. First follows the code from the reset vector. Then runs the
    /// machine for `frames` frames, to find the targets of indirect jumps, the banks in use, and
    /// graphics.
    pub fn explore(cartridge: &'a Cartridge, symbols: &'a Symbols, frames: u64) -> Program<'a> {
        let mut program = Program::new(cartridge, symbols);
        let machine = Machine::new(cartridge.clone(), PowerOn::default());
        let reset = u16::from_le_bytes([0xfffc, 0xfffd].map(|address| machine.peek(address)));
        if let Some(offset) = machine.cartridge().offset(reset) {
            program.follow_executed(offset, reset);
        }
        program.observe_run(machine, frames);
        if !program.is_banked() {
            let labels = symbols.labels();
            let labels = labels.filter_map(|(address, _)| program.offset(address, 0));
            program.targets.extend(labels.collect::<Vec<_>>());
        }
        program
    }

    /// Follows the code from an instruction that has run. `offset` is the image offset of that
    /// instruction, `pc` its address.
    fn follow_executed(&mut self, offset: usize, pc: u16) {
        let number = self.bank_of(offset);
        let bank = &mut self.banks[number];
        if !bank.origin_is_known {
            bank.origin = pc.wrapping_sub((offset - bank.bytes.start) as u16) | 0x1000;
            bank.origin_is_known = true;
        }
        let mut pending = vec![offset];
        while let Some(offset) = pending.pop() {
            self.targets.insert(offset);
            self.follow(offset, &mut pending);
        }
    }

    /// Follows the code from `offset` to a jump, a return, the end of the bank, or code that is
    /// already known. Adds the targets of branches, jumps and calls to `pending`.
    fn follow(&mut self, mut offset: usize, pending: &mut Vec<usize>) {
        let bank = self.bank_of(offset);
        let end = self.banks[bank].bytes.end;
        while offset < end && self.uses[offset] == Use::Data {
            let instruction = disassemble(self.address(offset), &self.image[offset..end]);
            let Some(opcode) = instruction.opcode() else {
                return;
            };
            let length = instruction.bytes().len();
            let overlaps_code = self.uses[offset..offset + length]
                .iter()
                .any(|byte_use| *byte_use != Use::Data);
            let operand = instruction.operand();
            // Assemblers reject a branch that wraps around the end of the address space.
            let wraps = opcode.mode == Mode::Relative
                && operand.is_some_and(|target| target.abs_diff(self.address(offset)) > 0xff);
            if opcode.mnemonic == Mnemonic::Jam || overlaps_code || wraps {
                return;
            }
            self.uses[offset] = Use::Opcode;
            self.uses[offset + 1..offset + length].fill(Use::Operand);
            let target = operand.and_then(|address| self.offset(address, bank));
            match (opcode.mnemonic, opcode.mode) {
                (Mnemonic::Jmp, Mode::Absolute) => {
                    pending.extend(target);
                    return;
                }
                (Mnemonic::Jsr, _) | (_, Mode::Relative) => pending.extend(target),
                (Mnemonic::Jmp | Mnemonic::Rts | Mnemonic::Rti | Mnemonic::Brk, _) => return,
                (_, Mode::Absolute) if self.is_banked() && operand.is_some_and(is_hot_spot) => {
                    return;
                }
                _ => {}
            }
            offset += length;
        }
    }

    /// Runs the machine, and marks bytes as code or graphics. Bytes that run are code, even if the
    /// program copies them to RAM first. Bytes that the program loads and then stores to a graphics
    /// register are graphics.
    fn observe_run(&mut self, mut machine: Machine, frames: u64) {
        let mut origins = Origins::default();
        let mut steps = frames.saturating_mul(MAX_STEPS_PER_FRAME);
        while steps > 0 && machine.place().frame < frames && !machine.cpu().jammed() {
            if !machine.cpu().at_instruction() {
                machine.cycle();
                continue;
            }
            let before = machine.before_step(machine.place());
            let pc = machine.cpu().registers().pc;
            let offset = machine.cartridge().offset(pc);
            machine.cycle();
            // While RDY is low, the processor repeats the opcode fetch. Skip the repetitions.
            if machine.cpu().at_instruction() {
                continue;
            }
            steps -= 1;
            if let Some(offset) = offset.filter(|offset| self.uses[*offset] == Use::Data) {
                self.follow_executed(offset, pc);
            }
            let step = machine.step(before);
            if is_ram(pc) {
                self.mark_code_run_in_ram(&step, pc, &origins);
            }
            let from = step.effective.and_then(|address| {
                let in_ram = || origins.of_ram(address);
                machine.cartridge().offset(address).or_else(in_ram)
            });
            self.trace_graphics(&step, from, &mut origins);
        }
    }

    /// If the bytes of an instruction in RAM are a copy of consecutive bytes of the image, marks
    /// those bytes of the image as code.
    fn mark_code_run_in_ram(&mut self, step: &Step, pc: u16, origins: &Origins) {
        let bytes = step.instruction.bytes();
        let Some(offset) = origins
            .of_ram(pc)
            .filter(|_| step.instruction.opcode().is_some())
        else {
            return;
        };
        let is_whole = (0..bytes.len()).all(|byte| {
            origins.of_ram(pc.wrapping_add(byte as u16)) == Some(offset + byte)
                && self.uses.get(offset + byte) == Some(&Use::Data)
        });
        if is_whole && self.image[offset] == bytes[0] {
            self.uses[offset] = Use::Opcode;
            self.uses[offset + 1..offset + bytes.len()].fill(Use::Operand);
            self.ram_addresses.insert(offset, pc & 0xff | 0x80);
        }
    }

    /// Updates `origins` after an instruction. If the instruction stores a byte of the image to a
    /// graphics register, marks that byte as graphics. `from` is the image offset from which the
    /// byte at the effective address comes.
    fn trace_graphics(&mut self, step: &Step, from: Option<usize>, origins: &mut Origins) {
        let Some(opcode) = step.instruction.opcode() else {
            return;
        };
        let [a, x, y] = origins.registers;
        let loaded = &mut origins.registers;
        match opcode.mnemonic {
            Mnemonic::Lda => loaded[0] = from,
            Mnemonic::Ldx => loaded[1] = from,
            Mnemonic::Ldy => loaded[2] = from,
            Mnemonic::Lax => (loaded[0], loaded[1]) = (from, from),
            Mnemonic::Tax => loaded[1] = a,
            Mnemonic::Tay => loaded[2] = a,
            Mnemonic::Txa => loaded[0] = x,
            Mnemonic::Tya => loaded[0] = y,
            Mnemonic::And | Mnemonic::Ora | Mnemonic::Eor => loaded[0] = from.or(a),
            Mnemonic::Sta => self.trace_store(step, a, origins),
            Mnemonic::Stx => self.trace_store(step, x, origins),
            Mnemonic::Sty => self.trace_store(step, y, origins),
            _ => {}
        }
    }

    fn trace_store(&mut self, step: &Step, origin: Option<usize>, origins: &mut Origins) {
        let address = step.effective.filter(|address| is_ram(*address));
        if let Some(address) = address {
            origins.ram[usize::from(address & 0x7f)] = origin;
        }
        let graphics = ["GRP0", "GRP1", "PF0", "PF1", "PF2"];
        let register = step.effective.filter(|address| address & 0x1080 == 0);
        let name = register.and_then(|address| register_name(address & 0x3f, true));
        if let (Some(name), Some(offset)) = (name, origin)
            && graphics.contains(&name)
            && self.uses[offset] == Use::Data
        {
            self.uses[offset] = Use::Graphics;
        }
    }
}

/// The image offsets from which the values of A, X, Y and each byte of RAM were loaded; `None` for
/// a value that does not come from the image.
struct Origins {
    registers: [Option<usize>; 3],
    ram: [Option<usize>; 0x80],
}

impl Default for Origins {
    fn default() -> Origins {
        Origins {
            registers: [None; 3],
            ram: [None; 0x80],
        }
    }
}

impl Origins {
    /// Returns the image offset from which the byte at an address in RAM was copied.
    fn of_ram(&self, address: u16) -> Option<usize> {
        self.ram[usize::from(address & 0x7f)].filter(|_| is_ram(address))
    }
}

fn is_ram(address: u16) -> bool {
    Device::at(address & 0x1fff) == Device::Ram
}

fn is_hot_spot(address: u16) -> bool {
    (FIRST_HOT_SPOT..0x1ffa).contains(&(address & 0x1fff))
}
