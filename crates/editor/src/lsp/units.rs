//! Units: each is a program, with its main source, its options and the results of its last
//! assembly.

use asm6502::{Options, Severity};
use headless::sources::other_toolchain;
use language::{Position, Problem, Program, Text, Timing, check, problems};
use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
    rc::Rc,
};

use crate::lsp::documents::{Documents, Sources, openable_path, resolve};

/// A program: a main source, and the options for assembling it.
#[derive(Debug)]
pub struct Unit {
    /// The folder against which relative file names are resolved.
    pub base: PathBuf,
    /// The options for the assembler, including the main source.
    pub options: Options,
    /// The name of the bank-switching scheme given in the project file; `None` to detect the
    /// scheme.
    pub scheme: Option<String>,
    /// The errors and warnings from the last assembly.
    pub problems: Vec<Problem>,
    /// The files that were read the last time [`Unit::check`] assembled the program.
    pub files: BTreeSet<PathBuf>,
    /// True if a file has changed since [`Unit::check`] last assembled the program.
    pub unchecked: bool,
    analysis: Option<Rc<Analysis>>,
    /// True if a file has changed since the analysis was made.
    outdated: bool,
}

/// The record of a program's assembly, with the paths of the files that were read.
#[derive(Debug)]
pub struct Analysis {
    /// The recorded program.
    pub program: Program,
    /// The cycles of the program's instructions.
    pub timing: Timing,
    paths: Vec<PathBuf>,
}

impl Analysis {
    /// Returns a file's number in the recorded program; `None` if the program does not read the
    /// file.
    pub fn file(&self, path: &Path) -> Option<u32> {
        let found = self.paths.iter().skip(1).position(|known| known == path);
        found.map(|index| index as u32 + 1)
    }

    /// Returns the path and text of a file, given the name that locations in the program use for
    /// it.
    pub fn path_and_text(&self, name: &[u8]) -> Option<(&Path, &Text)> {
        let file = self.program.file(name)?;
        Some((&self.paths[file as usize], self.program.text(file)))
    }
}

impl Unit {
    /// Creates a program that has not been assembled yet.
    pub fn new(base: PathBuf, options: Options) -> Unit {
        Unit {
            base,
            options,
            scheme: None,
            problems: Vec::new(),
            files: BTreeSet::new(),
            unchecked: true,
            analysis: None,
            outdated: true,
        }
    }

    /// Returns the sources of the program.
    pub fn sources<'d>(&'d self, documents: &'d Documents) -> Sources<'d> {
        Sources {
            base: &self.base,
            documents,
        }
    }

    /// Returns true if the file was read the last time [`Unit::check`] assembled the program.
    pub fn reads(&self, path: &Path) -> bool {
        self.files.contains(path)
    }

    /// Notes that a file of the program has changed.
    pub fn touch(&mut self) {
        self.unchecked = true;
        self.outdated = true;
    }

    /// Assembles the program to find its errors and warnings, if a file has changed since the last
    /// time.
    pub fn check(&mut self, documents: &Documents) {
        if !std::mem::take(&mut self.unchecked) {
            return;
        }
        let sources = self.sources(documents);
        let output = check(&sources, &self.options);
        let mut found = problems(&sources, &self.options, &output);
        self.report_other_toolchain(&mut found, documents);
        let files = output
            .dependencies
            .iter()
            .map(|name| resolve(&self.base, name));
        self.files = files
            .chain([resolve(&self.base, &self.options.source)])
            .collect();
        self.problems = found;
    }

    /// If the main source was written for another toolchain, replaces the messages with a single
    /// note that says so.
    fn report_other_toolchain(&self, found: &mut Vec<Problem>, documents: &Documents) {
        let is_error = |problem: &Problem| problem.diagnostic.severity == Severity::Error;
        let main = resolve(&self.base, &self.options.source);
        let (Some(index), Some(text)) = (found.iter().position(is_error), documents.read(&main))
        else {
            return;
        };
        let name = main.file_name().unwrap_or_default();
        if let Some(fault) = other_toolchain(Path::new(name), &text) {
            let mut note = found.swap_remove(index);
            note.diagnostic.severity = Severity::Note;
            note.diagnostic.code = 0;
            note.diagnostic.message = fault.to_string();
            note.diagnostic.help = None;
            *found = vec![note];
        }
    }

    /// Returns the analysis of the current sources. Assembles them if a file has changed.
    pub fn analysis(&mut self, documents: &Documents) -> Rc<Analysis> {
        if let Some(analysis) = self.analysis.as_ref().filter(|_| !self.outdated) {
            return analysis.clone();
        }
        let program = Program::new(&self.sources(documents), &self.options);
        let files = program.record.files.iter();
        let paths = files
            .map(|file| openable_path(&self.base, documents, &file.path))
            .collect();
        let timing = Timing::new(&program);
        let analysis = Rc::new(Analysis {
            program,
            timing,
            paths,
        });
        self.outdated = false;
        self.analysis = Some(analysis.clone());
        analysis
    }

    /// Returns the latest analysis, which may be older than the sources. Completions use it because
    /// they must not wait for an assembly. If there is no analysis yet, makes one.
    pub fn recent_analysis(&mut self, documents: &Documents) -> Rc<Analysis> {
        match &self.analysis {
            Some(analysis) => analysis.clone(),
            None => self.analysis(documents),
        }
    }
}

/// An open document, with its program and an up-to-date analysis.
pub struct AnalyzedDocument<'a> {
    /// The program that the document belongs to.
    pub unit: &'a Unit,
    /// The analysis of the program's current sources.
    pub analysis: Rc<Analysis>,
    /// The document's file number in the analysis; `None` if the program does not read the
    /// document.
    pub file: Option<u32>,
}

/// The position that a request asks about, with the analysis of the program to which the file
/// belongs.
pub struct PositionQuery {
    /// The analysis on which the answer is based.
    pub analysis: Rc<Analysis>,
    /// The main source of the program.
    pub main: PathBuf,
    /// The file's number in the analysis; `None` if the program does not read the file.
    pub file: Option<u32>,
    /// The position in the file.
    pub position: Position,
}
