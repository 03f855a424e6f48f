//! Information about the word at a position, as Markdown.

use asm6502::record::{RecordedSymbol, Statement, StatementKind, SymbolKind, Target};
use asm6502::syntax::{TokenKind, directives, split_line, tokens};
use isa6502::{Mnemonic, OPCODES};

use crate::comments::{comment_text, comments_above};
use crate::instructions;
use crate::navigate::{definitions, spans_of};
use crate::program::{Program, range};
use crate::registers::{register_at, register_named};
use crate::signature::usage;
use crate::text::{Position, TextRange, lossy};
use crate::timing::Timing;
use crate::usage::bank_of;

/// The text to show about a word.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Hover {
    /// The range of the word.
    pub range: TextRange,
    /// The text, as Markdown.
    pub text: String,
    /// The number's value, if the word is a number.
    pub number: Option<i64>,
}

/// Returns what to show about the word at a position.
pub fn hover(program: &Program, timing: &Timing, file: u32, position: Position) -> Option<Hover> {
    if let Some((span, targets)) = program.name_at(file, position) {
        let texts: Vec<String> = targets
            .iter()
            .map(|&target| describe_target(program, target))
            .collect();
        let mut text = texts[0].clone();
        if texts.len() > 1 {
            text.push_str(&format!(
                "\n\nand {} more with this name, one for each macro call",
                texts.len() - 1
            ));
        }
        return Some(Hover {
            range: range(span),
            text,
            number: None,
        });
    }
    let raw = program.text(file).line(position.line);
    let fields = split_line(raw, &mut false);
    let column = position.column as usize;
    let operation = fields.operation.start..fields.operation.end.max(fields.suffix.end);
    if (operation.start..=operation.end).contains(&column) && !operation.is_empty() {
        let word = lossy(&raw[fields.operation.clone()]);
        return Some(Hover {
            range: TextRange::in_line(position.line, operation.start as u32..operation.end as u32),
            text: describe_operation(program, timing, file, position.line, &word)?,
            number: None,
        });
    }
    let operand = &raw[fields.operand.clone()];
    let column_in_operand = column.checked_sub(fields.operand.start)?;
    let token = tokens(operand).find(|token| {
        token.range.start <= column_in_operand
            && column_in_operand <= token.range.end
            && token.kind == TokenKind::Number
    })?;
    let start = (fields.operand.start + token.range.start) as u32;
    let range = TextRange::in_line(position.line, start..start + token.range.len() as u32);
    let value = asm6502::syntax::number(&operand[token.range])?;
    Some(Hover {
        range,
        text: format_number(value),
        number: Some(value),
    })
}

/// Formats a number in hexadecimal, in decimal and, if it fits in a byte, in binary.
fn format_number(value: i64) -> String {
    let mut text = match value {
        0..=0xff => format!("${value:02x} = {value} = %{value:08b}"),
        -0x80..0 => format!("{value} = ${:02x} = %{:08b}", value as u8, value as u8),
        0x100.. => format!("${value:04x} = {value}"),
        _ => value.to_string(),
    };
    if let Some(signed) = (0x80..=0xff).contains(&value).then_some(value - 0x100) {
        text.push_str(&format!(" = {signed} as a signed byte"));
    }
    text
}

fn describe_target(program: &Program, target: Target) -> String {
    match target {
        Target::Symbol(index) => describe_symbol(program, target, program.symbol(index)),
        Target::Macro(index) => {
            let body = &program.record.macros[index as usize];
            let mut text = format!("```dasm\n{}\n```", usage(program, index).label);
            let comment = comments_above(program, body.file, body.line - 1);
            push_paragraph(&mut text, &comment);
            let calls = spans_of(program, &[target])
                .iter()
                .filter(|(_, defines)| !defines)
                .count();
            let summary = format!(
                "macro of {} lines, {}:{}, {}",
                body.end.saturating_sub(body.line + 1),
                lossy(program.path(body.file)),
                body.line,
                plural(calls, "call")
            );
            push_paragraph(&mut text, &summary);
            text
        }
    }
}

fn describe_symbol(program: &Program, target: Target, symbol: &RecordedSymbol) -> String {
    let kind = match symbol.kind {
        SymbolKind::Label => "label",
        SymbolKind::Variable => "variable",
        SymbolKind::Equate => "constant",
        SymbolKind::Set => "value that can be reassigned",
        SymbolKind::Text => "string",
        SymbolKind::Eqm => "text evaluated at each use",
        _ => "not defined",
    };
    let value = match (&symbol.text, symbol.known) {
        (Some(text), _) => format!("\"{text}\""),
        (None, true) => format_number(symbol.value),
        (None, false) => "unknown".to_owned(),
    };
    let mut text = format!("```dasm\n{} = {value}\n```", symbol.name);
    if let Some(register) = register_named(&symbol.name, symbol.value) {
        push_paragraph(
            &mut text,
            &format!("**{}**: {}", register.name, register.text),
        );
    }
    let spans = definitions(program, &[target]);
    if let Some(span) = spans.first() {
        push_paragraph(
            &mut text,
            &definition_comment(program, span.file, span.line - 1),
        );
    }
    let uses = spans_of(program, &[target])
        .iter()
        .filter(|(_, defines)| !defines)
        .count();
    let mut facts = vec![kind.to_owned()];
    if symbol.kind == SymbolKind::Label
        && let Some(bank) = bank_of(program, symbol.origin)
    {
        facts.push(format!("bank {bank}"));
    }
    let segment = program.record.segments.get(symbol.segment as usize);
    if let Some(segment) = segment.filter(|segment| !segment.name.is_empty())
        && matches!(symbol.kind, SymbolKind::Label | SymbolKind::Variable)
    {
        facts.push(format!("segment {}", segment.name));
    }
    if let Some(span) = spans.first() {
        facts.push(format!("{}:{}", lossy(program.path(span.file)), span.line));
    }
    facts.push(plural(uses, "use"));
    push_paragraph(&mut text, &facts.join(", "));
    text
}

fn plural(count: usize, noun: &str) -> String {
    match count {
        1 => format!("1 {noun}"),
        _ => format!("{count} {noun}s"),
    }
}

fn push_paragraph(text: &mut String, paragraph: &str) {
    if !paragraph.is_empty() {
        text.push_str("\n\n");
        text.push_str(paragraph);
    }
}

/// Returns the comment on the line of a definition or, if there is none, the comment lines directly
/// above that line.
fn definition_comment(program: &Program, file: u32, line: u32) -> String {
    let raw = program.text(file).line(line);
    let fields = split_line(raw, &mut false);
    let own = comment_text(&raw[fields.comment]);
    if own.is_empty() {
        comments_above(program, file, line)
    } else {
        own
    }
}

/// Describes an instruction or directive, and the bytes and cycles of the statement on this line.
fn describe_operation(
    program: &Program,
    timing: &Timing,
    file: u32,
    line: u32,
    word: &str,
) -> Option<String> {
    let lower = word.trim_start_matches('.').to_ascii_lowercase();
    let mut text = match Mnemonic::from_dasm_name(&lower) {
        Some(mnemonic) => instructions::describe(mnemonic),
        None => {
            let known = directives().find(|known| known.name == lower)?;
            let (syntax, description) = known.help.split_once(": ").unwrap_or((known.help, ""));
            format!("```dasm\n{syntax}\n```\n\n{description}")
        }
    };
    let statements: Vec<(u32, &Statement)> = program.statements_at(file, line).collect();
    if let Some(&(index, statement)) = statements.first()
        && !statement.skipped
        && statement.length > 0
    {
        push_paragraph(
            &mut text,
            &describe_placement(program, timing, index, statement),
        );
    }
    Some(text)
}

/// Describes where a statement is (address and bank), its bytes and its cycles.
fn describe_placement(
    program: &Program,
    timing: &Timing,
    index: u32,
    statement: &Statement,
) -> String {
    let mut facts = Vec::new();
    if let Some(address) = statement.address {
        facts.push(format!("at ${address:04x}"));
    }
    if statement.offset.is_some()
        && let Some(bank) = bank_of(program, statement.origin)
    {
        facts.push(format!("bank {bank}"));
    }
    let bytes = program.bytes_of(statement);
    let shown: Vec<String> = bytes
        .iter()
        .take(16)
        .map(|byte| format!("{byte:02x}"))
        .collect();
    match bytes.len() {
        0 => facts.push(plural(statement.length as usize, "byte")),
        count if count > 16 => facts.push(format!("{count} bytes: `{} ...`", shown.join(" "))),
        count => facts.push(format!("{}: `{}`", plural(count, "byte"), shown.join(" "))),
    }
    if let Some(cycles) = timing.of(index) {
        let own = cycles.text();
        facts.push(format!(
            "cycles {}",
            own.split(" @").next().unwrap_or_default()
        ));
        if let Some(at) = cycles.since_wsync {
            facts.push(format!("{at} since WSYNC when done"));
        }
        if let Some((min, max)) = cycles.since_wsync_range {
            facts.push(format!("{min} to {max} since WSYNC when done"));
        }
        if let Some((_, max)) = cycles.late_line_cycles() {
            facts.push(format!(
                "the line takes up to {max} cycles, but a scanline has 76"
            ));
        }
        if cycles.is_branch && cycles.crosses_page {
            facts.push("crosses a page when taken".to_owned());
        }
    }
    let mut text = facts.join(", ");
    if let StatementKind::Instruction(mnemonic) = statement.kind
        && let Some(register) = accessed_register(statement, mnemonic)
    {
        text.push_str(&format!("\n\n**{}**: {}", register.name, register.text));
    }
    text
}

/// Returns the TIA or RIOT register that an instruction reads or writes; `None` if there is none.
fn accessed_register(
    statement: &Statement,
    mnemonic: Mnemonic,
) -> Option<&'static crate::registers::Register> {
    use isa6502::{Access, Mode};
    let opcode = &OPCODES[usize::from(statement.bytes[0])];
    let [_, low, high] = statement.bytes;
    let address = match opcode.mode {
        Mode::ZeroPage => u16::from(low),
        Mode::Absolute => u16::from_le_bytes([low, high]),
        _ => return None,
    };
    match mnemonic.access() {
        Access::None => None,
        Access::Read => register_at(address, false),
        _ => register_at(address, true),
    }
}
