//! A cartridge for Python: its image, and the names and source lines of its program.

use crate::{
    error::{crownhead_error, to_exception},
    program,
};
use debugger::Program;
use headless::{files::read_image, image::CartridgeFile, program::program_of_image};
use lab::trace::Symbols;
use play::bundled::Bundled;
use pyo3::{prelude::*, types::PyBytes};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};
use vcs::{Cartridge, cartridge::Scheme};

/// A cartridge, with the names and source lines of its program.
pub struct Code {
    /// The path of the file, or the name of a bundled cartridge.
    pub name: String,
    /// The cartridge.
    pub cartridge: Cartridge,
    /// Names and source lines.
    pub program: Program,
}

impl Code {
    /// Returns the cartridge for a Python value: a path, `bundled` or `bundled:NAME`, the bytes of
    /// an image, or an assembled program.
    pub fn of(source: &Bound<'_, PyAny>, scheme: Option<&str>) -> PyResult<Arc<Code>> {
        if let Ok(program) = source.cast::<program::Program>() {
            let program = program.get();
            return Code::new(&program.image_file(), scheme, program.names_and_lines()?)
                .map(Arc::new);
        }
        let image = match source.cast::<PyBytes>() {
            Ok(bytes) => CartridgeFile::new("", bytes.as_bytes()),
            Err(_) => image_at(&source.extract::<PathBuf>()?)?,
        };
        let program = program_of_image(&image).map_err(to_exception)?;
        Code::new(&image, scheme, program).map(Arc::new)
    }

    /// Returns a cartridge with the names of its program, but without source lines.
    pub fn with_names(image: &CartridgeFile, scheme: &str, names: Symbols) -> PyResult<Code> {
        Code::new(image, Some(scheme), Program::with_symbols(names))
    }

    fn new(image: &CartridgeFile, scheme: Option<&str>, program: Program) -> PyResult<Code> {
        let cartridge = match scheme {
            Some(name) => image.with_scheme(scheme_named(name)?),
            None => image.cartridge(),
        };
        Ok(Code {
            name: image.path.display().to_string(),
            cartridge: cartridge.map_err(to_exception)?,
            program,
        })
    }

    /// Returns the value of a symbol, or of a symbol plus an offset: `board+3`.
    pub fn symbol(&self, text: &str) -> PyResult<u16> {
        let (name, offset) = match text.split_once('+') {
            Some((name, offset)) => (name.trim(), offset.trim().parse().ok()),
            None => (text.trim(), Some(0)),
        };
        let value = self.program.symbols.value(name).zip(offset);
        let value = value.and_then(|(value, offset): (u16, u16)| value.checked_add(offset));
        value.ok_or_else(|| crownhead_error(self.unknown_symbol(name)))
    }

    /// Returns the message for an unknown symbol.
    fn unknown_symbol(&self, name: &str) -> String {
        let known = self.program.symbols.values().count();
        match known {
            0 => format!(
                "no symbol {name}: no symbols are known; give the source, or put the symbol file \
                 (from dasm -s) beside the image"
            ),
            _ => format!("no symbol {name}; m.symbols lists all {known}"),
        }
    }

    /// Returns all names with their values.
    pub fn symbols(&self) -> Vec<(String, u16)> {
        let values = self.program.symbols.values();
        let mut all: Vec<_> = values
            .map(|(name, value)| (name.to_owned(), value))
            .collect();
        all.sort();
        all
    }
}

fn image_at(path: &Path) -> PyResult<CartridgeFile> {
    match path.to_str().and_then(Bundled::from_script_name) {
        Some(bundled) => Ok(CartridgeFile::new(bundled.name, bundled.image)),
        None => read_image(path).map_err(to_exception),
    }
}

fn scheme_named(name: &str) -> PyResult<Scheme> {
    headless::image::scheme_named(name).map_err(to_exception)
}
