//! Where sources come from: a trait, the disk, and a map in memory.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use crate::script::{Script, Text};

/// Hands out files by name. The assembler touches no disk of its own.
pub trait SourceProvider {
    /// The bytes of the file, or `None` if there is none that can be read.
    fn read(&self, name: &[u8]) -> Option<Vec<u8>>;

    /// The file as the assembler reads it. A provider that has large files on a disk may hand them
    /// out as they are: then no more of them is held in memory than is needed.
    fn open(&self, name: &[u8]) -> Option<SourceText> {
        self.read(name).map(SourceText::Whole)
    }
}

/// The text of a file.
#[derive(Debug)]
pub enum SourceText {
    /// All its bytes.
    Whole(Vec<u8>),
    /// A file to be read piece by piece, in each pass anew where nothing has been kept. It has a
    /// beginning to go back to: it is no pipe.
    File(File),
}

/// A file read in this run.
#[derive(Debug)]
pub(crate) struct SourceFile {
    text: Text,
    script: OnceCell<Rc<Script>>,
}

impl SourceFile {
    pub fn new(text: SourceText) -> Self {
        let text = match text {
            SourceText::Whole(text) => Text::Whole(Rc::new(text)),
            SourceText::File(file) => Text::File(Rc::new(file)),
        };
        SourceFile {
            text,
            script: OnceCell::new(),
        }
    }

    /// The same file without what its lines remember of a run.
    pub fn unread(&self) -> Self {
        SourceFile {
            text: self.text.clone(),
            script: OnceCell::new(),
        }
    }

    /// All bytes of the file.
    pub fn content(&self) -> Rc<Vec<u8>> {
        self.text.content()
    }

    /// The number of its bytes.
    pub fn size(&self) -> usize {
        self.text.size()
    }

    /// The lines of the file; split when it is first assembled.
    pub fn script(&self) -> Rc<Script> {
        let split = || Rc::new(Script::of_file(self.text.clone()));
        self.script.get_or_init(split).clone()
    }
}

/// Reads from the disk, relative to the working directory.
#[derive(Debug, Clone, Copy, Default)]
pub struct DiskProvider;

impl SourceProvider for DiskProvider {
    fn read(&self, name: &[u8]) -> Option<Vec<u8>> {
        read(&path_of(name))
    }

    fn open(&self, name: &[u8]) -> Option<SourceText> {
        open(&path_of(name))
    }
}

/// Bytes from which on a file is read in pieces.
const LARGE: u64 = 1 << 18;

fn path_of(name: &[u8]) -> PathBuf {
    String::from_utf8_lossy(name).into_owned().into()
}

/// A folder can be opened, and then there is nothing in it to read: what dasm makes of one.
fn read(path: &Path) -> Option<Vec<u8>> {
    match std::fs::read(path) {
        Ok(content) => Some(content),
        Err(_) => path.is_dir().then(Vec::new),
    }
}

fn open(path: &Path) -> Option<SourceText> {
    let mut file = File::open(path).ok()?;
    let metadata = file.metadata().ok()?;
    if metadata.is_file() && metadata.len() >= LARGE {
        return Some(SourceText::File(file));
    }
    let mut content = Vec::with_capacity(metadata.len() as usize);
    match file.read_to_end(&mut content) {
        Ok(_) => Some(SourceText::Whole(content)),
        Err(_) => read(path).map(SourceText::Whole),
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
