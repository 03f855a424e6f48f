//! The stack of files and macros being read.

use std::rc::Rc;

use crate::assembler::{Abort, Assembler, Scopes, Step};
use crate::diagnostic::Code;
use crate::lexer::{LexContext, Line};
use crate::macros::{Arguments, Macro};
use crate::symbols::Place;

/// One file or macro being read.
pub(crate) struct Frame {
    /// Never used twice in a run: tags entries of the stacks of conditionals and repeats.
    pub id: u32,
    pub kind: FrameKind,
    /// Number of the line read last, from 1; 0 before the first.
    pub line: u32,
    /// `LIST LOCALOFF`.
    pub unlisted: bool,
    /// Scopes of the caller, to come back to.
    pub scopes: Scopes,
}

pub(crate) enum FrameKind {
    File {
        /// Index into the file names.
        file: u32,
        text: Rc<[u8]>,
        /// Where the line read last begins.
        start: usize,
        at: usize,
    },
    Macro {
        body: Rc<Macro>,
        at: usize,
        arguments: Arguments,
    },
}

/// A place to come back to within a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Bookmark {
    pub frame: u32,
    at: usize,
    line: u32,
}

/// Deepest nesting of files; dasm has no limit but that of memory.
const MOST_FILES: usize = 512;

/// Most statements in a pass: some hundred times what the largest known sources have.
const MOST_STATEMENTS: u64 = 10_000_000;

/// Most text of listing and messages.
const MOST_TEXT: usize = 256 << 20;

impl Assembler<'_> {
    /// Enters a file of that text.
    pub fn push_file(&mut self, name: &[u8], text: Rc<[u8]>) -> Step {
        if self.frames.len() > MOST_FILES {
            return self.abort(Code::Recursion, format!("include nesting > {MOST_FILES}"));
        }
        let file = self.file_index(name);
        let kind = FrameKind::File {
            file,
            text,
            start: 0,
            at: 0,
        };
        self.push_frame(kind);
        let level = self.frames.iter().filter(|frame| !frame.is_macro()).count();
        if self.options.verbosity > 1 && self.options.verbosity != 5 {
            self.messages
                .console
                .extend_from_slice(b" Including file \"");
            self.messages.console.extend_from_slice(name);
            self.messages.console.extend_from_slice(b"\"\n");
        }
        if self.listing.enabled() {
            let pass = self.pass.number;
            self.listing.push(b"------- FILE ");
            self.listing.push(name);
            self.listing
                .push(format!(" LEVEL {level} PASS {pass}\n").as_bytes());
        }
        Ok(())
    }

    pub fn push_frame(&mut self, kind: FrameKind) {
        let id = self.next_frame;
        self.next_frame += 1;
        let scopes = self.scopes;
        self.frames.push(Frame {
            id,
            kind,
            line: 0,
            unlisted: false,
            scopes,
        });
    }

    fn file_index(&mut self, name: &[u8]) -> u32 {
        let found = self.file_names.iter().position(|known| known == name);
        found.unwrap_or_else(|| {
            self.file_names.push(name.to_vec());
            self.file_names.len() - 1
        }) as u32
    }

    /// Leaves a file that has ended: blocks and loops opened in it end with it.
    fn pop_file(&mut self) {
        let Some(frame) = self.frames.pop() else {
            return;
        };
        while self.ifs.last().is_some_and(|entry| entry.frame == frame.id) {
            self.ifs.pop();
        }
        while self
            .repeats
            .last()
            .is_some_and(|entry| entry.mark.frame == frame.id)
        {
            self.repeats.pop();
        }
        let name = match self.frames.last().map(|frame| &frame.kind) {
            None => return,
            Some(FrameKind::File { file, .. }) => self.file_name(*file).to_vec(),
            Some(FrameKind::Macro { body, .. }) => body.name.to_vec(),
        };
        if self.options.verbosity > 3 {
            self.messages.console.extend_from_slice(b"back to: ");
            self.messages.console.extend_from_slice(&name);
            self.messages.console.push(b'\n');
        }
        self.listing.push(b"------- FILE ");
        self.listing.push(&name);
        self.listing.push(b"\n");
    }

    /// Leaves a macro; its scopes end, its open blocks stay.
    pub fn pop_macro(&mut self) {
        if let Some(frame) = self.frames.pop() {
            self.macro_depth -= 1;
            self.scopes.dot = frame.scopes.dot;
            self.scopes.dollar = frame.scopes.dollar;
        }
    }

    /// Reads and cleans the next line of the innermost frame; leaves frames that have ended.
    /// False at the end of the main file.
    pub fn next_line(&mut self, line: &mut Line) -> Result<bool, Abort> {
        self.check_limits()?;
        loop {
            if self.read_line(line, false)? {
                return Ok(true);
            }
            match self.frames.last() {
                None => return Ok(false),
                Some(frame) if frame.is_macro() => self.pop_macro(),
                Some(_) => {
                    self.pop_file();
                    if self.frames.is_empty() {
                        return Ok(false);
                    }
                }
            }
        }
    }

    /// Ends a run that does not come to an end by itself, such as macros that call themselves
    /// twice, before time or memory run out.
    fn check_limits(&mut self) -> Step {
        self.pass.statements += 1;
        if self.pass.statements > MOST_STATEMENTS {
            return self.abort(
                Code::Recursion,
                format!("more than {MOST_STATEMENTS} statements"),
            );
        }
        let messages = &self.messages;
        let text = self.listing.text.len() + messages.console.len() + messages.errors.len();
        if text + messages.echo.len() > MOST_TEXT {
            return self.abort(
                Code::Recursion,
                "listing and messages: more than 256 MiB".to_owned(),
            );
        }
        Ok(())
    }

    /// Reads a line of the innermost frame, without leaving it. False at its end.
    pub fn read_line(&mut self, line: &mut Line, defining: bool) -> Result<bool, Abort> {
        let keep_comments = self.listing.enabled();
        let Some(frame) = self.frames.last_mut() else {
            return Ok(false);
        };
        match &mut frame.kind {
            FrameKind::File {
                text, at, start, ..
            } => {
                if *at >= text.len() {
                    return Ok(false);
                }
                let rest = &text[*at..];
                let length = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
                *start = *at;
                *at += length + 1;
                let context = LexContext {
                    arguments: None,
                    defining,
                    keep_comments,
                };
                line.read(&rest[..length], &mut self.in_comment, true, context);
            }
            FrameKind::Macro {
                body,
                at,
                arguments,
            } => {
                let Some(raw) = body.lines.get(*at) else {
                    return Ok(false);
                };
                *at += 1;
                let context = LexContext {
                    arguments: Some(arguments),
                    defining,
                    keep_comments,
                };
                line.read(raw, &mut self.in_comment, false, context);
            }
        }
        // Outside of definitions the number of the line before is reported: dasm counts later.
        frame.line += u32::from(defining);
        if !line.errors.is_empty() {
            self.report_lex_errors(line)?;
        }
        if let Some(frame) = self.frames.last_mut() {
            frame.line += u32::from(!defining);
        }
        Ok(true)
    }

    /// The place behind the line read last.
    pub fn bookmark(&self) -> Option<Bookmark> {
        let frame = self.frames.last()?;
        let at = match frame.kind {
            FrameKind::File { at, .. } | FrameKind::Macro { at, .. } => at,
        };
        Some(Bookmark {
            frame: frame.id,
            at,
            line: frame.line,
        })
    }

    /// Goes back to the place, which lies in the innermost frame.
    pub fn go_back(&mut self, mark: Bookmark) {
        if let Some(frame) = self.frames.last_mut() {
            frame.line = mark.line;
            match &mut frame.kind {
                FrameKind::File { at, .. } | FrameKind::Macro { at, .. } => *at = mark.at,
            }
        }
    }

    /// `END`: the rest of the file, and of the macros running in it, is skipped.
    pub fn end_file(&mut self) {
        while self.in_macro() {
            self.pop_macro();
        }
        if let Some(Frame {
            kind: FrameKind::File { at, text, .. },
            ..
        }) = self.frames.last_mut()
        {
            *at = text.len();
        }
    }

    /// File and line that dasm names in a message: those of the outermost call in a file.
    pub fn reported_place(&self) -> Place {
        let file = self.frames.iter().rev().find(|frame| !frame.is_macro());
        file.map_or(Place::default(), Frame::place)
    }

    /// File and line of the statement: within a macro those of its definition.
    pub fn place(&self) -> Place {
        self.frames.last().map_or(Place::default(), Frame::place)
    }

    pub fn file_name(&self, file: u32) -> &[u8] {
        self.file_names.get(file as usize).map_or(b"", |name| name)
    }
}

impl Frame {
    pub fn is_macro(&self) -> bool {
        matches!(self.kind, FrameKind::Macro { .. })
    }

    pub fn place(&self) -> Place {
        match &self.kind {
            FrameKind::File { file, .. } => Place {
                file: *file,
                line: self.line,
            },
            FrameKind::Macro { body, .. } => Place {
                file: body.place.file,
                line: body.place.line + self.line,
            },
        }
    }
}
