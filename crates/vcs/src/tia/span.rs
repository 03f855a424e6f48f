//! The fast way through time: many color clocks at once.
//!
//! [`Tia::step`] is the chip; this room only saves work, and every law test holds the two equal.
//! The argument: between two accesses no register changes. While no write, strobe or motion is on
//! its way, a color clock then does only this: the counters of the five objects advance, the
//! output latch takes their outputs and the playfield's, and a pixel goes out. An object whose
//! state lies on its cycle (`cycle.rs`, made by clocking the same circuits) stays on it, so its
//! outputs over the span are a row of bits, and its state at the end is a table's. An object off
//! its cycle (reset or resized in mid-draw) sends the clock back to `step` until it is on it
//! again. In the blank the objects stand still, except for the pulses of HMOVE, which are given
//! here one by one.

use super::{
    Tia,
    cycle::{CYCLES, Mask, Moving, POSITIONS, extract},
    hsync::{FIRST_PIXEL, LINE_CLOCKS},
    missile::Missile,
    objects::{MISSILES, PLAYERS},
    playfield::Playfield,
    priority::BL,
    revision::MOVABLE,
};
use crate::television::{BLANK, Television};

/// Clocks of a line before which the blank cannot end.
const BLANK_CLOCKS: u8 = 66;
/// A span of one line, `from..to`, during which nothing is on its way.
struct Span {
    from: u8,
    to: u8,
    /// The first clock of the line, from `from` on, with a second half of the objects' clock.
    edges_from: u8,
    /// The first clock that is not blanked horizontally.
    visible_from: u8,
}

/// The rows of the five objects and the positions at which they stand.
#[derive(Default)]
struct Rows {
    /// What is on while the objects stand still.
    still: u8,
    /// The objects that have a row; the others are off.
    shown: u8,
    masks: [Mask; 5],
    positions: [usize; 5],
    playfield: Mask,
}

/// The set of objects that are on at bit `at`, which is in the order of the output bits.
fn objects_at(bits: &[u64; 6], at: u8) -> u8 {
    (0..6).fold(0, |set, index| {
        set | ((bits[index] >> at & 1) as u8) << index
    })
}

/// A position up to one round too far, brought back.
fn around(position: usize) -> usize {
    if position < POSITIONS {
        position
    } else {
        position - POSITIONS
    }
}

impl Tia {
    /// Runs up to `clocks` color clocks of the current line at once. Returns how many, 0 when
    /// something is on its way that needs single clocks.
    pub(super) fn run_span(&mut self, clocks: u32, television: &mut Television) -> u32 {
        if !self.nothing_on_its_way() {
            return 0;
        }
        let from = self.hsync.clock();
        let rest = u32::from(LINE_CLOCKS - from);
        let to = from + clocks.min(rest) as u8;
        if !self.hmove.is_idle() {
            return self.run_motion(from, to, television);
        }
        let Some(span) = self.span(from, to) else {
            return 0;
        };
        self.run_at_once(&span, television);
        u32::from(span.to - span.from)
    }

    fn nothing_on_its_way(&self) -> bool {
        self.queue.is_empty()
            && self.objects.nothing_on_its_way()
            && self.collisions.nothing_on_its_way()
            && self.vblank[0] == self.vblank[1]
            // After RSYNC the playfield may still be on in the blank.
            && !(self.hsync.clock() < BLANK_CLOCKS && self.playfield.output())
    }

    /// The blank while HMOVE is at work: clock by clock, but only what moves.
    fn run_motion(&mut self, from: u8, to: u8, television: &mut Television) -> u32 {
        let to = to.min(BLANK_CLOCKS);
        if from >= to || self.hsync.motion_clock() || self.objects.edges() != 0 {
            return 0;
        }
        let seen = if self.vblank[0] { 0 } else { u8::MAX };
        for clock in from..to {
            self.collisions.latch(self.shown);
            self.shown = self.outputs & seen;
            let pulses = if clock & 3 == 3 {
                0
            } else {
                self.motion(clock)
            };
            if pulses != 0 {
                self.objects.pulse(pulses);
                if self.objects.missiles.iter().any(Missile::locked) {
                    // A pulse may be the clock at which a player resets its missile.
                    self.masks.disturb();
                }
            }
            if pulses != 0 || clock == from {
                self.outputs = self.objects.outputs();
            }
        }
        self.right = false;
        self.finish(from, to, television);
        u32::from(to - from)
    }

    /// The span from `from` to `to` or to where an object needs single clocks, if any.
    fn span(&mut self, from: u8, mut to: u8) -> Option<Span> {
        let edges = self.objects.edges() != 0;
        if edges == self.hsync.hblank() {
            return None;
        }
        let start = self.hsync.motion_start();
        let edges_from = match () {
            () if edges => from,
            () if self.hsync.motion_clock() => from + 1,
            () if from < start => start + 1,
            () => return None,
        };
        if edges_from < to {
            if !self.masks.on_cycle {
                self.masks.on_cycle = self.objects.are_on_cycle();
            }
            let most = match self.masks.on_cycle {
                true => self.objects.clocks_to_missile_reset(),
                false => 0,
            };
            to = to.min(edges_from.saturating_add(most));
        }
        (from < to).then_some(Span {
            from,
            to,
            edges_from,
            visible_from: edges_from,
        })
    }

    fn run_at_once(&mut self, span: &Span, television: &mut Television) {
        if span.to <= BLANK_CLOCKS {
            return self.run_still(span, television);
        }
        self.playfield.enter(span.from, span.to);
        let mut rows = if span.edges_from < span.to {
            self.objects.rows(&mut self.masks)
        } else {
            Rows {
                still: self.objects.outputs(),
                ..Rows::default()
            }
        };
        rows.playfield = self.masks.playfield(&self.playfield);
        self.show_span(span, &rows, television);
        self.leave(span, &rows);
        self.hmove.skip(span.from, span.to);
        self.finish(span.from, span.to, television);
    }

    /// A span in the blank: nothing moves, nothing is seen.
    fn run_still(&mut self, span: &Span, television: &mut Television) {
        let seen = if self.vblank[0] { 0 } else { u8::MAX };
        self.collisions.latch(self.shown);
        self.shown = self.outputs & seen;
        self.outputs = self.objects.outputs();
        let length = span.to - span.from;
        if length > 1 {
            self.collisions.latch(self.shown);
            self.shown = self.outputs & seen;
        }
        if length > 2 {
            self.collisions.latch(self.shown);
        }
        self.right = false;
        self.hmove.skip(span.from, span.to);
        self.finish(span.from, span.to, television);
    }

    /// The picture and the collisions of a span, and the outputs that its last clock latches.
    fn show_span(&mut self, span: &Span, rows: &Rows, television: &mut Television) {
        let last = span.to - 1;
        self.collisions.latch(self.shown);
        // The pixel at a clock was latched one clock before.
        let mut clock = if self.vblank[0] {
            self.show(span, span.from, span.to - span.from, 0, television);
            last
        } else {
            self.show(span, span.from, 1, self.outputs, television);
            span.from
        };
        loop {
            let (bits, most) = self.latched(span, rows, clock);
            let count = most.min(last - clock);
            self.show_latched(span, &bits, clock, count, television);
            clock += count;
            if count < most {
                self.outputs = objects_at(&bits, count);
                return;
            }
        }
    }

    /// Shows what `count` clocks from `clock` on latch.
    fn show_latched(
        &mut self,
        span: &Span,
        bits: &[u64; 6],
        clock: u8,
        count: u8,
        television: &mut Television,
    ) {
        let changes = bits.iter().fold(0, |all, bits| all | (bits ^ bits >> 1));
        let mut done = 0;
        while done < count {
            let length = (1 + (changes >> done).trailing_zeros() as u8).min(count - done);
            self.show(
                span,
                clock + 1 + done,
                length,
                objects_at(bits, done),
                television,
            );
            done += length;
        }
    }

    /// The outputs that are latched from `clock` on, and for how many clocks (1..=64).
    fn latched(&self, span: &Span, rows: &Rows, clock: u8) -> ([u64; 6], u8) {
        let mut bits = [0; 6];
        let mut most = 64;
        if clock < span.edges_from {
            most = most.min(span.edges_from - clock);
            for (index, bits) in bits.iter_mut().enumerate().take(5) {
                *bits = u64::from(rows.still >> index & 1).wrapping_neg();
            }
        } else {
            let moved = usize::from(clock - span.edges_from) + 1;
            for (index, bits) in bits.iter_mut().enumerate().take(5) {
                if rows.shown >> index & 1 != 0 {
                    *bits = extract(&rows.masks[index], around(rows.positions[index] + moved));
                }
            }
        }
        let (playfield, playfield_most) = self.playfield.latched(&rows.playfield, span.from, clock);
        bits[5] = playfield;
        (bits, most.min(playfield_most))
    }

    /// `length` clocks from `clock` on with these objects on: collisions and pixels.
    fn show(&mut self, span: &Span, clock: u8, length: u8, objects: u8, tv: &mut Television) {
        let vblank = self.vblank[0];
        let colliding = if vblank { 0 } else { objects };
        if clock + length < span.to || length > 1 {
            self.collisions.latch(colliding);
        }
        self.shown = colliding;
        let end = clock + length;
        if end <= FIRST_PIXEL {
            self.right = false;
            return;
        }
        let clock = clock.max(FIRST_PIXEL);
        let visible = if vblank {
            end
        } else {
            span.visible_from.clamp(clock, end)
        };
        if visible > clock {
            tv.pixels(BLANK, usize::from(visible - clock));
            self.right = false;
        }
        if visible < end {
            self.show_colors(visible, end, objects, tv);
        }
    }

    /// Unblanked pixels of the clocks `from..to`.
    fn show_colors(&mut self, from: u8, to: u8, objects: u8, television: &mut Television) {
        let switch = self.score_switch();
        if (from..to).contains(&switch) {
            let color = self.priority.color(objects, self.right);
            television.pixels(color, usize::from(switch - from));
            self.right = true;
            let color = self.priority.color(objects, true);
            television.pixels(color, usize::from(to - switch));
        } else {
            let color = self.priority.color(objects, self.right);
            television.pixels(color, usize::from(to - from));
        }
    }

    /// Leaves objects and playfield in their state at the span's end.
    fn leave(&mut self, span: &Span, rows: &Rows) {
        self.playfield.leave(&rows.playfield, span.from, span.to);
        let pending = self.hsync.motion_clock_at(span.to - 1);
        let moved = usize::from(span.to.saturating_sub(span.edges_from));
        self.objects.leave(&rows.positions, moved, pending);
    }

    /// Everything but objects and picture from `from` to `to`.
    fn finish(&mut self, from: u8, to: u8, television: &mut Television) {
        self.audio.run(from, to, television);
        self.hsync.skip(to);
        if to == LINE_CLOCKS {
            self.end_line(LINE_CLOCKS, television);
        }
    }
}

impl super::Objects {
    /// The rows of the objects as their registers are now, and where they stand.
    fn rows(&mut self, masks: &mut Masks) -> Rows {
        let mut rows = Rows {
            still: self.outputs(),
            ..Rows::default()
        };
        for index in 0..2 {
            let (player, missile) = (&mut self.players[index], &mut self.missiles[index]);
            let graphics = player.shown_graphics();
            if graphics != 0 {
                rows.masks[2 * index] = masks.player(index, player.mode(), graphics);
                rows.shown |= PLAYERS[index];
            }
            rows.positions[2 * index] = player.moving().position().index();
            if let Some(width) = missile.shown_width() {
                let cycle = &CYCLES.missiles[usize::from(missile.mode())];
                rows.masks[2 * index + 1] = cycle.widths[usize::from(width)];
                rows.shown |= MISSILES[index];
            }
            rows.positions[2 * index + 1] = missile.moving().position().index();
        }
        if let Some(width) = self.ball.shown_width() {
            rows.masks[4] = CYCLES.ball.widths[usize::from(width)];
            rows.shown |= BL;
        }
        rows.positions[4] = self.ball.moving().position().index();
        rows
    }

    /// True when the state of every object is its cycle's.
    fn are_on_cycle(&mut self) -> bool {
        let sampled = self.edges() == MOVABLE;
        let ball = *self.ball.moving();
        ball == CYCLES.ball.cycle.state(ball.position().index(), sampled)
            && self.players.iter_mut().all(|player| {
                let cycle = &CYCLES.players[usize::from(player.mode())].cycle;
                let moving = *player.moving();
                moving == cycle.state(moving.position().index(), sampled)
            })
            && self.missiles.iter_mut().all(|missile| {
                let cycle = &CYCLES.missiles[usize::from(missile.mode())].cycle;
                let moving = *missile.moving();
                moving == cycle.state(moving.position().index(), sampled)
            })
    }

    /// Clocks of undisturbed objects until a player resets the missile locked to it.
    fn clocks_to_missile_reset(&mut self) -> u8 {
        let mut most = u8::MAX;
        for (player, missile) in self.players.iter_mut().zip(&self.missiles) {
            if missile.locked() {
                let reset = CYCLES.players[usize::from(player.mode())].resets_missile;
                let position = player.moving().position().index();
                let clocks = around(reset + POSITIONS - position) as u8;
                most = most.min(clocks.saturating_sub(1));
            }
        }
        most
    }

    /// Moves the objects from `positions` on by `moved` clocks; `pending` when the next clock's
    /// first half is done.
    fn leave(&mut self, positions: &[usize; 5], moved: usize, pending: bool) {
        self.set_edges(if pending { MOVABLE } else { 0 });
        if moved == 0 {
            if pending {
                self.first_half(MOVABLE);
            }
            return;
        }
        let at = |index: usize| around(positions[index] + moved);
        for index in 0..2 {
            let (player, missile) = (&mut self.players[index], &mut self.missiles[index]);
            let cycle = &CYCLES.players[usize::from(player.mode())].cycle;
            *player.moving() = cycle.state(at(2 * index), pending);
            let cycle = &CYCLES.missiles[usize::from(missile.mode())].cycle;
            *missile.moving() = cycle.state(at(2 * index + 1), pending);
        }
        *self.ball.moving() = CYCLES.ball.cycle.state(at(4), pending);
    }
}

/// What the spans before have found out. Not a part of the chip's state: two chips are equal
/// whatever they hold here.
#[derive(Debug, Clone, Default)]
pub(super) struct Masks {
    /// The players' rows for the graphics that they last had.
    players: [Option<(u8, u8, Mask)>; 2],
    /// The playfield's row for the bits that it last had.
    playfield: Option<(u32, Mask)>,
    /// The objects are known to be on their cycles.
    on_cycle: bool,
}

impl PartialEq for Masks {
    fn eq(&self, _: &Masks) -> bool {
        true
    }
}

impl Eq for Masks {}

impl Masks {
    /// An object has been disturbed, or may have been.
    pub fn disturb(&mut self) {
        self.on_cycle = false;
    }

    fn playfield(&mut self, playfield: &Playfield) -> Mask {
        let key = playfield.key();
        match self.playfield {
            Some((of, mask)) if of == key => mask,
            _ => {
                let mask = playfield.row();
                self.playfield = Some((key, mask));
                mask
            }
        }
    }

    fn player(&mut self, index: usize, mode: u8, graphics: u8) -> Mask {
        match self.players[index] {
            Some((of_mode, of_graphics, mask)) if (of_mode, of_graphics) == (mode, graphics) => {
                mask
            }
            _ => {
                let mask = CYCLES.players[usize::from(mode)].mask(graphics);
                self.players[index] = Some((mode, graphics, mask));
                mask
            }
        }
    }
}
