use super::super::{
    cycle::{Mask, extract},
    hsync::CENTER,
    playfield::{CENTER_PICK, Playfield},
    priority::PF,
};
use super::{
    FIRST_PIXEL, LAST_BLANK, LATE_MOTION_START, LINE_CLOCKS,
    resize::Resized,
    row::{self, Row, turned},
    shown::Shown,
};

/// The scanline being run. Not a part of the chip's state: settled chips are equal whatever they
/// hold here.
#[derive(Debug, Clone, Default)]
pub struct Line {
    /// The line is run by rows; the chip is not settled.
    pub on: bool,
    /// The objects are known to be on their cycles.
    pub on_cycle: bool,
    /// The blank is over.
    pub view: bool,
    /// In the blank: the next clock latches other outputs.
    pub stirred: bool,
    /// The clock at which the line leaves this room, or the blank ends.
    pub until: u8,
    /// The line is being run here from its beginning; since then it has been written to, or
    /// something has moved.
    pub whole: bool,
    pub changed: bool,
    /// The line before was whole and unchanged: so is this one, until it changes, the same.
    pub repeats: bool,
    /// The first clock that has not been run for the sound, and the lines since that clock's began.
    pub sound_from: u8,
    pub sound_lines: u64,
    /// Where the objects stand until their clock begins.
    pub positions: [u8; 5],
    /// What they show now, and where on their cycle; and which of them show anything.
    shown: [Option<Shown>; 5],
    pub lit: u8,
    /// Players whose number and size of copies was changed.
    pub resized: [Option<Resized>; 2],
    masks: [Mask; 5],
    /// The view: its first clock, and the one at which the objects' clock begins.
    pub from: u8,
    pub motion_start: u8,
    /// The right half of the playfield has been decided on.
    pub centered: bool,
    /// The objects that had a pulse of HMOVE at the last clock run.
    pub pulses: u8,
    /// The objects that are on, in the order of the output bits, and how far they are drawn.
    pub rows: [Row; 6],
    drawn: [u8; 6],
    /// Pixels at which an object shows its right neighbor.
    early: Option<[Row; 5]>,
    /// Pixels that the television has.
    pub painted: u8,
}

impl PartialEq for Line {
    fn eq(&self, _: &Line) -> bool {
        true
    }
}

impl Eq for Line {}

impl Line {
    /// An object has been disturbed, or may have been.
    pub fn disturb(&mut self) {
        self.on_cycle = false;
    }

    /// A new value of what an object shows.
    pub fn take(&mut self, object: usize, shown: Option<Shown>) {
        if self.shown[object] != shown {
            self.shown[object] = shown;
            self.lit = self.lit & !(1 << object) | u8::from(shown.is_some()) << object;
            self.masks[object] = shown.map_or([0; 4], |shown| shown.mask());
        }
    }

    /// What an object shows is written to at `clock`.
    pub fn change(&mut self, object: usize, shown: Option<Shown>, clock: u8) {
        if self.shown[object] != shown {
            if self.view {
                self.draw(object, clock - LAST_BLANK);
            }
            self.stirred = true;
            self.take(object, shown);
        }
    }

    /// The objects that are on while they stand still.
    pub fn standing(&self) -> u8 {
        (0..5).fold(0, |set, object| {
            set | u8::from(self.stands_on(object)) << object
        })
    }

    fn stands_on(&self, object: usize) -> bool {
        extract(&self.masks[object], self.positions[object].into()) & 1 != 0
    }

    /// A clock more for `objects` that stand still.
    pub fn pulse(&mut self, objects: u8) {
        for (object, position) in self.positions.iter_mut().enumerate() {
            *position = row::forth(*position, objects >> object & 1);
        }
        self.stirred = true;
        self.change_line();
    }

    /// The view begins at `clock`, with nothing drawn.
    pub fn begin_view(&mut self, clock: u8, motion_start: u8, until: u8) {
        self.from = clock;
        self.motion_start = motion_start;
        self.until = until;
        self.centered = clock > CENTER_PICK;
        self.rows = [[0; 3]; 6];
        self.drawn = [clock - LAST_BLANK; 6];
        self.drawn[5] = 0;
        self.early = None;
        self.painted = clock.saturating_sub(FIRST_PIXEL);
        self.pulses = 0;
    }

    /// The view begins with these outputs on their way to the screen, and with this bit of the
    /// playfield picked up.
    pub fn enter_outputs(&mut self, clock: u8, outputs: u8, playfield: bool) {
        if clock >= FIRST_PIXEL {
            let first = row::pixels(clock - FIRST_PIXEL, clock - LAST_BLANK);
            for object in 0..5 {
                if outputs >> object & 1 != 0 {
                    self.rows[object] = first;
                }
            }
            if outputs & PF != 0 {
                self.rows[5] = first;
            }
        }
        let group = ((clock + 1) / 4 * 4).clamp(FIRST_PIXEL, LINE_CLOCKS) - FIRST_PIXEL;
        let end = super::next_group(clock).min(LINE_CLOCKS) - FIRST_PIXEL;
        if playfield {
            let picked = row::pixels(group, end);
            (0..3).for_each(|word| self.rows[5][word] |= picked[word]);
        }
        self.drawn[5] = end;
    }

    /// Draws an object's row up to pixel `to` as its registers are now.
    pub fn draw(&mut self, object: usize, to: u8) {
        let from = self.drawn[object];
        if to <= from {
            return;
        }
        self.drawn[object] = to;
        if self.shown[object].is_none() {
            return;
        }
        let mut row = turned(&self.masks[object], self.positions[object]);
        if self.motion_start == LATE_MOTION_START {
            row = row::moved_by_8(&row, self.stands_on(object));
        }
        if let Some(early) = &self.early {
            let neighbors = row::neighbors(&row);
            for word in 0..3 {
                let early = early[object][word];
                row[word] = row[word] & !early | neighbors[word] & early;
            }
        }
        let range = row::pixels(from, to);
        (0..3).for_each(|word| self.rows[object][word] |= row[word] & range[word]);
    }

    /// Draws all objects up to pixel `to`. One that shows nothing catches up when it does.
    pub fn draw_objects(&mut self, to: u8) {
        let mut objects = self.lit;
        while objects != 0 {
            self.draw(objects.trailing_zeros() as usize, to);
            objects &= objects - 1;
        }
    }

    /// The same for the playfield. The right half is drawn only when it has been decided on.
    pub fn draw_playfield(&mut self, playfield: &Playfield, to: u8) {
        let from = self.drawn[5];
        if to <= from {
            return;
        }
        debug_assert!(self.centered || to <= CENTER - FIRST_PIXEL);
        self.drawn[5] = to;
        if playfield.is_empty() {
            return;
        }
        let (row, range) = (playfield.row(), row::pixels(from, to));
        (0..3).for_each(|word| self.rows[5][word] |= row[word] & range[word]);
    }

    /// The line is not what it would be if the last one went on.
    pub fn change_line(&mut self) {
        self.changed = true;
        self.repeats = false;
    }

    /// These objects show their right neighbor at pixel `x`.
    pub fn show_early(&mut self, objects: u8, x: u8) {
        self.change_line();
        let pixel = row::pixels(x.min(159), x.min(159) + 1);
        let early = self.early.get_or_insert([[0; 3]; 5]);
        for (object, early) in early.iter_mut().enumerate() {
            if objects >> object & 1 != 0 {
                (0..3).for_each(|word| early[word] |= pixel[word]);
            }
        }
    }

    /// The objects that are on at a pixel that is drawn.
    pub fn set_at(&self, x: u8) -> u8 {
        (0..6).fold(0, |set, index| {
            set | u8::from(row::at(&self.rows[index], x)) << index
        })
    }

    /// The playfield's bit that has been picked up before `clock`.
    pub fn picked_at(&self, clock: u8) -> bool {
        let group = (clock + 1) / 4 * 4;
        group < LINE_CLOCKS && row::at(&self.rows[5], group - FIRST_PIXEL)
    }

    /// The objects that are on at some pixel of the line.
    pub fn lit_rows(&self) -> u8 {
        let is_on = |index: &usize| self.rows[*index].iter().any(|word| *word != 0);
        (0..6).filter(is_on).fold(0, |set, index| set | 1 << index)
    }

    /// Tells which two objects are on together at one of the pixels `from..to`.
    pub fn collide(&self, from: u8, to: u8, mut latch: impl FnMut(u8)) {
        if to <= from {
            return;
        }
        let range = row::pixels(from, to);
        let rows = self
            .rows
            .map(|row| [0, 1, 2].map(|word| row[word] & range[word]));
        let on = rows.map(|row| row[0] | row[1] | row[2] != 0);
        for first in 0..5 {
            if !on[first] {
                continue;
            }
            for second in first + 1..6 {
                let both = (0..3).fold(0, |any, word| any | rows[first][word] & rows[second][word]);
                if on[second] && both != 0 {
                    latch(1 << first | 1 << second);
                }
            }
        }
    }

    /// Where an object is after so many clocks of its own.
    pub fn position_after(&self, object: usize, moved: u8) -> usize {
        row::forth(self.positions[object], moved).into()
    }

    /// The next line begins.
    pub fn move_on(&mut self) {
        self.repeats = self.whole && !self.changed;
        (self.whole, self.changed) = (true, false);
        self.sound_lines += 1;
        self.view = false;
        self.until = LAST_BLANK;
        self.stirred = false;
        if self.motion_start == LATE_MOTION_START {
            // Eight clocks short of once around.
            for position in &mut self.positions {
                *position = row::back(*position, 8);
            }
        }
    }
}
