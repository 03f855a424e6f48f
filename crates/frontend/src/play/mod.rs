//! The desktop player: window, sound, keyboard and pads around one console.
//!
//! [`player`] is the loop: it waits, looks at the hands ([`look`]), lets [`time`] pass, and shows
//! what came of it ([`show`]). Hands come in through [`contacts`] (keys by [`bindings`], [`pads`]) and
//! [`controllers`], go through [`game`], and leave through [`view`] to the [`window`] and through
//! [`sound`] to the device. [`checkers`] plays Video Checkers with the mouse.
//!
//! From a key's press to the changed pixel it takes 12 ms on average under Xvfb (the test
//! `soak_from_key_to_picture`): half a frame until the next look, then the frame itself. Sound is heard some
//! 56 ms after its making, where the device takes 8 ms at a time: 40 ms in the ring, and two such periods in the
//! device. Of a longer period the ring is kept emptier.
//! The past takes 32 MB at most ([`history`]), the clip of the last seconds 7 MB. What faces the operating
//! system (window, sound device, pads) sits behind a small trait or a pure function, so that everything else is
//! tested without.

mod action;
mod bindings;
mod canvas;
mod checkers;
mod chooser;
mod clip;
mod commands;
mod contacts;
mod controllers;
mod font;
mod game;
mod help;
mod history;
mod keys;
mod logs;
mod look;
mod messages;
mod meter;
mod mouse;
mod opening;
pub mod options;
mod pacing;
mod pads;
mod player;
mod recent;
mod recorder;
mod saving;
pub mod screenshot;
mod scripted;
mod settings;
mod show;
mod sound;
mod standard;
mod states;
mod thinking;
mod time;
mod view;
mod window;
#[cfg(all(unix, not(target_os = "macos")))]
mod x11;

use crate::{
    commands::play::Args,
    console::{ConsoleArgs, scheme_named},
    error::Error,
};
pub use action::ACTIONS;
pub use keys::KEYS;
pub use settings::{
    Settings, TEMPLATE as SETTINGS_TEMPLATE, default_path as default_settings_path,
};

use crate::headless::session::{Session, SessionArgs};
use controllers::Controllers;
use game::Game;
use logs::InputLog;
use options::AspectChoice;
use pads::Pads;
use player::{Parts, Plan, Player};
use recorder::Recorder;
use scripted::Scripted;
use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};
use view::{Look, View};
use window::{DesktopWindow, WindowShape};

/// Picture size without a wish.
const SCALE: u8 = 3;
/// Loudness without a wish.
const VOLUME: u8 = 80;
/// Scanlines that a set shows of an ordinary picture, for the window's first size.
const SHOWN_LINES: usize = 228;

/// Plays until the window is closed.
///
/// # Errors
/// [`Error::Fault`] without a display; a wrong cartridge or output file.
pub fn run(args: Args) -> Result<ExitCode, Error> {
    let options = &args.window;
    let settings = Settings::load(options.settings.as_deref())?;
    let (mut game, scripted) = begin(&args.console, options.input.as_deref())?;
    let rom = rom(&args, scripted.as_ref());
    let folder = data_folder(options.data_dir.clone());
    let plan = Plan {
        exit_after: options.exit_after_frames,
        freeze_at: options.freeze_at_frame,
        stats: options.stats_json.clone(),
        game_record: game_record(&args, &settings, &folder),
        folder,
        title: options.title.clone(),
        name: cartridge_name(&args, rom.as_deref()),
        cartridge: rom.clone(),
        scheme: args.console.bs.as_deref().map(scheme_named).transpose()?,
        controllers: [options.left_controller, options.right_controller],
    };
    let mut controllers = Controllers::new(plan.controllers, game.cartridge());
    controllers.swap_ports = options.swap_ports || settings.play.swap_ports;
    controllers.swap_paddles = options.swap_paddles || settings.play.swap_paddles;
    controllers.sensitivity = f32::from(settings.play.paddle_sensitivity.clamp(10, 1000)) / 100.0;
    if scripted.is_none() {
        game.plug(controllers.ports(&Default::default()));
    }
    let log = options
        .log_input
        .as_deref()
        .map(InputLog::create)
        .transpose()?;
    let recorder = options
        .record
        .clone()
        .map(|path| Recorder::start(path, rom.as_deref(), &game))
        .transpose()?;
    let wanted = options.scale.or(settings.picture.scale);
    let scale = usize::from(wanted.unwrap_or(SCALE).clamp(1, 10));
    let standard = vcs::television::Standard::from_name(&options.tv);
    let look = look(&args, &settings);
    let screen = DesktopWindow::open(&WindowShape {
        title: plan.title(),
        width: standard::window_width(look.aspect, standard.unwrap_or_default(), scale),
        height: SHOWN_LINES * scale,
        fullscreen: false,
    })?;
    let speaker = options.audio_out.open()?;
    let volume = options.volume.or(settings.sound.volume);
    let mut player = Player::new(Parts {
        switches: game.machine().input().switches,
        bindings: settings.bindings()?,
        screen: Box::new(screen),
        view: View::new(look),
        speaker,
        volume: volume.unwrap_or(VOLUME).min(100),
        muted: options.mute || settings.sound.mute,
        speed: options.speed,
        controllers,
        sync: options.sync.unwrap_or(settings.picture.sync),
        pads: Pads::new(&settings.play),
        thinking_from: settings.play.fast_thinking_from,
        pause_without_focus: settings.play.pause_without_focus,
        ctrl_fire: settings.play.ctrl_fire,
        standard,
        plan,
        game,
    });
    player.log = log;
    player.recorder = recorder;
    player.scripted = scripted;
    if let Some(table) = &mut player.table {
        table.list = settings.play.move_list;
    }
    player.remember_cartridge();
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

/// Switches the console on: as the options say, or as a script does whose hands then play.
fn begin(console: &ConsoleArgs, script: Option<&Path>) -> Result<(Game, Option<Scripted>), Error> {
    let Some(path) = script else {
        let game = Game::new(console.load()?, console.power_on(), console.input());
        return Ok((game, None));
    };
    let script = SessionArgs {
        input: Some(path.to_owned()),
        symbols: None,
        tv: None,
    };
    let session = Session::from_args(console, &script)?;
    let scripted = Scripted::new(&session.script, path)?;
    let setup = &session.script.setup;
    let game = Game::new(session.cartridge, setup.power_on, setup.input);
    Ok((game, Some(scripted)))
}

fn look(args: &Args, settings: &Settings) -> Look {
    let (options, picture) = (&args.window, &settings.picture);
    Look {
        aspect: options
            .aspect
            .or(picture.aspect)
            .unwrap_or(AspectChoice::Integer),
        phosphor: options.phosphor.or(picture.phosphor).unwrap_or(0).min(90),
        scanlines: options.scanlines || picture.scanlines,
        reduce_flashing: options.reduce_flashing || picture.reduce_flashing,
        palette: options.palette.or(picture.palette),
    }
}

/// Where the games of Video Checkers are kept.
fn game_record(args: &Args, settings: &Settings, folder: &Path) -> Option<PathBuf> {
    let options = &args.window;
    let kept = settings.play.game_record && !options.no_game_record;
    let default = kept.then(|| folder.join(crate::record_file::DEFAULT_NAME));
    options.game_record.clone().or(default)
}

/// The cartridge's file: named by the command line, or by the script that plays.
fn rom(args: &Args, scripted: Option<&Scripted>) -> Option<PathBuf> {
    let named = args.console.names_cartridge();
    let by_script = scripted.and_then(|script| script.cartridge.clone());
    args.console.rom.clone().or(by_script.filter(|_| !named))
}

/// The cartridge's name for titles and files.
fn cartridge_name(args: &Args, rom: Option<&Path>) -> String {
    match rom {
        Some(path) => crate::files::cartridge_name(path),
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
