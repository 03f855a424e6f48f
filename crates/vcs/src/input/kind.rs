//! The kinds of controllers, by name.

use super::{Controller, Driving, Joystick, Paddle};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A kind of controller, without its state.
///
/// This is deliberately not `#[non_exhaustive]`: a front end must assign keys to every kind, so a
/// new kind should be a compile error there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum ControllerKind {
    None,
    Joystick,
    Paddles,
    Driving,
    Keypad,
    TwoButton,
    SaveKey,
}

impl ControllerKind {
    /// Every kind.
    pub const ALL: [ControllerKind; 7] = [
        ControllerKind::None,
        ControllerKind::Joystick,
        ControllerKind::Paddles,
        ControllerKind::Driving,
        ControllerKind::Keypad,
        ControllerKind::TwoButton,
        ControllerKind::SaveKey,
    ];

    /// Returns the name that options and reports use.
    pub const fn name(self) -> &'static str {
        match self {
            ControllerKind::None => "none",
            ControllerKind::Joystick => "joystick",
            ControllerKind::Paddles => "paddles",
            ControllerKind::Driving => "driving",
            ControllerKind::Keypad => "keypad",
            ControllerKind::TwoButton => "two-button",
            ControllerKind::SaveKey => "savekey",
        }
    }

    /// Finds a kind by its name, ignoring case.
    pub fn from_name(name: &str) -> Option<ControllerKind> {
        let mut kinds = ControllerKind::ALL.into_iter();
        kinds.find(|kind| kind.name().eq_ignore_ascii_case(name))
    }

    /// Controllers of the 2600 that are not emulated: the name that other emulators use for each,
    /// and a message for users who ask for it.
    pub const NOT_EMULATED: [(&str, &str); 12] = [
        ("amigamouse", "the Amiga mouse is not emulated"),
        ("atarimouse", "the Atari ST mouse is not emulated"),
        (
            "atarivox",
            "the voice of the AtariVox is not emulated; for its memory, plug in a savekey",
        ),
        (
            "boostergrip",
            "the booster grip is not emulated; for one of its buttons, plug in `two-button`",
        ),
        ("compumate", "the CompuMate's keyboard is not emulated"),
        (
            "genesis",
            "the Genesis pad is not emulated; for its two buttons, plug in `two-button`",
        ),
        (
            "joy2b+",
            "the Joy2B+ is not emulated; for one of its buttons, plug in `two-button`",
        ),
        ("kidvid", "the Kid Vid's tapes are not emulated"),
        ("lightgun", "the light gun is not emulated"),
        ("mindlink", "the Mindlink is not emulated"),
        (
            "quadtari",
            "the QuadTari is not emulated: each port has one controller",
        ),
        ("trakball", "the Trak-Ball is not emulated"),
    ];

    /// Returns the message about a controller that is not emulated; `None` for any other name.
    pub fn not_emulated(name: &str) -> Option<&'static str> {
        let mut rows = ControllerKind::NOT_EMULATED.into_iter();
        let found = rows.find(|(row_name, _)| row_name.eq_ignore_ascii_case(name));
        found.map(|(_, message)| message)
    }

    /// Returns a controller of this kind with nothing pressed.
    pub fn at_rest(self) -> Controller {
        match self {
            ControllerKind::None => Controller::None,
            ControllerKind::Joystick => Controller::Joystick(Joystick::default()),
            ControllerKind::Paddles => Controller::Paddles([Paddle::default(); 2]),
            ControllerKind::Driving => Controller::Driving(Driving::default()),
            ControllerKind::Keypad => Controller::Keypad(0),
            ControllerKind::TwoButton => Controller::TwoButton {
                joystick: Joystick::default(),
                second: false,
            },
            ControllerKind::SaveKey => Controller::SaveKey,
        }
    }
}

impl Controller {
    /// Returns the kind of this controller.
    pub const fn kind(&self) -> ControllerKind {
        match self {
            Controller::None => ControllerKind::None,
            Controller::Joystick(_) => ControllerKind::Joystick,
            Controller::Paddles(_) => ControllerKind::Paddles,
            Controller::Driving(_) => ControllerKind::Driving,
            Controller::Keypad(_) => ControllerKind::Keypad,
            Controller::TwoButton { .. } => ControllerKind::TwoButton,
            Controller::SaveKey => ControllerKind::SaveKey,
        }
    }
}

impl fmt::Display for ControllerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_kinds_agree() {
        for kind in ControllerKind::ALL {
            assert_eq!(ControllerKind::from_name(kind.name()), Some(kind));
            assert_eq!(kind.at_rest().kind(), kind);
        }
        assert_eq!(ControllerKind::from_name("mouse"), None);
        assert_eq!(ControllerKind::not_emulated("mouse"), None);
        for (name, message) in ControllerKind::NOT_EMULATED {
            assert_eq!(ControllerKind::from_name(name), None);
            assert_eq!(ControllerKind::not_emulated(name), Some(message));
        }
    }
}
