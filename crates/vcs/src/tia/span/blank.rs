//! The horizontal blank while an object is off its cycle: nothing is seen, and nothing moves but by
//! the pulses of HMOVE.

use super::super::{Tia, missile::Missile};
use crate::television::Television;

/// Clocks of a line before which the blank cannot end.
const BLANK_CLOCKS: u8 = 66;

impl Tia {
    /// Runs up to `clocks` color clocks of the blank at once. Returns how many, 0 when something is on
    /// its way that needs single clocks.
    pub(super) fn run_blank(&mut self, clocks: u32, television: &mut Television) -> u32 {
        let from = self.hsync.clock();
        let to = clocks.min(u32::from(BLANK_CLOCKS.saturating_sub(from))) as u8 + from;
        if from == to || !self.nothing_on_its_way() || self.objects.edges() != 0 {
            return 0;
        }
        if self.hmove.is_idle() {
            self.hmove.skip(from, to);
            self.latch_still(true, to - from);
        } else {
            self.run_motion(from, to);
        }
        self.right = false;
        self.audio.run(from, 0, to, television);
        self.hsync.skip(to);
        u32::from(to - from)
    }

    /// HMOVE at work: clock by clock, but only what moves.
    fn run_motion(&mut self, from: u8, to: u8) {
        for clock in from..to {
            let pulses = self.motion(clock);
            if pulses != 0 {
                self.objects.pulse(pulses);
                if self.objects.missiles.iter().any(Missile::locked) {
                    // A pulse may be the clock at which a player resets its missile.
                    self.line.disturb();
                }
            }
            self.latch_still(pulses != 0 || clock == from, 1);
        }
    }

    /// So many clocks (1 or more) in which the objects stand still, the first of which latches
    /// their outputs.
    fn latch_still(&mut self, latch: bool, clocks: u8) {
        let seen = if self.vblank[0] { 0 } else { u8::MAX };
        self.collisions.latch(self.shown);
        self.shown = self.outputs & seen;
        if latch {
            self.outputs = self.objects.outputs();
        }
        if clocks > 1 {
            self.collisions.latch(self.shown);
            self.shown = self.outputs & seen;
        }
        if clocks > 2 {
            self.collisions.latch(self.shown);
        }
    }
}
