//! Descriptions of the TIA's and the RIOT's registers, by address.
//!
//! Names and bits are from the Stella Programmer's Guide (Steve Wright, 1979).

/// A register of the console.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Register {
    /// The usual address.
    pub address: u16,
    /// The name in the Stella Programmer's Guide.
    pub name: &'static str,
    /// The description, with its bits.
    pub text: &'static str,
    /// True if programs read the register, false if they write to it. The RIOT's ports are both
    /// read and written; for them, this is true.
    pub is_read: bool,
}

const fn writable(address: u16, name: &'static str, text: &'static str) -> Register {
    Register {
        address,
        name,
        text,
        is_read: false,
    }
}

const fn readable(address: u16, name: &'static str, text: &'static str) -> Register {
    Register {
        is_read: true,
        ..writable(address, name, text)
    }
}

/// All registers, by address.
pub const REGISTERS: &[Register] = &[
    writable(
        0x00,
        "VSYNC",
        "vertical sync: setting bit 1 for three scanlines begins a frame",
    ),
    writable(
        0x01,
        "VBLANK",
        "vertical blank: bit 1 blanks the beam; bit 6 latches triggers, bit 7 grounds paddles",
    ),
    writable(
        0x02,
        "WSYNC",
        "strobe: stops the processor until the next scanline begins",
    ),
    writable(
        0x03,
        "RSYNC",
        "strobe: resets the horizontal counter; meant for testing the chip",
    ),
    writable(
        0x04,
        "NUSIZ0",
        "copies and width of player 0 (bits 0-2), width of missile 0 (bits 4-5)",
    ),
    writable(
        0x05,
        "NUSIZ1",
        "copies and width of player 1 (bits 0-2), width of missile 1 (bits 4-5)",
    ),
    writable(
        0x06,
        "COLUP0",
        "color of player 0 and missile 0: hue in bits 4-7, brightness in bits 1-3",
    ),
    writable(
        0x07,
        "COLUP1",
        "color of player 1 and missile 1: hue in bits 4-7, brightness in bits 1-3",
    ),
    writable(
        0x08,
        "COLUPF",
        "color of playfield and ball: hue in bits 4-7, brightness in bits 1-3",
    ),
    writable(
        0x09,
        "COLUBK",
        "color of the background: hue in bits 4-7, brightness in bits 1-3",
    ),
    writable(
        0x0a,
        "CTRLPF",
        "playfield: bit 0 reflects, bit 1 score colors, bit 2 priority over players, \
         bits 4-5 size of the ball",
    ),
    writable(0x0b, "REFP0", "bit 3 reflects player 0"),
    writable(0x0c, "REFP1", "bit 3 reflects player 1"),
    writable(
        0x0d,
        "PF0",
        "first 4 playfield pixels: bits 4-7, bit 4 leftmost",
    ),
    writable(0x0e, "PF1", "next 8 playfield pixels: bit 7 leftmost"),
    writable(0x0f, "PF2", "last 8 playfield pixels: bit 0 leftmost"),
    writable(
        0x10,
        "RESP0",
        "strobe: sets the position of player 0 to that of the beam",
    ),
    writable(
        0x11,
        "RESP1",
        "strobe: sets the position of player 1 to that of the beam",
    ),
    writable(
        0x12,
        "RESM0",
        "strobe: sets the position of missile 0 to that of the beam",
    ),
    writable(
        0x13,
        "RESM1",
        "strobe: sets the position of missile 1 to that of the beam",
    ),
    writable(
        0x14,
        "RESBL",
        "strobe: sets the position of the ball to that of the beam",
    ),
    writable(0x15, "AUDC0", "sound 0: waveform, bits 0-3"),
    writable(0x16, "AUDC1", "sound 1: waveform, bits 0-3"),
    writable(
        0x17,
        "AUDF0",
        "sound 0: frequency divider, bits 0-4; the divisor is the value plus 1",
    ),
    writable(
        0x18,
        "AUDF1",
        "sound 1: frequency divider, bits 0-4; the divisor is the value plus 1",
    ),
    writable(0x19, "AUDV0", "sound 0: volume, bits 0-3"),
    writable(0x1a, "AUDV1", "sound 1: volume, bits 0-3"),
    writable(
        0x1b,
        "GRP0",
        "8 pixels of player 0, bit 7 first; a write also updates the delayed GRP1",
    ),
    writable(
        0x1c,
        "GRP1",
        "8 pixels of player 1, bit 7 first; a write also updates the delayed GRP0 and ENABL",
    ),
    writable(0x1d, "ENAM0", "bit 1 shows missile 0"),
    writable(0x1e, "ENAM1", "bit 1 shows missile 1"),
    writable(0x1f, "ENABL", "bit 1 shows the ball"),
    writable(
        0x20,
        "HMP0",
        "motion of player 0: bits 4-7, signed, positive to the left",
    ),
    writable(
        0x21,
        "HMP1",
        "motion of player 1: bits 4-7, signed, positive to the left",
    ),
    writable(
        0x22,
        "HMM0",
        "motion of missile 0: bits 4-7, signed, positive to the left",
    ),
    writable(
        0x23,
        "HMM1",
        "motion of missile 1: bits 4-7, signed, positive to the left",
    ),
    writable(
        0x24,
        "HMBL",
        "motion of the ball: bits 4-7, signed, positive to the left",
    ),
    writable(0x25, "VDELP0", "bit 0 delays GRP0 until GRP1 is written"),
    writable(0x26, "VDELP1", "bit 0 delays GRP1 until GRP0 is written"),
    writable(0x27, "VDELBL", "bit 0 delays ENABL until GRP1 is written"),
    writable(
        0x28,
        "RESMP0",
        "bit 1 hides missile 0 and centers it on player 0",
    ),
    writable(
        0x29,
        "RESMP1",
        "bit 1 hides missile 1 and centers it on player 1",
    ),
    writable(
        0x2a,
        "HMOVE",
        "strobe: moves all objects by their motion registers; write it directly after WSYNC",
    ),
    writable(0x2b, "HMCLR", "strobe: clears all motion registers"),
    writable(0x2c, "CXCLR", "strobe: clears all collisions"),
    readable(
        0x30,
        "CXM0P",
        "collisions of missile 0: bit 7 player 1, bit 6 player 0",
    ),
    readable(
        0x31,
        "CXM1P",
        "collisions of missile 1: bit 7 player 0, bit 6 player 1",
    ),
    readable(
        0x32,
        "CXP0FB",
        "collisions of player 0: bit 7 playfield, bit 6 ball",
    ),
    readable(
        0x33,
        "CXP1FB",
        "collisions of player 1: bit 7 playfield, bit 6 ball",
    ),
    readable(
        0x34,
        "CXM0FB",
        "collisions of missile 0: bit 7 playfield, bit 6 ball",
    ),
    readable(
        0x35,
        "CXM1FB",
        "collisions of missile 1: bit 7 playfield, bit 6 ball",
    ),
    readable(0x36, "CXBLPF", "collision of ball and playfield: bit 7"),
    readable(
        0x37,
        "CXPPMM",
        "collisions: bit 7 between the players, bit 6 between the missiles",
    ),
    readable(0x38, "INPT0", "paddle 0: bit 7 is 1 when charged"),
    readable(0x39, "INPT1", "paddle 1: bit 7 is 1 when charged"),
    readable(0x3a, "INPT2", "paddle 2: bit 7 is 1 when charged"),
    readable(0x3b, "INPT3", "paddle 3: bit 7 is 1 when charged"),
    readable(
        0x3c,
        "INPT4",
        "fire button of the left joystick: bit 7 is 0 while pressed",
    ),
    readable(
        0x3d,
        "INPT5",
        "fire button of the right joystick: bit 7 is 0 while pressed",
    ),
    readable(
        0x280,
        "SWCHA",
        "port A, the joysticks: left one in bits 4-7, right one in bits 0-3; from the highest bit: \
         right, left, down, up; a bit is 0 while pressed",
    ),
    readable(
        0x281,
        "SWACNT",
        "direction of port A: a bit set to 1 makes its pin an output",
    ),
    readable(
        0x282,
        "SWCHB",
        "port B, the console's switches: bit 0 reset, 1 select (0 while pressed), 3 color, \
         6 and 7 difficulty A",
    ),
    readable(
        0x283,
        "SWBCNT",
        "direction of port B: a bit set to 1 makes its pin an output",
    ),
    readable(0x284, "INTIM", "timer: the current value"),
    readable(
        0x285,
        "TIMINT",
        "timer: bit 7 is 1 after the timer has passed zero",
    ),
    writable(0x294, "TIM1T", "timer: counts down every cycle"),
    writable(0x295, "TIM8T", "timer: counts down every 8 cycles"),
    writable(0x296, "TIM64T", "timer: counts down every 64 cycles"),
    writable(0x297, "T1024T", "timer: counts down every 1024 cycles"),
];

/// Returns the register with this name if `value` is the register's address or a mirror of it. A
/// readable register of the TIA may also have its address minus $30, as in many header files.
pub fn register_named(name: &str, value: i64) -> Option<&'static Register> {
    let register = REGISTERS
        .iter()
        .find(|register| register.name.eq_ignore_ascii_case(name))?;
    let in_tia = register.address < 0x80 && value & 0x1080 == 0;
    let mask = if register.is_read { 0x0f } else { 0x3f };
    let is_same_address = if in_tia {
        value & mask == i64::from(register.address) & mask
    } else {
        value & 0x1297 == i64::from(register.address) & 0x1297
    };
    is_same_address.then_some(register)
}

/// Returns the register at an address. A12 is clear in the addresses of both chips. A7 is clear for
/// the TIA, and set for the RIOT. In the RIOT, A9 is clear for the RAM, and set for the ports and
/// the timer.
pub fn register_at(address: u16, writes: bool) -> Option<&'static Register> {
    if address & 0x1000 != 0 {
        return None;
    }
    let find = |wanted: u16, mask: u16| {
        REGISTERS
            .iter()
            .find(|register| register.address & mask == wanted & mask)
    };
    match (address & 0x80 != 0, address & 0x200 != 0) {
        (false, _) if writes => {
            let is_writable = |register: &&Register| !register.is_read && register.address < 0x80;
            let low = address & 0x3f;
            REGISTERS
                .iter()
                .filter(is_writable)
                .find(|register| register.address == low)
        }
        (false, _) => find(0x30 | address & 0x0f, 0xff),
        (true, true) => find(0x280 | address & 0x1f, 0x3ff),
        (true, false) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registers_are_found_by_name_and_address() {
        let named = |name, value| register_named(name, value).map(|register| register.address);
        assert_eq!(named("WSYNC", 2), Some(2));
        assert_eq!(named("wsync", 0x42), Some(2));
        assert_eq!(named("WSYNC", 3), None);
        assert_eq!(named("INPT4", 0x0c), Some(0x3c));
        assert_eq!(named("SWCHA", 0x280), Some(0x280));
        assert_eq!(named("SWCHA", 0x80), None);
        let at = |address, writes| register_at(address, writes).map(|register| register.name);
        assert_eq!(at(0x02, true), Some("WSYNC"));
        assert_eq!(at(0x102, true), Some("WSYNC"));
        assert_eq!(at(0x0c, false), Some("INPT4"));
        assert_eq!(at(0x284, false), Some("INTIM"));
        assert_eq!(at(0x80, true), None);
        assert_eq!(at(0xf002, true), None);
    }
}
