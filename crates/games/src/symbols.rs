//! Looks up values in a cartridge's symbol file.

use lab::trace::Symbols;
use thiserror::Error;

/// The error for a symbol file that lacks a name from the bundled cartridge's symbol file, or that
/// gives it a value larger than a byte.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "the symbol file does not define {name} as a byte; use the bundled cartridge and its symbols"
)]
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
