//! Completions at a position.

use asm6502::Options;
use asm6502::record::{RecordedSymbol, StatementKind, SymbolKind, Target};
use asm6502::syntax::{Availability, SplitLine, directives, split_line};
use isa6502::{Mnemonic, modes_of};
use std::collections::HashSet;

use crate::instructions;
use crate::program::Program;
use crate::registers::register_named;
use crate::signature::usage;
use crate::text::{Position, TextRange, lossy};

/// A completion.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Completion {
    /// The word to insert.
    pub label: String,
    /// The kind of the word.
    pub kind: CompletionKind,
    /// A short description.
    pub detail: String,
    /// A longer description as Markdown; may be empty.
    pub documentation: String,
    /// A macro call with placeholders for its arguments, such as `sleep ${1:cycles}`; `None` for a
    /// macro without arguments, and for other kinds of words.
    pub snippet: Option<String>,
    /// The sorting rank; lower numbers come first.
    pub rank: u8,
}

/// The kind of a completion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum CompletionKind {
    /// An instruction.
    Instruction,
    /// A directive.
    Directive,
    /// A macro.
    Macro,
    /// A label of code or data.
    Label,
    /// A variable in RAM.
    Variable,
    /// A constant.
    Constant,
    /// A register of the console.
    Register,
    /// A name that is used but not yet defined.
    Undefined,
}

/// The completions at a position, and the part of the line that they replace.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Completions {
    /// The range of the word before the cursor, which a completion replaces.
    pub range: TextRange,
    /// All possible words, including words that do not match the letters already typed.
    pub items: Vec<Completion>,
}

/// Returns the completions at a position in a file. `raw` is the current text of the line, which
/// may have changed since `program` was assembled. Thus completion need not wait for the assembler.
pub fn complete(
    program: &Program,
    options: &Options,
    file: Option<u32>,
    raw: &[u8],
    position: Position,
) -> Completions {
    let column = (position.column as usize).min(raw.len());
    let before = &raw[..column];
    let fields = split_line(before, &mut false);
    let start = column
        - before
            .iter()
            .rev()
            .take_while(|byte| is_word_byte(**byte))
            .count();
    let range = TextRange::in_line(position.line, start as u32..column as u32);
    let items = match field_at(&fields, before, start) {
        Field::None => Vec::new(),
        Field::Label => undefined(program),
        Field::Operation => operations(program, options, is_upper_case(&before[start..])),
        Field::Operand => symbols(program, file, position.line),
    };
    Completions { range, items }
}

/// Returns true if a byte can be part of a word.
fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'@' | b'$')
}

/// The part of a statement that contains the cursor.
#[derive(Debug, PartialEq, Eq)]
enum Field {
    None,
    Label,
    Operation,
    Operand,
}

fn field_at(fields: &SplitLine, before: &[u8], start: usize) -> Field {
    let is_number = before
        .get(start)
        .is_some_and(|byte| byte.is_ascii_digit() || *byte == b'$');
    if !fields.comment.is_empty() || fields.is_malformed {
        Field::None
    } else if start == 0 {
        Field::Label
    } else if fields.operation.is_empty() || start <= fields.operation.start {
        Field::Operation
    } else if is_number {
        Field::None
    } else {
        Field::Operand
    }
}

/// Returns true if the typed part of a word has capitals and no lowercase letters.
fn is_upper_case(word: &[u8]) -> bool {
    let is_lower = |byte: &u8| byte.is_ascii_lowercase();
    word.iter().any(u8::is_ascii_uppercase) && !word.iter().any(is_lower)
}

/// Returns the names that are used but not defined: suggestions for a new label.
fn undefined(program: &Program) -> Vec<Completion> {
    let symbols = program.record.symbols.iter();
    let missing = symbols.filter(|symbol| symbol.kind == SymbolKind::Undefined && !symbol.known);
    let item = |symbol: &RecordedSymbol| Completion {
        label: symbol.name.clone(),
        kind: CompletionKind::Undefined,
        detail: "used, not defined yet".to_owned(),
        documentation: String::new(),
        snippet: None,
        rank: 0,
    };
    let mut items: Vec<Completion> = missing.map(item).collect();
    items.sort_by(|a, b| a.label.cmp(&b.label));
    items.dedup();
    items
}

/// Returns all instructions, directives and macros. Instructions and directives are in capitals if
/// `upper_case` is true; macros are spelled as in their definitions.
fn operations(program: &Program, options: &Options, upper_case: bool) -> Vec<Completion> {
    let spell = |name: &str| match upper_case {
        true => name.to_ascii_uppercase(),
        false => name.to_owned(),
    };
    let mut items = Vec::new();
    for &mnemonic in Mnemonic::ALL {
        if modes_of(mnemonic).next().is_none()
            || Mnemonic::from_dasm_name(mnemonic.name()).is_none()
        {
            continue;
        }
        items.push(Completion {
            label: spell(mnemonic.name()),
            kind: CompletionKind::Instruction,
            detail: instructions::summary(mnemonic),
            documentation: instructions::describe(mnemonic),
            snippet: None,
            rank: if instructions::is_documented(mnemonic) {
                1
            } else {
                3
            },
        });
    }
    for directive in directives().filter(|known| is_available(known.availability, options)) {
        let (form, description) = directive
            .help
            .split_once(": ")
            .unwrap_or((directive.help, ""));
        items.push(Completion {
            label: spell(directive.name),
            kind: CompletionKind::Directive,
            detail: description.to_owned(),
            documentation: format!("```dasm\n{form}\n```"),
            snippet: None,
            rank: 2,
        });
    }
    for (index, body) in program.record.macros.iter().enumerate() {
        let usage = usage(program, index as u32);
        items.push(Completion {
            label: body.name.clone(),
            kind: CompletionKind::Macro,
            detail: usage.label.clone(),
            snippet: snippet(&body.name, &usage),
            documentation: usage.documentation,
            rank: 0,
        });
    }
    items
}

fn is_available(availability: Availability, options: &Options) -> bool {
    match availability {
        Availability::Dasm => true,
        Availability::Newer => options.dialect >= asm6502::Dialect::V2_20_16,
        Availability::Extension => options.extensions,
    }
}

/// Returns a macro call with placeholders for its arguments; `None` if the macro has no arguments.
fn snippet(name: &str, usage: &crate::signature::Usage) -> Option<String> {
    if usage.parameters.is_empty() {
        return None;
    }
    let placeholder = |(index, parameter): (usize, &crate::signature::Parameter)| {
        let description = parameter.documentation.replace(['$', '}', '\\', '{'], "");
        let number = index + 1;
        if description.is_empty() {
            format!("${number}")
        } else {
            format!("${{{number}:{description}}}")
        }
    };
    let placeholders: Vec<String> = usage
        .parameters
        .iter()
        .enumerate()
        .map(placeholder)
        .collect();
    Some(format!("{name} {}", placeholders.join(", ")))
}

/// Returns the symbols that are visible from a line. Lines are numbered from 0.
fn symbols(program: &Program, file: Option<u32>, line: u32) -> Vec<Completion> {
    let scopes = file
        .map(|file| visible_scopes(program, file, line))
        .unwrap_or_default();
    let mut seen = HashSet::new();
    let mut items = Vec::new();
    for symbol in &program.record.symbols {
        let visible = match &symbol.scope {
            None => true,
            Some(scope) => scopes.contains(scope.as_str()),
        };
        if visible && symbol.kind != SymbolKind::Undefined && seen.insert(&symbol.name) {
            items.push(symbol_completion(symbol));
        }
    }
    items
}

fn symbol_completion(symbol: &RecordedSymbol) -> Completion {
    let register = register_named(&symbol.name, symbol.value);
    let kind = match symbol.kind {
        _ if register.is_some() => CompletionKind::Register,
        SymbolKind::Label => CompletionKind::Label,
        SymbolKind::Variable => CompletionKind::Variable,
        _ => CompletionKind::Constant,
    };
    let value = match (&symbol.text, symbol.known) {
        (Some(text), _) => format!("\"{text}\""),
        (None, true) if symbol.value < 0x100 => format!("${:02x}", symbol.value & 0xff),
        (None, true) => format!("${:04x}", symbol.value),
        (None, false) => "unknown".to_owned(),
    };
    Completion {
        label: symbol.name.clone(),
        kind,
        detail: value,
        documentation: register.map_or(String::new(), |register| register.text.to_owned()),
        snippet: None,
        rank: if symbol.scope.is_some() { 0 } else { 1 },
    }
}

/// Returns the scopes of the local names that are visible at a line: those that are mentioned
/// between the previous and the next `SUBROUTINE`.
fn visible_scopes(program: &Program, file: u32, line: u32) -> HashSet<&str> {
    let mut scopes = HashSet::new();
    let has_subroutine = |line: u32| {
        program
            .statements_at(file, line)
            .any(|(_, statement)| matches!(statement.kind, StatementKind::Directive("subroutine")))
    };
    let text = program.text(file);
    let first = (0..=line.min(text.line_count()))
        .rev()
        .find(|&line| has_subroutine(line))
        .unwrap_or(0);
    let end = (line + 1..text.line_count()).find(|&line| has_subroutine(line));
    let end = end.unwrap_or(text.line_count());
    let mentions = program.mentions_in(file);
    let start = mentions.partition_point(|mention| mention.span.line <= first);
    let nearby = mentions[start..]
        .iter()
        .take_while(|mention| mention.span.line <= end);
    for mention in nearby {
        if let Target::Symbol(index) = mention.target
            && let Some(scope) = &program.symbol(index).scope
        {
            scopes.insert(scope.as_str());
        }
    }
    scopes
}

/// Returns the part of a file name before the cursor, for example `sub/` in `INCLUDE "sub/`; `None`
/// if the cursor is not in a file name.
pub fn file_prefix(raw: &[u8], position: Position) -> Option<String> {
    let before = &raw[..(position.column as usize).min(raw.len())];
    let fields = split_line(before, &mut false);
    let word = before[fields.operation.clone()].to_ascii_lowercase();
    let names_file = matches!(
        word.as_slice(),
        b"include" | b"incbin" | b".include" | b".incbin"
    );
    let quote = before.iter().position(|&byte| byte == b'"')?;
    let is_in_quotes = before.iter().filter(|&&byte| byte == b'"').count() == 1;
    (names_file && is_in_quotes).then(|| lossy(&before[quote + 1..]))
}
