//! The loop: wait until a frame is due, look at the hands, emulate, show, sound.
//!
//! The keys are read after the wait, so what was pressed shows in the very next frame and that
//! frame is the next picture.

use super::{
    action::{Action, Command},
    bindings::Bindings,
    checkers::{Keeper, Table},
    chooser::Chooser,
    clip::Clip,
    contacts::Contacts,
    controllers::Controllers,
    game::Game,
    help::HelpState,
    logs::{InputLog, Report},
    meter::Meter,
    mouse::Watch,
    options::Sync,
    pacing::Pacing,
    pads::Pads,
    recorder::Recorder,
    scripted::Scripted,
    sound::{Mixer, Speaker, wav::Wav},
    standard::{display_period, period, sample_rate},
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
use vcs::{
    Input,
    cartridge::Scheme,
    input::{ControllerKind, Switches},
    television::Standard,
    trace::{FrameRecord, Hash},
};

/// Computing time of a picture while time runs fast; the rest of 16.7 ms is for showing it.
const FAST_SLICE: Duration = Duration::from_millis(13);
/// How long the welcome stays, in pictures: five seconds.
const WELCOME: u32 = 300;
/// Slow motion is this much slower.
const SLOW: f64 = 4.0;
/// Frames of a picture while the program's hands are at the controls: a move that takes a player
/// two seconds takes it a quarter of one.
const ERRAND_FRAMES: u32 = 8;

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
    /// The bank-switch scheme that was asked for.
    pub scheme: Option<Scheme>,
    /// Controllers that were asked for, left and right.
    pub controllers: [Option<ControllerKind>; 2],
    /// Where games of Video Checkers are kept.
    pub game_record: Option<PathBuf>,
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
    pub(super) controllers: Controllers,
    pub(super) table: Option<Table>,
    /// The hands of a script, instead of the player's.
    pub(super) scripted: Option<Scripted>,
    pub(super) mouse: Watch,
    /// The mouse stays in the window and turns paddles.
    pub(super) captured: bool,
    pub(super) sync: Sync,
    pub(super) slot: usize,
    /// None: follows the number of scanlines.
    pub(super) standard: Option<Standard>,
    pub(super) plan: Plan,
    pub(super) recorder: Option<Recorder>,
    pub(super) sound_recorder: Option<(PathBuf, Wav)>,
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
    pub(super) pause_without_focus: bool,
    pacing: Pacing,
    pub(super) was_active: bool,
    mixed: Vec<f32>,
    /// The chain of hashes of all frames, where somebody wants to know it.
    chain: Option<Hash>,
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
    /// What is plugged in.
    pub controllers: Controllers,
    /// What the pace follows.
    pub sync: Sync,
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
            controllers: parts.controllers,
            table: None,
            scripted: None,
            mouse: Watch::default(),
            captured: false,
            sync: parts.sync,
            slot: 0,
            standard: parts.standard,
            chain: parts.plan.stats.is_some().then(Hash::default),
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
            sound_recorder: None,
            log: None,
            quit: false,
            failed: None,
            meter: Meter::new(),
            pacing: Pacing::new(),
            was_active: false,
            mixed: Vec::new(),
        };
        player.apply_volume();
        player.sit_down();
        player
    }

    /// Begins to follow the game, if the cartridge is Video Checkers, and tells the contacts which
    /// hands have keypads.
    pub(super) fn sit_down(&mut self) {
        let keeper = Keeper::new(self.plan.game_record.clone());
        let image = self.game.cartridge().image();
        self.table = Table::of(image, self.game.machine(), keeper);
        self.contacts.keypads = self.controllers.keypads();
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
            "Help: {} shows all keys; {} quits",
            hint(Action::Once(Command::Help)),
            hint(Action::Once(Command::Escape))
        );
        let start = format!(
            "Start: {} Reset; {} Select: next game",
            hint(Action::Reset),
            hint(Action::Select)
        );
        self.view.messages.show_for(help, WELCOME);
        self.view.messages.show_for(start, WELCOME);
        if self.table.is_some() {
            let mouse = "Mouse: click a piece, then its square";
            self.view.messages.show_for(mouse, WELCOME);
        }
    }

    fn is_over(&self) -> bool {
        self.plan
            .exit_after
            .is_some_and(|last| self.game.frames() >= last)
    }

    /// One round of the loop, which shows one picture.
    fn turn(&mut self) -> Result<(), Error> {
        let slow = if self.time.slow { SLOW } else { 1.0 };
        self.pacing
            .wait(self.period().mul_f64(slow / self.time.speed));
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

    /// How long a picture stays at the console's own pace, or the display's.
    fn period(&self) -> Duration {
        let own = period(self.standard(), self.game.scanlines());
        match self.sync {
            Sync::Console => own,
            Sync::Display => display_period(own),
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
        if self.table.as_ref().is_some_and(Table::is_busy) {
            self.run_errand();
        } else if self.time.turbo || self.contacts.holds(Action::FastForward) {
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

    /// Some frames at once while the program steers; the last one is heard.
    fn run_errand(&mut self) {
        self.mixer.join();
        for _ in 0..ERRAND_FRAMES {
            self.frame();
            if !self.table.as_ref().is_some_and(Table::is_busy) || self.is_over() {
                break;
            }
        }
        self.sound();
    }

    /// As many frames as fit between two pictures, silently.
    fn run_fast(&mut self) {
        self.speaker.pause();
        self.game.hurried = true;
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
        self.game.hurried = false;
        self.mixer.join();
    }

    /// One frame with the hands as they are.
    fn frame(&mut self) {
        let number = self.game.frames();
        let input = self.input(number);
        self.game.frame(input);
        if let Some(before) = self.chain {
            let (machine, samples) = (self.game.machine(), self.game.samples());
            let record = FrameRecord::new(machine, machine.last_frame(), samples, before);
            self.chain = Some(record.chain);
        }
        if let Some(log) = &mut self.log
            && let Err(error) = log.note(number, self.game.machine())
        {
            self.log = None;
            self.fail(error);
        }
        if let Some(table) = &mut self.table
            && let Err(error) = table.look(self.game.machine())
        {
            self.fail(error);
        }
    }

    /// What the console sees in the numbered frame: the hands of a script, of the player, or of
    /// the program that steers for him. Levers that the program turned stay as they are.
    fn input(&mut self, frame: u64) -> Input {
        if let Some(input) = self.scripted.as_ref().and_then(|hands| hands.input(frame)) {
            self.switches = Switches {
                select: false,
                reset: false,
                ..input.switches
            };
            return input;
        }
        if self.scripted.take().is_some() {
            self.view.messages.show("Script: ended; it is your turn");
        }
        let hands = self.contacts.hands();
        self.controllers.turn(&hands);
        let own = Input {
            ports: self.controllers.ports(&hands),
            switches: self.contacts.switches(self.switches),
        };
        let Some(table) = &mut self.table else {
            return own;
        };
        if table.is_pushed_straight(&own) {
            let keys = self.bindings.diagonals().join(" ");
            let hint = format!("Diagonals: pieces move by {keys}");
            self.view.messages.show_for(hint, WELCOME);
        }
        let input = table.hands(own);
        self.switches.left = input.switches.left;
        self.switches.right = input.switches.right;
        input
    }

    fn sound(&mut self) {
        self.mixed.clear();
        self.mixer.mix(self.game.samples(), &mut self.mixed);
        // A display's pace is not the console's: then the sound is a little higher or lower.
        let own = period(self.standard(), self.game.scanlines());
        let drift = own.as_secs_f64() / self.period().as_secs_f64();
        let console = sample_rate(self.standard());
        let rate = console * drift * self.time.speed;
        let rate = if self.time.slow { rate / SLOW } else { rate };
        if let Err(error) = self.speaker.push(&self.mixed, rate) {
            self.fail(error);
        }
        if let Some((_, recorder)) = &mut self.sound_recorder
            && let Err(error) = recorder.push(&self.mixed, console)
        {
            self.sound_recorder = None;
            self.fail(error);
        }
    }

    /// Goes back in time, by frames.
    pub(super) fn rewind(&mut self, frames: u64) {
        self.speaker.pause();
        self.mixer.join();
        self.thinking_since = None;
        self.table.iter_mut().for_each(Table::interrupt);
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
        let shown = self.game.shown_lines();
        self.clip.keep(self.game.machine().last_frame(), shown);
    }

    /// Shows the console's last frame from now on.
    pub(super) fn take_picture(&mut self) {
        let standard = self.standard();
        let shown = self.game.shown_lines();
        let frame = self.game.machine().last_frame();
        self.view.take(frame, shown, standard);
    }

    fn show(&mut self, dimmed: bool) -> Result<(), Error> {
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
            self.meter.rate(self.game.frames()),
            sound.latency_ms,
        )
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
        self.finish_recording();
        self.finish_sound();
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
        let sound = self.speaker.statistics();
        Report {
            frames: self.game.frames(),
            pictures: self.meter.pictures,
            seconds: self.meter.seconds(),
            frames_per_second: self.meter.rate(self.game.frames()),
            busy: self.meter.busy(),
            key_to_picture_ms_max: self.meter.latency_max.as_secs_f64() * 1000.0,
            key_to_picture_ms_mean: self.meter.latency_mean_ms(),
            picture: Hash::of_picture(self.game.machine().last_frame()).to_string(),
            audio: self.game.audio_hash().to_string(),
            chain: self.chain.unwrap_or_default().to_string(),
            sound_playing: sound.playing,
            sound_under_runs: sound.under_runs,
            sound_dropped: sound.dropped,
            sound_latency_ms: sound.latency_ms,
        }
    }
}
