//! What the games read from a cartridge's symbol file.

use lab::trace::Symbols;
use thiserror::Error;

/// A name that the symbol file of a bundled cartridge has and this one lacks.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("the cartridge's symbols lack {name}; use the bundled cartridge")]
pub struct SymbolMissing {
    /// The name.
    pub name: String,
}

impl SymbolMissing {
    /// The value of a name that is a byte: an address in page zero or a constant.
    pub(crate) fn or_byte(symbols: &Symbols, name: &str) -> Result<u8, SymbolMissing> {
        let value = symbols.value(name).and_then(|value| value.try_into().ok());
        value.ok_or_else(|| SymbolMissing { name: name.into() })
    }
}
