//! Where sources come from: a trait, the disk, and a map in memory.

use std::collections::HashMap;
use std::path::Path;

/// Provides files by name. The assembler itself does not access the disk.
pub trait SourceProvider {
    /// The bytes of the file, or `None` if it cannot be read.
    fn read(&self, name: &[u8]) -> Option<Vec<u8>>;
}

/// Reads from the disk, relative to the working directory.
#[derive(Debug, Clone, Copy, Default)]
pub struct DiskProvider;

impl SourceProvider for DiskProvider {
    fn read(&self, name: &[u8]) -> Option<Vec<u8>> {
        read(Path::new(&*String::from_utf8_lossy(name)))
    }
}

/// To dasm a directory is an empty file: it can be opened, but has nothing to read.
fn read(path: &Path) -> Option<Vec<u8>> {
    match std::fs::read(path) {
        Ok(content) => Some(content),
        Err(_) => path.is_dir().then(Vec::new),
    }
}

/// Sources in memory, for tests and for programs built on the fly.
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
