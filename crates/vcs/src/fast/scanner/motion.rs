//! HMOVE, and the objects in the blank. In the blank an object moves only by pulses, so its output
//! changes only there; the sets of objects on their way to the collision latches are known between
//! two pulses. In the visible line a pulse shifts one pixel.
//!
//! An object that is farther from where it can be on than a blank has pulses is off in all of it,
//! whatever graphics or width it gets. Which ones are near is found when the blank begins.

use super::{
    LAST_BLANK, Scanner, members,
    numbers::Numbers,
    period::{PERIODS, POSITIONS, copies, extract},
    pulses::Stretch,
    row,
};
use crate::tia::{
    Revision,
    hsync::LATE_MOTION_START,
    priority::{M0, P0},
    revision::MOVABLE,
};

/// Clocks that a set of objects takes to the collision latches.
const WAY_CLOCKS: u8 = 2;

impl Revision {
    /// True if a pulse changes nothing but a position, as long as no missile is locked to a player.
    pub(super) fn motion_is_plain(&self) -> bool {
        self.late_hmove_loses_pulse | self.visible_hmove_swallows_clock == 0
            && self.visible_hmove_pixels == MOVABLE
            && self.starfield_phase == 0
    }
}

impl Scanner {
    /// Advances HMOVE, and the objects in the blank, to clock `to` of the line.
    #[inline]
    pub(super) fn advance_motion(&mut self, to: u8) {
        if self.line.motion.to >= LAST_BLANK && self.chip.hmove.is_at_rest() {
            self.line.motion.to = to.max(self.line.motion.to);
        } else if to > self.line.motion.to {
            self.advance_motion_far(to);
        }
    }

    /// Advances to clock `to` as far as it matters to these objects, which are about to change.
    #[inline]
    pub(super) fn advance_motion_of(&mut self, objects: u8, to: u8) {
        // The blank has to end first: where the objects' clock begins is known only then.
        if self.line.motion.to < LAST_BLANK || self.chip.hmove.acts_on(objects) {
            self.advance_motion(to);
        }
    }

    fn advance_motion_far(&mut self, to: u8) {
        let from = std::mem::replace(&mut self.line.motion.to, to);
        let mut clock = from;
        while clock < to {
            let strobed = clock < LAST_BLANK && self.chip.objects.strobed(self.line.disturbed);
            if self.chip.hmove.is_idle() && !strobed {
                return self.advance_idle(clock, to);
            }
            clock = self.advance_stretch(clock, to, strobed);
        }
    }

    /// Advances to clock `to` while HMOVE is idle.
    fn advance_idle(&mut self, from: u8, to: u8) {
        self.chip.hmove.skip(from, to);
        if from < LAST_BLANK {
            self.chip.right = false;
            self.rest_in_blank(to.min(LAST_BLANK) - from);
            if to >= LAST_BLANK {
                self.line.begin_visible(self.chip.hsync.motion_start());
            }
        }
    }

    /// Advances from clock `from`, at most to clock `to`. The clock that it comes to.
    fn advance_stretch(&mut self, from: u8, to: u8, strobed: bool) -> u8 {
        if from >= LAST_BLANK {
            let stretch = self.run_motion(from, to);
            self.move_in_view(&stretch);
            return stretch.end;
        }
        // In the blank CXCLR holds the latches clear, and strobes their objects, for single clocks;
        // and whether it is lengthened is known only at its end.
        let to = match strobed || !self.chip.collisions.nothing_on_its_way() {
            true => from + 1,
            false => to.min(LAST_BLANK),
        };
        let stretch = self.run_motion(from, to);
        self.run_blank(from, &stretch, strobed);
        if stretch.end == LAST_BLANK {
            self.line.begin_visible(self.chip.hsync.motion_start());
        }
        stretch.end
    }

    /// True while a player may reset its missile.
    pub(super) fn has_locked_missile(&self) -> bool {
        self.chip
            .objects
            .missiles
            .iter()
            .any(|missile| missile.locked())
    }

    /// Advances to `clock`, where HMOVE is about to be strobed. The objects of a blank in which
    /// nothing has moved wait for what comes after it.
    pub(super) fn advance_to_strobe(&mut self, clock: u8) {
        let is_simple = self.line.disturbed == 0 && self.chip.collisions.nothing_on_its_way();
        if clock < LAST_BLANK && is_simple && self.chip.hmove.is_idle() {
            self.chip.hmove.skip(self.line.motion.to, clock);
            self.line.motion.strobed_at = clock;
        } else {
            self.advance_motion(clock);
        }
    }

    fn run_blank(&mut self, from: u8, stretch: &Stretch, strobed: bool) {
        self.chip.right = false;
        if strobed {
            self.pulse(from, stretch);
            self.rest_in_blank(1);
        } else {
            self.move_in_blank(from, stretch);
        }
    }

    /// Runs HMOVE from clock `from`, at most to clock `to`.
    fn run_motion(&mut self, from: u8, to: u8) -> Stretch {
        let stretch = self
            .chip
            .hmove
            .run(from.max(self.line.motion.strobed_at), to);
        self.note_motion(from, &stretch);
        stretch
    }

    /// Notes what motion since clock `from` changes besides positions.
    #[inline]
    fn note_motion(&mut self, from: u8, stretch: &Stretch) {
        if let Some(start) = stretch.start
            && (start != 0 || self.chip.revision.hmove74_comb)
        {
            self.chip.hsync.lengthen_blank();
        }
        self.line.near.is_known &= !stretch.moves();
        if stretch.start.is_some() || stretch.moves() {
            self.line.change(from);
        }
    }

    /// Moves the objects in the blank: pulse by pulse, or in one step where no set of objects on
    /// the way can set a latch. The last two clocks are always run if an object can be on: a
    /// collision takes that long to reach the latches.
    fn move_in_blank(&mut self, from: u8, stretch: &Stretch) {
        let (mut clock, mut next) = (from, stretch.first);
        let Some(last) = stretch.last_pulse() else {
            return self.rest_in_blank(stretch.end - clock);
        };
        if self.pulses_latch_nothing(stretch) {
            let rested = match self.line.lit_in_blank() | self.line.disturbed {
                0 => from,
                _ => last,
            };
            if stretch.end - rested >= WAY_CLOCKS {
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

    /// True if all latches that these objects can set are set, or if no two of them can be on
    /// together.
    fn pulses_latch_nothing(&mut self, stretch: &Stretch) -> bool {
        let (lit, disturbed) = (self.line.lit_in_blank(), self.line.disturbed);
        if self.chip.vblank[0] || self.chip.collisions.has_all_of(lit | disturbed) {
            return true;
        }
        self.line.freshen(lit);
        let is_on = |object: &usize| {
            let (position, pulses) = (self.line.positions.of(*object), stretch.pulses.of(*object));
            extract(&self.line.sprites[*object].mask, position.into()) & ((2 << pulses) - 1) != 0
        };
        disturbed == 0 && members(lit).filter(is_on).count() < 2
    }

    /// Makes the pulses before clock `to`, the last of which is two clocks old by then.
    fn move_at_once(&mut self, stretch: &Stretch, to: u8) {
        let unblanked = self.unblanked();
        self.chip.collisions.latch(self.chip.shown);
        self.chip.collisions.latch(self.chip.outputs & unblanked);
        let most = (to - stretch.first).div_ceil(4);
        self.move_objects(stretch.pulses.at_most(most));
        if self.line.disturbed != 0 {
            for clock in (stretch.first..to).step_by(4) {
                self.pulse_disturbed(stretch.at(clock), clock);
            }
        }
        self.chip.outputs = self.outputs_at_rest();
        self.chip.shown = self.chip.outputs & unblanked;
    }

    /// Makes the pulses of a clock of the blank.
    fn pulse(&mut self, clock: u8, stretch: &Stretch) {
        let pulses = stretch.at(clock);
        self.move_objects(Numbers::of_set(pulses));
        self.pulse_disturbed(pulses, clock);
    }

    /// Moves the objects by pulses of the blank.
    #[inline]
    fn move_objects(&mut self, pulses: Numbers) {
        match self.has_locked_missile() {
            true => self.move_with_locked(pulses),
            false => self.line.positions.advance(pulses),
        }
    }

    fn pulse_disturbed(&mut self, pulses: u8, clock: u8) {
        let disturbed = self.line.disturbed;
        if disturbed != 0 {
            self.chip
                .objects
                .tick(disturbed, clock, pulses, false, &self.chip.revision);
        }
    }

    /// Finds the objects that can be on from here to the end of the blank.
    #[inline]
    pub(super) fn find_near(&mut self) {
        if !self.line.near.is_known {
            self.find_near_now();
        }
    }

    fn find_near_now(&mut self) {
        self.line.near.is_known = true;
        let ball = PERIODS.near.ball[usize::from(self.line.positions.of(4))];
        let near = self.near_pair(0) | self.near_pair(1) | ball << 4;
        self.line.near.objects = near | self.line.resizing.objects;
    }

    /// The player and the missile of this number have got other copies at `clock`.
    pub(super) fn find_pair_near(&mut self, index: usize, clock: u8) {
        if clock >= LATE_MOTION_START {
            // No blank is left in this line.
            self.line.near.is_known = false;
            return;
        }
        let pair = (P0 | M0) << (2 * index);
        self.line.near.objects =
            self.line.near.objects & !pair | self.near_pair(index) | self.line.resizing.objects;
    }

    /// The player and the missile of this number, if they can be on in the blank.
    #[inline]
    fn near_pair(&self, index: usize) -> u8 {
        let nusiz = copies(self.chip.objects.players[index].nusiz);
        let is_near = |table: &[u8; POSITIONS], object: usize| {
            table[usize::from(self.line.positions.of(object))] >> nusiz & 1
        };
        let player = is_near(&PERIODS.near.players, 2 * index);
        let missile = is_near(&PERIODS.near.missiles, 2 * index + 1);
        (player | missile << 1) << (2 * index)
    }

    /// Runs clocks of the blank in which no object moves.
    fn rest_in_blank(&mut self, clocks: u8) {
        if clocks == 0 {
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

    /// The objects that are on at their positions in the blank.
    #[inline]
    pub(super) fn outputs_at_rest(&mut self) -> u8 {
        let (lit, disturbed) = (self.line.lit_in_blank(), self.line.disturbed);
        let mut at_rest = 0;
        if lit != 0 {
            at_rest = self.lit_at_rest(lit);
        }
        for object in members(disturbed) {
            at_rest |= u8::from(self.chip.objects.output(object)) << object;
        }
        at_rest
    }

    /// Those of some undisturbed objects that are lit which are on at their positions.
    #[inline(never)]
    fn lit_at_rest(&mut self, lit: u8) -> u8 {
        let line = &mut self.line;
        line.freshen(lit & line.resizing.objects);
        let periods = &*PERIODS;
        let mut at_rest = 0;
        for object in members(lit) {
            let (sprite, position) = (&line.sprites[object], line.positions.of(object));
            let is_on = match line.stale >> object & 1 {
                0 => row::at_position(&sprite.mask, position),
                _ => sprite.shown.is_on_at(periods, object, position),
            };
            at_rest |= u8::from(is_on) << object;
        }
        at_rest
    }

    /// Makes the pulses of the visible line, and of what HMOVE adds to the blank.
    fn move_in_view(&mut self, stretch: &Stretch) {
        if !stretch.moves() {
            return;
        }
        self.line.change(LAST_BLANK);
        self.move_in_added_blank(&stretch.before(self.line.motion.start));
        self.pulse_in_view(&stretch.since(self.line.motion.start), MOVABLE);
    }

    /// Makes the pulses in the clocks that HMOVE adds to the blank. There a pulse moves an
    /// undisturbed object by one clock. A disturbed one is clocked when it is drawn.
    fn move_in_added_blank(&mut self, stretch: &Stretch) {
        if !stretch.moves() {
            return;
        }
        self.pulse_in_view(stretch, self.line.disturbed);
        let near = self.line.lit_in_blank();
        for object in members(near) {
            for pulse in 0..stretch.pulses.of(object) {
                let x = stretch.first - LAST_BLANK + 4 * pulse;
                self.line.draw(object, x);
                self.line.positions.advance(Numbers::of_set(1 << object));
            }
        }
        // Those that cannot be on here need no drawing between pulses.
        let others = Numbers::of_set(MOVABLE & !(near | self.line.disturbed));
        let pulses = stretch
            .pulses
            .for_those(others.above(0), Numbers::default());
        self.line.positions.advance(pulses);
    }

    /// Notes the pulses of some objects at their pixels; they are made when these are drawn.
    fn pulse_in_view(&mut self, stretch: &Stretch, objects: u8) {
        for object in members(stretch.at(stretch.first) & objects) {
            let x = stretch.first - LAST_BLANK;
            self.line.sprites[object].pulse_in_view(x, stretch.pulses.of(object));
        }
    }
}
