//! The debugger: a program, a machine with its past, breakpoints and traps.

use crate::{
    calls::{Call, calls},
    evaluate::evaluate,
    location::{Location, LocationError},
    motion::{Calls, StepGoal, Unit, call_of, last_stop},
    observe::{Accessed, Fetched, Observer, Scout, observe},
    points::{Hit, Points, Spot},
    program::Program,
    stop::{Reason, Stop},
    timeline::{Edit, SNAPSHOT_BYTES, Timeline},
    traps::{Trapped, Traps, Watchman},
    why::{self, Pixel, WhyError, Write},
};
use lab::script::Script;
use std::sync::Arc;
use vcs::{Cartridge, Machine, Place, Step};

/// Asked about once a frame in a long run; true ends the run.
pub type Interrupt<'a> = &'a mut dyn FnMut() -> bool;

/// A machine under the debugger.
///
/// ```
/// use debugger::{Calls, Debugger, Program, Unit};
/// use std::sync::Arc;
/// use vcs::Cartridge;
///
/// // F000: inc $80; jmp $F000. The vectors lie at the image's end.
/// let mut image = [0; 4096];
/// image[..5].copy_from_slice(&[0xe6, 0x80, 0x4c, 0x00, 0xf0]);
/// image[0xffc..0xffe].copy_from_slice(&[0x00, 0xf0]);
/// let cartridge = Cartridge::from_image(&image)?;
/// let mut debugger = Debugger::new(cartridge, Program::default(), Arc::default());
/// let start = debugger.moment();
/// let stop = debugger.step(Unit::Instruction, Calls::Into, &mut || false);
/// assert_eq!(debugger.pc(), 0xf002);
/// debugger.back(Unit::Instruction, Calls::Into, &mut || false);
/// assert_eq!(debugger.moment(), start);
/// # Ok::<(), vcs::cartridge::CartridgeError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Debugger {
    pub(crate) program: Arc<Program>,
    pub(crate) timeline: Timeline,
    /// Breakpoints.
    pub points: Points,
    /// Traps.
    pub traps: Traps,
    /// Color clocks, 0..=2, by which the beam is ahead of the machine's cycle.
    clock: u8,
}

/// Where a run ends if nothing stops it.
#[derive(Debug, Clone)]
pub(crate) enum Goal {
    Never,
    /// This moment, even in the middle of an instruction.
    Moment(u64),
    Step(Box<StepGoal>),
    /// The stack pointer is back at this value or above.
    Return(u8),
    /// Another frame than this one has begun.
    NextFrame(u64),
}

impl Debugger {
    /// Switches a machine on as the script asks and runs it to its first instruction.
    pub fn new(cartridge: Cartridge, program: Program, script: Arc<Script>) -> Debugger {
        Debugger::with_memory(cartridge, program, script, SNAPSHOT_BYTES)
    }

    /// The same with a bound for the memory that the past takes, in bytes.
    pub fn with_memory(
        cartridge: Cartridge,
        program: Program,
        script: Arc<Script>,
        bytes: usize,
    ) -> Debugger {
        let timeline = Timeline::new(cartridge, script, bytes);
        let mut debugger = Debugger::on(timeline, program);
        debugger.finish_instruction();
        debugger
    }

    /// A debugger on a machine with its past, without breakpoints.
    pub(crate) fn on(timeline: Timeline, program: Program) -> Debugger {
        Debugger {
            program: Arc::new(program),
            timeline,
            points: Points::default(),
            traps: Traps::default(),
            clock: 0,
        }
    }

    /// Runs to where the next instruction begins, if one is in progress.
    pub fn finish_instruction(&mut self) {
        while !self.timeline.present().at_instruction() && !self.machine().cpu().jammed() {
            self.timeline.cycle();
        }
    }

    /// Inserts another program and switches the console off and on. Breakpoints and traps stay; the
    /// caller must set those on lines and labels again.
    pub fn restart_with(&mut self, cartridge: Cartridge, program: Program, script: Arc<Script>) {
        let new = Debugger::new(cartridge, program, script);
        self.program = new.program;
        self.timeline = new.timeline;
        self.clock = 0;
    }

    /// The program.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The machine.
    pub fn machine(&self) -> &Machine {
        self.timeline.machine()
    }

    /// The machine and its past.
    pub fn timeline(&self) -> &Timeline {
        &self.timeline
    }

    /// Brings TIA and television up to date: needed before the frame in progress is shown.
    pub fn catch_up(&mut self) {
        self.timeline.catch_up();
    }

    /// CPU cycles since the first power-on.
    pub fn moment(&self) -> u64 {
        self.timeline.moment()
    }

    /// Where the beam is.
    pub fn place(&self) -> Place {
        let mut place = self.timeline.place();
        place.clock += u16::from(self.clock);
        place
    }

    /// Color clocks, 0..=2, by which the beam is ahead of the machine's cycle.
    pub fn clock(&self) -> u8 {
        self.clock
    }

    /// Address of the instruction to come, or of the one in progress between its cycles.
    pub fn pc(&self) -> u16 {
        self.step_here().registers.pc
    }

    /// The instruction to come as a trace shows it. Between the cycles of an instruction, that
    /// instruction as it was before it began.
    pub fn step_here(&self) -> Step {
        let present = self.timeline.present();
        if present.machine().cpu().at_instruction() || present.machine().cpu().jammed() {
            return present.next_step();
        }
        let moment = last_stop(
            &self.timeline,
            &self.program,
            Unit::Instruction,
            Calls::Into,
            &mut || true,
        );
        match moment {
            Some(moment) => self.timeline.past(moment).next_step(),
            None => present.next_step(),
        }
    }

    /// The subroutine calls in progress, the innermost first.
    pub fn calls(&self) -> Vec<Call> {
        calls(self.machine(), &self.program)
    }

    /// The value of an expression: of the language of conditions, or of the assembler.
    ///
    /// # Errors
    /// What is wrong with it, as a sentence.
    pub fn evaluate(&self, text: &str) -> Result<i64, String> {
        evaluate(text, &self.program, self.machine(), &self.step_here())
    }

    /// Reads a location such as `kernel.asm:40`, `DrawRank`, `$F123` or `2:$F123`.
    ///
    /// # Errors
    /// There is no such place.
    pub fn location(&self, text: &str) -> Result<Location, LocationError> {
        Location::parse(text, &self.program, self.machine())
    }

    /// Why a pixel of a frame is as it is; `x` is 0..=159.
    ///
    /// # Errors
    /// [`WhyError`] if the beam has not been there.
    pub fn pixel(&self, frame: u64, scanline: u16, x: u16) -> Result<Pixel, WhyError> {
        why::pixel(&self.timeline, &self.program, frame, scanline, x)
    }

    /// The last write of a byte, and where its value came from; the address is one without
    /// mirrors.
    ///
    /// # Errors
    /// [`WhyError`] if nothing has written it since power-on.
    pub fn last_write(&self, address: u16) -> Result<Write, WhyError> {
        why::last_write(&self.timeline, &self.program, address)
    }

    /// Changes the machine at the present moment; see [`Timeline::edit`].
    pub fn edit(&mut self, edit: Edit) -> bool {
        self.timeline.try_edit(edit)
    }

    /// Goes to a moment, past or future, whatever lies between.
    pub fn go_to(&mut self, moment: u64) {
        self.clock = 0;
        self.timeline.go_to(moment);
    }

    /// Goes to the first cycle at or after a place of the beam, past or future.
    ///
    /// A place that never comes, such as scanline 300 of a shorter frame, is where the next frame
    /// begins.
    pub fn go_to_place(&mut self, place: Place, interrupt: Interrupt) -> Stop {
        if place < self.place() {
            self.back_before(place);
        }
        while self.timeline.place().frame < place.frame {
            if interrupt() {
                return self.stop(vec![Reason::Interrupted]);
            }
            self.timeline.frame();
        }
        while self.timeline.place() < place {
            self.timeline.cycle();
        }
        self.clock = 0;
        // A cycle has three color clocks.
        let now = self.timeline.place();
        if now > place && self.timeline.moment() > 0 {
            let cycle_before = self.timeline.moment() - 1;
            let before = self.timeline.past(cycle_before).place();
            let same_line = (before.frame, before.scanline) == (place.frame, place.scanline);
            if same_line && (before.clock..before.clock + 3).contains(&place.clock) {
                self.timeline.go_to(cycle_before);
                self.clock = (place.clock - before.clock) as u8;
            }
        }
        self.stop(vec![Reason::Reached])
    }

    /// Goes back to a snapshot before a place.
    fn back_before(&mut self, place: Place) {
        self.clock = 0;
        while self.timeline.place() >= place
            && let Some(moment) = self.timeline.snapshot_before(self.timeline.moment())
        {
            self.timeline.go_to(moment);
        }
    }

    /// Runs until a breakpoint or trap stops it, or `interrupt` does.
    pub fn run(&mut self, interrupt: Interrupt) -> Stop {
        self.pursue(Goal::Never, interrupt)
    }

    /// Runs to the end of the frame in progress, unless something stops it before.
    pub fn run_frame(&mut self) -> Option<Stop> {
        if self.is_armed() {
            let goal = Goal::NextFrame(self.timeline.place().frame);
            let stop = self.pursue(goal, &mut || false);
            return (!stop.is_reached()).then_some(stop);
        }
        self.clock = 0;
        self.timeline.frame();
        self.machine().cpu().jammed().then(|| self.jammed())
    }

    /// One step forward.
    pub fn step(&mut self, unit: Unit, calls: Calls, interrupt: Interrupt) -> Stop {
        match unit {
            Unit::Clock if self.clock < 2 => {
                self.clock += 1;
                return self.stop(vec![Reason::Reached]);
            }
            Unit::Clock | Unit::Cycle => {
                self.timeline.cycle();
                self.clock = 0;
                return self.stop(vec![Reason::Reached]);
            }
            _ => {}
        }
        let from = self.moment();
        let goal = StepGoal::new(unit, calls, from, self.timeline.place());
        self.pursue(Goal::Step(Box::new(goal)), interrupt)
    }

    /// Runs to the end of the subroutine; `None` outside all calls.
    pub fn step_out(&mut self, interrupt: Interrupt) -> Option<Stop> {
        let call = *self.calls().first()?;
        Some(self.pursue(Goal::Return(call.stack), interrupt))
    }

    /// One step back.
    pub fn back(&mut self, unit: Unit, calls: Calls, interrupt: Interrupt) -> Stop {
        if unit == Unit::Clock && self.clock > 0 {
            self.clock -= 1;
            return self.stop(vec![Reason::Reached]);
        }
        if matches!(unit, Unit::Clock | Unit::Cycle) && self.clock == 0 {
            let Some(moment) = self.moment().checked_sub(1) else {
                return self.stop(vec![Reason::PowerOn]);
            };
            self.timeline.go_to(moment);
            self.clock = if unit == Unit::Clock { 2 } else { 0 };
            return self.stop(vec![Reason::Reached]);
        }
        if self.clock > 0 {
            self.clock = 0;
            if unit == Unit::Cycle {
                return self.stop(vec![Reason::Reached]);
            }
        }
        match last_stop(&self.timeline, &self.program, unit, calls, interrupt) {
            Some(moment) => {
                self.timeline.go_to(moment);
                self.stop(vec![Reason::Reached])
            }
            None => self.stop(vec![Reason::PowerOn]),
        }
    }

    /// Back to the call of the subroutine that the machine is in; `None` outside all calls.
    pub fn back_out(&mut self) -> Option<Stop> {
        let call = *self.calls().first()?;
        let moment = call_of(&self.timeline, call.stack, call.site)?;
        self.go_to(moment);
        Some(self.stop(vec![Reason::Reached]))
    }

    /// Runs back to the last place where a breakpoint or trap would have stopped. Without one, to
    /// power-on. Counts of hits do not matter on the way back.
    pub fn run_back(&mut self, interrupt: Interrupt) -> Stop {
        self.clock = 0;
        let now = self.moment();
        let mut end = now;
        while self.is_armed() && end > 0 {
            let from = self.timeline.snapshot_before(end).unwrap_or(0);
            let until = end.saturating_add(LONGEST_INSTRUCTION).min(now);
            if let Some((moment, reasons)) = self.last_hit(from, until) {
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

    /// The last moment of a stretch of the past at which something would have stopped the run.
    fn last_hit(&mut self, from: u64, until: u64) -> Option<(u64, Vec<Reason>)> {
        let mut points = self.points.clone();
        let scout = self.timeline.past(from);
        points.prepare(scout.machine());
        let mut search = LastHit {
            watch: Watch::new(&mut points, &self.traps, &self.program, Goal::Never, None),
            found: None,
        };
        search.watch.counts = false;
        observe(&mut Scout::at(&self.timeline, from), until, &mut search);
        search.found
    }

    /// True if a run has to see each instruction.
    pub fn is_armed(&self) -> bool {
        self.points.are_armed() || self.traps.are_armed()
    }

    fn pursue(&mut self, goal: Goal, interrupt: Interrupt) -> Stop {
        if !self.is_armed() && matches!(goal, Goal::Never) {
            self.clock = 0;
            return self.run_freely(interrupt);
        }
        self.pursue_from(Some(self.moment()), goal, interrupt)
    }

    /// Runs to a goal. What is at the moment `seen` does not stop the run.
    pub(crate) fn pursue_from(
        &mut self,
        seen: Option<u64>,
        goal: Goal,
        interrupt: Interrupt,
    ) -> Stop {
        self.clock = 0;
        let written = match self.traps.has(crate::traps::Trap::UnwrittenRead) {
            true => self.timeline.written(),
            false => u128::MAX,
        };
        let program = self.program.clone();
        let mut points = std::mem::take(&mut self.points);
        let traps = self.traps.clone();
        points.prepare(self.machine());
        let end = match goal {
            Goal::Moment(moment) => moment,
            _ => u64::MAX,
        };
        let mut watch = Watch::new(&mut points, &traps, &program, goal, seen);
        watch.watchman = Watchman::new(written);
        let reasons = loop {
            let slice = self.moment().saturating_add(SLICE_CYCLES).min(end);
            if let Some(moment) = observe(&mut self.timeline, slice, &mut watch) {
                self.timeline.go_to(moment);
                break std::mem::take(&mut watch.reasons);
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
        points.used(&ids);
        self.points = points;
        self.stop(reasons)
    }

    /// Runs by whole frames: nothing has to be seen.
    fn run_freely(&mut self, interrupt: Interrupt) -> Stop {
        loop {
            self.timeline.frame();
            if self.machine().cpu().jammed() {
                return self.jammed();
            }
            if interrupt() {
                return self.stop(vec![Reason::Interrupted]);
            }
        }
    }

    /// The processor has jammed in the last frames: goes back to the instruction that did it.
    fn jammed(&mut self) -> Stop {
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

    fn stop(&self, reasons: Vec<Reason>) -> Stop {
        Stop {
            reasons,
            place: self.place(),
            moment: self.moment(),
        }
    }
}

/// Cycles between two questions whether to go on: about a frame.
const SLICE_CYCLES: u64 = 20_000;
/// More cycles than an instruction with its wait takes.
const LONGEST_INSTRUCTION: u64 = 200;

/// Breakpoints, traps and the goal of a run.
struct Watch<'a> {
    points: &'a mut Points,
    traps: &'a Traps,
    program: &'a Program,
    goal: Goal,
    watchman: Watchman,
    /// Where the run began: what is there has been seen.
    start: Option<u64>,
    /// Hits are counted and logged.
    counts: bool,
    /// What an access has brought, until the instruction is over.
    pending: Vec<Reason>,
    /// Why the run ends.
    reasons: Vec<Reason>,
}

impl<'a> Watch<'a> {
    fn new(
        points: &'a mut Points,
        traps: &'a Traps,
        program: &'a Program,
        goal: Goal,
        start: Option<u64>,
    ) -> Watch<'a> {
        Watch {
            points,
            traps,
            program,
            goal,
            watchman: Watchman::new(u128::MAX),
            start,
            counts: true,
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

impl Observer for Watch<'_> {
    fn instruction(&mut self, fetched: &Fetched) -> bool {
        let mut reasons = std::mem::take(&mut self.pending);
        let is_start = self.start == Some(fetched.moment);
        let trapped = self.watchman.instruction(self.traps, self.program, fetched);
        let is_goal = self.goal_is_reached(fetched);
        match is_start {
            true => self.points.note(fetched),
            false => {
                let hits = self.points.instruction(fetched, self.counts);
                reasons.extend(hits.into_iter().map(Reason::Point));
                reasons.extend(trapped.into_iter().map(Reason::Trap));
                if is_goal {
                    reasons.push(Reason::Reached);
                }
            }
        }
        self.reasons = reasons;
        !self.reasons.is_empty()
    }

    fn access(&mut self, accessed: &Accessed) {
        let hits: Vec<Hit> = self.points.access(accessed, self.counts);
        self.pending.extend(hits.into_iter().map(Reason::Point));
        let trapped: Vec<Trapped> = self.watchman.access(self.traps, self.program, accessed);
        self.pending.extend(trapped.into_iter().map(Reason::Trap));
    }
}

/// Notes the last stop of a stretch.
struct LastHit<'a> {
    watch: Watch<'a>,
    found: Option<(u64, Vec<Reason>)>,
}

impl Observer for LastHit<'_> {
    fn instruction(&mut self, fetched: &Fetched) -> bool {
        if self.watch.instruction(fetched) {
            self.found = Some((fetched.moment, std::mem::take(&mut self.watch.reasons)));
        }
        false
    }

    fn access(&mut self, accessed: &Accessed) {
        self.watch.access(accessed);
    }
}

/// The breakpoint that a location asks for.
pub fn spot_of(location: &Location) -> Spot {
    match location {
        Location::Code { offsets, .. } => Spot::Offsets(offsets.clone()),
        Location::Address { address, bank } => Spot::Address(address & 0x1fff, *bank),
    }
}
