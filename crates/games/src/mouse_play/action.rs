//! The actions that the assistant carries out with the controls. Each action provides the input of
//! one frame at a time.

use crate::{
    robot::{Pilot, PilotStep, Task},
    video_checkers::{Snapshot, State},
};
use checkers::{Move, Position, Side};
use vcs::{Input, input::Difficulty};

/// Number of frames for which Select is held down in each press.
const SELECT_HELD_FRAMES: u32 = 2;
/// Number of frames between the starts of two presses.
const PRESS_FRAMES: u32 = 6;
/// Maximum number of presses needed to reach any game number.
const MAX_PRESSES: u32 = 20;
/// Number of frames within which the cartridge always reads a switch.
const SWITCH_FRAMES: u32 = 4;

/// An action that the assistant carries out with the controls.
#[derive(Debug, Clone)]
pub enum Action {
    /// Waits until it is a player's turn or the game is over, because the cartridge reads no input
    /// while it is thinking.
    Wait,
    /// Plays a move or sets up a board with the joystick.
    Steer(Box<Pilot>),
    /// Presses Select until the game has this number. The second value is the number of frames that
    /// the action has been running.
    Select(u8, u32),
    /// Moves the right difficulty switch, which swaps sides, unless the left player already has
    /// this side. The second value is the number of frames that the action has been running.
    SwapSides(Side, u32),
}

impl Action {
    /// Returns the action that plays a legal move.
    pub fn play(chosen: Move) -> Action {
        Action::Steer(Box::new(Pilot::new(Task::Play(chosen))))
    }

    /// Returns the action that puts a position on the board in set-up mode.
    pub fn set_up(position: &Position) -> Action {
        let task = Task::SetUp(*position.board(), position.side());
        Action::Steer(Box::new(Pilot::new(task)))
    }

    /// Returns the input for the next frame. `input` is the input from the player.
    pub fn next(&mut self, snapshot: &Snapshot, mut input: Input) -> PilotStep {
        match self {
            Action::Wait => {
                if is_settled(snapshot) {
                    PilotStep::Done
                } else {
                    PilotStep::Do(input)
                }
            }
            Action::Steer(pilot) => pilot.next(snapshot, input),
            Action::Select(game, frames) => {
                let press_frame = *frames % PRESS_FRAMES;
                if press_frame == 0 && snapshot.game == *game {
                    return PilotStep::Done;
                }
                if *frames > MAX_PRESSES * PRESS_FRAMES {
                    return PilotStep::Stuck;
                }
                *frames += 1;
                input.switches.select = press_frame < SELECT_HELD_FRAMES;
                PilotStep::Do(input)
            }
            Action::SwapSides(side, frames) => {
                if *frames == SWITCH_FRAMES || (*frames == 0 && snapshot.left_player == *side) {
                    return PilotStep::Done;
                }
                if *frames == 0 {
                    let switch = &mut input.switches.right;
                    *switch = match *switch {
                        Difficulty::A => Difficulty::B,
                        Difficulty::B => Difficulty::A,
                    };
                }
                *frames += 1;
                PilotStep::Do(input)
            }
        }
    }
}

/// Returns true if the cartridge reads the player's input now and the computer is not about to
/// move.
fn is_settled(snapshot: &Snapshot) -> bool {
    let is_computers_turn =
        !snapshot.two_players() && snapshot.position.side() != snapshot.left_player;
    match snapshot.state {
        State::Think | State::Dropped => false,
        State::Over | State::SetUp => true,
        State::Play | State::Drawn => !is_computers_turn,
    }
}
