//! Keys and pad buttons as contacts that open and close, and what that means to the console.
//!
//! Pure: events go in, an [`Input`] and a list of commands come out once a frame. No press is
//! lost however short, because a contact changes at most once a frame: the press of a tap shows
//! in one frame and its release in the next.

use super::{
    action::{Action, Command, Directions, Port},
    bindings::Bindings,
    controllers::Hand,
    keys::Modifiers,
    pads::PadControl,
};
use minifb::Key;
use std::{
    collections::VecDeque,
    time::{Duration, Instant},
};
use vcs::input::{Joystick, Switches};

/// Something that can be held.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Contact {
    /// A key of the keyboard.
    Key(Key),
    /// A control of the pad in the numbered place (0 plays left, 1 right).
    Pad(usize, PadControl),
    /// The mouse's left button.
    Mouse,
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
    /// Hands whose keys are those of a keypad.
    pub keypads: [bool; 2],
    /// A modifier that is also a fire button fires late, so that a command given with it does not.
    pub modifiers_wait: bool,
    undecided: Option<Undecided>,
}

/// A modifier that went down, and is fire or the beginning of a command.
#[derive(Debug, Clone, Copy)]
struct Undecided {
    key: Key,
    action: Action,
    /// When it is fire; known once it has been looked at.
    until: Option<Instant>,
}

/// Longer than it takes to press the second key of a command.
const UNDECIDED: Duration = Duration::from_millis(250);

impl Contacts {
    /// A key went down or up.
    pub fn key(&mut self, key: Key, down: bool, bindings: &Bindings) {
        self.note_modifier(key, down);
        if !down {
            if self.undecided.is_some_and(|undecided| undecided.key == key) {
                // A tap.
                self.decide();
            }
            return self.open(Contact::Key(key));
        }
        let others = self.modifiers.without(key);
        let Some(action) = bindings.action(key, others, self.keypads) else {
            return;
        };
        if self.modifiers_wait && is_modifier(key) && action.is_held() {
            return self.wait_for_second(key, action);
        }
        let combination = others.ctrl || others.alt;
        if combination && !action.is_held() {
            self.undecided = None;
            self.release_modifiers();
        } else {
            self.decide();
        }
        self.close(Contact::Key(key), action);
    }

    /// A key for something else, such as the list of files, went down or up. True for a press that is not the
    /// keyboard's repetition. It means nothing to the console until it has been let go.
    pub fn pass(&mut self, key: Key, down: bool) -> bool {
        self.note_modifier(key, down);
        let contact = Contact::Key(key);
        if !down {
            self.open(contact);
            return false;
        }
        let first = !self.down.contains(&contact);
        if first {
            self.down.push(contact);
        }
        first
    }

    fn note_modifier(&mut self, key: Key, down: bool) {
        match key {
            Key::LeftCtrl | Key::RightCtrl => self.modifiers.ctrl = down,
            Key::LeftAlt | Key::RightAlt => self.modifiers.alt = down,
            Key::LeftShift | Key::RightShift => self.modifiers.shift = down,
            _ => {}
        }
    }

    /// What a key means together with the Ctrl or Alt that is held; `None` while neither is.
    pub fn combination(&self, key: Key, bindings: &Bindings) -> Option<Option<Action>> {
        let held = self.modifiers.ctrl || self.modifiers.alt;
        held.then(|| bindings.action(key, self.modifiers.without(key), [false; 2]))
    }

    /// A modifier that is also fire went down, or repeats.
    fn wait_for_second(&mut self, key: Key, action: Action) {
        let known = self.undecided.is_some_and(|undecided| undecided.key == key);
        if !known && !self.down.contains(&Contact::Key(key)) {
            self.decide();
            self.undecided = Some(Undecided {
                key,
                action,
                until: None,
            });
        }
    }

    /// What was undecided is fire.
    fn decide(&mut self) {
        if let Some(Undecided { key, action, .. }) = self.undecided.take() {
            self.close(Contact::Key(key), action);
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

    /// The mouse's button as the left hand's fire.
    pub fn mouse(&mut self, down: bool) {
        match down {
            true => self.close(Contact::Mouse, Action::Fire(0)),
            false => self.open(Contact::Mouse),
        }
    }

    /// The window lost the focus: nobody will tell of the releases.
    pub fn release_all(&mut self) {
        self.modifiers = Modifiers::default();
        self.undecided = None;
        for contact in std::mem::take(&mut self.down) {
            self.waiting.push_back(Change {
                contact,
                action: None,
            });
        }
    }

    /// Something else takes the keys: what they do ends, though they are down still.
    pub fn let_go(&mut self) {
        self.undecided = None;
        let ends = |contact: &Contact| Change {
            contact: *contact,
            action: None,
        };
        self.waiting.extend(self.down.iter().map(ends));
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

    /// Decides what has waited long enough. The player's own time counts, however fast or slowly
    /// frames go by.
    pub fn time_is(&mut self, now: Instant) {
        if let Some(undecided) = &mut self.undecided
            && *undecided.until.get_or_insert(now + UNDECIDED) <= now
        {
            self.decide();
        }
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

    /// The switches as the console sees them in this frame.
    pub fn switches(&self, levers: Switches) -> Switches {
        Switches {
            select: self.holds(Action::Select),
            reset: self.holds(Action::Reset),
            ..levers
        }
    }

    /// What the left and the right hand do in this frame.
    pub fn hands(&self) -> [Hand; 2] {
        [0, 1].map(|port| Hand {
            joystick: self.joystick(port),
            second: self.holds(Action::SecondFire(port)),
            keypad: self.keypad(port),
        })
    }

    fn keypad(&self, port: Port) -> u16 {
        let keys = self.held.iter().filter_map(|(_, action)| match action {
            Action::Keypad(of, key) if *of == port => Some(1 << key),
            _ => None,
        });
        keys.fold(0, |all, key| all | key)
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

fn is_modifier(key: Key) -> bool {
    let modifiers = [Key::LeftCtrl, Key::RightCtrl, Key::LeftAlt, Key::RightAlt];
    modifiers.contains(&key)
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
        contacts.hands()[0].joystick
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

    /// Contacts whose modifiers wait for what comes.
    fn waiting() -> Contacts {
        Contacts {
            modifiers_wait: true,
            ..Contacts::default()
        }
    }

    /// What fire does in so many frames.
    fn fires(contacts: &mut Contacts, frames: usize) -> Vec<bool> {
        let frame = |_| {
            contacts.next_frame();
            left(contacts).fire
        };
        (0..frames).map(frame).collect()
    }

    #[test]
    fn a_command_with_a_waiting_modifier_does_not_fire() {
        let mut contacts = waiting();
        press(&mut contacts, Key::LeftCtrl);
        let mut fire = fires(&mut contacts, 10);
        press(&mut contacts, Key::T);
        fire.extend(fires(&mut contacts, 10));
        release(&mut contacts, Key::T);
        release(&mut contacts, Key::LeftCtrl);
        fire.extend(fires(&mut contacts, 30));
        assert_eq!(fire, [false; 50]);
        assert_eq!(contacts.take_commands(), [Command::Turbo]);
    }

    #[test]
    fn a_modifier_waits_as_long_however_fast_frames_go_by() {
        let mut contacts = waiting();
        let start = Instant::now();
        press(&mut contacts, Key::LeftCtrl);
        contacts.time_is(start);
        let mut fire = fires(&mut contacts, 100);
        contacts.time_is(start + UNDECIDED / 2);
        fire.extend(fires(&mut contacts, 100));
        press(&mut contacts, Key::Z);
        contacts.time_is(start + 2 * UNDECIDED);
        fire.extend(fires(&mut contacts, 100));
        assert_eq!(fire, [false; 300]);
        assert_eq!(contacts.take_commands(), [Command::TakeBack]);
    }

    #[test]
    fn a_waiting_modifier_fires_by_a_tap_by_being_held_and_with_the_stick() {
        let mut contacts = waiting();
        press(&mut contacts, Key::LeftCtrl);
        release(&mut contacts, Key::LeftCtrl);
        assert_eq!(fires(&mut contacts, 3), [true, false, false]);
        press(&mut contacts, Key::LeftCtrl);
        press(&mut contacts, Key::LeftCtrl); // the keyboard repeats
        let start = Instant::now();
        let looks = (0..20).map(|look| {
            contacts.time_is(start + look * Duration::from_millis(20));
            fires(&mut contacts, 1)[0]
        });
        let fire: Vec<bool> = looks.collect();
        assert_eq!(fire.iter().position(|fire| *fire), Some(13));
        assert!(fire[13..].iter().all(|fire| *fire));
        release(&mut contacts, Key::LeftCtrl);
        assert_eq!(fires(&mut contacts, 2), [false, false]);
        press(&mut contacts, Key::LeftCtrl);
        press(&mut contacts, Key::Up);
        contacts.next_frame();
        assert!(left(&contacts).fire && left(&contacts).up);
    }

    #[test]
    fn a_repeating_key_gives_one_command() {
        let mut contacts = Contacts::default();
        press(&mut contacts, Key::F12);
        press(&mut contacts, Key::F12);
        assert_eq!(contacts.take_commands(), [Command::Snapshot]);
    }

    #[test]
    fn a_key_that_was_for_something_else_does_nothing_until_it_is_let_go() {
        let mut contacts = Contacts::default();
        press(&mut contacts, Key::Up);
        contacts.next_frame();
        contacts.let_go();
        contacts.next_frame();
        assert_eq!(left(&contacts), Joystick::default());
        assert!(!contacts.pass(Key::Up, true), "the keyboard repeats it");
        assert!(contacts.pass(Key::Escape, true));
        // The list is closed now, and the keyboard repeats.
        press(&mut contacts, Key::Escape);
        press(&mut contacts, Key::Up);
        contacts.next_frame();
        assert_eq!(left(&contacts), Joystick::default());
        assert_eq!(contacts.take_commands(), []);
        for key in [Key::Escape, Key::Up] {
            release(&mut contacts, key);
            press(&mut contacts, key);
        }
        assert_eq!(contacts.take_commands(), [Command::Escape]);
        contacts.next_frame();
        contacts.next_frame();
        assert!(left(&contacts).up);
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
        assert!(!contacts.switches(Switches::default()).reset);
    }

    #[test]
    fn the_number_block_is_a_keypad_where_one_is_plugged_in() {
        let mut contacts = Contacts::default();
        press(&mut contacts, Key::NumPad8);
        contacts.next_frame();
        assert!(left(&contacts).up && contacts.hands()[0].keypad == 0);
        release(&mut contacts, Key::NumPad8);
        contacts.next_frame();
        contacts.keypads = [true, false];
        press(&mut contacts, Key::NumPad8);
        contacts.next_frame();
        let hand = contacts.hands()[0];
        assert!(!hand.joystick.up);
        assert_eq!(hand.keypad, 1 << 7, "the keys are 1 2 3 4 5 6 7 8 9 * 0 #");
    }
}
