//! Keys by name, and keys pressed together with Ctrl, Alt or Shift.

use minifb::Key;
use std::{
    fmt,
    sync::{PoisonError, RwLock},
};

/// The characters printed on keys, by key position. Keys that are not listed are labeled as on a US
/// keyboard.
static KEY_LABELS: RwLock<Vec<(Key, char)>> = RwLock::new(Vec::new());

/// Sets the characters printed on the keys of this keyboard.
pub fn set_printed_characters(printed: Vec<(Key, char)>) {
    *KEY_LABELS.write().unwrap_or_else(PoisonError::into_inner) = printed;
}

/// Returns the character printed on a chord's key; `None` if the key's label is the one on a US
/// keyboard. In a chord with Ctrl or Alt, a letter means the key on which that letter is printed.
/// If there is no such key, it means the key at the letter's position on a US keyboard.
fn printed_character(chord: Chord, printed: &[(Key, char)]) -> Option<char> {
    let names_letter = chord.modifiers.ctrl || chord.modifiers.alt;
    let us_label = us_label(chord.key);
    let has_letter = |(_, letter): &(Key, char)| us_label.chars().eq([*letter]);
    if names_letter && printed.iter().any(has_letter) {
        return None;
    }
    let found = printed.iter().find(|(position, _)| *position == chord.key);
    found.map(|(_, letter)| *letter)
}

/// A key and the modifiers held with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Chord {
    /// The key, which is pressed last.
    pub key: Key,
    /// The modifiers held with the key.
    pub modifiers: Modifiers,
}

/// The modifiers that are held. The left and the right key of a pair count as the same modifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[allow(missing_docs)]
pub struct Modifiers {
    pub ctrl: bool,
    pub alt: bool,
    pub shift: bool,
}

impl Modifiers {
    /// Returns the modifiers without `key` itself.
    pub fn without(self, key: Key) -> Modifiers {
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

impl Chord {
    /// Returns the chord that consists of a key alone.
    pub fn plain(key: Key) -> Chord {
        Chord {
            key,
            modifiers: Modifiers::default(),
        }
    }

    /// Returns the chord as a player would write it, with the characters printed on the keys:
    /// `Ctrl+]`, `F1`, `keypad 5`.
    pub fn label(self) -> String {
        self.label_on(&KEY_LABELS.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Returns the chord's label on a keyboard with these characters printed on its keys.
    fn label_on(self, printed: &[(Key, char)]) -> String {
        let key = printed_character(self, printed).map_or_else(|| us_label(self.key), String::from);
        let words = [
            (self.modifiers.ctrl, "Ctrl+"),
            (self.modifiers.alt, "Alt+"),
            (self.modifiers.shift, "Shift+"),
        ];
        let held: String = words
            .iter()
            .filter(|(held, _)| *held)
            .map(|(_, word)| *word)
            .collect();
        held + &key
    }

    /// Parses a chord such as `ctrl+shift+f1`.
    ///
    /// # Errors
    /// Returns the word that is neither a modifier nor a key.
    pub fn parse(text: &str) -> Result<Chord, String> {
        let mut modifiers = Modifiers::default();
        let lower = text.to_ascii_lowercase();
        let mut words: Vec<&str> = lower.split('+').collect();
        let name = words.pop().unwrap_or_default();
        for word in words {
            match word {
                "ctrl" => modifiers.ctrl = true,
                "alt" => modifiers.alt = true,
                "shift" => modifiers.shift = true,
                other => return Err(other.to_owned()),
            }
        }
        let key = key_named(name).ok_or_else(|| name.to_owned())?;
        Ok(Chord { key, modifiers })
    }
}

/// Returns the label of a key on a US keyboard.
fn us_label(key: Key) -> String {
    let name = key_name(key);
    match name {
        "leftbracket" => "[".into(),
        "rightbracket" => "]".into(),
        "period" => ".".into(),
        "comma" => ",".into(),
        "equal" => "=".into(),
        "minus" => "-".into(),
        "slash" => "/".into(),
        "backslash" => "\\".into(),
        "semicolon" => ";".into(),
        "apostrophe" => "'".into(),
        "backquote" => "`".into(),
        "lctrl" => "Left Ctrl".into(),
        "rctrl" => "Right Ctrl".into(),
        "escape" => "Esc".into(),
        "pageup" => "Page Up".into(),
        "pagedown" => "Page Down".into(),
        _ if name.starts_with("kp") => format!("keypad {}", &name[2..]),
        _ => name[..1].to_ascii_uppercase() + &name[1..],
    }
}

impl fmt::Display for Chord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (held, word) in [
            (self.modifiers.ctrl, "ctrl+"),
            (self.modifiers.alt, "alt+"),
            (self.modifiers.shift, "shift+"),
        ] {
            if held {
                f.write_str(word)?;
            }
        }
        f.write_str(key_name(self.key))
    }
}

/// Returns the key with this name.
pub fn key_named(name: &str) -> Option<Key> {
    KEYS.iter()
        .find(|(known, _)| *known == name)
        .map(|(_, key)| *key)
}

/// Returns the name of a key, or `unknown`.
pub fn key_name(key: Key) -> &'static str {
    KEYS.iter()
        .find(|(_, known)| *known == key)
        .map_or("unknown", |(name, _)| name)
}

/// All keys that can be bound.
#[rustfmt::skip]
pub const KEYS: &[(&str, Key)] = &[
    ("a", Key::A), ("b", Key::B), ("c", Key::C), ("d", Key::D), ("e", Key::E), ("f", Key::F),
    ("g", Key::G), ("h", Key::H), ("i", Key::I), ("j", Key::J), ("k", Key::K), ("l", Key::L),
    ("m", Key::M), ("n", Key::N), ("o", Key::O), ("p", Key::P), ("q", Key::Q), ("r", Key::R),
    ("s", Key::S), ("t", Key::T), ("u", Key::U), ("v", Key::V), ("w", Key::W), ("x", Key::X),
    ("y", Key::Y), ("z", Key::Z),
    ("0", Key::Key0), ("1", Key::Key1), ("2", Key::Key2), ("3", Key::Key3), ("4", Key::Key4),
    ("5", Key::Key5), ("6", Key::Key6), ("7", Key::Key7), ("8", Key::Key8), ("9", Key::Key9),
    ("f1", Key::F1), ("f2", Key::F2), ("f3", Key::F3), ("f4", Key::F4), ("f5", Key::F5),
    ("f6", Key::F6), ("f7", Key::F7), ("f8", Key::F8), ("f9", Key::F9), ("f10", Key::F10),
    ("f11", Key::F11), ("f12", Key::F12), ("f13", Key::F13), ("f14", Key::F14), ("f15", Key::F15),
    ("up", Key::Up), ("down", Key::Down), ("left", Key::Left), ("right", Key::Right),
    ("space", Key::Space), ("tab", Key::Tab), ("enter", Key::Enter), ("escape", Key::Escape),
    ("backspace", Key::Backspace), ("delete", Key::Delete), ("insert", Key::Insert),
    ("home", Key::Home), ("end", Key::End), ("pageup", Key::PageUp), ("pagedown", Key::PageDown),
    ("pause", Key::Pause), ("menu", Key::Menu), ("scrolllock", Key::ScrollLock),
    ("apostrophe", Key::Apostrophe), ("backquote", Key::Backquote), ("backslash", Key::Backslash),
    ("comma", Key::Comma), ("equal", Key::Equal), ("leftbracket", Key::LeftBracket),
    ("minus", Key::Minus), ("period", Key::Period), ("rightbracket", Key::RightBracket),
    ("semicolon", Key::Semicolon), ("slash", Key::Slash),
    ("kp0", Key::NumPad0), ("kp1", Key::NumPad1), ("kp2", Key::NumPad2), ("kp3", Key::NumPad3),
    ("kp4", Key::NumPad4), ("kp5", Key::NumPad5), ("kp6", Key::NumPad6), ("kp7", Key::NumPad7),
    ("kp8", Key::NumPad8), ("kp9", Key::NumPad9), ("kpdot", Key::NumPadDot),
    ("kpslash", Key::NumPadSlash), ("kpasterisk", Key::NumPadAsterisk),
    ("kpminus", Key::NumPadMinus), ("kpplus", Key::NumPadPlus), ("kpenter", Key::NumPadEnter),
    ("lctrl", Key::LeftCtrl), ("rctrl", Key::RightCtrl), ("lshift", Key::LeftShift),
    ("rshift", Key::RightShift), ("lalt", Key::LeftAlt), ("ralt", Key::RightAlt),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chords_survive_a_round_trip_through_text() {
        for text in [
            "a",
            "ctrl+q",
            "alt+leftbracket",
            "ctrl+alt+shift+f12",
            "kp5",
        ] {
            assert_eq!(Chord::parse(text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn a_label_shows_the_character_printed_on_the_key() {
        // German: Y and Z are swapped, and no key has a bracket.
        let german = [
            (Key::Backquote, '^'),
            (Key::Y, 'Z'),
            (Key::Z, 'Y'),
            (Key::RightBracket, '+'),
        ];
        let keys = ["backquote", "z", "ctrl+z", "ctrl+rightbracket", "f1", "q"];
        let labels = |printed| keys.map(|text| Chord::parse(text).unwrap().label_on(printed));
        assert_eq!(labels(&[]), ["`", "Z", "Ctrl+Z", "Ctrl+]", "F1", "Q"]);
        assert_eq!(labels(&german), ["^", "Y", "Ctrl+Z", "Ctrl++", "F1", "Q"]);
    }

    #[test]
    fn the_error_is_the_unknown_word() {
        assert_eq!(Chord::parse("ctrl+fnord").unwrap_err(), "fnord");
        assert_eq!(Chord::parse("meta+a").unwrap_err(), "meta");
    }
}
