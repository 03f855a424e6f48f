//! Explains a pixel of the picture: adds source lines to the debugger's explanation.

use debugger::{Debugger, Program, Takeover, WhyError, kernel_view, view};
use lab::script::{Script, ScriptError};
use serde::Serialize;
use std::sync::Arc;
use thiserror::Error;
use vcs::{Cartridge, Machine, cartridge::CartridgeError, state::StateError};

/// The reason why a pixel cannot be explained.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PixelError {
    /// The image is not a cartridge.
    #[error("{0}")]
    Image(#[from] CartridgeError),
    /// The bytes are not a state of this cartridge.
    #[error("{0}")]
    State(#[from] StateError),
    /// The text is not an input script.
    #[error("line {0}")]
    Script(#[from] ScriptError),
    /// No state has been added.
    #[error("the console has no picture yet; wait for the first picture, then click again")]
    NoState,
    /// The pixel does not exist, or the beam has not drawn it yet.
    #[error("{0}")]
    Why(#[from] WhyError),
}

/// The past of the emulated console, from power-on to the current moment: an input script, and the
/// states that were added.
#[derive(Debug)]
pub struct Past {
    cartridge: Cartridge,
    script: Arc<Script>,
    machines: Vec<Machine>,
}

impl Past {
    /// Creates the past of a console. `script` contains all input since power-on. Add the states
    /// afterwards.
    ///
    /// # Errors
    /// Returns [`PixelError::Image`] or [`PixelError::Script`].
    pub fn new(image: &[u8], script: &str) -> Result<Past, PixelError> {
        Ok(Past {
            cartridge: Cartridge::from_image(image)?,
            script: Arc::new(Script::parse(script)?),
            machines: Vec::new(),
        })
    }

    /// Adds a state. Add the oldest state first and the current moment last. Every state except the
    /// last must be at the start of a frame.
    ///
    /// # Errors
    /// Returns [`PixelError::State`].
    pub fn add(&mut self, state: &[u8]) -> Result<(), PixelError> {
        self.machines.push(Machine::load(&self.cartridge, state)?);
        Ok(())
    }
}

/// The explanation of a pixel.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Why {
    /// A text that names the objects visible at the pixel, and the register writes that made them
    /// visible.
    pub text: String,
    /// The source lines of these register writes, earliest write first.
    pub lines: Vec<Line>,
    /// The kernel view of the scanline.
    pub kernel: Option<KernelView>,
}

/// The kernel view of a scanline: its instructions, and its register writes, each with the number
/// of cycles by which it could be earlier or later.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct KernelView {
    /// A picture, as SVG.
    pub svg: String,
    /// A table, as text.
    pub text: String,
}

/// A line of a source.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    /// The name by which the assembler knows the file.
    pub file: String,
    /// The line number, starting at 1.
    pub line: u32,
    /// The instruction.
    pub text: String,
}

/// Explains pixel `x` (0..160) of a scanline of the last picture.
///
/// # Errors
/// Returns [`PixelError::NoState`] if no state has been added. Returns [`PixelError::Why`] if the
/// pixel does not exist, or if the beam has not drawn it yet.
pub fn why(past: &Past, program: Program, x: u16, scanline: u16) -> Result<Why, PixelError> {
    let (now, earlier) = past.machines.split_last().ok_or(PixelError::NoState)?;
    let takeover = Takeover {
        cartridge: past.cartridge.clone(),
        script: Some(past.script.clone()),
        past: earlier.to_vec(),
        now: now.clone(),
    };
    let debugger = Debugger::take_over(takeover, program);
    let pixel = debugger.explain_pixel(now.last_frame().number, scanline, x)?;
    let program = debugger.program();
    let lines = pixel.writes.iter().filter_map(|write| {
        let position = write.writer.line?;
        Some(Line {
            file: program.file(position).into(),
            line: position.line,
            text: write.writer.text.clone(),
        })
    });
    let past = debugger.timeline().past_frame(pixel.place.frame);
    let kernel = kernel_view(past.machine(), Some(scanline..=scanline), program);
    Ok(Why {
        lines: lines.collect(),
        kernel: kernel.ok().map(|kernel| KernelView {
            svg: kernel.svg(now.television().standard()),
            text: kernel.text(),
        }),
        text: view::pixel(program, &pixel),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assembler::Project;
    use play::{contacts::HeldControls, session::Session, session::SessionOptions};

    const SOURCE: &str = " processor 6502\n org $f000\nstart lda #$46\n sta $09\n jmp start\n \
                          org $fffc\n word start, start\n";

    #[test]
    fn a_pixel_leads_to_the_line_that_made_it() {
        let mut project = Project::default();
        project.insert("own/main.asm", SOURCE);
        let image = project.build("own/main.asm").image;
        let cartridge = Cartridge::from_image(&image).unwrap();
        let mut session = Session::new(cartridge, SessionOptions::default());
        (0..20).for_each(|_| _ = session.advance(&mut HeldControls::default(), false));
        let mut past = Past::new(&image, &session.transcript(None)).unwrap();
        let program = || project.program("own/main.asm").unwrap().1;
        assert!(matches!(
            why(&past, program(), 80, 100),
            Err(PixelError::NoState)
        ));
        for machine in session.timeline().machines(600, 60) {
            past.add(&machine.save()).unwrap();
        }
        past.add(&session.machine().save()).unwrap();
        let answer = why(&past, program(), 80, 100).unwrap();
        let text = &answer.text;
        assert!(text.contains("color $46: background"), "{text}");
        let kernel = answer.kernel.unwrap();
        assert!(kernel.svg.starts_with("<svg"), "{}", kernel.svg);
        assert!(kernel.text.contains("own/main.asm:4"), "{}", kernel.text);
        let line = answer.lines.last().unwrap();
        assert_eq!((line.file.as_str(), line.line), ("own/main.asm", 4));
        assert!(line.text.contains("sta COLUBK"), "{}", line.text);
        let without_source = why(&past, Program::default(), 80, 100).unwrap();
        assert!(without_source.lines.is_empty() && without_source.text.contains("COLUBK"));
        assert!(why(&past, Program::default(), 160, 100).is_err());
    }
}
