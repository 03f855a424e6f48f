//! Events from the devices.

use super::{mouse::Mouse, pads::PadChange};
use minifb::Key;

/// An event from a device.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// A key went down (true) or up.
    Key(Key, bool),
    /// A character was typed.
    Character(char),
    /// The mouse moved or a button changed. The value is the new state.
    Mouse(Mouse),
    /// The window gained (true) or lost the keyboard focus.
    Focus(bool),
    /// A pad has changed.
    Pad(PadChange),
    /// A player's stick moved (player 0 is on the left). The second value is its position, from -1
    /// (left) to 1 (right).
    Stick(usize, f32),
    /// A message about the sound device, for the player.
    Sound(String),
}
