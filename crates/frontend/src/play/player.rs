//! The loop: wait until a frame is due, look at the hands, emulate, show, sound.
//!
//! The keys are read after the wait, so what was pressed shows in the very next frame and that
//! frame is the next picture.

use super::{
    action::{Action, Command},
    bindings::Bindings,
    chooser::Chooser,
    clip::Clip,
    contacts::Contacts,
    game::Game,
    help::HelpState,
    logs::{InputLog, Report},
    pacing::Pacing,
    pads::{PadChange, Pads},
    recorder::Recorder,
    sound::{Mixer, Speaker},
    standard::{period, sample_rate},
    states::{self, Slot},
    thinking::Thinking,
    view::{Over, View},
    window::Screen,
};
use crate::error::Error;
use std::{
    path::PathBuf,
    time::{Duration, Instant},
};
use vcs::{input::Switches, television::Standard};

/// Computing time of a picture while time runs fast; the rest of 16.7 ms is for showing it.
const FAST_SLICE: Duration = Duration::from_millis(13);
/// How long the welcome stays, in pictures: five seconds.
const WELCOME: u32 = 300;
/// Slow motion is this much slower.
const SLOW: f64 = 4.0;

/// How time runs.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Time {
    /// Stands still.
    pub paused: bool,
    /// Frames to run in spite of the pause.
    pub advance: u32,
    /// As fast as it goes.
    pub turbo: bool,
    /// Four times slower.
    pub slow: bool,
    /// The factor of `--speed`.
    pub speed: f64,
}

/// Where things are written, and tests' wishes.
#[derive(Debug, Clone, Default)]
pub struct Plan {
    /// Close after this many frames.
    pub exit_after: Option<u64>,
    /// Hold the picture of this frame.
    pub freeze_at: Option<u64>,
    /// The numbers of the session go here.
    pub stats: Option<PathBuf>,
    /// States, pictures, recordings.
    pub folder: PathBuf,
    /// The cartridge's name in file names.
    pub name: String,
    /// The cartridge's file; the bundled one has none.
    pub cartridge: Option<PathBuf>,
}

/// Everything that a session consists of.
pub struct Player {
    pub(super) game: Game,
    pub(super) switches: Switches,
    pub(super) contacts: Contacts,
    pub(super) bindings: Bindings,
    pub(super) pads: Pads,
    pub(super) screen: Box<dyn Screen>,
    pub(super) view: View,
    pub(super) mixer: Mixer,
    pub(super) speaker: Box<dyn Speaker>,
    pub(super) volume: u8,
    pub(super) muted: bool,
    pub(super) time: Time,
    pub(super) swap_ports: bool,
    pub(super) slot: usize,
    /// None: follows the number of scanlines.
    pub(super) standard: Option<Standard>,
    pub(super) plan: Plan,
    pub(super) recorder: Option<Recorder>,
    pub(super) log: Option<InputLog>,
    pub(super) quit: bool,
    /// What could not be written; the game goes on, the exit status tells.
    pub(super) failed: Option<Error>,
    pub(super) meter: Meter,
    pub(super) clip: Clip,
    pub(super) chooser: Option<Chooser>,
    pub(super) fullscreen: bool,
    pub(super) fast_thinking: bool,
    pub(super) thinking: Option<Thinking>,
    /// From which level on thinking is made short.
    pub(super) thinking_from: u8,
    /// The frame in which the present think began.
    thinking_since: Option<u64>,
    pause_without_focus: bool,
    pacing: Pacing,
    was_active: bool,
    mixed: Vec<f32>,
}

/// Measures the session.
#[derive(Debug)]
pub struct Meter {
    started: Instant,
    first_frames: u64,
    busy: Duration,
    latency_max: Duration,
    latency_sum: Duration,
    pictures: u32,
}

impl Meter {
    fn new() -> Meter {
        Meter {
            started: Instant::now(),
            first_frames: 0,
            busy: Duration::ZERO,
            latency_max: Duration::ZERO,
            latency_sum: Duration::ZERO,
            pictures: 0,
        }
    }

    /// Counts a picture. Time is measured from the first one on, after everything has started.
    fn picture(&mut self, looked: Instant, frames: u64) {
        if self.pictures == 0 {
            self.started = Instant::now();
            self.first_frames = frames;
        }
        let took = looked.elapsed();
        self.busy += took;
        self.latency_sum += took;
        self.latency_max = self.latency_max.max(took);
        self.pictures += 1;
    }
}

/// The parts that the options decide about.
pub struct Parts {
    /// The console.
    pub game: Game,
    /// Its switches.
    pub switches: Switches,
    /// The key map.
    pub bindings: Bindings,
    /// The window.
    pub screen: Box<dyn Screen>,
    /// What is on it.
    pub view: View,
    /// Where sound goes.
    pub speaker: Box<dyn Speaker>,
    /// 0..=100.
    pub volume: u8,
    /// No sound.
    pub muted: bool,
    /// Factor of pace.
    pub speed: f64,
    /// Sticks swapped.
    pub swap_ports: bool,
    /// Pads.
    pub pads: Pads,
    /// From which level on thinking is made short; 0 is never.
    pub thinking_from: u8,
    /// Pause while another window has the keyboard.
    pub pause_without_focus: bool,
    /// Given by option.
    pub standard: Option<Standard>,
    /// Files and tests.
    pub plan: Plan,
}

impl Player {
    /// A session that is ready to run.
    pub fn new(parts: Parts) -> Player {
        let thinking = Thinking::of(parts.game.cartridge().image(), parts.thinking_from);
        let mut player = Player {
            mixer: Mixer::new(0.0),
            game: parts.game,
            switches: parts.switches,
            contacts: Contacts::default(),
            bindings: parts.bindings,
            pads: parts.pads,
            screen: parts.screen,
            view: parts.view,
            speaker: parts.speaker,
            volume: parts.volume,
            muted: parts.muted,
            time: Time {
                speed: parts.speed,
                ..Time::default()
            },
            swap_ports: parts.swap_ports,
            slot: 0,
            standard: parts.standard,
            plan: parts.plan,
            clip: Clip::default(),
            chooser: None,
            fullscreen: false,
            fast_thinking: true,
            thinking,
            thinking_from: parts.thinking_from,
            thinking_since: None,
            pause_without_focus: parts.pause_without_focus,
            recorder: None,
            log: None,
            quit: false,
            failed: None,
            meter: Meter::new(),
            pacing: Pacing::new(),
            was_active: false,
            mixed: Vec::new(),
        };
        player.apply_volume();
        player
    }

    /// Plays until the window is closed, or the wanted frames are over.
    ///
    /// # Errors
    /// The window's faults at once; a file that could not be written when all is over.
    pub fn run(mut self) -> Result<(), Error> {
        while !self.quit && self.screen.is_open() && !self.is_over() {
            self.turn()?;
        }
        self.finish()
    }

    /// Goes on where the last session ended.
    pub fn resume(&mut self) {
        let said = self.load_state(Slot::Exit);
        self.view.messages.show(said);
    }

    /// Says how to find the keys, and how to begin.
    pub fn welcome(&mut self) {
        let hint = |action| self.bindings.hint(action);
        let help = format!(
            "Help: {} shows keys and switches",
            hint(Action::Once(Command::Help))
        );
        let start = format!(
            "Start: {} Reset; {} Select chooses",
            hint(Action::Reset),
            hint(Action::Select)
        );
        self.view.messages.show_for(help, WELCOME);
        self.view.messages.show_for(start, WELCOME);
    }

    fn is_over(&self) -> bool {
        self.plan
            .exit_after
            .is_some_and(|last| self.game.frames() >= last)
    }

    /// One round of the loop, which shows one picture.
    fn turn(&mut self) -> Result<(), Error> {
        let period = period(self.standard(), self.game.scanlines());
        let slow = if self.time.slow { SLOW } else { 1.0 };
        self.pacing.wait(period.mul_f64(slow / self.time.speed));
        let looked = Instant::now();
        self.look();
        self.contacts.next_frame();
        let dimmed = self.pass_time();
        self.show(dimmed)?;
        self.meter.picture(looked, self.game.frames());
        if let Some(recorder) = &mut self.recorder
            && let Err(error) = recorder.tick(&self.game)
        {
            self.recorder = None;
            self.fail(error);
        }
        Ok(())
    }

    /// Keys, pads, commands, news.
    fn look(&mut self) {
        for (key, down) in self.screen.poll() {
            if self.chooser.is_none() {
                self.contacts.key(key, down, &self.bindings);
            } else if down {
                self.choose(key);
            }
        }
        let active = self.screen.is_active();
        if self.was_active && !active {
            self.contacts.release_all();
            self.time.paused |= self.pause_without_focus;
        }
        self.was_active = active;
        for change in self.pads.poll() {
            self.pad(change);
        }
        for command in self.contacts.take_commands() {
            self.command(command);
        }
        if let Some(news) = self.speaker.news() {
            eprintln!("crownhead: {news}");
            self.view.messages.show(news);
        }
    }

    fn pad(&mut self, change: PadChange) {
        let side = |place| ["left", "right"][place];
        match change {
            PadChange::Control(place, control, down) => self.contacts.pad(place, control, down),
            PadChange::Connected(place, name) => {
                self.view
                    .messages
                    .show(format!("Pad {name} plays {}", side(place)));
            }
            PadChange::Disconnected(place) => {
                self.view
                    .messages
                    .show(format!("Pad on the {} is gone", side(place)));
            }
        }
    }

    /// Emulates what belongs to this picture; true where the picture stands for skipped time.
    fn pass_time(&mut self) -> bool {
        let frozen = self
            .plan
            .freeze_at
            .is_some_and(|frame| self.game.frames() > frame);
        if frozen || self.chooser.is_some() {
            self.speaker.pause();
            return false;
        }
        if self.contacts.holds(Action::Rewind) {
            self.rewind(1);
            return false;
        }
        if self.time.paused && self.time.advance == 0 {
            self.speaker.pause();
            return false;
        }
        self.time.advance = self.time.advance.saturating_sub(1);
        if self.is_thinking() {
            self.thinking_since.get_or_insert(self.game.frames());
            self.run_fast();
            return true;
        }
        self.thinking_since = None;
        if self.time.turbo || self.contacts.holds(Action::FastForward) {
            self.run_fast();
        } else {
            self.frame();
            self.sound();
        }
        self.keep();
        self.take_picture();
        false
    }

    /// True while the cartridge thinks and its thinking is to be made short.
    fn is_thinking(&self) -> bool {
        let ram = self.game.machine().ram();
        self.fast_thinking
            && self
                .thinking
                .as_ref()
                .is_some_and(|thinking| thinking.holds(ram))
    }

    /// As many frames as fit between two pictures, silently.
    fn run_fast(&mut self) {
        self.speaker.pause();
        let was_thinking = self.is_thinking();
        let start = Instant::now();
        loop {
            self.frame();
            let thought_out = was_thinking && !self.is_thinking();
            if thought_out || start.elapsed() >= FAST_SLICE || self.is_over() {
                break;
            }
            self.contacts.next_frame();
        }
        self.mixer.join();
    }

    /// One frame with the hands as they are.
    fn frame(&mut self) {
        let input = self.contacts.input(self.switches, self.swap_ports);
        let number = self.game.frames();
        self.game.frame(input);
        if let Some(log) = &mut self.log
            && let Err(error) = log.note(number, self.game.machine())
        {
            self.log = None;
            self.fail(error);
        }
    }

    fn sound(&mut self) {
        self.mixed.clear();
        self.mixer.mix(self.game.samples(), &mut self.mixed);
        let rate = sample_rate(self.standard()) * self.time.speed;
        let rate = if self.time.slow { rate / SLOW } else { rate };
        if let Err(error) = self.speaker.push(&self.mixed, rate) {
            self.fail(error);
        }
    }

    /// Goes back in time, by frames.
    pub(super) fn rewind(&mut self, frames: u64) {
        self.speaker.pause();
        self.mixer.join();
        self.thinking_since = None;
        if self.game.back(frames) {
            self.take_picture();
        } else {
            self.view
                .messages
                .show("Rewind: this is as far back as it goes");
        }
    }

    /// Takes the frame just made into the clip of the last seconds.
    fn keep(&mut self) {
        self.clip.keep(self.game.machine().last_frame());
    }

    /// Shows the console's last frame from now on.
    pub(super) fn take_picture(&mut self) {
        let standard = self.standard();
        self.view.take(self.game.machine().last_frame(), standard);
    }

    fn show(&mut self, dimmed: bool) -> Result<(), Error> {
        let standard = self.standard();
        let over = Over {
            bindings: &self.bindings,
            help: HelpState {
                switches: self.switches,
                slot: self.slot,
            },
            statistics: self.statistics_line(),
            banner: self.banner(),
            dimmed,
            chooser: self.chooser.as_ref(),
        };
        let canvas = self.view.draw(self.screen.size(), standard, &over);
        let (width, height) = canvas.size();
        if width == 0 || height == 0 {
            return Ok(());
        }
        self.screen.present(canvas.pixels(), width, height)
    }

    fn banner(&self) -> Option<String> {
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
            self.rate(),
            sound.latency_ms,
        )
    }

    fn rate(&self) -> f64 {
        let frames = self.game.frames().saturating_sub(self.meter.first_frames);
        frames as f64 / self.meter.started.elapsed().as_secs_f64().max(1e-9)
    }

    /// The standard in force.
    pub(super) fn standard(&self) -> Standard {
        self.standard.unwrap_or(self.game.standard())
    }

    pub(super) fn apply_volume(&mut self) {
        // Loudness is felt in powers: half the number sounds half as loud.
        let level = if self.muted {
            0.0
        } else {
            (f32::from(self.volume) / 100.0).powi(2)
        };
        self.mixer.set_volume(level);
    }

    /// Says what went wrong, on the screen and on standard error, and goes on.
    pub(super) fn fail(&mut self, error: Error) {
        eprintln!("crownhead: {error}");
        self.view.messages.show_for(error.to_string(), 300);
        self.failed.get_or_insert(error);
    }

    /// Writes what is still to be written.
    fn finish(mut self) -> Result<(), Error> {
        if let Err(error) = self.speaker.finish() {
            self.fail(error);
        }
        if let Some(mut recorder) = self.recorder.take()
            && let Err(error) = recorder.save(&self.game)
        {
            self.fail(error);
        }
        if let Some(path) = self.plan.stats.clone()
            && let Err(error) = self.report().write(&path)
        {
            self.fail(error);
        }
        // Where something could not be written, this could not either, and that has been said.
        if self.failed.is_none()
            && self.plan.freeze_at.is_none()
            && let Err(error) = states::save(&self.slot_path(Slot::Exit), &self.game)
        {
            self.fail(error);
        }
        match self.failed {
            // It has been said.
            Some(_) => Err(Error::Reported),
            None => Ok(()),
        }
    }

    fn report(&self) -> Report {
        let seconds = self.meter.started.elapsed().as_secs_f64();
        let sound = self.speaker.statistics();
        let milliseconds = |time: Duration| time.as_secs_f64() * 1000.0;
        Report {
            frames: self.game.frames(),
            pictures: self.meter.pictures,
            seconds,
            frames_per_second: self.rate(),
            busy: self.meter.busy.as_secs_f64() / seconds.max(1e-9),
            key_to_picture_ms_max: milliseconds(self.meter.latency_max),
            key_to_picture_ms_mean: milliseconds(self.meter.latency_sum)
                / f64::from(self.meter.pictures.max(1)),
            picture: vcs::trace::Hash::of_picture(self.game.machine().last_frame()).to_string(),
            audio: self.game.audio_hash().to_string(),
            sound_playing: sound.playing,
            sound_under_runs: sound.under_runs,
            sound_dropped: sound.dropped,
            sound_latency_ms: sound.latency_ms,
        }
    }
}
