//! The player's SaveKey on disk.

use headless::{
    error::Error,
    files::write_whole,
    record_file::{LOCK_WAIT, Saved, retry_while_locked},
    save_key,
};
use std::{
    fs::{self, File, OpenOptions, TryLockError},
    path::PathBuf,
    time::Duration,
};
use vcs::input::SaveKeyMemory;

/// The SaveKey's file. Only the pages that this window has changed are replaced in the file, so
/// that two windows do not undo each other's changes. If both change the same page, the last write
/// wins.
#[derive(Debug)]
pub struct SaveKeyFile {
    path: PathBuf,
    /// The contents as this window last read or wrote them.
    known: SaveKeyMemory,
    /// Whether the SaveKey still has to be written, because it has changed since the last write,
    /// the last write failed, or another program had locked the file.
    pending: bool,
    /// Whether the last write failed and that has already been reported.
    reported: bool,
}

impl SaveKeyFile {
    /// Reads the file. If it does not exist, the contents are those of an erased SaveKey.
    ///
    /// # Errors
    /// The file cannot be read or is not a SaveKey.
    pub fn open(path: PathBuf) -> Result<SaveKeyFile, Error> {
        let known = if path.exists() {
            save_key::read(&path)?
        } else {
            SaveKeyMemory::default()
        };
        Ok(SaveKeyFile {
            path,
            known,
            pending: false,
            reported: false,
        })
    }

    /// Returns the contents as last read or written.
    pub fn memory(&self) -> &SaveKeyMemory {
        &self.known
    }

    /// Records that the SaveKey has changed, so that the next [`SaveKeyFile::save`] writes it.
    pub fn mark_changed(&mut self) {
        self.pending = true;
    }

    /// Writes the pages that differ from the last known contents. Writes nothing if the SaveKey has
    /// not [changed](SaveKeyFile::mark_changed).
    ///
    /// # Errors
    /// The file is locked or cannot be written. Repeated failures return an error only once, until
    /// a write succeeds.
    pub fn save(&mut self, memory: &SaveKeyMemory) -> Result<(), Error> {
        if !self.pending {
            return Ok(());
        }
        let written = self.write(memory).and_then(|saved| match saved {
            Saved::Written => Ok(()),
            Saved::Locked => Err(self.locked_error("the SaveKey will be saved later")),
        });
        let reported = std::mem::replace(&mut self.reported, written.is_err());
        written.or_else(|error| if reported { Ok(()) } else { Err(error) })
    }

    /// Saves for the last time. Unlike [`SaveKeyFile::save`], waits a few seconds if another
    /// program has locked the file.
    ///
    /// # Errors
    /// The file remains locked or cannot be written, and the last changes are lost. An error is
    /// returned even if it has been reported before.
    pub fn finish(&mut self, memory: &SaveKeyMemory) -> Result<(), Error> {
        self.finish_within(LOCK_WAIT, memory)
    }

    fn finish_within(&mut self, wait: Duration, memory: &SaveKeyMemory) -> Result<(), Error> {
        if !self.pending {
            return Ok(());
        }
        match retry_while_locked(wait, || self.write(memory))? {
            Saved::Written => Ok(()),
            Saved::Locked => Err(self.locked_error("the SaveKey's last changes are not saved")),
        }
    }

    fn locked_error(&self, result: &str) -> Error {
        Error::Fault(format!(
            "{} is locked by another program: {result}",
            self.path.display()
        ))
    }

    fn write(&mut self, memory: &SaveKeyMemory) -> Result<Saved, Error> {
        if let Some(folder) = self.path.parent() {
            fs::create_dir_all(folder).map_err(Error::write(folder))?;
        }
        let Some(_lock) = self.lock()? else {
            return Ok(Saved::Locked);
        };
        let mut merged = if self.path.exists() {
            save_key::read(&self.path)?
        } else {
            SaveKeyMemory::default()
        };
        for number in 0..SaveKeyMemory::PAGES {
            let page = memory.page(number);
            if page != self.known.page(number) {
                merged.set_page(number, &page);
            }
        }
        write_whole(&self.path, &merged.to_bytes())?;
        self.known = memory.clone();
        self.pending = false;
        Ok(Saved::Written)
    }

    /// Acquires the lock and holds it until the result is dropped. Returns `None` if another
    /// program has the lock.
    // The lock is on a separate file, because each write replaces the SaveKey's file, and because
    // on Windows a locked file can be read only through the handle that holds the lock.
    fn lock(&self) -> Result<Option<File>, Error> {
        let path = self.path.with_added_extension("lock");
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let file = options.open(&path).map_err(Error::write(&path))?;
        match file.try_lock() {
            Ok(()) => Ok(Some(file)),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(Error::write(&path)(error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn memory(pages: &[(u16, u8)]) -> SaveKeyMemory {
        let mut memory = SaveKeyMemory::default();
        for (number, byte) in pages {
            memory.set_page(*number, &[*byte]);
        }
        memory
    }

    fn save(file: &mut SaveKeyFile, memory: &SaveKeyMemory) -> Result<(), Error> {
        file.mark_changed();
        file.save(memory)
    }

    /// Locks the file as another program would.
    fn lock_as_other_program(path: &Path) -> File {
        let lock = File::create(path.with_added_extension("lock")).unwrap();
        lock.lock().unwrap();
        lock
    }

    #[test]
    fn two_windows_write_their_own_pages() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new/savekey.bin");
        let open = || SaveKeyFile::open(path.clone()).unwrap();
        let (mut first, mut second) = (open(), open());
        save(&mut first, &memory(&[(1, 1)])).unwrap();
        save(&mut second, &memory(&[(2, 2)])).unwrap();
        save(&mut first, &memory(&[(1, 3)])).unwrap();
        assert_eq!(*open().memory(), memory(&[(1, 3), (2, 2)]));
        assert_eq!(fs::metadata(&path).unwrap().len(), 32_768);
    }

    #[test]
    fn unchanged_memory_is_not_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("savekey.bin");
        let mut file = SaveKeyFile::open(path.clone()).unwrap();
        file.save(&memory(&[])).unwrap();
        file.finish(&memory(&[])).unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        save(&mut file, &memory(&[(1, 1)])).unwrap();
        fs::remove_file(&path).unwrap();
        file.save(&memory(&[(1, 1)])).unwrap();
        assert!(!path.exists());
    }

    #[test]
    fn a_locked_file_is_reported_once_and_written_later() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("savekey.bin");
        let mut file = SaveKeyFile::open(path.clone()).unwrap();
        // The very first write also needs the lock.
        let lock = lock_as_other_program(&path);
        let refused = save(&mut file, &memory(&[(1, 2)])).unwrap_err().to_string();
        assert!(
            refused.ends_with("the SaveKey will be saved later"),
            "{refused}"
        );
        file.save(&memory(&[(1, 3)])).unwrap();
        assert!(!path.exists());
        drop(lock);
        file.save(&memory(&[(1, 3)])).unwrap();
        assert_eq!(save_key::read(&path).unwrap(), memory(&[(1, 3)]));
        let _lock = lock_as_other_program(&path);
        save(&mut file, &memory(&[(1, 4)])).unwrap_err();
    }

    #[test]
    fn the_last_write_reports_a_failure_even_if_it_was_reported_before() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("savekey.bin");
        let mut file = SaveKeyFile::open(path.clone()).unwrap();
        let lock = lock_as_other_program(&path);
        save(&mut file, &memory(&[(1, 1)])).unwrap_err();
        let lost = file.finish_within(Duration::ZERO, &memory(&[(1, 1)]));
        let lost = lost.unwrap_err().to_string();
        assert!(lost.ends_with("last changes are not saved"), "{lost}");
        drop(lock);
        file.finish(&memory(&[(1, 1)])).unwrap();
        assert_eq!(save_key::read(&path).unwrap(), memory(&[(1, 1)]));
    }

    #[test]
    fn a_file_of_the_wrong_size_gives_an_error_with_both_sizes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("savekey.bin");
        for (size, text) in [(100, "the file has 100;"), (40_000, "the file has more;")] {
            fs::write(&path, vec![0; size]).unwrap();
            let refused = SaveKeyFile::open(path.clone()).unwrap_err().to_string();
            assert!(
                refused.contains("has 32768 bytes") && refused.contains(text),
                "{refused}"
            );
        }
    }
}
