//! Writes in the blank that change what objects show, ahead of the motion before them.
//!
//! While HMOVE is on its way and no set of objects that are on in the blank can set a latch, the sets
//! count for two clocks only: those on their way to the latches are part of the chip's state. So a
//! write need not wait until the objects have been moved to its clock; where it finds one follows
//! from HMOVE. If the objects are moved to less than two clocks after the write, they are given what
//! they showed before it, moved to its clock, and changed back.

use super::{
    Scanner, members, motion::WAY_CLOCKS, numbers::Numbers, scanline::Scanline, shown::Shown,
};
use crate::tia::revision::MOVABLE;
use std::mem::{swap, take};

/// What the objects showed before the last write that went ahead of them.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Before {
    /// The clock of the write; 0 if the objects have been moved since.
    pub clock: u8,
    lit: u8,
    near: u8,
    resizing: u8,
    shown: [Shown; 5],
}

impl Scanner {
    /// True if a write at `clock` that changes these objects may be made before they are moved to
    /// it: then what they show now is kept.
    pub(super) fn goes_ahead(&mut self, objects: u8, clock: u8) -> bool {
        let line = &self.line;
        // What the last write has changed has to be on its way to the latches.
        let is_later = clock >= line.before.clock + WAY_CLOCKS;
        let on = (line.lit | objects) & (line.near | objects);
        let goes_ahead = is_later && self.advances_at_once(line.moved_to, clock, on);
        if goes_ahead {
            self.line.before = Before {
                clock,
                lit: line.lit,
                near: line.near,
                resizing: line.resizing,
                shown: line.sprites.each_ref().map(|sprite| sprite.shown),
            };
        }
        goes_ahead
    }

    /// The pulses that objects get in the blank before `clock`, where a write goes ahead of them.
    pub(super) fn pulses_ahead(&self, clock: u8) -> Numbers {
        let mut hmove = self.chip.hmove.clone();
        let from = self.line.moved_to.max(self.line.strobed_at);
        hmove.run_at_once(from, clock).pulses
    }

    /// The objects are about to be moved to clock `to`: moves them to the last write that went ahead
    /// of them, if what they showed before it counts.
    #[inline]
    pub(super) fn move_to_write(&mut self, to: u8) {
        let clock = take(&mut self.line.before.clock);
        if clock != 0 && to < clock + WAY_CLOCKS {
            self.line.swap_before();
            self.advance_motion(clock);
            self.line.swap_before();
        }
    }
}

impl Scanline {
    fn swap_before(&mut self) {
        let before = &mut self.before;
        swap(&mut self.lit, &mut before.lit);
        swap(&mut self.near, &mut before.near);
        swap(&mut self.resizing, &mut before.resizing);
        for object in members(MOVABLE) {
            swap(&mut self.sprites[object].shown, &mut before.shown[object]);
        }
        self.stale = MOVABLE;
    }
}
