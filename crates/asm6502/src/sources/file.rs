//! A file that was read in this run.

use std::cell::OnceCell;
use std::rc::Rc;

use crate::sources::script::Script;

/// A file read in this run.
#[derive(Debug)]
pub(crate) struct SourceFile {
    pub content: Rc<Vec<u8>>,
    script: OnceCell<Rc<Script>>,
}

impl SourceFile {
    pub fn new(content: Vec<u8>) -> Self {
        SourceFile {
            content: Rc::new(content),
            script: OnceCell::new(),
        }
    }

    /// The same file without what its lines remember of a run.
    pub fn unread(&self) -> Self {
        SourceFile {
            content: self.content.clone(),
            script: OnceCell::new(),
        }
    }

    /// The lines of the file; split when it is first assembled.
    pub fn script(&self) -> Rc<Script> {
        let split = || Rc::new(Script::of_file(self.content.clone()));
        self.script.get_or_init(split).clone()
    }
}
