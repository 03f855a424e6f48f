//! `crownhead record`: writes a script with expectations from a run, a golden test.

use crate::{
    error::Error,
    files::recorded_name,
    headless::{
        filter::{FramesArgs, Span, no_frame},
        output::write_text,
        session::{RunArgs, Session},
    },
};
use lab::{
    script::{Action, Player, Recorder, Setup},
    trace::write_picture,
};
use std::{
    fmt,
    path::{Path, PathBuf},
    process::ExitCode,
};
use vcs::Place;

/// The options of `crownhead record`.
#[derive(Debug, clap::Args)]
#[command(mut_arg("frames", |frames| frames.help(
    "How many frames to run [default: the whole script, else 60]"
)))]
pub struct Args {
    #[command(flatten)]
    run: RunArgs,
    #[command(flatten)]
    frames: FramesArgs,
    /// Frames whose picture is written as text: numbers and ranges A..B
    #[arg(long, value_name = "N|A..B", value_delimiter = ',')]
    pictures: Vec<Span>,
    /// Expect the picture's hash every N frames; 0 for never
    #[arg(long, value_name = "N", default_value_t = 60)]
    hash_every: u64,
    /// Script to write, - for standard output
    #[arg(long, value_name = "FILE", default_value = "-")]
    out: PathBuf,
}

/// The default of `--frames` without a script: one second.
const FRAMES: u64 = 60;

/// Runs and writes the script: settings, input with loops unrolled, expectations of pictures, sound
/// and the chain of frames.
///
/// # Errors
/// A wrong file or option; the script cannot be written.
pub fn run(args: Args) -> Result<ExitCode, Error> {
    let session = args.run.load()?;
    let frames = match args.frames.count()? {
        Some(0) => return Err(no_frame()),
        Some(frames) => frames,
        None if session.has_script() => session.script.end.frame.max(1),
        None => FRAMES,
    };
    let mut script = String::new();
    write(&args, &session, frames, &mut script)
        .map_err(|_| Error::Fault("the script cannot be written".into()))?;
    write_text(&args.out, &script)?;
    Ok(ExitCode::SUCCESS)
}

fn write(args: &Args, session: &Session, frames: u64, out: &mut String) -> fmt::Result {
    let mut recorder = Recorder::new(out, &setup(args, session))?;
    let end = Place::frame(frames);
    let mut player = session.player().until(end).with_records();
    let mut changes = session.script.events.iter().peekable();
    for frame in 0..frames {
        let pictured = args.pictures.iter().any(|span| span.0.contains(&frame));
        let hashed = args.hash_every > 0 && frame % args.hash_every == args.hash_every - 1;
        if player.frame().is_none() {
            break;
        }
        // A picture comes at its frame's start, before input later in the frame.
        if pictured {
            picture(&mut recorder, &player, &session.metadata.tv)?;
        }
        if hashed && let Some(record) = player.record() {
            let place = Place::frame(record.number);
            recorder.command(place, &format!("expect picture {}", record.picture))?;
        }
        while let Some(event) = changes.next_if(|event| event.place < Place::frame(frame + 1)) {
            match &event.action {
                Action::Input(input) => recorder.input(event.place, input)?,
                Action::PowerCycle => recorder.command(event.place, "power cycle")?,
                Action::Snapshot(name) => {
                    recorder.command(event.place, &format!("snapshot {name}"))?
                }
                Action::Expect(_) => {}
            }
        }
    }
    recorder.command(end, &format!("expect chain {}", player.chain()))?;
    recorder.end(end)?;
    Ok(())
}

fn picture(recorder: &mut Recorder<&mut String>, player: &Player<'_>, tv: &str) -> fmt::Result {
    let frame = player.last_frame();
    let mut text = String::new();
    write_picture(&mut text, frame, tv)?;
    let lines: String = text
        .lines()
        .map(|line| format!("\n     | {line}"))
        .collect();
    recorder.command(
        Place::frame(frame.number),
        &format!("expect picture{lines}"),
    )
}

/// The settings of the run. A cartridge below the new script's folder gets a relative path, any
/// other its absolute path.
fn setup(args: &Args, session: &Session) -> Setup {
    let folder = args.run.session.input.as_deref().and_then(Path::parent);
    let beside = |name: &String| folder.unwrap_or(Path::new("")).join(name);
    let path = match (&args.run.console.rom, &session.script.setup.cartridge) {
        (Some(rom), _) => Some(rom.clone()),
        (None, Some(name)) if name != "bundled" => Some(beside(name)),
        _ => None,
    };
    let out = args.out.parent().filter(|_| args.out != Path::new("-"));
    let out = out.and_then(|folder| std::path::absolute(Path::new(".").join(folder)).ok());
    let cartridge = recorded_name(path.as_deref()).map(|name| {
        let relative =
            out.and_then(|out| Some(Path::new(&name).strip_prefix(out).ok()?.to_owned()));
        relative.map_or(name, |relative| relative.display().to_string())
    });
    Setup {
        cartridge,
        sha256: Some(session.metadata.sha256.clone()),
        symbols: None,
        ..session.script.setup.clone()
    }
}
