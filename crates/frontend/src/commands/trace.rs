//! `crownhead trace`: records a trace without a window.

use headless::{
    error::Error,
    filter::{Filter, FilterArgs, FramesArgs},
    interrupt,
    output::Output,
    print,
    progress::ElapsedTimeLine,
    session::RunArgs,
    traced_run::TracedRun,
    wav::{self, Channels},
};
use lab::trace::TraceFormat;
use std::{
    ops::RangeInclusive,
    path::{Path, PathBuf},
    process::ExitCode,
};

/// The values of `--kind`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Kind {
    /// One line of JSON per frame: hashes of picture, sound and RAM, and the chain (a hash of all
    /// frames so far)
    Frame,
    /// One line per instruction, with the state before it
    Instruction,
    /// Frames as readable text
    Picture,
    /// One row per bus cycle
    Bus,
    /// One row per write to a register of the TIA or RIOT
    Tia,
    /// Waveforms for viewers such as GTKWave
    Vcd,
    /// One line per call to ARM code, on a cartridge with an ARM processor
    Arm,
    /// One line per instruction of ARM code
    ArmInstruction,
    /// Sound as WAV
    Audio,
}

/// The values of `--form`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum FormChoice {
    /// Fixed columns with beam position, symbols and effective addresses
    Crownhead,
    /// Like nestest.log
    Nestest,
    /// Like the log of a Stella breakpoint that is always true
    Stella,
    /// Like MAME's trace with noloop
    Mame,
}

/// The options of `crownhead trace`.
#[derive(Debug, clap::Args)]
#[command(mut_arg("frames", |frames| frames.help(
    "Frames to write, as a number or a range: 600 or 100..110 [default: the whole script, else 60]"
)))]
pub struct Args {
    #[command(flatten)]
    run: RunArgs,
    #[command(flatten)]
    frames: FramesArgs,
    /// Kind of trace
    #[arg(long, value_enum, default_value_t = Kind::Frame)]
    kind: Kind,
    /// Line format of an instruction trace
    #[arg(long, value_enum, default_value_t = FormChoice::Crownhead)]
    form: FormChoice,
    /// File to write, - for standard output; .gz and .zst are compressed
    #[arg(long, value_name = "FILE", default_value = "-")]
    out: PathBuf,
    /// Channels in a sound file
    #[arg(long, value_enum, default_value_t = Channels::Both)]
    channels: Channels,
    /// Make the waveform file smaller by omitting the signals that only mark the time (clk, phi0,
    /// x)
    #[arg(long)]
    compact: bool,
    #[command(flatten)]
    filter: FilterArgs,
}

/// Default value of `--frames` without a script: one second.
const DEFAULT_FRAMES: u64 = 60;

/// Records the trace.
///
/// # Errors
/// A file or option is invalid, or the output cannot be written.
pub fn run(args: Args) -> Result<ExitCode, Error> {
    check_options(&args)?;
    let session = args.run.load()?;
    let wants_arm = matches!(args.kind, Kind::Arm | Kind::ArmInstruction);
    if wants_arm && session.cartridge.arm_calls().is_none() {
        let scheme = session.cartridge.scheme().name();
        return Err(Error::Usage(format!(
            "a cartridge of scheme {scheme} has no ARM processor; choose another --kind of trace"
        )));
    }
    interrupt::watch();
    let filter = Filter::new(&args.filter, &session.symbols)?;
    let (frames, end) = args
        .frames
        .select(&session, args.run.limit, DEFAULT_FRAMES)?;
    let mut player = session.player().until(end);
    if args.kind == Kind::Frame {
        player = player.with_records();
    }
    warn_about_size(&args, frames.clone(), session.script.max_frames());
    let _elapsed = ElapsedTimeLine::new(&args.out);
    let mut out = Output::create(&args.out)?;
    let mut run = TracedRun {
        session: &session,
        player,
        frames,
        filter,
        out: &mut out,
    };
    let written = match args.kind {
        Kind::Frame => run.records(),
        Kind::Instruction => run.instructions(form(args.form)),
        Kind::Picture => run.pictures(),
        Kind::Bus => run.bus(),
        Kind::Tia => run.tia(),
        Kind::Vcd => run.vcd(args.compact),
        Kind::Arm => run.arm_calls(),
        Kind::ArmInstruction => run.arm_instructions(),
        Kind::Audio => {
            let samples = run.audio(args.channels)?;
            out.finish_with(&wav::header_sizes(samples, args.channels))?;
            return interrupt::check().map(|()| ExitCode::SUCCESS);
        }
    };
    match written {
        Ok(()) => out.finish()?,
        Err(_) => return Err(out.end_with_error()),
    }
    interrupt::check().map(|()| ExitCode::SUCCESS)
}

/// Prints a warning if the run will write a large file.
fn warn_about_size(args: &Args, frames: RangeInclusive<u64>, script_frames: u64) {
    let last = match *frames.end() {
        u64::MAX => script_frames,
        last => last,
    };
    let count = last.saturating_add(1).saturating_sub(*frames.start());
    let bytes = count.saturating_mul(bytes_per_frame(args));
    let extension = args.out.extension().unwrap_or_default();
    // A pipe or a device does not fill a disk.
    let is_file = |out: &Path| {
        out.metadata()
            .map_or(out != Path::new("-"), |metadata| metadata.is_file())
    };
    let is_plain = is_file(&args.out) && extension != "gz" && extension != "zst";
    let may_end_early = args.filter.until.is_some();
    if is_plain && !may_end_early && bytes > GIGABYTE {
        print::message(&format!(
            "warning: this trace needs about {}.{} GB; use fewer --frames, or a name that ends in \
             .gz or .zst to compress the trace",
            bytes / GIGABYTE,
            bytes % GIGABYTE * 10 / GIGABYTE
        ));
    }
}

/// A gigabyte; an uncompressed trace that is larger causes a warning.
const GIGABYTE: u64 = 1_000_000_000;

/// Returns the typical number of bytes per frame in a trace without filters.
// Measured on 60 frames of Video Checkers. The ARM kinds are assumed to need as much as the
// corresponding 6507 kinds.
fn bytes_per_frame(args: &Args) -> u64 {
    match args.kind {
        Kind::Vcd if args.compact => 1_200_000,
        Kind::Vcd => 3_500_000,
        Kind::Bus => 930_000,
        Kind::Instruction | Kind::ArmInstruction => 510_000,
        Kind::Tia => 70_000,
        Kind::Picture | Kind::Audio | Kind::Arm => 5_000,
        Kind::Frame => 150,
    }
}

fn check_options(args: &Args) -> Result<(), Error> {
    let whole_frames = matches!(args.kind, Kind::Frame | Kind::Picture | Kind::Audio);
    if whole_frames && !args.filter.is_empty() {
        return Err(Error::Usage(
            "filters need --kind instruction, bus, tia, vcd, arm or arm-instruction; for the \
             other kinds, select whole frames with --frames"
                .into(),
        ));
    }
    if args.compact && args.kind != Kind::Vcd {
        return Err(Error::Usage("--compact needs --kind vcd".into()));
    }
    if args.form != FormChoice::Crownhead && args.kind != Kind::Instruction {
        return Err(Error::Usage("--form needs --kind instruction".into()));
    }
    Ok(())
}

fn form(choice: FormChoice) -> TraceFormat {
    match choice {
        FormChoice::Crownhead => TraceFormat::Crownhead,
        FormChoice::Nestest => TraceFormat::Nestest,
        FormChoice::Stella => TraceFormat::Stella,
        FormChoice::Mame => TraceFormat::Mame,
    }
}
