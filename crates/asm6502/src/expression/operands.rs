//! Operands: numbers, characters, strings, names.

use std::rc::Rc;

use super::Evaluation;
use super::stack::Argument;
use crate::assembler::{Assembler, Step};
use crate::diagnostic::Code;
use crate::symbols::{Content, SymbolId};
use crate::text::digit;

impl Assembler<'_> {
    /// Numbers, characters and strings.
    pub(super) fn operand(&mut self, run: &mut Evaluation, start: usize) -> Step {
        let text = run.text;
        match text[start] {
            b'\'' => {
                let value = text.get(run.at).map_or(0, |&byte| i64::from(byte as i8));
                run.at += 1;
                self.push_number(run, value, false)
            }
            b'"' => {
                let rest = &text[run.at..];
                let length = memchr::memchr(b'"', rest).unwrap_or(rest.len());
                let string = &rest[..length];
                run.at = (run.at + length + 1).min(text.len());
                self.push_text(run, big_endian(string), false, Some(Rc::from(string)))
            }
            b'$' => self.digits(run, start + 1, 16),
            b'%' => self.digits(run, start + 1, 2),
            b'0' if text.get(start + 1) == Some(&b'x') => self.digits(run, start + 2, 16),
            first => match dollar_number(&text[start..]) {
                Some(length) => {
                    run.at = start + length;
                    self.push_symbol(run, &text[start..run.at])
                }
                None if first == b'0' => self.digits(run, start + 1, 8),
                None => self.digits(run, start, 10),
            },
        }
    }

    fn digits(&mut self, run: &mut Evaluation, start: usize, radix: u8) -> Step {
        let mut value = 0i64;
        let mut at = start;
        while let Some(digit) = run.text.get(at).and_then(|&byte| digit(byte, radix)) {
            value = value.wrapping_mul(i64::from(radix)).wrapping_add(digit);
            at += 1;
        }
        run.at = at;
        self.push_number(run, value, false)
    }

    pub(super) fn name_or_junk(&mut self, run: &mut Evaluation, start: usize) -> Step {
        let length = name_length(&run.text[start..], self.newer());
        if length == 0 {
            self.illegal_character(run, start);
            return Ok(());
        }
        run.at = start + length;
        self.push_symbol(run, &run.text[start..start + length])
    }

    fn illegal_character(&mut self, run: &Evaluation, at: usize) {
        let character = run.text[at];
        let before = if at == 0 { 0 } else { run.text[at - 1] };
        let rest = run.text[at..].to_vec();
        self.error_at(Code::IllegalCharacter(character), rest, run.text, at);
        self.illegal_character_said(character, before as i8);
    }

    /// The value of a name, with all the marks that a use leaves.
    fn push_symbol(&mut self, run: &mut Evaluation, name: &[u8]) -> Step {
        let id = self.local_symbol(name);
        let text = self.symbols.text(id).cloned();
        if let Some(text) = &text
            && self.symbols.get(id).content == Content::Eqm
        {
            let item = self.evaluate_one(text)?;
            return self.push_text(run, item.value, item.unknown, item.text);
        }
        let (value, unknown) = self.use_symbol(id, run.text, run.at - name.len());
        let value = text.as_deref().map_or(value, big_endian);
        self.push_text(run, value, unknown, text)
    }

    /// A value that may have a text.
    fn push_text(
        &mut self,
        run: &mut Evaluation,
        value: i64,
        unknown: bool,
        text: Option<Rc<[u8]>>,
    ) -> Step {
        let argument = Argument {
            value,
            unknown,
            has_text: false,
        };
        let Some(text) = text else {
            return self.push_argument(run, argument);
        };
        run.expects_operand = false;
        self.stacks.push(argument);
        self.stacks.set_text(text);
        self.apply_prefixes(run)
    }

    /// The value of the symbol, and whether it is unknown. Marks it as used and, if it is unknown,
    /// counts that. Its name begins at that place of the text.
    pub(super) fn use_symbol(&mut self, id: SymbolId, text: &[u8], at: usize) -> (i64, bool) {
        let pass = self.pass.number;
        let symbol = self.symbols.get_mut(id);
        symbol.referenced = true;
        symbol.used_in_pass = pass;
        let (value, unknown) = (symbol.value, symbol.unknown);
        if unknown {
            self.pass.unknown_references += 1;
            self.note_unknown_use(id, text, at);
        }
        (value, unknown)
    }

    /// `.` and `*`: an unknown origin counts as an unknown reference.
    pub(super) fn here(&mut self) -> crate::segments::Address {
        let here = self.segments.current().here();
        if here.unknown {
            self.pass.unknown_references += 1;
        }
        here
    }
}

/// The number that a string is in arithmetic: its last eight bytes.
pub(crate) fn big_endian(string: &[u8]) -> i64 {
    string
        .iter()
        .fold(0i64, |value, &byte| (value << 8) | i64::from(byte))
}

/// Length of `12$` at the start of the text.
pub(super) fn dollar_number(text: &[u8]) -> Option<usize> {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    (text.get(digits) == Some(&b'$')).then_some(digits + 1)
}

/// Length of the symbol name at the start of the text; one `$` may end it.
#[inline]
pub(crate) fn name_length(text: &[u8], braces: bool) -> usize {
    let ends = |byte: &u8| match NAME[usize::from(*byte)] {
        true => false,
        false => !braces || !matches!(byte, b'{' | b'}'),
    };
    let length = text.iter().position(ends).unwrap_or(text.len());
    match text.get(length) {
        Some(b'$') if length > 0 => length + 1,
        _ => length,
    }
}

/// What names are made of.
static NAME: [bool; 256] = {
    let mut name = [false; 256];
    let mut byte = 0u8;
    while byte < 128 {
        name[byte as usize] = byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'@');
        byte += 1;
    }
    name
};
