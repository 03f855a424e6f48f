//! The symbol table: names, values, the marks that the symbol file shows, and its order.

use std::hash::Hasher;
use std::num::NonZeroU32;
use std::rc::Rc;

use hashbrown::HashTable;
use rustc_hash::FxHasher;

use crate::options::SymbolOrder;

/// Index of a symbol in the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct SymbolId(NonZeroU32);

impl SymbolId {
    /// `.`, the current address: set anew before each use.
    pub const HERE: SymbolId = SymbolId::at(0);
    /// `..`, the item that `DV` works on; it keeps the last one.
    pub const ITEM: SymbolId = SymbolId::at(1);
    /// `...`, the sum of all bytes so far: set anew before each use.
    pub const CHECKSUM: SymbolId = SymbolId::at(2);

    const RESERVED: usize = 3;

    const fn at(index: u32) -> SymbolId {
        SymbolId(NonZeroU32::MIN.saturating_add(index))
    }

    fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    pub fn is_reserved(self) -> bool {
        self.index() < SymbolId::RESERVED
    }

    /// The reserved symbol of that name. They may be defined as labels, too, which has next to
    /// no effect: sources contain lines with nothing but a dot.
    pub fn reserved(name: &[u8]) -> Option<SymbolId> {
        match name {
            b"." => Some(SymbolId::HERE),
            b".." => Some(SymbolId::ITEM),
            b"..." => Some(SymbolId::CHECKSUM),
            _ => None,
        }
    }
}

/// What a symbol stands for, beside its number.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) enum Content {
    #[default]
    Number,
    /// A string; the number is its bytes in big-endian order.
    Text(Rc<[u8]>),
    /// Text that is evaluated at each use (`EQM`).
    Eqm(Rc<[u8]>),
}

/// How a symbol came to be. Only messages and the map file care.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Role {
    /// Used, never defined.
    #[default]
    Undefined,
    Label,
    Equate,
    Variable,
}

/// A line of a file: the place where something stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub(crate) struct Place {
    pub file: u32,
    pub line: u32,
}

#[derive(Debug, Clone)]
pub(crate) struct Symbol {
    pub name: Rc<[u8]>,
    pub value: i64,
    pub unknown: bool,
    /// The `R` of the symbol file: used since the last assignment.
    pub referenced: bool,
    /// The pass in which an expression last used it.
    pub used_in_pass: u32,
    pub content: Content,
    pub role: Role,
    pub defined_at: Place,
    /// Position in the order of definition in the last pass; 0 = never.
    pub order: u32,
    pub segment: u32,
    /// Origin of its segment where a label was defined: tells the bank.
    pub origin: i64,
}

/// All symbols, never forgotten from pass to pass. The reserved ones come first and are never
/// listed.
#[derive(Debug)]
pub(crate) struct Symbols {
    all: Vec<Symbol>,
    /// Hash and index of each symbol, found by the hash.
    by_name: HashTable<(u32, u32)>,
}

impl Symbols {
    pub fn new() -> Self {
        let mut symbols = Symbols {
            all: Vec::new(),
            by_name: HashTable::new(),
        };
        for _ in 0..SymbolId::RESERVED {
            // What dasm prints for them.
            let id = symbols.create(b"(null)");
            symbols.get_mut(id).unknown = false;
        }
        symbols.by_name.clear();
        symbols
    }

    pub fn find(&self, name: &[u8]) -> Option<SymbolId> {
        let hash = hash(name);
        let same =
            |&(other, index): &(u32, u32)| other == hash && *self.all[index as usize].name == *name;
        let found = self.by_name.find(spread(hash), same);
        found.map(|&(_, index)| SymbolId::at(index))
    }

    pub fn get(&self, id: SymbolId) -> &Symbol {
        &self.all[id.index()]
    }

    pub fn get_mut(&mut self, id: SymbolId) -> &mut Symbol {
        &mut self.all[id.index()]
    }

    /// Finds the name or enters it as an unknown symbol.
    pub fn find_or_create(&mut self, name: &[u8]) -> SymbolId {
        self.find(name).unwrap_or_else(|| self.create(name))
    }

    pub fn create(&mut self, name: &[u8]) -> SymbolId {
        let id = self.all.len() as u32;
        let hash = hash(name);
        self.all.push(Symbol {
            name: Rc::from(name),
            value: 0,
            unknown: true,
            referenced: false,
            used_in_pass: 0,
            content: Content::Number,
            role: Role::Undefined,
            defined_at: Place::default(),
            order: 0,
            segment: 0,
            origin: 0,
        });
        self.by_name
            .insert_unique(spread(hash), (hash, id), |&(hash, _)| spread(hash));
        SymbolId::at(id)
    }

    /// The symbols in the order of dasm's table: bucket by bucket, the newest first.
    ///
    /// The order shows where the sort of the symbol file meets equal keys, and in the table of
    /// unresolved symbols.
    pub fn table_order(&self) -> Vec<&Symbol> {
        const NONE: u32 = u32::MAX;
        let mut newest = [NONE; 4096];
        let mut older = vec![NONE; self.all.len()];
        for index in SymbolId::RESERVED..self.all.len() {
            let chain = &mut newest[usize::from(bucket(&self.all[index].name))];
            older[index] = std::mem::replace(chain, index as u32);
        }
        let mut order = Vec::with_capacity(self.all.len());
        for mut index in newest {
            while let Some(symbol) = self.all.get(index as usize) {
                order.push(symbol);
                index = older[index as usize];
            }
        }
        order
    }

    /// The symbols as the symbol file lists them. `narrow` compares values by the low 32 bits of
    /// their difference, as 2.20.14.1 does.
    pub fn sorted(&self, order: SymbolOrder, narrow: bool) -> Vec<&Symbol> {
        let mut symbols = self.table_order();
        match order {
            SymbolOrder::Name => {
                let mut keyed: Vec<_> = symbols
                    .into_iter()
                    .map(|symbol| (leading_letters(&symbol.name), symbol))
                    .collect();
                let lower = |symbol: &Symbol| symbol.name.to_ascii_lowercase();
                keyed.sort_by(|(a, first), (b, second)| {
                    a.cmp(b).then_with(|| lower(first).cmp(&lower(second)))
                });
                symbols = keyed.into_iter().map(|(_, symbol)| symbol).collect();
            }
            SymbolOrder::Value if narrow => {
                merge_sort(&mut symbols, &|a, b| {
                    (a.value.wrapping_sub(b.value) as i32) <= 0
                });
            }
            SymbolOrder::Value => symbols.sort_by_key(|symbol| symbol.value),
            SymbolOrder::Definition => {
                symbols.sort_by_key(|symbol| {
                    if symbol.order == 0 {
                        u32::MAX
                    } else {
                        symbol.order
                    }
                });
            }
        }
        symbols
    }
}

fn hash(name: &[u8]) -> u32 {
    let mut hasher = FxHasher::default();
    hasher.write(name);
    hasher.finish() as u32
}

/// The table looks at both ends of the 64 bits.
fn spread(hash: u32) -> u64 {
    u64::from(hash) << 32 | u64::from(hash)
}

/// The first sixteen letters in lower case as a number that sorts like them.
fn leading_letters(name: &[u8]) -> u128 {
    let mut letters = [0; 16];
    for (letter, byte) in letters.iter_mut().zip(name) {
        *letter = byte.to_ascii_lowercase();
    }
    u128::from_be_bytes(letters)
}

/// dasm's hash of a name: which of 4096 chains it hangs on.
fn bucket(name: &[u8]) -> u16 {
    let (mut a, mut b) = (0u8, 0u8);
    for &byte in name {
        a = a.wrapping_add(byte);
        b = b.wrapping_add(a);
    }
    (u16::from(a) * 256 + u16::from(b)) & 0xfff
}

/// A plain merge sort. The standard sorts may refuse a comparison that is no total order, and
/// comparing 64-bit values by 32 bits is none; dasm's result is the one of this algorithm.
fn merge_sort<T: Copy>(items: &mut [T], in_order: &dyn Fn(&T, &T) -> bool) {
    if items.len() < 2 {
        return;
    }
    let (left, right) = items.split_at_mut(items.len() / 2);
    merge_sort(left, in_order);
    merge_sort(right, in_order);
    let mut merged = Vec::with_capacity(items.len());
    let (left, right) = items.split_at(items.len() / 2);
    let (mut i, mut j) = (0, 0);
    while i < left.len() && j < right.len() {
        if in_order(&left[i], &right[j]) {
            merged.push(left[i]);
            i += 1;
        } else {
            merged.push(right[j]);
            j += 1;
        }
    }
    merged.extend_from_slice(&left[i..]);
    merged.extend_from_slice(&right[j..]);
    items.copy_from_slice(&merged);
}
