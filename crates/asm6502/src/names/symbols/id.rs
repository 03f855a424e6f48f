//! Symbols as numbers.

/// Index of a symbol in the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SymbolId(pub(super) u32);

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
