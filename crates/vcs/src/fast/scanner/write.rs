//! Writes in the middle of a line.
//!
//! Each brings what its register controls up to date with the old value, and no more; a write of
//! the same value needs nothing. What needs the chip itself settles the line.

use super::{LAST_BLANK, Scanner, members, shown::Shown};
use crate::{
    television::Television,
    tia::{MOVED, Revision, delay, priority::*, registers::write::*, revision::MOVABLE},
};

/// While no missile is locked to its player, and while one is. Bit n: a write of register n never
/// needs the chip itself, whatever its value.
pub(super) fn simple_registers(revision: &Revision) -> [u64; 2] {
    [false, true].map(|has_locked| {
        let is_simple = |register: &u8| match *register {
            VBLANK | RESMP0 | RESMP1 => false,
            NUSIZ0 | NUSIZ1 | RESP0..=RESM1 => !has_locked,
            RESBL => !has_locked && revision.ball_reset_stretches,
            HMOVE => !has_locked && revision.motion_is_plain(),
            GRP0 | GRP1 => revision.late_vdel_copy == 0,
            VDELP0..=VDELBL => revision.vdel_delay != 0,
            register => delay::delay(register, revision) == 0,
        };
        let registers = (0..64).filter(is_simple);
        registers.fold(0, |set, register| set | 1 << register)
    })
}

impl Scanner {
    /// [`Tia::write`](crate::tia::Tia::write).
    #[inline(always)]
    pub fn write(&mut self, register: u8, data: u8, television: &mut Television) {
        let register = register & 0x3f;
        let is_simple = self.simple >> register & 1 != 0;
        if !self.line.is_on() || !is_simple && self.disturbs(register, data) {
            self.settle(television);
            return self.chip.write(register, data);
        }
        self.write_here(register, data, television);
    }

    /// A write while the line is run here.
    fn write_here(&mut self, register: u8, data: u8, television: &mut Television) {
        match register {
            COLUP0..=COLUBK => self.write_color(register, data, television),
            PF0..=PF2 => self.write_playfield(register, data),
            CTRLPF => self.write_ctrlpf(data, television),
            AUDC0..=AUDV1 => self.write_sound(register, data, television),
            HMP0..=HMBL | HMCLR => self.write_motion(register, data),
            HMOVE => self.strobe_motion(),
            RESP0..=RESBL => self.strobe(register),
            NUSIZ0 | NUSIZ1 => self.write_nusiz(register, data),
            CXCLR => self.clear_collisions(),
            _ => self.write_shape(register, data),
        }
    }

    /// Writes a register that changes what objects show, or nothing here.
    fn write_shape(&mut self, register: u8, data: u8) {
        let objects = match register {
            REFP0 | VDELP0 => P0,
            REFP1 | VDELP1 => P1,
            GRP0 => P0 | P1,
            GRP1 => P0 | P1 | BL,
            ENAM0 => M0,
            ENAM1 => M1,
            ENABL | VDELBL => BL,
            _ => return self.chip.apply(register, data),
        };
        self.write_shown(objects, register, data);
    }

    /// True for writes of registers that are [not simple](simple_registers) which need the chip
    /// itself.
    fn disturbs(&self, register: u8, data: u8) -> bool {
        match register {
            VBLANK => self.chip.vblank[0] != (data & 2 != 0),
            RESMP0 | RESMP1 => {
                let missile = &self.chip.objects.missiles[usize::from(register - RESMP0)];
                missile.locked() != (data & 2 != 0)
            }
            _ => true,
        }
    }

    fn write_sound(&mut self, register: u8, data: u8, television: &mut Television) {
        if self.chip.audio.changed_by(register, data) {
            self.run_sound(television);
            self.chip.apply(register, data);
        }
    }

    fn write_color(&mut self, register: u8, data: u8, television: &mut Television) {
        let index = usize::from(register - COLUP0);
        if self.chip.priority.colors[index] != data & 0xfe {
            let clock = self.chip.hsync.clock();
            self.divide_line(clock, television);
            self.line.change(clock);
            self.chip.priority.colu(index, data);
        }
    }

    fn write_playfield(&mut self, register: u8, data: u8) {
        let index = usize::from(register - PF0);
        if self.chip.playfield.pf[index] != data {
            let clock = self.chip.hsync.clock();
            self.line.draw_playfield(&mut self.chip.playfield, clock);
            self.line.change(clock);
            self.chip.playfield.pf(index, data);
        }
    }

    fn write_ctrlpf(&mut self, data: u8, television: &mut Television) {
        if self.chip.objects.ball.ctrlpf != data {
            let clock = self.chip.hsync.clock();
            self.divide_line(clock, television);
            self.line.reach_center(&mut self.chip.playfield, clock);
            self.line.change(clock);
            self.write_shown(BL, CTRLPF, data);
        }
    }

    /// Writes a register that may change what `objects` show. A disturbed one is drawn as far as this
    /// clock first; of the others only those that look different then.
    fn write_shown(&mut self, objects: u8, register: u8, data: u8) {
        let clock = self.chip.hsync.clock();
        let disturbed = objects & self.line.disturbed;
        if disturbed != 0 {
            self.line.change(clock);
            self.advance_motion_of(disturbed, clock);
            self.draw(disturbed, clock);
        }
        self.chip.apply(register, data);
        for object in members(objects & !self.line.disturbed) {
            let shown = self.chip.objects.shown(object);
            if self.line.sprites[object].shown != shown {
                self.show(object, shown, clock);
            }
        }
    }

    /// Changes what an undisturbed object shows from this clock on.
    fn show(&mut self, object: usize, shown: Shown, clock: u8) {
        self.line.change(clock);
        self.advance_motion_of(1 << object, clock);
        self.draw(1 << object, clock);
        self.line.show(object, shown);
    }

    /// Writes a motion register, or all of them.
    fn write_motion(&mut self, register: u8, data: u8) {
        let objects = match register {
            HMCLR => MOVABLE,
            _ => MOVED[usize::from(register - HMP0)],
        };
        if self.chip.hmove.acts_on(objects) {
            self.advance_motion(self.chip.hsync.clock());
        }
        match register {
            HMCLR => self.chip.hmove.hmclr(),
            _ => self.chip.hmove.hm(objects, data),
        }
    }

    fn strobe_motion(&mut self) {
        let clock = self.chip.hsync.clock();
        self.advance_to_strobe(clock);
        if clock >= LAST_BLANK {
            self.draw(self.line.lit, clock);
        }
        self.line.change(clock);
        self.chip.apply(HMOVE, 0);
    }

    /// CXCLR. The latches are clear for two clocks, and the line is unlike the next one, in which
    /// nothing clears them.
    fn clear_collisions(&mut self) {
        let clock = self.chip.hsync.clock();
        self.collide_up_to(clock);
        self.line.change(clock.max(LAST_BLANK));
        self.chip.apply(CXCLR, 0);
    }

    /// Resets a position: the object is disturbed.
    fn strobe(&mut self, register: u8) {
        let clock = self.chip.hsync.clock();
        self.line.change(clock);
        self.disturb(MOVED[usize::from(register - RESP0)], clock);
        self.chip.apply(register, 0);
    }

    /// Writes NUSIZx. An object whose state is one of its new period's, too, stays undisturbed.
    fn write_nusiz(&mut self, register: u8, data: u8) {
        let (index, clock) = (usize::from(register - NUSIZ0), self.chip.hsync.clock());
        let (player, missile) = (P0 << (2 * index), M0 << (2 * index));
        match self.chip.objects.players[index].nusiz ^ data {
            change if change & 0x37 == 0 => return self.chip.apply(register, data),
            change if change & 7 == 0 => return self.write_shown(missile, register, data),
            _ => {}
        }
        self.line.change(clock);
        self.disturb(player | missile, clock);
        self.chip.apply(register, data);
        for object in members(player | missile) {
            self.take_undisturbed(object, clock);
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
