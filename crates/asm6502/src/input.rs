//! The stack of files and macros being read.

mod run;

use std::rc::Rc;

use crate::assembler::{Abort, Assembler, Step};
use crate::diagnostic::Code;
use crate::lexer::{LexContext, LineBuffer};
use crate::macros::{Arguments, Macro};
use crate::names::Scopes;
use crate::script::{Chunk, Script};
use crate::symbols::Place;

/// One file or macro being read.
pub(crate) struct Frame {
    /// Tags entries of the stacks of conditionals and repeats. The number left free last is given
    /// out first: what a MEXIT left open is then taken for the own by the next call, as in dasm,
    /// where the tag is an address of memory.
    pub id: u32,
    pub kind: FrameKind,
    script: Rc<Script>,
    /// The lines that are being read, and their number among those of the script.
    chunk: Rc<Chunk>,
    chunk_number: usize,
    /// The entry of the chunk that is read next.
    next: usize,
    /// Of a run of lines without statements that are read one by one: the bytes read.
    within: usize,
    /// Number of the line read last, from 1; 0 before the first.
    pub line: u32,
    /// `END` has been met.
    ended: bool,
    /// `LIST LOCALOFF`.
    pub unlisted: bool,
    /// Scopes of the caller, to come back to.
    pub scopes: Scopes,
}

pub(crate) enum FrameKind {
    /// Index into the file names.
    File(u32),
    Macro {
        body: Rc<Macro>,
        arguments: Arguments,
    },
}

/// A place to come back to within a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Bookmark {
    pub frame: u32,
    chunk: usize,
    entry: usize,
    within: usize,
    line: u32,
}

/// Deepest nesting of files; dasm has no limit but that of memory.
const MOST_FILES: usize = 512;

impl Assembler<'_> {
    /// Enters a file of that text.
    pub fn push_file(&mut self, name: &[u8], script: Rc<Script>) -> Step {
        if self.frames.len() > MOST_FILES {
            return self.abort(Code::Recursion, format!("include nesting > {MOST_FILES}"));
        }
        let file = self.file_index(name);
        self.push_frame(FrameKind::File(file), script);
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

    pub fn push_frame(&mut self, kind: FrameKind, script: Rc<Script>) {
        let id = self.free_frames.pop().unwrap_or_else(|| {
            self.frames_made += 1;
            self.frames_made
        });
        let scopes = self.scopes;
        let chunk = script.chunk(0, &mut self.spare).unwrap_or_default();
        self.frames.push(Frame {
            id,
            kind,
            script,
            chunk,
            chunk_number: 0,
            next: 0,
            within: 0,
            line: 0,
            ended: false,
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
        self.free_frames.push(frame.id);
        self.end_blocks(&frame);
        let name = match self.frames.last().map(|frame| &frame.kind) {
            None => return,
            Some(FrameKind::File(file)) => self.file_name(*file).to_vec(),
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
            self.free_frames.push(frame.id);
            self.macro_depth -= 1;
            self.scopes.dot = frame.scopes.dot;
            self.scopes.dollar = frame.scopes.dollar;
        }
    }

    /// Reads a line of the innermost frame, without leaving it. False at its end.
    pub fn read_line(&mut self, buffer: &mut LineBuffer, defining: bool) -> Result<bool, Abort> {
        let at_end = |frame: &Frame| frame.at_end_of_chunk();
        if self.frames.last().is_none_or(at_end) && !self.next_chunk() {
            return Ok(false);
        }
        let Some(frame) = self.frames.last_mut() else {
            return Ok(false);
        };
        let context = LexContext {
            arguments: frame.arguments(),
            defining,
        };
        let (raw, newline) = frame.chunk.raw_line(frame.next, frame.within);
        buffer.read(
            raw,
            &mut self.in_comment,
            newline && !frame.is_macro(),
            context,
        );
        frame.pass_line(raw.len() + 1);
        // Outside of definitions the number of the line before is reported: dasm counts later.
        frame.line += u32::from(defining);
        if !buffer.errors.is_empty() {
            self.report_lex_errors(buffer)?;
        }
        if let Some(frame) = self.frames.last_mut() {
            frame.line += u32::from(!defining);
        }
        Ok(true)
    }

    /// The place behind the line read last.
    pub fn bookmark(&self) -> Option<Bookmark> {
        self.frames.last().map(|frame| Bookmark {
            frame: frame.id,
            chunk: frame.chunk_number,
            entry: frame.next,
            within: frame.within,
            line: frame.line,
        })
    }

    /// Goes back to the place, which lies in the innermost frame. The lines before are kept: they
    /// will be met again.
    pub fn go_back(&mut self, mark: Bookmark) {
        let Some(frame) = self.frames.last_mut() else {
            return;
        };
        if frame.chunk_number != mark.chunk
            && let Some(chunk) = frame.script.chunk(mark.chunk, &mut self.spare)
        {
            frame.script.keep(frame.chunk_number, &frame.chunk);
            frame.chunk = chunk;
            frame.chunk_number = mark.chunk;
        }
        (frame.next, frame.within, frame.line) = (mark.entry, mark.within, mark.line);
    }

    /// `END`: the rest of the file, and of the macros running in it, is skipped.
    pub fn end_file(&mut self) {
        while self.in_macro() {
            self.pop_macro();
        }
        if let Some(frame) = self.frames.last_mut() {
            frame.ended = true;
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
    /// Which lines are being read.
    fn place_of_chunk(&self) -> (u32, usize) {
        (self.id, self.chunk_number)
    }

    /// The entry that is read next, and the number of the line read last.
    pub fn position(&self) -> (usize, u32) {
        (self.next, self.line)
    }

    /// Moves within the chunk.
    pub fn go_to(&mut self, next: usize, line: u32) {
        (self.next, self.line) = (next, line);
    }

    fn at_end_of_chunk(&self) -> bool {
        self.next >= self.chunk.len() || self.ended
    }

    /// A line of that many bytes, with its LF, has been read; of a run without statements one of
    /// many.
    fn pass_line(&mut self, length: usize) {
        let read = self.within + length;
        let run = self.chunk.length(self.next);
        self.within = if read < run { read } else { 0 };
        self.next += usize::from(self.within == 0);
    }

    /// The line read last, as written.
    pub fn raw_line(&self) -> &[u8] {
        self.chunk.raw_line_before(self.next, self.within)
    }

    /// What the macro was called with.
    fn arguments(&self) -> Option<&Arguments> {
        match &self.kind {
            FrameKind::File(_) => None,
            FrameKind::Macro { arguments, .. } => Some(arguments),
        }
    }

    pub fn is_macro(&self) -> bool {
        matches!(self.kind, FrameKind::Macro { .. })
    }

    pub fn place(&self) -> Place {
        match &self.kind {
            FrameKind::File(file) => Place {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Options;
    use crate::listing::Listing;
    use crate::options::ListingMode;
    use crate::source::MemoryProvider;

    /// To split lines anew in each round takes hundreds of times as long as to run them.
    #[test]
    fn what_a_loop_goes_back_over_is_split_once() {
        let comments = "; far apart\n".repeat(1300);
        let loops = " repeat 3\n".to_owned() + &" nop\n".repeat(2000) + " repend\n";
        let mut sources = MemoryProvider::default();
        let head = " processor 6502\n org $1000\n";
        sources.insert("a.asm", format!("{head}{comments}{loops}{comments}"));
        let options = Options {
            source: b"a.asm".to_vec(),
            ..Options::default()
        };
        let listing = Listing::new(ListingMode::None, None);
        let mut assembler = Assembler::new(&sources, &options, listing);
        assembler.run();
        let file = assembler.read_file(b"a.asm").expect("it has been read");
        let kept = |number: usize| {
            let chunk = || file.script().chunk(number, &mut None);
            let (first, second) = chunk().zip(chunk())?;
            Some(Rc::ptr_eq(&first, &second))
        };
        let expected = [true, true, false].map(Some);
        assert_eq!(
            [0, 1, 2].map(kept),
            expected,
            "the loop lies in two of them"
        );
    }
}
