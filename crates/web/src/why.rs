//! Why a pixel of the picture is as it is: the debugger's answer, with the lines of the source.

use crate::error::WebError;
use debugger::{Debugger, Program, Taken, view};
use lab::script::Script;
use play::session::Session;
use serde::Serialize;
use std::sync::Arc;

/// Frames of the past that are taken over as states.
const PAST_FRAMES: u64 = 600;
/// Frames between two of these states.
const STATE_INTERVAL: u64 = 60;

/// The answer.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Why {
    /// What shows there, and the writes that made it.
    pub text: String,
    /// The lines of the source that wrote it, the earliest first.
    pub lines: Vec<Line>,
}

/// A line of a source.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    /// The file, as the assembler names it.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The instruction.
    pub text: String,
}

/// Why the pixel at a color clock (0..160) and a row of the last picture is as it is.
///
/// # Errors
/// [`WebError::Why`] where the beam was not there.
pub fn why(session: &Session, program: Program, x: u16, row: u16) -> Result<Why, WebError> {
    // A transcript is a script that this program wrote.
    let script = Script::parse(&session.transcript(None)).unwrap_or_default();
    let taken = Taken {
        cartridge: session.timeline().cartridge().clone(),
        script: Some(Arc::new(script)),
        past: session.timeline().machines(PAST_FRAMES, STATE_INTERVAL),
        now: session.machine().clone(),
    };
    let frame = session.machine().last_frame().number;
    let scanline = session.shown_lines().start as u16 + row;
    let debugger = Debugger::take_over(taken, program);
    let pixel = debugger.pixel(frame, scanline, x)?;
    let program = debugger.program();
    let lines = pixel.writes.iter().filter_map(|write| {
        let at = write.by.line?;
        Some(Line {
            file: program.file(at).into(),
            line: at.line,
            text: write.by.text.clone(),
        })
    });
    Ok(Why {
        lines: lines.collect(),
        text: view::pixel(program, &pixel),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::make::Project;
    use play::{contacts::Held, session::SessionOptions};
    use vcs::Cartridge;

    #[test]
    fn a_pixel_leads_to_the_line_that_made_it() {
        let mut project = Project::default();
        let source = " processor 6502\n org $f000\nstart lda #$46\n sta $09\n jmp start\n \
                      org $fffc\n word start, start\n";
        project.insert("own/main.asm", source);
        let image = project.build("own/main.asm").image;
        let cartridge = Cartridge::from_image(&image).unwrap();
        let mut session = Session::new(cartridge, SessionOptions::default());
        (0..20).for_each(|_| _ = session.advance(&mut Held::default(), false));
        let program = project.program("own/main.asm").unwrap();
        let answer = why(&session, program, 80, 100).unwrap();
        assert!(
            answer.text.contains("color $46: background"),
            "{}",
            answer.text
        );
        let line = answer.lines.last().unwrap();
        assert_eq!((line.file.as_str(), line.line), ("own/main.asm", 4));
        assert!(line.text.contains("sta COLUBK"), "{}", line.text);
        let none = why(&session, Program::default(), 80, 100).unwrap();
        assert!(none.lines.is_empty() && none.text.contains("COLUBK"));
        assert!(why(&session, Program::default(), 160, 100).is_err());
    }
}
