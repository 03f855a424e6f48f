//! Advice: asks the cartridge which move it would play. Its search runs on a separate console.

use super::{Robot, RobotError};
use checkers::{Move, Position, Variant};
use vcs::PowerOn;

/// A question for the cartridge: which move would it play in a position?
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Question {
    /// The position. The cartridge is asked for a move of the side to move.
    pub position: Position,
    /// Checkers or giveaway.
    pub variant: Variant,
    /// The cartridge's level, 1..=9.
    pub level: u8,
}

impl Question {
    /// Lets the cartridge think, and returns the move that it plays. Calls `keep_thinking` after
    /// every frame of the search; if it returns false, stops and returns `None`. Also returns
    /// `None` if the game is over.
    ///
    /// # Errors
    /// [`RobotError`] if the cartridge does not accept the position.
    pub fn ask(&self, mut keep_thinking: impl FnMut() -> bool) -> Result<Option<Move>, RobotError> {
        if self.position.legal_moves().is_empty() {
            return Ok(None);
        }
        let mut robot = Robot::bundled(PowerOn::default())?;
        robot.select_game(TWO_PLAYER_GAME)?;
        robot.set_up(&self.position)?;
        let before = robot.game().moves().len();
        robot.hand_side_to_computer(match self.variant {
            Variant::Checkers => self.level,
            Variant::Giveaway => self.level + TWO_PLAYER_GAME,
        })?;
        robot.wait(|_| keep_thinking())?;
        Ok(robot.game().moves().get(before).copied())
    }
}

/// The number of the two-player game, in which the computer does not play. Adding a level to it
/// gives the number of the giveaway game at that level.
const TWO_PLAYER_GAME: u8 = 10;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cartridge_makes_forced_captures() {
        let question = |fen: &str, variant| Question {
            position: Position::from_fen(fen).unwrap(),
            variant,
            level: 1,
        };
        let jump = question("W:W22,32:B18,1", Variant::Checkers);
        assert_eq!(jump.ask(|| true).unwrap().unwrap().to_string(), "22x15");
        let giveaway = question("B:W22,32:B17,1", Variant::Giveaway);
        assert_eq!(giveaway.ask(|| true).unwrap().unwrap().to_string(), "17x26");
        let over = question("B:W22:B", Variant::Checkers);
        assert_eq!(over.ask(|| true).unwrap(), None);
    }

    #[test]
    fn the_cartridge_plays_by_the_requested_rules() {
        // The move 9-14 gives a man away.
        let answer = |variant| {
            let question = Question {
                position: Position::from_fen("B:W18,32:B4,9").unwrap(),
                variant,
                level: 3,
            };
            question.ask(|| true).unwrap().unwrap().to_string()
        };
        assert_ne!(answer(Variant::Checkers), "9-14");
        assert_eq!(answer(Variant::Giveaway), "9-14");
    }

    #[test]
    fn thinking_stops_when_the_caller_gives_up() {
        let question = Question {
            position: Position::from_fen("W:W22,25,26,29,30,31,32:B1,2,3,4,7,8,12").unwrap(),
            variant: Variant::Checkers,
            level: 9,
        };
        let mut frames = 0;
        let answer = question.ask(|| {
            frames += 1;
            frames < 10
        });
        assert_eq!((answer.unwrap(), frames), (None, 10));
    }
}
