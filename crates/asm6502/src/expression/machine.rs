//! The stack machine reads an operand token by token, as dasm does.

use std::rc::Rc;

use crate::code::{Abort, Code, Step};
use crate::context::Context;
use crate::expression::stack::{
    Evaluation, compute_all, compute_top, drop_operators, pending, push_bracket, push_number,
    push_operator, push_text,
};
use crate::expression::symbols::{current_address, use_symbol};
use crate::labels::symbol_named;
use crate::names::symbols::Content;
use crate::operand::operators::Operator;
use crate::operand::scan::{Literal, big_endian, index_letter, literal, name_length};
use crate::operand::value::{Form, Item, Items, Syntax};
use crate::report::pass::Reason;
use crate::sources::line::Line;
use crate::text::lossy;

/// Deepest nesting of `EQM` texts.
const DEEPEST: u32 = 1000;

/// The items of the line's operand, and whether they are numbers alone, without a message: then
/// they are the same each time.
pub(crate) fn evaluate_line(
    context: &mut Context,
    line: &Line,
    syntax: Syntax,
) -> Result<(Items, bool), Abort> {
    evaluate_all(context, line.operand(), syntax)
}

/// The first item of the line's operand, in which parentheses group.
pub(crate) fn evaluate_operand(context: &mut Context, line: &Line) -> Result<Item, Abort> {
    evaluate_one(context, line.operand())
}

/// Evaluates a list of items. There is always at least one.
pub(crate) fn evaluate(context: &mut Context, text: &[u8], syntax: Syntax) -> Result<Items, Abort> {
    Ok(evaluate_all(context, text, syntax)?.0)
}

/// The first item of any text.
pub(crate) fn evaluate_one(context: &mut Context, text: &[u8]) -> Result<Item, Abort> {
    let mut items = evaluate(context, text, Syntax::Data)?;
    Ok(items.swap_remove(0))
}

fn evaluate_all(
    context: &mut Context,
    text: &[u8],
    syntax: Syntax,
) -> Result<(Items, bool), Abort> {
    let stacks = &mut context.operands;
    stacks.depth += 1;
    if stacks.depth > DEEPEST {
        // dasm meets its limit where it looks the symbol up, or computes what is pending.
        let pending = !stacks.operators.is_empty();
        let place = if pending { "doop()" } else { "pushsymbol()" };
        return context.abort(Code::Recursion, place.to_owned());
    }
    let mut run = Evaluation {
        text,
        at: 0,
        argument_base: stacks.top,
        operator_base: stacks.operators.len(),
        expects_operand: true,
        addressing: syntax == Syntax::Instruction,
        constant: true,
        item: Item::default(),
        items: Items::new(),
    };
    while run.at < text.len() {
        read_token(context, &mut run)?;
    }
    finish_items(context, &mut run)?;
    context.operands.depth -= 1;
    Ok((run.items, run.constant))
}

fn finish_items(context: &mut Context, run: &mut Evaluation) -> Step {
    compute_all(context, run)?;
    if context.operands.top != run.argument_base {
        take_value(context, run);
        // A value at the end makes the first item an address: `lda $80,` is no instruction.
        let first = run.items.first_mut().unwrap_or(&mut run.item);
        if first.form == Form::Implied {
            first.form = Form::Plain;
        }
    }
    let item = std::mem::take(&mut run.item);
    run.items.push(item);
    context.operands.top = run.argument_base;
    drop_operators(context, run);
    Ok(())
}

/// Moves the topmost value into the current item.
fn take_value(context: &mut Context, run: &mut Evaluation) {
    let argument = context.operands.pop();
    run.item.value = argument.value;
    run.item.unknown = argument.unknown;
    run.item.text = context.operands.popped_text(argument);
    if context.operands.top != run.argument_base {
        run.constant = false;
        context.error_at(Code::Syntax, run.text.to_vec(), run.text, run.at);
    }
}

fn read_token(context: &mut Context, run: &mut Evaluation) -> Step {
    let byte = run.text[run.at];
    let next = run.text.get(run.at + 1).copied();
    let start = run.at;
    run.at += 1;
    let expects = run.expects_operand;
    match byte {
        b' ' | b'\n' => Ok(()),
        b'0'..=b'9' | b'$' | b'\'' | b'"' => push_literal(context, run, start),
        b'%' if expects => push_literal(context, run, start),
        b'*' if expects => {
            run.constant = false;
            let here = current_address(context);
            push_number(context, run, here.value, here.unknown)
        }
        b'#' => {
            run.item.form = Form::Immediate;
            run.addressing = false;
            Ok(())
        }
        b'(' if run.addressing => {
            run.item.form = Form::Indirect;
            Ok(())
        }
        b'(' | b'[' => {
            run.constant = false;
            push_bracket(context);
            Ok(())
        }
        b')' if run.addressing => {
            close_addressing(context, run);
            Ok(())
        }
        b')' | b']' => close_bracket(context, run),
        b',' => read_comma(context, run),
        _ if expects && let Some(operator) = Operator::of_prefix(byte) => {
            push_operator(context, run, operator)
        }
        _ if let Some((operator, length)) = Operator::of_binary(byte, next) => {
            run.at = start + length;
            push_operator(context, run, operator)
        }
        b'~' => {
            run.constant = false;
            context.error_at(Code::Syntax, run.text.to_vec(), run.text, start);
            Ok(())
        }
        _ => name_or_junk(context, run, start),
    }
}

fn close_bracket(context: &mut Context, run: &mut Evaluation) -> Step {
    run.constant = false;
    while let Some(pending) = pending(context, run)
        && pending != Operator::Bracket
    {
        compute_top(context, run)?;
    }
    if pending(context, run).is_some() {
        context.operands.operators.pop();
    }
    // After a stray comma the top may lie below the base.
    if context.operands.top == run.argument_base || context.operands.top == 0 {
        context.report.say("']' error, no arg on stack\n");
        return Ok(());
    }
    run.expects_operand = false;
    if run.text.get(run.at) == Some(&b'd') {
        run.at += 1;
        let top = context.operands.slots[context.operands.top - 1];
        if !top.unknown {
            let text = top.value.to_string().into_bytes();
            context.operands.set_text(Rc::from(text));
        }
    }
    Ok(())
}

/// `)` of an addressing form; only an index letter directly behind it means something.
fn close_addressing(context: &mut Context, run: &mut Evaluation) {
    if run.item.form != Form::Indirect {
        return;
    }
    match index_letter(run.text, run.at) {
        Some(b'y') => {
            run.item.form = Form::IndirectIndexed;
            run.at += 2;
        }
        // Reported; the comma then makes it (indirect,X).
        Some(_) => bad_index(context, run),
        None => {}
    }
}

fn bad_index(context: &mut Context, run: &mut Evaluation) {
    run.constant = false;
    context.error_at(Code::AddressingMode, run.text.to_vec(), run.text, run.at);
    context.report.redo(Reason::Mnemonic);
}

fn read_comma(context: &mut Context, run: &mut Evaluation) -> Step {
    compute_all(context, run)?;
    run.expects_operand = true;
    let letter = index_letter(run.text, run.at - 1);
    if let Some(letter) = letter {
        match (run.item.form, letter) {
            (Form::Indirect, b'x') => run.item.form = Form::IndexedIndirect,
            (Form::Indirect, _) if run.text.get(run.at + 1) == Some(&b')') => {
                bad_index(context, run);
                run.item.form = Form::IndexedY;
            }
            (_, b'x') => run.item.form = Form::IndexedX,
            _ => run.item.form = Form::IndexedY,
        }
        run.at += 1;
        return Ok(());
    }
    take_value(context, run);
    let item = std::mem::take(&mut run.item);
    if run.items.is_empty() {
        let commas = memchr::memchr_iter(b',', run.text).count();
        run.items.reserve(commas + 1);
    }
    run.items.push(item);
    Ok(())
}

/// Numbers, characters and strings.
fn push_literal(context: &mut Context, run: &mut Evaluation, start: usize) -> Step {
    let text = run.text;
    if text[start] == b'"' {
        run.constant = false;
        let rest = &text[run.at..];
        let length = memchr::memchr(b'"', rest).unwrap_or(rest.len());
        let string = &rest[..length];
        run.at = (run.at + length + 1).min(text.len());
        let shared = Some(Rc::from(string));
        return push_text(context, run, big_endian(string), false, shared);
    }
    match literal(text, start) {
        Literal::Number(value, end) => {
            run.at = end;
            push_number(context, run, value, false)
        }
        Literal::Name(end) => {
            run.at = end;
            push_symbol(context, run, &text[start..end])
        }
    }
}

fn name_or_junk(context: &mut Context, run: &mut Evaluation, start: usize) -> Step {
    let length = name_length(&run.text[start..], context.newer());
    if length == 0 {
        illegal_character(context, run, start);
        return Ok(());
    }
    run.at = start + length;
    push_symbol(context, run, &run.text[start..start + length])
}

fn illegal_character(context: &mut Context, run: &mut Evaluation, at: usize) {
    run.constant = false;
    let character = run.text[at];
    let before = if at == 0 { 0 } else { run.text[at - 1] };
    let rest = run.text[at..].to_vec();
    context.error_at(Code::IllegalCharacter(character), rest, run.text, at);
    context.report_illegal_character(character, before as i8);
    if !character.is_ascii() {
        explain_character(context, run.text, at);
    }
}

/// Reports the first character of an operand that is not ASCII, and not each of its bytes.
fn explain_character(context: &mut Context, text: &[u8], at: usize) {
    if !text[..at].is_ascii() {
        return context.drop_latest();
    }
    // A byte $80 of the source is a blank here: it is the second one of curly quotes.
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

/// The value of a name, with all the marks that a use leaves.
fn push_symbol(context: &mut Context, run: &mut Evaluation, name: &[u8]) -> Step {
    run.constant = false;
    let id = symbol_named(context, name);
    let text = context.names.symbols.text(id).cloned();
    if let Some(text) = &text
        && context.names.symbols.get(id).content == Content::Eqm
    {
        let item = evaluate_one(context, text)?;
        return push_text(context, run, item.value, item.unknown, item.text);
    }
    let (value, unknown) = use_symbol(context, id, run.text, run.at - name.len());
    let value = text.as_deref().map_or(value, big_endian);
    push_text(context, run, value, unknown, text)
}
