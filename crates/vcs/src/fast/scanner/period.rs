//! What an undisturbed object does over the 160 clocks of its position counter.
//!
//! The circuits themselves, clocked once around, make the tables of this file. An object that no
//! write disturbs repeats itself every 160 clocks: its state follows from its position counter
//! alone. So an object whose state is the table's is undisturbed, whatever came before, and does
//! what the table says until the next write that disturbs it.

use crate::tia::{ball, hsync::LATE_MOTION_START, missile, player, position::Position};
use std::sync::LazyLock;

/// Positions of a position counter, one for each visible pixel.
pub(super) const POSITIONS: usize = 160;

/// Pulses that an object can get in a blank, be it lengthened: one every four clocks.
const MOST_PULSES: u8 = LATE_MOTION_START.div_ceil(4);

/// A row of bits, one for each position, the first 96 again at the end.
pub(super) type Mask = [u64; 4];

/// What moves in an object, with its two half clocks.
pub(super) trait Moving: Copy + PartialEq {
    /// The first half of a clock.
    fn sample(&mut self, nusiz: u8);
    /// The second half of a clock.
    fn tick(&mut self);
    /// The position counter.
    fn position(&self) -> &Position;

    /// A clock whose first half is done or not.
    fn finish_clock(&mut self, nusiz: u8, sampled: bool) {
        if !sampled {
            self.sample(nusiz);
        }
        self.tick();
    }
}

impl Moving for player::Moving {
    fn sample(&mut self, nusiz: u8) {
        self.sample(nusiz);
    }

    fn tick(&mut self) {
        self.tick();
    }

    fn position(&self) -> &Position {
        &self.position
    }
}

impl Moving for missile::Moving {
    fn sample(&mut self, nusiz: u8) {
        self.sample(nusiz);
    }

    fn tick(&mut self) {
        self.tick();
    }

    fn position(&self) -> &Position {
        &self.position
    }
}

impl Moving for ball::Moving {
    fn sample(&mut self, _: u8) {
        self.sample();
    }

    fn tick(&mut self) {
        self.tick();
    }

    fn position(&self) -> &Position {
        &self.position
    }
}

/// Clocks since the counter was 0, 0..=159.
fn index(position: &Position) -> usize {
    usize::from(position.clocks())
}

/// An object's states by position.
#[derive(Debug, Clone)]
pub(super) struct Period<M> {
    /// After the second half of a clock.
    ticked: Vec<M>,
    /// After the first half of the next clock.
    sampled: Vec<M>,
}

impl<M: Moving> Period<M> {
    /// Clocks an object from `idle` until it repeats itself, then once around.
    fn new(idle: M, nusiz: u8) -> Period<M> {
        let mut moving = idle;
        for _ in 0..2 * POSITIONS {
            moving.sample(nusiz);
            moving.tick();
        }
        let mut period = Period {
            ticked: vec![idle; POSITIONS],
            sampled: vec![idle; POSITIONS],
        };
        for _ in 0..POSITIONS {
            let index = index(moving.position());
            period.ticked[index] = moving;
            moving.sample(nusiz);
            period.sampled[index] = moving;
            moving.tick();
        }
        period
    }

    /// The state at `index`, with the first half of the next clock done or not.
    pub(super) fn state(&self, index: usize, sampled: bool) -> M {
        match sampled {
            true => self.sampled[index],
            false => self.ticked[index],
        }
    }

    /// The position of an object in this state, with the first half of the next clock done or not;
    /// none if it is disturbed.
    pub(super) fn find(&self, moving: &M, sampled: bool) -> Option<u8> {
        let index = index(moving.position());
        (*moving == self.state(index, sampled)).then_some(index as u8)
    }

    /// By position what `bits` gives.
    fn shows(&self, bits: impl Fn(&M) -> u8) -> [u8; POSITIONS] {
        std::array::from_fn(|position| bits(&self.ticked[position]))
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
pub(super) fn extract(mask: &Mask, from: usize) -> u64 {
    let pair = u128::from(mask[from / 64 + 1]) << 64 | u128::from(mask[from / 64]);
    (pair >> (from % 64)) as u64
}

/// NUSIZx D2-D0: number and distance of the copies, or a player's size.
pub(super) fn copies(nusiz: u8) -> usize {
    usize::from(nusiz & 7)
}

/// A player's period for one NUSIZ value.
#[derive(Debug, Clone)]
pub(super) struct PlayerPeriod {
    /// The states.
    pub period: Period<player::Moving>,
    /// Where each value of the graphics' high and low half is shown.
    halves: [[Mask; 16]; 2],
    /// Where the player resets a missile locked to it.
    pub resets_missile: usize,
}

impl PlayerPeriod {
    /// Where a player with these graphics is on; bit 7 is shown first.
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
    /// Where it is on, by width.
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
    /// By position the bits that are shown: a bit of a player's graphics, or widths. Players by
    /// NUSIZ D2-D0, then missiles, then the ball.
    pub shows: [[u8; POSITIONS]; 17],
    /// The objects that a blank's pulses may bring to where they are on.
    pub near: Near,
}

/// Where in [`Periods::shows`] the tables of each object begin.
pub(super) const SHOWS_AT: [u8; 5] = [0, 8, 0, 8, 16];

/// By position, a bit for each NUSIZ D2-D0: true if pulses of one blank may bring an object to
/// where it is on, with some graphics or width.
#[derive(Debug)]
pub(super) struct Near {
    /// Players.
    pub players: [u8; POSITIONS],
    /// Missiles.
    pub missiles: [u8; POSITIONS],
    /// The ball, as if its NUSIZ were 0.
    pub ball: [u8; POSITIONS],
}

/// By position, a bit for each of these masks.
fn near(masks: &[Mask]) -> [u8; POSITIONS] {
    std::array::from_fn(|position| {
        let is_near = |mask| extract(mask, position) & ((2 << MOST_PULSES) - 1) != 0;
        let bit = |(nusiz, mask)| u8::from(is_near(mask)) << nusiz;
        masks.iter().enumerate().map(bit).sum()
    })
}

/// The one copy of them.
pub(super) static PERIODS: LazyLock<Periods> = LazyLock::new(|| {
    let players = [0, 1, 2, 3, 4, 5, 6, 7].map(player_period);
    let missiles = [0, 1, 2, 3, 4, 5, 6, 7].map(missile_period);
    let ball = ball_period();
    let shows = std::array::from_fn(|kind| match kind {
        0..8 => players[kind].period.shows(player_bits),
        8..16 => missiles[kind - 8].period.shows(missile_bits),
        _ => ball.period.shows(ball_bits),
    });
    Periods {
        shows,
        near: Near {
            players: near(&players.each_ref().map(|period| period.mask(u8::MAX))),
            // The widest is on wherever another one is.
            missiles: near(&missiles.each_ref().map(|period| period.widths[3])),
            ball: near(&[ball.widths[3]]),
        },
        players,
        missiles,
        ball,
    }
});

fn player_period(nusiz: u8) -> PlayerPeriod {
    let period = Period::new(player::Moving::default(), nusiz);
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
            .expect("the main copy resets it"),
        period,
    }
}

fn missile_period(nusiz: u8) -> DrawPeriod<missile::Moving> {
    let period = Period::new(missile::Moving::default(), nusiz);
    DrawPeriod {
        widths: std::array::from_fn(|width| period.mask(|moving| moving.output(width as u8))),
        period,
    }
}

/// The bit of the graphics that a player shows, if any.
pub(super) fn player_bits(player: &player::Moving) -> u8 {
    player.shown_bit().map_or(0, |bit| 0x80 >> bit)
}

/// A bit for each width at which a missile is on.
pub(super) fn missile_bits(missile: &missile::Moving) -> u8 {
    (0..4).fold(0, |set, width| {
        set | u8::from(missile.output(width)) << width
    })
}

/// A bit for each width at which the ball is on.
fn ball_bits(ball: &ball::Moving) -> u8 {
    (0..4).fold(0, |set, width| set | u8::from(ball.output(width)) << width)
}

fn ball_period() -> DrawPeriod<ball::Moving> {
    let period = Period::new(ball::Moving::default(), 0);
    DrawPeriod {
        widths: std::array::from_fn(|width| period.mask(|moving| moving.output(width as u8))),
        period,
    }
}
