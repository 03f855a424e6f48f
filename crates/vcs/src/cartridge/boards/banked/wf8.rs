//! WF8, Coleco's white label cartridges: data bit 2 of a write to `$1FF8` selects the bank.

use super::Access;

/// Returns the selected bank. Only a write selects a bank, because the processor does not drive the
/// data lines in a read.
pub(super) fn chosen(address: u16, access: Access) -> Option<u16> {
    (address == 0xff8 && access.write).then(|| u16::from(access.data >> 2 & 1))
}
