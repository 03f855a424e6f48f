//! The current scanline: positions and rows, and how far each has been computed.
//!
//! Each part of the line may have been computed up to a different clock: an object's row up to
//! `drawn`, the playfield's row up to a group of four pixels, the latches up to `latched`, motion
//! up to `motion.to`, and sound up to `sound.from`. A write advances only the part that its
//! register affects. That part is computed up to the clock of the write with the register's old
//! value. All other parts are advanced when they are needed. The result is the same, because a part
//! depends only on its own registers and on motion (rules 2 and 3 in `mod.rs`), and because
//! collisions and pixels are computed from rows that have been drawn.
//!
//! An object is *undisturbed* while its state follows from its position (`disturbed.rs`), and *lit*
//! if it is undisturbed and is on at some position.

use super::{
    LAST_BLANK, members, next_group,
    playfield::{self, CENTER_READ},
    row::{self, Row},
    shown::Shown,
    sprite::Sprite,
};
use crate::{
    television::WIDTH,
    tia::{
        hsync::{FIRST_PIXEL, LATE_MOTION_START, LINE_CLOCKS, MOTION_START},
        playfield::Playfield,
        priority::{PF, Priority},
    },
};

/// The current scanline: positions and rows, and how far each has been computed.
#[derive(Debug, Clone, Default)]
pub(super) struct Scanline {
    /// The clock up to which the scanner runs the line: the line's end, or the clock after a write
    /// to VBLANK. 0 while the chip itself is running; if this is not 0, some of the chip's fields
    /// are out of date.
    pub until: u8,
    /// The movable objects, in the order of the output bits.
    pub sprites: [Sprite; 5],
    /// Each object's position, which says where it is in its period of 160 clocks. During the
    /// blank, this is the position after the pulses so far; afterward, it is the position at
    /// `motion.objects_start`, where the objects' clock begins.
    pub positions: [u8; 8],
    /// The lit objects.
    pub lit: u8,
    /// The disturbed objects, which are run clock by clock.
    pub disturbed: u8,
    /// The objects whose masks ([`Sprite::mask`]) are out of date.
    pub stale: u8,
    pub motion: Motion,
    /// The last write that took effect *ahead* of the objects, that is, before they were advanced
    /// to its clock (`Scanner::try_ahead`). The values are the clock of the write, or 0 if the
    /// objects have been advanced since; the object whose picture was changed; and its picture
    /// before that.
    pub ahead: (u8, usize, Shown),
    /// A row for each object, in the order of the output bits: the pixels at which it is on, as far
    /// as they have been drawn.
    pub rows: [Row; 6],
    /// The movable objects whose rows may contain a pixel.
    pub rows_lit: u8,
    groups: Groups,
    /// The clock up to which collisions in the visible line have been latched. From the line's
    /// first pixel on, the chip's fields `outputs` and `shown`, the sets of objects on their way to
    /// the latches, are as of that clock.
    pub latched: u8,
    /// The parts of the line within which the colors stay the same. Each entry holds the pixel
    /// where its part ends (exclusive) and the part's colors.
    pub parts: Vec<(u8, Priority)>,
    /// The first pixel of a vertical blank in the right half of the line. From it on, score mode
    /// uses player 0's color again. If there is none, the width of the line; 0 if a vertical blank
    /// that covered the start of the right half has ended.
    pub right_end: u8,
    pub sound: Sound,
    pub repeat: Repeat,
}

/// How far HMOVE, and during the blank also the objects, have been computed.
#[derive(Debug, Clone, Default)]
pub(super) struct Motion {
    /// The first clock that has not been run. While motion is being advanced, the clock to be
    /// reached.
    pub to: u8,
    /// The color clock at which the objects' clock begins in this line.
    pub objects_start: u8,
    /// The clock of a strobe of HMOVE to which HMOVE has been run, but the objects have not. It has
    /// no meaning unless it is later than `to`.
    pub strobe: u8,
}

/// The playfield's groups of four pixels.
#[derive(Debug, Clone, Default)]
struct Groups {
    /// The groups that are on, as far as they have been drawn.
    bits: u64,
    /// The first group that has not been drawn.
    drawn: u8,
    /// The value of `bits` for which the playfield's row was computed.
    in_row: u64,
    /// True if the direction of the right half has been determined.
    centered: bool,
}

/// How far the sound has been run.
#[derive(Debug, Clone, Default)]
pub(super) struct Sound {
    /// The first clock that has not been run.
    pub from: u8,
    /// The number of line ends since clock `from`.
    pub lines: u64,
}

/// How the line compares with the previous one.
#[derive(Debug, Clone, Default)]
pub(super) struct Repeat {
    /// True if the line repeats the previous one as long as nothing changes.
    pub repeats: bool,
    /// True if something has changed since the line began.
    pub changed: bool,
    /// True if something has changed since the visible part of the line began.
    pub visible_changed: bool,
}

impl Scanline {
    /// Returns whether the chip's own fields are out of date because the scanner is running the
    /// line or is waiting.
    pub(super) fn is_active(&self) -> bool {
        self.until != 0
    }

    /// Takes the line over at `clock` of the blank.
    pub(super) fn begin(&mut self, clock: u8) {
        self.begin_line();
        self.motion.to = clock;
        (self.sound.from, self.sound.lines) = (clock, 0);
        self.repeat.repeats = false;
        // Only a line that the scanner runs from the beginning can be repeated.
        (self.repeat.changed, self.repeat.visible_changed) = (true, true);
    }

    /// Begins the next line.
    pub(super) fn begin_next(&mut self) {
        self.sound.lines += 1;
        self.repeat.repeats =
            !self.repeat.visible_changed && self.motion.objects_start == MOTION_START;
        if self.motion.objects_start == LATE_MOTION_START {
            // In a normal line, the objects receive 160 clocks, which is a whole period; in this
            // line, they received eight fewer.
            self.positions = self.positions.map(|position| row::earlier(position, 8));
        }
        self.begin_line();
    }

    fn begin_line(&mut self) {
        (self.motion.to, self.motion.strobe) = (0, 0);
        self.motion.objects_start = MOTION_START;
        self.rows[..5].fill([0; 3]);
        self.rows_lit = 0;
        self.sprites.iter_mut().for_each(Sprite::begin_line);
        (self.groups.bits, self.groups.drawn, self.groups.centered) = (0, 0, false);
        self.parts.clear();
        (self.until, self.latched, self.right_end) = (LINE_CLOCKS, LAST_BLANK, WIDTH as u8);
        (self.repeat.changed, self.repeat.visible_changed) = (false, false);
    }

    /// Changes the picture of an undisturbed object.
    pub(super) fn set_shown(&mut self, object: usize, shown: Shown) {
        if self.sprites[object].shown != shown {
            self.sprites[object].shown = shown;
            self.stale |= 1 << object;
        }
        self.lit = self.lit & !(1 << object) | u8::from(shown.is_visible()) << object;
    }

    /// Returns the position that an object has after 0..=160 clocks.
    pub(super) fn position_after(&self, object: usize, clocks: u8) -> u8 {
        row::later(self.positions[object], clocks)
    }

    /// Computes the masks of those `objects` whose masks are out of date. All `objects` must be
    /// lit.
    pub(super) fn update_masks(&mut self, objects: u8) {
        members(self.stale & objects).for_each(|object| self.make_mask(object));
    }

    fn make_mask(&mut self, object: usize) {
        self.stale &= !(1 << object);
        let sprite = &mut self.sprites[object];
        sprite.mask = sprite.shown.mask(object);
    }

    /// Records that something changes at `clock`.
    pub(super) fn mark_changed(&mut self, clock: u8) {
        self.repeat.changed = true;
        self.repeat.visible_changed |= clock >= LAST_BLANK;
    }

    /// Draws an undisturbed object up to pixel `to`, 0..=161, with the current values of its
    /// registers.
    pub(super) fn draw(&mut self, object: usize, to: u8) {
        let (from, to) = (self.sprites[object].drawn, to.min(WIDTH as u8));
        if to > from {
            self.sprites[object].drawn = to;
            if self.lit >> object & 1 != 0 {
                self.draw_lit(object, from, to);
            }
        }
    }

    /// Draws the pixels `from..to` of an undisturbed object that is lit.
    fn draw_lit(&mut self, object: usize, from: u8, to: u8) {
        if self.stale >> object & 1 != 0 {
            self.make_mask(object);
        }
        self.rows_lit |= 1 << object;
        let (sprite, position) = (&self.sprites[object], self.positions[object]);
        let row = sprite.row(object, position, self.motion.objects_start);
        let range = row::pixels(from, to);
        (0..3).for_each(|word| self.rows[object][word] |= row[word] & range[word]);
    }

    /// Draws all playfield groups that a write at `clock` can no longer change.
    pub(super) fn draw_playfield(&mut self, playfield: &mut Playfield, clock: u8) {
        self.reach_center(playfield, clock);
        let (from, to) = (
            self.groups.drawn,
            next_group(clock).clamp(FIRST_PIXEL, LINE_CLOCKS),
        );
        let to = (to - FIRST_PIXEL) / 4;
        if to > from {
            self.groups.drawn = to;
            self.groups.bits |= playfield.groups() & ((1 << to) - (1 << from));
        }
    }

    /// Determines the direction of the playfield's right half when the center is reached.
    pub(super) fn reach_center(&mut self, playfield: &mut Playfield, clock: u8) {
        if !self.groups.centered && clock > CENTER_READ {
            playfield.reach_center();
            self.groups.centered = true;
        }
    }

    /// Computes the playfield's row from its groups.
    pub(super) fn update_playfield_row(&mut self) {
        if self.groups.bits != self.groups.in_row {
            self.groups.in_row = self.groups.bits;
            self.rows[5] = playfield::pixels(self.groups.bits);
        }
    }

    /// Returns the last playfield bit that was read before `clock`.
    pub(super) fn bit_before(&self, clock: u8) -> bool {
        let group = (clock + 1) / 4 * 4;
        group < LINE_CLOCKS && self.groups.bits >> ((group - FIRST_PIXEL) / 4) & 1 != 0
    }

    /// Returns the objects that are on at a pixel that has been drawn.
    pub(super) fn objects_at(&self, x: u8) -> u8 {
        (0..6).fold(0, |set, index| {
            set | u8::from(row::is_on(&self.rows[index], x)) << index
        })
    }

    /// Returns the objects that may be on at some pixel of the line.
    pub(super) fn objects_in_rows(&self) -> u8 {
        self.rows_lit | if self.groups.bits != 0 { PF } else { 0 }
    }
}
