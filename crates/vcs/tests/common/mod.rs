//! Cartridges and machines that several tests use.

#[cfg(feature = "arm-extra")]
#[path = "../../../arm7/tests/common/elf.rs"]
pub mod elf;

use arm7::text::assemble;
use std::path::{Path, PathBuf};
use vcs::{Cartridge, Machine, PowerOn, PowerOnState, cartridge::Scheme};

/// A machine switched on with a fixed seed.
pub fn machine(cartridge: &Cartridge) -> Machine {
    let power_on = PowerOn {
        state: PowerOnState::Random,
        seed: 2600,
    };
    Machine::new(cartridge.clone(), power_on)
}

/// The cartridges of the benchmark, a fixed list: the bundled one showing its board and, built with
/// `-DBENCH`, thinking nine plies ahead again and again; and eight of different character in
/// `tests/bench`.
pub fn benchmarks() -> Vec<(String, Cartridge)> {
    let mut programs = bundled();
    programs.push(("think".into(), thinking().0));
    programs.extend(assembled("tests/bench"));
    programs
}

/// The bundled cartridge built with `-DBENCH`, and its symbols.
pub fn thinking() -> (Cartridge, String) {
    let source = repository().join("roms-src/video-checkers/main.asm");
    let output = assembly(&source, &["BENCH"]);
    let symbols = output.symbol_file().expect("a symbol file");
    let symbols = String::from_utf8_lossy(&symbols).into_owned();
    (cartridge(&output.binary), symbols)
}

/// The bundled cartridges, those of the benchmark, the litmus programs, a kernel that never rests,
/// and random programs, one on every board.
pub fn programs() -> Vec<(String, Cartridge)> {
    let mut programs = benchmarks();
    programs.extend(assembled("tests/litmus"));
    programs.push(("busy kernel".into(), cartridge(&busy_kernel(0xf000))));
    // The same among the hot spots' page, where nothing is read straight from the image.
    let mut banked = vec![0; 4096];
    banked.extend(busy_kernel(0xff00));
    programs.push(("busy kernel in F8".into(), cartridge(&banked)));
    for seed in 1..=8 {
        programs.push((
            format!("random program {seed}"),
            cartridge(&random_program(seed)),
        ));
    }
    for &scheme in Scheme::ALL {
        // A file of random bytes is no ELF file.
        let Some(size) = image_size(scheme) else {
            continue;
        };
        let image = random_image(scheme as u64 + 100, size);
        let cartridge = Cartridge::with_scheme(&image, scheme).expect("a size of this scheme");
        programs.push((format!("random {scheme}"), cartridge));
    }
    programs.push(("F0 that waits before its hot spot".into(), waiting_f0()));
    programs.push(("DPC+ that waits in VSYNC".into(), waiting_dpc_plus()));
    programs.push(("DPC+ with a loop in RAM".into(), looping_dpc_plus()));
    programs.push(("DPC+ that calls".into(), calling_dpc_plus()));
    programs.push(("CDFJ that calls".into(), calling_cdfj()));
    programs.push(("DPC+ that draws".into(), drawing_dpc_plus()));
    programs.push(("CDFJ that draws".into(), drawing_cdfj()));
    #[cfg(feature = "arm-extra")]
    {
        programs.push(("BUS3 that stuffs".into(), stuffing_bus()));
        programs.push(("ELF that draws".into(), drawing_elf()));
    }
    programs
}

/// Frames of lines with colors of streams by bus stuffing, calls, and jumps by a stream.
#[cfg(feature = "arm-extra")]
fn stuffing_bus() -> Cartridge {
    let program = |hot_spot| {
        drawing(
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
    // The map of COLUBK: streams 0 to 7.
    image[0x760 + 4 * 9..][..4].copy_from_slice(&[0x10, 0x32, 0x54, 0x76]);
    Cartridge::with_scheme(&image, Scheme::Bus).expect("32 KiB")
}

/// An ELF program that draws lines of changing color, with most functions of the library.
#[cfg(feature = "arm-extra")]
pub fn drawing_elf() -> Cartridge {
    let cartridge = cartridge(&elf_program().file());
    assert_eq!(cartridge.scheme(), Scheme::Elf);
    cartridge
}

/// The program of [`drawing_elf`].
#[cfg(feature = "arm-extra")]
pub fn elf_program() -> elf::Program<'static> {
    elf::Program {
        functions: &[("elf_main", ELF_MAIN), ("prepare", ELF_PREPARE)],
        data: &[("color", &[0x40])],
        cleared: 64,
        first: &["prepare"],
        ..elf::Program::default()
    }
}

/// Runs before the program begins.
#[cfg(feature = "arm-extra")]
const ELF_PREPARE: &str = "
    ldr r0, =$bss
    movs r1, #7
    strb r1, [r0, #3]
    bx lr
";

/// A frame: VSYNC, 40 lines, and 200 lines of random and counted colors. The byte at `$81` counts
/// frames by the cartridge's own memory, that at `$82` is read back from the console.
#[cfg(feature = "arm-extra")]
const ELF_MAIN: &str = "
frame:
    movs r0, #0xff
    bl vcsLdx2
    bl vcsTxs2
    movs r0, #0
    movs r1, #2
    bl vcsWrite5
    movs r0, #2
    bl vcsSta3
    bl vcsSta3
    bl vcsSta3
    movs r0, #0
    movs r1, #0
    bl vcsWrite5
    ldr r4, =$color
    ldrb r5, [r4, #0]
    adds r5, #1
    strb r5, [r4, #0]
    movs r0, #0x81
    mov r1, r5
    bl vcsWrite5
    movs r0, #0x81
    bl vcsRead4
    mov r1, r0
    movs r0, #0x82
    bl vcsWrite6
    bl vcsPha3
    bl vcsPla4
    bl vcsPhp3
    bl vcsPlp4
    movs r0, #40
    bl vcsNop2n
    ldr r0, =0x1400
    bl vcsJsr6
    bl vcsLdaForBusStuff2
    movs r6, #240
line:
    movs r0, #2
    bl vcsSta3
    bl randint
    lsrs r1, r0, #24
    movs r0, #9
    bl vcsWrite3
    mov r1, r5
    adds r1, r1, r6
    movs r0, #6
    bl vcsWrite5
    bl vcsLdaForBusStuff2
    subs r6, #1
    bne line
    bl vcsJmp3
    b frame
";

/// ARM code as all games begin it, two instructions that switch to Thumb, and then changes display
/// data for some hundred cycles.
fn arm_code(at: u32, display: u32) -> Vec<u8> {
    let program = format!(
        "ldr r0, ={display:#x}\n movs r1, #200\n\
         loop: ldrb r2, [r0, #0]\n adds r2, #3\n strb r2, [r0, #0]\n adds r0, #1\n\
         subs r1, #1\n bne loop\n bx lr"
    );
    let program = assemble(&program, at + 8).expect("a program");
    [
        &[0x01, 0x00, 0x8f, 0xe2, 0x10, 0xff, 0x2f, 0xe1],
        &program[..],
    ]
    .concat()
}

fn image_of(parts: &[(usize, &[u8])]) -> Vec<u8> {
    let mut image = vec![0; 0x8000];
    for (at, bytes) in parts {
        image[*at..at + bytes.len()].copy_from_slice(bytes);
    }
    image
}

/// Calls with sound and without, and shows display data as colors.
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

/// As [`calling_dpc_plus`], by streams.
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

/// Frames with WSYNC, a wait for the timer, and a call; the next frame is the other bank's. `setup`
/// switches streams on, `call` makes the call, `line` is a line's work, `hot_spot` switches.
fn drawing(setup: &[u8], call: &[u8], line: &[u8], hot_spot: u8) -> Vec<u8> {
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
        // dex: bne line: lda the hot spot: jmp past the setup
        &[0xca, 0xd0, loop_back, 0xad, hot_spot, 0x1f],
        &[0x4c, setup.len() as u8, 0xf1],
    ]
    .concat()
}

/// An image with both banks of [`drawing`], which begin at `banks`; the second one starts.
fn drawing_image(banks: [usize; 2], program: impl Fn(u8) -> Vec<u8>, code: usize) -> Vec<u8> {
    let programs = [program(0xfb), program(0xfa)];
    let display = 0x4000_0000 + code as u32;
    let arm = arm_code(code as u32, display);
    image_of(&[
        (code, &arm),
        (banks[0] + 0x100, &programs[0]),
        (banks[0] + 0xffc, &[0x00, 0xf1]),
        (banks[1] + 0x100, &programs[1]),
        (banks[1] + 0xffc, &[0x00, 0xf1]),
    ])
}

fn drawing_dpc_plus() -> Cartridge {
    let program = |hot_spot| {
        drawing(
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

fn drawing_cdfj() -> Cartridge {
    let program = |hot_spot| {
        drawing(
            // ldx #0: stx SETMODE
            &[0xa2, 0x00, 0x8e, 0xf2, 0x1f],
            // ldx #$fe: stx CALLFN
            &[0xa2, 0xfe, 0x8e, 0xf3, 0x1f],
            // lda #5: sta COLUBK: lda #AMPLITUDE: sta AUDV0: stx DSWRITE: nop: lda #6
            &[
                0xa9, 0x05, 0x85, 0x09, 0xa9, 0x23, 0x85, 0x19, 0x8e, 0xf0, 0x1f, 0xea, 0xa9, 0x06,
            ],
            hot_spot,
        )
    };
    let mut image = drawing_image([0x6000, 0x7000], program, 0x800);
    image[0x124 + 5 * 4 + 1] = 1;
    image[0x174..][..12].copy_from_slice(b"CDFJCDFJCDFJ");
    let cartridge = cartridge(&image);
    assert_eq!(cartridge.scheme(), Scheme::Cdf);
    cartridge
}

/// In every bank: RDY holds up the fetch at the hot spot, after which the next bank shows its color.
fn waiting_f0() -> Cartridge {
    let bank = |number: u8| {
        let mut bank = vec![0; 0x1000];
        // fee: sta WSYNC: nop, at the hot spot: lda #number: sta COLUBK: jmp $ffee
        let program = [0x85, 0x02, 0xea, 0xa9, number, 0x85, 0x09, 0x4c, 0xee, 0xff];
        bank[0xfee..0xff8].copy_from_slice(&program);
        bank[0xffc..0xffe].copy_from_slice(&[0xee, 0xff]);
        bank
    };
    let image: Vec<u8> = (0..16).flat_map(bank).collect();
    Cartridge::with_scheme(&image, Scheme::F0).expect("64 KiB")
}

/// Waits for WSYNC, then a loop, with VSYNC on.
fn waiting_dpc_plus() -> Cartridge {
    let bank = 0xc00 + 5 * 0x1000;
    // lda #2: sta VSYNC: sta WSYNC: ldx #30: nop: dex: bne -1: sta $85: jmp $f104
    let program = [
        0xa9, 0x02, 0x85, 0x00, 0x85, 0x02, 0xa2, 0x1e, 0xea, 0xca, 0xd0, 0xfd, 0x85, 0x85, 0x4c,
        0x04, 0xf1,
    ];
    let image = image_of(&[(bank + 0x100, &program), (bank + 0xffc, &[0x00, 0xf1])]);
    Cartridge::with_scheme(&image, Scheme::DpcPlus).expect("32 KiB")
}

/// A loop in RAM at `$90`, as long as one that waits for the timer, which is in ROM at `$1090`.
fn looping_dpc_plus() -> Cartridge {
    let bank = 0xc00 + 5 * 0x1000;
    // dex: sta $b0: bne -5: jmp $f100, to `$90`
    let code = [0xca, 0x85, 0xb0, 0xd0, 0xfb, 0x4c, 0x00, 0xf1];
    let copy = (0x90..)
        .zip(code)
        .flat_map(|(at, byte)| [0xa9, byte, 0x85, at]);
    // ldx #200: lda #$40: sta TIM64T: jmp $90
    let go = [0xa2, 0xc8, 0xa9, 0x40, 0x8d, 0x96, 0x02, 0x4c, 0x90, 0x00];
    let program: Vec<u8> = copy.chain(go).collect();
    let image = image_of(&[
        // lda INTIM: bne -5
        (bank + 0x090, &[0xad, 0x84, 0x02, 0xd0, 0xfb]),
        (bank + 0x100, &program),
        (bank + 0xffc, &[0x00, 0xf1]),
    ]);
    Cartridge::with_scheme(&image, Scheme::DpcPlus).expect("32 KiB")
}

/// A size that a board's image can have, whatever is in it.
fn image_size(scheme: Scheme) -> Option<usize> {
    let fits = |&size: &usize| Cartridge::with_scheme(&vec![0; size], scheme).is_ok();
    let sizes = (1..=512).map(|kib| kib * 1024);
    sizes.chain([2 * 8448]).find(fits)
}

fn cartridge(image: &[u8]) -> Cartridge {
    Cartridge::from_image(image).expect("an image of a known size")
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every `.asm` file of a folder, by name.
fn assembled(folder: &str) -> Vec<(String, Cartridge)> {
    let load = |path: PathBuf| {
        let name = path
            .file_stem()
            .map_or_else(String::new, |stem| stem.to_string_lossy().into());
        (name, cartridge(&assembly(&path, &[]).binary))
    };
    files(&repository().join(folder), "asm")
        .into_iter()
        .map(load)
        .collect()
}

/// The image that a source of the repository builds to, with its own folder and the shared headers
/// in reach.
fn assembly(source: &Path, defines: &[&str]) -> asm6502::Output {
    let bytes = |path: &Path| path.as_os_str().as_encoded_bytes().to_vec();
    let folder = source.parent().expect("a file in a folder");
    let define = |name: &&str| asm6502::Define {
        name: name.as_bytes().to_vec(),
        text: b"1".to_vec(),
        macro_text: false,
    };
    let options = asm6502::Options {
        source: bytes(source),
        format: asm6502::Format::Raw,
        defines: defines.iter().map(define).collect(),
        include_dirs: vec![bytes(folder), bytes(&repository().join("roms-src/include"))],
        ..asm6502::Options::default()
    };
    let output = asm6502::assemble(&asm6502::DiskProvider, &options);
    assert_eq!(
        output.exit_code,
        0,
        "{}",
        String::from_utf8_lossy(&output.console)
    );
    output
}

/// The files of a folder with one ending, by name.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder)
        .expect("a folder of the repository")
        .flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|found| found == ending));
    paths.sort();
    paths
}

/// The images in `rom/`.
fn bundled() -> Vec<(String, Cartridge)> {
    let load = |path: PathBuf| {
        let image = std::fs::read(&path).expect("a readable image");
        let name = path
            .file_name()
            .map_or_else(String::new, |name| name.to_string_lossy().into());
        (name, cartridge(&image))
    };
    files(&repository().join("rom"), "bin")
        .into_iter()
        .map(load)
        .collect()
}

/// 262 lines; in every line WSYNC, then stores to all kinds of registers until the line is over.
/// The code is at `origin` and takes less than a page.
pub fn busy_kernel(origin: u16) -> Vec<u8> {
    let mut code = vec![0xa2, 0xff, 0x9a]; // ldx #$ff: txs
    let frame = origin + code.len() as u16;
    code.extend([0xa9, 0x02, 0x85, 0x02, 0x85, 0x00]); // lda #2: sta WSYNC: sta VSYNC
    code.extend([0x85, 0x02].repeat(3)); // three times sta WSYNC
    code.extend([0xa9, 0x00, 0x85, 0x00, 0xa2, 0xff]); // lda #0: sta VSYNC: ldx #$ff
    let line = origin + code.len() as u16;
    code.extend([0x85, 0x02, 0x86, 0x09, 0x86, 0x1b]); // sta WSYNC: stx COLUBK: stx GRP0
    code.extend([0xe6, 0x80, 0xa5, 0x80]); // inc $80: lda $80
    for register in [0x06, 0x10, 0x20, 0x0d, 0x2a, 0x17, 0x19] {
        code.extend([0x85, register]); // COLUP0 RESP0 HMP0 PF0 HMOVE AUDF0 AUDV0
    }
    code.extend([0xad, 0x84, 0x02, 0xa5, 0x07]); // lda INTIM: lda CXPPMM
    code.extend([0xca, 0xf0, 0x03, 0x4c]); // dex: beq over the jmp
    code.extend(line.to_le_bytes());
    code.push(0x4c);
    code.extend(frame.to_le_bytes());
    let mut image = vec![0; 4096];
    let start = usize::from(origin) % 4096;
    image[start..start + code.len()].copy_from_slice(&code);
    image[4092..4094].copy_from_slice(&origin.to_le_bytes());
    image[4094..].copy_from_slice(&origin.to_le_bytes());
    image
}

/// Random bytes, none of which jams the processor.
pub fn random_program(seed: u64) -> Vec<u8> {
    random_image(seed, 4096)
}

/// The same for any size; each bank has its vectors.
pub fn random_image(seed: u64, size: usize) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut byte = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let byte = (state >> 32) as u8;
        let jams = byte & 0x1f == 0x12 || byte & 0x9f == 0x02;
        if jams { 0x85 } else { byte }
    };
    let mut image: Vec<u8> = (0..size).map(|_| byte()).collect();
    for bank in image.chunks_exact_mut(0x400) {
        bank[0x3fc..].copy_from_slice(&[0x00, 0xf0, 0x00, 0xf0]);
    }
    image
}
