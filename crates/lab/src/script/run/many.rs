//! Merges runs that have become equal: only one of them continues, on behalf of all.

use super::{
    ScriptRun,
    follower::{Follower, Future},
};
use crate::script::{Action, Event, Outcome};

impl<'a> ScriptRun<'a> {
    /// Sets the number by which [`ScriptRun::results`] identifies this run.
    pub fn numbered(mut self, number: usize) -> Self {
        self.number = number;
        self
    }

    /// Returns the state that decides how this run continues. Two runs of the same script with
    /// equal states continue in the same way. Compare states only between two cycles, best at the
    /// start of a frame.
    pub fn future(&self) -> Future {
        Future {
            machine: self.machine.future(),
            script: format!(
                "{:?}",
                (
                    self.next,
                    self.shift,
                    &self.wait,
                    self.place,
                    self.end,
                    &self.waiting,
                    &self.watch
                )
            ),
            power_cycles: (self.power_cycles, self.frames_before, self.pc),
        }
    }

    /// Makes another run a follower of this run. Both runs must have the same
    /// [`ScriptRun::future`]. A follower no longer runs, but it still gets results.
    pub fn lead(&mut self, other: ScriptRun<'a>) {
        self.followers.push(Follower {
            number: other.number,
            history: other.history,
            outcomes: other.outcomes,
        });
        self.followers.extend(other.followers);
    }

    /// Returns the numbers of this run and its followers, each with the outcomes of its
    /// expectations.
    pub fn results(&self) -> impl Iterator<Item = (usize, &[Outcome])> {
        let followers = self.followers.iter();
        let followers = followers.map(|follower| (follower.number, follower.outcomes.as_slice()));
        std::iter::once((self.number, self.outcomes())).chain(followers)
    }

    /// True if the rest of the script contains a power cycle. While it does, do not merge runs with
    /// different power-on states: they would differ again after the power cycle.
    pub fn is_switched_again(&self) -> bool {
        let events = &self.script.events[self.next..];
        let again = |event: &Event| event.action == Action::PowerCycle;
        events.iter().any(again)
    }
}
