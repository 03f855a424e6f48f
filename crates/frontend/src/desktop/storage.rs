//! The files of a session: determines their paths, and writes them while the session runs.

use super::{
    autosave::Autosave,
    clip::Clip,
    game_saver::GameSaver,
    logs::InputLog,
    messages::Messages,
    recent,
    recorder::Recorder,
    save_as_test::TestInProgress,
    save_key::SaveKeyFile,
    slots::{self, Slot},
};
use debugger::Program;
use headless::{
    error::Error,
    files::{read_image, reserve_fresh_name, write_fresh},
    program::program_of_image,
    watch::Watch,
};
use play::session::{Session, game::Game};
use std::{
    path::{Path, PathBuf},
    time::{Duration, Instant},
};
use vcs::input::SaveKeyMemory;

/// Interval between writes of the running session.
const SAVE_INTERVAL: Duration = Duration::from_secs(1);

/// The files to watch for changes, and the program that was assembled from them.
pub struct Watched {
    /// The watched files.
    pub files: Watch,
    /// The program that is running.
    pub program: Program,
}

impl Watched {
    /// Watches the files from which the image at `path` is built.
    pub fn of_image(path: &Path) -> Watched {
        let program = read_image(path).and_then(|image| program_of_image(&image));
        Watched {
            files: Watch::of_image(path),
            program: program.unwrap_or_default(),
        }
    }
}

/// The files of a session.
pub struct Storage {
    /// The folder for saved states, pictures and recordings.
    pub folder: PathBuf,
    /// The cartridge's name, as used in file names.
    pub name: String,
    /// The cartridge's file; `None` for a bundled cartridge.
    pub cartridge: Option<PathBuf>,
    /// The selected state slot.
    pub slot: usize,
    /// Writes the input script.
    pub recorder: Option<Recorder>,
    /// Writes the records of games.
    pub game_saver: GameSaver,
    /// Writes the SaveKey's contents; `None` if its file cannot be read or does not hold a SaveKey.
    pub save_key: Option<SaveKeyFile>,
    /// Writes each change of the console's ports.
    pub log: Option<InputLog>,
    /// The last few seconds, as pictures.
    pub clip: Clip,
    /// Writes the running session.
    pub autosave: Autosave,
    /// The time when [`Storage::is_save_due`] last returned true.
    pub last_save: Option<Instant>,
    /// A test in progress.
    pub test: Option<TestInProgress>,
    /// The source files, if the program is assembled again when they change.
    pub watch: Option<Watched>,
}

impl Storage {
    /// Returns the file of a state slot.
    pub fn slot_path(&self, session: &Session, slot: Slot) -> PathBuf {
        let sha256 = session.timeline().sha256();
        slots::path(&self.folder, &self.name, sha256, slot)
    }

    /// Returns the path of a new file in a subfolder of the data folder.
    ///
    /// # Errors
    /// [`Error::Write`] if the folder or the file cannot be created.
    pub fn new_path(&self, folder: &str, extension: &str) -> Result<PathBuf, Error> {
        reserve_fresh_name(&self.folder.join(folder), &self.name, extension)
    }

    /// Writes a new file in a subfolder of the data folder.
    ///
    /// # Errors
    /// [`Error::Write`]; in that case no new file exists.
    pub fn write(&self, folder: &str, extension: &str, bytes: &[u8]) -> Result<PathBuf, Error> {
        write_fresh(&self.folder.join(folder), &self.name, extension, bytes)
    }

    /// Returns true about once a second. The session must then be saved, because the display may be
    /// lost at any time.
    pub fn is_save_due(&mut self) -> bool {
        let due = self
            .last_save
            .is_none_or(|last_save| last_save.elapsed() >= SAVE_INTERVAL);
        if due {
            self.last_save = Some(Instant::now());
        }
        due
    }

    /// Moves the cartridge to the top of the list of recent cartridges. Ignores failures, such as a
    /// read-only folder.
    pub fn remember_cartridge(&self) {
        if let Some(path) = &self.cartridge {
            let _ = recent::remember(&self.folder, path);
        }
    }

    /// Writes the favorites. Reports a failure in `messages`, for example if the folder is
    /// read-only.
    pub fn save_favorites(&self, favorites: &[PathBuf], messages: &mut Messages) {
        if let Err(error) = recent::save_favorites(&self.folder, favorites) {
            messages.show_failure(error);
        }
    }

    /// Adds the last frame to the clip of the last few seconds.
    pub fn add_to_clip(&mut self, session: &Session) {
        let frame = session.machine().last_frame();
        self.clip.add(frame, session.shown_lines());
    }

    /// Writes the record of the game.
    pub fn save_game(&mut self, session: &Session, messages: &mut Messages) {
        let record = session.game().and_then(Game::record);
        let saved = record.map(|record| self.game_saver.save(record));
        if let Some(Err(error)) = saved {
            messages.show_failure(error);
        }
    }

    /// Writes the SaveKey if it has changed since the last write. `write` is [`SaveKeyFile::save`]
    /// or [`SaveKeyFile::finish`].
    pub fn write_save_key(
        &mut self,
        write: fn(&mut SaveKeyFile, &SaveKeyMemory) -> Result<(), Error>,
        session: &Session,
        messages: &mut Messages,
    ) {
        let memory = session.save_key();
        let file = self.save_key.as_mut();
        if let Some(Err(error)) = file.map(|file| write(file, memory)) {
            messages.show_failure(error);
        }
    }

    /// Updates the recording of the input. If that fails, ends the recording.
    pub fn record_frame(&mut self, session: &Session, messages: &mut Messages) {
        if let Some(recorder) = &mut self.recorder
            && let Err(error) = recorder.update_if_due(session.timeline())
        {
            self.recorder = None;
            messages.show_failure(error);
        }
    }
}
