//! Tests each field of `Revision` with a sequence of writes, for which there are two expected
//! scanlines: that of the common chip, and that of a chip that differs from it only in this field.

use vcs::{
    television::Television,
    tia::{Revision, ScoreSwitch, Tia, registers::write::*},
};

/// The bits of player 0 and missile 0 in a set of objects.
const P0: u8 = 1;
const M0: u8 = 2;

/// A write: scanline, cycle, register, value.
type Write = (u32, u32, u8, u8);

/// Writes in scanline 0 that put player 0 at pixel 33 and missile 0 at pixel 41, clear all motion
/// registers, and set the colors.
const SETUP: [Write; 7] = [
    (0, 3, COLUP0, 0x42),
    (0, 6, COLUP1, 0x84),
    (0, 9, COLUPF, 0xc6),
    (0, 12, COLUBK, 0x08),
    (0, 31, RESP0, 0),
    (0, 34, RESM0, 0),
    (0, 60, GRP0, 0xa5),
];

/// Returns the pixels of scanline `line` as runs of the form color x length.
fn draw(revision: Revision, writes: &[Write], line: u32) -> String {
    let mut tia = Tia::new(revision);
    let mut television = Television::default();
    for scanline in 0..=line {
        for cycle in 0..76 {
            tia.run(3, &mut television);
            for &(_, _, register, data) in SETUP
                .iter()
                .chain(writes)
                .filter(|write| (write.0, write.1) == (scanline, cycle))
            {
                tia.write(register, data);
            }
        }
    }
    let runs: Vec<_> = television
        .previous_line()
        .chunk_by(|a, b| a == b)
        .map(|run| format!("{:02X}x{}", run[0], run.len()))
        .collect();
    runs.join(" ")
}

#[track_caller]
fn assert_line(
    variant: Revision,
    writes: &[Write],
    line: u32,
    common_line: &str,
    variant_line: &str,
) {
    assert_ne!(common_line, variant_line, "the field has no effect");
    let drawn = draw(Revision::COMMON, writes, line);
    assert_eq!(drawn, common_line, "common chip");
    assert_eq!(draw(variant, writes, line), variant_line, "variant");
}

const COMMON: Revision = Revision::COMMON;

#[test]
fn visible_hmove_swallows_clock() {
    let variant = Revision {
        visible_hmove_swallows_clock: P0,
        ..COMMON
    };
    assert_line(
        variant,
        &[(1, 26, HMOVE, 0)],
        2,
        "08x33 42x1 08x1 42x1 08x2 42x1 08x1 42x1 08x119",
        "08x41 42x1 08x1 42x1 08x2 42x1 08x1 42x1 08x111",
    );
}

#[test]
fn visible_hmove_pixels() {
    let variant = Revision {
        visible_hmove_pixels: !P0 & 0x1f,
        ..COMMON
    };
    assert_line(
        variant,
        &[(1, 22, HMOVE, 0)],
        1,
        "08x33 42x3 08x4 42x1 08x119",
        "08x33 42x1 08x1 42x1 08x2 42x1 08x1 42x1 08x119",
    );
}

#[test]
fn starfield_phase() {
    let variant = Revision {
        starfield_phase: 2,
        ..COMMON
    };
    assert_line(
        variant,
        &[(1, 22, HMOVE, 0)],
        1,
        "08x33 42x3 08x4 42x1 08x119",
        "08x32 42x2 08x1 42x1 08x2 42x1 08x121",
    );
}

#[test]
fn late_hmove_loses_pulse() {
    let variant = Revision {
        late_hmove_loses_pulse: P0,
        ..COMMON
    };
    assert_line(
        variant,
        &[(1, 72, HMOVE, 0)],
        2,
        "08x25 42x1 08x1 42x1 08x2 42x1 08x1 42x1 08x127",
        "08x26 42x1 08x1 42x1 08x2 42x1 08x1 42x1 08x126",
    );
}

#[test]
fn hmove74_comb() {
    let variant = Revision {
        hmove74_comb: false,
        ..COMMON
    };
    assert_line(
        variant,
        &[(1, 74, HMOVE, 0)],
        2,
        "01x8 08x25 42x1 08x1 42x1 08x2 42x1 08x1 42x1 08x119",
        "08x25 42x1 08x1 42x1 08x2 42x1 08x1 42x1 08x127",
    );
}

#[test]
fn reset_loses_motion_pulse() {
    let variant = Revision {
        reset_loses_motion_pulse: P0,
        ..COMMON
    };
    let writes = [(1, 2, HMOVE, 0), (1, 7, RESP0, 0)];
    assert_line(
        variant,
        &writes,
        2,
        "08x5 42x1 08x1 42x1 08x2 42x1 08x1 42x1 08x147",
        "08x6 42x1 08x1 42x1 08x2 42x1 08x1 42x1 08x146",
    );
}

#[test]
fn reset_blank_edge_late() {
    let variant = Revision {
        reset_blank_edge_late: true,
        ..COMMON
    };
    assert_line(
        variant,
        &[(1, 21, RESP0, 0)],
        2,
        "08x3 42x1 08x1 42x1 08x2 42x1 08x1 42x1 08x149",
        "08x4 42x1 08x1 42x1 08x2 42x1 08x1 42x1 08x148",
    );
}

#[test]
fn score_switch() {
    let writes = [(0, 70, CTRLPF, 2), (0, 73, PF2, 0xff), (0, 75, GRP0, 0)];
    let variant = Revision {
        score_switch: ScoreSwitch::Pixel79,
        ..COMMON
    };
    assert_line(
        variant,
        &writes,
        1,
        "08x48 42x32 08x48 84x32",
        "08x48 42x31 84x1 08x48 84x32",
    );
    let variant = Revision {
        score_switch: ScoreSwitch::Unsteady,
        ..COMMON
    };
    let lines = [1, 2, 3].map(|line| draw(variant, &writes, line));
    assert_ne!(lines[0], lines[1]);
    assert_eq!(lines[0], lines[2]);
}

#[test]
fn pf_delay() {
    let variant = Revision {
        pf_delay: 3,
        ..COMMON
    };
    assert_line(
        variant,
        &[(1, 37, PF2, 0xff)],
        1,
        "08x33 42x1 08x1 42x1 08x2 42x1 08x1 42x1 08x7 C6x32 08x48 C6x32",
        "08x33 42x1 08x1 42x1 08x2 42x1 08x1 42x1 08x11 C6x28 08x48 C6x32",
    );
}

#[test]
fn color_delays() {
    let variant = Revision {
        colubk_delay: 1,
        ..COMMON
    };
    assert_line(
        variant,
        &[(1, 40, COLUBK, 0x0e)],
        1,
        "08x33 42x1 08x1 42x1 08x2 42x1 08x1 42x1 08x14 0Ex105",
        "08x33 42x1 08x1 42x1 08x2 42x1 08x1 42x1 08x15 0Ex104",
    );
    let variant = Revision {
        colupf_delay: 1,
        ..COMMON
    };
    assert_line(
        variant,
        &[(0, 72, PF2, 0xff), (1, 43, COLUPF, 0x0e)],
        1,
        "08x33 42x1 08x1 42x1 08x2 42x1 08x1 42x1 08x7 C6x16 0Ex16 08x48 0Ex32",
        "08x33 42x1 08x1 42x1 08x2 42x1 08x1 42x1 08x7 C6x17 0Ex15 08x48 0Ex32",
    );
}

#[test]
fn late_vdel_copy() {
    let variant = Revision {
        late_vdel_copy: P0,
        ..COMMON
    };
    assert_line(
        variant,
        &[(0, 70, VDELP0, 1), (1, 33, GRP1, 0)],
        1,
        "08x35 42x1 08x2 42x1 08x1 42x1 08x119",
        "08x38 42x1 08x1 42x1 08x119",
    );
}

#[test]
fn vdel_delay() {
    let variant = Revision {
        vdel_delay: 0,
        ..COMMON
    };
    assert_line(
        variant,
        &[(1, 35, VDELP0, 1)],
        1,
        "08x33 42x1 08x1 42x1 08x2 42x1 08x1 42x1 08x119",
        "08x33 42x1 08x1 42x1 08x2 42x1 08x121",
    );
}

#[test]
fn ball_reset_stretches() {
    let variant = Revision {
        ball_reset_stretches: false,
        ..COMMON
    };
    // The ball is eight pixels wide, and is reset while it is being drawn.
    let writes = [
        (0, 66, ENABL, 2),
        (0, 69, CTRLPF, 0x30),
        (0, 72, GRP0, 0),
        (1, 40, RESBL, 0),
        (1, 43, RESBL, 0),
    ];
    assert_line(
        variant,
        &writes,
        1,
        "C6x8 08x51 C6x17 08x84",
        "C6x8 08x51 C6x5 08x4 C6x8 08x84",
    );
}

#[test]
fn collision_read_delay() {
    // Player 0, all eight pixels on, from pixel 33; a playfield group overlaps it.
    let read = |revision, cycle| {
        let mut tia = Tia::new(revision);
        let mut television = Television::default();
        let writes = [(31, RESP0, 0), (60, GRP0, 0xff), (63, PF1, 0xff)];
        for now in 0..=76 + cycle {
            tia.run(3, &mut television);
            for &(_, register, data) in writes.iter().filter(|write| write.0 == now) {
                tia.write(register, data);
            }
            if now == 70 {
                tia.write(CXCLR, 0);
            }
        }
        tia.read(2, 0)
    };
    let variant = Revision {
        collision_read_delay: 0,
        ..COMMON
    };
    let first_hit = |revision| (0..60).find(|&cycle| read(revision, cycle) != 0);
    // On the common chip, a read in cycle n sees the pixels up to 3n - 67: in cycle 33 it sees
    // those up to pixel 32, so pixel 33 is first seen in cycle 34.
    assert_eq!(
        (first_hit(COMMON), first_hit(variant)),
        (Some(34), Some(33))
    );
}

#[test]
fn floating_bits_random() {
    let read = |revision, clocks| {
        let mut tia = Tia::new(revision);
        tia.run(clocks, &mut Television::default());
        tia.read(0, 0x2a)
    };
    assert!((0..100).all(|clocks| read(COMMON, clocks) == 0x2a));
    let variant = Revision {
        floating_bits_random: true,
        ..COMMON
    };
    let bits = (0..100).fold((0x3f, 0), |(and, or), clocks| {
        let read = read(variant, clocks);
        (and & read, or | read)
    });
    assert_eq!(bits, (0, 0x3f));
}

#[test]
fn visible_hmove_swallows_a_missiles_clock() {
    let variant = Revision {
        visible_hmove_swallows_clock: M0,
        ..COMMON
    };
    let writes = [(0, 70, ENAM0, 2), (0, 73, GRP0, 0), (1, 26, HMOVE, 0)];
    assert_line(
        variant,
        &writes,
        2,
        "08x41 42x1 08x118",
        "08x49 42x1 08x110",
    );
}

#[test]
fn a_machine_can_use_another_revision_of_the_chip() {
    let cartridge = vcs::Cartridge::from_image(&[0xea; 4096]).expect("4096 bytes");
    let mut machine = vcs::Machine::new(cartridge, vcs::PowerOn::default());
    assert_eq!(*machine.tia().revision(), Revision::COMMON);
    machine.set_revision(Revision::NETLIST);
    assert_eq!(*machine.tia().revision(), Revision::NETLIST);
}
