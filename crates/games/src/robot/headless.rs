//! A windowless console that the robot plays at full speed.

use super::{
    pilot::{Pilot, PilotStep, Task},
    recorded::{PAUSE_FRAMES, RecordedMachine, RecordedRobot},
};
use crate::symbols::SymbolMissing;
use crate::video_checkers::{GameRecorder, Layout, Snapshot, State};
use checkers::{Game, Move, Position, Side};
use lab::trace::{Symbols, symbols::SymbolsError};
use play::bundled::BUNDLED;
use thiserror::Error;
use vcs::{Cartridge, Input, Machine, PowerOn, cartridge::CartridgeError, input::Difficulty};

/// Number of scanlines in a correct frame.
const SCANLINES: usize = 262;
/// Maximum number of frames that the robot may take to play a move or set up a position. Setting up
/// 32 squares takes about 600 frames.
const MAX_TASK_FRAMES: usize = 4000;
/// Maximum number of consecutive frames to wait while the cartridge is not thinking.
const MAX_IDLE_FRAMES: usize = 600;

/// Maximum number of frames between the end of a search and the end of the computer's move. The
/// cartridge needs three frames, and the piece then blinks for a while.
const MAX_ENDING_FRAMES: usize = 300;

/// The reason the robot cannot play.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RobotError {
    /// The bytes are not a cartridge image.
    #[error(transparent)]
    Cartridge(#[from] CartridgeError),
    /// The symbol file cannot be read.
    #[error(transparent)]
    Symbols(#[from] SymbolsError),
    /// The symbol file belongs to another cartridge.
    #[error(transparent)]
    OtherCartridge(#[from] SymbolMissing),
    /// The cartridge did not react as expected. The text describes the fault and the position.
    #[error("{0}")]
    Stuck(String),
}

/// A console with Video Checkers and a robot at its controls.
#[derive(Debug, Clone)]
pub struct Robot {
    recorded: RecordedMachine,
    layout: Layout,
    snapshot: Snapshot,
    recorder: GameRecorder,
    /// The number of the first frame that did not have 262 scanlines, and its number of scanlines.
    /// Frames before the board appeared do not count.
    first_irregular_frame: Option<(u64, usize)>,
}

impl Robot {
    /// Switches on a console and waits for the board. `image` is the cartridge, and `symbols` is
    /// the text of its symbol file.
    ///
    /// # Errors
    /// [`RobotError`] if the cartridge is not Video Checkers or no board appears.
    pub fn new(image: &[u8], symbols: &str, power_on: PowerOn) -> Result<Robot, RobotError> {
        let cartridge = Cartridge::from_image(image)?;
        let layout = Layout::new(&Symbols::parse(symbols)?)?;
        let recorded = RecordedMachine::new(cartridge, BUNDLED[0].script_name(), power_on);
        let snapshot = layout.snapshot(&recorded.machine);
        let mut robot = Robot {
            recorder: GameRecorder::new(&snapshot, "????.??.??"),
            recorded,
            layout,
            snapshot,
            first_irregular_frame: None,
        };
        robot.frames(PAUSE_FRAMES);
        robot.new_game(Side::Black)?;
        robot.first_irregular_frame = None;
        Ok(robot)
    }

    /// Switches on a console with the bundled cartridge, and waits for the board.
    ///
    /// # Errors
    /// The same as for [`Robot::new`].
    pub fn bundled(power_on: PowerOn) -> Result<Robot, RobotError> {
        let bundled = BUNDLED[0];
        Robot::new(bundled.image, bundled.symbols, power_on)
    }

    /// Returns the console. It runs without drawing pictures.
    pub fn machine(&self) -> &Machine {
        &self.recorded.machine
    }

    /// Returns all input since power-on, as an input script for the bundled cartridge.
    pub fn script(&self) -> String {
        self.recorded.script()
    }

    /// Returns the state of the game in the cartridge.
    pub fn snapshot(&self) -> &Snapshot {
        &self.snapshot
    }

    /// Returns the game since the last reset or set-up.
    pub fn game(&self) -> &Game {
        &self.recorder.record().game
    }

    /// Returns the recorder.
    pub fn recorder(&self) -> &GameRecorder {
        &self.recorder
    }

    /// Returns the recorder, mutably, so that the caller can end a game.
    pub fn recorder_mut(&mut self) -> &mut GameRecorder {
        &mut self.recorder
    }

    /// Returns the number of the first frame since [`Robot::new`] that did not have 262 scanlines,
    /// and its number of scanlines.
    pub fn first_irregular_frame(&self) -> Option<(u64, usize)> {
        self.first_irregular_frame
    }

    /// Returns true if it is the computer's turn.
    pub fn is_computers_turn(&self) -> bool {
        let snapshot = &self.snapshot;
        let over = matches!(snapshot.state, State::Over | State::SetUp);
        let computer = !snapshot.two_players() && snapshot.position.side() != snapshot.left_player;
        snapshot.state == State::Think || !over && computer
    }

    /// Runs one frame.
    pub fn frame(&mut self) {
        RecordedRobot::frame(self);
    }

    /// Runs `count` frames.
    pub fn frames(&mut self, count: usize) {
        RecordedRobot::frames(self, count);
    }

    /// Presses Select until the game number is `number`, 1..=19.
    ///
    /// # Errors
    /// [`RobotError`] if the number does not appear.
    pub fn select_game(&mut self, number: u8) -> Result<(), RobotError> {
        for _ in 0..19 {
            if self.snapshot.game == number {
                return Ok(());
            }
            self.tap(|input| input.switches.select = true);
        }
        self.ensure(
            self.snapshot.game == number,
            "Select does not reach the game",
        )
    }

    /// Begins a game in which the left player plays the side `left`, and waits for the board. If
    /// the computer moves first, it is already thinking when this function returns.
    ///
    /// # Errors
    /// [`RobotError`] if the board does not appear.
    pub fn new_game(&mut self, left: Side) -> Result<(), RobotError> {
        self.recorded.input.switches.right = match left {
            Side::Black => Difficulty::B,
            Side::White => Difficulty::A,
        };
        self.recorded.input.switches.left = Difficulty::B;
        self.frames(PAUSE_FRAMES);
        self.tap(|input| input.switches.reset = true);
        let began =
            |snapshot: &Snapshot| snapshot.left_player == left && snapshot.state != State::SetUp;
        self.run_until(MAX_IDLE_FRAMES, began, "Reset does not begin a game")
    }

    /// Flips the right difficulty switch. The computer and the left player then swap sides.
    pub fn swap_sides(&mut self) {
        let right = &mut self.recorded.input.switches.right;
        *right = match *right {
            Difficulty::A => Difficulty::B,
            Difficulty::B => Difficulty::A,
        };
        self.frames(PAUSE_FRAMES);
    }

    /// Selects a game by its number, and makes the computer play the side to move. When this
    /// function is called, it must be a human player's turn; when it returns, the computer is
    /// thinking.
    ///
    /// # Errors
    /// [`RobotError`] if the game number does not appear.
    pub fn hand_side_to_computer(&mut self, game: u8) -> Result<(), RobotError> {
        // Pressing Select steps through other games. If the side to move were the computer's in one
        // of them, the computer would start thinking, so give that side to the left player first.
        if self.snapshot.left_player != self.snapshot.position.side() {
            self.swap_sides();
        }
        self.select_game(game)?;
        self.swap_sides();
        Ok(())
    }

    /// Plays a legal move with the joystick of the side to move. When this function returns, it is
    /// the other side's turn, and the computer may be thinking.
    ///
    /// # Errors
    /// [`RobotError`] if the cartridge does not accept the move.
    pub fn play(&mut self, chosen: &Move) -> Result<(), RobotError> {
        self.run_pilot(Task::Play(*chosen), &format!("cannot play {chosen}"))
    }

    /// Sets up a position, using the cartridge's set-up mode.
    ///
    /// # Errors
    /// [`RobotError`] if the cartridge does not accept the position.
    pub fn set_up(&mut self, position: &Position) -> Result<(), RobotError> {
        let task = Task::SetUp(*position.board(), position.side());
        self.run_pilot(task, &format!("cannot set up {}", position.to_fen()))
    }

    fn run_pilot(&mut self, task: Task, fault: &str) -> Result<(), RobotError> {
        let mut pilot = Pilot::new(task);
        let released = Input {
            switches: self.recorded.input.switches,
            ..Input::default()
        };
        let mut done = false;
        for _ in 0..MAX_TASK_FRAMES {
            match pilot.next(&self.snapshot, self.recorded.input) {
                PilotStep::Do(input) => self.recorded.input = input,
                PilotStep::Done => done = true,
                PilotStep::Stuck => break,
            }
            if done {
                break;
            }
            self.frame();
        }
        self.recorded.input = released;
        self.frame();
        self.ensure(done, fault)
    }

    /// Runs until the computer has moved or the game is over. Calls `progress` after each frame
    /// with the number of frames so far, and stops waiting as soon as `progress` returns false.
    ///
    /// # Errors
    /// [`RobotError`] if the cartridge does nothing.
    pub fn wait(&mut self, mut progress: impl FnMut(u64) -> bool) -> Result<(), RobotError> {
        let mut idle = 0;
        for frames in 1.. {
            if !self.is_computer_busy() {
                break;
            }
            idle = if self.snapshot.state == State::Think {
                0
            } else {
                idle + 1
            };
            self.ensure(idle < MAX_IDLE_FRAMES, "the computer does not move")?;
            self.frame();
            if !progress(frames) {
                break;
            }
        }
        Ok(())
    }

    /// Ends the computer's search early; the computer plays the best move that it has found so far.
    /// This function writes to RAM, so [`Robot::script`] no longer reproduces the game afterward.
    ///
    /// # Errors
    /// [`RobotError`] if the computer does not move.
    pub fn end_search(&mut self) -> Result<(), RobotError> {
        for _ in 0..MAX_ENDING_FRAMES {
            if !self.is_computer_busy() {
                return Ok(());
            }
            if self.snapshot.state == State::Think {
                self.layout.end_search(&mut self.recorded.machine);
            }
            self.frame();
        }
        self.ensure(
            !self.is_computer_busy(),
            "the computer does not end its search",
        )
    }

    /// Returns true if it is the computer's turn, or while the piece that was moved last is
    /// blinking.
    fn is_computer_busy(&self) -> bool {
        self.is_computers_turn() || self.snapshot.state == State::Dropped
    }

    fn run_until(
        &mut self,
        frames: usize,
        reached: impl Fn(&Snapshot) -> bool,
        fault: &str,
    ) -> Result<(), RobotError> {
        for _ in 0..frames {
            if reached(&self.snapshot) {
                return Ok(());
            }
            self.frame();
        }
        self.ensure(reached(&self.snapshot), fault)
    }

    fn ensure(&self, condition: bool, fault: &str) -> Result<(), RobotError> {
        if condition {
            Ok(())
        } else {
            Err(RobotError::Stuck(format!(
                "{fault} (game {}, {:?}, {})",
                self.snapshot.game,
                self.snapshot.state,
                self.snapshot.position.to_fen()
            )))
        }
    }
}

impl RecordedRobot for Robot {
    fn recorded_machine(&mut self) -> &mut RecordedMachine {
        &mut self.recorded
    }

    fn frame(&mut self) {
        self.recorded.frame();
        let machine = &self.recorded.machine;
        let frame = machine.last_frame();
        if frame.scanlines() != SCANLINES && self.first_irregular_frame.is_none() {
            self.first_irregular_frame = Some((frame.number, frame.scanlines()));
        }
        self.snapshot = self.layout.snapshot(machine);
        self.recorder.follow_frame(&self.snapshot);
    }
}
