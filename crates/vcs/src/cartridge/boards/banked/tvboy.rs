//! TVBOY, the TV Boy: `$1800-$187F` are the hot spots of 128 banks. Bank 0 holds a menu. After the
//! first switch to another bank, no further switch is possible until the next power-on.

/// Returns true while the hot spots can still switch banks.
pub(super) fn hot_spots_are_active(bank: u16) -> bool {
    bank == 0
}
