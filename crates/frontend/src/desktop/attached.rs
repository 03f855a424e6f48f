//! A port through which a debugger in another program can follow the game.

use super::{
    app::App,
    debugger::{PAST_FRAMES, STATE_INTERVAL},
};
use attach::{Game, Port, Whole};
use headless::{error::Error, print};
use play::session::Session;
use std::path::Path;
use vcs::{Cartridge, Machine};

/// Opens a port and prints its address.
///
/// # Errors
/// Returns [`Error::Fault`] if the port cannot be used, or an error if its address cannot be
/// printed.
pub fn open(port: u16) -> Result<Port, Error> {
    let fault = |error| Error::Fault(format!("port {port} cannot be used: {error}"));
    let opened = Port::open(port).map_err(fault)?;
    let address = opened.address().map_err(fault)?;
    print::out(format!("{address}\n"))?;
    Ok(opened)
}

/// The session, presented as the game that a debugger attaches to.
struct RunningGame<'a> {
    session: &'a mut Session,
    file: Option<&'a Path>,
    moved: bool,
}

impl Game for RunningGame<'_> {
    fn whole(&self) -> Whole {
        let timeline = self.session.timeline();
        let file = self.file.and_then(|file| std::path::absolute(file).ok());
        let past = timeline.machines(PAST_FRAMES, STATE_INTERVAL);
        Whole {
            path: file.map(|file| file.display().to_string()),
            script: Some(self.session.transcript(None)),
            past: past.iter().map(Machine::save).collect(),
            ..Whole::of(self.session.machine())
        }
    }

    fn cartridge(&self) -> &Cartridge {
        self.session.timeline().cartridge()
    }

    fn continue_from(&mut self, machine: Machine) {
        self.session.continue_from(machine);
        self.moved = true;
    }
}

impl App {
    /// Serves an attached debugger. Returns whether it has paused the game.
    pub fn is_held(&mut self) -> bool {
        let Some(port) = &mut self.port else {
            return false;
        };
        let mut played = RunningGame {
            session: &mut self.session,
            file: self.storage.cartridge.as_deref(),
            moved: false,
        };
        let held = port.holds(&mut played);
        if played.moved {
            self.update_picture();
        }
        held
    }
}
