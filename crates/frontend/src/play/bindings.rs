//! The key map in force: which chord does what.

use super::{
    action::{ACTIONS, Action},
    keys::{Chord, Modifiers},
};
use minifb::Key;

/// Chords and their actions, an action's favorite chord first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bindings {
    map: Vec<(Chord, Action)>,
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
    /// Gives actions other keys. Their old keys are free, and a key that did something else now
    /// does this. No keys at all leaves an action without one.
    ///
    /// # Errors
    /// A sentence that names the unknown action or key, or the key that is given twice.
    pub fn rebind<'a>(
        &mut self,
        keys: impl IntoIterator<Item = (&'a str, &'a [String])>,
    ) -> Result<(), String> {
        let mut given: Vec<(Chord, &str)> = Vec::new();
        for (name, words) in keys {
            let row = ACTIONS
                .iter()
                .find(|row| row.name == name)
                .ok_or_else(|| format!("no action is named {name}; `crownhead keys` lists them"))?;
            self.map.retain(|(_, action)| *action != row.action);
            for text in words {
                let chord = Chord::parse(text).map_err(|word| unknown_key(name, &word))?;
                if let Some((_, other)) = given.iter().find(|(known, _)| *known == chord) {
                    return Err(format!("{chord} is given to both {other} and {name}"));
                }
                given.push((chord, row.name));
                self.map.retain(|(bound, _)| *bound != chord);
                self.map.push((chord, row.action));
            }
        }
        Ok(())
    }

    fn get(&self, chord: Chord) -> Option<Action> {
        self.map
            .iter()
            .find(|(bound, _)| *bound == chord)
            .map(|(_, action)| *action)
    }

    /// What a chord does. A key pressed with Ctrl or Alt is a command and never reaches the
    /// console, but for one case: where Ctrl itself is a fire button, the keys that are no
    /// letters (arrows, keypad, function keys) go on working while it is held, since a game wants
    /// fire and stick together. Shift alone changes nothing unless the chord is bound.
    pub fn action(&self, key: Key, modifiers: Modifiers) -> Option<Action> {
        if let Some(action) = self.get(Chord { key, modifiers }) {
            return Some(action);
        }
        let through_fire = modifiers.ctrl && self.ctrl_is_console() && !is_letter(key);
        if modifiers.alt || (modifiers.ctrl && !through_fire) {
            return None;
        }
        self.get(Chord::plain(key))
            .filter(|action| action.is_held() || !modifiers.ctrl)
    }

    fn ctrl_is_console(&self) -> bool {
        [Key::LeftCtrl, Key::RightCtrl]
            .iter()
            .any(|key| self.get(Chord::plain(*key)).is_some_and(Action::is_held))
    }

    /// The chords of an action, the favorite first.
    pub fn chords(&self, action: Action) -> impl Iterator<Item = Chord> {
        self.map
            .iter()
            .filter(move |(_, bound)| *bound == action)
            .map(|(chord, _)| *chord)
    }

    /// The first key of an action, as a player would write it, for hints on screen.
    pub fn hint(&self, action: Action) -> String {
        self.chords(action)
            .next()
            .map_or_else(|| "(no key)".into(), Chord::label)
    }
}

fn unknown_key(name: &str, word: &str) -> String {
    format!("{name}: no key is named {word:?}; `crownhead keys --names` lists them")
}

fn is_letter(key: Key) -> bool {
    (Key::A..=Key::Z).contains(&key)
}

#[cfg(test)]
mod tests {
    use super::{super::action::Command, *};

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
        bindings.rebind([("left-fire", &["x".into()][..])]).unwrap();
        assert_eq!(bindings.action(Key::Space, Modifiers::default()), None);
        assert_eq!(
            bindings.action(Key::X, Modifiers::default()),
            Some(Action::Fire(0))
        );
        let fault = bindings.rebind([("fire", &[][..])]).unwrap_err();
        assert!(fault.contains("no action is named fire"));
    }

    #[test]
    fn a_key_given_twice_is_refused() {
        let x = ["x".to_owned()];
        let fault = Bindings::default().rebind([("left-fire", &x[..]), ("mute", &x[..])]);
        assert_eq!(fault, Err("x is given to both left-fire and mute".into()));
    }
}
