//! Writes in the middle of a line.
//!
//! Each does what its register is for up to now with the old value, and no more: nothing at all where
//! the value is the same. What needs the chip itself settles the line.

use super::{
    super::{MOVED, Tia, delay, priority::*, registers::write::*, revision::MOVABLE},
    LAST_BLANK, members,
};
use crate::television::Television;

impl Tia {
    /// [`Tia::write`] for a chip that need not be settled.
    pub fn write_on(&mut self, register: u8, data: u8, television: &mut Television) {
        let register = register & 0x3f;
        if !self.line.is_on() || self.disturbs(register, data) {
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
            _ => match self.redrawn(register, data) {
                0 => self.write_unseen(register, data),
                objects => self.write_shown(objects, register, data),
            },
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

    /// The objects that show something else after a write of a register that is for nothing but that; none
    /// for VSYNC, WSYNC and the inputs' part of VBLANK.
    #[inline]
    fn redrawn(&self, register: u8, data: u8) -> u8 {
        let [player0, player1] = &self.objects.players;
        let [missile0, missile1] = &self.objects.missiles;
        let ball = &self.objects.ball;
        let set = |object: u8, shows: bool| if shows { object } else { 0 };
        match register {
            REFP0 => set(P0, player0.refp_shows(data)),
            REFP1 => set(P1, player1.refp_shows(data)),
            GRP0 => set(P0, player0.grp_shows(data)) | set(P1, player1.copy_shows()),
            GRP1 => {
                let copies = set(P0, player0.copy_shows()) | set(BL, ball.copy_shows());
                copies | set(P1, player1.grp_shows(data))
            }
            ENAM0 => set(M0, missile0.enam_shows(data)),
            ENAM1 => set(M1, missile1.enam_shows(data)),
            ENABL => set(BL, ball.enabl_shows(data)),
            VDELP0 => set(P0, player0.vdelp_shows(data)),
            VDELP1 => set(P1, player1.vdelp_shows(data)),
            VDELBL => set(BL, ball.vdelbl_shows(data)),
            _ => 0,
        }
    }

    #[inline(never)]
    fn write_settled(&mut self, register: u8, data: u8, television: &mut Television) {
        self.settle(television);
        self.write(register, data);
    }

    /// A register whose new value changes nothing in this line.
    #[inline(never)]
    fn write_unseen(&mut self, register: u8, data: u8) {
        self.apply(register, data);
    }

    #[inline(never)]
    fn write_sound(&mut self, register: u8, data: u8, television: &mut Television) {
        self.run_sound(television);
        self.apply(register, data);
    }

    #[inline(never)]
    fn write_color(&mut self, register: u8, data: u8, television: &mut Television) {
        if self.priority.colors()[usize::from(register - COLUP0)] != data & 0xfe {
            let clock = self.hsync.clock();
            self.part(clock, television);
            self.line.change(clock);
            self.apply(register, data);
        }
    }

    #[inline(never)]
    fn write_playfield(&mut self, register: u8, data: u8) {
        if self.playfield.register(usize::from(register - PF0)) != data {
            let clock = self.hsync.clock();
            self.line.draw_playfield(&mut self.playfield, clock);
            self.line.change(clock);
            self.apply(register, data);
        }
    }

    #[inline(never)]
    fn write_ctrlpf(&mut self, data: u8, television: &mut Television) {
        if self.objects.ball.control() != data {
            let clock = self.hsync.clock();
            self.part(clock, television);
            self.line.reach_center(&mut self.playfield, clock);
            self.write_shown(BL, CTRLPF, data);
        }
    }

    /// A register that says what `objects` show.
    #[inline(never)]
    fn write_shown(&mut self, objects: u8, register: u8, data: u8) {
        let clock = self.hsync.clock();
        self.line.change(clock);
        let loose = objects & self.line.loose;
        if clock >= LAST_BLANK || loose != 0 {
            self.follow(clock);
            self.draw(objects, clock);
        }
        self.apply(register, data);
        for object in members(objects & !self.line.loose) {
            let shown = self.objects.shown(object);
            if clock < LAST_BLANK && self.line.can_be_met(object, shown) {
                self.follow(clock);
            }
            self.line.show(object, shown);
        }
    }

    /// The motion registers of these objects.
    #[inline(never)]
    fn write_motion(&mut self, objects: u8, register: u8, data: u8) {
        if self.hmove.compares(objects) {
            self.follow(self.hsync.clock());
        }
        self.apply(register, data);
    }

    #[inline(never)]
    fn strobe_motion(&mut self) {
        let clock = self.hsync.clock();
        self.follow(clock);
        self.line.change(clock);
        self.apply(HMOVE, 0);
    }

    /// A position is reset: the object leaves its cycle.
    #[inline(never)]
    fn strobe(&mut self, register: u8) {
        let clock = self.hsync.clock();
        self.line.change(clock);
        self.loosen(MOVED[usize::from(register - RESP0)], clock);
        self.apply(register, 0);
    }

    /// Copies and sizes: who is in the middle of one leaves its cycle.
    #[inline(never)]
    fn write_nusiz(&mut self, register: u8, data: u8) {
        let (index, clock) = (usize::from(register - NUSIZ0), self.hsync.clock());
        let (player, missile) = (P0 << (2 * index), M0 << (2 * index));
        let old = self.objects.players[index].copies();
        match (old ^ data) & 0x37 {
            0 => return self.apply(register, data),
            change if change & 7 == 0 => return self.write_shown(missile, register, data),
            _ => self.follow(clock),
        }
        self.line.change(clock);
        self.draw(player | missile, clock);
        let leaves = |object: &usize| !self.stays_on_cycle(*object, data, clock);
        let leave = members(player | missile).filter(leaves);
        let leave = leave.fold(0, |set, object| set | 1 << object);
        if leave != 0 {
            self.loosen(leave, clock);
        }
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
}
