//! Missiles locked to their players by RESMPx.
//!
//! A *locked* missile is hidden. Each time the main copy of its player reaches its second pixel,
//! the player resets the missile's position counter with the next clock. As long as both receive
//! the same clocks, the player's position therefore determines the missile's state
//! (`Periods::locked`), and the missile is *undisturbed*. After HMOVE, or when it has just been
//! locked, the missile is *disturbed*: its state does not follow from the player's position until
//! the player has reset it. A disturbed missile is clocked on its own, and is reset whenever its
//! player is at the position where players reset their missiles.
//!
//! During the blank, a pulse for any object triggers all missile resets that are due. To get these
//! resets right, locked missiles are disturbed while HMOVE moves objects during the blank, and all
//! objects are run together, clock by clock, in the model of the chip. If HMOVE may also move
//! objects in the visible line, the line is *settled*: all of the chip's own fields are brought up
//! to the current clock, and the chip runs. A write that disturbs an object settles the line, too.

use super::{
    LAST_BLANK, Scanner,
    objects::START_CLOCKS,
    period::{PERIODS, copies},
    row,
    shown::Shown,
};
use crate::{
    television::Television,
    tia::{hsync::MOTION_END, revision::MOVABLE},
};

/// Number of clocks after a reset by which a missile is certain to be undisturbed.
const RESET_CLOCKS: u16 = 24;

impl Scanner {
    /// Returns whether any missile is locked to its player.
    pub(super) fn has_locked_missile(&self) -> bool {
        let [first, second] = &self.chip.objects.missiles;
        first.locked() || second.locked()
    }

    /// Returns whether this object is a missile that is locked to its player. (The player is object
    /// number `object - 1`.)
    pub(super) fn is_locked(&self, object: usize) -> bool {
        object & 1 != 0 && self.chip.objects.missiles[object / 2].locked()
    }

    /// Handles the start of HMOVE's motion, or a change to it, while a missile is locked. If the
    /// motion may continue into the visible line, settles the line.
    pub(super) fn move_with_locked(&mut self, television: &mut Television) {
        let (clock, mut hmove) = (self.chip.hsync.clock(), self.chip.hmove.clone());
        if clock < LAST_BLANK {
            hmove.run(clock, LAST_BLANK);
        }
        if !hmove.is_idle() {
            self.settle(television);
        }
    }

    /// Returns whether the scanner can take the line over even though missiles are locked. It can
    /// if no reset strobe is pending and all other objects are undisturbed.
    pub(super) fn can_take_over_locked(&self) -> bool {
        let objects = &self.chip.objects;
        !objects.strobed(MOVABLE)
            && (0..5).all(|object| {
                self.is_locked(object) || objects.find_position(object, false).is_some()
            })
    }

    /// Returns the position of a locked missile's player in the blank; `None` if the missile's
    /// state does not match that position.
    pub(super) fn locked_position(&self, object: usize) -> Option<u8> {
        let position = self.line.positions[object - 1];
        let missile = &self.chip.objects.missiles[object / 2];
        let period = &PERIODS.locked[copies(missile.nusiz)];
        (missile.moving == period.state(position.into(), false)).then_some(position)
    }

    /// Returns the clock at which a locked missile will next be reset by its player. The search
    /// starts at the clock up to which the missile is drawn, and the result may lie after the end
    /// of the line.
    fn reset_clock(&self, object: usize) -> u16 {
        let drawn = self.line.sprites[object].drawn + LAST_BLANK;
        let clock = drawn.max(self.line.motion.objects_start + 1);
        let position = self
            .line
            .position_after(object - 1, self.visible_clocks(clock));
        let copies = copies(self.chip.objects.players[object / 2].nusiz);
        let resets = PERIODS.players[copies].reset_position as u8;
        u16::from(clock) + u16::from(row::earlier(resets, position))
    }

    /// Runs the clocks of a missile that is both locked and disturbed, up to pixel `to`. Draws
    /// nothing, because a locked missile is hidden.
    pub(super) fn draw_locked(&mut self, object: usize, to: u8) {
        let (reset, end) = (self.reset_clock(object), u16::from(to + LAST_BLANK));
        if reset + RESET_CLOCKS < end {
            self.line.positions[object] = self.line.positions[object - 1];
            self.line.disturbed &= !(1 << object);
            self.line.set_shown(object, Shown::default());
        } else {
            let reset = reset.min(end).min(MOTION_END.into()) as u8 - 1;
            let from = self.skip_before_reset(object, reset);
            (from..to).for_each(|x| self.tick_locked(object, x + LAST_BLANK));
        }
        self.line.sprites[object].drawn = to;
    }

    /// Moves a locked missile to `clock` in one step if its last reset will then be so long ago
    /// that its state depends on its position alone. Returns the pixel up to which the missile
    /// has been clocked.
    fn skip_before_reset(&mut self, object: usize, clock: u8) -> u8 {
        let (drawn, bit) = (self.line.sprites[object].drawn, 1 << object);
        let moved_at = |clock| self.visible_clocks(clock);
        let moved = moved_at(clock).saturating_sub(moved_at(drawn + LAST_BLANK));
        let sampled = drawn + LAST_BLANK > self.line.motion.objects_start;
        let objects = &mut self.chip.objects;
        let missile = &mut objects.missiles[object / 2];
        let position = &missile.moving.position;
        let is_reset = position.reset || objects.missile_resets & bit != 0;
        // True if a pulse has already run the first half of the missile's next clock.
        let is_early = sampled != (objects.edges & bit != 0);
        if moved < START_CLOCKS || is_reset || is_early {
            return drawn;
        }
        let position = row::later(position.clocks(), moved).into();
        let period = &PERIODS.missiles[copies(missile.nusiz)].period;
        missile.moving = period.state(position, true);
        objects.set_edge(bit, true);
        clock - LAST_BLANK
    }

    /// Runs one clock of a missile that is both locked and disturbed.
    fn tick_locked(&mut self, object: usize, clock: u8) {
        let position = self
            .line
            .position_after(object - 1, self.visible_clocks(clock + 1));
        let visible = (self.line.motion.objects_start..MOTION_END).contains(&clock);
        let (objects, bit) = (&mut self.chip.objects, 1 << object);
        let missile = &mut objects.missiles[object / 2];
        match objects.missile_resets & bit {
            _ if objects.edges & bit == 0 => {}
            0 => missile.tick(),
            _ => missile.resm(),
        }
        if visible {
            missile.sample();
        }
        let resets = PERIODS.players[copies(missile.nusiz)].reset_position == usize::from(position);
        objects.set_edge(bit, visible);
        objects.missile_resets = objects.missile_resets & !bit | if resets { bit } else { 0 };
    }
}
