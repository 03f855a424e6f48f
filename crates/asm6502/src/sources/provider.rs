//! Source providers: the trait, and implementations for the disk and for memory.

use std::collections::HashMap;
use std::fs::{File, Metadata};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

/// Provides files by name. The assembler itself does not access the disk.
pub trait SourceProvider {
    /// Returns the bytes of the file, or `None` if it cannot be read. A file of more than 64 MiB
    /// ends the run, so a provider need not return more than 64 MiB and one byte.
    fn read(&self, name: &[u8]) -> Option<Vec<u8>>;

    /// Returns true for a directory. Only messages need this: dasm reads a directory as an empty
    /// file.
    fn is_directory(&self, _name: &[u8]) -> bool {
        false
    }
}

/// Reads from the disk, relative to the working directory.
#[derive(Debug, Clone, Copy, Default)]
pub struct DiskProvider;

impl SourceProvider for DiskProvider {
    fn read(&self, name: &[u8]) -> Option<Vec<u8>> {
        let path = path_of(name);
        match File::open(&path).map(|file| (length(&file), file)) {
            Ok((length, file)) => read(file, length, &path),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(_) => empty_directory(&path),
        }
    }

    fn is_directory(&self, name: &[u8]) -> bool {
        path_of(name).is_dir()
    }
}

fn path_of(name: &[u8]) -> PathBuf {
    PathBuf::from(&*String::from_utf8_lossy(name))
}

/// Returns the length of a regular file; 0 for a device or a pipe, whose length is unknown.
fn length(file: &File) -> usize {
    let metadata = file.metadata().ok();
    let length = metadata
        .filter(Metadata::is_file)
        .map(|metadata| metadata.len());
    length.map_or(0, |length| usize::try_from(length).unwrap_or(usize::MAX))
}

/// Maximum size of a file in bytes: a hundred times the largest known sources. A longer file, such
/// as an endless device, ends the run.
pub(crate) const MAX_BYTES: usize = 64 << 20;

/// Reads at most [`MAX_BYTES`] and one byte more.
fn read(file: File, length: usize, path: &Path) -> Option<Vec<u8>> {
    // A file may be longer than its metadata says.
    let mut content = Vec::with_capacity(length.min(MAX_BYTES) + 1);
    match file.take(MAX_BYTES as u64 + 1).read_to_end(&mut content) {
        Ok(_) => Some(content),
        Err(_) => empty_directory(path),
    }
}

/// Reads a directory as dasm does: as an empty file.
fn empty_directory(path: &Path) -> Option<Vec<u8>> {
    path.is_dir().then(Vec::new)
}

/// Sources in memory, for tests and for sources that are generated at run time.
///
/// ```
/// let mut sources = asm6502::MemoryProvider::default();
/// sources.insert("a.asm", " processor 6502\n org $f000\n lda #1\n");
/// let output = asm6502::assemble_raw(&sources, "a.asm");
/// assert_eq!(output.binary, [0xa9, 1]);
/// ```
#[derive(Debug, Clone, Default)]
pub struct MemoryProvider {
    files: HashMap<Vec<u8>, Vec<u8>>,
}

impl MemoryProvider {
    /// Adds a file or replaces it.
    pub fn insert(&mut self, name: &str, content: impl AsRef<[u8]>) {
        let content = content.as_ref().to_vec();
        self.files.insert(name.as_bytes().to_vec(), content);
    }
}

impl SourceProvider for MemoryProvider {
    fn read(&self, name: &[u8]) -> Option<Vec<u8>> {
        self.files.get(name).cloned()
    }
}
