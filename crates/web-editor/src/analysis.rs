//! Answers the editor's questions about a source: what a word means and where it is defined, which
//! completions there are, and how the source looks when formatted.

use crate::assembler::Project;
use language::{
    Columns, Encoding, Position, Program, ShapeRow, Text, Timing, apply, complete, definition,
    format_file, hover,
};
use serde::Serialize;

/// Maximum number of completions.
const MAX_COMPLETIONS: usize = 200;

/// An assembled program about which the editor can ask questions. Lines and columns are numbered
/// from 0. Columns are UTF-16 code units, as in JavaScript.
pub struct Analysis {
    project: Project,
    main: String,
    program: Program,
    timing: Timing,
}

/// A place in a source.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    /// The file's path in the project.
    pub file: String,
    /// The line number, starting at 0.
    pub line: u32,
    /// The column number, starting at 0.
    pub column: u32,
}

/// The completions for the word at a place.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Completions {
    /// The column where the word at the place starts.
    pub start: u32,
    /// The completions that start with the part of the word before the cursor, most likely first.
    pub words: Vec<Completion>,
}

/// A completion.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Completion {
    /// The completed word.
    pub label: String,
    /// A short description.
    pub detail: String,
}

/// A row of a shape: the place of a binary number in the source.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Row {
    /// The line number, starting at 0.
    pub line: u32,
    /// The column of the first of the eight digits, starting at 0.
    pub column: u32,
}

/// Returns the rows of every shape in a source; see [`language::shapes`].
pub fn shapes(source: &str) -> Vec<Vec<Row>> {
    let text = Text::new(source.as_bytes().to_vec());
    let row = |row: &ShapeRow| Row {
        line: row.line(),
        column: text.column_in(row.digits.start, Encoding::Utf16),
    };
    let shapes = language::shapes(&text).into_iter();
    shapes
        .map(|shape| shape.iter().map(row).collect())
        .collect()
}

impl Analysis {
    /// Assembles the project, and records the information needed to answer the editor's questions.
    /// This takes longer than only assembling the image.
    pub fn new(project: Project, main: &str) -> Analysis {
        let program = Program::new(project.sources(), &project.options(main));
        Analysis {
            timing: Timing::new(&program),
            main: main.into(),
            program,
            project,
        }
    }

    fn place(&self, file: &str, line: u32, column: u32) -> Option<(u32, Position)> {
        let file = self.program.file(file.as_bytes())?;
        let text = self.program.text(file);
        Some((file, text.position_of(line, column, Encoding::Utf16)))
    }

    /// Explains the word at a place, as Markdown; `None` if nothing is known about it.
    pub fn about(&self, file: &str, line: u32, column: u32) -> Option<String> {
        let (file, position) = self.place(file, line, column)?;
        Some(hover(&self.program, &self.timing, file, position)?.text)
    }

    /// Returns the place where the name at a place is defined. If the name is an included file,
    /// returns the start of that file.
    pub fn definition(&self, file: &str, line: u32, column: u32) -> Option<Place> {
        let (file, position) = self.place(file, line, column)?;
        let found = definition(&self.program, file, position);
        let location = found.first()?;
        let start = location.range.start;
        let column = self.program.file(&location.file).map_or(0, |file| {
            let text = self.program.text(file);
            text.column_in(start, Encoding::Utf16)
        });
        Some(Place {
            file: String::from_utf8_lossy(&location.file).into_owned(),
            line: start.line,
            column,
        })
    }

    /// Returns the completions at a place in a file. `line_text` is the current text of this line,
    /// which may be newer than the assembled program.
    pub fn completions(&self, file: &str, line: u32, column: u32, line_text: &str) -> Completions {
        let text = Text::new(line_text.as_bytes().to_vec());
        let position = Position {
            line,
            ..text.position_of(0, column, Encoding::Utf16)
        };
        let options = self.project.options(&self.main);
        let file = self.program.file(file.as_bytes());
        let found = complete(&self.program, &options, file, text.bytes(), position);
        let start = found.range.start.column;
        let prefix = line_text[start as usize..position.column as usize].to_lowercase();
        let mut items = found.items;
        items.retain(|item| item.label.to_lowercase().starts_with(&prefix));
        items.sort_by(|a, b| (a.rank, &a.label).cmp(&(b.rank, &b.label)));
        items.truncate(MAX_COMPLETIONS);
        let words = items.into_iter().map(|item| Completion {
            label: item.label,
            detail: item.detail,
        });
        let start_position = Position {
            line: 0,
            column: start,
        };
        Completions {
            start: text.column_in(start_position, Encoding::Utf16),
            words: words.collect(),
        }
    }

    /// Formats a file in four columns. The program still assembles to the same bytes. Returns
    /// `None` if the program does not include the file.
    ///
    /// # Errors
    /// Returns [`language::FormatError`] if the file cannot be formatted.
    pub fn format(&self, file: &str) -> Result<Option<String>, language::FormatError> {
        let Some(number) = self.program.file(file.as_bytes()) else {
            return Ok(None);
        };
        let text = self.program.text(number);
        let edits = format_file(
            &self.program,
            self.project.sources(),
            &self.project.options(&self.main),
            number,
            0..text.line_count(),
            Columns::default(),
        )?;
        let edits: Vec<_> = edits
            .into_iter()
            .map(|edit| (edit.location.range, edit.text))
            .collect();
        let formatted = apply(text, &edits).unwrap_or_else(|| text.bytes().to_vec());
        Ok(Some(String::from_utf8_lossy(&formatted).into_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAIN: &str = " processor 6502\n include \"names.asm\"\n org $f000\n\
        Start sei\n lda #RED ; é\n jmp Start\n st\n";

    fn analysis() -> Analysis {
        let mut project = Project::default();
        project.add_search_folder("include");
        project.insert("own/main.asm", MAIN);
        project.insert(
            "include/names.asm",
            "; The color of the field.\nRED = $46\n",
        );
        Analysis::new(project, "own/main.asm")
    }

    #[test]
    fn a_word_is_explained_by_and_defined_in_another_file() {
        let analysis = analysis();
        let about = analysis.about("own/main.asm", 4, 7).unwrap();
        assert!(about.contains("RED = $46"), "{about}");
        assert!(about.contains("The color of the field."), "{about}");
        let place = analysis.definition("own/main.asm", 4, 7).unwrap();
        let file = "include/names.asm".to_owned();
        assert_eq!(
            place,
            Place {
                file,
                line: 1,
                column: 0
            }
        );
        assert_eq!(analysis.definition("own/main.asm", 5, 6).unwrap().line, 3);
        assert_eq!(analysis.about("own/main.asm", 0, 0), None);
        assert_eq!(analysis.about("no/such.asm", 0, 0), None);
    }

    #[test]
    fn rows_of_shapes_have_the_place_of_their_digits() {
        let rows = shapes(" nop ; é\né .byte %00111100\n dc.b  %01111110\n");
        let row = |line, column| Row { line, column };
        assert_eq!(rows, [[row(1, 9), row(2, 8)]]);
    }

    #[test]
    fn completions_start_with_the_text_before_the_cursor() {
        let found = analysis().completions("own/main.asm", 6, 3, " st");
        assert_eq!(found.start, 1);
        let labels: Vec<_> = found.words.iter().map(|word| word.label.as_str()).collect();
        assert!(
            labels.contains(&"sta") && labels.contains(&"sty"),
            "{labels:?}"
        );
        assert!(!labels.contains(&"lda"));
        let found = analysis().completions("own/main.asm", 4, 14, " lda #\"é\" + r");
        assert_eq!(found.words[0].label, "RED");
    }

    #[test]
    fn a_file_is_formatted_into_columns() {
        let mut project = Project::default();
        project.insert("a.asm", " processor 6502\n org $f000\nx lda #1;one\n");
        let analysis = Analysis::new(project, "a.asm");
        let text = analysis.format("a.asm").unwrap().unwrap();
        assert!(
            text.contains("x       lda #1                  ;one\n"),
            "{text}"
        );
        assert_eq!(analysis.format("b.asm").unwrap(), None);
    }
}
