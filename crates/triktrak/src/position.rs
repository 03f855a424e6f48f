//! The positions of both players' men, from the point of view of the player to move.

use crate::TriktrakError;

/// Number of men that each player has.
pub const MEN: u8 = 15;
/// Index of the removed men in the counts of a player's men.
pub const REMOVED: usize = 0;
/// Index of wedge 24 in the counts of a player's men. All men of the player begin on this wedge.
pub const START: usize = 24;
/// Index of the men on the shambles in the counts of a player's men.
pub const SHAMBLES: usize = 25;
/// The highest wedge of a player's home, wedges 1 to 6.
const HOME: usize = 6;

/// A position: how many men each player has in each place. In the counts of a player's men, the
/// indices 1..=24 are the wedges in that player's numbering; [`REMOVED`] and [`SHAMBLES`] are the
/// other places. Wedge `w` of one player is wedge `25 - w` of the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    mine: [u8; 26],
    theirs: [u8; 26],
}

impl Default for Position {
    /// Returns the start position: each player's men are all on that player's wedge 24.
    fn default() -> Position {
        let mut men = [0; 26];
        men[START] = MEN;
        Position {
            mine: men,
            theirs: men,
        }
    }
}

impl Position {
    /// Creates a position from the counts of both players' men.
    ///
    /// # Errors
    /// [`TriktrakError::ImpossiblePosition`] if a player does not have 15 men, or if both players
    /// have men on the same wedge.
    pub fn new(mine: [u8; 26], theirs: [u8; 26]) -> Result<Position, TriktrakError> {
        let impossible = |problem| Err(TriktrakError::ImpossiblePosition { problem });
        for men in [mine, theirs] {
            let count: u32 = men.iter().map(|&men| u32::from(men)).sum();
            if count != u32::from(MEN) {
                return impossible(format!("{count} men"));
            }
        }
        match (1..=START).find(|&wedge| mine[wedge] > 0 && theirs[25 - wedge] > 0) {
            Some(wedge) => impossible(format!("both players have men on wedge {wedge}")),
            None => Ok(Position { mine, theirs }),
        }
    }

    /// Returns the counts of the men of the player to move.
    pub fn mine(&self) -> &[u8; 26] {
        &self.mine
    }

    /// Returns the counts of the opponent's men, indexed by the opponent's own wedge numbers.
    pub fn theirs(&self) -> &[u8; 26] {
        &self.theirs
    }

    /// Returns the same position from the opponent's point of view.
    pub fn swapped(&self) -> Position {
        Position {
            mine: self.theirs,
            theirs: self.mine,
        }
    }

    /// Returns true if the player to move has removed all 15 men.
    pub fn is_won(&self) -> bool {
        self.mine[REMOVED] == MEN
    }

    /// Returns true if the player to move may remove men, which is the case if all of that player's
    /// remaining men are on wedges 1 to 6.
    pub fn all_home(&self) -> bool {
        self.mine[HOME + 1..].iter().all(|&men| men == 0)
    }

    /// Returns true if a wedge is closed, because the opponent has two or more men on it.
    pub fn is_closed(&self, wedge: usize) -> bool {
        self.theirs[25 - wedge] >= 2
    }

    /// Returns the position after the player to move has moved a man from a wedge (or the shambles)
    /// by a number; `None` if that move is not possible. Does not check whether the player could
    /// still play the later numbers of the throw.
    pub fn step(&self, from: usize, number: u8) -> Option<Position> {
        let waiting = self.mine[SHAMBLES] > 0 && from != SHAMBLES;
        if self.mine[from] == 0 || waiting {
            return None;
        }
        let mut after = *self;
        after.mine[from] -= 1;
        match from.checked_sub(number.into()) {
            None | Some(0) => {
                if !self.all_home() {
                    return None;
                }
                after.mine[REMOVED] += 1;
            }
            Some(to) => {
                match self.theirs[25 - to] {
                    0 => {}
                    1 => {
                        after.theirs[25 - to] = 0;
                        after.theirs[SHAMBLES] += 1;
                    }
                    _ => return None,
                }
                after.mine[to] += 1;
            }
        }
        Some(after)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn men(counts: &[(usize, u8)]) -> [u8; 26] {
        let mut men = [0; 26];
        for &(at, count) in counts {
            men[at] = count;
        }
        men
    }

    fn position(mine: &[(usize, u8)], theirs: &[(usize, u8)]) -> Position {
        Position::new(men(mine), men(theirs)).expect("a valid position")
    }

    #[test]
    fn each_player_needs_15_men_and_no_wedge_is_shared() {
        let short = Position::new(men(&[(24, 14)]), men(&[(24, 15)]));
        assert!(short.is_err_and(|error| error.to_string().starts_with("14 men")));
        let shared = Position::new(men(&[(20, 15)]), men(&[(5, 15)]));
        assert!(shared.is_err_and(|error| error.to_string().starts_with("both players have")));
    }

    #[test]
    fn a_single_man_is_captured_and_two_men_close_a_wedge() {
        let before = position(&[(24, 15)], &[(5, 1), (7, 2), (24, 12)]);
        let after = before.step(24, 4).expect("a capture");
        assert_eq!((after.theirs()[5], after.theirs()[SHAMBLES]), (0, 1));
        assert_eq!(after.mine()[20], 1);
        assert!(before.is_closed(18));
        assert_eq!(before.step(24, 6), None);
    }

    #[test]
    fn men_on_the_shambles_come_first() {
        let before = position(&[(25, 1), (10, 14)], &[(24, 15)]);
        assert_eq!(before.step(10, 3), None);
        let after = before.step(SHAMBLES, 3).expect("comes back");
        assert_eq!(after.mine()[22], 1);
    }

    #[test]
    fn any_number_that_is_large_enough_removes_any_man_at_home() {
        let home = position(&[(2, 5), (6, 10)], &[(24, 15)]);
        for from in [2, 6] {
            assert_eq!(home.step(from, 6).expect("removed").mine()[REMOVED], 1);
        }
        assert_eq!(home.step(6, 4).expect("moved").mine()[2], 6);
        let away = position(&[(2, 5), (6, 9), (7, 1)], &[(24, 15)]);
        assert_eq!(away.step(2, 6), None);
    }
}
