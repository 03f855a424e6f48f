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
    /// The start signal, up for the four clocks of a count.
    start: bool,
    /// The copy that is to start is the main one.
    main: bool,
    drawing: bool,
    /// The bit being shown, 0..=7.
    bit: u8,
    /// Whether the next two clock edges reach the counter.
    enabled: [bool; 2],
}

impl Player {
    /// False for values that only a damaged state can have.
    pub fn is_plausible(&self) -> bool {
        self.position.is_plausible() && self.scan.bit < 8
    }

    /// The first half of a clock.
    pub fn sample(&mut self) {
        let nusiz = self.nusiz;
        self.position.sample(|count| starts_copy(count, nusiz));
        self.scan.enabled[1] = self.enables();
    }

    /// The second half of a clock; `held` while a reset strobe stops the position counter's part
    /// of it.
    pub fn tick(&mut self, held: bool) {
        if self.scan.enabled[0] {
            self.scan.step();
        }
        self.scan.enabled[0] = self.scan.enabled[1];
        if !held && let Some(start) = self.position.tick() {
            self.scan.start = start;
            if start {
                self.scan.main = self.position.main();
            }
        }
    }

    /// True when a clock in this phase reaches the scan counter, two clock edges later.
    fn enables(&self) -> bool {
        match self.nusiz & 7 {
            5 => self.position.phase() & 1 == 0,
            7 => self.position.phase() == 0,
            _ => true,
        }
    }

    /// True while the player resets the missile locked to it.
    pub fn resets_missile(&self) -> bool {
        self.scan.main && self.scan.drawing && self.scan.bit == 1 && self.scan.enabled[0]
    }

    /// RESPx.
    pub fn resp(&mut self) {
        let nusiz = self.nusiz;
        self.position.reset(|count| starts_copy(count, nusiz));
        self.scan.enabled[1] = self.enables();
    }

    /// The player's output before priority.
    pub fn output(&self) -> bool {
        let graphics = self.graphics[usize::from(self.delayed)];
        let bit = self.scan.bit;
        self.scan.drawing && graphics >> (if self.reflected { bit } else { 7 - bit }) & 1 != 0
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

impl Scan {
    /// An enabled clock edge.
    fn step(&mut self) {
        if self.drawing && self.bit < 7 {
            self.bit += 1;
        } else {
            self.drawing = self.start;
            self.bit = 0;
        }
    }
}
