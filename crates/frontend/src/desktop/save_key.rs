//! The player's SaveKey on disk.

use crate::{error::Error, files::write_whole, save_key};
use std::{
    fs::{self, File, TryLockError},
    path::PathBuf,
};
use vcs::input::SaveKeyMemory;

/// Writes the SaveKey, page by page into what the file has, so that two windows lose nothing.
#[derive(Debug)]
pub struct SaveKeyFile {
    path: PathBuf,
    /// The contents as this window last read or wrote them.
    known: SaveKeyMemory,
    /// A write that failed or waits for another program's lock.
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

    /// True if [`SaveKeyFile::save`] has something left to write.
    pub fn waits(&self) -> bool {
        self.waits
    }

    /// Writes the pages that differ from the file as it was known.
    ///
    /// # Errors
    /// The file is locked, or cannot be written: once, until a write succeeds again.
    pub fn save(&mut self, memory: &SaveKeyMemory) -> Result<(), Error> {
        let written = self.write(memory);
        self.waits = written.is_err();
        let reported = std::mem::replace(&mut self.reported, self.waits);
        written.or_else(|error| if reported { Ok(()) } else { Err(error) })
    }

    fn write(&mut self, memory: &SaveKeyMemory) -> Result<(), Error> {
        if let Some(folder) = self.path.parent() {
            fs::create_dir_all(folder).map_err(Error::write(folder))?;
        }
        let _lock = self.lock()?;
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
        Ok(())
    }

    /// Locks the file, if there is one, until the result is dropped.
    fn lock(&self) -> Result<Option<File>, Error> {
        let Ok(file) = File::open(&self.path) else {
            return Ok(None);
        };
        match file.try_lock() {
            Ok(()) => Ok(Some(file)),
            Err(TryLockError::WouldBlock) => Err(Error::Fault(format!(
                "{} is locked by another program: the SaveKey is saved later",
                self.path.display()
            ))),
            Err(TryLockError::Error(error)) => Err(Error::write(&self.path)(error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn memory(pages: &[(u16, u8)]) -> SaveKeyMemory {
        let mut memory = SaveKeyMemory::default();
        for (number, byte) in pages {
            memory.set_page(*number, &[*byte]);
        }
        memory
    }

    #[test]
    fn two_windows_write_their_own_pages() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new/savekey.bin");
        let open = || SaveKeyFile::open(path.clone()).unwrap();
        let (mut first, mut second) = (open(), open());
        first.save(&memory(&[(1, 1)])).unwrap();
        second.save(&memory(&[(2, 2)])).unwrap();
        first.save(&memory(&[(1, 3)])).unwrap();
        assert_eq!(*open().memory(), memory(&[(1, 3), (2, 2)]));
        assert_eq!(fs::metadata(&path).unwrap().len(), 32_768);
    }

    #[test]
    fn a_locked_file_is_reported_once_and_written_later() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("savekey.bin");
        let mut file = SaveKeyFile::open(path.clone()).unwrap();
        file.save(&memory(&[(1, 1)])).unwrap();
        let lock = File::open(&path).unwrap();
        lock.lock().unwrap();
        let refused = file.save(&memory(&[(1, 2)])).unwrap_err().to_string();
        assert!(refused.ends_with("the SaveKey is saved later"), "{refused}");
        file.save(&memory(&[(1, 3)])).unwrap();
        assert!(file.waits());
        drop(lock);
        file.save(&memory(&[(1, 3)])).unwrap();
        assert!(!file.waits());
        assert_eq!(save_key::read(&path).unwrap(), memory(&[(1, 3)]));
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
