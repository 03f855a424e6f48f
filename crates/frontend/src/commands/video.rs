//! `crownhead video`: makes a video of a script run.

use headless::{
    console::ConsoleArgs,
    error::Error,
    interrupt,
    output::Output,
    outputs::{check_output, claim_derived_output},
    picture::window_lines,
    print,
    session::{LimitArgs, Session, SessionArgs},
    television::{SimulatedSet, TelevisionArgs},
    wav::{self, Channels},
    y4m::{self, VideoFormat, VideoWriter},
};
use part_file::PartFile;
use play::{
    picture::Picture,
    standard::{PaletteChoice, pixel_width_thousandths},
};
use signal::Preset;
use std::{
    fs::{self, File},
    io::{self, BufWriter, ErrorKind, Write},
    ops::Range,
    path::{Path, PathBuf},
    process::{Child, ChildStdin, Command, ExitCode, Stdio},
};
use vcs::{place::CLOCKS_PER_LINE, television::WIDTH};

/// The options of `crownhead video`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Input script, for example a recording of the window
    #[arg(value_name = "SCRIPT")]
    script: PathBuf,
    /// Video to write: .y4m (plus a .wav), or .mp4, .mkv and others if ffmpeg is installed
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Cartridge image, instead of the one that the script names
    #[arg(long, value_name = "FILE")]
    rom: Option<PathBuf>,
    #[command(flatten)]
    television: TelevisionArgs,
    /// Height of a scanline in pixels; always 1 in a .y4m file with --look bitmap
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=10))]
    scale: u8,
    #[command(flatten)]
    limit: LimitArgs,
    /// Replace an existing .y4m or .wav next to the video even if this command did not create it
    #[arg(long)]
    force: bool,
}

/// The results of the first run: the size and frame rate of the video, and the chain (a hash over
/// all frames).
struct Survey {
    lines: Range<usize>,
    format: VideoFormat,
    frames: u64,
    chain: vcs::Hash,
}

/// Runs the script twice, first for the sound and then for the pictures, and prints the number of
/// frames and their chain, as `crownhead replay` does. If ffmpeg is not installed, writes a .y4m
/// and a .wav file instead of the video, and returns status 1.
///
/// # Errors
/// Fails if a named file is invalid, the video cannot be written, or ffmpeg fails.
pub fn run(args: Args) -> Result<ExitCode, Error> {
    if args.out == Path::new("-") {
        return Err(Error::Usage(
            "a video cannot be written to standard output; name a file with --out".into(),
        ));
    }
    let console = ConsoleArgs::for_rom(args.rom.clone());
    let options = SessionArgs {
        input: Some(args.script.clone()),
        symbols: None,
        arm_symbols: None,
        tv: None,
    };
    let session = Session::from_args(&console, &options)?.within_limit(args.limit)?;
    let plain = args
        .out
        .extension()
        .is_some_and(|extension| extension == "y4m");
    let has_ffmpeg = !plain && is_installed("ffmpeg");
    let targets = if has_ffmpeg {
        vec![args.out.clone()]
    } else {
        plain_files(&args.out).into()
    };
    for target in &targets {
        check_not_an_input(target, &session, &args)?;
        if *target != args.out {
            claim_derived_output(target, args.force, |head| {
                y4m::is_ours(head) || wav::is_ours(head)
            })?;
        }
    }
    interrupt::watch();
    let survey = if has_ffmpeg {
        write_encoded(&session, &args)?
    } else {
        write_plain(&session, &args)?
    };
    let [video, sound] = plain_files(&args.out);
    let ffmpeg_is_missing = !plain && !has_ffmpeg;
    if ffmpeg_is_missing {
        print::message(&format!(
            "ffmpeg is not installed: wrote {} and {} instead",
            video.display(),
            sound.display()
        ));
    }
    if plain {
        print::out(format!(
            "sound: {}\n",
            print::escape_controls(&sound.display().to_string())
        ))?;
    }
    print::out(format!(
        "{} frames, chain {}\n",
        survey.frames, survey.chain
    ))?;
    Ok(ExitCode::from(u8::from(ffmpeg_is_missing)))
}

/// Returns the paths of the .y4m and .wav files that are written if there is no ffmpeg.
fn plain_files(out: &Path) -> [PathBuf; 2] {
    ["y4m", "wav"].map(|extension| out.with_extension(extension))
}

/// Returns an error if the target is one of the video's input files.
fn check_not_an_input(target: &Path, session: &Session, args: &Args) -> Result<(), Error> {
    let Ok(target) = fs::canonicalize(target) else {
        return Ok(());
    };
    // The image may be inside a zip file.
    let cartridge = Path::new(&session.name).ancestors();
    let mut inputs = cartridge.chain([args.script.as_path()]);
    if inputs.any(|input| fs::canonicalize(input).is_ok_and(|input| input == target)) {
        Err(Error::Usage(format!(
            "{} is an input of the video; name another file with --out",
            target.display()
        )))
    } else {
        Ok(())
    }
}

fn check_interrupt() -> Result<(), Error> {
    if interrupt::requested() {
        Err(Error::Fault("interrupted; no video was written".into()))
    } else {
        Ok(())
    }
}

fn write_encoded(session: &Session, args: &Args) -> Result<Survey, Error> {
    // Check the target before writing the sound, because that takes a long time.
    check_output(&args.out)?;
    let create =
        |path: &Path| PartFile::create_with_extension(path).map_err(Error::write(&args.out));
    let (sound, file) = create(&args.out.with_added_extension("wav"))?;
    let (video, _) = create(&args.out)?;
    let survey = write_sound(session, sound.path(), file).map_err(with_target(&args.out))?;
    encode(session, &survey, sound.path(), video.path(), args)?;
    video.finish().map_err(Error::write(&args.out))?;
    Ok(survey)
}

fn write_plain(session: &Session, args: &Args) -> Result<Survey, Error> {
    let [video, sound] = plain_files(&args.out);
    let create = |path: &Path| PartFile::create_with_extension(path).map_err(Error::write(path));
    let (part, file) = create(&video)?;
    let (sound_part, sound_file) = create(&sound)?;
    let survey =
        write_sound(session, sound_part.path(), sound_file).map_err(with_target(&sound))?;
    write_pictures(session, &survey, args, BufWriter::new(file)).map_err(Error::write(&video))?;
    check_interrupt()?;
    part.finish().map_err(Error::write(&video))?;
    sound_part.finish().map_err(Error::write(&sound))?;
    Ok(survey)
}

/// Returns a function that replaces the name of the temporary file in an error with the name of the
/// target.
fn with_target(target: &Path) -> impl Fn(Error) -> Error {
    move |error| match error {
        Error::Write { source, .. } => Error::write(target)(source),
        other => other,
    }
}

/// Runs the script and writes its sound. Returns the values that the header of the picture file
/// needs.
fn write_sound(session: &Session, path: &Path, file: File) -> Result<Survey, Error> {
    let standard = session.standard();
    let mut player = session.player().with_records();
    let lines = window_lines(player.machine());
    let mut out = Output::to_file(path, file)?;
    wav::write_header(&mut out, wav::sample_rate(standard), Channels::Both)?;
    let (mut samples, mut scanlines, mut frames) = (0, 0, 0);
    while !interrupt::requested()
        && let Some(frame) = player.frame()
    {
        scanlines += frame.scanlines() as u64;
        frames += 1;
        wav::write_samples(&mut out, player.samples(), Channels::Both)?;
        samples += player.samples().len() as u64;
    }
    let chain = player.chain();
    out.finish_with(&wav::header_sizes(samples, Channels::Both))?;
    check_interrupt()?;
    if frames == 0 {
        return Err(Error::Usage("the script has no frames".into()));
    }
    // Compute the frame rate from the average number of scanlines per frame, so that pictures and
    // sound end together.
    let clocks = u64::from(CLOCKS_PER_LINE) * scanlines;
    let rate = (
        (standard.color_clock_hz() * 100.0).round() as u64 * frames,
        100 * clocks,
    );
    Ok(Survey {
        format: VideoFormat {
            width: WIDTH,
            lines: lines.len(),
            rate: reduced(rate),
            pixel_width: pixel_width_thousandths(standard),
        },
        lines,
        frames,
        chain,
    })
}

/// Reduces a fraction to lowest terms.
fn reduced((numerator, denominator): (u64, u64)) -> (u64, u64) {
    let (mut divisor, mut remainder) = (numerator, denominator);
    while remainder != 0 {
        (divisor, remainder) = (remainder, divisor % remainder);
    }
    (numerator / divisor.max(1), denominator / divisor.max(1))
}

/// Runs the script and writes its pictures.
fn write_pictures<W: Write>(
    session: &Session,
    survey: &Survey,
    args: &Args,
    out: W,
) -> io::Result<W> {
    let colors = PaletteChoice::of(session.standard()).table();
    let (lines, scale) = (survey.lines.clone(), usize::from(args.scale));
    let mut television = SimulatedSet::new(
        args.television.preset,
        session.standard(),
        lines.clone(),
        scale,
    );
    let format = match &television {
        Some(television) => VideoFormat {
            width: television.size().0,
            lines: television.size().1,
            pixel_width: 1000,
            ..survey.format
        },
        None => survey.format,
    };
    let mut writer = VideoWriter::new(out, format)?;
    let mut player = session.player();
    while !interrupt::requested()
        && let Some(frame) = player.frame()
    {
        match &mut television {
            None => writer.write_picture(&Picture::of(frame, lines.clone(), &colors).pixels)?,
            Some(television) => {
                television.receive(player.machine().television());
                writer.write_picture(television.pixels())?;
            }
        }
    }
    writer.finish()
}

fn is_installed(program: &str) -> bool {
    let mut command = Command::new(program);
    command.arg("-version").stdin(Stdio::null());
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Encodes the video with ffmpeg, which reads the sound from a file, and the pictures from a pipe
/// while the script runs.
fn encode(
    session: &Session,
    survey: &Survey,
    sound: &Path,
    out: &Path,
    args: &Args,
) -> Result<(), Error> {
    let failed = |error: io::Error| Error::Fault(format!("ffmpeg cannot be started: {error}"));
    let mut child = ffmpeg_command(sound, out, args).spawn().map_err(failed)?;
    let pipe = child.stdin.take().map(BufWriter::new);
    let written = pipe.map_or(Ok(()), |pipe| pipe_pictures(session, survey, args, pipe));
    let complaint = wait_for_ffmpeg(child)?;
    check_interrupt()?;
    match (complaint, written) {
        (Some(complaint), _) => Err(Error::Fault(format!(
            "ffmpeg cannot make {}: {complaint}",
            args.out.display()
        ))),
        (None, written) => written.map_err(Error::write(&args.out)),
    }
}

/// Writes the pictures to a pipe. Does not report a closed pipe as an error, because ffmpeg prints
/// the reason itself.
fn pipe_pictures(
    session: &Session,
    survey: &Survey,
    args: &Args,
    pipe: BufWriter<ChildStdin>,
) -> io::Result<()> {
    match write_pictures(session, survey, args, pipe) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error),
        _ => Ok(()),
    }
}

/// Waits for ffmpeg to exit. If it failed, returns the last line of its error output.
fn wait_for_ffmpeg(child: Child) -> Result<Option<String>, Error> {
    let failed = |error: io::Error| Error::Fault(format!("cannot wait for ffmpeg: {error}"));
    let output = child.wait_with_output().map_err(failed)?;
    let text = String::from_utf8_lossy(&output.stderr);
    let last = text.lines().rev().find(|line| !line.trim().is_empty());
    let last = last.unwrap_or("it gave no reason").trim().to_owned();
    Ok((!output.status.success()).then(|| print::escape_controls(&last).to_string()))
}

fn ffmpeg_command(sound: &Path, out: &Path, args: &Args) -> Command {
    let mut command = Command::new("ffmpeg");
    // Pictures from a simulated television set already have the requested size.
    let [x_scale, y_scale] = match args.television.preset {
        Preset::Bitmap => [2 * args.scale, args.scale],
        _ => [1, 1],
    };
    // Some encoders need an even number of lines.
    let filter = format!(
        "scale=iw*{x_scale}:ih*{y_scale}:flags=neighbor,pad=iw:ceil(ih/2)*2,format=yuv420p"
    );
    command
        .args(["-hide_banner", "-loglevel", "error", "-y"])
        .args(["-f", "yuv4mpegpipe", "-i", "pipe:0", "-i"])
        .arg(sound)
        .args(["-vf", &filter])
        .arg(out)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_in_lowest_terms() {
        assert_eq!(reduced((60, 24)), (5, 2));
        assert_eq!(reduced((7, 7)), (1, 1));
    }
}
