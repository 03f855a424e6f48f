//! Symbols as numbers.

use std::num::NonZeroU32;

/// Index of a symbol in the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SymbolId(NonZeroU32);

impl SymbolId {
    /// `.`, the current address; set before each use.
    pub const HERE: SymbolId = SymbolId::at(0);
    /// `..`, the item that a `DV` directive is evaluating. After the directive, `..` keeps the last
    /// item.
    pub const ITEM: SymbolId = SymbolId::at(1);
    /// `...`, the sum of all bytes so far; set before each use.
    pub const CHECKSUM: SymbolId = SymbolId::at(2);

    /// Number of reserved symbols.
    pub const RESERVED: usize = 3;

    pub(super) const fn at(index: u32) -> SymbolId {
        SymbolId(NonZeroU32::MIN.saturating_add(index))
    }

    pub(super) fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    /// Returns the symbol as a number.
    pub fn number(self) -> u32 {
        self.0.get()
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
