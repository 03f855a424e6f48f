//! Events of keys, pads and mouse while a panel is open.

use crate::desktop::{keys::Chord, pad_control::PadControl, ui::Spot};

/// Something that happens while a panel is open.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum PanelEvent {
    /// A key went down.
    Key(Press),
    /// A letter was typed, without Ctrl or Alt.
    Letter(char),
    /// A control of the pad in a place closed.
    Pad(usize, PadControl),
    /// The mouse was looked at.
    Mouse(Pointer),
}

/// A key that went down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Press {
    /// The key, and what is held with it.
    pub chord: Chord,
    /// Ctrl or Alt is down.
    pub combines: bool,
    /// False for the keyboard's repetition.
    pub first: bool,
}

/// The mouse over a panel.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pointer {
    /// The place below it.
    pub spot: Option<Spot>,
    /// It has moved.
    pub moved: bool,
    /// Its button went down.
    pub clicked: bool,
    /// Notches of its wheel, upwards positive.
    pub wheel: f32,
}
