//! Runs forward to a breakpoint, a trap or a goal, and back to the last breakpoint or trap.

use super::{
    Debugger, Interrupt,
    watch::{Goal, LastHit, RunObserver},
};
use crate::{
    motion::{Calls, Unit, last_stop},
    observe::{Scout, observe},
    stop::{Reason, Stop},
    traps::{Trap, TrapState, device_without_code},
};

/// Number of cycles between checks for an interrupt: about a frame.
const SLICE_CYCLES: u64 = 20_000;
/// Upper bound on the cycles that an instruction takes, including a wait for the end of the line.
const MAX_INSTRUCTION_CYCLES: u64 = 200;

impl Debugger {
    /// Runs until a breakpoint, a trap or `interrupt` ends the run.
    pub fn run(&mut self, interrupt: Interrupt) -> Stop {
        self.run_to_goal(Goal::Never, interrupt)
    }

    /// Runs to the end of the frame in progress. If a breakpoint, a trap or a jam stops the run
    /// before that, returns the stop.
    pub fn run_frame(&mut self) -> Option<Stop> {
        if self.is_armed() {
            let goal = Goal::NextFrame(self.timeline.place().frame);
            let stop = self.run_to_goal(goal, &mut || false);
            return (!stop.reached_goal()).then_some(stop);
        }
        self.clock = 0;
        self.run_frame_unobserved()
    }

    /// Runs one frame without observing individual instructions. Then checks whether the processor
    /// has jammed or is executing from TIA or RIOT addresses. In the latter case, goes back and
    /// runs the frame again while observing each instruction, so that the trap `no-code` stops at
    /// the right one.
    fn run_frame_unobserved(&mut self) -> Option<Stop> {
        let before = self.moment();
        self.timeline.frame();
        if self.machine().cpu().jammed() {
            return Some(self.stop_at_jam());
        }
        let pc = self.machine().cpu().registers().pc;
        if !self.traps.has(Trap::NoCode) || device_without_code(pc).is_none() {
            return None;
        }
        let end = self.moment();
        self.timeline.go_to(before);
        let stop = self.run_to_goal_from(Some(before), Goal::Moment(end), &mut || false);
        (!stop.reached_goal()).then_some(stop)
    }

    /// Runs back to the last moment at which a breakpoint or trap would have stopped the machine,
    /// or, if there is none, to the start of the timeline. A breakpoint with a hit rule stops at
    /// the same hits as in the forward run.
    pub fn run_back(&mut self, interrupt: Interrupt) -> Stop {
        self.clock = 0;
        let now = self.moment();
        let mut end = now;
        while self.is_armed() && end > self.timeline.start() {
            let from = self.timeline.snapshot_before(end).unwrap_or(0);
            let until = end.saturating_add(MAX_INSTRUCTION_CYCLES).min(now);
            if let Some((moment, reasons)) = self.last_hit(from, until, now) {
                self.timeline.go_to(moment);
                return self.stop(reasons);
            }
            if interrupt() {
                self.timeline.go_to(from);
                return self.stop(vec![Reason::Interrupted]);
            }
            end = from;
        }
        self.timeline.go_to(0);
        self.finish_instruction();
        self.stop(vec![Reason::PowerOn])
    }

    /// Searches the moments `from` to `until` for the last one at which a breakpoint or trap would
    /// have stopped the run. Returns that moment and the reasons for the stop. Hits after moment
    /// `now` do not count.
    fn last_hit(&mut self, from: u64, until: u64, now: u64) -> Option<(u64, Vec<Reason>)> {
        let mut points = self.points.clone();
        let mut scout = Scout::at(&self.timeline, from);
        points.prepare(scout.present.machine(), now);
        let mut search = LastHit {
            observer: RunObserver::new(&mut points, &self.traps, &self.program, Goal::Never, None),
            found: None,
        };
        search.observer.counts_hits = false;
        observe(&mut scout, until, &mut search);
        search.found
    }

    /// Returns true if a run must observe each instruction.
    pub fn is_armed(&self) -> bool {
        self.points.are_armed() || self.traps.are_armed()
    }

    pub(super) fn run_to_goal(&mut self, goal: Goal, interrupt: Interrupt) -> Stop {
        if !self.is_armed() && matches!(goal, Goal::Never) {
            self.clock = 0;
            return self.run_freely(interrupt);
        }
        self.run_to_goal_from(Some(self.moment()), goal, interrupt)
    }

    /// Runs to a goal. Does not stop at breakpoints and traps at moment `seen`, because the user
    /// has already seen the machine stopped there.
    pub(crate) fn run_to_goal_from(
        &mut self,
        seen: Option<u64>,
        goal: Goal,
        interrupt: Interrupt,
    ) -> Stop {
        self.clock = 0;
        let written = if self.traps.has(Trap::UnwrittenRead) {
            self.timeline.written()
        } else {
            u128::MAX
        };
        let program = self.program.clone();
        let mut points = std::mem::take(&mut self.points);
        let traps = self.traps.clone();
        points.prepare(self.machine(), self.moment());
        let end = match goal {
            Goal::Moment(moment) => moment,
            _ => u64::MAX,
        };
        let mut observer = RunObserver::new(&mut points, &traps, &program, goal, seen);
        let known = self.trap_state.take();
        let known = known.filter(|(moment, _)| *moment == self.timeline.moment());
        observer.trap_state = known.map_or_else(TrapState::default, |(_, trap_state)| *trap_state);
        observer.trap_state.set_written(written);
        self.timeline.store_near_copy();
        let reasons = loop {
            let slice_end = self.moment().saturating_add(SLICE_CYCLES).min(end);
            if let Some(moment) = observe(&mut self.timeline, slice_end, &mut observer) {
                self.timeline.go_to(moment);
                break std::mem::take(&mut observer.reasons);
            }
            if self.machine().cpu().jammed() {
                break vec![Reason::Jammed];
            }
            if self.moment() >= end {
                break vec![Reason::Reached];
            }
            if interrupt() {
                break vec![Reason::Interrupted];
            }
        };
        let ids: Vec<u32> = reasons
            .iter()
            .filter_map(|reason| match reason {
                Reason::Point(hit) => Some(hit.id),
                _ => None,
            })
            .collect();
        let trap_state = std::mem::take(&mut observer.trap_state);
        self.trap_state = Some((self.timeline.moment(), Box::new(trap_state)));
        points.remove_one_shots(&ids);
        self.points = points;
        self.stop(reasons)
    }

    /// Runs whole frames, without observing individual instructions.
    fn run_freely(&mut self, interrupt: Interrupt) -> Stop {
        loop {
            if let Some(stop) = self.run_frame_unobserved() {
                return stop;
            }
            if interrupt() {
                return self.stop(vec![Reason::Interrupted]);
            }
        }
    }

    /// Goes back to the instruction that jammed the processor.
    fn stop_at_jam(&mut self) -> Stop {
        let moment = last_stop(
            &self.timeline,
            &self.program,
            Unit::Instruction,
            Calls::Into,
            &mut || false,
        );
        self.timeline.go_to(moment.unwrap_or(0));
        self.stop(vec![Reason::Jammed])
    }
}
