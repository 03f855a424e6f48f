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
mod tests;
