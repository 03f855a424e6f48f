//! Where sources come from: a trait, the disk, and a map in memory.

use std::collections::HashMap;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Provides files by name. The assembler itself does not access the disk.
pub trait SourceProvider {
    /// The bytes of the file, or `None` if it cannot be read. More than 64 MiB end the run, so there
    /// is no need to return more than one byte beyond that.
    fn read(&self, name: &[u8]) -> Option<Vec<u8>>;

    /// True for a directory, for a message: its content is an empty file to dasm.
    fn is_directory(&self, _name: &[u8]) -> bool {
        false
    }
}

/// Reads from the disk, relative to the working directory.
#[derive(Debug, Clone, Copy, Default)]
pub struct DiskProvider;

impl SourceProvider for DiskProvider {
    fn read(&self, name: &[u8]) -> Option<Vec<u8>> {
        read(Path::new(&*String::from_utf8_lossy(name)))
    }

    fn is_directory(&self, name: &[u8]) -> bool {
        Path::new(&*String::from_utf8_lossy(name)).is_dir()
    }
}

/// Most bytes of a file: a hundred times the largest known sources. A file that is longer, maybe a
/// device without end, ends the run.
pub(crate) const MOST_BYTES: usize = 64 << 20;

/// The content of the file up to the first byte that is one too many. To dasm a directory is an
/// empty file: it can be opened, but has nothing to read.
fn read(path: &Path) -> Option<Vec<u8>> {
    let empty_directory = || path.is_dir().then(Vec::new);
    let Ok(file) = File::open(path) else {
        return empty_directory();
    };
    let mut content = Vec::new();
    let expected = file.metadata().map_or(0, |metadata| metadata.len());
    // A file may be longer than it says.
    content.reserve(usize::try_from(expected).ok()?.min(MOST_BYTES) + 1);
    let limit = MOST_BYTES as u64 + 1;
    match file.take(limit).read_to_end(&mut content) {
        Ok(_) => Some(content),
        Err(_) => empty_directory(),
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
