//! The loop: wait until a picture is due, take the input, emulate, show, play the sound.
//!
//! The keys are read after the wait, so a press shows in the very next frame, and that frame is
//! the next picture.

use super::{
    action::{Action, Command, StateCommand},
    adviser::Adviser,
    autosave::Autosave,
    bindings::Bindings,
    clip::Clip,
    clock::Clock,
    debugger::WindowDebugger,
    devices::Devices,
    input_map::InputMap,
    keeper::Keeper,
    logs::InputLog,
    pad_map::PadMap,
    panel::{OptionRow, OptionsPage, Panel},
    recorder::Recorder,
    save_key::SaveKeyFile,
    settings::{ALL_PADS, CtrlFire, Settings, Store},
    slots::{self, Slot},
    sound::AudioOut,
    testing::TestInProgress,
    view::View,
};
use club::terminal::Book;
use headless::{error::Error, files::check_regular, interrupt, output::read_bounded, watch::Watch};
use play::{contacts::Control, session::Session, standard::UserPalette, titles::title_of};
use std::{
    path::{Path, PathBuf},
    time::{Duration, Instant},
};
use vcs::{
    Cartridge,
    cartridge::{ArmOptions, Scheme},
    input::{ControllerKind, SaveKeyMemory},
};

/// How often the running session is written.
const EVERY: Duration = Duration::from_secs(1);
/// The default volume.
pub const VOLUME: u8 = 80;
/// Pictures for which the welcome is shown: five seconds.
const WELCOME: u32 = 300;

/// What the options decide about one run of the program.
#[derive(Debug, Clone, Default)]
pub struct Plan {
    /// Close after this many frames.
    pub exit_after: Option<u64>,
    /// Hold the picture of this frame.
    pub freeze_at: Option<u64>,
    /// The file for the numbers of the session.
    pub stats: Option<PathBuf>,
    /// The folder for states, pictures, recordings.
    pub folder: PathBuf,
    /// Where sound goes.
    pub audio_out: AudioOut,
    /// The text of the title bar, where the options give one.
    pub title: Option<String>,
    /// The bank-switch scheme that the options give.
    pub scheme: Option<Scheme>,
    /// How long calls of ARM code take and the processor's clock, where the options give them.
    pub arm: ArmOptions,
    /// The file for the games of Video Checkers.
    pub game_record: Option<PathBuf>,
}

/// The files of a session.
pub struct Storage {
    /// The cartridge's name in file names.
    pub name: String,
    /// The cartridge's file; the bundled one has none.
    pub cartridge: Option<PathBuf>,
    /// The selected state slot.
    pub slot: usize,
    /// Writes the input script.
    pub recorder: Option<Recorder>,
    /// Writes the games of Video Checkers.
    pub keeper: Keeper,
    /// Writes the SaveKey, unless its file is no SaveKey.
    pub save_key: Option<SaveKeyFile>,
    /// Writes each change of the console's ports.
    pub log: Option<InputLog>,
    /// The last seconds.
    pub clip: Clip,
    /// Writes the running session.
    pub autosave: Autosave,
    /// When the running session was last written.
    pub kept: Option<Instant>,
    /// A test that is being made.
    pub test: Option<TestInProgress>,
    /// The files of the source, if it is to be assembled again when they change.
    pub watch: Option<Watch>,
}

/// The desktop program: a session, its devices, and what is shown over the picture.
pub struct Player {
    pub(super) session: Session,
    pub(super) input: InputMap,
    pub(super) bindings: Bindings,
    /// What the buttons of the pads do that play left and right.
    pub(super) pad_maps: [PadMap; 2],
    /// The names of all pads that are known: from the settings, and plugged in so far.
    pub(super) pad_names: Vec<String>,
    pub(super) devices: Devices,
    pub(super) view: View,
    pub(super) clock: Clock,
    pub(super) storage: Storage,
    pub(super) plan: Plan,
    /// The first failure to write something; the game continues, the exit status is 1.
    pub(super) failed: Option<Error>,
    pub(super) quit: bool,
    /// The settings files.
    pub(super) settings: Store,
    /// What is open over the game.
    pub(super) panel: Option<Panel>,
    /// The debugger, open or waiting for a breakpoint.
    pub(super) debugger: Option<Box<WindowDebugger>>,
    /// The mouse is at the upper edge.
    pub(super) mouse_at_bar: bool,
    /// Where in the picture the mouse's button went down.
    pub(super) dragged_from: Option<(usize, usize)>,
    /// What the cartridge is asked in Video Checkers.
    pub(super) adviser: Option<Adviser>,
    /// The cartridge plays for the player, too.
    pub(super) watches: bool,
    /// The option for which a file or folder is being chosen, and its page.
    pub(super) picking: Option<(OptionsPage, &'static OptionRow)>,
    /// A game to step through.
    pub(super) book: Option<Book>,
    /// Pictures for which a menu still holds a control.
    pub(super) held_by_menu: u32,
}

impl Player {
    /// Prepares for the cartridge: its game record, and what its controllers need of the keys.
    pub(super) fn prepare(&mut self) {
        self.storage.keeper = Keeper::new(self.plan.game_record.clone());
        self.recover_session();
        self.input.keypads = self.session.controllers.keypads();
        self.input.modifiers_wait = match self.settings.merged().play.ctrl_fire {
            CtrlFire::Auto => self.session.assistant().is_some(),
            CtrlFire::AtOnce => false,
            CtrlFire::Late => true,
        };
    }

    /// The settings of the cartridge that plays come into force.
    pub(super) fn prepare_settings(&mut self) {
        let before = self.settings.merged().clone();
        let sha256 = self.session.timeline().sha256().to_owned();
        if let Err(error) = self.settings.play(&self.storage.name, &sha256) {
            self.view.messages.show_for(error.to_string(), WELCOME);
        }
        self.apply_settings(&before);
        // The console is another one, perhaps with the same cheats.
        self.session
            .set_cheats(self.settings.merged().cheats_in_force());
    }

    /// Brings into force what differs from the settings before; the rest stays as the options of
    /// the command line and the player's keys have it.
    pub(super) fn apply_settings(&mut self, before: &Settings) {
        let now = self.settings.merged().clone();
        self.apply_picture(before, &now);
        let (old, new) = (&before.sound, &now.sound);
        if old != new {
            let audio = &mut self.devices.audio;
            audio.set(new.volume.unwrap_or(VOLUME), new.mute);
            audio.set_filter(new.filter);
        }
        if old.device() != new.device() && self.plan.audio_out == AudioOut::Device {
            let open = || self.plan.audio_out.open(&new.device());
            if let Err(error) = self.devices.audio.set_speaker(open) {
                self.fail(error);
            }
        }
        let (old, new) = (&before.play, &now.play);
        self.clock.pause_without_focus = new.pause_without_focus;
        self.devices.pads.eight_way = new.eight_way;
        self.devices.pads.dead_zone = f32::from(new.dead_zone) / 100.0;
        let controllers = &mut self.session.controllers;
        controllers.sensitivity = f32::from(new.paddle_sensitivity) / 100.0;
        if old.swap_ports != new.swap_ports {
            controllers.swap_ports = new.swap_ports;
        }
        if old.swap_paddles != new.swap_paddles {
            controllers.swap_paddles = new.swap_paddles;
        }
        let kinds = [new.left_controller, new.right_controller];
        if kinds != [old.left_controller, old.right_controller] {
            self.session.choose_controllers(kinds);
        }
        if old.fast_thinking_from != new.fast_thinking_from {
            self.session.think_fast_from(new.fast_thinking_from);
        }
        if before.cheats != now.cheats {
            self.session.set_cheats(now.cheats_in_force());
        }
        if let Some(assistant) = self.session.assistant_mut()
            && old.move_list != new.move_list
        {
            assistant.list = new.move_list;
        }
        self.view.pieces = new.pieces;
        if before.keys != now.keys || before.preset != now.preset {
            match now.bindings() {
                Ok(bindings) => self.bindings = bindings,
                Err(refused) => self.view.messages.show(refused.to_string()),
            }
        }
        if before.pads != now.pads {
            self.map_pads();
        }
        self.input.keypads = self.session.controllers.keypads();
    }

    /// Reads what the buttons of the pads do that are plugged in.
    pub(super) fn map_pads(&mut self) {
        let settings = self.settings.merged();
        let plugged = [0, 1].map(|place| self.devices.pads.name(place));
        let own = settings.pads.keys().map(String::as_str);
        for name in own.chain(plugged.into_iter().flatten()) {
            if name != ALL_PADS && !self.pad_names.iter().any(|known| known == name) {
                self.pad_names.push(name.to_owned());
            }
        }
        for (place, name) in plugged.into_iter().enumerate() {
            match settings.pad_map(name) {
                Ok(map) => self.pad_maps[place] = map,
                Err(refused) => self.view.messages.show(refused.to_string()),
            }
        }
    }

    /// Takes the player's own colors, or none where no file is chosen or it is wrong.
    pub(super) fn load_palette_file(&mut self) {
        let path = PathBuf::from(&self.settings.merged().picture.palette_file);
        let none = path.as_os_str().is_empty();
        let colors = (!none).then(|| palette_file(&path)).transpose();
        let colors = colors.unwrap_or_else(|error| {
            self.view.messages.show_for(error.to_string(), WELCOME);
            None
        });
        self.view.set_user_palette(colors);
    }

    fn apply_picture(&mut self, before: &Settings, now: &Settings) {
        let (old, new) = (&before.picture, &now.picture);
        let look = &mut self.view.look;
        look.adjustment = new.adjustment();
        if old.aspect != new.aspect {
            look.aspect = new.aspect.unwrap_or_default();
        }
        if old.palette != new.palette {
            look.palette = new.palette;
        }
        if old.palette_file != new.palette_file {
            self.load_palette_file();
        }
        let look = &mut self.view.look;
        if old.phosphor != new.phosphor {
            look.phosphor = new.phosphor.unwrap_or(0);
        }
        if old.scanlines != new.scanlines {
            look.scanlines = new.scanlines;
        }
        if old.reduce_flashing != new.reduce_flashing {
            look.reduce_flashing = new.reduce_flashing;
        }
        self.clock.sync_to(new.sync, old.sync != new.sync);
        if old.aspect != new.aspect || old.scale != new.scale {
            let scale = new.scale.map_or(self.devices.scale, usize::from);
            self.size_window(scale);
        }
        if old != new && self.session.frames() > 0 {
            self.take_picture();
        }
    }

    /// Plays until the window is closed, the program is interrupted, or the given number of frames
    /// has run.
    ///
    /// # Errors
    /// [`Error::Reported`] if the window failed or a file could not be written. A failure of the
    /// window does not lose the session.
    pub fn run(mut self) -> Result<(), Error> {
        while !self.quit
            && self.devices.screen.is_open()
            && !self.is_over()
            && !interrupt::requested()
        {
            if let Err(error) = self.turn() {
                self.fail(error);
                break;
            }
        }
        self.finish()
    }

    /// Loads the last session.
    pub fn resume(&mut self) {
        let text = self.load_state(Slot::Exit);
        self.view.messages.show(text);
    }

    /// Shows how to find the keys, and how to begin.
    pub fn welcome(&mut self) {
        let hint = |action| self.bindings.hint(action);
        let help = format!(
            "Help: {}; menus: {} or the mouse at the top; {} quits",
            hint(Action::Once(Command::Help)),
            hint(Action::Once(Command::Menu)),
            hint(Action::Once(Command::Escape))
        );
        let start = format!(
            "Start: {} Reset; {} Select: next game",
            hint(Action::Hold(Control::Reset)),
            hint(Action::Hold(Control::Select))
        );
        if self.slot_path(Slot::Exit).exists() {
            let key = hint(Action::Once(Command::State(StateCommand::Resume)));
            let last = format!("Resume: {key}, the last session");
            self.view.messages.show_for(last, WELCOME);
        }
        self.view.messages.show_for(help, WELCOME);
        self.view.messages.show_for(start, WELCOME);
        if let Some(controllers) = self.controllers_hint() {
            self.view.messages.show_for(controllers, WELCOME);
        }
    }

    /// What the cartridge is played with, where that is not a joystick alone.
    fn controllers_hint(&self) -> Option<&'static str> {
        if self.session.assistant().is_some() {
            return Some("Mouse: click a piece, then its square");
        }
        let kinds = self.session.controllers.kinds;
        let has = |kind| kinds.contains(&kind);
        match () {
            () if has(ControllerKind::Paddles) => {
                Some("Paddles: the mouse turns them, its button is fire")
            }
            () if has(ControllerKind::Driving) => {
                Some("Driving controller: the mouse turns it, its button is fire")
            }
            () if kinds[0] == ControllerKind::Keypad => {
                Some("Keypad: the keyboard's number block; the right one: 1 to 0, - and =")
            }
            () if has(ControllerKind::Keypad) => Some("Keypad, right: 1 to 0, - and ="),
            () if has(ControllerKind::SaveKey) => Some("SaveKey: the game can keep its scores"),
            () => None,
        }
    }

    fn is_over(&self) -> bool {
        let last = self.plan.exit_after;
        last.is_some_and(|last| self.session.frames() >= last)
    }

    /// One round of the loop, which shows one picture.
    fn turn(&mut self) -> Result<(), Error> {
        self.clock.wait(&self.session);
        let looked = Instant::now();
        self.take_events();
        self.input.time_is(looked);
        self.input.contacts.next_frame();
        self.release_by_menu();
        let dimmed = self.pass_time();
        self.act_on_notices();
        self.follow_adviser();
        self.show(dimmed)?;
        self.clock.meter.picture(looked, self.session.frames());
        if let Some(recorder) = &mut self.storage.recorder
            && let Err(error) = recorder.tick(self.session.timeline())
        {
            self.storage.recorder = None;
            self.fail(error);
        }
        self.every_second();
        Ok(())
    }

    /// Keeps what must survive the end of the display, and retries what could not be written.
    fn every_second(&mut self) {
        if self.storage.kept.is_some_and(|kept| kept.elapsed() < EVERY) {
            return;
        }
        self.look_at_tests_and_sources();
        self.storage.kept = Some(Instant::now());
        if let Err(error) = self.storage.keeper.catch_up() {
            self.fail(error);
        }
        self.keep_save_key(SaveKeyFile::save);
        self.keep_session();
    }

    /// Writes what the SaveKey has got since it was last written.
    fn keep_save_key(&mut self, write: fn(&mut SaveKeyFile, &SaveKeyMemory) -> Result<(), Error>) {
        let memory = self.session.save_key();
        let file = self.storage.save_key.as_mut();
        if let Some(Err(error)) = file.map(|file| write(file, memory)) {
            self.fail(error);
        }
    }

    /// The file of a state slot.
    pub(super) fn slot_path(&self, slot: Slot) -> PathBuf {
        let sha256 = self.session.timeline().sha256();
        slots::path(&self.plan.folder, &self.storage.name, sha256, slot)
    }

    /// The text of the title bar.
    pub(super) fn title(&self) -> String {
        title(&self.plan, &self.storage.name, self.session.cartridge())
    }

    /// Reports a failure on the screen and on standard error; the game continues.
    pub(super) fn fail(&mut self, error: Error) {
        let text = self.note_failure(error);
        self.view.messages.show_for(text, 300);
    }

    /// Reports a failure on standard error. Returns the text for the screen.
    pub(super) fn note_failure(&mut self, error: Error) -> String {
        let text = error.to_string();
        headless::print::message(&text);
        self.failed.get_or_insert(error);
        text
    }

    /// Writes what is still to be written.
    fn finish(mut self) -> Result<(), Error> {
        self.finish_errands();
        self.keep_save_key(SaveKeyFile::finish);
        if let Err(error) = self.storage.keeper.finish() {
            self.fail(error);
        }
        if let Err(error) = self.devices.audio.finish() {
            self.fail(error);
        }
        self.finish_recording();
        if let Err(error) = self.devices.audio.finish_recording() {
            self.fail(error);
        }
        if let Some(path) = self.plan.stats.clone()
            && let Err(error) = self.report().write(&path)
        {
            self.fail(error);
        }
        if self.plan.freeze_at.is_none() {
            self.save_session();
        }
        match self.failed {
            // It has been reported.
            Some(_) => Err(Error::Reported),
            None => Ok(()),
        }
    }
}

/// Reads a file of colors.
fn palette_file(path: &Path) -> Result<UserPalette, Error> {
    check_regular(path)?;
    let bytes = std::fs::File::open(path).and_then(read_bounded);
    let bytes = bytes.map_err(Error::read(path))?;
    UserPalette::from_bytes(&bytes).ok_or_else(|| {
        Error::Usage(format!(
            "{} is no palette: it has {} bytes instead of 792 (128 colors for NTSC, 128 for PAL, \
             8 for SECAM) or 384 (128 colors)",
            path.display(),
            bytes.len()
        ))
    })
}

/// The text of the title bar for a cartridge.
pub fn title(plan: &Plan, name: &str, cartridge: &Cartridge) -> String {
    let title = title_of(cartridge.image());
    let named = || format!("Crownhead: {}", title.map_or(name, |title| title.name));
    plan.title.clone().unwrap_or_else(named)
}
