//! Compares our model of every bank-switch board with Stella's: both emulators run the same test
//! image, and the pictures must be equal pixel by pixel.
//!
//! The images consist of copies of the same 1 KiB of code, so that the code runs in every bank.
//! These 1 KiB slices differ only in a byte that holds their number. The program runs a list of
//! steps once (accesses to hot spots and RAM ports, bytes to read). Then it draws the bytes that it
//! has read as playfield graphics.

use super::*;
use vcs::cartridge::Scheme;

/// The address of the code. It runs in the last of the four 1 KiB slots that a cartridge has on the
/// bus.
const CODE_ADDRESS: u16 = 0xfc00;
/// The offset of the byte that holds a slice's number.
const NUMBER_OFFSET: usize = 0x360;
/// The address of a routine that copies the number of the slice in the first slot to
/// [`SEEN_SLICE_ADDRESS`].
const ROUTINE_ADDRESS: u16 = 0xff40;
/// The address in RAM at which the routine leaves the number.
const SEEN_SLICE_ADDRESS: u8 = 0xf0;

/// One step of the program.
#[derive(Clone)]
enum Step {
    Read(u16),
    Write(u16, u8),
    /// Reads a byte and shows it at the end.
    Show(u16),
    /// Arbitrary instructions.
    Code(Vec<u8>),
}
use Step::{Code, Read, Show, Write};

/// Returns steps that show the number of the slice in each of the lower three slots.
fn show_slots() -> Vec<Step> {
    [0xf360, 0xf760, 0xfb60].map(Show).to_vec()
}

fn steps(parts: impl IntoIterator<Item = Vec<Step>>) -> Vec<Step> {
    parts.into_iter().flatten().collect()
}

/// Returns steps that show the slots at the start, and again after reading each of the given hot
/// spots.
fn show_each(addresses: impl IntoIterator<Item = u16>) -> Vec<Step> {
    let each = |address: u16| vec![Read(address), Show(0xf360), Show(0xf760), Show(0xfb60)];
    let mut all = show_slots();
    all.extend(addresses.into_iter().flat_map(each));
    all
}

/// Returns steps that read all the given hot spots, and then show the slots.
fn show_final(addresses: impl IntoIterator<Item = u16>) -> Vec<Step> {
    addresses
        .into_iter()
        .map(Read)
        .chain(show_slots())
        .collect()
}

/// Returns steps that write different bytes to the first and the last address of RAM through its
/// write port, and show them through its read port.
fn test_ram(write: u16, read: u16, size: u16) -> Vec<Step> {
    vec![
        Write(write, 0x5a),
        Write(write + size - 1, 0xc3),
        Show(read),
        Show(read + size - 1),
    ]
}

/// Returns the program as 1 KiB of code.
fn code_slice(steps: &[Step]) -> Vec<u8> {
    let mut code = vec![0x78, 0xd8, 0xa2, 0xff, 0x9a]; // sei: cld: ldx #$ff: txs
    let mut result_address = 0x80;
    for step in steps {
        match step {
            Read(address) => code.push_access(0xad, *address),
            Write(address, data) => {
                code.extend([0xa9, *data]);
                code.push_access(0x8d, *address);
            }
            Show(address) => {
                code.push_access(0xad, *address);
                code.extend([0x85, result_address]);
                result_address += 1;
            }
            Code(bytes) => code.extend(bytes),
        }
    }
    let result_count = result_address - 0x80;
    assert!(result_count <= 80, "at most eighty bytes fit on the screen");
    // The kernel uses the TIA's mirrors at $40 and above, because some boards react to the
    // addresses of the registers themselves.
    let frame_start = CODE_ADDRESS + code.len() as u16;
    code.extend([0xa9, 0x02, 0x85, 0x42, 0x85, 0x40]); // lda #2: sta WSYNC: sta VSYNC
    code.extend([0xa9, 0xc6, 0x85, 0x48]); // lda #$c6: sta COLUPF
    code.extend([0x85, 0x42, 0x85, 0x42, 0x85, 0x42]); // three lines
    code.extend([0xa9, 0x00, 0x85, 0x40]); // lda #0: sta VSYNC
    code.extend([0xa0, 37, 0x85, 0x42, 0x88, 0xd0, 0xfb]); // 37 lines
    code.extend([0xa2, 0x00]); // ldx #0
    code.extend([0x85, 0x42, 0xb5, 0x80, 0x85, 0x4e]); // sta WSYNC: lda $80,x: sta PF1
    code.extend([0x85, 0x42, 0xe8, 0xe0, result_count, 0xd0, 0xf3]); // a second line: inx: cpx: bne
    code.extend([0xa9, 0x00, 0x85, 0x42, 0x85, 0x4e]); // lda #0: sta WSYNC: sta PF1
    let rest = 262 - 41 - 2 * u16::from(result_count) - 1;
    code.extend([0xa0, rest as u8, 0x85, 0x42, 0x88, 0xd0, 0xfb]);
    code.push_access(0x4c, frame_start);
    assert!(
        code.len() <= usize::from(ROUTINE_ADDRESS - CODE_ADDRESS),
        "{} bytes of code",
        code.len()
    );
    code.resize(usize::from(ROUTINE_ADDRESS - CODE_ADDRESS), 0xea);
    code.extend([0xae, 0x60, 0xf3, 0x86, SEEN_SLICE_ADDRESS, 0x60]); // ldx $f360: stx: rts
    code.resize(0x400, 0xea);
    code[0x3fc..].copy_from_slice(&[0x00, 0xfc, 0x00, 0xfc]);
    code
}

trait Assembly {
    fn push_access(&mut self, opcode: u8, address: u16);
}

impl Assembly for Vec<u8> {
    fn push_access(&mut self, opcode: u8, address: u16) {
        self.push(opcode);
        self.extend(address.to_le_bytes());
    }
}

fn image(kib: usize, steps: &[Step]) -> Vec<u8> {
    let slice = code_slice(steps);
    let mut image = Vec::new();
    for number in 0..kib {
        let start = image.len();
        image.extend(&slice);
        image[start + NUMBER_OFFSET] = number as u8;
    }
    image
}

/// Returns an image for the Supercharger: 6 KiB, filled with copies of the same code and started in
/// mode 2 with writes enabled.
fn supercharger_image(steps: &[Step]) -> Vec<u8> {
    let mut load = image(6, steps);
    load.resize(0x2000, 0);
    let mut header = vec![0; 0x100];
    header[..8].copy_from_slice(&[0x00, 0xfc, 0x0a, 24, 0, 0, 0x24, 0x02]);
    header[4] = 0x55_u8.wrapping_sub(
        header[..8]
            .iter()
            .fold(0, |sum: u8, byte| sum.wrapping_add(*byte)),
    );
    for page in 0..24 {
        header[16 + page] = (page % 8 * 4 + page / 8) as u8;
        let sum = load[page * 0x100..][..0x100]
            .iter()
            .fold(header[16 + page], |sum, byte| sum.wrapping_add(*byte));
        header[64 + page] = 0x55_u8.wrapping_sub(sum);
    }
    load.extend(header);
    load
}

/// Returns steps that test Pitfall II's chip: its display data, its fetchers' flags and masks, and
/// its random numbers.
fn dpc() -> Vec<Step> {
    let mut all = show_each([0x1ff8, 0x1ff9]);
    for (fetcher, low, high) in [(0, 0x20, 0x01), (1, 0xff, 0x07), (4, 0x00, 0x00)] {
        all.extend([
            Write(0xf040 + fetcher, low),
            Write(0xf048 + fetcher, low.wrapping_sub(2)),
            Write(0xf050 + fetcher, low),
            Write(0xf058 + fetcher, high),
        ]);
        for register in [0xf008, 0xf010, 0xf038, 0xf010, 0xf010, 0xf038] {
            all.push(Show(register + fetcher));
        }
    }
    all.extend([Write(0xf070, 0), Show(0xf000), Show(0xf000), Show(0xf001)]);
    all
}

/// Returns steps that call `$Dxxx` and `$Fxxx`, as Decathlon does.
fn decathlon_calls() -> Vec<Step> {
    let call = |high: u8| {
        vec![
            Code(vec![0x20, ROUTINE_ADDRESS as u8, high]),
            Show(SEEN_SLICE_ADDRESS.into()),
            Show(0xf360),
        ]
    };
    steps([show_slots(), call(0xdf), call(0xff), call(0xdf)])
}

/// Returns steps that test the Supercharger: its state after loading, its modes, and a delayed
/// write.
fn supercharger() -> Vec<Step> {
    let mut all: Vec<Step> = [0x80, 0x81, 0x9d, 0xfa, 0xfb, 0xfc, 0xfd, 0xfe, 0xff]
        .map(Show)
        .into();
    all.extend(show_slots());
    // Use only modes in which the upper half contains the program. cmp $f0xx sets the data, cmp
    // $fff8 sets the mode.
    for mode in [2, 3, 6, 7] {
        let control = 0xf002 | mode << 2;
        all.extend([Read(control), Read(0xfff8)]);
        all.extend(show_slots());
    }
    // cmp $f05a: nop: cmp $f712. The Supercharger writes to the fifth address on the bus after
    // $f05a, which here is $f712.
    all.push(Code(vec![0xcd, 0x5a, 0xf0, 0xea, 0xcd, 0x12, 0xf7]));
    all.push(Show(0xf712));
    // This access is one cycle too late, so nothing is written.
    all.push(Code(vec![0xcd, 0x77, 0xf0, 0xea, 0xea, 0xcd, 0x13, 0xf7]));
    all.push(Show(0xf713));
    all
}

/// Returns steps that switch the slices of the 4A50 board (the Supercat), and test its RAM.
fn supercat() -> Vec<Step> {
    let switch_by_data = |address, data| steps([vec![Write(address, data)], show_slots()]);
    steps([
        show_slots(),
        switch_by_data(0x78, 0x05),
        switch_by_data(0x79, 0x93),
        switch_by_data(0x78, 0x42),
        vec![Write(0xf123, 0x99), Show(0xf123)],
        switch_by_data(0x7a, 0x94),
        switch_by_data(0x74, 0x18),
        vec![Show(0xfe60)],
        // nop $6e07: the high byte of the operand is on the data bus just before the address
        // appears.
        vec![Code(vec![0x0c, 0x07, 0x6e])],
        show_slots(),
        vec![Code(vec![0x0c, 0x09, 0x6f])],
        show_slots(),
    ])
}

/// Returns steps for boards with three slots for ROM or RAM, and a fourth in which the program
/// runs.
fn four_slots() -> Vec<Step> {
    let rom = |slot: u8, bank: u8| Write(0x3f, slot << 6 | bank);
    let ram_bank = |slot: u8, bank: u8| Write(0x3e, slot << 6 | bank);
    steps([
        vec![rom(0, 5), rom(1, 6), rom(2, 15)],
        show_slots(),
        vec![ram_bank(1, 3)],
        test_ram(0xf600, 0xf400, 512),
        vec![ram_bank(2, 3), Show(0xf800), rom(1, 7)],
        vec![Show(0xf760), ram_bank(2, 63)],
        test_ram(0xfa00, 0xf800, 512),
    ])
}

/// Returns the schemes, each with an image.
fn boards() -> Vec<(Scheme, Vec<u8>)> {
    use Scheme::*;
    let hot_spots = |first: u16, banks: u16| first..first + banks;
    let with_sc_ram = |program: Vec<Step>| steps([program, test_ram(0xf000, 0xf080, 128)]);
    let with_fa_ram = |program: Vec<Step>| steps([program, test_ram(0xf000, 0xf100, 256)]);
    // The hot spots that select some of the banks, including the first and the last.
    let some_hot_spots = |first: u16, count: u16| {
        [0, 1, 2, count / 2, count - 2, count - 1].map(|bank| first + bank)
    };
    let slices = |write: u16, numbers: &[u8]| {
        let each = |&number: &u8| steps([vec![Write(write, number)], show_slots()]);
        steps(numbers.iter().map(each))
    };
    vec![
        (Rom4KSc, image(4, &with_sc_ram(show_slots()))),
        (Cv, image(2, &test_ram(0xf400, 0xf000, 1024))),
        (X3eplus, image(16, &four_slots())),
        (F8, image(8, &show_each(hot_spots(0xfff8, 2)))),
        (
            F8Sc,
            image(8, &with_sc_ram(show_each(hot_spots(0xfff8, 2)))),
        ),
        (F6, image(16, &show_each(hot_spots(0xfff6, 4)))),
        (
            F6Sc,
            image(16, &with_sc_ram(show_each(hot_spots(0xfff6, 4)))),
        ),
        (F4, image(32, &show_each(hot_spots(0xfff4, 8)))),
        (
            F4Sc,
            image(32, &with_sc_ram(show_each(hot_spots(0xfff4, 8)))),
        ),
        (Fa, image(12, &with_fa_ram(show_each(hot_spots(0xfff8, 3))))),
        (
            Fa2,
            image(28, &with_fa_ram(show_each(hot_spots(0xfff5, 7)))),
        ),
        (F0, image(64, &show_each([0xfff0; 5]))),
        (Ef, image(64, &show_each(some_hot_spots(0xffe0, 16)))),
        (
            EfSc,
            image(64, &with_sc_ram(show_each(some_hot_spots(0xffe0, 16)))),
        ),
        (Df, image(128, &show_each(some_hot_spots(0xffc0, 32)))),
        (
            DfSc,
            image(128, &with_sc_ram(show_each(some_hot_spots(0xffc0, 32)))),
        ),
        (Bf, image(256, &show_each(some_hot_spots(0xff80, 64)))),
        (
            BfSc,
            image(256, &with_sc_ram(show_each(some_hot_spots(0xff80, 64)))),
        ),
        (
            E0,
            image(
                8,
                &show_each([0xffe1, 0xffe7, 0xffea, 0xffe8, 0xfff3, 0xfff5, 0xfff0]),
            ),
        ),
        (
            E7,
            image(
                16,
                &steps([
                    show_each([0xffe1, 0xffe6, 0xffe3]),
                    vec![Read(0xffe7)],
                    test_ram(0xf000, 0xf400, 1024),
                    vec![Read(0xffe9)],
                    test_ram(0xf800, 0xf900, 256),
                    vec![Read(0xffe8), Show(0xf900), Read(0xffe9), Show(0xf900)],
                ]),
            ),
        ),
        (
            X3f,
            image(
                16,
                &steps([
                    show_slots(),
                    slices(0x3f, &[1, 3, 7, 8, 0]),
                    slices(0x02, &[5]),
                ]),
            ),
        ),
        (
            X3e,
            image(
                16,
                &steps([
                    show_slots(),
                    slices(0x3f, &[1, 7]),
                    vec![Write(0x3e, 3)],
                    test_ram(0xf400, 0xf000, 1024),
                    vec![
                        Write(0x3e, 4),
                        Write(0xf400, 0x11),
                        Write(0x3e, 3),
                        Show(0xf000),
                    ],
                    slices(0x3f, &[2]),
                ]),
            ),
        ),
        (Ua, image(8, &show_each([0x0240, 0x0220, 0x02c0, 0x02a0]))),
        (UaSw, image(8, &show_each([0x0240, 0x0220, 0x02c0, 0x02a0]))),
        (
            X0840,
            image(8, &show_each([0x0840, 0x0800, 0x0f40, 0x0f00])),
        ),
        (
            X0fa0,
            image(8, &show_each([0x06a0, 0x06c0, 0x0fa0, 0x0fc0])),
        ),
        (Sb, image(128, &show_each([0x0800, 0x081e, 0x0805, 0x0f1f]))),
        (X07, image(64, &show_each([0x080d, 0x085d, 0x08dd, 0x0f2d]))),
        (
            Wd,
            image(8, &show_each([0x0031, 0x0032, 0x0035, 0x0037, 0x0030])),
        ),
        (
            Fc,
            image(
                32,
                &steps([
                    show_slots(),
                    vec![Write(0xfff8, 2), Read(0xfffc)],
                    show_slots(),
                    vec![Write(0xfff9, 1), Read(0xfffc)],
                    show_slots(),
                    vec![Write(0xfff9, 5), Read(0xfffc)],
                    show_slots(),
                ]),
            ),
        ),
        // In Stella, a board's bank lock survives a reset, and Stella resets the console once more
        // before its first picture. Therefore only the final state is compared.
        (
            Mdm,
            image(64, &show_final([0x0803, 0x0b05, 0x0882, 0x0801])),
        ),
        (TvBoy, image(512, &show_final([0xf800, 0xf803, 0xf805]))),
        // Stella 6.7 has hot spots only up to $183F; later versions and Crownhead have them up to
        // $187F.
        (TvBoy, image(512, &show_final([0xf83f, 0xf805]))),
        (Fe, image(8, &decathlon_calls())),
        (Ar, supercharger_image(&supercharger())),
        (X4a50, image(64, &supercat())),
        (Dpc, {
            let mut image = image(8, &dpc());
            image.extend((0..2048_u32).map(|byte| (byte.wrapping_mul(37) >> 3) as u8));
            image
        }),
    ]
}

/// Returns the bytes that a picture shows; `lit` returns true if a pixel of a scanline is lit.
fn shown_bytes(lit: impl Fn(usize, usize) -> bool) -> String {
    let byte = |line| {
        (0..8).fold(0_u8, |byte, bit| {
            byte << 1 | u8::from(lit(line, 16 + 4 * bit))
        })
    };
    let bytes: Vec<_> = (41..240)
        .step_by(2)
        .map(|line| format!("{:02x}", byte(line)))
        .collect();
    bytes.join(" ")
}

/// Returns the schemes that only Stella 7 and later supports, each with an image.
fn stella_7_boards() -> Vec<(Scheme, Vec<u8>)> {
    let jane = show_each([0xfff0, 0xfff8, 0xfff1, 0xfff9, 0xfff2]);
    // Hot spots that switch one slot, two slots, and all three, and an address next to the hot
    // spots.
    let brazilian = show_each([0x03e0, 0x03d3, 0x03b5, 0x0391, 0x0387, 0x0360]);
    // Stella decodes only pages of 64 bytes, so $04C0, and $1FE0 with the PROM on, are not
    // compared.
    let gameline = steps([
        show_each([0x0482, 0x0583, 0x0881, 0x0982, 0x0500]),
        vec![Read(0x0485), Read(0x048f)],
        test_ram(0xf000, 0xf000, 1024),
        vec![
            Read(0x0484),
            Write(0xf000, 0x77),
            Read(0x048f),
            Show(0xf000),
        ],
        vec![Read(0x0484), Show(0xf000), Read(0x0cb0), Show(0xffc0)],
        vec![Show(0xffdf), Read(0x0c80), Show(0xffc0)],
    ]);
    vec![
        (Scheme::Jane, image(16, &jane)),
        (Scheme::X03e0, image(8, &brazilian)),
        (Scheme::Gl, image(4, &gameline)),
    ]
}

/// Schemes whose images are detected as a different board, each with the detected board. The images
/// are ambiguous. Every slice contains the program, so the program runs on every board that takes
/// images of this size. Its accesses match none of the byte sequences that are evidence for a
/// board, and it reads only two bytes of RAM, so detection chooses the usual board for the size.
const AMBIGUOUS: &[(Scheme, Scheme)] = {
    use Scheme::*;
    &[
        (Rom4KSc, Rom4K),
        (Gl, Rom4K),
        (Cv, Rom2K),
        (F8Sc, F8),
        (E0, F8),
        (Wd, F8),
        (Fe, F8),
        (F6Sc, F6),
        (E7, F6),
        (X3f, F6),
        (X3e, F6),
        (X3eplus, F6),
        (Jane, F6),
        (F4Sc, F4),
        (Fc, F4),
        (Mdm, F0),
        (X4a50, F0),
        (Df, Sb),
        (DfSc, Sb),
        (Bf, Sb),
        (BfSc, Sb),
        // Detection recognizes this board's accesses, but not its RAM.
        (EfSc, Ef),
        // This board is detected only by an image's MD5.
        (UaSw, Ua),
    ]
};

#[test]
fn the_images_of_the_boards_are_detected() {
    let mut wrong = Vec::new();
    for (scheme, image) in boards().into_iter().chain(stella_7_boards()) {
        let known = AMBIGUOUS.iter().find(|known| known.0 == scheme);
        let expected = known.map_or(scheme, |known| known.1);
        let (found, why) = match Cartridge::from_image(&image) {
            Ok(cartridge) => (Some(cartridge.scheme()), cartridge.detection().why.clone()),
            Err(error) => (None, error.to_string()),
        };
        if found != Some(expected) {
            wrong.push(format!("{scheme}: {why}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
#[ignore = "needs stella, Xvfb and xdotool; about two minutes"]
fn oracle_stella_shows_the_same_board_pictures() {
    assert_same_pictures(&Stella::start(), boards());
}

#[test]
#[ignore = "needs Xvfb, xdotool, and stella 7 or later, named by CROWNHEAD_STELLA_7"]
fn oracle_stella_7_shows_the_same_board_pictures() {
    let program = std::env::var("CROWNHEAD_STELLA_7").expect("set CROWNHEAD_STELLA_7 to a program");
    assert_same_pictures(&Stella::start_program(&program), stella_7_boards());
}

fn assert_same_pictures(stella: &Stella, boards: Vec<(Scheme, Vec<u8>)>) {
    let folder = tempfile::tempdir().unwrap();
    let calibrated = CalibratedOracle::calibrate(stella, folder.path());
    let mut faults = Vec::new();
    for (scheme, image) in boards {
        let cartridge = Cartridge::with_scheme(&image, scheme).unwrap();
        let power_on = PowerOn {
            state: PowerOnState::Zero,
            seed: 0,
        };
        let mut machine = Machine::new(cartridge, power_on);
        while machine.frame().number < FRAME {}
        let frame = machine.last_frame();
        assert!(frame.pixels.contains(&0xc6), "{scheme} shows something");
        let path = folder.path().join(format!("{scheme}.bin"));
        std::fs::write(&path, &image).unwrap();
        let shown = stella.show_as(&path, Some(scheme.name()));
        if let Some(difference) = calibrated.compare(scheme.name(), frame, &shown) {
            let theirs = shown_bytes(|line, x| shown.lines[line - calibrated.top][x] != [0; 3]);
            let ours = shown_bytes(|line, x| frame.line(line)[x] == 0xc6);
            faults.push(format!("{difference}\n  ours   {ours}\n  theirs {theirs}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
