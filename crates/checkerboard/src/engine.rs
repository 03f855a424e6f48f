//! Video Checkers at a given level, able to play either side.

use checkers::{Game, Move, Position, Side, Variant};
use games::robot::{Opponent, Robot, RobotError};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU8, AtomicU64, Ordering},
    },
};
use vcs::{PowerOn, PowerOnState};

/// The level until the first `set level` command.
const DEFAULT_LEVEL: u8 = 5;

/// An engine. Other threads may read and set its level while it thinks.
#[derive(Debug)]
pub struct Engine {
    level: AtomicU8,
    /// Number of consoles switched on so far. The next console uses it as the seed of its random
    /// power-on state.
    consoles: AtomicU64,
    /// The cartridge as Black and as White. CheckerBoard may request moves for both sides.
    seats: Mutex<[Option<Seat>; 2]>,
}

/// The cartridge playing one side of a game at a level.
#[derive(Debug)]
struct Seat {
    level: u8,
    opponent: Opponent,
}

/// The engine's answer to a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The move.
    pub chosen: Move,
    /// If the cartridge did not choose the move, the reason; otherwise `None`.
    pub fault: Option<String>,
}

impl Engine {
    /// Creates an engine at level 5.
    pub const fn new() -> Engine {
        Engine {
            level: AtomicU8::new(DEFAULT_LEVEL),
            consoles: AtomicU64::new(0),
            seats: Mutex::new([None, None]),
        }
    }

    /// Returns the level, 1..=9.
    pub fn level(&self) -> u8 {
        self.level.load(Ordering::Relaxed)
    }

    /// Sets the level for the next moves. If it is outside 1..=9, changes nothing and returns
    /// false.
    pub fn set_level(&self, level: u8) -> bool {
        let valid = (1..=9).contains(&level);
        if valid {
            self.level.store(level, Ordering::Relaxed);
        }
        valid
    }

    /// Chooses a move for the side to move; returns `None` if there is no legal move. Calls
    /// `has_time` after every frame; once it returns false, the cartridge must play the best move
    /// that it has found. If the cartridge fails, returns the first legal move and the reason for
    /// the failure. If `new_game` is true, the move comes from a new console.
    pub fn answer(
        &self,
        position: &Position,
        new_game: bool,
        mut has_time: impl FnMut() -> bool,
    ) -> Option<Answer> {
        let legal = position.legal_moves();
        let first = *legal.first()?;
        // If this panics, the console is dropped, so its half-changed state is never used again.
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            self.think(position, new_game, &mut has_time)
        }));
        let fault = match outcome {
            Ok(Ok(Some(chosen))) if legal.contains(&chosen) => {
                return Some(Answer {
                    chosen,
                    fault: None,
                });
            }
            Ok(Ok(_)) => "the cartridge gave no legal move".to_string(),
            Ok(Err(error)) => error.to_string(),
            Err(_) => "the console failed".to_string(),
        };
        Some(Answer {
            chosen: first,
            fault: Some(fault),
        })
    }

    fn think(
        &self,
        position: &Position,
        new_game: bool,
        has_time: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Move>, RobotError> {
        let mut seats = self.seats.lock().unwrap_or_else(PoisonError::into_inner);
        if new_game {
            *seats = [None, None];
        }
        let slot = match position.side() {
            Side::Black => &mut seats[0],
            Side::White => &mut seats[1],
        };
        let level = self.level();
        let previous = slot.take().filter(|seat| seat.level == level);
        if let Some(mut seat) = previous.and_then(|seat| seat.follow(position))
            && let Ok(Some(chosen)) = seat.opponent.reply_in_time(&mut *has_time)
        {
            *slot = Some(seat);
            return Ok(Some(chosen));
        }
        // Switch on a new console. The old one, if any, may be unusable because the level or the
        // game changed, or because it no longer answers. After a draw, for example, the cartridge
        // waits for the joystick.
        let mut seat = self.new_seat(level, position)?;
        let reply = seat.opponent.reply_in_time(has_time)?;
        *slot = Some(seat);
        Ok(reply)
    }

    fn new_seat(&self, level: u8, position: &Position) -> Result<Seat, RobotError> {
        let robot = Robot::bundled(PowerOn {
            state: PowerOnState::Random,
            seed: self.consoles.fetch_add(1, Ordering::Relaxed),
        })?;
        let game = Game::from_position(Variant::Checkers, *position);
        let opponent = Opponent::new(robot, level, &game, position.side())?;
        Ok(Seat { level, opponent })
    }
}

impl Default for Engine {
    fn default() -> Engine {
        Engine::new()
    }
}

impl Seat {
    /// Finds the opponent's move that leads to `position`, and enters it. Returns `None` if no
    /// legal move leads to this position, or if the cartridge rejects the move.
    fn follow(mut self, position: &Position) -> Option<Seat> {
        let before = *self.opponent.position();
        let moves = before.legal_moves();
        let played = moves
            .iter()
            .find(|candidate| before.play(candidate) == *position)?;
        self.opponent.enter(played).ok()?;
        Some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_gives_a_legal_move_and_the_reason() {
        let engine = Engine::new();
        let answer = engine.answer(&Position::START, false, || panic!("no time"));
        let answer = answer.expect("there are moves");
        assert!(Position::START.legal_moves().contains(&answer.chosen));
        assert_eq!(answer.fault.as_deref(), Some("the console failed"));
        // The engine still works for the next move.
        let answer = engine.answer(&Position::START, false, || true).unwrap();
        assert_eq!(answer.fault, None);
    }

    #[test]
    fn a_side_without_a_legal_move_gets_no_answer() {
        for fen in ["B:W9:B", "W:W5:B1"] {
            let position = Position::from_fen(fen).unwrap();
            assert!(position.legal_moves().is_empty(), "{fen}");
            assert_eq!(Engine::new().answer(&position, false, || true), None);
        }
    }

    #[test]
    fn the_console_is_kept_while_each_position_follows_from_the_previous_one() {
        let engine = Engine::new();
        engine.set_level(1);
        let mut position = Position::START;
        for _ in 0..3 {
            // Alternate sides, as when the engine plays itself.
            for _ in [Side::Black, Side::White] {
                let answer = engine.answer(&position, false, || true).unwrap();
                assert_eq!(answer.fault, None);
                position = position.play(&answer.chosen);
            }
        }
        assert_eq!(
            engine.consoles.load(Ordering::Relaxed),
            2,
            "one for each side"
        );
        // Each of these needs a new console: a different level, an unrelated position, a new game.
        engine.set_level(2);
        engine.answer(&position, false, || true);
        engine.answer(&Position::START, false, || true);
        engine.answer(&Position::START, true, || true);
        assert_eq!(engine.consoles.load(Ordering::Relaxed), 5);
    }
}
