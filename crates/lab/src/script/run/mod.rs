//! Runs a machine under the control of a script.

mod advance;
mod events;
mod flatten;
mod follower;
mod history;
mod merge;
#[cfg(test)]
mod tests;
mod watch;

use super::{Address, Outcome, Script};
use crate::trace::{FrameRecord, Symbols};
use follower::Follower;
pub use follower::MergeKey;
pub(super) use history::History;
use std::collections::{BTreeMap, VecDeque};
use vcs::{Cartridge, Frame, Hash, Machine, Place, PowerOn, television::Sample};
use watch::{LowestStack, Watch};

/// The run of a machine under the control of a script.
///
/// The caller advances the run, either cycle by cycle with [`ScriptRun::cycle`] or frame by frame
/// with [`ScriptRun::frame`]. This choice does not affect the results: the events happen at the
/// same places, and the same expectations are checked.
#[derive(Debug, Clone)]
pub struct ScriptRun<'a> {
    script: &'a Script,
    symbols: &'a Symbols,
    machine: Machine,
    power_on: PowerOn,
    /// Index of the next event.
    next: usize,
    end: Place,
    /// The place at which the script ends, delayed by the waits so far. Waits do not delay an end
    /// set by [`ScriptRun::until`].
    script_end: Place,
    /// Total number of frames spent in waits so far. Later events happen this many frames after
    /// their places in the script.
    delay: u64,
    /// The wait in progress.
    wait: Option<Wait>,
    /// The place in the script of the most recent wait that has ended. Events with the same place
    /// as this wait are performed immediately.
    released: Option<Place>,
    place: Place,
    /// Number of the frame in which the most recent power cycle happened; 0 if there was none.
    frames_before: u64,
    /// Number of power cycles.
    power_cycles: u64,
    /// Address of the instruction in progress.
    pc: u16,
    last_frame: Frame,
    samples: Vec<Sample>,
    history: History,
    watch: Option<Box<Watch>>,
    record: Option<FrameRecord>,
    /// Indices of the events to perform at the end of the current frame.
    awaiting_frame_end: VecDeque<usize>,
    outcomes: Vec<Outcome>,
    snapshots: Vec<(String, Frame)>,
    /// The events that have happened, each with its place and its index in the script; `None`
    /// unless [`ScriptRun::with_events`] was called.
    event_log: Option<Vec<(Place, usize)>>,
    /// The number of this run, set by [`ScriptRun::numbered`].
    number: usize,
    /// Runs that have stopped because their states have become equal to this run's state.
    followers: Vec<Follower>,
}

impl<'a> ScriptRun<'a> {
    /// Switches on a machine in the power-on state that the script specifies.
    pub fn new(cartridge: Cartridge, script: &'a Script, symbols: &'a Symbols) -> ScriptRun<'a> {
        ScriptRun::from_power_on(cartridge, script, symbols, script.setup.power_on)
    }

    /// Switches on a machine in the state `power_on` instead of the one that the script specifies.
    pub fn from_power_on(
        cartridge: Cartridge,
        script: &'a Script,
        symbols: &'a Symbols,
        power_on: PowerOn,
    ) -> ScriptRun<'a> {
        let machine = switch_on(cartridge, script, power_on, 0);
        let mut run = ScriptRun::resume(machine, script, symbols);
        run.power_on = power_on;
        run
    }

    /// Creates a run that continues with `machine`, which must already have run the script up to
    /// its current place. The new run has no results for earlier frames.
    pub fn resume(machine: Machine, script: &'a Script, symbols: &'a Symbols) -> ScriptRun<'a> {
        let place = machine.place();
        let next = script
            .events
            .partition_point(|event| is_due(event.place, place));
        ScriptRun {
            script,
            symbols,
            power_on: script.setup.power_on,
            next: if machine.cycles() == 0 { 0 } else { next },
            end: script.end,
            script_end: script.end,
            delay: 0,
            wait: None,
            released: None,
            place,
            frames_before: 0,
            power_cycles: 0,
            pc: machine.cpu().registers().pc,
            last_frame: machine.last_frame().clone(),
            samples: Vec::new(),
            history: History::new(script, place.frame),
            watch: Watch::new(script, symbols),
            record: None,
            awaiting_frame_end: VecDeque::new(),
            outcomes: Vec::new(),
            snapshots: Vec::new(),
            event_log: None,
            number: 0,
            followers: Vec::new(),
            machine,
        }
    }

    /// Makes the run keep the [`FrameRecord`] of the last complete frame. Required before
    /// [`ScriptRun::record`] and [`ScriptRun::chain`].
    pub fn with_records(mut self) -> Self {
        self.history.start_chain(0);
        self
    }

    /// Makes the run compute the running hash over frame records from `frame` on. Required before
    /// [`ScriptRun::chain_since`].
    pub fn with_chain_since(mut self, frame: u64) -> Self {
        self.history.start_chain(frame);
        self
    }

    /// Makes the run compute the running hash over pictures and sound from `frame` on. Required
    /// before [`ScriptRun::shown_since`].
    pub fn with_shown_since(mut self, frame: u64) -> Self {
        self.history.start_shown_chain(frame);
        self
    }

    /// Makes the run record each event and the place where it happens. Required before
    /// [`ScriptRun::take_events`].
    pub fn with_events(mut self) -> Self {
        self.event_log = Some(Vec::new());
        self
    }

    /// Makes the run end at this place instead of at the end of the script.
    pub fn until(mut self, end: Place) -> Self {
        self.end = end;
        self
    }

    /// Returns the machine.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// Returns a mutable reference to the machine, so that you can bring its chips up to the
    /// current cycle before you read them. Do not run the machine through this reference.
    pub fn machine_mut(&mut self) -> &mut Machine {
        &mut self.machine
    }

    /// Returns the television standard.
    pub fn tv(&self) -> &str {
        self.script.setup.tv.as_deref().unwrap_or("ntsc")
    }

    /// Returns the machine's current place. A power cycle does not set the frame number back to 0.
    pub fn place(&self) -> Place {
        self.place
    }

    /// Returns the last complete frame.
    pub fn last_frame(&self) -> &Frame {
        &self.last_frame
    }

    /// Returns the sound samples of the last complete frame.
    pub fn samples(&self) -> &[Sample] {
        &self.samples
    }

    /// Returns the record of the last complete frame; `None` if no frame is complete yet.
    /// [`ScriptRun::with_records`] must have been called before the run.
    pub fn record(&self) -> Option<&FrameRecord> {
        self.record.as_ref()
    }

    /// Returns the running hash over all frame records so far. [`ScriptRun::with_records`] must
    /// have been called before the run.
    pub fn chain(&self) -> Hash {
        self.history.chain(0)
    }

    /// Returns the running hash over frame records from `frame` on. [`ScriptRun::with_chain_since`]
    /// must have been called before the run.
    pub fn chain_since(&self, frame: u64) -> Hash {
        self.history.chain(frame)
    }

    /// Returns the running hash over pictures and sound from `frame` on.
    /// [`ScriptRun::with_shown_since`] must have been called before the run.
    pub fn shown_since(&self, frame: u64) -> Hash {
        self.history.shown(frame)
    }

    /// Returns the address of the instruction in progress or, between instructions, of the next
    /// one.
    pub fn pc(&self) -> u16 {
        if self.machine.cpu().at_instruction() {
            self.machine.cpu().registers().pc
        } else {
            self.pc
        }
    }

    /// Returns the address of the instruction that the last cycle belonged to.
    pub fn pc_of_last_cycle(&self) -> u16 {
        self.pc
    }

    /// Returns the state and seed of the first power-on.
    pub fn power_on(&self) -> PowerOn {
        self.power_on
    }

    /// Returns the lowest stack pointer, counting from frame `since` onward; `None` unless the
    /// script contains a stack expectation with the same `since`.
    pub(super) fn lowest_stack(&self, since: u64) -> Option<LowestStack> {
        self.watch.as_ref()?.lowest_stack(since)
    }

    /// Returns the lengths, in cycles, of the passes from one instruction to another, counting from
    /// frame `since` onward. Maps each length to the frame in which the first pass of that length
    /// ended.
    ///
    /// The map contains all lengths if the script has a cycles expectation with `!=` and the same
    /// `ends` and `since`; otherwise it contains only the shortest and the longest. Returns `None`
    /// if the script has no cycles expectation with these `ends` and `since`.
    pub(super) fn pass_lengths(
        &self,
        ends: [&Address; 2],
        since: u64,
    ) -> Option<&BTreeMap<u64, u64>> {
        self.watch.as_ref()?.pass_lengths(ends, since)
    }

    /// Returns an address as text, with its symbol if it has one.
    pub(super) fn name(&self, address: u16) -> String {
        match self.symbols.name(address) {
            Some(name) => format!("{name} (${address:04X})"),
            None => format!("${address:04X}"),
        }
    }

    /// Returns the symbols that expectations may use.
    pub fn symbols(&self) -> &Symbols {
        self.symbols
    }

    /// Returns the outcomes of the expectations so far.
    pub fn outcomes(&self) -> &[Outcome] {
        &self.outcomes
    }

    /// Removes and returns the events that have happened since the last call, each with its place
    /// and its index in the script. Returns an empty list unless [`ScriptRun::with_events`] was
    /// called.
    pub fn take_events(&mut self) -> Vec<(Place, usize)> {
        self.event_log
            .as_mut()
            .map(std::mem::take)
            .unwrap_or_default()
    }

    /// Removes and returns the snapshots taken since the last call, with their names.
    pub fn take_snapshots(&mut self) -> Vec<(String, Frame)> {
        std::mem::take(&mut self.snapshots)
    }
}

fn switch_on(
    cartridge: Cartridge,
    script: &Script,
    power_on: PowerOn,
    power_cycles: u64,
) -> Machine {
    let PowerOn { state, seed } = power_on;
    let seed = seed.wrapping_add(power_cycles);
    let mut machine = Machine::new(cartridge, PowerOn { state, seed });
    for (port, memory) in script.setup.save_keys.iter().enumerate() {
        machine.set_save_key(port, memory.clone());
    }
    machine.set_input(script.setup.input);
    machine
}

/// A wait in progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Wait {
    /// Index of the wait's event.
    event: usize,
    /// The frame in which the wait began.
    from: u64,
    /// Maximum length of the wait in frames.
    within: u64,
}

/// Returns true if an event at place `event` is due before the cycle that starts at `place`. That
/// is so if the event's place is within the cycle's three color clocks, or earlier.
fn is_due(event: Place, mut place: Place) -> bool {
    place.clock += 2;
    event <= place
}
