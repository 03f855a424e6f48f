//! The objects that the TIA draws, as rows of numbers. This works for any cartridge, without
//! information about its program.

use vcs::{
    Machine,
    tia::{
        Tia,
        registers::write::{COLUP0, COLUP1, COLUPF},
    },
};

/// Number of columns in a row.
pub const COLUMNS: usize = 8;
/// Number of rows for objects. One more row contains the collision registers.
pub const ROWS: usize = 32;

/// Returns the color of an object, by its number: player 0, player 1, missile 0, missile 1, ball.
pub fn color(tia: &Tia, object: usize) -> u8 {
    let register = [COLUP0, COLUP1, COLUP0, COLUP1, COLUPF][object];
    tia.written(register).map_or(0, |written| written.value)
}

/// A range of scanlines in which nothing about an object changes except its pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Stretch {
    x: u8,
    width: u8,
    copies: u8,
    color: u8,
    graphics: u8,
    top: u16,
}

/// Runs one frame and writes the objects in it as rows of numbers. An object has a row for each
/// range of lines in which it is visible and keeps its position, size and color. It is sampled at
/// the start of the visible part of each scanline. The columns of a row are: kind (1 player 0, 2
/// player 1, 3 missile 0, 4 missile 1, 5 ball; 0 for an empty row), x, first line, number of lines,
/// width of a copy, number of copies, color, and the pattern in the first line. Lines are counted
/// from scanline `first`. The last row contains the collision registers, $00 to $07.
pub fn run_frame(machine: &mut Machine, first: usize, out: &mut [u8]) {
    out.fill(0);
    let frame = machine.place().frame;
    let mut current: [Option<Stretch>; 5] = [None; 5];
    let mut rows = 0;
    let mut line = 0;
    while machine.place().frame == frame {
        let before = machine.place();
        machine.cycle();
        machine.skip_stall();
        if before.clock >= 68 || machine.place().clock < 68 {
            continue;
        }
        line = before.scanline.saturating_sub(first as u16);
        machine.catch_up();
        let tia = machine.tia();
        for (kind, object) in tia.objects().into_iter().enumerate() {
            let now = Stretch {
                x: object.pixel,
                width: object.width,
                copies: object.copies.len() as u8,
                color: color(&tia, kind),
                graphics: object.graphics,
                top: line,
            };
            let visible = object.graphics != 0 && !tia.is_blanked_by_vblank();
            match current[kind] {
                Some(stretch) if visible && continues(stretch, now) => {}
                stretch => {
                    write_row(stretch, kind, line, &mut rows, out);
                    current[kind] = visible.then_some(now);
                }
            }
        }
    }
    for (kind, stretch) in current.into_iter().enumerate() {
        write_row(stretch, kind, line, &mut rows, out);
    }
    machine.catch_up();
    let tia = machine.tia();
    for (register, out) in (0..).zip(&mut out[ROWS * COLUMNS..]) {
        *out = tia.read(register, 0);
    }
}

/// Returns true if two stretches have the same position, size, copies and color. The pattern may
/// differ.
fn continues(one: Stretch, other: Stretch) -> bool {
    (one.x, one.width, one.copies, one.color) == (other.x, other.width, other.copies, other.color)
}

fn write_row(stretch: Option<Stretch>, kind: usize, end: u16, rows: &mut usize, out: &mut [u8]) {
    let Some(stretch) = stretch.filter(|_| *rows < ROWS) else {
        return;
    };
    let to_byte = |number: u16| number.min(255) as u8;
    let row = [
        kind as u8 + 1,
        stretch.x,
        to_byte(stretch.top),
        to_byte(end.saturating_sub(stretch.top)),
        stretch.width,
        stretch.copies,
        stretch.color,
        stretch.graphics,
    ];
    out[*rows * COLUMNS..][..COLUMNS].copy_from_slice(&row);
    *rows += 1;
}
