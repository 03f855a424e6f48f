//! Plays a whole game on the bundled cartridge in Crownhead, and replays the same input in two
//! other emulators. They must show the same pictures in the same frames.
//!
//! The image is assembled with `-DFIXED_SEED`. A robot plays it in Crownhead and records the input.
//! The other emulators replay the input, MAME through a script and Stella through its debugger.
//! They count the frames before the first vertical sync differently, so their frame numbers are
//! offset. The test determines the offset at the beginning of the game.

use super::{
    CalibratedOracle, Mame, OraclePicture, Stella, mame, mame_picture, pictures, read_png,
    stella_picture,
};
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
const MAX_MOVES: usize = 120;

/// A machine, and a record of its input and of the pictures to compare.
pub(crate) struct Recording {
    pub(crate) machine: Machine,
    pub(crate) input: Input,
    frame: u64,
    step: u64,
    previous_frame: Option<Frame>,
    /// Number of frames in a row, up to the current one, whose picture was the same as in the
    /// previous frame.
    still_frames: u32,
    /// The frames at the beginning, every one of which is compared.
    pub(crate) beginning: Range<u64>,
    /// The frames in which the input changes, each with the new input.
    input_changes: Vec<(u64, Input)>,
    /// Bytes to write to RAM before a frame: frame, address and value. Only replays in Stella need
    /// them.
    pokes: Vec<(u64, u8, u8)>,
    pictures: Vec<ComparedPicture>,
}

/// A picture to compare.
struct ComparedPicture {
    frame: Frame,
    /// Number of frames directly before this one that show the same picture.
    still_frames: u32,
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
            previous_frame: None,
            still_frames: 0,
            beginning: BEGINNING,
            input_changes: Vec::new(),
            pokes: Vec::new(),
            pictures: Vec::new(),
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
            self.input_changes.push((self.frame, self.input));
            self.machine.set_input(self.input);
        }
        let frame = self.machine.frame().clone();
        let same_picture = |a: &Frame, b: &Frame| (0..262).all(|line| a.line(line) == b.line(line));
        let wanted = self.beginning.contains(&self.frame) || self.frame.is_multiple_of(self.step);
        let previous = self.previous_frame.take();
        let is_still = previous
            .as_ref()
            .is_some_and(|previous| same_picture(previous, &frame));
        self.still_frames = if is_still { self.still_frames + 1 } else { 0 };
        let is_compared = wanted && previous.is_some();
        if is_compared {
            self.pictures.push(ComparedPicture {
                still_frames: self.still_frames,
                frame: frame.clone(),
            });
        }
        self.previous_frame = (frame.scanlines() == 262).then_some(frame);
        self.frame += 1;
        is_compared
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
    king_seen: bool,
    /// True if a capture has been mandatory; the screen then shows JP.
    mandatory_capture_seen: bool,
}

impl Player {
    fn new(image: &[u8]) -> Player {
        let symbols = std::fs::read_to_string(crate::repository().join("rom/video-checkers.sym"));
        let symbols = Symbols::parse(&symbols.expect("the symbol file is in rom/")).unwrap();
        Player {
            recording: Recording::new(cartridge(image), STEP),
            layout: Layout::new(&symbols).expect("the symbols are the cartridge's"),
            states: Vec::new(),
            king_seen: false,
            mandatory_capture_seen: false,
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
            self.mandatory_capture_seen |= position.must_jump();
            self.king_seen |= checkers::Square::all().any(is_king);
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
    fn play_move(&mut self, random: usize) {
        let legal = self.snapshot().position.legal_moves();
        let mut pilot = Pilot::new(Task::Play(legal[random % legal.len()]));
        while let PilotStep::Do(input) = pilot.next(&self.snapshot(), self.recording.input) {
            self.recording.input = input;
            self.frame();
        }
        self.recording.input = Input::default();
        self.frame();
    }

    /// Plays random moves at level 1 until the game ends, then runs 100 more frames.
    fn play_game(mut self) -> Player {
        self.frames(70);
        for directions in ["ul", "dr"] {
            self.tap(|input| input.ports[0] = joystick(directions));
        }
        let mut random = 1;
        for _ in 0..MAX_MOVES {
            let is_busy = |state| matches!(state, State::Think | State::Dropped);
            while is_busy(self.snapshot().state)
                || self.snapshot().state == State::Play
                    && self.snapshot().position.side() != self.snapshot().left_player
            {
                self.frame();
            }
            self.frames(12); // the cartridge detects the end some frames after the move
            if self.snapshot().state != State::Play {
                break;
            }
            random = random * 5 % 4093;
            self.play_move(random);
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
    input_changes: &'a [(u64, Input)],
    pokes: &'a [(u64, u8, u8)],
    compared_frames: Vec<&'a Frame>,
    shift: u64,
}

/// An emulator that can replay a part of the game.
pub(crate) trait ReplayOracle {
    /// Returns true if the emulator shows each frame separately, and false if it blends frames.
    fn is_exact(&self) -> bool;

    fn replay(&self, part: &Part) -> Vec<OraclePicture>;
}

/// The name of a contact, and a function that returns true if the contact is closed.
type Contact = (&'static str, fn(&Input) -> bool);

/// MAME's names for the contacts.
const MAME_CONTACTS: [Contact; 6] = [
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

impl ReplayOracle for Mame {
    fn is_exact(&self) -> bool {
        false
    }

    fn replay(&self, part: &Part) -> Vec<OraclePicture> {
        let folder = tempfile::tempdir().expect("a temporary folder");
        // Input from MAME's script takes effect two frames later.
        let mut inputs = String::new();
        for (frame, input) in part.input_changes {
            for (field, is_held) in MAME_CONTACTS {
                let (at, down) = (frame + part.shift - 2, u8::from(is_held(input)));
                write!(inputs, "{at}:{field}={down};").expect("a string");
            }
        }
        let file = |frame: &Frame| folder.path().join(format!("picture{}", frame.number));
        let mame_frame_number = |frame: &Frame| frame.number + part.shift;
        let line =
            |frame: &&Frame| format!("{}={}", mame_frame_number(frame), file(frame).display());
        let wanted: Vec<String> = part.compared_frames.iter().map(line).collect();
        let last = part
            .compared_frames
            .last()
            .map_or(0, |frame| mame_frame_number(frame));
        mame(part.image, folder.path())
            .env("CROWNHEAD_INPUT", inputs)
            .env("CROWNHEAD_PICTURES", wanted.join(";"))
            .env("CROWNHEAD_FRAMES", last.to_string())
            .run();
        let picture = |frame: &&Frame| mame_picture(&file(frame));
        part.compared_frames.iter().map(picture).collect()
    }
}

/// Stella's names for the contacts; 0 means closed.
const STELLA_CONTACTS: [Contact; 5] = [
    ("joy0Up", |input| stick(input).up),
    ("joy0Down", |input| stick(input).down),
    ("joy0Left", |input| stick(input).left),
    ("joy0Right", |input| stick(input).right),
    ("joy0Fire", |input| stick(input).fire),
];

impl ReplayOracle for Stella {
    fn is_exact(&self) -> bool {
        true
    }

    fn replay(&self, part: &Part) -> Vec<OraclePicture> {
        let first = 1;
        let mut now = first;
        let mut script = String::new();
        let mut advance_to = |script: &mut String, frame: u64| {
            if frame > now {
                writeln!(script, "frame #{}", frame - now).expect("a string");
                now = frame;
            }
        };
        let mut changes = part.input_changes.iter().peekable();
        let mut pokes = part.pokes.iter().peekable();
        for frame in &part.compared_frames {
            while let Some((at, address, byte)) = pokes.next_if(|poke| poke.0 <= frame.number) {
                advance_to(&mut script, at + part.shift);
                writeln!(script, "ram {address:x} {byte:x}").expect("a string");
            }
            while let Some((at, input)) = changes.next_if(|(at, _)| *at <= frame.number) {
                advance_to(&mut script, at + part.shift);
                for (contact, is_held) in STELLA_CONTACTS {
                    let open = u8::from(!is_held(input));
                    writeln!(script, "{contact} {open}").expect("a string");
                }
            }
            advance_to(&mut script, frame.number + 1 + part.shift);
            script.push_str("saveSnap\n");
        }
        // Stella's debugger sometimes ignores the keyboard at the start, so try several times.
        let shown = (0..4).find_map(|_| self.play_script(part, first, &script));
        shown.expect("Stella replays the recorded input")
    }
}

impl Stella {
    fn play_script(&self, part: &Part, first: u64, script: &str) -> Option<Vec<OraclePicture>> {
        let wanted = part.compared_frames.len();
        let folder = tempfile::tempdir().expect("a temporary folder");
        std::fs::write(folder.path().join("score.script"), script).expect("a file");
        let debugger = self.open_debugger(part.image, part.options, folder.path(), first);
        std::thread::sleep(Duration::from_secs(4));
        self.type_line(&debugger, "exec score.script")?;
        let deadline = Instant::now() + Duration::from_secs(20 + wanted as u64);
        while Instant::now() < deadline {
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
/// that have not changed for at least `still_frames` frames are compared.
pub(crate) fn part<'a>(
    oracle: &dyn ReplayOracle,
    image: &'a Path,
    options: &'a [&'a str],
    recording: &'a Recording,
    (last, shift, still_frames): (u64, u64, u32),
) -> Part<'a> {
    Part {
        image,
        options,
        input_changes: &recording.input_changes,
        pokes: &recording.pokes,
        compared_frames: recording
            .pictures
            .iter()
            .filter(|picture| {
                picture.frame.number <= last
                    && (picture.still_frames >= still_frames || oracle.is_exact())
            })
            .map(|picture| &picture.frame)
            .collect(),
        shift,
    }
}

/// Replays a part, and returns a description of each picture that differs.
pub(crate) fn differences(
    calibrated: &CalibratedOracle,
    oracle: &dyn ReplayOracle,
    part: &Part,
) -> Vec<String> {
    let shown = oracle.replay(part);
    let game = part.image.file_stem().expect("a name").to_string_lossy();
    let name = |frame: &Frame| format!("{game}, frame {}", frame.number);
    let pairs = part.compared_frames.iter().zip(&shown);
    pairs
        .filter_map(|(frame, shown)| calibrated.compare(&name(frame), frame, shown))
        .collect()
}

/// Replays a recording in another emulator and compares all pictures.
pub(crate) fn check_replay(
    calibrated: &CalibratedOracle,
    oracle: &dyn ReplayOracle,
    image: &Path,
    options: &[&str],
    recording: &Recording,
) {
    // MAME blends frames, so compare a picture only if the two frames before it look the same. In
    // the first frames (up to the end of `BEGINNING`), one equal frame before the picture is
    // enough; otherwise too few pictures would be left.
    let part = |choice| part(oracle, image, options, recording, choice);
    let beginnings = SHIFTS.map(|shift| {
        let differences = differences(calibrated, oracle, &part((BEGINNING.end, shift, 1)));
        (differences.len(), shift)
    });
    let beginnings: Vec<(usize, u64)> = beginnings.collect();
    println!("differences at the beginning by shift: {beginnings:?}");
    let (_, shift) = beginnings.into_iter().min().expect("shifts are tried");
    let whole = part((u64::MAX, shift, 2));
    let differences = differences(calibrated, oracle, &whole);
    println!(
        "{} pictures, shifted by {shift}: {} differ",
        whole.compared_frames.len(),
        differences.len()
    );
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

fn check_whole_game(calibrated: &CalibratedOracle, oracle: &dyn ReplayOracle, folder: &Path) {
    let source = crate::repository().join("roms-src/video-checkers/main.asm");
    let image = crate::assemble_with(&source, &["FIXED_SEED"]);
    let path = folder.join("video-checkers.bin");
    std::fs::write(&path, &image).expect("a file");
    let played = Player::new(&image).play_game();
    assert!(
        played.states.contains(&State::Think),
        "the cartridge was seen thinking"
    );
    assert!(
        played.states.contains(&State::Over),
        "the end of the game was seen"
    );
    assert!(
        played.king_seen && played.mandatory_capture_seen,
        "a king and a mandatory capture were seen"
    );
    check_replay(calibrated, oracle, &path, &[], &played.recording);
}

#[test]
#[ignore = "needs mame"]
fn oracle_mame_plays_a_whole_game_identically() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let calibrated = CalibratedOracle::calibrate(&Mame, folder.path());
    check_whole_game(&calibrated, &Mame, folder.path());
}

#[test]
#[ignore = "needs stella, Xvfb and xdotool"]
fn oracle_stella_plays_a_whole_game_identically() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let stella = Stella::start();
    let calibrated = CalibratedOracle::calibrate(&stella, folder.path());
    check_whole_game(&calibrated, &stella, folder.path());
}
