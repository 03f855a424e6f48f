//! The last values written to the registers, for debuggers and tests. The chip keeps only the bits
//! that it uses.

use super::{OBJECTS_BY_REGISTER, Tia, registers::write::*};

/// The value of a write register.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Written {
    /// The value; bits that the chip does not keep are 0.
    pub value: u8,
    /// The bits that the chip keeps.
    pub bits: u8,
}

impl Written {
    /// Returns true if writing `data` would leave the register with this value.
    pub fn matches(self, data: u8) -> bool {
        (self.value ^ data) & self.bits == 0
    }
}

impl Tia {
    /// Returns the last value written to a register, $00..=$2C; `None` for strobes and other
    /// addresses. HMCLR counts as a write to HMP0 to HMBL. A write that the chip delays is not
    /// returned until it has taken effect.
    pub fn written(&self, register: u8) -> Option<Written> {
        let index = |first: u8| usize::from(register - first);
        let bit = |on: bool, bit: u8| (u8::from(on) << bit, 1 << bit);
        let (players, missiles) = (&self.objects.players, &self.objects.missiles);
        let (value, bits) = match register {
            VSYNC => bit(self.vsync, 1),
            VBLANK => {
                let latches =
                    u8::from(self.inputs.dumped) << 7 | u8::from(self.inputs.latched) << 6;
                (u8::from(self.vblank[1]) << 1 | latches, 0xc2)
            }
            NUSIZ0 | NUSIZ1 => (players[index(NUSIZ0)].nusiz & 0x37, 0x37),
            COLUP0..=COLUBK => (self.priority.colors[index(COLUP0)], 0xfe),
            CTRLPF => (self.objects.ball.ctrlpf & 0x37, 0x37),
            REFP0 | REFP1 => bit(players[index(REFP0)].reflected, 3),
            PF0 => (self.playfield.pf[0] & 0xf0, 0xf0),
            PF1 | PF2 => (self.playfield.pf[index(PF0)], 0xff),
            AUDC0 | AUDC1 => (self.audio.channels[index(AUDC0)].audc, 0x0f),
            AUDF0 | AUDF1 => (self.audio.channels[index(AUDF0)].audf, 0x1f),
            AUDV0 | AUDV1 => (self.audio.channels[index(AUDV0)].audv, 0x0f),
            GRP0 | GRP1 => (players[index(GRP0)].graphics[0], 0xff),
            ENAM0 | ENAM1 => bit(missiles[index(ENAM0)].enabled, 1),
            ENABL => bit(self.objects.ball.enabled[0], 1),
            HMP0..=HMBL => {
                let object = OBJECTS_BY_REGISTER[index(HMP0)].trailing_zeros() as usize;
                ((self.hmove.extra[object] ^ 8) << 4, 0xf0)
            }
            VDELP0 | VDELP1 => bit(players[index(VDELP0)].delayed, 0),
            VDELBL => bit(self.objects.ball.delayed, 0),
            RESMP0 | RESMP1 => bit(missiles[index(RESMP0)].locked, 1),
            _ => return None,
        };
        Some(Written { value, bits })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::television::Television;

    #[test]
    fn every_register_returns_the_value_last_written() {
        let mut random = crate::random::Rng::new(1);
        let strobes = [
            WSYNC, RSYNC, RESP0, RESP1, RESM0, RESM1, RESBL, HMOVE, HMCLR, CXCLR,
        ];
        for register in 0..=CXCLR {
            for _ in 0..50 {
                let mut tia = Tia::default();
                let data = random.byte();
                tia.write(register, data);
                tia.run(9, &mut Television::default());
                let written = tia.written(register);
                assert_eq!(
                    written.is_none(),
                    strobes.contains(&register),
                    "${register:02x}"
                );
                if let Some(written) = written {
                    assert_eq!(written.value, data & written.bits, "${register:02x}");
                    assert!(written.matches(data) && !written.matches(data ^ written.bits));
                }
            }
        }
    }
}
