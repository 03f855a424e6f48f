//! A missile: one to eight clocks wide, cut out of the clocks after its start.

use super::position::{Position, starts_copy};
use serde::{Deserialize, Serialize};

/// One of the two missiles.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Missile {
    position: Position,
    nusiz: u8,
    enabled: bool,
    /// RESMPx: hidden and locked to its player.
    locked: bool,
    draw: Draw,
}

/// The start signal of a missile or the ball: four clocks, and the four clocks after them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Draw {
    start: bool,
    delayed: bool,
}

impl Draw {
    /// The end of a count; `start` when it starts the object.
    pub fn boundary(&mut self, start: bool) {
        self.delayed = self.start;
        self.start = start;
    }

    /// The output for a width of `1 << width` clocks.
    // Not a counter: the narrow widths are the start signal ANDed with phases of the
    // divide-by-four clock, the widest one ORs two groups. TIA schematics, missile graphics.
    pub fn output(&self, width: u8, phase: u8) -> bool {
        match width & 3 {
            0 => self.start && phase == 0,
            1 => self.start && phase < 2,
            2 => self.start,
            _ => self.start || self.delayed,
        }
    }
}

impl Missile {
    /// False for values that only a damaged state can have.
    pub fn is_plausible(&self) -> bool {
        self.position.is_plausible()
    }

    /// The first half of a clock.
    pub fn sample(&mut self) {
        let nusiz = self.nusiz;
        self.position.sample(|count| starts_copy(count, nusiz));
    }

    /// The second half of a clock, unless a reset strobe holds it.
    pub fn tick(&mut self) {
        if let Some(start) = self.position.tick() {
            self.draw.boundary(start);
        }
    }

    /// RESMx, or the player that the missile is locked to.
    pub fn resm(&mut self) {
        let nusiz = self.nusiz;
        self.position.reset(|count| starts_copy(count, nusiz));
    }

    /// RESMPx locks the missile to its player.
    pub fn locked(&self) -> bool {
        self.locked
    }

    /// The missile's output before priority.
    pub fn output(&self) -> bool {
        self.enabled && !self.locked && self.draw.output(self.nusiz >> 4, self.position.phase())
    }

    /// NUSIZx.
    pub fn nusiz(&mut self, data: u8) {
        self.nusiz = data;
    }

    /// ENAMx.
    pub fn enam(&mut self, data: u8) {
        self.enabled = data & 2 != 0;
    }

    /// RESMPx.
    pub fn resmp(&mut self, data: u8) {
        self.locked = data & 2 != 0;
    }
}
