//! Takes the events of keys, pads and mouse, and makes controls, commands and clicks of them.

use super::{
    commands::SCRIPT_PLAYS,
    mouse::{Mouse, MouseNews},
    pads::PadChange,
    panel::Nav,
    player::Player,
    ui::{Toolkit, bar_pixels},
    window::KeyEvent,
};
use minifb::Key;

impl Player {
    /// Takes what happened at the keys, the mouse, the pads and the sound device.
    pub(super) fn take_events(&mut self) {
        self.take_keys();
        let mouse = self.devices.screen.mouse();
        self.take_mouse(mouse);
        self.follow_focus();
        self.take_pads();
        if let Some(news) = self.devices.audio.news() {
            headless::print::message(&news);
            self.view.messages.show(news);
        }
    }

    fn take_keys(&mut self) {
        for event in self.devices.screen.poll() {
            match event {
                KeyEvent::Letter(letter) => self.panel_letter(letter),
                KeyEvent::Key(key, down) => self.take_key(key, down),
            }
        }
    }

    fn take_key(&mut self, key: Key, down: bool) {
        self.hint_at_num_lock(key, down);
        if self.panel.is_none() {
            self.input.key(key, down, &self.bindings);
            // Before the next key: the command may open the list that it is for.
            self.obey();
        } else {
            let first = self.input.block(key, down);
            if down {
                self.panel_key(key, first);
            }
        }
    }

    fn follow_focus(&mut self) {
        let active = self.devices.screen.is_active();
        let clock = &mut self.clock;
        if active {
            clock.waits_for_focus = false;
        } else if self.devices.was_active {
            self.input.release_all();
            clock.waits_for_focus = clock.pause_without_focus && !clock.paused;
            self.devices.capture(false);
        }
        self.devices.was_active = active;
    }

    fn take_pads(&mut self) {
        for change in self.devices.pads.poll() {
            self.pad(change);
            self.obey();
        }
        for player in [0, 1] {
            if let Some(axis) = self.devices.pads.axis(player) {
                self.session.controllers.stick_at(player, axis);
            }
        }
    }

    /// Carries out the commands that were given.
    fn obey(&mut self) {
        for command in self.input.take_commands() {
            self.command(command);
        }
    }

    /// Without NumLock the keypad has other names on some systems: a key of that name is a sign.
    fn hint_at_num_lock(&mut self, key: Key, down: bool) {
        let block = [Key::Home, Key::End, Key::PageUp, Key::PageDown].contains(&key);
        let playing = self.panel.is_none();
        if down && block && playing && self.devices.screen.needs_num_lock() {
            let text = "NumLock: switch it on to play on the keypad";
            self.view.messages.show(text);
        }
    }

    fn take_mouse(&mut self, mouse: Mouse) {
        let mut news = self.devices.mouse.look(mouse);
        if self.clock.waits_for_focus {
            news = news.of_waiting_window();
        }
        self.find_bar(mouse, &news);
        if self.panel.is_some() || self.mouse_at_bar {
            if news.buttons.contains(&false) {
                // It may have been pressed before the panel was opened.
                self.input.mouse(false);
            }
            let clicked = news.clicked.is_some();
            self.mouse_in_panel(mouse.at, news.moved, clicked, mouse.wheel);
        } else if self.session.controllers.want_mouse() {
            self.mouse_turns(mouse, news);
        } else {
            self.mouse_plays(mouse, news);
        }
    }

    /// The mouse at the upper edge brings up the menu bar, unless it plays paddles.
    fn find_bar(&mut self, mouse: Mouse, news: &MouseNews) {
        let paddles = self.session.controllers.want_mouse();
        let height = bar_pixels(Toolkit::scale_for(self.devices.screen.size()));
        let above = mouse.at.is_some_and(|(_, y)| y < height);
        let came = self.mouse_at_bar || news.moved;
        let waits = self.clock.waits_for_focus;
        self.mouse_at_bar = above && came && !paddles && !waits && self.panel.is_none();
    }

    /// The mouse turns paddles and driving controllers.
    fn mouse_turns(&mut self, mouse: Mouse, news: MouseNews) {
        let (width, _) = self.devices.screen.size();
        let width = width.max(1) as f32;
        let controllers = &mut self.session.controllers;
        match mouse.at {
            _ if self.devices.captured => controllers.captured_moved(mouse.motion / width),
            Some((x, _)) if news.moved => controllers.mouse_at(x as f32 / width - 0.5),
            _ => {}
        }
        controllers.mouse_moved(mouse.motion / width);
        for down in news.buttons {
            self.input.mouse(down);
        }
    }

    /// The mouse plays the bundled game.
    fn mouse_plays(&mut self, mouse: Mouse, news: MouseNews) {
        self.devices.capture(false);
        self.input.mouse(false);
        if news.clicked.is_some() && self.session.is_scripted() {
            return self.view.messages.show(SCRIPT_PLAYS);
        }
        if news.moved
            && let Some(assistant) = self.session.assistant_mut()
        {
            assistant.mouse_moved();
        }
        if let Some(at) = news.clicked {
            self.dragged_from = self.view.picture_at(at);
            self.click_board(self.dragged_from);
        }
        if news.buttons.contains(&false)
            && let Some(from) = self.dragged_from.take()
        {
            // A piece that was drawn to another square is dropped there.
            let to = mouse.at.and_then(|at| self.view.picture_at(at));
            self.click_board(to.filter(|to| is_drawn(from, *to)));
        }
    }

    /// A click at a color clock and a row of the picture.
    fn click_board(&mut self, at: Option<(usize, usize)>) {
        if let Some((clock, row)) = at
            && let Some(text) = self.session.click(clock, row)
        {
            self.view.messages.show(text);
        }
    }

    fn pad(&mut self, change: PadChange) {
        let side = |player: usize| ["left", "right"][player];
        match change {
            PadChange::Control(place, control, true) if self.panel.is_some() => {
                if !self.rebinds_button(place, control)
                    && let Some(nav) = Nav::of_pad(control)
                {
                    self.navigate(nav);
                }
            }
            PadChange::Control(place, control, down) => {
                let action = self.pad_maps[place].action(control, place);
                self.input.pad(place, control, down, action);
            }
            PadChange::Connected(place, name) => {
                self.map_pads();
                self.view
                    .messages
                    .show(format!("Pad {name} plays {}", side(place)));
            }
            PadChange::Disconnected(place) => {
                self.map_pads();
                self.view
                    .messages
                    .show(format!("Pad on the {} disconnected", side(place)));
            }
        }
    }
}

/// True where the mouse went further than a hand shakes: half a square of the board.
fn is_drawn(from: (usize, usize), to: (usize, usize)) -> bool {
    from.0.abs_diff(to.0) >= 8 || from.1.abs_diff(to.1) >= 11
}
