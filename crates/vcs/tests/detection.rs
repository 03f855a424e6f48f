//! Tests that detection finds the board of every cartridge in the repository.
//! `tests/end_to_end/oracles/boards.rs` compares every board with Stella's.

use vcs::{Cartridge, cartridge::Scheme};

/// The detected schemes of all programs that are not plain images of 2 or 4 KiB.
const EXPECTED_SCHEMES: &[(&str, Scheme)] = &[
    ("banks", Scheme::F8),
    ("dpc", Scheme::Dpc),
    ("e0", Scheme::E0),
    ("fe", Scheme::Fe),
    ("faults", Scheme::F8),
    // DPC+ is detected by its driver, which these images do not contain. Because their banks begin
    // with zeros, they are detected as F4SC.
    ("DPC+ that waits in VSYNC", Scheme::F4Sc),
    ("DPC+ with a loop in RAM", Scheme::F4Sc),
    ("DPC+ that calls ARM code", Scheme::F4Sc),
    ("DPC+ that draws", Scheme::F4Sc),
    // Ambiguous: each bank begins with 256 equal bytes that the program does not use. That is where
    // F8SC has its RAM, so the program also runs on F8SC.
    ("busy kernel in F8", Scheme::F8Sc),
    ("F0 that waits before its hot spot", Scheme::F0),
    ("CDFJ that calls ARM code", Scheme::Cdf),
    ("CDFJ that draws", Scheme::Cdf),
    ("CDF0 that draws", Scheme::Cdf),
    ("CDFJ+ that draws", Scheme::Cdf),
    ("BUS3 that stuffs the bus", Scheme::Bus),
    ("ELF that draws", Scheme::Elf),
];

#[test]
fn every_cartridge_in_the_repository_is_detected_correctly() {
    let mut programs = programs::programs();
    programs.extend(programs::assemble_folder("tests/golden"));
    programs.extend(programs::assemble_folder("tests/roms"));
    // Leave out the images of random bytes; there is one such image for every board.
    programs.retain(|(name, _)| !name.starts_with("random "));
    let mut failures = Vec::new();
    for (name, cartridge) in &programs {
        let found = Cartridge::from_image(cartridge.image()).expect("a scheme");
        let known = EXPECTED_SCHEMES.iter().find(|known| known.0 == name);
        let is_plain = [Scheme::Rom2K, Scheme::Rom4K].contains(&found.scheme());
        if known.map_or(!is_plain, |known| known.1 != found.scheme()) {
            failures.push(format!("{name}: {}", found.detection().why));
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
    for (name, _) in EXPECTED_SCHEMES {
        assert!(programs.iter().any(|program| program.0 == *name), "{name}");
    }
}

/// A board with 4 KiB banks: its scheme, its size in KiB, the bank at power-on, the address that
/// selects a given bank, and the bank that the program switches to.
type SwitchingBoard = (Scheme, usize, usize, fn(u16) -> u16, u16);

const SWITCHING_BOARDS: &[SwitchingBoard] = &[
    (Scheme::F8, 8, 1, |bank| 0x1ff8 + bank, 0),
    (Scheme::F6, 16, 0, |bank| 0x1ff6 + bank, 2),
    (Scheme::F4, 32, 0, |bank| 0x1ff4 + bank, 5),
    (Scheme::Fa, 12, 2, |bank| 0x1ff8 + bank, 0),
    (Scheme::Ef, 64, 1, |bank| 0x1fe0 + bank, 7),
    (Scheme::Df, 128, 15, |bank| 0x1fc0 + bank, 9),
    (Scheme::Bf, 256, 1, |bank| 0x1f80 + bank, 20),
    (Scheme::Ua, 8, 0, |bank| 0x0220 + 0x20 * bank, 1),
    (Scheme::X0840, 8, 0, |bank| 0x0800 + 0x40 * bank, 1),
    (Scheme::X0fa0, 8, 1, |bank| 0x06a0 + 0x20 * bank, 0),
    (Scheme::Fv, 8, 0, |_| 0x1fd0, 1),
    (Scheme::Sb, 128, 31, |bank| 0x0800 + bank, 3),
    (Scheme::X07, 64, 0, |bank| 0x080d | bank << 4, 5),
];

/// lda, bit, sta, nop, ldx, cmp, ldy, sty, inc; each with an absolute address.
const ACCESS_OPCODES: [u8; 9] = [0xad, 0x2c, 0x8d, 0x0c, 0xae, 0xcd, 0xac, 0x8c, 0xee];

/// Creates an image in which every bank except `to` contains `sei`, `cld`, `ldx #$ff`, `txs`, and
/// an instruction with this opcode whose operand is the address that selects bank `to`, with the
/// bits of `mirror` set. Bank `to` contains a loop that draws frames. `fill` returns the values of
/// all other bytes.
fn switching_image(
    board: &SwitchingBoard,
    opcode: u8,
    mirror: u16,
    mut fill: impl FnMut() -> u8,
) -> Vec<u8> {
    let &(_, kib, _, address, to) = board;
    let mut image: Vec<u8> = (0..kib * 1024).map(|_| fill()).collect();
    let [low, high] = (address(to) | mirror).to_le_bytes();
    let start = [0x78, 0xd8, 0xa2, 0xff, 0x9a, opcode, low, high];
    // lda #2: sta VSYNC: three times sta WSYNC: lda #0: sta VSYNC: ldx #250: sta WSYNC: dex: bne
    let frames = [
        0xa9, 0x02, 0x85, 0x00, 0x85, 0x02, 0x85, 0x02, 0x85, 0x02, 0xa9, 0x00, 0x85, 0x00, 0xa2,
        0xfa, 0x85, 0x02, 0xca, 0xd0, 0xfb, 0x4c, 0x08, 0xf2,
    ];
    for (number, bank) in image.chunks_mut(0x1000).enumerate() {
        // Make sure that no bank begins with two equal blocks of 128 bytes.
        bank[..2].copy_from_slice(&[0x10 + number as u8, 0x78]);
        bank[0xffc..].copy_from_slice(&[0x00, 0xf2, 0x00, 0xf2]);
        if number == usize::from(to) {
            bank[0x208..][..frames.len()].copy_from_slice(&frames)
        } else {
            bank[0x200..][..start.len()].copy_from_slice(&start)
        }
    }
    image
}

#[test]
fn a_switch_to_the_bank_with_the_code_identifies_the_board() {
    let mut state = 17_u32;
    let mut random = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        1 + (state >> 8) as u8 % 0xff
    };
    let (mut failures, mut count) = (Vec::new(), 0);
    for board in SWITCHING_BOARDS {
        let &(scheme, _, start, address, to) = board;
        assert_ne!(start, usize::from(to), "{scheme} switches");
        for opcode in ACCESS_OPCODES {
            let mirrors: &[u16] = match address(to) {
                0x1000.. => &[0x0000, 0xe000],
                _ => &[0x0000],
            };
            for &mirror in mirrors {
                let images = [
                    switching_image(board, opcode, mirror, || 0xff),
                    switching_image(board, opcode, mirror, &mut random),
                ];
                for image in images {
                    count += 1;
                    let found = Cartridge::from_image(&image).expect("a scheme");
                    if found.scheme() != scheme {
                        let why = &found.detection().why;
                        failures.push(format!("{scheme} by {opcode:02x} {mirror:04x}: {why}"));
                    }
                }
            }
        }
    }
    assert!(
        failures.is_empty(),
        "{} of {count}: {failures:#?}",
        failures.len()
    );
}
