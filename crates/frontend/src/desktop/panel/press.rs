//! Events from keys, pads and the mouse while a panel is open.

use crate::desktop::{keys::Chord, pad_control::PadControl, ui::Spot};

/// An event while a panel is open.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum PanelEvent {
    /// A key went down.
    Key(Press),
    /// A character was typed, without Ctrl or Alt.
    Character(char),
    /// A control of the pad at this index was pressed.
    Pad(usize, PadControl),
    /// The state of the mouse.
    Mouse(Pointer),
}

/// A key that went down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Press {
    /// The key and the modifiers held down with it.
    pub chord: Chord,
    /// Whether Ctrl or Alt is down.
    pub has_command_modifier: bool,
    /// False for an auto-repeat.
    pub first: bool,
}

/// The mouse over a panel.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pointer {
    /// The element under the mouse.
    pub spot: Option<Spot>,
    /// Whether the mouse has moved.
    pub moved: bool,
    /// Whether the left button went down.
    pub clicked: bool,
    /// Number of notches that the wheel has moved; positive is up.
    pub wheel: f32,
}
