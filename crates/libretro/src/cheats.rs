//! The front end's list of cheats.

use play::cheats::Cheat;

/// The cheats in the front end's list, by index.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Cheats(Vec<Option<Cheat>>);

impl Cheats {
    /// Sets the cheat at an index; removes it if `code` is `None` or invalid. A code contains a RAM
    /// address and a value in hexadecimal, such as `80:FF` or `80=FF`. Returns `false` if the code
    /// is invalid, or if the index is 1024 or more.
    pub fn set(&mut self, index: usize, code: Option<&str>) -> bool {
        const MAX_CHEATS: usize = 1024;
        if index >= MAX_CHEATS {
            return false;
        }
        if self.0.len() <= index {
            self.0.resize(index + 1, None);
        }
        let cheat = code.and_then(|code| code.parse().ok());
        self.0[index] = cheat.filter(|cheat: &Cheat| cheat.ram().is_some());
        code.is_none() || self.0[index].is_some()
    }

    /// Writes the cheats' values to RAM.
    pub fn apply(&self, ram: &mut [u8; 128]) {
        for cheat in self.0.iter().flatten() {
            ram[usize::from(cheat.address) & 0x7f] = cheat.value;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cheat_holds_a_byte_until_it_is_removed() {
        let mut cheats = Cheats::default();
        assert!(cheats.set(2, Some("$80:2a")) && cheats.set(0, Some("FF=01")));
        let mut ram = [0; 128];
        cheats.apply(&mut ram);
        assert_eq!((ram[0], ram[127]), (0x2a, 1));
        assert!(cheats.set(2, None));
        let mut ram = [0; 128];
        cheats.apply(&mut ram);
        assert_eq!((ram[0], ram[127]), (0, 1));
    }

    #[test]
    fn malformed_codes_and_addresses_outside_ram_are_rejected() {
        for code in ["", "80", "7F:00", "180:00", "80:100", "GG:00", "F000:00"] {
            assert!(!Cheats::default().set(0, Some(code)), "{code:?}");
        }
        assert!(!Cheats::default().set(usize::MAX, Some("80:00")));
    }
}
