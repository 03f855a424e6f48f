//! Writes in the middle of a line.

use super::{
    super::{Tia, delay, priority::*, registers::write::*},
    FIRST_PIXEL, LINE_CLOCKS, next_group,
};
use crate::television::Television;

impl Tia {
    /// [`Tia::write`] for a chip that need not be settled.
    pub fn write_on(&mut self, register: u8, data: u8, television: &mut Television) {
        let register = register & 0x3f;
        if self.line.on && self.disturbs(register, data) {
            self.settle(television);
        }
        if !self.line.on {
            return self.write(register, data);
        }
        if !matches!(register, VSYNC..=WSYNC | AUDC0..=AUDV1 | HMP0..=HMBL | HMCLR) {
            self.line.change_line();
        }
        let clock = self.hsync.clock();
        match register {
            AUDC0..=AUDV1 => self.run_sound(television),
            COLUP0..=COLUBK | CTRLPF if self.line.view => {
                self.reach_center(clock);
                if !self.vblank[0] && !television.unseen() && clock > FIRST_PIXEL {
                    self.draw_all(clock);
                    self.paint(clock, television);
                }
            }
            PF0..=PF2 if self.line.view => {
                self.reach_center(clock);
                let end = next_group(clock).min(LINE_CLOCKS);
                self.line.draw_playfield(&self.playfield, end - FIRST_PIXEL);
            }
            NUSIZ0 | NUSIZ1 => self.resize(usize::from(register - NUSIZ0), data),
            _ => {}
        }
        self.apply(register, data);
        let mut objects = written_objects(register);
        while objects != 0 {
            let object = objects.trailing_zeros() as usize;
            self.line.change(object, self.objects.shown(object), clock);
            objects &= objects - 1;
        }
    }

    /// True for writes that need the chip itself.
    fn disturbs(&self, register: u8, data: u8) -> bool {
        let revision = &self.revision;
        match register {
            VBLANK => self.vblank[0] != (data & 2 != 0),
            NUSIZ0 | NUSIZ1 => !self.resizes_smoothly(usize::from(register - NUSIZ0), data),
            GRP0 | GRP1 => revision.late_vdel_copy != 0,
            VDELP0..=VDELBL => revision.vdel_delay == 0,
            HMOVE => !self.motion_is_plain(),
            RESP0..=RESBL | RESMP0 | RESMP1 | CXCLR => true,
            _ => delay::delay(register, revision) != 0,
        }
    }
}

/// The objects whose pictures a register may change.
fn written_objects(register: u8) -> u8 {
    match register {
        NUSIZ0 => P0 | M0,
        NUSIZ1 => P1 | M1,
        ENAM0 => M0,
        ENAM1 => M1,
        CTRLPF | ENABL | VDELBL => BL,
        REFP0 | VDELP0 => P0,
        REFP1 | VDELP1 => P1,
        GRP0 => P0 | P1,
        GRP1 => P0 | P1 | BL,
        _ => 0,
    }
}
