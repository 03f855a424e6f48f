//! The open documents of the editor, and the programs to which they belong.

use asm6502::{
    Severity,
    project::{LocatedProject, PROJECT_FILE, ProjectError},
};
use language::{Encoding, Text};
use lsp_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, Location,
    NumberOrString, PublishDiagnosticsParams, TextDocumentPositionParams, Uri,
};
use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    path::{Path, PathBuf},
};

use crate::lsp::{
    convert,
    documents::{Documents, openable_path},
    failure::Failure,
    kernels::{Kernels, Run},
    main_sources,
    units::{AnalyzedDocument, PositionQuery, Unit},
};

/// The open documents, their programs, and the files for which the editor shows diagnostics.
#[derive(Debug, Default)]
pub struct Workspace {
    /// The open documents.
    pub documents: Documents,
    /// The folders that the editor has opened.
    pub roots: Vec<PathBuf>,
    /// The unit in which the editor counts columns.
    pub encoding: Encoding,
    /// The kernel views of the programs.
    pub kernels: Kernels,
    /// The programs, by main source.
    units: BTreeMap<PathBuf, Unit>,
    /// For each file that has been looked up, the main source of its program.
    main_of_file: HashMap<PathBuf, PathBuf>,
    /// The errors in project files, by the path of the project file.
    faults: BTreeMap<PathBuf, ProjectError>,
    /// Files for which the editor shows diagnostics.
    reported: BTreeSet<PathBuf>,
}

impl Workspace {
    /// Notes that a file has changed, so that the programs that read it will be assembled again.
    pub fn touch(&mut self, path: &Path) {
        for (main, unit) in &mut self.units {
            if main == path || unit.reads(path) {
                unit.touch();
            }
        }
    }

    /// Treats all programs as changed, and forgets which program each file belongs to. The server
    /// calls this when files on the disk may have been created, deleted or changed.
    pub fn refresh(&mut self) {
        self.main_of_file.clear();
        self.faults.clear();
        for unit in self.units.values_mut() {
            unit.touch();
        }
    }

    /// Handles the closing of a document: removes the programs that no longer have an open
    /// document.
    pub fn close(&mut self, path: &Path) {
        self.touch(path);
        self.main_of_file.remove(path);
        let open: BTreeSet<&Path> = self.documents.paths().collect();
        let used: BTreeSet<&PathBuf> = self
            .main_of_file
            .iter()
            .filter(|(file, _)| open.contains(file.as_path()))
            .map(|(_, main)| main)
            .collect();
        self.units.retain(|main, _| used.contains(main));
    }

    /// Returns the main source of the program that a file belongs to.
    pub fn main_of(&mut self, path: &Path) -> PathBuf {
        if let Some(main) = self.main_of_file.get(path) {
            return main.clone();
        }
        let located = self.project_of(path);
        if let Some(known) = self.known_main(path, located.as_ref()) {
            self.main_of_file.insert(path.to_owned(), known.clone());
            return known;
        }
        let (main, unit) =
            main_sources::unit_of(&self.documents, &self.roots, path, located.as_ref());
        self.main_of_file.insert(path.to_owned(), main.clone());
        self.units.insert(main.clone(), unit);
        main
    }

    /// Looks for a program in `units` that reads the file `path`, and returns its main source. If
    /// no project names the main source, skips the program whose main source is `path` itself,
    /// because another source may include this file.
    fn known_main(&mut self, path: &Path, located: Option<&LocatedProject>) -> Option<PathBuf> {
        let documents = &self.documents;
        let main = located.and_then(LocatedProject::main);
        let is_candidate = |candidate: &Path| match &main {
            Some(main) => candidate == main,
            None => candidate != path,
        };
        for (candidate, unit) in self
            .units
            .iter_mut()
            .filter(|(candidate, _)| is_candidate(candidate))
        {
            unit.check(documents);
            if candidate == path || unit.reads(path) {
                return Some(candidate.clone());
            }
        }
        None
    }

    /// Returns the project that a file belongs to. If the project file has an error, stores the
    /// error and returns `None`.
    fn project_of(&mut self, path: &Path) -> Option<LocatedProject> {
        match main_sources::project(&self.documents, path) {
            Ok(located) => located,
            Err(fault) => {
                self.faults.insert(fault.path.clone(), fault);
                None
            }
        }
    }

    /// Returns the program that a file belongs to, and the open documents.
    pub fn unit_of(&mut self, path: &Path) -> (&mut Unit, &Documents) {
        let main = self.main_of(path);
        let roots = &self.roots;
        let documents = &self.documents;
        let unit = self.units.entry(main.clone());
        let unit = unit.or_insert_with(|| main_sources::unit_of(documents, roots, &main, None).1);
        (unit, documents)
    }

    /// Returns the programs of all open documents, and the documents.
    pub fn units(&mut self) -> (impl Iterator<Item = &mut Unit>, &Documents) {
        (self.units.values_mut(), &self.documents)
    }

    /// Prepares a run of the changed programs for the kernel view; returns `None` if there is
    /// nothing to run.
    pub fn start_run(&mut self) -> Option<Run> {
        self.kernels.start(self.units.iter(), &self.documents)
    }

    /// Looks up a position in an open document, and returns it with the analysis of the document's
    /// program. If `may_be_outdated` is true, the analysis may be older than the sources.
    pub fn query(
        &mut self,
        at: &TextDocumentPositionParams,
        may_be_outdated: bool,
    ) -> Result<PositionQuery, Failure> {
        let path = convert::path(&at.text_document.uri);
        let position = convert::from_position(
            self.text(&at.text_document.uri)?,
            at.position,
            self.encoding,
        );
        let main = self.main_of(&path);
        let (unit, documents) = self.unit_of(&path);
        let analysis = if may_be_outdated {
            unit.recent_analysis(documents)
        } else {
            unit.analysis(documents)
        };
        Ok(PositionQuery {
            file: analysis.file(&path),
            analysis,
            main,
            position,
        })
    }

    /// Returns an open document's program, with the analysis of its current sources.
    pub fn analyzed(&mut self, uri: &Uri) -> Result<AnalyzedDocument<'_>, Failure> {
        self.text(uri)?;
        let path = convert::path(uri);
        let (unit, documents) = self.unit_of(&path);
        let analysis = unit.analysis(documents);
        Ok(AnalyzedDocument {
            file: analysis.file(&path),
            unit,
            analysis,
        })
    }

    /// Returns the text of an open document.
    pub fn text(&self, uri: &Uri) -> Result<&Text, Failure> {
        let document = self.documents.get(&convert::path(uri));
        let document = document.ok_or_else(|| Failure::NoDocument(uri.as_str().to_owned()))?;
        Ok(&document.text)
    }

    /// Assembles the programs that have changed. Returns the diagnostics of all open files and of
    /// all other files with problems. A file whose problems have disappeared gets an empty list,
    /// which clears them in the editor.
    pub fn updated_diagnostics(&mut self) -> Vec<PublishDiagnosticsParams> {
        let open: Vec<PathBuf> = self
            .documents
            .paths()
            .filter(|path| is_assembly(path))
            .map(Path::to_owned)
            .collect();
        for path in &open {
            self.main_of(path);
        }
        for unit in self.units.values_mut() {
            unit.check(&self.documents);
        }
        let mut by_file = self.diagnostics_by_file();
        for path in std::mem::take(&mut self.reported) {
            by_file.entry(path).or_default();
        }
        let mut messages = Vec::new();
        for (path, diagnostics) in by_file {
            if !diagnostics.is_empty() {
                self.reported.insert(path.clone());
            }
            let document = self.documents.get(&path);
            let uri = document
                .map(|document| document.uri.clone())
                .or_else(|| convert::uri(&path));
            messages.extend(uri.map(|uri| PublishDiagnosticsParams {
                uri,
                diagnostics,
                version: document.map(|document| document.version),
            }));
        }
        messages
    }

    /// Returns the diagnostics of each file, including an empty list for each open file without
    /// any.
    fn diagnostics_by_file(&self) -> BTreeMap<PathBuf, Vec<Diagnostic>> {
        let open = self
            .documents
            .paths()
            .map(|path| (path.to_owned(), Vec::new()));
        let mut by_file: BTreeMap<PathBuf, Vec<Diagnostic>> = open.collect();
        let mut texts = HashMap::new();
        for unit in self.units.values() {
            for problem in &unit.problems {
                let (path, diagnostic) = self.diagnostic(unit, problem, &mut texts);
                let diagnostics = by_file.entry(path).or_default();
                if !diagnostics.contains(&diagnostic) {
                    diagnostics.push(diagnostic);
                }
            }
        }
        for (path, fault) in &self.faults {
            by_file
                .entry(path.clone())
                .or_default()
                .push(project_diagnostic(fault));
        }
        by_file
    }

    fn diagnostic(
        &self,
        unit: &Unit,
        problem: &language::Problem,
        texts: &mut HashMap<PathBuf, Text>,
    ) -> (PathBuf, Diagnostic) {
        let mut location = |location: &language::Location| {
            let path = openable_path(&unit.base, &self.documents, &location.file);
            let text = texts
                .entry(path.clone())
                .or_insert_with(|| Text::new(self.documents.read(&path).unwrap_or_default()));
            let range = convert::to_range(text, location.range, self.encoding);
            (path, range)
        };
        let (path, range) = location(&problem.location);
        let original = &problem.diagnostic;
        let related = problem.related.iter().filter_map(|related| {
            let (path, range) = location(&related.location);
            Some(DiagnosticRelatedInformation {
                location: Location {
                    uri: convert::uri(&path)?,
                    range,
                },
                message: related.text.clone(),
            })
        });
        let related: Vec<_> = related.collect();
        let message = match &original.help {
            Some(help) => format!("{}\nhelp: {help}", original.message),
            None => original.message.clone(),
        };
        let unused = original.message.ends_with(" is never used");
        let diagnostic = Diagnostic {
            range,
            severity: Some(match original.severity {
                Severity::Error => DiagnosticSeverity::ERROR,
                Severity::Note => DiagnosticSeverity::INFORMATION,
                _ => DiagnosticSeverity::WARNING,
            }),
            code: (original.code > 0).then_some(NumberOrString::Number(i32::from(original.code))),
            source: Some("asm6502".to_owned()),
            message,
            related_information: (!related.is_empty()).then_some(related),
            tags: unused.then(|| vec![DiagnosticTag::UNNECESSARY]),
            ..Diagnostic::default()
        };
        (path, diagnostic)
    }
}

/// Returns false for a project file, which an editor may also open, and true for every other file.
fn is_assembly(path: &Path) -> bool {
    path.file_name().is_none_or(|name| name != PROJECT_FILE)
}

/// Converts an error in a project file to a diagnostic.
fn project_diagnostic(fault: &ProjectError) -> Diagnostic {
    let position = lsp_types::Position {
        line: fault.line.saturating_sub(1) as u32,
        character: fault.column.saturating_sub(1) as u32,
    };
    Diagnostic {
        range: lsp_types::Range {
            start: position,
            end: position,
        },
        severity: Some(DiagnosticSeverity::ERROR),
        source: Some("crownhead.toml".to_owned()),
        message: fault.message.clone(),
        ..Diagnostic::default()
    }
}
