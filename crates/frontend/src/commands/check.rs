//! `crownhead check`: finds out whether a program works on other consoles and television sets.

use check::{Options, Subject};
use headless::{
    error::Error,
    interrupt,
    output::{write_report, write_text},
    outputs::{check_output, claim_outputs_or_stdout},
    print,
    program::Source,
    progress::ElapsedTimeLine,
};
use lab::script::{Action, Recorder, Script};
use reports::check::{Verdict, json, sarif, text};
use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};
use vcs::television::Standard;

/// Find out whether a program works on other consoles and television sets
///
/// Runs the program both without input and with seeded play (random input). Varies the power-on
/// state, the revision of the TIA, and the values of unconnected pins and undriven bits. Prints
/// each difference, its origin, and the evidence for the hardware rule.
///
/// Exit status: 0 if there is no difference, 1 if there is one or the picture rolls, 2 if the
/// command line or a file is wrong.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    source: Source,
    /// Number of frames of each run
    #[arg(
        long,
        value_name = "N",
        default_value_t = 2000,
        value_parser = clap::value_parser!(u64).range(20..=1_000_000)
    )]
    frames: u64,
    /// Seed for the random input
    #[arg(long, value_name = "N", default_value_t = 0)]
    play_seed: u64,
    /// Also print notes: findings that may be intended, or that no console report confirms
    #[arg(long)]
    notes: bool,
    /// Print the report as JSON
    #[arg(long, conflicts_with = "notes")]
    json: bool,
    /// Write the report as SARIF, for code hosts and editors; - for standard output
    #[arg(long, value_name = "FILE")]
    sarif: Option<PathBuf>,
    /// Write the seeded play as a script, for `crownhead debug --input`; - for standard output
    #[arg(long, value_name = "FILE")]
    play: Option<PathBuf>,
}

/// Checks a program.
///
/// # Errors
/// The program is invalid, a file cannot be written, or the check is interrupted.
pub fn run(args: Args) -> Result<ExitCode, Error> {
    let stdout_taken = claim_outputs_or_stdout([args.sarif.as_ref(), args.play.as_ref()])?;
    let (loaded, files) = args.source.load()?;
    print::to_stderr(&print::escape_controls(files.warnings()));
    // All input files are known only now, so check again that no output overwrites one of them.
    let mut outputs = [&args.sarif, &args.play].into_iter().flatten();
    outputs.try_for_each(|path| check_output(path))?;
    let console = &args.source.console;
    let name = match (&console.rom, console.bundled()?) {
        (Some(path), _) => path.display().to_string(),
        (None, bundled) => bundled.map_or(String::new(), |bundled| bundled.name.to_owned()),
    };
    let tv = args.source.session.tv.as_deref();
    let subject = Subject {
        name,
        cartridge: loaded.cartridge,
        program: loaded.program,
        script: loaded.script,
        standard: tv.and_then(Standard::from_name),
    };
    let options = Options {
        frames: args.frames,
        seed: args.play_seed,
    };
    if let Some(path) = &args.play {
        let text = script_text(&check::input_script(&subject, options));
        write_text(path, &text)?;
    }
    interrupt::watch();
    let elapsed = ElapsedTimeLine::new(Path::new(""));
    let check = check::check(&subject, options, &interrupt::requested);
    drop(elapsed);
    let Some(check) = check else {
        interrupt::check()?;
        return Ok(ExitCode::FAILURE);
    };
    let sarif_result = args.sarif.as_ref().map_or(Ok(()), |path| {
        write_text(path, &sarif(&check, env!("CARGO_PKG_VERSION")))
    });
    let report = match args.json {
        true => json(&check),
        false => text(&check, args.notes),
    };
    write_report(None, stdout_taken, &report)?;
    sarif_result?;
    Ok(match check.verdict {
        Verdict::Clean => ExitCode::SUCCESS,
        Verdict::Differs | Verdict::Rolls => ExitCode::FAILURE,
    })
}

/// Returns the text of a script that has the same input as `script`, but no loops or waits.
fn script_text(script: &Script) -> String {
    let write = || {
        let mut recorder = Recorder::new(String::new(), &script.setup)?;
        for event in &script.events {
            if let Action::Input(input) = &event.action {
                recorder.input(event.place, input)?;
            }
        }
        recorder.end(script.end)
    };
    write().unwrap_or_default()
}
