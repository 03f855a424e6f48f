//! Projects: a file `crownhead.toml` next to the sources holds the assembler's options.
//!
#![doc = include_str!("../docs/project.md")]
//!
//! # In the code
//!
//! [`Project::parse`] parses the file's text; [`find`] looks for the file, through a
//! [`SourceProvider`], in a source's folder and its parents; [`Project::options`] returns the
//! [`Options`] for a run. This module itself does not access the disk.

use crate::{Define, Dialect, Format, Options, SourceProvider, Warnings};
use std::path::{Component, Path, PathBuf};
use thiserror::Error;
use toml::de::{DeTable, DeValue};

/// The name of a project file.
pub const PROJECT_FILE: &str = "crownhead.toml";

/// The keys of a project file.
const KEYS: [&str; 9] = [
    "main",
    "includes",
    "defines",
    "dialect",
    "extensions",
    "warnings",
    "stack-reserve",
    "scheme",
    "tests",
];
/// The names of warnings, and `all`.
const WARNINGS: [&str; 6] = [
    "all",
    "page-crossing",
    "unused",
    "truncated",
    "ram",
    "registers",
];

/// The content of a project file. Paths are relative to its folder and use `/` as the separator.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Project {
    /// The source to assemble.
    pub main: Option<String>,
    /// Folders in which `INCLUDE` and `INCBIN` look for files, in order.
    pub includes: Vec<String>,
    /// Symbols defined before the first line, as with `-D`: names and expressions, in file order.
    pub defines: Vec<(String, String)>,
    /// The version of dasm to imitate.
    pub dialect: Dialect,
    /// Enable directives that dasm does not have.
    pub extensions: bool,
    /// Optional warnings.
    pub warnings: Warnings,
    /// Number of bytes at the end of page zero that the stack needs.
    pub stack_reserve: u8,
    /// Bank-switch scheme of the image, by name; `None` to detect it.
    pub scheme: Option<String>,
    /// Input scripts, and folders of input scripts.
    pub tests: Vec<String>,
}

/// An error in a project file, with its location.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}:{line}:{column}: {message}", path.display())]
pub struct ProjectError {
    /// The file.
    pub path: PathBuf,
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// The error message, with advice.
    pub message: String,
}

/// A project, and the file that describes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LocatedProject {
    /// The file.
    pub path: PathBuf,
    /// The project that the file describes.
    pub project: Project,
}

impl LocatedProject {
    /// Returns the folder of the file. Paths in the file are relative to this folder, which is
    /// empty if it is the working folder.
    pub fn folder(&self) -> &Path {
        self.path.parent().unwrap_or(Path::new(""))
    }

    /// Returns the path of the main source.
    pub fn main(&self) -> Option<PathBuf> {
        let main = self.project.main.as_ref()?;
        Some(self.folder().join(main))
    }

    /// Returns the paths of the input scripts and of the folders of input scripts.
    pub fn tests(&self) -> impl Iterator<Item = PathBuf> + '_ {
        let tests = self.project.tests.iter();
        tests.map(|test| self.folder().join(test))
    }
}

/// Returns true for a path that names a project file.
pub fn is_project_file(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == PROJECT_FILE)
}

/// Returns the paths where a source's project file can be: in the source's folder, then in each
/// parent folder. Paths above the working folder are absolute.
pub fn candidate_paths(source: &Path) -> Vec<PathBuf> {
    let mut folders = Vec::new();
    for folder in source.ancestors().skip(1) {
        folders.push(folder);
        // The parent folder of a path that ends with `..` cannot be determined from its text.
        if matches!(folder.components().next_back(), Some(Component::ParentDir)) {
            break;
        }
    }
    let absolute = without_dots(&std::path::absolute(source).unwrap_or_default());
    let found = folders.len();
    folders.extend(absolute.ancestors().skip(1 + found));
    let files = folders.iter().map(|folder| folder.join(PROJECT_FILE));
    files.collect()
}

/// Removes `.` and `..` from an absolute path, without looking at the disk.
fn without_dots(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(plain.pop()),
            Component::CurDir => {}
            part => plain.push(part),
        }
    }
    plain
}

/// Finds a source's project: the nearest `crownhead.toml` in its folder or a parent folder.
///
/// # Errors
/// The project file has an error.
pub fn find(
    provider: &dyn SourceProvider,
    source: &Path,
) -> Result<Option<LocatedProject>, ProjectError> {
    for path in candidate_paths(source) {
        let name = path.to_string_lossy();
        if let Some(text) = provider.read(name.as_bytes())
            && !(text.is_empty() && provider.is_directory(name.as_bytes()))
        {
            return read(path, &text).map(Some);
        }
    }
    Ok(None)
}

/// Reads the project from the content of a file.
///
/// # Errors
/// The content is not a valid project file.
pub fn read(path: PathBuf, text: &[u8]) -> Result<LocatedProject, ProjectError> {
    let text = str::from_utf8(text).map_err(|fault| ProjectError {
        path: path.clone(),
        line: 1 + memchr::memchr_iter(b'\n', &text[..fault.valid_up_to()]).count(),
        column: 1,
        message: "this is not UTF-8 text; save the file as UTF-8".into(),
    })?;
    match Project::parse(text) {
        Ok(project) => Ok(LocatedProject { path, project }),
        Err(fault) => Err(ProjectError { path, ..fault }),
    }
}

impl Project {
    /// Parses the text of a project file.
    ///
    /// # Errors
    /// The text is not TOML, has an unknown key, or has a value of the wrong kind. The path of the
    /// error is [`PROJECT_FILE`].
    pub fn parse(text: &str) -> Result<Project, ProjectError> {
        let reader = Reader { text };
        let table = DeTable::parse(text).map_err(|fault| {
            reader.fault(fault.span().unwrap_or_default().start, fault.message())
        })?;
        reader.project(table.get_ref())
    }

    /// Returns the options for assembling `source` with this project into a binary without a
    /// header. `folder` is the folder of the project file, or empty for the working folder.
    pub fn options(&self, folder: &Path, source: &Path) -> Options {
        let bytes = |path: &Path| path.to_string_lossy().into_owned().into_bytes();
        let includes = self.includes.iter().map(|include| folder.join(include));
        let includes = includes.filter(|include| *include != Path::new(""));
        let define = |(name, text): &(String, String)| Define {
            name: name.clone().into_bytes(),
            text: text.clone().into_bytes(),
            macro_text: false,
        };
        Options {
            source: bytes(source),
            format: Format::Raw,
            defines: self.defines.iter().map(define).collect(),
            include_dirs: includes.map(|include| bytes(&include)).collect(),
            dialect: self.dialect,
            extensions: self.extensions,
            warnings: self.warnings,
            stack_reserve: self.stack_reserve,
            ..Options::default()
        }
    }
}

/// Reads the values of a project file. An error includes the position of the invalid value.
struct Reader<'a> {
    text: &'a str,
}

type Value<'i> = toml::Spanned<DeValue<'i>>;

impl Reader<'_> {
    fn fault(&self, offset: usize, message: impl Into<String>) -> ProjectError {
        let before = self.text.get(..offset).unwrap_or(self.text);
        let line = before.rsplit('\n').next().unwrap_or_default();
        ProjectError {
            path: PROJECT_FILE.into(),
            line: before.matches('\n').count() + 1,
            column: line.chars().count() + 1,
            message: message.into(),
        }
    }

    fn project(&self, table: &DeTable<'_>) -> Result<Project, ProjectError> {
        let mut project = Project::default();
        for (key, value) in table {
            let name = key.get_ref().as_ref();
            match name {
                "main" => project.main = Some(self.path(value)?),
                "includes" => project.includes = self.paths(value)?,
                "defines" => project.defines = self.defines(value)?,
                "dialect" => project.dialect = self.dialect(value)?,
                "extensions" => project.extensions = self.flag(value)?,
                "warnings" => project.warnings = self.warnings(value)?,
                "stack-reserve" => project.stack_reserve = self.stack_reserve(value)?,
                "scheme" => project.scheme = Some(self.string(value, "the name of a scheme")?),
                "tests" => project.tests = self.paths(value)?,
                _ => return Err(self.fault(key.span().start, unknown_word("key", name, &KEYS))),
            }
        }
        Ok(project)
    }

    fn expected(&self, value: &Value<'_>, what: &str) -> ProjectError {
        self.fault(value.span().start, format!("expected {what}"))
    }

    fn string(&self, value: &Value<'_>, what: &str) -> Result<String, ProjectError> {
        let text = value.get_ref().as_str();
        let text = text.filter(|text| !text.is_empty());
        let fault = || self.expected(value, &format!("{what} between quotation marks"));
        text.map(str::to_owned).ok_or_else(fault)
    }

    /// Returns a path, with Windows' `\` replaced by `/`.
    fn path(&self, value: &Value<'_>) -> Result<String, ProjectError> {
        let path = self.string(value, "a path")?;
        Ok(path.replace('\\', "/"))
    }

    fn list<T>(
        &self,
        value: &Value<'_>,
        item: impl Fn(&Value<'_>) -> Result<T, ProjectError>,
    ) -> Result<Vec<T>, ProjectError> {
        let Some(values) = value.get_ref().as_array() else {
            return Err(self.expected(value, "a list, such as [\"a\", \"b\"]"));
        };
        values.iter().map(item).collect()
    }

    fn paths(&self, value: &Value<'_>) -> Result<Vec<String>, ProjectError> {
        self.list(value, |item| self.path(item))
    }

    fn flag(&self, value: &Value<'_>) -> Result<bool, ProjectError> {
        let flag = value.get_ref().as_bool();
        flag.ok_or_else(|| self.expected(value, "true or false"))
    }

    fn defines(&self, value: &Value<'_>) -> Result<Vec<(String, String)>, ProjectError> {
        let Some(table) = value.get_ref().as_table() else {
            return Err(self.expected(value, "a table, such as [defines] and a line PAL = 1"));
        };
        let define = |(name, value): (&toml::Spanned<std::borrow::Cow<'_, str>>, &Value<'_>)| {
            let text = match value.get_ref() {
                DeValue::Integer(number) => integer(number).map(|number| number.to_string()),
                DeValue::Boolean(flag) => Some(u8::from(*flag).to_string()),
                DeValue::String(text) => Some(text.clone().into_owned()),
                _ => None,
            };
            let what = "a number, true, false, or an expression between quotation marks";
            let text = text.ok_or_else(|| self.expected(value, what))?;
            Ok((name.get_ref().clone().into_owned(), text))
        };
        // Keep the file's order, because an expression may use the symbols above it.
        let mut entries: Vec<_> = table.iter().collect();
        entries.sort_by_key(|(name, _)| name.span().start);
        entries.into_iter().map(define).collect()
    }

    fn dialect(&self, value: &Value<'_>) -> Result<Dialect, ProjectError> {
        let name = self.string(value, "a version of dasm")?;
        let known = Dialect::NAMES.iter().find(|(known, _)| *known == name);
        known.map(|(_, dialect)| *dialect).ok_or_else(|| {
            let names = Dialect::NAMES.map(|(name, _)| name);
            self.fault(value.span().start, unknown_word("dialect", &name, &names))
        })
    }

    fn warnings(&self, value: &Value<'_>) -> Result<Warnings, ProjectError> {
        let mut warnings = Warnings::default();
        let name_at = |item: &Value<'_>| Ok((item.span().start, self.string(item, "a warning")?));
        for (at, name) in self.list(value, name_at)? {
            if !warnings.enable(&name) {
                return Err(self.fault(at, unknown_word("warning", &name, &WARNINGS)));
            }
        }
        Ok(warnings)
    }

    fn stack_reserve(&self, value: &Value<'_>) -> Result<u8, ProjectError> {
        let number = match value.get_ref() {
            DeValue::Integer(number) => integer(number),
            _ => None,
        };
        let bytes = number.filter(|number| (0..=128).contains(number));
        bytes
            .map(|bytes| bytes as u8)
            .ok_or_else(|| self.expected(value, "a number of bytes, 0 to 128"))
    }
}

fn integer(number: &toml::de::DeInteger<'_>) -> Option<i64> {
    i64::from_str_radix(number.as_str(), number.radix()).ok()
}

/// Returns the message for an unknown word. It suggests a similar known word, if there is one, and
/// lists all known words.
fn unknown_word(what: &str, word: &str, known: &[&str]) -> String {
    let suggestion = known
        .iter()
        .map(|name| (strsim::damerau_levenshtein(word, name), name))
        .min();
    let suggestion = suggestion.filter(|(distance, name)| *distance <= name.len().div_ceil(3));
    let suggestion = suggestion.map_or(String::new(), |(_, name)| {
        format!("; did you mean `{name}`?")
    });
    let separator = if suggestion.is_empty() { ";" } else { "" };
    format!(
        "unknown {what} `{word}`{suggestion}{separator} the known ones are: {}",
        known.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MemoryProvider;

    fn fault(text: &str) -> String {
        Project::parse(text).unwrap_err().to_string()
    }

    #[test]
    fn every_key_is_read() {
        let project = Project::parse(
            "main = 'src/game.asm'\nincludes = ['include', '..\\shared']\ndialect = '2.20.16'\n\
             extensions = true\nwarnings = ['ram', 'unused']\nstack-reserve = 8\nscheme = 'F8'\n\
             tests = ['tests']\n[defines]\nPAL = 1\nBASE = 0xf000\nTITLE = '\"x\"'\nON = true\n",
        )
        .unwrap();
        assert_eq!(project.main.as_deref(), Some("src/game.asm"));
        assert_eq!(project.includes, ["include", "../shared"]);
        let define = |name: &str| {
            let found = project.defines.iter().find(|(known, _)| known == name);
            found.map(|(_, text)| text.as_str())
        };
        assert_eq!(define("PAL"), Some("1"));
        assert_eq!(define("BASE"), Some("61440"));
        assert_eq!(define("TITLE"), Some("\"x\""));
        assert_eq!(define("ON"), Some("1"));
        assert!(project.dialect == Dialect::V2_20_16 && project.extensions);
        assert!(project.warnings.ram && project.warnings.unused && !project.warnings.truncated);
        assert_eq!(
            (project.stack_reserve, project.scheme.as_deref()),
            (8, Some("F8"))
        );
        let options = project.options(Path::new("a"), Path::new("a/src/game.asm"));
        assert_eq!(options.include_dirs, [&b"a/include"[..], b"a/../shared"]);
        let names: Vec<&str> = project
            .defines
            .iter()
            .map(|(name, _)| name.as_str())
            .collect();
        assert_eq!(names, ["PAL", "BASE", "TITLE", "ON"], "the file's order");
        assert_eq!(options.defines.len(), 4);
    }

    #[test]
    fn an_error_gives_its_position_and_advice() {
        let text = fault("main = 'a.asm'\nincldes = []\n");
        assert!(
            text.starts_with("crownhead.toml:2:1: unknown key `incldes`; did you mean `includes`?"),
            "{text}"
        );
        assert!(text.contains("main, includes, defines"), "{text}");
        assert!(fault("main = 3").starts_with("crownhead.toml:1:8: expected a path"));
        assert!(
            fault("a = \n").starts_with("crownhead.toml:1:5: "),
            "{}",
            fault("a = \n")
        );
        assert!(fault("\nwarnings = ['unusd']").contains("2:13: unknown warning `unusd`; did you"));
        assert!(fault("dialect = '3'").contains("known ones are: 2.20.14.1, 2.20.16"));
        assert!(fault("stack-reserve = 200").contains("0 to 128"));
        assert!(fault("[defines]\nA = 1.5").contains("2:5: expected a number"));
    }

    #[test]
    fn a_source_belongs_to_the_nearest_project_above_it() {
        let mut sources = MemoryProvider::default();
        sources.insert("crownhead.toml", "main = 'a.asm'");
        sources.insert("x/crownhead.toml", "main = 'b.asm'");
        let main = |source: &str| find(&sources, Path::new(source)).unwrap().unwrap().main();
        assert_eq!(main("x/y/z.asm"), Some("x/b.asm".into()));
        assert_eq!(main("z.asm"), Some("a.asm".into()));
        assert_eq!(main("w/z.asm"), Some("a.asm".into()));
        let paths = candidate_paths(Path::new("../a/b.asm"));
        assert_eq!(
            paths[..2],
            ["../a/crownhead.toml", "../crownhead.toml"].map(PathBuf::from)
        );
        let above = std::env::current_dir().unwrap();
        let above = above.ancestors().nth(2).unwrap();
        assert_eq!(paths[2], above.join(PROJECT_FILE));
    }
}
