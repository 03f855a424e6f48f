//! F0, Dynacom's MegaBoy: every access to `$1FF0` selects the next bank. The last bank is followed
//! by bank 0.

/// Returns the bank that an access to an address selects; `None` if it selects none.
pub(super) fn selected_bank(address: u16, bank: u16, banks: u16) -> Option<u16> {
    (address == 0xff0).then(|| (bank + 1) % banks)
}
