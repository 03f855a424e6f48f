//! The window's size, kept from one session to the next in the data folder.

use headless::{error::Error, files::write_whole};
use std::{
    fs,
    io::ErrorKind,
    path::{Path, PathBuf},
};

fn file(folder: &Path) -> PathBuf {
    folder.join("window.txt")
}

/// The size that the player gave the window in an earlier session, in pixels.
pub fn read(folder: &Path) -> Option<(usize, usize)> {
    let text = fs::read_to_string(file(folder)).ok()?;
    let (width, height) = text.trim().split_once('x')?;
    let size = (width.parse().ok()?, height.parse().ok()?);
    (size.0 > 0 && size.1 > 0).then_some(size)
}

/// Keeps a size; with `None` forgets it.
///
/// # Errors
/// [`Error::Write`].
pub fn write(folder: &Path, size: Option<(usize, usize)>) -> Result<(), Error> {
    let path = file(folder);
    match size {
        Some((width, height)) => {
            fs::create_dir_all(folder).map_err(Error::write(folder))?;
            write_whole(&path, format!("{width}x{height}\n").as_bytes())
        }
        None => match fs::remove_file(&path) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(Error::write(&path)(error)),
            _ => Ok(()),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_is_kept_until_it_is_forgotten() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("new");
        assert_eq!(read(&folder), None);
        write(&folder, None).unwrap();
        write(&folder, Some((1280, 960))).unwrap();
        assert_eq!(read(&folder), Some((1280, 960)));
        write(&folder, None).unwrap();
        assert_eq!(read(&folder), None);
        fs::write(file(&folder), "0x960").unwrap();
        assert_eq!(read(&folder), None);
    }
}
