//! Cartridges and machines for the tests and benchmarks of all crates.
//!
//! - [`benchmarks`]: the cartridges of the benchmark; [`programs`]: many more cartridges, for tests
//!   of what must be true of every program
//! - [`arm`]: cartridges with an ARM processor; [`elf_writer`] makes their ELF files
//! - [`assemble`]: an image from a source in the repository
//! - [`damage`]: random changes to an image or a state

pub mod arm;
mod damage;
pub mod elf_writer;

pub use damage::damage;
pub use support::repository;

use std::path::{Path, PathBuf};
use vcs::{Cartridge, Machine, PowerOn, PowerOnState, cartridge::Scheme};

/// Returns a machine that has been switched on with a random state from a fixed seed.
pub fn machine(cartridge: &Cartridge) -> Machine {
    let power_on = PowerOn {
        state: PowerOnState::Random,
        seed: 2600,
    };
    Machine::new(cartridge.clone(), power_on)
}

/// Returns the fixed list of cartridges for the benchmark: the bundled ones, which show their
/// game boards; Video Checkers built with `-DBENCH`, which repeatedly thinks nine plies ahead; and
/// the eleven programs of various kinds in `tests/bench`.
pub fn benchmarks() -> Vec<(String, Cartridge)> {
    let mut programs = bundled();
    programs.push(("think".into(), thinking_video_checkers().0));
    programs.extend(assemble_folder("tests/bench"));
    programs
}

/// Returns Video Checkers built with `-DBENCH`, and its symbols.
pub fn thinking_video_checkers() -> (Cartridge, String) {
    let source = repository().join("roms-src/video-checkers/main.asm");
    let output = assemble_output(&source, &["BENCH"]);
    let symbols = output.symbol_file().expect("a symbol file");
    let symbols = String::from_utf8_lossy(&symbols).into_owned();
    (cartridge(&output.binary), symbols)
}

/// Returns the benchmark's cartridges, the litmus programs, kernels that access all kinds of
/// registers on every line, random programs, a random program for every board, and cartridges with
/// an ARM processor.
pub fn programs() -> Vec<(String, Cartridge)> {
    let mut programs = benchmarks();
    programs.extend(assemble_folder("tests/litmus"));
    programs.push(("busy kernel".into(), cartridge(&busy_kernel(0xf000))));
    // The same program, but in the page with the hot spots. The machine must not bypass the board
    // when it reads from that page.
    let mut banked = vec![0; 4096];
    banked.extend(busy_kernel(0xff00));
    programs.push(("busy kernel in F8".into(), cartridge(&banked)));
    programs.push((
        "a pointer after a stall".into(),
        cartridge(&pointer_after_a_stall()),
    ));
    for seed in 1..=8 {
        programs.push((
            format!("random program {seed}"),
            cartridge(&random_program(seed)),
        ));
    }
    for &scheme in Scheme::ALL {
        // There is no size for ELF, because random bytes are not an ELF file.
        let Some(size) = image_size(scheme) else {
            continue;
        };
        let image = random_image(scheme as u64 + 100, size);
        let cartridge = Cartridge::with_scheme(&image, scheme).expect("a size of this scheme");
        programs.push((format!("random {scheme}"), cartridge));
    }
    programs.push(("F0 that waits before its hot spot".into(), waiting_f0()));
    programs.extend(arm::all());
    programs
}

/// Returns a program that reads the TIA, writes to it, and stalls at WSYNC, all in one line. The
/// next instruction uses a pointer that wraps around page zero, so the machine must read its two
/// bytes separately.
fn pointer_after_a_stall() -> Vec<u8> {
    let mut image = vec![0; 0x1000];
    // f000: sta WSYNC: lda INPT4: sta COLUBK: sta WSYNC: lda ($ff),y: jmp $f000
    let program = [
        0x85, 0x02, 0xa5, 0x0c, 0x85, 0x09, 0x85, 0x02, 0xb1, 0xff, 0x4c, 0x00, 0xf0,
    ];
    image[..program.len()].copy_from_slice(&program);
    image[0xffc..0xffe].copy_from_slice(&[0x00, 0xf0]);
    image
}

/// Returns a cartridge with the same program in every bank. WSYNC stalls the program at its fetch
/// from the hot spot, which selects the next bank. That bank then shows its own color.
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

/// Returns the smallest size for which a board accepts an image of zeros; `None` if there is none.
fn image_size(scheme: Scheme) -> Option<usize> {
    let fits = |&size: &usize| Cartridge::with_scheme(&vec![0; size], scheme).is_ok();
    let sizes = (1..=512).map(|kib| kib * 1024);
    sizes.chain([2 * 8448]).find(fits)
}

fn cartridge(image: &[u8]) -> Cartridge {
    Cartridge::from_image(image).expect("an image of a known size")
}

/// Assembles every `.asm` file in a folder, and returns the cartridges in the order of their names.
pub fn assemble_folder(folder: &str) -> Vec<(String, Cartridge)> {
    let load = |path: PathBuf| {
        let name = path
            .file_stem()
            .map_or_else(String::new, |stem| stem.to_string_lossy().into());
        (name, cartridge(&assemble_output(&path, &[]).binary))
    };
    files(&repository().join(folder), "asm")
        .into_iter()
        .map(load)
        .collect()
}

/// Assembles a source, with the source's folder and the shared headers on the include path, and
/// returns the image.
pub fn assemble(source: &Path) -> Vec<u8> {
    assemble_output(source, &[]).binary
}

/// Assembles a source with symbols defined, as with `-Dname=1`, and returns the image.
pub fn assemble_with(source: &Path, names: &[&str]) -> Vec<u8> {
    assemble_output(source, names).binary
}

/// Assembles a source, with the source's folder and the shared headers on the include path, and
/// returns the image, symbols and messages.
pub fn assemble_output(source: &Path, defines: &[&str]) -> asm6502::Output {
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
        String::from_utf8_lossy(&output.printed)
    );
    output
}

/// Returns the files in a folder that have this extension, sorted by name.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder)
        .expect("a folder of the repository")
        .flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|found| found == extension));
    paths.sort();
    paths
}

/// Returns the images in `rom/`.
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

/// Returns a program whose frames have 259 lines. In each line, the program stores to WSYNC and
/// then accesses all kinds of registers for about two thirds of the line. The code is at `origin`
/// and is shorter than a page.
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

/// Returns a 4 KiB program of random bytes without any instruction that jams the processor.
pub fn random_program(seed: u64) -> Vec<u8> {
    random_image(seed, 4096)
}

/// Returns a random program of the given size, with vectors at the end of each KiB.
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
