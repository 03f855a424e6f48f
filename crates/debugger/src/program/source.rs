//! Creates a program from assembled sources.

use super::{
    Program, Span,
    map::{self, MapError},
};
use crate::source_line::SourceLine;
use asm6502::{Build, Format, Options, SourceProvider, assemble};
use lab::trace::Symbols;
use std::collections::HashMap;

impl Program {
    /// Assembles sources, which may be in memory. Returns the image and the program; `None` if
    /// there are errors.
    pub fn of_sources(
        provider: &dyn SourceProvider,
        options: &Options,
    ) -> Option<(Vec<u8>, Program)> {
        let options = Options {
            format: Format::Raw,
            map: true,
            lines: true,
            ..options.clone()
        };
        let output = assemble(provider, &options);
        if output.exit_code != 0 {
            return None;
        }
        let map = output.map.clone().unwrap_or_default();
        let source = String::from_utf8_lossy(&options.source).into_owned();
        let build = Build::from_output(source.into(), output);
        let program = Program::of_build(&build, &map).ok()?;
        Some((build.image, program))
    }

    /// Creates a program from a build. `map` is the text of the map file that the assembler wrote
    /// in the same build; it supplies the kinds of the symbols.
    ///
    /// # Errors
    /// [`MapError`] if the text is not a map of the assembler.
    pub fn of_build(build: &Build, map: &str) -> Result<Program, MapError> {
        let values = build.values();
        let values = values.iter().map(|(name, value)| (name.as_str(), *value));
        let variables = build.symbols.iter().filter(|symbol| symbol.is_variable);
        let variables = variables.map(|symbol| symbol.name.as_str());
        let mut program = Program {
            symbols: Symbols::from_values(values).with_variables(variables),
            ..Program::default()
        };
        map::read(&mut program, map)?;
        let mut files = Paths::default();
        program.spans = build
            .lines
            .spans()
            .iter()
            .map(|span| Span {
                offset: span.offset,
                length: span.length,
                address: span.address as u16,
                line: files.line(&span.line),
                call: span.call.as_ref().map(|call| files.line(call)),
            })
            .collect();
        map::drop_overlaps(&mut program.spans);
        // Also add files without code, such as files with only variables.
        for file in &build.files {
            let file = file.to_string_lossy();
            if program
                .files
                .iter()
                .any(|name| *file == **name || file.ends_with(&format!("/{name}")))
            {
                files.index(&file);
            }
        }
        // The map has file names as the source spells them, but the spans have file paths, so
        // convert the lines of the labels.
        let names = std::mem::replace(&mut program.files, files.names);
        for label in &mut program.labels {
            label.line = label.line.and_then(|line| {
                let file = file_index(&program.files, names.get(line.file)?);
                Some(SourceLine {
                    file: file?,
                    line: line.line,
                })
            });
        }
        program.prefer_labels();
        Ok(program)
    }
}

fn file_index(files: &[String], name: &str) -> Option<usize> {
    let matches = |file: &&String| **file == name || file.ends_with(&format!("/{name}"));
    files.iter().position(|file| matches(&file))
}

#[derive(Default)]
struct Paths {
    names: Vec<String>,
    indices: HashMap<String, usize>,
}

impl Paths {
    fn line(&mut self, line: &asm6502::FileLine) -> SourceLine {
        SourceLine {
            file: self.index(&line.file),
            line: line.line,
        }
    }

    fn index(&mut self, name: &str) -> usize {
        let next = self.names.len();
        let file = *self.indices.entry(name.to_owned()).or_insert(next);
        if file == next {
            self.names.push(name.to_owned());
        }
        file
    }
}
