//! Turns key, pad and mouse events into held controls and commands. The bindings give the action of
//! each key.

use super::{
    action::{Action, Command},
    bindings::Bindings,
    keys::{Chord, Modifiers},
    pad_control::PadControl,
};
use minifb::Key;
use play::contacts::{Contacts, Control};
use std::time::{Duration, Instant};

/// The origin of an input.
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
    /// The held controls, for the console.
    pub contacts: Contacts<Source>,
    modifiers: Modifiers,
    commands: Vec<Command>,
    /// Whether a keypad is plugged in, for the left and the right player.
    pub keypads: [bool; 2],
    /// Whether a modifier that is also a fire button fires with a delay, so that a command with
    /// this modifier does not fire.
    pub modifiers_wait: bool,
    undecided: Option<Undecided>,
}

/// A held modifier that may mean fire, or be the beginning of a command.
#[derive(Debug, Clone, Copy)]
struct Undecided {
    key: Key,
    control: Control,
    /// The time at which the modifier presses fire; `None` until the next [`InputMap::time_is`].
    until: Option<Instant>,
}

/// Time after which a held modifier becomes fire: longer than a player takes to press the second
/// key of a command.
const UNDECIDED: Duration = Duration::from_millis(250);

impl InputMap {
    /// Handles a key that went down or up.
    pub fn key(&mut self, key: Key, down: bool, bindings: &Bindings) {
        self.track_modifier(key, down);
        if !down {
            if self.undecided.is_some_and(|undecided| undecided.key == key) {
                // A short press of the modifier counts as fire.
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
            Action::Once(command) => self.add_command(Source::Key(key), command),
        }
    }

    /// Handles a key that went down or up while a panel, such as the list of files, has the
    /// keyboard. Returns true for a press that is not the keyboard's repetition. The key has no
    /// effect on the console until it is pressed again.
    pub fn block(&mut self, key: Key, down: bool) -> bool {
        self.track_modifier(key, down);
        if down {
            return self.contacts.block(Source::Key(key));
        }
        self.contacts.release(Source::Key(key));
        false
    }

    fn track_modifier(&mut self, key: Key, down: bool) {
        match key {
            Key::LeftCtrl | Key::RightCtrl => self.modifiers.ctrl = down,
            Key::LeftAlt | Key::RightAlt => self.modifiers.alt = down,
            Key::LeftShift | Key::RightShift => self.modifiers.shift = down,
            _ => {}
        }
    }

    /// Handles a press or repetition of a modifier that is also a fire button.
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

    /// Turns the undecided modifier into fire.
    fn decide(&mut self) {
        if let Some(Undecided { key, control, .. }) = self.undecided.take() {
            self.contacts.press(Source::Key(key), control);
        }
    }

    /// Handles a pad's control that was pressed or released. `action` is the control's action, if
    /// it has one.
    pub fn pad(&mut self, player: usize, control: PadControl, down: bool, action: Option<Action>) {
        let source = Source::Pad(player, control);
        match (down, action) {
            (true, Some(Action::Hold(control))) => self.contacts.press(source, control),
            (true, Some(Action::Once(command))) => self.add_command(source, command),
            (true, None) => {}
            (false, _) => self.contacts.release(source),
        }
    }

    /// Handles the mouse button, which is the left player's fire.
    pub fn mouse(&mut self, down: bool) {
        if down {
            self.contacts.press(Source::Mouse, Control::Fire(0))
        } else {
            self.contacts.release(Source::Mouse)
        }
    }

    /// Presses a control for a menu, until [`InputMap::release_after_a_moment`].
    pub fn press_for_a_moment(&mut self, control: Control) {
        self.contacts.press(Source::Menu, control);
    }

    /// Releases the control that a menu has pressed.
    pub fn release_after_a_moment(&mut self) {
        self.contacts.release(Source::Menu);
    }

    /// Returns whether Ctrl or Alt is held. A letter is then part of a command, not text.
    pub fn combines(&self) -> bool {
        self.modifiers.ctrl || self.modifiers.alt
    }

    /// Returns the chord of a key with the held modifiers.
    pub fn chord(&self, key: Key) -> Chord {
        Chord {
            key,
            modifiers: self.modifiers.without(key),
        }
    }

    /// Releases everything: the window lost the focus, so the key releases will not arrive.
    pub fn release_all(&mut self) {
        self.modifiers = Modifiers::default();
        self.undecided = None;
        self.contacts.release_all();
    }

    /// Ends the effect of all held keys, because a panel takes the keyboard.
    pub fn block_all(&mut self) {
        self.undecided = None;
        self.contacts.block_all();
    }

    /// Releases the controls on Ctrl and Alt, which must not stay held when the modifier begins a
    /// chord.
    fn release_modifiers(&mut self) {
        for key in [Key::LeftCtrl, Key::RightCtrl, Key::LeftAlt, Key::RightAlt] {
            self.contacts.release(Source::Key(key));
        }
    }

    /// Adds a command, unless the keyboard repeats its key.
    fn add_command(&mut self, source: Source, command: Command) {
        if self.contacts.block(source) {
            self.commands.push(command);
        }
    }

    /// Returns the commands since the last call.
    pub fn take_commands(&mut self) -> Vec<Command> {
        std::mem::take(&mut self.commands)
    }

    /// Presses fire if a modifier has been held for [`UNDECIDED`]. `now` is wall-clock time,
    /// because frames may run fast or slowly.
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
