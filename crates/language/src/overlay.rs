//! Sources with some of their files replaced.

use asm6502::SourceProvider;
use std::collections::HashMap;

/// Files of another provider, some of them replaced: by what an editor holds, or by a trial.
pub struct Overlay<'p> {
    below: &'p dyn SourceProvider,
    files: HashMap<Vec<u8>, Vec<u8>>,
}

impl<'p> Overlay<'p> {
    /// Nothing replaced yet.
    pub fn new(below: &'p dyn SourceProvider) -> Overlay<'p> {
        Overlay {
            below,
            files: HashMap::new(),
        }
    }

    /// Replaces a file.
    pub fn insert(&mut self, path: &[u8], content: Vec<u8>) {
        self.files.insert(path.to_vec(), content);
    }
}

impl SourceProvider for Overlay<'_> {
    fn read(&self, name: &[u8]) -> Option<Vec<u8>> {
        match self.files.get(name) {
            Some(content) => Some(content.clone()),
            None => self.below.read(name),
        }
    }

    fn is_directory(&self, name: &[u8]) -> bool {
        !self.files.contains_key(name) && self.below.is_directory(name)
    }
}
