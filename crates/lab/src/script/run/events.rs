//! Performs a script's events, and finishes each frame of a run.

use super::{History, ScriptRun, Wait, is_due, switch_on};
use crate::{
    script::{Action, Event, Expectation, Outcome, Verdict, check},
    trace::FrameRecord,
};
use vcs::Place;

impl ScriptRun<'_> {
    /// Performs the events that are due before the next cycle. Returns false if the run has ended.
    /// [`ScriptRun::cycle`] calls this function itself. Call it separately only if you want to see
    /// the machine after the events but before the cycle.
    pub fn perform_due_events(&mut self) -> bool {
        loop {
            if !self.wait_is_over() {
                return true;
            }
            let Some(event) = self.script.events.get(self.next) else {
                break;
            };
            let place = self.actual_place(event);
            let is_released = self.released == Some(event.place);
            if !is_released && (!is_due(place, self.place) || place > self.end) {
                break;
            }
            self.next += 1;
            if let Some(log) = &mut self.event_log {
                // An event that follows a wait in the script happens at the end of the wait or
                // later.
                let at = if self.delay == 0 {
                    place
                } else {
                    place.max(self.place)
                };
                log.push((at, self.next - 1));
            }
            self.perform_event(self.next - 1, event);
        }
        self.place < self.end || !self.awaiting_frame_end.is_empty()
    }

    fn perform_event(&mut self, index: usize, event: &Event) {
        match &event.action {
            Action::Input(input) => self.machine.set_input(*input),
            Action::PowerCycle => self.power_cycle(),
            Action::Snapshot(_) => self.awaiting_frame_end.push_back(index),
            Action::Expect(expectation) if check::waits_for_frame(expectation) => {
                self.awaiting_frame_end.push_back(index);
            }
            Action::Expect(expectation) => {
                let judge = |run: &ScriptRun<'_>, history: &History| {
                    check::judge_at_place(expectation, run, history)
                };
                self.judge(index, expectation, self.place.frame, judge);
            }
            Action::Wait { within, .. } => {
                self.wait = Some(Wait {
                    event: index,
                    from: self.place.frame,
                    within: *within,
                });
            }
        }
    }

    /// Judges an expectation, and stores the outcome for this run and for each of its followers.
    fn judge(
        &mut self,
        event: usize,
        expectation: &Expectation,
        frame: u64,
        judge: impl Fn(&ScriptRun<'_>, &History) -> Verdict,
    ) {
        let verdict = judge(self, &self.history);
        let outcome = |verdict| Outcome {
            event,
            frame,
            verdict,
        };
        let depends_on_history = check::depends_on_history(expectation);
        let mut followers = std::mem::take(&mut self.followers);
        for follower in &mut followers {
            let verdict = if depends_on_history {
                judge(self, &follower.history)
            } else {
                verdict.clone()
            };
            follower.outcomes.push(outcome(verdict));
        }
        self.followers = followers;
        self.outcomes.push(outcome(verdict));
    }

    /// Returns the place at which an event happens: its place in the script, delayed by the waits
    /// so far.
    pub(super) fn actual_place(&self, event: &Event) -> Place {
        Place {
            frame: event.place.frame.saturating_add(self.delay),
            ..event.place
        }
    }

    /// Ends the current wait if its condition holds or it has timed out. Returns true if no wait is
    /// in progress anymore.
    fn wait_is_over(&mut self) -> bool {
        let Some(wait) = self.wait else {
            return true;
        };
        let event = &self.script.events[wait.event];
        let Action::Wait { until, .. } = &event.action else {
            return true;
        };
        if self.machine.cpu().at_instruction() && check::holds(until, self) {
            self.wait = None;
            self.released = Some(event.place);
            let waited = self.place.frame - self.actual_place(event).frame;
            self.delay += waited;
            if self.end == self.script_end {
                self.end.frame = self.end.frame.saturating_add(waited);
                self.script_end = self.end;
            }
            self.judge(wait.event, until, self.place.frame, |_, _| Verdict::Met);
            return true;
        }
        if self.place.frame < wait.from + wait.within {
            return false;
        }
        // The wait has timed out. All later places depend on when the wait's condition becomes
        // true, so the run ends here.
        self.wait = None;
        self.end = self.place;
        self.next = self.script.events.len();
        let judge = |run: &ScriptRun<'_>, history: &History| {
            check::timed_out(check::judge_at_place(until, run, history), wait.within)
        };
        self.judge(wait.event, until, self.place.frame, judge);
        true
    }

    fn power_cycle(&mut self) {
        self.power_cycles += 1;
        self.frames_before = self.place.frame;
        let input = *self.machine.input();
        let cartridge = self.machine.cartridge().clone();
        let save_keys = [0, 1].map(|port| self.machine.save_key(port).memory().clone());
        self.machine = switch_on(cartridge, self.script, self.power_on, self.power_cycles);
        for (port, memory) in save_keys.into_iter().enumerate() {
            self.machine.set_save_key(port, memory);
        }
        self.machine.set_input(input);
        self.place = self.machine_place();
        if let Some(watch) = &mut self.watch {
            watch.power_cycle();
        }
    }

    fn machine_place(&self) -> Place {
        let mut place = self.machine.place();
        place.frame += self.frames_before;
        place
    }

    /// Copies the machine's place to `self.place`. If a new frame has begun, processes the
    /// completed frame and returns true.
    pub(super) fn update_place(&mut self) -> bool {
        let before = self.place.frame;
        self.place = self.machine_place();
        let has_new_frame = self.place.frame != before;
        if has_new_frame {
            self.finish_frame();
        }
        has_new_frame
    }

    fn finish_frame(&mut self) {
        self.last_frame.clone_from(self.machine.last_frame());
        self.last_frame.number += self.frames_before;
        self.samples.clear();
        self.machine.take_samples(&mut self.samples);
        self.record = self.history.has_chains().then(|| {
            let before = self.history.chain(0);
            FrameRecord::new(&self.machine, &self.last_frame, &self.samples, before)
        });
        let (number, lines) = (self.last_frame.number, self.last_frame.scanlines());
        let followers = self
            .followers
            .iter_mut()
            .map(|follower| &mut follower.history);
        for history in [&mut self.history].into_iter().chain(followers) {
            history.add(number, lines, &self.samples, self.record.as_ref());
        }
        while let Some(index) = self.awaiting_frame_end.pop_front() {
            self.perform_at_frame_end(index);
        }
    }

    fn perform_at_frame_end(&mut self, index: usize) {
        match &self.script.events[index].action {
            Action::Expect(expectation) => {
                let judge = |run: &ScriptRun<'_>, history: &History| {
                    check::judge_at_frame_end(expectation, run, history)
                };
                self.judge(index, expectation, self.last_frame.number, judge);
            }
            Action::Snapshot(name) => {
                self.snapshots.push((name.clone(), self.last_frame.clone()));
            }
            _ => {}
        }
    }
}
