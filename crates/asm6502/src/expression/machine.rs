//! The stack machine, which evaluates an operand token by token, as dasm does.

use std::rc::Rc;

use crate::address::Address;
use crate::context::Context;
use crate::error::{Abort, ErrorCode};
use crate::expression::stack::Evaluation;
use crate::labels::symbol_named;
use crate::names::symbols::{Content, SymbolId};
use crate::operand::item::{Form, Item, Items, Syntax};
use crate::operand::operators::Operator;
use crate::operand::scan::{Literal, big_endian, index_letter, literal, name_length};
use crate::report::pass::Reason;
use crate::text::lossy;

/// Maximum nesting of `EQM` texts.
const MAX_DEPTH: u32 = 1000;

/// Evaluates a list of items. Parentheses only group, as brackets do. Returns at least one item.
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
    let (value_base, operator_base) = (stacks.top, stacks.operators.len());
    let mut evaluation = Evaluation {
        context,
        text,
        at: 0,
        value_base,
        operator_base,
        expects_operand: true,
        addressing: syntax == Syntax::Instruction,
        constant: true,
        item: Item::default(),
        items: Items::new(),
    };
    while evaluation.at < text.len() {
        evaluation.read_token()?;
    }
    evaluation.finish_items()?;
    evaluation.context.stacks.depth -= 1;
    Ok((evaluation.items, evaluation.constant))
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
    context.explain(format!("the character {character} is not ASCII"), help);
}

/// Returns the value of a symbol, and whether it is unknown. Marks the symbol as used. If the value
/// is unknown, also counts and records the use. The name begins at offset `at` in the text.
fn use_symbol(context: &mut Context, id: SymbolId, text: &[u8], at: usize) -> (i64, bool) {
    let pass = context.report.pass.number;
    let symbol = context.names.symbols.get_mut(id);
    symbol.referenced = true;
    symbol.used_in_pass = pass;
    let (value, unknown) = (symbol.value, symbol.unknown);
    if unknown {
        context.report.pass.unknown_references += 1;
        context.record_unknown_use(id, text, at);
    }
    (value, unknown)
}

/// Returns the value of `.` and `*`. An unknown address counts as an unknown reference.
fn current_address(context: &mut Context) -> Address {
    let here = context.emitter.segments.current().here();
    if here.unknown {
        context.report.pass.unknown_references += 1;
    }
    here
}

impl Evaluation<'_, '_> {
    fn finish_items(&mut self) -> Result<(), Abort> {
        self.compute_all()?;
        if self.context.stacks.top != self.value_base {
            self.take_value();
            // The first item becomes an address only if the operand ends with a value. The operand
            // of `lda $80,` ends with a comma, so it remains implied, which is an error.
            let first = self.items.first_mut().unwrap_or(&mut self.item);
            if first.form == Form::Implied {
                first.form = Form::Plain;
            }
        }
        let item = std::mem::take(&mut self.item);
        self.items.push(item);
        self.context.stacks.top = self.value_base;
        self.drop_operators();
        Ok(())
    }

    /// Pops the top value into the current item. Reports an error if it was not the only value.
    #[inline]
    fn take_value(&mut self) {
        let popped = self.context.stacks.pop();
        self.item.value = popped.value;
        self.item.unknown = popped.unknown;
        self.item.text = popped.text.clone();
        if self.context.stacks.top != self.value_base {
            self.report_error(ErrorCode::Syntax, self.at);
        }
    }

    fn read_token(&mut self) -> Result<(), Abort> {
        let byte = self.text[self.at];
        let next = self.text.get(self.at + 1).copied();
        let start = self.at;
        self.at += 1;
        let expects_operand = self.expects_operand;
        match byte {
            b' ' | b'\n' => Ok(()),
            b'0'..=b'9' | b'$' | b'\'' | b'"' => self.push_literal(start),
            b'%' if expects_operand => self.push_literal(start),
            b'*' if expects_operand => {
                self.constant = false;
                let here = current_address(self.context);
                self.push_value(here.value, here.unknown, None)
            }
            b'#' => {
                self.item.form = Form::Immediate;
                self.addressing = false;
                Ok(())
            }
            b'(' if self.addressing => {
                self.item.form = Form::Indirect;
                Ok(())
            }
            b'(' | b'[' => {
                self.constant = false;
                self.push_bracket();
                Ok(())
            }
            b')' if self.addressing => {
                self.close_addressing();
                Ok(())
            }
            b')' | b']' => self.close_bracket(),
            b',' => self.read_comma(),
            _ if expects_operand && let Some(operator) = Operator::of_prefix(byte) => {
                self.push_operator(operator)
            }
            _ if let Some((operator, length)) = Operator::of_binary(byte, next) => {
                self.at = start + length;
                self.push_operator(operator)
            }
            b'~' => {
                self.report_error(ErrorCode::Syntax, start);
                Ok(())
            }
            _ => self.push_name_or_report(start),
        }
    }

    fn close_bracket(&mut self) -> Result<(), Abort> {
        self.constant = false;
        while let Some(pending) = self.pending()
            && pending != Operator::Bracket
        {
            self.compute_top()?;
        }
        if self.pending().is_some() {
            self.context.stacks.operators.pop();
        }
        // After an unexpected comma, the top of the stack may be below the base of this evaluation.
        if self.context.stacks.top == self.value_base || self.context.stacks.top == 0 {
            self.context.report.print("']' error, no arg on stack\n");
            return Ok(());
        }
        self.expects_operand = false;
        if self.text.get(self.at) == Some(&b'd') {
            self.at += 1;
            let top = &mut self.context.stacks.slots[self.context.stacks.top - 1];
            if !top.unknown {
                top.text = Some(Rc::from(top.value.to_string().into_bytes()));
            }
        }
        Ok(())
    }

    /// Reads the `)` of an addressing form. A `,y` directly after the `)` selects (indirect),Y, no
    /// matter what follows the `,y`; a `,x` after the `)` is an error.
    fn close_addressing(&mut self) {
        if self.item.form != Form::Indirect {
            return;
        }
        if let [b',', b'y' | b'Y', ..] = self.text[self.at..] {
            self.item.form = Form::IndirectIndexed;
            self.at += 2;
        } else if index_letter(self.text, self.at).is_some() {
            // The comma is read later, and then selects the form (indirect,X).
            self.report_bad_index();
        }
    }

    /// Reports an error at the offset `at` of the operand, and marks the operand as not constant.
    fn report_error(&mut self, code: ErrorCode, at: usize) {
        self.constant = false;
        self.context
            .error_at(code, self.text.to_vec(), self.text, at);
    }

    fn report_bad_index(&mut self) {
        self.report_error(ErrorCode::AddressingMode, self.at);
        self.context.report.redo(Reason::Mnemonic);
    }

    fn read_comma(&mut self) -> Result<(), Abort> {
        self.compute_all()?;
        self.expects_operand = true;
        let letter = index_letter(self.text, self.at - 1);
        if let Some(letter) = letter {
            match (self.item.form, letter) {
                (Form::Indirect, b'x') => self.item.form = Form::IndexedIndirect,
                (Form::Indirect, _) if self.text.get(self.at + 1) == Some(&b')') => {
                    self.report_bad_index();
                    self.item.form = Form::IndexedY;
                }
                (_, b'x') => self.item.form = Form::IndexedX,
                _ => self.item.form = Form::IndexedY,
            }
            self.at += 1;
            return Ok(());
        }
        self.take_value();
        let item = std::mem::take(&mut self.item);
        if self.items.is_empty() {
            let commas = memchr::memchr_iter(b',', self.text).count();
            self.items.reserve(commas + 1);
        }
        self.items.push(item);
        Ok(())
    }

    /// Pushes a number, character or string.
    fn push_literal(&mut self, start: usize) -> Result<(), Abort> {
        let text = self.text;
        if text[start] == b'"' {
            self.constant = false;
            let rest = &text[self.at..];
            let length = memchr::memchr(b'"', rest).unwrap_or(rest.len());
            let string = &rest[..length];
            self.at = (self.at + length + 1).min(text.len());
            let shared = Some(Rc::from(string));
            return self.push_value(big_endian(string), false, shared);
        }
        match literal(text, start) {
            Literal::Number(value, end) => {
                self.at = end;
                self.push_value(value, false, None)
            }
            Literal::Name(end) => {
                self.at = end;
                self.push_symbol(&text[start..end])
            }
        }
    }

    fn push_name_or_report(&mut self, start: usize) -> Result<(), Abort> {
        let length = name_length(&self.text[start..], self.context.is_newer_dialect());
        if length == 0 {
            self.illegal_character(start);
            return Ok(());
        }
        self.at = start + length;
        self.push_symbol(&self.text[start..start + length])
    }

    fn illegal_character(&mut self, at: usize) {
        self.constant = false;
        let character = self.text[at];
        let before = if at == 0 { 0 } else { self.text[at - 1] };
        let rest = self.text[at..].to_vec();
        self.context
            .error_at(ErrorCode::IllegalCharacter, rest, self.text, at);
        self.context
            .report_illegal_character(character, before as i8);
        if !character.is_ascii() {
            explain_character(self.context, self.text, at);
        }
    }

    /// Pushes the value of a symbol, and marks the symbol as used.
    fn push_symbol(&mut self, name: &[u8]) -> Result<(), Abort> {
        self.constant = false;
        let id = symbol_named(self.context, name);
        let text = self.context.names.symbols.text(id).cloned();
        if let Some(text) = &text
            && self.context.names.symbols.get(id).content == Content::Eqm
        {
            let item = evaluate_one(self.context, text)?;
            return self.push_value(item.value, item.unknown, item.text);
        }
        let (value, unknown) = use_symbol(self.context, id, self.text, self.at - name.len());
        match text {
            None => self.push_value(value, unknown, None),
            Some(text) => self.push_value(big_endian(&text), unknown, Some(text)),
        }
    }
}
