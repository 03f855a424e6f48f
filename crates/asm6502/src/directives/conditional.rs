//! `IF` and its relatives.

use crate::assembler::{Assembler, Step};
use crate::expression::Item;
use crate::input::Frame;
use crate::line::Line;
use crate::passes::Reason;
use crate::symbols::Place;

/// One open conditional block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct IfEntry {
    /// The condition holds now; `ELSE` turns it round.
    pub holds: bool,
    /// The block around is assembled, and the condition is known.
    pub counts: bool,
    /// The file or macro call that opened it; 0 for the outermost entry.
    pub frame: u32,
    /// A branch has been assembled: no `ELIF` after it.
    pub taken: bool,
    /// The line that opened it.
    pub line: u32,
    /// Opened by `REPEAT`.
    pub repeat: bool,
}

impl IfEntry {
    /// What is below all blocks.
    pub const BASE: IfEntry = IfEntry {
        holds: true,
        counts: true,
        frame: 0,
        taken: true,
        line: 0,
        repeat: false,
    };

    pub fn active(&self) -> bool {
        self.holds && self.counts
    }
}

impl Assembler<'_> {
    /// Opens a block.
    pub fn push_if(&mut self, holds: bool) {
        let counts = self.active();
        let frame = self.frames.last();
        self.ifs.push(IfEntry {
            holds,
            counts,
            frame: frame.map_or(0, |frame| frame.id),
            taken: holds,
            line: frame.map_or(0, |frame| frame.line),
            repeat: false,
        });
    }

    /// Opens the block of a `REPEAT`.
    pub fn push_repeat_block(&mut self, holds: bool) {
        self.push_if(holds);
        if let Some(entry) = self.ifs.last_mut() {
            entry.repeat = true;
        }
    }

    /// The block that an `ELSE` or `ELIF` is about, if it is assembled at all; defines the label of
    /// the line then.
    pub fn block_to_turn(&mut self, word: &str, line: &Line) -> Option<IfEntry> {
        let entry = *self.ifs.last()?;
        if entry.frame == 0 {
            let message = format!("{word} without IF");
            self.warn_at(message, line, line.fields.operation.start(), None);
            return None;
        }
        if !entry.counts {
            return None;
        }
        self.program_label(line);
        Some(entry)
    }

    /// The file ends, and with it all blocks that were opened in it.
    pub fn end_blocks(&mut self, frame: &Frame) {
        while let Some(entry) = self.ifs.pop_if(|entry| entry.frame == frame.id) {
            let (opening, ending) = match entry.repeat {
                true => ("REPEAT", "REPEND"),
                false => ("IF", "ENDIF"),
            };
            let message = format!("{opening} without {ending}: its block ends with the file");
            let help = format!("add the {ending} where the block is to end");
            let place = Place {
                line: entry.line,
                ..frame.place()
            };
            self.warn_of_place(message, place, &help);
        }
        while (self.repeats.pop_if(|entry| entry.mark.frame == frame.id)).is_some() {}
    }

    /// Closes a block; one of a caller stays open.
    pub fn close_if(&mut self, line: &Line) {
        let Some(entry) = self.ifs.last().copied() else {
            return;
        };
        if entry.frame == 0 {
            let help = "remove it, or add the IF that it belongs to";
            self.warn_at(
                "ENDIF without IF".to_owned(),
                line,
                line.fields.operation.start(),
                Some(help),
            );
            return;
        }
        if entry.counts {
            self.program_label(line);
        }
        if self
            .frames
            .last()
            .is_some_and(|frame| frame.id == entry.frame)
        {
            self.ifs.pop();
        } else {
            self.say("too many endif's\n");
            let message = "ENDIF would close a block of the caller; it is ignored".to_owned();
            let help = "MEXIT leaves the blocks of its macro open; close them before it";
            self.warn_at(message, line, line.fields.operation.start(), Some(help));
        }
    }
}

pub(super) fn if_(assembler: &mut Assembler, line: &Line) -> Step {
    if !assembler.active() {
        assembler.push_if(false);
        return Ok(());
    }
    assembler.program_label(line);
    let mut item = Item::default();
    assembler.evaluate_operand(line, &mut item)?;
    if item.unknown || item.text.is_some() {
        assembler.redo(Reason::If);
        assembler.pass.unresolved_if = true;
        assembler.push_if(false);
        if let Some(entry) = assembler.ifs.last_mut() {
            entry.counts = false;
        }
    } else {
        assembler.push_if(item.value != 0);
    }
    Ok(())
}

pub(super) fn ifconst(assembler: &mut Assembler, line: &Line) -> Step {
    let known = is_constant(assembler, line)?;
    assembler.push_if(known);
    Ok(())
}

pub(super) fn ifnconst(assembler: &mut Assembler, line: &Line) -> Step {
    let known = is_constant(assembler, line)?;
    assembler.push_if(!known);
    Ok(())
}

fn is_constant(assembler: &mut Assembler, line: &Line) -> Result<bool, crate::assembler::Abort> {
    assembler.program_label(line);
    let mut item = Item::default();
    assembler.asking(|assembler| assembler.evaluate_operand(line, &mut item))?;
    Ok(!item.unknown && item.text.is_none())
}

pub(super) fn else_(assembler: &mut Assembler, line: &Line) -> Step {
    if assembler.block_to_turn("ELSE", line).is_some()
        && let Some(entry) = assembler.ifs.last_mut()
    {
        entry.holds = !entry.holds;
        entry.taken |= entry.holds;
    }
    Ok(())
}

pub(super) fn endif(assembler: &mut Assembler, line: &Line) -> Step {
    assembler.close_if(line);
    Ok(())
}

/// `MAC`: also in skipped blocks, where its body is passed over.
pub(super) fn mac(assembler: &mut Assembler, line: &Line) -> Step {
    assembler.shown.already = true;
    assembler.define_macro(line)
}

/// `ENDM` where no definition is open.
pub(super) fn endm(assembler: &mut Assembler, _: &Line) -> Step {
    assembler.macros_closed += 1;
    if assembler.active() {
        assembler.exit_macro();
    }
    Ok(())
}

pub(super) fn mexit(assembler: &mut Assembler, _: &Line) -> Step {
    assembler.exit_macro();
    Ok(())
}
