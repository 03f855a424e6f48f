//! Follows values from a load to a store in straight-line code. A value may be stored in a variable
//! and loaded again in between.

use asm6502::record::{Record, Statement, StatementKind};
use isa6502::{Mnemonic, Mode, OPCODES, Opcode};
use std::collections::BTreeSet;

/// Maximum number of passes over the program. Each pass can follow a value through one more
/// variable.
const MAX_PASSES: usize = 4;

/// Returns the opcode and the operand of an instruction. For a branch, the operand is the relative
/// distance.
pub(crate) fn decode(statement: &Statement) -> (&'static Opcode, u16) {
    let [code, low, high] = statement.bytes;
    let opcode = &OPCODES[usize::from(code)];
    let operand = match opcode.mode.operand_bytes() {
        2 => u16::from_le_bytes([low, high]),
        _ => low.into(),
    };
    (opcode, operand)
}

/// Returns true if a statement is an instruction that the assembler did not skip.
pub(crate) fn is_code(statement: &Statement) -> bool {
    let instruction = matches!(statement.kind, StatementKind::Instruction(_));
    instruction && !statement.skipped && statement.length > 0
}

/// Returns the indices of the loads whose value reaches a store or push that `is_target` accepts.
/// `is_target` receives the opcode and the operand of the store or push.
pub(crate) fn loads_reaching(
    record: &Record,
    is_target: impl Fn(&Opcode, u16) -> bool,
) -> BTreeSet<u32> {
    let mut loads = BTreeSet::new();
    let mut variables: BTreeSet<u16> = BTreeSet::new();
    for _ in 0..MAX_PASSES {
        let count_before = variables.len();
        let mut sources = [None; 3];
        for (index, statement) in (0..).zip(&record.statements) {
            if !is_code(statement) {
                continue;
            }
            let (opcode, operand) = decode(statement);
            let is_variable = is_direct(opcode.mode) && variables.contains(&operand);
            if let Some(register) = stored_register(opcode.mnemonic)
                && (is_variable || is_target(opcode, operand))
            {
                loads.extend(sources[register]);
            }
            update_sources(index, opcode, &mut sources);
        }
        for &load in &loads {
            let (opcode, operand) = decode(&record.statements[load as usize]);
            if opcode.mode != Mode::Immediate && operand & 0x1080 == 0x80 {
                variables.insert(operand);
            }
        }
        if variables.len() == count_before {
            break;
        }
    }
    loads
}

/// Returns true for zero page, absolute, and zero page indexed by X. In these modes, the operand is
/// the address of the access or, with X, the base address.
pub(crate) fn is_direct(mode: Mode) -> bool {
    matches!(mode, Mode::ZeroPage | Mode::Absolute | Mode::ZeroPageX)
}

/// Returns the register that a store or push writes to memory: 0 for A, 1 for X, 2 for Y. Returns
/// `None` for other instructions.
fn stored_register(mnemonic: Mnemonic) -> Option<usize> {
    match mnemonic {
        Mnemonic::Sta | Mnemonic::Pha => Some(0),
        Mnemonic::Stx => Some(1),
        Mnemonic::Sty => Some(2),
        _ => None,
    }
}

/// Updates `sources` after one instruction. `sources` contains the indices of the load instructions
/// from which the current values of A, X and Y come.
fn update_sources(index: u32, opcode: &Opcode, sources: &mut [Option<u32>; 3]) {
    match opcode.mnemonic {
        Mnemonic::Lda => sources[0] = Some(index),
        Mnemonic::Ldx => sources[1] = Some(index),
        Mnemonic::Ldy => sources[2] = Some(index),
        Mnemonic::Tax => sources[1] = sources[0],
        Mnemonic::Tay => sources[2] = sources[0],
        Mnemonic::Txa => sources[0] = sources[1],
        Mnemonic::Tya => sources[0] = sources[2],
        Mnemonic::Adc | Mnemonic::Sbc | Mnemonic::Pla => sources[0] = None,
        Mnemonic::Inx | Mnemonic::Dex | Mnemonic::Tsx => sources[1] = None,
        Mnemonic::Iny | Mnemonic::Dey => sources[2] = None,
        _ if opcode.mode == Mode::Accumulator => sources[0] = None,
        Mnemonic::Jsr | Mnemonic::Jmp | Mnemonic::Rts | Mnemonic::Rti => *sources = [None; 3],
        _ => {}
    }
}
