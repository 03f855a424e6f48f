//! Runs a machine by a script.

use super::{
    Action, Event, Expectation, Script,
    check::{self, Outcome},
};
use crate::trace::{AudioHash, FrameRecord, Symbols};
use std::collections::VecDeque;
use vcs::{BusCycle, Cartridge, Frame, Hash, Machine, Place, PowerOn, Step, television::Sample};

/// CPU cycles of a scanline.
const LINE_CYCLES: u64 = 76;
/// Scanlines for which instructions run at once: few enough that what is told of them stays in the cache.
const BATCH_LINES: u16 = 8;

/// A machine in the hands of a script.
///
/// The caller pulls: cycle by cycle with [`Player::cycle`], or frame by frame with
/// [`Player::frame`]; both act at the same places and check the same expectations.
#[derive(Debug, Clone)]
pub struct Player<'a> {
    script: &'a Script,
    symbols: &'a Symbols,
    machine: Machine,
    /// Index of the next event.
    next: usize,
    end: Place,
    place: Place,
    /// Frames before the last power cycle, and how many power cycles there were.
    frames_before: u64,
    power_cycles: u64,
    /// Address of the instruction in progress.
    pc: u16,
    last_frame: Frame,
    samples: Vec<Sample>,
    /// Scanlines of every frame, where an expectation asks for them.
    pub(super) lines: Option<Vec<u16>>,
    /// The frame that those begin with.
    pub(super) lines_from: u64,
    pub(super) audio: Option<AudioHash>,
    chain: Option<Hash>,
    record: Option<FrameRecord>,
    /// Events that wait for the end of the frame they stand in.
    waiting: VecDeque<usize>,
    outcomes: Vec<Outcome>,
    snapshots: Vec<(String, Frame)>,
}

impl<'a> Player<'a> {
    /// Switches a machine on as the script says.
    pub fn new(cartridge: Cartridge, script: &'a Script, symbols: &'a Symbols) -> Player<'a> {
        let machine = switch_on(cartridge, script, 0);
        Player::resume(machine, script, symbols)
    }

    /// Takes over a machine that has run as the script says up to its present place, with the
    /// records and expectations of what came before left out.
    pub fn resume(machine: Machine, script: &'a Script, symbols: &'a Symbols) -> Player<'a> {
        let place = machine.place();
        let next = script.events.partition_point(|event| is_due(event, place));
        let needs = |kind: fn(&Expectation) -> bool| {
            script.events.iter().any(|event| match &event.action {
                Action::Expect(expectation) => kind(expectation),
                _ => false,
            })
        };
        Player {
            script,
            symbols,
            next: if machine.cycles() == 0 { 0 } else { next },
            end: script.end,
            place,
            frames_before: 0,
            power_cycles: 0,
            pc: machine.cpu().registers().pc,
            last_frame: machine.last_frame().clone(),
            samples: Vec::new(),
            lines_from: place.frame,
            lines: needs(|kind| matches!(kind, Expectation::FrameLines { .. })).then(Vec::new),
            audio: needs(|kind| matches!(kind, Expectation::Audio(_))).then(AudioHash::default),
            chain: needs(|kind| matches!(kind, Expectation::Chain(_))).then(Hash::default),
            record: None,
            waiting: VecDeque::new(),
            outcomes: Vec::new(),
            snapshots: Vec::new(),
            machine,
        }
    }

    /// Keeps a [`FrameRecord`] of each frame from now on.
    pub fn with_records(mut self) -> Self {
        self.chain.get_or_insert_default();
        self
    }

    /// Ends the run at this place, whatever the script says.
    pub fn until(mut self, end: Place) -> Self {
        self.end = end;
        self
    }

    /// Runs to the end of the frame in progress; `None` when the run has ended before.
    pub fn frame(&mut self) -> Option<&Frame> {
        self.next_frame(true).then_some(&self.last_frame)
    }

    /// The same with nobody looking but the script: a frame whose picture it does not ask for has none. False when
    /// the run has ended before.
    pub fn skip_frame(&mut self) -> bool {
        self.next_frame(false)
    }

    fn next_frame(&mut self, seen: bool) -> bool {
        loop {
            if !self.act() {
                return false;
            }
            let seen = seen || self.chain.is_some() || self.is_asked_for();
            match self.quiet_frame() {
                true if seen => {
                    self.machine.frame();
                }
                true => self.machine.skip_frame(),
                false => {
                    self.one_cycle();
                }
            }
            if self.notice() {
                return true;
            }
        }
    }

    /// True if the script may ask for the picture of this frame or the next one, whose first lines are made
    /// before this one is known to be over.
    fn is_asked_for(&self) -> bool {
        let next = self.script.events.get(self.next);
        !self.waiting.is_empty()
            || next.is_some_and(|event| event.place.frame <= self.place.frame + 1)
    }

    /// Runs one bus cycle; `None` when the run has ended.
    pub fn cycle(&mut self) -> Option<BusCycle> {
        if !self.act() {
            return None;
        }
        let cycle = self.one_cycle();
        self.notice();
        Some(cycle)
    }

    /// Runs to the next instruction and through the fetch of its opcode; `None` when the run has
    /// ended or the processor has jammed. Waits for RDY come before.
    pub fn instruction(&mut self) -> Option<Step> {
        while self.act() {
            match self.advance(false) {
                Progress::Fetched(step) => return Some(step),
                Progress::Waits => {}
                Progress::Jammed => break,
            }
        }
        None
    }

    /// Runs some instructions and shows them, in their order; false when the run has ended or the processor has
    /// jammed. Where that makes no difference to what is told they run many at once, and waits for RDY pass: faster,
    /// for those who look at nothing but the steps.
    pub fn some_instructions(&mut self, mut see: impl FnMut(&Step)) -> bool {
        loop {
            if !self.act() {
                return false;
            }
            let quick = self.is_quiet(BATCH_LINES + 1);
            if quick && self.machine.cpu().at_instruction() && self.run_ahead(&mut see) {
                return true;
            }
            match self.advance(quick) {
                Progress::Fetched(step) => {
                    see(&step);
                    return true;
                }
                Progress::Waits => {}
                Progress::Jammed => return false,
            }
        }
    }

    /// Instructions at once for some scanlines, at most to the end of the frame; false if there are none.
    fn run_ahead(&mut self, see: &mut impl FnMut(&Step)) -> bool {
        let until = self.machine.cycles() + LINE_CYCLES * u64::from(BATCH_LINES);
        let frames_before = self.frames_before;
        let mut last = None;
        self.machine.instructions_until(until, |mut step| {
            step.place.frame += frames_before;
            last = Some(step.registers.pc);
            see(&step);
        });
        self.pc = last.unwrap_or(self.pc);
        self.notice();
        last.is_some()
    }

    /// One cycle, or with `quick` all repetitions of a read that RDY holds up.
    fn advance(&mut self, quick: bool) -> Progress {
        let boundary = self.machine.cpu().at_instruction();
        let before = boundary.then(|| self.machine.before(self.place));
        self.one_cycle();
        if quick {
            self.machine.skip_stall();
        }
        self.notice();
        match before {
            Some(before) if !self.machine.cpu().at_instruction() => {
                Progress::Fetched(self.machine.step(before))
            }
            _ if self.machine.cpu().jammed() => Progress::Jammed,
            _ => Progress::Waits,
        }
    }

    /// Like [`Player::cycle`], but the repetitions of a read that RDY holds up pass at once.
    pub fn cycle_without_waits(&mut self) -> Option<BusCycle> {
        if !self.act() {
            return None;
        }
        let cycle = self.one_cycle();
        if self.is_quiet(1) {
            self.machine.skip_stall();
        }
        self.notice();
        Some(cycle)
    }

    /// True when nothing happens in this scanline and so many more, but perhaps a frame begins: then
    /// [`Player::act`] has nothing to do.
    fn is_quiet(&self, lines: u16) -> bool {
        let last = self.place.scanline.saturating_add(lines);
        let later = |place: Place| {
            place.frame > self.place.frame
                || place.frame == self.place.frame && place.scanline > last
        };
        let next = self.script.events.get(self.next);
        later(self.end) && next.is_none_or(|event| later(event.place))
    }

    /// Does what is due before the next cycle, which [`Player::cycle`] would do too; false when
    /// the run has ended. For those who look at the machine before the cycle.
    pub fn act(&mut self) -> bool {
        while let Some(event) = self.script.events.get(self.next) {
            if !is_due(event, self.place) || event.place > self.end {
                break;
            }
            self.next += 1;
            self.event(self.next - 1, event);
        }
        self.place < self.end || !self.waiting.is_empty()
    }

    fn one_cycle(&mut self) -> BusCycle {
        if self.machine.cpu().at_instruction() {
            self.pc = self.machine.cpu().registers().pc;
        }
        self.machine.cycle()
    }

    /// True when nothing happens before the next frame has begun.
    fn quiet_frame(&self) -> bool {
        let next_frame = self.place.frame + 1;
        if self.end < Place::frame(next_frame) && self.waiting.is_empty() {
            return false;
        }
        let soon = self.script.events[self.next..]
            .iter()
            .take_while(|event| event.place.frame <= next_frame);
        soon.clone().all(|event| event.place.frame == next_frame)
            // The address of the instruction in progress is known only from its first cycle.
            && !soon.into_iter().any(|event| matches!(event.action, Action::Expect(Expectation::Pc(_))))
    }

    fn event(&mut self, index: usize, event: &Event) {
        match &event.action {
            Action::Input(input) => self.machine.set_input(*input),
            Action::PowerCycle => self.power_cycle(),
            Action::Snapshot(_) => self.waiting.push_back(index),
            Action::Expect(expectation) if check::waits_for_frame(expectation) => {
                self.waiting.push_back(index);
            }
            Action::Expect(expectation) => {
                let verdict = check::at_place(expectation, self);
                self.outcomes.push(Outcome {
                    event: index,
                    verdict,
                });
            }
        }
    }

    fn power_cycle(&mut self) {
        self.power_cycles += 1;
        self.frames_before = self.place.frame;
        let input = *self.machine.input();
        let cartridge = self.machine.cartridge().clone();
        self.machine = switch_on(cartridge, self.script, self.power_cycles);
        self.machine.set_input(input);
        self.place = self.machine_place();
    }

    fn machine_place(&self) -> Place {
        let mut place = self.machine.place();
        place.frame += self.frames_before;
        place
    }

    /// Sees where the machine is now; true when that is another frame.
    fn notice(&mut self) -> bool {
        let before = self.place.frame;
        self.place = self.machine_place();
        let another = self.place.frame != before;
        if another {
            self.frame_complete();
        }
        another
    }

    fn frame_complete(&mut self) {
        self.last_frame.clone_from(self.machine.last_frame());
        self.last_frame.number += self.frames_before;
        self.samples.clear();
        self.machine.take_samples(&mut self.samples);
        if let Some(audio) = &mut self.audio {
            audio.update(&self.samples);
        }
        if let Some(lines) = &mut self.lines {
            lines.push(self.last_frame.scanlines() as u16);
        }
        if let Some(chain) = &mut self.chain {
            let record = FrameRecord::new(&self.machine, &self.last_frame, &self.samples, *chain);
            *chain = record.chain;
            self.record = Some(record);
        }
        while let Some(index) = self.waiting.pop_front() {
            self.at_frame_end(index);
        }
    }

    fn at_frame_end(&mut self, index: usize) {
        match &self.script.events[index].action {
            Action::Expect(expectation) => {
                let verdict = check::at_frame_end(expectation, self);
                self.outcomes.push(Outcome {
                    event: index,
                    verdict,
                });
            }
            Action::Snapshot(name) => {
                self.snapshots.push((name.clone(), self.last_frame.clone()));
            }
            _ => {}
        }
    }

    /// The machine.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// The machine, for those who need its chips caught up. Time must not advance by it.
    pub fn machine_mut(&mut self) -> &mut Machine {
        &mut self.machine
    }

    /// The television standard.
    pub fn tv(&self) -> &str {
        self.script.setup.tv.as_deref().unwrap_or("ntsc")
    }

    /// Where the machine is; frames count on over power cycles.
    pub fn place(&self) -> Place {
        self.place
    }

    /// The last complete frame.
    pub fn last_frame(&self) -> &Frame {
        &self.last_frame
    }

    /// The samples that came with the last complete frame.
    pub fn samples(&self) -> &[Sample] {
        &self.samples
    }

    /// The record of the last complete frame, with [`Player::with_records`].
    pub fn record(&self) -> Option<&FrameRecord> {
        self.record.as_ref()
    }

    /// The chain of frame records so far.
    pub fn chain(&self) -> Hash {
        self.chain.unwrap_or_default()
    }

    /// Address of the instruction in progress, or of the next one between two.
    pub fn pc(&self) -> u16 {
        match self.machine.cpu().at_instruction() {
            true => self.machine.cpu().registers().pc,
            false => self.pc,
        }
    }

    /// Address of the instruction that the last cycle belonged to.
    pub fn pc_of_last_cycle(&self) -> u16 {
        self.pc
    }

    /// The symbols that expectations may name.
    pub fn symbols(&self) -> &Symbols {
        self.symbols
    }

    /// What has become of the expectations so far.
    pub fn outcomes(&self) -> &[Outcome] {
        &self.outcomes
    }

    /// Takes the snapshots made since the last call.
    pub fn take_snapshots(&mut self) -> Vec<(String, Frame)> {
        std::mem::take(&mut self.snapshots)
    }
}

/// What has come of a cycle.
enum Progress {
    /// An instruction has begun.
    Fetched(Step),
    /// One goes on, or its fetch is held up.
    Waits,
    /// The processor has jammed.
    Jammed,
}

/// An event happens before the first cycle that ends after its place.
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
