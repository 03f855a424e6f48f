//! The cartridge as an opponent, for matches and for other programs.

use super::{Robot, RobotError};
use checkers::{Game, Move, Position, Side, Variant};

/// The cartridge as the player of one side. The caller enters the moves of the other side, and the
/// robot plays these moves on the console with the joystick.
#[derive(Debug, Clone)]
pub struct Opponent {
    robot: Robot,
    /// The current position, after the latest move of either side.
    position: Position,
}

impl Opponent {
    /// Makes the cartridge play `side` in `game`, starting from the current position. `level` is
    /// 1..=9.
    ///
    /// # Errors
    /// [`RobotError`] if the cartridge does not accept the position.
    pub fn new(
        mut robot: Robot,
        level: u8,
        game: &Game,
        side: Side,
    ) -> Result<Opponent, RobotError> {
        robot.select_game(match game.variant() {
            Variant::Checkers => level,
            Variant::Giveaway => level + 10,
        })?;
        robot.new_game(side.other())?;
        robot.wait(|_| true)?;
        let position = *game.position();
        robot.set_up(&position)?;
        Ok(Opponent { robot, position })
    }

    /// Returns the current position, after the latest move of either side.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Plays a legal move of the other side on the console.
    ///
    /// # Errors
    /// [`RobotError`] if the cartridge does not accept the move.
    pub fn enter(&mut self, chosen: &Move) -> Result<(), RobotError> {
        self.robot.play(chosen)?;
        self.position = self.position.play(chosen);
        Ok(())
    }

    /// Lets the cartridge think, and returns its move. Calls `keep_thinking` after every frame; if
    /// it returns false, stops waiting and returns `None`. Also returns `None` if it is not the
    /// cartridge's turn.
    ///
    /// # Errors
    /// [`RobotError`] if the cartridge does nothing.
    pub fn reply(
        &mut self,
        mut keep_thinking: impl FnMut() -> bool,
    ) -> Result<Option<Move>, RobotError> {
        self.robot.wait(|_| keep_thinking())?;
        let game = self.robot.game();
        let replied = game.position().side() != self.position.side();
        let reply = game.moves().last().copied().filter(|_| replied);
        if reply.is_some() {
            self.position = *game.position();
        }
        Ok(reply)
    }

    /// Lets the cartridge think, and returns its move. Calls `has_time` after every frame; when it
    /// returns false, ends the search, and the cartridge plays the best move that it has found so
    /// far. Returns `None` if it is not the cartridge's turn.
    ///
    /// # Errors
    /// [`RobotError`] if the cartridge does nothing.
    pub fn reply_in_time(
        &mut self,
        has_time: impl FnMut() -> bool,
    ) -> Result<Option<Move>, RobotError> {
        if let Some(reply) = self.reply(has_time)? {
            return Ok(Some(reply));
        }
        self.robot.end_search()?;
        self.reply(|| true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vcs::PowerOn;

    fn opponent(level: u8, fen: &str, side: Side) -> Opponent {
        let robot = Robot::bundled(PowerOn::default()).unwrap();
        let position = Position::from_fen(fen).unwrap();
        let game = Game::from_position(Variant::Checkers, position);
        Opponent::new(robot, level, &game, side).unwrap()
    }

    #[test]
    fn the_opponent_replies_only_when_it_is_its_turn() {
        let mut opponent = opponent(2, "B:W22,24,32:B8,11,15", Side::White);
        assert_eq!(opponent.reply(|| true).unwrap(), None);
        let step = opponent.position().parse_move("15-19").unwrap();
        opponent.enter(&step).unwrap();
        let reply = opponent.reply(|| true).unwrap().unwrap();
        assert_eq!(reply.to_string(), "24x15");
        assert_eq!(opponent.position().side(), Side::Black);
        assert_eq!(opponent.reply(|| true).unwrap(), None);
    }

    #[test]
    fn an_interrupted_search_gives_a_legal_move_within_seconds() {
        // A complete search at these levels takes from ten seconds to several minutes of console
        // time.
        for (level, frames) in [(5, 0), (6, 5), (7, 40), (9, 90)] {
            let start = Position::START.to_fen();
            let mut opponent = opponent(level, &start, Side::White);
            let chosen = opponent.position().parse_move("11-15").unwrap();
            opponent.enter(&chosen).unwrap();
            let before = *opponent.position();
            let mut calls = 0;
            let reply = opponent.reply_in_time(|| {
                calls += 1;
                calls <= frames
            });
            let reply = reply.unwrap().expect("it is the cartridge's turn");
            assert!(before.legal_moves().contains(&reply), "{reply}");
            assert_eq!(*opponent.position(), before.play(&reply));
            assert!(calls <= frames + 1, "level {level}: {calls}");
            // After a search that was ended early, the game continues normally.
            let next = opponent.position().legal_moves()[0];
            opponent.enter(&next).unwrap();
            assert!(opponent.reply_in_time(|| false).unwrap().is_some());
        }
    }
}
