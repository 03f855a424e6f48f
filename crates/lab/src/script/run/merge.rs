//! Merges runs whose states have become equal: only one of them continues, on behalf of all.

use super::{
    ScriptRun,
    follower::{Follower, MergeKey},
};
use crate::script::{Action, Event, Outcome};

impl<'a> ScriptRun<'a> {
    /// Sets the number that identifies this run in [`ScriptRun::results`].
    pub fn numbered(mut self, number: usize) -> Self {
        self.number = number;
        self
    }

    /// Returns the state that determines how this run continues. Runs of the same script with equal
    /// keys continue in the same way. Compare keys only between cycles, ideally at the start of a
    /// frame.
    pub fn merge_key(&self) -> MergeKey {
        MergeKey {
            machine: self.machine.future_hash(),
            script: format!(
                "{:?}",
                (
                    self.next,
                    self.delay,
                    &self.wait,
                    self.place,
                    self.end,
                    &self.awaiting_frame_end,
                    &self.watch
                )
            ),
            position: (self.power_cycles, self.frames_before, self.pc),
        }
    }

    /// Makes `other` a follower of this run. From then on, only this run continues, and its results
    /// count for both. Both runs must have the same [`ScriptRun::merge_key`].
    pub fn lead(&mut self, other: ScriptRun<'a>) {
        self.followers.push(Follower {
            number: other.number,
            history: other.history,
            outcomes: other.outcomes,
        });
        self.followers.extend(other.followers);
    }

    /// Returns this run's number and outcomes, followed by the number and outcomes of each
    /// follower.
    pub fn results(&self) -> impl Iterator<Item = (usize, &[Outcome])> {
        let followers = self.followers.iter();
        let followers = followers.map(|follower| (follower.number, follower.outcomes.as_slice()));
        std::iter::once((self.number, self.outcomes())).chain(followers)
    }

    /// Returns true if the rest of the script contains a power cycle. In that case, do not merge
    /// runs with different power-on states, because they would diverge again at the power cycle.
    pub fn has_power_cycle_ahead(&self) -> bool {
        let events = &self.script.events[self.next..];
        let is_power_cycle = |event: &Event| event.action == Action::PowerCycle;
        events.iter().any(is_power_cycle)
    }
}
