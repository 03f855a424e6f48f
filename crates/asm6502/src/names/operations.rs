//! The table of operations: instructions, directives and macros, by lower-case name.

use isa6502::Mnemonic;
use rustc_hash::FxHashMap;

/// The meaning of the word in the operation field.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Operation {
    Instruction(Mnemonic),
    Directive {
        /// Index into the table of directives.
        index: u8,
        /// True if dasm does not have the directive. A macro may then have the same name.
        extension: bool,
    },
    /// Index into the list of macros.
    Macro(u32),
}

/// The operations by name, in lower case.
#[derive(Debug, Default)]
pub(crate) struct Operations {
    /// Names of up to eight letters, packed into a `u64`, with their numbers in `all`.
    short: FxHashMap<u64, u32>,
    /// Longer names, with their numbers in `all`.
    long: FxHashMap<Box<[u8]>, u32>,
    /// The operations; the first one has the number 1.
    all: Vec<Operation>,
}

impl Operations {
    /// Adds the 75 mnemonics of the 6502.
    pub fn add_instructions(&mut self) {
        for &mnemonic in Mnemonic::ALL {
            if isa6502::modes_of(mnemonic).next().is_some() {
                self.insert(mnemonic.name().as_bytes(), Operation::Instruction(mnemonic));
            }
        }
    }

    /// Adds or redefines a name in lower case. A redefined name keeps its number.
    pub fn insert(&mut self, name: &[u8], operation: Operation) {
        if let Some(known) = self.look_up(name).checked_sub(1) {
            self.all[known as usize] = operation;
            return;
        }
        self.all.push(operation);
        let number = self.all.len() as u32;
        match pack(name) {
            Some(packed) => self.short.insert(packed, number),
            None => self.long.insert(name.into(), number),
        };
    }

    /// Finds a name as written: upper or lower case, with or without a leading dot.
    pub fn find(&self, name: &[u8]) -> Option<Operation> {
        let name = name.strip_prefix(b".").unwrap_or(name);
        self.get(self.look_up(name))
    }

    /// Returns the number of a name in the table, from 1; 0 for an unknown word.
    pub fn look_up(&self, name: &[u8]) -> u32 {
        let found = match pack(name) {
            Some(packed) => self.short.get(&packed),
            None => self.long.get(name.to_ascii_lowercase().as_slice()),
        };
        found.copied().unwrap_or(0)
    }

    /// Returns the operation with the given number.
    pub fn get(&self, number: u32) -> Option<Operation> {
        let index = (number as usize).checked_sub(1)?;
        self.all.get(index).copied()
    }

    /// Returns all names, for hints.
    pub fn names(&self) -> impl Iterator<Item = Vec<u8>> {
        let unpack = |packed: &u64| {
            let bytes = packed.to_be_bytes().into_iter();
            bytes.filter(|&byte| byte != 0).collect()
        };
        let long = self.long.keys().map(|name| name.to_vec());
        self.short.keys().map(unpack).chain(long)
    }
}

/// Returns the bytes of a name in lower case, as one number; `None` if the name has more than eight
/// bytes. Names do not contain NUL.
fn pack(name: &[u8]) -> Option<u64> {
    let letter = |packed, byte: &u8| packed << 8 | u64::from(byte.to_ascii_lowercase());
    (name.len() <= size_of::<u64>()).then(|| name.iter().fold(0, letter))
}
