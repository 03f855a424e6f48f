//! The main loop: wait until a picture is due, handle events, emulate, show the picture, play the
//! sound.
//!
//! Keys are read after the wait, so a press affects the very next frame and its picture.

use super::{
    app::App,
    events::Event,
    mouse::{Mouse, MouseChanges},
    pads::PadChange,
    panel::{PanelEvent, Pointer, Press},
    request::Request,
    save_key::SaveKeyFile,
    saved_window,
    ui::{Toolkit, bar_pixels},
};
use headless::{error::Error, interrupt};
use minifb::Key;
use std::time::Instant;

impl App {
    /// Plays until the window is closed, the program is interrupted, or the number of frames given
    /// on the command line has run.
    ///
    /// # Errors
    /// [`Error::Reported`] if the window fails or a file cannot be written. The session is saved
    /// even if the window fails.
    pub fn run(mut self) -> Result<(), Error> {
        let frame_limit = self.plan.exit_after.unwrap_or(u64::MAX);
        while !self.quit
            && self.devices.screen.is_open()
            && self.session.frames() < frame_limit
            && !interrupt::requested()
        {
            if let Err(error) = self.run_round() {
                self.view.messages.show_failure(error);
                break;
            }
        }
        self.finish()
    }

    /// Runs one round of the loop: the frames that make up one picture, and then the picture
    /// itself if there is time to show it.
    fn run_round(&mut self) -> Result<(), Error> {
        self.clock.wait(&self.session);
        let polled_at = Instant::now();
        self.poll();
        self.controls.input.update_time(polled_at);
        self.controls.input.contacts.next_frame();
        self.controls.count_menu_press();
        let dimmed = self.run_frames();
        self.act_on_notices();
        self.update_companion();
        self.show(dimmed)?;
        self.clock
            .meter
            .count_round(polled_at, self.session.frames());
        let messages = &mut self.view.messages;
        self.storage.record_frame(&self.session, messages);
        if self.storage.is_save_due() {
            self.do_once_a_second();
        }
        Ok(())
    }

    /// Polls the devices one after another, because events from one device may change what the next
    /// one reports.
    fn poll(&mut self) {
        for event in self.devices.screen.poll() {
            self.handle_event(event);
        }
        let mouse = self.devices.screen.mouse();
        self.handle_event(Event::Mouse(mouse));
        let active = self.devices.screen.is_active();
        self.handle_event(Event::Focus(active));
        for change in self.devices.pads.poll() {
            self.handle_event(Event::Pad(change));
        }
        for player in [0, 1] {
            if let Some(axis) = self.devices.pads.axis(player) {
                self.handle_event(Event::Stick(player, axis));
            }
        }
        if let Some(message) = self.devices.audio.message() {
            self.handle_event(Event::Sound(message));
        }
    }

    /// Handles an event. Its requests are executed before the next event, which may be meant for a
    /// panel that this event opens.
    fn handle_event(&mut self, event: Event) {
        let requests = match event {
            Event::Key(key, down) if self.panels.is_open() => self.panel_key(key, down),
            Event::Key(key, down) => {
                self.show_num_lock_hint(key, down);
                let controls = &mut self.controls;
                controls.input.key(key, down, &controls.bindings);
                Vec::new()
            }
            Event::Character(_) if self.controls.input.has_command_modifier() => Vec::new(),
            Event::Character(character) => self.send_to_panel(PanelEvent::Character(character)),
            Event::Mouse(mouse) => self.handle_mouse(mouse),
            Event::Focus(active) => {
                self.update_focus(active);
                Vec::new()
            }
            Event::Pad(change) => self.handle_pad(change),
            Event::Stick(player, axis) => {
                self.session.controllers.set_stick(player, axis);
                Vec::new()
            }
            Event::Sound(message) => {
                headless::print::message(&message);
                vec![Request::Show(message)]
            }
        };
        for request in requests {
            self.execute(request);
        }
        for command in self.controls.input.take_commands() {
            self.command(command);
        }
    }

    /// Handles a key while a panel is open. The key does not affect the console until it is pressed
    /// again.
    fn panel_key(&mut self, key: Key, down: bool) -> Vec<Request> {
        let input = &mut self.controls.input;
        let first = input.block(key, down);
        let press = Press {
            chord: input.chord(key),
            has_command_modifier: input.has_command_modifier(),
            first,
        };
        if down {
            self.send_to_panel(PanelEvent::Key(press))
        } else {
            Vec::new()
        }
    }

    /// Shows a hint about NumLock if this key may be on the keypad while NumLock is off: some
    /// systems then report keypad keys as Home, End, Page Up or Page Down.
    fn show_num_lock_hint(&mut self, key: Key, down: bool) {
        let may_be_keypad = [Key::Home, Key::End, Key::PageUp, Key::PageDown].contains(&key);
        if down && may_be_keypad && self.devices.screen.needs_num_lock() {
            let text = "NumLock: switch it on to play on the keypad";
            self.view.messages.show(text);
        }
    }

    fn update_focus(&mut self, active: bool) {
        let clock = &mut self.clock;
        if active {
            clock.waiting_for_focus = false;
        } else if self.devices.was_focused {
            self.controls.input.release_all();
            clock.waiting_for_focus = clock.pause_without_focus && !clock.paused;
            self.devices.capture(false);
        }
        self.devices.was_focused = active;
    }

    fn handle_mouse(&mut self, mouse: Mouse) -> Vec<Request> {
        let mut changes = self.devices.mouse.update(mouse);
        if self.clock.waiting_for_focus {
            changes = changes.without_focus();
        }
        self.update_menu_bar(mouse, &changes);
        if self.panels.is_open() || self.panels.mouse_at_bar {
            if changes.buttons.contains(&false) {
                // The button may have been pressed before the panel opened.
                self.controls.input.mouse(false);
            }
            return self.send_to_panel(PanelEvent::Mouse(Pointer {
                spot: mouse.at.and_then(|at| self.view.spot_at(at)),
                moved: changes.moved,
                clicked: changes.clicked.is_some(),
                wheel: mouse.wheel,
            }));
        }
        let (controls, session) = (&mut self.controls, &mut self.session);
        if session.controllers.uses_mouse() {
            let (width, _) = self.devices.screen.size();
            controls.turn_with_mouse(mouse, changes, width, self.devices.captured, session);
        } else {
            self.devices.capture(false);
            controls.play_with_mouse(mouse, changes, session, &mut self.view);
        }
        Vec::new()
    }

    /// Shows the menu bar when the mouse moves to the top edge of the window, unless a panel is
    /// open or the mouse controls a paddle or driving controller.
    fn update_menu_bar(&mut self, mouse: Mouse, changes: &MouseChanges) {
        let uses_mouse = self.session.controllers.uses_mouse();
        let height = bar_pixels(Toolkit::scale_for(self.devices.screen.size()));
        let in_bar = mouse.at.is_some_and(|(_, y)| y < height);
        let panels = &mut self.panels;
        let has_moved = panels.mouse_at_bar || changes.moved;
        let waiting_for_focus = self.clock.waiting_for_focus;
        panels.mouse_at_bar =
            in_bar && has_moved && !uses_mouse && !waiting_for_focus && !panels.is_open();
    }

    fn handle_pad(&mut self, change: PadChange) -> Vec<Request> {
        let side = |player: usize| ["left", "right"][player];
        let text = match change {
            PadChange::Control(player, control, true) if self.panels.is_open() => {
                return self.send_to_panel(PanelEvent::Pad(player, control));
            }
            PadChange::Control(player, control, down) => {
                self.controls.pad(player, control, down);
                return Vec::new();
            }
            PadChange::Connected(player, name) => format!("Pad {name} plays {}", side(player)),
            PadChange::Disconnected(player) => {
                format!("Pad of the {} player disconnected", side(player))
            }
        };
        let (settings, pads) = (self.settings.merged(), &self.devices.pads);
        self.controls
            .map_pads(settings, pads, &mut self.view.messages);
        vec![Request::Show(text)]
    }

    fn update_companion(&mut self) {
        let play = &self.settings.merged().play;
        if let Some(text) = self.companion.update(&mut self.session, play) {
            self.view.messages.show(text);
        }
    }

    /// Saves the files that must survive a crash of the display, and retries writes that have
    /// failed.
    fn do_once_a_second(&mut self) {
        self.poll_tests_and_sources();
        let messages = &mut self.view.messages;
        if let Err(error) = self.storage.game_saver.write_pending() {
            messages.show_failure(error);
        }
        self.storage
            .write_save_key(SaveKeyFile::save, &self.session, messages);
        if self.plan.freeze_at.is_none() {
            self.storage.save_running_session(&self.session);
        }
    }

    /// Writes the remaining files.
    fn finish(mut self) -> Result<(), Error> {
        self.finish_actions();
        let (session, storage) = (&self.session, &mut self.storage);
        let messages = &mut self.view.messages;
        storage.write_save_key(SaveKeyFile::finish, session, messages);
        if let Err(error) = storage.game_saver.finish() {
            messages.show_failure(error);
        }
        let audio = &mut self.devices.audio;
        if let Err(error) = audio.finish() {
            messages.show_failure(error);
        }
        storage.finish_recording(session, messages);
        if let Err(error) = audio.finish_recording() {
            messages.show_failure(error);
        }
        if let Some(path) = &self.plan.stats
            && let Err(error) = self.report().write(path)
        {
            self.view.messages.show_failure(error);
        }
        let messages = &mut self.view.messages;
        if self.plan.freeze_at.is_none() && !self.devices.fullscreen {
            // If the folder is read-only, all that is lost is the window's size and position, so
            // ignore the error.
            let _ = saved_window::write(&self.storage.folder, self.devices.window_to_save());
        }
        if self.plan.freeze_at.is_none() {
            self.storage.save_session(&self.session, messages);
        }
        match messages.has_failed() {
            // The error has already been reported.
            true => Err(Error::Reported),
            false => Ok(()),
        }
    }
}
