//! Notes at the end of source lines. They show cycles, cycles since WSYNC, page crossings, and the
//! bits of graphics data as a picture (see `shapes.rs`).

use asm6502::record::StatementKind;
use std::{collections::HashMap, ops::Range};

use crate::program::Program;
use crate::shapes::{ShapeRow, shapes};
use crate::text::{Position, Text};
use crate::timing::{Cycles, Timing};

/// A note at the end of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Hint {
    /// The position after the statement, before its comment.
    pub position: Position,
    /// The text of the note, such as `3 @8` or `2/4 @12/14 page`, or the picture of a row of
    /// graphics data.
    pub label: String,
    /// An explanation of the label.
    pub tooltip: String,
}

/// Returns the hints for a range of lines of a file. Lines are numbered from 0.
pub fn hints(program: &Program, timing: &Timing, file: u32, lines: Range<u32>) -> Vec<Hint> {
    let text = program.text(file);
    let lines = lines.start..lines.end.min(text.line_count());
    let shapes = shapes(text).into_iter().flatten();
    let rows: HashMap<u32, ShapeRow> = shapes.map(|row| (row.line(), row)).collect();
    let hint = |line: u32| {
        let (label, tooltip) = match rows.get(&line) {
            Some(row) => (row.picture(), "a row of a shape, bit 7 first".to_owned()),
            None => note(program, timing, file, line)?,
        };
        Some(Hint {
            position: end_of_statement(text, line),
            label,
            tooltip,
        })
    };
    lines.filter_map(hint).collect()
}

/// Returns the position at the end of the statement on a line, before any comment.
pub fn end_of_statement(text: &Text, line: u32) -> Position {
    let fields = asm6502::syntax::split_line(text.line(line), &mut false);
    let ends = [fields.operand, fields.suffix, fields.operation].map(|field| field.end);
    let column = ends.into_iter().max().unwrap_or_default() as u32;
    Position { line, column }
}

/// Returns the label and the tooltip of a line's note. They show the cycles of an instruction, or
/// the total cycles of a macro call.
fn note(program: &Program, timing: &Timing, file: u32, line: u32) -> Option<(String, String)> {
    let mut notes = program
        .statements_at(file, line)
        .filter_map(|(index, statement)| match statement.kind {
            StatementKind::Instruction(_) => timing.of(index).map(instruction_note),
            StatementKind::Macro(_) => call_note(program, timing, index),
            _ => None,
        });
    let first = notes.next()?;
    // A line in a macro or in a `REPEAT` may be assembled more than once. Show only what is the
    // same every time.
    notes.try_fold(first, common_note_parts)
}

/// Returns the parts of the label and the tooltip that are the same in two notes. If the notes
/// differ only in the cycles since WSYNC, returns both without these cycles. Returns `None` if the
/// cycles of the instruction itself differ.
fn common_note_parts(a: (String, String), b: (String, String)) -> Option<(String, String)> {
    if a == b {
        return Some(a);
    }
    let without_since = |text: &str| text.split(" @").next().unwrap_or_default().to_owned();
    let (left, right) = (without_since(&a.0), without_since(&b.0));
    let first = a.1.split("; ").next().unwrap_or_default().to_owned();
    (left == right).then_some((left, first))
}

fn instruction_note(cycles: Cycles) -> (String, String) {
    let mut label = cycles.text();
    if cycles.is_branch && cycles.crosses_page {
        label.push_str(" page");
    }
    let cycles_text = match (cycles.is_branch, cycles.crosses_page) {
        (true, true) => format!(
            "{} cycles; {} if taken, because the target is on another page",
            cycles.min, cycles.max
        ),
        (true, false) => format!("{} cycles, {} if taken", cycles.min, cycles.max),
        (false, true) => format!(
            "{} cycles, one more if the index crosses a page",
            cycles.min
        ),
        (false, false) => format!("{} cycles", cycles.min),
    };
    let tooltip = match cycles.since_wsync {
        Some(cycles_since) => format!("{cycles_text}; {cycles_since} cycles since WSYNC when done"),
        None => match (cycles.late_line_cycles(), cycles.since_wsync_range) {
            (Some((_, max)), _) => format!(
                "{cycles_text}; the line takes up to {max} cycles, but a scanline has only 76, so \
                 the kernel needs an extra scanline"
            ),
            (None, Some((min, max))) => {
                format!("{cycles_text}; {min} to {max} cycles since WSYNC when done")
            }
            (None, None) => cycles_text,
        },
    };
    (label, tooltip)
}

/// Returns the note for a macro call. It shows the sum of the cycles of all instructions in the
/// macro, as if each ran once.
fn call_note(program: &Program, timing: &Timing, call: u32) -> Option<(String, String)> {
    let (mut min, mut max, mut count, mut since_wsync) = (0u32, 0u32, 0u32, None);
    for index in expansion(program, call) {
        if let Some(cycles) = timing.of(index) {
            min += u32::from(cycles.min);
            max += u32::from(cycles.max);
            count += 1;
            since_wsync = cycles.since_wsync.filter(|_| !cycles.is_branch);
        }
    }
    if count == 0 {
        return None;
    }
    let mut label = if min == max {
        min.to_string()
    } else {
        format!("{min}..{max}")
    };
    let mut tooltip = format!("{label} cycles in {count} instructions");
    if let Some(cycles_since) = since_wsync {
        label.push_str(&format!(" @{cycles_since}"));
        tooltip.push_str(&format!("; {cycles_since} cycles since WSYNC when done"));
    }
    Some((label, tooltip))
}

/// Returns the indices of the statements that a macro call expands to. In the record, they directly
/// follow the call.
pub fn expansion(program: &Program, call: u32) -> Range<u32> {
    let record = &program.record;
    let is_in_call = |index: u32| {
        let mut entry = record.statements[index as usize].entry;
        loop {
            match record.entries[entry as usize].caller {
                Some(caller) if caller == call => return true,
                Some(caller) if caller > call => entry = record.statements[caller as usize].entry,
                _ => return false,
            }
        }
    };
    let mut end = call + 1;
    while (end as usize) < record.statements.len() && is_in_call(end) {
        end += 1;
    }
    call + 1..end
}
