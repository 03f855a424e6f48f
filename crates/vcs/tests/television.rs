//! Tests frames, standards and the visible lines with our own programs.

use vcs::{
    Cartridge, Machine, PowerOn,
    television::{BLANK, Standard, usual_lines},
};

/// Returns a kernel with `scanlines` lines per frame: 3 lines of VSYNC, `blank` blank lines at the
/// top and as many at the bottom. In between, the picture cycles through `hues`, one per line.
/// Without `sync`, VSYNC is never turned on.
fn kernel(scanlines: u16, blank: u16, hues: &[u8], sync: bool) -> Machine {
    let colors = 0xf100;
    let mut code = vec![0xa2, 0x00]; // ldx #0: the next color
    let frame = 0xf000 + code.len() as u16;
    code.extend([0xa9, 0x02, 0x85, 0x02, 0x85, 0x01]); // lda #2: sta WSYNC: sta VBLANK
    code.extend([0x85, if sync { 0x00 } else { 0x2d }]); // sta VSYNC, or nowhere
    push_wait(&mut code, 3);
    code.extend([0xa9, 0x00, 0x85, 0x00]); // lda #0: sta VSYNC
    push_wait(&mut code, blank - 3);
    code.extend([0xa9, 0x00, 0x85, 0x01]); // lda #0: sta VBLANK
    let mut remaining = scanlines - 2 * blank - 1;
    while remaining > 0 {
        let lines = remaining.min(200);
        code.extend([0xa0, lines as u8]); // ldy #lines
        code.extend([0xbd]); // lda colors,x
        code.extend(u16::to_le_bytes(colors));
        code.extend([0x85, 0x02, 0x85, 0x09]); // sta WSYNC: sta COLUBK
        code.extend([0xe8, 0xe0, hues.len() as u8]); // inx: cpx #count
        code.extend([0xd0, 0x02, 0xa2, 0x00]); // bne over: ldx #0
        code.extend([0x88, 0xd0, 0xef]); // dey: bne lda
        remaining -= lines;
    }
    code.extend([0xa9, 0x02, 0x85, 0x02, 0x85, 0x01]); // lda #2: sta WSYNC: sta VBLANK
    push_wait(&mut code, blank - 1);
    code.push(0x4c); // jmp
    code.extend(frame.to_le_bytes());
    let mut image = vec![0; 4096];
    image[..code.len()].copy_from_slice(&code);
    for (index, hue) in hues.iter().enumerate() {
        image[usize::from(colors & 0xfff) + index] = hue << 4 | 8;
    }
    image[4092..].copy_from_slice(&[0x00, 0xf0, 0x00, 0xf0]);
    let cartridge = Cartridge::from_image(&image).expect("4 KiB");
    Machine::new(cartridge, PowerOn::default())
}

/// Adds a loop that executes `sta WSYNC` for each of `lines` lines.
fn push_wait(code: &mut Vec<u8>, lines: u16) {
    code.extend([0xa0, lines as u8, 0x85, 0x02, 0x88, 0xd0, 0xfb]); // ldy: sta WSYNC: dey: bne
}

fn run_one_second(mut machine: Machine) -> Machine {
    (0..60).for_each(|_| {
        machine.frame();
    });
    machine
}

fn standard(scanlines: u16, hues: &[u8]) -> Standard {
    let machine = run_one_second(kernel(scanlines, 30, hues, true));
    assert_eq!(machine.last_frame().scanlines(), usize::from(scanlines));
    machine.television().standard()
}

#[test]
fn a_standard_chosen_in_advance_replaces_the_detected_one() {
    let cartridge = Cartridge::from_image(&[0xea; 4096]).expect("4 KiB");
    let standard = |machine: &Machine| machine.television().standard();
    let plain = Machine::new(cartridge.clone(), PowerOn::default());
    assert_eq!(standard(&plain), Standard::Ntsc);
    let named = cartridge.with_named_standard(Standard::Secam);
    let machine = Machine::new(named.clone(), PowerOn::default());
    assert_eq!(standard(&machine), Standard::Secam);
    // A state fits every cartridge with the same image, even if a different television standard was
    // chosen for that cartridge.
    let state = plain.save();
    let loaded = Machine::load(&named, &state).expect("the same image");
    assert_eq!(standard(&loaded), Standard::Secam);
    assert_eq!(machine.save(), state);
}

#[test]
fn line_counts_and_colors_identify_the_standard() {
    let pal_hues: Vec<u8> = (2..=13).collect();
    let all_hues: Vec<u8> = (0..=15).collect();
    assert_eq!(standard(262, &[0, 4, 8]), Standard::Ntsc);
    assert_eq!(standard(262, &all_hues), Standard::Ntsc);
    assert_eq!(standard(262, &[0]), Standard::Ntsc);
    assert_eq!(standard(262, &pal_hues), Standard::Pal60);
    assert_eq!(standard(312, &pal_hues), Standard::Pal);
    assert_eq!(standard(312, &[0]), Standard::Pal);
    assert_eq!(standard(312, &all_hues), Standard::Ntsc50);
    assert_eq!(standard(312, &[1, 15]), Standard::Ntsc50);
    // Many programs do not have exactly 262 or 312 lines.
    assert_eq!(standard(256, &[0, 4, 8]), Standard::Ntsc);
    assert_eq!(standard(284, &[0, 4, 8]), Standard::Ntsc);
    assert_eq!(standard(296, &pal_hues), Standard::Pal);
    assert_eq!(standard(320, &pal_hues), Standard::Pal);
}

#[test]
fn the_reason_for_a_standard_names_lines_and_colors() {
    let machine = run_one_second(kernel(312, 30, &[1, 15], true));
    let reason = machine.television().standard_reason();
    assert!(
        reason.starts_with("40 of 40 frames have 287 scanlines or more; "),
        "{reason}"
    );
    assert!(reason.contains("hues 1, 14 or 15"), "{reason}");
}

#[test]
fn a_picture_taller_than_usual_is_shown_whole() {
    let ordinary = run_one_second(kernel(262, 35, &[4], true));
    assert_eq!(ordinary.television().shown_lines(), usual_lines(262));
    let tall = run_one_second(kernel(262, 12, &[4], true));
    let shown = tall.television().shown_lines();
    assert_eq!(shown, 12..usual_lines(262).end);
    let frame = tall.last_frame();
    let is_blank = |line: usize| frame.line(line).iter().all(|&pixel| pixel == BLANK);
    assert!(!is_blank(12));
    assert!((0..shown.start).chain(shown.end..262).all(is_blank));
}

#[test]
fn a_program_without_vertical_sync_rolls() {
    let mut machine = run_one_second(kernel(262, 30, &[4], false));
    let first_picture_line = |machine: &Machine| {
        let frame = machine.last_frame();
        (1..frame.scanlines())
            .find(|&line| frame.line(line - 1)[0] == BLANK && frame.line(line)[0] != BLANK)
    };
    let mut tops = Vec::new();
    for _ in 0..12 {
        machine.frame();
        assert_eq!(machine.last_frame().scanlines(), 275);
        tops.extend(first_picture_line(&machine));
    }
    assert!(!machine.television().synced());
    // The picture moves up by 13 lines per frame, except when it leaves the top and the next
    // picture appears at the bottom.
    let steady = tops
        .windows(2)
        .filter(|pair| pair[0] == pair[1] + 13)
        .count();
    assert!(steady >= 10, "{tops:?}");
}
