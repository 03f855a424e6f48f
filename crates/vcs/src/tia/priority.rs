//! The priority of the objects' colors, and score mode.

use serde::{Deserialize, Serialize};

/// The bit for player 0's output in a set of objects.
pub(crate) const P0: u8 = 1;
/// Output bit of missile 0.
pub(crate) const M0: u8 = 2;
/// Output bit of player 1.
pub(crate) const P1: u8 = 4;
/// Output bit of missile 1.
pub(crate) const M1: u8 = 8;
/// Output bit of the ball.
pub(crate) const BL: u8 = 16;
/// Output bit of the playfield.
pub(crate) const PF: u8 = 32;

/// The color registers, and the CTRLPF bits that rank the objects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct Priority {
    /// COLUP0, COLUP1, COLUPF, COLUBK with bit 0 clear.
    pub(crate) colors: [u8; 4],
    pub(crate) score: bool,
    pub(crate) playfield_first: bool,
    /// The objects that a debugging aid hides.
    #[serde(skip)]
    pub(crate) hidden: u8,
}

impl Priority {
    /// Writes COLUP0, COLUP1, COLUPF, COLUBK (`index` 0..=3). Bit 0 is not connected.
    pub(crate) fn colu(&mut self, index: usize, data: u8) {
        self.colors[index] = data & 0xfe;
    }

    /// Writes CTRLPF.
    pub(crate) fn ctrlpf(&mut self, data: u8) {
        self.score = data & 2 != 0;
        self.playfield_first = data & 4 != 0;
    }

    /// Returns the color number where `objects` overlap; `right` is true in the line's right half.
    // Data sheet, CTRLPF. The netlist confirms that the priority bit overrides the score colors. In
    // score mode, each half of the playfield has the priority of the player whose color it takes.
    // The ball stays behind both players.
    pub(crate) fn color(&self, objects: u8, right: bool) -> u8 {
        let objects = objects & !self.hidden;
        let player0 = objects & (P0 | M0) != 0;
        let player1 = objects & (P1 | M1) != 0;
        let playfield = objects & PF != 0;
        let ball = objects & BL != 0;
        let index = if self.playfield_first {
            match () {
                () if playfield || ball => 2,
                () if player0 => 0,
                () if player1 => 1,
                () => 3,
            }
        } else {
            let score = playfield && self.score;
            match () {
                () if player0 || score && !right => 0,
                () if player1 || score && right => 1,
                () if playfield || ball => 2,
                () => 3,
            }
        };
        self.colors[index]
    }
}
