//! Watches files for changes by polling. Polling works on every system, and is fast enough for the
//! few files of a program.

use crate::session::Session;
use crate::sources;
use asm6502::{BuildError, DiskProvider};
use std::{
    fs,
    path::{Path, PathBuf},
    thread,
    time::{Duration, SystemTime},
};

/// The interval between two checks.
const POLL_INTERVAL: Duration = Duration::from_millis(250);

/// The watched files, with their modification times and sizes when watching started.
#[derive(Debug, Clone, Default)]
pub struct Watch {
    files: Vec<(PathBuf, Stamp)>,
}

/// A file's modification time and size; `None` if the file does not exist.
type Stamp = Option<(SystemTime, u64)>;

impl Watch {
    /// Starts watching these files.
    pub fn new(files: impl IntoIterator<Item = PathBuf>) -> Watch {
        let files = files.into_iter();
        Watch {
            files: files.map(|file| (file.clone(), stamp(&file))).collect(),
        }
    }

    /// Starts watching scripts, and the cartridges or sources that they name.
    pub fn of_scripts(scripts: &[PathBuf]) -> Watch {
        let used = scripts.iter().flat_map(|script| {
            let session = Session::from_script(script);
            let files = match session {
                Ok(session) => match session.build {
                    Some(build) => build.files,
                    None => vec![PathBuf::from(session.name)],
                },
                Err(crate::error::Error::Source(fault)) => fault.files(),
                Err(_) => Vec::new(),
            };
            files.into_iter().chain([script.clone()])
        });
        Watch::new(used)
    }

    /// Starts watching the files that an image is made from, even if its source does not assemble.
    pub fn of_image(path: &Path) -> Watch {
        let Some(source) = sources::source_at(path) else {
            return Watch::new([path.to_owned()]);
        };
        let build: Result<_, BuildError> = asm6502::build(&DiskProvider, &source);
        let files = match build {
            Ok(build) => build.files,
            Err(fault) => fault.files(),
        };
        Watch::new(files)
    }

    /// Returns true if a file has changed since watching started.
    pub fn has_changed(&self) -> bool {
        self.files
            .iter()
            .any(|(file, before)| stamp(file) != *before)
    }

    /// Waits until a file changes or `keep_waiting` returns false. Then waits until no file has
    /// changed for one interval, because a program that writes a file may empty it first.
    pub fn wait_while(&self, keep_waiting: impl Fn() -> bool) {
        while !self.has_changed() && keep_waiting() {
            thread::sleep(POLL_INTERVAL);
        }
        let mut before = Vec::new();
        loop {
            let now: Vec<Stamp> = self.files.iter().map(|(file, _)| stamp(file)).collect();
            if now == before {
                return;
            }
            before = now;
            thread::sleep(POLL_INTERVAL);
        }
    }
}

fn stamp(file: &Path) -> Stamp {
    let data = fs::metadata(file).ok()?;
    Some((data.modified().ok()?, data.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_to_an_included_file_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let path_of = |name: &str| folder.path().join(name);
        fs::write(
            path_of("a.asm"),
            " processor 6502\n include \"b.h\"\n org $f000\n .byte X\n",
        )
        .unwrap();
        fs::write(path_of("b.h"), "X = 1\n").unwrap();
        let watch = Watch::of_image(&path_of("a.asm"));
        assert!(!watch.has_changed());
        fs::write(path_of("b.h"), "X = 22\n").unwrap();
        assert!(watch.has_changed());
        // A source that does not assemble is also watched.
        fs::write(path_of("b.h"), " lda #\n").unwrap();
        let watch = Watch::of_image(&path_of("a.asm"));
        fs::write(path_of("b.h"), "X = 1\n").unwrap();
        assert!(watch.has_changed());
        fs::remove_file(path_of("b.h")).unwrap();
        assert!(watch.has_changed());
    }
}
