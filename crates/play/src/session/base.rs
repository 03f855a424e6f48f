//! The session: its parts, and what it provides for a front end.

use super::{
    ahead::Ahead,
    game::{self, Aid, Game, Recognize},
    marks::Mark,
    notice::Notice,
};
use crate::{
    cheats::Cheat,
    controllers::Controllers,
    image::{ImageError, UnpackedImage},
    paddles::RangeSearch,
    picture::Picture,
    playback::Playback,
    standard,
    state::{self, StateError},
    timeline::{Saved, Timeline},
    transcript,
};
use std::{any::Any, ops::Range, time::Duration};
use vcs::{
    Cartridge, Hash, Input, Machine, PowerOn,
    input::{ControllerKind, SaveKeyMemory, Switches},
    television::{Sample, Standard},
};

/// Number of frames after which the television has detected the standard.
const DETECTED: u64 = 60;

/// The options at the start of a session.
#[derive(Debug, Clone)]
pub struct SessionOptions {
    /// The console's memory at power-on.
    pub power_on: PowerOn,
    /// The console switches other than Select and Reset, which stay in position.
    pub levers: Switches,
    /// The controllers, left and right; `None` means the one that the cartridge needs.
    pub controllers: [Option<ControllerKind>; 2],
    /// The memory of the player's SaveKey.
    pub save_key: SaveKeyMemory,
    /// The television standard; `None` to detect it from the number of scanlines.
    pub standard: Option<Standard>,
    /// The lowest level at which the console runs at full speed while a bundled game is thinking; 0
    /// means never.
    pub fast_thinking_from: u8,
    /// The date as `YYYY.MM.DD`, for the record of the games.
    pub date: String,
    /// The function that recognizes games; [`game::none`] recognizes none.
    pub games: Recognize,
    /// True to compute the running hash over all frames, for which every frame is drawn.
    pub chain: bool,
}

impl Default for SessionOptions {
    fn default() -> SessionOptions {
        SessionOptions {
            power_on: PowerOn::default(),
            levers: Switches::default(),
            controllers: [None; 2],
            save_key: SaveKeyMemory::default(),
            standard: None,
            fast_thinking_from: 6,
            date: "????.??.??".into(),
            games: game::none,
            chain: false,
        }
    }
}

/// A cartridge being played.
pub struct Session {
    pub(super) options: SessionOptions,
    pub(super) timeline: Timeline,
    pub(super) levers: Switches,
    /// The controllers and their dials.
    pub controllers: Controllers,
    pub(super) game: Option<Box<dyn Game>>,
    /// The script that is playing in place of the player.
    pub(super) playback: Option<Playback>,
    /// The script that has finished playing, while the player continues from its end.
    pub(super) watched: Option<Playback>,
    /// True if the console may run at full speed while the cartridge is thinking.
    pub fast_thinking: bool,
    pub(super) thinking_since: Option<u64>,
    pub(super) chain: Option<Hash>,
    /// The search for the part of a paddle's range that the game uses.
    pub(super) range_search: Option<RangeSearch>,
    /// The results of [`Session::look_ahead`].
    pub(super) ahead: Option<Ahead>,
    pub(super) notices: Vec<Notice>,
}

impl Session {
    /// Opens the contents of a file, which may be a raw image or a zip or gzip file, and switches
    /// the console on. The name's extension may select the bank-switch scheme.
    ///
    /// # Errors
    /// The contents are not a cartridge. The error's text gives the reason and advice.
    pub fn open(
        name: &str,
        bytes: Vec<u8>,
        options: SessionOptions,
    ) -> Result<Session, ImageError> {
        let image = UnpackedImage::unpack(name, bytes)?;
        Ok(Session::new(image.cartridge()?, options))
    }

    /// Switches on a console with a cartridge.
    pub fn new(cartridge: Cartridge, options: SessionOptions) -> Session {
        let controllers = Controllers::new(options.controllers, &cartridge);
        let input = Input {
            switches: options.levers,
            ports: controllers.ports(&Default::default()),
        };
        let mut timeline = Timeline::new(cartridge, options.power_on, input);
        timeline.set_save_keys([0, 1].map(|_| options.save_key.clone()));
        let mut session = Session {
            levers: options.levers,
            controllers,
            game: None,
            playback: None,
            watched: None,
            fast_thinking: true,
            thinking_since: None,
            chain: options.chain.then(Hash::default),
            range_search: None,
            ahead: None,
            notices: Vec::new(),
            timeline,
            options,
        };
        session.recognize();
        session
    }

    /// Recognizes the cartridge's game so that the session can follow it.
    fn recognize(&mut self) {
        let image = self.timeline.cartridge().image();
        let machine = self.timeline.machine();
        self.game = (self.options.games)(image, machine, &self.options.date);
    }

    /// Restarts the console and plays a script to its end.
    pub fn watch(&mut self, playback: Playback) {
        let input = playback.input(0).unwrap_or_default();
        let cartridge = self.timeline.cartridge().clone();
        self.timeline = Timeline::new(cartridge, self.options.power_on, input);
        self.timeline.set_save_keys(playback.save_keys().clone());
        self.levers = input.switches;
        self.playback = Some(playback);
        self.watched = None;
        self.recognize();
    }

    /// Inserts a new cartridge and switches the console off and on. Keeps the levers, the chosen
    /// controllers, and the setting that shows or hides the move list.
    pub fn insert(&mut self, cartridge: Cartridge) {
        self.controllers.plug(self.options.controllers, &cartridge);
        let input = Input {
            ports: self.controllers.ports(&Default::default()),
            switches: self.levers,
        };
        self.timeline = Timeline::new(cartridge, self.timeline.power_on(), input);
        let save_keys = [0, 1].map(|_| self.options.save_key.clone());
        self.timeline.set_save_keys(save_keys);
        self.playback = None;
        self.watched = None;
        self.range_search = None;
        self.ahead = None;
        self.thinking_since = None;
        let list = self.aid(Aid::MoveList).copied();
        self.recognize();
        if let (Some(now), Some(before)) = (self.aid(Aid::MoveList), list) {
            *now = before;
        }
    }

    /// Switches the console off and on.
    pub fn power_cycle(&mut self) {
        self.interrupt();
        self.timeline.power_cycle();
        // Remove the script's SaveKey together with the script.
        if self.watched.take().is_some() {
            let save_keys = [0, 1].map(|_| self.options.save_key.clone());
            self.timeline.set_save_keys(save_keys);
        }
        self.timeline.set_levers(self.levers);
    }

    /// Goes back in time by `frames`, but not past power-on. Returns false at power-on or if no
    /// stored state is old enough.
    pub fn back(&mut self, frames: u64) -> bool {
        self.thinking_since = None;
        self.interrupt();
        let moved = self.timeline.back(frames);
        if moved {
            self.follow_levers();
            self.after_jump();
        }
        moved
    }

    /// Goes forward by up to `frames` after [`Session::back`]. Returns false at the latest moment.
    pub fn forward(&mut self, frames: u64) -> bool {
        let moved = self.timeline.forward(frames);
        if moved {
            self.follow_levers();
            self.after_jump();
        }
        moved
    }

    /// Returns the current moment as bytes, including all input since power-on. Call
    /// [`Session::finish_actions`] first, because a state in the middle of an action is of little
    /// use.
    pub fn save(&self) -> Vec<u8> {
        state::save(
            &self.timeline,
            self.game.as_ref().and_then(|game| game.record()),
        )
    }

    /// Reads a state for this session's cartridge without loading it, for a preview.
    ///
    /// # Errors
    /// The bytes are damaged, or belong to another version or cartridge.
    pub fn read_state(&self, bytes: &[u8]) -> Result<Saved, StateError> {
        state::load(bytes, self.timeline.cartridge())
    }

    /// Replaces the current moment with a saved one.
    ///
    /// # Errors
    /// The bytes are damaged, or belong to another version or cartridge. Nothing changes in that
    /// case.
    pub fn load(&mut self, bytes: &[u8]) -> Result<(), StateError> {
        let mut saved = self.read_state(bytes)?;
        let record = saved.game.take();
        self.timeline.replace(saved);
        self.after_load();
        if let (Some(game), Some(record)) = (&mut self.game, record) {
            game.recall(&record);
        }
        Ok(())
    }

    /// Returns the machine alone as bytes, without its past. The number of bytes hardly changes.
    /// For front ends that keep a history themselves.
    pub fn save_machine(&self) -> Vec<u8> {
        self.timeline.machine().save()
    }

    /// Replaces the machine with a saved one. The input before the saved moment is unknown, so any
    /// transcript written after this call is incomplete.
    ///
    /// # Errors
    /// The bytes are damaged or belong to another cartridge. Nothing changes in that case.
    pub fn load_machine(&mut self, bytes: &[u8]) -> Result<(), StateError> {
        let machine = Machine::load(self.timeline.cartridge(), bytes)?;
        let inputs = vec![(0, *machine.input())];
        self.timeline.replace(Saved {
            frames: self.timeline.frames(),
            save_keys: [0, 1].map(|socket| machine.save_key(socket).memory().clone()),
            machine,
            inputs,
            aided: self.timeline.is_aided(),
            game: None,
        });
        self.after_load();
        Ok(())
    }

    /// Continues from a machine that a debugger has moved in time or changed; see
    /// [`Timeline::continue_from`].
    pub fn continue_from(&mut self, machine: Machine) {
        self.timeline.continue_from(machine);
        self.after_load();
    }

    fn after_load(&mut self) {
        self.interrupt();
        let switches = self.timeline.machine().input().switches;
        self.levers = released(switches);
        self.thinking_since = None;
        self.after_jump();
    }

    fn after_jump(&mut self) {
        if let Some(game) = &mut self.game {
            game.after_jump(self.timeline.machine());
        }
    }

    /// Returns the session so far as an input script; `cartridge` is the name in its header.
    pub fn transcript(&self, cartridge: Option<&str>) -> String {
        transcript::transcript(&self.timeline, cartridge)
    }

    /// Returns the first frame whose input comes from the player and not from a script; `None` if
    /// there is none.
    pub fn first_own_input(&self) -> Option<u64> {
        let script = self.playback.as_ref().or(self.watched.as_ref());
        let mut changes = self.timeline.past()[1..].iter();
        let own =
            |change: &&(u64, Input)| !script.is_some_and(|script| script.makes(change.0, change.1));
        changes.find(own).map(|(frame, _)| *frame)
    }

    /// Returns true while a script is playing.
    pub fn is_scripted(&self) -> bool {
        self.playback.is_some()
    }

    /// Returns the cartridge's game; `None` if it was not recognized.
    pub fn game(&self) -> Option<&dyn Game> {
        self.game.as_deref()
    }

    /// Returns the cartridge's game, mutably, to change what it displays; `None` if it was not
    /// recognized.
    pub fn game_mut(&mut self) -> Option<&mut (dyn Game + 'static)> {
        self.game.as_deref_mut()
    }

    /// Returns the setting that shows or hides an aid; `None` if the game does not have that aid.
    pub fn aid(&mut self, aid: Aid) -> Option<&mut bool> {
        self.game_mut()?.aid(aid)
    }

    /// Returns the cartridge's game if it is of type `G`.
    pub fn game_as<G: Game>(&self) -> Option<&G> {
        let game: &dyn Any = self.game.as_deref()?;
        game.downcast_ref()
    }

    /// Returns the cartridge's game, mutably, if it is of type `G`.
    pub fn game_as_mut<G: Game>(&mut self) -> Option<&mut G> {
        let game: &mut dyn Any = self.game.as_deref_mut()?;
        game.downcast_mut()
    }

    /// Handles a click or tap at a color clock (0..160) and a row of the picture, counted from the
    /// top. Returns a message to show.
    pub fn click(&mut self, clock: usize, row: usize) -> Option<String> {
        let line = self.shown_lines().start + row;
        self.game.as_mut()?.click(clock, line)
    }

    /// Returns the marks that the game draws over the picture.
    pub fn marks(&self) -> Vec<Mark> {
        let color = self.levers().color;
        let game = self.game.as_ref();
        game.map_or(Vec::new(), |game| game.marks(color))
    }

    /// Returns true while the game is waiting for the player.
    pub fn is_players_turn(&self) -> bool {
        self.game
            .as_ref()
            .is_some_and(|game| game.is_players_turn())
    }

    /// Returns the console with its past and the results of the last frame.
    pub fn timeline(&self) -> &Timeline {
        &self.timeline
    }

    /// Returns the console.
    pub fn machine(&self) -> &Machine {
        self.timeline.machine()
    }

    /// Returns the cartridge.
    pub fn cartridge(&self) -> &Cartridge {
        self.timeline.cartridge()
    }

    /// Returns the number of frames since power-on.
    pub fn frames(&self) -> u64 {
        self.timeline.frames()
    }

    /// Returns the sound of the last frame, with [`Session::sample_rate`] samples per second.
    pub fn samples(&self) -> &[Sample] {
        self.timeline.samples()
    }

    /// Returns the running hash over all frames, if [`SessionOptions::chain`] is set.
    pub fn chain(&self) -> Option<Hash> {
        self.chain
    }

    /// Returns the scanlines of a frame that a television shows.
    pub fn shown_lines(&self) -> Range<usize> {
        let now = self.timeline.shown_lines();
        match &self.ahead {
            Some(ahead) => ahead.lines(now, self.timeline.scanlines()),
            None => now,
        }
    }

    /// Returns the visible part of the last frame. `colors` are the 128 colors of a palette,
    /// indexed by color number divided by two; see [`standard::PaletteChoice::table`].
    pub fn picture(&self, colors: &[u32; 128]) -> Picture {
        Picture::of(self.machine().last_frame(), self.shown_lines(), colors)
    }

    /// Returns the television standard. This is the chosen one, if there is one. Otherwise, it is
    /// the one that [`Session::look_ahead`] found, during the first frames, and after that the one
    /// detected from the pictures.
    pub fn standard(&self) -> Standard {
        let found = match &self.ahead {
            Some(ahead) if self.frames() < DETECTED => ahead.standard,
            _ => self.timeline.standard(),
        };
        self.options.standard.unwrap_or(found)
    }

    /// Chooses the television standard; `None` means to detect it from the number of scanlines.
    pub fn set_standard(&mut self, standard: Option<Standard>) {
        self.options.standard = standard;
    }

    /// Plugs in these controllers; `None` means the one that the cartridge needs.
    pub fn choose_controllers(&mut self, kinds: [Option<ControllerKind>; 2]) {
        self.options.controllers = kinds;
        self.controllers.plug(kinds, self.timeline.cartridge());
    }

    /// Sets the lowest level at which the console runs at full speed while a bundled game is
    /// thinking; 0 means never.
    pub fn think_fast_from(&mut self, level: u8) {
        self.options.fast_thinking_from = level;
    }

    /// Sets the cheats: bytes of RAM to write before each frame, and bytes of the cartridge to
    /// patch. Does nothing while a script is playing.
    pub fn set_cheats(&mut self, cheats: Vec<Cheat>) {
        if self.playback.is_none() {
            self.timeline.set_cheats(cheats);
        }
    }

    /// Hides objects (bits as in [`vcs::tia::LAYERS`]), or shows them again if any of them is
    /// hidden. Returns true if they are now visible.
    pub fn toggle_objects(&mut self, objects: u8) -> bool {
        let mut layers = self.timeline.layers();
        layers.hidden = toggled(layers.hidden, objects);
        self.timeline.set_layers(layers);
        layers.hidden & objects == 0
    }

    /// Switches the collisions of objects off, or on again if any of them is off. Returns true if
    /// they are now on.
    pub fn toggle_collisions(&mut self, objects: u8) -> bool {
        let mut layers = self.timeline.layers();
        layers.passing = toggled(layers.passing, objects);
        self.timeline.set_layers(layers);
        layers.passing & objects == 0
    }

    /// Returns the duration of a frame on the console.
    pub fn period(&self) -> Duration {
        standard::period(self.standard(), self.timeline.scanlines())
    }

    /// Returns the number of sound samples per second.
    pub fn sample_rate(&self) -> f64 {
        standard::sample_rate(self.standard())
    }

    /// Returns true while the console runs at full speed because the cartridge is thinking.
    pub fn is_thinking(&self) -> bool {
        let (ram, from) = (self.machine().ram(), self.options.fast_thinking_from);
        let game = self.game.as_ref();
        self.fast_thinking && game.is_some_and(|game| game.is_thinking(ram, from))
    }

    /// Returns how much emulated time the cartridge has been thinking for; `None` if it is not
    /// thinking.
    pub fn thinking_time(&self) -> Option<Duration> {
        let frames = self.frames().saturating_sub(self.thinking_since?);
        let frame = standard::period(self.standard(), 262);
        Some(frame.mul_f64(frames as f64))
    }

    /// Returns the notices since the last call.
    pub fn take_notices(&mut self) -> Vec<Notice> {
        std::mem::take(&mut self.notices)
    }
}

/// Adds these objects to the set `off`, or removes them if any of them is in it.
fn toggled(off: u8, objects: u8) -> u8 {
    match off & objects {
        0 => off | objects,
        _ => off & !objects,
    }
}

/// Returns the switches with Select and Reset released.
pub(super) fn released(switches: Switches) -> Switches {
    Switches {
        select: false,
        reset: false,
        ..switches
    }
}
