//! A file that was read in this run.

use std::cell::OnceCell;
use std::rc::Rc;

use crate::sources::large::LargeFile;
use crate::sources::provider::Content;
use crate::sources::script::{Script, Text};

/// A file read in this run.
#[derive(Debug)]
pub(crate) struct SourceFile {
    text: Text,
    /// It is a directory, without content.
    pub directory: bool,
    script: OnceCell<Rc<Script>>,
}

impl SourceFile {
    pub fn new(content: Content, directory: bool) -> Self {
        let text = match content {
            Content::Whole(content) => Text::Whole(Rc::new(content)),
            Content::Large(file) => Text::Large(Rc::new(file)),
        };
        SourceFile {
            text,
            directory,
            script: OnceCell::new(),
        }
    }

    /// The same file without what its lines remember of a run.
    pub fn unread(&self) -> Self {
        SourceFile {
            text: self.text.clone(),
            directory: self.directory,
            script: OnceCell::new(),
        }
    }

    /// Bytes of the file.
    pub fn len(&self) -> usize {
        match &self.text {
            Text::Whole(content) => content.len(),
            Text::Large(file) => LargeFile::len(file),
        }
    }

    /// The bytes of the file.
    pub fn content(&self) -> Rc<Vec<u8>> {
        match &self.text {
            Text::Whole(content) => content.clone(),
            Text::Large(file) => Rc::new(file.read()),
        }
    }

    /// The lines of the file; split when it is first assembled.
    pub fn script(&self) -> Rc<Script> {
        let split = || Rc::new(Script::of_file(self.text.clone()));
        self.script.get_or_init(split).clone()
    }
}
