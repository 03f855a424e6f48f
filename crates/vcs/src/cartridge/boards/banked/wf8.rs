//! WF8, Coleco's white label cartridges: data bit 2 of a write to `$1FF8` selects the bank.

use super::Access;

/// Returns the bank that an access selects; `None` if it selects none. Only a write selects a bank,
/// because the processor drives the data lines only when it writes.
pub(super) fn selected_bank(address: u16, access: Access) -> Option<u16> {
    (address == 0xff8 && access.write).then(|| u16::from(access.data >> 2 & 1))
}
