//! The file that holds a session's input script.

use headless::{error::Error, files::write_whole};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// An input script on disk. It is rewritten after every move so that nothing is lost if the session
/// is interrupted.
#[derive(Debug)]
pub struct ScriptFile {
    path: PathBuf,
    /// True for a pipe or a device. The script is written to it only once, at the end.
    write_once: bool,
}

impl ScriptFile {
    /// Creates a script that will be written to this path, replacing any file there.
    pub fn new(path: &Path) -> ScriptFile {
        ScriptFile {
            path: path.to_owned(),
            write_once: fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()),
        }
    }

    /// Writes the script so far, while a game is in progress. Does nothing for a pipe or a device.
    ///
    /// # Errors
    /// [`Error::Write`].
    pub fn save(&self, script: &str) -> Result<(), Error> {
        if self.write_once {
            Ok(())
        } else {
            self.finish(script)
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
