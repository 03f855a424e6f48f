//! Writes what the window would show for a frame, without opening a window, to make the pictures in
//! the documentation.

use super::{
    aspect::{AspectChoice, window_size},
    help::{HelpPage, HelpState},
    options::standards,
    settings::Settings,
    start::start_session,
    view::{Elements, Look, View},
};
use checkers::Square;
use games::session::BundledGames;
use headless::{
    console::ConsoleArgs, error::Error, files::write_numbered_if_taken, output::write_bytes,
    outputs::check_png, picture::png_of_pixels, progress::Progress, session::LimitArgs,
    television::TelevisionArgs,
};
use play::{
    contacts::HeldControls,
    session::{Session, SessionOptions, game::Aid},
    standard::Adjustment,
};
use std::{path::PathBuf, process::ExitCode};
use vcs::television::Standard;

/// Write the window's picture of a frame as a PNG file
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    console: ConsoleArgs,
    /// Frame number, counted from 0 at power-on
    #[arg(long, value_name = "N", default_value_t = 60)]
    frame: u64,
    #[command(flatten)]
    limit: LimitArgs,
    /// File to write, - for standard output [default: screenshot.png, or a numbered name if that
    /// exists]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Television standard
    #[arg(long, value_name = "STANDARD", default_value = "auto", value_parser = standards())]
    tv: String,
    /// Picture size, as in the window
    #[arg(
        long,
        value_name = "N",
        default_value_t = 3,
        value_parser = clap::value_parser!(u8).range(1..=10),
    )]
    scale: u8,
    /// Shape of the picture, as in the window
    #[arg(long, value_name = "SHAPE", value_enum, default_value = "tv")]
    aspect: AspectChoice,
    /// With the help overlay open
    #[arg(long)]
    help_overlay: bool,
    /// With the marks of a click on this square (Video Checkers)
    #[arg(long, value_name = "SQUARE", value_parser = clap::value_parser!(u8).range(1..=32))]
    choose: Option<u8>,
    /// With the squares numbered (Video Checkers)
    #[arg(long)]
    numbers: bool,
    /// Input script to play, or - for standard input
    #[arg(long, value_name = "SCRIPT")]
    input: Option<PathBuf>,
    /// Blend with the previous picture, in percent
    #[arg(
        long,
        value_name = "PERCENT",
        default_value_t = 0,
        value_parser = clap::value_parser!(u8).range(0..=90),
    )]
    phosphor: u8,
    /// With darker lines between the scanlines
    #[arg(long)]
    scanlines: bool,
    #[command(flatten)]
    television: TelevisionArgs,
    /// Settings file, for the keys in the overlay and the letters of the pieces
    #[arg(long, value_name = "FILE")]
    settings: Option<PathBuf>,
}

/// Writes the picture.
///
/// # Errors
/// The cartridge, the script or the settings file is invalid, or the output cannot be written.
pub fn run(args: Args) -> Result<ExitCode, Error> {
    if let Some(out) = &args.out {
        check_png(out)?;
    }
    args.limit.check("command", args.frame.saturating_add(1))?;
    let settings = Settings::load(args.settings.as_deref())?;
    let mut view = View::new(Look {
        aspect: args.aspect,
        phosphor: args.phosphor,
        scanlines: args.scanlines,
        reduce_flashing: false,
        palette: None,
        adjustment: Adjustment::default(),
        preset: args.television.preset,
    });
    view.pieces = settings.play.pieces;
    let session = session_at(&args, &mut view)?;
    let state = HelpState {
        switches: session.levers(),
        slot: 0,
        game: session.bundled_game(),
        controllers: session.controllers.kinds,
        pad_map: settings.pad_map(None)?,
    };
    let bindings = settings.bindings()?;
    let elements = Elements {
        page: args
            .help_overlay
            .then(|| HelpPage::default().show(&bindings, &state)),
        ..Elements::default()
    };
    let scale = usize::from(args.scale);
    let lines = view.picture().height();
    let size = window_size(view.look.aspect, session.standard(), lines, scale);
    let canvas = view.draw(size, &session, elements);
    let bytes = png_of_pixels(canvas.pixels(), size.0)?;
    match &args.out {
        Some(out) => write_bytes(out, &bytes)?,
        None => drop(write_numbered_if_taken("screenshot.png", &bytes)?),
    }
    Ok(ExitCode::SUCCESS)
}

/// Plays up to the frame, and adds the marks that the options request.
fn session_at(args: &Args, view: &mut View) -> Result<Session, Error> {
    let options = SessionOptions {
        power_on: args.console.power_on(),
        levers: args.console.input().switches,
        fast_thinking_from: 0,
        standard: Standard::from_name(&args.tv),
        recognize: games::session::recognize,
        ..SessionOptions::default()
    };
    let mut session = start_session(&args.console, args.input.as_deref(), options)?.session;
    let mut progress = Progress::new(args.frame);
    while session.frames() <= args.frame {
        progress.update(session.frames());
        session.advance(&mut HeldControls::default(), false);
        view.load_frame(&session);
    }
    if let Some(numbers) = session.aid(Aid::Numbers) {
        *numbers = args.numbers;
    }
    let square = args.choose.and_then(|number| Square::new(number.into()));
    if let (Some(assistant), Some(square)) = (session.assistant_mut(), square) {
        assistant.choose(square);
    }
    Ok(session)
}
