//! The debugger's view of the chip: where the objects are, and where a pixel's color comes from.

use super::{
    Tia,
    delay::delay,
    hsync::{FIRST_PIXEL, LINE_CLOCKS},
    playfield::LEAD_CLOCKS,
    priority::{BL, M0, M1, P0, P1},
    registers::write::*,
};
use crate::television::WIDTH;

/// The movable objects, with their names and their bits in [`Tia::objects_on`].
pub const OBJECTS: [(&str, u8); 5] = [("P0", P0), ("P1", P1), ("M0", M0), ("M1", M1), ("BL", BL)];

/// A movable object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Object {
    /// `P0`, `P1`, `M0`, `M1` or `BL`.
    pub name: &'static str,
    /// The bit in [`Tia::objects_on`].
    pub bit: u8,
    /// The pixel, 0..=159, at which the main copy begins in a line without writes. A player of
    /// double or quadruple width begins one pixel further to the right.
    pub pixel: u8,
    /// The visible pattern. For a player, its eight bits, leftmost first; for any other object, 1
    /// if it is on and 0 if it is off.
    pub graphics: u8,
    /// Width in pixels of one copy.
    pub width: u8,
    /// Distance in pixels from the main copy to each copy, starting with the main copy itself.
    pub copies: &'static [u8],
    /// Number of pixels by which HMOVE moves the object to the left, -8..=7.
    pub motion: i8,
    /// True if VDELPx or VDELBL makes the object show its delayed register.
    pub delayed: bool,
}

/// The copies that NUSIZx selects, as distances from the main copy. Source: data sheet.
const COPIES: [&[u8]; 8] = [
    &[0],
    &[0, 16],
    &[0, 32],
    &[0, 16, 32],
    &[0, 64],
    &[0],
    &[0, 32, 64],
    &[0],
];

impl Tia {
    /// Returns the five movable objects, in the order of [`OBJECTS`].
    pub fn objects(&self) -> [Object; 5] {
        let pixels = self.main_copies();
        let motion = |bit: u8| {
            let extra = self.hmove.extra[bit.trailing_zeros() as usize];
            extra as i8 - 8
        };
        let mut index = 0;
        OBJECTS.map(|(name, bit)| {
            let (graphics, width, copies, delayed) = self.shape(bit);
            index += 1;
            Object {
                name,
                bit,
                pixel: pixels[index - 1],
                graphics,
                width,
                copies,
                motion: motion(bit),
                delayed,
            }
        })
    }

    /// Returns an object's graphics, width, copies and whether it is delayed, as in [`Object`].
    fn shape(&self, bit: u8) -> (u8, u8, &'static [u8], bool) {
        let index = usize::from(bit == P1 || bit == M1);
        match bit {
            BL => {
                let ball = &self.objects.ball;
                let on = ball.enabled[usize::from(ball.delayed)];
                (
                    u8::from(on),
                    1 << (ball.ctrlpf >> 4 & 3),
                    COPIES[0],
                    ball.delayed,
                )
            }
            M0 | M1 => {
                let missile = &self.objects.missiles[index];
                let on = missile.enabled && !missile.locked;
                let copies = COPIES[usize::from(missile.nusiz & 7)];
                (u8::from(on), 1 << (missile.nusiz >> 4 & 3), copies, false)
            }
            _ => {
                let player = &self.objects.players[index];
                let width = match player.nusiz & 7 {
                    5 => 16,
                    7 => 32,
                    _ => 8,
                };
                let copies = COPIES[usize::from(player.nusiz & 7)];
                (player.shown_graphics(), width, copies, player.delayed)
            }
        }
    }

    /// Returns the pixels at which the main copies begin. To find them, this function clones the
    /// chip, switches every object on at its minimum width, and runs the clone to the end of the
    /// next line.
    fn main_copies(&self) -> [u8; 5] {
        let mut tia = self.clone();
        for player in &mut tia.objects.players {
            (player.graphics, player.nusiz) = ([0x80; 2], 0);
            (player.reflected, player.delayed) = (false, false);
        }
        for missile in &mut tia.objects.missiles {
            (missile.enabled, missile.locked, missile.nusiz) = (true, false, 0);
        }
        tia.objects.ball.enabled = [true; 2];
        tia.objects.ball.ctrlpf = 0;
        (0..tia.clocks_to_line_end()).for_each(|_| tia.step_objects());
        let mut pixels = [0; 5];
        let mut on_before = 0;
        for clock in 0..LINE_CLOCKS {
            if clock >= FIRST_PIXEL {
                let on = tia.objects.outputs();
                for (pixel, (_, bit)) in pixels.iter_mut().zip(OBJECTS) {
                    if on & !on_before & bit != 0 {
                        *pixel = clock - FIRST_PIXEL;
                    }
                }
                on_before = on;
            }
            tia.step_objects();
        }
        pixels
    }

    /// Returns the first color clock whose pixel can be changed by a write that lands just before
    /// color clock `clock`. Both clocks are counted from the start of the line.
    // Objects take one clock more than the playfield: their output passes through a latch (see
    // `delay.rs`).
    pub fn first_affected_clock(&self, register: u8, clock: u16) -> u16 {
        let landing_clock = clock + u16::from(delay(register, &self.revision));
        match register {
            PF0..=PF2 => {
                let mut groups = (0..WIDTH as u8).step_by(4);
                let first =
                    groups.find(|pixel| u16::from(playfield_read_clock(*pixel)) >= landing_clock);
                first.map_or(landing_clock, |pixel| u16::from(FIRST_PIXEL + pixel))
            }
            VDELP0..=VDELBL => landing_clock + u16::from(self.revision.vdel_delay),
            VBLANK | NUSIZ0 | NUSIZ1 | REFP0 | REFP1 | GRP0..=ENABL | RESMP0 | RESMP1 => {
                landing_clock + 1
            }
            _ => landing_clock,
        }
    }

    /// Returns true while the last write to VBLANK blanks the picture.
    pub fn is_blanked_by_vblank(&self) -> bool {
        self.vblank[1]
    }

    /// Returns the playfield's twenty bits in the order in which the left half shows them; bit 0 is
    /// the leftmost.
    pub fn playfield_bits(&self) -> u32 {
        self.playfield.bits()
    }

    /// Returns the register that gives the color where these objects overlap (bits as in
    /// [`Tia::objects_on`]): COLUP0, COLUP1, COLUPF or COLUBK.
    pub fn color_register(&self, objects: u8) -> u8 {
        let mut chip = self.clone();
        chip.priority.colors = [COLUP0, COLUP1, COLUPF, COLUBK].map(|register| register << 1);
        let right = self.right || self.hsync.clock() == self.score_switch();
        chip.priority.color(objects, right) >> 1
    }
}

/// Returns the color clock at which the playfield reads the bit for `pixel`, 0..=159.
pub fn playfield_read_clock(pixel: u8) -> u8 {
    FIRST_PIXEL + pixel / 4 * 4 - LEAD_CLOCKS
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        television::Television,
        tia::{Revision, priority::PF},
    };

    fn chip(writes: &[(u8, u8)]) -> Tia {
        let mut tia = Tia::new(Revision::NETLIST);
        for (register, data) in writes {
            tia.write(*register, *data);
        }
        tia.run(16, &mut Television::default());
        tia
    }

    #[test]
    fn reported_positions_are_those_at_which_the_chip_draws_the_objects() {
        for clock in [70, 100, 150, 200] {
            let mut tia = Tia::new(Revision::NETLIST);
            let mut nowhere = Television::default();
            tia.run(clock, &mut nowhere);
            for register in RESP0..=RESBL {
                tia.write(register, 0);
            }
            tia.run(30, &mut nowhere);
            let found = tia.objects().map(|object| object.pixel);
            // Compare with the pixels of a line that the chip itself draws.
            for register in [ENAM0, ENAM1, ENABL, GRP0, GRP1] {
                tia.write(register, if register >= ENAM0 { 2 } else { 0x80 });
            }
            tia.run(tia.clocks_to_line_end() + 228, &mut nowhere);
            let mut drawn = [255; 5];
            for pixel in 0..228 {
                for (first, (_, bit)) in drawn.iter_mut().zip(OBJECTS) {
                    if tia.objects_on() & bit != 0 && *first == 255 && pixel >= 68 {
                        *first = pixel - 68;
                    }
                }
                tia.run(1, &mut nowhere);
            }
            assert_eq!(found, drawn, "{clock}");
        }
    }

    /// Writes a random byte to `register` at `clock`, in a chip with random registers. Returns the
    /// color clock, counted from the start of the line, of the first pixel that the write changes;
    /// `None` if it changes no pixel of the line.
    fn first_difference(register: u8, clock: u32, random: &mut crate::random::Rng) -> Option<u16> {
        let mut tia = Tia::default();
        let mut nowhere = Television::default();
        tia.run(random.byte().into(), &mut nowhere);
        for register in NUSIZ0..=RESMP1 {
            if !matches!(register, AUDC0..=AUDV1 | RESMP0 | RESMP1) {
                tia.write(register, random.byte());
            }
            tia.run(3, &mut nowhere);
        }
        // Makes player 0's delayed copy differ from its graphics.
        tia.write(GRP0, random.byte());
        tia.run(tia.clocks_to_line_end() + clock, &mut nowhere);
        let mut unchanged = tia.clone();
        tia.write(register, random.byte());
        (clock..228).find_map(|clock| {
            let differs = tia.signals().color != unchanged.signals().color;
            tia.run(1, &mut nowhere);
            unchanged.run(1, &mut nowhere);
            differs.then_some(clock as u16)
        })
    }

    #[test]
    fn no_write_changes_a_pixel_before_its_first_affected_clock() {
        let mut random = crate::random::Rng::new(4);
        let exact_registers = [
            VBLANK, NUSIZ0, COLUP0, COLUPF, COLUBK, CTRLPF, REFP0, PF0, PF1, PF2, GRP0, GRP1,
            ENAM0, ENABL, VDELP0, RESMP0,
        ];
        for register in VBLANK..=HMOVE {
            if register == WSYNC || register == RSYNC {
                continue;
            }
            let mut exact_count = 0;
            for clock in (3..226).step_by(3).cycle().take(3000) {
                let expected = Tia::default().first_affected_clock(register, clock as u16);
                if let Some(first) = first_difference(register, clock, &mut random) {
                    assert!(
                        first >= expected,
                        "${register:02x} at {clock}: {first}, not {expected}"
                    );
                    exact_count += u32::from(first == expected);
                }
            }
            let must_be_exact = exact_registers.contains(&register);
            assert!(
                !must_be_exact || exact_count > 0,
                "${register:02x} acts later"
            );
        }
    }

    #[test]
    fn the_color_comes_from_the_object_in_front() {
        let tia = chip(&[]);
        assert_eq!(tia.color_register(0), COLUBK);
        assert_eq!(tia.color_register(P0 | PF), COLUP0);
        assert_eq!(tia.color_register(M1 | PF), COLUP1);
        assert_eq!(tia.color_register(BL), COLUPF);
        assert_eq!(chip(&[(CTRLPF, 4)]).color_register(P0 | PF), COLUPF);
    }
}
