//! Cheats: bytes of RAM that keep a value.

use std::{fmt, str::FromStr};
use thiserror::Error;

/// A byte of RAM that keeps a value. As text `80:FF`, both in hexadecimal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cheat {
    /// The address, $80..=$FF.
    pub address: u8,
    /// The value.
    pub value: u8,
}

/// The text is no cheat.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0:?} is no cheat; write an address of RAM from 80 to FF and a value, such as 80:FF")]
pub struct NoCheat(String);

impl FromStr for Cheat {
    type Err = NoCheat;

    /// Reads `80:FF`, `80=FF` or `$80:$ff`.
    fn from_str(text: &str) -> Result<Cheat, NoCheat> {
        let byte = |text: &str| u8::from_str_radix(text.trim().trim_start_matches('$'), 16).ok();
        let pair = text.trim().split_once([':', '=']);
        let read = pair.and_then(|(address, value)| Some((byte(address)?, byte(value)?)));
        match read {
            Some((address @ 0x80.., value)) => Ok(Cheat { address, value }),
            _ => Err(NoCheat(text.to_owned())),
        }
    }
}

impl fmt::Display for Cheat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02X}:{:02X}", self.address, self.value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cheats_read_back_as_written() {
        let cheat: Cheat = "$80:2a".parse().unwrap();
        assert_eq!(cheat.to_string(), "80:2A");
        assert_eq!(
            "FF=01".parse(),
            Ok(Cheat {
                address: 0xff,
                value: 1
            })
        );
        assert_eq!(cheat.to_string().parse(), Ok(cheat));
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "80", "7F:00", "180:00", "80:100", "GG:00", "80:00:00"] {
            let refused = text.parse::<Cheat>().unwrap_err().to_string();
            assert!(refused.contains("such as 80:FF"), "{refused}");
        }
    }
}
