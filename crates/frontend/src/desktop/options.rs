//! The options of the window, sound and speed.

use super::{aspect::AspectChoice, sound::AudioOut};
use clap::{
    ValueEnum,
    builder::{PossibleValue, PossibleValuesParser, TypedValueParser},
};
use headless::{console::ConsoleArgs, television::look_parser};
use play::standard::PaletteChoice;
use std::path::PathBuf;
use vcs::{input::ControllerKind, television::Standard};

/// The options of the desktop program.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    pub console: ConsoleArgs,
    #[command(flatten)]
    pub window: WindowArgs,
}

/// The options of the window, the sound and the logs.
#[derive(Debug, Clone, clap::Args)]
pub struct WindowArgs {
    /// Picture size: the height of a scanline in pixels [default: the size that fits the screen,
    /// usually 3]
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u8).range(1..=10),
        help_heading = "Picture",
    )]
    pub scale: Option<u8>,
    /// Shape of the picture [default: tv]
    #[arg(long, value_name = "SHAPE", value_enum, help_heading = "Picture")]
    pub aspect: Option<AspectChoice>,
    /// The same as --aspect integer
    #[arg(long, conflicts_with = "aspect", help_heading = "Picture")]
    pub integer_scale: bool,
    /// Start in full screen
    #[arg(long, help_heading = "Picture")]
    pub fullscreen: bool,
    /// Television standard
    #[arg(
        long,
        visible_alias = "format",
        value_name = "STANDARD",
        default_value = "auto",
        value_parser = standards(),
        help_heading = "Picture",
    )]
    pub tv: String,
    /// Television set that shows the picture; bitmap shows the bare pixels
    #[arg(long, value_name = "LOOK", value_parser = look_parser(), help_heading = "Picture")]
    pub look: Option<signal::Preset>,
    /// Colors of another standard's television set
    #[arg(long, value_name = "NAME", value_parser = palettes(), help_heading = "Picture")]
    pub palette: Option<PaletteChoice>,
    /// Blend with the previous picture, in percent, for games that flicker
    #[arg(
        long,
        value_name = "PERCENT",
        value_parser = clap::value_parser!(u8).range(0..=90),
        help_heading = "Picture",
    )]
    pub phosphor: Option<u8>,
    /// Darker lines between the scanlines
    #[arg(long, help_heading = "Picture")]
    pub scanlines: bool,
    /// Spread large sudden changes of brightness over several pictures
    #[arg(long, help_heading = "Picture")]
    pub reduce_flashing: bool,
    /// Frame rate: the console's own, or a display's 60 or 50 Hz (this changes the pitch of the
    /// sound)
    #[arg(long, value_name = "PACE", value_enum, help_heading = "Picture")]
    pub sync: Option<Sync>,
    /// Text in the title bar
    #[arg(long, value_name = "TEXT", help_heading = "Picture")]
    pub title: Option<String>,

    /// Volume
    #[arg(
        long,
        value_name = "0..100",
        value_parser = clap::value_parser!(u8).range(0..=100),
        help_heading = "Sound",
    )]
    pub volume: Option<u8>,
    /// Start without sound
    #[arg(long, help_heading = "Sound")]
    pub mute: bool,
    /// Sound output: device, null, or wav:FILE
    #[arg(
        long,
        value_name = "OUT",
        default_value = "device",
        help_heading = "Sound"
    )]
    pub audio_out: AudioOut,

    /// Speed: 1 is the console's own, 2 is twice as fast
    #[arg(
        long,
        value_name = "FACTOR",
        default_value = "1",
        value_parser = parse_speed,
        help_heading = "Play",
    )]
    pub speed: f64,
    /// Swap the ports: the left stick plays the right port, the right stick the left one
    #[arg(long, help_heading = "Play")]
    pub swap_ports: bool,
    /// Left controller [default: the one that the cartridge needs]
    #[arg(
        long,
        visible_alias = "lc",
        value_name = "KIND",
        value_parser = controllers(),
        help_heading = "Play",
    )]
    pub left_controller: Option<ControllerKind>,
    /// Right controller
    #[arg(
        long,
        visible_alias = "rc",
        value_name = "KIND",
        value_parser = controllers(),
        help_heading = "Play",
    )]
    pub right_controller: Option<ControllerKind>,
    /// Swap the two paddles of a pair
    #[arg(long, help_heading = "Play")]
    pub swap_paddles: bool,
    /// Append the games of Video Checkers to this file [default: gamerec.txt in the data folder]
    #[arg(long, value_name = "FILE", help_heading = "Play")]
    pub game_record: Option<PathBuf>,
    /// Keep no record of games
    #[arg(long, conflicts_with = "game_record", help_heading = "Play")]
    pub no_game_record: bool,
    /// Play the input of a script, from power-on to the script's end
    #[arg(long, value_name = "SCRIPT", help_heading = "Play")]
    pub input: Option<PathBuf>,
    /// Continue the last session with this cartridge
    #[arg(long, help_heading = "Play", conflicts_with = "input")]
    pub resume: bool,
    /// Settings file, instead of the one in the platform's folder
    #[arg(long, value_name = "FILE", help_heading = "Play")]
    pub settings: Option<PathBuf>,
    /// Record the input as a script
    #[arg(long, value_name = "FILE", help_heading = "Play")]
    pub record: Option<PathBuf>,

    /// Open this port of the local machine, so that `crownhead dap` can attach to the game, and
    /// print its address; 0 chooses a free port
    #[arg(long, value_name = "PORT", help_heading = "Testing")]
    pub debug_port: Option<u16>,
    /// Assemble the source again whenever one of its files changes. The game continues if its
    /// variables are the same, otherwise it restarts
    #[arg(long, help_heading = "Testing")]
    pub watch: bool,
    /// Close after N frames
    #[arg(long, value_name = "N", help_heading = "Testing")]
    pub exit_after_frames: Option<u64>,
    /// Freeze the picture of frame N, without messages, until the window is closed
    #[arg(long, value_name = "N", help_heading = "Testing")]
    pub freeze_at_frame: Option<u64>,
    /// Log the values that the console's program reads from the ports, whenever one changes
    #[arg(long, value_name = "FILE", help_heading = "Testing")]
    pub log_input: Option<PathBuf>,
    /// Write statistics when the session ends
    #[arg(long, value_name = "FILE", help_heading = "Testing")]
    pub stats_json: Option<PathBuf>,
    /// Folder for states and pictures, instead of the one in the platform's folder
    #[arg(long, value_name = "DIR", help_heading = "Play")]
    pub data_dir: Option<PathBuf>,
}

impl WindowArgs {
    /// Returns the output files that the options name; `None` for each option that is not given.
    pub fn outputs(&self) -> [Option<&PathBuf>; 5] {
        let sound = match &self.audio_out {
            AudioOut::Wav(path) => Some(path),
            AudioOut::Device | AudioOut::Null => None,
        };
        [
            sound,
            self.game_record.as_ref(),
            self.record.as_ref(),
            self.log_input.as_ref(),
            self.stats_json.as_ref(),
        ]
    }
}

/// The values of `--sync`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sync {
    /// 59.92 or 49.86 frames per second
    #[default]
    Console,
    /// 60 or 50 frames per second
    Display,
}

/// Returns the parser for the name of a television standard, or `auto`.
pub fn standards() -> PossibleValuesParser {
    let names = Standard::ALL.map(Standard::name);
    PossibleValuesParser::new(std::iter::once("auto").chain(names))
}

fn controllers() -> impl TypedValueParser<Value = ControllerKind> {
    let emulated = ControllerKind::ALL.map(|kind| PossibleValue::new(kind.name()));
    // The parser also accepts the names of controllers that are not emulated, in order to report a
    // separate error for each; the help hides these names.
    let hidden = ControllerKind::NOT_EMULATED.map(|(name, _)| PossibleValue::new(name).hide(true));
    PossibleValuesParser::new(emulated.into_iter().chain(hidden)).try_map(|name| {
        let message = || ControllerKind::not_emulated(&name).unwrap_or_default();
        ControllerKind::from_name(&name).ok_or_else(message)
    })
}

fn palettes() -> impl TypedValueParser<Value = PaletteChoice> {
    let names = PossibleValuesParser::new(PaletteChoice::ALL.map(PaletteChoice::name));
    names.try_map(|name| PaletteChoice::from_name(&name).ok_or("no such palette"))
}

fn parse_speed(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(factor) if (0.01..=100.0).contains(&factor) => Ok(factor),
        _ => Err("use a number from 0.01 to 100".into()),
    }
}
