//! The table of operations: instructions, directives, macros, all by lower-case name.

use isa6502::Mnemonic;
use rustc_hash::FxHashMap;

use crate::directives::{DIRECTIVES, Directive, EXTENSIONS, NEWER};

/// What the word in the operation field means.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Operation {
    Instruction(Mnemonic),
    Directive(&'static Directive),
    /// Index into the list of macros.
    Macro(u32),
}

/// Names longer than this are looked up nonetheless, by a slower way.
const SHORT: usize = 32;

#[derive(Debug)]
pub(crate) struct Operations {
    by_name: FxHashMap<Box<[u8]>, Operation>,
}

impl Operations {
    /// The directives; instructions come with `PROCESSOR`.
    pub fn new(extensions: bool, newer: bool) -> Self {
        let mut operations = Operations {
            by_name: FxHashMap::default(),
        };
        let lists = [(DIRECTIVES, true), (EXTENSIONS, extensions), (NEWER, newer)];
        for (list, wanted) in lists {
            for directive in list.iter().filter(|_| wanted) {
                operations.insert(directive.name.as_bytes(), Operation::Directive(directive));
            }
        }
        operations
    }

    /// Makes the 75 names of the 6502 known.
    pub fn add_instructions(&mut self) {
        for &mnemonic in Mnemonic::ALL {
            if isa6502::modes_of(mnemonic).next().is_some() {
                self.insert(mnemonic.name().as_bytes(), Operation::Instruction(mnemonic));
            }
        }
    }

    pub fn insert(&mut self, name: &[u8], operation: Operation) {
        self.by_name.insert(name.into(), operation);
    }

    /// Looks the name up as written: without regard to case, one leading dot allowed.
    pub fn find(&self, name: &[u8]) -> Option<Operation> {
        let name = name.strip_prefix(b".").unwrap_or(name);
        if name.len() > SHORT {
            return self
                .by_name
                .get(name.to_ascii_lowercase().as_slice())
                .copied();
        }
        let mut buffer = [0; SHORT];
        let lower = &mut buffer[..name.len()];
        lower.copy_from_slice(name);
        lower.make_ascii_lowercase();
        self.by_name.get(&*lower).copied()
    }

    /// All names, for hints.
    pub fn names(&self) -> impl Iterator<Item = &[u8]> {
        self.by_name.keys().map(|name| &**name)
    }
}
