//! Small programs and the controllers that detection finds for them.

use super::*;
use ControllerKind::{Driving, Joystick as Stick, Keypad, Paddles, TwoButton};

/// Returns the controllers detected for a program that runs `start` once and then loops over `body`
/// and a write to WSYNC.
fn kinds_after(start: &[u8], body: &[u8]) -> [ControllerKind; 2] {
    let mut image = start.to_vec();
    let jump = 0xf000 + start.len() as u16;
    image.extend(body);
    image.extend([0x85, 0x02, 0x4c]); // sta WSYNC: jmp to the body
    image.extend(jump.to_le_bytes());
    image.resize(4096, 0xea);
    image[4092..].copy_from_slice(&[0x00, 0xf0, 0x00, 0xf0]);
    let cartridge = Cartridge::from_image(&image).expect("4 KiB");
    controllers(&cartridge).map(|detection| detection.kind)
}

fn kinds(body: &[u8]) -> [ControllerKind; 2] {
    kinds_after(&[], body)
}

#[test]
fn a_program_that_reads_a_trigger_wants_a_joystick() {
    assert_eq!(kinds(&[0xa5, 0x0c]), [Stick, Stick]); // lda INPT4
}

#[test]
fn a_program_that_discharges_and_measures_wants_paddles() {
    // lda #$82: sta VBLANK: lda INPT0
    assert_eq!(
        kinds(&[0xa9, 0x82, 0x85, 0x01, 0xa5, 0x08]),
        [Paddles, Stick]
    );
    // the same with INPT3, in a mirror
    assert_eq!(
        kinds(&[0xa9, 0x82, 0x85, 0x01, 0xa5, 0x3b]),
        [Stick, Paddles]
    );
    // discharged but never read, as in the many programs that write to all registers of the TIA
    assert_eq!(kinds(&[0xa9, 0x82, 0x85, 0x01]), [Stick, Stick]);
    // discharged once, then read about once a frame: lda #$82: sta VBLANK: lda #0: sta VBLANK, then
    // ldy #250: sta WSYNC: dey: bne: lda INPT0
    let start = [0xa9, 0x82, 0x85, 0x01, 0xa9, 0x00, 0x85, 0x01];
    let late_read = [0xa0, 250, 0x85, 0x02, 0x88, 0xd0, 0xfb, 0xa5, 0x08];
    assert_eq!(kinds_after(&start, &late_read), [Stick, Stick]);
    // read only once per discharge, which is not a measurement
    let once = [0xa9, 0x82, 0x85, 0x01, 0xa5, 0x08, 0xa9, 0x00, 0x85, 0x01];
    assert_eq!(kinds(&once), [Stick, Stick]);
}

#[test]
fn a_measurement_counts_in_every_addressing_mode() {
    // lda #$82: sta VBLANK, then ora INPT0, lda INPT0 with X = 0, and X = 1
    let start = [0xa9, 0x82, 0x85, 0x01];
    assert_eq!(kinds_after(&start, &[0x05, 0x08]), [Paddles, Stick]);
    assert_eq!(
        kinds_after(&start, &[0xa2, 0x00, 0xb5, 0x08]),
        [Paddles, Stick]
    );
    assert_eq!(
        kinds_after(&start, &[0xa2, 0x01, 0xb5, 0x08]),
        [Paddles, Stick]
    );
}

#[test]
fn code_that_measures_after_the_title_screen_wants_paddles() {
    // The code discharges the capacitors, but jumps past the measurement: `ora INPT0` and `bpl`,
    // `lda INPT0,x` and `bmi`, or `bit INPT2` and `bpl`.
    let start = |code: [u8; 3]| {
        let jump = [0xa9, 0x82, 0x85, 0x01, 0x4c, 0x0a, 0xf0];
        [&jump[..], &code].concat()
    };
    assert_eq!(
        kinds_after(&start([0x05, 0x08, 0x10]), &[]),
        [Paddles, Stick]
    );
    assert_eq!(
        kinds_after(&start([0xb5, 0x08, 0x30]), &[]),
        [Paddles, Stick]
    );
    assert_eq!(
        kinds_after(&start([0x24, 0x3a, 0x10]), &[]),
        [Stick, Paddles]
    );
    // Reads of a trigger's pin, or of the pin of a pad's second button, are not evidence of
    // paddles.
    for pin in [0x3c, 0x39, 0x0b] {
        let code = start([0x24, pin, 0x10]);
        assert_eq!(kinds_after(&code, &[]), [Stick, Stick], "{pin:x}");
    }
}

#[test]
fn a_program_that_drives_rows_and_reads_columns_wants_a_keypad() {
    // lda #$0f: sta SWACNT: lda INPT2
    let right = [0xa9, 0x0f, 0x8d, 0x81, 0x02, 0xa5, 0x0a];
    assert_eq!(kinds(&right), [Stick, Keypad]);
    // lda #$f0: sta SWACNT in a mirror: bit INPT0: bit INPT4
    let left = [0xa9, 0xf0, 0x8d, 0x91, 0x03, 0x24, 0x08, 0x24, 0x0c];
    assert_eq!(kinds(&left), [Keypad, Stick]);
    // Without the read of INPT0, this is not a keypad: the program reads a joystick's trigger, and
    // drives some other device through port A.
    let trigger = [0xa9, 0xf0, 0x8d, 0x91, 0x03, 0x24, 0x0c];
    assert_eq!(kinds(&trigger), [Stick, Stick]);
}

#[test]
fn a_second_button_counts_if_it_changes_something() {
    // lda INPT1: sta $80, never discharged
    assert_eq!(kinds(&[0xa5, 0x09, 0x85, 0x80]), [TwoButton, Stick]);
    // bit INPT3: bpl over the nop
    assert_eq!(kinds(&[0x24, 0x0b, 0x10, 0x01, 0xea]), [Stick, TwoButton]);
    // lda INPT1: lda #0: the value is not used
    assert_eq!(kinds(&[0xa5, 0x09, 0xa9, 0x00]), [Stick, Stick]);
}

#[test]
fn dummy_reads_do_not_count() {
    // ldx #$10: sta $09,x reads INPT1 before it writes to $19
    assert_eq!(kinds(&[0xa2, 0x10, 0x95, 0x09]), [Stick, Stick]);
    // lda #$82: sta VBLANK: ldx #$78: lda $08,x makes a dummy read of INPT0, then reads $80
    let program = [0xa9, 0x82, 0x85, 0x01, 0xa2, 0x78, 0xb5, 0x08, 0x85, 0x81];
    assert_eq!(kinds(&program), [Stick, Stick]);
    // nop INPT0 is a pause of three cycles
    assert_eq!(kinds(&[0xa9, 0x82, 0x85, 0x01, 0x04, 0x08]), [Stick, Stick]);
}

/// The movement of the wheel between two readings of its Gray code, indexed by
/// `previous << 2 | current`: 0 for none, 1 for a step forward, 255 for a step back.
const STEPS: [u8; 16] = {
    let mut steps = [0; 16];
    let codes = [0b11, 0b01, 0b00, 0b10];
    let mut step = 0;
    while step < 4 {
        let next = codes[(step + 1) % 4];
        steps[codes[step] << 2 | next] = 1;
        steps[next << 2 | codes[step]] = 255;
        step += 1;
    }
    steps
};

/// Returns the controllers detected for a program that tracks a wheel in the left socket. The image
/// begins with the step table; the loop runs once per line: `asl $81: asl $81: lda SWCHA: lsr x4:
/// and #3: ora $81: and #15: sta $81: tax: lda $80: clc: adc table,x: sta $80`.
fn controllers_of_wheel_program() -> [ControllerKind; 2] {
    let mut start = vec![0x4c, 0x13, 0xf0]; // jmp over the table
    start.extend(STEPS);
    let mut body = vec![0x06, 0x81, 0x06, 0x81, 0xad, 0x80, 0x02];
    body.extend([0x4a, 0x4a, 0x4a, 0x4a, 0x29, 0x03, 0x05, 0x81, 0x29, 0x0f]);
    body.extend([
        0x85, 0x81, 0xaa, 0xa5, 0x80, 0x18, 0x7d, 0x03, 0xf0, 0x85, 0x80,
    ]);
    kinds_after(&start, &body)
}

#[test]
fn a_wheel_is_detected_by_the_lasting_effect_of_a_turn() {
    assert_eq!(controllers_of_wheel_program(), [Driving, Stick]);
}

#[test]
fn a_stick_that_goes_up_and_down_is_not_taken_for_a_wheel() {
    // lda SWCHA: and #$10: bne over: inc $80; lda SWCHA: and #$20: bne over: dec $80
    let mut body = vec![0xad, 0x80, 0x02, 0x29, 0x10, 0xd0, 0x02, 0xe6, 0x80];
    body.extend([0xad, 0x80, 0x02, 0x29, 0x20, 0xd0, 0x02, 0xc6, 0x80]);
    assert_eq!(kinds(&body), [Stick, Stick]);
}

#[test]
fn a_stick_that_goes_in_four_directions_is_not_taken_for_a_wheel() {
    // lda SWCHA: sta $80: eor $81: clc: adc $82: sta $82: lda $80: sta $81
    let mut body = vec![0xad, 0x80, 0x02, 0x85, 0x80, 0x45, 0x81, 0x18];
    body.extend([0x65, 0x82, 0x85, 0x82, 0xa5, 0x80, 0x85, 0x81]);
    assert_eq!(kinds(&body), [Stick, Stick]);
}
