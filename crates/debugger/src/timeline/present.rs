//! A machine at one moment of a run, with its position in the recorded input.

use lab::{
    script::{Action, Event, Script},
    trace::stepping,
};
use std::sync::Arc;
use vcs::{
    BusCycle, Cartridge, Input, Machine, Place, PowerOn, Step,
    address::Device,
    bus::BeforeStep,
    cpu::Registers,
    place::CYCLES_PER_LINE,
    television::{MAX_SCANLINES, Sample},
    tia::Signals,
};

/// A change to the machine, made in the debugger.
#[derive(Debug, Clone, PartialEq)]
pub enum Edit {
    /// Writes a byte at an address.
    Poke(u16, u8),
    /// Sets the processor's registers.
    Registers(Registers),
    /// Sets controllers and switches.
    Input(Input),
    /// Changes a byte of the cartridge. The values are the offset in the image and the new byte.
    Rom(usize, u8),
}

/// All input and edits of a run. Together with the cartridge, they determine the run completely.
#[derive(Debug, Clone)]
pub struct Tape {
    pub(super) script: Arc<Script>,
    /// The edits in chronological order, each with its moment.
    pub(super) edits: Vec<(u64, Edit)>,
}

impl Tape {
    pub(super) fn new(script: Arc<Script>) -> Tape {
        Tape {
            script,
            edits: Vec::new(),
        }
    }

    /// Drops the edits that were made after a moment.
    pub(super) fn cut_after(&mut self, moment: u64) {
        self.edits.retain(|(when, _)| *when <= moment);
    }

    /// Returns the edits in chronological order, with their moments.
    pub fn edits(&self) -> &[(u64, Edit)] {
        &self.edits
    }
}

/// Number of cycles in a scanline.
pub(crate) const LINE_CYCLES: u64 = CYCLES_PER_LINE as u64;
/// Upper limit for the number of cycles in a frame.
const MAX_FRAME_CYCLES: u64 = LINE_CYCLES * (MAX_SCANLINES as u64 + 100);

/// A machine at one moment of a run.
#[derive(Debug, Clone)]
pub struct Present {
    machine: Machine,
    /// Number of CPU cycles run before the last power cycle.
    cycles_before: u64,
    /// Number of frames run before the last power cycle.
    frames_before: u64,
    /// Number of power cycles.
    power_cycles: u64,
    /// Index of the next event of the script.
    next_event: usize,
    /// Index of the next edit.
    next_edit: usize,
    /// The television's frame count when the last new frame was detected.
    frames_seen: u64,
    /// The bytes of RAM written since power-on, one bit each; `None` after whole frames have run at
    /// full speed, because writes are not recorded then.
    written: Option<u128>,
}

impl Present {
    pub(super) fn power_on(cartridge: Cartridge, tape: &Tape) -> Present {
        let mut present = Present {
            machine: switch_on(cartridge, &tape.script, 0),
            cycles_before: 0,
            frames_before: 0,
            power_cycles: 0,
            next_event: 0,
            next_edit: 0,
            frames_seen: 0,
            written: Some(0),
        };
        present.apply_due_changes(tape);
        present
    }

    /// Wraps a machine that is in the middle of a run without power cycles. All of RAM is treated
    /// as written, because earlier writes are unknown.
    pub(super) fn resumed(mut machine: Machine, tape: &Tape) -> Present {
        let place = machine.place();
        let events = tape.script.events.iter();
        let due: Vec<&Event> = events.take_while(|event| is_due(event, place)).collect();
        let input = due.iter().rev().find_map(|event| match event.action {
            Action::Input(input) => Some(input),
            _ => None,
        });
        if let Some(input) = input.filter(|input| input != machine.input()) {
            machine.set_input(input);
        }
        Present {
            frames_seen: machine.television().frames(),
            machine,
            cycles_before: 0,
            frames_before: 0,
            power_cycles: 0,
            next_event: due.len(),
            next_edit: 0,
            written: Some(u128::MAX),
        }
    }

    /// Returns the machine.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// Returns the TIA's signals in the three color clocks of the next cycle.
    pub(crate) fn signals(&mut self) -> [Signals; 3] {
        stepping::signals(&mut self.machine)
    }

    /// Brings the machine's TIA and television up to date. Changes nothing else.
    pub fn catch_up(&mut self) {
        self.machine.catch_up();
    }

    /// Returns the number of CPU cycles since the first power-on.
    pub fn moment(&self) -> u64 {
        self.cycles_before + self.machine.cycles()
    }

    /// Returns the position of the beam. Frame numbers continue across power cycles.
    pub fn place(&self) -> Place {
        let mut place = self.machine.place();
        place.frame += self.frames_before;
        place
    }

    /// Returns true if the next cycle fetches an opcode: the machine is between two instructions,
    /// and is not waiting for RDY.
    pub fn at_instruction(&self) -> bool {
        self.machine.cpu().at_instruction() && !self.machine.stalled()
    }

    /// Returns the state that [`Present::step`] needs. Call this before the cycle that fetches the
    /// opcode.
    pub fn before_step(&self) -> BeforeStep {
        self.machine.before_step(self.place())
    }

    /// Returns the instruction whose opcode has just been fetched. `before` is the result of
    /// [`Present::before_step`] just before the fetch.
    pub fn step(&self, before: BeforeStep) -> Step {
        self.machine.step(before)
    }

    /// Returns the next instruction, with the state before it. While RDY delays the processor,
    /// returns the instruction being delayed.
    pub fn next_step(&self) -> Step {
        let mut ahead = self.machine.clone();
        let before = self.before_step();
        ahead.cycle();
        ahead.step(before)
    }

    /// Runs one bus cycle, and performs the events that are due after it.
    pub fn cycle(&mut self, tape: &Tape) -> BusCycle {
        let cycle = self.machine.cycle();
        if cycle.write && Device::at(cycle.address) == Device::Ram {
            self.written = self
                .written
                .map(|written| written | 1 << (cycle.address & 0x7f));
        }
        self.apply_due_changes(tape);
        cycle
    }

    /// While RDY delays a read, the CPU repeats it. Skips all repetitions except the last. Does
    /// nothing if an event may be due before the last one.
    pub fn skip_stall(&mut self, tape: &Tape) {
        if self.is_quiet(tape, 1, LINE_CYCLES) {
            self.machine.skip_stall();
            self.apply_due_changes(tape);
        }
    }

    /// Runs to the end of the frame in progress.
    pub(super) fn frame(&mut self, tape: &Tape) {
        let frame = self.place().frame;
        while self.place().frame == frame {
            self.run_toward(tape, self.moment() + MAX_FRAME_CYCLES + LINE_CYCLES);
        }
    }

    /// Runs to a moment.
    pub fn run_to(&mut self, tape: &Tape, moment: u64) {
        while self.moment() < moment {
            self.run_toward(tape, moment);
            self.discard_new_frame_sound();
        }
    }

    /// Runs toward a moment without passing it. If the moment is far enough away, runs to the end
    /// of the frame; otherwise, runs one cycle and the RDY delay that may follow.
    pub(super) fn run_toward(&mut self, tape: &Tape, moment: u64) {
        let remaining = moment.saturating_sub(self.moment());
        if remaining > MAX_FRAME_CYCLES && self.is_quiet_frame(tape) {
            self.machine.frame();
            self.written = None;
            return self.apply_due_changes(tape);
        }
        self.cycle(tape);
        if remaining > 2 * LINE_CYCLES {
            self.skip_stall(tape);
        }
    }

    /// Returns true if neither an event nor an edit is due before the end of the frame.
    fn is_quiet_frame(&self, tape: &Tape) -> bool {
        let next = tape.script.events.get(self.next_event);
        self.has_no_edit_within(tape, MAX_FRAME_CYCLES)
            && next.is_none_or(|event| event.place.frame > self.place().frame)
    }

    /// Returns true if no event is due in this scanline or the next `lines` scanlines, and no edit
    /// is due in the next `cycles` cycles.
    fn is_quiet(&self, tape: &Tape, lines: u16, cycles: u64) -> bool {
        let Some(event) = tape.script.events.get(self.next_event) else {
            return self.has_no_edit_within(tape, cycles);
        };
        let place = self.place();
        let last_line = place.scanline.saturating_add(lines);
        let is_later = event.place.frame > place.frame
            || event.place.frame == place.frame && event.place.scanline > last_line;
        is_later && self.has_no_edit_within(tape, cycles)
    }

    fn has_no_edit_within(&self, tape: &Tape, cycles: u64) -> bool {
        let next = tape.edits.get(self.next_edit);
        next.is_none_or(|(moment, _)| *moment > self.moment() + cycles)
    }

    /// Performs all events and edits that are due at the current moment.
    pub(super) fn apply_due_changes(&mut self, tape: &Tape) {
        while let Some(event) = tape.script.events.get(self.next_event)
            && is_due(event, self.place())
        {
            self.next_event += 1;
            match &event.action {
                Action::Input(input) => self.machine.set_input(*input),
                Action::PowerCycle => self.power_cycle(tape),
                // A tape contains no waits, because the beam position of every event must be known
                // in advance.
                Action::Wait { .. } | Action::Snapshot(_) | Action::Expect(_) => {}
            }
        }
        while let Some((moment, edit)) = tape.edits.get(self.next_edit)
            && *moment <= self.moment()
        {
            self.next_edit += 1;
            self.apply(edit);
        }
    }

    fn apply(&mut self, edit: &Edit) {
        match edit {
            Edit::Poke(address, data) => {
                self.machine.poke(*address, *data);
                if Device::at(*address & 0x1fff) == Device::Ram {
                    let bit = 1 << (address & 0x7f);
                    self.written = self.written.map(|written| written | bit);
                }
            }
            Edit::Registers(registers) => {
                self.machine.set_registers(*registers);
            }
            Edit::Input(input) => self.machine.set_input(*input),
            Edit::Rom(offset, data) => {
                if let Some(machine) = self.machine.with_rom_byte(*offset, *data) {
                    self.machine = machine;
                }
            }
        }
    }

    fn power_cycle(&mut self, tape: &Tape) {
        self.power_cycles += 1;
        self.frames_before = self.place().frame;
        self.cycles_before += self.machine.cycles();
        let input = *self.machine.input();
        let cartridge = self.machine.cartridge().clone();
        self.machine = switch_on(cartridge, &tape.script, self.power_cycles);
        self.machine.set_input(input);
        self.frames_seen = 0;
        self.written = Some(0);
    }

    /// Checks whether a new frame has begun since the last call. If so, replaces `samples` with the
    /// sound of the completed frame, and returns true.
    // Removing the samples changes the machine's state. So that repeated runs give equal states,
    // every run must remove them at the same moments.
    pub(super) fn take_new_frame(&mut self, samples: &mut Vec<Sample>) -> bool {
        let frames = self.machine.television().frames();
        let is_new = frames != self.frames_seen;
        if is_new {
            self.frames_seen = frames;
            samples.clear();
            self.machine.take_samples(samples);
        }
        is_new
    }

    /// Drops the sound of the last frame if a new frame has begun. This is for copies of the
    /// machine whose sound is not used.
    pub fn discard_new_frame_sound(&mut self) {
        self.take_new_frame(&mut Vec::new());
    }

    pub(super) fn power_cycles(&self) -> u64 {
        self.power_cycles
    }

    pub(super) fn written(&self) -> Option<u128> {
        self.written
    }

    pub(super) fn set_written(&mut self, written: Option<u128>) {
        self.written = written;
    }
}

/// Returns true if an event is due before the cycle that starts at `place`. This is the case if the
/// event's position is not later than the last color clock of that cycle.
fn is_due(event: &Event, mut place: Place) -> bool {
    place.clock += 2;
    event.place <= place
}

fn switch_on(cartridge: Cartridge, script: &Script, power_cycles: u64) -> Machine {
    let PowerOn { state, seed } = script.setup.power_on;
    let seed = seed.wrapping_add(power_cycles);
    let mut machine = Machine::new(cartridge, PowerOn { state, seed });
    machine.set_input(script.setup.input);
    machine
}
