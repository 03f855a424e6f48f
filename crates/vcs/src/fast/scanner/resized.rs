//! Players and missiles that got another NUSIZ in mid-draw.
//!
//! Just before, such an object's state was that of its position in its old period. So what it does
//! until its state is one of its new period's follows from the two values of NUSIZ and from that
//! position, and is counted in clocks of its own, be they those of the visible line or pulses. It
//! takes at most 36 clocks, fewer than a line has: what is shown in them is laid over the mask of
//! the new period, from the position of the write on, and taken away before the object comes to
//! that position again. The circuits themselves, clocked once, make the table of this file.

use super::{
    Scanner, members,
    period::{Mask, Moving, PERIODS, POSITIONS, Period, copies, missile_bits, player_bits},
    shown::Shown,
    sprite::lay_over,
};
use crate::tia::objects::Objects;
use std::sync::OnceLock;

/// What objects do from a write of NUSIZ on, until their state is one of the new period's; by
/// position, and by whether the first half of the next clock is done.
#[derive(Debug)]
struct Resizes {
    /// Clocks of the object; none if both periods have this state.
    clocks: [[u8; 2]; POSITIONS],
    /// The clocks at which it shows each bit of a player's graphics, or each width of a missile:
    /// where in `rows`.
    rows_at: [[u16; 2]; POSITIONS],
    /// Rows that are the same have one place.
    rows: Vec<[u64; 8]>,
}

impl Resizes {
    /// The clocks at which `object` is on.
    fn row(&self, resized: &Resized, object: usize, shown: Shown) -> u64 {
        let at = self.rows_at[usize::from(resized.position)][usize::from(resized.sampled)];
        let rows = &self.rows[usize::from(at)];
        members(shown.bits(object)).fold(0, |row, bit| row | rows[bit])
    }
}

/// By old and new NUSIZ D2-D0; made when first needed. Players, and missiles.
static RESIZES: [[[OnceLock<Box<Resizes>>; 8]; 8]; 2] =
    [const { [const { [const { OnceLock::new() }; 8] }; 8] }; 2];

/// A write of NUSIZ to an object whose state was one of its period's.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Resized {
    /// NUSIZ D2-D0 before and after.
    sizes: [u8; 2],
    /// The object's position, and whether the first half of its next clock was done.
    pub(super) position: u8,
    sampled: bool,
    /// Clocks of its own until its state is one of its new period's.
    pub(super) clocks: u8,
    /// Clocks of the visible line that the object had before it; none if it was in a line before.
    pub(super) moved: u8,
    /// Clocks of the object after it that the visible line began with.
    pub(super) passed: u8,
}

impl Resized {
    /// Gives a mask of the new period what `object` shows after the write.
    pub(super) fn lay_over(&self, mask: &mut Mask, object: usize, shown: Shown) {
        let row = resizes_of(object, self.sizes).row(self, object, shown);
        lay_over(mask, self.position, self.passed..self.clocks, row);
    }

    /// The state some clocks after it, with the first half of the next clock done or not.
    pub(super) fn state<M: Moving>(&self, old: &Period<M>, clocks: u8, sampled: bool) -> M {
        let mut moving = old.state(self.position.into(), self.sampled);
        let mut is_sampled = self.sampled;
        for _ in 0..clocks {
            moving.finish_clock(self.sizes[1], is_sampled);
            is_sampled = false;
        }
        if sampled && !is_sampled {
            moving.sample(self.sizes[1]);
        }
        moving
    }
}

/// What `object` does, by NUSIZ D2-D0 before and after.
#[inline]
fn resizes_of(object: usize, sizes: [u8; 2]) -> &'static Resizes {
    let [old, new] = sizes.map(|size| usize::from(size & 7));
    let resizes = &RESIZES[object & 1][old][new];
    match resizes.get() {
        Some(resizes) => resizes,
        None => resizes.get_or_init(|| make_resizes(object, [old, new])),
    }
}

#[cold]
fn make_resizes(object: usize, [old, new]: [usize; 2]) -> Box<Resizes> {
    let (players, missiles) = (&PERIODS.players, &PERIODS.missiles);
    match object & 1 {
        0 => resizes(
            &players[old].period,
            &players[new].period,
            new as u8,
            player_bits,
        ),
        _ => resizes(
            &missiles[old].period,
            &missiles[new].period,
            new as u8,
            missile_bits,
        ),
    }
}

fn resizes<M: Moving>(
    old: &Period<M>,
    new: &Period<M>,
    nusiz: u8,
    shows: impl Fn(&M) -> u8,
) -> Box<Resizes> {
    let mut all = Box::new(Resizes {
        clocks: [[0; 2]; POSITIONS],
        rows_at: [[0; 2]; POSITIONS],
        rows: Vec::new(),
    });
    for case in 0..2 * POSITIONS {
        let (position, sampled) = (case / 2, case % 2);
        let (clocks, rows) = resize(old, new, position, sampled != 0, nusiz, &shows);
        let at = all.rows.iter().position(|other| *other == rows);
        if at.is_none() {
            all.rows.push(rows);
        }
        all.clocks[position][sampled] = clocks;
        all.rows_at[position][sampled] = at.unwrap_or(all.rows.len() - 1) as u16;
    }
    all
}

/// The clocks, and the clocks at which an object shows each bit or width.
fn resize<M: Moving>(
    old: &Period<M>,
    new: &Period<M>,
    position: usize,
    sampled: bool,
    nusiz: u8,
    shows: impl Fn(&M) -> u8,
) -> (u8, [u64; 8]) {
    let mut moving = old.state(position, sampled);
    let (mut clocks, mut rows) = (0, [0; 8]);
    let mut is_same = moving == new.state(position, sampled);
    while !is_same {
        for row in members(shows(&moving)) {
            rows[row] |= 1 << clocks;
        }
        moving.finish_clock(nusiz, sampled && clocks == 0);
        clocks += 1;
        is_same = new.find(&moving, false).is_some();
    }
    (clocks, rows)
}

impl Objects {
    /// Gives an object the state some clocks after a write of NUSIZ, with the first half of the
    /// next clock done or not.
    pub(crate) fn set_resized(
        &mut self,
        object: usize,
        resized: &Resized,
        clocks: u8,
        sampled: bool,
    ) {
        let (index, old) = (object / 2, usize::from(resized.sizes[0]));
        match object & 1 {
            0 => {
                let period = &PERIODS.players[old].period;
                self.players[index].moving = resized.state(period, clocks, sampled);
            }
            _ => {
                let period = &PERIODS.missiles[old].period;
                self.missiles[index].moving = resized.state(period, clocks, sampled);
            }
        }
    }
}

impl Scanner {
    /// A player or missile gets another NUSIZ at `clock`, up to which it is drawn, and shows it.
    /// False with nothing done if its state is not one of its period's.
    pub(super) fn resize(&mut self, object: usize, nusiz: u8, clock: u8) -> bool {
        let (position, sampled) = self.position_at(object, clock);
        let bit = 1 << object;
        let moved = self.moved_in_view(clock);
        if self.line.disturbed & bit != 0
            || sampled != (clock > self.line.motion.start)
            || self.line.resized_clocks(object, position, moved).is_some()
        {
            return false;
        }
        let old = self.chip.objects.players[object / 2].nusiz;
        let sizes = [old, nusiz].map(|nusiz| copies(nusiz) as u8);
        let clocks = resizes_of(object, sizes).clocks[usize::from(position)][usize::from(sampled)];
        self.line.resizing.objects &= !bit;
        if clocks > 0 {
            self.line.resizing.objects |= bit;
            self.line.resizing.writes[object] = Resized {
                sizes,
                position,
                sampled,
                clocks,
                moved,
                passed: 0,
            };
        }
        let shown = &mut self.line.sprites[object].shown;
        *shown = shown.resized(object, nusiz);
        self.line.stale |= bit;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_nusiz_acts_for_36_clocks_at_most() {
        let mut longest = 0;
        for case in 0..2 * 8 * 8 {
            let resizes = resizes_of(case & 1, [case >> 1 & 7, case >> 4].map(|size| size as u8));
            longest = longest.max(
                *resizes
                    .clocks
                    .as_flattened()
                    .iter()
                    .max()
                    .expect("positions"),
            );
        }
        assert_eq!(longest, 36);
    }
}
