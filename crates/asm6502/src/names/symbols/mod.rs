//! The symbol table: names, values, the marks that the symbol file shows, and the order of symbols.

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxHasher;
use std::hash::Hasher;
use std::rc::Rc;

mod order;

/// Index of a symbol in the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SymbolId(u32);

impl SymbolId {
    /// `.`, the current address; set before each use.
    pub const HERE: SymbolId = SymbolId(0);
    /// `..`, the item that a `DV` directive is evaluating. After the directive, this is still its
    /// last item.
    pub const ITEM: SymbolId = SymbolId(1);
    /// `...`, the sum of all bytes so far; set before each use.
    pub const CHECKSUM: SymbolId = SymbolId(2);

    /// Number of reserved symbols.
    pub const RESERVED: usize = 3;

    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the reserved symbol with this name. A source can also define a reserved symbol as a
    /// label, for example by a line with only a dot. This has almost no effect.
    pub fn reserved(name: &[u8]) -> Option<SymbolId> {
        match name {
            b"." => Some(SymbolId::HERE),
            b".." => Some(SymbolId::ITEM),
            b"..." => Some(SymbolId::CHECKSUM),
            _ => None,
        }
    }
}

/// The kind of a symbol's content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Content {
    #[default]
    Number,
    /// A string; the symbol's value is the string's bytes, read as a big-endian number.
    Text,
    /// Text that is evaluated at each use (`EQM`).
    Eqm,
}

/// The kind of a symbol's definition, for messages and the map file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Role {
    /// Used, never defined.
    #[default]
    Undefined,
    Label,
    Equate,
    Variable,
}

/// A line of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub(crate) struct Place {
    pub file: u32,
    pub line: u32,
}

/// A symbol.
#[derive(Debug, Clone)]
pub(crate) struct Symbol {
    pub value: i64,
    /// The last pass in which an expression used the symbol.
    pub used_in_pass: u32,
    /// Range of the symbol's name in the concatenated names.
    name: (u32, u32),
    /// The symbol's last string or EQM text.
    text: Option<Rc<[u8]>>,
    pub unknown: bool,
    /// True if the symbol has been used since its last assignment. The symbol file marks it with
    /// `R`.
    pub referenced: bool,
    pub content: Content,
    pub role: Role,
}

/// The last definition of a symbol.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Definition {
    pub place: Place,
    /// The pass in which the symbol was defined.
    pub pass: u32,
    /// The symbol's rank, from 1, in the order in which the last pass defined symbols; 0 if the
    /// symbol was never defined.
    pub order: u32,
    pub segment: u32,
    /// For a label, its address in the image (set by `ORG`), which determines its bank.
    pub origin: i64,
}

/// All symbols, kept from pass to pass. The reserved ones are first and never listed.
#[derive(Debug)]
pub(crate) struct Symbols {
    all: Vec<Symbol>,
    /// All names, concatenated.
    names: Vec<u8>,
    /// Indices of the symbols, hashed by name.
    by_name: HashTable<u32>,
    /// The definitions, by the index of their symbol.
    definitions: Vec<Definition>,
}

impl Default for Symbols {
    fn default() -> Self {
        let mut symbols = Symbols {
            all: Vec::new(),
            names: Vec::new(),
            by_name: HashTable::new(),
            definitions: Vec::new(),
        };
        for _ in 0..SymbolId::RESERVED {
            // dasm prints this name for a reserved symbol.
            let id = symbols.push(b"(null)");
            symbols.get_mut(id).unknown = false;
        }
        symbols
    }
}

impl Symbols {
    pub fn find(&self, name: &[u8]) -> Option<SymbolId> {
        let same = |&index: &u32| self.name_of(&self.all[index as usize]) == name;
        let found = self.by_name.find(hash(name), same);
        found.map(|&index| SymbolId(index))
    }

    #[inline]
    pub fn get(&self, id: SymbolId) -> &Symbol {
        &self.all[id.index()]
    }

    #[inline]
    pub fn get_mut(&mut self, id: SymbolId) -> &mut Symbol {
        &mut self.all[id.index()]
    }

    /// Returns the name under which a symbol is stored. For a local name, that is the number of its
    /// scope followed by the name.
    pub fn name(&self, id: SymbolId) -> &[u8] {
        self.name_of(self.get(id))
    }

    #[inline]
    fn name_of(&self, symbol: &Symbol) -> &[u8] {
        name_in(&self.names, symbol)
    }

    /// Returns the string or EQM text of a symbol.
    pub fn text(&self, id: SymbolId) -> Option<&Rc<[u8]>> {
        let symbol = self.get(id);
        let text = symbol.text.as_ref();
        text.filter(|_| symbol.content != Content::Number)
    }

    /// Sets the symbol's string or EQM text.
    pub fn set_text(&mut self, id: SymbolId, content: Content, text: Rc<[u8]>) {
        let symbol = &mut self.all[id.index()];
        symbol.content = content;
        symbol.text = Some(text);
    }

    /// Records where the symbol has just been defined.
    pub fn set_definition(&mut self, id: SymbolId, definition: Definition) {
        self.definitions[id.index()] = definition;
    }

    /// Returns the last definition of the symbol.
    pub fn definition(&self, id: SymbolId) -> Definition {
        self.definitions[id.index()]
    }

    /// Finds the symbol of a name, or adds an unknown symbol.
    pub fn find_or_create(&mut self, name: &[u8]) -> SymbolId {
        let (all, names) = (&self.all, &self.names);
        let same = |&index: &u32| name_in(names, &all[index as usize]) == name;
        let hash_of = |&index: &u32| hash(name_in(names, &all[index as usize]));
        match self.by_name.entry(hash(name), same, hash_of) {
            Entry::Occupied(known) => SymbolId(*known.get()),
            Entry::Vacant(place) => {
                place.insert(all.len() as u32);
                self.push(name)
            }
        }
    }

    /// Appends an unknown symbol.
    fn push(&mut self, name: &[u8]) -> SymbolId {
        let index = self.all.len() as u32;
        let start = self.names.len() as u32;
        self.names.extend_from_slice(name);
        self.all.push(Symbol {
            value: 0,
            used_in_pass: 0,
            name: (start, start + name.len() as u32),
            text: None,
            unknown: true,
            referenced: false,
            content: Content::Number,
            role: Role::Undefined,
        });
        self.definitions.push(Definition::default());
        SymbolId(index)
    }
}

fn name_in<'n>(names: &'n [u8], symbol: &Symbol) -> &'n [u8] {
    let (start, end) = symbol.name;
    &names[start as usize..end as usize]
}

fn hash(name: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(name);
    hasher.finish()
}
