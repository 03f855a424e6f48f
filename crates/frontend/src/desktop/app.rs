//! The application: a session, its devices, and the panels over the picture.
//!
//! Its parts do not depend on each other. Three modules connect them: [`super::host`] runs the
//! frames, [`super::execute`] executes the commands, and [`super::run`] runs the main loop.

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
    /// The session in progress.
    pub session: Session,
    /// The keys, buttons and the mouse.
    pub controls: Controls,
    /// The window, the sound, the pads.
    pub devices: Devices,
    /// The contents of the window.
    pub view: View,
    /// The speed of the console.
    pub clock: Clock,
    /// The files of the session.
    pub storage: Storage,
    /// The settings files.
    pub settings: Store,
    /// The panels over the game.
    pub panels: Panels,
    /// The helper for Video Checkers: hints, watched games, and the book (the opened file of
    /// games).
    pub companion: Companion,
    /// The choices made on the command line.
    pub plan: Plan,
    /// The port for debuggers in other programs.
    pub port: Option<Port>,
    /// Whether the window should close.
    pub quit: bool,
}

impl App {
    /// Collects the facts about the current state that the panels may see.
    pub fn facts(&self) -> Facts<'_> {
        let (controllers, look) = (&self.session.controllers, &self.view.look);
        Facts {
            settings: &self.settings,
            bindings: &self.controls.bindings,
            pad_map: &self.controls.pad_maps[0],
            pad_names: &self.controls.pad_names,
            plugged_pads: [0, 1].map(|player| self.devices.pads.name(player)),
            page_size: self.view.page_size(),
            game: self.session.bundled_game(),
            is_watching: self.companion.is_watching,
            ram: self.session.machine().ram(),
            switches: self.session.levers(),
            controllers: controllers.kinds,
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
            is_recording_input: self.storage.recorder.is_some(),
            is_recording_sound: self.devices.audio.recording().is_some(),
        }
    }

    /// Calls a function with the panels and the facts. The panels know nothing about the rest of
    /// the program except these facts.
    pub fn with_panels<T>(&mut self, function: impl FnOnce(&mut Panels, &Facts) -> T) -> T {
        let mut panels = std::mem::take(&mut self.panels);
        let result = function(&mut panels, &self.facts());
        self.panels = panels;
        result
    }

    /// Passes an event to the open panel. Returns the panel's requests.
    pub fn send_to_panel(&mut self, event: PanelEvent) -> Vec<Request> {
        self.with_panels(|panels, facts| panels.handle(event, facts))
    }

    /// Opens a menu or page.
    pub fn open_panel(&mut self, panel: Panel) {
        self.prepare_for_panel();
        self.panels.open(panel);
    }

    /// Prepares for a panel over the game: releases all held keys, frees the mouse, and clears the
    /// messages.
    pub fn prepare_for_panel(&mut self) {
        self.controls.input.block_all();
        self.view.messages.clear();
        self.devices.capture(false);
    }

    /// Loads the console's last frame as the picture to show.
    pub fn update_picture(&mut self) {
        self.view.load_frame(&self.session);
    }
}
