//! The player's SaveKey on disk.

use headless::{
    error::Error,
    files::write_whole,
    record_file::{LOCK_WAIT, Saved, until_written},
    save_key,
};
use std::{
    fs::{self, File, OpenOptions, TryLockError},
    path::PathBuf,
    time::Duration,
};
use vcs::input::SaveKeyMemory;

/// Writes the SaveKey, page by page into what the file has: two windows keep each other's pages. Of
/// a page that both write, the file has the last version.
#[derive(Debug)]
pub struct SaveKeyFile {
    path: PathBuf,
    /// The contents as this window last read or wrote them.
    known: SaveKeyMemory,
    /// There is something to write: it is new, or a write failed or waits for another program's
    /// lock.
    waits: bool,
    /// The player knows that it fails.
    reported: bool,
}

impl SaveKeyFile {
    /// Reads the file; without one the SaveKey is erased.
    ///
    /// # Errors
    /// The file cannot be read, or is no SaveKey.
    pub fn open(path: PathBuf) -> Result<SaveKeyFile, Error> {
        let known = match path.exists() {
            true => save_key::read(&path)?,
            false => SaveKeyMemory::default(),
        };
        Ok(SaveKeyFile {
            path,
            known,
            waits: false,
            reported: false,
        })
    }

    /// The contents as last read or written.
    pub fn memory(&self) -> &SaveKeyMemory {
        &self.known
    }

    /// The SaveKey has changed: the next [`SaveKeyFile::save`] has something to write.
    pub fn changed(&mut self) {
        self.waits = true;
    }

    /// Writes the pages that differ from the file as it was known; nothing where it has not
    /// [changed](SaveKeyFile::changed).
    ///
    /// # Errors
    /// The file is locked, or cannot be written: once, until a write succeeds again.
    pub fn save(&mut self, memory: &SaveKeyMemory) -> Result<(), Error> {
        if !self.waits {
            return Ok(());
        }
        let written = self.write(memory).and_then(|saved| match saved {
            Saved::Written => Ok(()),
            Saved::Locked => Err(self.locked("the SaveKey is saved later")),
        });
        let reported = std::mem::replace(&mut self.reported, written.is_err());
        written.or_else(|error| if reported { Ok(()) } else { Err(error) })
    }

    /// As [`SaveKeyFile::save`] for the last time: waits some seconds for another program's lock.
    ///
    /// # Errors
    /// The file stays locked, or cannot be written, even if that was reported before: what was
    /// not written is lost.
    pub fn finish(&mut self, memory: &SaveKeyMemory) -> Result<(), Error> {
        self.finish_within(LOCK_WAIT, memory)
    }

    fn finish_within(&mut self, wait: Duration, memory: &SaveKeyMemory) -> Result<(), Error> {
        if !self.waits {
            return Ok(());
        }
        match until_written(wait, || self.write(memory))? {
            Saved::Written => Ok(()),
            Saved::Locked => Err(self.locked("the SaveKey's last changes are not saved")),
        }
    }

    fn locked(&self, result: &str) -> Error {
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
        let mut merged = match self.path.exists() {
            true => save_key::read(&self.path)?,
            false => SaveKeyMemory::default(),
        };
        for number in 0..SaveKeyMemory::PAGES {
            let page = memory.page(number);
            if page != self.known.page(number) {
                merged.set_page(number, &page);
            }
        }
        write_whole(&self.path, &merged.to_bytes())?;
        self.known = memory.clone();
        self.waits = false;
        Ok(Saved::Written)
    }

    /// Takes the lock until the result is dropped; `None` where another program has it.
    // The lock is on a file of its own beside: the SaveKey's file is replaced by each write, and on
    // Windows a locked file can be read through the handle alone that has the lock.
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
        file.changed();
        file.save(memory)
    }

    /// Another program's lock.
    fn locked(path: &Path) -> File {
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
    fn what_has_not_changed_is_not_written() {
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
        // The first write of all needs the lock, too.
        let lock = locked(&path);
        let refused = save(&mut file, &memory(&[(1, 2)])).unwrap_err().to_string();
        assert!(refused.ends_with("the SaveKey is saved later"), "{refused}");
        file.save(&memory(&[(1, 3)])).unwrap();
        assert!(!path.exists());
        drop(lock);
        file.save(&memory(&[(1, 3)])).unwrap();
        assert_eq!(save_key::read(&path).unwrap(), memory(&[(1, 3)]));
        let _lock = locked(&path);
        save(&mut file, &memory(&[(1, 4)])).unwrap_err();
    }

    #[test]
    fn the_last_write_tells_that_it_fails_even_if_that_is_known() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("savekey.bin");
        let mut file = SaveKeyFile::open(path.clone()).unwrap();
        let lock = locked(&path);
        save(&mut file, &memory(&[(1, 1)])).unwrap_err();
        let lost = file.finish_within(Duration::ZERO, &memory(&[(1, 1)]));
        let lost = lost.unwrap_err().to_string();
        assert!(lost.ends_with("last changes are not saved"), "{lost}");
        drop(lock);
        file.finish(&memory(&[(1, 1)])).unwrap();
        assert_eq!(save_key::read(&path).unwrap(), memory(&[(1, 1)]));
    }

    #[test]
    fn a_file_of_another_size_is_refused_with_both_sizes() {
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
