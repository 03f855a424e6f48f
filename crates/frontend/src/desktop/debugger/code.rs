//! The code on the debugger's screen: a source file or a disassembly, and a cursor.

use crate::desktop::ui::debugger::CodeRow;
use debugger::{Debugger, Point, Program, SourceLine, Spot, commands::Host, view::disassembly};
use std::collections::HashMap;

/// Number of bytes before an address to search for the instructions before it.
const LOOK_BACK: u16 = 48;
/// Number of columns between two tab stops.
const TAB: usize = 8;

/// The part of the code that is visible.
#[derive(Debug, Clone)]
pub(super) struct Pane {
    /// Whether to show the disassembly even if the source is known.
    shows_disassembly: bool,
    view: View,
    /// The number of visible rows.
    rows: usize,
    /// The contents of each visible row.
    visible: Vec<Row>,
    /// True if the next [`Pane::show`] must go to the machine's position.
    must_follow: bool,
    /// Number of rows by which the next [`Pane::show`] moves the cursor.
    cursor_rows: isize,
    /// Number of rows by which the next [`Pane::show`] scrolls.
    scroll_rows: isize,
    /// The lines of source files; `None` for a file that cannot be read.
    files: HashMap<String, Option<Vec<String>>>,
}

/// The positions of the first visible row and of the cursor.
#[derive(Debug, Clone, Copy, PartialEq)]
enum View {
    /// In a source file, as line numbers from 1.
    File { file: usize, top: u32, cursor: u32 },
    /// In memory, as addresses.
    Memory { top: u16, cursor: u16 },
}

/// The source line or the address that a row shows.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Row {
    Line(u32),
    Address(u16),
}

/// The instruction in a row.
struct Code {
    /// The offset in the image; `None` for code outside the image, such as in RAM.
    offset: Option<usize>,
    address: u16,
}

impl Pane {
    /// Creates a pane that shows the code at the machine's position.
    pub fn new() -> Pane {
        Pane {
            shows_disassembly: false,
            view: View::Memory { top: 0, cursor: 0 },
            rows: 0,
            visible: Vec::new(),
            must_follow: true,
            cursor_rows: 0,
            scroll_rows: 0,
            files: HashMap::new(),
        }
    }

    /// Makes the next [`Pane::show`] go to the machine's position.
    pub fn follow_machine(&mut self) {
        (self.must_follow, self.cursor_rows, self.scroll_rows) = (true, 0, 0);
    }

    /// Switches between the source and the disassembly.
    pub fn toggle_disassembly(&mut self) {
        self.shows_disassembly = !self.shows_disassembly;
        self.follow_machine();
    }

    /// Moves the cursor by rows.
    pub fn move_cursor(&mut self, rows: isize) {
        self.cursor_rows += rows;
    }

    /// Scrolls by rows; the cursor stays on its line or address.
    pub fn scroll(&mut self, rows: isize) {
        self.scroll_rows += rows;
    }

    /// Moves the cursor to a visible row.
    pub fn move_cursor_to(&mut self, row: usize) {
        match (&mut self.view, self.visible.get(row)) {
            (View::File { cursor, .. }, Some(Row::Line(line))) => *cursor = *line,
            (View::Memory { cursor, .. }, Some(Row::Address(address))) => *cursor = *address,
            _ => {}
        }
    }

    /// Drops the cached files, which may have changed.
    pub fn forget_files(&mut self) {
        self.files.clear();
        self.follow_machine();
    }

    /// Returns the title and the rows to show.
    pub fn show(
        &mut self,
        debugger: &Debugger,
        host: &mut dyn Host,
        rows: usize,
    ) -> (String, Vec<CodeRow>) {
        self.rows = rows;
        if std::mem::take(&mut self.must_follow) {
            self.go_to_machine(debugger, host);
        }
        self.move_and_scroll(debugger);
        match self.view {
            View::File { file, top, cursor } => self.file_rows(debugger, file, top, cursor),
            View::Memory { top, cursor } => self.memory_rows(debugger, top, cursor),
        }
    }

    /// Returns the number of lines of a file; `None` if it cannot be read.
    fn line_count(&mut self, program: &Program, file: usize, host: &mut dyn Host) -> Option<u32> {
        let name = program.files().get(file)?;
        let read = || Some(host.source(name)?.lines().map(expand_tabs).collect());
        let lines = self.files.entry(name.clone()).or_insert_with(read);
        Some(lines.as_ref()?.len() as u32)
    }

    fn go_to_machine(&mut self, debugger: &Debugger, host: &mut dyn Host) {
        let (program, pc) = (debugger.program(), debugger.pc());
        let line = program.span(debugger.machine(), pc).map(|span| span.line);
        let line = line.filter(|_| !self.shows_disassembly);
        let line = line.filter(|line| {
            let line_count = self.line_count(program, line.file, host);
            line_count.is_some_and(|line_count| line.line <= line_count)
        });
        self.view = match (line, self.view) {
            (Some(SourceLine { file, line }), old_view) => {
                let shown = match old_view {
                    View::File {
                        file: shown_file,
                        top,
                        ..
                    } if shown_file == file => Some(top),
                    _ => None,
                };
                let rows = self.rows as u32;
                let is_shown =
                    |top: &u32| (*top + 1..(*top + rows).saturating_sub(2)).contains(&line);
                let top = shown.filter(is_shown);
                let top = top.unwrap_or(line.saturating_sub(rows / 3).max(1));
                View::File {
                    file,
                    top,
                    cursor: line,
                }
            }
            (None, old_view) => {
                let shown = match old_view {
                    View::Memory { top, .. } => Some(top),
                    _ => None,
                };
                let full_rows = self.rows.saturating_sub(2).max(1);
                let is_shown = |top: &u16| {
                    let lines = disassembly(debugger, *top, full_rows);
                    lines.iter().skip(1).any(|line| line.address == pc)
                };
                let top = shown.filter(is_shown);
                let top = top.unwrap_or_else(|| instruction_before(debugger, pc, self.rows / 3));
                View::Memory { top, cursor: pc }
            }
        };
    }

    fn move_and_scroll(&mut self, debugger: &Debugger) {
        let cursor_rows = std::mem::take(&mut self.cursor_rows);
        let scroll_rows = std::mem::take(&mut self.scroll_rows);
        let rows = self.rows.max(1);
        match &mut self.view {
            View::File { file, top, cursor } => {
                let name = debugger.program().files().get(*file);
                let lines = name.and_then(|name| self.files.get(name)?.as_ref());
                let last = lines.map_or(1, Vec::len).max(1) as u32;
                let rows = rows as u32;
                *top = top.saturating_add_signed(scroll_rows as i32).clamp(1, last);
                if cursor_rows != 0 {
                    *cursor = cursor
                        .saturating_add_signed(cursor_rows as i32)
                        .clamp(1, last);
                    *top = (*top).min(*cursor).max((*cursor + 1).saturating_sub(rows));
                }
            }
            View::Memory { top, cursor } => {
                *top = move_by_instructions(debugger, *top, scroll_rows);
                if cursor_rows != 0 {
                    *cursor = move_by_instructions(debugger, *cursor, cursor_rows);
                    let shown = disassembly(debugger, *top, rows);
                    if !shown.iter().any(|line| line.address == *cursor) {
                        let rows_above = if cursor_rows < 0 { 0 } else { rows - 1 };
                        *top = instruction_before(debugger, *cursor, rows_above);
                    }
                }
            }
        }
    }

    fn file_rows(
        &mut self,
        debugger: &Debugger,
        file: usize,
        top: u32,
        cursor: u32,
    ) -> (String, Vec<CodeRow>) {
        let program = debugger.program();
        let name = program.files().get(file).cloned().unwrap_or_default();
        let here = program.span(debugger.machine(), debugger.pc());
        let here = here.map(|span| span.line).filter(|line| line.file == file);
        let code = program.code_of_lines(file, top..=top.saturating_add(self.rows as u32));
        let lines = self.files.get(&name).and_then(Option::as_ref);
        let lines = lines.map_or(&[] as &[String], Vec::as_slice);
        let shown = (top..)
            .zip(lines.iter().skip(top as usize - 1))
            .take(self.rows);
        self.visible = shown.clone().map(|(number, _)| Row::Line(number)).collect();
        let rows = shown.map(|(number, text)| {
            let code = code.get(&number);
            CodeRow {
                number: number.to_string(),
                text: text.clone(),
                is_code: code.is_some(),
                breakpoint: code
                    .and_then(|code| breakpoint_state(debugger, &code_at_offsets(debugger, code))),
                is_next: here.is_some_and(|here| here.line == number),
                has_cursor: number == cursor,
            }
        });
        (name, rows.collect())
    }

    fn memory_rows(
        &mut self,
        debugger: &Debugger,
        top: u16,
        cursor: u16,
    ) -> (String, Vec<CodeRow>) {
        let (machine, program) = (debugger.machine(), debugger.program());
        let pc = debugger.pc();
        let lines = disassembly(debugger, top, self.rows);
        self.visible = lines
            .iter()
            .map(|line| Row::Address(line.address))
            .collect();
        let rows = lines.iter().map(|line| {
            let label = program.label_before(machine, line.address);
            let label = label.filter(|(_, distance)| *distance == 0);
            let label = label.map_or("", |(label, _)| label.name.as_str());
            CodeRow {
                number: format!("${:04X}", line.address),
                text: format!("{:8}  {label:12} {}", line.bytes(), line.text),
                is_code: line.instruction.opcode().is_some(),
                breakpoint: breakpoint_state(debugger, &[code_at_address(debugger, line.address)]),
                is_next: line.address == pc,
                has_cursor: line.address == cursor,
            }
        });
        let rows: Vec<CodeRow> = rows.collect();
        let bank = if is_banked(debugger) {
            format!(", bank {}", machine.bank(pc))
        } else {
            String::new()
        };
        (format!("disassembly{bank}"), rows)
    }
}

impl Pane {
    /// Returns the position of the cursor in the form that commands accept.
    pub fn place_at_cursor(&mut self, debugger: &Debugger, host: &mut dyn Host) -> String {
        self.show(debugger, host, self.rows);
        match self.view {
            View::File { file, cursor, .. } => debugger
                .program()
                .describe(SourceLine { file, line: cursor }),
            View::Memory { cursor, .. } if is_banked(debugger) => {
                let bank = debugger.machine().bank(cursor);
                format!("{bank}:${cursor:04X}")
            }
            View::Memory { cursor, .. } => format!("${cursor:04X}"),
        }
    }

    /// Returns the breakpoints that a click at the cursor removes. On a line without code, these
    /// are the breakpoints on the next line with code, because a new breakpoint would be set there.
    pub fn points_at_cursor(&self, debugger: &Debugger) -> Vec<u32> {
        let code = match self.view {
            View::File { file, cursor, .. } => {
                let program = debugger.program();
                let code = program.code_of_line(file, cursor);
                code.map_or(Vec::new(), |(_, code)| code_at_offsets(debugger, &code))
            }
            View::Memory { cursor, .. } => vec![code_at_address(debugger, cursor)],
        };
        points_at(debugger, &code).map(|point| point.id).collect()
    }
}

fn is_banked(debugger: &Debugger) -> bool {
    debugger.machine().cartridge().image().len() > 0x1000
}

/// Returns the code at the given offsets in the image. If there are copies of this code in RAM, and
/// a breakpoint is set at the address of a copy, also returns that copy.
fn code_at_offsets(debugger: &Debugger, offsets: &[usize]) -> Vec<Code> {
    let (program, machine) = (debugger.program(), debugger.machine());
    let code = |offset: &usize| {
        Some(Code {
            offset: Some(*offset),
            address: program.span_at(*offset)?.address,
        })
    };
    let copy = |point: &Point| match point.spot {
        Spot::Address(address, _) if machine.cartridge().offset(address).is_none() => {
            let offset = program.offset(machine, address);
            let offset = offset.filter(|offset| offsets.contains(offset));
            offset.map(|_| Code { offset, address })
        }
        _ => None,
    };
    let copies = debugger.points.list().iter().filter_map(copy);
    offsets.iter().filter_map(code).chain(copies).collect()
}

fn code_at_address(debugger: &Debugger, address: u16) -> Code {
    Code {
        offset: debugger.program().offset(debugger.machine(), address),
        address,
    }
}

/// Returns the state of the breakpoints in a row with this code: `Some(true)` if one of them
/// is enabled, `Some(false)` if all of them are disabled, and `None` if there are none.
fn breakpoint_state(debugger: &Debugger, row: &[Code]) -> Option<bool> {
    points_at(debugger, row).map(|point| point.enabled).max()
}

/// Returns the breakpoints in a row with this code. A breakpoint at an address in a particular bank
/// is included only while that bank is mapped.
fn points_at<'a>(debugger: &'a Debugger, row: &[Code]) -> impl Iterator<Item = &'a Point> {
    let machine = debugger.machine();
    let is_in_bank = |code: &Code, bank: usize| {
        debugger.program().offset(machine, code.address) == code.offset
            && machine.bank(code.address) == bank
    };
    let is_at = move |spot: &Spot| match spot {
        Spot::Offsets(spot_offsets) => {
            let mut offsets = row.iter().filter_map(|code| code.offset);
            offsets.any(|offset| spot_offsets.contains(&offset))
        }
        Spot::Address(address, bank) => row.iter().any(|code| {
            *address == code.address & 0x1fff && bank.is_none_or(|bank| is_in_bank(code, bank))
        }),
        Spot::Anywhere | Spot::Opcode(_) | Spot::Watch(_) => false,
    };
    let points = debugger.points.list().iter();
    points.filter(move |point| is_at(&point.spot))
}

/// Returns the address of the instruction that lies `count` instructions before `address`. If fewer
/// instructions can be found, returns the address of the first of them; if none can be found,
/// returns `address`.
fn instruction_before(debugger: &Debugger, address: u16, count: usize) -> u16 {
    let starts = (1..=LOOK_BACK)
        .rev()
        .map(|bytes| address.wrapping_sub(bytes));
    for start in starts {
        let lines = disassembly(debugger, start, usize::from(LOOK_BACK));
        let Some(index) = lines.iter().position(|line| line.address == address) else {
            continue;
        };
        let valid = lines[..index]
            .iter()
            .all(|line| line.instruction.opcode().is_some());
        if valid || start == address.wrapping_sub(1) {
            return lines[index - count.min(index)].address;
        }
    }
    address
}

/// Returns the address of the instruction `count` instructions after `address`, or before it if
/// `count` is negative.
fn move_by_instructions(debugger: &Debugger, address: u16, count: isize) -> u16 {
    match count {
        0 => address,
        ..0 => (0..-count).fold(address, |at, _| instruction_before(debugger, at, 1)),
        _ => {
            let lines = disassembly(debugger, address, count as usize + 1);
            lines.last().map_or(address, |line| line.address)
        }
    }
}

/// Expands the tabs in a line and removes other control characters.
fn expand_tabs(line: &str) -> String {
    let mut out = String::new();
    let mut column = 0;
    for letter in line.chars() {
        match letter {
            '\t' => {
                let blanks = TAB - column % TAB;
                out.extend(std::iter::repeat_n(' ', blanks));
                column += blanks;
            }
            letter if letter.is_control() => {}
            letter => {
                out.push(letter);
                column += 1;
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tab_advances_to_the_next_multiple_of_eight_columns() {
        assert_eq!(expand_tabs("a\tb"), "a       b");
        assert_eq!(expand_tabs("\tlda\t#1"), "        lda     #1");
    }
}
