//! A port through which a debugger in another program can follow the game.

use super::{
    app::App,
    debugger::{PAST_FRAMES, STATE_INTERVAL},
};
use attach::{FullState, Game, Port};
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
    /// Whether the game now continues from a machine that the debugger sent.
    replaced: bool,
}

impl Game for RunningGame<'_> {
    fn full_state(&self) -> FullState {
        let timeline = self.session.timeline();
        let file = self.file.and_then(|file| std::path::absolute(file).ok());
        let past = timeline.machines(PAST_FRAMES, STATE_INTERVAL);
        FullState {
            path: file.map(|file| file.display().to_string()),
            script: Some(self.session.transcript(None)),
            earlier_states: past.iter().map(Machine::save).collect(),
            ..FullState::of(self.session.machine())
        }
    }

    fn cartridge(&self) -> &Cartridge {
        self.session.timeline().cartridge()
    }

    fn continue_from(&mut self, machine: Machine) {
        self.session.continue_from(machine);
        self.replaced = true;
    }
}

impl App {
    /// Handles the messages of an attached debugger. Returns true if the debugger has paused the
    /// game.
    pub fn poll_debugger(&mut self) -> bool {
        let Some(port) = &mut self.port else {
            return false;
        };
        let mut game = RunningGame {
            session: &mut self.session,
            file: self.storage.cartridge.as_deref(),
            replaced: false,
        };
        let is_paused = port.poll(&mut game);
        if game.replaced {
            self.update_picture();
        }
        is_paused
    }
}
