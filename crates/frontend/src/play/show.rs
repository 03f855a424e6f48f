//! The picture with all that lies over it, and the numbers of the session.

use super::{
    action::{Action, Command},
    help::HelpState,
    logs::Report,
    player::Player,
    standard::period,
    view::Over,
};
use crate::error::Error;

impl Player {
    pub(super) fn show(&mut self, dimmed: bool) -> Result<(), Error> {
        let standard = self.standard();
        let over = Over {
            bindings: &self.bindings,
            help: HelpState {
                switches: self.switches,
                slot: self.slot,
                checkers: self.table.is_some(),
            },
            statistics: self.statistics_line(),
            banner: self.banner(),
            dimmed,
            chooser: self.chooser.as_ref(),
            table: self.table.as_ref(),
        };
        let canvas = self.view.draw(self.screen.size(), standard, &over);
        let (width, height) = canvas.size();
        if width == 0 || height == 0 {
            return Ok(());
        }
        self.screen.present(canvas.pixels(), width, height)?;
        if let Some(table) = &mut self.table {
            table.picture_shown();
            let news = table.news();
            news.into_iter()
                .for_each(|news| self.view.messages.show(news));
        }
        Ok(())
    }

    fn banner(&self) -> Option<String> {
        if self.time.waits_for_focus {
            return Some("Paused: click here to go on".into());
        }
        if self.time.paused {
            return Some(format!(
                "Paused: {} goes on",
                self.bindings.hint(Action::Once(Command::Pause))
            ));
        }
        if let Some(since) = self.thinking_since {
            let seconds = period(self.standard(), 262).as_secs_f64()
                * self.game.frames().saturating_sub(since) as f64;
            return Some(format!("Thinking: {seconds:.0} s at full speed"));
        }
        if self.contacts.holds(Action::Rewind) {
            return Some("<< Rewind".into());
        }
        if self.time.turbo || self.contacts.holds(Action::FastForward) {
            return Some(">> Turbo".into());
        }
        self.time.slow.then(|| "Slow motion".into())
    }

    fn statistics_line(&self) -> String {
        let frame = self.game.machine().last_frame();
        let sound = self.speaker.statistics();
        format!(
            "{} {} {}L {:.2}Hz {:.0}ms",
            frame.number,
            self.standard().name().to_uppercase(),
            frame.scanlines(),
            self.meter.present_rate(),
            sound.latency_ms,
        )
    }

    pub(super) fn report(&self) -> Report {
        let sound = self.speaker.statistics();
        Report {
            frames: self.game.frames(),
            pictures: self.meter.pictures,
            seconds: self.meter.seconds(),
            frames_per_second: self.meter.rate(self.game.frames()),
            busy: self.meter.busy(),
            key_to_picture_ms_max: self.meter.latency_max.as_secs_f64() * 1000.0,
            key_to_picture_ms_mean: self.meter.latency_mean_ms(),
            picture: self.game.machine().last_frame().hash().to_string(),
            audio: self.game.audio_hash().to_string(),
            chain: self.chain.unwrap_or_default().to_string(),
            sound_playing: sound.playing,
            sound_under_runs: sound.under_runs,
            sound_dropped: sound.dropped,
            sound_latency_ms: sound.latency_ms,
        }
    }
}
