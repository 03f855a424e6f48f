//! A throw of two dice, and the numbers that the player may then play.

use crate::TriktrakError;

/// A throw of two dice. The lower number comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Throw {
    low: u8,
    high: u8,
}

impl Throw {
    /// Creates a throw of two dice, in either order.
    ///
    /// # Errors
    /// [`TriktrakError::InvalidDie`] if a number is not in 1..=6.
    pub fn new(one: u8, other: u8) -> Result<Throw, TriktrakError> {
        match [one, other].into_iter().find(|die| !(1..=6).contains(die)) {
            Some(number) => Err(TriktrakError::InvalidDie { number }),
            None => Ok(Throw {
                low: one.min(other),
                high: one.max(other),
            }),
        }
    }

    /// Returns the throws for all 36 ways in which two dice can fall. A throw of two different
    /// numbers therefore occurs twice.
    pub fn all() -> impl Iterator<Item = Throw> {
        let die = 1..=6u8;
        die.clone().flat_map(move |one| {
            die.clone().map(move |other| Throw {
                low: one.min(other),
                high: one.max(other),
            })
        })
    }

    /// Returns the numbers on the dice, the lower one first.
    pub fn dice(self) -> (u8, u8) {
        (self.low, self.high)
    }

    /// Returns true if the throw is a triktrak: 1 and 2, the best throw.
    pub fn is_triktrak(self) -> bool {
        (self.low, self.high) == (1, 2)
    }

    /// Returns true if both dice show the same number.
    pub fn is_double(self) -> bool {
        self.low == self.high
    }

    /// Returns true if the same player throws again, as after a triktrak or a double.
    pub fn throws_again(self) -> bool {
        self.is_triktrak() || self.is_double()
    }

    /// Returns the numbers to play, in order. A throw of two different numbers gives these two, a
    /// double gives four (its number twice, then the number on the opposite face twice), and a
    /// triktrak gives eight.
    pub fn numbers(self) -> Vec<u8> {
        let Throw { low, high } = self;
        if self.is_triktrak() {
            vec![1, 1, 2, 2, 5, 5, 6, 6]
        } else if self.is_double() {
            vec![low, low, 7 - low, 7 - low]
        } else {
            vec![low, high]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(one: u8, other: u8) -> Vec<u8> {
        Throw::new(one, other).expect("two dice").numbers()
    }

    #[test]
    fn the_numbers_are_in_playing_order() {
        assert_eq!(numbers(5, 2), [2, 5]);
        assert_eq!(numbers(4, 4), [4, 4, 3, 3]);
        assert_eq!(numbers(1, 1), [1, 1, 6, 6]);
        assert_eq!(numbers(2, 1), [1, 1, 2, 2, 5, 5, 6, 6]);
    }

    #[test]
    fn eight_of_36_throws_are_followed_by_another() {
        assert_eq!(Throw::all().count(), 36);
        assert_eq!(Throw::all().filter(|throw| throw.throws_again()).count(), 8);
    }

    #[test]
    fn a_die_has_six_faces() {
        assert_eq!(
            Throw::new(0, 3),
            Err(TriktrakError::InvalidDie { number: 0 })
        );
        assert_eq!(
            Throw::new(3, 7),
            Err(TriktrakError::InvalidDie { number: 7 })
        );
    }
}
