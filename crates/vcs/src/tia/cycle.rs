//! What an undisturbed object does over the 160 clocks of its position counter, as tables made
//! by clocking it.
//!
//! An object that has not been disturbed for a while goes round in a cycle: its state follows
//! from its position counter alone. The tables hold that state for each of the 160 positions, so
//! an object whose state is the table's is known to be undisturbed, whatever made it so.

use super::{ball, missile, player, position::Position};
use std::sync::LazyLock;

/// Positions of a position counter.
pub const POSITIONS: usize = 160;

/// A row of bits, one for each position, the first 96 again at the end.
pub type Mask = [u64; 4];

/// What moves in an object, with its two half clocks.
pub trait Moving: Copy + PartialEq {
    /// The first half of a clock.
    fn sample(&mut self, nusiz: u8);
    /// The second half of a clock.
    fn tick(&mut self);
    /// The position counter.
    fn position(&self) -> &Position;
}

/// An object's states by position.
#[derive(Debug, Clone)]
pub struct Cycle<M> {
    /// After the second half of a clock.
    ticked: Vec<M>,
    /// After the first half of the next clock.
    sampled: Vec<M>,
}

impl<M: Moving> Cycle<M> {
    /// Clocks an object from `idle` until it repeats itself, then once around.
    fn new(idle: M, nusiz: u8) -> Cycle<M> {
        let mut moving = idle;
        for _ in 0..2 * POSITIONS {
            moving.sample(nusiz);
            moving.tick();
        }
        let mut cycle = Cycle {
            ticked: vec![idle; POSITIONS],
            sampled: vec![idle; POSITIONS],
        };
        for _ in 0..POSITIONS {
            let index = moving.position().index();
            cycle.ticked[index] = moving;
            moving.sample(nusiz);
            cycle.sampled[index] = moving;
            moving.tick();
        }
        cycle
    }

    /// The state at `index`, with the first half of the next clock done or not.
    pub fn state(&self, index: usize, sampled: bool) -> M {
        match sampled {
            true => self.sampled[index],
            false => self.ticked[index],
        }
    }

    /// The position of an object in this state, with the first half of the next clock done or not; none if it
    /// is off the cycle.
    pub fn find(&self, moving: &M, sampled: bool) -> Option<u8> {
        let index = moving.position().index();
        (*moving == self.state(index, sampled)).then_some(index as u8)
    }

    /// Clocks an object alone through the visible line, so many clocks (at most 64) or until it is on the
    /// cycle at the beginning of a count. The clocks, and at which of them `on` holds.
    pub fn approach(
        &self,
        moving: &mut M,
        nusiz: u8,
        clocks: u8,
        on: impl Fn(&M) -> bool,
    ) -> (u8, u64) {
        let mut row = 0;
        for clock in 0..clocks {
            moving.tick();
            moving.sample(nusiz);
            row |= u64::from(on(moving)) << clock;
            if moving.position().phase() == 0 && self.find(moving, true).is_some() {
                return (clock + 1, row);
            }
        }
        (clocks, row)
    }

    /// The positions at which `on` holds.
    fn mask(&self, on: impl Fn(&M) -> bool) -> Mask {
        let mut mask = [0; 4];
        for bit in 0..256 {
            if on(&self.ticked[bit % POSITIONS]) {
                mask[bit / 64] |= 1 << (bit % 64);
            }
        }
        mask
    }
}

/// Up to 64 bits of a row from position `from` (0..=159) on.
#[inline]
pub fn extract(mask: &Mask, from: usize) -> u64 {
    let pair = u128::from(mask[from / 64 + 1]) << 64 | u128::from(mask[from / 64]);
    (pair >> (from % 64)) as u64
}

/// A player's cycle for one NUSIZ value.
#[derive(Debug, Clone)]
pub struct PlayerCycle {
    /// The states.
    pub cycle: Cycle<player::Moving>,
    /// Where each value of the graphics' high and low half is shown.
    halves: [[Mask; 16]; 2],
    /// Where the player resets a missile locked to it.
    pub resets_missile: usize,
}

impl PlayerCycle {
    /// Where a player with these graphics is on; bit 7 is shown first.
    pub fn mask(&self, graphics: u8) -> Mask {
        let (high, low) = (usize::from(graphics >> 4), usize::from(graphics & 15));
        let (mut mask, low) = (self.halves[0][high], &self.halves[1][low]);
        for (high, low) in mask.iter_mut().zip(low) {
            *high |= low;
        }
        mask
    }
}

/// A missile's cycle for one NUSIZ value, or the ball's.
#[derive(Debug, Clone)]
pub struct DrawCycle<M> {
    /// The states.
    pub cycle: Cycle<M>,
    /// Where it is on, by width.
    pub widths: [Mask; 4],
}

/// All cycles.
#[derive(Debug)]
pub struct Cycles {
    /// Players, by NUSIZ D2-D0.
    pub players: [PlayerCycle; 8],
    /// Missiles, by NUSIZ D2-D0.
    pub missiles: [DrawCycle<missile::Moving>; 8],
    /// The ball.
    pub ball: DrawCycle<ball::Moving>,
}

/// The one copy of them.
pub static CYCLES: LazyLock<Cycles> = LazyLock::new(|| Cycles {
    players: std::array::from_fn(|nusiz| player_cycle(nusiz as u8)),
    missiles: std::array::from_fn(|nusiz| missile_cycle(nusiz as u8)),
    ball: ball_cycle(),
});

fn player_cycle(nusiz: u8) -> PlayerCycle {
    let cycle = Cycle::new(player::Moving::default(), nusiz);
    let half = |first: u8, value: usize| {
        cycle.mask(|moving| {
            let bit = moving.shown_bit().map(|bit| bit.wrapping_sub(first));
            bit.is_some_and(|bit| bit < 4 && value >> (3 - bit) & 1 != 0)
        })
    };
    PlayerCycle {
        halves: [0, 4].map(|first| std::array::from_fn(|value| half(first, value))),
        resets_missile: (0..POSITIONS)
            .find(|index| cycle.ticked[*index].resets_missile())
            .expect("the main copy resets it"),
        cycle,
    }
}

fn missile_cycle(nusiz: u8) -> DrawCycle<missile::Moving> {
    let cycle = Cycle::new(missile::Moving::default(), nusiz);
    DrawCycle {
        widths: std::array::from_fn(|width| cycle.mask(|moving| moving.output(width as u8))),
        cycle,
    }
}

fn ball_cycle() -> DrawCycle<ball::Moving> {
    let cycle = Cycle::new(ball::Moving::default(), 0);
    DrawCycle {
        widths: std::array::from_fn(|width| cycle.mask(|moving| moving.output(width as u8))),
        cycle,
    }
}
