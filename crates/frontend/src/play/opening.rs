//! Opening files inside the window: another cartridge, a position.

use super::{
    checkers::Table,
    chooser::{self, Chooser, Wanted},
    game::Game,
    player::Player,
    recent,
    thinking::Thinking,
};
use crate::{
    error::Error,
    files::{self, Bundled, Image},
};
use checkers::Position;
use std::{
    fs,
    path::{Path, PathBuf},
};
use vcs::{Cartridge, Input};

/// How long a fault stays, in pictures: five seconds.
const FAULT: u32 = 300;

impl Player {
    /// Shows a list of files.
    pub(super) fn open_chooser(&mut self, wanted: Wanted) {
        let (folder, recent) = match wanted {
            Wanted::Cartridge => (self.shelf(), recent::read(&self.plan.folder)),
            Wanted::Position => (self.plan.folder.join("positions"), Vec::new()),
        };
        self.contacts.let_go();
        // It points at the list.
        self.set_capture(false);
        self.view.messages.clear();
        self.chooser = Some(Chooser::new(wanted, &folder, recent));
    }

    /// Puts the cartridge at the top of the recent ones. A read-only folder only costs the list.
    pub fn remember_cartridge(&mut self) {
        if let Some(path) = &self.plan.cartridge {
            let _ = recent::remember(&self.plan.folder, path);
        }
    }

    /// The folder to choose from: where the present cartridge came from, or the present folder.
    fn shelf(&self) -> PathBuf {
        let file = self.plan.cartridge.as_deref();
        file.and_then(chooser::shelf_of)
            .or_else(|| std::env::current_dir().ok())
            .unwrap_or_default()
    }

    /// Takes the file that was chosen; where that is impossible, the list stays.
    pub(super) fn take_file(&mut self, path: &Path) {
        // Of the faults of several files the last one counts.
        self.view.messages.clear();
        let wanted = self.chooser.as_ref().map(|chooser| chooser.wanted);
        let taken = match wanted {
            Some(Wanted::Position) => self.load_position(path),
            _ => self.open(path),
        };
        match taken {
            Ok(()) => self.chooser = None,
            Err(error) => self.view.messages.show_for(error.to_string(), FAULT),
        }
    }

    /// Plugs in a cartridge of the program's own.
    pub(super) fn take_bundled(&mut self, bundled: &Bundled) {
        match files::cartridge(Path::new(bundled.name), bundled.image) {
            Ok(cartridge) => self.plug_in(cartridge, None, bundled.name.into()),
            Err(error) => self.fail(error),
        }
        self.chooser = None;
    }

    /// Plugs in the cartridge in a file; one that is none changes nothing.
    fn open(&mut self, path: &Path) -> Result<(), Error> {
        let cartridge = self.cartridge(path)?;
        let name = files::cartridge_name(path);
        self.plug_in(cartridge, Some(path.to_owned()), name);
        Ok(())
    }

    /// Plugs another cartridge in. The session with the old one is saved like on exit; what cannot be saved
    /// stops nobody. A pause is over: there is nothing of the new one to be seen yet.
    fn plug_in(&mut self, cartridge: Cartridge, path: Option<PathBuf>, name: String) {
        self.end_errands();
        self.finish_recording();
        self.save_session();
        self.thinking = Thinking::of(cartridge.image(), self.thinking_from);
        self.controllers.plug(self.plan.controllers, &cartridge);
        let hands = self.contacts.hands();
        let input = Input {
            ports: self.controllers.ports(&hands),
            switches: self.switches,
        };
        self.game = Game::new(cartridge, self.game.power_on(), input);
        self.scripted = None;
        self.watched = None;
        self.time.paused = false;
        self.plan.cartridge = path;
        self.plan.name = name;
        self.screen.set_title(self.plan.title());
        self.mixer.join();
        let list = self.table.as_ref().is_none_or(|table| table.list);
        self.sit_down();
        self.table.iter_mut().for_each(|table| table.list = list);
        self.view
            .messages
            .show(format!("Playing {}", self.plan.name));
        self.remember_cartridge();
    }

    /// The cartridge in a file, by the scheme that was asked for if its image fits that.
    fn cartridge(&self, path: &Path) -> Result<Cartridge, Error> {
        let Image { path, bytes } = files::read_image(path)?;
        let chosen = self
            .plan
            .scheme
            .and_then(|scheme| Cartridge::with_scheme(&bytes, scheme).ok());
        chosen.map_or_else(|| files::cartridge(&path, &bytes), Ok)
    }

    /// Sets up the position in a file.
    fn load_position(&mut self, path: &Path) -> Result<(), Error> {
        let text = fs::read_to_string(path).map_err(Error::read(path))?;
        let position = Position::from_fen(text.trim_end())
            .map_err(|error| Error::Usage(format!("{}: {error}", path.display())))?;
        let color = self.switches.color;
        let table = self.table.as_mut();
        let said = table.map(|table: &mut Table| table.set_up(&position, color));
        said.into_iter()
            .for_each(|said| self.view.messages.show(said));
        Ok(())
    }
}
