//! The whole chip. Runs all circuits for a color clock, and reads and writes the registers.

use super::{
    audio::Audio,
    collision::Collisions,
    delay::{self, RSYNC_CLOCKS},
    hmove::{Hmove, Motion},
    hsync::{CENTER, COUNT_CLOCKS, FIRST_PIXEL, Hsync, LINE_CLOCKS},
    inputs::{Inputs, Pins},
    objects::Objects,
    playfield::Playfield,
    priority::{BL, M0, M1, P0, P1, PF, Priority},
    registers::write::*,
    revision::{MOVABLE, Revision, ScoreSwitch},
};
use crate::television::{BLANK, Sample, Television};
use serde::{Deserialize, Serialize};

/// The movable objects, in the order of RESP0..=RESBL and of HMP0..=HMBL.
pub(crate) const OBJECTS_BY_REGISTER: [u8; 5] = [P0, P1, M0, M1, BL];
/// The first clock of a line at which an object can receive a motion pulse. A pulse at this clock
/// always belongs to an HMOVE in the previous line.
const LATE_PULSE: u8 = 1;

/// The chip.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Tia {
    pub(crate) revision: Revision,
    pub(crate) hsync: Hsync,
    pub(crate) hmove: Hmove,
    pub(crate) objects: Objects,
    pub(crate) playfield: Playfield,
    pub(crate) priority: Priority,
    pub(crate) collisions: Collisions,
    pub(crate) audio: Audio,
    pub(crate) inputs: Inputs,
    pub(crate) queue: delay::Queue,
    /// The output latch: the objects that are on at the next pixel.
    pub(crate) outputs: u8,
    /// The objects that were on at the previous pixel. Their collisions are not latched yet.
    pub(crate) shown: u8,
    /// VBLANK D1. The first element is the value for the next pixel. The second is the bit as
    /// written, which takes effect one clock later.
    pub(crate) vblank: [bool; 2],
    pub(crate) vsync: bool,
    /// True in the right half of the line, for score mode.
    pub(crate) right: bool,
    /// Number of scanlines since power-on. It is used to make floating bits flicker.
    pub(crate) lines: u32,
}

impl Tia {
    /// Creates a chip of this revision in the power-on state, with all registers zero.
    pub fn new(revision: Revision) -> Tia {
        Tia {
            revision,
            ..Tia::default()
        }
    }

    /// Returns the chip's revision.
    pub fn revision(&self) -> &Revision {
        &self.revision
    }

    /// Changes the chip's revision and keeps all other state.
    pub fn set_revision(&mut self, revision: Revision) {
        self.revision = revision;
    }

    /// Returns false for values that only a damaged state can have. With values that pass this
    /// check, the chip does not panic.
    pub(crate) fn is_plausible(&self) -> bool {
        self.hsync.is_plausible()
            && self.hmove.is_plausible()
            && self.objects.is_plausible()
            && self.playfield.is_plausible()
            && self.audio.is_plausible()
            && self.queue.is_plausible()
    }

    /// Runs `clocks` color clocks. Sends pixels, line ends and sound samples to the television.
    pub fn run(&mut self, clocks: u32, television: &mut Television) {
        television.vsync(self.vsync, self.hsync.clock());
        self.inputs.run(clocks);
        (0..clocks).for_each(|_| self.step(television));
    }

    /// Runs one color clock.
    pub(crate) fn step(&mut self, television: &mut Television) {
        let clock = self.hsync.clock();
        let cut = self.queue.clocks_to_rsync();
        self.output_pixel(clock, television);
        self.tick_objects(clock, cut);
        self.latch_outputs();
        let sample = match cut {
            None => {
                self.playfield.tick(clock);
                self.audio.tick(clock)
            }
            Some(clocks) => self.tick_before_cut(clock, clocks),
        };
        if let Some(sample) = sample {
            television.add_samples(&[sample]);
        }
        if self.hsync.tick() {
            self.end_line(LINE_CLOCKS, television);
        }
        if !self.queue.is_empty() {
            self.land_writes(television);
        }
    }

    /// Runs HMOVE, and the clocks of the five objects.
    fn tick_objects(&mut self, clock: u8, cut: Option<u8>) {
        let pulses = self.tick_hmove(clock, cut);
        let visible = self.hsync.motion_clock();
        self.objects
            .tick(MOVABLE, clock, pulses, visible, &self.revision);
    }

    /// Runs one color clock of HMOVE, the objects, the horizontal counter and the pending writes.
    /// Does not run the other circuits.
    // The objects do not depend on the other circuits.
    pub(super) fn step_objects(&mut self) {
        self.tick_objects(self.hsync.clock(), self.queue.clocks_to_rsync());
        self.hsync.tick();
        if !self.queue.is_empty() {
            self.land_writes(&mut Television::default());
        }
    }

    /// Runs the playfield and the sound for a color clock while a write to RSYNC is pending.
    /// `clocks` is the number of clocks until RSYNC starts a new line.
    fn tick_before_cut(&mut self, clock: u8, clocks: u8) -> Option<Sample> {
        match RSYNC_CLOCKS - clocks {
            0 => return self.audio.tick(clock),
            1 => self.playfield.cut(clock.saturating_sub(1) / COUNT_CLOCKS),
            _ => {}
        }
        self.audio.tick_without_step()
    }

    /// Applies the pending writes that are due at the end of a color clock.
    fn land_writes(&mut self, television: &mut Television) {
        if let Some((register, data)) = self.queue.tick() {
            if register == RSYNC {
                self.cut_line(television);
            }
            self.apply(register, data);
        }
        if let Some(clocks) = self.queue.clocks_until(RSYNC) {
            self.hsync.prepare_rsync(clocks);
        }
    }

    /// Ends the line because of RSYNC. A write to RSYNC in the last cycle of a line does not add a
    /// very short line; instead, the line becomes longer.
    // Netlist: a write to RSYNC in cycle 75 gives one line of 231 clocks.
    fn cut_line(&mut self, television: &mut Television) {
        let clocks = match self.hsync.clock() {
            0 => LINE_CLOCKS,
            clocks => clocks,
        };
        self.audio
            .cut(clocks.saturating_sub(RSYNC_CLOCKS) / COUNT_CLOCKS);
        match clocks {
            LINE_CLOCKS => {}
            1..=RSYNC_CLOCKS => television.lengthen_line(clocks),
            _ => self.end_line(clocks, television),
        }
    }

    #[inline]
    pub(crate) fn end_line(&mut self, clocks: u8, television: &mut Television) {
        self.lines = self.lines.wrapping_add(1);
        television.end_line(clocks);
    }

    /// Outputs one pixel of the visible line, and latches the collisions of the previous pixel.
    // The collisions of a pixel are latched only at the next pixel, so a read does not see those of
    // the latest pixel, unless `Revision::collision_read_delay` is 0. VBLANK prevents collisions;
    // horizontal blank does not. Sources: netlist, test vectors `coll_*` and `cx*`.
    fn output_pixel(&mut self, clock: u8, television: &mut Television) {
        self.collisions.latch(self.shown);
        let [vblank, vblank_written] = self.vblank;
        let blank = self.hsync.hblank() || vblank;
        self.shown = if vblank { 0 } else { self.outputs };
        self.right = !blank && (self.right || clock == self.score_switch());
        if clock >= FIRST_PIXEL {
            television.pixel(if blank {
                BLANK
            } else {
                self.priority.color(self.outputs, self.right)
            });
        }
        self.vblank[0] = vblank_written;
    }

    /// Returns the color clock at which the playfield changes its color in score mode.
    pub(crate) fn score_switch(&self) -> u8 {
        match self.revision.score_switch {
            ScoreSwitch::Pixel80 => CENTER,
            ScoreSwitch::Pixel79 => CENTER - 1,
            ScoreSwitch::Unsteady => CENTER - (self.lines & 1) as u8,
        }
    }

    fn latch_outputs(&mut self) {
        self.outputs = self.objects.outputs();
        if self.playfield.output() {
            self.outputs |= PF;
        }
    }

    /// Runs HMOVE for a color clock. Returns the objects that receive a motion pulse.
    fn tick_hmove(&mut self, clock: u8, cut: Option<u8>) -> u8 {
        let motion = match cut {
            None => self.hmove.tick(clock & 3),
            Some(RSYNC_CLOCKS) => return self.restart_clock(clock),
            Some(clocks) => self.hmove.tick(RSYNC_CLOCKS + 1 - clocks),
        };
        self.start_motion(clock, motion);
        let mut pulses = motion.pulses;
        if clock == LATE_PULSE {
            pulses &= !self.revision.late_hmove_loses_pulse;
        }
        if self.hsync.motion_clock() {
            self.objects
                .swallow(pulses & self.revision.visible_hmove_swallows_clock);
            pulses &= !self.revision.visible_hmove_swallows_clock;
        }
        pulses
    }

    /// Runs HMOVE for the color clock in which RSYNC restarts the horizontal clock. Returns the
    /// objects that receive a motion pulse.
    // Netlist: in phase 3, the next bit of the playfield has been read, but is not output yet.
    // RSYNC also makes the HMOVE pulse half a clock longer. In the visible part of a line, the
    // pulse then fills the gap between two clocks of the objects, which merges the two clocks into
    // one.
    fn restart_clock(&mut self, clock: u8) -> u8 {
        if clock & 3 == 3 {
            self.playfield.show_previous(self.outputs & PF != 0);
        }
        let motion = self.hmove.restart_clock(clock & 3);
        self.start_motion(clock, motion);
        if self.hsync.motion_clock() {
            self.objects.swallow(self.hmove.pulsed);
            0
        } else {
            motion.pulses
        }
    }

    /// Lengthens the horizontal blank if motion starts. If motion starts at clock 0, lengthens the
    /// blank only if `Revision::hmove74_comb` is true.
    fn start_motion(&mut self, clock: u8, motion: Motion) {
        if motion.start && (clock != 0 || self.revision.hmove74_comb) {
            self.hsync.lengthen_blank();
        }
    }

    /// Writes a register. The write lands at the end of the last color clock that has run.
    pub fn write(&mut self, register: u8, data: u8) {
        let register = register & 0x3f;
        match delay::delay(register, &self.revision) {
            0 => self.apply(register, data),
            clocks => {
                self.queue.push(clocks, register, data);
                if register == RSYNC {
                    self.hsync.prepare_rsync(clocks);
                }
            }
        }
    }

    pub(crate) fn apply(&mut self, register: u8, data: u8) {
        match register {
            VSYNC => self.vsync = data & 2 != 0,
            VBLANK => {
                self.vblank[1] = data & 2 != 0;
                self.inputs.vblank(data);
            }
            WSYNC => self.hsync.wsync(),
            RSYNC => self.hsync.restart(),
            NUSIZ0 | NUSIZ1 => self.nusiz(usize::from(register - NUSIZ0), data),
            COLUP0..=COLUBK => self.priority.colu(usize::from(register - COLUP0), data),
            CTRLPF => self.ctrlpf(data),
            REFP0 | REFP1 => self.objects.players[usize::from(register - REFP0)].refp(data),
            PF0..=PF2 => self.playfield.pf(usize::from(register - PF0), data),
            RESBL if !self.revision.ball_reset_stretches => self.stop_drawing_ball(),
            RESP0..=RESBL => self
                .objects
                .strobe(OBJECTS_BY_REGISTER[usize::from(register - RESP0)]),
            AUDC0 | AUDC1 => self.audio.channels[usize::from(register - AUDC0)].audc(data),
            AUDF0 | AUDF1 => self.audio.channels[usize::from(register - AUDF0)].audf(data),
            AUDV0 | AUDV1 => self.audio.channels[usize::from(register - AUDV0)].audv(data),
            GRP0 => {
                self.objects.players[0].grp(data);
                self.copy_delayed(P1);
            }
            GRP1 => {
                self.objects.players[1].grp(data);
                self.copy_delayed(P0);
                self.copy_delayed(BL);
            }
            ENAM0 | ENAM1 => self.objects.missiles[usize::from(register - ENAM0)].enam(data),
            ENABL => self.objects.ball.enabl(data),
            HMP0..=HMBL => self
                .hmove
                .hm(OBJECTS_BY_REGISTER[usize::from(register - HMP0)], data),
            VDELP0..=VDELBL => self.vdel(register, data),
            delay::COPY_P0 => self.objects.copy_delayed(P0),
            delay::COPY_P1 => self.objects.copy_delayed(P1),
            delay::COPY_BL => self.objects.copy_delayed(BL),
            RESMP0 | RESMP1 => self.objects.missiles[usize::from(register - RESMP0)].resmp(data),
            HMOVE => self.hmove.hmove(),
            HMCLR => self.hmove.hmclr(),
            CXCLR => self.collisions.cxclr(),
            _ => {}
        }
    }

    /// Strobes RESBL, and stops drawing the ball. This is for revisions on which
    /// `ball_reset_stretches` is false.
    fn stop_drawing_ball(&mut self) {
        self.objects.strobe(BL);
        self.objects.ball.stop_drawing();
        self.latch_outputs();
    }

    fn nusiz(&mut self, index: usize, data: u8) {
        self.objects.players[index].nusiz(data);
        self.objects.missiles[index].nusiz(data);
    }

    /// Copies the GRPx or ENABL of an object into its delayed register. A write to GRP0 or GRP1
    /// causes this.
    fn copy_delayed(&mut self, object: u8) {
        if self.revision.late_vdel_copy & object == 0 {
            return self.objects.copy_delayed(object);
        }
        let copy = match object {
            P0 => delay::COPY_P0,
            P1 => delay::COPY_P1,
            _ => delay::COPY_BL,
        };
        self.queue.push(1, copy, 0);
    }

    fn vdel(&mut self, register: u8, data: u8) {
        match register {
            VDELBL => self.objects.ball.vdelbl(data),
            _ => self.objects.players[usize::from(register - VDELP0)].vdelp(data),
        }
        if self.revision.vdel_delay == 0 {
            self.latch_outputs();
        }
    }

    fn ctrlpf(&mut self, data: u8) {
        self.playfield.ctrlpf(data);
        self.priority.ctrlpf(data);
        self.objects.ball.ctrlpf(data);
    }

    /// Reads a register at the end of the last color clock that has run. The chip drives D7 and D6,
    /// with 0 for unused bits. D5-D0 float and keep their values from `bus`, the last byte on the
    /// data bus.
    // Console report (test program): D7 and D6 are always driven.
    pub fn read(&self, register: u8, bus: u8) -> u8 {
        let driven = match register & 0x0f {
            address @ 0..8 => self.readable_collisions().read(address),
            address => self.inputs.read(address - 8),
        };
        let floating = if self.revision.floating_bits_random {
            self.random_floating_bits()
        } else {
            bus
        };
        driven | floating & 0x3f
    }

    /// Returns the collision latches with the values that a read returns now.
    pub(crate) fn readable_collisions(&self) -> Collisions {
        let mut readable = self.collisions;
        if self.revision.collision_read_delay == 0 {
            readable.latch(self.shown);
        }
        readable
    }

    /// Returns values for floating bits that a program cannot predict in practice.
    fn random_floating_bits(&self) -> u8 {
        let seed = self.lines.wrapping_mul(LINE_CLOCKS.into()) + u32::from(self.hsync.clock());
        (seed.wrapping_mul(0x9e37_79b9) >> 24) as u8
    }

    /// Returns the number of the next color clock in the line, 0..=227.
    pub fn clock(&self) -> u8 {
        self.hsync.clock()
    }

    /// Returns the number of color clocks until the line ends, 1..=228. A WSYNC that lands just
    /// before the first clock of a line, when 228 clocks are left, does not stall the processor.
    pub(crate) fn clocks_to_line_end(&self) -> u32 {
        let clocks = u32::from(LINE_CLOCKS - self.hsync.clock());
        match self.queue.clocks_until(RSYNC) {
            Some(pending) => clocks.min(pending.into()),
            None => clocks,
        }
    }

    /// Returns true while VSYNC is on or a write to RSYNC is pending.
    pub(crate) fn sync_active(&self) -> bool {
        self.vsync || self.queue.clocks_until(RSYNC).is_some()
    }

    /// Returns VSYNC D1.
    pub fn vsync(&self) -> bool {
        self.vsync
    }

    /// Returns the objects that are on at the next color clock, before priority and blanking. From
    /// bit 0 up, the bits are player 0, missile 0, player 1, missile 1, ball and playfield. For
    /// debuggers and tests.
    pub fn objects_on(&self) -> u8 {
        self.outputs
    }

    /// Returns true if the next pixel is blanked, by horizontal blank or by VBLANK.
    pub fn blank(&self) -> bool {
        self.hsync.hblank() || self.vblank[0]
    }

    /// Returns the output levels of the audio channels, 0..=15 each.
    pub fn audio_levels(&self) -> [u8; 2] {
        [0, 1].map(|channel: usize| self.audio.channels[channel].level())
    }

    /// Returns the level of the RDY line: false while WSYNC holds the processor.
    pub fn rdy(&self) -> bool {
        self.hsync.rdy()
    }

    /// Connects the input pins.
    pub fn set_inputs(&mut self, pins: Pins) {
        self.inputs.set(pins);
    }
}
