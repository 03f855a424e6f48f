//! The assembler, for use from Python.

use crate::error::{SourceError, crownhead_error, to_exception};
use asm6502::{Build, BuildError, DiskProvider, ListingMode, Options, build::Overlay};
use headless::image::CartridgeFile;
use pyo3::{prelude::*, types::PyBytes};
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

/// The name for a source that was given as text instead of a file.
const UNNAMED: &str = "source.asm";

/// An assembled program.
#[pyclass(module = "crownhead", frozen)]
#[derive(Debug, Clone)]
pub struct Program {
    build: Build,
    /// The listing, in dasm's format.
    #[pyo3(get)]
    listing: String,
    map: String,
}

impl Program {
    /// Returns the image as a cartridge file that also contains the source lines.
    pub fn image_file(&self) -> CartridgeFile {
        CartridgeFile {
            path: self.build.source.clone(),
            bytes: self.build.image.clone(),
            build: Some(Box::new(self.build.clone())),
        }
    }

    /// Returns the program's names and source lines.
    pub fn names_and_lines(&self) -> PyResult<debugger::Program> {
        debugger::Program::of_build(&self.build, &self.map).map_err(crownhead_error)
    }
}

#[pymethods]
impl Program {
    /// The image, without a header.
    #[getter]
    fn image<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.build.image)
    }

    /// The values of all symbols.
    #[getter]
    fn symbols(&self) -> BTreeMap<String, i64> {
        let known = self.build.symbols.iter().filter(|symbol| symbol.known);
        known
            .map(|symbol| (symbol.name.clone(), symbol.value))
            .collect()
    }

    /// The warnings.
    #[getter]
    fn diagnostics(&self) -> Vec<Diagnostic> {
        self.build.messages.iter().map(Diagnostic::of).collect()
    }
}

/// A message from the assembler.
#[pyclass(module = "crownhead", frozen, get_all)]
#[derive(Debug, Clone)]
pub struct Diagnostic {
    /// "error" or "warning".
    pub severity: String,
    /// A description of the fault, in one sentence.
    pub message: String,
    /// The file, as it is named in the source.
    pub file: String,
    /// The line number, counted from 1.
    pub line: u32,
    /// Advice on how to fix the fault; None if there is none.
    pub help: Option<String>,
    /// The whole message, with an excerpt of the source.
    pub text: String,
}

impl Diagnostic {
    fn of(diagnostic: &asm6502::Diagnostic) -> Diagnostic {
        Diagnostic {
            severity: diagnostic.severity.to_string(),
            message: diagnostic.message.clone(),
            file: diagnostic.site.file.clone(),
            line: diagnostic.site.line,
            help: diagnostic.help.clone(),
            text: diagnostic.to_string(),
        }
    }
}

#[pymethods]
impl Diagnostic {
    fn __str__(&self) -> &str {
        &self.text
    }
}

/// Assembles a source. `source` is a path, or the text itself if it has more than one line. A
/// `crownhead.toml` next to the source can set options.
///
/// Raises SourceError if the source has errors; its attribute `diagnostics` lists the messages.
#[pyfunction]
pub fn assemble(source: &Bound<'_, PyAny>) -> PyResult<Program> {
    let py = source.py();
    let path: PathBuf = source.extract()?;
    let text = source
        .extract::<String>()
        .ok()
        .filter(|text| text.contains('\n'));
    py.detach(|| match text {
        Some(text) => {
            let mut sources = Overlay::new(&DiskProvider);
            sources.insert(Path::new(UNNAMED), text.as_bytes());
            assemble_program(&sources, Path::new(UNNAMED))
        }
        None => {
            std::fs::metadata(&path)
                .map_err(headless::error::Error::read(&path))
                .map_err(to_exception)?;
            assemble_program(&DiskProvider, &path)
        }
    })
}

fn assemble_program(sources: &dyn asm6502::SourceProvider, path: &Path) -> PyResult<Program> {
    let build = asm6502::build(sources, path).map_err(source_error)?;
    let options = Options {
        listing: ListingMode::LastPass,
        map: true,
        ..asm6502::build::options(build.project.as_ref(), &build.source)
    };
    let output = asm6502::assemble(sources, &options);
    let listing = String::from_utf8_lossy(&output.listing).into_owned();
    let map = output.map.unwrap_or_default();
    Ok(Program {
        build,
        listing,
        map,
    })
}

fn source_error(error: BuildError) -> PyErr {
    let text = error.to_string();
    let BuildError::Faults { messages, .. } = error else {
        return crownhead_error(text);
    };
    let diagnostics: Vec<_> = messages.iter().map(Diagnostic::of).collect();
    let exception = SourceError::new_err(text);
    Python::attach(|py| {
        let result = exception.value(py).setattr("diagnostics", diagnostics);
        result.map_or_else(|error| error, |()| exception.clone_ref(py))
    })
}
