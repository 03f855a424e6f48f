//! The game record on disk.

use headless::{
    error::Error,
    record_file::{RecordFile, Saved},
};
use std::path::{Path, PathBuf};

/// Saves every game to a file, after every move. The file is opened on the first move, so that a
/// session without a game does not create one.
#[derive(Debug)]
pub struct GameSaver {
    path: Option<PathBuf>,
    file: Option<RecordFile>,
    /// Whether a game has not been written yet because another program has locked the file.
    pending: bool,
    /// A message for the player.
    pub message: Option<String>,
}

impl GameSaver {
    /// Creates a saver that appends to `path`; without a path, it saves nothing.
    pub fn new(path: Option<PathBuf>) -> GameSaver {
        GameSaver {
            path,
            file: None,
            pending: false,
            message: None,
        }
    }

    /// Marks the end of the current game in the file, so that the next move begins a new one.
    pub fn start_next_game(&mut self) {
        if let Some(file) = &mut self.file {
            file.start_next_game();
        }
    }

    /// Writes the game.
    ///
    /// # Errors
    /// Returns [`Error::Write`] if the file cannot be written. The saver then stops writing.
    pub fn save(&mut self, record: String) -> Result<(), Error> {
        let Some(path) = &self.path else {
            return Ok(());
        };
        let is_new = self.file.is_none();
        let written = write(&mut self.file, path, record);
        let path = path.display();
        match &written {
            Ok(Saved::Written) if is_new => {
                self.message = Some(format!("Game is recorded in {path}"));
            }
            Ok(Saved::Locked) if !self.pending => {
                self.message = Some(format!(
                    "{path} is locked by another program: the game will be saved later"
                ));
            }
            Ok(_) => {}
            Err(_) => self.path = None,
        }
        self.pending = matches!(written, Ok(Saved::Locked));
        written.map(drop)
    }

    /// Tries again to write the games that could not be written because the file was locked.
    ///
    /// # Errors
    /// The same as for [`GameSaver::save`].
    pub fn write_pending(&mut self) -> Result<(), Error> {
        if let Some(file) = self.file.as_mut().filter(|_| self.pending) {
            let saved = file.write_pending()?;
            self.pending = saved == Saved::Locked;
        }
        Ok(())
    }

    /// Writes the games that have not been written yet. If the file is locked, keeps trying for a
    /// few seconds.
    ///
    /// # Errors
    /// The same as for [`GameSaver::save`]; also fails if the file stays locked.
    pub fn finish(&mut self) -> Result<(), Error> {
        self.file.as_mut().map_or(Ok(()), RecordFile::finish)
    }
}

fn write(file: &mut Option<RecordFile>, path: &Path, record: String) -> Result<Saved, Error> {
    if file.is_none() {
        if let Some(folder) = path.parent().filter(|folder| *folder != Path::new("")) {
            std::fs::create_dir_all(folder).map_err(Error::write(folder))?;
        }
        *file = Some(RecordFile::open(path)?);
    }
    match file {
        Some(file) => file.save(record),
        None => Ok(Saved::Written),
    }
}
