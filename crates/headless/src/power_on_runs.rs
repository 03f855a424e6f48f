//! Runs one script from many power-on states. Runs that reach the same state of the machine are
//! merged: only one of them continues.

use super::{program::line_of, session::Session};
use crate::error::Error;
use clap::ValueEnum;
use lab::{
    script::{MergeKey, Outcome, ScriptRun, Verdict},
    trace::UnwrittenReads,
};
use rayon::prelude::*;
use reports::verify::FailingState;
use std::{collections::HashMap, ops::RangeInclusive};
use vcs::{Place, PowerOn, PowerOnState};

/// Maximum number of seeds in `--seeds`.
const MAX_SEEDS: u64 = 100_000;
/// Maximum number of frames from one comparison of the machines to the next.
const MAX_INTERVAL: u64 = 64;

/// The kinds of power-on states from which a script runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum PowerOnSet {
    /// All bits 0
    Zero,
    /// All bits 1
    Ones,
    /// Random, from each seed
    Random,
    /// Random, from each seed, including the TIA's registers and counters
    RandomTia,
    /// All of these
    All,
}

/// Returns the power-on states that the options request. The list is empty if neither option was
/// given.
///
/// # Errors
/// [`Error::Usage`] for more than 100,000 seeds.
pub fn power_ons(
    seeds: Option<&RangeInclusive<u64>>,
    set: Option<PowerOnSet>,
) -> Result<Vec<PowerOn>, Error> {
    let seeds = match (seeds, set) {
        (None, None) => return Ok(Vec::new()),
        (seeds, _) => seeds.cloned().unwrap_or(0..=0),
    };
    if seeds.end() - seeds.start() >= MAX_SEEDS {
        return Err(Error::Usage(format!(
            "--seeds takes at most {MAX_SEEDS} seeds"
        )));
    }
    let set = set.unwrap_or(PowerOnSet::Random);
    let one = |state, seed| PowerOn { state, seed };
    let each = |state| seeds.clone().map(move |seed| one(state, seed));
    Ok(match set {
        PowerOnSet::Zero => vec![one(PowerOnState::Zero, 0)],
        PowerOnSet::Ones => vec![one(PowerOnState::Ones, 0)],
        PowerOnSet::Random => each(PowerOnState::Random).collect(),
        PowerOnSet::RandomTia => each(PowerOnState::RandomTia).collect(),
        PowerOnSet::All => each(PowerOnState::Random)
            .chain([one(PowerOnState::Zero, 0), one(PowerOnState::Ones, 0)])
            .chain(each(PowerOnState::RandomTia))
            .collect(),
    })
}

/// Runs a session's script from each of the states. Returns the outcomes for each state, in the
/// order of `power_ons`. Also returns the number of runs that were left at the end, after runs in
/// equal states had been merged.
pub fn run(session: &Session, power_ons: &[PowerOn]) -> (Vec<Vec<Outcome>>, usize) {
    let numbered = power_ons.iter().enumerate();
    let mut players: Vec<ScriptRun<'_>> = numbered
        .map(|(number, power_on)| {
            let (script, symbols) = (&session.script, &session.symbols);
            let cartridge = session.cartridge.clone();
            ScriptRun::from_power_on(cartridge, script, symbols, *power_on).numbered(number)
        })
        .collect();
    let mut ended: Vec<ScriptRun<'_>> = Vec::new();
    let mut frame = 0;
    let mut interval = 1;
    while !players.is_empty() {
        frame += interval;
        let advanced: Vec<_> = players
            .into_par_iter()
            .map(|player| advance(player, frame))
            .collect();
        players = Vec::new();
        let mut leaders: HashMap<MergeKey, usize> = HashMap::new();
        for (player, continues, key) in advanced {
            let leader = key.as_ref().and_then(|key| leaders.get(key));
            match leader {
                _ if !continues => ended.push(player),
                Some(leader) => players[*leader].lead(player),
                None => {
                    leaders.extend(key.map(|key| (key, players.len())));
                    players.push(player);
                }
            }
        }
        // Most programs clear their memory in the first frames, so compare the runs after each of
        // these frames.
        interval = if frame < 8 {
            1
        } else {
            (frame / 4).min(MAX_INTERVAL)
        };
    }
    let mut outcomes = vec![Vec::new(); power_ons.len()];
    for player in &ended {
        for (number, results) in player.results() {
            outcomes[number] = results.to_vec();
        }
    }
    (outcomes, ended.len())
}

/// Runs a script up to a frame. Returns the run, whether the script continues, and the run's
/// [`MergeKey`]: `None` if the script has ended, or if the run must not be merged yet.
fn advance(mut player: ScriptRun<'_>, frame: u64) -> (ScriptRun<'_>, bool, Option<MergeKey>) {
    let mut continues = true;
    while continues && player.place().frame < frame {
        continues = player.skip_frame();
    }
    let key = (continues && !player.has_power_cycle_ahead()).then(|| player.merge_key());
    (player, continues, key)
}

/// Returns true if all expectations hold.
pub fn all_met(outcomes: &[Outcome]) -> bool {
    outcomes
        .iter()
        .all(|outcome| outcome.verdict == Verdict::Met)
}

/// Explains why a script fails when it starts from the state `power_on`. `frame` is the frame of
/// the first mismatch.
pub fn explain(session: &Session, power_on: PowerOn, frame: u64) -> FailingState {
    let end = Place::frame(frame.saturating_add(1));
    let player = || {
        let (script, symbols) = (&session.script, &session.symbols);
        ScriptRun::from_power_on(session.cartridge.clone(), script, symbols, power_on).until(end)
    };
    let mut unwritten = UnwrittenReads::default();
    let mut traced = player();
    while unwritten.first().is_none() && traced.run_to_next_instruction(|step| unwritten.step(step))
    {
    }
    FailingState {
        power_on: power_on.state.name().into(),
        seed: power_on.seed,
        first_different_frame: first_difference(session, player(), end),
        unwritten: unwritten.first().map(|read| {
            let cell = session.symbols.name(read.address);
            let cell = cell.map_or(String::new(), |name| format!(" ({name})"));
            let pc = read.step.registers.pc;
            format!(
                "{} reads ${:02X}{cell} at ${pc:04X}{} in frame {} scanline {}",
                read.step.instruction,
                read.address,
                line_of(session, &read.step),
                read.place.frame,
                read.place.scanline
            )
        }),
    }
}

/// Compares the run `other` with the run that starts from the script's own power-on state. Returns
/// the first frame in which the picture, the sound or the number of scanlines differs; `None` if
/// there is no such frame.
fn first_difference(session: &Session, other: ScriptRun<'_>, end: Place) -> Option<u64> {
    let mut expected = session.player().until(end).with_records();
    let mut other = other.with_records();
    while expected.frame().is_some() && other.frame().is_some() {
        let records = expected.record().zip(other.record());
        let differs = records.is_some_and(|(expected, other)| {
            (expected.picture, expected.audio, expected.lines)
                != (other.picture, other.audio, other.lines)
        });
        if differs {
            return expected.record().map(|record| record.number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_and_set_select_the_power_on_states() {
        let count = |seeds: Option<RangeInclusive<u64>>, set| {
            power_ons(seeds.as_ref(), set).map(|all| all.len()).ok()
        };
        assert_eq!(count(None, None), Some(0));
        assert_eq!(count(Some(0..=99), None), Some(100));
        assert_eq!(count(Some(0..=99), Some(PowerOnSet::All)), Some(202));
        assert_eq!(count(None, Some(PowerOnSet::Ones)), Some(1));
        assert_eq!(count(Some(3..=5), Some(PowerOnSet::RandomTia)), Some(3));
        assert_eq!(count(Some(0..=u64::MAX), None), None);
    }
}
