//! What the assistant does at the controls, frame by frame.

use crate::{
    robot::{Hands, Pilot, Purpose},
    video_checkers::{Glance, State},
};
use checkers::{Move, Position, Side};
use vcs::{Input, input::Difficulty};

/// Frames that Select is held, of each [`PRESS`].
const HELD: u32 = 2;
/// Frames from one press to the next.
const PRESS: u32 = 6;
/// Presses after which the game number must have come up.
const PRESSES: u32 = 20;
/// Frames until the cartridge has read a switch.
const SETTLES: u32 = 4;

/// One thing to do.
#[derive(Debug, Clone)]
pub enum Errand {
    /// Waits until a player is to move or the game is over: a thinking cartridge reads no input.
    Wait,
    /// A move, or a board, by the joystick.
    Steer(Box<Pilot>),
    /// Select until the game has this number; the frames since it began.
    Select(u8, u32),
    /// The right difficulty switch, so that the left player has this side.
    Trade(Side, u32),
}

impl Errand {
    /// Plays a legal move.
    pub fn play(chosen: Move) -> Errand {
        Errand::Steer(Box::new(Pilot::new(Purpose::Play(chosen))))
    }

    /// Puts a position on the board through the set-up mode.
    pub fn set_up(position: &Position) -> Errand {
        let purpose = Purpose::SetUp(*position.board(), position.side());
        Errand::Steer(Box::new(Pilot::new(purpose)))
    }

    /// The input of the next frame; `input` is the player's own.
    pub fn next(&mut self, glance: &Glance, mut input: Input) -> Hands {
        match self {
            Errand::Wait => match is_settled(glance) {
                true => Hands::Done,
                false => Hands::Do(input),
            },
            Errand::Steer(pilot) => pilot.next(glance, input),
            Errand::Select(game, frames) => {
                let at = *frames % PRESS;
                if at == 0 && glance.game == *game {
                    return Hands::Done;
                }
                if *frames > PRESSES * PRESS {
                    return Hands::Stuck;
                }
                *frames += 1;
                input.switches.select = at < HELD;
                Hands::Do(input)
            }
            Errand::Trade(side, frames) => {
                if *frames == SETTLES || (*frames == 0 && glance.left == *side) {
                    return Hands::Done;
                }
                if *frames == 0 {
                    let lever = &mut input.switches.right;
                    *lever = match *lever {
                        Difficulty::A => Difficulty::B,
                        Difficulty::B => Difficulty::A,
                    };
                }
                *frames += 1;
                Hands::Do(input)
            }
        }
    }
}

/// True where the cartridge reads the switches and the computer is not about to move.
fn is_settled(glance: &Glance) -> bool {
    let computers = !glance.two_players() && glance.position.side() != glance.left;
    match glance.state {
        State::Think | State::Dropped => false,
        State::Over | State::SetUp => true,
        State::Play | State::Drawn => !computers,
    }
}
