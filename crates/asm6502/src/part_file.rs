//! A file that is being written beside the one that it becomes.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// A new file beside its target. The target is unchanged until the new file is complete and
/// replaces it. Dropping a `PartFile` removes an incomplete file. A link stays a link; a target
/// that is not a regular file, such as a pipe, is written directly.
#[derive(Debug)]
pub struct PartFile {
    target: PathBuf,
    path: PathBuf,
}

/// Maximum number of incomplete files of one target that killed programs may leave.
const MAX_LEFT: usize = 9;

impl PartFile {
    /// The file `NAME.EXTENSION.part`.
    pub fn of(target: &Path) -> PartFile {
        PartFile::named(target, |target, part| target.with_added_extension(part))
    }

    /// The file `NAME.part.EXTENSION`, for programs that choose a format by the extension.
    pub fn with_extension_of(target: &Path) -> PartFile {
        PartFile::named(target, |target, part| {
            let extension = target.extension().unwrap_or_default();
            target.with_extension(part).with_added_extension(extension)
        })
    }

    /// Chooses the first name that no file has, so that no file of the user is replaced. After
    /// [`MAX_LEFT`] names, which killed programs have left, it takes the first name again.
    fn named(target: &Path, name: impl Fn(&Path, &str) -> PathBuf) -> PartFile {
        let target = fs::canonicalize(target).unwrap_or_else(|_| target.to_owned());
        let known = fs::metadata(&target);
        let path = if known.is_ok_and(|known| !known.is_file()) {
            target.clone()
        } else {
            let plain = || name(&target, "part");
            let numbered = (2..=MAX_LEFT).map(|n| name(&target, &format!("part{n}")));
            let mut all = std::iter::once_with(plain).chain(numbered);
            all.find(|path| !path.exists()).unwrap_or_else(plain)
        };
        PartFile { target, path }
    }

    /// The path to write to.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// True if the target itself is written.
    pub fn is_target(&self) -> bool {
        self.path == self.target
    }

    /// Replaces the target by the complete file, which gets the target's permissions.
    ///
    /// # Errors
    /// The error of the system; the target is unchanged.
    pub fn finish(mut self) -> io::Result<()> {
        if self.is_target() {
            return Ok(());
        }
        if let Ok(known) = fs::metadata(&self.target) {
            fs::set_permissions(&self.path, known.permissions())?;
        }
        fs::rename(&self.path, &self.target)?;
        self.path.clone_from(&self.target);
        Ok(())
    }
}

impl Drop for PartFile {
    fn drop(&mut self) {
        if !self.is_target() {
            // The file may not exist; a file that cannot be removed does no harm.
            let _ = fs::remove_file(&self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_stays_as_it_is_until_the_new_one_is_complete() {
        let folder = tempfile::tempdir().unwrap();
        let folder = fs::canonicalize(folder.path()).unwrap();
        let target = folder.join("game.mp4");
        fs::write(&target, "old").unwrap();
        let write = |part: PartFile, name: &str| {
            assert_eq!(part.path(), folder.join(name));
            fs::write(part.path(), "new").unwrap();
            part
        };
        drop(write(PartFile::of(&target), "game.mp4.part"));
        assert_eq!(fs::read(&target).unwrap(), b"old");
        let part = write(PartFile::with_extension_of(&target), "game.part.mp4");
        part.finish().unwrap();
        assert_eq!(fs::read(&target).unwrap(), b"new");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        let plain = PartFile::with_extension_of(Path::new("game"));
        assert_eq!(plain.path(), Path::new("game.part"));
    }

    #[test]
    fn a_file_that_has_the_name_of_the_part_stays() {
        let folder = tempfile::tempdir().unwrap();
        let other = folder.path().join("game.bin.part");
        fs::write(&other, "a source").unwrap();
        let part = PartFile::of(&folder.path().join("game.bin"));
        fs::write(part.path(), "new").unwrap();
        part.finish().unwrap();
        assert_eq!(fs::read(&other).unwrap(), b"a source");
    }

    #[test]
    fn what_is_no_regular_file_is_written_itself_and_stays() {
        let folder = tempfile::tempdir().unwrap();
        let part = PartFile::of(folder.path());
        assert!(part.is_target());
        drop(part);
        assert!(folder.path().exists());
    }
}
