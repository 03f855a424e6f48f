//! The recent cartridges and the favorites, stored in two text files with one path per line.

use headless::{error::Error, files::write_whole, output::read_text};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// Maximum number of cartridges in the list.
const MAX_CARTRIDGES: usize = 10;

/// Reads the favorites. Returns an empty list if the file is missing or is not text.
pub fn favorites(folder: &Path) -> Vec<PathBuf> {
    let text = fs::read_to_string(folder.join("favorites.txt")).unwrap_or_default();
    text.lines().map(PathBuf::from).collect()
}

/// Writes the favorites.
///
/// # Errors
/// [`Error::Write`] if the folder is read-only.
pub fn save_favorites(folder: &Path, favorites: &[PathBuf]) -> Result<(), Error> {
    write_list(&folder.join("favorites.txt"), favorites)
}

/// Writes paths, one per line. Leaves out paths that are not UTF-8 or contain a line break.
fn write_list(file: &Path, list: &[PathBuf]) -> Result<(), Error> {
    let lines = list.iter().filter_map(|path| path.to_str());
    let text: String = lines
        .filter(|line| !line.contains('\n'))
        .map(|line| format!("{line}\n"))
        .collect();
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder).map_err(Error::write(folder))?;
    }
    write_whole(file, text.as_bytes())
}

/// Reads the recent cartridges. Returns an empty list if the file is missing or is not text.
pub fn read(folder: &Path) -> Vec<PathBuf> {
    let text = read_text(&folder.join("recent.txt")).unwrap_or_default();
    text.lines()
        .take(MAX_CARTRIDGES)
        .map(PathBuf::from)
        .collect()
}

/// Puts a cartridge at the top of the list of recent cartridges. Leaves out paths that are not
/// UTF-8, as well as standard input and assembler sources, which cannot be opened from the list.
///
/// # Errors
/// [`Error::Write`] if the folder is read-only.
pub fn remember(folder: &Path, cartridge: &Path) -> Result<(), Error> {
    let is_source = cartridge
        .extension()
        .is_some_and(|extension| extension == "asm");
    if is_source || cartridge == Path::new("-") {
        return Ok(());
    }
    let path = std::path::absolute(cartridge).unwrap_or_else(|_| cartridge.to_owned());
    let mut list = read(folder);
    list.retain(|listed| *listed != path);
    list.insert(0, path);
    list.truncate(MAX_CARTRIDGES);
    write_list(&folder.join("recent.txt"), &list)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_cartridge_comes_first_and_appears_only_once() {
        let folder = std::env::temp_dir().join(format!("crownhead-recent-{}", std::process::id()));
        for name in ["/a.bin", "/b.bin", "/a.bin"] {
            remember(&folder, Path::new(name)).unwrap();
        }
        for name in ["-", "/c.asm"] {
            remember(&folder, Path::new(name)).unwrap();
            assert_eq!(read(&folder), ["/a.bin", "/b.bin"].map(PathBuf::from));
        }
        for number in 0..MAX_CARTRIDGES {
            remember(&folder, Path::new(&format!("/{number}.bin"))).unwrap();
        }
        let list = read(&folder);
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(list.len(), MAX_CARTRIDGES);
        assert_eq!(list[0], Path::new("/9.bin"));
        assert!(!list.contains(&PathBuf::from("/b.bin")));
    }
}
