//! E0 and 03E0, Parker Brothers: the window has four slots of 1 KiB. Three of them can contain any
//! of eight slices; the fourth always contains the last slice. 03E0 was made in Brazil, and has its
//! hot spots below the window.

use super::{Access, Answer, Mapper, Scheme, Window};
use serde::{Deserialize, Serialize};

/// The board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parker {
    slices: [u8; 3],
    /// True for the Brazilian boards: their hot spots are at `$0380-$03FF`.
    below: bool,
}

impl Mapper for Parker {
    fn new(scheme: Scheme, _rom: &mut Vec<u8>) -> Parker {
        Parker {
            slices: [4, 5, 6],
            below: scheme == Scheme::X03e0,
        }
    }

    fn map(&self, window: &mut Window) {
        for (slot, &slice) in self.slices.iter().enumerate() {
            window.map(slot * 0x400, 0x400, usize::from(slice & 7) * 0x400);
        }
        window.map(0xc00, 0x400, 7 * 0x400);
        if !self.below {
            window.watch(0xfe0..0xff8);
        }
    }

    fn access(&mut self, access: Access, _rom: &[u8]) -> Answer {
        let slot = match access.address & 0xfff {
            0xfe0..=0xfe7 => 0,
            0xfe8..=0xfef => 1,
            0xff0..=0xff7 => 2,
            _ => return Answer::ROM,
        };
        self.slices[slot] = access.address as u8 & 7;
        Answer::SWITCHED
    }

    fn listens_below(&self) -> bool {
        self.below
    }

    fn listens_to_tia(&self) -> bool {
        false
    }

    fn listens_to_ram(&self) -> bool {
        false
    }

    /// Handles an access to the hot spots of 03E0. A low address line A4, A5 or A6 selects slot 0,
    /// 1 or 2; several of them can be low. Puts the slice that A0 to A2 select into each of these
    /// slots.
    fn access_below(&mut self, access: Access, _rom: &[u8]) -> bool {
        if access.address & 0x1f80 != 0x0380 {
            return false;
        }
        for (slot, slice) in self.slices.iter_mut().enumerate() {
            if access.address >> (4 + slot) & 1 == 0 {
                *slice = access.address as u8 & 7;
            }
        }
        true
    }

    fn identity(&self) -> (usize, usize) {
        (usize::from(self.below), 0)
    }
}
