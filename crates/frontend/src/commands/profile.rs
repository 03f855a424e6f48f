//! Says where a program's cycles go.

use crate::{
    console::ConsoleArgs,
    error::Error,
    files::write_whole,
    headless::{
        filter::Frames,
        heat::Profile,
        output::Output,
        session::{Session, SessionArgs},
    },
};
use std::{path::PathBuf, process::ExitCode};
use vcs::Place;

/// The options of `crownhead profile`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    console: ConsoleArgs,
    #[command(flatten)]
    session: SessionArgs,
    /// How many frames, or which: 600, 100..110; without it all of the script, or 600
    #[arg(long, value_name = "N|A..B")]
    frames: Option<Frames>,
    /// Write a heat map of the scanlines as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// File for the report, - for standard output
    #[arg(long, value_name = "FILE", default_value = "-")]
    out: PathBuf,
}

/// Frames without a wish and without a script.
const FRAMES: u64 = 600;

/// Prints cycles by routine and by scanline, and the wait in WSYNC.
///
/// # Errors
/// A wrong file or option; a report cannot be written.
pub fn run(args: Args) -> Result<ExitCode, Error> {
    let session = Session::from_args(&args.console, &args.session)?;
    let (first, end) = match (&args.frames, &args.session.input) {
        (Some(Frames(frames)), _) => (
            *frames.start(),
            Place::frame(frames.end().saturating_add(1)),
        ),
        (None, Some(_)) => (0, session.script.end),
        (None, None) => (0, Place::frame(FRAMES)),
    };
    let mut player = session.player().until(end);
    let profile = Profile::of(&mut player, &session.symbols, first);
    if let Some(path) = &args.svg {
        write_whole(path, profile.svg().as_bytes())?;
    }
    let mut out = Output::create(&args.out)?;
    out.bytes(profile.text().as_bytes())?;
    out.finish()?;
    Ok(ExitCode::SUCCESS)
}
