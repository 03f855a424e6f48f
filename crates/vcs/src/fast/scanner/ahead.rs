//! Writes in the blank that change what objects show, made before the objects are moved there.
//!
//! While HMOVE moves the objects, and those that can be on in the blank can set no more latches,
//! only two sets of objects matter: those on their way to the latches. Two clocks after a write
//! neither depends on what was shown before it. So the objects need not be moved to the write first;
//! their positions there follow from HMOVE. If they are then moved to less than two clocks after
//! the write, they get back what they showed before it, are moved to its clock, and are changed
//! again.

use super::{
    LAST_BLANK, Scanner, members, motion::WAY_CLOCKS, numbers::Numbers, scanline::Scanline,
    shown::Shown,
};
use crate::tia::revision::MOVABLE;
use std::mem::{swap, take};

/// What the objects showed before the last write that went ahead of them.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct BeforeWrite {
    /// The clock of the write; 0 if the objects have been moved since.
    clock: u8,
    lit: u8,
    near: u8,
    resizing: u8,
    shown: [Shown; 5],
}

impl Scanner {
    /// True if a write at `clock` that changes these objects may be made before they are moved to
    /// it: then what they show now is kept.
    pub(super) fn try_ahead(&mut self, objects: u8, clock: u8) -> bool {
        let line = &self.line;
        // Both sets on their way must show what the last write changed.
        let is_later = clock >= line.before_write.clock + WAY_CLOCKS;
        // What can be on before the write, and after it.
        let on = (line.lit | objects) & (line.near | objects);
        let goes_ahead =
            clock < LAST_BLANK && is_later && self.advances_at_once(line.moved_to, clock, on);
        if goes_ahead {
            self.line.before_write = BeforeWrite {
                clock,
                lit: line.lit,
                near: line.near,
                resizing: line.resizing,
                shown: line.sprites.each_ref().map(|sprite| sprite.shown),
            };
        }
        goes_ahead
    }

    /// The pulses that objects get in the blank before a write of their NUSIZ at `clock`, if it
    /// goes ahead of them.
    pub(super) fn pulses_ahead(&mut self, objects: u8, clock: u8) -> Option<Numbers> {
        // What the last NUSIZ does is not kept with what they showed.
        if objects & self.line.resizing != 0 || !self.try_ahead(objects, clock) {
            return None;
        }
        let mut hmove = self.chip.hmove.clone();
        let from = self.line.moved_to.max(self.line.strobed_at);
        Some(hmove.run_at_once(from, clock).pulses)
    }

    /// The objects are about to be moved to clock `to`: moves them to the last write that went
    /// ahead of them, if what they showed before it matters.
    #[inline]
    pub(super) fn move_to_write(&mut self, to: u8) {
        let clock = take(&mut self.line.before_write.clock);
        if clock != 0 && to < clock + WAY_CLOCKS {
            self.line.swap_before_write();
            self.advance_motion(clock);
            self.line.swap_before_write();
        }
    }
}

impl Scanline {
    fn swap_before_write(&mut self) {
        let before = &mut self.before_write;
        swap(&mut self.lit, &mut before.lit);
        swap(&mut self.near, &mut before.near);
        swap(&mut self.resizing, &mut before.resizing);
        for object in members(MOVABLE) {
            swap(&mut self.sprites[object].shown, &mut before.shown[object]);
        }
        self.stale = MOVABLE;
    }
}
