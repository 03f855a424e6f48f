//! The desktop player: window, sound, keyboard and pads around one console.
//!
//! [`player`] is the loop. Hands come in through [`contacts`] (keys by [`bindings`], [`pads`]),
//! go through [`game`], and leave through [`view`] to the [`window`] and through [`sound`] to the
//! device. What faces the operating system (window, sound device, pads) sits behind a small
//! trait or a pure function, so that everything else is tested without.

mod action;
mod bindings;
mod canvas;
mod chooser;
mod clip;
mod commands;
mod contacts;
mod font;
mod game;
mod help;
mod history;
mod keys;
mod logs;
mod messages;
pub mod options;
mod pacing;
mod pads;
mod player;
mod recorder;
pub mod screenshot;
mod settings;
mod sound;
mod standard;
mod states;
mod thinking;
mod view;
mod window;
#[cfg(all(unix, not(target_os = "macos")))]
mod x11;

use crate::{commands::play::Args, error::Error, picture::shown_lines};
pub use action::ACTIONS;
pub use keys::KEYS;
pub use settings::{
    Settings, TEMPLATE as SETTINGS_TEMPLATE, default_path as default_settings_path,
};

use game::Game;
use logs::InputLog;
use options::AspectChoice;
use pads::Pads;
use player::{Parts, Plan, Player};
use recorder::Recorder;
use std::{path::PathBuf, process::ExitCode};
use view::{Look, View};
use window::{DesktopWindow, WindowShape};

/// Picture size without a wish.
const SCALE: u8 = 3;
/// Loudness without a wish.
const VOLUME: u8 = 80;

/// Plays until the window is closed.
///
/// # Errors
/// [`Error::Fault`] without a display; a wrong cartridge or output file.
pub fn run(args: Args) -> Result<ExitCode, Error> {
    let options = &args.window;
    let settings = Settings::load(options.settings.as_deref())?;
    let input = args.console.input();
    let game = Game::new(args.console.load()?, args.console.power_on(), input);
    let log = options
        .log_input
        .as_deref()
        .map(InputLog::create)
        .transpose()?;
    let recorder = options
        .record
        .clone()
        .map(|path| Recorder::start(path, args.console.rom.as_deref(), &game))
        .transpose()?;
    let scale = usize::from(
        options
            .scale
            .or(settings.picture.scale)
            .unwrap_or(SCALE)
            .clamp(1, 10),
    );
    let name = cartridge_name(&args);
    let screen = DesktopWindow::open(&WindowShape {
        title: options
            .title
            .clone()
            .unwrap_or_else(|| format!("Crownhead: {name}")),
        width: 320 * scale,
        height: shown_lines(262).len() * scale,
        fullscreen: false,
    })?;
    let speaker = options.audio_out.open()?;
    let mut player = Player::new(Parts {
        switches: input.switches,
        bindings: settings.bindings().map_err(Error::Usage)?,
        screen: Box::new(screen),
        view: View::new(Look {
            aspect: options
                .aspect
                .or(settings.picture.aspect)
                .unwrap_or(AspectChoice::Integer),
            phosphor: options
                .phosphor
                .or(settings.picture.phosphor)
                .unwrap_or(0)
                .min(90),
            scanlines: settings.picture.scanlines,
            reduce_flashing: options.reduce_flashing || settings.picture.reduce_flashing,
            palette: options.palette.or(settings.picture.palette),
        }),
        speaker,
        volume: options
            .volume
            .or(settings.sound.volume)
            .unwrap_or(VOLUME)
            .min(100),
        muted: options.mute || settings.sound.mute,
        speed: options.speed,
        swap_ports: options.swap_ports || settings.play.swap_ports,
        pads: Pads::new(&settings.play),
        thinking_from: settings.play.fast_thinking_from,
        pause_without_focus: settings.play.pause_without_focus,
        standard: standard::standard_named(&options.tv),
        plan: Plan {
            exit_after: options.exit_after_frames,
            freeze_at: options.freeze_at_frame,
            stats: options.stats_json.clone(),
            folder: data_folder(options.data_dir.clone()),
            name,
            cartridge: args.console.rom.clone(),
        },
        game,
    });
    player.log = log;
    player.recorder = recorder;
    if options.freeze_at_frame.is_none() {
        player.welcome();
    }
    if options.fullscreen || settings.picture.fullscreen {
        player.toggle_fullscreen();
    }
    if options.resume {
        player.resume();
    }
    player.run()?;
    Ok(ExitCode::SUCCESS)
}

/// The cartridge's name for titles and files.
fn cartridge_name(args: &Args) -> String {
    match &args.console.rom {
        Some(path) => path
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned(),
        None => args
            .console
            .cartridge
            .clone()
            .unwrap_or_else(|| crate::files::BUNDLED[0].name.into()),
    }
}

/// The folder for states, snapshots and recordings: the platform's, or the present one.
fn data_folder(wish: Option<PathBuf>) -> PathBuf {
    wish.or_else(|| {
        directories::ProjectDirs::from("", "", "crownhead").map(|dirs| dirs.data_dir().to_owned())
    })
    .unwrap_or_else(|| PathBuf::from("crownhead"))
}
