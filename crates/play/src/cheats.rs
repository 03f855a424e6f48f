//! Cheats: frozen bytes in RAM and patched bytes in the cartridge.

use std::{fmt, str::FromStr};
use thiserror::Error;
use vcs::cartridge::RomPatch;

/// A byte that always has a given value. The text form is `80:FF` for a byte of RAM and `F123:EA`
/// for a byte of the cartridge. `F123?10:EA` patches the byte only if it was originally 10. All
/// numbers are hexadecimal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cheat {
    /// The address: $80..=$FF in RAM, or $F000..=$FFFF in the cartridge.
    pub address: u16,
    /// The value that the byte gets.
    pub value: u8,
    /// The original value that a byte of the cartridge must have to be patched. The cheat applies
    /// to all banks in which the byte at the address has this value; if `None`, to all banks.
    pub old: Option<u8>,
}

/// The error for a string that is not a valid cheat.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "{0:?} is not a cheat; write an address and a value, such as 80:FF; 80 to FF is RAM, \
     F000 to FFFF is the cartridge"
)]
pub struct InvalidCheat(String);

impl Cheat {
    /// Creates a cheat that applies regardless of the original value. Returns `None` if the address
    /// is neither in RAM nor in the cartridge.
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

    /// Returns the address in RAM, $80..=$FF; `None` if the cheat is for the cartridge.
    pub fn ram(self) -> Option<u8> {
        u8::try_from(self.address).ok()
    }

    /// Returns the patch for the cartridge; `None` if the cheat is for RAM.
    pub fn rom(self) -> Option<RomPatch> {
        self.ram().is_none().then_some(RomPatch {
            address: self.address,
            old: self.old,
            value: self.value,
        })
    }
}

impl FromStr for Cheat {
    type Err = InvalidCheat;

    /// Parses `80:FF`, `80=FF`, `$80:$ff`, `F123:EA` or `F123?10:EA`.
    fn from_str(text: &str) -> Result<Cheat, InvalidCheat> {
        let number = |text: &str| {
            let digits = text.trim().trim_start_matches('$');
            u16::from_str_radix(digits, 16).ok()
        };
        let byte = |text: &str| u8::try_from(number(text)?).ok();
        let read = || {
            let (location, value) = text.trim().split_once([':', '='])?;
            let (address, old) = match location.split_once('?') {
                Some((address, old)) => (address, Some(byte(old)?)),
                None => (location, None),
            };
            let cheat = Cheat::new(number(address)?, byte(value)?)?;
            let is_valid = old.is_none() || cheat.ram().is_none();
            is_valid.then_some(Cheat { old, ..cheat })
        };
        read().ok_or_else(|| InvalidCheat(text.to_owned()))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parsed_cheat_is_printed_in_its_canonical_form() {
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
    fn invalid_texts_are_refused() {
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
            let error = text.parse::<Cheat>().unwrap_err().to_string();
            assert!(error.contains("such as 80:FF"), "{error}");
        }
    }
}
