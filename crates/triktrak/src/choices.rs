//! Legal choices. A player must play as many numbers of a throw as possible.

use crate::position::{Position, SHAMBLES};

/// A wedge from which the player may move a man, and the position after that move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    /// The wedge, 1..=24, or [`SHAMBLES`].
    pub wedge: u8,
    /// The position after the man has moved, still from the mover's point of view.
    pub after: Position,
}

impl Position {
    /// Returns the legal choices for the first of `numbers`, in the order of their wedges. If there
    /// are no legal choices, the player cannot play this number, and loses the rest of the throw.
    pub fn choices(&self, numbers: &[u8]) -> Vec<Choice> {
        let Some((&number, later)) = numbers.split_first() else {
            return Vec::new();
        };
        let steps: Vec<(usize, Choice)> = (1..=SHAMBLES)
            .filter_map(|from| {
                let after = self.step(from, number)?;
                let wedge = from as u8;
                Some((after.max_playable(later), Choice { wedge, after }))
            })
            .collect();
        let max = steps.iter().map(|&(playable, _)| playable).max();
        let legal = steps
            .into_iter()
            .filter(|&(playable, _)| Some(playable) == max);
        legal.map(|(_, choice)| choice).collect()
    }

    /// Returns how many of `numbers` the player can play, in the given order, if the player makes
    /// the best choices.
    pub fn max_playable(&self, numbers: &[u8]) -> usize {
        self.max_playable_from(numbers, SHAMBLES)
    }

    /// Does the same as [`Position::max_playable`], but plays the first number only from wedges up
    /// to `highest`. If two consecutive numbers are equal, plays the one from the higher wedge
    /// first, because the reverse order leads to the same position.
    fn max_playable_from(&self, numbers: &[u8], highest: usize) -> usize {
        let Some((&number, later)) = numbers.split_first() else {
            return 0;
        };
        let mut max = 0;
        for from in (1..=highest).rev() {
            let Some(after) = self.step(from, number) else {
                continue;
            };
            let limit = if later.first() == Some(&number) {
                from
            } else {
                SHAMBLES
            };
            max = max.max(1 + after.max_playable_from(later, limit));
            if max == numbers.len() {
                break;
            }
        }
        max
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(mine: &[(usize, u8)], theirs: &[(usize, u8)]) -> Position {
        let men = |counts: &[(usize, u8)]| {
            let mut men = [0; 26];
            for &(at, count) in counts {
                men[at] = count;
            }
            men
        };
        Position::new(men(mine), men(theirs)).expect("a valid position")
    }

    fn wedges(position: &Position, numbers: &[u8]) -> Vec<u8> {
        let choices = position.choices(numbers);
        choices.iter().map(|choice| choice.wedge).collect()
    }

    #[test]
    fn a_choice_that_makes_a_later_number_unplayable_is_illegal() {
        // Only a man that moves from wedge 10 to 8, and then to 3, plays both numbers, because the
        // opponent has closed wedges 5, 4 and 2.
        let before = position(
            &[(0, 13), (10, 1), (9, 1)],
            &[(20, 2), (21, 2), (23, 2), (24, 9)],
        );
        assert_eq!(wedges(&before, &[2]), [9, 10]);
        assert_eq!(wedges(&before, &[2, 5]), [10]);
    }

    #[test]
    fn every_choice_is_legal_if_none_keeps_the_later_number_playable() {
        let before = position(
            &[(0, 13), (10, 1), (9, 1)],
            &[(20, 2), (21, 2), (22, 2), (23, 2), (24, 7)],
        );
        assert_eq!(wedges(&before, &[1, 6]), [9, 10]);
    }

    #[test]
    fn a_man_on_the_shambles_must_move_first() {
        let before = position(&[(25, 2), (10, 13)], &[(24, 15)]);
        assert_eq!(wedges(&before, &[3, 4]), [25]);
        let closed = position(&[(25, 1), (10, 14)], &[(3, 15)]);
        assert_eq!(wedges(&closed, &[3, 4]), [0u8; 0]);
    }
}
