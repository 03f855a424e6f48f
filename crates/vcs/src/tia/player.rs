//! A player: eight graphics bits, scanned by a counter that its position counter starts.

use super::{
    cycle,
    position::{Position, starts_copy},
};
use serde::{Deserialize, Serialize};

/// One of the two players.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Player {
    moving: Moving,
    nusiz: u8,
    reflected: bool,
    delayed: bool,
    /// GRPx as written, and the copy that the other player's GRPx write takes.
    graphics: [u8; 2],
}

/// What moves in a player: the position counter and the scan counter that it starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Moving {
    position: Position,
    /// The start signal, up for the four clocks of a count.
    start: bool,
    /// The copy that starts or is being drawn is the main one.
    main: bool,
    drawing: bool,
    /// The bit being shown, 0..=7.
    bit: u8,
    /// Whether the next two clock edges reach the scan counter.
    enabled: [bool; 2],
}

impl cycle::Moving for Moving {
    fn sample(&mut self, nusiz: u8) {
        self.position.sample(|count| starts_copy(count, nusiz));
        self.enabled[1] = self.enables(nusiz);
    }

    fn tick(&mut self) {
        self.scan();
        if let Some(start) = self.position.tick() {
            self.start = start;
            if start {
                self.main = self.position.main();
            }
        }
    }

    fn position(&self) -> &Position {
        &self.position
    }
}

impl Moving {
    /// The second half of a clock for the scan counter.
    fn scan(&mut self) {
        if self.enabled[0] {
            if self.drawing && self.bit < 7 {
                self.bit += 1;
            } else {
                self.drawing = self.start;
                self.main &= self.start;
                self.bit = 0;
            }
        }
        self.enabled[0] = self.enabled[1];
    }

    /// True when a clock in this phase reaches the scan counter, two clock edges later.
    fn enables(&self, nusiz: u8) -> bool {
        match nusiz & 7 {
            5 => self.position.phase() & 1 == 0,
            7 => self.position.phase() == 0,
            _ => true,
        }
    }

    /// The bit of the graphics that is shown, if any; 0 is the first.
    pub fn shown_bit(&self) -> Option<u8> {
        self.drawing.then_some(self.bit)
    }

    /// The output, for graphics in the order in which they are shown.
    pub fn output(&self, graphics: u8) -> bool {
        self.shown_bit()
            .is_some_and(|bit| graphics >> (7 - bit) & 1 != 0)
    }

    /// True while the player resets the missile locked to it.
    pub fn resets_missile(&self) -> bool {
        self.main && self.drawing && self.bit == 1 && self.enabled[0]
    }
}

impl Player {
    /// False for values that only a damaged state can have.
    pub fn is_plausible(&self) -> bool {
        self.moving.position.is_plausible() && self.moving.bit < 8
    }

    /// The first half of a clock.
    pub fn sample(&mut self) {
        cycle::Moving::sample(&mut self.moving, self.nusiz);
    }

    /// The second half of a clock; `held` while a reset strobe stops the position counter's part
    /// of it.
    pub fn tick(&mut self, held: bool) {
        match held {
            true => self.moving.scan(),
            false => cycle::Moving::tick(&mut self.moving),
        }
    }

    /// True while the player resets the missile locked to it.
    pub fn resets_missile(&self) -> bool {
        self.moving.resets_missile()
    }

    /// RESPx.
    pub fn resp(&mut self) {
        let nusiz = self.nusiz;
        self.moving
            .position
            .reset(|count| starts_copy(count, nusiz));
        self.moving.enabled[1] = self.moving.enables(nusiz);
    }

    /// The player's output before priority.
    pub fn output(&self) -> bool {
        self.moving.output(self.shown_graphics())
    }

    /// The graphics in the order in which they are shown, bit 7 first.
    pub fn shown_graphics(&self) -> u8 {
        let graphics = self.graphics[usize::from(self.delayed)];
        match self.reflected {
            true => graphics.reverse_bits(),
            false => graphics,
        }
    }

    /// What moves.
    pub fn moving(&mut self) -> &mut Moving {
        &mut self.moving
    }

    /// NUSIZx D2-D0.
    pub fn mode(&self) -> u8 {
        self.nusiz & 7
    }

    /// NUSIZx.
    pub fn nusiz(&mut self, data: u8) {
        self.nusiz = data;
    }

    /// NUSIZx as written.
    pub fn copies(&self) -> u8 {
        self.nusiz
    }

    /// True if this write of REFPx changes what is shown.
    pub fn refp_shows(&self, data: u8) -> bool {
        self.reflected != (data & 8 != 0)
    }

    /// True if this write of VDELPx changes what is shown.
    pub fn vdelp_shows(&self, data: u8) -> bool {
        self.delayed != (data & 1 != 0) && self.graphics[0] != self.graphics[1]
    }

    /// True if this write of GRPx changes what is shown.
    pub fn grp_shows(&self, data: u8) -> bool {
        !self.delayed && self.graphics[0] != data
    }

    /// True if a write of the other player's GRPx changes what is shown.
    pub fn copy_shows(&self) -> bool {
        self.delayed && self.graphics[0] != self.graphics[1]
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
