//! The key map in force: which chord does what.

use super::{
    action::{ACTIONS, Action, Command},
    keys::{Chord, Modifiers},
};
use minifb::Key;
use std::collections::{BTreeMap, HashMap};

/// Chords to actions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bindings {
    map: HashMap<Chord, Action>,
}

impl Default for Bindings {
    fn default() -> Self {
        let mut map = HashMap::new();
        for row in ACTIONS {
            for word in row.keys.split_whitespace() {
                let chord = Chord::parse(word).expect("default keys have names");
                map.insert(chord, row.action);
            }
        }
        Bindings { map }
    }
}

impl Bindings {
    /// Gives an action other keys: its old ones are free, and a key that did something else now
    /// does this. No keys at all leaves the action without one.
    ///
    /// # Errors
    /// A sentence that names the unknown action or key.
    pub fn rebind(&mut self, name: &str, keys: &[String]) -> Result<(), String> {
        let row = ACTIONS
            .iter()
            .find(|row| row.name == name)
            .ok_or_else(|| format!("no action is named {name}; `crownhead keys` lists them"))?;
        self.map.retain(|_, action| *action != row.action);
        for text in keys {
            let chord = Chord::parse(text).map_err(|word| {
                format!("no key is named {word}; `crownhead keys --names` lists them")
            })?;
            self.map.insert(chord, row.action);
        }
        Ok(())
    }

    /// What a chord does. A key pressed with Ctrl or Alt is a command and never reaches the
    /// console, but for one case: where Ctrl itself is a fire button, the keys that are no
    /// letters (arrows, keypad, function keys) go on working while it is held, since a game wants
    /// fire and stick together. Shift alone changes nothing unless the chord is bound.
    pub fn action(&self, key: Key, modifiers: Modifiers) -> Option<Action> {
        if let Some(action) = self.map.get(&Chord { key, modifiers }) {
            return Some(*action);
        }
        let through_fire = modifiers.ctrl && self.ctrl_is_console() && !is_letter(key);
        if modifiers.alt || (modifiers.ctrl && !through_fire) {
            return None;
        }
        self.map
            .get(&Chord::plain(key))
            .copied()
            .filter(|action| action.is_held() || !modifiers.ctrl)
    }

    fn ctrl_is_console(&self) -> bool {
        [Key::LeftCtrl, Key::RightCtrl].iter().any(|key| {
            self.map
                .get(&Chord::plain(*key))
                .is_some_and(|action| action.is_held())
        })
    }

    /// The chords of an action, sorted, as text.
    pub fn keys_of(&self, action: Action) -> Vec<String> {
        let mut keys: Vec<String> = self
            .map
            .iter()
            .filter(|(_, bound)| **bound == action)
            .map(|(chord, _)| chord.to_string())
            .collect();
        keys.sort_by_key(|text| (text.len(), text.clone()));
        keys
    }

    /// Chords that a key map gives to two actions at once: name the loser, not guess.
    pub fn conflicts(maps: &BTreeMap<String, Vec<String>>) -> Option<String> {
        let mut seen: HashMap<String, &str> = HashMap::new();
        for (name, keys) in maps {
            for key in keys {
                if let Some(other) = seen.insert(key.to_ascii_lowercase(), name) {
                    return Some(format!("{key} is given to both {other} and {name}"));
                }
            }
        }
        None
    }

    /// The first key of a command, for hints on screen.
    pub fn hint(&self, command: Command) -> String {
        self.keys_of(Action::Once(command))
            .into_iter()
            .next()
            .unwrap_or_else(|| "(no key)".into())
    }
}

fn is_letter(key: Key) -> bool {
    (Key::A..=Key::Z).contains(&key)
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn no_default_key_has_two_meanings() {
        let keys: usize = ACTIONS
            .iter()
            .map(|row| row.keys.split_whitespace().count())
            .sum();
        assert_eq!(Bindings::default().map.len(), keys);
    }

    #[test]
    fn a_letter_with_ctrl_never_reaches_the_console() {
        let bindings = Bindings::default();
        assert_eq!(
            bindings.action(Key::F, CTRL),
            Some(Action::Once(Command::Standard))
        );
        assert_eq!(bindings.action(Key::Y, CTRL), None);
        assert_eq!(bindings.action(Key::Up, ALT), None);
    }

    #[test]
    fn the_stick_works_while_ctrl_fires() {
        let bindings = Bindings::default();
        let up = bindings.action(Key::Up, Modifiers::default());
        assert!(up.is_some());
        assert_eq!(bindings.action(Key::Up, CTRL), up);
    }

    #[test]
    fn rebinding_frees_the_old_keys() {
        let mut bindings = Bindings::default();
        bindings.rebind("left-fire", &["x".into()]).unwrap();
        assert_eq!(bindings.action(Key::Space, Modifiers::default()), None);
        assert_eq!(
            bindings.action(Key::X, Modifiers::default()),
            Some(Action::Fire(0))
        );
        assert!(
            bindings
                .rebind("fire", &[])
                .unwrap_err()
                .contains("no action is named fire")
        );
    }
}
