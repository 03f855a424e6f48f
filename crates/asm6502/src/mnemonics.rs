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
    short: FxHashMap<u64, u32>,
    long: FxHashMap<Box<[u8]>, u32>,
    all: Vec<Operation>,
}

/// The bytes of a short name in lower case as one number. Names contain no NUL.
fn pack(name: &[u8]) -> u64 {
    let lower = |&byte: &u8| u64::from(byte.to_ascii_lowercase());
    match name {
        // The length of all instructions.
        [a, b, c] => lower(a) << 16 | lower(b) << 8 | lower(c),
        _ => name
            .iter()
            .fold(0, |packed, byte| packed << 8 | lower(byte)),
    }
}

impl Operations {
    /// The directives; instructions come with `PROCESSOR`.
    pub fn new(extensions: bool, newer: bool) -> Self {
        let mut operations = Operations {
            short: FxHashMap::default(),
            long: FxHashMap::default(),
            all: Vec::new(),
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

    /// Enters a name, which is in lower case. What the name meant before, it means no longer, also
    /// to those who remember its place.
    pub fn insert(&mut self, name: &[u8], operation: Operation) {
        if let Some(known) = self.look_up(name).checked_sub(1) {
            self.all[known as usize] = operation;
            return;
        }
        self.all.push(operation);
        let place = self.all.len() as u32;
        if name.len() <= SHORT {
            self.short.insert(pack(name), place);
        } else {
            self.long.insert(name.into(), place);
        }
    }

    /// Looks the name up as written: without regard to case, one leading dot allowed.
    pub fn find(&self, name: &[u8]) -> Option<Operation> {
        let name = name.strip_prefix(b".").unwrap_or(name);
        self.get(self.look_up(name))
    }

    /// The place of a name in the table, to be remembered; 0 for a word that means nothing yet.
    pub fn look_up(&self, name: &[u8]) -> u32 {
        let place = if name.len() <= SHORT {
            self.short.get(&pack(name))
        } else {
            self.long.get(name.to_ascii_lowercase().as_slice())
        };
        place.copied().unwrap_or(0)
    }

    /// What stands at a place of the table.
    pub fn get(&self, place: u32) -> Option<Operation> {
        let index = (place as usize).checked_sub(1)?;
        self.all.get(index).copied()
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
