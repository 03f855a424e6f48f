//! Builds a program from its source: returns the image, symbols, line map and messages.
//!
//! [`build`] is for tools that accept a source in place of an image. It finds the source's project,
//! assembles in memory, and returns everything that such tools need. It reads files through a
//! [`SourceProvider`], so an editor can substitute its own text for a file: see [`Overlay`].

use crate::{
    Diagnostic, Options, Output, SourceProvider, SymbolInfo, Usage, assemble,
    map::LineSpan,
    project::{self, LocatedProject, ProjectError},
    sources::provider::path_of,
};
use std::{
    collections::HashMap,
    ffi::OsStr,
    path::{Path, PathBuf},
};
use thiserror::Error;

/// File extensions that mark a source.
const SOURCE_EXTENSIONS: [&str; 5] = ["asm", "s", "a65", "dasm", "src"];

/// An assembled program.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Build {
    /// The source: the path given to [`build`] or, if that is a project file, the main source of
    /// the project.
    pub source: PathBuf,
    /// The image, without a header; gaps are filled with $FF.
    pub image: Vec<u8>,
    /// All symbols, by name.
    pub symbols: Vec<SymbolInfo>,
    /// The source line of each byte of the image.
    pub lines: LineMap,
    /// Bytes used and free in banks and segments.
    pub usage: Option<Usage>,
    /// Warnings.
    pub messages: Vec<Diagnostic>,
    /// The files that were read, the source first, the project file last.
    pub files: Vec<PathBuf>,
    /// The project that the source belongs to.
    pub project: Option<LocatedProject>,
}

/// The reason a program could not be built.
#[derive(Debug, Clone, Error)]
#[non_exhaustive]
pub enum BuildError {
    /// The project file has an error.
    #[error(transparent)]
    Project(#[from] ProjectError),
    /// The project file names no main source.
    #[error("{}: no main source; add a line such as main = \"game.asm\"", .0.display())]
    NoMain(
        /// The project file.
        PathBuf,
    ),
    /// The source, or the project file, cannot be read.
    #[error("cannot read {}; check the name", .0.display())]
    Unreadable(
        /// The file.
        PathBuf,
    ),
    /// The source does not assemble on its own; the main source of its project includes it.
    #[error(
        "{} is a part of {}, and does not assemble alone; name {} instead, or its project file",
        part.display(), main.display(), main.display()
    )]
    Part {
        /// The source.
        part: PathBuf,
        /// The main source of its project, which includes it.
        main: PathBuf,
        /// The files that were read, the source first, the project file last.
        files: Vec<PathBuf>,
    },
    /// The source does not assemble.
    #[error("{}", text(messages))]
    Faults {
        /// Errors and warnings, in the order of the source.
        messages: Vec<Diagnostic>,
        /// The files that were read, the source first, the project file last.
        files: Vec<PathBuf>,
    },
}

impl BuildError {
    /// Returns the files to watch: a change to any of them may fix the error.
    pub fn files(&self) -> Vec<PathBuf> {
        match self {
            BuildError::Project(fault) => vec![fault.path.clone()],
            BuildError::NoMain(path) | BuildError::Unreadable(path) => vec![path.clone()],
            BuildError::Faults { files, .. } | BuildError::Part { files, .. } => files.clone(),
        }
    }
}

/// Returns the messages as text, errors first, without a newline at the end.
fn text(messages: &[Diagnostic]) -> String {
    let mut messages: Vec<&Diagnostic> = messages.iter().collect();
    messages.sort_by_key(|message| std::cmp::Reverse(message.severity));
    let text: String = messages.iter().map(|message| message.to_string()).collect();
    text.trim_end().to_owned()
}

/// Returns true for a path that [`build`] accepts: a source, by its extension, or a project file.
pub fn is_source(path: &Path) -> bool {
    let extension = path.extension().and_then(OsStr::to_str);
    let is_known = |extension: &str| {
        SOURCE_EXTENSIONS
            .iter()
            .any(|known| known.eq_ignore_ascii_case(extension))
    };
    extension.is_some_and(is_known) || project::is_project_file(path)
}

/// Assembles a source with the options of its project. If `path` is a project file, assembles the
/// main source that it names.
///
/// # Errors
/// [`BuildError`] if a file cannot be read or contains an error. Warnings alone are not an error.
pub fn build(provider: &dyn SourceProvider, path: &Path) -> Result<Build, BuildError> {
    let (source, project) = locate(provider, path)?;
    let options = Options {
        lines: true,
        ..options(project.as_ref(), &source)
    };
    let output = assemble(provider, &options);
    let mut files: Vec<PathBuf> = output
        .dependencies
        .iter()
        .map(|name| path_of(name))
        .collect();
    if files.is_empty() {
        return Err(BuildError::Unreadable(source));
    }
    files.extend(project.as_ref().map(|project| project.path.clone()));
    if output.exit_code != 0
        && let Some(main) = main_of_part(provider, &source, project.as_ref())
    {
        return Err(BuildError::Part {
            part: source,
            main,
            files,
        });
    }
    if output.exit_code != 0 {
        let messages = output.diagnostics;
        return Err(BuildError::Faults { messages, files });
    }
    Ok(Build {
        files,
        project,
        ..Build::from_output(source, output)
    })
}

impl Build {
    /// Returns the names and values of all symbols whose value fits in 32 bits. A local label of a
    /// SUBROUTINE appears a second time under its full name, such as `Main.loop`.
    pub fn values(&self) -> Vec<(String, u32)> {
        let known = self.symbols.iter().filter(|symbol| symbol.known);
        let named = known.flat_map(|symbol| {
            let value = u32::try_from(symbol.value).ok();
            let full = symbol.subroutine.is_some().then(|| symbol.full_name());
            let names = full.into_iter().chain([symbol.name.clone()]);
            names.filter_map(move |name| Some((name, value?)))
        });
        named.collect()
    }

    /// Creates the build of a single source that belongs to no project. `output` is the result of
    /// assembling the source.
    pub fn from_output(source: PathBuf, output: Output) -> Build {
        Build {
            files: vec![source.clone()],
            source,
            symbols: output.symbols(),
            lines: LineMap::new(&output),
            image: output.binary,
            usage: output.usage,
            messages: output.diagnostics,
            project: None,
        }
    }
}

/// Finds the source to assemble, and its project.
pub(crate) fn locate(
    provider: &dyn SourceProvider,
    path: &Path,
) -> Result<(PathBuf, Option<LocatedProject>), BuildError> {
    if !project::is_project_file(path) {
        let project = project::find(provider, path)?;
        return Ok((path.to_owned(), project));
    }
    let text = provider.read(path.to_string_lossy().as_bytes());
    let text = text.ok_or_else(|| BuildError::Unreadable(path.to_owned()))?;
    let project = project::read(path.to_owned(), &text)?;
    let main = project.main();
    let main = main.ok_or_else(|| BuildError::NoMain(path.to_owned()))?;
    Ok((main, Some(project)))
}

/// Returns the project's main source if assembling it also reads `source`; `None` if it does not,
/// or if `source` is itself the main source.
pub fn main_of_part(
    provider: &dyn SourceProvider,
    source: &Path,
    project: Option<&LocatedProject>,
) -> Option<PathBuf> {
    let main = project?.main()?;
    let names = [main.as_path(), source].map(|path| path.file_name());
    let output = (names[0] != names[1] || main.parent() != source.parent())
        .then(|| assemble(provider, &options(project, &main)))?;
    let source = std::path::absolute(source).ok()?;
    let mut read = output.dependencies.iter().skip(1).map(|name| path_of(name));
    let is_part = read.any(|file| std::path::absolute(file).is_ok_and(|file| file == source));
    is_part.then_some(main)
}

/// Returns the options for assembling `source`. They also let `INCLUDE` and `INCBIN` look for files
/// in the source's folder.
pub fn options(project: Option<&LocatedProject>, source: &Path) -> Options {
    let mut options = match project {
        Some(located) => located.project.options(located.folder(), source),
        None => project::Project::default().options(Path::new(""), source),
    };
    let folder = source
        .parent()
        .map(|folder| folder.to_string_lossy().into_owned());
    if let Some(folder) = folder.filter(|folder| !folder.is_empty()) {
        options.include_dirs.push(format!("{folder}/").into_bytes());
    }
    options
}

/// The source line of each byte of an image.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LineMap {
    spans: Vec<LineSpan>,
}

impl LineMap {
    fn new(output: &Output) -> LineMap {
        let mut spans = output.lines.clone();
        spans.retain(|span| span.length > 0);
        spans.sort_by_key(|span| span.offset);
        LineMap { spans }
    }

    /// Returns the source line that placed the byte at this offset in the image; `None` if no line
    /// did.
    pub fn at(&self, offset: usize) -> Option<&LineSpan> {
        let after = self.spans.partition_point(|span| span.offset <= offset);
        let span = self.spans.get(after.checked_sub(1)?)?;
        (offset < span.offset + span.length).then_some(span)
    }

    /// Returns all spans, in the order of the image.
    pub fn spans(&self) -> &[LineSpan] {
        &self.spans
    }
}

/// A provider that replaces some files with text in memory, such as the buffers of an editor.
pub struct Overlay<'a> {
    under: &'a dyn SourceProvider,
    texts: HashMap<Vec<u8>, Vec<u8>>,
}

impl<'a> Overlay<'a> {
    /// Creates an empty overlay, which reads all files from `under`.
    pub fn new(under: &'a dyn SourceProvider) -> Overlay<'a> {
        Overlay {
            under,
            texts: HashMap::new(),
        }
    }

    /// Replaces a file with `text`. `name` must be the name under which the assembler reads the
    /// file.
    pub fn insert(&mut self, name: &Path, text: impl AsRef<[u8]>) {
        let name = name.to_string_lossy().into_owned().into_bytes();
        self.texts.insert(name, text.as_ref().to_vec());
    }
}

impl SourceProvider for Overlay<'_> {
    fn read(&self, name: &[u8]) -> Option<Vec<u8>> {
        let text = self.texts.get(name).cloned();
        text.or_else(|| self.under.read(name))
    }

    fn is_directory(&self, name: &[u8]) -> bool {
        !self.texts.contains_key(name) && self.under.is_directory(name)
    }
}
