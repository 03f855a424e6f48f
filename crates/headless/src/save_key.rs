//! The file that holds the 32,768 bytes of a SaveKey, in the format that other emulators use.

use crate::{error::Error, outputs::register_input};
use std::{fs::File, io::Read, path::Path};
use vcs::input::SaveKeyMemory;

/// Reads the contents of a SaveKey.
///
/// # Errors
/// The file is missing, cannot be read, or has the wrong size.
pub fn read(path: &Path) -> Result<SaveKeyMemory, Error> {
    let mut bytes = Vec::new();
    let max_read = SaveKeyMemory::SIZE as u64 + 1;
    File::open(path)
        .and_then(|file| file.take(max_read).read_to_end(&mut bytes))
        .map_err(Error::read(path))?;
    register_input(path);
    SaveKeyMemory::from_bytes(&bytes).ok_or_else(|| {
        let size = match bytes.len() as u64 {
            size if size == max_read => "more".to_owned(),
            size => size.to_string(),
        };
        Error::Usage(format!(
            "{} is not a SaveKey: a SaveKey has {} bytes, the file has {size}; name another file",
            path.display(),
            SaveKeyMemory::SIZE
        ))
    })
}
