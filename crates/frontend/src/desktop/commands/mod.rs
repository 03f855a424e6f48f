//! What each command does, in groups: this file dispatches, and has the short ones.

mod game;
mod opening;
mod picture;
mod saving;

use super::{
    action::{Command, ControllerCommand, LayerCommand, SoundCommand, TimeCommand},
    launcher::Wanted,
    panel::{Panel, capital},
    player::Player,
    ui::MenuCursor,
};
use play::mouse_play::Assistant;
use vcs::tia::LAYERS;

/// Frames of a step of rewinding: half a second.
const STEP: u64 = 30;
/// The message where a command is for the bundled cartridge alone.
const NO_CHECKERS: &str = "Video Checkers: only with that cartridge";
/// The message where the player wants the controls that a script has.
pub(super) const SCRIPT_PLAYS: &str = "Script: it plays; wait for its end";

impl Player {
    /// Carries a command out and shows what it did.
    pub(super) fn command(&mut self, command: Command) {
        let text = match command {
            Command::Lever(lever) => Some(self.session.set_lever(lever)),
            Command::Toggle(switch) => Some(self.session.toggle(switch)),
            Command::State(command) => Some(self.state_command(command)),
            Command::Time(command) => self.time_command(command),
            Command::Picture(command) => self.picture_command(command),
            Command::Sound(command) => Some(self.sound_command(command)),
            Command::Layer(command) => Some(self.layer_command(command)),
            Command::Controller(command) => Some(self.controller_command(command)),
            Command::Game(command) => self.game_command(command),
            Command::Record(command) => Some(self.record_command(command)),
            Command::Open
            | Command::Menu
            | Command::Options
            | Command::Help
            | Command::Debugger
            | Command::Quit
            | Command::Escape => {
                self.menu_command(command);
                None
            }
        };
        if let Some(text) = text {
            self.view.messages.show(text);
        }
    }

    fn menu_command(&mut self, command: Command) {
        match command {
            Command::Open => self.open_launcher(Wanted::Cartridge),
            Command::Menu => {
                let first = MenuCursor {
                    menu: 0,
                    item: Some(0),
                };
                self.open_panel(Panel::Menu(first));
            }
            Command::Options => self.open_panel(Panel::Options(self.options())),
            Command::Help => self.open_panel(Panel::Help(0, 0)),
            Command::Debugger => self.open_debugger(),
            _ => self.quit = true,
        }
    }

    fn time_command(&mut self, command: TimeCommand) -> Option<String> {
        let clock = &mut self.clock;
        match command {
            TimeCommand::Pause => clock.paused = !clock.paused,
            TimeCommand::Advance => {
                clock.paused = true;
                clock.advance += 1;
            }
            TimeCommand::Turbo => clock.turbo = !clock.turbo,
            TimeCommand::Slow => clock.slow = !clock.slow,
            TimeCommand::StepBack => self.rewind(STEP),
            TimeCommand::StepForward if self.session.forward(STEP) => self.take_picture(),
            TimeCommand::StepForward => return Some("Unwind: this is the latest moment".into()),
            TimeCommand::PowerCycle => return Some(self.power_cycle()),
            TimeCommand::FastThink => {
                let fast = &mut self.session.fast_thinking;
                *fast = !*fast;
                return Some(format!("Fast thinking {}", on_off(*fast)));
            }
        }
        None
    }

    fn power_cycle(&mut self) -> String {
        self.finish_recording();
        self.session.power_cycle();
        self.devices.audio.join();
        self.clock.paused = false;
        "Power off and on".into()
    }

    fn sound_command(&mut self, command: SoundCommand) -> String {
        let audio = &mut self.devices.audio;
        match command {
            SoundCommand::Volume(step) => format!("Volume {}", audio.change_volume(step)),
            SoundCommand::Mute => format!("Sound {}", on_off(audio.toggle_mute())),
        }
    }

    fn layer_command(&mut self, command: LayerCommand) -> String {
        let name = |objects| {
            let one = LAYERS.iter().find(|(_, object)| *object == objects);
            one.map_or("all objects", |(name, _)| name)
        };
        match command {
            LayerCommand::Show(objects) => {
                let shown = self.session.toggle_objects(objects);
                let how = if shown { "shown" } else { "hidden" };
                capital(&format!("{} {how}", name(objects)))
            }
            // The script's recording had all collisions.
            LayerCommand::Collide(_) if self.session.is_scripted() => SCRIPT_PLAYS.into(),
            LayerCommand::Collide(objects) => {
                let on = self.session.toggle_collisions(objects);
                format!("Collisions of {} {}", name(objects), on_off(on))
            }
        }
    }

    fn controller_command(&mut self, command: ControllerCommand) -> String {
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
            ControllerCommand::CaptureMouse if !controllers.want_mouse() => {
                "Mouse: only for paddles and driving controllers".into()
            }
            ControllerCommand::CaptureMouse => {
                self.devices.capture(!self.devices.captured);
                let captured = self.devices.captured;
                format!("Mouse {}", if captured { "captured" } else { "free" })
            }
        };
        self.input.keypads = self.session.controllers.keypads();
        text
    }

    /// The position on the board; `None` while pieces are moving.
    fn position(&self) -> Option<checkers::Position> {
        self.session.assistant().and_then(Assistant::position)
    }
}

fn on_off(on: bool) -> &'static str {
    if on { "on" } else { "off" }
}

/// The value after `now`; after the last one, the first.
fn next<T: Copy + PartialEq>(all: &[T], now: T) -> T {
    let at = all.iter().position(|one| *one == now);
    all[at.map_or(0, |at| at + 1) % all.len()]
}
