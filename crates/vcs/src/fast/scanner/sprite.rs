//! One of the five movable objects in the current line. While an object is *undisturbed* (its state
//! follows from its position: `disturbed.rs`), it shows its mask, rotated by its position. After a
//! change of copies, it first shows a detour instead (`detour.rs`). A pulse in the visible part of
//! the line replaces one pixel with its right neighbor.

use super::{
    detour::CopiesChange,
    row::{self, Mask, Row},
    shown::Shown,
};
use crate::{television::WIDTH, tia::hsync::LATE_MOTION_START};

/// A movable object in this line. `shown` and `mask` are used only while it is undisturbed.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Sprite {
    /// The row is drawn up to this pixel: 0..=160, and 161 after the last clock of the line.
    pub drawn: u8,
    /// The object's picture, which `Objects::shown` computes from its registers (unlike
    /// `Tia::shown`, which is a set of objects).
    pub shown: Shown,
    /// The positions at which the object is on. Valid if the object is in `Scanline::lit` and not
    /// in `Scanline::stale`.
    pub mask: Mask,
    /// Pixels at which an HMOVE pulse makes the object show the pixel to the right instead.
    early: Row,
    /// The last change of the object's copies in this line. `None` if there was none, or if the
    /// object has been disturbed since.
    pub change: Option<CopiesChange>,
}

impl Sprite {
    /// Records pulses in the visible part of the line, one every four clocks, beginning at pixel
    /// `first`.
    pub(super) fn record_pulses(&mut self, first: u8, pulses: u8) {
        let end = (u16::from(first) + 4 * u16::from(pulses)).min(WIDTH as u16) as u8;
        let range = row::pixels(first, end);
        (0..3).for_each(|word| self.early[word] |= range[word] & EVERY_FOURTH << (first & 3));
    }

    /// Returns whether there was a pulse at one of the pixels `from..to`.
    pub(super) fn has_pulses(&self, from: u8, to: u8) -> bool {
        let range = row::pixels(from, to.min(WIDTH as u8));
        self.early != [0; 3] && row::both(&self.early, &range) != [0; 3]
    }

    /// Returns the last change of copies if the object shows something else on its detour than in
    /// its new period.
    pub(super) fn detour(&self) -> Option<&CopiesChange> {
        self.change
            .as_ref()
            .filter(|change| !change.detour.shows_period)
    }

    /// Returns whether the object is on at a position during the blank. It must be lit, and its
    /// mask up to date.
    pub(super) fn is_on(&self, object: usize, position: u8) -> bool {
        match self.detour() {
            Some(change) if change.moved(position) < change.detour.clocks => {
                self.shown.select(object, &change.detour.on) >> change.moved(position) & 1 != 0
            }
            _ => row::is_on(&self.mask, position),
        }
    }

    /// Begins the next line.
    pub(super) fn begin_line(&mut self) {
        (self.drawn, self.early, self.change) = (0, [0; 3], None);
    }

    /// Returns the object's pixels in the whole line, using the current values of its registers.
    /// `position` is its position at the line's first pixel.
    pub(super) fn row(&self, object: usize, position: u8, motion_start: u8) -> Row {
        let mut row = row::rotated(&self.mask, position);
        if let Some(change) = self.detour() {
            let is_clocked = change.clock > motion_start;
            change.put_into(
                &mut row,
                position,
                is_clocked,
                self.shown.select(object, &change.detour.on),
            );
        }
        if motion_start == LATE_MOTION_START {
            row = row::moved_by_8(&row, row[0] & 1 != 0);
        }
        if self.early != [0; 3] {
            let neighbors = row::neighbors(&row);
            for word in 0..3 {
                let early = self.early[word];
                row[word] = row[word] & !early | neighbors[word] & early;
            }
        }
        row
    }
}

/// Every fourth bit of a word, because a pulse comes every four clocks.
const EVERY_FOURTH: u64 = 0x1111_1111_1111_1111;
