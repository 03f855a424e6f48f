//! Cheats: fixed bytes of RAM, changed bytes of the cartridge, and the search for a counter in RAM.

use std::{fmt, str::FromStr};
use thiserror::Error;
use vcs::cartridge::RomPatch;

/// A byte that keeps a value. As text `80:FF` for RAM, and `F123:EA` or `F123?10:EA` for the
/// cartridge, all in hexadecimal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cheat {
    /// The address: $80..=$FF, or $F000..=$FFFF in each bank of the cartridge.
    pub address: u16,
    /// The value.
    pub value: u8,
    /// The cartridge's own byte: only banks that have it there are changed.
    pub old: Option<u8>,
}

/// The text is not a cheat.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "{0:?} is not a cheat; write an address and a value, such as 80:FF: 80 to FF is RAM, \
     F000 to FFFF the cartridge"
)]
pub struct NoCheat(String);

impl Cheat {
    /// Creates a cheat on a byte without checking its old value; `None` for an address that has
    /// neither RAM nor ROM.
    pub fn new(address: u16, value: u8) -> Option<Cheat> {
        let address = match address {
            0x80..=0xff => address,
            0x1000.. if address & 0x1000 != 0 => address | 0xf000,
            _ => return None,
        };
        Some(Cheat {
            address,
            value,
            old: None,
        })
    }

    /// Returns the byte of RAM, $80..=$FF; `None` for one of the cartridge.
    pub fn ram(self) -> Option<u8> {
        u8::try_from(self.address).ok()
    }

    /// Returns the byte of the cartridge; `None` for one of RAM.
    pub fn rom(self) -> Option<RomPatch> {
        self.ram().is_none().then_some(RomPatch {
            address: self.address,
            old: self.old,
            value: self.value,
        })
    }
}

impl FromStr for Cheat {
    type Err = NoCheat;

    /// Reads `80:FF`, `80=FF`, `$80:$ff`, `F123:EA` or `F123?10:EA`.
    fn from_str(text: &str) -> Result<Cheat, NoCheat> {
        let number = |text: &str| {
            let digits = text.trim().trim_start_matches('$');
            u16::from_str_radix(digits, 16).ok()
        };
        let byte = |text: &str| u8::try_from(number(text)?).ok();
        let read = || {
            let (place, value) = text.trim().split_once([':', '='])?;
            let (address, old) = match place.split_once('?') {
                Some((address, old)) => (address, Some(byte(old)?)),
                None => (place, None),
            };
            let cheat = Cheat::new(number(address)?, byte(value)?)?;
            let known = old.is_none() || cheat.ram().is_none();
            known.then_some(Cheat { old, ..cheat })
        };
        read().ok_or_else(|| NoCheat(text.to_owned()))
    }
}

impl fmt::Display for Cheat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02X}", self.address)?;
        if let Some(old) = self.old {
            write!(f, "?{old:02X}")?;
        }
        write!(f, ":{:02X}", self.value)
    }
}

/// The change of a byte since the previous comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Difference {
    Changed,
    Same,
    More,
    Less,
}

/// The search for a byte of RAM, such as the counter of lives: each comparison excludes the bytes
/// that changed in another way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Search {
    last: [u8; 128],
    /// The remaining bytes, one bit each.
    left: u128,
}

impl Search {
    /// Begins with all bytes.
    pub fn new(ram: &[u8; 128]) -> Search {
        Search {
            last: *ram,
            left: u128::MAX,
        }
    }

    /// Excludes the bytes that have not changed in this way since the previous comparison.
    pub fn narrow(&mut self, difference: Difference, ram: &[u8; 128]) {
        for (at, (before, now)) in self.last.iter().zip(ram).enumerate() {
            let fits = match difference {
                Difference::Changed => now != before,
                Difference::Same => now == before,
                Difference::More => now > before,
                Difference::Less => now < before,
            };
            if !fits {
                self.left &= !(1 << at);
            }
        }
        self.last = *ram;
    }

    /// Returns the addresses that are left, $80..=$FF.
    pub fn addresses(&self) -> impl Iterator<Item = u8> {
        let left = self.left;
        (0..128)
            .filter(move |at| left >> at & 1 != 0)
            .map(|at| at + 0x80)
    }

    /// Returns the number of bytes that are left.
    pub fn count(&self) -> usize {
        self.left.count_ones() as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cheats_read_back_as_written() {
        let cheat: Cheat = "$80:2a".parse().unwrap();
        assert_eq!(cheat.to_string(), "80:2A");
        assert_eq!("FF=01".parse().ok(), Cheat::new(0xff, 1));
        for text in ["80:2A", "F123:EA", "F123?10:EA"] {
            let cheat: Cheat = text.parse().unwrap();
            assert_eq!(cheat.to_string(), text);
            assert_eq!(cheat.ram().is_some(), text.len() == 5);
        }
        let other: Cheat = "1123:EA".parse().unwrap();
        assert_eq!(other.to_string(), "F123:EA", "the same byte");
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "",
            "80",
            "7F:00",
            "180:00",
            "80:100",
            "GG:00",
            "80:00:00",
            "2000:00",
            "80?10:00",
            "F123?:00",
            "1F000:00",
            "F123?100:00",
        ] {
            let refused = text.parse::<Cheat>().unwrap_err().to_string();
            assert!(refused.contains("such as 80:FF"), "{refused}");
        }
    }

    #[test]
    fn a_search_ends_at_the_byte_that_counts() {
        let mut ram = [7; 128];
        let mut search = Search::new(&ram);
        (ram[3], ram[9], ram[20]) = (6, 6, 8);
        search.narrow(Difference::Changed, &ram);
        assert_eq!(search.addresses().collect::<Vec<_>>(), [0x83, 0x89, 0x94]);
        (ram[3], ram[20]) = (5, 7);
        search.narrow(Difference::Less, &ram);
        assert_eq!((search.count(), search.addresses().next()), (2, Some(0x83)));
        ram[20] = 9;
        search.narrow(Difference::Same, &ram);
        assert_eq!(search.addresses().collect::<Vec<_>>(), [0x83]);
        ram[3] = 9;
        search.narrow(Difference::More, &ram);
        assert_eq!(search.count(), 1);
    }
}
