//! The record of the games on disk.

use crate::{error::Error, record_file::RecordFile};
use checkers::pdn::Record;
use std::path::{Path, PathBuf};

/// Keeps every game in a file, after every move. The file is opened with the first move, so that
/// a session without a game leaves none.
#[derive(Debug)]
pub struct Keeper {
    path: Option<PathBuf>,
    file: Option<RecordFile>,
    /// A message for the player, once.
    pub news: Option<String>,
}

impl Keeper {
    /// A keeper that appends to `path`; without one, nothing is kept.
    pub fn new(path: Option<PathBuf>) -> Keeper {
        Keeper {
            path,
            file: None,
            news: None,
        }
    }

    /// Leaves the game written so far; another begins with the next move.
    pub fn next_game(&mut self) {
        if let Some(file) = &mut self.file {
            file.next_game();
        }
    }

    /// Writes the game.
    ///
    /// # Errors
    /// [`Error::Write`] where that is impossible; from then on nothing is written.
    pub fn save(&mut self, record: &Record) -> Result<(), Error> {
        let Some(path) = &self.path else {
            return Ok(());
        };
        let first = self.file.is_none();
        let written = write(&mut self.file, path, record);
        match &written {
            Ok(()) if first => self.news = Some(format!("Game is recorded in {}", path.display())),
            Ok(()) => {}
            Err(_) => self.path = None,
        }
        written
    }
}

fn write(file: &mut Option<RecordFile>, path: &Path, record: &Record) -> Result<(), Error> {
    if file.is_none() {
        if let Some(folder) = path.parent().filter(|folder| *folder != Path::new("")) {
            std::fs::create_dir_all(folder).map_err(Error::write(folder))?;
        }
        *file = Some(RecordFile::open(path)?);
    }
    match file {
        Some(file) => file.save(record),
        None => Ok(()),
    }
}
