//! A file that was read in this run.

use std::cell::OnceCell;
use std::rc::Rc;

use crate::sources::script::Script;

/// A file read in this run.
#[derive(Debug)]
pub(crate) struct SourceFile {
    /// Its bytes.
    pub content: Rc<Vec<u8>>,
    /// It is a directory, without content.
    pub directory: bool,
    script: OnceCell<Rc<Script>>,
}

impl SourceFile {
    pub fn new(content: Vec<u8>, directory: bool) -> Self {
        SourceFile {
            content: Rc::new(content),
            directory,
            script: OnceCell::new(),
        }
    }

    /// The same file without what its lines remember of a run.
    pub fn unread(&self) -> Self {
        SourceFile {
            content: self.content.clone(),
            directory: self.directory,
            script: OnceCell::new(),
        }
    }

    /// The lines of the file; split when it is first assembled.
    pub fn script(&self) -> Rc<Script> {
        let split = || Rc::new(Script::of_file(&self.content));
        self.script.get_or_init(split).clone()
    }
}
