//! Takes over a line from the chip's own fields, so that the scanner runs the rest of it.
//!
//! [`Scanner`] can take over only in the blank, and only if it can represent all pending signals.
//! Otherwise the chip itself runs, clock by clock.

use super::{LAST_BLANK, Scanner};

impl Scanner {
    /// Takes over the line from the chip's own fields, if nothing but objects needs to be run clock
    /// by clock. Otherwise returns false: the chip must run the next clock.
    pub(super) fn take_over(&mut self) -> bool {
        let (clock, has_locked) = (self.chip.hsync.clock(), self.has_locked_missile());
        let may_move = !has_locked && self.chip.revision.motion_is_plain();
        if clock >= LAST_BLANK
            || !self.chip.hsync.hblank()
            || !may_move && !self.chip.hmove.is_idle()
            || !self.can_represent_pending_signals()
            || has_locked && !self.can_take_over_locked()
        {
            return false;
        }
        // A change to RESMPx settles the line, so no missile becomes locked or unlocked while the
        // scanner is running it.
        self.line.begin(clock);
        for object in 0..5 {
            self.mark_undisturbed(object, clock);
        }
        true
    }

    /// Returns whether the scanner can represent all pending signals.
    fn can_represent_pending_signals(&self) -> bool {
        let objects = &self.chip.objects;
        self.chip.queue.is_empty()
            && objects.late_pulses | objects.swallowed == 0
            // Only a damaged state has edges in the blank.
            && objects.edges == 0
            // A pending signal acts on only one object. The exceptions are the resets of locked
            // missiles, which must be the ones that follow from their players' states.
            && objects.missile_resets == objects.due_missile_resets()
            && self.chip.collisions.held == 0
            && self.chip.vblank[0] == self.chip.vblank[1]
            // A line that RSYNC has shortened leaves playfield bits that are still being shifted.
            && self.chip.playfield.leftover == [0; 2]
            && !self.chip.audio.begun
    }
}
