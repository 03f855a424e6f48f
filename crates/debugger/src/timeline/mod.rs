//! The machine and its past.
//!
//! The cartridge, the power-on state, the [`Script`] and the edits determine a run completely, so
//! any moment can be recomputed. [`Snapshots`], taken at the starts of frames, make this fast: to
//! go to a moment, the timeline copies the last snapshot before that moment, and runs from there.

mod present;
mod snapshots;

pub(crate) use present::LINE_CYCLES;
pub use present::{Edit, Present, Tape};

use lab::script::Script;
use snapshots::Snapshots;
use std::sync::Arc;
use vcs::{BusCycle, Cartridge, Machine, Place, television::Sample};

/// Default limit for the memory that snapshots occupy: 64 MiB, enough for a run of about five
/// minutes.
pub const SNAPSHOT_BYTES: usize = 64 << 20;

/// [`Timeline::go_to`] stores a copy of the machine this number of cycles before its target. This
/// makes the next steps back fast, because they start from this copy.
const NEAR_CYCLES: u64 = 700;

/// Number of cycles, about a second, that [`Timeline::search_written`] searches for writes to RAM
/// at each end of a long run.
const SEARCH_CYCLES: u64 = 1_200_000;

/// A machine at its current moment, which can go to any other moment.
///
/// A *moment* is the number of CPU cycles since the first power-on. Moments continue after a power
/// cycle.
#[derive(Debug, Clone)]
pub struct Timeline {
    tape: Tape,
    present: Present,
    snapshots: Snapshots,
    /// A copy of the machine at a recent moment, which may be later than the last snapshot.
    near_copy: Option<Box<Present>>,
    samples: Vec<Sample>,
}

impl Timeline {
    /// Powers on a machine with the script's settings; `bytes` limits the memory for snapshots.
    pub fn new(cartridge: Cartridge, script: Arc<Script>, bytes: usize) -> Timeline {
        let tape = Tape::new(script);
        let present = Present::power_on(cartridge, &tape);
        Timeline::starting_at(present, tape, bytes)
    }

    /// Creates a timeline for a machine whose past is unknown. The timeline begins at the machine's
    /// current state.
    pub fn from_machine(now: Machine, bytes: usize) -> Timeline {
        let tape = Tape::new(Arc::default());
        let present = Present::resumed(now, &tape);
        Timeline::starting_at(present, tape, bytes)
    }

    fn starting_at(present: Present, tape: Tape, bytes: usize) -> Timeline {
        Timeline {
            snapshots: Snapshots::new(bytes, &present),
            near_copy: None,
            samples: Vec::new(),
            tape,
            present,
        }
    }

    /// Creates the timeline of a run that took place without the debugger. `script` contains all
    /// input since power-on; `past` contains earlier states of the machine, oldest first.
    pub fn from_history(
        cartridge: Cartridge,
        script: Arc<Script>,
        past: impl IntoIterator<Item = Machine>,
        now: Machine,
        bytes: usize,
    ) -> Timeline {
        let mut timeline = Timeline::new(cartridge, script, bytes);
        for machine in past {
            let past = Present::resumed(machine, &timeline.tape);
            timeline.snapshots.offer(&past);
        }
        timeline.present = Present::resumed(now, &timeline.tape);
        timeline.snapshots.offer(&timeline.present);
        timeline
    }

    /// Returns the machine.
    pub fn machine(&self) -> &Machine {
        self.present.machine()
    }

    /// Brings the machine's TIA and television up to date. This changes nothing else.
    pub fn catch_up(&mut self) {
        self.present.catch_up();
    }

    /// Returns the machine at the current moment, with its position in the script and in the edits.
    pub fn present(&self) -> &Present {
        &self.present
    }

    /// Returns the input and the edits.
    pub fn tape(&self) -> &Tape {
        &self.tape
    }

    /// Returns the number of CPU cycles since the first power-on.
    pub fn moment(&self) -> u64 {
        self.present.moment()
    }

    /// Returns the first known moment: power-on or, for a machine whose past is unknown, the moment
    /// at which the debugger started.
    pub fn start(&self) -> u64 {
        self.snapshots.before(0).moment()
    }

    /// Returns the position of the beam. Frame numbers continue after a power cycle.
    pub fn place(&self) -> Place {
        self.present.place()
    }

    /// Runs one bus cycle.
    pub fn cycle(&mut self) -> BusCycle {
        let cycle = self.present.cycle(&self.tape);
        self.snapshot_new_frame();
        cycle
    }

    /// While the CPU is waiting for RDY, it repeats a read. Skips to the last repetition, unless an
    /// event may be due earlier.
    pub fn skip_stall(&mut self) {
        self.present.skip_stall(&self.tape);
        self.snapshot_new_frame();
    }

    /// Runs to the end of the frame in progress, as fast as possible.
    pub fn frame(&mut self) {
        self.present.frame(&self.tape);
        self.snapshot_new_frame();
    }

    /// Returns the moment at which the frame in progress will end, provided that nobody edits the
    /// machine before then.
    pub fn frame_end(&self) -> u64 {
        let mut ahead = self.present.clone();
        ahead.frame(&self.tape);
        ahead.moment()
    }

    /// Stores a snapshot if a frame has just begun.
    fn snapshot_new_frame(&mut self) {
        if self.present.take_new_frame(&mut self.samples) {
            self.snapshots.offer(&self.present);
        }
    }

    /// Returns the sound samples of the last complete frame.
    pub fn samples(&self) -> &[Sample] {
        &self.samples
    }

    /// Goes to a moment in the past or in the future.
    pub fn go_to(&mut self, moment: u64) {
        let start = self.last_before(moment);
        if moment < self.moment() || start.moment() > self.moment() {
            self.present = start.clone();
            // The power-on snapshot does not include edits at power-on, so apply them now.
            self.present.apply_due_changes(&self.tape);
        }
        self.run_to(moment.saturating_sub(NEAR_CYCLES));
        self.store_near_copy();
        self.run_to(moment);
    }

    fn run_to(&mut self, moment: u64) {
        while self.moment() < moment {
            self.present.run_toward(&self.tape, moment);
            self.snapshot_new_frame();
        }
    }

    /// Stores a copy of the current machine, unless a copy from a recent moment already exists.
    pub(crate) fn store_near_copy(&mut self) {
        let now = self.moment();
        if self.last_before(now).moment() + NEAR_CYCLES < now {
            self.near_copy = Some(Box::new(self.present.clone()));
        }
    }

    /// Returns the last copy of the machine at or before a moment.
    fn last_before(&self, moment: u64) -> &Present {
        let snapshot = self.snapshots.before(moment);
        self.near_copy_between(snapshot, moment).unwrap_or(snapshot)
    }

    /// Returns the near copy if its moment is between the snapshot's moment and `moment`.
    fn near_copy_between(&self, snapshot: &Present, moment: u64) -> Option<&Present> {
        let between = snapshot.moment()..=moment;
        let near_copy = self.near_copy.as_deref();
        near_copy.filter(|copy| between.contains(&copy.moment()))
    }

    /// Returns a copy of the machine at a past moment. The timeline itself stays at the current
    /// moment.
    pub fn past(&self, moment: u64) -> Present {
        let moment = moment.min(self.moment());
        let mut past = self.last_before(moment).clone();
        past.apply_due_changes(&self.tape);
        past.run_to(&self.tape, moment);
        past
    }

    /// Returns a copy of the machine at the start of a past frame, or at the start of the timeline.
    pub fn past_frame(&self, frame: u64) -> Present {
        let mut past = self.snapshots.before(self.moment());
        while past.place().frame > frame && past.moment() > self.start() {
            past = self.snapshots.before(past.moment() - 1);
        }
        let mut past = past.clone();
        past.apply_due_changes(&self.tape);
        while past.place().frame < frame && past.moment() < self.moment() {
            past.frame(&self.tape);
            past.discard_new_frame_sound();
        }
        past
    }

    /// Returns a copy of the machine just before the cycle in which the beam reached a place;
    /// `None` if the beam has not been there yet.
    pub fn past_at(&self, place: Place) -> Option<Present> {
        let mut past = self.snapshots.before(self.moment());
        while past.place() > place && past.moment() > self.start() {
            past = self.snapshots.before(past.moment() - 1);
        }
        let mut past = past.clone();
        past.apply_due_changes(&self.tape);
        while past.place().frame < place.frame && past.moment() < self.moment() {
            past.frame(&self.tape);
            past.discard_new_frame_sound();
        }
        let is_there = |now: Place| {
            now.frame == place.frame
                && now.scanline == place.scanline
                && now.clock + 3 > place.clock
        };
        while !is_there(past.place()) {
            if past.moment() >= self.moment() || past.place() > place {
                return None;
            }
            past.cycle(&self.tape);
            past.discard_new_frame_sound();
        }
        (past.moment() <= self.moment() && past.place() <= place).then_some(past)
    }

    /// Returns the moment of the last snapshot before `moment`; `None` at the start of the
    /// timeline.
    pub fn snapshot_before(&self, moment: u64) -> Option<u64> {
        let before = moment.checked_sub(1).filter(|_| moment > self.start())?;
        Some(self.snapshots.before(before).moment())
    }

    /// Changes the machine at the current moment. Drops the recorded future, because it would
    /// differ.
    pub fn edit(&mut self, edit: Edit) {
        let moment = self.moment();
        self.tape.cut_after(moment);
        self.snapshots.drop_from(moment);
        self.near_copy.take_if(|copy| copy.moment() >= moment);
        self.tape.edits.push((moment, edit));
        self.present.apply_due_changes(&self.tape);
    }

    /// Changes the machine if the edit is possible now; otherwise returns false.
    ///
    /// Registers can be set only between two instructions. A byte of the cartridge can be changed
    /// only if the image contains it.
    pub fn try_edit(&mut self, edit: Edit) -> bool {
        let possible = match &edit {
            Edit::Registers(_) => self.machine().cpu().at_instruction(),
            Edit::Rom(offset, data) => self.machine().with_rom_byte(*offset, *data).is_some(),
            Edit::Poke(..) | Edit::Input(_) => true,
        };
        if !possible {
            return false;
        }
        self.edit(edit);
        true
    }

    /// Returns the number of snapshots, and an upper bound on the size, in bytes, of all snapshots
    /// plus one more copy of the machine.
    pub fn snapshot_usage(&self) -> (usize, usize) {
        self.snapshots.size()
    }

    /// Returns which bytes of RAM have been written since power-on: bit n stands for address
    /// `$80 + n`. Frames that run at full speed do not record writes. After such frames, the first
    /// call repeats the run from the last moment up to which all writes are known.
    pub fn written(&mut self) -> u128 {
        if self.present.written().is_none() {
            let past = self.run_until_written(
                self.last_with_known_writes().clone(),
                self.moment(),
                u128::MAX,
            );
            self.present.set_written(past.written());
            // The next call can start from this copy.
            self.near_copy = Some(Box::new(self.present.clone()));
        }
        self.present.written().unwrap_or_default()
    }

    /// Quickly searches for the bytes of RAM that have been written since power-on. Returns a mask
    /// in which bit n stands for address `$80 + n`, and true if the mask is certain to be correct
    /// for all `wanted` bytes. If frames have run at full speed, which does not record writes,
    /// searches only about a second at the start and a second at the end, and compares the
    /// snapshots to find other bytes that changed.
    pub fn search_written(&self, wanted: u128) -> (u128, bool) {
        let now = self.moment();
        if let Some(written) = self.present.written() {
            return (written, true);
        }
        let known = self.last_with_known_writes();
        let start = self.run_until_written(known.clone(), known.moment() + SEARCH_CYCLES, wanted);
        let from = now.saturating_sub(SEARCH_CYCLES).max(start.moment());
        let mut end = self.past(from);
        end.set_written(Some(0));
        let end = self.run_until_written(end, now, wanted);
        let same_power_cycle = |past: &Present| past.power_cycles() == self.present.power_cycles();
        let mut found = end.written().unwrap_or_default();
        if same_power_cycle(&start) {
            found |= start.written().unwrap_or_default();
        }
        let mut before = known.machine().ram();
        let later = self.snapshots.after(known.moment());
        for past in later.filter(|past| same_power_cycle(past)) {
            let ram = past.machine().ram();
            let changed = (0..ram.len()).filter(|byte| ram[*byte] != before[*byte]);
            found |= changed.fold(0, |bits, byte| bits | 1 << byte);
            before = ram;
        }
        let is_complete = from <= start.moment() && same_power_cycle(&start);
        (found, is_complete || found & wanted == wanted)
    }

    /// Returns the last stored copy of the machine for which it is known which bytes of RAM have
    /// been written.
    fn last_with_known_writes(&self) -> &Present {
        let moment = self.moment();
        let known = self.snapshots.before_with_known_writes(moment);
        let near_copy = self.near_copy_between(known, moment);
        near_copy
            .filter(|copy| copy.written().is_some())
            .unwrap_or(known)
    }

    /// Runs a copy of the machine to a moment, or until all `wanted` bytes of RAM have been
    /// written.
    fn run_until_written(&self, mut past: Present, until: u64, wanted: u128) -> Present {
        let until = until.min(self.moment());
        let has_all = |past: &Present| past.written().is_some_and(|bits| bits & wanted == wanted);
        while past.moment() < until && !has_all(&past) {
            past.cycle(&self.tape);
            past.discard_new_frame_sound();
        }
        past
    }
}
