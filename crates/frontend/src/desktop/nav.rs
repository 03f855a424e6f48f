//! The navigation steps that keys and pad controls trigger in a menu or on a page.

use super::pad_control::PadControl;
use minifb::Key;

/// A navigation step in a menu or on a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Nav {
    Up,
    Down,
    Left,
    Right,
    PageUp,
    PageDown,
    First,
    Last,
    /// Chooses the selected row.
    Choose,
    /// Deletes a letter, or goes one level up.
    Erase,
    /// The next tab.
    NextTab,
    /// Switches between tiles and a list.
    ToggleTiles,
    /// Adds a favorite, or removes it.
    ToggleFavorite,
    /// Closes the menu or page.
    Close,
}

impl Nav {
    /// Returns the navigation step that a key triggers.
    pub fn from_key(key: Key) -> Option<Nav> {
        Some(match key {
            Key::Up | Key::NumPad8 => Nav::Up,
            Key::Down | Key::NumPad2 => Nav::Down,
            Key::Left | Key::NumPad4 => Nav::Left,
            Key::Right | Key::NumPad6 => Nav::Right,
            Key::PageUp => Nav::PageUp,
            Key::PageDown => Nav::PageDown,
            Key::Home => Nav::First,
            Key::End => Nav::Last,
            Key::Enter | Key::NumPadEnter | Key::Space => Nav::Choose,
            Key::Backspace => Nav::Erase,
            Key::Tab => Nav::NextTab,
            Key::F3 => Nav::ToggleTiles,
            Key::F4 => Nav::ToggleFavorite,
            Key::Escape => Nav::Close,
            _ => return None,
        })
    }

    /// Returns the navigation step that a pad control triggers.
    pub fn from_pad_control(control: PadControl) -> Option<Nav> {
        Some(match control {
            PadControl::Up => Nav::Up,
            PadControl::Down => Nav::Down,
            PadControl::Left => Nav::Left,
            PadControl::Right => Nav::Right,
            PadControl::South | PadControl::Start => Nav::Choose,
            PadControl::LeftShoulder => Nav::PageUp,
            PadControl::RightShoulder => Nav::PageDown,
            PadControl::North => Nav::NextTab,
            PadControl::LeftTrigger => Nav::ToggleTiles,
            PadControl::RightTrigger => Nav::ToggleFavorite,
            PadControl::West => Nav::Erase,
            PadControl::East | PadControl::Select | PadControl::Mode | PadControl::LeftStick => {
                Nav::Close
            }
            PadControl::C | PadControl::Z | PadControl::RightStick => return None,
        })
    }

    /// Returns whether the step repeats while its key is held.
    pub fn repeats(self) -> bool {
        use Nav::{Down, Erase, Left, PageDown, PageUp, Right, Up};
        [Up, Down, Left, Right, PageUp, PageDown, Erase].contains(&self)
    }
}
