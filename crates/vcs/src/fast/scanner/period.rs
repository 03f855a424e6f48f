//! Undisturbed objects over the 160 clocks of their position counters.
//!
//! The tables of this file come from clocking the circuits themselves through all 160 positions. An
//! object that no write disturbs repeats itself every 160 clocks: its position counter alone
//! determines its state. So an object whose state is in the table is undisturbed, whatever came
//! before, and follows the table until the next write that disturbs it.

use crate::tia::{
    ball, missile, player,
    position::{Position, starts_copy},
};
use std::sync::LazyLock;

/// Positions of a position counter, one for each visible pixel.
pub(super) const POSITIONS: usize = 160;

/// A bit for each of the 160 positions, repeated until all 384 bits are filled.
pub(super) type Mask = [u64; 6];

/// An object's states by position.
#[derive(Debug, Clone)]
pub(super) struct Period<M> {
    /// The states after the second half of a clock.
    ticked: Vec<M>,
    /// The states after the first half of the next clock.
    sampled: Vec<M>,
}

impl<M: Copy + PartialEq> Period<M> {
    /// Clocks an object from `idle` until it repeats itself, then through all positions once.
    /// `tick`, the second half of a clock, receives the position before this clock.
    fn new(idle: M, sample: impl Fn(&mut M), tick: impl Fn(&mut M, usize)) -> Period<M> {
        let mut period = Period {
            ticked: vec![idle; POSITIONS],
            sampled: vec![idle; POSITIONS],
        };
        let mut moving = idle;
        for clock in 0..3 * POSITIONS {
            let position = clock % POSITIONS;
            period.ticked[position] = moving;
            sample(&mut moving);
            period.sampled[position] = moving;
            tick(&mut moving, position);
        }
        period
    }

    /// Returns the state at position `index`, after the first half of the next clock if `sampled`.
    pub(super) fn state(&self, index: usize, sampled: bool) -> M {
        match sampled {
            true => self.sampled[index],
            false => self.ticked[index],
        }
    }

    /// Returns the position of an object whose state is `moving` and whose counter is at
    /// `position`; `None` if the object is disturbed. `sampled` is true if the first half of the
    /// next clock is done.
    pub(super) fn find(&self, moving: &M, position: &Position, sampled: bool) -> Option<u8> {
        let clocks = position.clocks();
        (*moving == self.state(clocks.into(), sampled)).then_some(clocks)
    }

    /// Returns the positions at which `on` returns true.
    fn mask(&self, on: impl Fn(&M) -> bool) -> Mask {
        let mut mask = Mask::default();
        for bit in 0..64 * mask.len() {
            if on(&self.ticked[bit % POSITIONS]) {
                mask[bit / 64] |= 1 << (bit % 64);
            }
        }
        mask
    }
}

/// NUSIZx D2-D0: number and distance of the copies, or a player's size.
pub(super) fn copies(nusiz: u8) -> usize {
    usize::from(nusiz & 7)
}

/// The period of a player for one value of NUSIZ.
#[derive(Debug, Clone)]
pub(super) struct PlayerPeriod {
    /// The states.
    pub period: Period<player::Moving>,
    /// The positions at which a bit of the graphics is on: for each value of the high half of the
    /// graphics, and for each value of the low half.
    halves: [[Mask; 16]; 2],
    /// The position at which the player resets a missile locked to it.
    pub resets_missile: usize,
}

impl PlayerPeriod {
    /// Returns the positions at which a player with these graphics is on. Bit 7 is shown first.
    #[inline(always)]
    pub(super) fn mask(&self, graphics: u8) -> Mask {
        let (high, low) = (usize::from(graphics >> 4), usize::from(graphics & 15));
        let (mut mask, low) = (self.halves[0][high], &self.halves[1][low]);
        for (high, low) in mask.iter_mut().zip(low) {
            *high |= low;
        }
        mask
    }
}

/// A missile's period for one NUSIZ value, or the ball's.
#[derive(Debug, Clone)]
pub(super) struct DrawPeriod<M> {
    /// The states.
    pub period: Period<M>,
    /// The positions at which the object is on, by width.
    pub widths: [Mask; 4],
}

/// All periods.
#[derive(Debug)]
pub(super) struct Periods {
    /// Players, by NUSIZ D2-D0.
    pub players: [PlayerPeriod; 8],
    /// Missiles, by NUSIZ D2-D0.
    pub missiles: [DrawPeriod<missile::Moving>; 8],
    /// The ball.
    pub ball: DrawPeriod<ball::Moving>,
    /// Missiles locked to their players, by NUSIZ D2-D0 and the player's position.
    pub locked: [Period<missile::Moving>; 8],
}

/// All periods, computed at their first use.
pub(super) static PERIODS: LazyLock<Periods> = LazyLock::new(|| {
    let players = [0, 1, 2, 3, 4, 5, 6, 7].map(player_period);
    let missiles = [0, 1, 2, 3, 4, 5, 6, 7].map(missile_period);
    let ball = ball_period();
    let locked = std::array::from_fn(|nusiz| locked_period(&players[nusiz], nusiz as u8));
    Periods {
        players,
        missiles,
        ball,
        locked,
    }
});

fn player_period(nusiz: u8) -> PlayerPeriod {
    let period = Period::new(
        player::Moving::default(),
        |player| player.sample(nusiz),
        |player, _| player.tick(),
    );
    let half = |first: u8, value: usize| {
        period.mask(|moving| {
            let bit = moving.shown_bit().map(|bit| bit.wrapping_sub(first));
            bit.is_some_and(|bit| bit < 4 && value >> (3 - bit) & 1 != 0)
        })
    };
    PlayerPeriod {
        halves: [0, 4].map(|first| std::array::from_fn(|value| half(first, value))),
        resets_missile: (0..POSITIONS)
            .find(|index| period.ticked[*index].resets_missile())
            .expect("the main copy resets the missile"),
        period,
    }
}

fn missile_period(nusiz: u8) -> DrawPeriod<missile::Moving> {
    let period = Period::new(
        missile::Moving::default(),
        |missile| missile.sample(nusiz),
        |missile, _| missile.tick(),
    );
    DrawPeriod {
        widths: std::array::from_fn(|width| period.mask(|moving| moving.output(width as u8))),
        period,
    }
}

/// Returns the period of a locked missile: once in each period, a reset by its player takes the
/// place of a clock.
fn locked_period(player: &PlayerPeriod, nusiz: u8) -> Period<missile::Moving> {
    let starts = |count| starts_copy(count, nusiz);
    Period::new(
        missile::Moving::default(),
        |missile| missile.sample(nusiz),
        |missile, position| match position == player.resets_missile {
            true => missile.position.reset(starts),
            false => missile.tick(),
        },
    )
}

fn ball_period() -> DrawPeriod<ball::Moving> {
    let period = Period::new(
        ball::Moving::default(),
        |ball| ball.sample(),
        |ball, _| ball.tick(),
    );
    DrawPeriod {
        widths: std::array::from_fn(|width| period.mask(|moving| moving.output(width as u8))),
        period,
    }
}
