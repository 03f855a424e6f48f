//! Turns key, pad and mouse events into held controls and commands. The bindings define what each
//! key does.

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
    /// A key on the keyboard.
    Key(Key),
    /// A control on a pad (pad 0 plays left, 1 plays right).
    Pad(usize, PadControl),
    /// The left mouse button.
    Mouse,
    /// A menu item.
    Menu,
}

/// The state of keys, pad buttons and the mouse button.
#[derive(Debug, Default)]
pub struct InputMap {
    /// The controls that are held, as the console sees them.
    pub contacts: Contacts<Source>,
    modifiers: Modifiers,
    commands: Vec<Command>,
    /// Whether the left and the right player have a keypad plugged in.
    pub keypads: [bool; 2],
    /// Whether a modifier key that is also a fire button waits before it fires. The player can then
    /// type a key combination with this modifier without firing.
    pub delay_modifiers: bool,
    pending_fire: Option<PendingFire>,
}

/// A held modifier that may mean fire or may begin a key combination.
#[derive(Debug, Clone, Copy)]
struct PendingFire {
    key: Key,
    control: Control,
    /// When the modifier will press fire; `None` until the next [`InputMap::update_time`].
    fires_at: Option<Instant>,
}

/// How long a modifier must be held to press fire: longer than a player takes to press the second
/// key of a combination.
const FIRE_DELAY: Duration = Duration::from_millis(250);

impl InputMap {
    /// Handles a key that went down or up.
    pub fn key(&mut self, key: Key, down: bool, bindings: &Bindings) {
        self.track_modifier(key, down);
        if !down {
            if self.pending_fire.is_some_and(|pending| pending.key == key) {
                // A short press of the modifier presses fire.
                self.press_pending_fire();
            }
            return self.contacts.release(Source::Key(key));
        }
        let others = self.modifiers.without(key);
        let Some(action) = bindings.action(key, others, self.keypads) else {
            return;
        };
        if let Action::Hold(control) = action
            && self.delay_modifiers
            && is_modifier(key)
        {
            return self.start_pending_fire(key, control);
        }
        let combination = others.ctrl || others.alt;
        if combination && !action.is_hold() {
            self.pending_fire = None;
            self.release_modifiers();
        } else {
            self.press_pending_fire();
        }
        match action {
            Action::Hold(control) => self.contacts.press(Source::Key(key), control),
            Action::Once(command) => self.add_command(Source::Key(key), command),
        }
    }

    /// Handles a key that went down or up while a panel, such as the list of files, has the
    /// keyboard. The key has no effect on the console until it is pressed again. Returns true for a
    /// key press, but not for an auto-repeat.
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

    /// Handles a press or auto-repeat of a modifier that is also a fire button.
    fn start_pending_fire(&mut self, key: Key, control: Control) {
        let is_repeat = self.pending_fire.is_some_and(|pending| pending.key == key);
        if !is_repeat && !self.contacts.is_down(Source::Key(key)) {
            self.press_pending_fire();
            self.pending_fire = Some(PendingFire {
                key,
                control,
                fires_at: None,
            });
        }
    }

    /// Presses the fire button for the modifier that may mean fire, if there is one.
    fn press_pending_fire(&mut self) {
        if let Some(PendingFire { key, control, .. }) = self.pending_fire.take() {
            self.contacts.press(Source::Key(key), control);
        }
    }

    /// Handles a pad control that was pressed or released. `action` is the action that the control
    /// is bound to, if any.
    pub fn pad(&mut self, player: usize, control: PadControl, down: bool, action: Option<Action>) {
        let source = Source::Pad(player, control);
        match (down, action) {
            (true, Some(Action::Hold(control))) => self.contacts.press(source, control),
            (true, Some(Action::Once(command))) => self.add_command(source, command),
            (true, None) => {}
            (false, _) => self.contacts.release(source),
        }
    }

    /// Handles the mouse button, which is the left player's fire button.
    pub fn mouse(&mut self, down: bool) {
        if down {
            self.contacts.press(Source::Mouse, Control::Fire(0))
        } else {
            self.contacts.release(Source::Mouse)
        }
    }

    /// Presses a control for a menu item. It stays pressed until
    /// [`InputMap::release_for_menu`].
    pub fn press_for_menu(&mut self, control: Control) {
        self.contacts.press(Source::Menu, control);
    }

    /// Releases the control that a menu pressed.
    pub fn release_for_menu(&mut self) {
        self.contacts.release(Source::Menu);
    }

    /// Returns whether Ctrl or Alt is held. A letter is then part of a key combination, not text.
    pub fn has_command_modifier(&self) -> bool {
        self.modifiers.ctrl || self.modifiers.alt
    }

    /// Returns the chord that a key forms with the held modifiers.
    pub fn chord(&self, key: Key) -> Chord {
        Chord {
            key,
            modifiers: self.modifiers.without(key),
        }
    }

    /// Releases everything. Called when the window has lost the focus, because it will not see the
    /// keys being released.
    pub fn release_all(&mut self) {
        self.modifiers = Modifiers::default();
        self.pending_fire = None;
        self.contacts.release_all();
    }

    /// Ends the effect of all held keys, because a panel is taking over the keyboard.
    pub fn block_all(&mut self) {
        self.pending_fire = None;
        self.contacts.block_all();
    }

    /// Releases the controls that are bound to the Ctrl and Alt keys. They must not stay held when
    /// such a key turns out to be part of a chord.
    fn release_modifiers(&mut self) {
        for key in [Key::LeftCtrl, Key::RightCtrl, Key::LeftAlt, Key::RightAlt] {
            self.contacts.release(Source::Key(key));
        }
    }

    /// Adds a command, unless the key press that triggers it is an auto-repeat.
    fn add_command(&mut self, source: Source, command: Command) {
        if self.contacts.block(source) {
            self.commands.push(command);
        }
    }

    /// Returns the commands given since the last call.
    pub fn take_commands(&mut self) -> Vec<Command> {
        std::mem::take(&mut self.commands)
    }

    /// Presses the fire button if the modifier key that is assigned to it has been held for
    /// [`FIRE_DELAY`]. `now` is wall-clock time, because the game may run faster or slower than
    /// real time.
    pub fn update_time(&mut self, now: Instant) {
        if let Some(pending) = &mut self.pending_fire
            && *pending.fires_at.get_or_insert(now + FIRE_DELAY) <= now
        {
            self.press_pending_fire();
        }
    }
}

fn is_modifier(key: Key) -> bool {
    let modifiers = [Key::LeftCtrl, Key::RightCtrl, Key::LeftAlt, Key::RightAlt];
    modifiers.contains(&key)
}

#[cfg(test)]
mod tests;
