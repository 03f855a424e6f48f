//! Sets of objects, as bits of a byte.

use std::num::NonZero;

/// Returns the objects of a set, by the number of their bit.
pub(super) fn members(mut set: u8) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let object = NonZero::new(set)?.trailing_zeros();
        set &= set - 1;
        Some(object as usize)
    })
}

/// Returns the set of some objects.
pub(super) fn set(objects: impl Iterator<Item = usize>) -> u8 {
    objects.fold(0, |set, object| set | 1 << object)
}
