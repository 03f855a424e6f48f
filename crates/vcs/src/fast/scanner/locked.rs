//! Missiles locked to their players by RESMP.
//!
//! A locked missile is hidden, so only its position matters, for the time when it is released. Its
//! player resets it once a line, in the clock after the player has come to a known position. The
//! reset puts the missile's position counter to a known position, too: that is all there is to do.
//! For some clocks after it the missile's other state is not that of its period. If the chip is
//! settled in that time, the missile's own circuits are clocked from the reset on.

use super::{
    LAST_BLANK, Scanner,
    period::{PERIODS, POSITIONS, copies},
    row,
    scanline::MOST_PULSES,
};
use crate::tia::{
    hsync::LINE_CLOCKS,
    objects::{MISSILES, Objects},
};

/// The position of a missile just after a reset: two clocks before its counter's first count.
const RESET_POSITION: u8 = POSITIONS as u8 - 2;
/// Clocks of its own after which a missile that has been reset is undisturbed: four counts.
const DISTURBED_CLOCKS: u8 = 16;

/// A missile's last reset by its player.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reset {
    /// The missile's position before it.
    position: u8,
    /// Clocks of the missile in this line before it; and those since it in the line before.
    moved: u8,
    clocks_before: u8,
}

impl Reset {
    /// Clocks of the missile since the reset, if the reset was in this line.
    fn age(&self, moved: u8) -> u8 {
        self.clocks_before + moved - self.moved
    }
}

/// What the next clock at which the scanner has to stop brings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stop {
    /// Players have reset their missiles in the clock before.
    Reset,
    /// A player resets its missile near the line's end, or while it is disturbed; or none does.
    GiveBack,
}

impl Scanner {
    /// Clocks of the objects in this line before clock `clock`.
    fn moved(&self, clock: u8) -> u8 {
        clock.saturating_sub(self.motion_start() + 1)
    }

    /// The clock at which the objects' clock begins in this line, as far as it is known.
    fn motion_start(&self) -> u8 {
        match self.line.moved_to < LAST_BLANK {
            true => self.chip.hsync.motion_start(),
            false => self.line.motion_start,
        }
    }

    /// The next clock at which the scanner has to stop for a locked missile, after `clock`; or the
    /// line's end.
    pub(super) fn next_stop(&self, clock: u8) -> u8 {
        match self.has_locked_missile() {
            false => LINE_CLOCKS,
            true if clock < LAST_BLANK && !self.chip.hmove.is_idle() => LAST_BLANK,
            true => self.find_stop(clock).0,
        }
    }

    fn find_stop(&self, clock: u8) -> (u8, Stop) {
        let mut first = (LINE_CLOCKS, Stop::GiveBack);
        for index in 0..2 {
            if self.chip.objects.missiles[index].locked() {
                let stop = self.stop_of(index, clock);
                if stop.0 < first.0 {
                    first = stop;
                }
            }
        }
        first
    }

    /// The next reset of one missile.
    // The clock edge of clock `reach` - 1 brings the player to the position at which it resets the
    // missile; the missile's next edge, in the clock after, makes the reset.
    fn stop_of(&self, index: usize, clock: u8) -> (u8, Stop) {
        let first = clock.max(self.motion_start() + 1);
        let reach = match self.clocks_to_reset(index, self.moved(clock)) {
            0 if first > clock => LINE_CLOCKS,
            clocks => first.saturating_add(clocks),
        };
        match reach > LINE_CLOCKS - 2 || self.is_disturbed_at(index, reach) {
            true => (reach.saturating_sub(1).min(LINE_CLOCKS), Stop::GiveBack),
            false => (reach + 1, Stop::Reset),
        }
    }

    /// Clocks of a player to where it resets its missile, given its clocks in this line.
    fn clocks_to_reset(&self, index: usize, moved: u8) -> u8 {
        let position = self.line.sprites[2 * index].position_after(moved);
        clocks_to_reset(&self.chip.objects, index, position)
    }

    /// True if [`Scanner::can_follow_locked`] will be false, as far as a first look shows, before
    /// the line has begun here: while pulses may reset a missile, and for a while after a reset.
    pub(super) fn surely_cannot_follow_locked(&self, clock: u8, motion_start: u8) -> bool {
        let objects = &self.chip.objects;
        let sampled = clock > motion_start;
        let moves = clock < LAST_BLANK && !self.chip.hmove.is_idle();
        (0..2).any(|index| {
            let is_near = |position| is_near_reset(clocks_to_reset(objects, index, position));
            let player = || objects.undisturbed_position(2 * index, sampled);
            let may_reset = || player().is_none_or(is_near);
            moves && objects.missiles[index].locked() && may_reset()
                || objects
                    .undisturbed_position(2 * index + 1, sampled)
                    .is_none()
        })
    }

    /// True if the scanner can take the line over at `clock` though a missile is locked.
    pub(super) fn can_follow_locked(&self, clock: u8) -> bool {
        let objects = &self.chip.objects;
        let resets_now = (0..2).any(|index| {
            objects.missiles[index].locked() && objects.players[index].resets_missile()
        });
        let moves = !self.chip.hmove.is_idle();
        let can_move = clock < LAST_BLANK && !self.pulses_may_reset();
        self.line.disturbed == 0 && !resets_now && (!moves || can_move)
    }

    /// True if HMOVE can be strobed now though a missile is locked.
    pub(super) fn can_move_locked(&self) -> bool {
        self.chip.hsync.clock() < LAST_BLANK && !self.pulses_may_reset()
    }

    /// True if pulses of HMOVE in the rest of this blank might reset a locked missile, or move one
    /// that has just been reset.
    pub(super) fn pulses_may_reset(&self) -> bool {
        (0..2).any(|index| {
            let is_locked = self.chip.objects.missiles[index].locked();
            let is_near = || is_near_reset(self.clocks_to_reset(index, 0));
            is_locked && (self.line.resets[index].is_some() || is_near())
        })
    }

    /// True if a missile has not come back to its period before clock `clock`.
    fn is_disturbed_at(&self, index: usize, clock: u8) -> bool {
        let is_recent = |reset: Reset| reset.age(self.moved(clock)) < DISTURBED_CLOCKS;
        self.line.resets[index].is_some_and(is_recent)
    }

    /// The clock of [`Scanner::next_stop`] has come. False if the chip has to be settled.
    pub(super) fn pass_stop(&mut self, clock: u8) -> bool {
        if clock > LAST_BLANK {
            let resets = [0, 1].map(|index| {
                let is_locked = self.chip.objects.missiles[index].locked();
                is_locked && self.stop_of(index, clock - 1) == (clock, Stop::Reset)
            });
            for index in (0..2).filter(|index| resets[*index]) {
                self.reset_missile(index, clock);
            }
            if resets == [false; 2] {
                return false;
            }
        } else {
            self.advance_motion(clock);
            if !self.chip.hmove.is_idle() {
                return false;
            }
        }
        self.line.until = self.next_stop(clock);
        self.line.until > clock
    }

    fn reset_missile(&mut self, index: usize, clock: u8) {
        let (moved, before) = (self.moved(clock), self.moved(clock - 1));
        let sprite = &mut self.line.sprites[2 * index + 1];
        let position = sprite.position_after(before);
        let new = row::earlier(RESET_POSITION, moved);
        if sprite.position != new {
            sprite.position = new;
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
        self.chip.objects.update_follows();
    }
}

/// Clocks of a player at this position to where it resets its missile.
fn clocks_to_reset(objects: &Objects, index: usize, position: u8) -> u8 {
    let nusiz = objects.players[index].nusiz;
    row::earlier(
        PERIODS.players[copies(nusiz)].resets_missile as u8,
        position,
    )
}

/// True if the pulses of a blank can bring a player to where it resets its missile.
fn is_near_reset(clocks: u8) -> bool {
    clocks.wrapping_sub(1) <= MOST_PULSES
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

    /// Which missiles their players reset at the next clock.
    fn update_follows(&mut self) {
        self.follows = 0;
        for (index, player) in self.players.iter().enumerate() {
            if self.missiles[index].locked() && player.resets_missile() {
                self.follows |= MISSILES[index];
            }
        }
    }
}
