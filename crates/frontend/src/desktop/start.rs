//! Starts the desktop program with the options and the settings.

use super::{
    action::{Command, PictureCommand, StateCommand},
    app::App,
    aspect::{AspectChoice, fitting_scale, window_size},
    attached,
    autosave::Autosave,
    clip::Clip,
    clock::Clock,
    companion::Companion,
    controls::Controls,
    devices::Devices,
    game_saver::GameSaver,
    launcher::FileKind,
    logs::InputLog,
    options::{Args, WindowArgs},
    pads::Pads,
    panel::Panels,
    plan::Plan,
    recorder::Recorder,
    save_key::SaveKeyFile,
    saved_window,
    settings::{DEFAULT_VOLUME, Settings, Store},
    sound::Audio,
    storage::{Storage, Watched},
    view::{Look, View},
    window::{Desktop, DesktopWindow, WindowShape},
};
use crate::data_folder::data_folder;
use asm6502::project::is_project_file;
use headless::{
    console::ConsoleArgs,
    error::Error,
    files::{images_in, read_image},
    image::scheme_named,
    interrupt,
    outputs::claim_outputs,
    path_setting::is_bundled,
    session::{Session as Run, SessionArgs, beside},
    sources::source_at,
};
use lab::script::Script;
use play::{
    controllers::Controllers,
    playback::Playback,
    session::{Session, SessionOptions, game::Aid},
};
use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};
use vcs::{
    input::{ControllerKind, SaveKeyMemory},
    television::Standard,
};

/// The minimum of the default scale.
const MIN_DEFAULT_SCALE: usize = 3;
/// Number of screen lines for each unit of the default scale.
const SCREEN_LINES_PER_SCALE: usize = 360;

/// Returns whether a path is a folder without a project, or a zip file with several images.
fn is_collection(path: &Path) -> bool {
    path.is_dir() && source_at(path).is_none() || images_in(path).len() > 1
}

/// Plays until the window is closed. For a folder without a project, or a zip file with several
/// images, starts the bundled cartridge and opens the list of cartridges on top of it.
///
/// # Errors
/// [`Error::Fault`] if there is no display. Also fails if there is a fault in the cartridge, a
/// settings file or an output file.
pub fn run(mut args: Args) -> Result<ExitCode, Error> {
    let source = args.console.rom.as_deref().and_then(source_at);
    if let Some(project) = source.filter(|source| is_project_file(source)) {
        // States and pictures are named after the project's main source.
        args.console.rom = Some(read_image(&project)?.path);
    }
    let collection = args.console.rom.take_if(|path| is_collection(path));
    let options = &args.window;
    if collection.is_some() && options.exit_after_frames.is_some() {
        return Err(Error::Usage(
            "--exit-after-frames needs a single cartridge, not a folder or a zip file with several \
             images"
                .into(),
        ));
    }
    let store = Store::load(options.settings.as_deref())?;
    let settings = store.merged().clone();
    let save_key = save_key_file(&args, &settings);
    let memory = save_key.as_ref().map(|file| file.memory().clone());
    let mut started = start_session(
        &args.console,
        options.input.as_deref(),
        session_options(&args, &settings, memory.unwrap_or_default()),
    )?;
    claim_outputs(options.outputs())?;
    set_controllers(&mut started.session.controllers, options, &settings);
    let plan = plan(&args, &settings)?;
    let (save_key, save_key_error) = match save_key {
        Ok(file) => (Some(file), None),
        Err(error) => (None, Some(error)),
    };
    let name = cartridge_name(&args.console, started.file(&args).as_deref());
    let title = plan.title(&name, started.session.cartridge());
    let devices = devices(&args, &settings, title, &started.session)?;
    // Creating these files replaces existing ones, so create them only after the window has opened.
    let storage = storage(&args, &settings, &started, save_key)?;
    let mut app = App {
        devices,
        session: started.session,
        controls: Controls::new(settings.bindings()?),
        view: View::new(look(&args, &settings)),
        clock: Clock::new(
            options.speed,
            options.sync.unwrap_or(settings.picture.sync),
            settings.play.pause_without_focus,
        ),
        storage,
        plan,
        settings: store,
        panels: Panels::default(),
        companion: Companion::default(),
        port: options.debug_port.map(attached::open).transpose()?,
        quit: false,
    };
    app.apply_startup_options(options, &settings, save_key_error);
    if let Some(path) = collection {
        let path = std::path::absolute(&path).unwrap_or(path);
        app.open_launcher(FileKind::Cartridge, &path);
    }
    interrupt::watch();
    app.run()?;
    Ok(ExitCode::SUCCESS)
}

impl App {
    /// Applies the settings and the options, and shows the first messages.
    fn apply_startup_options(
        &mut self,
        options: &WindowArgs,
        settings: &Settings,
        save_key_error: Option<Error>,
    ) {
        self.apply_cartridge_settings();
        self.controls.map_pads(
            self.settings.merged(),
            &self.devices.pads,
            &mut self.view.messages,
        );
        self.load_palette_file();
        self.set_up_for_cartridge();
        if let Some(list) = self.session.aid(Aid::MoveList) {
            *list = settings.play.move_list;
        }
        self.storage.remember_cartridge();
        if options.freeze_at_frame.is_none() {
            self.welcome();
        }
        for fault in self.settings.faults() {
            self.view.messages.show_failure(Error::Usage(fault.clone()));
        }
        if let Some(error) = save_key_error {
            self.view.messages.show_failure(error);
        }
        if options.fullscreen || settings.picture.fullscreen {
            self.command(Command::Picture(PictureCommand::FullScreen));
        }
        if options.resume {
            self.command(Command::State(StateCommand::Resume));
        }
    }
}

/// A session after power-on, and its cartridge's file if a script named it.
pub struct Started {
    /// The session.
    pub session: Session,
    cartridge: Option<PathBuf>,
}

impl Started {
    /// Returns the cartridge's file; `None` for a bundled cartridge.
    fn file(&self, args: &Args) -> Option<PathBuf> {
        args.console.rom.clone().or(self.cartridge.clone())
    }
}

/// Powers on the console with the power-on state that the options give. If a script is given, uses
/// the script's power-on state instead, and plays the script's input.
///
/// # Errors
/// The cartridge or the script has a fault.
pub fn start_session(
    console: &ConsoleArgs,
    script: Option<&Path>,
    options: SessionOptions,
) -> Result<Started, Error> {
    let Some(path) = script else {
        let mut session = Session::new(console.load()?, options);
        session.look_ahead();
        return Ok(Started {
            session,
            cartridge: None,
        });
    };
    let args = SessionArgs {
        input: Some(path.to_owned()),
        symbols: None,
        arm_symbols: None,
        tv: None,
    };
    let run = Run::from_args(console, &args)?;
    let playback = Playback::new(&run.script)
        .map_err(|error| Error::Usage(format!("{}:{}: {error}", path.display(), error.line)))?;
    let options = SessionOptions {
        power_on: run.script.setup.power_on,
        ..options
    };
    let mut session = Session::new(run.cartridge, options);
    session.play_script(playback);
    session.look_ahead();
    let names_cartridge = console.names_cartridge();
    Ok(Started {
        session,
        cartridge: cartridge_of(&run.script, path).filter(|_| !names_cartridge),
    })
}

/// Returns the file of the cartridge that a script names; `None` if it names a bundled cartridge,
/// or no cartridge.
fn cartridge_of(script: &Script, path: &Path) -> Option<PathBuf> {
    let name = script.setup.cartridge.as_deref();
    let name = name.filter(|name| !is_bundled(name))?;
    Some(beside(path, name))
}

/// Opens the file of the player's SaveKey: the file that an option names, or `savekey.bin` in the
/// data folder.
fn save_key_file(args: &Args, settings: &Settings) -> Result<SaveKeyFile, Error> {
    let folder = || data_folder(chosen_data_folder(&args.window, settings));
    let path = args.console.savekey.clone();
    SaveKeyFile::open(path.unwrap_or_else(|| folder().join("savekey.bin")))
}

fn session_options(args: &Args, settings: &Settings, save_key: SaveKeyMemory) -> SessionOptions {
    let options = &args.window;
    let right = options.right_controller.or(settings.play.right_controller);
    let has_save_key = args.console.savekey.is_some();
    SessionOptions {
        power_on: args.console.power_on(),
        levers: args.console.input().switches,
        controllers: [
            options.left_controller.or(settings.play.left_controller),
            right.or(has_save_key.then_some(ControllerKind::SaveKey)),
        ],
        save_key,
        standard: Standard::from_name(&options.tv),
        fast_thinking_from: settings.play.fast_thinking_from,
        recognize: games::session::recognize,
        date: jiff::Zoned::now().strftime("%Y.%m.%d").to_string(),
        compute_chain: options.stats_json.is_some(),
    }
}

fn set_controllers(controllers: &mut Controllers, options: &WindowArgs, settings: &Settings) {
    controllers.swap_ports = options.swap_ports || settings.play.swap_ports;
    controllers.swap_paddles = options.swap_paddles || settings.play.swap_paddles;
    let percent = settings.play.paddle_sensitivity.clamp(10, 1000);
    controllers.sensitivity = f32::from(percent) / 100.0;
    settings.play.set_paddle_response(controllers);
}

fn plan(args: &Args, settings: &Settings) -> Result<Plan, Error> {
    let options = &args.window;
    let folder = data_folder(chosen_data_folder(options, settings));
    Ok(Plan {
        audio_out: options.audio_out.clone(),
        exit_after: options.exit_after_frames,
        freeze_at: options.freeze_at_frame,
        stats: options.stats_json.clone(),
        game_record: game_record(options, settings, &folder),
        title: options.title.clone(),
        scheme: args.console.bs.as_deref().map(scheme_named).transpose()?,
        arm: args.console.arm(),
    })
}

fn storage(
    args: &Args,
    settings: &Settings,
    started: &Started,
    save_key: Option<SaveKeyFile>,
) -> Result<Storage, Error> {
    let options = &args.window;
    let cartridge = started.file(args);
    let timeline = started.session.timeline();
    let record = options.record.clone();
    let start = |path| Recorder::start(path, cartridge.as_deref(), timeline);
    Ok(Storage {
        folder: data_folder(chosen_data_folder(options, settings)),
        name: cartridge_name(&args.console, cartridge.as_deref()),
        slot: 0,
        log: options
            .log_input
            .as_deref()
            .map(InputLog::create)
            .transpose()?,
        recorder: record.map(start).transpose()?,
        game_saver: GameSaver::new(None),
        save_key,
        clip: Clip::default(),
        autosave: Autosave::start(),
        last_save: None,
        test: None,
        watch: cartridge
            .as_deref()
            .filter(|_| options.watch)
            .map(Watched::of_image),
        cartridge,
    })
}

fn devices(
    args: &Args,
    settings: &Settings,
    title: String,
    session: &Session,
) -> Result<Devices, Error> {
    let options = &args.window;
    let aspect = look(args, settings).aspect;
    let size_at = |scale| window_size(aspect, session.standard(), session.picture_lines(), scale);
    let desktop = Desktop::connect();
    let scale = match options.scale.or(settings.picture.scale) {
        Some(chosen) => usize::from(chosen.clamp(1, 10)),
        None => fitting_scale(
            size_at,
            default_scale(desktop.screen_size()),
            desktop.screen_size(),
        ),
    };
    let is_scale_chosen = options.scale.or(settings.picture.scale).is_some();
    let saved = saved_window::read(&data_folder(chosen_data_folder(options, settings)));
    let fits = |size: &(usize, usize)| {
        let screen = desktop.screen_size();
        screen.is_none_or(|screen| size.0 <= screen.0 && size.1 <= screen.1)
    };
    // At least a part of the title bar must be visible. If the screen's size is unknown, assume
    // 1300 x 760 pixels.
    let (screen_width, screen_height) = desktop.screen_size().unwrap_or((1300, 760));
    let is_on_screen = |(x, y): &(isize, isize)| {
        let columns = -20..screen_width as isize - 100;
        columns.contains(x) && (0..screen_height as isize - 60).contains(y)
    };
    let default_size = size_at(scale);
    let (width, height) = saved
        .size
        .filter(|size| !is_scale_chosen && fits(size))
        .unwrap_or(default_size);
    let shape = WindowShape {
        title,
        width,
        height,
        fullscreen: false,
        position: saved.position.filter(is_on_screen),
    };
    let screen = DesktopWindow::open(&shape, desktop)?;
    let volume = options.volume.or(settings.sound.volume);
    let mut audio = Audio::new(
        options.audio_out.open(&settings.sound.device())?,
        volume.unwrap_or(DEFAULT_VOLUME).min(100),
        options.mute || settings.sound.mute,
    );
    audio.set_filter(settings.sound.filter);
    let pads = Pads::new(&settings.play);
    let screen = Box::new(screen);
    let mut devices = Devices::new(screen, audio, pads, scale, default_size);
    if shape.position.is_none() {
        devices.default_position = devices.screen.position();
    }
    Ok(devices)
}

/// Returns the default scale of the picture: larger on a screen with more lines, because such a
/// screen's pixels are smaller.
fn default_scale(screen: Option<(usize, usize)>) -> usize {
    screen.map_or(MIN_DEFAULT_SCALE, |(_, height)| {
        (height / SCREEN_LINES_PER_SCALE).clamp(MIN_DEFAULT_SCALE, 10)
    })
}

fn look(args: &Args, settings: &Settings) -> Look {
    let (options, picture) = (&args.window, &settings.picture);
    Look {
        aspect: aspect(options, settings),
        phosphor: options.phosphor.or(picture.phosphor).unwrap_or(0).min(90),
        scanlines: options.scanlines || picture.scanlines,
        reduce_flashing: options.reduce_flashing || picture.reduce_flashing,
        palette: options.palette.or(picture.palette),
        adjustment: picture.adjustment(),
        preset: options.look.or(picture.look).unwrap_or_default(),
    }
}

fn aspect(options: &WindowArgs, settings: &Settings) -> AspectChoice {
    if options.integer_scale {
        AspectChoice::Integer
    } else {
        options
            .aspect
            .or(settings.picture.aspect)
            .unwrap_or_default()
    }
}

/// Returns the file for the games of Video Checkers; `None` if games are not recorded.
fn game_record(options: &WindowArgs, settings: &Settings, folder: &Path) -> Option<PathBuf> {
    let is_recorded = settings.play.game_record && !options.no_game_record;
    let default = is_recorded.then(|| folder.join(headless::record_file::DEFAULT_NAME));
    options.game_record.clone().or(default)
}

/// Returns the cartridge's name in titles and file names.
fn cartridge_name(console: &ConsoleArgs, file: Option<&Path>) -> String {
    match (file, &console.cartridge) {
        (Some(path), _) => headless::files::cartridge_name(path),
        (None, Some(name)) => name.clone(),
        (None, None) => play::bundled::BUNDLED[0].name.into(),
    }
}

/// Returns the data folder named by the options, or else by the settings; `None` if neither names
/// one.
fn chosen_data_folder(options: &WindowArgs, settings: &Settings) -> Option<PathBuf> {
    options.data_dir.clone().or(settings.files.data_folder())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_screen_with_more_pixels_gets_a_larger_picture() {
        let scale = |height| default_scale(Some((height * 16 / 9, height)));
        let scales = [768, 1080, 1440, 2160, 4320].map(scale);
        assert_eq!(scales, [3, 3, 4, 6, 10]);
        assert_eq!(default_scale(None), 3);
    }

    #[test]
    fn a_folder_and_a_zip_file_of_several_images_are_collections() {
        let folder = tempfile::tempdir().unwrap();
        assert!(is_collection(folder.path()));
        let project = folder.path().join("project");
        std::fs::create_dir(&project).unwrap();
        assert!(is_collection(&project));
        std::fs::write(project.join("crownhead.toml"), "").unwrap();
        assert!(!is_collection(&project));
        let files: [(&str, &[u8]); 2] = [("a.bin", b"a"), ("b.bin", b"b")];
        for count in [1, 2] {
            let zip = folder.path().join(format!("{count}.zip"));
            std::fs::write(&zip, crate::zipped::zipped(&files[..count])).unwrap();
            assert_eq!(is_collection(&zip), count == 2);
        }
        assert!(!is_collection(&folder.path().join("missing.bin")));
    }
}
