//! Opens and closes the debugger.

use super::{OUTPUT, Said, WindowDebugger, code::Pane, host::WindowHost};
use crate::desktop::{panel::Panel, player::Player};
use debugger::{Debugger, Program, Stop, Taken, commands::Commander};
use headless::{files::read_image, image::Image, program::program_of_image};
use lab::script::Script;
use play::session::Session;
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

/// Frames of the past that are taken over as states: a minute and some. What lies before them is
/// computed from power-on.
const PAST_FRAMES: u64 = 4_000;
/// Frames between two of these states.
const STATE_INTERVAL: u64 = 60;
/// Outlined at first: all but the playfield.
const MOVABLE: u8 = 0x1f;
/// The first lines of the output.
const WELCOME: &str = "F5 or ` plays on; Shift and a step's key goes back\n\
                       click code: breakpoint; RAM: who wrote it; a pixel: why\n";

/// What closing the debugger did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Closed {
    /// The session continues as if the debugger had never been open.
    Untouched,
    /// The session continues from the debugger's machine.
    Moved,
    /// A breakpoint or a trap has stopped the machine: the debugger stays open.
    Stopped,
}

impl Player {
    /// Opens the debugger at the present moment.
    pub(in crate::desktop) fn open_debugger(&mut self) {
        let sha256 = self.session.timeline().sha256();
        let kept = self.debugger.take().filter(|kept| kept.sha256 == sha256);
        let mut opened = kept.unwrap_or_else(|| {
            let path = self.storage.cartridge.clone();
            Box::new(WindowDebugger::new(&self.session, path))
        });
        opened.open(&self.session);
        self.debugger = Some(opened);
        self.open_panel(Panel::Debugger);
    }

    /// Opens the debugger where a breakpoint or a trap has stopped its machine.
    pub(in crate::desktop) fn open_debugger_at(&mut self, stop: &Stop) {
        if let Some(debugger) = &mut self.debugger {
            debugger.stopped(stop);
        }
        self.open_panel(Panel::Debugger);
    }

    /// Closes the debugger, and the game plays on from where its machine is, unless a breakpoint
    /// stops that before the frame has ended.
    pub(in crate::desktop) fn close_debugger(&mut self) {
        let Some(debugger) = &mut self.debugger else {
            return;
        };
        let closed = debugger.close(&mut self.session);
        if closed != Closed::Stopped {
            self.panel = None;
        }
        if closed == Closed::Moved {
            self.devices.audio.join();
            self.take_picture();
        }
    }
}

/// A session as the debugger takes it over.
fn taken(session: &Session) -> Taken {
    // A transcript is a script that this program wrote.
    let script = Script::parse(&session.transcript(None)).unwrap_or_default();
    Taken {
        cartridge: session.timeline().cartridge().clone(),
        script: Arc::new(script),
        past: session.timeline().machines(PAST_FRAMES, STATE_INTERVAL),
        now: session.machine().clone(),
    }
}

/// What is known of the program that plays; `path` is its file.
fn program(path: Option<&Path>, playing: &[u8]) -> Result<Program, String> {
    let image = match path {
        Some(path) => read_image(path).map_err(|error| error.to_string())?,
        None => Image::new("", playing),
    };
    if image.bytes != playing {
        return Err("the file has changed since it was loaded: no source lines".into());
    }
    program_of_image(&image).map_err(|error| error.to_string())
}

impl WindowDebugger {
    /// A debugger for the cartridge of a session, from that file.
    pub fn new(session: &Session, path: Option<PathBuf>) -> WindowDebugger {
        let image = session.timeline().cartridge().image();
        let (program, news) = match program(path.as_deref(), image) {
            Ok(program) => (program, None),
            Err(news) => (Program::default(), Some(news)),
        };
        let debugger = Debugger::take_over(taken(session), program);
        let mut new = WindowDebugger {
            before: *debugger.machine().cpu().registers(),
            commander: Commander::new(debugger),
            host: WindowHost::new(path, session.standard()),
            sha256: session.timeline().sha256().to_owned(),
            output: Vec::new(),
            line: String::new(),
            tab: OUTPUT,
            scrolled: 0,
            code: Pane::new(),
            outlined: MOVABLE,
            opened: (0, 0),
            followed: 0,
            reloaded: false,
            seen: None,
            screen: None,
            fit: None,
        };
        new.answer(WELCOME);
        if let Some(news) = news {
            new.answer(&news);
        }
        new
    }

    /// Goes to where the session is, and to the next instruction.
    pub fn open(&mut self, session: &Session) {
        if self.debugger().moment() != session.machine().cycles() {
            self.take_over_again(session);
        }
        self.commander.debugger.finish_instruction();
        self.begin();
    }

    /// Lets the session continue from the debugger's machine.
    pub fn close(&mut self, session: &mut Session) -> Closed {
        if !self.reloaded && self.opened == (self.debugger().moment(), self.changes()) {
            // Opening may have finished an instruction that the session has not.
            self.take_over_again(session);
            self.followed = session.frames();
            return Closed::Untouched;
        }
        let input = *self.debugger().machine().input();
        if let Some(stop) = self.commander.debugger.follow_frame(input, true) {
            self.stopped(&stop);
            return Closed::Stopped;
        }
        let machine = self.debugger().machine().clone();
        if std::mem::take(&mut self.reloaded) {
            session.insert(machine.cartridge().clone());
            self.sha256 = session.timeline().sha256().to_owned();
        }
        session.continue_from(machine);
        self.followed = session.frames();
        Closed::Moved
    }

    /// Remembers the moment and the number of changes at opening.
    fn begin(&mut self) {
        self.opened = (self.debugger().moment(), self.changes());
        self.before = *self.debugger().machine().cpu().registers();
        self.code.follow();
        self.screen = None;
    }

    /// The number of changes made from outside.
    pub(super) fn changes(&self) -> usize {
        self.debugger().timeline().tape().edits().len()
    }

    /// The machine has stopped while the game played.
    pub(super) fn stopped(&mut self, stop: &Stop) {
        let text = self.commander.stopped(stop, &mut self.host);
        self.begin();
        // The session is already at the end of the frame, so closing must move it.
        self.opened.0 = u64::MAX;
        self.answer(&text);
        self.show_output();
    }

    /// Takes over a session that went another way. Breakpoints and traps stay.
    pub(super) fn take_over_again(&mut self, session: &Session) {
        self.commander.debugger.take_over_again(taken(session));
        self.screen = None;
    }

    /// Keeps the lines of log points for the output.
    pub(super) fn take_log(&mut self) {
        for line in self.commander.debugger.points.take_log() {
            self.say(Said::Answer(line));
        }
    }
}
