//! The fast way through time: a scanline as six rows of bits.
//!
//! [`Tia::step`] is the chip; this room only saves work, and every law test holds the two equal. The
//! argument:
//!
//! 1. An object whose state lies on its cycle (`cycle.rs`, made by clocking the same circuits) stays
//!    on it, so all it does in a scanline follows from the position at which it stands when its clock
//!    begins and from its registers. What it shows is its mask, turned by that position.
//! 2. Objects know nothing of each other. One that is off its cycle (a reset, other copies in mid-draw) is
//!    clocked by its own circuits until it is back, and the others are not.
//! 3. A register acts on one thing: a graphics register on one object's row, a color on the paint, a
//!    volume on the sound. What is written at clock E acts from pixel E + 1 on (objects), from the first
//!    group at E + 2 or later (playfield) or from pixel E (colors). So each row is drawn, the line is
//!    parted and the sound is run up to there with the old value when it is replaced by another, and only
//!    then; nothing else need be looked at.
//! 4. A pulse of HMOVE in the blank is one position more. In the visible line it is the clock that was
//!    due, half a clock early, and so one pixel that shows its right neighbor. How many pulses an object
//!    gets, every four clocks, follows from its register and the counter.
//! 5. Collisions are the pixels that two rows have in common. In the blank the objects stand still,
//!    and the sets that are latched are few.
//! 6. A line in which nothing changes, after one in whose view nothing changed, is the same line again.
//!
//! Whatever else is on its way (VBLANK's change, CXCLR, RSYNC, a player that is about to reset its missile)
//! *settles* the line: the chip's own fields get the values that they have at this clock, and
//! [`Tia::step`] goes on until [`Tia::begin`] can take over again. While a line is run here, the fields
//! that only [`Tia::step`] needs are out of date.
//!
//! `write.rs` has the writes, `follow.rs` what moves, `loose.rs` the objects off their cycles, `sprite.rs` those
//! on them, `line.rs` the line's rows, `paint.rs` its colors, and `settle.rs` the way back.

mod follow;
mod line;
mod loose;
mod paint;
mod row;
mod settle;
mod shown;
mod sprite;
mod write;

use super::{
    Tia,
    cycle::CYCLES,
    hsync::{FIRST_PIXEL, LATE_MOTION_START, LINE_CLOCKS, MOTION_START},
    revision::ScoreSwitch,
};
use crate::television::Television;
pub(super) use line::Line;

/// No pixel: the last clock before the picture begins.
const LAST_BLANK: u8 = FIRST_PIXEL - 1;

/// The first playfield group (its first pixel's clock) that takes what is written at `clock`.
fn next_group(clock: u8) -> u8 {
    (clock + 2).div_ceil(4) * 4
}

/// The objects of a set, by the number of their bit.
fn members(mut set: u8) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let object = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            object
        })
    })
}

impl Tia {
    /// [`Tia::run`], but the chip is not settled at the end: only [`Tia::advance`],
    /// [`Tia::write_on`] and [`Tia::settle`] may follow, and looks at the inputs and at the clock.
    #[inline]
    pub fn advance(&mut self, clocks: u32, television: &mut Television) {
        television.vsync(self.vsync, self.hsync.clock());
        self.inputs.run(clocks);
        let to = u32::from(self.hsync.clock()) + clocks;
        if to < u32::from(self.line.until) {
            self.hsync.go_to(to as u8);
        } else {
            self.advance_far(clocks, television);
        }
    }

    fn advance_far(&mut self, clocks: u32, television: &mut Television) {
        let mut left = clocks;
        while left > 0 {
            if !self.line.is_on() && !self.begin() {
                self.step(television);
                left -= 1;
                continue;
            }
            let (clock, until) = (self.hsync.clock(), self.line.until);
            let count = left.min((until - clock).into()) as u8;
            self.hsync.go_to(clock + count);
            left -= u32::from(count);
            match clock + count {
                LINE_CLOCKS => {
                    self.finish_line(television);
                    if left > u32::from(LINE_CLOCKS) {
                        left -= self.repeat_lines(left, television);
                    }
                }
                to if to == until => self.settle(television),
                _ => {}
            }
        }
    }

    /// Takes the line over from the chip's own fields, if nothing but objects needs single clocks.
    fn begin(&mut self) -> bool {
        let clock = self.hsync.clock();
        if !self.nothing_on_its_way() || !self.hmove.is_idle() && !self.motion_is_plain() {
            return false;
        }
        let Some(motion_start) = self.motion_started(clock) else {
            return false;
        };
        self.line.begin(clock, motion_start);
        for object in 0..5 {
            self.rejoin(object, clock);
        }
        if self.line.loose != 0 && self.has_locked_missile() {
            return false;
        }
        if clock >= LAST_BLANK {
            self.line
                .enter_outputs(clock, self.outputs, self.playfield.output());
        }
        let until = self.clock_of_missile_reset(clock);
        self.line.until = if until > clock { until } else { 0 };
        self.line.is_on()
    }

    fn nothing_on_its_way(&self) -> bool {
        self.queue.is_empty()
            && self.objects.are_independent()
            && self.collisions.nothing_on_its_way()
            && self.vblank[0] == self.vblank[1]
            // After RSYNC the playfield may still be on in the blank.
            && !(self.hsync.clock() < LAST_BLANK && self.playfield.output())
    }

    /// The clock at which the objects' clock begins in this line, as far as it is known at `clock`. None
    /// if it does not go as usual: after RSYNC, at the line's end, in a damaged state.
    fn motion_started(&self, clock: u8) -> Option<u8> {
        let hblank = self.hsync.hblank();
        let motion_start = match self.hsync.motion_clock() {
            _ if clock < LAST_BLANK => MOTION_START,
            true if hblank && clock >= LATE_MOTION_START => LATE_MOTION_START,
            true => MOTION_START,
            false if clock < LATE_MOTION_START => LATE_MOTION_START,
            false => return None,
        };
        let moves = clock > motion_start;
        let as_usual = hblank != moves && (moves || self.objects.edges() == 0);
        as_usual.then_some(motion_start)
    }

    /// The clock, from `clock` on, before which a player resets the missile locked to it; or the line's end.
    fn clock_of_missile_reset(&self, clock: u8) -> u8 {
        let motion_start = match clock < LAST_BLANK {
            true => self.hsync.motion_start(),
            false => self.line.motion_start,
        };
        let moved = clock.saturating_sub(motion_start + 1);
        let mut until = LINE_CLOCKS;
        if !self.has_locked_missile() {
            return until;
        }
        for index in 0..2 {
            let player = &self.objects.players[index];
            if self.objects.missiles[index].locked() {
                let position = self.line.sprites[2 * index].position_after(moved);
                let reset = CYCLES.players[usize::from(player.mode())].resets_missile as u8;
                let clocks = row::back(reset, position).saturating_sub(1);
                until = until.min(clock.max(motion_start + 1).saturating_add(clocks));
            }
        }
        until
    }

    /// The end of the line, and the beginning of the next.
    fn finish_line(&mut self, television: &mut Television) {
        if self.is_repeat(television) {
            self.repeat_line(television);
        } else {
            self.follow(LINE_CLOCKS);
            self.account(LINE_CLOCKS, television);
            self.playfield.pick(false);
            self.begin_next_line(television);
        }
        self.end_line(LINE_CLOCKS, television);
    }

    fn begin_next_line(&mut self, television: &Television) {
        self.line.next(television.unseen());
        self.hsync.restart();
        for object in members(self.line.loose) {
            self.rejoin(object, 0);
        }
        self.outputs = self.standing();
        self.line.until = self.clock_of_missile_reset(0);
    }

    /// True if the line is the same as the one before.
    fn is_repeat(&self, television: &Television) -> bool {
        let picture = television.unseen() || !self.line.before_unseen && television.lines() > 0;
        self.line.is_repeat()
            && self.hmove.is_idle()
            && (picture || self.vblank[0])
            && self.revision.score_switch != ScoreSwitch::Unsteady
    }

    /// Whole lines like the one before, as long as no frame may be over. `clocks` is the most that it may
    /// take; returns how many it takes.
    fn repeat_lines(&mut self, clocks: u32, television: &mut Television) -> u32 {
        let line_clocks = u32::from(LINE_CLOCKS);
        let count = (clocks / line_clocks).min(television.lines_to_frame_end() as u32 - 1);
        if count == 0 || !self.is_repeat(television) {
            return 0;
        }
        let painted = self.pass_repeats(count, television);
        self.lines = self.lines.wrapping_add(count);
        // The first clock of a line lets the processor go on.
        self.hsync.go_to(0);
        television.repeat_lines(count as usize, painted);
        count * line_clocks
    }

    /// The rest of a line like the one before. What such a line latches has been latched.
    fn repeat_line(&mut self, television: &mut Television) {
        if self.pass_repeats(1, television) {
            television.repeat_line();
        }
        self.hsync.restart();
    }

    /// What so many lines like the one before leave here; true if their picture is theirs to copy.
    fn pass_repeats(&mut self, count: u32, television: &Television) -> bool {
        self.hmove.skip(self.line.followed, LINE_CLOCKS);
        self.collisions.latch(self.shown);
        self.line.repeat(count, television.unseen());
        !television.unseen() && !self.vblank[0]
    }
}
