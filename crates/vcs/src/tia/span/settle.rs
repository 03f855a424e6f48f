//! Back to the chip's own fields.

use super::super::{Tia, objects::Objects, revision::MOVABLE};
use super::line::Line;
use crate::television::Television;

impl Tia {
    /// Gives all fields the values that the chip has at this clock.
    pub fn settle(&mut self, television: &mut Television) {
        if !self.line.on {
            return;
        }
        self.line.on = false;
        let clock = self.hsync.clock();
        self.run_sound(television);
        if !self.line.view {
            self.objects.place(&self.line, 0, 0);
            return;
        }
        self.account(clock, television);
        if clock != self.line.from {
            self.playfield.pick(self.line.picked_at(clock));
        }
        let motion_start = self.line.motion_start;
        self.hsync.place(clock, motion_start);
        let sampled = if clock > motion_start { MOVABLE } else { 0 };
        self.objects
            .place(&self.line, clock.saturating_sub(motion_start + 1), sampled);
    }
}

impl Tia {
    /// Runs the sound up to the current clock.
    pub(super) fn run_sound(&mut self, television: &mut Television) {
        let (clock, line) = (self.hsync.clock(), &mut self.line);
        self.audio
            .run(line.sound_from, line.sound_lines, clock, television);
        (line.sound_from, line.sound_lines) = (clock, 0);
    }
}

impl Objects {
    /// Puts the objects where they are after so many clocks. Those in `sampled` have the first
    /// half of the next clock behind them, but not those that just had a pulse.
    fn place(&mut self, line: &Line, moved: u8, sampled: u8) {
        let early = if sampled != 0 { line.pulses } else { 0 };
        for object in 0..5 {
            let pulse = early >> object & 1;
            let position = line.position_after(object, moved + pulse);
            let sampled = sampled != 0 && pulse == 0;
            self.set_state(object, position, sampled);
            if let (0 | 2, Some(resized)) = (object, &line.resized[object / 2 % 2]) {
                self.set_resized(object / 2, resized, moved + pulse, sampled);
            }
        }
        self.set_edges(sampled & !early);
    }
}
