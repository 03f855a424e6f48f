//! Brings the chip's own fields and the collision latches up to date.
//!
//! While the scanner runs a line, some of the chip's fields hold values from an earlier clock. To
//! *settle* the line means to bring all of the chip's own fields up to the current clock. An
//! object's state is looked up in its *period* (its state at each of its positions: `period.rs`).
//! The sets of objects on their way to the latches are those of the last two pixels of the rows.
//! The horizontal counter follows from the clock, and the sound levels are computed by running the
//! sound. By the rules in `mod.rs`, [`Tia::step`](crate::tia::Tia) would have computed the same
//! values.

use super::{LAST_BLANK, Scanner, row};
use crate::{
    television::{Television, WIDTH},
    tia::{
        Tia,
        hsync::{FIRST_PIXEL, LINE_CLOCKS},
    },
};

impl Scanner {
    /// Brings all of the chip's fields up to the current clock, and returns the chip.
    #[cold]
    pub fn settle(&mut self, television: &mut Television) -> &Tia {
        if !self.line.is_active() {
            return &self.chip;
        }
        let clock = self.chip.hsync.clock();
        self.run_sound(television);
        self.advance_motion(clock);
        if clock >= LAST_BLANK {
            self.finish_pixels(clock, television);
            self.line.draw_playfield(&mut self.chip.playfield, clock);
            self.chip.playfield.set_bit(self.line.bit_before(clock));
            self.chip.hsync.place(clock, self.line.motion.objects_start);
        }
        self.copy_all_to_chip(clock);
        self.line.until = 0;
        &self.chip
    }

    /// Settles the line, and then changes the chip with the function `change`.
    pub(in crate::fast) fn change_chip(
        &mut self,
        television: &mut Television,
        change: impl FnOnce(&mut Tia),
    ) {
        self.settle(television);
        change(&mut self.chip);
        self.simple = Scanner::simple_registers(&self.chip.revision);
        self.known = 0;
    }

    /// Writes the state of all objects at `clock` to the chip's own fields. The objects must
    /// already have been drawn up to this clock.
    pub(super) fn copy_all_to_chip(&mut self, clock: u8) {
        (0..5).for_each(|object| self.copy_to_chip(object, clock));
        self.chip.objects.missile_resets = self.chip.objects.due_missile_resets();
    }

    /// Runs the sound up to the current clock.
    pub(super) fn run_sound(&mut self, television: &mut Television) {
        let (clock, line) = (self.chip.hsync.clock(), &mut self.line);
        self.chip
            .audio
            .run(line.sound.from, line.sound.lines, clock, television);
        (line.sound.from, line.sound.lines) = (clock, 0);
    }

    /// Finishes the visible part of the line up to `clock`: rows, picture, collisions, and the sets
    /// of objects on their way to the latches.
    pub(super) fn finish_pixels(&mut self, clock: u8, television: &mut Television) {
        if clock == LAST_BLANK {
            return;
        }
        self.draw_all(clock);
        self.paint(clock, television);
        self.latch_up_to(clock);
        self.chip.right = self.right_at(clock - 1);
    }

    /// Advances the collision latches to `clock`, including the sets of objects on their way to the
    /// latches.
    pub(super) fn advance_collisions(&mut self, clock: u8) {
        self.advance_motion(clock);
        if clock > self.line.latched {
            self.draw_all(clock);
            self.latch_up_to(clock);
        }
    }

    /// Latches the collisions of the visible part of the line up to `clock`. The rows must already
    /// have been drawn up to this clock.
    fn latch_up_to(&mut self, clock: u8) {
        let from = self.line.latched;
        if clock <= from {
            return;
        }
        let unblanked = self.unblanked();
        let lit = self.line.objects_in_rows();
        self.chip.collisions.latch(self.chip.shown);
        if clock - from > 1 {
            self.chip.collisions.latch(self.chip.outputs & unblanked);
            let last = clock - 1 - FIRST_PIXEL;
            let lit = lit & unblanked;
            if self.chip.collisions.settable(lit) != 0 {
                let range = row::pixels(from - LAST_BLANK, last);
                self.chip
                    .collisions
                    .latch_rows(lit, &self.line.rows, &range);
            }
            self.chip.shown = match lit {
                0 => 0,
                lit => lit & self.line.objects_at(last),
            };
        } else {
            self.chip.shown = self.chip.outputs & unblanked;
        }
        if clock < LINE_CLOCKS {
            self.chip.outputs = self.line.objects_at(clock - FIRST_PIXEL);
        }
        self.line.latched = clock;
    }

    /// Draws all rows, as far as their pixels are known at `clock`.
    pub(super) fn draw_all(&mut self, clock: u8) {
        let blank_line = self.chip.vblank[0] && clock == LINE_CLOCKS;
        let objects = if blank_line { 0 } else { self.line.lit };
        self.draw(objects | self.line.disturbed, clock);
        self.line.draw_playfield(&mut self.chip.playfield, clock);
        self.line.update_playfield_row();
    }

    /// Returns a mask of the objects that can be shown and collide: none of them during vertical
    /// blank.
    pub(super) fn unblanked(&self) -> u8 {
        if self.chip.vblank[0] { 0 } else { u8::MAX }
    }

    /// Returns the value of the chip's field `right` after the pixel at `clock`.
    fn right_at(&self, clock: u8) -> bool {
        let switch = self.chip.score_switch();
        // True if the blank covered the start of the right half.
        let blank = self.chip.vblank[0] && self.line.right_end == WIDTH as u8;
        !blank && clock >= switch && clock - FIRST_PIXEL < self.line.right_end
    }
}
