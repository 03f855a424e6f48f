//! Our own cartridges with an ARM processor.

pub mod elf;

use arm7::text::assemble;
use vcs::{Cartridge, cartridge::Scheme};

/// Returns our own cartridges with an ARM processor, each with its name.
pub fn all() -> Vec<(String, Cartridge)> {
    let programs = [
        ("DPC+ that waits in VSYNC", waiting_dpc_plus()),
        ("DPC+ with a loop in RAM", looping_dpc_plus()),
        ("DPC+ that calls ARM code", calling_dpc_plus()),
        ("CDFJ that calls ARM code", calling_cdfj()),
        ("DPC+ that draws", drawing_dpc_plus()),
        ("CDFJ that draws", drawing_cdfj()),
        ("CDF0 that draws", drawing_cdf0()),
        ("CDFJ+ that draws", drawing_cdfj_plus()),
        ("BUS3 that stuffs the bus", stuffing_bus()),
        ("ELF that draws", elf::cartridge()),
    ];
    programs
        .map(|(name, cartridge)| (name.to_owned(), cartridge))
        .into()
}

/// Returns a cartridge that takes the colors of its lines from streams, by bus stuffing. It also
/// calls ARM code.
fn stuffing_bus() -> Cartridge {
    let program = |hot_spot| {
        drawing_code(
            // ldx #0: stx SETMODE: ldy #$ff
            &[0xa2, 0x00, 0x8e, 0xf2, 0x1f, 0xa0, 0xff],
            // ldx #$fe: stx CALLFN
            &[0xa2, 0xfe, 0x8e, 0xf3, 0x1f],
            // sty COLUBK: sty COLUPF: lda AMPLITUDE: sta AUDV0: sty $80: stx DSWRITE
            &[
                0x84, 0x09, 0x84, 0x08, 0xad, 0xee, 0x1f, 0x85, 0x19, 0x84, 0x80, 0x8e, 0xf0, 0x1f,
            ],
            hot_spot,
        )
    };
    let mut image = drawing_image([0x6000, 0x7000], program, 0x800);
    image[0x770..0x774].copy_from_slice(b"BUS\0");
    image[0x7e0..0x7e4].copy_from_slice(b"BUS\0");
    for stream in 0..16 {
        image[0x720 + 4 * stream + 1] = 1;
    }
    // Map COLUBK to streams 0 to 7.
    image[0x760 + 4 * 9..][..4].copy_from_slice(&[0x10, 0x32, 0x54, 0x76]);
    Cartridge::with_scheme(&image, Scheme::Bus).expect("32 KiB")
}

/// Returns ARM code for the given address. It switches to Thumb with the usual two instructions,
/// and then changes the 200 bytes of display data at `display`.
fn arm_code(address: u32, display: u32) -> Vec<u8> {
    let program = format!(
        "ldr r0, ={display:#x}\n movs r1, #200\n\
         loop: ldrb r2, [r0, #0]\n adds r2, #3\n strb r2, [r0, #0]\n adds r0, #1\n\
         subs r1, #1\n bne loop\n bx lr"
    );
    let program = assemble(&program, address + 8).expect("a program");
    [
        &[0x01, 0x00, 0x8f, 0xe2, 0x10, 0xff, 0x2f, 0xe1],
        &program[..],
    ]
    .concat()
}

/// Returns an image with the given bytes at the given offsets. The image is 32 KiB, or a larger
/// power of two if the bytes do not fit.
fn image_of(parts: &[(usize, &[u8])]) -> Vec<u8> {
    let ends = parts.iter().map(|(offset, bytes)| offset + bytes.len());
    let size = ends.max().unwrap_or(0).next_power_of_two();
    let mut image = vec![0; size.max(0x8000)];
    for (offset, bytes) in parts {
        image[*offset..offset + bytes.len()].copy_from_slice(bytes);
    }
    image
}

/// Returns a cartridge that calls ARM code, both with and without sound, and shows display data as
/// colors.
fn calling_dpc_plus() -> Cartridge {
    let bank = 0xc00 + 5 * 0x1000;
    // lda #0: sta $1058: ldx #$fe: stx $105a: lda #DF0DATA: sta COLUBK: inx: stx $105a: jmp $f105
    let program = [
        0xa9, 0x00, 0x8d, 0x58, 0x10, 0xa2, 0xfe, 0x8e, 0x5a, 0x10, 0xa9, 0x08, 0x85, 0x09, 0xe8,
        0x8e, 0x5a, 0x10, 0x4c, 0x05, 0xf1,
    ];
    let image = image_of(&[
        (0xc00, &arm_code(0xc00, 0x4000_0c00)),
        (bank + 0x100, &program),
        (bank + 0xffc, &[0x00, 0xf1]),
    ]);
    Cartridge::with_scheme(&image, Scheme::DpcPlus).expect("32 KiB")
}

/// Returns a cartridge like that of [`calling_dpc_plus`], but for CDFJ.
fn calling_cdfj() -> Cartridge {
    let bank = 0x7000;
    // ldx #0: stx $1ff2: ldx #$fe: stx $1ff3: lda #5: sta COLUBK: lda #$23: sta AUDV0: inx:
    // stx $1ff3: jmp $f105
    let program = [
        0xa2, 0x00, 0x8e, 0xf2, 0x1f, 0xa2, 0xfe, 0x8e, 0xf3, 0x1f, 0xa9, 0x05, 0x85, 0x09, 0xa9,
        0x23, 0x85, 0x19, 0xe8, 0x8e, 0xf3, 0x1f, 0x4c, 0x05, 0xf1,
    ];
    let image = image_of(&[
        (0x124 + 5 * 4, &[0x00, 0x01]),
        (0x174, b"CDFJCDFJCDFJ"),
        (0x800, &arm_code(0x800, 0x4000_0800)),
        (bank + 0x100, &program),
        (bank + 0xffc, &[0x00, 0xf1]),
    ]);
    let cartridge = cartridge(&image);
    assert_eq!(cartridge.scheme(), Scheme::Cdf);
    cartridge
}

/// Returns the code of a bank that draws one frame and then switches to the other bank, which draws
/// the next one. The code calls the ARM, waits for the timer, and draws each line after WSYNC.
/// `setup` turns streams on, `call` calls the ARM, `line` is the code for a line, and `hot_spot`
/// selects the other bank.
fn drawing_code(setup: &[u8], call: &[u8], line: &[u8], hot_spot: u8) -> Vec<u8> {
    let loop_back = (line.len() as u8 + 5).wrapping_neg();
    [
        setup,
        // ldx #2: stx VSYNC: three lines: ldx #0: stx VSYNC: ldx #20: stx TIM64T
        &[0xa2, 0x02, 0x86, 0x00, 0x85, 0x02, 0x85, 0x02, 0x85, 0x02],
        &[0xa2, 0x00, 0x86, 0x00, 0xa2, 0x14, 0x8e, 0x96, 0x02],
        call,
        // wait: lda INTIM: bne wait: ldx #100: line: sta WSYNC
        &[0xad, 0x84, 0x02, 0xd0, 0xfb, 0xa2, 0x64, 0x85, 0x02],
        line,
        // dex: bne line: ldx #130: rest: sta WSYNC: dex: bne rest
        &[
            0xca, 0xd0, loop_back, 0xa2, 0x82, 0x85, 0x02, 0xca, 0xd0, 0xfb,
        ],
        // lda the hot spot: jmp past the setup
        &[0xad, hot_spot, 0x1f],
        &[0x4c, setup.len() as u8, 0xf1],
    ]
    .concat()
}

/// Returns an image with the code of [`drawing_code`] in two banks, at the offsets `banks`, and ARM
/// code at `arm_offset`. The second bank runs first.
fn drawing_image(banks: [usize; 2], program: impl Fn(u8) -> Vec<u8>, arm_offset: usize) -> Vec<u8> {
    let programs = [program(0xfb), program(0xfa)];
    let display = 0x4000_0000 + arm_offset as u32;
    let arm = arm_code(arm_offset as u32, display);
    image_of(&[
        (arm_offset, &arm),
        (banks[0] + 0x100, &programs[0]),
        (banks[0] + 0xffc, &[0x00, 0xf1]),
        (banks[1] + 0x100, &programs[1]),
        (banks[1] + 0xffc, &[0x00, 0xf1]),
    ])
}

fn drawing_dpc_plus() -> Cartridge {
    let program = |hot_spot| {
        drawing_code(
            // ldx #0: stx FASTFETCH
            &[0xa2, 0x00, 0x8e, 0x58, 0x10],
            // ldx #$fe: stx CALLFUNCTION
            &[0xa2, 0xfe, 0x8e, 0x5a, 0x10],
            // lda #DF0DATA: sta COLUBK: lda #AMPLITUDE: sta AUDV0: lda DF1DATA: inc DF1WRITE
            &[
                0xa9, 0x08, 0x85, 0x09, 0xa9, 0x05, 0x85, 0x19, 0xad, 0x09, 0x10, 0xee, 0x79, 0x10,
            ],
            hot_spot,
        )
    };
    let image = drawing_image([0x4c00, 0x5c00], program, 0xc00);
    Cartridge::with_scheme(&image, Scheme::DpcPlus).expect("32 KiB")
}

/// Returns code from [`drawing_code`] that reads streams. `LDA #amplitude` reads the sound level.
fn stream_drawing_code(amplitude: u8, hot_spot: u8) -> Vec<u8> {
    drawing_code(
        // ldx #0: stx SETMODE
        &[0xa2, 0x00, 0x8e, 0xf2, 0x1f],
        // ldx #$fe: stx CALLFN
        &[0xa2, 0xfe, 0x8e, 0xf3, 0x1f],
        // lda #5: sta COLUBK: lda #AMPLITUDE: sta AUDV0: stx DSWRITE: nop: lda #6
        &[
            0xa9, 0x05, 0x85, 0x09, 0xa9, amplitude, 0x85, 0x19, 0x8e, 0xf0, 0x1f, 0xea, 0xa9, 0x06,
        ],
        hot_spot,
    )
}

fn drawing_cdfj() -> Cartridge {
    let mut image = drawing_image(
        [0x6000, 0x7000],
        |spot| stream_drawing_code(0x23, spot),
        0x800,
    );
    image[0x124 + 5 * 4 + 1] = 1;
    image[0x174..][..12].copy_from_slice(b"CDFJCDFJCDFJ");
    cdf_cartridge(&image, "CDFJ driver")
}

fn drawing_cdf0() -> Cartridge {
    let mut image = drawing_image(
        [0x6000, 0x7000],
        |spot| stream_drawing_code(0x22, spot),
        0x800,
    );
    image[0x768 + 5 * 4 + 1] = 1;
    image[0x174..][..12].copy_from_slice(b"CDF\0CDF\0CDF\0");
    cdf_cartridge(&image, "CDF0 driver")
}

/// Returns a CDFJ+ cartridge of the maximum size, 512 KiB, with ARM code near its end.
fn drawing_cdfj_plus() -> Cartridge {
    const CODE: u32 = 0x7_0000;
    let banks = [0x800, 0x1800];
    let image = image_of(&[
        (CODE as usize, &arm_code(CODE, 0x4000_0800)),
        (0x124 + 5 * 4 + 1, &[1]),
        (0x174, b"PLUSCDFJ\x01\0\0\0"),
        (banks[0] + 0x100, &stream_drawing_code(0x23, 0xf5)),
        (banks[0] + 0xff4, &0x4000_7fdc_u32.to_le_bytes()),
        // The address of the Thumb code, which follows the two instructions that switch to Thumb.
        (banks[0] + 0xff8, &(CODE + 9).to_le_bytes()),
        (banks[0] + 0xffc, &[0x00, 0xf1]),
        (banks[1] + 0x100, &stream_drawing_code(0x23, 0xf4)),
        (banks[1] + 0xffc, &[0x00, 0xf1]),
    ]);
    assert_eq!(image.len(), 512 << 10);
    cdf_cartridge(&image, "CDFJ+ driver")
}

/// Returns the cartridge for an image. Panics unless it is detected as CDF with this driver.
fn cdf_cartridge(image: &[u8], driver: &str) -> Cartridge {
    let cartridge = cartridge(image);
    assert_eq!(cartridge.scheme(), Scheme::Cdf);
    assert_eq!(cartridge.arm().expect("an ARM").driver, driver);
    cartridge
}

/// Returns a cartridge that leaves VSYNC on, and alternates between a WSYNC wait and a short loop.
fn waiting_dpc_plus() -> Cartridge {
    let bank = 0xc00 + 5 * 0x1000;
    // lda #2: sta VSYNC: sta WSYNC: ldx #30: nop: dex: bne -3: sta $85: jmp $f104
    let program = [
        0xa9, 0x02, 0x85, 0x00, 0x85, 0x02, 0xa2, 0x1e, 0xea, 0xca, 0xd0, 0xfd, 0x85, 0x85, 0x4c,
        0x04, 0xf1,
    ];
    let image = image_of(&[(bank + 0x100, &program), (bank + 0xffc, &[0x00, 0xf1])]);
    Cartridge::with_scheme(&image, Scheme::DpcPlus).expect("32 KiB")
}

/// Returns a cartridge that runs a loop in RAM at `$90`. The ROM has a loop of the same length at
/// `$1090` that would wait for the timer, but never runs.
fn looping_dpc_plus() -> Cartridge {
    let bank = 0xc00 + 5 * 0x1000;
    // dex: sta $b0: bne -5: jmp $f100, copied to `$90`
    let code = [0xca, 0x85, 0xb0, 0xd0, 0xfb, 0x4c, 0x00, 0xf1];
    let copy = (0x90..)
        .zip(code)
        .flat_map(|(address, byte)| [0xa9, byte, 0x85, address]);
    // ldx #200: lda #$40: sta TIM64T: jmp $90
    let start_loop = [0xa2, 0xc8, 0xa9, 0x40, 0x8d, 0x96, 0x02, 0x4c, 0x90, 0x00];
    let program: Vec<u8> = copy.chain(start_loop).collect();
    let image = image_of(&[
        // lda INTIM: bne -5
        (bank + 0x090, &[0xad, 0x84, 0x02, 0xd0, 0xfb]),
        (bank + 0x100, &program),
        (bank + 0xffc, &[0x00, 0xf1]),
    ]);
    Cartridge::with_scheme(&image, Scheme::DpcPlus).expect("32 KiB")
}

fn cartridge(image: &[u8]) -> Cartridge {
    Cartridge::from_image(image).expect("an image of a known size")
}
