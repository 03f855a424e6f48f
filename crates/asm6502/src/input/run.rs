//! The lines of files and macros, one after the other.

use std::rc::Rc;

use super::Frame;
use crate::assembler::{Assembler, Step};
use crate::diagnostic::Code;
use crate::script::{Chunk, Glance};

/// Most statements in a pass: some hundred times what the largest known sources have.
const MOST_STATEMENTS: u64 = 10_000_000;

/// A power of two, so that the test is cheap.
const LIMITS_CHECKED_EVERY: u64 = 256;

/// Most text of listing and messages.
const MOST_TEXT: usize = 256 << 20;

impl Assembler<'_> {
    /// Assembles the lines of all frames, the innermost first, up to the end of the main file.
    pub fn run_frames(&mut self) -> Step {
        let mut scratch = Vec::new();
        while let Some(frame) = self.frames.last() {
            let (place, chunk) = (frame.place_of_chunk(), frame.chunk.clone());
            self.run_chunk(place, &chunk, &mut scratch)?;
            drop(chunk);
            if self.frames.last().is_some_and(Frame::at_end_of_chunk) && !self.next_chunk() {
                self.leave_frame();
            }
        }
        Ok(())
    }

    /// Assembles lines until the chunk has ended or others are to be read.
    fn run_chunk(&mut self, place: (u32, usize), chunk: &Chunk, scratch: &mut Vec<u8>) -> Step {
        let quick = !self.listing.enabled() && !self.examines_code();
        let here = |frame: &&mut Frame| frame.place_of_chunk() == place;
        while let Some(frame) = self.frames.last_mut().filter(here) {
            if frame.at_end_of_chunk() {
                break;
            }
            let alone = self.in_comment || frame.within > 0;
            if quick && !alone && self.run_quick_lines(chunk)? {
                continue;
            }
            if self.frames.last().is_none_or(Frame::at_end_of_chunk) {
                break;
            }
            match alone {
                true => self.read_and_run()?,
                false => self.run_next_line(chunk, scratch)?,
            }
        }
        Ok(())
    }

    /// Assembles the next line of the innermost frame.
    fn run_next_line(&mut self, chunk: &Chunk, scratch: &mut Vec<u8>) -> Step {
        let Some(frame) = self.frames.last_mut() else {
            return Ok(());
        };
        let index = frame.next;
        if let Some(line) = chunk.line(index, frame.arguments(), scratch) {
            frame.go_to(index + 1, frame.line + 1);
            self.count_statements(1)?;
            return self.statement(&line);
        }
        match chunk.glance(index) {
            Some(Glance::Blank(_)) => self.run_blank_lines(chunk, index),
            _ => self.read_and_run(),
        }
    }

    /// Lines without statements, each of which is to be listed.
    fn run_blank_lines(&mut self, chunk: &Chunk, index: usize) -> Step {
        for (length, line) in chunk.blank_lines(index) {
            if let Some(frame) = self.frames.last_mut() {
                frame.within += length;
                frame.line += 1;
            }
            self.count_statements(1)?;
            self.statement(&line)?;
        }
        if let Some(frame) = self.frames.last_mut() {
            (frame.next, frame.within) = (index + 1, 0);
        }
        Ok(())
    }

    /// Goes on to the next lines of the innermost frame; false at its end. Those before are kept if
    /// it is known that they will be met again: only then it pays to remember anything of them.
    pub(super) fn next_chunk(&mut self) -> bool {
        let again = self.pass.redos > 0 || !self.repeats.is_empty();
        let Some(frame) = self.frames.last_mut() else {
            return false;
        };
        if again {
            frame.script.keep(frame.chunk_number, &frame.chunk);
        }
        if frame.ended {
            return false;
        }
        let Some(chunk) = frame.script.chunk(frame.chunk_number + 1, &mut self.spare) else {
            return false;
        };
        let done = std::mem::replace(&mut frame.chunk, chunk);
        frame.chunk_number += 1;
        frame.next = 0;
        self.reuse(done);
        true
    }

    /// Keeps the memory of lines that nobody else keeps for those that come next.
    fn reuse(&mut self, chunk: Rc<Chunk>) {
        if let Some(chunk) = Rc::into_inner(chunk) {
            self.spare = Some(chunk);
        }
    }

    /// Shows the line with what was reported of it.
    #[cold]
    pub fn excerpt_of(&mut self, chunk: &Chunk, index: usize) {
        let arguments = self.frames.last().and_then(Frame::arguments);
        if let Some(line) = chunk.line(index, arguments, &mut Vec::new()) {
            self.attach_excerpts(&line);
        }
    }

    /// A line that has to be read where it is met.
    #[cold]
    fn read_and_run(&mut self) -> Step {
        self.count_statements(1)?;
        let mut buffer = std::mem::take(&mut self.buffer);
        let result = self.read_line(&mut buffer, false).and_then(|_| {
            self.split(&mut buffer)?;
            self.statement(&buffer.line())
        });
        if result.is_err() {
            self.attach_excerpts(&buffer.line());
        }
        self.buffer = buffer;
        result
    }

    fn leave_frame(&mut self) {
        if self.in_macro() {
            self.pop_macro();
        } else {
            self.pop_file();
        }
    }

    /// Counts statements, and ends a run that does not come to an end by itself, such as macros that
    /// call themselves twice, before time or memory run out.
    #[inline]
    pub fn count_statements(&mut self, count: u64) -> Step {
        let before = self.pass.statements;
        self.pass.statements += count;
        if before / LIMITS_CHECKED_EVERY == self.pass.statements / LIMITS_CHECKED_EVERY {
            return Ok(());
        }
        self.check_limits()
    }

    #[cold]
    fn check_limits(&mut self) -> Step {
        if self.pass.statements > MOST_STATEMENTS {
            return self.abort(
                Code::Recursion,
                format!("more than {MOST_STATEMENTS} statements"),
            );
        }
        let messages = &self.messages;
        let text = self.listing.len() + messages.console.len() + messages.errors.len();
        if text + messages.echo.len() > MOST_TEXT {
            return self.abort(
                Code::Recursion,
                "listing and messages: more than 256 MiB".to_owned(),
            );
        }
        Ok(())
    }
}
