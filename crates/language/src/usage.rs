//! Counts the used and free bytes in banks and segments.

use asm6502::record::{Statement, StatementKind};
use std::collections::BTreeMap;

use crate::program::Program;
use crate::text::TextRange;

/// Size of a bank in bytes: the size of the cartridge's address space.
pub const BANK_SIZE: i64 = 0x1000;

/// Returns the origin of the first byte of the image. The origin is the address that `ORG` sets;
/// `RORG` does not change it.
pub fn first_origin(program: &Program) -> Option<i64> {
    let is_in_image = |statement: &&Statement| statement.offset.is_some();
    let first = program.record.statements.iter().find(is_in_image)?;
    Some(first.origin - i64::from(first.offset?))
}

/// Returns the number of the bank that contains the byte with this origin.
pub fn bank_of(program: &Program, origin: i64) -> Option<i64> {
    Some((origin - first_origin(program)?).div_euclid(BANK_SIZE))
}

/// A text about a bank or a segment, shown above its first line.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Lens {
    /// The line of the `SEG` or `ORG`.
    pub range: TextRange,
    /// The text, such as `bank 0: 3172 bytes used, 924 free`.
    pub title: String,
}

/// The range and the number of bytes of a segment.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Extent {
    first: i64,
    end: i64,
    used: i64,
}

/// Returns the texts for all banks and segments that start in a file. `reserve` is the number of
/// bytes that the stack needs at the end of page zero.
pub fn lenses(program: &Program, file: u32, reserve: u8) -> Vec<Lens> {
    let mut lenses: Vec<Lens> = Vec::new();
    let mut add = |statement: &Statement, title: String| {
        if statement.file == file {
            let range = TextRange::in_line(statement.line - 1, 0..0);
            match lenses.iter_mut().find(|lens| lens.range == range) {
                Some(lens) => lens.title.push_str(&format!(" · {title}")),
                None => lenses.push(Lens { range, title }),
            }
        }
    };
    for (number, extent) in segments(program) {
        let segment = &program.record.segments[number as usize];
        if let Some(start) = start_of_segment(program, number) {
            let title = segment_title(&segment.name, segment.uninitialized, extent, reserve);
            add(start, title);
        }
    }
    // If assembling failed, some bytes may be missing, so leave out the banks.
    let is_complete = program.output.exit_code == 0;
    for (bank, used) in used_bytes_per_bank(program)
        .into_iter()
        .filter(|_| is_complete)
    {
        if let Some(start) = start_of_bank(program, bank) {
            let title = format!(
                "bank {bank}: {used} bytes used, {} free",
                (BANK_SIZE - used).max(0)
            );
            add(start, title);
        }
    }
    lenses.sort_by_key(|lens| lens.range);
    lenses
}

fn segment_title(name: &str, uninitialized: bool, extent: Extent, reserve: u8) -> String {
    let name = if name.is_empty() {
        "segment".to_owned()
    } else {
        format!("segment {name}")
    };
    let last = extent.end - 1;
    let mut title = format!(
        "{name}: {} bytes, ${:02x} to ${last:02x}",
        extent.used, extent.first
    );
    if uninitialized && (0x80..0x100).contains(&extent.first) {
        let free = 0x100 - i64::from(reserve) - extent.end;
        title.push_str(&match free {
            0.. => format!(", {free} free"),
            _ => format!(", {} bytes too many", -free),
        });
        if reserve > 0 {
            title.push_str(&format!(" before {reserve} bytes for the stack"));
        }
    }
    title
}

/// Returns the statements that generate or reserve bytes.
fn statements_with_bytes(program: &Program) -> impl Iterator<Item = &Statement> {
    program
        .record
        .statements
        .iter()
        .filter(|statement| statement.length > 0)
}

/// Returns the extents of all segments that contain at least one byte. The keys are the numbers of
/// the segments.
fn segments(program: &Program) -> BTreeMap<u32, Extent> {
    let mut segments: BTreeMap<u32, Extent> = BTreeMap::new();
    for statement in statements_with_bytes(program) {
        let (first, length) = (statement.origin, i64::from(statement.length));
        let extent = segments.entry(statement.segment).or_insert(Extent {
            first,
            end: first,
            used: 0,
        });
        extent.first = extent.first.min(first);
        extent.end = extent.end.max(first + length);
        extent.used += length;
    }
    segments
}

/// Returns the number of used bytes in each bank.
pub fn used_bytes_per_bank(program: &Program) -> BTreeMap<i64, i64> {
    let mut banks = BTreeMap::new();
    for statement in statements_with_bytes(program) {
        let Some(offset) = statement.offset else {
            continue;
        };
        let (mut at, end) = (
            i64::from(offset),
            i64::from(offset) + i64::from(statement.length),
        );
        while at < end {
            let bank = at / BANK_SIZE;
            let bank_end = end.min((bank + 1) * BANK_SIZE);
            *banks.entry(bank).or_insert(0) += bank_end - at;
            at = bank_end;
        }
    }
    banks
}

/// Returns the first `SEG` or `ORG` of a segment. A program's first segment may have no `SEG`.
fn start_of_segment(program: &Program, number: u32) -> Option<&Statement> {
    let mut statements = program.record.statements.iter();
    statements.find(|statement| {
        statement.segment == number
            && !statement.skipped
            && matches!(statement.kind, StatementKind::Directive("seg" | "org"))
    })
}

/// Returns the last `ORG` or `SEG` before the bank's first byte or, if there is none, the statement
/// that generates that byte.
fn start_of_bank(program: &Program, bank: i64) -> Option<&Statement> {
    let statements = &program.record.statements;
    let first = statements.iter().position(|statement| {
        let start = statement.offset.map(i64::from);
        statement.length > 0
            && start.is_some_and(|start| {
                start / BANK_SIZE == bank
                    || (start + i64::from(statement.length) - 1) / BANK_SIZE == bank
            })
    })?;
    let is_origin = |statement: &&Statement| {
        !statement.skipped && matches!(statement.kind, StatementKind::Directive("org" | "seg"))
    };
    statements[..=first]
        .iter()
        .rev()
        .find(is_origin)
        .or(statements.get(first))
}
