//! The kinds of controllers, by name.

use super::{Controller, Driving, Joystick, Paddle};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A kind of controller, without its state.
///
/// Exhaustive on purpose: a front end has to give every kind its keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum ControllerKind {
    None,
    Joystick,
    Paddles,
    Driving,
    Keypad,
    TwoButton,
}

impl ControllerKind {
    /// Every kind.
    pub const ALL: [ControllerKind; 6] = [
        ControllerKind::None,
        ControllerKind::Joystick,
        ControllerKind::Paddles,
        ControllerKind::Driving,
        ControllerKind::Keypad,
        ControllerKind::TwoButton,
    ];

    /// The name, for options and reports.
    pub const fn name(self) -> &'static str {
        match self {
            ControllerKind::None => "none",
            ControllerKind::Joystick => "joystick",
            ControllerKind::Paddles => "paddles",
            ControllerKind::Driving => "driving",
            ControllerKind::Keypad => "keypad",
            ControllerKind::TwoButton => "two-button",
        }
    }

    /// The kind of this name, in any mixture of cases.
    pub fn from_name(name: &str) -> Option<ControllerKind> {
        let mut kinds = ControllerKind::ALL.into_iter();
        kinds.find(|kind| kind.name().eq_ignore_ascii_case(name))
    }

    /// A controller of this kind with nothing pressed.
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
        }
    }
}

impl Controller {
    /// The kind of this controller.
    pub const fn kind(&self) -> ControllerKind {
        match self {
            Controller::None => ControllerKind::None,
            Controller::Joystick(_) => ControllerKind::Joystick,
            Controller::Paddles(_) => ControllerKind::Paddles,
            Controller::Driving(_) => ControllerKind::Driving,
            Controller::Keypad(_) => ControllerKind::Keypad,
            Controller::TwoButton { .. } => ControllerKind::TwoButton,
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
    }
}
