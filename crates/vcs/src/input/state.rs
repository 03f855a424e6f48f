//! The state of controllers and switches.

use serde::{Deserialize, Serialize};

/// The state of both controllers and of the console switches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Input {
    /// Left and right controller port.
    pub ports: [Controller; 2],
    /// The console switches, except the power switch.
    pub switches: Switches,
}

/// The device in a controller port, and its state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Controller {
    /// Nothing plugged in.
    None,
    /// The standard joystick.
    Joystick(Joystick),
    /// A pair of paddles; they share one port.
    Paddles([Paddle; 2]),
    /// A driving controller.
    Driving(Driving),
    /// A twelve-key pad: bit n is key n of `1 2 3 4 5 6 7 8 9 * 0 #`.
    Keypad(u16),
    /// A two-button pad, such as the 7800's, or a booster grip: a stick and a second button.
    TwoButton {
        /// Stick and first button.
        joystick: Joystick,
        /// Second button held.
        second: bool,
    },
    /// A SaveKey: memory that the program reads and writes. Its contents are stored in the machine:
    /// see [`Machine::save_key`](crate::Machine::save_key).
    SaveKey,
}

impl Default for Controller {
    fn default() -> Self {
        Controller::Joystick(Joystick::default())
    }
}

/// Four contacts and a button; true means closed (pushed).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Joystick {
    pub up: bool,
    pub down: bool,
    pub left: bool,
    pub right: bool,
    pub fire: bool,
}

/// One paddle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Paddle {
    /// Resistance, 0 (fully clockwise) ..= 65535 (1 megohm, fully counterclockwise).
    pub position: u16,
    /// Button held.
    pub fire: bool,
}

impl Default for Paddle {
    fn default() -> Self {
        Paddle {
            position: 32768,
            fire: false,
        }
    }
}

/// A driving controller: a wheel without stops that sends a two-bit Gray code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Driving {
    /// Position in steps of the Gray code; only its value modulo 4 matters. Sixteen steps are one
    /// turn.
    pub step: u8,
    /// Button held.
    pub fire: bool,
}

/// The console switches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Switches {
    /// Game select held down.
    pub select: bool,
    /// Game reset held down.
    pub reset: bool,
    /// TV type: true is color, false is black-and-white.
    pub color: bool,
    /// Left difficulty.
    pub left: Difficulty,
    /// Right difficulty.
    pub right: Difficulty,
}

impl Default for Switches {
    fn default() -> Self {
        Switches {
            select: false,
            reset: false,
            color: true,
            left: Difficulty::B,
            right: Difficulty::B,
        }
    }
}

/// A difficulty switch: A reads as 1 (expert), B as 0 (novice).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Difficulty {
    A,
    #[default]
    B,
}
