//! A thread that finds the titles of the files in a list.

use super::{
    batches::Batches,
    entries::{Entry, Target},
};
use headless::files::{images_in, read_image};
use play::titles::{Title, title_by_checksum, title_of};
use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
};

/// The maximum size of a file in which to look for a title. Cartridge files are always smaller,
/// compressed or not.
const MAX_FILE_SIZE: u64 = 1 << 20;

/// A thread that finds titles.
pub struct TitleFinder(Batches<(PathBuf, Title)>);

impl TitleFinder {
    /// Starts the thread for the files of a list. If it cannot start, no titles are found.
    pub fn start(entries: &[Entry]) -> TitleFinder {
        let files = entries.iter().filter_map(|entry| match &entry.target {
            Target::File(path) if entry.title.is_none() => Some(path.clone()),
            _ => None,
        });
        let files: Vec<PathBuf> = files.collect();
        TitleFinder(Batches::start("titles", move |results| {
            files
                .into_iter()
                .try_for_each(|path| match title_at(&path) {
                    Some(title) => results.add((path, title)),
                    None => results.send_if_due(),
                })
        }))
    }

    /// Applies the titles that were found since the last call. Returns whether there were any.
    pub fn apply_titles(&self, entries: &mut [Entry]) -> bool {
        let mut found: HashMap<PathBuf, Title> = self.0.received().collect();
        let any = !found.is_empty();
        if any {
            for entry in entries {
                if let Target::File(path) = &entry.target
                    && let Some(title) = found.remove(path)
                {
                    entry.set_title(title);
                }
            }
        }
        any
    }
}

/// Returns the title of the cartridge in a file, if it is known.
pub fn title_at(path: &Path) -> Option<Title> {
    if is_zip(path) {
        return match &images_in(path)[..] {
            [one] => title_by_checksum(one.crc, one.size as usize),
            _ => None,
        };
    }
    // A path inside a zip file has no metadata.
    let metadata = fs::metadata(path);
    if metadata.is_ok_and(|file| !file.is_file() || file.len() > MAX_FILE_SIZE) {
        return None;
    }
    title_of(&read_image(path).ok()?.bytes)
}

/// Returns whether this is the name of a zip file.
pub fn is_zip(path: &Path) -> bool {
    let extension = path.extension();
    extension.is_some_and(|extension| extension.eq_ignore_ascii_case("zip"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::zipped::zipped;
    use play::bundled::BUNDLED;
    use std::thread;

    /// Returns a zip file with a known cartridge and `noise_bytes` bytes of incompressible data.
    fn zip_with_noise(noise_bytes: usize) -> Vec<u8> {
        let mut state = 1_u32;
        let noise: Vec<u8> = std::iter::repeat_with(|| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        })
        .take(noise_bytes)
        .collect();
        zipped(&[("a.bin", BUNDLED[0].image), ("notes.txt", &noise)])
    }

    #[test]
    fn a_file_that_is_larger_than_any_cartridge_is_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let has_title = |name: &str, bytes: &[u8]| {
            let path = folder.path().join(name);
            fs::write(&path, bytes).unwrap();
            title_at(&path).is_some()
        };
        assert!(has_title("game.bin", BUNDLED[0].image));
        assert!(has_title("small.bin", &zip_with_noise(1000)));
        assert!(!has_title(
            "large.bin",
            &zip_with_noise(MAX_FILE_SIZE as usize)
        ));
        // An image in a zip file gets its title no matter how large the zip file is.
        let zip = folder.path().join("large.zip");
        fs::write(&zip, zip_with_noise(MAX_FILE_SIZE as usize)).unwrap();
        assert!(title_at(&zip.join("a.bin")).is_some());
        assert_eq!(title_at(folder.path()), None);
    }

    #[test]
    #[cfg(unix)]
    fn a_pipe_is_not_opened() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["pipe.bin", "pipe.zip"] {
            let pipe = folder.path().join(name);
            let made = std::process::Command::new("mkfifo").arg(&pipe).status();
            assert!(made.unwrap().success());
            // The thread blocks until someone opens the pipe, and then writes a cartridge with a
            // title.
            let writer = pipe.clone();
            thread::spawn(move || fs::write(writer, zip_with_noise(0)));
            assert_eq!(title_at(&pipe), None);
            assert!(images_in(&pipe).is_empty());
        }
    }
}
