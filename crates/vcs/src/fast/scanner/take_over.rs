//! Takes over a line from the chip's own fields, so that the scanner runs the rest of it.
//!
//! [`Scanner`] can take over a line only if it can represent all pending signals. In addition, the
//! objects' clock either must not have begun in this line or must have begun as in an ordinary
//! line. Otherwise the chip itself runs, clock by clock.

use super::{LAST_BLANK, Scanner};
use crate::tia::hsync::{LATE_MOTION_START, MOTION_START};

impl Scanner {
    /// Takes over the line from the chip's own fields, if nothing but objects needs to be run clock
    /// by clock. Otherwise returns false: the chip must run the next clock.
    pub(super) fn take_over(&mut self) -> bool {
        let (clock, has_locked) = (self.chip.hsync.clock(), self.has_locked_missile());
        let may_move = !has_locked && self.chip.revision.motion_is_plain();
        if !may_move && !self.chip.hmove.is_idle() || !self.can_represent_pending_signals() {
            return false;
        }
        let Some(motion_start) = self.motion_start_clock(clock) else {
            return false;
        };
        if has_locked && !self.can_take_over_locked(clock > motion_start) {
            return false;
        }
        // At a change to RESMPx, the scanner gives the line back to the chip, so no missile is
        // locked to its player or released while the scanner is running the line.
        self.line.begin(clock, motion_start);
        for object in 0..5 {
            self.mark_undisturbed(object, clock, 0);
        }
        if clock >= LAST_BLANK {
            self.line
                .set_outputs(clock, self.chip.outputs, self.chip.playfield.output());
        }
        true
    }

    /// Returns whether the scanner can represent all pending signals.
    fn can_represent_pending_signals(&self) -> bool {
        let objects = &self.chip.objects;
        self.chip.queue.is_empty()
            && objects.late_pulses | objects.swallowed == 0
            // A pending signal acts on only one object. The exceptions are the resets of locked
            // missiles, which must be the ones that follow from their players' states.
            && objects.missile_resets == objects.due_missile_resets()
            && self.chip.collisions.held == 0
            && self.chip.vblank[0] == self.chip.vblank[1]
            // A line that RSYNC has shortened leaves playfield bits that are still being shifted.
            && self.chip.playfield.leftover == [0; 2]
            && !self.chip.audio.begun
    }

    /// Returns the clock at which the objects' clock begins in this line, as far as it is known at
    /// `clock`. `None` if the line is not an ordinary one: after RSYNC, at the line's end, or in a
    /// damaged state.
    fn motion_start_clock(&self, clock: u8) -> Option<u8> {
        let hblank = self.chip.hsync.hblank();
        let motion_start = match self.chip.hsync.motion_clock() {
            _ if clock < LAST_BLANK => MOTION_START,
            true if hblank && clock >= LATE_MOTION_START => LATE_MOTION_START,
            true => MOTION_START,
            false if clock < LATE_MOTION_START => LATE_MOTION_START,
            false => return None,
        };
        let is_clocked = clock > motion_start;
        let is_ordinary = hblank != is_clocked && (is_clocked || self.chip.objects.edges == 0);
        is_ordinary.then_some(motion_start)
    }
}
