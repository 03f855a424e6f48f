//! Follows the steps of the tutorial (`crates/frontend/docs/tutorial.md`), except those in the
//! debugger. HTML comments in the page describe the steps to this test.

use asm6502::{
    MemoryProvider, Options,
    project::{PROJECT_FILE, Project},
};
use language::{Position, Program, Timing, check, fixes, hints, problems, rename};
use std::path::Path;

const PAGE: &str = include_str!("../../frontend/docs/tutorial.md");

/// The files that a reader has while following the tutorial.
#[derive(Default)]
struct Folder {
    files: Vec<(String, String)>,
}

impl Folder {
    fn text(&mut self, name: &str) -> &mut String {
        let known = self.files.iter().position(|(known, _)| known == name);
        let index = known.unwrap_or_else(|| {
            self.files.push((name.to_owned(), String::new()));
            self.files.len() - 1
        });
        &mut self.files[index].1
    }

    fn main(&mut self) -> &mut String {
        self.text("main.asm")
    }

    fn sources(&self) -> MemoryProvider {
        let mut sources = MemoryProvider::default();
        for (name, text) in &self.files {
            sources.insert(name, text);
        }
        sources
    }

    fn options(&mut self) -> Options {
        let project = Project::parse(self.text(PROJECT_FILE)).expect("the project file");
        let main = project.main.clone().expect("a main source");
        project.options(Path::new(""), Path::new(&main))
    }

    fn program(&mut self) -> Program {
        let options = self.options();
        Program::new(&self.sources(), &options)
    }

    /// Checks that the program assembles without a message.
    fn check(&mut self) {
        let output = check(&self.sources(), &self.options());
        assert_eq!((output.exit_code, output.messages()), (0, String::new()));
        assert_eq!(output.binary.len(), 0x1000);
    }

    /// Returns the position of a piece of text in the main source.
    fn position_of(&mut self, piece: &str) -> Position {
        let text = self.main();
        let offset = text
            .find(piece)
            .unwrap_or_else(|| panic!("{piece:?} is not in the source"));
        language::Text::new(text.as_bytes().to_vec()).position(offset)
    }

    fn check_hint(&mut self, piece: &str, expected: &str) {
        let line = self.position_of(piece).line;
        let program = self.program();
        let file = program.file(b"main.asm").expect("the main source");
        let found = hints(&program, &Timing::new(&program), file, line..line + 1);
        let labels: Vec<&str> = found.iter().map(|hint| hint.label.as_str()).collect();
        assert_eq!(labels, [expected], "{piece}");
    }

    /// Replaces a word with a wrong one, checks the message, and applies the quick fix for it.
    fn check_mistake(&mut self, wrong: &str, message: &str, title: &str) {
        let right = self.main().clone();
        let word = title.rsplit(' ').next().expect("a word");
        *self.main() = right.replacen(&format!("sta {word}"), &format!("sta {wrong}"), 1);
        assert_ne!(*self.main(), right);
        let (sources, options) = (self.sources(), self.options());
        let output = check(&sources, &options);
        let found = problems(&sources, &options, &output);
        assert_eq!(found[0].diagnostic.message, message);
        let text = language::Text::new(self.main().clone().into_bytes());
        let fix = fixes(&found[0], &text).remove(0);
        assert_eq!(fix.title, title);
        self.apply(&fix.edits);
        assert_eq!(*self.main(), right);
    }

    fn apply(&mut self, edits: &[language::Edit]) {
        let text = language::Text::new(self.main().clone().into_bytes());
        let edits: Vec<_> = edits
            .iter()
            .map(|edit| (edit.location.range, edit.text.clone()))
            .collect();
        let changed = language::apply(&text, &edits).expect("edits that do not overlap");
        *self.main() = String::from_utf8(changed).expect("text");
    }

    fn rename(&mut self, old: &str, new: &str, refusal: Option<&str>) {
        let position = self.position_of(&format!("\n{old} "));
        let position = Position {
            line: position.line + 1,
            column: 0,
        };
        let (program, options) = (self.program(), self.options());
        let file = program.file(b"main.asm").expect("the main source");
        let result = rename(&program, &self.sources(), &options, file, position, new);
        match (result, refusal) {
            (Ok(edits), None) => {
                assert_eq!(edits.len(), 2);
                self.apply(&edits);
                assert_eq!(self.program().output.binary, program.output.binary);
            }
            (Err(error), Some(refusal)) => assert!(error.to_string().contains(refusal), "{error}"),
            (result, _) => panic!("{old} to {new}: {result:?}"),
        }
    }
}

#[test]
fn every_step_has_the_described_result() {
    let mut folder = Folder::default();
    let mut steps = 0;
    for piece in PAGE.split("<!-- ").skip(1) {
        let (step, rest) = piece.split_once(" -->").expect("a comment that ends");
        // `tests/end_to_end/debugging/tutorial.rs` follows the steps in the debugger.
        if step == "debug" {
            continue;
        }
        let (kind, arguments) = step.split_once(": ").expect("a step");
        let arguments: Vec<&str> = arguments.split("; ").collect();
        let block = || {
            let (_, block) = rest.split_once("```").expect("a block");
            let (_, block) = block.split_once('\n').expect("the first line of the block");
            block
                .split_once("```")
                .expect("the end of the block")
                .0
                .to_owned()
        };
        match (kind, arguments.as_slice()) {
            ("file", [name]) => *folder.text(name) = block(),
            ("after", _) => {
                let line = format!("{step}\n")["after: ".len()..].to_owned();
                replace(folder.main(), &line, &(line.clone() + &block()));
            }
            ("instead of", _) => {
                let line = format!("{step}\n")["instead of: ".len()..].to_owned();
                replace(folder.main(), &line, &block());
            }
            ("mistake", [wrong, message, title]) => folder.check_mistake(wrong, message, title),
            ("hint", [piece, expected]) => folder.check_hint(piece, expected),
            ("rename", [old, new]) => folder.rename(old, new, None),
            ("rename", [old, new, refusal]) => folder.rename(old, new, Some(refusal)),
            _ => panic!("an unknown step: {step}"),
        }
        steps += 1;
    }
    folder.check();
    assert_eq!(steps, 13);
}

fn replace(text: &mut String, line: &str, replacement: &str) {
    assert_eq!(text.matches(line).count(), 1, "{line:?}");
    *text = text.replacen(line, replacement, 1);
}
