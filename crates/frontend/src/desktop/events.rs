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
    /// The stick of a player (0 is the left player) moved. The second value is its position, from
    /// -1 (left) to 1 (right).
    Stick(usize, f32),
    /// A message about the sound device, for the player.
    Sound(String),
}
