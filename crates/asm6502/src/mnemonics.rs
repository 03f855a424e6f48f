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

/// Longest name that is looked up by its packed form.
const SHORT: usize = 8;

/// The operations by name. Short names, which almost all are, are packed into a number.
#[derive(Debug)]
pub(crate) struct Operations {
    short: FxHashMap<u64, Operation>,
    long: FxHashMap<Box<[u8]>, Operation>,
    /// Number of names entered, so never 0.
    state: u32,
}

/// The bytes of a short name in lower case as one number. Names contain no NUL.
fn pack(name: &[u8]) -> u64 {
    name.iter().fold(0, |packed, byte| {
        packed << 8 | u64::from(byte.to_ascii_lowercase())
    })
}

impl Operations {
    /// The directives; instructions come with `PROCESSOR`.
    pub fn new(extensions: bool, newer: bool) -> Self {
        let mut operations = Operations {
            short: FxHashMap::default(),
            long: FxHashMap::default(),
            state: 0,
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

    /// Changes whenever a name is entered: what was found before may hold no longer.
    pub fn state(&self) -> u32 {
        self.state
    }

    /// Enters a name, which is in lower case.
    pub fn insert(&mut self, name: &[u8], operation: Operation) {
        self.state += 1;
        if name.len() <= SHORT {
            self.short.insert(pack(name), operation);
        } else {
            self.long.insert(name.into(), operation);
        }
    }

    /// Looks the name up as written: without regard to case, one leading dot allowed.
    pub fn find(&self, name: &[u8]) -> Option<Operation> {
        let name = name.strip_prefix(b".").unwrap_or(name);
        if name.len() <= SHORT {
            return self.short.get(&pack(name)).copied();
        }
        self.long.get(name.to_ascii_lowercase().as_slice()).copied()
    }

    /// All names, for hints.
    pub fn names(&self) -> impl Iterator<Item = Vec<u8>> {
        let unpack = |packed: &u64| {
            packed
                .to_be_bytes()
                .into_iter()
                .filter(|&byte| byte != 0)
                .collect()
        };
        self.short
            .keys()
            .map(unpack)
            .chain(self.long.keys().map(|name| name.to_vec()))
    }
}
