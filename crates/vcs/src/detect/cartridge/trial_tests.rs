//! Programs without any signature, recognized by what they do after reset.

use super::*;

/// 8 KiB of zeros, which no program survives, with these pieces of code in it. The reset vector at
/// the end leads to the first one, in the last KiB or 4 KiB.
fn image(pieces: &[(usize, &[u8])], start: u16) -> Vec<u8> {
    let mut image = vec![0; 0x2000];
    for (offset, code) in pieces {
        image[*offset..][..code.len()].copy_from_slice(code);
    }
    // One bank begins unlike its second 128 bytes: no sign of RAM.
    image[0x1001] = 1;
    let [low, high] = start.to_le_bytes();
    for bank in [0x1000, 0x2000] {
        image[bank - 4..bank].copy_from_slice(&[low, high, low, high]);
    }
    image
}

fn detected(image: &[u8]) -> (Scheme, String) {
    let cartridge = Cartridge::from_image(image).expect("8 KiB");
    let detection = cartridge.detection().clone();
    (detection.scheme, detection.why)
}

/// lda #2: sta VSYNC: jmp to here
fn forever(at: u16) -> Vec<u8> {
    let mut code = vec![0xa9, 0x02, 0x85, 0x00, 0x4c];
    code.extend(at.to_le_bytes());
    code
}

#[test]
fn a_program_that_runs_as_usual_stays_what_it_is() {
    let image = image(&[(0x1000 + 0x100, &forever(0xf100))], 0xf100);
    assert_eq!(
        detected(&image),
        (
            Scheme::F8,
            "8192 bytes, the size, and no sign of another scheme".into()
        )
    );
}

#[test]
fn a_program_that_needs_another_board_finds_it() {
    // Both banks would have to be F8's; here only the first has code, and it switches by $0240.
    let to_bank_1 = [0xae, 0x40, 0x02]; // ldx $0240
    let ua = image(&[(0x100, &to_bank_1), (0x1103, &forever(0xf103))], 0xf100);
    assert_eq!(
        detected(&ua),
        (
            Scheme::Ua,
            "8192 bytes, after reset it runs as UA, not as F8".into()
        )
    );
    // In the last KiB: slice 1 into the lowest slot, and there.
    let slice_1 = [0xae, 0xe1, 0x1f, 0x4c, 0x00, 0xf0]; // ldx $1fe1: jmp $f000
    let e0 = image(&[(0x1d00, &slice_1), (0x400, &forever(0xf000))], 0xfd00);
    assert_eq!(detected(&e0).0, Scheme::E0);
    // In the last 2 KiB: slice 1 by a store to $3f.
    let slice_1 = [0xa2, 0x01, 0x86, 0x3f, 0x4c, 0x00, 0xf0]; // ldx #1: stx $3f: jmp $f000
    let mut in_slice_1 = forever(0xf000);
    in_slice_1[3] = 0x40; // VSYNC's mirror: a store to $00 would switch again
    let tigervision = image(&[(0x1d00, &slice_1), (0x800, &in_slice_1)], 0xfd00);
    assert_eq!(detected(&tigervision).0, Scheme::X3f);
    let bank_1 = [0xae, 0x40, 0x08]; // ldx $0840
    let econo = image(&[(0x100, &bank_1), (0x1103, &forever(0xf103))], 0xf100);
    assert_eq!(detected(&econo).0, Scheme::X0840);
}

#[test]
fn an_unusual_size_is_tried_and_else_asked_for() {
    let slice_1 = [0xa2, 0x01, 0x86, 0x3f, 0x4c, 0x00, 0xf0]; // ldx #1: stx $3f: jmp $f000
    let mut in_slice_1 = forever(0xf000);
    in_slice_1[3] = 0x40;
    let mut program = vec![0; 0x5000];
    program[0x4d00..][..7].copy_from_slice(&slice_1);
    program[0x800..][..7].copy_from_slice(&in_slice_1);
    program[0x4ffc..].copy_from_slice(&[0x00, 0xfd, 0x00, 0xfd]);
    assert_eq!(
        detected(&program),
        (Scheme::X3f, "20480 bytes, after reset it runs as 3F".into())
    );
    let error = Cartridge::from_image(&[0; 0x5000]).expect_err("no program");
    assert_eq!(
        error.to_string(),
        "nothing in the cartridge image of 20480 bytes shows its bank-switch scheme; \
         name it, one of FC, 3F, 3E, 3EX, 3E+, MDM"
    );
}

#[test]
fn an_image_without_a_program_is_taken_by_its_size() {
    let image = image(&[], 0xf000);
    assert_eq!(detected(&image).0, Scheme::F8);
}

/// A program of 4 KiB from `$F100` on.
fn plain(code: &[u8]) -> Vec<u8> {
    let mut image = vec![0; 0x1000];
    image[0] = 1;
    image[0x100..][..code.len()].copy_from_slice(code);
    image[0xffc..].copy_from_slice(&[0x00, 0xf1, 0x00, 0xf1]);
    image
}

/// Opens a frame, then executes BRK for ever.
const BREAKS_FOR_EVER: [u8; 5] = [0xa9, 0x02, 0x85, 0x00, 0x00];

#[test]
fn a_plain_program_that_goes_wrong_is_not_taken_for_one_with_ram() {
    // BRK leads to the reset vector; nothing was written to RAM.
    assert_eq!(detected(&plain(&BREAKS_FOR_EVER)).0, Scheme::Rom4K);
}

#[test]
fn ram_that_is_written_and_read_back_is_a_superchip() {
    // ldx #127, txa, sta $f000,x, dex, bpl; then it reads some bytes.
    let mut code = vec![0xa2, 0x7f, 0x8a, 0x9d, 0x00, 0xf0, 0xca, 0x10, 0xf9];
    code.extend([0xad, 0xff, 0xf0, 0xc9, 0x7f, 0xd0, 0x11]); // lda $f0ff: cmp #$7f: bne lost
    code.extend([0xad, 0x81, 0xf0, 0xad, 0x82, 0xf0, 0xad, 0x83, 0xf0]);
    code.extend([0xa9, 0x02, 0x85, 0x00]); // lda #2: sta VSYNC
    let at = 0xf100 + code.len() as u16;
    code.push(0x4c); // here: jmp here
    code.extend(at.to_le_bytes());
    code.extend([0xea, 0x02]); // lost: JAM
    let image = plain(&code);
    assert_eq!(
        detected(&image),
        (
            Scheme::Rom4KSc,
            "4096 bytes, after reset it runs as 4KSC, not as 4K".into()
        )
    );
}

#[test]
fn a_program_that_switches_as_f8_is_not_taken_for_fe() {
    let call = [0x20, 0x00, 0xd0, 0xc6, 0xc5]; // in the list of FE's byte sequences
    // Reset in bank 1: bit $fff8, and the same address in bank 0 continues.
    let to_bank_0 = [0x2c, 0xf8, 0xff];
    let code = forever(0xf103);
    let f8 = image(
        &[(0x1100, &to_bank_0), (0x103, &code), (0x800, &call)],
        0xf100,
    );
    assert_eq!(detected(&f8).0, Scheme::F8);
    // A program that runs on neither board is what its bytes show.
    let broken = image(&[(0x800, &call)], 0xf100);
    assert_eq!(detected(&broken).0, Scheme::Fe);
}

#[test]
fn a_program_that_strays_at_first_is_not_lost() {
    // Reset in bank 1: ldx $fff8. Bank 0 goes on with jsr $0000, where the TIA answers with BRK,
    // and the vector leads to jmp $f200: ldx #$ff: txs: jsr $d300, which runs on FE too.
    let to_bank_0 = [0xae, 0xf8, 0xff];
    let stray = [0x4c, 0x00, 0xf2, 0x20, 0x00, 0x00];
    let start = [0xa2, 0xff, 0x9a, 0x20, 0x00, 0xd3];
    let (on_f8, on_fe) = (forever(0xf300), forever(0xd300));
    let f8 = image(
        &[
            (0x1100, &to_bank_0),
            (0x100, &stray),
            (0x200, &start),
            (0x300, &on_f8),
            (0x1300, &on_fe),
        ],
        0xf100,
    );
    assert_eq!(detected(&f8).0, Scheme::F8);
}

#[test]
fn a_program_that_calls_into_the_other_bank_is_fe() {
    let call = [0x20, 0x00, 0xd0, 0xc6, 0xc5];
    // On FE, $Fxxx is bank 0: jsr $d000 calls bank 1, which runs.
    let mut start = vec![0xa2, 0xff, 0x9a];
    start.extend(call);
    let fe = image(&[(0x100, &start), (0x1000, &forever(0xd000))], 0xf100);
    assert_eq!(detected(&fe).0, Scheme::Fe);
}

/// A program of 4 KiB that opens a frame, writes a byte to ROM, and executes random code full of
/// undocumented opcodes and BRKs, unless a byte of ROM reads as 0, as that of a RAM would.
fn random_plain(random: &mut SmallRandom) -> Vec<u8> {
    let mut image: Vec<u8> = (0..0x1000)
        .map(|_| match random.below(6) {
            0 => 0x00,
            1 => 0xa7, // LAX
            _ => random.below(256) as u8,
        })
        .collect();
    let (low, high) = (random.below(0x80) as u8, 0x80 + random.below(0x80) as u8);
    image[usize::from(high)] |= 1;
    let mut start = vec![0xa9, 0x02, 0x85, 0x00]; // lda #2: sta VSYNC
    start.extend([0x8d, low, 0xf0]); // sta $f000 + low
    start.extend([0xad, high, 0xf0, 0xd0, 0x03]); // lda $f000 + high: bne random
    start.extend([0x4c, 0x0c, 0xf1]); // here: jmp here
    image[0x100..][..start.len()].copy_from_slice(&start);
    image[0xffa..].copy_from_slice(&[0x00, 0xf3, 0x00, 0xf1, 0x00, 0xf2]);
    image
}

/// Numbers that look random, from a fixed seed.
struct SmallRandom(u32);

impl SmallRandom {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) % bound
    }
}

#[test]
fn a_thousand_plain_programs_stay_plain() {
    let mut random = SmallRandom(2600);
    for number in 0..1000 {
        let (scheme, why) = detected(&random_plain(&mut random));
        assert_eq!(scheme, Scheme::Rom4K, "program {number}: {why}");
    }
}

#[test]
fn candidates_come_with_their_evidence() {
    let found = candidates(&plain(&BREAKS_FOR_EVER)).expect("a size that a board has");
    let taken: Vec<_> = found.iter().filter(|found| found.taken).collect();
    assert_eq!(taken.len(), 1);
    assert_eq!(
        taken[0].to_string(),
        "* 4K    usual for the size; no sign in its bytes; after reset executes BRK too often, \
         last at $1104, VSYNCs 1, instructions in banks switched to 0, bytes of its RAM read back 0"
    );
    assert!(candidates(&[0; 3000]).is_err());
}
