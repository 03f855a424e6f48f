//! Data: `DC`, `BYTE`, `WORD`, `LONG`, `DV`, `HEX`.

use std::rc::Rc;

use crate::context::Context;
use crate::cycles::check_data_table;
use crate::directives::space::{Size, add_element};
use crate::error::{Abort, ErrorCode};
use crate::expression::machine::{evaluate, evaluate_one, evaluate_operand};
use crate::generate::{generate, generate_constant, generate_memoized};
use crate::labels::{find_symbol, program_label};
use crate::names::symbols::{Content, SymbolId};
use crate::operand::item::{Item, Syntax};
use crate::report::pass::Reason;
use crate::sources::line::Line;
use crate::text::lossy;

pub(crate) fn dc(context: &mut Context, line: &Line) -> Result<(), Abort> {
    let size = Size::of(line);
    place_data(context, line, size)
}

pub(crate) fn byte(context: &mut Context, line: &Line) -> Result<(), Abort> {
    context.report.listed_as.suffix = Some(b"b");
    place_data(context, line, Size::Byte)
}

pub(crate) fn word(context: &mut Context, line: &Line) -> Result<(), Abort> {
    context.report.listed_as.suffix = Some(b"w");
    place_data(context, line, Size::Word)
}

pub(crate) fn long(context: &mut Context, line: &Line) -> Result<(), Abort> {
    context.report.listed_as.suffix = Some(b"l");
    place_data(context, line, Size::Long)
}

pub(crate) fn dv(context: &mut Context, line: &Line) -> Result<(), Abort> {
    program_label(context, line);
    let operand = line.operand();
    let length = memchr::memchr(b' ', operand).unwrap_or(operand.len());
    let (name, list) = operand.split_at(length);
    let name = name.to_vec();
    let Some(id) = find_symbol(context, &name) else {
        context.report.print("EQM label not found\n");
        return Ok(());
    };
    let text = context.names.symbols.text(id).cloned();
    let (Some(text), Content::Eqm) = (text, context.names.symbols.get(id).content) else {
        context.report.print("must specify EQM label for DV\n");
        return Ok(());
    };
    let size = Size::of(line);
    let items = evaluate(context, list)?;
    place_mapped_data(context, &items, size, &text)
}

pub(crate) fn hex(context: &mut Context, line: &Line) -> Result<(), Abort> {
    program_label(context, line);
    context.emitter.block.clear();
    let digits = line.operand();
    let mut at = 0;
    while at < digits.len() {
        if digits[at] == b' ' {
            at += 1;
            continue;
        }
        let pair = (digits[at], digits.get(at + 1).copied().unwrap_or(0));
        let high = hex_digit(context, pair.0, digits, at);
        let low = hex_digit(context, pair.1, digits, at + 1);
        if at + 1 >= digits.len() {
            break;
        }
        context.emitter.block.push(high << 4 | low);
        at += 2;
    }
    let count = context.emitter.block.len();
    generate(context, count)?;
    check_data_table(context, line);
    Ok(())
}

fn hex_digit(context: &mut Context, digit: u8, text: &[u8], at: usize) -> u8 {
    match char::from(digit).to_digit(16) {
        Some(value) => value as u8,
        None => {
            let mut detail = b"Bad Hex Digit ".to_vec();
            if digit != 0 {
                detail.push(digit);
            }
            context.error_at(ErrorCode::Syntax, detail, text, at);
            if digit == 0 {
                let message = "the number of hexadecimal digits is odd";
                context.explain(message, "write two digits for each byte");
            }
            let text = "(Must be a valid hex digit)\n";
            context.report.print(text);
            context.report.listing.push(text.as_bytes());
            0
        }
    }
}

/// Assembles a line of data.
fn place_data(context: &mut Context, line: &Line, size: Size) -> Result<(), Abort> {
    program_label(context, line);
    if !generate_memoized(context, line)? {
        if line.operand().last() == Some(&b',') {
            let message = "the comma at the end adds another element, 0";
            context.warn_at(message, line, line.fields.operand, "remove the comma");
        }
        let (items, constant) = evaluate_operand(context, line.operand(), Syntax::Data)?;
        context.emitter.block.clear();
        for item in &items {
            push_item(context, item, size, line);
        }
        if constant {
            generate_constant(context, line)?
        } else {
            generate(context, context.emitter.block.len())?
        }
    }
    check_data_table(context, line);
    Ok(())
}

fn push_item(context: &mut Context, item: &Item, size: Size, line: &Line) {
    context.report.redo_if(item.unknown, Reason::Dc);
    match &item.text {
        None => {
            check_element(context, item.value, size, line);
            add_element(context, item.value, size);
        }
        Some(text) => {
            for &byte in text.iter() {
                add_element(context, i64::from(byte), size);
            }
        }
    }
}

/// Assembles a `DV` line: evaluates `text` once for each item, with `..` standing for the item.
fn place_mapped_data(
    context: &mut Context,
    items: &[Item],
    size: Size,
    text: &Rc<[u8]>,
) -> Result<(), Abort> {
    let mut block = Vec::new();
    for item in items {
        context.report.redo_if(item.unknown, Reason::Dv);
        let values: Vec<i64> = match &item.text {
            Some(text) => text.iter().map(|&byte| i64::from(byte)).collect(),
            None => vec![item.value],
        };
        for value in values {
            let current = context.names.symbols.get_mut(SymbolId::ITEM);
            // dasm passes the item as a 32-bit value.
            current.value = i64::from(value as i32);
            current.unknown = item.unknown;
            current.content = Content::Number;
            let result = evaluate_one(context, text)?;
            context.report.redo_if(result.unknown, Reason::DvText);
            // dasm does not check the characters of a string, and checks only the low 32 bits of a
            // number.
            if size == Size::Byte
                && item.text.is_none()
                && !(-255..=255).contains(&(result.value as i32))
            {
                let detail = format!("byte dv {}", result.value);
                context.error_at(ErrorCode::ByteRange, detail, b"", 0);
            }
            context.emitter.block.clear();
            add_element(context, result.value, size);
            block.extend_from_slice(&context.emitter.block);
        }
    }
    context.emitter.block = block;
    let count = context.emitter.block.len();
    generate(context, count)
}

fn check_element(context: &mut Context, value: i64, size: Size, line: &Line) {
    let limit = match size {
        Size::Byte => 0xff,
        Size::Word | Size::Swapped => 0xffff,
        Size::Long => i64::MAX,
    };
    if !(-limit..=limit).contains(&value) && (size == Size::Byte || context.options.strict) {
        let name = lossy(line.operation()).to_ascii_lowercase();
        let name = name.trim_start_matches('.');
        let (code, unit) = match size {
            Size::Byte => (ErrorCode::ByteRange, "byte"),
            Size::Swapped => (ErrorCode::WordRange, "swapped"),
            _ => (ErrorCode::WordRange, "word"),
        };
        context.error_at(code, format!("{unit} {name} {value}"), line.operand(), 0);
    } else {
        context.warn_about_lost_bits(value, size.bytes(), line);
    }
}
