//! Looks up values in a cartridge's symbol file.

use lab::trace::Symbols;
use thiserror::Error;

/// The error returned when a symbol file lacks a name that the bundled cartridge's symbol file
/// defines, or when the value of that name does not fit into a byte.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "the symbol file does not define {name} as a byte; use the bundled cartridge and its symbols"
)]
pub struct SymbolMissing {
    /// The name that is missing or has a value that is too large.
    pub name: String,
}

impl SymbolMissing {
    /// Returns the value of a name, which must fit into a byte. It is an address in page zero or a
    /// constant.
    pub(crate) fn byte_value(symbols: &Symbols, name: &str) -> Result<u8, SymbolMissing> {
        let value = symbols.value(name).and_then(|value| value.try_into().ok());
        value.ok_or_else(|| SymbolMissing { name: name.into() })
    }
}
