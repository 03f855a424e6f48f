//! A windowless console in which Triktrak runs at full speed.

use super::{
    follower::Follower,
    pilot::{Pilot, Task},
    ram::{AwaitedInput, Layout, Mode, Snapshot},
};
use crate::robot::{
    PilotStep, RobotError,
    recorded::{PAUSE_FRAMES, RecordedMachine, RecordedRobot},
};
use lab::trace::Symbols;
use play::bundled::BUNDLED;
use triktrak::{Game, Outcome, Rng};
use vcs::{Cartridge, Machine, PowerOn, PowerOnState, input::Difficulty};

/// Index of the cartridge in [`BUNDLED`].
const TRIKTRAK: usize = 1;
/// Exclusive upper limit, in frames, of the random delay before the robot presses a button for a
/// person. The dice depend on when the button is pressed.
const MAX_HESITATION: usize = 60;
/// Maximum number of frames to wait for the next turn. The computer thinks for at most five
/// seconds.
const MAX_IDLE_FRAMES: usize = 3600;
/// Number of frames to run after the end of a game, so that a script also shows the result.
const RESULT_FRAMES: usize = 120;

/// A console with Triktrak and a robot at its joystick.
#[derive(Debug, Clone)]
pub struct Robot {
    recorded: RecordedMachine,
    layout: Layout,
    snapshot: Snapshot,
    follower: Follower,
    /// A description of the cartridge's first rule violation, if there has been one.
    fault: Option<String>,
    /// The random number generator for the delays before the robot presses a button.
    hesitation: Rng,
}

impl Robot {
    /// Switches on a console, and sets the switch that makes the computer play at its highest
    /// speed. The dice depend on the seed and on the person's choices.
    ///
    /// # Errors
    /// [`RobotError`] if the cartridge does not start.
    pub fn new(seed: u64) -> Result<Robot, RobotError> {
        let bundled = BUNDLED[TRIKTRAK];
        let cartridge = Cartridge::from_image(bundled.image)?;
        let layout = Layout::new(&Symbols::parse(bundled.symbols)?)?;
        let state = PowerOnState::Random;
        let power_on = PowerOn { state, seed };
        let mut recorded = RecordedMachine::new(cartridge, bundled.script_name(), power_on);
        recorded.input.switches.right = Difficulty::A;
        let mut robot = Robot {
            snapshot: layout.snapshot(&recorded.machine),
            recorded,
            layout,
            follower: Follower::default(),
            fault: None,
            hesitation: Rng::new(seed),
        };
        robot.frames(PAUSE_FRAMES);
        Ok(robot)
    }

    /// Begins a game in this mode. If another game is in progress, it is abandoned.
    ///
    /// # Errors
    /// [`RobotError`] if the cartridge does not begin the game.
    pub fn new_game(&mut self, mode: Mode) -> Result<(), RobotError> {
        if self.snapshot.expects != AwaitedInput::Start {
            self.tap(|input| input.switches.reset = true);
        }
        for _ in Mode::ALL {
            if self.snapshot.mode != mode {
                self.tap(|input| input.switches.select = true);
            }
        }
        self.hesitate();
        self.tap(|input| input.switches.reset = true);
        let began = self.snapshot.mode == mode && self.snapshot.expects != AwaitedInput::Start;
        self.ensure(began, "Reset does not begin a game")
    }

    /// Throws the dice for the side to move. Call [`Robot::wait`] next.
    ///
    /// # Errors
    /// [`RobotError`] if the cartridge is not waiting for a throw.
    pub fn throw(&mut self) -> Result<(), RobotError> {
        self.hesitate();
        self.run_pilot(Task::Throw)
    }

    /// Moves a man of the side to move from this wedge, by the next number of the throw.
    ///
    /// # Errors
    /// [`RobotError`] if the wedge cannot be chosen.
    pub fn choose(&mut self, wedge: u8) -> Result<(), RobotError> {
        let is_legal = self.snapshot.legal.contains(&wedge);
        self.ensure(is_legal, &format!("wedge {wedge} cannot be chosen"))?;
        self.run_pilot(Task::Choose(wedge))
    }

    /// Runs until a person must act or the game is over. Calls `progress` after each frame with the
    /// number of frames so far, and stops as soon as `progress` returns false.
    ///
    /// # Errors
    /// [`RobotError`] if the cartridge breaks the rules or does nothing.
    pub fn wait(&mut self, mut progress: impl FnMut(u64) -> bool) -> Result<(), RobotError> {
        let (mut idle, mut turns) = (0, self.game().turns().len());
        for frames in 1.. {
            if self.snapshot.expects != AwaitedInput::Nothing {
                break;
            }
            self.frame();
            let now = self.game().turns().len();
            idle = if now == turns { idle + 1 } else { 0 };
            turns = now;
            self.ensure(idle < MAX_IDLE_FRAMES, "the game does not continue")?;
            if self.snapshot.expects == AwaitedInput::Start {
                self.frames(RESULT_FRAMES);
            }
            if !progress(frames) {
                break;
            }
        }
        match &self.fault {
            Some(fault) => Err(RobotError::Stuck(fault.clone())),
            None => Ok(()),
        }
    }

    /// Returns the state of the game in the cartridge's RAM.
    pub fn snapshot(&self) -> &Snapshot {
        &self.snapshot
    }

    /// Returns the game since the last Reset, recorded and checked against the rules.
    pub fn game(&self) -> &Game {
        self.follower.game()
    }

    /// Resigns for the side to move. Only the record of the game shows the resignation; the game in
    /// the cartridge continues.
    pub fn resign(&mut self) {
        self.follower.resign();
    }

    /// Returns true if the game has a winner.
    pub fn is_over(&self) -> bool {
        self.game().outcome() != Outcome::Open
    }

    /// Returns the console. It runs without drawing pictures.
    pub fn machine(&self) -> &Machine {
        &self.recorded.machine
    }

    /// Returns all input since power-on, as an input script for the bundled cartridge.
    pub fn script(&self) -> String {
        self.recorded.script()
    }

    fn hesitate(&mut self) {
        let frames = self.hesitation.below(MAX_HESITATION);
        self.frames(frames);
    }

    fn run_pilot(&mut self, task: Task) -> Result<(), RobotError> {
        let mut pilot = Pilot::new(task);
        let own_input = self.recorded.input;
        let done = loop {
            match pilot.next(&self.snapshot, own_input) {
                PilotStep::Do(input) => self.recorded.input = input,
                PilotStep::Done => break true,
                PilotStep::Stuck => break false,
            }
            self.frame();
        };
        self.recorded.input = own_input;
        self.ensure(done, &format!("cannot {task:?}"))
    }

    fn ensure(&self, condition: bool, fault: &str) -> Result<(), RobotError> {
        if condition {
            Ok(())
        } else {
            Err(RobotError::Stuck(format!("{fault}: {:?}", self.snapshot)))
        }
    }
}

impl RecordedRobot for Robot {
    fn recorded_machine(&mut self) -> &mut RecordedMachine {
        &mut self.recorded
    }

    fn frame(&mut self) {
        self.recorded.frame();
        self.snapshot = self.layout.snapshot(&self.recorded.machine);
        let followed = self.follower.follow_frame(&self.snapshot);
        self.fault = self.fault.take().or(followed.err());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use triktrak::players::{Chooser, Random};

    /// Plays a whole game in which the person makes random choices.
    fn play_game(mode: Mode, seed: u64) -> Robot {
        let mut robot = Robot::new(seed).unwrap();
        robot.new_game(mode).unwrap();
        let mut player = Random(Rng::new(seed));
        loop {
            robot.wait(|_| true).unwrap();
            if robot.is_over() {
                return robot;
            }
            match robot.snapshot().expects {
                AwaitedInput::Throw => robot.throw().unwrap(),
                AwaitedInput::Choice => {
                    let game = robot.game();
                    assert_eq!(game.legal(), robot.snapshot().legal);
                    let wedge = player.choose(game.position(), game.numbers());
                    robot.choose(wedge).unwrap();
                }
                other => panic!("{other:?}"),
            }
        }
    }

    #[test]
    fn whole_games_follow_the_rules_and_are_reproducible() {
        for (mode, seed) in [(Mode::White, 1), (Mode::Black, 2), (Mode::TwoPlayers, 3)] {
            let robot = play_game(mode, seed);
            assert!(robot.game().turns().len() > 30, "{mode:?}");
            if mode == Mode::White {
                assert_eq!(play_game(mode, seed).script(), robot.script());
            }
        }
    }

    #[test]
    fn a_script_continues_after_the_end_of_the_game() {
        let mut robot = Robot::new(1).unwrap();
        robot.new_game(Mode::Demo).unwrap();
        robot.wait(|_| true).unwrap();
        assert!(robot.is_over());
        let text = robot.script();
        let last = text.lines().last().unwrap();
        let end: usize = last
            .trim_matches(|c: char| !c.is_ascii_digit())
            .parse()
            .unwrap();
        let mut other = Robot::new(1).unwrap();
        other.new_game(Mode::Demo).unwrap();
        let mut result_frames = 0;
        while other.machine().place().frame < end as u64 {
            other.frame();
            result_frames += usize::from(other.snapshot.expects == AwaitedInput::Start);
        }
        assert_eq!(result_frames, RESULT_FRAMES + 1);
    }

    #[test]
    fn a_choice_that_the_rules_forbid_is_an_error() {
        let mut robot = Robot::new(5).unwrap();
        robot.new_game(Mode::White).unwrap();
        assert!(robot.choose(24).is_err(), "the throw comes first");
        robot.throw().unwrap();
        robot.wait(|_| true).unwrap();
        assert!(robot.choose(3).is_err(), "no man is there");
        assert_eq!(robot.game().legal(), robot.snapshot().legal);
    }

    #[test]
    fn a_game_can_be_abandoned_for_another() {
        let mut robot = Robot::new(5).unwrap();
        robot.new_game(Mode::White).unwrap();
        robot.throw().unwrap();
        robot.wait(|_| true).unwrap();
        robot.new_game(Mode::Black).unwrap();
        robot.wait(|_| true).unwrap();
        assert_eq!(robot.game().turns()[0].side, triktrak::Side::White);
        assert_eq!(robot.snapshot().mode, Mode::Black);
    }
}
