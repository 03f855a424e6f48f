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
    /// A twelve-key pad. A bit is 1 while its key is held; from bit 0 up, the keys are
    /// `1 2 3 4 5 6 7 8 9 * 0 #`.
    Keypad(u16),
    /// A joystick with a second button, such as the 7800's. It also stands in for a booster grip,
    /// with one of the grip's buttons.
    TwoButton {
        /// Stick and first button.
        joystick: Joystick,
        /// Second button held.
        second: bool,
    },
    /// A SaveKey: memory that the program reads and writes. The machine, not this value, stores its
    /// contents: see [`Machine::save_key`](crate::Machine::save_key).
    SaveKey,
}

impl Default for Controller {
    fn default() -> Self {
        Controller::Joystick(Joystick::default())
    }
}

/// A joystick's four direction contacts and its button. True means that the contact is closed.
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
    /// The paddle's resistance, from 0 (0 ohms, turned fully clockwise) to 65535 (1 megohm, turned
    /// fully counterclockwise).
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
    /// Position of the wheel, in steps of the Gray code. A full turn has sixteen steps. The code
    /// repeats every four steps, so only this value modulo 4 matters.
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
    /// The TV type switch: true for color, false for black-and-white.
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
