//! What the window shows at a frame, as a file, without opening one: the documents' pictures.

use super::{
    Settings,
    game::Game,
    help::{HelpState, Page},
    options::AspectChoice,
    view::{Look, Over, View},
};
use crate::{console::ConsoleArgs, error::Error, files::write_whole, picture::png_of_pixels};
use std::{path::PathBuf, process::ExitCode};

/// Write what the window shows at a frame as a PNG file
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    console: ConsoleArgs,
    /// Which frame, counted from 0 at power-on
    #[arg(long, value_name = "N", default_value_t = 60)]
    frame: u64,
    /// File to write
    #[arg(long, value_name = "FILE", default_value = "screenshot.png")]
    out: PathBuf,
    /// Picture size, as in the window
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=10))]
    scale: u8,
    /// With the help overlay open
    #[arg(long)]
    help_overlay: bool,
    /// Blend with the picture before, in percent
    #[arg(long, value_name = "PERCENT", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=90))]
    phosphor: u8,
    /// With darker lines between the scanlines
    #[arg(long)]
    scanlines: bool,
    /// Settings file, for the keys in the overlay
    #[arg(long, value_name = "FILE")]
    settings: Option<PathBuf>,
}

/// Makes the picture.
///
/// # Errors
/// A wrong cartridge or settings file; the output cannot be written.
pub fn run(args: Args) -> Result<ExitCode, Error> {
    let settings = Settings::load(args.settings.as_deref())?;
    let input = args.console.input();
    let mut game = Game::new(args.console.load()?, args.console.power_on(), input);
    let mut view = View::new(Look {
        aspect: AspectChoice::Integer,
        phosphor: args.phosphor,
        scanlines: args.scanlines,
        reduce_flashing: false,
        palette: None,
    });
    while game.frames() <= args.frame {
        game.frame(input);
        let standard = game.standard();
        let shown = game.shown_lines();
        view.take(game.machine().last_frame(), shown, standard);
    }
    view.help = match args.help_overlay {
        true => Page::Play,
        false => Page::Closed,
    };
    let over = Over {
        bindings: &settings.bindings().map_err(Error::Usage)?,
        help: HelpState {
            switches: input.switches,
            slot: 0,
            checkers: true,
        },
        statistics: String::new(),
        banner: None,
        dimmed: false,
        chooser: None,
        table: None,
    };
    let scale = usize::from(args.scale);
    let size = (320 * scale, view.picture().height() * scale);
    let canvas = view.draw(size, game.standard(), &over);
    let bytes = png_of_pixels(canvas.pixels(), size.0)?;
    write_whole(&args.out, &bytes)?;
    Ok(ExitCode::SUCCESS)
}
