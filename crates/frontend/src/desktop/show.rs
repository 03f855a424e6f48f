//! Shows the picture with all panels over it, and the statistics of the session.

use super::{
    action::{Command, TimeCommand},
    app::App,
    logs::Report,
    view::Elements,
};
use headless::error::Error;
use play::contacts::Control;
use std::time::Instant;

impl App {
    /// Shows the picture with everything drawn over it. Skips the picture if the screen is not
    /// ready or this round of the main loop is late, because the game and its sound do not wait for
    /// the screen.
    pub fn show(&mut self, dimmed: bool) -> Result<(), Error> {
        if self.devices.screen.is_ready() && self.clock.has_time_for_picture() {
            let start = Instant::now();
            self.draw(dimmed)?;
            self.clock.record_picture_time(start.elapsed());
        }
        self.view.count_round();
        if let Some(game) = self.session.game_mut() {
            game.picture_shown();
        }
        if let Some(message) = self.storage.game_saver.message.take() {
            self.view.messages.show(message);
        }
        Ok(())
    }

    fn draw(&mut self, dimmed: bool) -> Result<(), Error> {
        let (bar, page) = if self.panels.is_open() || self.panels.mouse_at_bar {
            self.with_panels(|panels, facts| (panels.bar(facts), panels.page(facts)))
        } else {
            (None, None)
        };
        let (size, standard) = (self.devices.screen.size(), self.session.standard());
        let palette = || self.view.palette(standard);
        let debugger = self.panels.debugger_screen(size, palette);
        let elements = Elements {
            statistics: self.statistics_line(),
            banner: self.banner(),
            dimmed,
            bar,
            page,
            debugger,
        };
        let canvas = self.view.draw(size, &self.session, elements);
        if size.0 > 0 && size.1 > 0 {
            let changes = canvas.take_changes();
            let screen = &mut self.devices.screen;
            screen.present(canvas.pixels(), size, &changes)?;
        }
        Ok(())
    }

    fn banner(&self) -> Option<String> {
        if self.clock.waiting_for_focus {
            return Some("Paused: click here to continue".into());
        }
        if self.clock.paused {
            let key = self.controls.hint(Command::Time(TimeCommand::Pause));
            return Some(format!("Paused: {key} continues"));
        }
        if let Some(time) = self.session.thinking_time() {
            let seconds = time.as_secs_f64();
            return Some(format!("Thinking: {seconds:.0} s at full speed"));
        }
        let contacts = &self.controls.input.contacts;
        if contacts.holds(Control::Rewind) {
            return Some("<< Rewind".into());
        }
        if self.clock.turbo || contacts.holds(Control::FastForward) {
            return Some(">> Turbo".into());
        }
        self.clock.slow.then(|| "Slow motion".into())
    }

    fn statistics_line(&self) -> String {
        let frame = self.session.machine().last_frame();
        let sound = self.devices.audio.statistics();
        format!(
            "{} {} {}L {:.2}Hz {:.0}ms",
            frame.number,
            self.session.standard().name().to_uppercase(),
            frame.scanlines(),
            self.clock.meter.recent_rate(),
            sound.latency_ms,
        )
    }

    /// Returns the statistics for `--stats-json`.
    pub fn report(&self) -> Report {
        let sound = self.devices.audio.statistics();
        let (meter, timeline) = (&self.clock.meter, self.session.timeline());
        Report {
            frames: timeline.frames(),
            pictures: meter.pictures,
            pictures_left_out: meter.rounds - meter.pictures,
            picture_ms_mean: meter.picture_mean_ms(),
            seconds: meter.seconds(),
            frames_per_second: meter.rate(timeline.frames()),
            busy: meter.busy_fraction(),
            key_to_picture_ms_max: meter.latency_max.as_secs_f64() * 1000.0,
            key_to_picture_ms_mean: meter.latency_mean_ms(),
            picture: timeline.machine().last_frame().hash().to_string(),
            audio: timeline.audio_hash().to_string(),
            chain: self.session.chain().unwrap_or_default().to_string(),
            sound_playing: sound.playing,
            sound_under_runs: sound.under_runs,
            sound_dropped: sound.dropped,
            sound_latency_ms: sound.latency_ms,
        }
    }
}
