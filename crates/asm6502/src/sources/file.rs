//! A file that was read in this run.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::rc::Rc;

use crate::sources::encoding::{decoded, problem};
use crate::sources::script::Script;

/// A file read in this run.
#[derive(Debug)]
pub(crate) struct SourceFile {
    /// Its bytes.
    pub content: Rc<Vec<u8>>,
    /// Its text.
    text: Rc<Vec<u8>>,
    /// It is a directory, without content.
    pub directory: bool,
    script: OnceCell<Rc<Script>>,
}

impl SourceFile {
    /// `strict` takes the bytes as they are, as dasm does.
    pub fn new(content: Vec<u8>, directory: bool, strict: bool) -> Self {
        let content = Rc::new(content);
        let text = match decoded(&content) {
            Cow::Owned(text) if !strict => Rc::new(text),
            _ => content.clone(),
        };
        SourceFile {
            content,
            text,
            directory,
            script: OnceCell::new(),
        }
    }

    /// The same file without what its lines remember of a run.
    pub fn unread(&self) -> Self {
        SourceFile {
            content: self.content.clone(),
            text: self.text.clone(),
            directory: self.directory,
            script: OnceCell::new(),
        }
    }

    /// Why hardly anything of it would be assembled, and what to do about it.
    pub fn problem(&self) -> Option<(&'static str, &'static str)> {
        problem(&self.text)
    }

    /// The lines of the file; split when it is first assembled.
    pub fn script(&self) -> Rc<Script> {
        let split = || Rc::new(Script::of_file(&self.text));
        self.script.get_or_init(split).clone()
    }
}
