//! A player: eight graphics bits, and a scan counter that steps through them. The position counter
//! starts the scan counter.

use super::position::{Position, starts_copy};
use serde::{Deserialize, Serialize};

/// One of the two players.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct Player {
    pub(crate) moving: Moving,
    pub(crate) nusiz: u8,
    pub(crate) reflected: bool,
    pub(crate) delayed: bool,
    /// GRPx as written, and its delayed copy, which is made when the other player's GRPx is
    /// written.
    pub(crate) graphics: [u8; 2],
}

/// The part of a player's state that changes from clock to clock: the position counter, and the
/// scan counter that it starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct Moving {
    pub(crate) position: Position,
    /// The start signal, which lasts one count (four clocks).
    pub(crate) start: bool,
    /// True if the copy that is starting or being drawn is the main one.
    pub(crate) main: bool,
    pub(crate) drawing: bool,
    /// The graphics bit that is shown, 0..=7.
    pub(crate) bit: u8,
    /// For each of the next two clock edges: true if the edge reaches the scan counter.
    pub(crate) enabled: [bool; 2],
}

impl Moving {
    /// Runs the first half of a clock.
    pub(crate) fn sample(&mut self, nusiz: u8) {
        self.position.sample(|count| starts_copy(count, nusiz));
        self.enabled[1] = self.enables_scan(nusiz);
    }

    /// Runs the second half of a clock.
    pub(crate) fn tick(&mut self) {
        self.scan();
        if let Some(start) = self.position.tick() {
            self.start = start;
            if start {
                self.main = self.position.completed_main();
            }
        }
    }

    /// Runs the scan counter's part of the second half of a clock.
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

    /// Returns true if the scan counter will step at the second clock edge from now. For wide
    /// players, this depends on the clock within the count.
    fn enables_scan(&self, nusiz: u8) -> bool {
        match nusiz & 7 {
            5 => self.position.phase() & 1 == 0,
            7 => self.position.phase() == 0,
            _ => true,
        }
    }

    /// Returns the number of the graphics bit that is shown, counted from 0 in display order;
    /// `None` if no bit is shown.
    pub(crate) fn shown_bit(&self) -> Option<u8> {
        self.drawing.then_some(self.bit)
    }

    /// Returns the output of a player whose graphics, in display order, are `graphics`.
    pub(crate) fn output(&self, graphics: u8) -> bool {
        self.shown_bit()
            .is_some_and(|bit| graphics >> (7 - bit) & 1 != 0)
    }

    /// Returns true while the player resets the missile locked to it.
    pub(crate) fn resets_missile(&self) -> bool {
        self.main && self.drawing && self.bit == 1 && self.enabled[0]
    }
}

impl Player {
    /// Returns false for values that only a damaged state can have.
    pub(crate) fn is_plausible(&self) -> bool {
        self.moving.position.is_plausible() && self.moving.bit < 8
    }

    /// Runs the first half of a clock.
    pub(crate) fn sample(&mut self) {
        self.moving.sample(self.nusiz);
    }

    /// Runs the second half of a clock. If `held` is true, a reset strobe keeps the position
    /// counter from stepping.
    pub(crate) fn tick(&mut self, held: bool) {
        if held {
            self.moving.scan()
        } else {
            self.moving.tick()
        }
    }

    /// Returns true while the player resets the missile locked to it.
    pub(crate) fn resets_missile(&self) -> bool {
        self.moving.resets_missile()
    }

    /// Handles RESPx: resets the position counter, which puts the player at the beam.
    pub(crate) fn resp(&mut self) {
        let nusiz = self.nusiz;
        self.moving
            .position
            .reset(|count| starts_copy(count, nusiz));
        self.moving.enabled[1] = self.moving.enables_scan(nusiz);
    }

    /// Returns the player's output before priority.
    pub(crate) fn output(&self) -> bool {
        self.moving.output(self.shown_graphics())
    }

    /// Returns the graphics in display order, bit 7 first.
    pub(crate) fn shown_graphics(&self) -> u8 {
        let graphics = self.graphics[usize::from(self.delayed)];
        if self.reflected {
            graphics.reverse_bits()
        } else {
            graphics
        }
    }

    /// Writes NUSIZx.
    pub(crate) fn nusiz(&mut self, data: u8) {
        self.nusiz = data;
    }

    /// Writes REFPx.
    pub(crate) fn refp(&mut self, data: u8) {
        self.reflected = data & 8 != 0;
    }

    /// Writes VDELPx.
    pub(crate) fn vdelp(&mut self, data: u8) {
        self.delayed = data & 1 != 0;
    }

    /// Handles a write to GRPx of this player.
    pub(crate) fn grp(&mut self, data: u8) {
        self.graphics[0] = data;
    }

    /// Copies the graphics into the delayed register, as a write to the other player's GRPx does.
    pub(crate) fn copy_delayed(&mut self) {
        self.graphics[1] = self.graphics[0];
    }
}
