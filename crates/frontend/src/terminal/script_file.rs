//! The file that a session's input script goes to.

use crate::{error::Error, files::write_whole};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// An input script on disk, whole after every move: nothing that breaks a game off costs it.
#[derive(Debug)]
pub struct ScriptFile {
    path: PathBuf,
    /// A pipe or a device cannot be written anew: it takes the script once, at the end.
    once: bool,
}

impl ScriptFile {
    /// A script in a file that takes the place of what is there.
    pub fn new(path: &Path) -> ScriptFile {
        ScriptFile {
            path: path.to_owned(),
            once: fs::metadata(path).is_ok_and(|known| !known.is_file()),
        }
    }

    /// Writes the script of a game that goes on.
    ///
    /// # Errors
    /// [`Error::Write`].
    pub fn keep(&self, script: &str) -> Result<(), Error> {
        match self.once {
            true => Ok(()),
            false => self.finish(script),
        }
    }

    /// Writes the script of the whole session.
    ///
    /// # Errors
    /// [`Error::Write`].
    pub fn finish(&self, script: &str) -> Result<(), Error> {
        write_whole(&self.path, script.as_bytes())
    }
}
