//! Video Checkers with moves as actions: a robot plays each move with the joystick.

use crate::error::{crownhead_error, value_error};
use checkers::{Game, Move, Outcome, Side, Square};
use games::robot::Robot;
use pyo3::{prelude::*, types::PyBytes};
use std::sync::{Mutex, MutexGuard, PoisonError};
use vcs::{PowerOn, PowerOnState};

/// Number of squares on the board. A move is `from * SQUARES + to`, with squares numbered from 0.
const SQUARES: usize = 32;

/// A game against the cartridge, for the classes in crownhead.gym.
#[pyclass(module = "crownhead", frozen)]
pub struct Checkers(Mutex<Robot>);

impl Checkers {
    fn robot(&self) -> MutexGuard<'_, Robot> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Checkers {
    /// Begins a game against the cartridge. Levels 1 to 9 play checkers, and levels 11 to 19
    /// giveaway. The agent plays Black and moves first.
    #[new]
    fn new(py: Python<'_>, level: u8, seed: u64) -> PyResult<Checkers> {
        if !matches!(level, 1..=9 | 11..=19) {
            return Err(value_error(format!(
                "level must be 1 to 9, or 11 to 19 for giveaway, not {level}"
            )));
        }
        let state = PowerOnState::Random;
        py.detach(|| {
            let mut robot = Robot::bundled(PowerOn { state, seed })?;
            robot.select_game(level)?;
            robot.new_game(Side::Black)?;
            Ok(robot)
        })
        .map(|robot| Checkers(Mutex::new(robot)))
        .map_err(|error: games::robot::RobotError| crownhead_error(error))
    }

    /// Returns the board, one number per square: 0 if empty, 1 and 2 for the agent's men and kings,
    /// -1 and -2 for the cartridge's men and kings.
    fn board(&self) -> Vec<i8> {
        let robot = self.robot();
        let board = robot.game().position().board();
        let value = |square: Square| match board.piece(square) {
            None => 0,
            Some(piece) => {
                let value = 1 + i8::from(piece.king);
                let is_agents_piece = piece.side == Side::Black;
                if is_agents_piece { value } else { -value }
            }
        };
        Square::all().map(value).collect()
    }

    /// Returns the numbers of the legal moves. After the end of the game, the list is empty.
    fn moves(&self) -> Vec<usize> {
        let robot = self.robot();
        match robot.game().outcome() {
            Outcome::Open => legal_moves(robot.game()).iter().map(move_number).collect(),
            _ => Vec::new(),
        }
    }

    /// Plays a move and waits for the cartridge's answer. Returns the reward, and whether the game
    /// is over.
    fn play(&self, py: Python<'_>, chosen: usize) -> PyResult<(f64, bool)> {
        let robot = &mut *self.robot();
        let legal = legal_moves(robot.game());
        let chosen = legal.iter().find(|legal| move_number(legal) == chosen);
        let chosen =
            chosen.ok_or_else(|| value_error("this move is not legal; see the action mask"))?;
        py.detach(|| {
            robot.play(chosen)?;
            robot.wait(|_| true)
        })
        .map_err(crownhead_error)?;
        Ok(match robot.game().outcome() {
            Outcome::Open => (0.0, false),
            Outcome::Won(Side::Black) => (1.0, true),
            Outcome::Won(Side::White) => (-1.0, true),
            _ => (0.0, true),
        })
    }

    /// Returns the game so far, as an input script for the bundled cartridge.
    fn script(&self) -> String {
        self.robot().script()
    }

    /// Returns the machine as the bytes of a state file.
    fn state<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.robot().machine().save())
    }
}

fn legal_moves(game: &Game) -> Vec<Move> {
    game.position().legal_moves()
}

fn move_number(chosen: &Move) -> usize {
    chosen.from().index() * SQUARES + chosen.to().index()
}
