//! Macros: definition and call.

use std::cell::Cell;
use std::rc::Rc;

use smallvec::SmallVec;

use crate::assembler::{Assembler, Shown, Step};
use crate::diagnostic::Code;
use crate::expression::ArgumentValue;
use crate::input::FrameKind;
use crate::lexer::{LineBuffer, is_special};
use crate::line::Line;
use crate::mnemonics::Operation;
use crate::parser::skip_blanks;
use crate::script::Script;
use crate::symbols::Place;

/// Deepest nesting of calls.
const DEEPEST: u32 = 32;

/// A macro: its name and the lines of its body, without comments.
#[derive(Debug)]
pub(crate) struct Macro {
    pub name: Box<[u8]>,
    pub script: Rc<Script>,
    /// The line of `MAC`; the body begins on the next.
    pub place: Place,
    /// The pass that defined it.
    pub pass: u32,
}

impl Assembler<'_> {
    /// `MAC name`: reads the body up to `ENDM`. Works in skipped blocks, too, where the body is
    /// passed over. Lists its lines itself: that of `ENDM` shows the comment of `MAC`.
    pub fn define_macro(&mut self, line: &Line) -> Step {
        self.macros_opened += 1;
        let place = self.place();
        let name: Box<[u8]> = line.operand().to_ascii_lowercase().into();
        let existing = self.operations.find(&name).filter(|existing| {
            // A macro has precedence over what dasm does not have.
            !matches!(existing, Operation::Directive(directive) if directive.is_extension())
        });
        let wanted = self.active() && existing.is_none();
        let listed = self.active();
        if listed {
            self.list_definition(line, &name);
        }
        if let Some(Operation::Macro(index)) = existing
            && listed
        {
            self.check_repetition(index, line)?;
        }
        let (mut text, mut lines) = (Vec::new(), Vec::new());
        let mut buffer = LineBuffer::default();
        loop {
            if !self.read_line(&mut buffer, true)? {
                return self.abort(Code::PrematureEnd, String::new());
            }
            let start = text.len();
            text.extend(buffer.plain_text());
            lines.push((start, text.len()));
            text.push(b'\n');
            self.split(&mut buffer)?;
            let body_line = buffer.line();
            match self.operations.find(body_line.operation()) {
                Some(Operation::Directive(directive)) if directive.name == "endm" => break,
                Some(Operation::Directive(directive))
                    if matches!(directive.name, "mac" | "macro") =>
                {
                    self.macros_opened += 1;
                }
                _ => {}
            }
            if listed {
                self.list(&body_line, Shown::default(), body_line.comment());
            }
        }
        self.macros_closed += 1;
        lines.pop();
        self.list(&buffer.line(), Shown::default(), line.comment());
        if wanted {
            let index = self.macros.len() as u32;
            self.operations.insert(&name, Operation::Macro(index));
            let pass = self.pass.number;
            self.macros.push(Rc::new(Macro {
                name,
                script: Rc::new(Script::of_body(text, &lines)),
                place,
                pass,
            }));
        }
        Ok(())
    }

    /// The line of `MAC`: with the name in lower case, without the comment.
    fn list_definition(&mut self, line: &Line, name: &[u8]) {
        let mut text = line.text.to_vec();
        text[line.fields.operand.range()].copy_from_slice(name);
        let shown = Line {
            text: &text,
            ..*line
        };
        self.list(&shown, Shown::default(), None);
    }

    /// A second definition is skipped; with `-S`, two in one pass are an error.
    fn check_repetition(&mut self, index: u32, line: &Line) -> Step {
        let first = self.macros[index as usize].clone();
        if self.options.strict && first.pass == self.pass.number {
            let name = crate::text::lossy(&first.name);
            return self.abort(Code::MacroRepeated, name);
        }
        if first.pass == self.pass.number {
            let message = format!(
                "macro {} is defined already; this body is ignored",
                crate::text::lossy(&first.name)
            );
            self.warn_at(message, line, line.fields.operand.start(), None);
        }
        Ok(())
    }

    /// A call: the label gets the address, then the body is read with the arguments.
    pub fn call_macro(&mut self, index: u32, line: &Line) -> Step {
        self.program_label(line);
        let body = self.macros[index as usize].clone();
        self.macro_depth += 1;
        if self.macro_depth > DEEPEST {
            let name = crate::text::lossy(&body.name);
            return self.abort(
                Code::Recursion,
                format!(" macro [{name}] recursion > {DEEPEST}"),
            );
        }
        let arguments = Arguments::split(line.operand());
        let script = body.script.clone();
        self.push_frame(FrameKind::Macro { body, arguments }, script);
        self.scopes.next_dot();
        self.scopes.next_dollar();
        Ok(())
    }

    /// `MEXIT`, and `ENDM` outside of a definition.
    pub fn exit_macro(&mut self) {
        if self.in_macro() {
            self.pop_macro();
        } else {
            self.say("not within a macro\n");
        }
    }
}

/// Arguments of a call, within the text of its operand: 0 is all of it, then the parts.
#[derive(Debug)]
pub(crate) struct Arguments {
    text: Box<[u8]>,
    parts: SmallVec<[(u32, u32); 6]>,
    plain: bool,
    tight: bool,
    /// What the first of them are as operands, the whole text included.
    values: Cell<[ArgumentValue; VALUES]>,
}

/// Arguments whose values are remembered.
const VALUES: usize = 5;

impl Arguments {
    /// Splits at every comma; blanks behind a comma are dropped.
    fn split(operand: &[u8]) -> Self {
        let mut parts = SmallVec::new();
        parts.push((0, operand.len() as u32));
        let mut tight = !operand.is_empty();
        if !operand.is_empty() {
            let mut start = 0;
            // Nothing behind the last comma is no argument.
            let list = operand.strip_suffix(b",").unwrap_or(operand);
            for part in list.split(|&byte| byte == b',') {
                let end = start + part.len();
                let from = skip_blanks(&operand[..end], start);
                tight &= from < end && !operand[from..end].contains(&b' ');
                parts.push((from as u32, end as u32));
                start = end + 1;
            }
        }
        Arguments {
            text: operand.into(),
            parts,
            plain: !operand.iter().any(|&byte| is_special(byte)),
            tight,
            values: Cell::default(),
        }
    }

    /// What is known of an argument as an operand; `None` if it cannot be remembered.
    #[inline]
    pub fn value(&self, number: u8) -> Option<ArgumentValue> {
        self.values.get().get(usize::from(number)).copied()
    }

    pub fn set_value(&self, number: u8, value: ArgumentValue) {
        let mut values = self.values.get();
        if let Some(place) = values.get_mut(usize::from(number)) {
            *place = value;
        }
        self.values.set(values);
    }

    /// True if nothing in the text needs cleaning, so that it can be put in as it is.
    pub fn are_plain(&self) -> bool {
        self.plain
    }

    /// True if no argument is empty or holds a blank, so that no blanks can meet.
    pub fn are_tight(&self) -> bool {
        self.tight
    }

    pub fn get(&self, number: i64) -> Option<&[u8]> {
        let &(start, end) = self.parts.get(usize::try_from(number).ok()?)?;
        Some(&self.text[start as usize..end as usize])
    }
}
