//! The files that a run writes.

use std::fs::{File, OpenOptions};
use std::io::{self, Seek, Write};
use thiserror::Error;

use crate::cli::arguments::Arguments;
use crate::output::Output;
use crate::report::listing::ListingSink;

/// A file that cannot be written, and why.
#[derive(Debug, Error)]
#[error("cannot write {file}: {error}; name another place or make this one fit to be written")]
pub(super) struct Unwritable {
    pub file: String,
    error: io::Error,
}

impl Unwritable {
    /// Turns the error of that file into one that names it.
    fn of(file: &str) -> impl FnOnce(io::Error) -> Unwritable {
        let file = file.to_owned();
        |error| Unwritable { file, error }
    }
}

/// The files of a run that are opened before the work begins, so that no work is lost.
pub(super) struct OpenFiles {
    binary: Option<File>,
    pub listing: Option<ListingFile>,
}

fn create(name: &str) -> Result<File, Unwritable> {
    File::create(name).map_err(Unwritable::of(name))
}

/// Opens all files; the first that cannot be written is an error. The symbol file is opened later,
/// as dasm does: the run continues without it. Binary and listing are emptied: a source that reads
/// the binary finds it empty, and an interrupted run leaves no old content.
pub(super) fn open(arguments: &Arguments) -> Result<OpenFiles, Unwritable> {
    let binary = arguments.output.as_deref().map(create).transpose()?;
    let listing = arguments.listing.as_deref().map(ListingFile::open);
    let listing = listing.transpose()?;
    for file in [&arguments.map, &arguments.depfile].into_iter().flatten() {
        let mut options = OpenOptions::new();
        let opened = options.create(true).append(true).open(file);
        opened.map_err(Unwritable::of(file))?;
    }
    Ok(OpenFiles { binary, listing })
}

/// The file of the listing, written while the source is assembled.
pub(super) struct ListingFile {
    name: String,
    file: File,
    /// The whole text, where what has been written cannot be taken back: in pipes and terminals.
    held: Option<Vec<u8>>,
    result: io::Result<()>,
}

impl ListingFile {
    fn open(name: &str) -> Result<ListingFile, Unwritable> {
        let file = create(name)?;
        let lasting = !file.metadata().is_ok_and(|data| data.is_file());
        Ok(ListingFile {
            name: name.to_owned(),
            file,
            held: lasting.then(Vec::new),
            result: Ok(()),
        })
    }

    /// Writes what is held back; returns the first error of the file.
    pub fn finish(mut self) -> Result<(), Unwritable> {
        let held = self.held.unwrap_or_default();
        let result = self.result.and_then(|()| self.file.write_all(&held));
        result.map_err(Unwritable::of(&self.name))
    }
}

impl ListingSink for ListingFile {
    fn restart(&mut self) {
        if let Some(held) = &mut self.held {
            held.clear();
        } else if self.result.is_ok() {
            self.result = self.file.rewind().and_then(|()| self.file.set_len(0));
        }
    }

    fn write(&mut self, text: &[u8]) {
        if let Some(held) = &mut self.held {
            held.extend_from_slice(text);
        } else if self.result.is_ok() {
            self.result = self.file.write_all(text);
        }
    }
}

impl OpenFiles {
    /// Writes all files that were asked for but that of the symbols, each whatever becomes of the
    /// others; returns those that cannot be written.
    pub fn write(self, arguments: &Arguments, output: &Output) -> Vec<Unwritable> {
        let mut results = Vec::new();
        let remove = arguments.remove_on_error && output.exit_code != 0 && !output.aborted;
        if let (Some(name), Some(mut file)) = (&arguments.output, self.binary) {
            let written = file.write_all(&output.binary);
            results.push(written.map_err(Unwritable::of(name)));
            if remove {
                let _ = std::fs::remove_file(name);
            }
        }
        let map = output.map.as_deref().map(str::as_bytes);
        let rule = arguments.depfile.is_some();
        let rule = rule.then(|| depfile_rule(arguments, output));
        let others = [(&arguments.map, map), (&arguments.depfile, rule.as_deref())];
        for (file, content) in others {
            if let (Some(file), Some(content)) = (file, content) {
                results.push(std::fs::write(file, content).map_err(Unwritable::of(file)));
            }
        }
        results.extend(self.listing.map(ListingFile::finish));
        results.into_iter().filter_map(Result::err).collect()
    }
}

/// Writes the symbol file if it was asked for: only then its symbols are sorted at all.
pub(super) fn write_symbols(arguments: &Arguments, output: &Output) -> Result<(), Unwritable> {
    let Some(file) = &arguments.symbols else {
        return Ok(());
    };
    if !output.has_symbol_file() {
        return Ok(());
    }
    let result = output.write_symbol_file(&mut create(file)?);
    result.map_err(Unwritable::of(file))
}

/// A rule for make: the binary depends on all files that were read.
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
