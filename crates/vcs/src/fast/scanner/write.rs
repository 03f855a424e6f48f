//! Writes in the middle of a line.
//!
//! Each write first brings the part of the line that its register controls up to the current clock,
//! with the old value; nothing else is updated. If the register already holds the byte, the write
//! changes nothing. Writes that need the chip itself *settle* the line: they bring all of the
//! chip's own fields up to the current clock (`settle.rs`).
//!
//! An object is *disturbed* if its state does not follow from its position, for example after a
//! reset (`disturbed.rs`); it is then run clock by clock. All other objects are *undisturbed*.

use super::{
    LAST_BLANK, Scanner,
    detour::CopiesChange,
    members,
    period::{PERIODS, copies},
    row, set,
    shown::Shown,
};
use crate::{
    television::Television,
    tia::{
        OBJECTS_BY_REGISTER, Revision, delay,
        hsync::{LINE_CLOCKS, MOTION_END},
        objects::Objects,
        priority::*,
        registers::write::*,
        revision::MOVABLE,
    },
};

/// Registers that change only when they are written. The motion registers are not among them,
/// because HMCLR changes them, too.
const STABLE_REGISTERS: u64 = {
    let shapes = 1 << CTRLPF | 3 << NUSIZ0 | 3 << REFP0 | 7 << VDELP0;
    shapes | 0xf << COLUP0 | 7 << PF0 | 0x3f << AUDC0 | 3 << GRP0 | 3 << ENAM0 | 1 << ENABL
};

/// A function that writes a register while the scanner is running the line.
type Write = fn(&mut Scanner, u8, u8, &mut Television);

/// The [`Write`] functions, by register.
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
            RESP0..=RESBL => Scanner::strobe_reset,
            NUSIZ0 | NUSIZ1 => Scanner::write_nusiz,
            CXCLR => Scanner::clear_collisions,
            VBLANK => Scanner::write_vblank,
            _ => Scanner::write_shape,
        };
        register += 1;
    }
    writes
};

impl Scanner {
    /// Returns a set of registers: bit n is set if a write to register n never needs the chip
    /// itself.
    pub(super) fn simple_registers(revision: &Revision) -> u64 {
        let is_simple = |register: &u8| match *register {
            RESMP0 | RESMP1 | NUSIZ0 | NUSIZ1 | RESP0..=RESBL => false,
            HMOVE => revision.motion_is_plain(),
            GRP0 | GRP1 => revision.late_vdel_copy == 0,
            VDELP0..=VDELBL => revision.vdel_delay != 0,
            register => delay::delay(register, revision) == 0,
        };
        (0..64)
            .filter(is_simple)
            .fold(0, |set, register| set | 1 << register)
    }

    /// Does the same as [`Tia::write`](crate::tia::Tia::write).
    #[inline(always)]
    pub fn write(&mut self, register: u8, data: u8, television: &mut Television) {
        let register = register & 0x3f;
        if self.has_byte(register, data) {
            return;
        }
        let is_simple = self.simple >> register & 1 != 0;
        if !self.line.is_active() || !is_simple && self.needs_chip(register, data) {
            self.settle(television);
            return self.chip.write(register, data);
        }
        WRITES[usize::from(register)](self, register, data, television);
    }

    /// Returns true if a register already holds this byte, so that writing it again has no effect.
    /// Otherwise records the byte. A write to GRP0 or GRP1 also updates the delayed copies of other
    /// registers, so it has no effect only if these copies are already equal to their registers.
    #[inline(always)]
    fn has_byte(&mut self, register: u8, data: u8) -> bool {
        let (byte, bit) = (&mut self.bytes[usize::from(register)], 1 << register);
        if *byte == data && self.known & bit != 0 {
            return !matches!(register, GRP0 | GRP1) || self.chip.objects.equal_delayed_copies();
        }
        *byte = data;
        self.known |= bit & STABLE_REGISTERS & (self.simple | 3 << NUSIZ0);
        false
    }

    /// Writes a register that changes what objects show, or that changes nothing in the scanner.
    fn write_shape(&mut self, register: u8, data: u8, _: &mut Television) {
        let Objects { players, ball, .. } = &self.chip.objects;
        let [vdelp0, vdelp1, vdelbl] = [players[0].delayed, players[1].delayed, ball.delayed];
        let object_if = |shows: bool, object: u8| if shows { object } else { 0 };
        let objects = match register {
            REFP0 | VDELP0 => P0,
            REFP1 | VDELP1 => P1,
            GRP0 => object_if(!vdelp0, P0) | object_if(vdelp1, P1),
            GRP1 => object_if(!vdelp1, P1) | object_if(vdelp0, P0) | object_if(vdelbl, BL),
            ENAM0 => M0,
            ENAM1 => M1,
            ENABL | VDELBL => BL,
            _ => return self.chip.apply(register, data),
        };
        self.write_shown(objects, register, data);
    }

    /// Returns whether only the chip itself can perform this write to a register that is [not
    /// simple](Scanner::simple_registers).
    fn needs_chip(&self, register: u8, data: u8) -> bool {
        match register {
            RESMP0 | RESMP1 => {
                let missile = &self.chip.objects.missiles[usize::from(register - RESMP0)];
                missile.locked() != (data & 2 != 0)
            }
            NUSIZ0 | NUSIZ1 | RESP0..=RESM1 => self.has_locked_missile(),
            RESBL => self.has_locked_missile() || !self.chip.revision.ball_reset_stretches,
            _ => true,
        }
    }

    /// Writes VBLANK. The blank begins or ends one clock later: see [`Scanner::change_blank`].
    fn write_vblank(&mut self, _: u8, data: u8, _: &mut Television) {
        let clock = self.chip.hsync.clock();
        self.chip.apply(VBLANK, data);
        if self.chip.vblank[0] != self.chip.vblank[1] {
            self.line.mark_changed(clock.max(LAST_BLANK));
            self.line.until = clock + 1;
        } else {
            // A debugger may undo a write at the same clock.
            self.line.until = LINE_CLOCKS;
        }
    }

    fn write_sound(&mut self, register: u8, data: u8, television: &mut Television) {
        self.run_sound(television);
        self.chip.apply(register, data);
    }

    fn write_color(&mut self, register: u8, data: u8, television: &mut Television) {
        let clock = self.chip.hsync.clock();
        self.divide_line(clock, television);
        self.line.mark_changed(clock);
        let index = usize::from(register - COLUP0);
        self.chip.priority.colu(index, data);
    }

    fn write_playfield(&mut self, register: u8, data: u8, _: &mut Television) {
        let clock = self.chip.hsync.clock();
        self.line.draw_playfield(&mut self.chip.playfield, clock);
        self.line.mark_changed(clock);
        let index = usize::from(register - PF0);
        self.chip.playfield.pf(index, data);
    }

    fn write_ctrlpf(&mut self, _: u8, data: u8, television: &mut Television) {
        let clock = self.chip.hsync.clock();
        self.divide_line(clock, television);
        self.line.reach_center(&mut self.chip.playfield, clock);
        self.line.mark_changed(clock);
        self.write_shown(BL, CTRLPF, data);
    }

    /// Writes a register that may change what `objects` show. Before the change, draws some of them
    /// up to the current clock: the disturbed ones, and those undisturbed ones whose picture
    /// changes.
    fn write_shown(&mut self, objects: u8, register: u8, data: u8) {
        let clock = self.chip.hsync.clock();
        let disturbed = objects & self.line.disturbed;
        if disturbed != 0 {
            self.line.mark_changed(clock);
            self.advance_motion_for(disturbed, clock);
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

    /// Changes what an undisturbed object shows, from this clock on. During the blank, the exact
    /// clock of the change matters only if the object could be on then: see
    /// [`Scanner::may_show_in_blank`].
    fn show(&mut self, object: usize, shown: Shown, clock: u8) {
        self.line.mark_changed(clock);
        if clock >= LAST_BLANK || self.may_show_in_blank(object) && !self.try_ahead(object, clock) {
            self.advance_motion_for(1 << object, clock);
            self.line.draw(object, clock.saturating_sub(LAST_BLANK));
        }
        self.line.set_shown(object, shown);
    }

    /// Returns whether an undisturbed object could be on during the blank. The ball is treated as
    /// if it had the copies of missile 0.
    pub(super) fn may_show_in_blank(&self, object: usize) -> bool {
        let copies = copies(self.chip.objects.players[object / 2 % 2].nusiz);
        let near = match object {
            0 | 2 => &PERIODS.players[copies].near,
            _ => &PERIODS.missiles[copies].near,
        };
        row::is_on(near, self.line.positions[object])
            || self.line.sprites[object].detour().is_some()
    }

    /// Writes a motion register, or clears all of them (HMCLR).
    fn write_motion(&mut self, register: u8, data: u8, television: &mut Television) {
        let objects = match register {
            HMCLR => MOVABLE,
            _ => OBJECTS_BY_REGISTER[usize::from(register - HMP0)],
        };
        let has_effect = self.chip.hmove.acts_on(objects);
        if has_effect {
            self.advance_motion(self.chip.hsync.clock());
        }
        match register {
            HMCLR => self.chip.hmove.hmclr(),
            _ => self.chip.hmove.hm(objects, data),
        }
        if has_effect && self.has_locked_missile() {
            self.move_with_locked(television);
        }
    }

    fn strobe_motion(&mut self, _: u8, _: u8, television: &mut Television) {
        let (clock, has_locked) = (self.chip.hsync.clock(), self.has_locked_missile());
        if has_locked {
            self.advance_motion(clock);
            let locked = members(M0 | M1).filter(|object| self.is_locked(*object));
            self.disturb(set(locked), clock);
            self.copy_all_to_chip(clock);
        }
        self.advance_to_strobe(clock);
        self.line.mark_changed(clock);
        self.chip.apply(HMOVE, 0);
        if has_locked {
            self.move_with_locked(television);
        }
    }

    /// Writes CXCLR. The latches stay clear for two clocks. The next line does not count as a
    /// repetition of this one, because nothing clears the latches in it.
    fn clear_collisions(&mut self, _: u8, _: u8, _: &mut Television) {
        let clock = self.chip.hsync.clock();
        self.advance_collisions(clock);
        self.line.mark_changed(clock.max(LAST_BLANK));
        self.chip.apply(CXCLR, 0);
    }

    /// Performs a reset strobe, which disturbs the object. Its position is reset later: in the
    /// blank, when motion is next advanced; in the visible line, when the object is next drawn.
    fn strobe_reset(&mut self, register: u8, _: u8, _: &mut Television) {
        let clock = self.chip.hsync.clock();
        self.line.mark_changed(clock);
        self.disturb(OBJECTS_BY_REGISTER[usize::from(register - RESP0)], clock);
        self.chip.apply(register, 0);
    }

    /// Writes NUSIZx. An undisturbed object stays undisturbed unless it is still on an earlier
    /// detour, or its detour could last longer than the line (`detour.rs`).
    fn write_nusiz(&mut self, register: u8, data: u8, _: &mut Television) {
        let (index, clock) = (usize::from(register - NUSIZ0), self.chip.hsync.clock());
        let (player, missile) = (2 * index, 2 * index + 1);
        let [old, new] = [self.chip.objects.players[index].nusiz, data].map(copies);
        if old == new {
            return self.write_shown(1 << missile, register, data);
        }
        self.line.mark_changed(clock);
        self.advance_motion_for(1 << player | 1 << missile, clock);
        let mut kept = 0;
        for object in [player, missile] {
            let change =
                CopiesChange::new(object, clock, [old, new], self.position_at(object, clock));
            if self.line.disturbed >> object & 1 == 0
                && clock.saturating_add(change.detour.clocks + 2) <= MOTION_END
                && !self.may_be_on_detour(object, clock)
            {
                self.line.draw(object, clock.saturating_sub(LAST_BLANK));
                self.line.sprites[object].change = Some(change);
                if !change.detour.shows_period {
                    // The next line does not repeat the detour.
                    self.line.mark_changed(LAST_BLANK);
                }
                kept |= 1 << object;
            }
        }
        self.disturb((1 << player | 1 << missile) & !kept, clock);
        self.chip.apply(register, data);
        for object in members(kept) {
            self.line.set_shown(object, self.chip.objects.shown(object));
        }
    }

    /// Brings these objects up to this clock: first their motion, then their pixels, then their
    /// state in the chip. From then on, they are run clock by clock in the model of the chip.
    pub(super) fn disturb(&mut self, objects: u8, clock: u8) {
        self.advance_motion_for(objects, clock);
        self.draw(objects, clock);
        for object in members(objects) {
            self.copy_to_chip(object, clock);
            self.line.sprites[object].change = None;
        }
        self.line.disturbed |= objects;
        self.line.lit &= !objects;
    }
}
