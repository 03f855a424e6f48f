//! Finds out whether a program also works on other consoles and television sets.
//!
//! [`check`] runs the program twice on the usual console: once without input and once with seeded
//! play (pseudo-random input). It then repeats both runs on consoles with other power-on states,
//! other TIA revisions, or other values of unconnected pins and undriven bits. It checks whether
//! the picture would be steady on a television set, applies the rules about single instructions,
//! and explains the first difference from the usual console.
//!
//! A module uses only modules in the rows below its own:
//!
//! ```text
//! lib                      all runs, and the report
//! difference               the first pixel or byte that differs, and why
//! frames  watch  colors    the rules that need only a single run
//! run                      a run of the program on a console
//! console  subject         the consoles, the program
//! ```
#![doc = include_str!("../docs/check.md")]

mod colors;
mod console;
mod difference;
mod frames;
mod run;
mod subject;
mod watch;

pub use subject::Subject;

use colors::AdjacentColors;
use console::{Console, combined, power_on_consoles, quirky_consoles};
use lab::script::{Script, seeded_play};
use rayon::prelude::*;
use reports::check::{Check, Finding, Level, Verdict};
use run::{Baseline, Play, Run};
use std::collections::HashSet;
use vcs::{Hash, Machine, Place, Step};
use watch::Watch;

/// The options of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// Number of frames in each run.
    pub frames: u64,
    /// The seed for seeded play.
    pub seed: u64,
}

/// Returns the input script for the second run: the subject's own script or, if that script has no
/// events, seeded play.
pub fn input_script(subject: &Subject, options: Options) -> Script {
    let idle = idle_script(subject, options);
    match subject.script.events.is_empty() {
        true => seeded_play(&subject.cartridge, &idle, options.seed),
        false => Script {
            end: idle.end.min(subject.script.end),
            ..(*subject.script).clone()
        },
    }
}

fn idle_script(subject: &Subject, options: Options) -> Script {
    Script {
        events: Vec::new(),
        end: Place::frame(options.frames),
        ..(*subject.script).clone()
    }
}

/// Checks a program. Ends early and returns `None` if `stop` returns true.
pub fn check(
    subject: &Subject,
    options: Options,
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<Check> {
    let name = match subject.script.events.is_empty() {
        true => "with seeded play",
        false => "with the script",
    };
    let plays = [
        ("without play", idle_script(subject, options)),
        (name, input_script(subject, options)),
    ];
    let plays = plays.map(|(name, script)| Play { name, script });
    let power_ons = power_on_consoles(subject.script.setup.power_on);
    let ram_consoles = power_ons.iter().filter(|console| console.differs_in_ram());
    let ram_states = ram_consoles.count();
    let usual = |play| Run::new(subject, play, Console::usual(), stop);
    let runs = plays.each_ref().map(usual);
    let bases: Vec<(Baseline, Vec<Finding>)> = runs.par_iter().map(run_baseline).collect();
    // The consoles that already have a warning or an error. The run with play skips those that got
    // one in the run without play, because it would reveal nothing new about them.
    let mut flagged: HashSet<&str> = HashSet::new();
    let mut differences: Vec<Finding> = Vec::new();
    for (base, _) in &bases {
        let [mut power_ons, mut quirky] = [power_ons.clone(), quirky_consoles()];
        for part in [&mut power_ons, &mut quirky] {
            part.retain(|console| !flagged.contains(console.description));
        }
        let quirk_differences = || console_differences(&differing_consoles(quirky, base), base);
        let (mut found, found_quirky) =
            rayon::join(|| console_differences(&power_ons, base), quirk_differences);
        found.extend(found_quirky);
        if !base.shows_unwritten {
            excuse_random_seed(&mut found, ram_states);
        }
        for (console, finding, _) in found {
            if finding.level > Level::Note {
                flagged.insert(console.description);
            }
            differences.push(finding);
        }
    }
    let standard = subject.standard.unwrap_or(bases[0].0.standard);
    let mut findings: Vec<Finding> = bases.into_iter().flat_map(|(_, found)| found).collect();
    findings.extend(differences);
    if stop() {
        return None;
    }
    let findings = merge(findings);
    Some(Check {
        program: subject.name.clone(),
        verdict: Verdict::of(&findings),
        standard: standard.name().into(),
        frames: options.frames,
        plays: plays.iter().map(|play| play.name.to_owned()).collect(),
        consoles: 1 + power_ons.len() + quirky_consoles().len(),
        findings,
    })
}

/// Runs the program on the usual console, and returns the run with its findings.
fn run_baseline<'a>(run: &'a Run<'a>) -> (Baseline<'a>, Vec<Finding>) {
    let (mut watch, mut colors) = (Watch::new(run), AdjacentColors::default());
    let check_instruction = |machine: &Machine, step: &Step| watch.check_instruction(machine, step);
    let mut base = Baseline::of(run, check_instruction, |replay| {
        colors.examine_frame(replay)
    });
    let mut findings = watch.findings();
    base.shows_unwritten = watch.shows_unwritten();
    base.unused = watch.unused();
    base.undefined_values = watch.undefined_values;
    findings.extend(frames::findings(&base));
    findings.extend(colors.findings(&base));
    (base, findings)
}

/// A console on which the pictures differ from the usual console's; the finding about it; and a
/// hash of its pictures, starting with the first different one.
type ConsoleDifference = (Console, Finding, Hash);

/// Runs the program on each of `consoles`. Returns a finding for each console whose pictures differ
/// from the usual console's.
fn console_differences(consoles: &[Console], base: &Baseline) -> Vec<ConsoleDifference> {
    let found = consoles.par_iter().filter_map(|console| {
        let (finding, pictures) = difference::finding(&base.run.on_console(*console), base)?;
        Some((*console, finding, pictures))
    });
    found.collect()
}

/// Returns the consoles whose pictures differ from the usual console's. Each of `consoles` must
/// have exactly one quirk.
// To save time, the program first runs on one console that has all the quirks. If a picture
// differs, shorter runs up to that picture find out which quirks cause the difference. The program
// then runs again on a console with the remaining quirks.
fn differing_consoles(mut consoles: Vec<Console>, base: &Baseline) -> Vec<Console> {
    let mut differ = Vec::new();
    while let Some(frame) = first_different_frame(&consoles, base, u64::MAX) {
        let mut causes = differing_alone(&consoles, base, frame);
        if causes.is_empty() {
            // Only a combination of quirks makes a difference. Return all remaining consoles, so
            // that the caller runs each of them.
            causes = consoles.clone();
        }
        consoles.retain(|console| {
            causes
                .iter()
                .all(|other| other.description != console.description)
        });
        differ.extend(causes);
    }
    differ
}

/// Returns the consoles that show a different picture in some frame up to `last` when each runs
/// alone. The combination of all `consoles` must show such a picture.
fn differing_alone(consoles: &[Console], base: &Baseline, last: u64) -> Vec<Console> {
    if consoles.len() < 2 {
        return consoles.to_vec();
    }
    let differing = |part: &[Console]| {
        first_different_frame(part, base, last)
            .map_or(Vec::new(), |_| differing_alone(part, base, last))
    };
    let (one, two) = consoles.split_at(consoles.len() / 2);
    let (one, two) = rayon::join(|| differing(one), || differing(two));
    [one, two].concat()
}

/// Combines the quirks of these consoles in one console, and returns the first frame whose picture
/// on it differs from the usual console's; `None` if no frame up to `last` differs, or if
/// `consoles` is empty.
fn first_different_frame(consoles: &[Console], base: &Baseline, last: u64) -> Option<u64> {
    if consoles.is_empty() {
        return None;
    }
    difference::first_different_frame(&base.run.on_console(combined(consoles)), base, last)
}

/// Lowers warnings about the power-on contents of RAM to notes if no two power-on states lead to
/// the same pictures. Such a program probably uses RAM as a random seed: a bug would usually
/// produce only a few distinct results.
fn excuse_random_seed(found: &mut [ConsoleDifference], states: usize) {
    let ram_differences = found
        .iter()
        .filter(|(console, ..)| console.differs_in_ram());
    let pictures: HashSet<Hash> = ram_differences.map(|(_, _, pictures)| *pictures).collect();
    if pictures.len() < states {
        return;
    }
    for (console, finding, _) in found {
        if console.differs_in_ram() && finding.level == Level::Warning {
            finding.level = Level::Note;
            let why =
                format!("each of {states} states gives different pictures, as with a random seed");
            finding.why.push(why);
        }
    }
}

/// Sorts the findings, most severe first, and merges equal findings about the same instruction.
fn merge(mut findings: Vec<Finding>) -> Vec<Finding> {
    findings.sort_by_key(|finding| (std::cmp::Reverse(finding.level), finding.rule));
    let mut kept: Vec<Finding> = Vec::new();
    for finding in findings {
        let same = |known: &Finding| {
            known.rule == finding.rule
                && known.site == finding.site
                && known.evidence == finding.evidence
        };
        match kept.iter_mut().find(|known| same(known)) {
            Some(known) if !known.when.contains(&finding.when) => {
                known.when += &format!("; {}", finding.when);
            }
            Some(_) => {}
            None => kept.push(finding),
        }
    }
    for finding in &mut kept {
        let runs: Vec<&str> = finding.when.split("; ").collect();
        if let [first, second, _, rest @ ..] = &runs[..] {
            finding.when = format!("{first}; {second}; and {} more", rest.len() + 1);
        }
    }
    kept
}
