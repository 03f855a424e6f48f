//! Opens and closes the debugger.

use super::{
    base::{OUTPUT, OutputLine, WindowDebugger},
    code::Pane,
    host::WindowHost,
    kernel_pane::KernelPane,
};
use debugger::{Debugger, Program, Stop, Takeover, commands::Commander};
use headless::{files::read_image, image::CartridgeFile, program::program_of_image};
use lab::script::Script;
use play::session::Session;
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

/// Number of past frames, a little more than a minute, from which the debugger copies the states
/// that the session has saved. To go to an earlier frame, it runs the program again from power-on.
pub const PAST_FRAMES: u64 = 4_000;
/// Number of frames between the states that are copied.
pub const STATE_INTERVAL: u64 = 60;
/// The objects outlined by default: all but the playfield.
const MOVABLE_OBJECTS: u8 = 0x1f;
/// The first lines of the output.
const WELCOME: &str = "F5 or ` continues the game; Shift with a step key steps back\n\
     click code to set a breakpoint, RAM to see who wrote it, a pixel to see why\n";

/// The result of closing the debugger.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Closing {
    /// The session continues as if the debugger had never been open.
    Untouched,
    /// The session continues from the debugger's machine.
    Moved,
    /// The debugger stays open, because a breakpoint or a trap stopped the machine.
    StaysOpen,
}

/// Returns the parts of the session that the debugger takes over.
fn takeover(session: &Session) -> Takeover {
    // We wrote the transcript ourselves, so it is a valid script.
    let script = Script::parse(&session.transcript(None)).unwrap_or_default();
    Takeover {
        cartridge: session.timeline().cartridge().clone(),
        script: Some(Arc::new(script)),
        past: session.timeline().machines(PAST_FRAMES, STATE_INTERVAL),
        now: session.machine().clone(),
    }
}

/// Returns the running program; `path` is its file.
fn program(path: Option<&Path>, running_image: &[u8]) -> Result<Program, String> {
    let image = match path {
        Some(path) => read_image(path).map_err(|error| error.to_string())?,
        None => CartridgeFile::new("", running_image),
    };
    if image.bytes != running_image {
        return Err(
            "source lines are not shown, because the file has changed since the game was loaded"
                .into(),
        );
    }
    program_of_image(&image).map_err(|error| error.to_string())
}

impl WindowDebugger {
    /// Creates a debugger for the cartridge of a session. `path` is the cartridge's file; `None`
    /// for a bundled cartridge.
    pub fn new(session: &Session, path: Option<PathBuf>) -> WindowDebugger {
        let image = session.timeline().cartridge().image();
        let (program, problem) = match program(path.as_deref(), image) {
            Ok(program) => (program, None),
            Err(problem) => (Program::default(), Some(problem)),
        };
        let debugger = Debugger::take_over(takeover(session), program);
        let mut new = WindowDebugger {
            previous_registers: *debugger.machine().cpu().registers(),
            commander: Commander::new(debugger),
            host: WindowHost::new(path, session.standard()),
            sha256: session.timeline().sha256().to_owned(),
            output: Vec::new(),
            line: String::new(),
            tab: OUTPUT,
            scroll_offset: 0,
            code: Pane::new(),
            kernel: KernelPane::default(),
            outlined: MOVABLE_OBJECTS,
            state_at_opening: (0, 0),
            followed_frame: 0,
            reloaded: false,
            shown_picture: None,
            screen: None,
            capacity: None,
        };
        new.print_answer(WELCOME);
        if let Some(problem) = problem {
            new.print_answer(&problem);
        }
        new
    }

    /// Returns whether this debugger is for the session's cartridge.
    pub fn is_for(&self, session: &Session) -> bool {
        self.sha256 == session.timeline().sha256()
    }

    /// Moves the debugger's machine to the session's current cycle and then to the end of the
    /// instruction in progress.
    pub fn open(&mut self, session: &Session) {
        if self.debugger().moment() != session.machine().cycles() {
            self.take_over_again(session);
        }
        self.commander.debugger.finish_instruction();
        self.begin();
    }

    /// Closes the debugger, and lets the session continue from the debugger's machine. If that
    /// machine has not moved or changed, the session continues from its own machine. If a
    /// breakpoint stops the debugger's machine before the end of the frame, the debugger stays
    /// open.
    pub fn close(&mut self, session: &mut Session) -> Closing {
        if !self.reloaded
            && self.state_at_opening == (self.debugger().moment(), self.change_count())
        {
            // When it was opened, the debugger may have finished an instruction that is still in
            // progress in the session.
            self.take_over_again(session);
            self.followed_frame = session.frames();
            return Closing::Untouched;
        }
        let input = *self.debugger().machine().input();
        if let Some(stop) = self.commander.debugger.follow_frame(input, true) {
            self.show_stop(&stop);
            return Closing::StaysOpen;
        }
        let machine = self.debugger().machine().clone();
        let is_patched = machine.cartridge().image() != session.timeline().cartridge().image();
        if std::mem::take(&mut self.reloaded) || is_patched {
            session.insert(machine.cartridge().clone());
            self.sha256 = session.timeline().sha256().to_owned();
        }
        session.continue_from(machine);
        self.followed_frame = session.frames();
        Closing::Moved
    }

    /// Records the state in which the debugger is opened, and shows the machine's position.
    fn begin(&mut self) {
        self.state_at_opening = (self.debugger().moment(), self.change_count());
        self.previous_registers = *self.debugger().machine().cpu().registers();
        self.follow_beam();
        self.screen = None;
    }

    /// Shows why the machine stopped while the game was running.
    pub fn show_stop(&mut self, stop: &Stop) {
        let text = self.commander.stop_text(stop, &mut self.host);
        self.begin();
        // The session is already at the end of the frame. When the debugger closes, the session
        // must go back to the state of the debugger's machine, so mark this machine as moved.
        self.state_at_opening.0 = u64::MAX;
        self.print_answer(&text);
        self.show_output();
    }

    /// Takes over the session again, after its past has become different from the debugger's. Keeps
    /// breakpoints and traps.
    pub(super) fn take_over_again(&mut self, session: &Session) {
        self.commander.debugger.take_over_again(takeover(session));
        self.kernel.drop_cache();
        self.screen = None;
    }

    /// Moves the messages of log points to the output tab.
    pub(super) fn take_log(&mut self) {
        for line in self.commander.debugger.points.take_log() {
            self.print(OutputLine::Answer(line));
        }
    }
}
