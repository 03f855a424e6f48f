//! The stack machine reads an operand token by token, as dasm does.

use std::rc::Rc;

use crate::context::Context;
use crate::error::{Abort, ErrorCode};
use crate::expression::stack::{
    Evaluation, compute_all, compute_top, drop_operators, pending, push_bracket, push_operator,
    push_value,
};
use crate::expression::symbols::{current_address, use_symbol};
use crate::labels::symbol_named;
use crate::names::symbols::Content;
use crate::operand::item::{Form, Item, Items, Syntax};
use crate::operand::operators::Operator;
use crate::operand::scan::{Literal, big_endian, index_letter, literal, name_length};
use crate::report::pass::Reason;
use crate::text::lossy;

/// Maximum nesting of `EQM` texts.
const MAX_DEPTH: u32 = 1000;

/// Evaluates a list of items, in which parentheses group. The returned list has at least one item.
pub(crate) fn evaluate(context: &mut Context, text: &[u8]) -> Result<Items, Abort> {
    Ok(evaluate_operand(context, text, Syntax::Data)?.0)
}

/// Evaluates a text, and returns its first item.
pub(crate) fn evaluate_one(context: &mut Context, text: &[u8]) -> Result<Item, Abort> {
    let mut items = evaluate(context, text)?;
    Ok(items.swap_remove(0))
}

/// Evaluates the items of a line's operand (an instruction has one item). Also returns true if the
/// items are constant, so that they need not be evaluated again the next time the line is
/// assembled: they consist only of numbers, and no message was reported.
pub(crate) fn evaluate_operand(
    context: &mut Context,
    text: &[u8],
    syntax: Syntax,
) -> Result<(Items, bool), Abort> {
    let stacks = &mut context.stacks;
    stacks.depth += 1;
    if stacks.depth > MAX_DEPTH {
        // dasm's message names the dasm function that reached the nesting limit: the one that looks
        // up a symbol, or the one that computes a pending operator.
        let pending = !stacks.operators.is_empty();
        let place = if pending { "doop()" } else { "pushsymbol()" };
        return context.abort(ErrorCode::Recursion, place.to_owned());
    }
    let mut evaluation = Evaluation {
        text,
        at: 0,
        value_base: stacks.top,
        operator_base: stacks.operators.len(),
        expects_operand: true,
        addressing: syntax == Syntax::Instruction,
        constant: true,
        item: Item::default(),
        items: Items::new(),
    };
    while evaluation.at < text.len() {
        read_token(context, &mut evaluation)?;
    }
    finish_items(context, &mut evaluation)?;
    context.stacks.depth -= 1;
    Ok((evaluation.items, evaluation.constant))
}

fn finish_items(context: &mut Context, evaluation: &mut Evaluation) -> Result<(), Abort> {
    compute_all(context, evaluation)?;
    if context.stacks.top != evaluation.value_base {
        take_value(context, evaluation);
        // The first item becomes an address only if the operand ends with a value. The operand of
        // `lda $80,` ends with a comma, so it remains implied, which is an error.
        let first = evaluation.items.first_mut().unwrap_or(&mut evaluation.item);
        if first.form == Form::Implied {
            first.form = Form::Plain;
        }
    }
    let item = std::mem::take(&mut evaluation.item);
    evaluation.items.push(item);
    context.stacks.top = evaluation.value_base;
    drop_operators(context, evaluation);
    Ok(())
}

/// Pops the top value into the current item. Reports an error if it was not the only value.
#[inline]
fn take_value(context: &mut Context, evaluation: &mut Evaluation) {
    let popped = context.stacks.pop();
    evaluation.item.value = popped.value;
    evaluation.item.unknown = popped.unknown;
    evaluation.item.text = popped.text.clone();
    if context.stacks.top != evaluation.value_base {
        fault(context, evaluation, ErrorCode::Syntax, evaluation.at);
    }
}

fn read_token(context: &mut Context, evaluation: &mut Evaluation) -> Result<(), Abort> {
    let byte = evaluation.text[evaluation.at];
    let next = evaluation.text.get(evaluation.at + 1).copied();
    let start = evaluation.at;
    evaluation.at += 1;
    let expects = evaluation.expects_operand;
    match byte {
        b' ' | b'\n' => Ok(()),
        b'0'..=b'9' | b'$' | b'\'' | b'"' => push_literal(context, evaluation, start),
        b'%' if expects => push_literal(context, evaluation, start),
        b'*' if expects => {
            evaluation.constant = false;
            let here = current_address(context);
            push_value(context, evaluation, here.value, here.unknown, None)
        }
        b'#' => {
            evaluation.item.form = Form::Immediate;
            evaluation.addressing = false;
            Ok(())
        }
        b'(' if evaluation.addressing => {
            evaluation.item.form = Form::Indirect;
            Ok(())
        }
        b'(' | b'[' => {
            evaluation.constant = false;
            push_bracket(context);
            Ok(())
        }
        b')' if evaluation.addressing => {
            close_addressing(context, evaluation);
            Ok(())
        }
        b')' | b']' => close_bracket(context, evaluation),
        b',' => read_comma(context, evaluation),
        _ if expects && let Some(operator) = Operator::of_prefix(byte) => {
            push_operator(context, evaluation, operator)
        }
        _ if let Some((operator, length)) = Operator::of_binary(byte, next) => {
            evaluation.at = start + length;
            push_operator(context, evaluation, operator)
        }
        b'~' => {
            fault(context, evaluation, ErrorCode::Syntax, start);
            Ok(())
        }
        _ => name_or_junk(context, evaluation, start),
    }
}

fn close_bracket(context: &mut Context, evaluation: &mut Evaluation) -> Result<(), Abort> {
    evaluation.constant = false;
    while let Some(pending) = pending(context, evaluation)
        && pending != Operator::Bracket
    {
        compute_top(context, evaluation)?;
    }
    if pending(context, evaluation).is_some() {
        context.stacks.operators.pop();
    }
    // After an unexpected comma, the top of the stack may be below the base of this evaluation.
    if context.stacks.top == evaluation.value_base || context.stacks.top == 0 {
        context.report.print("']' error, no arg on stack\n");
        return Ok(());
    }
    evaluation.expects_operand = false;
    if evaluation.text.get(evaluation.at) == Some(&b'd') {
        evaluation.at += 1;
        let top = &mut context.stacks.slots[context.stacks.top - 1];
        if !top.unknown {
            top.text = Some(Rc::from(top.value.to_string().into_bytes()));
        }
    }
    Ok(())
}

/// Reads the `)` of an addressing form. A `,y` directly after the `)` selects (indirect),Y, no
/// matter what follows the `,y`; a `,x` after the `)` is an error.
fn close_addressing(context: &mut Context, evaluation: &mut Evaluation) {
    if evaluation.item.form != Form::Indirect {
        return;
    }
    if let [b',', b'y' | b'Y', ..] = evaluation.text[evaluation.at..] {
        evaluation.item.form = Form::IndirectIndexed;
        evaluation.at += 2;
    } else if index_letter(evaluation.text, evaluation.at).is_some() {
        // The comma is read later, and then selects the form (indirect,X).
        bad_index(context, evaluation);
    }
}

/// Reports an error at the offset `at` of the operand, and marks the operand as not constant.
fn fault(context: &mut Context, evaluation: &mut Evaluation, code: ErrorCode, at: usize) {
    evaluation.constant = false;
    context.error_at(code, evaluation.text.to_vec(), evaluation.text, at);
}

fn bad_index(context: &mut Context, evaluation: &mut Evaluation) {
    fault(
        context,
        evaluation,
        ErrorCode::AddressingMode,
        evaluation.at,
    );
    context.report.redo(Reason::Mnemonic);
}

fn read_comma(context: &mut Context, evaluation: &mut Evaluation) -> Result<(), Abort> {
    compute_all(context, evaluation)?;
    evaluation.expects_operand = true;
    let letter = index_letter(evaluation.text, evaluation.at - 1);
    if let Some(letter) = letter {
        match (evaluation.item.form, letter) {
            (Form::Indirect, b'x') => evaluation.item.form = Form::IndexedIndirect,
            (Form::Indirect, _) if evaluation.text.get(evaluation.at + 1) == Some(&b')') => {
                bad_index(context, evaluation);
                evaluation.item.form = Form::IndexedY;
            }
            (_, b'x') => evaluation.item.form = Form::IndexedX,
            _ => evaluation.item.form = Form::IndexedY,
        }
        evaluation.at += 1;
        return Ok(());
    }
    take_value(context, evaluation);
    let item = std::mem::take(&mut evaluation.item);
    if evaluation.items.is_empty() {
        let commas = memchr::memchr_iter(b',', evaluation.text).count();
        evaluation.items.reserve(commas + 1);
    }
    evaluation.items.push(item);
    Ok(())
}

/// Pushes a number, character or string.
fn push_literal(
    context: &mut Context,
    evaluation: &mut Evaluation,
    start: usize,
) -> Result<(), Abort> {
    let text = evaluation.text;
    if text[start] == b'"' {
        evaluation.constant = false;
        let rest = &text[evaluation.at..];
        let length = memchr::memchr(b'"', rest).unwrap_or(rest.len());
        let string = &rest[..length];
        evaluation.at = (evaluation.at + length + 1).min(text.len());
        let shared = Some(Rc::from(string));
        return push_value(context, evaluation, big_endian(string), false, shared);
    }
    match literal(text, start) {
        Literal::Number(value, end) => {
            evaluation.at = end;
            push_value(context, evaluation, value, false, None)
        }
        Literal::Name(end) => {
            evaluation.at = end;
            push_symbol(context, evaluation, &text[start..end])
        }
    }
}

fn name_or_junk(
    context: &mut Context,
    evaluation: &mut Evaluation,
    start: usize,
) -> Result<(), Abort> {
    let length = name_length(&evaluation.text[start..], context.newer());
    if length == 0 {
        illegal_character(context, evaluation, start);
        return Ok(());
    }
    evaluation.at = start + length;
    push_symbol(context, evaluation, &evaluation.text[start..start + length])
}

fn illegal_character(context: &mut Context, evaluation: &mut Evaluation, at: usize) {
    evaluation.constant = false;
    let character = evaluation.text[at];
    let before = if at == 0 { 0 } else { evaluation.text[at - 1] };
    let rest = evaluation.text[at..].to_vec();
    context.error_at(ErrorCode::IllegalCharacter, rest, evaluation.text, at);
    context.report_illegal_character(character, before as i8);
    if !character.is_ascii() {
        explain_character(context, evaluation.text, at);
    }
}

/// If the byte at `at` begins the operand's first non-ASCII character, replaces the message about
/// the byte with one about the character; otherwise drops the message.
fn explain_character(context: &mut Context, text: &[u8], at: usize) {
    if !text[..at].is_ascii() {
        return context.drop_latest();
    }
    // When the line was cleaned, every byte $80 became a blank, including the second byte of a
    // curly quote.
    let mut bytes = text[at..].to_vec();
    if let [0xe2, second @ b' ', ..] = bytes.as_mut_slice() {
        *second = 0x80;
    }
    let character = match bytes[0] {
        0xa0 => '\u{a0}',
        _ => lossy(&bytes).chars().next().unwrap_or_default(),
    };
    let help = match character {
        '\u{a0}' => "this is a no-break space: type a plain blank in its place",
        '\u{2018}'..='\u{201f}' | '\u{ab}' | '\u{bb}' => "use straight quotation marks: \"",
        _ => "use ASCII characters outside of comments and strings",
    };
    context.amend(|diagnostic| {
        diagnostic.message = format!("the character {character} is not ASCII");
        diagnostic.help = Some(help.to_owned());
    });
}

/// Pushes the value of a symbol, and marks the symbol as used.
fn push_symbol(
    context: &mut Context,
    evaluation: &mut Evaluation,
    name: &[u8],
) -> Result<(), Abort> {
    evaluation.constant = false;
    let id = symbol_named(context, name);
    let text = context.names.symbols.text(id).cloned();
    if let Some(text) = &text
        && context.names.symbols.get(id).content == Content::Eqm
    {
        let item = evaluate_one(context, text)?;
        return push_value(context, evaluation, item.value, item.unknown, item.text);
    }
    let (value, unknown) = use_symbol(context, id, evaluation.text, evaluation.at - name.len());
    match text {
        None => push_value(context, evaluation, value, unknown, None),
        Some(text) => push_value(context, evaluation, big_endian(&text), unknown, Some(text)),
    }
}
