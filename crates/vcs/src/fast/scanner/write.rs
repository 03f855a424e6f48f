//! Writes in the middle of a line.
//!
//! Each brings what its register controls up to date with the old value, and no more; a write of
//! the same value needs nothing. What needs the chip itself settles the line.

use super::{LAST_BLANK, Scanner, members, period::copies};
use crate::{
    television::Television,
    tia::{MOVED, Revision, delay, priority::*, registers::write::*, revision::MOVABLE},
};

/// Bit n: a write of register n never needs the chip itself, whatever its value.
pub(super) fn simple_registers(revision: &Revision) -> u64 {
    let is_simple = |register: &u8| match *register {
        VBLANK | NUSIZ0 | NUSIZ1 | RESP0..=RESBL | RESMP0 | RESMP1 | HMOVE => false,
        GRP0 | GRP1 => revision.late_vdel_copy == 0,
        VDELP0..=VDELBL => revision.vdel_delay != 0,
        register => delay::delay(register, revision) == 0,
    };
    (0..64)
        .filter(is_simple)
        .fold(0, |set, register| set | 1 << register)
}

impl Scanner {
    /// [`Tia::write`](crate::tia::Tia::write).
    pub fn write(&mut self, register: u8, data: u8, television: &mut Television) {
        let register = register & 0x3f;
        let is_simple = self.simple >> register & 1 != 0;
        if !self.line.is_on() || !is_simple && self.disturbs(register, data) {
            return self.write_settled(register, data, television);
        }
        match register {
            COLUP0..=COLUBK => self.write_color(register, data, television),
            PF0..=PF2 => self.write_playfield(register, data),
            CTRLPF => self.write_ctrlpf(data, television),
            AUDC0..=AUDV1 => self.write_sound(register, data, television),
            HMP0..=HMBL => self.write_motion(MOVED[usize::from(register - HMP0)], register, data),
            HMCLR => self.write_motion(MOVABLE, register, data),
            HMOVE => self.strobe_motion(),
            RESP0..=RESBL => self.strobe(register),
            NUSIZ0 | NUSIZ1 => self.write_nusiz(register, data),
            CXCLR => self.clear_collisions(),
            _ => match self.chip.objects.changed_by(register, data) {
                0 => self.write_unchanged(register, data),
                objects => self.write_shown(objects, register, data),
            },
        }
    }

    /// True for writes of registers that are not simple which need the chip itself.
    fn disturbs(&self, register: u8, data: u8) -> bool {
        match register {
            VBLANK => self.chip.vblank[0] != (data & 2 != 0),
            HMOVE => {
                !self.motion_is_plain() || self.has_locked_missile() && !self.can_move_locked()
            }
            NUSIZ0 | NUSIZ1 => {
                let player = &self.chip.objects.players[usize::from(register - NUSIZ0)];
                copies(player.nusiz) != copies(data) && self.has_locked_missile()
            }
            RESBL if !self.chip.revision.ball_reset_stretches => true,
            RESP0..=RESBL => self.has_locked_missile(),
            _ => true,
        }
    }

    #[inline(never)]
    fn write_settled(&mut self, register: u8, data: u8, television: &mut Television) {
        self.settle(television);
        self.chip.write(register, data);
    }

    /// Writes a register whose new value changes nothing in this line.
    #[inline(never)]
    fn write_unchanged(&mut self, register: u8, data: u8) {
        self.chip.apply(register, data);
    }

    #[inline(never)]
    fn write_sound(&mut self, register: u8, data: u8, television: &mut Television) {
        if self.chip.audio.changed_by(register, data) {
            self.run_sound(television);
            self.chip.apply(register, data);
        }
    }

    #[inline(never)]
    fn write_color(&mut self, register: u8, data: u8, television: &mut Television) {
        let index = usize::from(register - COLUP0);
        if self.chip.priority.colors[index] != data & 0xfe {
            let clock = self.chip.hsync.clock();
            self.divide_line(clock, television);
            self.line.change(clock);
            self.chip.priority.colu(index, data);
        }
    }

    #[inline(never)]
    fn write_playfield(&mut self, register: u8, data: u8) {
        let index = usize::from(register - PF0);
        if self.chip.playfield.pf[index] != data {
            let clock = self.chip.hsync.clock();
            self.line.draw_playfield(&mut self.chip.playfield, clock);
            self.line.change(clock);
            self.chip.playfield.pf(index, data);
        }
    }

    #[inline(never)]
    fn write_ctrlpf(&mut self, data: u8, television: &mut Television) {
        if self.chip.objects.ball.ctrlpf != data {
            let clock = self.chip.hsync.clock();
            self.divide_line(clock, television);
            self.line.reach_center(&mut self.chip.playfield, clock);
            self.write_shown(BL, CTRLPF, data);
        }
    }

    /// Writes a register that changes what `objects` show.
    #[inline(never)]
    fn write_shown(&mut self, objects: u8, register: u8, data: u8) {
        let clock = self.chip.hsync.clock();
        self.line.change(clock);
        let disturbed = objects & self.line.disturbed;
        if clock >= LAST_BLANK || disturbed != 0 {
            self.advance_motion(clock);
            self.draw(objects, clock);
        }
        self.chip.apply(register, data);
        for object in members(objects & !self.line.disturbed) {
            let shown = self.chip.objects.shown(object);
            if clock < LAST_BLANK && self.line.may_collide_in_blank(object, shown) {
                self.advance_motion(clock);
            }
            self.line.show(object, shown);
        }
    }

    /// Writes the motion registers of these objects.
    #[inline(never)]
    fn write_motion(&mut self, objects: u8, register: u8, data: u8) {
        if self.chip.hmove.compares(objects) {
            self.advance_motion(self.chip.hsync.clock());
        }
        self.chip.apply(register, data);
    }

    #[inline(never)]
    fn strobe_motion(&mut self) {
        let clock = self.chip.hsync.clock();
        self.advance_motion(clock);
        self.line.change(clock);
        self.chip.apply(HMOVE, 0);
        self.line.until = self.next_stop(clock);
    }

    /// CXCLR. The latches are clear for two clocks, and the line is unlike the next one, in which
    /// nothing clears them.
    #[inline(never)]
    fn clear_collisions(&mut self) {
        let clock = self.chip.hsync.clock();
        self.collide_up_to(clock);
        self.line.change(clock.max(LAST_BLANK));
        self.chip.apply(CXCLR, 0);
    }

    /// Resets a position: the object is disturbed.
    #[inline(never)]
    fn strobe(&mut self, register: u8) {
        let clock = self.chip.hsync.clock();
        self.line.change(clock);
        self.disturb(MOVED[usize::from(register - RESP0)], clock);
        self.chip.apply(register, 0);
    }

    /// Writes NUSIZx: an object in mid-draw is disturbed.
    #[inline(never)]
    fn write_nusiz(&mut self, register: u8, data: u8) {
        let (index, clock) = (usize::from(register - NUSIZ0), self.chip.hsync.clock());
        let (player, missile) = (P0 << (2 * index), M0 << (2 * index));
        let old = self.chip.objects.players[index].nusiz;
        match (old ^ data) & 0x37 {
            0 => return self.chip.apply(register, data),
            change if change & 7 == 0 => return self.write_shown(missile, register, data),
            _ => self.advance_motion(clock),
        }
        self.line.change(clock);
        self.draw(player | missile, clock);
        let leaves = |object: &usize| !self.stays_undisturbed(*object, data, clock);
        let leave = members(player | missile).filter(leaves);
        let leave = leave.fold(0, |set, object| set | 1 << object);
        if leave != 0 {
            self.disturb(leave, clock);
        }
        self.chip.apply(register, data);
        for object in members((player | missile) & !leave) {
            self.line.show(object, self.chip.objects.shown(object));
        }
    }

    /// From this clock on these objects are clocked by the chip's own circuits.
    fn disturb(&mut self, objects: u8, clock: u8) {
        self.advance_motion(clock);
        self.draw(objects, clock);
        for object in members(objects) {
            self.restore(object, clock);
        }
        self.line.disturbed |= objects;
        self.line.lit &= !objects;
    }
}
