//! Programs without any signature, told by what they do after reset.

use super::*;

/// 8 KiB of zeros, which no program survives, with these pieces of code in it, and the reset vector, at
/// the end, to where the first one stands in the last KiB or 4 KiB.
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
