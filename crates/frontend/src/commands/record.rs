//! `crownhead record`: runs a program and writes a golden test, a script with expectations.

use headless::{
    error::Error,
    filter::{FramesArgs, NumberRange, no_frames_error},
    interrupt,
    output::{Output, write_text},
    path_setting::is_bundled,
    print,
    progress::ElapsedTimeLine,
    recording::{ExpectationOptions, Recording, setup},
    session::{RunArgs, Session, beside},
};
use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

/// The options of `crownhead record`.
#[derive(Debug, clap::Args)]
#[command(mut_arg("frames", |frames| frames.help(
    "Frames to run [default: the whole script, else 60]"
)))]
pub struct Args {
    #[command(flatten)]
    run: RunArgs,
    #[command(flatten)]
    frames: FramesArgs,
    /// Frames to write as text pictures: numbers and ranges A..B [default: the last frame]
    #[arg(long, value_name = "N|A..B", value_delimiter = ',')]
    pictures: Vec<NumberRange>,
    /// Write no text pictures
    #[arg(long, conflicts_with = "pictures")]
    no_pictures: bool,
    /// Expect the picture's hash every N frames; 0 for never
    #[arg(long, value_name = "N", default_value_t = 60)]
    hash_every: u64,
    /// Script to write, - for standard output
    #[arg(long, value_name = "FILE", default_value = "-")]
    out: PathBuf,
}

/// The default of `--frames` without a script: one second.
const DEFAULT_FRAMES: u64 = 60;

/// Runs the program and writes the script. It contains the settings, the input without loops and
/// waits, and the expected scanlines, pictures, sound and chain of frames (a hash of all frames).
///
/// # Errors
/// A file or option is invalid, or the script cannot be written.
pub fn run(args: Args) -> Result<ExitCode, Error> {
    let session = args.run.load()?;
    interrupt::watch();
    let frames = match args.frames.count(args.run.limit)? {
        Some(0) => return Err(no_frames_error()),
        Some(frames) => frames,
        None if session.has_script() => session.script.max_frames().max(1),
        None => DEFAULT_FRAMES,
    };
    if let Some(NumberRange(span)) = args.pictures.iter().find(|span| *span.0.end() >= frames) {
        return Err(Error::Usage(format!(
            "--pictures names frame {}, but the run has only {frames} frames; the first is frame 0",
            span.end()
        )));
    }
    let options = ExpectationOptions {
        pictures: args.pictures.clone(),
        no_pictures: args.no_pictures,
        hash_every: args.hash_every,
    };
    let elapsed = ElapsedTimeLine::new(Path::new(""));
    let write_failed = |_| Error::Fault("the script cannot be written".into());
    let recording = Recording::of(&options, &session, frames).map_err(write_failed)?;
    drop(elapsed);
    let cartridge = cartridge_path(&args, &session);
    let setup = setup(&session, cartridge.as_deref(), &args.out);
    let text = recording.text(&setup).map_err(write_failed)?;
    if interrupt::requested() {
        write_interrupted(&args.out, &text)?
    } else {
        write_text(&args.out, &text)?
    }
    for warning in recording.warnings(&session) {
        print::message(&format!("warning: {warning}"));
    }
    interrupt::check().map(|()| ExitCode::SUCCESS)
}

/// Writes the script for the frames so far, with a note that it is incomplete. Never overwrites an
/// existing script.
fn write_interrupted(out: &Path, text: &str) -> Result<(), Error> {
    let text = text.replacen(
        '\n',
        "\n# interrupted: this script ends before the requested frames\n",
        1,
    );
    let mut out = Output::create(out)?;
    out.write_bytes(text.as_bytes())?;
    out.finish()
}

/// Returns the cartridge's path, if the cartridge comes from a file.
fn cartridge_path(args: &Args, session: &Session) -> Option<PathBuf> {
    match (&args.run.console.rom, &session.script.setup.cartridge) {
        (Some(rom), _) => Some(rom.clone()),
        (None, Some(name)) if !is_bundled(name) => {
            let script = args.run.session.input.as_deref().unwrap_or(Path::new(""));
            Some(beside(script, name))
        }
        _ => None,
    }
}
