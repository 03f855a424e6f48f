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
    logs::InputLog,
    meter::Meter,
    mouse::Watch,
    options::Sync,
    pacing::Pacing,
    pads::Pads,
    recorder::Recorder,
    scripted::Scripted,
    settings::CtrlFire,
    sound::{Mixer, Speaker, wav::Wav},
    states::Slot,
    thinking::Thinking,
    time::{SLOW, Time},
    view::View,
    window::Screen,
};
use crate::error::Error;
use std::{path::PathBuf, time::Instant};
use vcs::{
    Hash,
    cartridge::Scheme,
    input::{ControllerKind, Switches},
    television::Standard,
};

/// How long the welcome stays, in pictures: five seconds.
const WELCOME: u32 = 300;
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
    /// The text of the title bar, where one was asked for.
    pub title: Option<String>,
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

impl Plan {
    /// The text of the title bar.
    pub fn title(&self) -> String {
        let named = || format!("Crownhead: {}", self.name);
        self.title.clone().unwrap_or_else(named)
    }
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
    /// The script that has played to its end.
    pub(super) watched: Option<Scripted>,
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
    pub(super) thinking_since: Option<u64>,
    pub(super) pause_without_focus: bool,
    ctrl_fire: CtrlFire,
    pacing: Pacing,
    pub(super) was_active: bool,
    pub(super) mixed: Vec<f32>,
    /// The chain of hashes of all frames, where somebody wants to know it.
    pub(super) chain: Option<Hash>,
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
    /// When Ctrl fires.
    pub ctrl_fire: CtrlFire,
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
            watched: None,
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
            ctrl_fire: parts.ctrl_fire,
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
        self.contacts.modifiers_wait = match self.ctrl_fire {
            CtrlFire::Auto => self.table.is_some(),
            CtrlFire::AtOnce => false,
            CtrlFire::Late => true,
        };
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
        if self.slot_path(Slot::Exit).exists() {
            let key = hint(Action::Once(Command::Resume));
            let last = format!("Resume: {key}, the last session");
            self.view.messages.show_for(last, WELCOME);
        }
        self.view.messages.show_for(help, WELCOME);
        self.view.messages.show_for(start, WELCOME);
        if self.table.is_some() {
            let mouse = "Mouse: click a piece, then its square";
            self.view.messages.show_for(mouse, WELCOME);
        }
    }

    pub(super) fn is_over(&self) -> bool {
        self.plan
            .exit_after
            .is_some_and(|last| self.game.frames() >= last)
    }

    /// True where the next frame is the last one.
    pub(super) fn is_last(&self) -> bool {
        self.plan
            .exit_after
            .is_some_and(|last| self.game.frames() + 1 >= last)
    }

    /// One round of the loop, which shows one picture.
    fn turn(&mut self) -> Result<(), Error> {
        let slow = if self.time.slow { SLOW } else { 1.0 };
        self.pacing
            .wait(self.period().mul_f64(slow / self.time.speed));
        let looked = Instant::now();
        self.look();
        self.contacts.time_is(looked);
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
        crate::print::message(&error);
        self.view.messages.show_for(error.to_string(), 300);
        self.failed.get_or_insert(error);
    }

    /// Writes what is still to be written.
    fn finish(mut self) -> Result<(), Error> {
        self.end_errands();
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
        if self.plan.freeze_at.is_none() {
            self.save_session();
        }
        match self.failed {
            // It has been said.
            Some(_) => Err(Error::Reported),
            None => Ok(()),
        }
    }
}
