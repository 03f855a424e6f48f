//! The folder for the program's data: games, states, pictures and recordings.

use headless::{error::Error, print, record_file::RecordFile};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// Returns the given folder, if there is one. Otherwise returns the platform's data folder or, if
/// the platform has none, a folder in the working directory.
pub fn data_folder(given: Option<PathBuf>) -> PathBuf {
    let platform = || directories::ProjectDirs::from("", "", "crownhead");
    given
        .or_else(|| platform().map(|dirs| dirs.data_dir().to_owned()))
        .unwrap_or_else(|| PathBuf::from("crownhead"))
}

/// Opens the file that records a terminal game: `path` or, without a path, the file `name` in the
/// data folder, which is created if necessary. If that folder is not writable, prints a warning and
/// returns `None`; the game is then not saved.
///
/// # Errors
/// Fails if `path` is not writable.
pub fn open_terminal_record(
    path: Option<&Path>,
    folder: Option<PathBuf>,
    name: &str,
) -> Result<Option<RecordFile>, Error> {
    if let Some(path) = path {
        return RecordFile::open(path).map(Some);
    }
    let folder = data_folder(folder);
    let created = fs::create_dir_all(&folder).map_err(Error::write(&folder));
    let file = created.and_then(|()| RecordFile::open(&folder.join(name)));
    if let Err(error) = &file {
        print::message(&format!("{error}; the games are not saved"));
    }
    Ok(file.ok())
}
