//! Plays a whole game of Triktrak with the same input in two other emulators, which must show the
//! same pictures.
//!
//! The dice depend on the frames in which a person presses a button, so Reset must be pressed in
//! the same frame in all emulators. Stella can only hold Reset from power-on, which does not start
//! a game. So for Stella, a write to RAM in frame `START_FRAME` makes the cartridge forget that
//! Reset was held.

use crate::oracles::{
    CalibratedOracle, Mame, Stella,
    bundled::{Recording, ReplayOracle, cartridge, check_replay},
};
use games::{
    robot::PilotStep,
    triktrak::{AwaitedInput, Layout, Pilot, Snapshot, Task},
};
use lab::trace::Symbols;
use play::bundled::BUNDLED;
use std::path::Path;
use triktrak::{
    Rng,
    players::{Chooser, Random},
};

/// Interval, in frames, between the frames to compare.
const COMPARISON_INTERVAL: u64 = 29;
/// The test fails if this many frames pass without it being the robot's turn.
const MAX_IDLE_FRAMES: usize = 3_600;

/// The frame in which the game begins.
const START_FRAME: usize = 20;

struct Player {
    recording: Recording,
    layout: Layout,
}

impl Player {
    fn snapshot(&self) -> Snapshot {
        self.layout.snapshot(&self.recording.machine)
    }

    fn run_frames(&mut self, count: usize) {
        (0..count).for_each(|_| _ = self.recording.frame());
    }

    /// Uses the stick to throw the dice or to make a choice.
    fn perform(&mut self, task: Task) {
        let before = self.recording.input;
        let mut pilot = Pilot::new(task);
        while let PilotStep::Do(input) = pilot.next(&self.snapshot(), before) {
            self.recording.input = input;
            self.run_frames(1);
        }
        self.recording.input = before;
    }

    /// Starts a game by pressing Reset.
    fn press_reset(&mut self) {
        self.run_frames(START_FRAME);
        self.recording.input.switches.reset = true;
        self.run_frames(10);
    }

    /// Starts a game when Reset has been held since power-on: clears the byte at `held`, in which
    /// the cartridge remembers that Reset was down.
    fn forget_reset(&mut self, held: u8) {
        self.recording.input.switches.reset = true;
        self.run_frames(START_FRAME);
        self.recording.poke(held, 0);
        self.run_frames(10);
    }

    /// Plays random moves for White until the game ends, and runs 200 more frames.
    fn play_game(mut self) -> Recording {
        let mut player = Random(Rng::new(1));
        let mut idle = 0;
        loop {
            let snapshot = self.snapshot();
            match snapshot.expects {
                AwaitedInput::Throw => self.perform(Task::Throw),
                AwaitedInput::Choice => {
                    let position = snapshot.position.expect("a board");
                    let wedge = player.choose(&position, &snapshot.numbers());
                    self.perform(Task::Choose(wedge));
                }
                AwaitedInput::Nothing => {
                    self.run_frames(1);
                    idle += 1;
                    assert!(idle < MAX_IDLE_FRAMES, "{snapshot:?}");
                    continue;
                }
                AwaitedInput::Start => break,
            }
            idle = 0;
        }
        let position = self.snapshot().position.expect("a board");
        assert!(position.is_won(), "{position:?}");
        self.run_frames(200);
        self.recording
    }
}

fn check_whole_game(
    calibrated: &CalibratedOracle,
    oracle: &dyn ReplayOracle,
    folder: &Path,
    options: &[&str],
) {
    let bundled = BUNDLED[1];
    let path = folder.join("triktrak.bin");
    std::fs::write(&path, bundled.image).expect("a file");
    let symbols = Symbols::parse(bundled.symbols).expect("symbols");
    let mut player = Player {
        recording: Recording::new(cartridge(bundled.image), COMPARISON_INTERVAL),
        layout: Layout::new(&symbols).expect("the symbols are the cartridge's"),
    };
    match options {
        [] => player.press_reset(),
        _ => player.forget_reset(symbols.value("held").expect("an address") as u8),
    }
    check_replay(calibrated, oracle, &path, options, &player.play_game());
}

#[test]
#[ignore = "needs mame"]
fn oracle_mame_plays_a_whole_game_of_triktrak_identically() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let calibrated = CalibratedOracle::calibrate(&Mame, folder.path());
    check_whole_game(&calibrated, &Mame, folder.path(), &[]);
}

#[test]
#[ignore = "needs stella, Xvfb and xdotool"]
fn oracle_stella_plays_a_whole_game_of_triktrak_identically() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let stella = Stella::start();
    let calibrated = CalibratedOracle::calibrate(&stella, folder.path());
    check_whole_game(&calibrated, &stella, folder.path(), &["-holdreset"]);
}
