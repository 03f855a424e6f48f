//! How time passes between two pictures: a frame, none, many, or backwards.

use super::{
    action::{Action, Command},
    checkers::Table,
    game::Game,
    options::Sync,
    player::Player,
    sound::Speaker,
    standard::{display_period, period, sample_rate},
};
use lab::trace::FrameRecord;
use std::time::{Duration, Instant};
use vcs::{
    Input,
    input::{Difficulty, Switches},
};

/// Computing time of a picture while time runs fast; the rest of 16.7 ms is for showing it.
const FAST_SLICE: Duration = Duration::from_millis(13);
/// Slow motion is this much slower.
pub(super) const SLOW: f64 = 4.0;
/// Frames of a picture while the program's hands are at the controls: a move that takes a player
/// two seconds takes it a quarter of one.
const ERRAND_FRAMES: u32 = 8;
/// Frames after which errands that are to be ended are dropped: a set-up of 32 squares takes 600.
const ERRANDS_END: u32 = 2000;

/// How time runs.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Time {
    /// Stands still.
    pub paused: bool,
    /// Stands still as long as another window has the keyboard.
    pub waits_for_focus: bool,
    /// Frames to run in spite of the pause.
    pub advance: u32,
    /// As fast as it goes.
    pub turbo: bool,
    /// Four times slower.
    pub slow: bool,
    /// The factor of `--speed`.
    pub speed: f64,
}

/// How long a hint stays, in pictures: five seconds.
const HINT: u32 = 300;

impl Player {
    /// How long a picture stays at the console's own pace, or the display's.
    pub(super) fn period(&self) -> Duration {
        let own = period(self.standard(), self.game.scanlines());
        match self.sync {
            Sync::Console => own,
            Sync::Display => display_period(own),
        }
    }

    /// Emulates what belongs to this picture; true where the picture stands for skipped time.
    pub(super) fn pass_time(&mut self) -> bool {
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
        if self.time.waits_for_focus || (self.time.paused && self.time.advance == 0) {
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
        // A think has no board: the last one stays.
        if !self.is_thinking() {
            self.take_picture();
        }
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
        for number in 0..ERRAND_FRAMES {
            if number > 0 {
                self.take_picture();
            }
            self.frame();
            let busy = self.table.as_ref().is_some_and(Table::is_busy);
            if !busy || self.is_thinking() || self.is_over() {
                break;
            }
        }
        self.sound();
    }

    /// As many frames as fit between two pictures, silently; only the last one has a picture.
    fn run_fast(&mut self) {
        self.speaker.pause();
        self.game.hurried = true;
        let was_thinking = self.is_thinking();
        let start = Instant::now();
        while !self.is_last() {
            self.frame_of(Game::skip_frame);
            self.contacts.next_frame();
            let thought_out = was_thinking && !self.is_thinking();
            if thought_out || start.elapsed() >= FAST_SLICE {
                break;
            }
        }
        self.frame();
        self.game.hurried = false;
        self.mixer.join();
    }

    /// One frame with the hands as they are.
    fn frame(&mut self) {
        self.frame_of(|game, input| {
            game.frame(input);
        });
    }

    fn frame_of(&mut self, pass: fn(&mut Game, Input)) {
        let number = self.game.frames();
        let input = self.input(number);
        match self.chain {
            // The chain is of all pictures.
            Some(_) => {
                self.game.frame(input);
            }
            None => pass(&mut self.game, input),
        }
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
        if self.scripted.is_some() {
            self.watched = self.scripted.take();
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
            self.view.messages.show_for(hint, HINT);
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

    /// What the program began at the controls is void; its levers go back.
    pub(super) fn interrupt_table(&mut self) {
        if self.table.as_mut().is_some_and(Table::interrupt) {
            self.switches.left = Difficulty::B;
        }
    }

    /// Brings to its end what the program does at the controls, so that no saved state is in the
    /// middle of it.
    pub(super) fn end_errands(&mut self) {
        for _ in 0..ERRANDS_END {
            if !self.table.as_ref().is_some_and(Table::is_busy) {
                return;
            }
            self.frame();
        }
        self.interrupt_table();
    }

    /// Goes back in time, by frames.
    pub(super) fn rewind(&mut self, frames: u64) {
        self.speaker.pause();
        self.mixer.join();
        self.thinking_since = None;
        self.interrupt_table();
        if self.game.back(frames) {
            self.take_levers();
            self.take_picture();
        } else {
            self.view
                .messages
                .show("Rewind: this is as far back as it goes");
        }
    }

    /// Turns the levers as they are in the console, and tells of each that moved. An A of the left one may be the
    /// program's own, in the middle of setting a board up: where the player has it at B it stays there.
    pub(super) fn take_levers(&mut self) {
        let (before, now) = (self.switches, self.game.machine().input().switches);
        let set_up = self.table.is_some() && before.left == Difficulty::B;
        let mut moved = Vec::new();
        if now.color != before.color {
            moved.push(Command::Color(now.color));
        }
        if now.left != before.left && !set_up {
            moved.push(Command::Difficulty(0, now.left));
        }
        if now.right != before.right {
            moved.push(Command::Difficulty(1, now.right));
        }
        moved.into_iter().for_each(|lever| self.command(lever));
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
}
