//! Writes in the middle of a line.
//!
//! Each brings what its register controls up to date with the old value, and no more; a write of
//! the same value needs nothing. What needs the chip itself settles the line.

use super::{LAST_BLANK, Scanner, members, period::copies};
use crate::{
    television::Television,
    tia::{MOVED, Revision, delay, priority::*, registers::write::*, revision::MOVABLE},
};

/// While no missile is locked to its player, and while one is. Bit n: a write of register n never
/// needs the chip itself, whatever its value.
pub(super) fn simple_registers(revision: &Revision) -> [u64; 2] {
    [false, true].map(|has_locked| simple_registers_if(has_locked, revision))
}

fn simple_registers_if(has_locked: bool, revision: &Revision) -> u64 {
    let is_simple = |register: &u8| match *register {
        VBLANK | RESMP0 | RESMP1 => false,
        NUSIZ0 | NUSIZ1 | RESP0..=RESM1 => !has_locked,
        RESBL => !has_locked && revision.ball_reset_stretches,
        HMOVE => !has_locked && revision.motion_is_plain(),
        GRP0 | GRP1 => revision.late_vdel_copy == 0,
        VDELP0..=VDELBL => revision.vdel_delay != 0,
        register => delay::delay(register, revision) == 0,
    };
    (0..64)
        .filter(is_simple)
        .fold(0, |set, register| set | 1 << register)
}

/// A write of a register (0..=63) while a line is run here.
type Write = fn(&mut Scanner, u8, u8, &mut Television);

/// By register.
static WRITES: [Write; 64] = {
    let mut writes: [Write; 64] = [Scanner::write_shape; 64];
    let mut register = 0;
    while register < 64 {
        writes[register as usize] = match register {
            COLUP0..=COLUBK => Scanner::write_color,
            PF0..=PF2 => Scanner::write_playfield,
            CTRLPF => Scanner::write_ctrlpf,
            AUDC0..=AUDV1 => Scanner::write_sound,
            HMP0..=HMBL | HMCLR => Scanner::write_motion,
            HMOVE => Scanner::strobe_motion,
            RESP0..=RESBL => Scanner::strobe,
            NUSIZ0 | NUSIZ1 => Scanner::write_nusiz,
            CXCLR => Scanner::clear_collisions,
            _ => Scanner::write_shape,
        };
        register += 1;
    }
    writes
};

impl Scanner {
    /// [`Tia::write`](crate::tia::Tia::write).
    #[inline(always)]
    pub fn write(&mut self, register: u8, data: u8, television: &mut Television) {
        let register = register & 0x3f;
        if self.line.is_on() && self.simple >> register & 1 != 0 {
            return WRITES[usize::from(register)](self, register, data, television);
        }
        self.write_with_care(register, data, television);
    }

    /// A write that may need the chip itself.
    #[inline(never)]
    fn write_with_care(&mut self, register: u8, data: u8, television: &mut Television) {
        let is_simple = self.simple >> register & 1 != 0;
        if !self.line.is_on() || !is_simple && self.disturbs(register, data) {
            self.settle(television);
            return self.chip.write(register, data);
        }
        WRITES[usize::from(register)](self, register, data, television);
    }

    /// Writes a register that changes what objects show, or nothing.
    fn write_shape(&mut self, register: u8, data: u8, _: &mut Television) {
        match self.chip.objects.changed_by(register, data) {
            0 => self.chip.apply(register, data),
            objects => self.write_shown(objects, register, data),
        }
    }

    /// True for writes of registers that are [not simple](simple_registers) which need the chip
    /// itself.
    fn disturbs(&self, register: u8, data: u8) -> bool {
        match register {
            VBLANK => self.chip.vblank[0] != (data & 2 != 0),
            HMOVE => {
                let is_in_view = self.chip.hsync.clock() >= LAST_BLANK;
                !self.chip.revision.motion_is_plain() || is_in_view
            }
            NUSIZ0 | NUSIZ1 => {
                let player = &self.chip.objects.players[usize::from(register - NUSIZ0)];
                copies(player.nusiz) != copies(data)
            }
            RESMP0 | RESMP1 => self.is_locked(usize::from(register - RESMP0)) != (data & 2 != 0),
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

    fn write_playfield(&mut self, register: u8, data: u8, _: &mut Television) {
        let index = usize::from(register - PF0);
        if self.chip.playfield.pf[index] != data {
            let clock = self.chip.hsync.clock();
            self.line.draw_playfield(&mut self.chip.playfield, clock);
            self.line.change(clock);
            self.chip.playfield.pf(index, data);
        }
    }

    fn write_ctrlpf(&mut self, _: u8, data: u8, television: &mut Television) {
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
            self.advance_motion_of(objects, clock);
            self.draw(objects, clock);
        } else if objects & self.line.near.objects != 0 {
            self.advance_motion(clock);
        }
        self.chip.apply(register, data);
        for object in members(objects & !self.line.disturbed) {
            self.line.show(object, self.chip.objects.shown(object));
        }
    }

    /// Writes a motion register, or all of them.
    fn write_motion(&mut self, register: u8, data: u8, _: &mut Television) {
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

    fn strobe_motion(&mut self, _: u8, _: u8, _: &mut Television) {
        let clock = self.chip.hsync.clock();
        self.advance_to_strobe(clock);
        if clock >= LAST_BLANK {
            self.draw(self.line.lit, clock);
        }
        self.line.change(clock);
        self.chip.apply(HMOVE, 0);
        self.line.until = self.next_stop(clock);
    }

    /// CXCLR. The latches are clear for two clocks, and the line is unlike the next one, in which
    /// nothing clears them.
    fn clear_collisions(&mut self, _: u8, _: u8, _: &mut Television) {
        let clock = self.chip.hsync.clock();
        self.collide_up_to(clock);
        self.line.change(clock.max(LAST_BLANK));
        self.chip.apply(CXCLR, 0);
    }

    /// Resets a position: the object is disturbed.
    fn strobe(&mut self, register: u8, _: u8, _: &mut Television) {
        let clock = self.chip.hsync.clock();
        self.line.change(clock);
        self.disturb(MOVED[usize::from(register - RESP0)], clock);
        self.chip.apply(register, 0);
    }

    /// Writes NUSIZx: an object that the last write still acts on is disturbed.
    fn write_nusiz(&mut self, register: u8, data: u8, _: &mut Television) {
        let (index, clock) = (usize::from(register - NUSIZ0), self.chip.hsync.clock());
        let (player, missile) = (P0 << (2 * index), M0 << (2 * index));
        let old = self.chip.objects.players[index].nusiz;
        match (old ^ data) & 0x37 {
            0 => return self.chip.apply(register, data),
            change if change & 7 == 0 => return self.write_shown(missile, register, data),
            _ => {}
        }
        let objects = player | missile;
        self.advance_motion_of(objects, clock);
        self.line.change(clock);
        if clock > LAST_BLANK || objects & self.line.disturbed != 0 {
            self.draw(objects, clock);
        }
        let mut leave = 0;
        for object in members(objects) {
            leave |= u8::from(!self.resize(object, data, clock)) << object;
        }
        if leave != 0 {
            self.disturb(leave, clock);
        }
        self.chip.apply(register, data);
        self.find_pair_near(index, clock);
    }

    /// From this clock on these objects are clocked by the chip's own circuits.
    fn disturb(&mut self, objects: u8, clock: u8) {
        self.advance_motion(clock);
        self.draw(objects, clock);
        for object in members(objects) {
            self.restore(object, clock);
        }
        members(objects & self.line.resizing.objects)
            .for_each(|object| self.line.end_resize(object));
        self.line.disturbed |= objects;
        self.line.lit &= !objects;
    }
}
