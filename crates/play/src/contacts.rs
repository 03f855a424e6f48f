//! Contacts: the keys, pad buttons and touches that operate the console. A contact acts on the
//! console while it is closed.
//!
//! A front end passes in events, and gets one [`HeldControls`] per frame. No press is lost, however
//! short it is. A contact changes at most once per frame, so if it closes and opens again between
//! two frames, it is closed in the next frame and open in the one after that.

use crate::controllers::PlayerInput;
use std::collections::VecDeque;
use vcs::input::{Joystick, Switches};

/// A controller port of the console: 0 is the left one, 1 the right one.
pub type Port = usize;

/// The effect that a contact has while it is closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Control {
    /// Pushes a joystick up, down, left, right or diagonally.
    Stick(Port, Directions),
    /// Presses the button of the joystick.
    Fire(Port),
    /// Presses the second button of a two-button pad.
    SecondFire(Port),
    /// Presses a key of a keypad. The number is the zero-based index in `1 2 3 4 5 6 7 8 9 * 0 #`.
    Keypad(Port, u8),
    /// Presses Game select.
    Select,
    /// Presses Game reset.
    Reset,
    /// Makes time run backward.
    Rewind,
    /// Makes time run fast.
    FastForward,
}

/// A set of joystick directions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[allow(missing_docs)]
pub struct Directions {
    pub up: bool,
    pub down: bool,
    pub left: bool,
    pub right: bool,
}

impl Directions {
    /// Returns true if the directions form a diagonal, such as up and left.
    pub fn is_diagonal(self) -> bool {
        self.up != self.down && self.left != self.right
    }
}

/// The controls that the players hold in one frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct HeldControls {
    /// The input of the left and of the right player.
    pub players: [PlayerInput; 2],
    /// True if Game select is down.
    pub select: bool,
    /// True if Game reset is down.
    pub reset: bool,
}

impl HeldControls {
    /// Returns the positions of all console switches. Select and Reset come from the held controls,
    /// the others from `levers`.
    pub fn switches(&self, levers: Switches) -> Switches {
        Switches {
            select: self.select,
            reset: self.reset,
            ..levers
        }
    }
}

/// A change of one contact. If it closes, `control` is its effect; if it opens, `control` is
/// `None`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Change<S> {
    source: S,
    control: Option<Control>,
}

/// All contacts. `S` identifies the source of an event, such as a key, a pad button or a finger.
#[derive(Debug, Clone)]
pub struct Contacts<S> {
    /// Sources that are down. They are needed to distinguish a press from an auto-repeat.
    down: Vec<S>,
    /// Changes to apply in the next frames.
    pending: VecDeque<Change<S>>,
    /// The contacts that are closed in the current frame.
    held: Vec<(S, Control)>,
}

impl<S> Default for Contacts<S> {
    fn default() -> Contacts<S> {
        Contacts {
            down: Vec::new(),
            pending: VecDeque::new(),
            held: Vec::new(),
        }
    }
}

impl<S: Copy + PartialEq> Contacts<S> {
    /// Records a press of a key, button or finger. An auto-repeat changes nothing.
    pub fn press(&mut self, source: S, control: Control) {
        if self.block(source) {
            self.pending.push_back(Change {
                source,
                control: Some(control),
            });
        }
    }

    /// Records a press that has no effect on the console: the source does nothing until it is
    /// released and pressed again. Returns false if the press is an auto-repeat.
    pub fn block(&mut self, source: S) -> bool {
        let is_new = !self.is_down(source);
        if is_new {
            self.down.push(source);
        }
        is_new
    }

    /// Records the release of a key, button or finger.
    pub fn release(&mut self, source: S) {
        if let Some(at) = self.down.iter().position(|down| *down == source) {
            self.down.swap_remove(at);
            self.pending.push_back(Change {
                source,
                control: None,
            });
        }
    }

    /// Releases every source. Call this when the window loses the focus, because it then no longer
    /// receives key releases.
    pub fn release_all(&mut self) {
        for source in std::mem::take(&mut self.down) {
            self.pending.push_back(Change {
                source,
                control: None,
            });
        }
    }

    /// Opens all contacts, for example because a menu now uses the keys. A source that is still
    /// held has no effect until it is released and pressed again.
    pub fn block_all(&mut self) {
        let opening = |source: &S| Change {
            source: *source,
            control: None,
        };
        self.pending.extend(self.down.iter().map(opening));
    }

    /// Returns true if this key, button or finger is held.
    pub fn is_down(&self, source: S) -> bool {
        self.down.contains(&source)
    }

    /// Begins a frame. Applies at most one change per source. Other changes of the same source wait
    /// for later frames.
    pub fn next_frame(&mut self) {
        let mut changed: Vec<S> = Vec::new();
        for change in std::mem::take(&mut self.pending) {
            if changed.contains(&change.source) {
                self.pending.push_back(change);
                continue;
            }
            changed.push(change.source);
            self.held.retain(|(source, _)| *source != change.source);
            if let Some(control) = change.control {
                self.held.push((change.source, control));
            }
        }
    }

    /// Returns true if any contact with this control is closed in the current frame.
    pub fn holds(&self, control: Control) -> bool {
        self.held.iter().any(|(_, held)| *held == control)
    }

    /// Returns the controls that the players hold in the current frame.
    pub fn held(&self) -> HeldControls {
        HeldControls {
            players: [0, 1].map(|port| self.player(port)),
            select: self.holds(Control::Select),
            reset: self.holds(Control::Reset),
        }
    }

    fn player(&self, port: Port) -> PlayerInput {
        PlayerInput {
            joystick: self.joystick(port),
            second_button: self.holds(Control::SecondFire(port)),
            keypad: self.keypad(port),
        }
    }

    fn keypad(&self, port: Port) -> u16 {
        let keys = self.held.iter().filter_map(|(_, control)| match control {
            Control::Keypad(keypad_port, key) if *keypad_port == port => Some(1 << key),
            _ => None,
        });
        keys.fold(0, |all, key| all | key)
    }

    /// Returns the state of a player's joystick, combined from all of its contacts. Opposite
    /// directions cancel each other.
    fn joystick(&self, port: Port) -> Joystick {
        let mut sum = Directions::default();
        for (_, control) in &self.held {
            if let Control::Stick(stick_port, directions) = control
                && *stick_port == port
            {
                sum.up |= directions.up;
                sum.down |= directions.down;
                sum.left |= directions.left;
                sum.right |= directions.right;
            }
        }
        Joystick {
            up: sum.up && !sum.down,
            down: sum.down && !sum.up,
            left: sum.left && !sum.right,
            right: sum.right && !sum.left,
            fire: self.holds(Control::Fire(port)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const UP: Control = Control::Stick(
        0,
        Directions {
            up: true,
            down: false,
            left: false,
            right: false,
        },
    );
    const DOWN: Control = Control::Stick(
        0,
        Directions {
            up: false,
            down: true,
            left: false,
            right: false,
        },
    );

    fn left_joystick(contacts: &Contacts<char>) -> Joystick {
        contacts.held().players[0].joystick
    }

    #[test]
    fn two_taps_between_frames_are_two_presses() {
        let mut contacts = Contacts::default();
        for _ in 0..2 {
            contacts.press('f', Control::Fire(0));
            contacts.release('f');
        }
        let mut fire = || {
            contacts.next_frame();
            left_joystick(&contacts).fire
        };
        assert_eq!([(); 5].map(|()| fire()), [true, false, true, false, false]);
    }

    #[test]
    fn opposite_directions_cancel_each_other() {
        let mut contacts = Contacts::default();
        contacts.press('u', UP);
        contacts.press('d', DOWN);
        contacts.next_frame();
        assert_eq!(left_joystick(&contacts), Joystick::default());
        contacts.release('d');
        contacts.next_frame();
        assert!(left_joystick(&contacts).up);
    }

    #[test]
    fn a_blocked_source_does_nothing_until_it_is_pressed_again() {
        let mut contacts = Contacts::default();
        contacts.press('u', UP);
        contacts.next_frame();
        contacts.block_all();
        contacts.press('u', UP); // the keyboard repeats
        contacts.next_frame();
        assert!(!left_joystick(&contacts).up);
        contacts.release('u');
        contacts.press('u', UP);
        contacts.next_frame();
        contacts.next_frame();
        assert!(left_joystick(&contacts).up);
    }

    #[test]
    fn release_all_opens_every_contact() {
        let mut contacts = Contacts::default();
        contacts.press('u', UP);
        contacts.press('r', Control::Reset);
        contacts.press('7', Control::Keypad(1, 6));
        contacts.next_frame();
        assert_eq!(contacts.held().players[1].keypad, 1 << 6);
        assert!(contacts.held().switches(Switches::default()).reset);
        contacts.release_all();
        contacts.next_frame();
        assert_eq!(contacts.held(), HeldControls::default());
    }
}
