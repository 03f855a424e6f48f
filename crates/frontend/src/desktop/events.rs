//! Events of the devices.

use super::{mouse::Mouse, pads::PadChange};
use minifb::Key;

/// An event of a device.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// A key went down (true) or up.
    Key(Key, bool),
    /// The character that was typed with a key.
    Letter(char),
    /// The mouse moved or a button changed. The value is the new state.
    Mouse(Mouse),
    /// The window gained (true) or lost the keyboard focus.
    Focus(bool),
    /// A pad has changed.
    Pad(PadChange),
    /// A player's stick moved; its position from left to right, -1..=1.
    Stick(usize, f32),
    /// The sound device has something to report.
    Sound(String),
}
