//! NS, the scheme used as an example in the guide: two banks of 4 KiB. An access to `$1C10` selects
//! bank 0, one to `$1C2C` bank 1.

use super::{Access, Answer, Mapper, Scheme, Window};
use serde::{Deserialize, Serialize};

/// The board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewScheme {
    bank: u8,
}

impl Mapper for NewScheme {
    fn new(_scheme: Scheme, _rom: &mut Vec<u8>) -> NewScheme {
        NewScheme { bank: 0 }
    }

    fn map(&self, window: &mut Window) {
        window.map_bank(usize::from(self.bank));
        window.watch(0xc10..0xc11);
        window.watch(0xc2c..0xc2d);
    }

    fn access(&mut self, access: Access, _rom: &[u8]) -> Answer {
        match access.address & 0xfff {
            0xc10 => self.bank = 0,
            0xc2c => self.bank = 1,
            _ => return Answer::ROM,
        }
        Answer::SWITCHED
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_hot_spot_selects_its_bank() {
        let mut board = NewScheme { bank: 0 };
        let mut access = |address| {
            let access = Access {
                address,
                data: 0,
                write: false,
                cycle: 0,
            };
            (board.access(access, &[]), board.bank)
        };
        assert_eq!(access(0x1c2c), (Answer::SWITCHED, 1));
        assert_eq!(access(0x1c2b), (Answer::ROM, 1));
        assert_eq!(access(0x1c10), (Answer::SWITCHED, 0));
    }
}
