//! Keys and pad buttons as contacts that open and close, and what that means to the console.
//!
//! Pure: events go in, an [`Input`] and a list of commands come out once a frame. No press is
//! lost however short, because a contact changes at most once a frame: the press of a tap shows
//! in one frame and its release in the next.

use super::{
    action::{Action, Command, Directions, Port},
    bindings::Bindings,
    keys::Modifiers,
    pads::PadControl,
};
use minifb::Key;
use std::collections::VecDeque;
use vcs::{
    Input,
    input::{Controller, Joystick, Switches},
};

/// Something that can be held.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Contact {
    /// A key of the keyboard.
    Key(Key),
    /// A control of the pad in the numbered place (0 plays left, 1 right).
    Pad(usize, PadControl),
}

/// A contact that closed (with what it does then) or opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Change {
    contact: Contact,
    action: Option<Action>,
}

/// All contacts.
#[derive(Debug, Default)]
pub struct Contacts {
    modifiers: Modifiers,
    /// Keys that are down now, to tell a press from the keyboard's repetition.
    down: Vec<Contact>,
    /// Changes that no frame has seen yet.
    waiting: VecDeque<Change>,
    /// Contacts that the present frame sees closed.
    held: Vec<(Contact, Action)>,
    commands: Vec<Command>,
}

impl Contacts {
    /// A key went down or up.
    pub fn key(&mut self, key: Key, down: bool, bindings: &Bindings) {
        match key {
            Key::LeftCtrl | Key::RightCtrl => self.modifiers.ctrl = down,
            Key::LeftAlt | Key::RightAlt => self.modifiers.alt = down,
            Key::LeftShift | Key::RightShift => self.modifiers.shift = down,
            _ => {}
        }
        if !down {
            return self.open(Contact::Key(key));
        }
        let others = self.modifiers.without(key);
        if let Some(action) = bindings.action(key, others) {
            let combination = others.ctrl || others.alt;
            self.close(Contact::Key(key), action);
            if combination && !action.is_held() {
                self.release_modifiers();
            }
        }
    }

    /// A control of a pad closed or opened.
    pub fn pad(&mut self, place: usize, control: PadControl, down: bool) {
        let contact = Contact::Pad(place, control);
        if down {
            self.close(contact, control.action(place));
        } else {
            self.open(contact);
        }
    }

    /// The window lost the focus: nobody will tell of the releases.
    pub fn release_all(&mut self) {
        self.modifiers = Modifiers::default();
        for contact in std::mem::take(&mut self.down) {
            self.waiting.push_back(Change {
                contact,
                action: None,
            });
        }
    }

    /// Fire on Ctrl must not stay held when Ctrl was meant for a combination.
    fn release_modifiers(&mut self) {
        for key in [Key::LeftCtrl, Key::RightCtrl, Key::LeftAlt, Key::RightAlt] {
            self.open(Contact::Key(key));
        }
    }

    fn close(&mut self, contact: Contact, action: Action) {
        if self.down.contains(&contact) {
            return;
        }
        self.down.push(contact);
        match action {
            Action::Once(command) => self.commands.push(command),
            held => self.waiting.push_back(Change {
                contact,
                action: Some(held),
            }),
        }
    }

    fn open(&mut self, contact: Contact) {
        if let Some(at) = self.down.iter().position(|down| *down == contact) {
            self.down.swap_remove(at);
            self.waiting.push_back(Change {
                contact,
                action: None,
            });
        }
    }

    /// Takes the commands given since the last call.
    pub fn take_commands(&mut self) -> Vec<Command> {
        std::mem::take(&mut self.commands)
    }

    /// Lets the next frame see what has changed: at most one change of each contact.
    pub fn next_frame(&mut self) {
        let mut changed: Vec<Contact> = Vec::new();
        for change in std::mem::take(&mut self.waiting) {
            if changed.contains(&change.contact) {
                self.waiting.push_back(change);
                continue;
            }
            changed.push(change.contact);
            self.held.retain(|(contact, _)| *contact != change.contact);
            if let Some(action) = change.action {
                self.held.push((change.contact, action));
            }
        }
    }

    /// True while any contact with this action is closed.
    pub fn holds(&self, wanted: Action) -> bool {
        self.held.iter().any(|(_, action)| *action == wanted)
    }

    /// Joysticks and switches as the console sees them in this frame.
    pub fn input(&self, switches: Switches, swap_ports: bool) -> Input {
        let ports =
            [0, 1].map(|port| Controller::Joystick(self.joystick(port ^ usize::from(swap_ports))));
        let switches = Switches {
            select: self.holds(Action::Select),
            reset: self.holds(Action::Reset),
            ..switches
        };
        Input { ports, switches }
    }

    /// All contacts of a stick together; opposite directions neutralize each other.
    fn joystick(&self, port: Port) -> Joystick {
        let mut sum = Directions::default();
        for (_, action) in &self.held {
            if let Action::Stick(of, set) = action
                && *of == port
            {
                sum.up |= set.up;
                sum.down |= set.down;
                sum.left |= set.left;
                sum.right |= set.right;
            }
        }
        Joystick {
            up: sum.up && !sum.down,
            down: sum.down && !sum.up,
            left: sum.left && !sum.right,
            right: sum.right && !sum.left,
            fire: self.holds(Action::Fire(port)),
        }
    }
}

impl Modifiers {
    /// The modifiers that are held besides `key` itself.
    fn without(self, key: Key) -> Modifiers {
        let mut others = self;
        match key {
            Key::LeftCtrl | Key::RightCtrl => others.ctrl = false,
            Key::LeftAlt | Key::RightAlt => others.alt = false,
            Key::LeftShift | Key::RightShift => others.shift = false,
            _ => {}
        }
        others
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left(contacts: &Contacts) -> Joystick {
        match contacts.input(Switches::default(), false).ports[0] {
            Controller::Joystick(joystick) => joystick,
            other => panic!("{other:?}"),
        }
    }

    fn press(contacts: &mut Contacts, key: Key) {
        contacts.key(key, true, &Bindings::default());
    }

    fn release(contacts: &mut Contacts, key: Key) {
        contacts.key(key, false, &Bindings::default());
    }

    #[test]
    fn two_taps_between_frames_are_two_presses() {
        let mut contacts = Contacts::default();
        for _ in 0..2 {
            press(&mut contacts, Key::Space);
            release(&mut contacts, Key::Space);
        }
        let seen: Vec<bool> = (0..5)
            .map(|_| {
                contacts.next_frame();
                left(&contacts).fire
            })
            .collect();
        assert_eq!(seen, [true, false, true, false, false]);
    }

    #[test]
    fn opposite_directions_neutralize_each_other() {
        let mut contacts = Contacts::default();
        press(&mut contacts, Key::Up);
        press(&mut contacts, Key::Down);
        press(&mut contacts, Key::Left);
        contacts.next_frame();
        assert_eq!(
            left(&contacts),
            Joystick {
                left: true,
                ..Joystick::default()
            }
        );
        release(&mut contacts, Key::Down);
        contacts.next_frame();
        assert!(left(&contacts).up);
    }

    #[test]
    fn a_diagonal_key_closes_two_contacts_in_one_frame() {
        let mut contacts = Contacts::default();
        press(&mut contacts, Key::Q);
        contacts.next_frame();
        assert_eq!(
            left(&contacts),
            Joystick {
                up: true,
                left: true,
                ..Joystick::default()
            }
        );
    }

    #[test]
    fn a_combination_releases_fire_and_is_a_command() {
        let mut contacts = Contacts::default();
        press(&mut contacts, Key::LeftCtrl);
        contacts.next_frame();
        assert!(left(&contacts).fire);
        press(&mut contacts, Key::T);
        contacts.next_frame();
        assert!(!left(&contacts).fire);
        assert_eq!(contacts.take_commands(), [Command::Turbo]);
    }

    #[test]
    fn a_repeating_key_gives_one_command() {
        let mut contacts = Contacts::default();
        press(&mut contacts, Key::F12);
        press(&mut contacts, Key::F12);
        assert_eq!(contacts.take_commands(), [Command::Snapshot]);
    }

    #[test]
    fn lost_focus_releases_every_key() {
        let mut contacts = Contacts::default();
        press(&mut contacts, Key::Right);
        press(&mut contacts, Key::F2);
        contacts.next_frame();
        contacts.release_all();
        contacts.next_frame();
        assert_eq!(left(&contacts), Joystick::default());
        assert!(!contacts.input(Switches::default(), false).switches.reset);
    }

    #[test]
    fn swapped_ports_swap_the_sticks() {
        let mut contacts = Contacts::default();
        press(&mut contacts, Key::F);
        contacts.next_frame();
        let input = contacts.input(Switches::default(), true);
        assert!(matches!(input.ports[0], Controller::Joystick(stick) if stick.fire));
    }
}
