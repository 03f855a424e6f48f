//! `crownhead kernel`: shows scanlines cycle by cycle, and the slack of each TIA write.

use headless::{
    error::Error,
    filter::NumberRange,
    kernel_view::kernel_of,
    output::{write_report, write_text},
    outputs::claim_outputs_or_stdout,
    program::Source,
    progress::ElapsedTimeLine,
};
use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};
use vcs::television::Standard;

/// The options of `crownhead kernel`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    source: Source,
    /// Frame number, counted from 0 at power-on
    #[arg(
        long,
        value_name = "N",
        default_value_t = 60,
        allow_negative_numbers = true
    )]
    frame: u64,
    /// Scanline, or inclusive range of scanlines [default: the whole frame]
    #[arg(long, visible_alias = "lines", value_name = "N|A..B")]
    line: Option<NumberRange>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Write the lines as SVG, - for standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// File for the report [default: standard output, or standard error if another output is -]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Prints the instructions and the free cycles of each line. For each write to the TIA, prints the
/// first pixel that it can change, its slack, and the pixels that it changes.
///
/// # Errors
/// A file or option is invalid, the run ends before the frame, or a report cannot be written.
pub fn run(args: Args) -> Result<ExitCode, Error> {
    let stdout_taken = claim_outputs_or_stdout([args.out.as_ref(), args.svg.as_ref()])?;
    let (loaded, _) = args.source.load()?;
    let elapsed = ElapsedTimeLine::new(Path::new(""));
    let standard = args.source.session.tv.as_deref();
    let standard = standard.and_then(Standard::from_name);
    let lines = args.line.map(|NumberRange(lines)| lines);
    let (kernel, detected) = kernel_of(&loaded, args.frame, lines)?;
    drop(elapsed);
    if let Some(path) = &args.svg {
        write_text(path, &kernel.svg(standard.unwrap_or(detected)))?;
    }
    let report = match args.json {
        true => kernel.json(),
        false => kernel.text(),
    };
    write_report(args.out.as_deref(), stdout_taken, &report)?;
    Ok(ExitCode::SUCCESS)
}
