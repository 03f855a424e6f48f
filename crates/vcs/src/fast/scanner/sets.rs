//! Sets of objects, stored as the bits of a byte.

use std::num::NonZero;

/// Returns the objects in a set, as bit numbers.
pub(super) fn members(mut set: u8) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let object = NonZero::new(set)?.trailing_zeros();
        set &= set - 1;
        Some(object as usize)
    })
}

/// Returns the set that contains these objects.
pub(super) fn set(objects: impl Iterator<Item = usize>) -> u8 {
    objects.fold(0, |set, object| set | 1 << object)
}
