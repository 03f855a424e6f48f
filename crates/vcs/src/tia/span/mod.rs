//! The fast way through time: a scanline as six rows of bits.
//!
//! [`Tia::step`] is the chip; this room only saves work, and every law test holds the two equal. The
//! argument:
//!
//! 1. An object whose state lies on its cycle (`cycle.rs`, made by clocking the same circuits) stays
//!    on it, so all it does in a scanline follows from the position at which it stands when its clock
//!    begins and from its registers. What it shows is its mask, turned by that position.
//! 2. A register acts on one thing: a graphics register on one object's row, a color on the paint, a
//!    volume on the sound. What is written at clock E acts from pixel E + 1 on (objects), from the first
//!    group at E + 2 or later (playfield) or from pixel E (colors). So each row is drawn, the line is
//!    painted and the sound is run up to there with the old value when it is replaced, and only
//!    then; nothing else need be looked at.
//! 3. A pulse of HMOVE in the blank is one position more. In the visible line it is the clock that was
//!    due, half a clock early, and so one pixel that shows its right neighbor.
//! 4. Collisions are the pixels that two rows have in common. In the blank the objects stand still,
//!    and the sets that are latched are few.
//!
//! Whatever else is on its way (a reset, a new number of copies in mid-draw, VBLANK's change, CXCLR, RSYNC)
//! *settles* the line: the chip's own fields get the values that they have at this clock, and
//! [`Tia::step`] goes on, or `blank.rs` in the blank, until [`Tia::begin`] finds everything on its
//! cycle again. While a line is run here, the fields that only [`Tia::step`] needs are out of date.

mod blank;
mod line;
mod paint;
mod resize;
mod row;
mod settle;
mod shown;
mod write;

use super::{
    Tia,
    cycle::CYCLES,
    hsync::{FIRST_PIXEL, LATE_MOTION_START, LINE_CLOCKS, MOTION_START},
    revision::{MOVABLE, ScoreSwitch},
};
use crate::television::Television;
pub(super) use line::Line;

/// No pixel: the last clock before the picture begins.
const LAST_BLANK: u8 = FIRST_PIXEL - 1;

/// The first playfield group (its first pixel's clock) that takes what is written at `clock`.
fn next_group(clock: u8) -> u8 {
    (clock + 2).div_ceil(4) * 4
}

impl Tia {
    /// [`Tia::run`], but the chip is not settled at the end: only [`Tia::advance`],
    /// [`Tia::write_on`] and [`Tia::settle`] may follow, and looks at the inputs and at the clock.
    pub fn advance(&mut self, clocks: u32, television: &mut Television) {
        television.vsync(self.vsync, self.hsync.clock());
        self.inputs.run(clocks);
        let mut left = clocks;
        while left > 0 {
            if self.line.repeats && left >= LINE_CLOCKS.into() && self.repeat_line(television) {
                left -= u32::from(LINE_CLOCKS);
                continue;
            }
            if self.line.on || self.begin() {
                let clock = self.hsync.clock();
                let count = left.min(u32::from(self.line.until - clock)) as u8;
                self.go_on(clock, clock + count, television);
                left -= u32::from(count);
                continue;
            }
            let mut done = self.run_blank(left, television);
            if done == 0 {
                self.step(television);
                done = 1;
            }
            left -= done;
        }
    }

    /// Nothing needs single clocks but, perhaps, the objects' own states.
    fn nothing_on_its_way(&self) -> bool {
        self.queue.is_empty()
            && self.objects.nothing_on_its_way()
            && self.collisions.nothing_on_its_way()
            && self.vblank[0] == self.vblank[1]
            // After RSYNC the playfield may still be on in the blank.
            && !(self.hsync.clock() < LAST_BLANK && self.playfield.output())
    }

    /// Motion needs nothing but positions.
    fn motion_is_plain(&self) -> bool {
        let revision = &self.revision;
        revision.late_hmove_loses_pulse | revision.visible_hmove_swallows_clock == 0
            && revision.visible_hmove_pixels == MOVABLE
            && revision.starfield_phase == 0
            && !self.objects.missiles.iter().any(|missile| missile.locked())
    }

    /// Takes the line over from the chip's own fields, if everything is on its cycle.
    fn begin(&mut self) -> bool {
        let clock = self.hsync.clock();
        let moving = self.objects.edges() != 0;
        if !self.line.on_cycle && clock & 3 != 0 && clock != LAST_BLANK
            || !self.nothing_on_its_way()
            || moving == self.hsync.hblank()
            || !self.hmove.is_idle() && !self.motion_is_plain()
            || !self.line.on_cycle && !self.objects.are_on_cycle()
        {
            return false;
        }
        self.line.on_cycle = true;
        self.line.resized = [None; 2];
        let motion_start = match self.hsync.motion_clock() {
            _ if clock < LAST_BLANK => 0,
            true if self.hsync.hblank() && clock >= LATE_MOTION_START => LATE_MOTION_START,
            true => MOTION_START,
            false if clock < LATE_MOTION_START => LATE_MOTION_START,
            false => return false,
        };
        let moved = match clock < LAST_BLANK {
            true => 0,
            false => clock.saturating_sub(motion_start + 1),
        };
        self.line.positions = self
            .objects
            .positions()
            .map(|position| row::back(position, moved));
        for object in 0..5 {
            self.line.take(object, self.objects.shown(object));
        }
        (self.line.sound_from, self.line.sound_lines) = (clock, 0);
        self.line.view = clock >= LAST_BLANK;
        self.line.stirred = true;
        (self.line.whole, self.line.repeats) = (false, false);
        self.line.until = LAST_BLANK;
        if self.line.view && !self.begin_view(clock, motion_start) {
            return false;
        }
        if self.line.view {
            self.line
                .enter_outputs(clock, self.outputs, self.playfield.output());
        }
        self.line.on = true;
        true
    }

    /// The part of the line begins that can be seen. False if a player is about to reset its missile.
    fn begin_view(&mut self, clock: u8, motion_start: u8) -> bool {
        let edges_from = clock.max(motion_start + 1);
        let until = edges_from.saturating_add(self.clocks_to_missile_reset(clock, motion_start));
        self.line
            .begin_view(clock, motion_start, until.min(LINE_CLOCKS));
        until > clock
    }

    /// Clocks of the objects from `clock` on until a player resets the missile locked to it.
    fn clocks_to_missile_reset(&self, clock: u8, motion_start: u8) -> u8 {
        let moved = clock.saturating_sub(motion_start + 1);
        let mut most = u8::MAX;
        for index in 0..2 {
            let player = &self.objects.players[index];
            if self.objects.missiles[index].locked() {
                let position = row::forth(self.line.positions[2 * index], moved);
                let reset = CYCLES.players[usize::from(player.mode())].resets_missile as u8;
                let clocks = row::back(reset, position);
                most = most.min(clocks.saturating_sub(1));
            }
        }
        most
    }

    /// A whole line like the one before, if this is one. What it latches has been latched.
    fn repeat_line(&mut self, television: &mut Television) -> bool {
        let like_before = self.line.on
            && self.hsync.clock() == 0
            && self.hmove.is_idle()
            && television.lines() > 0
            && self.revision.score_switch != ScoreSwitch::Unsteady;
        if like_before {
            self.hmove.skip(0, LINE_CLOCKS);
            self.hsync.go_to(0);
            self.collisions.latch(self.shown);
            self.line.sound_lines += 1;
            television.repeat_line();
            self.end_line(LINE_CLOCKS, television);
        }
        like_before
    }

    /// The clocks `from..to` of the line, at least one.
    fn go_on(&mut self, from: u8, to: u8, television: &mut Television) {
        if !self.line.view {
            self.go_on_blank(from, to);
            self.hsync.go_to(to);
            self.right = false;
            if to == LAST_BLANK {
                self.leave_blank(television);
            }
            return;
        }
        self.line.pulses = 0;
        if self.hmove.is_idle() {
            self.hmove.skip(from, to);
        } else {
            self.move_in_view(from, to);
        }
        self.hsync.go_to(to);
        if to == LINE_CLOCKS {
            self.finish_line(television);
        } else if to == self.line.until {
            self.settle(television);
        }
    }

    fn leave_blank(&mut self, television: &mut Television) {
        let motion_start = self.hsync.motion_start();
        let goes_on = self.begin_view(LAST_BLANK, motion_start);
        self.line.view = true;
        // The first group's bit has been picked up.
        self.line
            .draw_playfield(&self.playfield, next_group(LAST_BLANK) - FIRST_PIXEL);
        self.playfield.pick(row::at(&self.line.rows[5], 0));
        if !goes_on {
            self.settle(television);
        }
    }

    fn go_on_blank(&mut self, from: u8, to: u8) {
        let mut clock = from;
        for at in from..to {
            if self.hmove.is_idle() {
                self.hmove.skip(at, to);
                break;
            }
            let pulses = self.motion(at);
            if pulses != 0 {
                // Sets that nobody asks for need not be found out.
                if to - at < 2 || !self.collisions.has_all_of(self.line.lit) {
                    self.stand_still(at - clock);
                }
                clock = at;
                self.line.pulse(pulses);
            }
        }
        self.stand_still(to - clock);
    }

    /// So many clocks of the blank in which no object moves.
    fn stand_still(&mut self, clocks: u8) {
        if clocks == 0 || !self.line.stirred && self.outputs | self.shown == 0 {
            return;
        }
        let seen = if self.vblank[0] { 0 } else { u8::MAX };
        for clock in 0..clocks.min(3) {
            self.collisions.latch(self.shown);
            self.shown = self.outputs & seen;
            if clock == 0 && self.line.stirred {
                self.outputs = self.line.standing();
                self.line.stirred = false;
            }
        }
    }

    /// HMOVE at work in the visible line.
    fn move_in_view(&mut self, from: u8, to: u8) {
        for clock in from..to {
            let pulses = self.motion(clock);
            self.line.pulses = pulses;
            if pulses != 0 && clock < self.line.motion_start {
                // The blank has been lengthened: these are clocks more.
                self.line.draw_objects(clock - LAST_BLANK);
                self.line.pulse(pulses);
                self.line.pulses = 0;
            } else if pulses != 0 {
                self.line.show_early(pulses, clock - LAST_BLANK);
            }
        }
    }

    /// The end of the line, and the beginning of the next.
    fn finish_line(&mut self, television: &mut Television) {
        self.account(LINE_CLOCKS, television);
        self.playfield.pick(false);
        self.forget_resizes();
        self.line.move_on();
        self.outputs = self.line.standing();
        self.hsync.restart();
        self.end_line(LINE_CLOCKS, television);
    }

    /// Everything in the view up to `clock`: rows, picture, collisions, and the sets of objects on
    /// their way to the latches.
    fn account(&mut self, clock: u8, television: &mut Television) {
        let from = self.line.from;
        if clock == from {
            return;
        }
        let seen = if self.vblank[0] { 0 } else { u8::MAX };
        self.reach_center(clock);
        if seen != 0 || clock < LINE_CLOCKS {
            self.draw_all(clock);
        }
        self.paint(clock, television);
        self.collisions.latch(self.shown);
        self.shown = match clock - from {
            1 => self.outputs & seen,
            _ => {
                self.collisions.latch(self.outputs & seen);
                if seen != 0 && !self.collisions.has_all_of(self.line.lit_rows()) {
                    self.line
                        .collide(from - LAST_BLANK, clock - 1 - FIRST_PIXEL, |set| {
                            self.collisions.latch(set);
                        });
                }
                self.line.set_at(clock - 1 - FIRST_PIXEL) & seen
            }
        };
        if clock < LINE_CLOCKS {
            self.outputs = self.line.set_at(clock - FIRST_PIXEL);
        }
        self.right = self.right_at(clock - 1);
    }

    /// Draws all rows as far as their pixels are known at `clock`.
    fn draw_all(&mut self, clock: u8) {
        let x = clock.min(LINE_CLOCKS - 1) - LAST_BLANK;
        self.line.draw_objects(x);
        self.reach_center(clock);
        let groups = (clock + 1) / 4 * 4 + 4;
        let x = groups.clamp(FIRST_PIXEL, LINE_CLOCKS) - FIRST_PIXEL;
        self.line.draw_playfield(&self.playfield, x);
    }

    /// The playfield's right half runs as CTRLPF says when the center is reached.
    fn reach_center(&mut self, clock: u8) {
        if !self.line.centered && clock > super::playfield::CENTER_PICK {
            self.playfield.reach_center();
            self.line.centered = true;
        }
    }

    /// [`Tia::right`] after the pixel at `clock`.
    fn right_at(&self, clock: u8) -> bool {
        let switch = self.score_switch();
        let blank = self.vblank[0] || clock <= self.line.motion_start;
        let switched = match self.line.from > switch {
            true => self.right,
            false => clock >= switch,
        };
        !blank && switched
    }
}
