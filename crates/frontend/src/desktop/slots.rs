//! Saved states on disk: ten slots per cartridge, the state saved on exit, and the running session.

use headless::output::read_bounded;
use headless::{error::Error, files::write_whole};
use play::{session::Session, state::StateError, timeline::Saved};
use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// The number of state slots.
pub const SLOTS: usize = 10;

/// A state slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slot {
    /// A slot number, 0..=9.
    Number(usize),
    /// The state saved on exit.
    Exit,
    /// The running session, in case the program is killed.
    Running,
}

/// Returns the file of a slot; the image's checksum distinguishes cartridges with the same name.
pub fn path(folder: &Path, name: &str, sha256: &str, slot: Slot) -> PathBuf {
    let slot = match slot {
        Slot::Number(number) => number.to_string(),
        Slot::Exit => "exit".into(),
        Slot::Running => "running".into(),
    };
    folder
        .join("states")
        .join(format!("{name}-{}-{slot}.state", &sha256[..8]))
}

/// Saves the current state of a session in a file.
///
/// # Errors
/// [`Error::Write`] if the disk is full or the folder is read-only.
pub fn save(path: &Path, session: &Session) -> Result<(), Error> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(Error::write(folder))?;
    }
    write_whole(path, &session.save())
}

/// Loads the state in a file; returns false if there is no file.
///
/// # Errors
/// [`Error::Read`], or [`Error::Usage`] for a file that does not hold a state of the session's
/// cartridge.
pub fn load(path: &Path, session: &mut Session) -> Result<bool, Error> {
    match read(path)? {
        Some(bytes) => session
            .load(&bytes)
            .map(|()| true)
            .map_err(state_error(path)),
        None => Ok(false),
    }
}

/// Reads the state in a file without loading it; `None` if there is no file.
///
/// # Errors
/// The same as for [`load`].
pub fn peek(path: &Path, session: &Session) -> Result<Option<Saved>, Error> {
    let bytes = read(path)?;
    let saved = bytes.map(|bytes| session.read_state(&bytes).map_err(state_error(path)));
    saved.transpose()
}

fn read(path: &Path) -> Result<Option<Vec<u8>>, Error> {
    match fs::File::open(path).and_then(read_bounded) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Error::read(path)(error)),
    }
}

fn state_error(path: &Path) -> impl FnOnce(StateError) -> Error + '_ {
    move |error| Error::Usage(format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use play::{bundled::BUNDLED, session::SessionOptions};
    use vcs::Cartridge;

    #[test]
    fn a_slot_is_saved_and_loaded_and_a_damaged_slot_is_refused() {
        let cartridge = Cartridge::from_image(BUNDLED[0].image).unwrap();
        let mut session = Session::new(cartridge, SessionOptions::default());
        let folder = tempfile::tempdir().unwrap();
        let sha256 = session.timeline().sha256().to_owned();
        let file = path(folder.path(), "x", &sha256, Slot::Number(3));
        assert!(!load(&file, &mut session).unwrap());
        save(&file, &session).unwrap();
        assert!(load(&file, &mut session).unwrap());
        assert_eq!(peek(&file, &session).unwrap().unwrap().frames, 0);
        fs::write(&file, b"x").unwrap();
        let fault = load(&file, &mut session).unwrap_err();
        assert_eq!(fault.status(), 2);
        assert!(
            fault
                .to_string()
                .ends_with("not a saved state of this program")
        );
    }
}
