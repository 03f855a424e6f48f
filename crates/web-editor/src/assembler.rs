//! The assembler for the editor: sources in memory, diagnostics as JSON.

use asm6502::{
    Diagnostic, Format, MemoryProvider, Note, Options, Severity, SourceProvider, assemble,
};
use debugger::Program;
use serde::Serialize;

/// The sources of a project.
#[derive(Default)]
pub struct Project {
    sources: MemoryProvider,
    folders: Vec<Vec<u8>>,
}

/// The result of assembling.
pub struct BuildOutput {
    /// The image; empty if there are errors.
    pub image: Vec<u8>,
    /// Errors and warnings, as a JSON array of objects.
    pub diagnostics: String,
    /// True if assembly succeeded and there is an image.
    pub is_complete: bool,
}

#[derive(Serialize)]
struct Message<'a> {
    severity: String,
    file: String,
    line: u32,
    column: Option<usize>,
    message: &'a str,
    help: Option<&'a str>,
    excerpt: Option<&'a str>,
    notes: Vec<Place<'a>>,
}

#[derive(Serialize)]
struct Place<'a> {
    file: String,
    line: u32,
    text: &'a str,
}

impl Project {
    /// Adds or replaces a source.
    pub fn insert(&mut self, name: &str, text: &str) {
        self.sources.insert(name, text);
    }

    /// Adds a folder to search for included files, like `-I`.
    pub fn add_search_folder(&mut self, folder: &str) {
        self.folders.push(format!("{folder}/").into_bytes());
    }

    /// Returns the sources.
    pub fn sources(&self) -> &MemoryProvider {
        &self.sources
    }

    /// Returns the same options as `asm6502 MAIN -f3`.
    pub fn options(&self, main: &str) -> Options {
        Options {
            source: main.as_bytes().to_vec(),
            format: Format::Raw,
            include_dirs: self.folders.clone(),
            ..Options::default()
        }
    }

    /// Assembles the program as `asm6502 MAIN -f3` would.
    pub fn build(&self, main: &str) -> BuildOutput {
        let output = assemble(&self.sources, &self.options(main));
        // Like dasm, the assembler writes a binary even if there are some errors, but the page does
        // not run such a binary.
        let is_error = |diagnostic: &Diagnostic| diagnostic.severity == Severity::Error;
        let is_complete = !output.binary.is_empty() && !output.diagnostics.iter().any(is_error);
        let diagnostics = output.diagnostics.iter();
        let messages: Vec<Message<'_>> = diagnostics.map(|each| self.message(each)).collect();
        BuildOutput {
            diagnostics: serde_json::to_string(&messages).unwrap_or_default(),
            image: if is_complete {
                output.binary
            } else {
                Vec::new()
            },
            is_complete,
        }
    }

    /// Returns the image, and the program with its source lines. Returns `None` if the sources have
    /// errors.
    pub fn program(&self, main: &str) -> Option<(Vec<u8>, Program)> {
        Program::of_sources(&self.sources, &self.options(main))
    }

    fn message<'a>(&self, diagnostic: &'a Diagnostic) -> Message<'a> {
        Message {
            severity: diagnostic.severity.to_string(),
            file: self.path(&diagnostic.site.file),
            line: diagnostic.site.line,
            column: diagnostic.column,
            message: &diagnostic.message,
            help: diagnostic.help.as_deref(),
            excerpt: diagnostic.excerpt.as_deref(),
            notes: diagnostic
                .notes
                .iter()
                .map(|note| self.place(note))
                .collect(),
        }
    }

    fn place<'a>(&self, note: &'a Note) -> Place<'a> {
        Place {
            file: self.path(&note.site.file),
            line: note.site.line,
            text: &note.text,
        }
    }

    /// Returns the path of a source. `name` is the source's name in a message, which is the name
    /// that the `include` uses.
    pub fn path(&self, name: &str) -> String {
        let exists = |path: &Vec<u8>| self.sources.read(path).is_some();
        let in_folder = |folder: &Vec<u8>| [folder, name.as_bytes()].concat();
        let mut paths = std::iter::once(name.into()).chain(self.folders.iter().map(in_folder));
        let path = paths.find(exists);
        path.map_or_else(|| name.into(), |path| String::from_utf8_lossy(&path).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use play::bundled::BUNDLED;
    use std::{fs, path::Path};

    /// Returns all sources of a bundled cartridge, with their paths in `roms-src`.
    fn project(name: &str) -> Project {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../roms-src");
        let mut project = Project::default();
        for folder in [name, "include"] {
            project.add_search_folder(folder);
            for entry in fs::read_dir(root.join(folder)).unwrap() {
                let path = entry.unwrap().path();
                let file = path.file_name().unwrap().to_str().unwrap();
                let text = fs::read_to_string(&path).unwrap();
                project.insert(&format!("{folder}/{file}"), &text);
            }
        }
        project
    }

    #[test]
    fn the_sources_assemble_to_the_bundled_cartridges() {
        for bundled in BUNDLED {
            let name = bundled.name;
            let built = project(name).build(&format!("{name}/main.asm"));
            assert!(built.is_complete, "{}", built.diagnostics);
            assert!(built.image == bundled.image, "{name}");
        }
    }

    #[test]
    fn an_error_in_an_included_file_has_the_path_of_that_file() {
        let mut project = project("triktrak");
        project.insert("triktrak/input.asm", " bogus\n");
        let built = project.build("triktrak/main.asm");
        let messages: serde_json::Value = serde_json::from_str(&built.diagnostics).unwrap();
        assert_eq!(messages[0]["file"], "triktrak/input.asm");
        assert_eq!(messages[0]["line"], 1);
    }

    #[test]
    fn an_error_has_its_file_and_line() {
        let mut project = Project::default();
        project.insert("a.asm", " processor 6502\n org $f000\n lda #1\n bogus 3\n");
        let built = project.build("a.asm");
        assert!(!built.is_complete && built.image.is_empty());
        let messages: serde_json::Value = serde_json::from_str(&built.diagnostics).unwrap();
        assert_eq!(messages[0]["line"], 4);
        assert_eq!(messages[0]["file"], "a.asm");
        assert_eq!(messages[0]["severity"], "error");
    }
}
