//! The assembler's position in the sources: the stack of frames (open files and macro calls), and
//! the open blocks.

use std::rc::Rc;

use crate::diagnostic::Note;
use crate::names::scopes::Scopes;
use crate::names::symbols::Place;
use crate::sources::Sources;
use crate::sources::blocks::IfEntry;
use crate::sources::frames::{Frame, FrameKind};
use crate::sources::script::Script;
use crate::text::lossy;

impl Sources<'_> {
    /// Enters a file or macro body. `outer_scopes` are restored when a macro is left.
    pub fn push_frame(&mut self, kind: FrameKind, script: Rc<Script>, outer_scopes: Scopes) {
        let id = self.free_frame_ids.pop().unwrap_or_else(|| {
            self.frames_made += 1;
            self.frames_made
        });
        self.frames.push(Frame {
            id,
            kind,
            script,
            line: 0,
            ended: false,
            unlisted: false,
            outer_scopes,
            record_entry: 0,
        });
    }

    /// Returns true if the innermost frame is a macro call.
    pub fn in_macro(&self) -> bool {
        self.frames.last().is_some_and(Frame::is_macro)
    }

    /// Returns the place that dasm prints in a message: the current line of the innermost file. For
    /// a statement in a macro, that is the line of the macro call (of the outermost one, if macro
    /// calls are nested).
    pub fn reported_place(&self) -> Place {
        let file = self.frames.iter().rev().find(|frame| !frame.is_macro());
        file.map_or(Place::default(), Frame::place)
    }

    /// Returns the place of the current statement. For a statement in a macro, that is a line in
    /// the macro's definition.
    pub fn place(&self) -> Place {
        self.frames.last().map_or(Place::default(), Frame::place)
    }

    /// Returns the macro calls and includes that led to the current statement, the innermost first.
    pub fn call_chain(&self) -> Vec<Note> {
        let mut notes = Vec::new();
        for pair in self.frames.windows(2).rev() {
            let [outer, inner] = pair else { continue };
            let text = match &inner.kind {
                FrameKind::Macro { body, .. } => {
                    format!("in macro {}, called here", lossy(&body.name))
                }
                FrameKind::File { .. } => "included here".to_owned(),
            };
            notes.push(Note {
                site: self.site(outer.place()),
                text,
            });
        }
        shorten(notes)
    }

    /// Returns true if statements are being assembled, false if a condition skips them.
    pub fn active(&self) -> bool {
        self.ifs.last().is_none_or(IfEntry::active)
    }

    /// Opens a conditional block. `holds` is true if its condition is true.
    pub fn push_if(&mut self, holds: bool) {
        let enabled = self.active();
        let frame = self.frames.last();
        self.ifs.push(IfEntry {
            holds,
            enabled,
            frame: frame.map_or(0, |frame| frame.id),
            taken: holds,
            place: self.place(),
            in_macro: self.in_macro(),
            repeat: false,
        });
    }

    /// Opens the block of a `REPEAT`. `holds` is false if the loop's body should be skipped.
    pub fn push_repeat_block(&mut self, holds: bool) {
        self.push_if(holds);
        if let Some(entry) = self.ifs.last_mut() {
            entry.repeat = true;
        }
    }
}

/// Number of calls shown at each end of a long chain.
const SHOWN_CALLS: usize = 2;

/// Replaces the middle of a long call chain with the number of calls in it. A recursive macro, for
/// example, can produce such a chain.
fn shorten(mut notes: Vec<Note>) -> Vec<Note> {
    let hidden = notes.len().saturating_sub(2 * SHOWN_CALLS);
    if hidden < 2 {
        return notes;
    }
    let site = notes[SHOWN_CALLS].site.clone();
    let text = format!("and {hidden} more calls");
    notes.splice(SHOWN_CALLS..SHOWN_CALLS + hidden, [Note { site, text }]);
    notes
}
