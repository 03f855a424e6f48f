//! Reads a palette file with the player's own colors.

use headless::{error::Error, files::check_regular, output::read_bounded};
use play::standard::UserPalette;
use std::path::Path;

/// Reads a palette file.
///
/// # Errors
/// The file cannot be read or is not a palette.
pub fn read(path: &Path) -> Result<UserPalette, Error> {
    check_regular(path)?;
    let bytes = std::fs::File::open(path).and_then(read_bounded);
    headless::outputs::register_input(path);
    let bytes = bytes.map_err(Error::read(path))?;
    UserPalette::from_bytes(&bytes).ok_or_else(|| {
        Error::Usage(format!(
            "{} is not a palette: it has {} bytes instead of 792 (128 colors for NTSC, 128 for \
             PAL, 8 for SECAM) or 384 (128 colors)",
            path.display(),
            bytes.len()
        ))
    })
}
