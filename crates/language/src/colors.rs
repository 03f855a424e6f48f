//! Finds the numbers in a source that are colors. A number is a color if its value reaches COLUP0,
//! COLUP1, COLUPF or COLUBK.
//!
//! A value reaches a color register if straight-line code loads it and stores it there, directly or
//! through a variable, a constant or a table.

use asm6502::record::{Statement, StatementKind, SymbolKind, Target};
use asm6502::syntax::{Token, TokenKind, split_line, tokens};
use isa6502::{Mode, OPCODES, Opcode};
use std::collections::BTreeSet;

use crate::data_flow;
use crate::program::Program;
use crate::registers::register_at;
use crate::text::TextRange;

/// A number that is a color.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Color {
    /// The range of the number in the text.
    pub range: TextRange,
    /// The value: hue in bits 4 to 7, brightness in bits 1 to 3.
    pub value: u8,
}

/// Returns the colors in the text of a file.
pub fn colors(program: &Program, file: u32) -> Vec<Color> {
    let loads = data_flow::loads_reaching(&program.record, writes_color);
    let mut colors = BTreeSet::new();
    for (index, statement) in (0..).zip(&program.record.statements) {
        if !loads.contains(&index) {
            continue;
        }
        let opcode = &OPCODES[usize::from(statement.bytes[0])];
        if opcode.mode == Mode::Immediate && statement.file == file {
            colors.extend(single_number(program, statement));
        }
        for symbol in symbols(program, index, false) {
            let definition = definition(program, symbol);
            match opcode.mode {
                Mode::Immediate => {
                    let equate = definition.map(|index| &program.record.statements[index]);
                    let in_file = equate.filter(|equate| equate.file == file);
                    colors.extend(in_file.and_then(|equate| single_number(program, equate)));
                }
                _ => colors.extend(table(program, file, definition)),
            }
        }
    }
    colors.into_iter().collect()
}

/// Returns true if a store writes to a color register.
fn writes_color(opcode: &Opcode, operand: u16) -> bool {
    let name = register_at(operand, true).map_or("", |register| register.name);
    data_flow::is_direct(opcode.mode) && name.starts_with("COLU")
}

/// Returns the symbols that a statement defines (if `defined` is true) or uses (if `defined` is
/// false).
fn symbols(program: &Program, statement: u32, defined: bool) -> impl Iterator<Item = u32> {
    let names = &program.record.names;
    let start = names.partition_point(|used| used.statement < statement);
    let here = names[start..].iter();
    let here = here.take_while(move |used| used.statement == statement);
    here.filter(move |used| used.is_definition == defined)
        .filter_map(|used| match used.target {
            Target::Symbol(symbol) => Some(symbol),
            Target::Macro(_) => None,
        })
}

/// Returns the index of the statement that defines a symbol.
fn definition(program: &Program, symbol: u32) -> Option<usize> {
    let mut names = program.record.names.iter();
    let target = Target::Symbol(symbol);
    let defining = names.find(|used| used.is_definition && used.target == target)?;
    Some(defining.statement as usize)
}

/// Returns the numbers in a table. The table begins at statement `start` and ends before the next
/// label.
fn table(program: &Program, file: u32, start: Option<usize>) -> Vec<Color> {
    let Some(start) = start else {
        return Vec::new();
    };
    let statements = program.record.statements.iter().enumerate().skip(start);
    let is_label = |index: usize| {
        let mut defined = symbols(program, index as u32, true);
        defined.any(|symbol| program.symbol(symbol).kind == SymbolKind::Label)
    };
    let mut colors = Vec::new();
    for (index, statement) in statements.take(MAX_TABLE_LINES) {
        let is_data = matches!(statement.kind, StatementKind::Directive("dc" | "byte"));
        let is_bare_label = matches!(statement.kind, StatementKind::Label) && statement.length == 0;
        if index > start && is_label(index) || !(is_data || is_bare_label) {
            break;
        }
        if is_data && statement.file == file && !statement.skipped {
            colors.extend(numbers(program, statement));
        }
    }
    colors
}

/// Maximum number of lines of a table to read.
const MAX_TABLE_LINES: usize = 256;

/// Returns the number that is the operand of a statement, with or without `#`; `None` for any other
/// operand.
fn single_number(program: &Program, statement: &Statement) -> Option<Color> {
    let mut numbers = numbers(program, statement).into_iter();
    numbers.next().filter(|_| numbers.next().is_none())
}

/// Returns the numbers in the operand of a statement, a comma-separated list. Ignores elements of
/// the list that are not just a number or `#` and a number.
fn numbers(program: &Program, statement: &Statement) -> Vec<Color> {
    let line = statement.line - 1;
    let raw = program.text(statement.file).line(line);
    let operand = split_line(raw, &mut false).operand;
    let text = &raw[operand.clone()];
    let all: Vec<Token> = tokens(text).collect();
    let elements = all.split(|token| &text[token.range.clone()] == b",");
    let number = |element: &[Token]| {
        let element = match element {
            [hash, rest @ ..] if &text[hash.range.clone()] == b"#" => rest,
            element => element,
        };
        let [token] = element else {
            return None;
        };
        let value = asm6502::syntax::number(&text[token.range.clone()])?;
        let value = u8::try_from(value)
            .ok()
            .filter(|_| token.kind == TokenKind::Number)?;
        let (start, end) = (
            operand.start + token.range.start,
            operand.start + token.range.end,
        );
        Some(Color {
            range: TextRange::in_line(line, start as u32..end as u32),
            value,
        })
    };
    elements.filter_map(number).collect()
}
