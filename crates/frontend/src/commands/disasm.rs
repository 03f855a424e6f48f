//! Disassembles a cartridge into source that assembles back to the same bytes.

use crate::{
    console::ConsoleArgs,
    error::Error,
    headless::{
        disassembly::Program,
        output::Output,
        session::{Session, SessionArgs},
    },
};
use asm6502::{MemoryProvider, assemble_raw};
use std::{path::PathBuf, process::ExitCode};

/// The options of `crownhead disasm`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    console: ConsoleArgs,
    /// Symbol file as dasm writes it with -s
    #[arg(long, value_name = "FILE")]
    symbols: Option<PathBuf>,
    /// Frames that are run to tell code, data and graphics apart
    #[arg(long, value_name = "N", default_value_t = 300)]
    frames: u64,
    /// File to write, - for standard output
    #[arg(long, value_name = "FILE", default_value = "-")]
    out: PathBuf,
}

/// Writes the source, after it has been assembled again and compared.
///
/// # Errors
/// The image is wrong or holds banks; the file cannot be written.
pub fn run(args: Args) -> Result<ExitCode, Error> {
    let options = SessionArgs {
        input: None,
        symbols: args.symbols.clone(),
    };
    let session = Session::from_args(&args.console, &options)?;
    let size = session.cartridge.image().len();
    if size > 4096 {
        return Err(Error::Usage(format!(
            "the image holds {size} bytes in banks; disasm takes 2048 or 4096 bytes: cut the banks apart first"
        )));
    }
    let mut program = Program::explore(&session.cartridge, &session.symbols, args.frames);
    let title = format!("{size} bytes, SHA-256 {}", session.metadata.sha256);
    let source = checked(&mut program, &title, session.cartridge.image())?;
    let mut out = Output::create(&args.out)?;
    out.bytes(source.as_bytes())?;
    out.finish()?;
    Ok(ExitCode::SUCCESS)
}

/// The source, assembled and compared. An instruction of which the assembler makes other bytes becomes data.
///
/// # Errors
/// [`Error::Fault`] where the bytes differ all the same.
fn checked(program: &mut Program<'_>, title: &str, image: &[u8]) -> Result<String, Error> {
    loop {
        let source = program.source(title);
        let mut sources = MemoryProvider::default();
        sources.insert("disasm.asm", &source);
        let output = assemble_raw(&sources, "disasm.asm");
        if output.exit_code == 0 && output.binary == image {
            return Ok(source);
        }
        let differs = output.binary.iter().zip(image).position(|(a, b)| a != b);
        if !differs.is_some_and(|at| program.demote(at)) {
            let messages = output.messages();
            let first = messages.lines().next().unwrap_or("no message");
            return Err(Error::Fault(format!(
                "the disassembly does not assemble back to the image (at offset {differs:x?}: {first}); please report this"
            )));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vcs::{Cartridge, trace::Symbols};

    /// A small generator: the images must be the same in every run.
    fn noise(seed: &mut u64) -> u8 {
        *seed ^= *seed << 13;
        *seed ^= *seed >> 7;
        *seed ^= *seed << 17;
        (*seed >> 32) as u8
    }

    #[test]
    fn a_thousand_random_images_come_back() {
        let mut seed = 0x2600;
        for number in 0..1000 {
            let size = [2048, 4096][number % 2];
            let mut image: Vec<u8> = (0..size).map(|_| noise(&mut seed)).collect();
            // Most start somewhere in the cartridge.
            if number % 8 != 0 {
                image[size - 3] |= 0x10;
            }
            let Ok(cartridge) = Cartridge::from_image(&image) else {
                continue;
            };
            let symbols = Symbols::default();
            let mut program = Program::explore(&cartridge, &symbols, 2);
            if let Err(error) = checked(&mut program, "noise", &image) {
                panic!("image {number}: {error}");
            }
        }
    }

    #[test]
    fn the_bundled_cartridge_comes_back_with_its_names() {
        let bundled = crate::files::BUNDLED[0];
        let cartridge = Cartridge::from_image(bundled.image).unwrap();
        let symbols = Symbols::parse(bundled.symbols).unwrap();
        let mut program = Program::explore(&cartridge, &symbols, 60);
        let source = checked(&mut program, "bundled", bundled.image).unwrap();
        assert!(source.contains("sta WSYNC"), "{source}");
        assert!(
            source.contains(" ; #") || source.contains(" ; ."),
            "graphics are bits"
        );
    }
}
