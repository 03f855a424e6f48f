//! The session: its data, and the functions that it offers to a front end.

use super::{
    ahead::LookAhead,
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
const DETECTION_FRAMES: u64 = 60;

/// The options with which a session starts.
#[derive(Debug, Clone)]
pub struct SessionOptions {
    /// The console's state at power-on.
    pub power_on: PowerOn,
    /// The positions of the console switches, except Select and Reset, which are released.
    pub levers: Switches,
    /// The controllers in the left and right ports; `None` means the one that the cartridge needs.
    pub controllers: [Option<ControllerKind>; 2],
    /// The contents of the player's SaveKey.
    pub save_key: SaveKeyMemory,
    /// The television standard; `None` to detect it from the number of scanlines.
    pub standard: Option<Standard>,
    /// The lowest level at which the console runs at full speed while a bundled game is thinking; 0
    /// means never.
    pub fast_thinking_from: u8,
    /// The date, as `YYYY.MM.DD`, for the records of games.
    pub date: String,
    /// The function that recognizes games; [`game::recognize_none`] recognizes none.
    pub recognize: Recognize,
    /// True to compute a running hash of all frames. The session then draws every frame.
    pub compute_chain: bool,
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
            recognize: game::recognize_none,
            compute_chain: false,
        }
    }
}

/// A console that plays a cartridge, with its past, its controllers and its game.
pub struct Session {
    pub(super) options: SessionOptions,
    pub(super) timeline: Timeline,
    pub(super) levers: Switches,
    /// The controllers, including the positions of their dials.
    pub controllers: Controllers,
    pub(super) game: Option<Box<dyn Game>>,
    /// The script that is playing instead of the player.
    pub(super) playback: Option<Playback>,
    /// The script that played until its end. The player has continued from there.
    pub(super) finished_script: Option<Playback>,
    /// True if the console may run at full speed while the cartridge is thinking.
    pub fast_thinking: bool,
    pub(super) thinking_since: Option<u64>,
    pub(super) chain: Option<Hash>,
    /// The search for the part of a paddle's range that the game uses.
    pub(super) range_search: Option<RangeSearch>,
    /// The results of [`Session::look_ahead`].
    pub(super) ahead: Option<LookAhead>,
    pub(super) notices: Vec<Notice>,
}

impl Session {
    /// Switches on a console with the cartridge in a file. The file contents `bytes` may be a raw
    /// image, or a zip or gzip file. The extension of `name` may select the bank-switch scheme.
    ///
    /// # Errors
    /// The contents are not a cartridge. The text of the error gives the reason, and advises what
    /// to do.
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
            finished_script: None,
            fast_thinking: true,
            thinking_since: None,
            chain: options.compute_chain.then(Hash::default),
            range_search: None,
            ahead: None,
            notices: Vec::new(),
            timeline,
            options,
        };
        session.recognize();
        session
    }

    /// Recognizes the game in the cartridge, so that the session can follow it.
    fn recognize(&mut self) {
        let image = self.timeline.cartridge().image();
        let machine = self.timeline.machine();
        self.game = (self.options.recognize)(image, machine, &self.options.date);
    }

    /// Switches the console off and on, and plays a script to its end.
    pub fn play_script(&mut self, playback: Playback) {
        let input = playback.input(0).unwrap_or_default();
        let cartridge = self.timeline.cartridge().clone();
        self.timeline = Timeline::new(cartridge, self.options.power_on, input);
        self.timeline.set_save_keys(playback.save_keys().clone());
        self.levers = input.switches;
        self.playback = Some(playback);
        self.finished_script = None;
        self.recognize();
    }

    /// Inserts a new cartridge and switches the console off and on. Keeps the positions of the
    /// levers, the player's choice of controllers, and the setting that shows or hides the move
    /// list.
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
        self.finished_script = None;
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
        // The script's SaveKey goes away together with the script.
        if self.finished_script.take().is_some() {
            let save_keys = [0, 1].map(|_| self.options.save_key.clone());
            self.timeline.set_save_keys(save_keys);
        }
        self.timeline.set_switches(self.levers);
    }

    /// Goes back in time by `frames` frames, or as far as power-on. Returns false if the console is
    /// at power-on, or if no stored state is old enough.
    pub fn back(&mut self, frames: u64) -> bool {
        self.thinking_since = None;
        self.interrupt();
        let moved = self.timeline.back(frames);
        if moved {
            self.restore_levers();
            self.after_jump();
        }
        moved
    }

    /// Goes forward in time by up to `frames` frames, after [`Session::back`]. Returns false if
    /// there are no later frames.
    pub fn forward(&mut self, frames: u64) -> bool {
        let moved = self.timeline.forward(frames);
        if moved {
            self.restore_levers();
            self.after_jump();
        }
        moved
    }

    /// Saves the current state and all input since power-on as bytes. Call
    /// [`Session::finish_actions`] first, because a state in the middle of an action is of little
    /// use.
    pub fn save(&self) -> Vec<u8> {
        state::save(
            &self.timeline,
            self.game.as_ref().and_then(|game| game.record()),
        )
    }

    /// Reads a saved state of this session's cartridge without loading it, for example for a
    /// preview.
    ///
    /// # Errors
    /// The bytes are damaged, or belong to another version or cartridge.
    pub fn read_state(&self, bytes: &[u8]) -> Result<Saved, StateError> {
        state::load(bytes, self.timeline.cartridge())
    }

    /// Loads a saved state, which replaces the current one.
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
            game.restore_record(&record);
        }
        Ok(())
    }

    /// Saves only the machine as bytes, without its past. The number of bytes hardly changes from
    /// frame to frame. This is for front ends that keep a history themselves.
    pub fn save_machine(&self) -> Vec<u8> {
        self.timeline.machine().save()
    }

    /// Loads a machine saved by [`Session::save_machine`]. The input before that moment is unknown,
    /// so any transcript written after this call is incomplete.
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

    /// Continues with a machine that a debugger has changed or moved in time; see
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

    /// Returns the session so far as an input script. `cartridge` is the cartridge's name in the
    /// header of the script.
    pub fn transcript(&self, cartridge: Option<&str>) -> String {
        transcript::transcript(&self.timeline, cartridge)
    }

    /// Returns the first frame in which the player, not a script, changed the input; `None` if
    /// there is none.
    pub fn first_player_input(&self) -> Option<u64> {
        let script = self.playback.as_ref().or(self.finished_script.as_ref());
        let mut changes = self.timeline.past()[1..].iter();
        let is_by_player = |change: &&(u64, Input)| {
            !script.is_some_and(|script| script.is_source_of(change.0, change.1))
        };
        changes.find(is_by_player).map(|(frame, _)| *frame)
    }

    /// Returns true while a script is playing.
    pub fn is_scripted(&self) -> bool {
        self.playback.is_some()
    }

    /// Returns the game in the cartridge; `None` if no game was recognized.
    pub fn game(&self) -> Option<&dyn Game> {
        self.game.as_deref()
    }

    /// Returns the game in the cartridge, mutably, so that its display can be changed; `None` if no
    /// game was recognized.
    pub fn game_mut(&mut self) -> Option<&mut (dyn Game + 'static)> {
        self.game.as_deref_mut()
    }

    /// Returns the setting that turns an aid on or off; `None` if the game does not have that aid.
    pub fn aid(&mut self, aid: Aid) -> Option<&mut bool> {
        self.game_mut()?.aid(aid)
    }

    /// Returns the game in the cartridge if its type is `G`.
    pub fn game_as<G: Game>(&self) -> Option<&G> {
        let game: &dyn Any = self.game.as_deref()?;
        game.downcast_ref()
    }

    /// Returns the game in the cartridge, mutably, if its type is `G`.
    pub fn game_as_mut<G: Game>(&mut self) -> Option<&mut G> {
        let game: &mut dyn Any = self.game.as_deref_mut()?;
        game.downcast_mut()
    }

    /// Handles a click or tap on the picture. `clock` is the color clock (0..160), and `row` is the
    /// row of the picture, from 0 at the top. Returns a message to show.
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

    /// Returns true while the game is waiting for the player to act.
    pub fn is_players_turn(&self) -> bool {
        self.game
            .as_ref()
            .is_some_and(|game| game.is_players_turn())
    }

    /// Returns the timeline: the console, its past, and the results of the last frame.
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

    /// Returns the sound of the last frame. It has [`Session::sample_rate`] samples per second.
    pub fn samples(&self) -> &[Sample] {
        self.timeline.samples()
    }

    /// Returns the running hash of all frames; `None` unless [`SessionOptions::compute_chain`] is
    /// true.
    pub fn chain(&self) -> Option<Hash> {
        self.chain
    }

    /// Returns the range of a frame's scanlines that a television shows.
    pub fn shown_lines(&self) -> Range<usize> {
        let now = self.timeline.shown_lines();
        match &self.ahead {
            Some(ahead) => ahead.lines(now, self.timeline.scanlines()),
            None => now,
        }
    }

    /// Returns the visible part of the last frame. `colors` are the 128 colors of a palette; the
    /// index is the color number divided by two. See [`standard::PaletteChoice::table`].
    pub fn picture(&self, colors: &[u32; 128]) -> Picture {
        Picture::of(self.machine().last_frame(), self.shown_lines(), colors)
    }

    /// Returns the television standard: the chosen one, if there is one. Otherwise, returns the
    /// standard detected from the frames. During the first frames, returns the one that
    /// [`Session::look_ahead`] found, if it was called.
    pub fn standard(&self) -> Standard {
        let found = match &self.ahead {
            Some(ahead) if self.frames() < DETECTION_FRAMES => ahead.standard,
            _ => self.timeline.standard(),
        };
        self.options.standard.unwrap_or(found)
    }

    /// Chooses the television standard. If it is `None`, the television detects the standard from
    /// the number of scanlines.
    pub fn set_standard(&mut self, standard: Option<Standard>) {
        self.options.standard = standard;
    }

    /// Plugs in controllers of these kinds; `None` means the one that the cartridge needs.
    pub fn choose_controllers(&mut self, kinds: [Option<ControllerKind>; 2]) {
        self.options.controllers = kinds;
        self.controllers.plug(kinds, self.timeline.cartridge());
    }

    /// Sets the lowest level at which the console runs at full speed while a bundled game is
    /// thinking; 0 means never.
    pub fn set_fast_thinking_from(&mut self, level: u8) {
        self.options.fast_thinking_from = level;
    }

    /// Sets the cheats, which write bytes to RAM before each frame, and patch bytes in the
    /// cartridge. Does nothing while a script is playing.
    pub fn set_cheats(&mut self, cheats: Vec<Cheat>) {
        if self.playback.is_none() {
            self.timeline.set_cheats(cheats);
        }
    }

    /// Hides some objects, or shows them if any of them is already hidden. The bits of `objects`
    /// are those of [`vcs::tia::LAYERS`]. Returns true if the objects are now visible.
    pub fn toggle_objects(&mut self, objects: u8) -> bool {
        let mut layers = self.timeline.layers();
        layers.hidden = toggled(layers.hidden, objects);
        self.timeline.set_layers(layers);
        layers.hidden & objects == 0
    }

    /// Turns off the collisions of some objects, or turns them on if any of them is already off.
    /// The bits of `objects` are those of [`vcs::tia::LAYERS`]. Returns true if the collisions are
    /// now on.
    pub fn toggle_collisions(&mut self, objects: u8) -> bool {
        let mut layers = self.timeline.layers();
        layers.non_colliding = toggled(layers.non_colliding, objects);
        self.timeline.set_layers(layers);
        layers.non_colliding & objects == 0
    }

    /// Returns the duration of a frame on the console.
    pub fn period(&self) -> Duration {
        standard::period(self.standard(), self.timeline.scanlines())
    }

    /// Returns the number of sound samples per second.
    pub fn sample_rate(&self) -> f64 {
        standard::sample_rate(self.standard())
    }

    /// Returns true while the cartridge is thinking and the console therefore runs at full speed.
    pub fn is_thinking(&self) -> bool {
        let (ram, from) = (self.machine().ram(), self.options.fast_thinking_from);
        let game = self.game.as_ref();
        self.fast_thinking && game.is_some_and(|game| game.is_thinking(ram, from))
    }

    /// Returns the emulated time since the cartridge began to think; `None` if it is not thinking.
    pub fn thinking_time(&self) -> Option<Duration> {
        let frames = self.frames().saturating_sub(self.thinking_since?);
        let frame = standard::period(self.standard(), 262);
        Some(frame.mul_f64(frames as f64))
    }

    /// Returns the notices that have been added since the last call.
    pub fn take_notices(&mut self) -> Vec<Notice> {
        std::mem::take(&mut self.notices)
    }
}

/// Adds the objects to the set `off`. If any of them is already in it, removes them instead.
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
