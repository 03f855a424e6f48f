//! The files that a run leaves behind.

use std::fs::{File, OpenOptions};
use std::io::{self, Seek, Write};

use super::arguments::Arguments;
use crate::listing::ListingSink;
use crate::report::Output;

/// Opens all files before the work begins, so that no work is lost; the name of the first that
/// cannot be written is an error. The symbol file is dasm's affair: without it the run goes on.
pub(super) fn try_to_open(arguments: &Arguments) -> Result<Option<ListingFile>, String> {
    if let Some(file) = &arguments.output {
        File::create(file).map_err(|_| file.clone())?;
    }
    let listing = arguments.listing.as_ref();
    let listing = listing.map(|name| ListingFile::create(name).map_err(|_| name.clone()));
    let listing = listing.transpose()?;
    for file in [&arguments.map, &arguments.depfile].into_iter().flatten() {
        let mut options = OpenOptions::new();
        let opened = options.create(true).append(true).open(file);
        opened.map_err(|_| file.clone())?;
    }
    Ok(listing)
}

/// The file of the listing, written while the source is assembled.
pub(super) struct ListingFile {
    file: File,
    /// The whole text, where what has been written cannot be taken back: in pipes and terminals.
    held: Option<Vec<u8>>,
    result: io::Result<()>,
}

impl ListingFile {
    fn create(name: &str) -> io::Result<ListingFile> {
        let file = File::create(name)?;
        let lasting = !file.metadata()?.is_file();
        Ok(ListingFile {
            file,
            held: lasting.then(Vec::new),
            result: Ok(()),
        })
    }

    /// All is written; says whether that went well.
    pub fn finish(mut self) -> io::Result<()> {
        self.result?;
        self.file.write_all(&self.held.unwrap_or_default())
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

/// Writes all other files that were asked for; the name of the first that cannot be written is an error.
pub(super) fn write(arguments: &Arguments, output: &Output) -> Result<(), String> {
    let write = |file: &Option<String>, content: Option<&[u8]>| match (file, content) {
        (Some(file), Some(content)) => std::fs::write(file, content).map_err(|_| file.clone()),
        _ => Ok(()),
    };
    let remove = arguments.remove_on_error && output.exit_code != 0 && !output.aborted;
    if remove {
        if let Some(file) = &arguments.output {
            let _ = std::fs::remove_file(file);
        }
    } else {
        write(&arguments.output, Some(&output.binary))?;
    }
    write(&arguments.map, output.map.as_deref().map(str::as_bytes))?;
    let depfile = arguments.depfile.is_some();
    let depfile = depfile.then(|| depfile_rule(arguments, output));
    write(&arguments.depfile, depfile.as_deref())
}

/// Writes the symbol file; the text that dasm prints if that fails.
pub(super) fn write_symbols(arguments: &Arguments, output: &Output) -> Option<String> {
    let file = arguments.symbols.as_ref()?;
    let content = output.symbol_file()?;
    let failed = std::fs::write(file, content).is_err();
    failed.then(|| format!("Warning: Unable to open Symbol Dump file '{file}'\n"))
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
