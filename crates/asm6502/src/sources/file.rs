//! A source file of the run: its bytes, and its lines once they have been split.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::rc::Rc;

use crate::sources::encoding::{decoded, problem};
use crate::sources::script::Script;

/// A file read in this run.
#[derive(Debug, Clone)]
pub(crate) struct SourceFile {
    /// The path under which the file was read.
    pub path: Vec<u8>,
    /// The bytes as read.
    pub content: Rc<Vec<u8>>,
    /// The text: the bytes themselves or, if they are UTF-16, their UTF-8 form.
    text: Rc<Vec<u8>>,
    /// True for a directory, which has no content.
    pub directory: bool,
    /// If the assembler, like dasm, would ignore most of this file: the reason, and advice on how
    /// to save the file instead.
    pub problem: Option<(&'static str, &'static str)>,
    /// The lines, split at the first use.
    script: OnceCell<Rc<Script>>,
}

impl SourceFile {
    /// Creates a file. With `strict`, UTF-16 is not converted, as in dasm.
    pub fn new(path: &[u8], content: Vec<u8>, directory: bool, strict: bool) -> Self {
        let content = Rc::new(content);
        let text = match decoded(&content) {
            Cow::Owned(text) if !strict => Rc::new(text),
            _ => content.clone(),
        };
        SourceFile {
            path: path.to_vec(),
            problem: problem(&text),
            content,
            text,
            directory,
            script: OnceCell::new(),
        }
    }

    /// Returns a copy of this file without the split lines and their memos.
    pub fn without_lines(&self) -> Self {
        SourceFile {
            script: OnceCell::new(),
            ..self.clone()
        }
    }

    /// Returns the lines of the file. The first call splits them.
    pub fn script(&self) -> Rc<Script> {
        let split = || Rc::new(Script::of_file(&self.text));
        self.script.get_or_init(split).clone()
    }
}
