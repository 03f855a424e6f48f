//! Disturbed objects. An object that no write disturbs goes through the same states every 160
//! clocks, one for each of its positions. These states are its *period* (`period.rs`). An object is
//! *disturbed* if its state does not follow from its position. RESxx disturbs an object. A write to
//! NUSIZx gives an object another period, but its way there is usually known in advance
//! (`detour.rs`). The object then stays undisturbed.
//!
//! A disturbed object is run clock by clock in the model of the chip (`tia`), as far as its pixels
//! are needed, until its state is back in its period. The result is the same as if all objects were
//! clocked together, because objects do not affect each other while no missile is locked.

use super::{LAST_BLANK, Scanner, members, row};
use crate::tia::hsync::MOTION_END;

/// Number of clocks between two attempts to find a disturbed object's state in its period. In
/// programs with many resets, 8 or 16 clocks take a few percent more work.
const ATTEMPT_CLOCKS: u8 = 13;

impl Scanner {
    /// Draws a set of objects up to the last pixel that is known at `clock`.
    /// Their motion must already be advanced to `clock` ([`Scanner::advance_motion_for`]).
    pub(super) fn draw(&mut self, objects: u8, clock: u8) {
        let to = clock.saturating_sub(LAST_BLANK);
        members(objects & self.line.disturbed).for_each(|object| self.draw_disturbed(object, to));
        // Some of the disturbed objects may have become undisturbed.
        let undisturbed = objects & !self.line.disturbed;
        members(undisturbed).for_each(|object| self.line.draw(object, to));
    }

    /// Draws a disturbed object up to pixel `to` or until it becomes undisturbed.
    #[inline(never)]
    fn draw_disturbed(&mut self, object: usize, to: u8) {
        if self.is_locked(object) {
            return self.draw_locked(object, to);
        }
        let mut x = self.line.sprites[object].drawn;
        let mut next_attempt = x;
        while x < to {
            let clock = x + LAST_BLANK;
            if x == next_attempt {
                let is_clocked = clock >= self.line.motion.objects_start;
                if is_clocked && self.mark_undisturbed(object, clock) {
                    break;
                }
                next_attempt += ATTEMPT_CLOCKS;
            }
            // `tick_alone` runs at most eight clocks.
            let count = (next_attempt - x).min(to - x).min(8);
            let (count, outputs) = self.tick_disturbed(object, clock, count);
            for x in members(outputs).map(|after| usize::from(x) + after) {
                self.line.rows[object][x / 64] |= 1 << (x % 64);
                self.line.rows_lit |= 1 << object;
            }
            x += count;
        }
        self.line.sprites[object].drawn = self.line.sprites[object].drawn.max(x);
    }

    /// Runs at most `count` (1..=8) clocks of the visible line, as the chip does. Returns how many
    /// clocks were run, and a mask with a bit for each of them that is set if the object is on.
    fn tick_disturbed(&mut self, object: usize, clock: u8, count: u8) -> (u8, u8) {
        let (motion_start, x) = (self.line.motion.objects_start, clock - LAST_BLANK);
        let is_alone = !self.line.sprites[object].has_pulses(x, x + count);
        if is_alone && clock >= motion_start && clock + count <= MOTION_END {
            return (count, self.chip.objects.tick_alone(object, count));
        }
        let visible = (motion_start..MOTION_END).contains(&clock);
        let pulses = u8::from(self.line.sprites[object].has_pulses(x, x + 1)) << object;
        self.chip
            .objects
            .tick(1 << object, clock, pulses, visible, &self.chip.revision);
        let is_on = clock < MOTION_END && self.chip.objects.output(object);
        (1, u8::from(is_on))
    }

    /// Reads an object's state from the chip, and returns true if the object is now undisturbed,
    /// that is, if its state is in its period. The object's row must already have been drawn up to
    /// `clock`. If the object is a locked missile, `clock` must be in the blank.
    pub(super) fn mark_undisturbed(&mut self, object: usize, clock: u8) -> bool {
        let (bit, sampled) = (1 << object, clock > self.line.motion.objects_start);
        let position = match self.is_locked(object) {
            true => self.locked_position(object),
            false => self.chip.objects.find_position(object, sampled),
        };
        let Some(position) = position else {
            self.line.disturbed |= bit;
            self.line.lit &= !bit;
            return false;
        };
        self.line.positions[object] = row::earlier(position, self.visible_clocks(clock));
        self.line.disturbed &= !bit;
        self.line.set_shown(object, self.chip.objects.shown(object));
        true
    }

    /// Copies an object's state at `clock` to the chip's own fields. The object must already have
    /// been drawn up to `clock`. Does nothing for a disturbed object, because the chip runs it.
    pub(super) fn copy_to_chip(&mut self, object: usize, clock: u8) {
        if self.line.disturbed >> object & 1 != 0 {
            return;
        }
        let (position, sampled) = self.position_at(object, clock);
        self.chip.objects.set_edge(1 << object, sampled);
        self.chip.objects.set_position(object, position, sampled);
        if let Some(change) = self.line.sprites[object].change
            && self.may_be_on_detour(object, clock)
        {
            let objects = &mut self.chip.objects;
            objects.replay(object, change.old, change.phase, (position, sampled));
        }
    }

    /// Returns whether this undisturbed object may still be on a detour at `clock`. Its motion must
    /// already be advanced to `clock`, because `motion.objects_start` is not known before.
    // Two clocks more than the detour takes: in color clock `motion.objects_start`, the object
    // receives only half a clock, and a pulse may have shifted its clocks by half a clock.
    pub(super) fn may_be_on_detour(&self, object: usize, clock: u8) -> bool {
        self.line.sprites[object].change.is_some_and(|change| {
            let since = change.clock.max(self.line.motion.objects_start);
            clock < since + change.detour.clocks + 2
        })
    }

    /// Returns the number of whole clocks that the objects have received in the visible line up to
    /// `clock`. In color clock `motion.objects_start`, they receive only the first half of a clock.
    /// Their motion must already be advanced to `clock` ([`Scanner::advance_motion_for`]).
    pub(super) fn visible_clocks(&self, clock: u8) -> u8 {
        clock.saturating_sub(self.line.motion.objects_start + 1)
    }

    /// Returns the position of an undisturbed object at `clock`, and true if the object has already
    /// run the first half of its next clock.
    pub(super) fn position_at(&self, object: usize, clock: u8) -> (u8, bool) {
        let (sprite, motion_start) = (&self.line.sprites[object], self.line.motion.objects_start);
        let sampled = clock > motion_start;
        let moved = self.visible_clocks(clock);
        // A pulse at the previous clock has already run both halves of this clock.
        let early = sampled && sprite.has_pulses(clock - 1 - LAST_BLANK, clock - LAST_BLANK);
        let position = self.line.position_after(object, moved + u8::from(early));
        (position, sampled && !early)
    }
}
