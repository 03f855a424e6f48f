//! The letters of messages and overlays: 8 by 8 dots, from a font in the public domain.

use font8x8::legacy::BASIC_LEGACY;

/// The rows of a character, top to bottom; bit 0 is the leftmost dot. Outside ASCII a `?`.
pub fn glyph(character: char) -> [u8; 8] {
    let code = usize::try_from(u32::from(character)).unwrap_or(usize::MAX);
    BASIC_LEGACY
        .get(code)
        .copied()
        .unwrap_or(BASIC_LEGACY[usize::from(b'?')])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_have_dots_and_the_unknown_is_a_question_mark() {
        assert_ne!(glyph('A'), [0; 8]);
        assert_eq!(glyph('\u{265a}'), glyph('?'));
    }
}
