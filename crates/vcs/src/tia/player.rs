//! A player: eight graphics bits, scanned by a counter that its position counter starts.

use super::position::{Position, starts_copy};
use serde::{Deserialize, Serialize};

/// One of the two players.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Player {
    position: Position,
    nusiz: u8,
    reflected: bool,
    delayed: bool,
    /// GRPx as written, and the copy that the other player's GRPx write takes.
    graphics: [u8; 2],
    scan: Scan,
}

/// The scan counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
struct Scan {
    /// Clocks until a decoded start reaches the scan counter; 0 when none is on its way.
    wait: u8,
    /// The bit being shown, 0..=7; 8 when idle.
    bit: u8,
    /// Clocks that this bit has been shown.
    shown: u8,
    /// The copy being drawn is the main one.
    main: bool,
}

impl Player {
    /// A clock edge of the object's own clock.
    /// True when the missile locked to this player is to be reset.
    pub fn tick(&mut self) -> bool {
        let size = size(self.nusiz);
        if self.scan.wait > 0 {
            self.scan.wait -= 1;
            if self.scan.wait == 0 {
                self.scan.bit = 0;
                self.scan.shown = 0;
            }
        } else if self.scan.bit < 8 {
            self.scan.shown += 1;
            if self.scan.shown >= size {
                self.scan.shown = 0;
                self.scan.bit += 1;
            }
        }
        if let Some(boundary) = self.position.tick()
            && starts_copy(boundary.ended, self.nusiz)
        {
            self.scan.main = boundary.ended == super::position::MAIN;
            self.scan.wait = if size == 1 { 1 } else { 2 };
        }
        self.scan.main && self.scan.bit == 4 && self.scan.shown == 0 && self.scan.wait == 0
    }

    /// RESPx.
    pub fn resp(&mut self) {
        self.position.reset();
    }

    /// The end of a color clock with a reset strobe.
    pub fn release(&mut self) {
        self.position.release();
    }

    /// The player's output before priority.
    pub fn output(&self) -> bool {
        let graphics = self.graphics[usize::from(self.delayed)];
        let bit = self.scan.bit;
        bit < 8 && graphics >> (if self.reflected { bit } else { 7 - bit }) & 1 != 0
    }

    /// NUSIZx.
    pub fn nusiz(&mut self, data: u8) {
        self.nusiz = data;
    }

    /// REFPx.
    pub fn refp(&mut self, data: u8) {
        self.reflected = data & 8 != 0;
    }

    /// VDELPx.
    pub fn vdelp(&mut self, data: u8) {
        self.delayed = data & 1 != 0;
    }

    /// GRPx of this player.
    pub fn grp(&mut self, data: u8) {
        self.graphics[0] = data;
    }

    /// GRPx of the other player: copies this one's graphics into its delayed register.
    pub fn copy_delayed(&mut self) {
        self.graphics[1] = self.graphics[0];
    }
}

/// Clocks for each graphics bit.
fn size(nusiz: u8) -> u8 {
    match nusiz & 7 {
        5 => 2,
        7 => 4,
        _ => 1,
    }
}
