//! Executes all commands and requests. Those about files and settings are in the submodules.

mod files;
mod settings;

use super::{
    action::{
        Command, ControllerCommand, GameCommand, LayerCommand, PictureCommand, RecordCommand,
        SoundCommand, StateCommand, TimeCommand,
    },
    app::App,
    controls::SCRIPT_IS_RUNNING,
    debugger::{Closing, WindowDebugger},
    help::HelpPage,
    launcher::FileKind,
    panel::{OptionsPage, Panel, Question},
    request::Request,
    save_as_test::save_test,
    settings::Escape,
    slots::{SLOTS, Slot},
    ui::{MenuCursor, capitalized},
    view::Look,
};
use games::session::{BundledGame, BundledGames, Ending};
use headless::error::Error;
use play::session::game::Aid;
use signal::Preset;
use vcs::tia::LAYERS;

/// Length of a step back or forward in time, in frames: half a second.
const TIME_STEP: u64 = 30;
/// The message for a command that the current cartridge does not support.
const NOT_SUPPORTED: &str = "This cartridge does not support that command";

impl App {
    /// Executes a request.
    pub fn execute(&mut self, request: Request) {
        match request {
            Request::Command(command) => self.command(command),
            Request::PrepareForPanel => self.prepare_for_panel(),
            Request::Show(text) => self.view.messages.show(text),
            Request::ClearMessages => self.view.messages.clear(),
            Request::Set(change) => self.set(change),
            Request::Choose(kind) => self.choose(kind),
            Request::Open(kind, path) => self.open(kind, &path),
            Request::OpenGame(path, number) => self.open_game(&path, number),
            Request::Insert(bundled) => self.insert_bundled(&bundled),
            Request::Favorites(list) => {
                self.storage.save_favorites(&list, &mut self.view.messages);
            }
            Request::Play => self.close_debugger(),
            Request::Resign => {
                let text = self.end_game(Ending::Resign);
                self.view.messages.show(text);
            }
        }
    }

    /// Executes a command and shows its effect.
    pub fn command(&mut self, command: Command) {
        let text = match command {
            Command::Lever(lever) => Some(self.session.set_lever(lever)),
            Command::Toggle(switch) => Some(self.session.toggle(switch)),
            Command::State(command) => Some(self.state(command)),
            Command::Time(command) => self.time(command),
            Command::Picture(command) => self.picture(command),
            Command::Sound(command) => Some(self.sound_command(command)),
            Command::Layer(command) => Some(self.layer(command)),
            Command::Controller(command) => Some(self.controller(command)),
            Command::Game(command) => self.game(command),
            Command::Record(command) => {
                let done = self.record(command);
                Some(done.unwrap_or_else(|error| self.view.messages.report_failure(error)))
            }
            Command::Press(control) => {
                self.controls.press_briefly(control);
                None
            }
            Command::Open => {
                self.choose(FileKind::Cartridge);
                None
            }
            Command::Escape if self.settings.merged().play.escape == Escape::Quit => {
                self.quit = true;
                None
            }
            Command::Menu | Command::Escape => {
                let first = MenuCursor {
                    menu: 0,
                    item: Some(0),
                };
                self.open_panel(Panel::Menu(first));
                None
            }
            Command::Options => {
                let page = OptionsPage::new(&self.facts());
                self.open_panel(Panel::Options(page));
                None
            }
            Command::Help => {
                self.open_panel(Panel::Help(HelpPage::default()));
                None
            }
            Command::Debugger => {
                self.open_debugger();
                None
            }
            Command::Quit => {
                self.quit = true;
                None
            }
        };
        if let Some(text) = text {
            self.view.messages.show(text);
        }
    }

    fn state(&mut self, command: StateCommand) -> String {
        let slot = self.storage.slot;
        let selected = match command {
            StateCommand::NextSlot => slot + 1,
            StateCommand::PreviousSlot => slot + SLOTS - 1,
            StateCommand::Slot(slot) => slot,
            StateCommand::Save => {
                self.finish_actions();
                let saved = self.storage.save_state(&self.session, &mut self.view);
                return saved.unwrap_or_else(|error| self.view.messages.report_failure(error));
            }
            StateCommand::Load => return self.load_state(Slot::Number(slot)),
            StateCommand::Resume => return self.load_state(Slot::Exit),
        };
        self.storage
            .select_slot(selected, &self.session, &mut self.view)
    }

    /// Restores a saved state. Returns the message to show.
    pub fn load_state(&mut self, slot: Slot) -> String {
        let (loaded, text) = self.storage.load_state(slot, &mut self.session);
        if loaded {
            self.devices.audio.smooth_jump();
            self.view.thumbnail = None;
            self.update_picture();
        }
        text
    }

    fn time(&mut self, command: TimeCommand) -> Option<String> {
        let clock = &mut self.clock;
        match command {
            TimeCommand::Pause => clock.paused = !clock.paused,
            TimeCommand::Advance => {
                clock.paused = true;
                clock.frames_to_advance += 1;
            }
            TimeCommand::Turbo => clock.turbo = !clock.turbo,
            TimeCommand::Slow => clock.slow = !clock.slow,
            TimeCommand::StepBack => self.rewind(TIME_STEP),
            TimeCommand::StepForward if self.session.forward(TIME_STEP) => self.update_picture(),
            TimeCommand::StepForward => return Some("Forward: this is the latest moment".into()),
            TimeCommand::PowerCycle => {
                let messages = &mut self.view.messages;
                self.storage.finish_recording(&self.session, messages);
                self.session.power_cycle();
                self.devices.audio.smooth_jump();
                self.clock.paused = false;
                return Some("Power off and on".into());
            }
            TimeCommand::FastThink => {
                let fast = &mut self.session.fast_thinking;
                *fast = !*fast;
                return Some(format!("Fast thinking {}", on_off(*fast)));
            }
        }
        None
    }

    fn picture(&mut self, command: PictureCommand) -> Option<String> {
        let view = &mut self.view;
        match command {
            PictureCommand::FullScreen => {
                let done = self.devices.toggle_fullscreen();
                (!done).then(|| "Full screen is not possible here".into())
            }
            PictureCommand::Scale(step) => {
                let aspect = view.look.aspect;
                Some(self.devices.rescale(step, aspect, &self.session))
            }
            PictureCommand::Statistics => {
                view.statistics = !view.statistics;
                None
            }
            PictureCommand::Phosphor => Some(view.next_phosphor()),
            PictureCommand::Scanlines => {
                let Look {
                    scanlines, preset, ..
                } = &mut view.look;
                *scanlines = !*scanlines;
                let note = match preset {
                    Preset::Bitmap => "",
                    _ => "; the television set draws its own",
                };
                Some(format!("Scanlines {}{note}", on_off(*scanlines)))
            }
            PictureCommand::Palette => Some(view.next_palette(&self.session)),
            PictureCommand::Standard => Some(view.next_standard(&mut self.session)),
        }
    }

    fn sound_command(&mut self, command: SoundCommand) -> String {
        let audio = &mut self.devices.audio;
        match command {
            SoundCommand::Volume(step) => format!("Volume {}", audio.change_volume(step)),
            SoundCommand::Mute => format!("Sound {}", on_off(audio.toggle_mute())),
        }
    }

    fn layer(&mut self, command: LayerCommand) -> String {
        let name = |objects| {
            let layer = LAYERS.iter().find(|(_, object)| *object == objects);
            layer.map_or("all objects", |(name, _)| name)
        };
        match command {
            LayerCommand::Visibility(objects) => {
                let shown = self.session.toggle_objects(objects);
                let how = if shown { "shown" } else { "hidden" };
                capitalized(&format!("{} {how}", name(objects)))
            }
            // The script was recorded with all collisions on, so they must be on while it plays.
            LayerCommand::Collisions(_) if self.session.is_scripted() => SCRIPT_IS_RUNNING.into(),
            LayerCommand::Collisions(objects) => {
                let on = self.session.toggle_collisions(objects);
                format!("Collisions of {} {}", name(objects), on_off(on))
            }
        }
    }

    fn controller(&mut self, command: ControllerCommand) -> String {
        let controllers = &mut self.session.controllers;
        let swapped = |swap: &mut bool| {
            *swap = !*swap;
            if *swap { "swapped" } else { "not swapped" }
        };
        let text = match command {
            ControllerCommand::SwapPorts => {
                format!("Ports {}", swapped(&mut controllers.swap_ports))
            }
            ControllerCommand::SwapPaddles => {
                format!("Paddles {}", swapped(&mut controllers.swap_paddles))
            }
            ControllerCommand::Next(socket) => {
                let kind = controllers.next_kind(socket);
                format!("{} controller: {kind}", ["Left", "Right"][socket])
            }
            ControllerCommand::CenterPaddles => {
                controllers.center();
                "Paddles centered".into()
            }
            ControllerCommand::CaptureMouse if !controllers.uses_mouse() => {
                "Mouse: only for paddles and driving controllers".into()
            }
            ControllerCommand::CaptureMouse => {
                self.devices.capture(!self.devices.captured);
                let captured = self.devices.captured;
                format!("Mouse {}", if captured { "captured" } else { "free" })
            }
        };
        self.controls.input.keypads = self.session.controllers.keypads();
        text
    }

    fn game(&mut self, command: GameCommand) -> Option<String> {
        let play = &self.settings.merged().play;
        let (level, pieces) = (play.hint_level, play.pieces);
        let (session, companion) = (&mut self.session, &mut self.companion);
        let in_both_games = [GameCommand::Hint, GameCommand::TakeBack];
        let supported = match session.bundled_game() {
            Some(BundledGame::VideoCheckers) => true,
            Some(BundledGame::Triktrak) => in_both_games.contains(&command),
            None => false,
        };
        match command {
            _ if !supported => Some(NOT_SUPPORTED.into()),
            GameCommand::Numbers => self.toggle_aid(Aid::Numbers, "Numbers"),
            GameCommand::MoveList => self.toggle_aid(Aid::MoveList, "List of moves"),
            GameCommand::SavePosition => {
                let saved = self.storage.save_position(session);
                Some(saved.unwrap_or_else(|error| self.view.messages.report_failure(error)))
            }
            _ if session.is_scripted() => Some(SCRIPT_IS_RUNNING.into()),
            GameCommand::TakeBack => {
                let (frames, text) = (session.frames(), session.take_back());
                // Taking back a move in Triktrak may rewind the console.
                if session.frames() != frames {
                    self.update_picture();
                }
                text
            }
            GameCommand::LoadPosition => {
                self.choose(FileKind::Position);
                None
            }
            GameCommand::OpenBook => {
                self.choose(FileKind::Book);
                None
            }
            GameCommand::Book(plies) => Some(companion.step_in_book(plies, session, pieces)),
            GameCommand::Hint => {
                let text = session.hint();
                text.or_else(|| Some(companion.hint(session, level)))
            }
            GameCommand::Watch => Some(companion.watch(session, play)),
            GameCommand::Resign if session.is_undecided() => {
                self.open_panel(Panel::Question(Question::RESIGN));
                None
            }
            GameCommand::Resign => Some(self.end_game(Ending::Resign)),
            GameCommand::OfferDraw => Some(self.end_game(Ending::Draw)),
        }
    }

    fn toggle_aid(&mut self, aid: Aid, name: &str) -> Option<String> {
        let shown = self.session.aid(aid)?;
        *shown = !*shown;
        Some(format!("{name} {}", on_off(*shown)))
    }

    /// Resigns the game of Video Checkers, or offers a draw. Returns the message to show.
    fn end_game(&mut self, ending: Ending) -> String {
        let Some((text, changed)) = self.session.end_game(ending) else {
            return NOT_SUPPORTED.into();
        };
        if changed {
            self.companion.is_watching = false;
            let messages = &mut self.view.messages;
            self.storage.save_game(&self.session, messages);
        }
        text
    }

    fn record(&mut self, command: RecordCommand) -> Result<String, Error> {
        let (storage, session) = (&mut self.storage, &self.session);
        match command {
            RecordCommand::Snapshot => storage.snapshot(&self.view),
            RecordCommand::Clip => storage.save_clip(session, &mut self.view),
            RecordCommand::Input => storage.record_input(session),
            RecordCommand::Sound => storage.record_sound(&mut self.devices.audio),
            RecordCommand::Test if storage.test.is_some() => {
                Ok("The last test is not finished yet".into())
            }
            RecordCommand::Test if session.timeline().is_aided() => {
                let text = "Test: refused while cheats are on or collisions are off; \
                            switch the console off and on first";
                Ok(text.into())
            }
            RecordCommand::Test => {
                let cartridge = storage.cartridge.as_deref();
                let (test, text) = save_test(session, cartridge, &storage.name, &storage.folder)?;
                storage.test = Some(test);
                Ok(text)
            }
        }
    }

    /// Opens the debugger at the current moment.
    fn open_debugger(&mut self) {
        let previous = self.panels.debugger.take();
        let previous = previous.filter(|debugger| debugger.is_for(&self.session));
        let mut debugger = previous.unwrap_or_else(|| {
            let path = self.storage.cartridge.clone();
            Box::new(WindowDebugger::new(&self.session, path))
        });
        debugger.open(&self.session);
        self.panels.debugger = Some(debugger);
        self.open_panel(Panel::Debugger);
    }

    /// Closes the debugger. The game continues from the debugger's machine, unless a breakpoint
    /// stops that machine before the frame ends.
    fn close_debugger(&mut self) {
        let Some(debugger) = &mut self.panels.debugger else {
            return;
        };
        let closing = debugger.close(&mut self.session);
        if closing != Closing::StaysOpen {
            self.panels.close();
        }
        if closing == Closing::Moved {
            self.devices.audio.smooth_jump();
            self.update_picture();
        }
    }
}

fn on_off(on: bool) -> &'static str {
    if on { "on" } else { "off" }
}
