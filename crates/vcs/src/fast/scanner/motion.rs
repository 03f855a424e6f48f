//! HMOVE, and what stands where in the blank.

use super::{LAST_BLANK, Scanline, Scanner, members, pulses::Stretch};
use crate::tia::revision::MOVABLE;

impl Scanner {
    /// Follows what moves up to clock `to` of the line.
    #[inline]
    pub(super) fn follow(&mut self, to: u8) {
        if to > self.line.followed {
            self.follow_on(to);
        }
    }

    fn follow_on(&mut self, to: u8) {
        let from = self.line.followed;
        self.line.followed = to;
        if from < LAST_BLANK {
            self.follow_blank(from, to.min(LAST_BLANK));
            if to < LAST_BLANK {
                return;
            }
            self.line.begin_view(self.chip.hsync.motion_start());
        }
        self.follow_view(from.max(LAST_BLANK), to);
    }

    /// Motion needs nothing but positions.
    pub(super) fn motion_is_plain(&self) -> bool {
        let revision = &self.chip.revision;
        revision.late_hmove_loses_pulse | revision.visible_hmove_swallows_clock == 0
            && revision.visible_hmove_pixels == MOVABLE
            && revision.starfield_phase == 0
            && !self.has_locked_missile()
    }

    /// True while a player may reset its missile.
    pub(super) fn has_locked_missile(&self) -> bool {
        self.chip
            .objects
            .missiles
            .iter()
            .any(|missile| missile.locked())
    }

    fn follow_blank(&mut self, from: u8, to: u8) {
        self.chip.right = false;
        let mut clock = from;
        while clock < to {
            let strobed = self.chip.objects.strobed(self.line.disturbed);
            if self.chip.hmove.is_idle() && !strobed {
                self.chip.hmove.skip(clock, to);
                return self.stand_still(to - clock);
            }
            let end = if strobed { clock + 1 } else { to };
            let stretch = self.run_motion(clock, end);
            if strobed {
                self.pulse(clock, &stretch);
                self.stand_still(1);
            } else {
                self.move_in_blank(clock, &stretch);
            }
            clock = stretch.end;
        }
    }

    /// Runs HMOVE from clock `from`, as far as can be told at once.
    fn run_motion(&mut self, from: u8, to: u8) -> Stretch {
        let stretch = self.chip.hmove.run(from, to);
        if let Some(start) = stretch.start
            && (start != 0 || self.chip.revision.hmove74_comb)
        {
            self.chip.hsync.lengthen_blank();
        }
        if stretch.start.is_some() || stretch.most > 0 {
            self.line.change(from);
        }
        stretch
    }

    /// Pulse by pulse; or at once where no set on the way needs to be known, but for a pulse at the very end,
    /// for the way to the latches takes two clocks.
    fn move_in_blank(&mut self, from: u8, stretch: &Stretch) {
        let (mut clock, mut next) = (from, stretch.first);
        let Some(last) = stretch.last_pulse() else {
            return self.stand_still(stretch.end - clock);
        };
        if self.moves_unnoticed(stretch) {
            if stretch.end - last >= 2 {
                return self.move_at_once(stretch, stretch.end);
            }
            if last > next {
                self.move_at_once(stretch, last);
                (clock, next) = (last, last);
            }
        }
        for at in (next..=last).step_by(4) {
            self.stand_still(at - clock);
            self.pulse(at, stretch);
            clock = at;
        }
        self.stand_still(stretch.end - clock);
    }

    /// True if all latches that these objects can set are set, or if no two can meet on the way.
    fn moves_unnoticed(&self, stretch: &Stretch) -> bool {
        let Scanline { lit, disturbed, .. } = self.line;
        if self.chip.vblank[0] || self.chip.collisions.has_all_of(lit | disturbed) {
            return true;
        }
        let is_on =
            |object: &usize| self.line.sprites[*object].is_on_within(stretch.pulses[*object]);
        disturbed == 0 && members(lit).filter(is_on).count() < 2
    }

    /// The pulses before clock `to`, the last of which is two clocks old by then.
    fn move_at_once(&mut self, stretch: &Stretch, to: u8) {
        let seen = self.seen();
        self.chip.collisions.latch(self.chip.shown);
        self.chip.collisions.latch(self.chip.outputs & seen);
        let most = (to - stretch.first).div_ceil(4);
        for (sprite, pulses) in self.line.sprites.iter_mut().zip(stretch.pulses) {
            sprite.pulse(pulses.min(most));
        }
        if self.line.disturbed != 0 {
            for clock in (stretch.first..to).step_by(4) {
                self.pulse_disturbed(stretch.at(clock), clock);
            }
        }
        self.chip.outputs = self.standing();
        self.chip.shown = self.chip.outputs & seen;
    }

    /// What moves at a clock of the blank.
    fn pulse(&mut self, clock: u8, stretch: &Stretch) {
        let pulses = stretch.at(clock);
        for (object, sprite) in self.line.sprites.iter_mut().enumerate() {
            sprite.pulse(pulses >> object & 1);
        }
        self.pulse_disturbed(pulses, clock);
    }

    fn pulse_disturbed(&mut self, pulses: u8, clock: u8) {
        let disturbed = self.line.disturbed;
        if disturbed != 0 {
            self.chip
                .objects
                .tick(disturbed, clock, pulses, false, &self.chip.revision);
        }
    }

    /// So many clocks of the blank in which no object moves.
    fn stand_still(&mut self, clocks: u8) {
        if clocks == 0 {
            return;
        }
        let (standing, seen) = (self.standing(), self.seen());
        if self.chip.outputs == standing && self.chip.shown == standing & seen {
            return self.chip.collisions.latch(self.chip.shown);
        }
        for _ in 0..clocks.min(3) {
            self.chip.collisions.latch(self.chip.shown);
            self.chip.shown = self.chip.outputs & seen;
            self.chip.outputs = standing;
        }
    }

    /// The objects that are on while they stand still.
    pub(super) fn standing(&self) -> u8 {
        if self.line.lit | self.line.disturbed == 0 {
            return 0;
        }
        let mut standing = 0;
        for (object, sprite) in self.line.sprites.iter().enumerate() {
            standing |= u8::from(sprite.stands_on()) << object;
        }
        let disturbed = self.line.disturbed;
        if disturbed != 0 {
            standing &= !disturbed;
            for object in members(disturbed) {
                standing |= u8::from(self.chip.objects.output(object)) << object;
            }
        }
        standing
    }

    fn follow_view(&mut self, from: u8, to: u8) {
        let mut clock = from;
        while clock < to {
            if self.chip.hmove.is_idle() {
                return self.chip.hmove.skip(clock, to);
            }
            let motion_start = self.line.motion_start;
            let still = clock < motion_start;
            let end = if still { to.min(motion_start) } else { to };
            let stretch = self.run_motion(clock, end);
            for object in members(stretch.at(stretch.first)) {
                let (x, pulses) = (stretch.first - LAST_BLANK, stretch.pulses[object]);
                if !still || self.line.disturbed >> object & 1 != 0 {
                    self.line.sprites[object].pulse_in_view(x, pulses);
                    continue;
                }
                // The blank has been lengthened: these are clocks more.
                for pulse in 0..pulses {
                    self.line.draw(object, x + 4 * pulse);
                    self.line.sprites[object].pulse(1);
                }
            }
            clock = stretch.end;
        }
    }
}
