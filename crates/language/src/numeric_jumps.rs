//! Finds jump targets whose addresses are written as numbers in the source instead of labels. This
//! is common in disassemblies, where a table of addresses is just a list of bytes.
//!
//! A program stores the two bytes of such an address in the pointer of a `JMP ()`, or pushes them
//! for an `RTS`. The search combines every low byte with every high byte that may reach the pointer
//! or the stack, so it finds more targets than the program uses.

use asm6502::record::StatementKind;
use isa6502::{Mnemonic, Mode};
use std::collections::{BTreeMap, HashSet};

use crate::data_flow::{decode, is_code, is_direct, loads_reaching};
use crate::program::Program;

/// A mask for the 13 address lines of the 6507.
const ADDRESS_MASK: u16 = 0x1fff;
/// Number of bytes of a table that an indexed load can reach.
const TABLE_BYTES: u16 = 256;
/// Number of bytes, starting at its base address, that an indexed store is assumed to reach.
const INDEXED_STORE_BYTES: u16 = 32;

/// A set of byte values.
struct ByteSet([bool; 256]);

impl ByteSet {
    fn contains(&self, byte: u16) -> bool {
        self.0[usize::from(byte & 0xff)]
    }
}

/// Returns the addresses of all instructions to which the program may jump by way of an address
/// that is written as a number.
pub(crate) fn jump_targets(program: &Program) -> HashSet<i64> {
    let data = data_bytes(program);
    let mut found = HashSet::new();
    let code = || {
        let statements = program.record.statements.iter();
        let code = statements.filter(|statement| is_code(statement));
        code.filter_map(|statement| statement.address)
    };
    let mut add_targets = |low: &ByteSet, high: &ByteSet, distance: u16| {
        let is_reachable = |address: &i64| {
            let number = (*address as u16).wrapping_sub(distance);
            let mut highs = (0..8).map(|mirror| number >> 8 & 0x1f | mirror << 5);
            low.contains(number) && highs.any(|number| high.contains(number))
        };
        found.extend(code().filter(is_reachable));
    };
    for pointer in pointers(program) {
        let parts = [pointer, pointer.wrapping_add(1)];
        match pointer & 0x1000 {
            0 => {
                let [low, high] = parts.map(|part| {
                    reaching_bytes(program, &data, |opcode, operand| {
                        may_write(opcode, operand, part)
                    })
                });
                add_targets(&low, &high, 0);
            }
            _ => {
                let [low, high] = parts.map(|part| bytes_in_range(&data, part, 1));
                add_targets(&low, &high, 0);
            }
        }
    }
    let pushed = reaching_bytes(program, &data, |opcode, _| opcode.mnemonic == Mnemonic::Pha);
    add_targets(&pushed, &pushed, 1);
    add_targets(&pushed, &pushed, 0);
    for vector in [0x1ffa, 0x1ffc, 0x1ffe] {
        add_targets(
            &bytes_in_range(&data, vector, 1),
            &bytes_in_range(&data, vector + 1, 1),
            0,
        );
    }
    found
}

/// Returns the addresses of the pointers that the program's `JMP ()` instructions use.
fn pointers(program: &Program) -> HashSet<u16> {
    let code = program
        .record
        .statements
        .iter()
        .filter(|statement| is_code(statement));
    let indirect = code
        .map(decode)
        .filter(|(opcode, _)| opcode.mode == Mode::Indirect);
    indirect.map(|(_, operand)| operand).collect()
}

/// Returns true if a store may write to the byte at `address`.
fn may_write(opcode: &isa6502::Opcode, operand: u16, address: u16) -> bool {
    match opcode.mode {
        Mode::ZeroPageX | Mode::ZeroPageY | Mode::AbsoluteX | Mode::AbsoluteY => {
            (operand..operand.saturating_add(INDEXED_STORE_BYTES)).contains(&address)
        }
        mode => is_direct(mode) && operand == address,
    }
}

/// Returns the program's data bytes, by 13-bit address. An address can have several bytes, because
/// it can be in several banks.
fn data_bytes(program: &Program) -> BTreeMap<u16, Vec<u8>> {
    let mut data: BTreeMap<u16, Vec<u8>> = BTreeMap::new();
    for statement in &program.record.statements {
        let is_data = match statement.kind {
            StatementKind::Directive(name) => !matches!(name, "ds" | "align" | "org" | "rorg"),
            _ => false,
        };
        let address = statement.address.filter(|_| is_data && !statement.skipped);
        let bytes = program.bytes_of(statement).iter();
        for (address, byte) in address.into_iter().flat_map(|first| first..).zip(bytes) {
            data.entry(address as u16 & ADDRESS_MASK)
                .or_default()
                .push(*byte);
        }
    }
    data
}

/// Returns the byte values that occur in the `length` bytes from `address`, in any bank.
fn bytes_in_range(data: &BTreeMap<u16, Vec<u8>>, address: u16, length: u16) -> ByteSet {
    let mut bytes = ByteSet([false; 256]);
    let start = address & ADDRESS_MASK;
    for (_, values) in data.range(start..start.saturating_add(length)) {
        values
            .iter()
            .for_each(|byte| bytes.0[usize::from(*byte)] = true);
    }
    bytes
}

/// Returns the byte values that may reach a store or push that `wanted` accepts. They come from
/// immediate operands and from tables.
fn reaching_bytes(
    program: &Program,
    data: &BTreeMap<u16, Vec<u8>>,
    wanted: impl Fn(&isa6502::Opcode, u16) -> bool,
) -> ByteSet {
    let mut bytes = ByteSet([false; 256]);
    for load in loads_reaching(&program.record, wanted) {
        let (opcode, operand) = decode(&program.record.statements[load as usize]);
        let table = match opcode.mode {
            Mode::Immediate => {
                bytes.0[usize::from(operand & 0xff)] = true;
                continue;
            }
            Mode::Absolute => bytes_in_range(data, operand, 1),
            Mode::AbsoluteX | Mode::AbsoluteY => bytes_in_range(data, operand, TABLE_BYTES),
            // A pointer may point to any data.
            Mode::IndexedIndirect | Mode::IndirectIndexed => {
                bytes_in_range(data, 0, ADDRESS_MASK + 1)
            }
            _ => continue,
        };
        let flags = bytes.0.iter_mut().zip(table.0);
        flags.for_each(|(flag, is_in_table)| *flag |= is_in_table);
    }
    bytes
}
