//! From key, pad and mouse events to held controls and commands, by the bindings.

use super::{
    action::{Action, Command},
    bindings::Bindings,
    keys::{Chord, Modifiers},
    pad_control::PadControl,
};
use minifb::Key;
use play::contacts::{Contacts, Control};
use std::time::{Duration, Instant};

/// Something that can be held.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Source {
    /// A key of the keyboard.
    Key(Key),
    /// A control of a pad (0 plays left, 1 right).
    Pad(usize, PadControl),
    /// The mouse's left button.
    Mouse,
    /// An item of a menu.
    Menu,
}

/// The state of keys, pad buttons and the mouse button.
#[derive(Debug, Default)]
pub struct InputMap {
    /// What is held, for the console.
    pub contacts: Contacts<Source>,
    modifiers: Modifiers,
    commands: Vec<Command>,
    /// The players, left and right, whose keys are those of a keypad controller.
    pub keypads: [bool; 2],
    /// A modifier that is also a fire button fires late, so that a command with it does not fire.
    pub modifiers_wait: bool,
    undecided: Option<Undecided>,
}

/// A modifier that went down: a fire button, or the beginning of a command.
#[derive(Debug, Clone, Copy)]
struct Undecided {
    key: Key,
    control: Control,
    /// When it counts as fire; set at the next look at the clock.
    until: Option<Instant>,
}

/// Longer than it takes to press the second key of a command.
const UNDECIDED: Duration = Duration::from_millis(250);

impl InputMap {
    /// A key went down or up.
    pub fn key(&mut self, key: Key, down: bool, bindings: &Bindings) {
        self.note_modifier(key, down);
        if !down {
            if self.undecided.is_some_and(|undecided| undecided.key == key) {
                // A tap.
                self.decide();
            }
            return self.contacts.release(Source::Key(key));
        }
        let others = self.modifiers.without(key);
        let Some(action) = bindings.action(key, others, self.keypads) else {
            return;
        };
        if let Action::Hold(control) = action
            && self.modifiers_wait
            && is_modifier(key)
        {
            return self.wait_for_second(key, control);
        }
        let combination = others.ctrl || others.alt;
        if combination && !action.is_held() {
            self.undecided = None;
            self.release_modifiers();
        } else {
            self.decide();
        }
        match action {
            Action::Hold(control) => self.contacts.press(Source::Key(key), control),
            Action::Once(command) => self.give(Source::Key(key), command),
        }
    }

    /// A key went down or up while something else takes the keys, such as the list of files.
    /// Returns true for a press that is not the keyboard's repetition. The key does nothing in the
    /// console until it is pressed again.
    pub fn block(&mut self, key: Key, down: bool) -> bool {
        self.note_modifier(key, down);
        if down {
            return self.contacts.block(Source::Key(key));
        }
        self.contacts.release(Source::Key(key));
        false
    }

    fn note_modifier(&mut self, key: Key, down: bool) {
        match key {
            Key::LeftCtrl | Key::RightCtrl => self.modifiers.ctrl = down,
            Key::LeftAlt | Key::RightAlt => self.modifiers.alt = down,
            Key::LeftShift | Key::RightShift => self.modifiers.shift = down,
            _ => {}
        }
    }

    /// A modifier that is also fire went down, or repeats.
    fn wait_for_second(&mut self, key: Key, control: Control) {
        let known = self.undecided.is_some_and(|undecided| undecided.key == key);
        if !known && !self.contacts.is_down(Source::Key(key)) {
            self.decide();
            self.undecided = Some(Undecided {
                key,
                control,
                until: None,
            });
        }
    }

    /// The undecided modifier is fire.
    fn decide(&mut self) {
        if let Some(Undecided { key, control, .. }) = self.undecided.take() {
            self.contacts.press(Source::Key(key), control);
        }
    }

    /// A control of a pad closed or opened; closed it does `action`.
    pub fn pad(&mut self, player: usize, control: PadControl, down: bool, action: Option<Action>) {
        let source = Source::Pad(player, control);
        match (down, action) {
            (true, Some(Action::Hold(control))) => self.contacts.press(source, control),
            (true, Some(Action::Once(command))) => self.give(source, command),
            (true, None) => {}
            (false, _) => self.contacts.release(source),
        }
    }

    /// The mouse's button is the left player's fire.
    pub fn mouse(&mut self, down: bool) {
        match down {
            true => self.contacts.press(Source::Mouse, Control::Fire(0)),
            false => self.contacts.release(Source::Mouse),
        }
    }

    /// A menu presses a control, until [`InputMap::release_after_a_moment`].
    pub fn press_for_a_moment(&mut self, control: Control) {
        self.contacts.press(Source::Menu, control);
    }

    /// Releases what a menu has pressed.
    pub fn release_after_a_moment(&mut self) {
        self.contacts.release(Source::Menu);
    }

    /// True while Ctrl or Alt is held: a letter is then no text.
    pub fn combines(&self) -> bool {
        self.modifiers.ctrl || self.modifiers.alt
    }

    /// A key with the modifiers that are held.
    pub fn chord(&self, key: Key) -> Chord {
        Chord {
            key,
            modifiers: self.modifiers.without(key),
        }
    }

    /// The window lost the focus: the releases of its keys will not arrive.
    pub fn release_all(&mut self) {
        self.modifiers = Modifiers::default();
        self.undecided = None;
        self.contacts.release_all();
    }

    /// Something else takes the keys: whatever they hold ends, though they are still down.
    pub fn block_all(&mut self) {
        self.undecided = None;
        self.contacts.block_all();
    }

    /// Fire on Ctrl must not stay held when Ctrl was meant for a combination.
    fn release_modifiers(&mut self) {
        for key in [Key::LeftCtrl, Key::RightCtrl, Key::LeftAlt, Key::RightAlt] {
            self.contacts.release(Source::Key(key));
        }
    }

    /// A source gives a command, unless the keyboard repeats it.
    fn give(&mut self, source: Source, command: Command) {
        if self.contacts.block(source) {
            self.commands.push(command);
        }
    }

    /// Takes the commands given since the last call.
    pub fn take_commands(&mut self) -> Vec<Command> {
        std::mem::take(&mut self.commands)
    }

    /// Decides what has waited long enough, by the wall clock: frames may pass fast or slowly.
    pub fn time_is(&mut self, now: Instant) {
        if let Some(undecided) = &mut self.undecided
            && *undecided.until.get_or_insert(now + UNDECIDED) <= now
        {
            self.decide();
        }
    }
}

fn is_modifier(key: Key) -> bool {
    let modifiers = [Key::LeftCtrl, Key::RightCtrl, Key::LeftAlt, Key::RightAlt];
    modifiers.contains(&key)
}

#[cfg(test)]
mod tests;
