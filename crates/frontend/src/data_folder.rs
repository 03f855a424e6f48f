//! The folder for the program's data: games, states, pictures and recordings.

use headless::{error::Error, print, record_file::RecordFile};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// The given folder, else the platform's, else one in the working directory.
pub fn data_folder(given: Option<PathBuf>) -> PathBuf {
    let platform = || directories::ProjectDirs::from("", "", "crownhead");
    given
        .or_else(|| platform().map(|dirs| dirs.data_dir().to_owned()))
        .unwrap_or_else(|| PathBuf::from("crownhead"))
}

/// The record of a game in the terminal: the named file, or one in the data folder, which this
/// function creates. If the data folder cannot be written, a warning appears and the game goes
/// unsaved.
///
/// # Errors
/// The named file cannot be written.
pub fn terminal_record(
    named: Option<&Path>,
    folder: Option<PathBuf>,
    name: &str,
) -> Result<Option<RecordFile>, Error> {
    if let Some(path) = named {
        return RecordFile::open(path).map(Some);
    }
    let folder = data_folder(folder);
    let made = fs::create_dir_all(&folder).map_err(Error::write(&folder));
    let file = made.and_then(|()| RecordFile::open(&folder.join(name)));
    if let Err(error) = &file {
        print::message(&format!("{error}; the games are not saved"));
    }
    Ok(file.ok())
}
