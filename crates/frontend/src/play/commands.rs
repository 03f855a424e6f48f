//! What each command does.

use super::{
    action::Command,
    chooser::{Choice, Chooser},
    game::Game,
    options::PaletteChoice,
    player::Player,
    recorder::Recorder,
    standard::{palette_of, period},
    states::{self, Slot},
    thinking::Thinking,
};
use crate::{
    error::Error,
    files::{self, fresh_name, write_whole},
    picture::png,
};
use minifb::Key;
use std::path::{Path, PathBuf};
use vcs::{
    input::{Difficulty, Switches},
    television::Standard,
};

/// Frames of a step of rewinding: half a second.
const STEP: u64 = 30;
/// The strengths of the phosphor key, in percent.
const PHOSPHOR: [u8; 3] = [0, 50, 70];
/// State slots.
const SLOTS: usize = 10;

impl Player {
    /// Carries a command out and says on screen what it did.
    pub(super) fn command(&mut self, command: Command) {
        let said = match command {
            Command::Color(on) => self.color(on),
            Command::ToggleColor => self.color(!self.switches.color),
            Command::Difficulty(port, position) => self.difficulty(port, position),
            Command::ToggleDifficulty(port) => {
                let position = match self.position(port) {
                    Difficulty::A => Difficulty::B,
                    Difficulty::B => Difficulty::A,
                };
                self.difficulty(port, position)
            }
            Command::NextSlot => self.select_slot(self.slot + 1),
            Command::PreviousSlot => self.select_slot(self.slot + SLOTS - 1),
            Command::SaveState => self.save_state(),
            Command::LoadState => self.load_state(Slot::Number(self.slot)),
            Command::Snapshot => return self.snapshot(),
            Command::Pause => {
                self.time.paused = !self.time.paused;
                return;
            }
            Command::Advance => {
                self.time.paused = true;
                self.time.advance += 1;
                return;
            }
            Command::StepBack => {
                self.rewind(STEP);
                return;
            }
            Command::StepForward => {
                if self.game.forward(STEP) {
                    self.take_picture();
                }
                return;
            }
            Command::Turbo => {
                self.time.turbo = !self.time.turbo;
                return;
            }
            Command::Slow => {
                self.time.slow = !self.time.slow;
                return;
            }
            Command::PowerCycle => self.power_cycle(),
            Command::FullScreen => return self.toggle_fullscreen(),
            Command::Scale(step) => self.rescale(step),
            Command::FastThink => {
                self.fast_thinking = !self.fast_thinking;
                format!("Fast thinking {}", on_off(self.fast_thinking))
            }
            Command::Volume(step) => {
                self.volume = self.volume.saturating_add_signed(step).min(100);
                self.muted = false;
                self.apply_volume();
                format!("Volume {}", self.volume)
            }
            Command::Mute => {
                self.muted = !self.muted;
                self.apply_volume();
                format!("Sound {}", on_off(!self.muted))
            }
            Command::Statistics => {
                self.view.statistics = !self.view.statistics;
                return;
            }
            Command::Phosphor => {
                let look = &mut self.view.look;
                look.phosphor = next(&PHOSPHOR, look.phosphor);
                format!("Phosphor {} %", look.phosphor)
            }
            Command::Scanlines => {
                let look = &mut self.view.look;
                look.scanlines = !look.scanlines;
                format!("Scanlines {}", on_off(look.scanlines))
            }
            Command::Palette => {
                let now = self
                    .view
                    .look
                    .palette
                    .unwrap_or(palette_of(self.standard()));
                let palette = next(&PaletteChoice::ALL, now);
                self.view.look.palette = Some(palette);
                self.take_picture();
                format!("Palette {}", palette.name())
            }
            Command::Standard => {
                let standard = next(&Standard::ALL, self.standard());
                self.standard = Some(standard);
                self.view.look.palette = None;
                self.take_picture();
                format!("Standard {}", standard.name().to_uppercase())
            }
            Command::SwapPorts => {
                self.swap_ports = !self.swap_ports;
                format!(
                    "Ports {}",
                    if self.swap_ports {
                        "swapped"
                    } else {
                        "as they are"
                    }
                )
            }
            Command::Record => self.record(),
            Command::Clip => return self.save_clip(),
            Command::Open => {
                self.chooser = Some(Chooser::new(&self.shelf()));
                self.contacts.release_all();
                return;
            }
            Command::Help => {
                self.view.help = !self.view.help;
                return;
            }
            Command::Quit => {
                self.quit = true;
                return;
            }
            Command::Escape => {
                self.quit = !self.view.help;
                self.view.help = false;
                return;
            }
        };
        self.view.messages.show(said);
    }

    /// Fills the screen, or is a window again.
    pub(super) fn toggle_fullscreen(&mut self) {
        if self.screen.set_fullscreen(!self.fullscreen) {
            self.fullscreen = !self.fullscreen;
        } else {
            self.view.messages.show("Full screen is not possible here");
        }
    }

    /// Makes the window a whole number of times as large as the picture.
    fn rescale(&mut self, step: i8) -> String {
        let lines = self.view.picture().height().max(1);
        let (width, height) = self.screen.size();
        let now = (width / 320).min(height / lines).clamp(1, 10);
        let scale = now.saturating_add_signed(step.into()).clamp(1, 10);
        if self.fullscreen || !self.screen.resize(320 * scale, lines * scale) {
            return "Size cannot be changed here".into();
        }
        format!("Size {scale}")
    }

    /// The folder to choose from: where the present cartridge came from, or the present folder.
    fn shelf(&self) -> PathBuf {
        let file = self
            .plan
            .cartridge
            .as_deref()
            .and_then(|path| std::path::absolute(path).ok());
        file.and_then(|path| path.parent().map(Path::to_owned))
            .or_else(|| std::env::current_dir().ok())
            .unwrap_or_default()
    }

    /// A key for the list of cartridges.
    pub(super) fn choose(&mut self, key: Key) {
        let Some(chooser) = &mut self.chooser else {
            return;
        };
        match chooser.key(key) {
            Choice::Open => {}
            Choice::Closed => self.chooser = None,
            Choice::File(path) => match self.open(&path) {
                Ok(()) => self.chooser = None,
                Err(error) => self.view.messages.show_for(error.to_string(), 300),
            },
        }
    }

    /// Plugs another cartridge in. The session with the old one is saved like on exit; a file
    /// that is no cartridge changes nothing.
    fn open(&mut self, path: &Path) -> Result<(), Error> {
        let cartridge = files::cartridge(path, &files::read_image(path)?)?;
        if let Some(mut recorder) = self.recorder.take() {
            recorder.save(&self.game)?;
        }
        states::save(&self.slot_path(Slot::Exit), &self.game)?;
        let input = self.contacts.input(self.switches, self.swap_ports);
        self.thinking = Thinking::of(cartridge.image(), self.thinking_from);
        self.game = Game::new(cartridge, self.game.power_on(), input);
        self.plan.cartridge = Some(path.to_owned());
        self.plan.name = path
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        self.mixer.join();
        self.view
            .messages
            .show(format!("Playing {}", self.plan.name));
        Ok(())
    }

    fn color(&mut self, on: bool) -> String {
        self.switches.color = on;
        format!("TV type: {}", if on { "color" } else { "black-and-white" })
    }

    fn position(&self, port: usize) -> Difficulty {
        if port == 0 {
            self.switches.left
        } else {
            self.switches.right
        }
    }

    fn difficulty(&mut self, port: usize, position: Difficulty) -> String {
        let (switch, side) = match port {
            0 => (&mut self.switches.left, "Left"),
            _ => (&mut self.switches.right, "Right"),
        };
        *switch = position;
        let word = match position {
            Difficulty::A => "A",
            Difficulty::B => "B",
        };
        format!("{side} difficulty {word}")
    }

    fn select_slot(&mut self, slot: usize) -> String {
        self.slot = slot % SLOTS;
        let path = self.slot_path(Slot::Number(self.slot));
        let standard = self.standard();
        let saved = states::load(&path, &self.game).ok().flatten();
        let frame = saved.as_ref().map(|saved| saved.machine.last_frame());
        self.view.thumbnail = frame.map(|frame| self.view.picture_of(frame, standard));
        format!(
            "State slot {}{}",
            self.slot,
            if saved.is_some() { "" } else { " is empty" }
        )
    }

    pub(super) fn slot_path(&self, slot: Slot) -> PathBuf {
        states::path(&self.plan.folder, &self.plan.name, self.game.sha256(), slot)
    }

    fn save_state(&mut self) -> String {
        match states::save(&self.slot_path(Slot::Number(self.slot)), &self.game) {
            Ok(()) => format!("State slot {} saved", self.slot),
            Err(error) => self.failed_silently(error),
        }
    }

    /// Puts a saved state in the place of the present moment; says what came of it.
    pub(super) fn load_state(&mut self, slot: Slot) -> String {
        let (place, hint) = match slot {
            Slot::Number(number) => (format!("State slot {number}"), "is empty"),
            Slot::Exit => (
                "The last session".into(),
                "was not saved; this is a new one",
            ),
        };
        match states::load(&self.slot_path(slot), &self.game) {
            Ok(None) => format!("{place} {hint}"),
            Ok(Some(saved)) => {
                self.game.replace(saved.machine, saved.frames, saved.inputs);
                let switches = self.game.machine().input().switches;
                self.switches = Switches {
                    select: false,
                    reset: false,
                    ..switches
                };
                self.mixer.join();
                self.take_picture();
                format!("{place} loaded")
            }
            Err(error) => error.to_string(),
        }
    }

    fn power_cycle(&mut self) -> String {
        if let Some(mut recorder) = self.recorder.take()
            && let Err(error) = recorder.save(&self.game)
        {
            self.fail(error);
        }
        self.game.power_cycle();
        self.mixer.join();
        "Power off and on".into()
    }

    fn snapshot(&mut self) {
        let folder = self.plan.folder.join("snapshots");
        let written = fresh_name(&folder, &self.plan.name, "png").and_then(|path| {
            write_whole(&path, &png(self.view.picture())?)?;
            Ok(path)
        });
        match written {
            Ok(path) => self
                .view
                .messages
                .show(format!("Snapshot {}", path.display())),
            Err(error) => self.fail(error),
        }
    }

    /// Writes the last seconds as an animated PNG.
    fn save_clip(&mut self) {
        let palette = self.view.palette(self.standard());
        let standard = self.standard();
        let period = period(standard, self.game.scanlines());
        let folder = self.plan.folder.join("clips");
        let written = fresh_name(&folder, &self.plan.name, "png").and_then(|path| {
            write_whole(&path, &self.clip.apng(&palette, period)?)?;
            Ok(path)
        });
        match written {
            Ok(path) => self.view.messages.show(format!("Clip {}", path.display())),
            Err(error) => self.fail(error),
        }
    }

    fn record(&mut self) -> String {
        if let Some(mut recorder) = self.recorder.take() {
            return match recorder.save(&self.game) {
                Ok(()) => format!("Recorded {}", recorder.path().display()),
                Err(error) => self.failed_silently(error),
            };
        }
        let folder = self.plan.folder.join("recordings");
        let started = fresh_name(&folder, &self.plan.name, "script")
            .and_then(|path| Recorder::start(path, self.plan.cartridge.as_deref(), &self.game));
        match started {
            Ok(recorder) => {
                let said = format!("Recording since power-on: {}", recorder.path().display());
                self.recorder = Some(recorder);
                said
            }
            Err(error) => self.failed_silently(error),
        }
    }

    /// Notes a fault whose sentence the caller shows.
    fn failed_silently(&mut self, error: Error) -> String {
        let said = error.to_string();
        eprintln!("crownhead: {said}");
        self.failed.get_or_insert(error);
        said
    }
}

fn on_off(on: bool) -> &'static str {
    if on { "on" } else { "off" }
}

/// The one after `now`, round and round.
fn next<T: Copy + PartialEq>(all: &[T], now: T) -> T {
    let at = all
        .iter()
        .position(|one| *one == now)
        .map_or(0, |at| at + 1);
    all[at % all.len()]
}
