//! `crownhead snapshot`: writes one frame as a PNG file without a window.

use crate::{
    error::Error,
    headless::{output::Output, session::RunArgs},
    picture::png,
};
use play::picture::Picture;
use std::{path::PathBuf, process::ExitCode};
use vcs::{
    Frame, Place,
    palette::{Palette, Tuning},
    television::{Standard, usual_lines},
};

/// The options of `crownhead snapshot`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    run: RunArgs,
    /// Frame number, counted from 0 at power-on
    #[arg(long, value_name = "N", default_value_t = 60)]
    frame: u64,
    /// File to write, - for standard output
    #[arg(long, value_name = "FILE", default_value = "snapshot.png")]
    out: PathBuf,
    /// Write all scanlines, with sync and blank, not only those that a television shows
    #[arg(long)]
    all_lines: bool,
}

/// Writes the picture.
///
/// # Errors
/// A wrong file or option; the output cannot be written.
pub fn run(args: Args) -> Result<ExitCode, Error> {
    let session = args.run.load()?;
    let mut player = session
        .player()
        .until(Place::frame(args.frame.saturating_add(1)));
    while player.frame().is_some() {}
    let bytes = frame_png(player.last_frame(), session.standard(), args.all_lines)?;
    let mut out = Output::create(&args.out)?;
    out.bytes(&bytes)?;
    out.finish()?;
    Ok(ExitCode::SUCCESS)
}

/// A frame as a PNG file in the standard's colors; each color clock is two pixels wide.
///
/// # Errors
/// [`Error::Fault`] if the encoder fails.
pub fn frame_png(frame: &Frame, standard: Standard, all_lines: bool) -> Result<Vec<u8>, Error> {
    let lines = match all_lines {
        true => 0..frame.scanlines(),
        false => usual_lines(frame.scanlines()),
    };
    let palette = Palette::of(standard, Tuning::Service);
    png(&Picture::of(frame, lines, &palette.0))
}
