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

/// What comes next for a locked missile, and the clock before which it does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Next {
    /// Its player resets it in the clock before this one.
    Reset(u8),
    /// Its player resets it near the line's end, or while it is disturbed; or does not: from here
    /// on the chip is needed.
    GiveBack(u8),
}

/// Instead of the clock of a reset: none is due.
const NO_RESET: u8 = u8::MAX;
/// Clocks from a reset to the give-back before the next one.
const RESET_TO_GIVE_BACK: u8 = POSITIONS as u8 - 2;

/// For each missile the clock before which its player resets it in this line. The resets up to the
/// clock in progress are made when they matter, as late as at the line's end: nothing else in the
/// line depends on a hidden missile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct DueResets([u8; 2]);

impl Default for DueResets {
    fn default() -> DueResets {
        DueResets([NO_RESET; 2])
    }
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
    /// line's end. Notes the resets that are due before it.
    pub(super) fn next_stop(&mut self, clock: u8) -> u8 {
        match self.has_locked_missile() {
            false => LINE_CLOCKS,
            true if clock < LAST_BLANK && !self.chip.hmove.is_idle() => LAST_BLANK,
            true => self.find_stop(clock),
        }
    }

    fn find_stop(&mut self, clock: u8) -> u8 {
        let mut first = LINE_CLOCKS;
        for index in 0..2 {
            if self.chip.objects.missiles[index].locked() {
                let (due, stop) = match self.next_of(index, clock) {
                    // A reset at the beginning of the visible line may be followed by another one.
                    Next::Reset(at) if at >= LINE_CLOCKS - RESET_TO_GIVE_BACK => (at, LINE_CLOCKS),
                    Next::Reset(at) => (at, at),
                    Next::GiveBack(at) => (NO_RESET, at),
                };
                self.line.due_resets.0[index] = due;
                first = first.min(stop);
            }
        }
        first
    }

    /// What comes next for one missile.
    // The clock edge of clock `reach` - 1 brings the player to the position at which it resets the
    // missile; the missile's next edge, in the clock after, makes the reset.
    fn next_of(&self, index: usize, clock: u8) -> Next {
        let first = clock.max(self.motion_start() + 1);
        let reach = match self.clocks_to_reset(index, self.moved(clock)) {
            0 if first > clock => LINE_CLOCKS,
            clocks => first.saturating_add(clocks),
        };
        match reach > LINE_CLOCKS - 2 || self.is_disturbed_at(index, reach) {
            true => Next::GiveBack(reach.saturating_sub(1).min(LINE_CLOCKS)),
            false => Next::Reset(reach + 1),
        }
    }

    /// Clocks of a player to where it resets its missile, given its clocks in this line.
    fn clocks_to_reset(&self, index: usize, moved: u8) -> u8 {
        let position = self.line.position_after(2 * index, moved);
        clocks_to_reset(&self.chip.objects, index, position)
    }

    /// True if [`Scanner::can_follow_locked`] will be false, as far as a first look shows, before
    /// the line has begun here: while pulses may reset a missile, and for a while after a reset.
    pub(super) fn surely_cannot_follow_locked(&self, clock: u8, motion_start: u8) -> bool {
        let objects = &self.chip.objects;
        let sampled = clock > motion_start;
        let moves = clock < LAST_BLANK && !self.chip.hmove.is_idle();
        (0..2).any(|index| {
            let pulses = self.chip.hmove.most_pulses(2 * index, false);
            let is_near =
                |position| is_near_reset(clocks_to_reset(objects, index, position), pulses);
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
        let can_move = clock < LAST_BLANK && !self.pulses_may_reset(false);
        self.line.disturbed == 0 && !resets_now && (!moves || can_move)
    }

    /// True if HMOVE can be strobed now though a missile is locked.
    pub(super) fn can_move_locked(&self) -> bool {
        self.chip.hsync.clock() < LAST_BLANK && !self.pulses_may_reset(true)
    }

    /// True if the motion in progress might reset a locked missile: its registers have changed.
    pub(super) fn motion_may_reset(&self) -> bool {
        self.has_locked_missile() && !self.chip.hmove.is_idle() && self.pulses_may_reset(false)
    }

    /// True if pulses in the rest of this blank might reset a locked missile, or move one that has
    /// just been reset; with HMOVE strobed now or not.
    fn pulses_may_reset(&self, strobed: bool) -> bool {
        (0..2).any(|index| {
            let is_locked = self.chip.objects.missiles[index].locked();
            let pulses = self.chip.hmove.most_pulses(2 * index, strobed);
            let is_near = || is_near_reset(self.clocks_to_reset(index, 0), pulses);
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
            if !self.make_resets(clock) {
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

    /// Makes the resets that are due up to `clock`. False if there are none.
    pub(super) fn make_resets(&mut self, clock: u8) -> bool {
        if self.line.due_resets == DueResets::default() {
            return false;
        }
        let mut makes = false;
        for index in 0..2 {
            let due = self.line.due_resets.0[index];
            if due <= clock {
                self.line.due_resets.0[index] = NO_RESET;
                self.reset_missile(index, due);
                makes = true;
            }
        }
        makes
    }

    fn reset_missile(&mut self, index: usize, clock: u8) {
        let (moved, before) = (self.moved(clock), self.moved(clock - 1));
        let object = 2 * index + 1;
        let position = self.line.position_after(object, before);
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

/// True if a player with at most `pulses` in a blank can come to where it resets its missile.
fn is_near_reset(clocks: u8, pulses: u8) -> bool {
    clocks.wrapping_sub(1) <= pulses
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
