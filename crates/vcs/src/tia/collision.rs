//! The fifteen collision latches.

use super::priority::{BL, M0, M1, P0, P1, PF};
use serde::{Deserialize, Serialize};

/// For each read address, the pair of objects that sets D7, and the pair that sets D6. CXBLPF has
/// no D6.
pub(crate) const PAIRS: [[u8; 2]; 8] = [
    [M0 | P1, M0 | P0],
    [M1 | P0, M1 | P1],
    [P0 | PF, P0 | BL],
    [P1 | PF, P1 | BL],
    [M0 | PF, M0 | BL],
    [M1 | PF, M1 | BL],
    [BL | PF, 0],
    [P0 | P1, M0 | M1],
];

/// Number of pixels for which CXCLR holds the latches clear. The first of these pixels is the one
/// before the strobe.
const HELD_PIXELS: u8 = 2;

/// The latches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct Collisions {
    /// The latches, two bits per read address: D7 of address a is bit 2a+1, D6 is bit 2a.
    pub(crate) latches: u16,
    /// Number of upcoming pixels whose collisions are lost because of CXCLR.
    pub(crate) held: u8,
    /// The objects whose collisions are switched off, as a debugging aid.
    #[serde(skip)]
    pub(crate) non_colliding: u8,
}

/// The latches that overlapping objects set, indexed by a mask of these objects.
static LATCHES: [u16; 64] = latches();

const fn latches() -> [u16; 64] {
    let mut table = [0; 64];
    let mut objects = 0;
    while objects < 64 {
        let mut bit = 0;
        while bit < 16 {
            let pair = PAIRS[bit / 2][1 - bit % 2];
            if pair != 0 && objects as u8 & pair == pair {
                table[objects] |= 1 << bit;
            }
            bit += 1;
        }
        objects += 1;
    }
    table
}

impl Collisions {
    /// Latches the collisions of objects that overlap at one pixel.
    pub(crate) fn latch(&mut self, objects: u8) {
        if self.held > 0 {
            self.held -= 1;
        } else {
            self.latches |= self.set_by(objects);
        }
    }

    /// Returns the latches that these objects set at one pixel.
    pub(crate) fn set_by(&self, objects: u8) -> u16 {
        LATCHES[usize::from(objects & !self.non_colliding & 63)]
    }

    /// Strobes CXCLR.
    pub(crate) fn cxclr(&mut self) {
        self.latches = 0;
        self.held = HELD_PIXELS;
    }

    /// Returns all latches: D7 of read address a is bit 2a+1, D6 is bit 2a.
    pub(crate) fn bits(&self) -> u16 {
        self.latches
    }

    /// Returns D7 and D6 of CXM0P..=CXPPMM (`address` 0..=7).
    pub(crate) fn read(&self, address: u8) -> u8 {
        ((self.latches >> (2 * (address & 7)) & 3) as u8) << 6
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_object_whose_collisions_are_off_sets_no_latch() {
        let all = P0 | P1 | M0 | M1 | BL | PF;
        let mut collisions = Collisions {
            non_colliding: P0,
            ..Collisions::default()
        };
        collisions.latch(all);
        let player_0_bits = (0..16).filter(|bit| PAIRS[bit / 2][1 - bit % 2] & P0 != 0);
        let player_0_latches: u16 = player_0_bits.map(|bit| 1 << bit).sum();
        assert_eq!(collisions.bits(), LATCHES[63] & !player_0_latches);
        assert_eq!(player_0_latches.count_ones(), 5);
    }
}
