//! NUSIZ: another number or size of copies.
//!
//! Copies are decoded from the count, so a player between two copies goes on as if it had always had the
//! new ones; only the two latches that clock its scan counter are still those of the old size, and
//! they are passed on within two clocks. Whether that is so is found out by clocking the circuit.

use super::super::{
    Tia,
    cycle::{CYCLES, Moving as _, POSITIONS},
    objects::Objects,
    player,
};

/// Clocks in which the latches are passed on.
const LATCHES: usize = 2;

/// A player as it was when its copies were changed.
#[derive(Debug, Clone, Copy)]
pub struct Resized {
    moving: player::Moving,
    /// The first half of the next clock was done.
    sampled: bool,
    position: usize,
    /// Its clocks in this line up to then.
    moved: u8,
}

impl Resized {
    /// The player so many clocks later, with the first half of the next one done or not.
    fn after(&self, clocks: usize, sampled: bool, nusiz: u8) -> player::Moving {
        let (mut moving, mut ready) = (self.moving, self.sampled);
        for _ in 0..clocks {
            if !ready {
                moving.sample(nusiz);
            }
            moving.tick();
            ready = false;
        }
        if sampled && !ready {
            moving.sample(nusiz);
        }
        moving
    }

    /// Clocks from the change to a position that it reaches after `moved` clocks of this line; none
    /// if the latches have been passed on.
    fn clocks_to(&self, position: usize, moved: u8) -> Option<usize> {
        let clocks = (position + POSITIONS - self.position) % POSITIONS;
        let is_soon = usize::from(moved - self.moved) < LATCHES && clocks < LATCHES;
        is_soon.then_some(clocks)
    }
}

impl Tia {
    /// Clocks of an object in this line so far, and whether the first half of the next is done.
    fn moved(&self) -> (u8, bool) {
        let (clock, motion_start) = (self.hsync.clock(), self.line.motion_start);
        match self.line.view {
            true => (clock.saturating_sub(motion_start + 1), clock > motion_start),
            false => (0, false),
        }
    }

    /// True if the line can go on after this write of NUSIZx.
    pub(super) fn resizes_smoothly(&self, index: usize, data: u8) -> bool {
        let (old, new) = (self.objects.players[index].mode(), data & 7);
        if old == new {
            return true;
        }
        let (moved, sampled) = self.moved();
        if self.line.resized[index].is_some() || self.line.pulses != 0 {
            return false;
        }
        if self.objects.missiles[index].locked() {
            return false;
        }
        let missile = |mode: u8| {
            let position = self.line.position_after(2 * index + 1, moved);
            let cycle = &CYCLES.missiles[usize::from(mode)].cycle;
            cycle.state(position, sampled)
        };
        let position = self.line.position_after(2 * index, moved);
        let cycle = |mode: u8| &CYCLES.players[usize::from(mode)].cycle;
        let change = Resized {
            moving: cycle(old).state(position, sampled),
            sampled,
            position,
            moved,
        };
        let latched = (position + LATCHES) % POSITIONS;
        missile(old) == missile(new)
            && change.after(LATCHES, false, new) == cycle(new).state(latched, false)
            && (0..LATCHES).all(|clocks| {
                let on_cycle = cycle(new).state((position + clocks) % POSITIONS, false);
                let moving = change.after(clocks, false, new);
                moving.shown_bit().is_none() && on_cycle.shown_bit().is_none()
            })
    }

    /// The player's copies are about to change, smoothly.
    pub(super) fn resize(&mut self, index: usize, data: u8) {
        let old = self.objects.players[index].mode();
        if old == data & 7 {
            return;
        }
        let (moved, sampled) = self.moved();
        let position = self.line.position_after(2 * index, moved);
        let cycle = &CYCLES.players[usize::from(old)].cycle;
        self.line.resized[index] = Some(Resized {
            moving: cycle.state(position, sampled),
            sampled,
            position,
            moved,
        });
    }

    /// The end of a line, before the objects are moved on: latches that have been passed on are
    /// forgotten.
    pub(super) fn forget_resizes(&mut self) {
        for index in 0..2 {
            let moved = self.moved().0;
            let position = self.line.position_after(2 * index, moved);
            let resized = self.line.resized[index];
            self.line.resized[index] = resized
                .filter(|resized| resized.clocks_to(position, moved).is_some())
                .map(|resized| Resized {
                    moved: 0,
                    ..resized
                });
        }
    }
}

impl Objects {
    /// Puts a player in the state that it has soon after its copies were changed.
    pub fn set_resized(&mut self, index: usize, by: &Resized, moved: u8, sampled: bool) {
        let player = &mut self.players[index];
        let (position, mode) = (player.position().index(), player.mode());
        if let Some(clocks) = by.clocks_to(position, moved) {
            *player.moving() = by.after(clocks, sampled, mode);
        }
    }
}
