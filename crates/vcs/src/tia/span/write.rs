//! Writes in the middle of a line.
//!
//! Each does what its register is for up to now with the old value, and no more: nothing at all where
//! the value is the same. What needs the chip itself settles the line.

use super::{
    super::{MOVED, Tia, delay, priority::*, registers::write::*, revision::MOVABLE},
    members,
};
use crate::television::Television;

impl Tia {
    /// [`Tia::write`] for a chip that need not be settled.
    pub fn write_on(&mut self, register: u8, data: u8, television: &mut Television) {
        let register = register & 0x3f;
        if !self.line.is_on() || self.disturbs(register, data) {
            self.settle(television);
            return self.write(register, data);
        }
        let clock = self.hsync.clock();
        match register {
            COLUP0..=COLUBK => self.write_color(register, data, television),
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
            NUSIZ0 | NUSIZ1 => self.write_nusiz(register, data, clock),
            CTRLPF => self.write_ctrlpf(data, clock, television),
            RESP0..=RESBL => self.strobe(register, clock),
            HMP0..=HMBL => self.write_motion(MOVED[usize::from(register - HMP0)], register, data),
            HMCLR => self.write_motion(MOVABLE, register, data),
            HMOVE => {
                self.follow(clock);
                self.line.change(clock);
                self.apply(register, data);
            }
            GRP0 => self.write_shown(P0 | P1, register, data, clock),
            GRP1 => self.write_shown(P0 | P1 | BL, register, data, clock),
            ENAM0 => self.write_shown(M0, register, data, clock),
            ENAM1 => self.write_shown(M1, register, data, clock),
            ENABL | VDELBL => self.write_shown(BL, register, data, clock),
            REFP0 | VDELP0 => self.write_shown(P0, register, data, clock),
            REFP1 | VDELP1 => self.write_shown(P1, register, data, clock),
            // VSYNC, WSYNC and the inputs' part of VBLANK are nothing to the line.
            _ => self.apply(register, data),
        }
    }

    /// True for writes that need the chip itself.
    #[inline]
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

    fn write_color(&mut self, register: u8, data: u8, television: &mut Television) {
        let clock = self.hsync.clock();
        if self.priority.colors()[usize::from(register - COLUP0)] != data & 0xfe {
            self.part(clock, television);
            self.line.change(clock);
            self.apply(register, data);
        }
    }

    /// The motion registers of these objects.
    fn write_motion(&mut self, objects: u8, register: u8, data: u8) {
        if self.hmove.compares(objects) {
            self.follow(self.hsync.clock());
        }
        self.apply(register, data);
    }

    /// A register that says what `objects` show.
    fn write_shown(&mut self, objects: u8, register: u8, data: u8, clock: u8) {
        let loose = objects & self.line.loose;
        if loose != 0 {
            self.line.change(clock);
            self.follow(clock);
            self.draw(loose, clock);
        }
        self.apply(register, data);
        for object in members(objects & !self.line.loose) {
            let shown = self.objects.shown(object);
            if shown != self.line.sprites[object].shown() {
                self.line.change(clock);
                self.follow(clock);
                self.draw(1 << object, clock);
                self.line.show(object, shown);
            }
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
    fn write_nusiz(&mut self, register: u8, data: u8, clock: u8) {
        let index = usize::from(register - NUSIZ0);
        let (player, missile) = (P0 << (2 * index), M0 << (2 * index));
        if self.objects.players[index].mode() == data & 7 {
            return self.write_shown(missile, register, data, clock);
        }
        self.line.change(clock);
        self.follow(clock);
        self.draw(player | missile, clock);
        let leaves = |object: &usize| !self.stays_on_cycle(*object, data, clock);
        let leave = members(player | missile).filter(leaves);
        let leave = leave.fold(0, |set, object| set | 1 << object);
        self.loosen(leave, clock);
        self.apply(register, data);
        for object in members((player | missile) & !leave) {
            self.line.show(object, self.objects.shown(object));
        }
    }

    /// These objects go on by the chip's own circuits.
    fn loosen(&mut self, objects: u8, clock: u8) {
        self.follow(clock);
        self.draw(objects, clock);
        for object in members(objects) {
            self.place(object, clock);
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
