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
            StatementKind::Instruction(_) => timing.of(index).map(of_instruction),
            StatementKind::Macro(_) => of_call(program, timing, index),
            _ => None,
        });
    let first = notes.next()?;
    // A line in a macro or in a `REPEAT` may be assembled more than once. Show only what is the
    // same every time.
    notes.try_fold(first, common)
}

/// Returns the parts of the label and the tooltip that are the same in two notes. If the notes
/// differ only in the cycles since WSYNC, returns both without these cycles. Returns `None` if the
/// cycles of the instruction itself differ.
fn common(a: (String, String), b: (String, String)) -> Option<(String, String)> {
    if a == b {
        return Some(a);
    }
    let own = |text: &str| text.split(" @").next().unwrap_or_default().to_owned();
    let (left, right) = (own(&a.0), own(&b.0));
    let first = a.1.split("; ").next().unwrap_or_default().to_owned();
    (left == right).then_some((left, first))
}

fn of_instruction(cycles: Cycles) -> (String, String) {
    let mut label = cycles.text();
    if cycles.branch && cycles.crosses {
        label.push_str(" page");
    }
    let own = match (cycles.branch, cycles.crosses) {
        (true, true) => format!(
            "{} cycles; {} if taken, because the target is on another page",
            cycles.least, cycles.most
        ),
        (true, false) => format!("{} cycles, {} if taken", cycles.least, cycles.most),
        (false, true) => format!(
            "{} cycles, one more if the index crosses a page",
            cycles.least
        ),
        (false, false) => format!("{} cycles", cycles.least),
    };
    let tooltip = match cycles.since_wsync {
        Some(at) => format!("{own}; {at} cycles since WSYNC when done"),
        None => match (cycles.late(), cycles.since_between) {
            (Some((_, most)), _) => format!(
                "{own}; the line takes up to {most} cycles, but a scanline has only 76, so the \
                 kernel needs an extra scanline"
            ),
            (None, Some((least, most))) => {
                format!("{own}; {least} to {most} cycles since WSYNC when done")
            }
            (None, None) => own,
        },
    };
    (label, tooltip)
}

/// Returns the note for a macro call. It shows the sum of the cycles of all instructions in the
/// macro, as if each ran once.
fn of_call(program: &Program, timing: &Timing, call: u32) -> Option<(String, String)> {
    let (mut least, mut most, mut count, mut last) = (0u32, 0u32, 0u32, None);
    for index in expansion(program, call) {
        if let Some(cycles) = timing.of(index) {
            least += u32::from(cycles.least);
            most += u32::from(cycles.most);
            count += 1;
            last = cycles.since_wsync.filter(|_| !cycles.branch);
        }
    }
    if count == 0 {
        return None;
    }
    let mut label = if least == most {
        least.to_string()
    } else {
        format!("{least}..{most}")
    };
    let mut tooltip = format!("{label} cycles in {count} instructions");
    if let Some(at) = last {
        label.push_str(&format!(" @{at}"));
        tooltip.push_str(&format!("; {at} cycles since WSYNC when done"));
    }
    Some((label, tooltip))
}

/// Returns the indices of the statements that a macro call expands to. In the record, they directly
/// follow the call.
pub fn expansion(program: &Program, call: u32) -> Range<u32> {
    let record = &program.record;
    let inside = |index: u32| {
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
    while (end as usize) < record.statements.len() && inside(end) {
        end += 1;
    }
    call + 1..end
}
