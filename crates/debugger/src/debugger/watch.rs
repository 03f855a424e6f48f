//! The observer of a run. It checks breakpoints, traps and the goal.

use crate::{
    motion::StepGoal,
    observe::{Accessed, Fetched, Observer},
    points::{Hit, Points},
    program::Program,
    stop::Reason,
    traps::{TrapState, Trapped, Traps},
};

/// The point at which a run ends, unless a breakpoint or trap stops it earlier.
#[derive(Debug, Clone)]
pub(crate) enum Goal {
    Never,
    /// This moment, even in the middle of an instruction.
    Moment(u64),
    Step(Box<StepGoal>),
    /// The stack pointer is back at this value or above, because a subroutine has returned.
    Return(u8),
    /// A frame other than this one has begun.
    NextFrame(u64),
}

/// An observer that checks the breakpoints, traps and goal of a run.
pub(super) struct RunObserver<'a> {
    points: &'a mut Points,
    traps: &'a Traps,
    program: &'a Program,
    goal: Goal,
    pub(super) trap_state: TrapState,
    /// Breakpoints and traps at this moment, usually the start of the run, do not stop it. `None`
    /// if they can stop it at any moment.
    start: Option<u64>,
    /// True if hits are counted and logged.
    pub(super) counts_hits: bool,
    /// The reasons to stop that the accesses of the current instruction have caused. They take
    /// effect when the instruction is complete.
    pending: Vec<Reason>,
    /// The reasons to end the run.
    pub(super) reasons: Vec<Reason>,
}

impl<'a> RunObserver<'a> {
    pub(super) fn new(
        points: &'a mut Points,
        traps: &'a Traps,
        program: &'a Program,
        goal: Goal,
        start: Option<u64>,
    ) -> RunObserver<'a> {
        RunObserver {
            points,
            traps,
            program,
            goal,
            trap_state: TrapState::new(u128::MAX),
            start,
            counts_hits: true,
            pending: Vec::new(),
            reasons: Vec::new(),
        }
    }

    fn goal_is_reached(&mut self, fetched: &Fetched) -> bool {
        match &mut self.goal {
            Goal::Never | Goal::Moment(_) => false,
            Goal::NextFrame(frame) => fetched.step.place.frame != *frame,
            Goal::Step(step) => step.is_reached(self.program, fetched),
            Goal::Return(stack) => fetched.step.registers.s >= *stack,
        }
    }
}

impl Observer for RunObserver<'_> {
    fn on_instruction(&mut self, fetched: &Fetched) -> bool {
        let mut reasons = std::mem::take(&mut self.pending);
        let is_start = self.start == Some(fetched.moment);
        let mut trapped = self
            .trap_state
            .on_instruction(self.traps, self.program, fetched);
        trapped.retain(|trapped| {
            self.traps
                .condition_holds(trapped.trap, fetched.machine, &fetched.step)
        });
        let goal_is_reached = self.goal_is_reached(fetched);
        if is_start {
            self.points.record_instruction(fetched)
        } else {
            let hits = self
                .points
                .hits_before_instruction(self.program, fetched, self.counts_hits);
            reasons.extend(hits.into_iter().map(Reason::Point));
            reasons.extend(trapped.into_iter().map(Reason::Trap));
            if goal_is_reached {
                reasons.push(Reason::Reached);
            }
        }
        self.reasons = reasons;
        !self.reasons.is_empty()
    }

    fn on_access(&mut self, accessed: &Accessed) {
        let hits: Vec<Hit> = self
            .points
            .hits_at_access(self.program, accessed, self.counts_hits);
        self.pending.extend(hits.into_iter().map(Reason::Point));
        let mut trapped: Vec<Trapped> =
            self.trap_state
                .on_access(self.traps, self.program, accessed);
        if let Some(step) = self.trap_state.step() {
            trapped.retain(|trapped| {
                self.traps
                    .condition_holds(trapped.trap, accessed.machine, step)
            });
        }
        self.pending.extend(trapped.into_iter().map(Reason::Trap));
    }
}

/// An observer that records the last moment at which the run would have stopped.
pub(super) struct LastHit<'a> {
    pub(super) observer: RunObserver<'a>,
    pub(super) found: Option<(u64, Vec<Reason>)>,
}

impl Observer for LastHit<'_> {
    fn on_instruction(&mut self, fetched: &Fetched) -> bool {
        if self.observer.on_instruction(fetched) {
            self.found = Some((fetched.moment, std::mem::take(&mut self.observer.reasons)));
        }
        false
    }

    fn on_access(&mut self, accessed: &Accessed) {
        self.observer.on_access(accessed);
    }
}
