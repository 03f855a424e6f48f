//! The debugger: a program, a machine with its past, breakpoints and traps.

mod run;
mod watch;

pub(crate) use watch::Goal;

use crate::{
    calls::{Call, calls},
    evaluate::{evaluate, notes},
    location::{Location, LocationError},
    motion::{Calls, StepGoal, Unit, last_stop, moment_of_call},
    observe::read_back_address,
    points::{Points, Spot},
    program::Program,
    stop::{Reason, Stop},
    timeline::{Edit, SNAPSHOT_BYTES, Timeline},
    traps::{TrapState, Traps},
    why::{self, Pixel, Poke, WhyError, Write},
};
use lab::{script::Script, trace::Condition};
use std::sync::Arc;
use vcs::{Cartridge, Machine, Place, Step};

/// A function that a long run calls about once per frame. If it returns true, the run ends.
pub type Interrupt<'a> = &'a mut dyn FnMut() -> bool;

/// A machine under the debugger.
///
/// ```
/// use debugger::{Calls, Debugger, Program, Unit};
/// use std::sync::Arc;
/// use vcs::Cartridge;
///
/// // F000: inc $80; jmp $F000. The vectors are at the end of the image.
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
    /// The breakpoints.
    pub points: Points,
    /// The traps.
    pub traps: Traps,
    /// Number of color clocks, 0..=2, that [`Debugger::place`] adds to the machine's position. It
    /// is nonzero only after a step by color clocks that ended inside a CPU cycle.
    clock: u8,
    /// The state that the traps have built up in the current frame, and the moment for which that
    /// state is valid.
    trap_state: Option<(u64, Box<TrapState>)>,
}

impl Debugger {
    /// Powers on a machine with the script's settings, and runs it to its first instruction.
    pub fn new(cartridge: Cartridge, program: Program, script: Arc<Script>) -> Debugger {
        Debugger::with_memory(cartridge, program, script, SNAPSHOT_BYTES)
    }

    /// Creates a debugger as [`Debugger::new`] does, but limits the memory for the recorded past to
    /// `bytes`.
    pub fn with_memory(
        cartridge: Cartridge,
        program: Program,
        script: Arc<Script>,
        bytes: usize,
    ) -> Debugger {
        let timeline = Timeline::new(cartridge, script, bytes);
        let mut debugger = Debugger::with_timeline(timeline, program);
        debugger.finish_instruction();
        debugger
    }

    /// Creates a debugger for a timeline, without breakpoints.
    pub(crate) fn with_timeline(timeline: Timeline, program: Program) -> Debugger {
        Debugger {
            program: Arc::new(program),
            timeline,
            points: Points::default(),
            traps: Traps::default(),
            clock: 0,
            trap_state: None,
        }
    }

    /// Finishes the instruction in progress, if there is one.
    pub fn finish_instruction(&mut self) {
        while !self.timeline.present().at_instruction() && !self.machine().cpu().jammed() {
            self.timeline.cycle();
        }
    }

    /// Replaces the cartridge and its program, and turns the console off and on. Breakpoints and
    /// traps remain set, but the caller must set breakpoints on source lines and labels again.
    pub fn restart_with(&mut self, cartridge: Cartridge, program: Program, script: Arc<Script>) {
        let new = Debugger::new(cartridge, program, script);
        self.program = new.program;
        self.timeline = new.timeline;
        self.clock = 0;
        self.trap_state = None;
    }

    /// Replaces the program with a changed version, and continues with `machine`, which runs it.
    /// The timeline starts again at this moment, so going back beyond it is not possible.
    pub fn continue_with(&mut self, machine: Machine, program: Program) {
        self.program = Arc::new(program);
        self.timeline = Timeline::from_machine(machine, SNAPSHOT_BYTES);
        self.clock = 0;
        self.trap_state = None;
    }

    /// Returns the program.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Returns the machine.
    pub fn machine(&self) -> &Machine {
        self.timeline.machine()
    }

    /// Returns the byte at an address, without the side effects of a read. If the address is a
    /// write address of cartridge RAM, returns the byte that is stored there.
    pub fn byte(&self, address: u16) -> u8 {
        self.machine()
            .peek(read_back_address(self.machine(), address))
    }

    /// Returns the machine and its past.
    pub fn timeline(&self) -> &Timeline {
        &self.timeline
    }

    /// Brings the TIA and the television up to date. Call this before showing the frame in
    /// progress.
    pub fn catch_up(&mut self) {
        self.timeline.catch_up();
    }

    /// Returns the number of CPU cycles since the first power-on.
    pub fn moment(&self) -> u64 {
        self.timeline.moment()
    }

    /// Returns the position of the beam.
    pub fn place(&self) -> Place {
        let mut place = self.timeline.place();
        place.clock += u16::from(self.clock);
        place
    }

    /// Returns the number of color clocks, 0..=2, that [`Debugger::place`] adds to the machine's
    /// position. It is nonzero only after a step by color clocks that ended inside a CPU cycle.
    pub fn clock(&self) -> u8 {
        self.clock
    }

    /// Returns the address of the instruction in progress; between two instructions, the address of
    /// the next instruction.
    pub fn pc(&self) -> u16 {
        self.step_here().registers.pc
    }

    /// Returns the next instruction, with the machine's state before it. In the middle of an
    /// instruction, returns that instruction instead, with the state before it.
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

    /// Returns the subroutine calls in progress, the innermost first.
    pub fn calls(&self) -> Vec<Call> {
        calls(self.machine(), &self.program)
    }

    /// Evaluates an expression as a condition of a breakpoint. If it is not a valid condition,
    /// evaluates it as the assembler would.
    ///
    /// # Errors
    /// A sentence that describes the error in the expression.
    pub fn evaluate(&self, text: &str) -> Result<i64, String> {
        evaluate(text, &self.program, self.machine(), &self.step_here())
    }

    /// Returns notes about ambiguous names in an expression, one per line.
    pub fn notes(&self, text: &str) -> String {
        notes(Condition::parse(text, &self.program.symbols).as_ref().ok())
    }

    /// Reads a location such as `kernel.asm:40`, `DrawRank`, `$F123` or `2:$F123`.
    ///
    /// # Errors
    /// [`LocationError`] if there is no such place.
    pub fn location(&self, text: &str) -> Result<Location, LocationError> {
        Location::parse(text, &self.program, self.machine())
    }

    /// Explains a pixel of a frame; `x` is 0..=159.
    ///
    /// # Errors
    /// [`WhyError`] if there is no such pixel, or if the beam has not been there yet.
    pub fn explain_pixel(&self, frame: u64, scanline: u16, x: u16) -> Result<Pixel, WhyError> {
        why::explain_pixel(&self.timeline, &self.program, frame, scanline, x)
    }

    /// Returns the last write to a byte, and where its value came from. `address` must not be a
    /// mirror.
    ///
    /// # Errors
    /// [`WhyError`] if the byte has not been written since power-on.
    pub fn last_write(&self, address: u16) -> Result<Write, WhyError> {
        self.write_before(address, self.moment())
    }

    /// Returns the last write to a byte before a moment in the past.
    ///
    /// # Errors
    /// [`WhyError`] if the byte was not written between power-on and that moment.
    pub fn write_before(&self, address: u16, moment: u64) -> Result<Write, WhyError> {
        let moment = moment.min(self.moment());
        why::last_write(&self.timeline, &self.program, address, moment)
    }

    /// Returns the user's last change to a byte; `None` if the program has written the byte since.
    /// `address` must not be a mirror.
    pub fn last_poke(&self, address: u16) -> Option<Poke> {
        why::last_poke(&self.timeline, &self.program, address)
    }

    /// Changes the machine at the current moment; see [`Timeline::try_edit`]. Returns false if the
    /// change is not possible now.
    pub fn edit(&mut self, edit: Edit) -> bool {
        self.trap_state = None;
        self.timeline.try_edit(edit)
    }

    /// Goes to a moment in the past or future. Ignores breakpoints.
    pub fn go_to(&mut self, moment: u64) {
        self.clock = 0;
        self.timeline.go_to(moment);
    }

    /// Goes forward or back to the color clock at which the beam is at this place.
    ///
    /// If the beam never reaches the place, for example scanline 300 of a shorter frame, goes to
    /// the start of the next frame.
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
        // The last cycle may have passed the place, which is then at one of the cycle's three color
        // clocks.
        let now = self.timeline.place();
        if now > place && self.timeline.moment() > self.timeline.start() {
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

    /// Goes back to the last snapshot in which the beam had not yet reached the place.
    fn back_before(&mut self, place: Place) {
        self.clock = 0;
        while self.timeline.place() >= place
            && let Some(moment) = self.timeline.snapshot_before(self.timeline.moment())
        {
            self.timeline.go_to(moment);
        }
    }

    /// Takes one step forward.
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
        self.run_to_goal(Goal::Step(Box::new(goal)), interrupt)
    }

    /// Runs until the current subroutine has returned. If no call is in progress, returns `None`.
    pub fn step_out(&mut self, interrupt: Interrupt) -> Option<Stop> {
        let call = *self.calls().first()?;
        Some(self.run_to_goal(Goal::Return(call.stack), interrupt))
    }

    /// Takes one step back.
    pub fn back(&mut self, unit: Unit, calls: Calls, interrupt: Interrupt) -> Stop {
        if unit == Unit::Clock && self.clock > 0 {
            self.clock -= 1;
            return self.stop(vec![Reason::Reached]);
        }
        if matches!(unit, Unit::Clock | Unit::Cycle) && self.clock == 0 {
            let moment = self.moment();
            let Some(moment) = (moment > self.timeline.start()).then(|| moment - 1) else {
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

    /// Goes back to the call of the current subroutine. If no call is in progress, returns `None`.
    pub fn back_out(&mut self) -> Option<Stop> {
        let call = *self.calls().first()?;
        let moment = moment_of_call(&self.timeline, call.stack, call.site)?;
        self.go_to(moment);
        Some(self.stop(vec![Reason::Reached]))
    }

    fn stop(&self, reasons: Vec<Reason>) -> Stop {
        Stop {
            reasons,
            place: self.place(),
            moment: self.moment(),
        }
    }
}

/// Returns the [`Spot`] of a breakpoint at a location.
pub fn spot_of(location: &Location) -> Spot {
    match location {
        Location::Code { offsets, .. } => Spot::Offsets(offsets.clone()),
        Location::Address { address, bank } => Spot::Address(address & 0x1fff, *bank),
    }
}
