//! Advances HMOVE and, during the blank, the objects. Between two writes, an object moves, or goes
//! on or off, in the blank only at an HMOVE pulse. Between pulses, therefore, the same objects
//! overlap, and the same collisions are on their way to the latches. In the visible line, a pulse
//! makes one pixel of the object show its right neighbor.
//!
//! The objects are moved by changing their positions. The exceptions are *disturbed* objects, whose
//! states do not follow from their positions (`disturbed.rs`); they are run clock by clock.

use super::{
    LAST_BLANK, Scanner, members,
    pulses::{Pulses, Stretch},
    set,
};
use crate::tia::{
    Revision,
    hsync::{LATE_MOTION_START, MOTION_START},
    revision::MOVABLE,
};

/// Number of clocks from when a set of objects is output to when it reaches the collision latches.
const LATCH_DELAY_CLOCKS: u8 = 2;

impl Revision {
    /// Returns whether a pulse changes nothing but an object's position, as long as RESMPx has
    /// locked no missile to its player.
    pub(super) fn motion_is_plain(&self) -> bool {
        self.late_hmove_loses_pulse | self.visible_hmove_swallows_clock == 0
            && self.visible_hmove_pixels == MOVABLE
            && self.starfield_phase == 0
    }
}

impl Scanner {
    /// Advances HMOVE, and the objects during the blank, to clock `to` of the line.
    pub(super) fn advance_motion(&mut self, to: u8) {
        if self.line.motion.to >= LAST_BLANK && self.chip.hmove.is_at_rest() {
            self.line.motion.to = to.max(self.line.motion.to);
        } else if to > self.line.motion.to {
            self.advance_motion_slow(to);
        }
    }

    /// Advances motion to clock `to` ([`Scanner::advance_motion`], which moves all objects) if
    /// `objects` need it: if motion has not yet been advanced past the blank, or if HMOVE may still
    /// move one of them.
    pub(super) fn advance_motion_for(&mut self, objects: u8, to: u8) {
        // The clock at which the objects start to be clocked is not known until the blank has
        // ended.
        if self.line.motion.to < LAST_BLANK || self.chip.hmove.acts_on(objects) {
            self.advance_motion(to);
        }
    }

    /// Advances HMOVE to `clock`, at which it is strobed. In an ordinary blank, the objects are
    /// advanced later: nothing moves them before the strobe.
    pub(super) fn advance_to_strobe(&mut self, clock: u8) {
        let (hmove, held) = (&mut self.chip.hmove, self.chip.collisions.held);
        if clock < LAST_BLANK && self.line.disturbed == 0 && held == 0 && hmove.is_idle() {
            hmove.skip(self.line.motion.to, clock);
            self.line.motion.strobe = clock;
        } else {
            self.advance_motion(clock);
        }
    }

    /// Returns true if a write to an object at `clock` of the blank may take effect *ahead* of the
    /// objects, that is, before they are advanced to that clock. If so, records the write in
    /// `line.ahead`. The condition is that no further collision can be latched. The old picture
    /// then matters only for two clocks after the write, while the last outputs before the write
    /// are on their way to the latches.
    pub(super) fn try_ahead(&mut self, object: usize, clock: u8) -> bool {
        let on = self.line.lit | self.line.disturbed | 1 << object;
        let is_ahead = clock > self.line.motion.to
            && clock >= self.line.ahead.0 + LATCH_DELAY_CLOCKS
            && self.chip.collisions.held == 0
            && (self.chip.vblank[0] || self.chip.collisions.settable(on) == 0);
        if is_ahead {
            self.line.ahead = (clock, object, self.line.sprites[object].shown);
        }
        is_ahead
    }

    // Not inlined, so that the short way in `advance_motion` saves no registers.
    #[inline(never)]
    fn advance_motion_slow(&mut self, to: u8) {
        let (write, object, shown) = std::mem::take(&mut self.line.ahead);
        if write != 0 && to < write + LATCH_DELAY_CLOCKS {
            // What the object showed before the write still matters.
            let after = self.line.sprites[object].shown;
            self.line.set_shown(object, shown);
            self.advance_motion(write);
            self.line.set_shown(object, after);
        }
        let mut clock = std::mem::replace(&mut self.line.motion.to, to);
        if clock < LAST_BLANK {
            self.chip.right = false;
        }
        while clock < to {
            let strobed = clock < LAST_BLANK && self.chip.objects.strobed(self.line.disturbed);
            if self.chip.hmove.is_idle() && !strobed {
                self.chip.hmove.skip(clock, to);
                if clock < LAST_BLANK {
                    self.rest_in_blank(to.min(LAST_BLANK) - clock);
                    if to >= LAST_BLANK {
                        self.begin_visible();
                    }
                }
                return;
            }
            clock = self.advance_stretch(clock, to, strobed);
        }
    }

    fn begin_visible(&mut self) {
        let late = usize::from(self.chip.hsync.late_blank);
        self.line.motion.objects_start = [MOTION_START, LATE_MOTION_START][late];
        self.line.repeat.visible_changed |= self.line.disturbed != 0;
    }

    /// Advances from clock `from` to clock `to` at the latest. Returns the clock that has been
    /// reached.
    fn advance_stretch(&mut self, from: u8, to: u8, strobed: bool) -> u8 {
        if from >= LAST_BLANK {
            let stretch = self.run_motion(from, to);
            self.move_in_visible_line(&stretch);
            return stretch.end;
        }
        // If no collision can be latched and the length of the blank is certain, run the motion
        // past the end of the blank in one piece.
        let strobe = from.max(self.line.motion.strobe);
        if !strobed && self.skips_outputs() && self.chip.hmove.pulses_before(strobe, LAST_BLANK) {
            let stretch = self.run_motion(from, to);
            self.apply_pulses(&stretch, stretch.end.min(LAST_BLANK));
            if stretch.end >= LAST_BLANK {
                self.begin_visible();
                self.move_in_visible_line(&stretch.after(LAST_BLANK));
            }
            return stretch.end;
        }
        // Otherwise, stop at the end of the blank, and advance clock by clock while a reset strobe
        // or CXCLR still has an effect.
        let to = match strobed || self.chip.collisions.held > 0 {
            true => from + 1,
            false => to.min(LAST_BLANK),
        };
        let stretch = self.run_motion(from, to);
        match strobed {
            true => {
                self.pulse(from, &stretch);
                self.rest_in_blank(1);
            }
            false => self.move_in_blank(from, &stretch),
        }
        if stretch.end == LAST_BLANK {
            self.begin_visible();
        }
        stretch.end
    }

    /// Runs HMOVE from clock `from` to clock `to` at the latest. If the motion starts, lengthens
    /// the blank. If it starts or there are pulses, marks the line as changed. The caller applies
    /// the pulses.
    fn run_motion(&mut self, from: u8, to: u8) -> Stretch {
        let stretch = self.chip.hmove.run(from.max(self.line.motion.strobe), to);
        if let Some(start) = stretch.start
            && (start != 0 || self.chip.revision.hmove74_comb)
        {
            self.chip.hsync.lengthen_blank();
        }
        if stretch.start.is_some() || stretch.has_pulses() {
            self.line.mark_changed(from);
        }
        stretch
    }

    /// Moves the objects during the blank: in one step if their pulses cannot set a collision
    /// latch, and otherwise pulse by pulse. A pulse in the last clock is always run on its own,
    /// because a collision takes two clocks to reach the latches.
    fn move_in_blank(&mut self, from: u8, stretch: &Stretch) {
        let (mut clock, mut next) = (from, stretch.first);
        let Some(last) = stretch.last_pulse() else {
            return self.rest_in_blank(stretch.end - clock);
        };
        if self.latches_nothing() {
            if stretch.end - last >= LATCH_DELAY_CLOCKS {
                return self.move_at_once(stretch, stretch.end);
            }
            if last > next {
                self.move_at_once(stretch, last);
                (clock, next) = (last, last);
            }
        }
        for at in (next..=last).step_by(4) {
            self.rest_in_blank(at - clock);
            self.pulse(at, stretch);
            clock = at;
        }
        self.rest_in_blank(stretch.end - clock);
    }

    /// Returns true if the rest of the blank is certain not to set another collision latch, apart
    /// from what is already on its way to the latches. That is so during vertical blank, if all
    /// latches that the objects can set are already set, or if no two objects can be on.
    fn latches_nothing(&self) -> bool {
        let (line, collisions) = (&self.line, &self.chip.collisions);
        let may_be_on = |object: &usize| match line.disturbed >> object & 1 {
            0 => self.may_show_in_blank(*object),
            _ => self.chip.objects.shown(*object).is_visible(),
        };
        let all = line.lit | line.disturbed;
        collisions.held == 0
            && (self.chip.vblank[0]
                || collisions.settable(all) == 0
                || collisions.settable(set(members(all).filter(may_be_on))) == 0)
    }

    /// Applies all pulses before clock `to` at once. The last of them must be at least two clocks
    /// before `to`.
    fn move_at_once(&mut self, stretch: &Stretch, to: u8) {
        let unblanked = self.unblanked();
        self.chip.collisions.latch(self.chip.shown);
        self.chip.collisions.latch(self.chip.outputs & unblanked);
        self.apply_pulses(stretch, to);
        self.chip.outputs = self.outputs_at_rest();
        self.chip.shown = self.chip.outputs & unblanked;
    }

    /// Applies all pulses before clock `to` to the objects.
    fn apply_pulses(&mut self, stretch: &Stretch, to: u8) {
        let pulses = stretch.pulses.at_most(stretch.count_before(to));
        self.line.positions = pulses.move_from(self.line.positions);
        if self.line.disturbed != 0 {
            for clock in (stretch.first..to).step_by(4) {
                self.pulse_disturbed(stretch.pulsed_at(clock), clock);
            }
        }
    }

    /// Returns whether the sets of objects on their way to the latches need not be computed in the
    /// rest of the blank. They would set no latch, and from clock 69 on, the sets of the visible
    /// line replace them.
    fn skips_outputs(&self) -> bool {
        // While motion is advanced, `motion.to` is already the clock to be reached.
        self.line.motion.to > LAST_BLANK + 1 && self.latches_nothing()
    }

    /// Applies the pulses at a clock of the blank.
    fn pulse(&mut self, clock: u8, stretch: &Stretch) {
        let pulses = stretch.pulsed_at(clock);
        self.line.positions = Pulses::one_each(pulses).move_from(self.line.positions);
        self.pulse_disturbed(pulses, clock);
    }

    fn pulse_disturbed(&mut self, pulses: u8, clock: u8) {
        let disturbed = match self.has_locked_missile() {
            true => MOVABLE,
            false => self.line.disturbed,
        };
        if disturbed != 0 {
            self.chip
                .objects
                .tick(disturbed, clock, pulses, false, &self.chip.revision);
        }
    }

    /// Runs clocks of the blank in which no object moves.
    fn rest_in_blank(&mut self, clocks: u8) {
        if clocks == 0 || self.skips_outputs() {
            return;
        }
        let (at_rest, unblanked) = (self.outputs_at_rest(), self.unblanked());
        let held = self.chip.collisions.held;
        if self.chip.outputs == at_rest && self.chip.shown == at_rest & unblanked && held == 0 {
            return self.chip.collisions.latch(self.chip.shown);
        }
        for _ in 0..clocks.min(3 + held) {
            self.chip.collisions.latch(self.chip.shown);
            self.chip.shown = self.chip.outputs & unblanked;
            self.chip.outputs = at_rest;
        }
    }

    /// Returns the objects that are on at their current positions during the blank.
    pub(super) fn outputs_at_rest(&mut self) -> u8 {
        let (lit, disturbed) = (self.line.lit, self.line.disturbed);
        self.line.update_masks(lit);
        let mut at_rest = 0;
        for object in members(lit) {
            let (sprite, position) = (&self.line.sprites[object], self.line.positions[object]);
            at_rest |= u8::from(sprite.is_on(object, position)) << object;
        }
        for object in members(disturbed) {
            at_rest |= u8::from(self.chip.objects.output(object)) << object;
        }
        at_rest
    }

    /// Applies the pulses that come in the visible line or in the clocks by which HMOVE lengthens
    /// the blank.
    fn move_in_visible_line(&mut self, stretch: &Stretch) {
        if !stretch.has_pulses() {
            return;
        }
        self.line.mark_changed(LAST_BLANK);
        // In the clocks that HMOVE adds to the blank, a pulse moves an undisturbed object by one
        // position. A disturbed object is clocked when it is drawn.
        let early_clocks = self.line.motion.objects_start.saturating_sub(stretch.first);
        let added = early_clocks.div_ceil(4);
        let pulses = stretch.pulses.at_most(added);
        self.record_pulses(stretch.first, pulses, self.line.disturbed);
        for object in members(MOVABLE & !self.line.disturbed) {
            for pulse in 0..pulses.of(object) {
                let x = stretch.first - LAST_BLANK + 4 * pulse;
                self.line.draw(object, x);
                self.line.positions[object] = self.line.position_after(object, 1);
            }
        }
        let rest = stretch.pulses.minus(added);
        self.record_pulses(stretch.first + 4 * added, rest, MOVABLE);
    }

    /// Records the pulses for `objects` at the pixels where they occur, beginning at clock `first`.
    /// They take effect when the objects are drawn.
    fn record_pulses(&mut self, first: u8, pulses: Pulses, objects: u8) {
        for object in members(pulses.more_than(0) & objects) {
            self.line.sprites[object].record_pulses(first - LAST_BLANK, pulses.of(object));
        }
    }
}
