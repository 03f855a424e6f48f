//! The pilot: turns a task into input, frame by frame.

use super::route::{self, Push};
use crate::video_checkers::{Snapshot, State};
use checkers::{Board, Move, Position, Side, Square};
use vcs::{
    Input,
    input::{Controller, Difficulty, Joystick},
};

/// Number of frames for which the pilot holds the button or Reset.
const PRESS_FRAMES: u32 = 2;
/// Maximum number of frames for which the pilot pushes the stick diagonally. The pilot releases it
/// as soon as the cartridge reacts.
const PUSH_FRAMES: u32 = 8;
/// Maximum number of frames for which the pilot pushes the stick up to change the side to move. The
/// cartridge needs 16.
const CHANGE_FRAMES: u32 = 30;
/// Number of frames without input after each action, so that the cartridge detects the release.
const REST_FRAMES: u32 = 2;
/// Maximum number of consecutive actions without effect, after which the pilot gives up.
const MAX_INEFFECTIVE_ACTIONS: u32 = 40;

/// The task of a pilot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Task {
    /// Play a legal move of the side to move.
    Play(Move),
    /// Use the set-up mode to put these pieces on the board, with this side to move.
    SetUp(Board, Side),
}

/// The next step of a pilot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PilotStep {
    /// Use this input in the next frame.
    Do(Input),
    /// The pilot has completed its task.
    Done,
    /// The pilot has given up, because the cartridge does not react.
    Stuck,
}

/// An action of the pilot: it pushes the stick, presses the button, moves a switch, or waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Act {
    Push(Push),
    Press,
    LeftDifficulty(Difficulty),
    Reset,
    /// A push up, which changes the side to move in set-up mode.
    ChangeTurn,
    Wait,
}

/// The action that turns set-up mode on.
const ENTER_SET_UP: Act = Act::LeftDifficulty(Difficulty::A);
/// The action that turns set-up mode off.
const LEAVE_SET_UP: Act = Act::LeftDifficulty(Difficulty::B);

/// A pilot that carries out a task.
#[derive(Debug, Clone)]
pub struct Pilot {
    task: Task,
    /// The position when the pilot began.
    start: Option<Position>,
    /// Number of jumps of the move that the pilot has completed, not counting the last one.
    completed_jumps: usize,
    act: Act,
    /// Number of frames for which the pilot will still hold the current action.
    hold: u32,
    /// Number of frames that remain of the pause after the action.
    rest: u32,
    /// The state of the game when the current action began; `None` between two actions.
    before: Option<Snapshot>,
    /// Number of consecutive actions without effect.
    ineffective_actions: u32,
}

impl Pilot {
    /// Creates a pilot for a task.
    pub fn new(task: Task) -> Pilot {
        Pilot {
            task,
            start: None,
            completed_jumps: 0,
            act: Act::Wait,
            hold: 0,
            rest: 0,
            before: None,
            ineffective_actions: 0,
        }
    }

    /// Returns what to do in the next frame. `input` is the player's own input. The pilot changes
    /// only the active joystick, the left difficulty switch and Reset.
    pub fn next(&mut self, snapshot: &Snapshot, input: Input) -> PilotStep {
        self.start.get_or_insert(snapshot.position);
        let has_changed = self.before.is_some_and(|before| before != *snapshot);
        if has_changed {
            self.ineffective_actions = 0;
        }
        if self.hold > 0 && has_changed && matches!(self.act, Act::Push(_) | Act::ChangeTurn) {
            self.hold = 0;
        }
        if self.hold == 0 && self.rest == 0 {
            if let Some(before) = self.before.take() {
                self.record_landing(&before, snapshot);
            }
            let Some(act) = self.decide(snapshot) else {
                return PilotStep::Done;
            };
            self.begin(act, snapshot);
        }
        if self.ineffective_actions > MAX_INEFFECTIVE_ACTIONS {
            return PilotStep::Stuck;
        }
        PilotStep::Do(self.apply(snapshot, input))
    }

    fn begin(&mut self, act: Act, snapshot: &Snapshot) {
        self.act = act;
        self.ineffective_actions += 1;
        self.before = Some(*snapshot);
        (self.hold, self.rest) = match act {
            Act::Push(_) => (PUSH_FRAMES, REST_FRAMES),
            Act::ChangeTurn => (CHANGE_FRAMES, REST_FRAMES),
            Act::Press | Act::Reset => (PRESS_FRAMES, REST_FRAMES),
            Act::LeftDifficulty(_) | Act::Wait => (1, REST_FRAMES),
        };
    }

    /// Applies the current action to the input for this frame, and returns the result.
    fn apply(&mut self, snapshot: &Snapshot, mut input: Input) -> Input {
        let mut stick = Joystick::default();
        input.switches.reset = false;
        if self.hold > 0 {
            self.hold -= 1;
            match self.act {
                Act::Push(push) => stick = push.joystick(),
                Act::Press => stick.fire = true,
                Act::ChangeTurn => stick.up = true,
                Act::LeftDifficulty(to) => input.switches.left = to,
                Act::Reset => input.switches.reset = true,
                Act::Wait => {}
            }
        } else {
            self.rest = self.rest.saturating_sub(1);
        }
        input.ports[snapshot.port] = Controller::Joystick(stick);
        input
    }

    /// Counts a landing if the pilot has put the piece down and the piece must jump again.
    fn record_landing(&mut self, before: &Snapshot, snapshot: &Snapshot) {
        let put_down = self.act == Act::Press && snapshot.must_jump_again;
        let moved = before.hand.is_some_and(|(from, at)| from != at);
        if put_down && moved && snapshot.hand.map(|hand| hand.0) != before.hand.map(|hand| hand.0) {
            self.completed_jumps += 1;
        }
    }

    /// Returns the next action; `None` if the task is complete.
    fn decide(&self, snapshot: &Snapshot) -> Option<Act> {
        match &self.task {
            Task::Play(chosen) => self.play(chosen, snapshot),
            // Do not compare the boards after set-up mode has been turned off: if the computer is
            // already thinking, the board in RAM is part of its search.
            Task::SetUp(..) if self.act == LEAVE_SET_UP && snapshot.state != State::SetUp => None,
            Task::SetUp(board, side) => set_up(board, *side, snapshot),
        }
    }

    fn play(&self, chosen: &Move, snapshot: &Snapshot) -> Option<Act> {
        let played = self.start.is_some_and(|start| start != snapshot.position);
        if played && snapshot.hand.is_none() && !snapshot.must_jump_again {
            return None;
        }
        if !matches!(snapshot.state, State::Play | State::Drawn) {
            return Some(Act::Wait);
        }
        let Some((from, at)) = snapshot.hand else {
            let push = route::first_push(snapshot.cursor, chosen.from(), snapshot.left_player);
            return Some(push.map_or(Act::Press, Act::Push));
        };
        let expected = match self.completed_jumps {
            0 => chosen.from(),
            completed_jumps => chosen.landings()[completed_jumps - 1],
        };
        let target = chosen.landings().get(self.completed_jumps).copied();
        Some(match target.filter(|_| from == expected) {
            Some(target) if at == target => Act::Press,
            Some(target) if at == from => toward(at, target, snapshot.left_player),
            None if at == from => Act::Press,
            _ => toward(at, from, snapshot.left_player),
        })
    }
}

fn toward(from: Square, to: Square, bottom: Side) -> Act {
    route::diagonal(from, to, bottom).map_or(Act::Wait, Act::Push)
}

/// Returns the next action for setting up a position; `None` if the board and the side to move are
/// correct and set-up mode is off. The pilot moves the left difficulty switch to A, corrects the
/// squares and then the side to move, and moves the switch back to B. Of the wrong squares, it
/// always corrects the one nearest to the cursor first. It begins by clearing the board with Reset
/// if that takes fewer actions.
fn set_up(board: &Board, side: Side, snapshot: &Snapshot) -> Option<Act> {
    let now = snapshot.position.board();
    let wrong = Square::all().filter(|at| now.piece(*at) != board.piece(*at));
    let pieces = Square::all().filter(|at| board.piece(*at).is_some());
    let must_clear = wrong.clone().count() > pieces.count() + 1;
    let nearest = wrong.min_by_key(|at| route::distance(snapshot.cursor, *at));
    let turn_is_right = snapshot.position.side() == side;
    match (snapshot.state == State::SetUp, nearest) {
        (false, None) if turn_is_right => None,
        (false, _) => Some(ENTER_SET_UP),
        (true, Some(_)) if must_clear => Some(Act::Reset),
        (true, Some(at)) => {
            let push = route::first_push(snapshot.cursor, at, snapshot.left_player);
            Some(push.map_or(Act::Press, Act::Push))
        }
        (true, None) if turn_is_right => Some(LEAVE_SET_UP),
        (true, None) => Some(Act::ChangeTurn),
    }
}
