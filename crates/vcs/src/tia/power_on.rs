//! The chip at power-on. It has no reset, so its cells may hold any value.

use super::{
    Tia,
    audio::channel::Channel,
    position::{COUNTS, Position},
    registers::write::*,
};

/// The registers that store data, except VSYNC, which would shift the first frame if it were on.
const REGISTERS: [std::ops::RangeInclusive<u8>; 3] =
    [VBLANK..=VBLANK, NUSIZ0..=PF2, AUDC0..=RESMP1];
/// All collision latches. CXBLPF has no D6.
const COLLISION_LATCHES: u16 = !(1 << 12);

impl Tia {
    /// Sets registers, position counters, sound and collision latches to random values. The first
    /// scanline still begins at clock 0, and no object is being drawn.
    pub(crate) fn randomize(&mut self, mut random: impl FnMut() -> u8) {
        for register in REGISTERS.into_iter().flatten() {
            self.apply(register, random());
        }
        let objects = &mut self.objects;
        let [p0, p1] = &mut objects.players;
        let [m0, m1] = &mut objects.missiles;
        for position in [
            &mut p0.moving.position,
            &mut p1.moving.position,
            &mut m0.moving.position,
            &mut m1.moving.position,
            &mut objects.ball.moving.position,
        ] {
            position.randomize(&mut random);
        }
        for channel in &mut self.audio.channels {
            channel.randomize(&mut random);
        }
        self.collisions.latches = u16::from_le_bytes([random(), random()]) & COLLISION_LATCHES;
    }
}

impl Position {
    fn randomize(&mut self, random: &mut impl FnMut() -> u8) {
        self.phase = random() & 3;
        self.count = random() % COUNTS;
    }
}

impl Channel {
    fn randomize(&mut self, random: &mut impl FnMut() -> u8) {
        self.divider = random() & 31;
        self.noise = random() & 31;
        self.pulse = random() & 15;
        let flags = random();
        let [matched, matched_before, feedback, bit, hold] =
            [1, 2, 4, 8, 16].map(|mask| flags & mask != 0);
        (self.matched, self.matched_before) = (matched, matched_before);
        (self.noise_feedback, self.noise_bit, self.hold) = (feedback, bit, hold);
    }
}
