//! Detects when Video Checkers is thinking, so that the console can run the search at full speed.
//! This module only reads RAM, at addresses from the cartridge's symbol file, so the cartridge's
//! moves stay the same.

use lab::trace::Symbols;
use play::bundled::Bundled;

/// The bytes of RAM that show whether the cartridge is thinking, and in which game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ThinkingDetector {
    /// Index of the status byte in the 128 bytes of RAM.
    status: usize,
    /// The bit of the status byte that is set while the cartridge is thinking.
    mask: u8,
    /// Index of the game number in RAM. In games 1..=9 and 11..=19, the last digit is the level at
    /// which the computer plays.
    game: usize,
    /// The lowest level at which the console runs at full speed while the cartridge is thinking.
    min_level: u8,
}

impl ThinkingDetector {
    /// Finds the bytes in the RAM of Video Checkers. Returns `None` if `image` is not Video
    /// Checkers, or if `min_level` is 0.
    pub fn of(image: &[u8], min_level: u8) -> Option<ThinkingDetector> {
        let bundled = Bundled::of(image)?;
        ThinkingDetector::from_symbols(&Symbols::parse(bundled.symbols).ok()?, min_level)
    }

    fn from_symbols(symbols: &Symbols, min_level: u8) -> Option<ThinkingDetector> {
        let index = |name| {
            let address = symbols.value(name)?;
            (0x80..=0xff)
                .contains(&address)
                .then(|| usize::from(address - 0x80))
        };
        Some(ThinkingDetector {
            status: index("status")?,
            mask: symbols.value("THINKING")? as u8,
            game: index("game")?,
            min_level: Some(min_level).filter(|level| *level > 0)?,
        })
    }

    /// Returns true if the cartridge is thinking at the level passed to [`ThinkingDetector::of`] or
    /// higher.
    pub fn is_thinking(&self, ram: &[u8; 128]) -> bool {
        self.is_thinking_at(ram, self.min_level)
    }

    /// Returns true if the cartridge is thinking at level `min_level` or higher. Always returns
    /// false if `min_level` is 0.
    pub fn is_thinking_at(&self, ram: &[u8; 128], min_level: u8) -> bool {
        let level = ram[self.game] % 10;
        min_level > 0 && ram[self.status] & self.mask != 0 && level >= min_level
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thinking_is_detected_only_at_the_given_level_or_higher() {
        let symbols = Symbols::parse("status 0096 (R )\nTHINKING 0080\ngame 0092\n").unwrap();
        let detector = ThinkingDetector::from_symbols(&symbols, 6).unwrap();
        let mut ram = [0; 128];
        ram[0x12] = 16;
        assert!(!detector.is_thinking(&ram));
        ram[0x16] = 0x80;
        assert!(detector.is_thinking(&ram));
        ram[0x12] = 5;
        assert!(!detector.is_thinking(&ram));
    }

    #[test]
    fn other_cartridges_are_not_recognized() {
        assert_eq!(ThinkingDetector::of(&[0; 4096], 6), None);
    }
}
