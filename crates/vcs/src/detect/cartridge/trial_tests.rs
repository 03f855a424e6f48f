//! Programs without a signature, recognized by what they do after reset.

use super::{trial::BRK, *};
use crate::cartridge::{Cartridge, Scheme};

/// Returns an 8 KiB image that contains these pieces of code and is otherwise 0. In both banks, the
/// reset and BRK vectors point to `start`. A program that runs into the zeros executes BRK again
/// and again, so its trial run fails.
fn image(pieces: &[(usize, &[u8])], start: u16) -> Vec<u8> {
    let mut image = vec![0; 0x2000];
    for (offset, code) in pieces {
        image[*offset..][..code.len()].copy_from_slice(code);
    }
    // Make the first 128 bytes of bank 1 differ from the next 128. If they were equal, that would
    // be evidence of RAM.
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

/// Returns an endless loop that sets VSYNC and belongs at `address`:
/// `lda #2: sta VSYNC: jmp address`.
fn endless_loop(address: u16) -> Vec<u8> {
    let mut code = vec![0xa9, 0x02, 0x85, 0x00, 0x4c];
    code.extend(address.to_le_bytes());
    code
}

#[test]
fn a_program_that_runs_on_the_usual_board_keeps_the_usual_scheme() {
    let image = image(&[(0x1000 + 0x100, &endless_loop(0xf100))], 0xf100);
    assert_eq!(
        detected(&image),
        (
            Scheme::F8,
            "8192 bytes, the usual scheme for this size, and no sign of another".into()
        )
    );
}

#[test]
fn a_program_that_runs_only_on_another_board_gets_its_scheme() {
    // F8 starts in bank 1, where the reset address has no code. UA starts in bank 0, where the code
    // switches to bank 1 with an access to $0240.
    let to_bank_1 = [0xae, 0x40, 0x02]; // ldx $0240
    let ua = image(
        &[(0x100, &to_bank_1), (0x1103, &endless_loop(0xf103))],
        0xf100,
    );
    assert_eq!(
        detected(&ua),
        (
            Scheme::Ua,
            "8192 bytes, after reset it runs as UA, not as F8".into()
        )
    );
    // The code in the last KiB maps slice 1 into the lowest slot and jumps there.
    let to_slice_1 = [0xae, 0xe1, 0x1f, 0x4c, 0x00, 0xf0]; // ldx $1fe1: jmp $f000
    let e0 = image(
        &[(0x1d00, &to_slice_1), (0x400, &endless_loop(0xf000))],
        0xfd00,
    );
    assert_eq!(detected(&e0).0, Scheme::E0);
    // The code in the last 2 KiB maps slice 1 with a store to $3f and jumps there.
    let to_slice_1 = [0xa2, 0x01, 0x86, 0x3f, 0x4c, 0x00, 0xf0]; // ldx #1: stx $3f: jmp $f000
    let mut in_slice_1 = endless_loop(0xf000);
    in_slice_1[3] = 0x40; // VSYNC's mirror: a store to $00 would switch again
    let tigervision = image(&[(0x1d00, &to_slice_1), (0x800, &in_slice_1)], 0xfd00);
    assert_eq!(detected(&tigervision).0, Scheme::X3f);
    let to_bank_1 = [0xae, 0x40, 0x08]; // ldx $0840
    let econo = image(
        &[(0x100, &to_bank_1), (0x1103, &endless_loop(0xf103))],
        0xf100,
    );
    assert_eq!(detected(&econo).0, Scheme::X0840);
}

#[test]
fn trial_runs_decide_for_an_image_of_an_unusual_size() {
    let to_slice_1 = [0xa2, 0x01, 0x86, 0x3f, 0x4c, 0x00, 0xf0]; // ldx #1: stx $3f: jmp $f000
    let mut in_slice_1 = endless_loop(0xf000);
    in_slice_1[3] = 0x40;
    let mut program = vec![0; 0x5000];
    program[0x4d00..][..7].copy_from_slice(&to_slice_1);
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
         choose one of FC, 3F, 3E, 3EX, 3E+, MDM"
    );
}

#[test]
fn an_image_without_a_program_gets_the_usual_scheme_for_its_size() {
    let image = image(&[], 0xf000);
    assert_eq!(detected(&image).0, Scheme::F8);
}

/// Returns an image of 4 KiB with `code` at `$F100`.
fn plain_image(code: &[u8]) -> Vec<u8> {
    let mut image = vec![0; 0x1000];
    image[0] = 1;
    image[0x100..][..code.len()].copy_from_slice(code);
    image[0xffc..].copy_from_slice(&[0x00, 0xf1, 0x00, 0xf1]);
    image
}

/// Code that sets VSYNC and then executes BRK.
const ENDLESS_BREAKS: [u8; 5] = [0xa9, 0x02, 0x85, 0x00, 0x00];

#[test]
fn a_plain_program_that_fails_is_not_taken_for_one_with_ram() {
    // The BRK vector is the reset address, so the program keeps restarting; it never writes RAM.
    assert_eq!(detected(&plain_image(&ENDLESS_BREAKS)).0, Scheme::Rom4K);
}

#[test]
fn ram_that_is_written_and_read_back_is_a_superchip() {
    // Write 128 bytes through a Superchip's write port, and then read some of them back. The
    // writes: ldx #127, txa, sta $f000,x, dex, bpl.
    let mut code = vec![0xa2, 0x7f, 0x8a, 0x9d, 0x00, 0xf0, 0xca, 0x10, 0xf9];
    code.extend([0xad, 0xff, 0xf0, 0xc9, 0x7f, 0xd0, 0x11]); // lda $f0ff: cmp #$7f: bne lost
    code.extend([0xad, 0x81, 0xf0, 0xad, 0x82, 0xf0, 0xad, 0x83, 0xf0]);
    code.extend([0xa9, 0x02, 0x85, 0x00]); // lda #2: sta VSYNC
    let here = 0xf100 + code.len() as u16;
    code.push(0x4c); // here: jmp here
    code.extend(here.to_le_bytes());
    code.extend([0xea, 0x02]); // lost: JAM
    let image = plain_image(&code);
    assert_eq!(
        detected(&image),
        (
            Scheme::Rom4KSc,
            "4096 bytes, after reset it runs as 4KSC, not as 4K".into()
        )
    );
}

#[test]
fn a_program_that_switches_like_f8_is_not_taken_for_fe() {
    let call = [0x20, 0x00, 0xd0, 0xc6, 0xc5]; // in the list of FE's byte sequences
    // After reset, bank 1 executes bit $fff8, and bank 0 continues at the same address.
    let to_bank_0 = [0x2c, 0xf8, 0xff];
    let code = endless_loop(0xf103);
    let f8 = image(
        &[(0x1100, &to_bank_0), (0x103, &code), (0x800, &call)],
        0xf100,
    );
    assert_eq!(detected(&f8).0, Scheme::F8);
    // This image runs on neither board, so its byte sequence decides.
    let broken = image(&[(0x800, &call)], 0xf100);
    assert_eq!(detected(&broken).0, Scheme::Fe);
}

#[test]
fn a_program_that_accesses_the_hot_spot_of_fv_is_fv_if_it_runs_as_fv() {
    let to_bank_1 = [0x2c, 0xd0, 0xff]; // bit $ffd0
    let code = endless_loop(0xf103);
    let fv = image(&[(0x100, &to_bank_1), (0x1103, &code)], 0xf100);
    assert_eq!(detected(&fv).0, Scheme::Fv);
    // E7's hint is checked before FV's, but this program does not run as E7.
    let e7_access: &[u8] = &[0xad, 0xe4, 0xff]; // lda $ffe4: E7
    let e7 = image(
        &[(0x100, &to_bank_1), (0x800, e7_access), (0x1103, &code)],
        0xf100,
    );
    assert_eq!(
        detected(&e7).1,
        "8192 bytes, accesses to its hot spots, but after reset it runs as FV, not as E7"
    );
    let f8 = image(&[(0x1100, &to_bank_1), (0x1103, &code)], 0xf100);
    assert_eq!(detected(&f8).0, Scheme::F8);
}

#[test]
fn a_program_that_executes_a_few_stray_instructions_still_counts_as_running() {
    // F8 resets in bank 1, where `ldx $fff8` switches to bank 0. Bank 0 continues with `jsr $0000`.
    // At that address the CPU reads 0, the opcode of BRK, from the TIA. The BRK vector points to
    // $f100, where bank 0 has `jmp $f200`. The code at $f200, `ldx #$ff: txs: jsr $d300`, runs on
    // FE too.
    let to_bank_0 = [0xae, 0xf8, 0xff];
    let stray = [0x4c, 0x00, 0xf2, 0x20, 0x00, 0x00];
    let start = [0xa2, 0xff, 0x9a, 0x20, 0x00, 0xd3];
    let (on_f8, on_fe) = (endless_loop(0xf300), endless_loop(0xd300));
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
    // On FE, $Fxxx is bank 0 and $Dxxx is bank 1, so jsr $d000 calls code that runs.
    let mut start = vec![0xa2, 0xff, 0x9a];
    start.extend(call);
    let fe = image(&[(0x100, &start), (0x1000, &endless_loop(0xd000))], 0xf100);
    assert_eq!(detected(&fe).0, Scheme::Fe);
}

/// Two stores to $3F, as in programs for Tigervision's board: enough to count as a hint for 3F.
const STORES_TO_3F: [u8; 4] = [0x85, 0x3f, 0x85, 0x3f];

#[test]
fn a_program_that_runs_on_the_usual_board_does_not_get_a_scheme_on_which_it_fails() {
    // After reset, bank 1 executes bit $fff8, and bank 0 continues at the same address.
    let to_bank_0 = [0x2c, 0xf8, 0xff];
    let code = endless_loop(0xf103);
    let pieces: [(usize, &[u8]); 3] =
        [(0x1100, &to_bank_0), (0x103, &code), (0x800, &STORES_TO_3F)];
    assert_eq!(
        detected(&image(&pieces, 0xf100)),
        (
            Scheme::F8,
            "8192 bytes, stores to $3F, but after reset it runs as F8, not as 3F".into()
        )
    );
    // The bytes of this program suggest 3F and UA. It does not run as 3F, so UA is tried next,
    // before the usual scheme, F8.
    let to_bank_1 = [0x8d, 0x40, 0x02]; // sta $0240, on UA
    let pieces: [(usize, &[u8]); 3] =
        [(0x100, &to_bank_1), (0x1103, &code), (0x800, &STORES_TO_3F)];
    assert_eq!(detected(&image(&pieces, 0xf100)).0, Scheme::Ua);
    // This program fails on all boards, so its bytes decide.
    assert_eq!(
        detected(&image(&[(0x800, &STORES_TO_3F)], 0xf100)).0,
        Scheme::X3f
    );
}

#[test]
fn a_large_program_runs_on_the_board_on_which_it_uses_its_banks() {
    for (scheme, kib, start_bank, hot_spot, bank) in [
        (Scheme::Ef, 64, 1, 0xffe7_u16, 7),
        (Scheme::X07, 64, 0, 0x085d, 5),
        (Scheme::Df, 128, 15, 0xffc9, 9),
        (Scheme::Bf, 256, 1, 0xff94, 20),
    ] {
        let mut image = vec![0; kib * 0x400];
        for bank in image.chunks_mut(0x1000) {
            bank[0] = 1;
            bank[0xffc..].copy_from_slice(&[0x00, 0xf1, 0x00, 0xf1]);
        }
        let mut put = |bank: usize, offset: usize, code: &[u8]| {
            image[bank * 0x1000 + offset..][..code.len()].copy_from_slice(code);
        };
        put(0, 0x800, &STORES_TO_3F);
        let [low, high] = hot_spot.to_le_bytes();
        put(start_bank, 0x100, &[0xae, low, high]); // ldx hot spot
        // Write and read back a byte where a Superchip would have RAM: sta $f000: lda $f080
        put(bank, 0x103, &[0x8d, 0x00, 0xf0, 0xad, 0x80, 0xf0]);
        put(bank, 0x109, &endless_loop(0xf109));
        let (detected_scheme, why) = detected(&image);
        assert_eq!(detected_scheme, scheme, "{why}");
    }
}

#[test]
fn evidence_that_does_not_count_is_shown() {
    let description = |image: &[u8], scheme: Scheme| {
        let candidates = candidates(image).expect("a size that a board has");
        let mut matching = candidates
            .iter()
            .filter(|candidate| candidate.scheme == scheme);
        matching.next().expect("a candidate").to_string()
    };
    let call: &[u8] = &[0x20, 0x00, 0xd0, 0xc6, 0xc5]; // in the list of FE's byte sequences
    let to_f9: &[u8] = &[0x8d, 0xf9, 0x1f];
    let f8 = image(&[(0x800, call), (0x900, to_f9), (0x980, to_f9)], 0xf100);
    assert!(
        description(&f8, Scheme::Fe).starts_with(
            "  FE    calls that look like cross-bank calls, but also stores to $1FF9; after reset"
        ),
        "{}",
        description(&f8, Scheme::Fe)
    );
    let code = endless_loop(0xf103);
    let running_f8 = image(
        &[(0x1100, &[0x2c, 0xf8, 0xff]), (0x103, &code), (0x800, call)],
        0xf100,
    );
    assert!(
        description(&running_f8, Scheme::Fe)
            .starts_with("  FE    calls across its banks, but it runs as F8; after reset"),
        "{}",
        description(&running_f8, Scheme::Fe)
    );
    let once = image(&[(0x800, &STORES_TO_3F[..2])], 0xf100);
    assert!(
        description(&once, Scheme::X3f).starts_with("  3F    a store to $3F, but only one; "),
        "{}",
        description(&once, Scheme::X3f)
    );
}

/// Returns a 4 KiB program that sets VSYNC, writes a byte to ROM, and then reads a nonzero byte
/// from another ROM address. On a board that has RAM at that address, it would read 0 and then loop
/// forever. On a plain 4K board, it goes on to execute random code full of undocumented opcodes and
/// BRKs.
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

/// Undocumented opcodes.
const UNDOCUMENTED: [u8; 30] = [
    0xa7, 0xa3, 0xaf, 0xb3, 0x87, 0x83, 0x8f, 0x97, 0xc7, 0xe7, 0x07, 0x27, 0x47, 0x67, 0x0b, 0x4b,
    0x6b, 0xcb, 0x9f, 0x9e, 0x9c, 0x9b, 0xbb, 0x8b, 0xab, 0x04, 0x0c, 0x1c, 0x1a, 0x80,
];
/// Opcodes of sta, lda, inc and dec with absolute addresses, some of them indexed.
const ACCESSES: [u8; 9] = [0x9d, 0x99, 0x8d, 0xbd, 0xb9, 0xad, 0xfe, 0xde, 0xee];
/// High bytes of the addresses at which 4 KiB boards have RAM.
const PORT_PAGES: [u8; 7] = [0xf0, 0xf4, 0xf0, 0x10, 0x14, 0xf1, 0xf3];

/// Returns a 4 KiB program that clears page zero, sets VSYNC, and jumps to random code at `$F400`.
/// That code is full of undocumented opcodes, BRKs, and accesses to addresses at which some boards
/// have RAM, so most of these programs soon fail on every board. The image contains no stores that
/// would be evidence for Commavid's board.
fn random_plain_with_stores(random: &mut SmallRandom) -> Vec<u8> {
    let mut image = Vec::new();
    while image.len() < 0x1000 {
        match random.below(20) {
            0..3 => image.push(BRK),
            3..7 => image.push(random.pick(&UNDOCUMENTED)),
            7..12 => image.extend(random_access(random)),
            _ => image.push(random.below(256) as u8),
        }
    }
    image.truncate(0x1000);
    for offset in 0..image.len() - 3 {
        if matches!(
            image[offset..][..3],
            [0x9d, 0xff, 0xf3] | [0x99, 0x00, 0xf4]
        ) {
            image[offset] = BRK;
        }
    }
    // sei: cld: ldx #0: txa: tay: clear: dex: txs: pha: bne clear: lda #2: sta VSYNC: jmp $f400
    let mut start = vec![0x78, 0xd8, 0xa2, 0x00, 0x8a, 0xa8];
    start.extend([0xca, 0x9a, 0x48, 0xd0, 0xfb, 0xa9, 0x02, 0x85, 0x00]);
    start.extend([0x4c, 0x00, 0xf4]);
    image[0x100..][..start.len()].copy_from_slice(&start);
    image[0xffa..].copy_from_slice(&[0x00, 0xf3, 0x00, 0xf1, 0x00, 0xf3]);
    image[0] |= 1;
    image
}

fn random_access(random: &mut SmallRandom) -> [u8; 3] {
    let low = random.below(256) as u8;
    [random.pick(&ACCESSES), low, random.pick(&PORT_PAGES)]
}

/// Returns a program like [`random_plain_with_stores`], except that the code at `$F400` never
/// leaves its own loop: it executes a few BRKs, from which an RTI returns, and then loops over
/// random accesses and undocumented opcodes. The image also contains a store that is evidence for
/// Commavid's board, which has RAM at the address of this code.
fn random_plain_that_runs(random: &mut SmallRandom) -> Vec<u8> {
    let mut image = random_plain_with_stores(random);
    let mut code = [BRK, 0xea].repeat(random.below(9) as usize);
    let loop_start = code.len() as u8;
    while code.len() < 0xf0 {
        if random.below(2) == 0 {
            code.extend(random_access(random));
            continue;
        }
        let opcode = random.pick(&UNDOCUMENTED);
        let operand = [random.below(256) as u8, random.below(256) as u8];
        code.push(opcode);
        code.extend(&operand[..usize::from(isa6502::OPCODES[usize::from(opcode)].length() - 1)]);
    }
    code.extend([0x4c, loop_start, 0xf4]); // jmp loop_start
    image[0x400..][..code.len()].copy_from_slice(&code);
    image[0x300] = 0x40; // rti
    image[0x800..0x803].copy_from_slice(&[0x99, 0x00, 0xf4]); // sta $f400,y
    image
}

/// A pseudorandom number generator.
struct SmallRandom(u32);

impl SmallRandom {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) % bound
    }

    fn pick(&mut self, bytes: &[u8]) -> u8 {
        bytes[self.below(bytes.len() as u32) as usize]
    }
}

#[test]
fn a_thousand_plain_programs_are_detected_as_4k() {
    let mut random = SmallRandom(2600);
    for number in 0..1000 {
        let (scheme, why) = detected(&random_plain(&mut random));
        assert_eq!(scheme, Scheme::Rom4K, "program {number}: {why}");
    }
}

/// Generates a thousand programs, and returns a description of each one that is not detected as 4K.
fn misdetected(generate: fn(&mut SmallRandom) -> Vec<u8>) -> Vec<String> {
    let mut random = SmallRandom(6507);
    let mut wrong = Vec::new();
    for number in 0..1000 {
        let (scheme, why) = detected(&generate(&mut random));
        if scheme != Scheme::Rom4K {
            wrong.push(format!("program {number}: {scheme}: {why}"));
        }
    }
    wrong
}

#[test]
fn a_thousand_plain_programs_with_stores_to_ram_ports_are_detected_as_4k() {
    assert_eq!(misdetected(random_plain_with_stores), [""; 0]);
}

#[test]
fn a_thousand_plain_programs_with_the_byte_sequence_of_commavid_are_detected_as_4k() {
    assert_eq!(misdetected(random_plain_that_runs), [""; 0]);
}

#[test]
fn candidates_come_with_their_evidence() {
    let found = candidates(&plain_image(&ENDLESS_BREAKS)).expect("a size that a board has");
    let chosen: Vec<_> = found.iter().filter(|candidate| candidate.chosen).collect();
    assert_eq!(chosen.len(), 1);
    assert_eq!(
        chosen[0].to_string(),
        "* 4K    usual for the size; no evidence in its bytes; after reset executes BRK too often, \
         last at $1104, VSYNCs: 1, instructions in switched banks: 0, bytes of the board's RAM \
         read back: 0"
    );
    assert!(candidates(&[0; 3000]).is_err());
}
