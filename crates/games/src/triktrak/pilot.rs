//! Throws the dice or chooses a wedge with the joystick, frame by frame, as a person does.

use super::ram::{AwaitedInput, Snapshot};
use crate::robot::PilotStep;
use vcs::{
    Input,
    input::{Controller, Joystick},
};

/// Number of frames for which the stick or the button is held.
const HELD_FRAMES: u32 = 2;
/// Number of frames without input after each push or press.
const REST_FRAMES: u32 = 2;
/// Maximum number of pushes and presses for one task. There are 24 wedges, so a pilot reaches
/// the limit only if the cartridge does not react.
const MAX_PUSHES: u32 = 60;

/// The task of a pilot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Task {
    /// Throw the dice.
    Throw,
    /// Move a man from this wedge, by the next number.
    Choose(u8),
}

/// A pilot that operates the left joystick.
#[derive(Debug, Clone)]
pub struct Pilot {
    task: Task,
    /// Number of frames since the start of the current push or press.
    frame: u32,
    pushes: u32,
    stick: Joystick,
    has_pressed: bool,
}

impl Pilot {
    /// Creates a pilot for a task.
    pub fn new(task: Task) -> Pilot {
        Pilot {
            task,
            frame: 0,
            pushes: 0,
            stick: Joystick::default(),
            has_pressed: false,
        }
    }

    /// Returns what to do in the next frame. `input` is the player's own input, in which the pilot
    /// replaces the left joystick.
    pub fn next(&mut self, snapshot: &Snapshot, mut input: Input) -> PilotStep {
        if self.frame == 0 {
            match self.decide(snapshot) {
                None if self.has_pressed => return PilotStep::Done,
                None => return PilotStep::Stuck,
                Some(_) if self.pushes == MAX_PUSHES => return PilotStep::Stuck,
                Some(stick) => self.stick = stick,
            }
            self.pushes += 1;
            self.has_pressed = self.stick.fire;
        }
        let held = self.frame < HELD_FRAMES;
        self.frame = (self.frame + 1) % (HELD_FRAMES + REST_FRAMES);
        let stick = if held {
            self.stick
        } else {
            Joystick::default()
        };
        input.ports[0] = Controller::Joystick(stick);
        PilotStep::Do(input)
    }

    /// Returns the next push of the stick or press of the button. Returns `None` if the pilot has
    /// already pressed the button, or if the cartridge does not expect the input of this task now.
    fn decide(&self, snapshot: &Snapshot) -> Option<Joystick> {
        let fire = Joystick {
            fire: true,
            ..Joystick::default()
        };
        match self.task {
            _ if self.has_pressed => None,
            Task::Throw => (snapshot.expects == AwaitedInput::Throw).then_some(fire),
            Task::Choose(_) if snapshot.expects != AwaitedInput::Choice => None,
            Task::Choose(wedge) if snapshot.cursor == wedge => Some(fire),
            Task::Choose(wedge) => Some(toward(snapshot.cursor, wedge)),
        }
    }
}

/// Returns the push that moves the cursor toward a wedge. On either side of the board, a push up
/// moves the cursor up; from the top, it moves the cursor to the other side.
fn toward(cursor: u8, wedge: u8) -> Joystick {
    let is_on_other_side = (cursor > 12) != (wedge > 12);
    let up = is_on_other_side || (cursor > 12) == (wedge < cursor);
    Joystick {
        up,
        down: !up,
        ..Joystick::default()
    }
}
