//! The positions of keys on X11. The window library (minifb) names a key by the character that it
//! types in the current layout. This module finds the key's position instead, so that on every
//! layout the key to the left of the 1 opens the debugger, and the keys at the positions of Q, E, Z
//! and C form a square. On Windows and macOS, the library's names are already positions. On
//! Wayland, the library gets only symbols and no information about the layout.

use minifb::Key;

/// The keys that type a character, each with its number on the X server (the kernel's key code plus
/// 8). The names are those on a US keyboard.
#[rustfmt::skip]
const POSITIONS: [(u8, Key); 47] = [
    (49, Key::Backquote), (10, Key::Key1), (11, Key::Key2), (12, Key::Key3), (13, Key::Key4),
    (14, Key::Key5), (15, Key::Key6), (16, Key::Key7), (17, Key::Key8), (18, Key::Key9),
    (19, Key::Key0), (20, Key::Minus), (21, Key::Equal),
    (24, Key::Q), (25, Key::W), (26, Key::E), (27, Key::R), (28, Key::T), (29, Key::Y),
    (30, Key::U), (31, Key::I), (32, Key::O), (33, Key::P), (34, Key::LeftBracket),
    (35, Key::RightBracket),
    (38, Key::A), (39, Key::S), (40, Key::D), (41, Key::F), (42, Key::G), (43, Key::H),
    (44, Key::J), (45, Key::K), (46, Key::L), (47, Key::Semicolon), (48, Key::Apostrophe),
    (51, Key::Backslash),
    (52, Key::Z), (53, Key::X), (54, Key::C), (55, Key::V), (56, Key::B), (57, Key::N),
    (58, Key::M), (59, Key::Comma), (60, Key::Period), (61, Key::Slash),
];

/// Keys whose position is the same on every layout, each with its number and its symbol. If a
/// server reports these symbols, its numbers are based on the kernel's key codes.
const FIXED_KEYS: [(u8, u32); 3] = [(23, 0xff09), (36, 0xff0d), (65, 0x0020)];

/// The symbols of each key, without and with Shift, by the server's number for the key.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Layout {
    symbols: Vec<(u8, [u32; 2])>,
}

impl Layout {
    /// Creates the layout of a server whose key numbers begin at `first`, with `per_key` symbols
    /// per key. The layout is empty if the server's numbers are not based on the kernel's key
    /// codes.
    pub fn new(first: u8, per_key: usize, symbols: &[u32]) -> Layout {
        let rows = symbols.chunks_exact(per_key.max(1));
        let pair = |row: &[u32]| [row[0], row.get(1).copied().unwrap_or(0)];
        let keys = (first..=u8::MAX).zip(rows.map(pair));
        let layout = Layout {
            symbols: keys.collect(),
        };
        let is_fixed = |(number, symbol): &(u8, u32)| layout.symbol(*number) == Some(*symbol);
        if FIXED_KEYS.iter().all(is_fixed) {
            layout
        } else {
            Layout::default()
        }
    }

    fn row(&self, number: u8) -> Option<[u32; 2]> {
        let known = self.symbols.iter().find(|(known, _)| *known == number);
        known.map(|(_, row)| *row)
    }

    fn symbol(&self, number: u8) -> Option<u32> {
        self.row(number).map(|row| row[0])
    }

    /// Returns the position of a key. `named` is the library's name for the key, which depends on
    /// the key's symbol.
    pub fn position(&self, named: Key) -> Key {
        let symbol = symbol_of(named);
        let found = POSITIONS.iter().find(|(number, _)| {
            let printed = self.symbol(*number);
            printed.is_some() && printed == symbol
        });
        found.map_or(named, |(_, position)| *position)
    }

    /// Returns the position of a key that only the server reports, because the library has no name
    /// for its symbol; `None` for any other key.
    pub fn unnamed_position(&self, number: u8) -> Option<Key> {
        let symbol = self.symbol(number)?;
        let (_, position) = POSITIONS.iter().find(|(known, _)| *known == number)?;
        let is_named = POSITIONS
            .iter()
            .any(|(_, key)| symbol_of(*key) == Some(symbol));
        (!is_named).then_some(*position)
    }

    /// Returns the characters that are known to be printed on the keys, by position.
    pub fn printed_characters(&self) -> Vec<(Key, char)> {
        let printed = POSITIONS.iter().filter_map(|(number, position)| {
            let row = self.row(*number)?;
            let [plain, shifted] = row.map(symbol_char);
            // On a French keyboard, digits need Shift.
            let digit = shifted.filter(char::is_ascii_digit);
            Some((*position, digit.or(plain)?))
        });
        printed.collect()
    }
}

/// Returns the X11 symbol of a key that types a character on a US keyboard; `None` for any other
/// key.
fn symbol_of(key: Key) -> Option<u32> {
    let name = super::keys::key_name(key);
    let character = match name {
        "apostrophe" => '\'',
        "backquote" => '`',
        "backslash" => '\\',
        "comma" => ',',
        "equal" => '=',
        "leftbracket" => '[',
        "minus" => '-',
        "period" => '.',
        "rightbracket" => ']',
        "semicolon" => ';',
        "slash" => '/',
        _ if name.len() == 1 => name.chars().next()?,
        _ => return None,
    };
    Some(character.into())
}

/// Returns the character that a symbol stands for. The character is converted to upper case, unless
/// the result would be more than one character.
fn symbol_char(symbol: u32) -> Option<char> {
    let character = match symbol {
        0x20..=0x7e | 0xa0..=0xff => char::from_u32(symbol)?,
        // Dead keys are named by the characters printed on them.
        0xfe50 => '`',
        0xfe51 => '´',
        0xfe52 => '^',
        0xfe53 => '~',
        0xfe57 => '¨',
        0x0100_0100.. => char::from_u32(symbol & 0x00ff_ffff)?,
        _ => return None,
    };
    let mut capital = character.to_uppercase();
    match (capital.next(), capital.next()) {
        (Some(capital), None) => Some(capital),
        _ => Some(character),
    }
}

/// The names of keys, based on their positions. A pressed key keeps its name until it is released.
/// With Ctrl or Alt, a key is named by its letter, because commands are defined by letters.
#[derive(Debug, Default)]
pub struct KeyNames {
    layout: Layout,
    /// The pressed Ctrl and Alt keys.
    held_modifiers: Vec<Key>,
    /// The other pressed keys, each with the library's name and ours.
    pressed: Vec<(Key, Key)>,
}

impl KeyNames {
    /// Sets the layout.
    pub fn set_layout(&mut self, layout: Layout) {
        self.layout = layout;
    }

    /// Returns the layout.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Returns our name for a key that the library reports as down or up.
    pub fn name(&mut self, key: Key, down: bool) -> Key {
        if matches!(
            key,
            Key::LeftCtrl | Key::RightCtrl | Key::LeftAlt | Key::RightAlt
        ) {
            self.held_modifiers.retain(|held| *held != key);
            self.held_modifiers.extend(down.then_some(key));
            return key;
        }
        let index = self.pressed.iter().position(|(pressed, _)| *pressed == key);
        let name = match index {
            Some(index) if down => self.pressed[index].1,
            Some(index) => self.pressed.swap_remove(index).1,
            None if self.held_modifiers.is_empty() => self.layout.position(key),
            None => key,
        };
        if down && index.is_none() {
            self.pressed.push((key, name));
        }
        name
    }

    /// Forgets the pressed keys, because a window without the focus does not see their release.
    pub fn forget_pressed_keys(&mut self) {
        self.held_modifiers.clear();
        self.pressed.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a layout that differs from the US layout at these positions.
    fn layout(differences: &[(u8, [u32; 2])]) -> Layout {
        let mut symbols = [[0_u32; 2]; 248];
        for (number, key) in POSITIONS {
            symbols[usize::from(number) - 8][0] = symbol_of(key).unwrap();
        }
        for (number, symbol) in FIXED_KEYS {
            symbols[usize::from(number) - 8][0] = symbol;
        }
        for (number, row) in differences {
            symbols[usize::from(*number) - 8] = *row;
        }
        Layout::new(8, 2, symbols.as_flattened())
    }

    fn char_row(plain: char) -> [u32; 2] {
        [plain.into(), 0]
    }

    #[test]
    fn every_printing_key_has_one_position() {
        let us = layout(&[]);
        for (number, key) in POSITIONS {
            assert_eq!(us.position(key), key);
            assert_eq!(us.unnamed_position(number), None);
        }
        assert_eq!(us.position(Key::F1), Key::F1);
        assert_eq!(us.unnamed_position(65), None);
    }

    #[test]
    fn german_keys_are_named_by_their_positions() {
        let german = layout(&[
            (29, char_row('z')),
            (52, char_row('y')),
            (49, [0xfe52, 0xb0]),
            (34, char_row('ü')),
        ]);
        assert_eq!(
            [german.position(Key::Y), german.position(Key::Z)],
            [Key::Z, Key::Y]
        );
        assert_eq!(german.position(Key::Q), Key::Q);
        assert_eq!(german.unnamed_position(49), Some(Key::Backquote));
        assert_eq!(german.unnamed_position(34), Some(Key::LeftBracket));
        assert_eq!(
            german.unnamed_position(29),
            None,
            "the library has a name for this key"
        );
        let printed = german.printed_characters();
        for pair in [
            (Key::Backquote, '^'),
            (Key::Z, 'Y'),
            (Key::LeftBracket, 'Ü'),
        ] {
            assert!(printed.contains(&pair), "{pair:?}: {printed:?}");
        }
    }

    #[test]
    fn a_key_is_released_with_the_name_that_it_was_pressed_with() {
        let mut names = KeyNames::default();
        names.set_layout(layout(&[(29, char_row('z')), (52, char_row('y'))]));
        assert_eq!(names.name(Key::Z, true), Key::Y);
        names.name(Key::LeftCtrl, true);
        assert_eq!(names.name(Key::Z, true), Key::Y, "the key repeats");
        assert_eq!(names.name(Key::Z, false), Key::Y);
        assert_eq!(names.name(Key::Z, true), Key::Z, "Ctrl+Z");
        names.name(Key::LeftCtrl, false);
        assert_eq!(names.name(Key::Z, false), Key::Z);
        names.name(Key::RightAlt, true);
        names.forget_pressed_keys();
        assert_eq!(names.name(Key::Y, true), Key::Z);
    }

    #[test]
    fn french_keys_are_named_by_their_positions() {
        let french = layout(&[
            (24, char_row('a')),
            (38, char_row('q')),
            (25, char_row('z')),
            (52, char_row('w')),
            (49, [0xb2, 0x7e]),
            (10, ['&'.into(), '1'.into()]),
            (15, ['-'.into(), '6'.into()]),
            (20, [')'.into(), 0xb0]),
        ]);
        let corners = [Key::A, Key::E, Key::W, Key::C].map(|key| french.position(key));
        assert_eq!(corners, [Key::Q, Key::E, Key::Z, Key::C]);
        assert_eq!(french.unnamed_position(49), Some(Key::Backquote));
        assert_eq!(french.unnamed_position(10), Some(Key::Key1));
        assert_eq!(french.position(Key::Minus), Key::Key6);
        let printed = french.printed_characters();
        for pair in [(Key::Backquote, '²'), (Key::Key1, '1'), (Key::Q, 'A')] {
            assert!(printed.contains(&pair), "{pair:?}: {printed:?}");
        }
    }

    #[test]
    fn a_server_with_other_key_numbers_has_an_empty_layout() {
        let other = layout(&[(36, char_row('a'))]);
        assert_eq!(other, Layout::default());
        assert_eq!(other.position(Key::Z), Key::Z);
    }
}
