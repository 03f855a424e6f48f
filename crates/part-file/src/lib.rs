//! A file that is written under a temporary name in its target's folder.

use std::{
    fs::{self, File},
    io::{self, ErrorKind},
    path::{Path, PathBuf},
};

/// A new file in its target's folder. The target is unchanged until the new file is complete and
/// replaces it. Dropping a `PartFile` removes the incomplete file. If the target is a symbolic
/// link, the file to which it points is replaced, and the link remains. A target that is not a
/// regular file, such as a pipe, is written to directly. A write-protected target is an error.
#[derive(Debug)]
pub struct PartFile {
    target: PathBuf,
    path: PathBuf,
}

/// Number of names to try for a part file. Some names may be taken, because killed programs leave
/// their part files behind.
const MAX_PART_FILES: usize = 9;
/// Maximum number of symbolic links to follow from a name to its file.
const MAX_LINKS: usize = 40;

impl PartFile {
    /// Creates the file `NAME.EXTENSION.part`, or opens a target that is not a regular file.
    ///
    /// # Errors
    /// The system's error if the target or its folder is not writable.
    pub fn create(target: &Path) -> io::Result<(PartFile, File)> {
        PartFile::create_named(target, |target, part| target.with_added_extension(part))
    }

    /// Creates the file `NAME.part.EXTENSION`, for programs that choose a format by the file
    /// extension.
    ///
    /// # Errors
    /// The same as for [`PartFile::create`].
    pub fn create_with_extension(target: &Path) -> io::Result<(PartFile, File)> {
        PartFile::create_named(target, |target, part| {
            let extension = target.extension().unwrap_or_default();
            target.with_extension(part).with_added_extension(extension)
        })
    }

    fn create_named(
        target: &Path,
        part_path: impl Fn(&Path, &str) -> PathBuf,
    ) -> io::Result<(PartFile, File)> {
        let target = follow_links(target);
        let (path, file) = match fs::metadata(&target) {
            Ok(metadata) if !metadata.is_file() => (target.clone(), File::create(&target)?),
            Ok(_) => {
                // A rename would replace even a write-protected file, so check that the target is
                // writable.
                File::options().write(true).open(&target)?;
                create_beside(&target, part_path)?
            }
            Err(error) if error.kind() == ErrorKind::NotFound => create_beside(&target, part_path)?,
            Err(error) => return Err(error),
        };
        Ok((PartFile { target, path }, file))
    }

    /// Returns the path to write to.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns true if writes go directly to the target.
    pub fn writes_to_target(&self) -> bool {
        self.path == self.target
    }

    /// Replaces the target with this file, which must be complete, and gives it the target's
    /// permissions.
    ///
    /// # Errors
    /// The system's error; the target is then unchanged.
    pub fn finish(mut self) -> io::Result<()> {
        if self.writes_to_target() {
            return Ok(());
        }
        if let Ok(metadata) = fs::metadata(&self.target) {
            fs::set_permissions(&self.path, metadata.permissions())?;
        }
        fs::rename(&self.path, &self.target)?;
        self.path.clone_from(&self.target);
        Ok(())
    }

    /// Keeps the file under its temporary name, and leaves the target unchanged. Returns the file's
    /// path.
    pub fn keep_part_file(mut self) -> PathBuf {
        std::mem::replace(&mut self.path, self.target.clone())
    }
}

/// Creates a file under the first name that is free, so as not to overwrite a user's file or the
/// part file of another run. If all [`MAX_PART_FILES`] names are taken, the files are probably left
/// over from killed programs, so the first of them is overwritten.
fn create_beside(
    target: &Path,
    part_path: impl Fn(&Path, &str) -> PathBuf,
) -> io::Result<(PathBuf, File)> {
    let first = || part_path(target, "part");
    let numbered = (2..=MAX_PART_FILES).map(|n| part_path(target, &format!("part{n}")));
    for path in std::iter::once_with(first).chain(numbered) {
        match File::create_new(&path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            created => return Ok((path, created?)),
        }
    }
    Ok((first(), File::create(first())?))
}

/// Follows the symbolic links from a name to its file, which need not exist yet.
fn follow_links(name: &Path) -> PathBuf {
    let mut path = name.to_owned();
    for _ in 0..MAX_LINKS {
        let Ok(next) = fs::read_link(&path) else {
            break;
        };
        path = path.parent().unwrap_or(Path::new("")).join(next);
    }
    path
}

impl Drop for PartFile {
    fn drop(&mut self) {
        if !self.writes_to_target() {
            // The file may be gone already, and a leftover file does no harm.
            let _ = fs::remove_file(&self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn folder() -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = fs::canonicalize(folder.path()).unwrap();
        (folder, path)
    }

    #[test]
    fn a_file_stays_as_it_is_until_the_new_one_is_complete() {
        let (_folder, folder) = folder();
        let target = folder.join("game.mp4");
        fs::write(&target, "old").unwrap();
        let write = |(part, mut file): (PartFile, File), name: &str| {
            assert_eq!(part.path(), folder.join(name));
            file.write_all(b"new").unwrap();
            part
        };
        drop(write(PartFile::create(&target).unwrap(), "game.mp4.part"));
        assert_eq!(fs::read(&target).unwrap(), b"old");
        let part = PartFile::create_with_extension(&target).unwrap();
        write(part, "game.part.mp4").finish().unwrap();
        assert_eq!(fs::read(&target).unwrap(), b"new");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        let (plain, _) = PartFile::create_with_extension(&folder.join("game")).unwrap();
        assert_eq!(plain.path(), folder.join("game.part"));
        let kept = plain.keep_part_file();
        assert!(kept.exists() && !folder.join("game").exists());
    }

    #[test]
    fn two_runs_use_two_part_files_and_leave_a_users_file_alone() {
        let (_folder, folder) = folder();
        let other = folder.join("game.bin.part");
        fs::write(&other, "a source").unwrap();
        let (first, _) = PartFile::create(&folder.join("game.bin")).unwrap();
        let (second, _) = PartFile::create(&folder.join("game.bin")).unwrap();
        assert_ne!(first.path(), second.path());
        first.finish().unwrap();
        second.finish().unwrap();
        assert_eq!(fs::read(&other).unwrap(), b"a source");
    }

    #[cfg(unix)]
    #[test]
    fn a_target_that_is_not_a_regular_file_is_written_directly_and_not_removed() {
        let (part, _) = PartFile::create(Path::new("/dev/null")).unwrap();
        assert!(part.writes_to_target());
        drop(part);
        assert!(Path::new("/dev/null").exists());
        let (_folder, folder) = folder();
        PartFile::create(&folder).unwrap_err();
        assert!(folder.exists());
    }

    #[cfg(unix)]
    #[test]
    fn a_symbolic_link_remains_and_its_target_is_replaced() {
        let (_folder, folder) = folder();
        let link = folder.join("link");
        std::os::unix::fs::symlink("new", &link).unwrap();
        let (part, _) = PartFile::create(&link).unwrap();
        part.finish().unwrap();
        assert!(link.is_symlink() && folder.join("new").is_file());
        let link_to_itself = folder.join("circle");
        std::os::unix::fs::symlink("circle", &link_to_itself).unwrap();
        PartFile::create(&link_to_itself).unwrap_err();
        assert!(link_to_itself.is_symlink());
    }

    #[test]
    fn a_write_protected_target_is_an_error() {
        let (_folder, folder) = folder();
        let target = folder.join("game.bin");
        fs::write(&target, "old").unwrap();
        let mut permissions = fs::metadata(&target).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&target, permissions).unwrap();
        // Some users, such as root, can write to a write-protected file.
        let protected = File::options().write(true).open(&target).is_err();
        assert_eq!(PartFile::create(&target).is_err(), protected);
        assert_eq!(fs::read(&target).unwrap(), b"old");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    }
}
