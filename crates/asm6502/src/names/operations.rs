//! The table of operations: instructions, directives and macros, by lower-case name.

use isa6502::Mnemonic;
use rustc_hash::FxHashMap;

/// What the word in the operation field means.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Operation {
    Instruction(Mnemonic),
    Directive(DirectiveEntry),
    /// Index into the list of macros.
    Macro(u32),
}

/// A directive in the table of operations.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DirectiveEntry {
    /// Index into the table of directives.
    pub index: u8,
    /// Runs in skipped blocks, too.
    pub always: bool,
    /// dasm lacks it, so a macro may take its name.
    pub extension: bool,
    /// Bytes of each number, if all that it does is to place numbers; otherwise 0.
    pub number_bytes: u8,
}

/// Longest name that is looked up by its packed form.
const SHORT: usize = 8;

/// The operations by name. Short names, which almost all are, are packed into a number.
#[derive(Debug)]
pub(crate) struct Operations {
    short: ShortNames,
    long: FxHashMap<Box<[u8]>, u32>,
    all: Vec<Operation>,
}

/// Packed names, each with its place: a table for keys that are numbers and never removed. Each
/// new line needs one look-up, which takes half the time of a general hash table.
#[derive(Debug)]
struct ShortNames {
    /// Their number is a power of two; at most half of them are taken, the others are 0.
    slots: Vec<(u64, u32)>,
    count: usize,
}

impl ShortNames {
    fn new() -> Self {
        ShortNames {
            slots: vec![(0, 0); 512],
            count: 0,
        }
    }

    /// The slot of the name, or the empty one where it belongs; and the place of the name, or 0.
    #[inline]
    fn find(&self, name: u64) -> (usize, u32) {
        let last = self.slots.len() - 1;
        let mut slot = (name.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as usize & last;
        loop {
            let (known, place) = self.slots[slot];
            if known == name || place == 0 {
                return (slot, place);
            }
            slot = (slot + 1) & last;
        }
    }

    /// The place of the name; 0 if there is none.
    #[inline]
    fn get(&self, name: u64) -> u32 {
        self.find(name).1
    }

    fn insert(&mut self, name: u64, place: u32) {
        if 2 * self.count >= self.slots.len() {
            let wider = vec![(0, 0); 2 * self.slots.len()];
            let old = std::mem::replace(&mut self.slots, wider);
            for (name, place) in old.into_iter().filter(|&(_, place)| place != 0) {
                let (slot, _) = self.find(name);
                self.slots[slot] = (name, place);
            }
        }
        let (slot, _) = self.find(name);
        self.slots[slot] = (name, place);
        self.count += 1;
    }
}

/// The bytes of a short name in lower case as one number. Names contain no NUL.
#[inline]
fn pack(name: &[u8]) -> u64 {
    let byte = |byte: &u8| u64::from(*byte);
    let packed = match name {
        // The length of all instructions.
        [a, b, c] => byte(a) << 16 | byte(b) << 8 | byte(c),
        _ => name.iter().fold(0, |packed, next| packed << 8 | byte(next)),
    };
    lower_case(packed)
}

/// Turns eight letters to lower case in one step.
fn lower_case(letters: u64) -> u64 {
    const EACH: u64 = u64::from_ne_bytes([1; 8]);
    let ascii = !letters & (0x80 * EACH);
    let low = letters & (0x7f * EACH);
    // The highest bit of a byte is set if it is at least `A`, or beyond `Z`.
    let from_a = low + (0x80 - u64::from(b'A')) * EACH;
    let beyond_z = low + (0x7f - u64::from(b'Z')) * EACH;
    letters | (from_a & !beyond_z & ascii) >> 2
}

impl Operations {
    /// A table without any operation.
    pub fn new() -> Self {
        Operations {
            short: ShortNames::new(),
            long: FxHashMap::default(),
            all: Vec::new(),
        }
    }

    /// Makes the 75 names of the 6502 known.
    pub fn add_instructions(&mut self) {
        for &mnemonic in Mnemonic::ALL {
            if isa6502::modes_of(mnemonic).next().is_some() {
                self.insert(mnemonic.name().as_bytes(), Operation::Instruction(mnemonic));
            }
        }
    }

    /// Adds or redefines a name, which is in lower case. Its place in the table stays the same.
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

    /// The place of a name in the table; 0 for a word without a meaning.
    #[inline]
    pub fn look_up(&self, name: &[u8]) -> u32 {
        if name.len() <= SHORT {
            self.short.get(pack(name))
        } else {
            self.long_name(name)
        }
    }

    #[cold]
    fn long_name(&self, name: &[u8]) -> u32 {
        let place = self.long.get(name.to_ascii_lowercase().as_slice());
        place.copied().unwrap_or(0)
    }

    /// The operation at a place of the table.
    pub fn get(&self, place: u32) -> Option<Operation> {
        let index = (place as usize).checked_sub(1)?;
        self.all.get(index).copied()
    }

    /// All names, for hints.
    pub fn names(&self) -> impl Iterator<Item = Vec<u8>> {
        let unpack = |packed: u64| {
            let bytes = packed.to_be_bytes().into_iter();
            bytes.filter(|&byte| byte != 0).collect()
        };
        let short = self.short.slots.iter().filter(|&&(_, place)| place != 0);
        short
            .map(move |&(name, _)| unpack(name))
            .chain(self.long.keys().map(|name| name.to_vec()))
    }
}
