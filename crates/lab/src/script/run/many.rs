//! Runs that have become equal and are run once for all of them.

use super::{
    ScriptRun,
    follower::{Follower, Future},
};
use crate::script::{Action, Event, Outcome};

impl<'a> ScriptRun<'a> {
    /// Gives the run a number, for [`ScriptRun::results`].
    pub fn numbered(mut self, number: usize) -> Self {
        self.number = number;
        self
    }

    /// What another run of the same script must have in common with this one to be equal from now
    /// on: compare it between two cycles, best where a frame begins.
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

    /// Lets other runs follow this one. Their [`ScriptRun::future`] must be the same. They are not run
    /// any more, but have results.
    pub fn lead(&mut self, other: ScriptRun<'a>) {
        self.followers.push(Follower {
            number: other.number,
            history: other.history,
            outcomes: other.outcomes,
        });
        self.followers.extend(other.followers);
    }

    /// The numbers of this run and of those that follow it, and what has become of the
    /// expectations in each.
    pub fn results(&self) -> impl Iterator<Item = (usize, &[Outcome])> {
        let followers = self.followers.iter();
        let followers = followers.map(|follower| (follower.number, follower.outcomes.as_slice()));
        std::iter::once((self.number, self.outcomes())).chain(followers)
    }

    /// True if the script switches the console off and on again: then no two runs with different
    /// power-on states are equal before.
    pub fn is_switched_again(&self) -> bool {
        let events = &self.script.events[self.next..];
        let again = |event: &Event| event.action == Action::PowerCycle;
        events.iter().any(again)
    }
}
