//! The active key map: the action of each chord. A chord is a key together with the modifier keys
//! held at the same time.

use super::{
    action::Action,
    actions::ACTIONS,
    keys::{Chord, KEYS, Modifiers},
};
use crate::misspelled::closest;
use headless::error::Error;
use minifb::Key;
use play::contacts::Control;

/// Chords and their actions. On-screen hints show the first chord of an action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bindings {
    map: Vec<(Chord, Action)>,
}

/// The reason why certain keys or buttons cannot be assigned to an action.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct BindingError {
    /// The action's name, as given.
    pub action: String,
    reason: String,
}

impl BindingError {
    /// Creates an error about the keys or buttons of an action. `reason` is its text.
    pub fn new(action: &str, reason: String) -> BindingError {
        BindingError {
            action: action.to_owned(),
            reason,
        }
    }
}

impl From<BindingError> for Error {
    fn from(error: BindingError) -> Error {
        Error::Usage(error.reason)
    }
}

impl Default for Bindings {
    fn default() -> Self {
        let rows = ACTIONS.iter().flat_map(|row| {
            let chords = row.keys.split_whitespace().map(Chord::parse);
            chords.map(|chord| (chord.expect("default keys have names"), row.action))
        });
        Bindings {
            map: rows.collect(),
        }
    }
}

impl Bindings {
    /// Replaces the keys of some actions. Their old keys become free, and each new key loses its
    /// previous action. An empty list leaves an action without any key.
    ///
    /// # Errors
    /// Fails if an action or key is unknown, or if the same key is assigned twice.
    pub fn rebind<'a>(
        &mut self,
        keys: impl IntoIterator<Item = (&'a str, &'a [String])>,
    ) -> Result<(), BindingError> {
        let mut given: Vec<(Chord, bool, &str)> = Vec::new();
        for (name, words) in keys {
            let binding_error = |reason| BindingError::new(name, reason);
            let row = ACTIONS.iter().find(|row| row.name == name);
            let row = row.ok_or_else(|| binding_error(unknown_action(name)))?;
            self.map.retain(|(_, action)| *action != row.action);
            for text in words {
                let chord =
                    Chord::parse(text).map_err(|word| binding_error(unknown_key(name, &word)))?;
                let is_keypad = row.action.is_keypad();
                let same = |given: &&(Chord, bool, &str)| (given.0, given.1) == (chord, is_keypad);
                if let Some((_, _, other)) = given.iter().find(same) {
                    let reason = format!("{chord} is given to both {other} and {name}");
                    return Err(binding_error(reason));
                }
                given.push((chord, is_keypad, row.name));
                self.map
                    .retain(|(bound, action)| *bound != chord || action.is_keypad() != is_keypad);
                self.map.push((chord, row.action));
            }
        }
        Ok(())
    }

    /// Returns the action of a chord. Ignores actions that press keys of keypad controllers.
    fn get(&self, chord: Chord) -> Option<Action> {
        self.map
            .iter()
            .find(|(bound, action)| *bound == chord && !action.is_keypad())
            .map(|(_, action)| *action)
    }

    /// If a chord presses a key of a plugged-in keypad controller, returns that action.
    fn keypad(&self, chord: Chord, plugged: [bool; 2]) -> Option<Action> {
        let mut actions = self.map.iter().filter(|(bound, _)| *bound == chord);
        let is_plugged_in = |action: &Action| match action {
            Action::Hold(Control::Keypad(port, _)) => plugged[*port],
            _ => false,
        };
        actions
            .find(|(_, action)| is_plugged_in(action))
            .map(|(_, action)| *action)
    }

    /// Returns the action of a key with these modifiers. `keypads` is true for each port, left and
    /// right, with a keypad controller; the keys of a plugged-in keypad controller take precedence.
    ///
    /// If the chord has no action of its own, Shift is ignored, but a key with Alt or Ctrl does
    /// nothing. There is one exception: if Ctrl is a fire button, keys other than letters (such as
    /// the arrows) still reach the console while Ctrl is held, because a player may need to fire
    /// and move at the same time.
    pub fn action(&self, key: Key, modifiers: Modifiers, keypads: [bool; 2]) -> Option<Action> {
        if let Some(action) = self.keypad(Chord { key, modifiers }, keypads) {
            return Some(action);
        }
        if let Some(action) = self.get(Chord { key, modifiers }) {
            return Some(action);
        }
        let ctrl_fires = modifiers.ctrl && self.is_ctrl_bound_to_console() && !is_letter(key);
        if modifiers.alt || (modifiers.ctrl && !ctrl_fires) {
            return None;
        }
        self.get(Chord::plain(key))
            .filter(|action| action.is_hold() || !modifiers.ctrl)
    }

    fn is_ctrl_bound_to_console(&self) -> bool {
        [Key::LeftCtrl, Key::RightCtrl]
            .iter()
            .any(|key| self.get(Chord::plain(*key)).is_some_and(Action::is_hold))
    }

    /// Returns the chords of an action. On-screen hints show the first one.
    pub fn chords(&self, action: Action) -> impl Iterator<Item = Chord> {
        self.map
            .iter()
            .filter(move |(_, bound)| *bound == action)
            .map(|(chord, _)| *chord)
    }

    /// Returns the first key of each diagonal of the left joystick.
    pub fn diagonals(&self) -> Vec<String> {
        let rows = ACTIONS.iter().map(|row| row.action);
        rows.filter(
            |action| matches!(action, Action::Hold(Control::Stick(0, set)) if set.is_diagonal()),
        )
        .map(|action| self.hint(action))
        .collect()
    }

    /// Returns the first chord of an action, in the form that on-screen hints show.
    pub fn hint(&self, action: Action) -> String {
        self.chords(action)
            .next()
            .map_or_else(|| "(no key)".into(), Chord::label)
    }
}

fn unknown_action(name: &str) -> String {
    let hint = hint(name, ACTIONS.iter().map(|row| row.name));
    format!("no action is named {name}{hint}; `crownhead keys` lists all actions")
}

fn unknown_key(name: &str, word: &str) -> String {
    let names = KEYS.iter().map(|(name, _)| *name);
    let hint = hint(word, names.chain(["ctrl", "alt", "shift"]));
    format!("{name}: no key is named {word:?}{hint}; `crownhead keys --names` lists all keys")
}

/// Returns a suggestion to append to the error message about a misspelled name.
fn hint(word: &str, names: impl Iterator<Item = &'static str>) -> String {
    closest(word, names).map_or_else(String::new, |name| format!("; perhaps {name}"))
}

fn is_letter(key: Key) -> bool {
    (Key::A..=Key::Z).contains(&key)
}

#[cfg(test)]
mod tests {
    use super::{
        super::action::{Command, PictureCommand},
        *,
    };

    const CTRL: Modifiers = Modifiers {
        ctrl: true,
        alt: false,
        shift: false,
    };
    const ALT: Modifiers = Modifiers {
        ctrl: false,
        alt: true,
        shift: false,
    };

    fn action(bindings: &Bindings, key: Key, modifiers: Modifiers) -> Option<Action> {
        bindings.action(key, modifiers, [false; 2])
    }

    #[test]
    fn no_chord_has_two_default_actions() {
        let map = Bindings::default().map;
        for (at, (chord, one)) in map.iter().enumerate() {
            let same = |(other, two): &&(Chord, Action)| {
                other == chord && one.is_keypad() == two.is_keypad()
            };
            assert_eq!(map[at + 1..].iter().find(same), None, "{chord} {one:?}");
        }
    }

    #[test]
    fn a_keypad_takes_its_keys_while_it_is_plugged_in() {
        let bindings = Bindings::default();
        let plain = Modifiers::default();
        let key = |plugged| bindings.action(Key::NumPad0, plain, plugged);
        assert_eq!(
            key([true, false]),
            Some(Action::Hold(Control::Keypad(0, 10)))
        );
        assert_eq!(key([false, true]), None);
        assert_eq!(
            bindings.action(Key::Equal, plain, [false, true]),
            Some(Action::Hold(Control::Keypad(1, 11)))
        );
        assert_eq!(
            action(&bindings, Key::Equal, plain),
            Some(Action::Hold(Control::FastForward))
        );
    }

    #[test]
    fn a_letter_with_ctrl_never_reaches_the_console() {
        let bindings = Bindings::default();
        assert_eq!(
            action(&bindings, Key::F, CTRL),
            Some(Action::Once(Command::Picture(PictureCommand::Standard)))
        );
        assert_eq!(action(&bindings, Key::Y, CTRL), None);
        assert_eq!(action(&bindings, Key::Up, ALT), None);
    }

    #[test]
    fn the_joystick_works_while_ctrl_is_the_fire_button() {
        let bindings = Bindings::default();
        let up = action(&bindings, Key::Up, Modifiers::default());
        assert!(up.is_some());
        assert_eq!(action(&bindings, Key::Up, CTRL), up);
    }

    #[test]
    fn rebinding_frees_the_old_keys() {
        let mut bindings = Bindings::default();
        bindings.rebind([("left-fire", &["x".into()][..])]).unwrap();
        assert_eq!(action(&bindings, Key::Space, Modifiers::default()), None);
        assert_eq!(
            action(&bindings, Key::X, Modifiers::default()),
            Some(Action::Hold(Control::Fire(0)))
        );
        let error = bindings.rebind([("fire", &[][..])]).unwrap_err();
        assert!(error.to_string().contains("no action is named fire"));
    }

    #[test]
    fn a_key_given_twice_is_refused() {
        let x = ["x".to_owned()];
        let error = Bindings::default().rebind([("left-fire", &x[..]), ("mute", &x[..])]);
        let error = error.unwrap_err();
        assert_eq!(error.action, "mute");
        assert_eq!(error.to_string(), "x is given to both left-fire and mute");
    }
}
