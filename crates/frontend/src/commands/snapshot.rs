//! `crownhead snapshot`: writes one frame as a PNG file without a window.

use headless::{
    error::Error,
    output::Output,
    picture::{frame_png, window_lines},
    session::RunArgs,
};
use std::{path::PathBuf, process::ExitCode};
use vcs::Place;

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
    /// Write all scanlines, with sync and blank, not only those that the window shows
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
    let frame = player.last_frame();
    let lines = match args.all_lines {
        true => 0..frame.scanlines(),
        false => window_lines(player.machine()),
    };
    let bytes = frame_png(frame, session.standard(), lines)?;
    let mut out = Output::create(&args.out)?;
    out.bytes(&bytes)?;
    out.finish()?;
    Ok(ExitCode::SUCCESS)
}
