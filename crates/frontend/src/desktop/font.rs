//! The letters of messages and overlays: 8 by 8 dots, from a font in the public domain.

use font8x8::legacy::{BASIC_LEGACY, LATIN_LEGACY};

/// The first character of the font's second part.
const LATIN: usize = 0xa0;

/// The rows of a character, top to bottom; bit 0 is the leftmost dot. The font has Latin-1, for the
/// names of files and folders; any other character is a `?`.
pub fn glyph(character: char) -> [u8; 8] {
    let code = usize::try_from(u32::from(character)).unwrap_or(usize::MAX);
    let latin = || LATIN_LEGACY.get(code.checked_sub(LATIN)?);
    let known = BASIC_LEGACY.get(code).or_else(latin);
    *known.unwrap_or(&BASIC_LEGACY[usize::from(b'?')])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_have_dots_and_the_unknown_is_a_question_mark() {
        assert_ne!(glyph('A'), [0; 8]);
        for letter in ['ä', 'É', 'ÿ', 'ñ', 'ß'] {
            assert!(![[0; 8], glyph('?')].contains(&glyph(letter)), "{letter}");
        }
        assert_eq!(glyph('\u{265a}'), glyph('?'));
    }
}
