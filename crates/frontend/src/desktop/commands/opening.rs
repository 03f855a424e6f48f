//! Opening files inside the window: another cartridge, a position.

use super::super::{
    launcher::{self, Launcher, Wanted},
    panel::Panel,
    player::Player,
    recent,
};
use checkers::Position;
use headless::output::read_text;
use headless::{error::Error, files, image};
use play::bundled::Bundled;
use std::path::{Path, PathBuf};
use vcs::Cartridge;

/// Pictures for which an error is shown: five seconds.
const FAULT: u32 = 300;

impl Player {
    /// Shows a list of files.
    pub(in super::super) fn open_launcher(&mut self, wanted: Wanted) {
        let (folder, recent) = match wanted {
            Wanted::Cartridge => (self.cartridge_folder(), recent::read(&self.plan.folder)),
            Wanted::Position => (self.plan.folder.join("positions"), Vec::new()),
            // The record of the player's own games is there.
            Wanted::Book => (self.plan.folder.clone(), Vec::new()),
            Wanted::Palette | Wanted::Folder => (self.cartridge_folder(), Vec::new()),
        };
        self.launch(wanted, &folder, recent);
    }

    /// Shows the list of the cartridges in a folder.
    pub(in super::super) fn open_folder(&mut self, folder: &Path) {
        let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
        let recent = recent::read(&self.plan.folder);
        self.launch(Wanted::Cartridge, &folder, recent);
    }

    fn launch(&mut self, wanted: Wanted, folder: &Path, recent: Vec<PathBuf>) {
        let favorites = recent::favorites(&self.plan.folder);
        self.view.messages.clear();
        let launcher = Launcher::new(wanted, folder, recent, favorites);
        let launcher = launcher.with_data(&self.plan.folder);
        self.open_panel(Panel::Launcher(Box::new(launcher)));
    }

    /// Writes the favorites. A read-only folder is reported.
    pub(in super::super) fn keep_favorites(&mut self, favorites: &[PathBuf]) {
        if let Err(error) = recent::keep_favorites(&self.plan.folder, favorites) {
            self.fail(error);
        }
    }

    /// Puts the cartridge at the top of the recent ones. A read-only folder only costs the list.
    pub(in super::super) fn remember_cartridge(&mut self) {
        if let Some(path) = &self.storage.cartridge {
            let _ = recent::remember(&self.plan.folder, path);
        }
    }

    /// The folder to choose from.
    fn cartridge_folder(&self) -> PathBuf {
        let chosen = &self.settings.merged().files.cartridges;
        first_folder(Path::new(chosen), self.storage.cartridge.as_deref())
    }

    /// Takes the file that was chosen; where that is impossible, the list stays.
    pub(in super::super) fn take_file(&mut self, path: &Path) {
        // The message on another file is out of date.
        self.view.messages.clear();
        if self.picked(path) {
            return;
        }
        let wanted = match &self.panel {
            Some(Panel::Launcher(launcher)) => launcher.wanted,
            _ => Wanted::Cartridge,
        };
        let taken = files::check_regular(path).and_then(|()| match wanted {
            Wanted::Position => self.load_position(path),
            Wanted::Book => self.open_book(path),
            _ => self.open(path),
        });
        match taken {
            Ok(()) => self.panel = None,
            Err(error) => self.view.messages.show_for(error.to_string(), FAULT),
        }
    }

    /// Inserts a bundled cartridge.
    pub(in super::super) fn take_bundled(&mut self, bundled: &Bundled) {
        match image::cartridge(Path::new(bundled.name), bundled.image) {
            Ok(cartridge) => self.insert(cartridge, None, bundled.name.into()),
            Err(error) => self.fail(error),
        }
        self.panel = None;
    }

    /// Inserts the cartridge in a file; a file that is no cartridge changes nothing.
    fn open(&mut self, path: &Path) -> Result<(), Error> {
        let cartridge = self.cartridge(path)?;
        let name = files::cartridge_name(path);
        self.insert(cartridge, Some(path.to_owned()), name);
        Ok(())
    }

    /// Inserts another cartridge. The session with the old one is saved as on exit; a failure to
    /// save does not prevent it. A pause ends, since the new game has no picture yet.
    fn insert(&mut self, cartridge: Cartridge, path: Option<PathBuf>, name: String) {
        self.finish_errands();
        self.finish_recording();
        self.save_session();
        self.session.insert(cartridge);
        self.session.look_ahead();
        self.clock.paused = false;
        self.storage.cartridge = path;
        self.storage.name = name;
        self.devices.screen.set_title(self.title());
        self.devices.audio.join();
        self.prepare_settings();
        self.fit_window();
        self.prepare();
        let text = format!("Playing {}", self.storage.name);
        self.view.messages.show(text);
        self.remember_cartridge();
    }

    /// The cartridge in a file, with the bank-switch scheme of the options if its image fits that.
    pub(in super::super) fn cartridge(&self, path: &Path) -> Result<Cartridge, Error> {
        let image = files::read_image(path)?;
        let scheme = self.plan.scheme;
        let chosen = scheme.and_then(|scheme| image.with_scheme(scheme).ok());
        let cartridge = chosen.map_or_else(|| image.cartridge(), Ok)?;
        Ok(cartridge.with_arm(self.plan.arm))
    }

    /// Sets up the position in a file.
    fn load_position(&mut self, path: &Path) -> Result<(), Error> {
        let text = read_text(path)?;
        let position = Position::from_fen(text.trim_end())
            .map_err(|error| Error::Usage(format!("{}: {error}", path.display())))?;
        if let Some(text) = self.session.set_up(&position) {
            self.view.messages.show(text);
        }
        Ok(())
    }
}

/// The folder in which a list begins: the one of the settings, if it exists, or that of the
/// present cartridge, or the working directory.
fn first_folder(chosen: &Path, cartridge: Option<&Path>) -> PathBuf {
    let chosen = Some(chosen.to_owned()).filter(|folder| folder.is_dir());
    chosen
        .or_else(|| cartridge.and_then(launcher::folder_of))
        .or_else(|| std::env::current_dir().ok())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_of_the_settings_comes_before_that_of_the_cartridge() {
        let folder = tempfile::tempdir().unwrap();
        let [chosen, played] = ["chosen", "played"].map(|name| folder.path().join(name));
        for folder in [&chosen, &played] {
            std::fs::create_dir(folder).unwrap();
        }
        let game = played.join("game.bin");
        let game = Some(game.as_path());
        assert_eq!(first_folder(&chosen, game), chosen);
        assert_eq!(first_folder(&chosen, None), chosen);
        assert_eq!(first_folder(&folder.path().join("gone"), game), played);
        assert_eq!(first_folder(Path::new(""), game), played);
        let working = std::env::current_dir().unwrap();
        assert_eq!(first_folder(Path::new(""), None), working);
    }
}
