//! Temporary folders.

use std::{
    ffi::OsStr,
    fs,
    ops::Deref,
    path::{Path, PathBuf},
};
use tempfile::TempDir;

/// Returns the root of the repository.
pub fn repository() -> PathBuf {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    path.canonicalize().expect("the repository")
}

/// A folder, initially empty, that is removed when this value is dropped, even while a failed test
/// unwinds.
pub struct Folder(TempDir);

impl Folder {
    /// Creates the folder, whose name will contain `name`.
    pub fn new(name: &str) -> Folder {
        let prefix = format!("crownhead-{name}-");
        let created = tempfile::Builder::new().prefix(&prefix).tempdir();
        Folder(created.expect("a temporary folder"))
    }

    /// Returns the path of a file in the folder.
    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a file into the folder, and returns its path.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, content).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        path
    }
}

impl Deref for Folder {
    type Target = Path;

    fn deref(&self) -> &Path {
        self.0.path()
    }
}

impl AsRef<Path> for Folder {
    fn as_ref(&self) -> &Path {
        self.0.path()
    }
}

impl AsRef<OsStr> for Folder {
    fn as_ref(&self) -> &OsStr {
        self.0.path().as_os_str()
    }
}

/// Creates a named pipe.
#[cfg(unix)]
pub fn make_pipe(path: &Path) {
    let created = std::process::Command::new("mkfifo").arg(path).status();
    assert!(
        created.expect("mkfifo runs").success(),
        "{}",
        path.display()
    );
}
