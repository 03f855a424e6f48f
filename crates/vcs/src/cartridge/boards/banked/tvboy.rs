//! TVBOY, the TV Boy: `$1800-$187F` are rows of hot spots for 128 banks. Bank 0 holds a menu; the
//! first switch to another bank is the last until power-on.

/// True while the hot spots work.
pub(super) fn is_open(bank: u16) -> bool {
    bank == 0
}
