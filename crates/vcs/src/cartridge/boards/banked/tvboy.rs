//! TVBOY, the TV Boy: `$1800-$187F` are rows of hot spots for 128 banks. The program in bank 0 is a
//! menu; the first switch away from it is the last until power-on.

/// True while the hot spots work.
pub(super) fn is_open(bank: u16) -> bool {
    bank == 0
}
