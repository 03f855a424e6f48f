//! Programs as units of work: a main source, its options, and the results of its last runs.

use asm6502::Options;
use language::{Position, Problem, Program, Text, Timing, check, problems};
use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
    rc::Rc,
};

use crate::lsp::documents::{Documents, Sources, resolve, shown};

/// A program: its main source with the options of its project.
#[derive(Debug)]
pub struct Unit {
    /// The folder to which names are relative.
    pub base: PathBuf,
    /// The options for assembling it.
    pub options: Options,
    /// The bank-switch scheme of its project, by name; `None` to detect it.
    pub scheme: Option<String>,
    /// The messages of the last run.
    pub problems: Vec<Problem>,
    /// The files that the last run read.
    pub files: BTreeSet<PathBuf>,
    /// True if a file has changed since the last run.
    pub unchecked: bool,
    analysis: Option<Rc<Analysis>>,
    /// True if a file has changed since the analysis.
    outdated: bool,
}

/// A recorded run, with the paths of its files.
#[derive(Debug)]
pub struct Analysis {
    /// The run.
    pub program: Program,
    /// The cycles of its instructions.
    pub timing: Timing,
    paths: Vec<PathBuf>,
}

impl Analysis {
    /// Returns the number of a file in the record.
    pub fn file(&self, path: &Path) -> Option<u32> {
        let found = self.paths.iter().skip(1).position(|known| known == path);
        found.map(|index| index as u32 + 1)
    }

    /// Returns the path and text of the file that a location names.
    pub fn named(&self, name: &[u8]) -> Option<(&Path, &Text)> {
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

    /// True if the program reads the file.
    pub fn reads(&self, path: &Path) -> bool {
        self.files.contains(path)
    }

    /// Marks the program as changed.
    pub fn touch(&mut self) {
        self.unchecked = true;
        self.outdated = true;
    }

    /// Assembles the program if something has changed.
    pub fn check(&mut self, documents: &Documents) {
        if !std::mem::take(&mut self.unchecked) {
            return;
        }
        let sources = self.sources(documents);
        let output = check(&sources, &self.options);
        let found = problems(&sources, &self.options, &output);
        let files = output
            .dependencies
            .iter()
            .map(|name| resolve(&self.base, name));
        self.files = files
            .chain([resolve(&self.base, &self.options.source)])
            .collect();
        self.problems = found;
    }

    /// Returns the recorded run of the current sources.
    pub fn analysis(&mut self, documents: &Documents) -> Rc<Analysis> {
        if let Some(known) = self.analysis.as_ref().filter(|_| !self.outdated) {
            return known.clone();
        }
        let program = Program::new(&self.sources(documents), &self.options);
        let files = program.record.files.iter();
        let paths = files
            .map(|file| shown(&self.base, documents, &file.path))
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

    /// Returns a recorded run, which may be older than the sources. Made for completions, which
    /// must not wait.
    pub fn recent_analysis(&mut self, documents: &Documents) -> Rc<Analysis> {
        match &self.analysis {
            Some(known) => known.clone(),
            None => self.analysis(documents),
        }
    }
}

/// The state of an open document.
pub struct Known<'a> {
    /// The program that it belongs to.
    pub unit: &'a Unit,
    /// The program's run.
    pub analysis: Rc<Analysis>,
    /// The number of the file, if the program reads it.
    pub file: Option<u32>,
}

/// A place in a file, and the run of its program, for a request about the place.
pub struct Asked {
    /// The recorded run from which the answer comes.
    pub analysis: Rc<Analysis>,
    /// The main source of the program.
    pub main: PathBuf,
    /// The number of the file, if the program reads it.
    pub file: Option<u32>,
    /// The place.
    pub position: Position,
}
