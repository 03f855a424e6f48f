//! Detects when Video Checkers thinks. The addresses come from the cartridge's symbol file. This
//! module only reads RAM, so the cartridge computes the same at every speed.

use lab::trace::Symbols;
use play::bundled::Bundled;

/// The bytes of RAM that show whether the cartridge thinks, and in which game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Thinking {
    /// Index of the status byte in the 128 bytes of RAM.
    status: usize,
    /// The bit of the status byte that is set while the cartridge thinks.
    mask: u8,
    /// Index of the game's number in RAM. In the games 1..=9 and 11..=19, the computer plays at the
    /// level of the last digit.
    game: usize,
    /// The lowest level at which thinking runs at full speed.
    from: u8,
}

impl Thinking {
    /// Finds the bytes for the image of Video Checkers; `None` for any other image, or if `from` is
    /// 0.
    pub fn of(image: &[u8], from: u8) -> Option<Thinking> {
        let bundled = Bundled::of(image)?;
        Thinking::by(&Symbols::parse(bundled.symbols).ok()?, from)
    }

    fn by(symbols: &Symbols, from: u8) -> Option<Thinking> {
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

    /// True while the cartridge thinks at a level at which thinking runs at full speed.
    pub fn holds(&self, ram: &[u8; 128]) -> bool {
        self.holds_from(ram, self.from)
    }

    /// True while the cartridge thinks at the level `from` or above; always false if `from` is 0.
    pub fn holds_from(&self, ram: &[u8; 128], from: u8) -> bool {
        from > 0 && ram[self.status] & self.mask != 0 && ram[self.game] % 10 >= from
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_holds_from_the_level_on() {
        let symbols = Symbols::parse("status 0096 (R )\nTHINKING 0080\ngame 0092\n").unwrap();
        let thinking = Thinking::by(&symbols, 6).unwrap();
        let mut ram = [0; 128];
        ram[0x12] = 16;
        assert!(!thinking.holds(&ram));
        ram[0x16] = 0x80;
        assert!(thinking.holds(&ram));
        ram[0x12] = 5;
        assert!(!thinking.holds(&ram));
    }

    #[test]
    fn a_foreign_cartridge_never_thinks() {
        assert_eq!(Thinking::of(&[0; 4096], 6), None);
    }
}
