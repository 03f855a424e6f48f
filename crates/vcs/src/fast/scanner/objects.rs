//! The five objects, numbered by their output bits: players are 0 and 2, missiles 1 and 3, and the
//! ball is 4.
//!
//! The chip has three types of objects, but the scanner treats all five alike. Each function here
//! picks the object's field, and then uses the chip's own circuit or a table generated with it: an
//! object's *period*, which is its state at each of its positions (`period.rs`).

use super::{
    period::{PERIODS, copies},
    row,
};
use crate::tia::{ball, missile, objects::Objects};

/// Number of clocks after which everything that a missile's counter has started is over: three
/// counts of four clocks, and one clock.
pub(super) const START_CLOCKS: u8 = 13;

impl Objects {
    /// Returns the missiles that their players are currently resetting.
    pub(crate) fn due_missile_resets(&self) -> u8 {
        self.due_missile_reset(0) | self.due_missile_reset(1)
    }

    /// Returns whether a strobe is on its way to any of these objects.
    pub(crate) fn strobed(&self, objects: u8) -> bool {
        (self.strobes | self.held[0] | self.held[1]) & objects != 0
    }

    /// Records whether an object has run the first half of its clock, in which case it runs the
    /// second half in the next color clock.
    pub(crate) fn set_edge(&mut self, object: u8, on: bool) {
        self.edges = self.edges & !object | if on { object } else { 0 };
    }

    /// Returns an object's position if its state is the one that its period has for that position,
    /// and otherwise `None`. `sampled` is true if the object has run the first half of its next
    /// clock.
    pub(crate) fn find_position(&self, object: usize, sampled: bool) -> Option<u8> {
        let (bit, index) = (1 << object, object / 2 % 2);
        if self.strobed(bit) || sampled != (self.edges & bit != 0) {
            return None;
        }
        match object {
            0 | 2 => {
                let player = &self.players[index];
                let period = &PERIODS.players[copies(player.nusiz)].period;
                period.find(&player.moving, &player.moving.position, sampled)
            }
            1 | 3 => {
                let missile = &self.missiles[index];
                let period = &PERIODS.missiles[copies(missile.nusiz)].period;
                period.find(&missile.moving, &missile.moving.position, sampled)
            }
            _ => {
                let ball::Moving { position, draw } = self.ball.moving;
                let period = &PERIODS.missiles[0].period;
                period.find(&missile::Moving { position, draw }, &position, sampled)
            }
        }
    }

    /// Returns whether GRP0, GRP1 and ENABL are equal to their delayed copies.
    pub(crate) fn equal_delayed_copies(&self) -> bool {
        let [first, second] = &self.players;
        first.graphics[0] == first.graphics[1]
            && second.graphics[0] == second.graphics[1]
            && self.ball.enabled[0] == self.ball.enabled[1]
    }

    /// Puts an object into its undisturbed state at a position. `sampled` is true if the object has
    /// run the first half of its next clock.
    pub(crate) fn set_position(&mut self, object: usize, position: u8, sampled: bool) {
        let (index, position) = (object / 2 % 2, position.into());
        match object {
            0 | 2 => {
                let player = &mut self.players[index];
                let period = &PERIODS.players[copies(player.nusiz)].period;
                player.moving = period.state(position, sampled);
            }
            1 | 3 => {
                let missile = &mut self.missiles[index];
                let copies = copies(missile.nusiz);
                let period = match missile.locked() {
                    true => &PERIODS.locked[copies],
                    false => &PERIODS.missiles[copies].period,
                };
                missile.moving = period.state(position, sampled);
            }
            _ => {
                let missile::Moving { position, draw } =
                    PERIODS.missiles[0].period.state(position, sampled);
                self.ball.moving = ball::Moving { position, draw };
            }
        }
    }

    /// Runs a player or missile on its detour, from one phase to another. A phase is a position,
    /// and whether the object has run the first half of its next clock. At the first phase, the
    /// object was undisturbed, with the old value `old` of NUSIZ D2-D0.
    pub(crate) fn replay(&mut self, object: usize, old: usize, from: (u8, bool), to: (u8, bool)) {
        let (pair, new) = (object / 2, self.players[object / 2].nusiz);
        (self.players[pair].nusiz, self.missiles[pair].nusiz) = (old as u8, old as u8);
        self.set_position(object, from.0, from.1);
        (self.players[pair].nusiz, self.missiles[pair].nusiz) = (new, new);
        let (mut position, mut sampled) = from;
        while (position, sampled) != to {
            match sampled {
                false => self.first_half(1 << object),
                true => self.second_half(1 << object, 0),
            }
            position = row::later(position, sampled.into());
            sampled = !sampled;
        }
    }

    /// Runs at most eight clocks ([`Objects::tick`]) of one object in the visible line, while no
    /// pulse acts on it. Returns a bit for each clock in which it is on.
    pub(crate) fn tick_alone(&mut self, object: usize, clocks: u8) -> u8 {
        let (bit, index) = (1 << object, object / 2 % 2);
        let has_edge = self.edges & bit != 0;
        self.edges |= bit;
        // The number of clocks for which a reset strobe holds the object.
        let mut held = self.held.iter().filter(|held| *held & bit != 0).count();
        if self.strobes & bit != 0 {
            self.strobes &= !bit;
            self.reset(bit);
            held = self.held.len();
        }
        let graphics = self.players[index].shown_graphics();
        let outputs = (0..clocks).fold(0, |outputs, clock| {
            let ticks = has_edge || clock > 0;
            let is_held = held > 0;
            held = held.saturating_sub(1);
            let is_on = match object {
                0 | 2 => {
                    let player = &mut self.players[index];
                    if ticks {
                        player.tick(is_held);
                    }
                    player.sample();
                    player.moving.output(graphics)
                }
                1 | 3 => {
                    let missile = &mut self.missiles[index];
                    if ticks && !is_held {
                        missile.tick();
                    }
                    missile.sample();
                    missile.output()
                }
                _ => {
                    if ticks && !is_held {
                        self.ball.tick();
                    }
                    self.ball.sample();
                    self.ball.output()
                }
            };
            outputs | u8::from(is_on) << clock
        });
        for (at, holds) in self.held.iter_mut().enumerate() {
            *holds = *holds & !bit | if held > at { bit } else { 0 };
        }
        outputs
    }
}
