//! Disturbed objects: after a reset, or another change of their copies while the last one acts.
//!
//! Such an object is clocked by the chip's own circuits, as far as its row is needed, until its
//! state is one of its period's. That is the same as clocking all objects together, because they do
//! not act on each other while no missile is locked.

use super::{LAST_BLANK, Scanner, members, row};
use crate::tia::hsync::MOTION_END;

impl Scanner {
    /// Draws the objects of a set as far as their pixels are known at `clock`; motion has been
    /// advanced that far.
    pub(super) fn draw(&mut self, objects: u8, clock: u8) {
        let to = clock.saturating_sub(LAST_BLANK);
        let disturbed = objects & self.line.disturbed;
        members(disturbed).for_each(|object| self.draw_disturbed(object, to));
        // Some of them may be undisturbed by now.
        let undisturbed = objects & !self.line.disturbed;
        members(undisturbed).for_each(|object| self.line.draw(object, to));
    }

    /// Draws a disturbed object up to pixel `to`, or until it is undisturbed.
    fn draw_disturbed(&mut self, object: usize, to: u8) {
        if self.is_locked(object) && self.is_reset_before(object, to) {
            let position = self.line.sprites[object - 1].position;
            let sprite = &mut self.line.sprites[object];
            (sprite.position, sprite.drawn) = (position, to);
            self.line.disturbed &= !(1 << object);
            return;
        }
        for x in self.line.sprites[object].drawn..to {
            let clock = x + LAST_BLANK;
            // Any clock will do, and to find out takes longer than to run one.
            let tries = clock & 3 == 0 && clock > self.line.motion.start;
            if tries && self.take_undisturbed(object, clock) {
                return;
            }
            if self.tick_disturbed(object, clock) {
                self.line.rows[object][usize::from(x / 64)] |= 1 << (x % 64);
                self.line.rows_lit |= 1 << object;
            }
            self.line.sprites[object].drawn = x + 1;
        }
    }

    /// One clock of the visible line, as the chip does it. The object's output.
    fn tick_disturbed(&mut self, object: usize, clock: u8) -> bool {
        if self.is_locked(object) {
            self.tick_locked(object, clock);
            return false;
        }
        let early = self.line.sprites[object].is_early(clock - LAST_BLANK);
        let visible = (self.line.motion.start..MOTION_END).contains(&clock);
        if visible && !early && !self.chip.objects.strobed(1 << object) {
            return self.chip.objects.tick_alone(object);
        }
        let pulses = u8::from(early) << object;
        self.chip
            .objects
            .tick(1 << object, clock, pulses, visible, &self.chip.revision);
        clock < MOTION_END && self.chip.objects.output(object)
    }

    /// Marks an object undisturbed if its state is in its period; its row is drawn up to `clock`.
    /// False if it stays disturbed.
    pub(super) fn take_undisturbed(&mut self, object: usize, clock: u8) -> bool {
        let (bit, motion_start) = (1 << object, self.line.motion.start);
        let sampled = clock > motion_start;
        self.line.disturbed |= bit;
        self.line.lit &= !bit;
        let position = match self.is_locked(object) {
            true => self.locked_position(object, clock),
            false => self.chip.objects.undisturbed_position(object, sampled),
        };
        let Some(position) = position else {
            return false;
        };
        let moved = self.moved_in_view(clock);
        let position = row::earlier(position, moved);
        self.line.sprites[object].position = position;
        self.line.disturbed &= !bit;
        self.line.show(object, self.chip.objects.shown(object));
        true
    }

    /// Gives the chip's own fields an object's state at `clock`, up to which it is drawn.
    pub(super) fn restore(&mut self, object: usize, clock: u8) {
        if self.line.disturbed >> object & 1 != 0 {
            return;
        }
        let (position, sampled) = self.position_at(object, clock);
        self.chip.objects.set_edge(1 << object, sampled);
        self.chip.objects.set_position(object, position, sampled);
    }

    /// Clocks of the visible line that the objects have had at `clock`; motion has been advanced
    /// that far.
    pub(super) fn moved_in_view(&self, clock: u8) -> u8 {
        clock.saturating_sub(self.line.motion.start + 1)
    }

    /// The position of an undisturbed object at `clock`, and whether the first half of its next
    /// clock is done.
    pub(super) fn position_at(&self, object: usize, clock: u8) -> (u8, bool) {
        let (sprite, motion_start) = (&self.line.sprites[object], self.line.motion.start);
        let sampled = clock > motion_start;
        let moved = self.moved_in_view(clock);
        // A pulse at the clock before was both halves of the clock that is due.
        let early = sampled && sprite.is_early(clock - 1 - LAST_BLANK);
        let position = self.line.position_after(object, moved + u8::from(early));
        (position, sampled && !early)
    }
}
