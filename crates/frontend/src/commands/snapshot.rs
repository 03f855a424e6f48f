//! `crownhead snapshot`: writes one frame as a PNG file without a window.

use headless::{
    error::Error,
    files::write_numbered_if_taken,
    output::write_bytes,
    outputs::check_png,
    picture::{frame_png, png_of_pixels, window_lines},
    progress::Progress,
    session::RunArgs,
    television::{SimulatedSet, TelevisionArgs, WARM_UP_FRAMES},
};
use signal::Preset;
use std::{path::PathBuf, process::ExitCode};
use vcs::{Machine, Place};

/// The options of `crownhead snapshot`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    run: RunArgs,
    /// Frame number, counted from 0 at power-on
    #[arg(
        long,
        value_name = "N",
        default_value_t = 60,
        allow_negative_numbers = true
    )]
    frame: u64,
    /// File to write, - for standard output [default: snapshot.png, or a numbered name if this file
    /// exists]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write all scanlines, including vertical sync and vertical blank
    #[arg(long)]
    all_lines: bool,
    #[command(flatten)]
    television: TelevisionArgs,
    /// Height of a scanline in pixels; has an effect only if --look names a television set
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=10))]
    scale: u8,
}

/// Writes the picture.
///
/// # Errors
/// A file or option is invalid, or the output cannot be written.
pub fn run(args: Args) -> Result<ExitCode, Error> {
    if let Some(out) = &args.out {
        check_png(out)?;
    }
    let session = args.run.load()?;
    let end = args.frame.saturating_add(1);
    args.run.limit.check("command", end)?;
    let mut player = session.player().until(Place::frame(end));
    let lines = |machine: &Machine| match args.all_lines {
        true => 0..machine.last_frame().scanlines(),
        false => window_lines(machine),
    };
    let first_received_frame = args.frame.saturating_sub(WARM_UP_FRAMES);
    let (look, scale) = (args.television.preset, usize::from(args.scale));
    let mut television = None;
    let mut progress = Progress::new(args.frame);
    while player.frame().is_some() {
        progress.update(player.place().frame);
        let machine = player.machine();
        if look != Preset::Bitmap && machine.last_frame().number >= first_received_frame {
            let new = || SimulatedSet::new(look, session.standard(), lines(machine), scale);
            if let Some(television) = television.get_or_insert_with(new) {
                television.receive(machine.television());
            }
        }
    }
    drop(progress);
    let bytes = match television.flatten() {
        Some(mut television) => {
            let width = television.size().0;
            png_of_pixels(television.pixels(), width)?
        }
        None => {
            let lines = lines(player.machine());
            frame_png(player.last_frame(), session.standard(), lines)?
        }
    };
    match &args.out {
        Some(out) => write_bytes(out, &bytes)?,
        None => drop(write_numbered_if_taken("snapshot.png", &bytes)?),
    }
    Ok(ExitCode::SUCCESS)
}
