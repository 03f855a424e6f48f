//! `crownhead debug`: the debugger in the terminal.

use debugger::commands::Commander;
use headless::{
    error::Error,
    interrupt,
    outputs::register_input,
    print::{escape_controls, to_stderr},
    program::{Files, Source},
    prompt::{InputLine, LineSource},
    swatches::{terminal_shows_colors, with_swatches},
};
use std::{
    fs::File,
    io::{BufReader, Write},
    path::{Path, PathBuf},
    process::ExitCode,
};
use vcs::palette::{Palette, Tuning};

/// The options of `crownhead debug`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    source: Source,
    /// Read the commands from a file; the output repeats them
    #[arg(long, value_name = "FILE")]
    commands: Option<PathBuf>,
    /// Stop each command from a file or a pipe after this many frames [default: an hour of emulated
    /// time]
    #[arg(long, value_name = "FRAMES", value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,
    /// If a command from a file or a pipe fails, continue with the next one
    #[arg(long)]
    keep_going: bool,
}

/// The default of `--limit`: the number of frames in an hour, at 60 frames per second.
const DEFAULT_LIMIT: u64 = 60 * 60 * 60;

/// Reads commands from the terminal, a pipe or a file, and prints their results.
///
/// # Errors
/// The program is not valid, or a command from a pipe or file fails.
pub fn run(args: Args) -> Result<ExitCode, Error> {
    let lines = match &args.commands {
        None => LineSource::standard()?,
        Some(path) => {
            let file = File::open(path).map_err(Error::read(path))?;
            register_input(path);
            LineSource::Script(path.clone(), Box::new(BufReader::new(file)))
        }
    };
    let (loaded, files) = args.source.load()?;
    to_stderr(&escape_controls(files.warnings()));
    interrupt::watch();
    let commander = Commander::new(loaded.debugger());
    let limit = args.limit.or((!lines.is_prompt()).then_some(DEFAULT_LIMIT));
    let palette = Palette::of(files.standard(), Tuning::Service);
    let palette = terminal_shows_colors().then_some(&palette);
    let mut out = Out(&mut std::io::stdout(), palette);
    let stop_on_error = !args.keep_going && !lines.is_prompt();
    run_commands(commander, files, lines, (limit, stop_on_error), &mut out)?;
    Ok(ExitCode::SUCCESS)
}

/// Runs commands until the input ends. If a command fails, prints the error. If the commands come
/// from a script, one failed command makes the whole run fail; if `stop_on_error` is true, it also
/// ends the script. An interruption ends a script, too. Each command runs for at most `limit`
/// frames.
///
/// # Errors
/// Standard output cannot be written, or a command in a script failed.
fn run_commands(
    mut commander: Commander,
    mut files: Files,
    mut lines: LineSource,
    (limit, stop_on_error): (Option<u64>, bool),
    out: &mut Out<'_>,
) -> Result<(), Error> {
    let mut failed = false;
    let stop = debugger::Stop {
        reasons: Vec::new(),
        place: commander.debugger.place(),
        moment: commander.debugger.moment(),
    };
    out.write(&commander.stop_text(&stop, &mut files))?;
    while let InputLine::Text(line) = interrupt::while_waiting(|| lines.next_or_empty("> ", out.0))?
    {
        files.set_limit(limit);
        let answer = commander.command(&line, &mut files);
        let interrupted = interrupt::requested();
        interrupt::clear();
        match answer {
            Ok(answer) => {
                out.write(&answer.text)?;
                if let Some(frames) = limit.filter(|_| files.is_at_limit()) {
                    failed = true;
                    let text = "a longer run needs `--limit FRAMES`";
                    out.write(&format!(
                        "error: the run ended after {frames} frames; {text}\n"
                    ))?;
                }
                if answer.quit {
                    break;
                }
            }
            Err(error) => {
                failed = true;
                out.write(&format!("error: {error}\n"))?;
            }
        }
        // The rest of the script relies on a state that the failed command did not reach.
        if failed && stop_on_error {
            break;
        }
        if interrupted && !lines.is_prompt() {
            return Err(Error::Fault(
                "interrupted; the rest of the script was not run".into(),
            ));
        }
    }
    if failed && !lines.is_prompt() {
        let rest = match stop_on_error {
            true => "; the remaining commands were not run (--keep-going runs them)",
            false => "",
        };
        let text = format!("a command in the script failed{rest}");
        Err(Error::Mismatch(text))
    } else {
        Ok(())
    }
}

/// Standard output, and the palette of the color samples if the terminal shows colors.
struct Out<'a>(&'a mut dyn Write, Option<&'a Palette>);

impl Out<'_> {
    fn write(&mut self, text: &str) -> Result<(), Error> {
        let text = escape_controls(text);
        let text = match self.1 {
            Some(palette) => with_swatches(&text, palette).into(),
            None => text,
        };
        let written = self.0.write_all(text.as_bytes());
        written
            .and_then(|()| self.0.flush())
            .map_err(Error::write(Path::new("-")))
    }
}
