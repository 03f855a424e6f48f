//! Plays a whole game on the bundled cartridge in Crownhead, and replays the same input in two
//! other emulators. They must show the same pictures in the same frames.
//!
//! The image is assembled with `-DFIXED_SEED`. A robot plays it in Crownhead and records the input.
//! The other emulators replay the input, MAME through a script and Stella through its debugger.
//! They count the frames before the first vertical sync differently, so their frame numbers are
//! offset. The test determines the offset at the beginning of the game.

use super::{Mame, Shown, Stella, Witness, mame, mame_picture, pictures, read_png, stella_picture};
use crate::video_checkers::manual::console::joystick;
use games::{
    robot::{Pilot, PilotStep, Task},
    video_checkers::{Layout, Snapshot, State},
};
use lab::trace::Symbols;
use std::{
    fmt::Write,
    ops::Range,
    path::Path,
    time::{Duration, Instant},
};
use support::Start;
use vcs::{
    Cartridge, Frame, Input, Machine, PowerOn, PowerOnState,
    input::{Controller, Joystick},
};

/// Number of frames from one compared frame to the next.
const STEP: u64 = 11;
/// The frames whose pictures determine the offset between the emulators' frame numbers.
const BEGINNING: Range<u64> = 40..100;
/// The offsets to try, in frames.
pub(crate) const SHIFTS: Range<u64> = 0..5;
/// The maximum length of a game in moves.
const LONGEST: usize = 120;

/// A machine, and a record of its input and of the pictures to compare.
pub(crate) struct Recording {
    pub(crate) machine: Machine,
    pub(crate) input: Input,
    frame: u64,
    step: u64,
    before: Option<Frame>,
    /// Number of frames in a row, up to the current one, whose picture was the same as in the
    /// previous frame.
    calm: u32,
    /// The frames at the beginning, every one of which is compared.
    pub(crate) beginning: Range<u64>,
    /// The frames in which the input changes, each with the new input.
    held: Vec<(u64, Input)>,
    /// Bytes to write to RAM before a frame: frame, address and value. Only replays in Stella need
    /// them.
    pokes: Vec<(u64, u8, u8)>,
    seen: Vec<Seen>,
}

/// A picture to compare.
struct Seen {
    frame: Frame,
    /// Number of frames directly before this one that show the same picture.
    calm: u32,
}

impl Recording {
    /// Switches on a machine and starts recording; every `step`th picture will be compared.
    pub(crate) fn new(cartridge: Cartridge, step: u64) -> Recording {
        let state = PowerOnState::Zero;
        Recording {
            machine: Machine::new(cartridge, PowerOn { state, seed: 0 }),
            input: Input::default(),
            frame: 0,
            step,
            before: None,
            calm: 0,
            beginning: BEGINNING,
            held: Vec::new(),
            pokes: Vec::new(),
            seen: Vec::new(),
        }
    }

    /// Writes a byte of RAM before the next frame.
    pub(crate) fn poke(&mut self, address: u8, byte: u8) {
        self.machine.poke_ram(address, byte);
        self.pokes.push((self.frame, address, byte));
    }

    /// Runs one frame, and records its input and picture. Returns true if the picture will be
    /// compared.
    pub(crate) fn frame(&mut self) -> bool {
        if *self.machine.input() != self.input {
            self.held.push((self.frame, self.input));
            self.machine.set_input(self.input);
        }
        let frame = self.machine.frame().clone();
        let still = |a: &Frame, b: &Frame| (0..262).all(|line| a.line(line) == b.line(line));
        let wanted = self.beginning.contains(&self.frame) || self.frame.is_multiple_of(self.step);
        let before = self.before.take();
        let is_calm = before.as_ref().is_some_and(|before| still(before, &frame));
        self.calm = if is_calm { self.calm + 1 } else { 0 };
        let is_seen = wanted && before.is_some();
        if is_seen {
            self.seen.push(Seen {
                calm: self.calm,
                frame: frame.clone(),
            });
        }
        self.before = (frame.scanlines() == 262).then_some(frame);
        self.frame += 1;
        is_seen
    }
}

/// Creates a cartridge from an image.
pub(crate) fn cartridge(image: &[u8]) -> Cartridge {
    Cartridge::from_image(image).expect("the image is a cartridge")
}

/// A robot that plays Video Checkers, and records the input and the pictures.
struct Player {
    recording: Recording,
    layout: Layout,
    /// The states of the game that the pictures show.
    states: Vec<State>,
    /// True if a king has appeared.
    kings: bool,
    /// True if a capture has been mandatory; the screen then shows JP.
    jump: bool,
}

impl Player {
    fn new(image: &[u8]) -> Player {
        let symbols = std::fs::read_to_string(crate::repository().join("rom/video-checkers.sym"));
        let symbols = Symbols::parse(&symbols.expect("the symbol file is in rom/")).unwrap();
        Player {
            recording: Recording::new(cartridge(image), STEP),
            layout: Layout::new(&symbols).expect("the symbols are the cartridge's"),
            states: Vec::new(),
            kings: false,
            jump: false,
        }
    }

    fn snapshot(&self) -> Snapshot {
        self.layout.snapshot(&self.recording.machine)
    }

    /// Runs one frame, and records what its picture shows.
    fn frame(&mut self) {
        if !self.recording.frame() {
            return;
        }
        let snapshot = self.snapshot();
        self.states.push(snapshot.state);
        if snapshot.state == State::Play {
            let position = snapshot.position;
            let is_king = |at| position.board().piece(at).is_some_and(|piece| piece.king);
            self.jump |= position.must_jump();
            self.kings |= checkers::Square::all().any(is_king);
        }
    }

    fn frames(&mut self, count: usize) {
        (0..count).for_each(|_| self.frame());
    }

    fn tap(&mut self, change: impl Fn(&mut Input)) {
        change(&mut self.recording.input);
        self.frames(3);
        self.recording.input = Input::default();
        self.frames(9);
    }

    /// Plays one of the legal moves.
    fn turn(&mut self, chance: usize) {
        let legal = self.snapshot().position.legal_moves();
        let mut pilot = Pilot::new(Task::Play(legal[chance % legal.len()]));
        while let PilotStep::Do(input) = pilot.next(&self.snapshot(), self.recording.input) {
            self.recording.input = input;
            self.frame();
        }
        self.recording.input = Input::default();
        self.frame();
    }

    /// Plays random moves at level 1 until the game ends, then runs 100 more frames.
    fn game(mut self) -> Player {
        self.frames(70);
        for directions in ["ul", "dr"] {
            self.tap(|input| input.ports[0] = joystick(directions));
        }
        let mut chance = 1;
        for _ in 0..LONGEST {
            let waits = |state| matches!(state, State::Think | State::Dropped);
            while waits(self.snapshot().state)
                || self.snapshot().state == State::Play
                    && self.snapshot().position.side() != self.snapshot().left_player
            {
                self.frame();
            }
            self.frames(12); // the cartridge detects the end some frames after the move
            if self.snapshot().state != State::Play {
                break;
            }
            chance = chance * 5 % 4093;
            self.turn(chance);
        }
        self.frames(100);
        self
    }
}

/// A part of the game for another emulator to replay: the input, the frames to compare, and the
/// offset between the emulator's frame numbers and ours.
pub(crate) struct Part<'a> {
    image: &'a Path,
    /// Command-line options for Stella.
    options: &'a [&'a str],
    held: &'a [(u64, Input)],
    pokes: &'a [(u64, u8, u8)],
    wanted: Vec<&'a Frame>,
    shift: u64,
}

/// An emulator that can replay a part of the game.
pub(crate) trait Plays {
    /// Returns true if the emulator shows each frame separately, and false if it blends frames.
    fn is_exact(&self) -> bool;

    fn play(&self, part: &Part) -> Vec<Shown>;
}

/// The name of a contact, and a function that returns true if the contact is closed.
type Contact = (&'static str, fn(&Input) -> bool);

/// MAME's names for the contacts.
const FIELDS: [Contact; 6] = [
    (":joyport1:joy:JOY=P1 Up", |input| stick(input).up),
    (":joyport1:joy:JOY=P1 Down", |input| stick(input).down),
    (":joyport1:joy:JOY=P1 Left", |input| stick(input).left),
    (":joyport1:joy:JOY=P1 Right", |input| stick(input).right),
    (":joyport1:joy:JOY=P1 Button 1", |input| stick(input).fire),
    (":SWB=Reset Game", |input| input.switches.reset),
];

fn stick(input: &Input) -> Joystick {
    match input.ports[0] {
        Controller::Joystick(joystick) => joystick,
        _ => Joystick::default(),
    }
}

impl Plays for Mame {
    fn is_exact(&self) -> bool {
        false
    }

    fn play(&self, part: &Part) -> Vec<Shown> {
        let folder = tempfile::tempdir().expect("a temporary folder");
        // Input from MAME's script takes effect two frames later.
        let mut input = String::new();
        for (frame, held) in part.held {
            for (field, is_held) in FIELDS {
                let (at, down) = (frame + part.shift - 2, u8::from(is_held(held)));
                write!(input, "{at}:{field}={down};").expect("a string");
            }
        }
        let file = |frame: &Frame| folder.path().join(format!("picture{}", frame.number));
        let theirs = |frame: &Frame| frame.number + part.shift;
        let line = |frame: &&Frame| format!("{}={}", theirs(frame), file(frame).display());
        let wanted: Vec<String> = part.wanted.iter().map(line).collect();
        let last = part.wanted.last().map_or(0, |frame| theirs(frame));
        mame(part.image, folder.path())
            .env("CROWNHEAD_INPUT", input)
            .env("CROWNHEAD_PICTURES", wanted.join(";"))
            .env("CROWNHEAD_FRAMES", last.to_string())
            .run();
        let picture = |frame: &&Frame| mame_picture(&file(frame));
        part.wanted.iter().map(picture).collect()
    }
}

/// Stella's names for the contacts; 0 means closed.
const CONTACTS: [Contact; 5] = [
    ("joy0Up", |input| stick(input).up),
    ("joy0Down", |input| stick(input).down),
    ("joy0Left", |input| stick(input).left),
    ("joy0Right", |input| stick(input).right),
    ("joy0Fire", |input| stick(input).fire),
];

impl Plays for Stella {
    fn is_exact(&self) -> bool {
        true
    }

    fn play(&self, part: &Part) -> Vec<Shown> {
        let first = 1;
        let mut now = first;
        let mut script = String::new();
        let mut go = |script: &mut String, frame: u64| {
            if frame > now {
                writeln!(script, "frame #{}", frame - now).expect("a string");
                now = frame;
            }
        };
        let mut held = part.held.iter().peekable();
        let mut pokes = part.pokes.iter().peekable();
        for frame in &part.wanted {
            while let Some((at, address, byte)) = pokes.next_if(|poke| poke.0 <= frame.number) {
                go(&mut script, at + part.shift);
                writeln!(script, "ram {address:x} {byte:x}").expect("a string");
            }
            while let Some((at, input)) = held.next_if(|(at, _)| *at <= frame.number) {
                go(&mut script, at + part.shift);
                for (contact, is_held) in CONTACTS {
                    let open = u8::from(!is_held(input));
                    writeln!(script, "{contact} {open}").expect("a string");
                }
            }
            go(&mut script, frame.number + 1 + part.shift);
            script.push_str("saveSnap\n");
        }
        // Stella's debugger sometimes ignores the keyboard at the start, so try several times.
        let shown = (0..4).find_map(|_| self.play_script(part, first, &script));
        shown.expect("Stella replays the recorded input")
    }
}

impl Stella {
    fn play_script(&self, part: &Part, first: u64, script: &str) -> Option<Vec<Shown>> {
        let wanted = part.wanted.len();
        let folder = tempfile::tempdir().expect("a temporary folder");
        std::fs::write(folder.path().join("score.script"), script).expect("a file");
        let debugger = self.debugger(part.image, part.options, folder.path(), first);
        std::thread::sleep(Duration::from_secs(4));
        self.type_line(&debugger, "exec score.script")?;
        let end = Instant::now() + Duration::from_secs(20 + wanted as u64);
        while Instant::now() < end {
            std::thread::sleep(Duration::from_millis(500));
            let files = pictures(folder.path());
            if files.len() == wanted {
                let shown = files.iter().map(|file| read_png(file).map(stella_picture));
                if let Some(shown) = shown.collect() {
                    return Some(shown);
                }
            }
        }
        None
    }
}

/// Returns the part of a recording up to frame `last`. If the emulator blends frames, only pictures
/// that have not changed for at least `calm` frames are compared.
pub(crate) fn part<'a>(
    oracle: &dyn Plays,
    image: &'a Path,
    options: &'a [&'a str],
    recording: &'a Recording,
    (last, shift, calm): (u64, u64, u32),
) -> Part<'a> {
    Part {
        image,
        options,
        held: &recording.held,
        pokes: &recording.pokes,
        wanted: recording
            .seen
            .iter()
            .filter(|seen| seen.frame.number <= last && (seen.calm >= calm || oracle.is_exact()))
            .map(|seen| &seen.frame)
            .collect(),
        shift,
    }
}

/// Replays a part, and returns a description of each picture that differs.
pub(crate) fn faults(witness: &Witness, oracle: &dyn Plays, part: &Part) -> Vec<String> {
    let shown = oracle.play(part);
    let game = part.image.file_stem().expect("a name").to_string_lossy();
    let name = |frame: &Frame| format!("{game}, frame {}", frame.number);
    let pairs = part.wanted.iter().zip(&shown);
    pairs
        .filter_map(|(frame, shown)| witness.compare(&name(frame), frame, shown))
        .collect()
}

/// Replays a recording in another emulator and compares all pictures.
pub(crate) fn replay_alike(
    witness: &Witness,
    oracle: &dyn Plays,
    image: &Path,
    options: &[&str],
    recording: &Recording,
) {
    // MAME blends frames, so compare a picture only if the two frames before it look the same. In
    // the first frames (up to the end of `BEGINNING`), one equal frame before the picture is
    // enough; otherwise too few pictures would be left.
    let part = |choice| part(oracle, image, options, recording, choice);
    let beginnings = SHIFTS.map(|shift| {
        let faults = faults(witness, oracle, &part((BEGINNING.end, shift, 1)));
        (faults.len(), shift)
    });
    let beginnings: Vec<(usize, u64)> = beginnings.collect();
    println!("faults at the beginning by shift: {beginnings:?}");
    let (_, shift) = beginnings.into_iter().min().expect("shifts are tried");
    let whole = part((u64::MAX, shift, 2));
    let faults = faults(witness, oracle, &whole);
    println!(
        "{} pictures, shifted by {shift}: {} differ",
        whole.wanted.len(),
        faults.len()
    );
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

fn plays_alike(witness: &Witness, oracle: &dyn Plays, folder: &Path) {
    let source = crate::repository().join("roms-src/video-checkers/main.asm");
    let image = crate::assemble_with(&source, &["FIXED_SEED"]);
    let path = folder.join("video-checkers.bin");
    std::fs::write(&path, &image).expect("a file");
    let played = Player::new(&image).game();
    assert!(
        played.states.contains(&State::Think),
        "the cartridge was seen thinking"
    );
    assert!(
        played.states.contains(&State::Over),
        "the end of the game was seen"
    );
    assert!(
        played.kings && played.jump,
        "a king and a mandatory capture were seen"
    );
    replay_alike(witness, oracle, &path, &[], &played.recording);
}

#[test]
#[ignore = "needs mame"]
fn oracle_mame_plays_a_whole_game_identically() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let witness = Witness::calibrate(&Mame, folder.path());
    plays_alike(&witness, &Mame, folder.path());
}

#[test]
#[ignore = "needs stella, Xvfb and xdotool"]
fn oracle_stella_plays_a_whole_game_identically() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let stella = Stella::start();
    let witness = Witness::calibrate(&stella, folder.path());
    plays_alike(&witness, &stella, folder.path());
}
