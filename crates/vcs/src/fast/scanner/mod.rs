//! The TIA, a scanline at a time: six rows of bits in place of 228 clocks.
//!
//! [`Tia`] is the chip; a [`Scanner`] holds one and only saves work. The law tests and the vectors
//! check that the two are equal. The argument:
//!
//! 1. An object whose state is that of its position in `period.rs`, whose tables are made by
//!    clocking the same circuits, is undisturbed: all it does in a scanline follows from its
//!    position when the objects' clock begins and from its registers. What it shows is its mask,
//!    rotated by that position.
//! 2. Objects do not act on each other. A disturbed one (by a reset, or by a change of copies in
//!    mid-draw) is clocked by its own circuits until it is back in its period, and the others are
//!    not.
//! 3. A register acts on one thing: a graphics register on one object's row, a color on the
//!    painting, a volume on the sound. What is written at clock E acts from pixel E + 1 on
//!    (objects), from the first group at E + 2 or later (playfield) or from pixel E (colors), where
//!    pixel E is the one of clock E, and 68 is the first. So each row is drawn, the line divided or
//!    the sound run up to there with the old value when another value replaces it, and only then.
//! 4. A pulse of HMOVE in the blank is one position more. In the visible line it is the clock that
//!    was due, half a clock early, and so one pixel that shows its right neighbor. How many pulses
//!    an object gets, one every four clocks, follows from its register and the counter.
//! 5. Collisions are the pixels that two rows have in common, taken up to the clock of a read, of
//!    CXCLR, or of the line's end. In the blank only pulses move the objects, and the sets that are
//!    latched are few.
//! 6. A line in which nothing changes, after one in whose visible part nothing changed, is the same
//!    line again.
//!
//! All other writes (a change of VBLANK or RESMPx, RSYNC) *settle* the line: the chip's own fields
//! get the values that they have at this clock, and [`Tia::step`] runs single clocks until
//! [`Scanner::take_over`] can take over again.
//!
//! While a line is run here, some of the chip's fields are out of date: only [`Tia::step`] needs
//! them. So the chip is private: [`Scanner::settle`] is the only way to it.
//!
//! | file | what it does |
//! | --- | --- |
//! | `write.rs` | writes, and which of them change what is shown |
//! | `motion.rs`, `pulses.rs` | HMOVE, and the objects in the blank |
//! | `sprite.rs`, `shown.rs`, `period.rs` | undisturbed objects |
//! | `locked.rs` | missiles locked to their players |
//! | `disturbed.rs`, `objects.rs` | disturbed objects, and the way between the two |
//! | `scanline.rs`, `row.rs`, `playfield.rs` | the line's rows |
//! | `paint.rs`, `priority.rs`, `collisions.rs` | their colors and collisions |
//! | `sound.rs`, `hsync.rs` | sound, and the horizontal counter |
//! | `repeats.rs` | lines like the previous one |
//! | `take_over.rs` | the way from the chip |
//! | `settle.rs` | the way back to the chip; finishes the line and the sound up to a clock |
//! | `line_start.rs` | lines that pass before they are run |

mod collisions;
mod disturbed;
mod hsync;
mod line_start;
mod locked;
mod motion;
mod objects;
mod paint;
mod period;
mod playfield;
mod priority;
mod pulses;
mod repeats;
mod row;
mod scanline;
mod settle;
mod shown;
mod sound;
mod sprite;
mod take_over;
mod write;

use crate::{
    television::Television,
    tia::{
        Tia,
        hsync::{FIRST_PIXEL, LINE_CLOCKS},
        inputs::Pins,
    },
};
pub(super) use line_start::{LineStart, READ, mix, note};
use scanline::Scanline;
use std::num::NonZero;
use write::simple_registers;

/// A TIA and the scanline that it is in.
#[derive(Debug, Clone)]
pub struct Scanner {
    /// Out of date in part while `line` is on.
    chip: Tia,
    line: Scanline,
    /// See [`simple_registers`].
    simple: u64,
    /// The last bytes of registers, and which of these are known.
    bytes: [u8; 64],
    known: u64,
}

/// The last clock before the first pixel.
const LAST_BLANK: u8 = FIRST_PIXEL - 1;

/// The first playfield group (its first pixel's clock) that takes what is written at `clock`.
fn next_group(clock: u8) -> u8 {
    (clock + 2).div_ceil(4) * 4
}

/// The objects of a set, by the number of their bit.
fn members(mut set: u8) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let object = NonZero::new(set)?.trailing_zeros();
        set &= set - 1;
        Some(object as usize)
    })
}

/// The set of some objects.
fn set(objects: impl Iterator<Item = usize>) -> u8 {
    objects.fold(0, |set, object| set | 1 << object)
}

impl Scanner {
    /// Runs on from this state of the chip.
    pub fn new(chip: Tia) -> Scanner {
        Scanner {
            simple: simple_registers(&chip.revision),
            chip,
            line: Scanline::default(),
            bytes: [0; 64],
            known: 0,
        }
    }

    /// Sets what the input pins are connected to.
    pub fn set_inputs(&mut self, pins: Pins) {
        self.chip.set_inputs(pins);
    }

    /// Runs some clocks if only the counter has to move now. Returns false, with nothing done, if
    /// more may be to do.
    #[inline(always)]
    pub(super) fn pass(&mut self, clocks: u32, television: &Television) -> bool {
        let to = u32::from(self.chip.hsync.clock()) + clocks;
        let passes = to < u32::from(self.line.until)
            && television.has_sync(self.chip.vsync)
            && !self.chip.inputs.charges();
        if passes {
            self.chip.hsync.go_to(to as u8);
        }
        passes
    }

    /// [`Tia::run`].
    #[inline]
    pub fn run(&mut self, clocks: u32, television: &mut Television) {
        if !self.begin_run(clocks, television) {
            self.run_far(clocks, television);
        }
    }

    /// Begins [`Scanner::run`]. True if that was all; else [`Scanner::run_far`] is to follow.
    #[inline]
    pub(super) fn begin_run(&mut self, clocks: u32, television: &mut Television) -> bool {
        television.vsync(self.chip.vsync, self.chip.hsync.clock());
        self.chip.inputs.run(clocks);
        let to = u32::from(self.chip.hsync.clock()) + clocks;
        let is_near = to < u32::from(self.line.until);
        if is_near {
            self.chip.hsync.go_to(to as u8);
        }
        is_near
    }

    /// [`Tia::read`].
    #[inline]
    pub fn read(&mut self, register: u8, bus: u8) -> u8 {
        // The input pins do not depend on the picture.
        if register & 0x0f < 8 && self.line.is_on() {
            let clock = self.chip.hsync.clock();
            self.line.change(clock);
            self.collide_up_to(clock);
        }
        self.chip.read(register, bus)
    }

    /// The rest of [`Scanner::run`]: to the end of the line, or beyond.
    #[inline(always)]
    pub(super) fn run_far(&mut self, clocks: u32, television: &mut Television) {
        let mut left = clocks;
        while left > 0 {
            if !self.line.is_on() && !self.take_over() {
                self.chip.step(television);
                left -= 1;
                continue;
            }
            let clock = self.chip.hsync.clock();
            let count = left.min((LINE_CLOCKS - clock).into()) as u8;
            self.chip.hsync.go_to(clock + count);
            left -= u32::from(count);
            if clock + count == LINE_CLOCKS {
                self.finish_line(television);
                if left > u32::from(LINE_CLOCKS) {
                    left -= self.repeat_lines(left, television);
                }
            }
        }
    }

    /// The end of the line, and the beginning of the next.
    fn finish_line(&mut self, television: &mut Television) {
        if self.is_repeat(television) {
            self.repeat_line(television);
        } else {
            self.advance_motion(LINE_CLOCKS);
            self.finish_pixels(LINE_CLOCKS, television);
            self.chip.playfield.pick(false);
            self.begin_next_line(television);
        }
        self.chip.end_line(LINE_CLOCKS, television);
    }

    fn begin_next_line(&mut self, television: &Television) {
        self.line.next(television.skips_pixels());
        self.chip.hsync.restart();
        for object in members(self.line.disturbed) {
            self.take_undisturbed(object, 0, 0);
        }
        self.chip.outputs = self.outputs_at_rest();
    }
}
