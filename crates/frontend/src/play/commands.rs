//! What each command does.

use super::{
    action::Command,
    checkers::Table,
    chooser::Wanted,
    help::Page,
    options::PaletteChoice,
    player::Player,
    standard::{palette_of, picture_width, window_width},
    states::Slot,
};
use vcs::{input::Difficulty, television::Standard};

/// Frames of a step of rewinding: half a second.
const STEP: u64 = 30;
/// The strengths of the phosphor key, in percent.
const PHOSPHOR: [u8; 3] = [0, 50, 70];
/// Said where a command is for the bundled cartridge alone.
pub(super) const NO_CHECKERS: &str = "Video Checkers: only with that cartridge";
/// Said where hands are wanted that a script has.
pub(super) const SCRIPT_PLAYS: &str = "Script: it plays; wait for its end";
/// State slots.
pub(super) const SLOTS: usize = 10;

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
            Command::Resume => self.load_state(Slot::Exit),
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
                    self.take_levers();
                    self.take_picture();
                    return;
                }
                "Unwind: this is the latest moment".into()
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
                let swap = &mut self.controllers.swap_ports;
                *swap = !*swap;
                let how = if *swap { "swapped" } else { "as they are" };
                self.contacts.keypads = self.controllers.keypads();
                format!("Ports {how}")
            }
            Command::SwapPaddles => {
                let swap = &mut self.controllers.swap_paddles;
                *swap = !*swap;
                format!("Paddles {}", if *swap { "swapped" } else { "as they are" })
            }
            Command::NextController(socket) => {
                let kind = self.controllers.next_kind(socket);
                self.contacts.keypads = self.controllers.keypads();
                format!("{} controller: {kind}", ["Left", "Right"][socket])
            }
            Command::CenterPaddles => {
                self.controllers.center();
                "Paddles in the middle".into()
            }
            Command::CaptureMouse if !self.controllers.want_mouse() => {
                "Mouse: it turns paddles and wheels only".into()
            }
            Command::CaptureMouse => {
                self.set_capture(!self.captured);
                match self.captured {
                    true => "Mouse caught".into(),
                    false => "Mouse free".into(),
                }
            }
            Command::TakeBack | Command::LoadPosition if self.scripted.is_some() => {
                SCRIPT_PLAYS.into()
            }
            Command::TakeBack => self.at_table(Table::take_back),
            Command::Numbers => self.at_table(|table| {
                table.numbers = !table.numbers;
                format!("Numbers {}", on_off(table.numbers))
            }),
            Command::MoveList => self.at_table(|table| {
                table.list = !table.list;
                format!("List of moves {}", on_off(table.list))
            }),
            Command::SavePosition => return self.save_position(),
            Command::LoadPosition if self.table.is_none() => NO_CHECKERS.into(),
            Command::LoadPosition => return self.open_chooser(Wanted::Position),
            Command::Record => self.record(),
            Command::RecordSound => self.record_sound(),
            Command::Clip => return self.save_clip(),
            Command::Open => return self.open_chooser(Wanted::Cartridge),
            Command::Help => {
                self.view.help = self.view.help.next();
                return;
            }
            Command::Quit => {
                self.quit = true;
                return;
            }
            Command::Escape => {
                self.quit = !self.view.help.is_open();
                self.view.help = Page::Closed;
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
        let wide = picture_width(self.view.look.aspect, self.standard());
        let now = (width / wide).min(height / lines).clamp(1, 10);
        let scale = now.saturating_add_signed(step.into()).clamp(1, 10);
        let width = window_width(self.view.look.aspect, self.standard(), scale);
        if self.fullscreen || !self.screen.resize(width, lines * scale) {
            return "Size cannot be changed here".into();
        }
        format!("Size {scale}")
    }

    /// Does something with the game of Video Checkers, if there is one.
    fn at_table(&mut self, act: impl FnOnce(&mut Table) -> String) -> String {
        self.table.as_mut().map_or(NO_CHECKERS.into(), act)
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
        let turned = std::mem::replace(switch, position) != position;
        let word = match position {
            Difficulty::A => "A",
            Difficulty::B => "B",
        };
        let meaning = match (&self.table, port, position) {
            (Some(_), 0, Difficulty::A) => ": set-up, fire places",
            (Some(_), 0, Difficulty::B) => ": play",
            (Some(_), _, _) if turned => ": sides are traded",
            _ => "",
        };
        format!("{side} difficulty {word}{meaning}")
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
