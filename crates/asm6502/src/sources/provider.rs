//! Source providers: the trait, and implementations for the disk and for memory.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

/// Provides the contents of files by name. The assembler itself never accesses the disk.
pub trait SourceProvider {
    /// Returns the contents of the file, or `None` if it cannot be read. A file longer than 64 MiB
    /// ends the run with an error, so an implementation may stop reading one byte after 64 MiB.
    fn read(&self, name: &[u8]) -> Option<Vec<u8>>;

    /// Returns true if the name is that of a directory. Only messages depend on the result. When
    /// [`read`](Self::read) is given a directory, it returns an empty file, as in dasm.
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
        match read_file(&path) {
            Ok(content) => Some(content),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            // As in dasm, a directory is an empty file.
            Err(_) => path.is_dir().then(Vec::new),
        }
    }

    fn is_directory(&self, name: &[u8]) -> bool {
        path_of(name).is_dir()
    }
}

pub(crate) fn path_of(name: &[u8]) -> PathBuf {
    PathBuf::from(&*String::from_utf8_lossy(name))
}

/// Maximum size of a file in bytes: a hundred times the size of the largest known sources. Reading
/// a longer file, such as an endless device, ends the run with an error.
pub(crate) const MAX_BYTES: usize = 64 << 20;

/// Reads a file, but no more than one byte past [`MAX_BYTES`]. That byte is enough to show that the
/// file is too long.
fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    // The length is only a hint, because a file may be longer than its metadata indicates.
    let length = file.metadata().map_or(0, |metadata| metadata.len());
    let mut content = Vec::with_capacity(length.min(MAX_BYTES as u64) as usize + 1);
    file.take(MAX_BYTES as u64 + 1).read_to_end(&mut content)?;
    Ok(content)
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
