//! Opens files from within the window: another cartridge, a position, a file of games.

use crate::desktop::{
    app::App,
    launcher::{self, FileKind, Launcher},
    panel::Panel,
    recent,
    storage::Watched,
};
use checkers::Position;
use debugger::Program;
use games::session::BundledGames;
use headless::{error::Error, files, image, output::read_text};
use play::bundled::Bundled;
use std::{
    path::{Path, PathBuf},
    sync::mpsc::TryRecvError,
};
use vcs::Cartridge;

/// Number of pictures for which to show an error, or the first message about an opened file of
/// games: five seconds.
const ERROR_PICTURES: u32 = 300;
/// Number of pictures for which to show the result of a test: ten seconds.
const RESULT_PICTURES: u32 = 600;
/// Number of pictures for which to show the assembler's messages: an hour. They disappear earlier
/// if the source changes.
const ASSEMBLER_PICTURES: u32 = 216_000;
/// Maximum number of lines of the assembler's messages to show.
const MAX_ASSEMBLER_LINES: usize = 6;

impl App {
    /// Shows a list of files to choose from.
    pub(super) fn choose(&mut self, kind: FileKind) {
        let data = &self.storage.folder;
        let folder = match kind {
            FileKind::Position => data.join("positions"),
            // The data folder holds the record of the player's own games.
            FileKind::Book => data.clone(),
            FileKind::Cartridge | FileKind::Palette | FileKind::Folder => {
                let chosen = &self.settings.merged().files.cartridges;
                first_folder(Path::new(chosen), self.storage.cartridge.as_deref())
            }
        };
        self.open_launcher(kind, &folder);
    }

    /// Shows the list of files in a folder.
    pub fn open_launcher(&mut self, kind: FileKind, folder: &Path) {
        let data = &self.storage.folder;
        let recent = match kind {
            FileKind::Cartridge => recent::read(data),
            _ => Vec::new(),
        };
        let launcher = Launcher::new(kind, folder, recent, recent::favorites(data));
        let launcher = launcher.with_data(data);
        self.open_panel(Panel::Launcher(Box::new(launcher)));
    }

    /// Opens the chosen file; if that fails, the list stays open.
    pub(super) fn open(&mut self, kind: FileKind, path: &Path) {
        // Remove messages about files that were opened earlier.
        self.view.messages.clear();
        let opened = files::check_regular(path).and_then(|()| match kind {
            FileKind::Position => self.load_position(path),
            FileKind::Book => self.open_book(path, 1),
            _ => self.open_cartridge(path),
        });
        self.close_list_or_show_error(opened);
    }

    /// Opens a game from a file of games.
    pub(super) fn open_game(&mut self, path: &Path, number: usize) {
        self.view.messages.clear();
        let opened = self.open_book(path, number);
        self.close_list_or_show_error(opened);
    }

    /// Closes the list if the file was opened; otherwise shows the error.
    fn close_list_or_show_error(&mut self, opened: Result<(), Error>) {
        match opened {
            Ok(()) => self.panels.close(),
            Err(error) => self
                .view
                .messages
                .show_for(error.to_string(), ERROR_PICTURES),
        }
    }

    /// Reads a position from a file, and sets it up on the board.
    fn load_position(&mut self, path: &Path) -> Result<(), Error> {
        let text = read_text(path)?;
        let position = Position::from_fen(text.trim_end())
            .map_err(|error| Error::Usage(format!("{}: {error}", path.display())))?;
        if let Some(text) = self.session.set_up(&position) {
            self.view.messages.show(text);
        }
        Ok(())
    }

    fn open_book(&mut self, path: &Path, number: usize) -> Result<(), Error> {
        let pieces = self.settings.merged().play.pieces;
        let (companion, session) = (&mut self.companion, &mut self.session);
        let text = companion.open_book((path, number), session, pieces)?;
        self.view.messages.show_for(text, ERROR_PICTURES);
        Ok(())
    }

    /// Reads a cartridge from a file, and inserts it. If the file does not contain a cartridge,
    /// changes nothing.
    fn open_cartridge(&mut self, path: &Path) -> Result<(), Error> {
        let cartridge = self.plan.read_cartridge(path)?;
        let name = files::cartridge_name(path);
        self.insert(cartridge, Some(path.to_owned()), name);
        Ok(())
    }

    /// Inserts a bundled cartridge.
    pub(super) fn insert_bundled(&mut self, bundled: &Bundled) {
        match image::cartridge(Path::new(bundled.name), bundled.image) {
            Ok(cartridge) => self.insert(cartridge, None, bundled.name.into()),
            Err(error) => self.view.messages.show_failure(error),
        }
        self.panels.close();
    }

    /// Inserts a new cartridge. First saves the session of the old cartridge, as on exit. If that
    /// fails, inserts the new cartridge anyway. If the game was paused, ends the pause, because the
    /// new game has no picture yet.
    fn insert(&mut self, cartridge: Cartridge, path: Option<PathBuf>, name: String) {
        self.finish_actions();
        let messages = &mut self.view.messages;
        self.storage.finish_recording(&self.session, messages);
        self.storage.save_session(&self.session, messages);
        self.session.insert(cartridge);
        self.session.look_ahead();
        self.clock.paused = false;
        self.storage.cartridge = path;
        self.storage.name = name;
        let title = self
            .plan
            .title(&self.storage.name, self.session.cartridge());
        self.devices.screen.set_title(title);
        self.devices.audio.smooth_jump();
        self.apply_cartridge_settings();
        self.devices
            .fit_window(self.view.look.aspect, &self.session);
        self.set_up_for_cartridge();
        let text = format!("Playing {}", self.storage.name);
        self.view.messages.show(text);
        self.storage.remember_cartridge();
    }

    /// Shows the result of a finished test. If a watched source has changed, assembles and runs it
    /// again.
    pub fn poll_tests_and_sources(&mut self) {
        if let Some(test) = &self.storage.test {
            match test.try_recv() {
                Ok(Ok(text)) => self.view.messages.show_for(text, RESULT_PICTURES),
                Ok(Err(error)) => self.view.messages.show_failure(error),
                Err(TryRecvError::Empty) => return,
                Err(TryRecvError::Disconnected) => {}
            }
            self.storage.test = None;
        }
        let watched = self.storage.watch.as_ref();
        let changed = watched.is_some_and(|watched| watched.files.has_changed());
        if let (true, Some(path)) = (changed, self.storage.cartridge.clone()) {
            let old = self.storage.watch.take();
            let old = old.map(|watched| watched.program).unwrap_or_default();
            let mut watched = Watched::of_image(&path);
            if !self.reload(&path, &old, &watched.program) {
                watched.program = old;
            }
            self.storage.watch = Some(watched);
        }
    }

    /// Assembles the source again. If both programs have the same variables and the running code
    /// has not changed, continues the game with the new program; otherwise restarts it. If the
    /// source has errors, pauses the game, shows the errors over its last picture, and returns
    /// false.
    fn reload(&mut self, path: &Path, old: &Program, new: &Program) -> bool {
        match self.plan.read_cartridge(path) {
            Ok(cartridge) => {
                let continued = debugger::carry_over(self.session.machine(), old, &cartridge, new);
                self.session.insert(cartridge);
                let continued = continued.and_then(|machine| {
                    let loaded = self.session.load_machine(&machine.save());
                    loaded.map_err(|error| error.to_string())
                });
                self.clock.paused = false;
                self.view.messages.clear();
                self.apply_cartridge_settings();
                self.set_up_for_cartridge();
                let text = match continued {
                    Ok(()) => "Reloaded: the game continues".to_owned(),
                    Err(reason) => format!("Reloaded, from power-on: {reason}"),
                };
                self.view.messages.show(text);
                true
            }
            Err(error) => {
                self.clock.paused = true;
                let text = error.to_string();
                let lines: Vec<&str> = text.lines().take(MAX_ASSEMBLER_LINES).collect();
                self.view
                    .messages
                    .show_for(lines.join("\n"), ASSEMBLER_PICTURES);
                false
            }
        }
    }
}

/// Returns the folder that a list of files shows first. This is the folder in the settings if it
/// exists, otherwise the current cartridge's folder or, if there is none, the working directory.
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
    fn the_folder_in_the_settings_has_priority_over_the_folder_of_the_cartridge() {
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
