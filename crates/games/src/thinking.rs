//! Detects when Video Checkers is thinking, so that the console can run the search at full speed.
//! This module only reads RAM, at addresses from the cartridge's symbol file, so the cartridge's
//! moves stay the same.

use lab::trace::Symbols;
use play::bundled::Bundled;

/// The bytes of RAM that show whether the cartridge is thinking, and in which game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Thinking {
    /// Index of the status byte in the 128 bytes of RAM.
    status: usize,
    /// The bit of the status byte that is set while the cartridge is thinking.
    mask: u8,
    /// Index of the game number in RAM. In games 1..=9 and 11..=19, the last digit is the level at
    /// which the computer plays.
    game: usize,
    /// The lowest level at which the console runs at full speed while the cartridge is thinking.
    from: u8,
}

impl Thinking {
    /// Finds the bytes in the RAM of Video Checkers. Returns `None` if `image` is not Video
    /// Checkers, or if `from` is 0.
    pub fn of(image: &[u8], from: u8) -> Option<Thinking> {
        let bundled = Bundled::of(image)?;
        Thinking::from_symbols(&Symbols::parse(bundled.symbols).ok()?, from)
    }

    fn from_symbols(symbols: &Symbols, from: u8) -> Option<Thinking> {
        let index = |name| {
            let address = symbols.value(name)?;
            (0x80..=0xff)
                .contains(&address)
                .then(|| usize::from(address - 0x80))
        };
        Some(Thinking {
            status: index("status")?,
            mask: symbols.value("THINKING")? as u8,
            game: index("game")?,
            from: Some(from).filter(|from| *from > 0)?,
        })
    }

    /// Returns true if the cartridge is thinking at level `from` or higher, where `from` is the
    /// level passed to [`Thinking::of`].
    pub fn is_thinking(&self, ram: &[u8; 128]) -> bool {
        self.is_thinking_from(ram, self.from)
    }

    /// Returns true if the cartridge is thinking at level `from` or higher, for the `from` passed
    /// here. Always returns false if `from` is 0.
    pub fn is_thinking_from(&self, ram: &[u8; 128], from: u8) -> bool {
        from > 0 && ram[self.status] & self.mask != 0 && ram[self.game] % 10 >= from
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thinking_is_detected_from_the_given_level_onward() {
        let symbols = Symbols::parse("status 0096 (R )\nTHINKING 0080\ngame 0092\n").unwrap();
        let thinking = Thinking::from_symbols(&symbols, 6).unwrap();
        let mut ram = [0; 128];
        ram[0x12] = 16;
        assert!(!thinking.is_thinking(&ram));
        ram[0x16] = 0x80;
        assert!(thinking.is_thinking(&ram));
        ram[0x12] = 5;
        assert!(!thinking.is_thinking(&ram));
    }

    #[test]
    fn other_cartridges_are_not_recognized() {
        assert_eq!(Thinking::of(&[0; 4096], 6), None);
    }
}
