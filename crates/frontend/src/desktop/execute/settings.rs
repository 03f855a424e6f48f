//! Applies settings to the running program.

use crate::desktop::{
    app::App,
    game_saver::GameSaver,
    palette_file,
    request::Change,
    settings::{DEFAULT_VOLUME, Settings},
    sound::AudioOut,
};
use play::session::game::Aid;
use std::path::Path;

/// Number of pictures for which to show an error: five seconds.
const ERROR_PICTURES: u32 = 300;

impl App {
    /// Prepares the program for the cartridge: sets up its game record, recovers the last session
    /// if the program was killed, and sets up the keys for the cartridge's controllers.
    pub fn set_up_for_cartridge(&mut self) {
        self.storage.game_saver = GameSaver::new(self.plan.game_record.clone());
        self.storage.recover_session(&self.session);
        self.controls
            .set_up_keys(&self.session, self.settings.merged());
    }

    /// Applies the cartridge's settings.
    pub fn apply_cartridge_settings(&mut self) {
        let before = self.settings.merged().clone();
        let sha256 = self.session.timeline().sha256().to_owned();
        if let Err(error) = self.settings.switch_cartridge(&self.storage.name, &sha256) {
            self.view
                .messages
                .show_for(error.to_string(), ERROR_PICTURES);
        }
        self.apply_settings(&before);
        // The console is new and has no cheats yet, so set them even if the setting has not
        // changed.
        self.session
            .set_cheats(self.settings.merged().active_cheats());
    }

    /// Changes a setting in its file and applies it. Shows an error if that fails.
    pub(super) fn set(&mut self, change: Change) {
        let before = self.settings.merged().clone();
        let Change {
            scope,
            section,
            key,
            value,
            success_message,
        } = change;
        match self.settings.set(scope, &section, &key, value) {
            Ok(()) => {
                self.apply_settings(&before);
                if let Some(text) = success_message {
                    self.view.messages.show(text);
                }
            }
            Err(error) => self
                .view
                .messages
                .show_for(error.to_string(), ERROR_PICTURES),
        }
    }

    /// Applies the settings that have changed. For the other settings, the values given on the
    /// command line or chosen with keys remain in force. The exception is sound: if any sound
    /// setting has changed, the volume is set again, too.
    fn apply_settings(&mut self, before: &Settings) {
        let now = self.settings.merged().clone();
        self.apply_picture(before, &now);
        let (old, new) = (&before.sound, &now.sound);
        if old != new {
            let audio = &mut self.devices.audio;
            audio.set_volume(new.volume.unwrap_or(DEFAULT_VOLUME), new.mute);
            audio.set_filter(new.filter);
        }
        if old.device() != new.device() && self.plan.audio_out == AudioOut::Device {
            let open = || self.plan.audio_out.open(&new.device());
            if let Err(error) = self.devices.audio.set_speaker(open) {
                self.view.messages.show_failure(error);
            }
        }
        self.apply_play(before, &now);
        let (pads, messages) = (&self.devices.pads, &mut self.view.messages);
        self.controls.apply(before, &now, pads, messages);
        self.controls.input.keypads = self.session.controllers.keypads();
    }

    fn apply_play(&mut self, before: &Settings, now: &Settings) {
        let (old, new) = (&before.play, &now.play);
        self.clock.pause_without_focus = new.pause_without_focus;
        self.devices.pads.eight_way = new.eight_way;
        self.devices.pads.dead_zone = f32::from(new.dead_zone) / 100.0;
        let controllers = &mut self.session.controllers;
        controllers.sensitivity = f32::from(new.paddle_sensitivity) / 100.0;
        new.set_paddle_response(controllers);
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
            self.session.set_fast_thinking_from(new.fast_thinking_from);
        }
        if before.cheats != now.cheats {
            self.session.set_cheats(now.active_cheats());
        }
        if let Some(list) = self.session.aid(Aid::MoveList)
            && old.move_list != new.move_list
        {
            *list = new.move_list;
        }
        self.view.pieces = new.pieces;
    }

    fn apply_picture(&mut self, before: &Settings, now: &Settings) {
        let (old, new) = (&before.picture, &now.picture);
        self.view.look.apply(old, new);
        if old.palette_file != new.palette_file {
            self.load_palette_file();
        }
        self.clock
            .apply_sync_setting(new.sync, old.sync != new.sync);
        if old.aspect != new.aspect || old.scale != new.scale {
            let scale = new.scale.map_or(self.devices.scale, usize::from);
            let aspect = self.view.look.aspect;
            self.devices.size_window(scale, aspect, &self.session);
        }
        if old != new && self.session.frames() > 0 {
            self.update_picture();
        }
    }

    /// Loads the player's own colors from the chosen file. If no file is chosen or the file is
    /// invalid, removes these colors.
    pub fn load_palette_file(&mut self) {
        let path = Path::new(&self.settings.merged().picture.palette_file);
        let is_unset = path.as_os_str().is_empty();
        let colors = (!is_unset).then(|| palette_file::read(path)).transpose();
        let colors = colors.unwrap_or_else(|error| {
            self.view
                .messages
                .show_for(error.to_string(), ERROR_PICTURES);
            None
        });
        self.view.set_user_palette(colors);
    }
}
