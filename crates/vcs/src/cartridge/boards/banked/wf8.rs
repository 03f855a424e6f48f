//! WF8, Coleco's white label cartridges: a write to `$1FF8` chooses the bank by its data bit 2.

use super::Access;

/// A write only: in a read the data are not the program's.
pub(super) fn chosen(address: u16, access: Access) -> Option<u16> {
    (address == 0xff8 && access.write).then(|| u16::from(access.data >> 2 & 1))
}
