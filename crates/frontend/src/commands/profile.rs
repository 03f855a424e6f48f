//! `crownhead profile`: shows where a program spends its cycles.

use super::several::{MoreArgs, for_each_cartridge, heading};
use headless::{
    covered,
    error::Error,
    filter::FramesArgs,
    output::{write_report, write_text},
    outputs::claim_outputs_or_stdout,
    program::program_of_session,
    progress::ElapsedTimeLine,
    session::RunArgs,
};
use reports::{
    coverage::{RunCoverage, TotalCoverage},
    heat::Profile,
};
use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};
use vcs::Machine;

/// The options of `crownhead profile`.
#[derive(Debug, clap::Args)]
#[command(mut_arg("frames", |frames| frames.help(
    "Frames to count, as a number or a range: 600 or 100..110 [default: the whole script, else 600]"
)))]
pub struct Args {
    #[command(flatten)]
    run: RunArgs,
    #[command(flatten)]
    frames: FramesArgs,
    #[command(flatten)]
    cartridges: MoreArgs,
    /// Write a heat map of the scanlines as SVG, - for standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// File for the report [default: standard output, or standard error if another output is -]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write which source lines and branches ran, as lcov, - for standard output
    #[arg(long, value_name = "FILE")]
    coverage: Option<PathBuf>,
}

/// The default of `--frames` without a script: ten seconds.
const FRAMES: u64 = 600;

/// Prints the cycles that each routine and each scanline takes, and the cycles spent waiting for
/// WSYNC or the timer.
///
/// # Errors
/// A file or option is invalid, or a report cannot be written.
pub fn run(args: Args) -> Result<ExitCode, Error> {
    let more = &args.cartridges.more;
    if !more.is_empty() && (args.svg.is_some() || args.coverage.is_some()) {
        return Err(Error::Usage(
            "--svg and --coverage need a single cartridge".into(),
        ));
    }
    let outputs = [&args.out, &args.svg, &args.coverage].map(Option::as_ref);
    let stdout_taken = claim_outputs_or_stdout(outputs)?;
    let elapsed = ElapsedTimeLine::new(Path::new(""));
    let mut report = String::new();
    let status = for_each_cartridge(&args.run.console, more, |console| {
        let run = RunArgs {
            console: console.clone(),
            ..args.run.clone()
        };
        let text = report_on(&args, &run)?;
        report.push_str(&heading(console, more));
        report.push_str(&text);
        Ok(())
    })?;
    drop(elapsed);
    write_report(args.out.as_deref(), stdout_taken, &report)?;
    Ok(status)
}

/// Returns the report on one cartridge.
fn report_on(args: &Args, run: &RunArgs) -> Result<String, Error> {
    let session = run.load()?;
    let (frames, end) = args.frames.select(&session, args.run.limit, FRAMES)?;
    let mut player = session.player().until(end);
    let program = program_of_session(&session)?;
    let ram_routine_name = |machine: &Machine, pc: u16| {
        let label = program.label_before(machine, pc);
        label.map(|(label, _)| label.name.clone())
    };
    let profile = Profile::measure(
        &mut player,
        &program.symbols,
        *frames.start(),
        &ram_routine_name,
    );
    if let Some(path) = &args.svg {
        write_text(path, &profile.svg())?;
    }
    let mut text = profile.text();
    if let Some(path) = &args.coverage {
        let mut total = TotalCoverage::default();
        covered::add(
            &mut total,
            &session,
            &RunCoverage::measure(session.player().until(end)),
        );
        write_text(path, &covered::lcov(&total))?;
        text.push('\n');
        text.push_str(&covered::summary(&total));
    }
    Ok(text)
}
