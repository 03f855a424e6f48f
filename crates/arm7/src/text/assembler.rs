//! The assembler. It makes two passes over the lines; the first finds the addresses of labels.

use super::{
    fields::{Piece, pieces},
    table::{BL, FORMS, Form},
};
use std::collections::BTreeMap;

/// An error in a program.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}: {text}")]
pub struct AssembleError {
    /// The line number, counted from 1.
    pub line: usize,
    /// The text of the line.
    pub text: String,
    /// A description of the problem.
    pub problem: &'static str,
}

/// Assembles a program that begins at `origin`.
///
/// # Errors
///
/// [`AssembleError`] for the first line that cannot be parsed, that defines a name a second time,
/// or that has an operand out of range.
pub fn assemble(source: &str, origin: u32) -> Result<Vec<u8>, AssembleError> {
    let mut names = BTreeMap::new();
    Pass::new(origin, &mut names, true).run(source)?;
    Pass::new(origin, &mut names, false).run(source)
}

struct Pass<'a> {
    origin: u32,
    bytes: Vec<u8>,
    names: &'a mut BTreeMap<String, u32>,
    /// Pending literals: each one's expression, and the offset of the LDR that loads it.
    literals: Vec<(String, usize)>,
    /// True in the first pass. Addresses are still unknown, so operands that contain a name are not
    /// range-checked.
    is_first_pass: bool,
}

type Outcome = Result<(), &'static str>;

impl Pass<'_> {
    fn new(origin: u32, names: &mut BTreeMap<String, u32>, is_first_pass: bool) -> Pass<'_> {
        Pass {
            origin,
            bytes: Vec::new(),
            names,
            literals: Vec::new(),
            is_first_pass,
        }
    }

    fn run(mut self, source: &str) -> Result<Vec<u8>, AssembleError> {
        for (index, text) in source.lines().enumerate() {
            self.line(text).map_err(|problem| AssembleError {
                line: index + 1,
                text: text.trim().to_owned(),
                problem,
            })?;
        }
        let error = |problem| AssembleError {
            line: source.lines().count(),
            text: "(literals at the end)".to_owned(),
            problem,
        };
        self.emit_pool().map_err(error)?;
        Ok(self.bytes)
    }

    fn address(&self) -> u32 {
        self.origin.wrapping_add(self.bytes.len() as u32)
    }

    fn line(&mut self, text: &str) -> Outcome {
        let mut text = text.split([';', '@']).next().unwrap_or_default().trim();
        while let Some((label, rest)) = text.split_once(':') {
            self.define(label.trim(), self.address())?;
            text = rest.trim();
        }
        let (word, operands) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let operands: String = operands.split_whitespace().collect();
        match word {
            "" => Ok(()),
            "nop" => self.emit_halfword(0x46c0),
            BL => self.branch_with_link(&operands),
            _ if word.starts_with('.') => self.directive(word, &operands),
            "ldr" if operands.contains(",=") => self.literal(&operands),
            _ => self.instruction(word, &operands),
        }
    }

    fn define(&mut self, name: &str, value: u32) -> Outcome {
        let known = self.names.insert(name.to_owned(), value);
        match known {
            Some(_) if self.is_first_pass => Err("this name is defined twice"),
            _ => Ok(()),
        }
    }

    fn instruction(&mut self, mnemonic: &str, operands: &str) -> Outcome {
        let mut forms = FORMS
            .iter()
            .filter(|form| form.mnemonic == mnemonic)
            .peekable();
        if forms.peek().is_none() {
            return Err("there is no such instruction");
        }
        let opcode = forms.find_map(|form| self.encode(form, operands));
        self.emit_halfword(opcode.ok_or("these operands do not fit, or one is out of range")?)
    }

    fn encode(&self, form: &Form, operands: &str) -> Option<u32> {
        let mut opcode = form.opcode;
        let mut rest = operands;
        let mut pieces = pieces(form.operands).peekable();
        while let Some(piece) = pieces.next() {
            match piece {
                Piece::Text(text) => rest = rest.strip_prefix(text)?,
                Piece::Field(field) => {
                    let end = match pieces.peek() {
                        Some(Piece::Text(text)) => rest.find(text)?,
                        _ => rest.len(),
                    };
                    let evaluate = |text: &str| self.value(text).ok();
                    opcode |= match field.parse(&rest[..end], self.address(), evaluate) {
                        None if self.is_first_pass && self.contains_name(&rest[..end]) => 0,
                        bits => bits?,
                    };
                    rest = &rest[end..];
                }
            }
        }
        rest.is_empty().then_some(opcode)
    }

    /// Returns true if the text contains a name. In the first pass, the name's value may be unknown
    /// or may still change.
    fn contains_name(&self, text: &str) -> bool {
        text.contains(|letter: char| letter.is_alphabetic() || letter == '_')
    }

    /// Assembles BL, which is two halfwords long.
    fn branch_with_link(&mut self, operands: &str) -> Outcome {
        let target = self.value(operands)?;
        let offset = target.wrapping_sub(self.address().wrapping_add(4)) as i32;
        if !self.is_first_pass && !(-0x40_0000..0x40_0000).contains(&offset) {
            return Err("the target is out of reach");
        }
        self.emit_halfword(0xf000 | (offset >> 12) as u32 & 0x7ff)?;
        self.emit_halfword(0xf800 | (offset >> 1) as u32 & 0x7ff)
    }

    fn literal(&mut self, operands: &str) -> Outcome {
        let (register, value) = operands.split_once(",=").unwrap_or_default();
        self.literals.push((value.to_owned(), self.bytes.len()));
        self.instruction(
            "ldr",
            &format!("{register},[{}]", (self.address() & !3) + 4),
        )
    }

    /// Emits the pending literals, and fills in the offsets in the instructions that load them.
    fn emit_pool(&mut self) -> Outcome {
        if !self.literals.is_empty() {
            self.align(4);
        }
        for (value, at) in std::mem::take(&mut self.literals) {
            let pc = (self.origin.wrapping_add(at as u32) & !3).wrapping_add(4);
            let offset = self.address().wrapping_sub(pc);
            if offset >= 0x400 {
                return Err("a literal is out of reach: place it nearer with .pool");
            }
            self.bytes[at] = (offset / 4) as u8;
            let value = self.value(&value)?;
            self.bytes.extend(value.to_le_bytes());
        }
        Ok(())
    }

    fn directive(&mut self, word: &str, operands: &str) -> Outcome {
        match word {
            ".word" => self.data(operands, 4),
            ".half" => self.data(operands, 2),
            ".byte" => self.data(operands, 1),
            ".pool" => self.emit_pool(),
            ".align" => {
                self.align(self.value(operands)?.max(1) as usize);
                Ok(())
            }
            ".space" => {
                let length = self.bytes.len() + self.value(operands)?.min(1 << 20) as usize;
                self.bytes.resize(length, 0);
                Ok(())
            }
            ".equ" => {
                let (name, value) = operands.split_once(',').ok_or("write .equ NAME, value")?;
                let value = self.value(value)?;
                self.define(name, value)
            }
            _ => Err("there is no such directive"),
        }
    }

    fn data(&mut self, operands: &str, size: usize) -> Outcome {
        for text in operands.split(',') {
            let value = self.value(text)?;
            self.bytes.extend(&value.to_le_bytes()[..size]);
        }
        Ok(())
    }

    fn align(&mut self, to: usize) {
        let length = self.bytes.len().next_multiple_of(to);
        self.bytes.resize(length, 0);
    }

    fn emit_halfword(&mut self, opcode: u32) -> Outcome {
        self.bytes.extend((opcode as u16).to_le_bytes());
        Ok(())
    }

    /// Evaluates an expression: numbers and names joined by `+` and `-`.
    fn value(&self, text: &str) -> Result<u32, &'static str> {
        let mut sum = 0u32;
        let mut rest = text;
        let mut negative = false;
        loop {
            let end = rest.find(['+', '-']).unwrap_or(rest.len());
            let term = match &rest[..end] {
                "" if end < rest.len() => 0,
                term => self.term(term)?,
            };
            sum = if negative {
                sum.wrapping_sub(term)
            } else {
                sum.wrapping_add(term)
            };
            if end == rest.len() {
                return Ok(sum);
            }
            negative = rest.as_bytes()[end] == b'-';
            rest = &rest[end + 1..];
        }
    }

    fn term(&self, text: &str) -> Result<u32, &'static str> {
        let number = match text.strip_prefix("0x") {
            Some(digits) => u32::from_str_radix(digits, 16).ok(),
            None => text.parse().ok(),
        };
        let name = || self.names.get(text).copied();
        match number.or_else(name) {
            Some(value) => Ok(value),
            None if self.is_first_pass && self.contains_name(text) => Ok(0),
            None => Err("this is neither a number nor a name"),
        }
    }
}
