//! The output files of a run.

use std::fs::{self, File, Metadata};
use std::io::{self, Seek, Write};
use std::path::Path;

use part_file::PartFile;
use thiserror::Error;

use crate::cli::arguments::Arguments;
use crate::output::Output;
use crate::report::listing::ListingSink;
use crate::text::lossy;

/// A file that cannot be written, and the system's error.
#[derive(Debug, Error)]
#[error("cannot write {file}: {error}; name another file, or make this one writable")]
pub(super) struct Unwritable {
    pub file: String,
    error: io::Error,
}

impl Unwritable {
    /// Returns true if the file could not even be opened: its folder does not exist, its name is
    /// that of a folder, or access is denied.
    pub fn failed_to_open(&self) -> bool {
        use io::ErrorKind::{IsADirectory, NotADirectory, NotFound, PermissionDenied};
        let kinds = [IsADirectory, NotADirectory, NotFound, PermissionDenied];
        kinds.contains(&self.error.kind())
    }

    /// Returns a function that turns a system error into one that names the file.
    fn of(file: &str) -> impl FnOnce(io::Error) -> Unwritable {
        let file = file.to_owned();
        |error| Unwritable { file, error }
    }
}

/// The output files of a run. They are opened before the source is assembled, so that a file that
/// cannot be written is reported right away. Each file is written under a temporary name in its
/// target's folder, and replaces the target once it is complete.
pub(super) struct OpenFiles {
    binary: Option<OpenFile>,
    map: Option<OpenFile>,
    depfile: Option<OpenFile>,
    pub listing: Option<OpenFile>,
}

/// An output file that is not yet complete.
pub(super) struct OpenFile {
    name: String,
    file: File,
    part: PartFile,
    write_result: io::Result<()>,
}

impl OpenFile {
    fn create(name: &str) -> Result<OpenFile, Unwritable> {
        let (part, file) = PartFile::create(Path::new(name)).map_err(Unwritable::of(name))?;
        Ok(OpenFile {
            name: name.to_owned(),
            file,
            part,
            write_result: Ok(()),
        })
    }

    /// Returns the file as the sink of the listing, unless its target is a pipe or a terminal: what
    /// is written there cannot be taken back.
    pub fn as_sink(&mut self) -> Option<&mut dyn ListingSink> {
        (!self.part.writes_to_target()).then_some(self)
    }

    /// Writes the content and replaces the target with the file. The file is now complete.
    ///
    /// # Errors
    /// The first error in writing the file.
    fn finish(mut self, content: &[u8]) -> Result<(), Unwritable> {
        self.write(content);
        // Some systems cannot rename an open file.
        drop(self.file);
        let done = self.write_result.and_then(|()| self.part.finish());
        done.map_err(Unwritable::of(&self.name))
    }
}

impl ListingSink for OpenFile {
    fn restart(&mut self) {
        if self.write_result.is_ok() {
            self.write_result = self.file.rewind().and_then(|()| self.file.set_len(0));
        }
    }

    fn write(&mut self, text: &[u8]) {
        if self.write_result.is_ok() {
            self.write_result = self.file.write_all(text);
        }
    }
}

/// Opens all output files except the symbol file. As in dasm, the symbol file is opened later,
/// because a run does not fail if that file cannot be opened.
///
/// # Errors
/// The first file that cannot be opened.
pub(super) fn open(arguments: &Arguments) -> Result<OpenFiles, Unwritable> {
    let open = |name: &Option<String>| name.as_deref().map(OpenFile::create).transpose();
    Ok(OpenFiles {
        binary: open(&arguments.output)?,
        listing: open(&arguments.listing)?,
        map: open(&arguments.map)?,
        depfile: open(&arguments.depfile)?,
    })
}

impl OpenFiles {
    /// Writes all files except the symbol file. If a file cannot be written, the others still are;
    /// returns all errors. If the source does not assemble, the binary of an earlier run is kept,
    /// unless `--strict-dasm` asks for dasm's behavior or `-R` removes the binary.
    pub fn write(self, arguments: &Arguments, output: &Output) -> Vec<Unwritable> {
        let mut results = Vec::new();
        let remove = arguments.remove_on_error && output.exit_code != 0 && !output.aborted;
        if let Some(file) = self.binary {
            let name = file.name.clone();
            if !keeps_binary(arguments, output) {
                results.push(file.finish(&output.binary));
            }
            if remove {
                let _ = fs::remove_file(name);
            }
        }
        if let (Some(file), Some(map)) = (self.map, &output.map) {
            results.push(file.finish(map.as_bytes()));
        }
        if let Some(file) = self.depfile {
            results.push(file.finish(&depfile_rule(arguments, output)));
        }
        results.extend(self.listing.map(|file| file.finish(&output.listing)));
        results.into_iter().filter_map(Result::err).collect()
    }
}

/// Returns true if the run has failed and the binary of an earlier run must be kept. dasm would
/// overwrite it with the bytes of an incomplete pass.
pub(super) fn keeps_binary(arguments: &Arguments, output: &Output) -> bool {
    let name = arguments.output.as_deref().map(Path::new);
    let fails = output.exit_code != 0 && !arguments.options.strict_dasm;
    fails && name.is_some_and(|name| name.is_file())
}

/// Writes the symbol file, if it was requested and the run has one.
pub(super) fn write_symbols(arguments: &Arguments, output: &Output) -> Result<(), Unwritable> {
    let Some(name) = &arguments.symbols else {
        return Ok(());
    };
    match output.symbol_file() {
        Some(text) => OpenFile::create(name)?.finish(&text),
        None => Ok(()),
    }
}

/// The path of a file, and its metadata if it exists.
struct FileId<'a> {
    path: &'a Path,
    metadata: Option<Metadata>,
}

impl<'a> FileId<'a> {
    fn at(path: &'a Path) -> Self {
        let metadata = fs::metadata(path).ok();
        FileId { path, metadata }
    }

    /// Returns true if both paths refer to the same regular file. If neither file exists yet,
    /// compares the paths case-insensitively, because some file systems ignore case.
    fn is_same(&self, other: &FileId) -> bool {
        match (&self.metadata, &other.metadata) {
            // `is_same_file` opens both files. Comparing lengths first avoids that for most pairs.
            (Some(one), Some(two)) if one.is_file() && one.len() == two.len() => {
                same_file::is_same_file(self.path, other.path).unwrap_or(false)
            }
            (None, None) => {
                let name = |path: &Path| {
                    let name = path.file_name();
                    name.map(|name| name.to_string_lossy().to_lowercase())
                };
                name(self.path) == name(other.path) && lowercase(self.path) == lowercase(other.path)
            }
            _ => false,
        }
    }
}

/// Returns the output files named by flags, each together with its flag.
fn outputs(arguments: &Arguments) -> Vec<(&'static str, FileId<'_>)> {
    let named = [
        ("-o", &arguments.output),
        ("-l", &arguments.listing),
        ("-s", &arguments.symbols),
        ("--map", &arguments.map),
        ("--depfile", &arguments.depfile),
    ];
    let named = named.into_iter();
    named
        .filter_map(|(flag, name)| Some((flag, FileId::at(Path::new(name.as_deref()?)))))
        .collect()
}

/// Returns an error message if two output files are the same file, or if one is the project file or
/// one of `sources`.
pub(super) fn conflict(arguments: &Arguments, sources: &[Vec<u8>]) -> Option<String> {
    let outputs = outputs(arguments);
    for (number, (flag, output)) in outputs.iter().enumerate() {
        let mut others = outputs[number + 1..].iter();
        if let Some((other, _)) = others.find(|(_, other)| output.is_same(other)) {
            let path = output.path.display();
            return Some(format!(
                "{flag} and {other} both name {path}; name two different files"
            ));
        }
    }
    let project = arguments.project.iter().cloned();
    let project = project.map(|path| (path, "the project file"));
    let sources = sources.iter().map(|name| (lossy(name).into(), "a source"));
    project.chain(sources).find_map(|(path, role)| {
        let input = FileId::at(&path);
        let (flag, output) = outputs.iter().find(|(_, output)| output.is_same(&input))?;
        let path = output.path.display();
        Some(format!(
            "{flag} names {path}, which is {role} of this run; name another file"
        ))
    })
}

/// Returns the absolute path in lower case.
fn lowercase(path: &Path) -> String {
    let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let folder = whole.parent().unwrap_or(Path::new(""));
    let folder = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    let name = whole.file_name().unwrap_or_default();
    folder.join(name).to_string_lossy().to_lowercase()
}

/// Returns a make rule that lists every file that was read as a prerequisite of the binary.
fn depfile_rule(arguments: &Arguments, output: &Output) -> Vec<u8> {
    let escape = |name: &[u8]| {
        let mut escaped = Vec::new();
        for &byte in name {
            match byte {
                b' ' | b'#' => escaped.push(b'\\'),
                b'$' => escaped.push(b'$'),
                _ => {}
            }
            escaped.push(byte);
        }
        escaped
    };
    let target = arguments.output.as_deref().unwrap_or("a.out");
    let mut rule = escape(target.as_bytes());
    rule.push(b':');
    for file in &output.dependencies {
        rule.extend_from_slice(b" \\\n ");
        rule.extend(escape(file));
    }
    rule.push(b'\n');
    rule
}
