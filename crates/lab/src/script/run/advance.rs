//! Advances a run by frames, instructions or cycles.

use super::ScriptRun;
use crate::script::{Action, Event, Expectation};
use vcs::{BusCycle, Frame, Machine, Place, Step};

impl ScriptRun<'_> {
    /// Runs to the end of the current frame and returns that frame; `None` if the run ends first.
    pub fn frame(&mut self) -> Option<&Frame> {
        self.next_frame(true).then_some(&self.last_frame)
    }

    /// Runs to the end of the current frame. Draws the frame only if the script needs its picture.
    /// Returns false if the run ends first.
    pub fn skip_frame(&mut self) -> bool {
        self.next_frame(false)
    }

    /// Runs to the end of the current frame like [`ScriptRun::frame`]. Calls `on_fetch` after each
    /// opcode fetch. Returns false if the run ends first.
    pub fn watched_frame(&mut self, mut on_fetch: impl FnMut(&Machine, &Step)) -> bool {
        let before = self.place.frame;
        while self.place.frame == before {
            if !self.perform_due_events() {
                return false;
            }
            if let Progress::Fetched(step) = self.advance_and_report(&mut |_| {}) {
                on_fetch(&self.machine, &step);
            }
        }
        true
    }

    fn next_frame(&mut self, draw: bool) -> bool {
        loop {
            if !self.perform_due_events() {
                return false;
            }
            let draw = draw || self.history.has_chains() || self.may_need_picture();
            let before = self.place.frame;
            if self.watch.is_some() || self.wait.is_some() {
                self.advance_and_report(&mut |_| {});
            } else {
                match self.rest_of_frame_is_quiet() {
                    true if draw => {
                        self.machine.frame();
                    }
                    true => self.machine.skip_frame(),
                    false => {
                        self.one_cycle();
                    }
                }
                self.update_place();
            }
            if self.place.frame != before {
                return true;
            }
        }
    }

    /// Returns true if the script may need the picture of the current frame or of the next frame.
    /// The function includes the next frame because the television starts to draw it while this
    /// frame is still current.
    fn may_need_picture(&self) -> bool {
        let next = self.script.events.get(self.next);
        !self.awaiting_frame_end.is_empty()
            || next.is_some_and(|event| self.actual_place(event).frame <= self.place.frame + 1)
    }

    /// Runs one bus cycle and returns it; `None` if the run has ended.
    pub fn cycle(&mut self) -> Option<BusCycle> {
        if !self.perform_due_events() {
            return None;
        }
        let cycle = self.one_cycle();
        self.update_place();
        Some(cycle)
    }

    /// Runs until the opcode of the next instruction has been fetched, and returns this
    /// instruction. Returns `None` if the run has ended or the processor has jammed.
    pub fn instruction(&mut self) -> Option<Step> {
        while self.perform_due_events() {
            match self.advance(false) {
                Progress::Fetched(step) => return Some(step),
                Progress::NoFetch => {}
                Progress::Jammed => break,
            }
        }
        None
    }

    /// Runs until the opcode of the next instruction has been fetched, and passes this instruction
    /// to `on_fetch`. Returns false if the run has ended or the processor has jammed. While RDY
    /// halts the processor and no event is due, skips the repeated bus cycles, so use this function
    /// only if you do not need to see every cycle.
    pub fn run_to_next_instruction(&mut self, mut on_fetch: impl FnMut(&Step)) -> bool {
        loop {
            if !self.perform_due_events() {
                return false;
            }
            match self.advance_and_report(&mut on_fetch) {
                Progress::Fetched(_) => return true,
                Progress::NoFetch => {}
                Progress::Jammed => return false,
            }
        }
    }

    /// Advances by at least one cycle. If that fetches an opcode, passes the instruction to the
    /// watch and to `on_fetch`.
    fn advance_and_report(&mut self, on_fetch: &mut impl FnMut(&Step)) -> Progress {
        // Do not skip any cycles while a `wait` of the script is in progress, because the `wait`
        // can end before any instruction.
        let progress = self.advance(self.wait.is_none() && self.is_quiet(1));
        if let Progress::Fetched(step) = &progress {
            if let Some(watch) = &mut self.watch {
                watch.step(step);
            }
            on_fetch(step);
        }
        progress
    }

    /// Advances by one cycle. If `skip_stall` is true and RDY halts the processor, also skips the
    /// cycles until the processor can continue.
    fn advance(&mut self, skip_stall: bool) -> Progress {
        let at_instruction = self.machine.cpu().at_instruction();
        let before = at_instruction.then(|| self.machine.before_step(self.place));
        self.one_cycle();
        if skip_stall {
            self.machine.skip_stall();
        }
        self.update_place();
        match before {
            Some(before) if !self.machine.cpu().at_instruction() => {
                Progress::Fetched(self.machine.step(before))
            }
            _ if self.machine.cpu().jammed() => Progress::Jammed,
            _ => Progress::NoFetch,
        }
    }

    /// Runs one bus cycle like [`ScriptRun::cycle`]. If RDY then halts the processor and no event
    /// is due in the meantime, skips the cycles until the processor can continue.
    pub fn cycle_without_stalls(&mut self) -> Option<BusCycle> {
        if !self.perform_due_events() {
            return None;
        }
        let cycle = self.one_cycle();
        if self.is_quiet(1) {
            self.machine.skip_stall();
        }
        self.update_place();
        Some(cycle)
    }

    /// Returns true if [`ScriptRun::perform_due_events`] has nothing to do in the current scanline
    /// and the next `lines` scanlines of the frame: no event is due and the run does not end there.
    fn is_quiet(&self, lines: u16) -> bool {
        let last = self.place.scanline.saturating_add(lines);
        let later = |place: Place| {
            place.frame > self.place.frame
                || place.frame == self.place.frame && place.scanline > last
        };
        let next = self.script.events.get(self.next);
        later(self.end) && next.is_none_or(|event| later(self.actual_place(event)))
    }

    fn one_cycle(&mut self) -> BusCycle {
        if self.machine.cpu().at_instruction() {
            self.pc = self.machine.cpu().registers().pc;
        }
        self.machine.cycle()
    }

    /// Returns true if the rest of the frame can run in one step: before the next frame starts, no
    /// event is due and the run does not end. Also returns false if an event in the next frame
    /// needs the address of the current instruction, the PC.
    fn rest_of_frame_is_quiet(&self) -> bool {
        let next_frame = self.place.frame + 1;
        if self.end < Place::frame(next_frame) && self.awaiting_frame_end.is_empty() {
            return false;
        }
        let upcoming = self.script.events[self.next..]
            .iter()
            .take_while(|event| self.actual_place(event).frame <= next_frame);
        upcoming.clone().all(|event| self.actual_place(event).frame == next_frame)
            // Only `one_cycle` records the PC, so whole frames cannot run if an event needs it.
            && !upcoming.into_iter().any(needs_pc)
    }
}

/// The result of [`ScriptRun::advance`].
enum Progress {
    /// The opcode of this instruction has been fetched.
    Fetched(Step),
    /// No opcode has been fetched: an instruction is in progress, or RDY is delaying the fetch.
    NoFetch,
    /// The processor has jammed.
    Jammed,
}

fn needs_pc(event: &Event) -> bool {
    matches!(
        event.action,
        Action::Expect(Expectation::Pc(_) | Expectation::Bank(_)) | Action::Wait { .. }
    )
}
