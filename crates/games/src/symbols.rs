//! Values from a cartridge's symbol file.

use lab::trace::Symbols;
use thiserror::Error;

/// A name that this symbol file lacks, although the symbol file of the bundled cartridge has it.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("the cartridge's symbols lack {name}; use the bundled cartridge")]
pub struct SymbolMissing {
    /// The name.
    pub name: String,
}

impl SymbolMissing {
    /// Returns the value of a name, which must be a byte: an address in page zero or a constant.
    pub(crate) fn or_byte(symbols: &Symbols, name: &str) -> Result<u8, SymbolMissing> {
        let value = symbols.value(name).and_then(|value| value.try_into().ok());
        value.ok_or_else(|| SymbolMissing { name: name.into() })
    }
}
