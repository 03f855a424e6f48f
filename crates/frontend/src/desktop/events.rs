//! Events of the devices.

use super::{mouse::Mouse, pads::PadChange};
use minifb::Key;

/// Something that happened at a device.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// A key went down (true) or up.
    Key(Key, bool),
    /// The text of a key that went down.
    Letter(char),
    /// The mouse, as it is now.
    Mouse(Mouse),
    /// The window has the keyboard, or has it not.
    Focus(bool),
    /// A pad has changed.
    Pad(PadChange),
    /// How far a player's stick is to the right, -1..=1.
    Stick(usize, f32),
    /// The sound device has something to report.
    Sound(String),
}
