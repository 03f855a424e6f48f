//! A small number for each movable object, all computed together in one word, a byte each.
//!
//! That is the same as one after the other as long as no sum or difference reaches another byte.
//! The numbers are below 128, so neither a sum of two does, nor one plus 128 less another.
//! Positions are below 160: with the 19 pulses that a blank can have they do not either. The tests
//! compare all numbers and positions with those of single objects.

use super::period::POSITIONS;

/// A number below 128 for each object, in the order of the output bits. The last three bytes are of
/// no object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Numbers(u64);

/// The objects of which something holds: the top bit of their bytes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Which(u64);

const TOP_BITS: u64 = 0x80_8080_8080;
const ONES: u64 = 0x01_0101_0101;

impl Numbers {
    /// The largest number.
    pub(super) const MOST: u8 = 127;

    /// The same number for all.
    pub(super) fn all(number: u8) -> Numbers {
        Numbers(u64::from(number) * ONES)
    }

    /// One for each object. Larger ones, which only a damaged state has, count as 127.
    pub(super) fn new([a, b, c, d, e]: [u8; 5]) -> Numbers {
        let bytes = u64::from_le_bytes([a, b, c, d, e, 0, 0, 0]);
        let large = (bytes & TOP_BITS) >> 7;
        let most = large * u64::from(Numbers::MOST);
        Numbers((bytes | most) & !TOP_BITS)
    }

    /// One for each object of a set.
    pub(super) fn of_set(set: u8) -> Numbers {
        // A copy of the set for each object, then one bit of each.
        let copies = u64::from(set) * ONES;
        let bits = copies & 0x10_0804_0201;
        Numbers(((bits + Numbers::all(Numbers::MOST).0) & TOP_BITS) >> 7)
    }

    /// The number of an object.
    pub(super) fn of(self, object: usize) -> u8 {
        (self.0 >> (8 * object)) as u8
    }

    pub(super) fn set(&mut self, object: usize, number: u8) {
        let place = 8 * object;
        self.0 = self.0 & !(0xff << place) | u64::from(number) << place;
    }

    /// Those with more than a number below 128.
    pub(super) fn above(self, number: u8) -> Which {
        Which((self.0 + Numbers::all(Numbers::MOST - number).0) & TOP_BITS)
    }

    /// These numbers for some objects, and `others` for the rest.
    pub(super) fn for_those(self, which: Which, others: Numbers) -> Numbers {
        let mask = (which.0 >> 7) * 0xff;
        Numbers(self.0 & mask | others.0 & !mask)
    }

    /// At most this number.
    pub(super) fn at_most(self, number: u8) -> Numbers {
        Numbers::all(number).for_those(self.above(number), self)
    }

    /// Each less a number, where it is not below that number.
    pub(super) fn less(self, number: u8) -> Numbers {
        let differences = (self.0 | TOP_BITS) - Numbers::all(number).0;
        Numbers(differences & !TOP_BITS)
    }

    /// What each is above a number, if it is.
    pub(super) fn above_less(self, number: u8) -> Numbers {
        let which = self.above(number);
        self.less(number).for_those(which, Numbers::default())
    }

    /// The largest.
    pub(super) fn most(self) -> u8 {
        (0..5).fold(0, |most, object| most.max(self.of(object)))
    }
}

impl Which {
    /// The objects as a set.
    pub(super) fn set(self) -> u8 {
        ((self.0 >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8 & 31
    }
}

/// The positions of the movable objects.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Positions([u8; 8]);

impl Positions {
    /// The position of an object.
    #[inline]
    pub(super) fn of(&self, object: usize) -> u8 {
        self.0[object]
    }

    /// Puts an object at a position.
    pub(super) fn set(&mut self, object: usize, position: u8) {
        self.0[object] = position;
    }

    /// Moves all by eight clocks backward.
    pub(super) fn go_back_8(&mut self) {
        let positions = u64::from_le_bytes(self.0);
        // Those below 8 have no top bit, and do not get one from 120 more.
        let others = Numbers(positions & !TOP_BITS);
        let stay = (positions | others.above(7).0) & TOP_BITS;
        let around = (stay ^ TOP_BITS) >> 7;
        self.0 = (positions + around * POSITIONS as u64 - Numbers::all(8).0).to_le_bytes();
    }

    /// Moves each object by its number of clocks, at most 64.
    #[inline]
    pub(super) fn advance(&mut self, clocks: Numbers) {
        const AROUND: u64 = POSITIONS as u64;
        let sums = u64::from_le_bytes(self.0) + clocks.0;
        // From 160 on a byte has its top bit, and 32 or more in the others.
        let others = Numbers(sums & !TOP_BITS);
        let around = sums & others.above((AROUND - 129) as u8).0;
        self.0 = (sums - (around >> 7) * AROUND).to_le_bytes();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_single_objects() {
        for case in 0..=u16::MAX {
            let [a, b] = case.to_le_bytes().map(|byte| byte & 0x7f);
            let numbers = Numbers::new([a, 0, b, 127, a]);
            let each = |of: fn(u8, u8) -> u8| [a, 0, b, 127, a].map(|number| of(number, b));
            let set = each(|number, b| u8::from(number > b));
            let set = (0..5).fold(0, |all, object| all | set[object] << object);
            assert_eq!(numbers.above(b).set(), set);
            assert_eq!(numbers.at_most(b), Numbers::new(each(u8::min)));
            assert_eq!(
                numbers.above_less(b),
                Numbers::new(each(u8::saturating_sub))
            );
            assert_eq!(numbers.most(), 127);
            assert_eq!(Numbers::of_set(a & 31).above(0).set(), a & 31);
        }
    }

    #[test]
    fn numbers_of_damaged_states_are_large() {
        let numbers = Numbers::new([255, 128, 15, 200, 0]);
        assert_eq!(numbers, Numbers::new([127, 127, 15, 127, 0]));
    }

    #[test]
    fn positions_go_around() {
        for position in 0..POSITIONS as u8 {
            for clocks in 0..=64 {
                let mut positions = Positions::default();
                (0..5).for_each(|object| positions.set(object, position));
                positions.advance(Numbers::new([clocks, 0, clocks, 1, clocks]));
                let sum =
                    |clocks: u8| ((usize::from(position) + usize::from(clocks)) % POSITIONS) as u8;
                let expected = [clocks, 0, clocks, 1, clocks].map(sum);
                assert_eq!([0, 1, 2, 3, 4].map(|object| positions.of(object)), expected);
                if clocks == 8 {
                    positions.go_back_8();
                    assert_eq!(positions.of(0), position);
                }
            }
        }
    }
}
