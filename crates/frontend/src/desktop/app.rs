//! The application: a session, its devices, and what is shown over the picture.
//!
//! Its parts know nothing of each other. The files above this one make them work together:
//! [`super::host`] for time, [`super::execute`] for commands, [`super::run`] for the loop.

use super::{
    clock::Clock,
    companion::Companion,
    controls::Controls,
    devices::Devices,
    facts::Facts,
    panel::{Panel, PanelEvent, Panels},
    plan::Plan,
    request::Request,
    settings::Store,
    storage::Storage,
    view::View,
};
use attach::Port;
use games::session::BundledGames;
use play::session::Session;

/// The desktop program.
pub struct App {
    /// The session that is played.
    pub session: Session,
    /// The keys, buttons and the mouse.
    pub controls: Controls,
    /// The window, the sound, the pads.
    pub devices: Devices,
    /// The contents of the screen.
    pub view: View,
    /// How time passes.
    pub clock: Clock,
    /// The files of the session.
    pub storage: Storage,
    /// The settings files.
    pub settings: Store,
    /// The panels over the game.
    pub panels: Panels,
    /// The company for a game of Video Checkers.
    pub companion: Companion,
    /// The decisions of the options.
    pub plan: Plan,
    /// Where a debugger attaches.
    pub port: Option<Port>,
    /// The window closes.
    pub quit: bool,
}

impl App {
    /// The present state, for the panels.
    pub fn facts(&self) -> Facts<'_> {
        let (controllers, look) = (&self.session.controllers, &self.view.look);
        Facts {
            settings: &self.settings,
            bindings: &self.controls.bindings,
            buttons: &self.controls.pad_maps[0],
            pad_names: &self.controls.pad_names,
            plugged: [0, 1].map(|place| self.devices.pads.name(place)),
            fitting: self.view.fitting(),
            game: self.session.bundled_game(),
            watches: self.companion.watches,
            ram: self.session.machine().ram(),
            levers: self.session.levers(),
            kinds: controllers.kinds,
            swap_ports: controllers.swap_ports,
            swap_paddles: controllers.swap_paddles,
            slot: self.storage.slot,
            paused: self.clock.paused,
            turbo: self.clock.turbo,
            slow: self.clock.slow,
            fast_thinking: self.session.fast_thinking,
            fullscreen: self.devices.fullscreen,
            phosphor: look.phosphor,
            scanlines: look.scanlines,
            statistics: self.view.statistics,
            standard: self.session.standard(),
            muted: self.devices.audio.is_muted(),
            records_input: self.storage.recorder.is_some(),
            records_sound: self.devices.audio.recording().is_some(),
        }
    }

    /// Asks the panels, which see the rest only as facts.
    pub fn ask<T>(&mut self, question: impl FnOnce(&mut Panels, &Facts) -> T) -> T {
        let mut panels = std::mem::take(&mut self.panels);
        let answer = question(&mut panels, &self.facts());
        self.panels = panels;
        answer
    }

    /// The requests of the open panel on an event.
    pub fn requests(&mut self, event: PanelEvent) -> Vec<Request> {
        self.ask(|panels, facts| panels.take(event, facts))
    }

    /// Opens a menu or page.
    pub fn open_panel(&mut self, panel: Panel) {
        self.make_room();
        self.panels.open(panel);
    }

    /// Something opens over the game: whatever the keys hold ends, and messages make room.
    pub fn make_room(&mut self) {
        self.controls.input.block_all();
        self.view.messages.clear();
        self.devices.capture(false);
    }

    /// Shows the console's last frame from now on.
    pub fn take_picture(&mut self) {
        self.view.take(&self.session);
    }
}
