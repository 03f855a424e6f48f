//! FV, HES Challenge: the first access to `$1FD0` selects bank 1, which stays selected until the
//! next power-on.

/// Returns the bank that an access to an address selects; `None` if it selects none.
pub(super) fn selected_bank(address: u16) -> Option<u16> {
    (address == 0xfd0).then_some(1)
}
