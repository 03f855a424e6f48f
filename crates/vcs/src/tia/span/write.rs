//! Writes in the middle of a line.
//!
//! Each does what its register is for up to now with the old value, and no more: nothing at all where
//! the value is the same. What needs the chip itself settles the line.

use super::super::{MOVED, Tia, delay, priority::*, registers::write::*};
use crate::television::Television;

impl Tia {
    /// [`Tia::write`] for a chip that need not be settled.
    pub fn write_on(&mut self, register: u8, data: u8, television: &mut Television) {
        let register = register & 0x3f;
        if self.line.is_on() && self.disturbs(register, data) {
            self.settle(television);
        }
        if !self.line.is_on() {
            return self.write(register, data);
        }
        let clock = self.hsync.clock();
        match register {
            COLUP0..=COLUBK => {
                let index = usize::from(register - COLUP0);
                if self.priority.colors()[index] != data & 0xfe {
                    self.part(clock, television);
                    self.line.change(clock);
                    self.apply(register, data);
                }
            }
            PF0..=PF2 => {
                if self.playfield.register(usize::from(register - PF0)) != data {
                    self.line.draw_playfield(&mut self.playfield, clock);
                    self.line.change(clock);
                    self.apply(register, data);
                }
            }
            AUDC0..=AUDV1 => {
                self.run_sound(television);
                self.apply(register, data);
            }
            NUSIZ0 => self.write_nusiz(0, data, clock),
            NUSIZ1 => self.write_nusiz(1, data, clock),
            CTRLPF => self.write_ctrlpf(data, clock, television),
            RESP0..=RESBL => self.strobe(register, clock),
            HMP0..=HMBL | HMCLR if self.hmove.is_idle() => self.apply(register, data),
            HMP0..=HMBL | HMCLR | HMOVE => {
                self.follow(clock);
                self.line.change(clock);
                self.apply(register, data);
            }
            _ => self.write_shown(objects_of(register), register, data, clock),
        }
    }

    /// True for writes that need the chip itself.
    fn disturbs(&self, register: u8, data: u8) -> bool {
        let revision = &self.revision;
        match register {
            VBLANK => self.vblank[0] != (data & 2 != 0),
            GRP0 | GRP1 => revision.late_vdel_copy != 0,
            VDELP0..=VDELBL => revision.vdel_delay == 0,
            HMOVE => !self.motion_is_plain(),
            NUSIZ0 | NUSIZ1 => {
                let player = &self.objects.players[usize::from(register - NUSIZ0)];
                player.mode() != data & 7 && self.has_locked_missile()
            }
            RESBL if !revision.ball_reset_stretches => true,
            RESP0..=RESBL => self.has_locked_missile(),
            RESMP0 | RESMP1 | CXCLR => true,
            _ => delay::delay(register, revision) != 0,
        }
    }

    /// A register that says what `objects` show; none for registers without an effect on the line.
    fn write_shown(&mut self, objects: u8, register: u8, data: u8, clock: u8) {
        let loose = objects & self.line.loose;
        if loose != 0 {
            self.line.change(clock);
            self.follow(clock);
            self.draw(loose, clock);
        }
        self.apply(register, data);
        let mut left = objects & !self.line.loose;
        while left != 0 {
            let object = left.trailing_zeros() as usize;
            let shown = self.objects.shown(object);
            if shown != self.line.sprites[object].shown() {
                self.line.change(clock);
                self.follow(clock);
                self.draw(1 << object, clock);
                self.line.show(object, shown);
            }
            left &= left - 1;
        }
    }

    /// A position is reset: the object leaves its cycle.
    fn strobe(&mut self, register: u8, clock: u8) {
        let object = MOVED[usize::from(register - RESP0)];
        self.line.change(clock);
        self.loosen(object, clock);
        self.apply(register, 0);
    }

    /// Copies and sizes: who is in the middle of one leaves its cycle.
    fn write_nusiz(&mut self, index: usize, data: u8, clock: u8) {
        let (register, missile) = (NUSIZ0 + index as u8, M0 << (2 * index));
        if self.objects.players[index].mode() == data & 7 {
            return self.write_shown(missile, register, data, clock);
        }
        self.line.change(clock);
        let objects = missile | P0 << (2 * index);
        self.loosen(objects, clock);
        self.apply(register, data);
        self.rejoin(2 * index, clock);
        self.rejoin(2 * index + 1, clock);
    }

    /// These objects go on by the chip's own circuits.
    fn loosen(&mut self, objects: u8, clock: u8) {
        self.follow(clock);
        self.draw(objects, clock);
        for object in 0..5 {
            if objects >> object & 1 != 0 {
                self.place(object, clock);
            }
        }
        self.line.loose |= objects;
        self.line.lit &= !objects;
    }

    fn write_ctrlpf(&mut self, data: u8, clock: u8, television: &mut Television) {
        if self.objects.ball.control() == data {
            return;
        }
        self.part(clock, television);
        self.line.reach_center(&mut self.playfield, clock);
        self.line.change(clock);
        self.write_shown(BL, CTRLPF, data, clock);
    }
}

/// The objects whose pictures a register may change.
fn objects_of(register: u8) -> u8 {
    match register {
        ENAM0 => M0,
        ENAM1 => M1,
        ENABL | VDELBL => BL,
        REFP0 | VDELP0 => P0,
        REFP1 | VDELP1 => P1,
        GRP0 => P0 | P1,
        GRP1 => P0 | P1 | BL,
        _ => 0,
    }
}
