//! `crownhead disasm`: writes source that assembles back to the same bytes.

use super::several::{MoreArgs, for_each_cartridge};
use asm6502::{MemoryProvider, assemble_raw};
use headless::{
    console::ConsoleArgs,
    error::Error,
    filter::FramesArgs,
    output::write_text,
    outputs::{claim_derived_output, register_input},
    print,
    progress::ElapsedTimeLine,
    session::{LimitArgs, Session, SessionArgs},
};
use reports::disassembly::Program;
use std::{
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
};

/// The options of `crownhead disasm`.
#[derive(Debug, clap::Args)]
#[command(mut_arg("frames", |frames| frames.help(
    "Frames to run to find code and graphics [default: 300]"
)))]
pub struct Args {
    #[command(flatten)]
    console: ConsoleArgs,
    #[command(flatten)]
    cartridges: MoreArgs,
    /// Symbol file, as dasm writes it with -s
    #[arg(long, value_name = "FILE")]
    symbols: Option<PathBuf>,
    #[command(flatten)]
    frames: FramesArgs,
    #[command(flatten)]
    limit: LimitArgs,
    /// File to write, - for standard output; for several cartridges, a folder
    #[arg(long, value_name = "FILE", default_value = "-")]
    out: PathBuf,
    /// Replace files in the folder even if they are not disassemblies
    #[arg(long)]
    force: bool,
}

/// The default of `--frames`: most of a program's code runs within five seconds.
const FRAMES: u64 = 300;

/// Writes the source of each cartridge, after checking that it assembles to the image.
///
/// # Errors
/// An image or an option is not valid; a file cannot be written.
pub fn run(args: Args) -> Result<ExitCode, Error> {
    let several = !args.cartridges.more.is_empty();
    if several && args.out == Path::new("-") {
        return Err(Error::Usage(
            "several cartridges need --out FOLDER; each becomes FOLDER/NAME.asm".into(),
        ));
    }
    if several {
        let roms = args.console.rom.iter().chain(&args.cartridges.more);
        roms.clone().for_each(|rom| register_input(rom));
        for rom in roms {
            claim_derived_output(&source_path(&args, rom), args.force, is_disassembly)?;
        }
        fs::create_dir_all(&args.out).map_err(Error::write(&args.out))?;
    }
    for_each_cartridge(
        &args.console,
        &args.cartridges.more,
        |console| match console.rom.as_ref().filter(|_| several) {
            Some(rom) => disassemble(&args, console, &source_path(&args, rom)),
            None => disassemble(&args, console, &args.out),
        },
    )
}

/// Returns the path of the source to write for one of several cartridges.
fn source_path(args: &Args, rom: &Path) -> PathBuf {
    let name = rom.file_stem().unwrap_or_default();
    args.out.join(name).with_added_extension("asm")
}

fn disassemble(args: &Args, console: &ConsoleArgs, out: &Path) -> Result<(), Error> {
    let options = SessionArgs {
        input: None,
        symbols: args.symbols.clone(),
        arm_symbols: None,
        tv: None,
    };
    let session = Session::from_args(console, &options)?;
    let size = session.cartridge.image().len();
    let frames = args.frames.count(args.limit)?.unwrap_or(FRAMES);
    let elapsed = ElapsedTimeLine::new(Path::new(""));
    let mut program = Program::explore(&session.cartridge, &session.symbols, frames);
    let scheme = session.cartridge.scheme();
    let title = format!(
        "{size} bytes, scheme {scheme}, SHA-256 {}",
        session.metadata.sha256
    );
    let source = checked_source(&mut program, &title, session.cartridge.image())?;
    let file_size = session.metadata.size;
    if file_size != size {
        print::message(&format!(
            "{} has {file_size} bytes; \
             its source assembles to the {size} bytes that the console sees",
            session.name
        ));
    }
    drop(elapsed);
    write_text(out, &source)
}

/// Returns whether a file begins with the title that [`disassemble`] writes.
fn is_disassembly(head: &[u8]) -> bool {
    let text = String::from_utf8_lossy(head);
    let title = text.lines().next().unwrap_or_default();
    title.starts_with("; ") && title.contains(" bytes, scheme ") && title.contains(", SHA-256 ")
}

/// Returns a source that assembles to the image. An instruction that the assembler would encode
/// differently is written as data.
///
/// # Errors
/// [`Error::Fault`] if the assembled bytes still differ from the image.
fn checked_source(program: &mut Program<'_>, title: &str, image: &[u8]) -> Result<String, Error> {
    loop {
        let source = program.source(title);
        let mut sources = MemoryProvider::default();
        sources.insert("disasm.asm", &source);
        let output = assemble_raw(&sources, "disasm.asm");
        if output.exit_code == 0 && output.binary == image {
            return Ok(source);
        }
        if !program.demote_mismatches(&output.binary) {
            let offset = output.binary.iter().zip(image).position(|(a, b)| a != b);
            let messages = output.messages();
            let first = messages.lines().next().unwrap_or("no message");
            return Err(Error::Fault(format!(
                "the disassembly does not assemble back to the image \
                 (at offset {offset:x?}: {first}); please report this"
            )));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lab::trace::Symbols;
    use vcs::Cartridge;

    /// Returns the next byte from a small random number generator. All runs get the same bytes.
    fn noise(seed: &mut u64) -> u8 {
        *seed ^= *seed << 13;
        *seed ^= *seed >> 7;
        *seed ^= *seed << 17;
        (*seed >> 32) as u8
    }

    fn round_trip(name: &str, image: &[u8], cartridge: &Cartridge, frames: u64) -> String {
        let symbols = Symbols::default();
        let mut program = Program::explore(cartridge, &symbols, frames);
        checked_source(&mut program, name, image).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    #[test]
    fn a_thousand_random_images_survive_a_round_trip() {
        let mut seed = 0x2600;
        let mut banked = 0;
        for number in 0..1000 {
            let size = [2048, 4096, 8192, 4096, 2048, 16384][number % 6];
            let mut image: Vec<u8> = (0..size).map(|_| noise(&mut seed)).collect();
            // In seven of eight images, the reset vectors point into the cartridge.
            if number % 8 != 0 {
                image.chunks_mut(4096).for_each(|bank| {
                    let vector = bank.len() - 3;
                    bank[vector] |= 0x10;
                });
            }
            let cartridge = Cartridge::from_image(&image).unwrap();
            banked += usize::from(size > 4096);
            round_trip(&format!("image {number}"), &image, &cartridge, 2);
        }
        assert!(banked > 300);
    }

    #[test]
    fn images_of_every_scheme_survive_a_round_trip() {
        let mut seed = 0x6507;
        let noise: Vec<u8> = (0..512 << 10).map(|_| noise(&mut seed)).collect();
        for &scheme in vcs::cartridge::Scheme::ALL {
            let sizes = [2, 4, 6, 8, 10, 12, 16, 24, 32, 64, 128, 256, 512].map(|kib| kib << 10);
            let found = sizes.iter().chain(&[8448, 10240 + 255]).find_map(|size| {
                let cartridge = Cartridge::with_scheme(&noise[..*size], scheme).ok()?;
                Some((*size, cartridge))
            });
            let Some((size, cartridge)) = found else {
                // Random bytes are not a valid ELF program.
                assert_eq!(scheme, vcs::cartridge::Scheme::Elf, "no size for {scheme}");
                continue;
            };
            round_trip(scheme.name(), &noise[..size], &cartridge, 1);
        }
    }

    #[test]
    fn code_is_found_in_every_bank_that_runs() {
        // Bank 0 and bank 1 of F8 jump to each other through the hot spots.
        let mut image = vec![0xff; 8192];
        for (bank, spot, color) in [(0, 0xf9, 0x1a), (1, 0xf8, 0x2c)] {
            let code = [0xa9, color, 0x85, 0x09, 0xad, spot, 0xff, 0x4c, 0x00, 0xf0];
            image[bank * 4096..][..code.len()].copy_from_slice(&code);
            image[bank * 4096 + 0xffc..][..2].copy_from_slice(&[0x00, 0xf0]);
        }
        let cartridge = Cartridge::with_scheme(&image, vcs::cartridge::Scheme::F8).unwrap();
        let source = round_trip("banks", &image, &cartridge, 2);
        for text in [
            "lda #$1a",
            "lda #$2c",
            "jmp B0_F000",
            "jmp B1_F000",
            "org $01000",
        ] {
            assert!(source.contains(text), "{text}: {source}");
        }
    }

    #[test]
    fn finds_local_labels_and_code_in_ram_and_graphics_copied_through_ram() {
        let source = "
        processor 6502
        org $f000
Start SUBROUTINE
        ldx #10
.copy   lda Source,x
        sta $90,x
        dex
        bpl .copy
Frame SUBROUTINE
        ldy #3
.line   lda Ship,y
        sta $80
        lda $80
        sta $1b
        jsr $90
        dey
        bpl .line
        jmp Frame
Ship    .byte $18,$3c,$7e,$ff
Source
        RORG $90
inram   nop
.again  lda #$1a
        sta $09
        bne .end
        jmp .again
.end    rts
        REND
        ds 3,$ff
        org $fffc
        .word Start,Start
";
        let mut sources = MemoryProvider::default();
        sources.insert("game.asm", source);
        let build = asm6502::build(&sources, Path::new("game.asm")).unwrap();
        let cartridge = Cartridge::from_image(&build.image).unwrap();
        let symbols = headless::sources::symbols(&build);
        let mut program = Program::explore(&cartridge, &symbols, 3);
        let text = checked_source(&mut program, "game", &build.image).unwrap();
        for line in [
            "Start_copy\n",
            "bpl Frame_line\n",
            "        rorg $0090   ; runs in RAM\n        nop\n        lda #$1a\n",
            "        jsr inram\n",
            "inram   = $90\n",
            "        .byte %01111110   ; .######.\n",
        ] {
            assert!(text.contains(line), "{line}{text}");
        }
        assert!(text.contains("        rend\n"), "{text}");
    }

    #[test]
    fn the_bundled_cartridge_survives_a_round_trip_with_its_symbols() {
        let bundled = play::bundled::BUNDLED[0];
        let cartridge = Cartridge::from_image(bundled.image).unwrap();
        let symbols = Symbols::parse(bundled.symbols).unwrap();
        let mut program = Program::explore(&cartridge, &symbols, 60);
        let source = checked_source(&mut program, "bundled", bundled.image).unwrap();
        assert!(source.contains("sta WSYNC"), "{source}");
        assert!(
            source.contains(" ; #") || source.contains(" ; ."),
            "graphics are written as bits"
        );
    }
}
