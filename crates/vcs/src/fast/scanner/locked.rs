//! Missiles locked to their players by RESMP.
//!
//! A locked missile is hidden, and each time the main copy of its player comes to its second pixel,
//! the player resets the missile's position counter. So only that counter matters, for the time when
//! the missile is released or the chip is settled.
//!
//! 1. In the visible line a player comes to that pixel once, at a clock that follows from its
//!    position, and the next clock makes the reset. It puts the counter to a known position. Nothing
//!    else in the line depends on it, so it is made at the line's end.
//! 2. In the blank a player moves only by pulses of HMOVE. If one brings it to that pixel, the next
//!    pulse makes the reset, whichever object it moves. As long as the player stays there, so does
//!    each further pulse; but a missile that has had no clock since its last reset does not change.
//! 3. For 16 clocks after a reset the rest of the missile's state is not that of its period. If the
//!    chip is settled in that time, the missile's own circuits are clocked from the reset on.
//! 4. Pulses in the visible line, and writes that disturb an object, settle the line.

use super::{
    LAST_BLANK, Scanner,
    numbers::Numbers,
    period::{PERIODS, POSITIONS, copies},
    row,
};
use crate::tia::{hsync::LINE_CLOCKS, objects::Objects};

/// The position of a missile just after a reset: two clocks before its counter's first count.
const RESET_POSITION: u8 = POSITIONS as u8 - 2;
/// Clocks of its own after which a missile that has been reset is undisturbed: four counts.
const DISTURBED_CLOCKS: u8 = 16;

/// A missile's last reset by its player.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reset {
    /// The missile's position before it.
    position: u8,
    /// Clocks of the missile in the visible line before it; and those since it in the line before
    /// and in the blank.
    moved: u8,
    clocks_before: u8,
}

impl Reset {
    /// Clocks of the missile since the reset, if the reset was in this line.
    fn age(&self, moved: u8) -> u8 {
        self.clocks_before + moved - self.moved
    }
}

impl Scanner {
    /// Clocks of the objects in this line before clock `clock`.
    fn moved(&self, clock: u8) -> u8 {
        clock.saturating_sub(self.motion_start() + 1)
    }

    /// The clock at which the objects' clock begins in this line, as far as it is known.
    fn motion_start(&self) -> u8 {
        match self.line.motion.to < LAST_BLANK {
            true => self.chip.hsync.motion_start(),
            false => self.line.motion.start,
        }
    }

    /// The next clock after `clock` at which the scanner has to stop: the line's end, or the end of
    /// the blank if pulses may move a locked missile.
    pub(super) fn next_stop(&self, clock: u8) -> u8 {
        let moves = clock < LAST_BLANK && !self.chip.hmove.is_idle();
        match moves && self.has_locked_missile() {
            true => LAST_BLANK,
            false => LINE_CLOCKS,
        }
    }

    /// The clock of [`Scanner::next_stop`] has come: the blank's end. False if the chip has to be
    /// settled: pulses are to come in the visible line.
    pub(super) fn pass_stop(&mut self) -> bool {
        self.advance_motion(LAST_BLANK);
        self.line.until = LINE_CLOCKS;
        self.chip.hmove.is_idle()
    }

    /// True if a missile is locked to its player.
    pub(super) fn is_locked(&self, index: usize) -> bool {
        self.chip.objects.missiles[index].locked()
    }

    /// Clocks of a player to where it resets its missile, given its clocks in this line.
    fn clocks_to_reset(&self, index: usize, moved: u8) -> u8 {
        let nusiz = self.chip.objects.players[index].nusiz;
        let position = self.line.position_after(2 * index, moved);
        row::earlier(
            PERIODS.players[copies(nusiz)].resets_missile as u8,
            position,
        )
    }

    /// True if the scanner can take the line over at `clock` though a missile is locked: no object
    /// is disturbed, as a missile is for a while after a reset, and no pulse is to come in the
    /// visible line.
    pub(super) fn can_follow_locked(&self, clock: u8, motion_start: u8) -> bool {
        let sampled = clock > motion_start;
        let is_undisturbed = |object| {
            let position = self.chip.objects.undisturbed_position(object, sampled);
            position.is_some()
        };
        (clock < LAST_BLANK || self.chip.hmove.is_idle()) && (0..5).all(is_undisturbed)
    }

    /// Moves the objects by pulses of the blank while a missile is locked.
    #[inline(never)]
    pub(super) fn move_with_locked(&mut self, mut pulses: Numbers) {
        let count = pulses.most();
        for index in 0..2 {
            if self.is_locked(index) {
                self.pulse_locked(index, pulses, count);
                pulses.set(2 * index + 1, 0);
            }
        }
        self.line.positions.advance(pulses);
    }

    /// Moves a locked missile, whose player is not moved yet; pulses come `count` times.
    fn pulse_locked(&mut self, index: usize, pulses: Numbers, count: u8) {
        let [player, missile] = [0, 1].map(|part| pulses.of(2 * index + part));
        let before_reset = match self.clocks_to_reset(index, 0) {
            clocks if clocks <= player => clocks,
            _ => count,
        };
        self.pulse_missile(index, missile.min(before_reset));
        if before_reset < count {
            self.reset_in_blank(index);
            // A player that stays resets the missile again with each pulse.
            if before_reset < player {
                self.pulse_missile(index, missile.saturating_sub(before_reset + 1));
            }
        }
    }

    fn pulse_missile(&mut self, index: usize, pulses: u8) {
        let object = 2 * index + 1;
        let position = self.line.position_after(object, pulses);
        self.line.positions.set(object, position);
        if let Some(reset) = &mut self.line.resets[index] {
            reset.clocks_before += pulses;
        }
    }

    fn reset_in_blank(&mut self, index: usize) {
        self.line.resets[index] = Some(Reset {
            position: self.position_to_reset(index, 0),
            moved: 0,
            clocks_before: 0,
        });
        self.line.positions.set(2 * index + 1, RESET_POSITION);
    }

    /// The position of a missile before a reset; that before the last one, if it has had no clock
    /// since.
    fn position_to_reset(&self, index: usize, moved: u8) -> u8 {
        match self.line.resets[index] {
            Some(last) if last.age(moved) == 0 => last.position,
            _ => self.line.position_after(2 * index + 1, moved),
        }
    }

    /// Makes the resets before `clock` of this line's visible part. Nothing else in the line
    /// depends on a hidden missile, so this may wait for the line's end.
    // The edge of clock `reach` - 1 brings the player to the position; the next edge, in the clock
    // after, makes the reset. A player that was there in the blank, by a pulse or by the last edge
    // of the line before, makes it with the first edge of this line.
    pub(super) fn make_resets(&mut self, clock: u8) {
        if !self.has_locked_missile() {
            return;
        }
        let first = self.line.begun.max(self.motion_start() + 1);
        let moved = self.moved(first);
        for index in 0..2 {
            let reach = first.saturating_add(self.clocks_to_reset(index, moved));
            if self.is_locked(index) && reach < clock {
                self.reset_missile(index, reach + 1);
            }
        }
    }

    fn reset_missile(&mut self, index: usize, clock: u8) {
        let (moved, object) = (self.moved(clock), 2 * index + 1);
        let position = self.position_to_reset(index, self.moved(clock - 1));
        let new = row::earlier(RESET_POSITION, moved);
        if self.line.positions.of(object) != new {
            self.line.positions.set(object, new);
            self.line.change(clock);
        }
        self.line.resets[index] = Some(Reset {
            position,
            moved,
            clocks_before: 0,
        });
    }

    /// The line ends: resets become resets of the line before.
    pub(super) fn age_resets(&mut self) {
        if self.line.resets.iter().all(Option::is_none) {
            return;
        }
        let moved = self.moved(LINE_CLOCKS);
        for reset in &mut self.line.resets {
            *reset = reset.and_then(|reset| {
                let clocks_before = reset.age(moved);
                (clocks_before < DISTURBED_CLOCKS).then_some(Reset {
                    clocks_before,
                    moved: 0,
                    ..reset
                })
            });
        }
    }

    /// Gives the chip's own fields the state of locked missiles at `clock`.
    pub(super) fn restore_locked(&mut self, clock: u8) {
        let (moved, sampled) = (self.moved(clock), clock > self.motion_start());
        for index in 0..2 {
            if let Some(reset) = self.line.resets[index].take()
                && reset.age(moved) < DISTURBED_CLOCKS
            {
                let objects = &mut self.chip.objects;
                objects.clock_from_reset(index, &reset, reset.age(moved), sampled);
            }
        }
        self.chip.objects.follows = self.chip.objects.all_due_to_follow();
    }
}

impl Objects {
    /// Resets a locked missile and clocks it.
    fn clock_from_reset(&mut self, index: usize, reset: &Reset, clocks: u8, sampled: bool) {
        let missile = &mut self.missiles[index];
        let period = &PERIODS.missiles[copies(missile.nusiz)].period;
        missile.moving = period.state(reset.position.into(), true);
        missile.resm();
        for _ in 0..clocks {
            missile.sample();
            missile.tick();
        }
        if sampled {
            missile.sample();
        }
    }
}
