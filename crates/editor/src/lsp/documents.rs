//! The open documents. Each takes precedence over the file with the same path.

use asm6502::SourceProvider;
use language::{Encoding, Text};
use lsp_types::{TextDocumentContentChangeEvent, Uri};
use std::{
    collections::HashMap,
    path::{Component, Path, PathBuf},
};

use crate::{headers, lsp::convert};

/// A document that is open in the editor.
#[derive(Debug)]
pub struct Document {
    /// The document's URI, as the editor spells it.
    pub uri: Uri,
    /// The version number that the editor gives to this text.
    pub version: i32,
    /// The current text, including unsaved changes.
    pub text: Text,
}

/// The open documents, by path.
#[derive(Debug, Default)]
pub struct Documents {
    open: HashMap<PathBuf, Document>,
}

/// Maximum size of a file that is read as a source, in bytes.
const MAX_SOURCE_BYTES: u64 = 64 << 20;

impl Documents {
    /// Adds or replaces a document. Returns its path.
    pub fn open(&mut self, uri: Uri, version: i32, text: String) -> PathBuf {
        let path = convert::path(&uri);
        let text = Text::new(text.into_bytes());
        self.open
            .insert(path.clone(), Document { uri, version, text });
        path
    }

    /// Changes a document. Returns its path; `None` if the document is not open. The range of each
    /// change refers to the text after the preceding changes.
    pub fn change(
        &mut self,
        uri: &Uri,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
        encoding: Encoding,
    ) -> Option<PathBuf> {
        let path = convert::path(uri);
        let document = self.open.get_mut(&path)?;
        document.version = version;
        for change in changes {
            match change.range {
                None => document.text = Text::new(change.text.into_bytes()),
                Some(range) => {
                    let range = convert::from_range(&document.text, range, encoding);
                    document.text.replace(range, change.text.as_bytes());
                }
            }
        }
        Some(path)
    }

    /// Removes a closed document. Returns its path.
    pub fn close(&mut self, uri: &Uri) -> PathBuf {
        let path = convert::path(uri);
        self.open.remove(&path);
        path
    }

    /// Returns the document of a path, if it is open.
    pub fn get(&self, path: &Path) -> Option<&Document> {
        self.open.get(path)
    }

    /// Returns the paths of all documents.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.open.keys().map(PathBuf::as_path)
    }

    /// Returns the text of a file: from the editor if the file is open there, otherwise from disk.
    /// For a folder, the text is empty. `None` if the file cannot be read or is too large.
    pub fn read(&self, path: &Path) -> Option<Vec<u8>> {
        if let Some(document) = self.open.get(path) {
            return Some(document.text.bytes().to_vec());
        }
        Documents::from_disk(path)
    }

    /// Returns true if a file has this text. If `text` is `None`, returns true if the file cannot
    /// be read.
    pub fn has_text(&self, path: &Path, text: Option<&[u8]>) -> bool {
        match self.open.get(path) {
            Some(document) => text == Some(document.text.bytes()),
            None => text == Documents::from_disk(path).as_deref(),
        }
    }

    fn from_disk(path: &Path) -> Option<Vec<u8>> {
        // Read only regular files, because a device file may never end.
        let metadata = std::fs::metadata(path).ok()?;
        if metadata.is_dir() {
            return Some(Vec::new());
        }
        (metadata.is_file() && metadata.len() <= MAX_SOURCE_BYTES)
            .then(|| std::fs::read(path).ok())?
    }
}

/// The sources of a program. Names are relative to the program's folder.
pub struct Sources<'d> {
    /// The folder.
    pub base: &'d Path,
    /// The open documents.
    pub documents: &'d Documents,
}

impl Sources<'_> {
    /// Returns the path of the file with this name.
    pub fn path(&self, name: &[u8]) -> PathBuf {
        resolve(self.base, name)
    }
}

impl SourceProvider for Sources<'_> {
    fn read(&self, name: &[u8]) -> Option<Vec<u8>> {
        self.documents.read(&self.path(name))
    }

    fn is_directory(&self, name: &[u8]) -> bool {
        self.path(name).is_dir()
    }
}

/// Returns a path that an editor can open, given a file name from the source. If the name is that
/// of a built-in header, writes the header to a file first.
pub fn openable_path(base: &Path, documents: &Documents, name: &[u8]) -> PathBuf {
    let path = resolve(base, name);
    if documents.get(&path).is_some() {
        return path;
    }
    headers::write_header_file(&path).unwrap_or(path)
}

/// Resolves a name relative to a folder, and removes `.` and `..` from the path.
pub fn resolve(base: &Path, name: &[u8]) -> PathBuf {
    let name = String::from_utf8_lossy(name);
    let mut path = PathBuf::new();
    for part in base.join(Path::new(&*name)).components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => drop(path.pop()),
            part => path.push(part),
        }
    }
    path
}
