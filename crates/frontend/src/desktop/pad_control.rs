//! The digital controls of a pad, and their names.

use gilrs::Button;

/// A digital control of a pad: a button, or a direction of the D-pad or the left stick.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum PadControl {
    /// Up on the D-pad or the left stick. The next three variants are the other directions.
    Up,
    Down,
    Left,
    Right,
    South,
    East,
    West,
    North,
    C,
    Z,
    Select,
    Start,
    /// The button with the maker's logo.
    Mode,
    LeftShoulder,
    RightShoulder,
    LeftTrigger,
    RightTrigger,
    /// The left stick, pressed like a button.
    LeftStick,
    RightStick,
}

/// All controls, each with its name in the settings file and the label that the player sees.
const NAMES: [(PadControl, &str, &str); 19] = [
    (PadControl::Up, "up", "Up"),
    (PadControl::Down, "down", "Down"),
    (PadControl::Left, "left", "Left"),
    (PadControl::Right, "right", "Right"),
    (PadControl::South, "south", "South"),
    (PadControl::East, "east", "East"),
    (PadControl::West, "west", "West"),
    (PadControl::North, "north", "North"),
    (PadControl::C, "c", "C"),
    (PadControl::Z, "z", "Z"),
    (PadControl::Select, "select", "Select"),
    (PadControl::Start, "start", "Start"),
    (PadControl::Mode, "mode", "Maker's button"),
    (PadControl::LeftShoulder, "left-shoulder", "Left shoulder"),
    (
        PadControl::RightShoulder,
        "right-shoulder",
        "Right shoulder",
    ),
    (PadControl::LeftTrigger, "left-trigger", "Left trigger"),
    (PadControl::RightTrigger, "right-trigger", "Right trigger"),
    (PadControl::LeftStick, "left-stick", "Left stick, pressed"),
    (
        PadControl::RightStick,
        "right-stick",
        "Right stick, pressed",
    ),
];

impl PadControl {
    /// Returns all controls.
    pub fn all() -> impl Iterator<Item = PadControl> {
        NAMES.into_iter().map(|(control, ..)| control)
    }

    /// Returns the control with this name in the settings file.
    pub fn from_name(name: &str) -> Option<PadControl> {
        let mut rows = NAMES.into_iter();
        rows.find(|(_, row_name, _)| *row_name == name)
            .map(|(control, ..)| control)
    }

    fn names(self) -> (&'static str, &'static str) {
        let mut rows = NAMES.into_iter();
        rows.find(|(control, ..)| *control == self)
            .map_or(("", ""), |(_, name, label)| (name, label))
    }

    /// Returns the control's name in the settings file.
    pub fn name(self) -> &'static str {
        self.names().0
    }

    /// Returns the control's label, which the player sees.
    pub fn label(self) -> &'static str {
        self.names().1
    }

    /// Returns the control for a gilrs button; `None` for a button that Crownhead does not use.
    pub fn from_button(button: Button) -> Option<PadControl> {
        let mut pairs = BUTTONS.into_iter();
        pairs
            .find(|(gilrs_button, _)| *gilrs_button == button)
            .map(|(_, control)| control)
    }
}

/// Pairs of a gilrs button and the control that it stands for.
pub const BUTTONS: [(Button, PadControl); 19] = [
    (Button::DPadUp, PadControl::Up),
    (Button::DPadDown, PadControl::Down),
    (Button::DPadLeft, PadControl::Left),
    (Button::DPadRight, PadControl::Right),
    (Button::South, PadControl::South),
    (Button::East, PadControl::East),
    (Button::West, PadControl::West),
    (Button::North, PadControl::North),
    (Button::C, PadControl::C),
    (Button::Z, PadControl::Z),
    (Button::Select, PadControl::Select),
    (Button::Start, PadControl::Start),
    (Button::Mode, PadControl::Mode),
    (Button::LeftTrigger, PadControl::LeftShoulder),
    (Button::RightTrigger, PadControl::RightShoulder),
    (Button::LeftTrigger2, PadControl::LeftTrigger),
    (Button::RightTrigger2, PadControl::RightTrigger),
    (Button::LeftThumb, PadControl::LeftStick),
    (Button::RightThumb, PadControl::RightStick),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_control_has_a_name_and_a_button() {
        for control in PadControl::all() {
            assert_eq!(PadControl::from_name(control.name()), Some(control));
            assert!(
                BUTTONS.iter().any(|(_, mapped)| *mapped == control),
                "{control:?}"
            );
        }
        assert_eq!(PadControl::from_name("fnord"), None);
    }
}
