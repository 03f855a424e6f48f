//! The five movable objects and their clocks.
//!
//! An object's clock has two halves: the first samples the object's decoder, the second steps its
//! counters. In the visible part of the line, the second half runs in the next color clock, after
//! that clock's reset strobes take effect and before the output latch captures the objects. An
//! HMOVE pulse runs both halves in one color clock. During HBLANK, such a pulse is an extra clock.
//! In the visible part of the line, it replaces the object's next clock and comes half a clock
//! before it, so the object's next pixel appears one color clock early.

use super::{
    ball::Ball,
    missile::Missile,
    player::Player,
    priority::{BL, M0, M1, P0, P1},
    revision::{MOVABLE, Revision},
};
use serde::{Deserialize, Serialize};

/// Output bits of the two players.
pub(crate) const PLAYERS: [u8; 2] = [P0, P1];
/// Output bits of the two missiles.
pub(crate) const MISSILES: [u8; 2] = [M0, M1];

/// The five movable objects. Wherever a byte stands for several objects, it is a mask of their
/// output bits.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct Objects {
    /// Player 0 and 1.
    pub(crate) players: [Player; 2],
    /// Missile 0 and 1.
    pub(crate) missiles: [Missile; 2],
    /// The ball.
    pub(crate) ball: Ball,
    /// The reset strobes written at the end of the last color clock.
    pub(crate) strobes: u8,
    /// Objects whose position counter is held by a reset strobe: index 0 in this clock, index 1 in
    /// the next.
    pub(crate) held: [u8; 2],
    /// Objects that ran the first half of a clock in the previous color clock, and so must run the
    /// second half in this one.
    pub(crate) edges: u8,
    /// Objects that miss this clock.
    pub(crate) swallowed: u8,
    /// Objects with a pending HMOVE pulse, delayed by `Revision::starfield_phase`.
    pub(crate) late_pulses: u8,
    /// Missiles that are locked by RESMPx and that their players will reset at the next clock edge.
    pub(crate) missile_resets: u8,
}

impl Objects {
    /// Returns false for values that only a damaged state can have.
    pub(crate) fn is_plausible(&self) -> bool {
        self.players.iter().all(Player::is_plausible)
            && self.missiles.iter().all(Missile::is_plausible)
            && self.ball.is_plausible()
            && (self.strobes | self.held[0] | self.held[1] | self.edges) & !MOVABLE == 0
    }

    /// Stores reset strobes (RESP0, RESP1, RESM0, RESM1, RESBL); they act in the next color clock.
    pub(crate) fn strobe(&mut self, objects: u8) {
        self.strobes |= objects;
    }

    /// Copies a player's graphics, or the ball's ENABL, into the delayed register.
    pub(crate) fn copy_delayed(&mut self, object: u8) {
        match object {
            P0 => self.players[0].copy_delayed(),
            P1 => self.players[1].copy_delayed(),
            _ => self.ball.copy_delayed(),
        }
    }

    /// Makes these objects miss their next clock in the visible part of the line, because an HMOVE
    /// pulse swallows it (`Revision::visible_hmove_swallows_clock`).
    pub(crate) fn swallow(&mut self, objects: u8) {
        self.swallowed = objects;
    }

    /// Runs color clock `clock` of a line for `objects`. `pulses` holds the objects that receive an
    /// HMOVE pulse in this clock; pulses occur at clocks 1, 5, 9 and so on. `visible` is true while
    /// the motion clock runs, that is, in the visible part of the line.
    ///
    /// Objects do not affect each other, so each can be clocked alone, except while a missile is
    /// locked to its player.
    pub(crate) fn tick(
        &mut self,
        objects: u8,
        clock: u8,
        pulses: u8,
        visible: bool,
        revision: &Revision,
    ) {
        let strobes = self.strobes & objects;
        if strobes != 0 {
            self.reset(strobes);
            self.strobes &= !strobes;
        }
        let [held, held_next] = self.held.map(|held| held & objects);
        self.second_half(self.edges & objects, held | strobes);
        let pulses = self.pulses(clock, pulses & objects, visible, revision);
        self.first_half(pulses);
        self.second_half(pulses, strobes | held & revision.reset_loses_motion_pulse);
        let late = revision.reset_blank_edge_late && !visible;
        let others = self.held.map(|held| held & !objects);
        self.held = [
            others[0] | strobes | held_next,
            others[1] | if late { strobes } else { 0 },
        ];
        let swallowed = std::mem::take(&mut self.swallowed);
        let edges = if visible {
            objects & !pulses & !swallowed
        } else {
            0
        };
        self.edges = self.edges & !objects | edges;
        self.first_half(edges);
    }

    /// Returns the objects that receive a pulse at this clock. In the visible part of the line,
    /// some revisions suppress or delay pulses.
    fn pulses(&mut self, clock: u8, mut pulses: u8, visible: bool, revision: &Revision) -> u8 {
        if !visible {
            return pulses;
        }
        pulses &= revision.visible_hmove_pixels;
        if revision.starfield_phase != 0 {
            self.late_pulses |= pulses;
            pulses = 0;
            if clock & 3 == revision.starfield_phase.wrapping_add(1) & 3 {
                pulses = std::mem::take(&mut self.late_pulses);
            }
        }
        pulses
    }

    /// Returns the objects that are on, before priority.
    pub(crate) fn outputs(&self) -> u8 {
        (0..5).fold(0, |outputs, object| {
            outputs | u8::from(self.output(object)) << object
        })
    }

    /// Returns the output of the object with this output bit number, before priority.
    #[inline]
    pub(crate) fn output(&self, object: usize) -> bool {
        match object {
            0 => self.players[0].output(),
            1 => self.missiles[0].output(),
            2 => self.players[1].output(),
            3 => self.missiles[1].output(),
            _ => self.ball.output(),
        }
    }

    /// Applies reset strobes, just before the second half of the objects' clock.
    pub(crate) fn reset(&mut self, strobes: u8) {
        for index in 0..2 {
            if strobes & PLAYERS[index] != 0 {
                self.players[index].resp();
            }
            if strobes & MISSILES[index] != 0 {
                self.missiles[index].resm();
            }
        }
        if strobes & BL != 0 {
            self.ball.resbl();
        }
    }

    /// Runs the first half of a clock for `objects`.
    pub(crate) fn first_half(&mut self, objects: u8) {
        if objects == 0 {
            return;
        }
        for index in 0..2 {
            if objects & PLAYERS[index] != 0 {
                self.players[index].sample();
            }
            if objects & MISSILES[index] != 0 {
                self.missiles[index].sample();
            }
        }
        if objects & BL != 0 {
            self.ball.sample();
        }
    }

    /// Runs the second half of a clock for `objects`; the position counters of objects in `held` do
    /// not step.
    pub(crate) fn second_half(&mut self, objects: u8, held: u8) {
        if objects == 0 {
            return;
        }
        for index in 0..2 {
            let (player, missile) = (PLAYERS[index], MISSILES[index]);
            if self.missile_resets & missile != 0 {
                self.missiles[index].resm();
            }
            if objects & player != 0 {
                self.players[index].tick(held & player != 0);
            }
            if objects & !held & !self.missile_resets & missile != 0 {
                self.missiles[index].tick();
            }
            self.update_missile_reset(index);
        }
        if objects & !held & BL != 0 {
            self.ball.tick();
        }
    }

    /// Adds the missile of player `index` to `missile_resets` if the player will reset it at the
    /// next edge; otherwise removes the missile.
    fn update_missile_reset(&mut self, index: usize) {
        self.missile_resets =
            self.missile_resets & !MISSILES[index] | self.due_missile_reset(index);
    }

    /// Returns the missile's output bit if the missile is locked to its player and the player is at
    /// the clock that resets it, otherwise 0.
    pub(crate) fn due_missile_reset(&self, index: usize) -> u8 {
        if self.missiles[index].locked() && self.players[index].resets_missile() {
            MISSILES[index]
        } else {
            0
        }
    }
}
