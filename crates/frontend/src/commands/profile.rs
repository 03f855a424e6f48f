//! `crownhead profile`: shows where a program spends its cycles.

use crate::{
    error::Error,
    files::write_whole,
    headless::{filter::FramesArgs, heat::Profile, output::Output, session::RunArgs},
};
use std::{path::PathBuf, process::ExitCode};

/// The options of `crownhead profile`.
#[derive(Debug, clap::Args)]
#[command(mut_arg("frames", |frames| frames.help(
    "Frames to count: a count or a range, 600 or 100..110 [default: the whole script, else 600]"
)))]
pub struct Args {
    #[command(flatten)]
    run: RunArgs,
    #[command(flatten)]
    frames: FramesArgs,
    /// Write a heat map of the scanlines as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// File for the report, - for standard output
    #[arg(long, value_name = "FILE", default_value = "-")]
    out: PathBuf,
}

/// The default of `--frames` without a script: ten seconds.
const FRAMES: u64 = 600;

/// Prints cycles by routine and by scanline, and the cycles spent waiting for WSYNC.
///
/// # Errors
/// A wrong file or option; a report cannot be written.
pub fn run(args: Args) -> Result<ExitCode, Error> {
    let session = args.run.load()?;
    let (frames, end) = args.frames.of(&session, FRAMES)?;
    let mut player = session.player().until(end);
    let profile = Profile::of(&mut player, &session.symbols, *frames.start());
    if let Some(path) = &args.svg {
        write_whole(path, profile.svg().as_bytes())?;
    }
    let mut out = Output::create(&args.out)?;
    out.bytes(profile.text().as_bytes())?;
    out.finish()?;
    Ok(ExitCode::SUCCESS)
}
