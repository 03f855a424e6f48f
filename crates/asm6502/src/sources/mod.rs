//! Sources: the files of a run, and the stack of files, macros and blocks that are being
//! assembled.

use rustc_hash::FxHashMap;
use std::rc::Rc;

use crate::diagnostic::Site;
use crate::names::symbols::Place;
use crate::options::Options;
use crate::sources::blocks::{IfEntry, RepeatEntry};
use crate::sources::file::SourceFile;
use crate::sources::frames::{Frame, Macro};
use crate::sources::lexer::LineBuffer;
use crate::sources::provider::SourceProvider;
use crate::sources::script::Script;
use crate::text::lossy;

pub(crate) mod arguments;
pub(crate) mod blocks;
pub(crate) mod comments;
pub(crate) mod encoding;
pub(crate) mod file;
pub(crate) mod frames;
pub(crate) mod lexer;
pub(crate) mod line;
pub(crate) mod parser;
mod plain;
mod position;
pub(crate) mod provider;
pub(crate) mod script;

/// The headers that are part of the assembler.
const HEADERS: [(&str, &str); 2] = [
    ("vcs.h", include_str!("../headers/vcs.h")),
    ("macro.h", include_str!("../headers/macro.h")),
];

/// Returns the text of the built-in header `vcs.h` or `macro.h` if that is the last component of
/// the path `name`.
pub fn built_in_header(name: &[u8]) -> Option<&'static str> {
    header_index(name).map(|index| HEADERS[index].1)
}

fn header_index(name: &[u8]) -> Option<usize> {
    let last = name.rsplit(|byte| matches!(byte, b'/' | b'\\')).next()?;
    let mut known = HEADERS.iter();
    known.position(|(known, _)| last.eq_ignore_ascii_case(known.as_bytes()))
}

/// The files of a run, by the names under which they were read; `None` for a missing file.
pub(crate) type Files = FxHashMap<Vec<u8>, Option<Rc<SourceFile>>>;

/// A file that the run has entered.
#[derive(Default)]
pub(crate) struct EnteredFile {
    /// The name as the source writes it.
    pub name: Vec<u8>,
    /// The path under which the file was read; for a built-in header, the name.
    pub path: Vec<u8>,
    script: Option<Rc<Script>>,
}

/// The files of a run, and the assembler's position in them.
pub(crate) struct Sources<'a> {
    pub provider: &'a dyn SourceProvider,
    /// True to search for files only where dasm does. The folder of the including file and the
    /// built-in [`HEADERS`] are then not searched.
    pub strict: bool,
    pub include_dirs: Vec<Vec<u8>>,
    pub files: Files,
    /// The files that the run has entered. [`Place::file`] is an index into this list; the first
    /// element is a placeholder for places without a file.
    pub entered: Vec<EnteredFile>,
    file_indices: FxHashMap<Vec<u8>, u32>,
    /// The lines of those [`HEADERS`] that the run uses.
    header_lines: [Option<Rc<Script>>; HEADERS.len()],
    /// The files that the run has read, for `--depfile`.
    pub dependencies: Vec<Vec<u8>>,
    pub macros: Vec<Rc<Macro>>,
    /// Number of MAC lines in the run.
    pub macros_opened: u32,
    /// Number of ENDM lines in the run.
    pub macros_closed: u32,
    /// Current nesting depth of macro calls.
    pub macro_depth: u32,
    /// Files and macros that are being assembled, the innermost last.
    pub frames: Vec<Frame>,
    /// Number of frame ids handed out so far, which is also the highest id.
    pub frames_made: u32,
    /// The ids of frames that have been left, to be reused, most recently freed first.
    pub free_frame_ids: Vec<u32>,
    /// The buffer for lines that have to be cleaned each time they are assembled.
    pub buffer: LineBuffer,
    /// True if a `/* */` comment is open.
    pub in_comment: bool,
    /// The open conditional blocks, the innermost last.
    pub ifs: Vec<IfEntry>,
    pub repeats: Vec<RepeatEntry>,
}

impl<'a> Sources<'a> {
    pub fn new(provider: &'a dyn SourceProvider, options: &Options) -> Self {
        Sources {
            provider,
            strict: options.strict_dasm,
            include_dirs: options.include_dirs.clone(),
            files: FxHashMap::default(),
            entered: vec![EnteredFile::default()],
            file_indices: FxHashMap::default(),
            header_lines: [None, None],
            dependencies: Vec::new(),
            macros: Vec::new(),
            macros_opened: 0,
            macros_closed: 0,
            macro_depth: 0,
            frames: Vec::new(),
            frames_made: 0,
            free_frame_ids: Vec::new(),
            buffer: LineBuffer::default(),
            in_comment: false,
            ifs: Vec::new(),
            repeats: Vec::new(),
        }
    }
}

impl Sources<'_> {
    /// Returns the sources as they were before the first pass. Keeps the files that were read,
    /// because a pipe can be read only once.
    pub fn restarted(self, options: &Options) -> Self {
        let without_lines = |file: Rc<SourceFile>| Rc::new(file.without_lines());
        let files = self.files.into_iter();
        Sources {
            files: files
                .map(|(name, file)| (name, file.map(without_lines)))
                .collect(),
            dependencies: self.dependencies,
            ..Sources::new(self.provider, options)
        }
    }

    /// Finds a file. Tries the name itself as a path, then the name in each include directory, then
    /// the name in the including file's folder.
    pub fn find_file(&mut self, name: &[u8]) -> Option<Rc<SourceFile>> {
        if let Some(file) = self.read_file(name) {
            return Some(file);
        }
        let mut paths = Vec::new();
        if !name.contains(&b':') {
            paths.extend(self.include_dirs.iter().map(|dir| join(dir, name)));
        }
        paths.extend(self.beside_includer(name));
        paths.into_iter().find_map(|path| self.read_file(&path))
    }

    /// Returns true if the file exists, either under the name itself or in an include directory.
    pub fn exists(&self, name: &[u8]) -> bool {
        let elsewhere = self.include_dirs.iter().map(|dir| join(dir, name));
        let mut names = std::iter::once(name.to_vec()).chain(elsewhere);
        names.any(|name| self.provider.read(&name).is_some())
    }

    /// Returns the lines of the built-in header whose file name is the last component of the path
    /// `name`; `None` if there is no such header, or if dasm is imitated exactly.
    pub fn built_in_header(&mut self, name: &[u8]) -> Option<Rc<Script>> {
        let index = header_index(name).filter(|_| !self.strict)?;
        let text = HEADERS[index].1.as_bytes();
        let read = || Rc::new(Script::of_file(&Rc::new(text.to_vec())));
        Some(self.header_lines[index].get_or_insert_with(read).clone())
    }

    /// Returns the file at a path. The provider is asked for each path only once in a run.
    pub fn read_file(&mut self, path: &[u8]) -> Option<Rc<SourceFile>> {
        if let Some(known) = self.files.get(path) {
            return known.clone();
        }
        let file = self.provider.read(path).map(|content| {
            let directory = content.is_empty() && self.provider.is_directory(path);
            Rc::new(SourceFile::new(path, content, directory, self.strict))
        });
        if file.is_some() {
            self.dependencies.push(path.to_vec());
        }
        self.files.insert(path.to_vec(), file.clone());
        file
    }

    /// Joins `name` to the including file's folder. Returns `None` if dasm is imitated exactly,
    /// because dasm does not search that folder.
    pub fn beside_includer(&self, name: &[u8]) -> Option<Vec<u8>> {
        if self.strict {
            return None;
        }
        let includer = self.file_name(self.reported_place().file);
        let slash = memchr::memrchr(b'/', includer)?;
        Some(join(&includer[..slash], name))
    }

    /// Returns the index of the file with this name, adding the file if it is new.
    pub fn file_index(&mut self, name: &[u8], path: &[u8], script: &Rc<Script>) -> u32 {
        if let Some(&known) = self.file_indices.get(name) {
            return known;
        }
        let index = self.entered.len() as u32;
        self.file_indices.insert(name.to_vec(), index);
        self.entered.push(EnteredFile {
            name: name.to_vec(),
            path: path.to_vec(),
            script: Some(script.clone()),
        });
        index
    }

    pub fn file_name(&self, file: u32) -> &[u8] {
        &self.entered[file as usize].name
    }

    /// Returns the text of a line of a file.
    pub fn line_at(&self, place: Place) -> Option<Vec<u8>> {
        let script = self.entered[place.file as usize].script.as_ref()?;
        let (line, _) = script.raw_line(place.line.checked_sub(1)?)?;
        Some(line.strip_suffix(b"\r").unwrap_or(line).to_vec())
    }

    /// Returns a place for messages about the main file as a whole, with line 0.
    pub fn main_file(&self) -> Place {
        Place {
            file: u32::from(self.entered.len() > 1),
            line: 0,
        }
    }

    /// Converts a place to the form that messages show, with the path under which the file was
    /// read.
    pub fn site(&self, place: Place) -> Site {
        Site {
            file: lossy(&self.entered[place.file as usize].path),
            line: place.line,
        }
    }
}

fn join(dir: &[u8], name: &[u8]) -> Vec<u8> {
    let mut path = dir.to_vec();
    if !matches!(dir.last(), None | Some(b'/' | b':')) {
        path.push(b'/');
    }
    path.extend_from_slice(name);
    path
}
