//! The way of one statement: fields, operation, listing.

use crate::assembler::{Abort, Assembler, Shown, Step};
use crate::diagnostic::Code;
use crate::expression::Context;
use crate::lexer::{LONGEST_LINE, LexError, LineBuffer};
use crate::line::Line;
use crate::listing::Entry;
use crate::mnemonics::Operation;
use crate::parser::LabelEnd;

impl Assembler<'_> {
    /// One statement: operation, then listing.
    pub fn statement(&mut self, line: &Line) -> Step {
        let result = self.perform(line);
        if self.listing.enabled() {
            let shown = std::mem::take(&mut self.shown);
            if result.is_ok() && !shown.already {
                self.list(line, shown, line.comment());
            }
            self.cycles.clear();
        }
        if self.messages.lack_excerpts() {
            self.attach_excerpts(line);
        }
        result
    }

    fn perform(&mut self, line: &Line) -> Step {
        if line.fields.operation.is_empty() {
            if self.active() {
                self.program_label(line);
            }
            return Ok(());
        }
        match self.operation(line) {
            Some(Operation::Directive(directive)) => {
                if directive.always || self.active() {
                    return (directive.run)(self, line);
                }
            }
            _ if !self.active() => {}
            Some(Operation::Instruction(mnemonic)) => return self.instruction(mnemonic, line),
            Some(Operation::Macro(index)) => return self.call_macro(index, line),
            None => self.unknown_operation(line),
        }
        Ok(())
    }

    /// What the operation means, looked up once as soon as it means something.
    #[inline]
    pub fn operation(&self, line: &Line) -> Option<Operation> {
        let known = u32::from(line.memo.operation.get());
        if known > 0 {
            return self.operations.get(known);
        }
        let name = line.operation();
        let place = self
            .operations
            .look_up(name.strip_prefix(b".").unwrap_or(name));
        line.memo.operation.set(u16::try_from(place).unwrap_or(0));
        self.operations.get(place)
    }

    #[cold]
    fn unknown_operation(&mut self, line: &Line) {
        let at = line.fields.operation.start();
        self.error_at(Code::UnknownMnemonic, line.operation(), line.text, at);
    }

    /// Splits the line into fields; a label with commas is put together here.
    pub fn split(&mut self, buffer: &mut LineBuffer) -> Step {
        match buffer.split_label() {
            LabelEnd::At(at) => buffer.split_rest(at),
            LabelEnd::Arguments(at) => {
                let name = buffer.text[buffer.fields.label.range()].to_vec();
                let (name, at) = self.built_name(&buffer.text, name, at)?;
                buffer.split_rest(at);
                let start = buffer.text.len();
                if start + name.len() > LONGEST_LINE {
                    buffer.errors.push(LexError::TooLong);
                    return self.report_lex_errors(buffer);
                }
                buffer.text.extend_from_slice(&name);
                buffer.fields.label = (start..buffer.text.len()).into();
            }
        }
        Ok(())
    }

    /// The name that a label field with commas makes, and where the field ends.
    fn built_name(
        &mut self,
        text: &[u8],
        mut name: Vec<u8>,
        from: usize,
    ) -> Result<(Vec<u8>, usize), Abort> {
        let mut at = from;
        loop {
            if text.get(at) == Some(&b'"') {
                let rest = &text[at + 1..];
                let length = memchr::memchr(b'"', rest).unwrap_or(rest.len());
                name.extend(
                    rest[..length]
                        .iter()
                        .map(|&byte| if byte == 0x80 { b' ' } else { byte }),
                );
                at = (at + length + 2).min(text.len());
            } else {
                let length = memchr::memchr(b',', &text[at..]).unwrap_or(text.len() - at);
                let argument = text[at..at + length].to_vec();
                let item = self.evaluate(&argument, Context::Data)?.swap_remove(0);
                if item.unknown {
                    name.clear();
                    return Ok((name, end_of_field(text, at, b" =:")));
                }
                name.extend_from_slice((item.value as i32).to_string().as_bytes());
                // What was evaluated may reach further than the field.
                at = end_of_field(text, at, b" =:,");
            }
            match text.get(at) {
                Some(b',') => at += 1,
                _ => return Ok((name, at)),
            }
        }
    }

    /// A name for the right side of `SET`: arguments end at a blank or comma.
    /// `None` if an argument is unknown.
    pub fn built_operand(&mut self, operand: &[u8]) -> Result<Option<Vec<u8>>, Abort> {
        let comma = end_of_field(operand, 0, b",");
        let mut name = operand[..comma].to_vec();
        let mut at = comma;
        while operand.get(at) == Some(&b',') {
            at += 1;
            if operand.get(at) == Some(&b'"') {
                let rest = &operand[at + 1..];
                let length = memchr::memchr(b'"', rest).unwrap_or(rest.len());
                name.extend_from_slice(&rest[..length]);
                at = (at + length + 2).min(operand.len());
            } else {
                let length =
                    memchr::memchr2(b',', b' ', &operand[at..]).unwrap_or(operand.len() - at);
                let item = self
                    .evaluate(&operand[at..at + length], Context::Data)?
                    .swap_remove(0);
                if item.unknown {
                    return Ok(None);
                }
                name.extend_from_slice((item.value as i32).to_string().as_bytes());
                at += length;
            }
        }
        // dasm builds the name in the place of the operand.
        name.truncate(operand.len());
        Ok(Some(name))
    }

    /// Lists the statement, if both switches are on.
    pub fn list(&mut self, line: &Line, shown: Shown, comment: Option<&[u8]>) {
        let Some(frame) = self.frames.last() else {
            return;
        };
        if !self.listing.enabled() || !self.listing.on || frame.unlisted {
            return;
        }
        if self.listing.paused {
            self.generated = 0;
            return;
        }
        let entry = Entry {
            line: frame.line,
            uninitialized: self.segments.current().uninitialized,
            address: self.listed_address,
            bytes: &self.block[..self.generated],
            skipped: !self.active(),
            label: shown.label.unwrap_or(line.label()),
            operation: line.operation(),
            suffix: shown.suffix.or_else(|| line.behind_dot()),
            operand: line.operand(),
            comment,
            cycles: &self.cycles,
        };
        self.listing.add(&entry);
        self.generated = 0;
    }

    /// Reports what was wrong with the line before it was parsed.
    pub fn report_lex_errors(&mut self, buffer: &mut LineBuffer) -> Step {
        for error in std::mem::take(&mut buffer.errors) {
            match error {
                LexError::OpenQuote(text) => {
                    let text: Vec<u8> = text
                        .iter()
                        .map(|&byte| if byte == 0x80 { b' ' } else { byte })
                        .collect();
                    self.error_at(Code::Syntax, text, b"\"", 0);
                }
                LexError::MissingArgument(number) => {
                    let needle = format!("{{{number}}}");
                    self.error_at(Code::MissingArgument, Vec::new(), needle.as_bytes(), 0);
                }
                LexError::OpenBrace => self.say("end brace required\n"),
                LexError::StrayCommentEnd => {
                    self.error_at(Code::CommentClose, Vec::new(), b"*/", 0)
                }
                LexError::TooLong => {
                    return self.abort(
                        Code::Recursion,
                        format!("a line: more than {LONGEST_LINE} characters, or a macro argument that contains itself"),
                    );
                }
            }
        }
        Ok(())
    }
}

/// The first place at or behind `at` with one of the stops, or the end.
fn end_of_field(text: &[u8], at: usize, stops: &[u8]) -> usize {
    let length = text[at..].iter().position(|byte| stops.contains(byte));
    length.map_or(text.len(), |length| at + length)
}
