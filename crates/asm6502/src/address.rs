//! Addresses that may be unknown, and how the listing, the symbol file and dasm's messages show
//! them.

/// An address that may not be known yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Address {
    pub value: i64,
    pub unknown: bool,
}

impl Address {
    pub const UNKNOWN: Address = Address {
        value: 0,
        unknown: true,
    };
}

pub(crate) const HEX: &[u8; 16] = b"0123456789abcdef";

/// Minimum number of hexadecimal digits in a printed address.
pub(crate) const DIGITS: usize = 4;

/// Returns the number of hexadecimal digits needed to print an address, at least [`DIGITS`].
pub(crate) fn address_digits(value: i64) -> usize {
    (16 - (value as u64).leading_zeros() as usize / 4).max(DIGITS)
}

/// Fills the columns with the low hexadecimal digits of an address.
pub(crate) fn put_address(columns: &mut [u8], mut value: i64) {
    for column in columns.iter_mut().rev() {
        *column = HEX[(value & 15) as usize];
        value >>= 4;
    }
}

/// Appends an address to `out`, in hexadecimal.
pub(crate) fn push_address(out: &mut Vec<u8>, value: i64) {
    let start = out.len();
    out.resize(start + address_digits(value), b'0');
    put_address(&mut out[start..], value);
}

/// Formats an address the way dasm's error messages and the segment table of `-v` show it.
pub(crate) fn address_field(value: i64, unknown: bool) -> String {
    let unknown = if unknown { "???? " } else { "     " };
    format!("{value:04x} {unknown}            ")
}
