//! The window's size and position, saved in the data folder for the next session.

use headless::{error::Error, files::write_whole};
use std::{
    fs,
    io::ErrorKind,
    path::{Path, PathBuf},
};

fn file(folder: &Path) -> PathBuf {
    folder.join("window.txt")
}

/// Size and position of a window, in pixels; `None` means the default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SavedWindow {
    /// The size that the player chose.
    pub size: Option<(usize, usize)>,
    /// The position on the screen.
    pub position: Option<(isize, isize)>,
}

/// Reads the saved values: the size is in a line such as `1280x960`, the position in a line such as
/// `at 40 -20`.
pub fn read(folder: &Path) -> SavedWindow {
    let text = fs::read_to_string(file(folder)).unwrap_or_default();
    let size = |line: &str| {
        let (width, height) = line.split_once('x')?;
        let size: (usize, usize) = (width.parse().ok()?, height.parse().ok()?);
        (size.0 > 0 && size.1 > 0).then_some(size)
    };
    let position = |line: &str| {
        let (x, y) = line.strip_prefix("at ")?.split_once(' ')?;
        Some((x.parse().ok()?, y.parse().ok()?))
    };
    SavedWindow {
        size: text.lines().find_map(size),
        position: text.lines().find_map(position),
    }
}

/// Saves the size and the position. If one of them is `None`, it is removed from the file.
///
/// # Errors
/// [`Error::Write`] if the file cannot be written.
pub fn write(folder: &Path, saved: SavedWindow) -> Result<(), Error> {
    let path = file(folder);
    let size = saved
        .size
        .map(|(width, height)| format!("{width}x{height}\n"));
    let position = saved.position.map(|(x, y)| format!("at {x} {y}\n"));
    let text: String = size.into_iter().chain(position).collect();
    if text.is_empty() {
        match fs::remove_file(&path) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(Error::write(&path)(error)),
            _ => Ok(()),
        }
    } else {
        fs::create_dir_all(folder).map_err(Error::write(folder))?;
        write_whole(&path, text.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn size_and_position_are_kept_until_they_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("new");
        let none = SavedWindow::default();
        assert_eq!(read(&folder), none);
        write(&folder, none).unwrap();
        let size_only = SavedWindow {
            size: Some((1280, 960)),
            position: None,
        };
        let size_and_position = SavedWindow {
            position: Some((-40, 25)),
            ..size_only
        };
        for saved in [
            size_only,
            size_and_position,
            SavedWindow {
                size: None,
                ..size_and_position
            },
        ] {
            write(&folder, saved).unwrap();
            assert_eq!(read(&folder), saved);
        }
        write(&folder, none).unwrap();
        assert_eq!(read(&folder), none);
        fs::write(file(&folder), "0x960\nat 3\n").unwrap();
        assert_eq!(read(&folder), none);
    }
}
