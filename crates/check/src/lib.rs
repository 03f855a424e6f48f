//! Will a program work on other consoles and sets?
//!
//! [`check`] runs it without and with seeded play: from all power-on states, with each revision of
//! the TIA that is modeled, and with pins and floating bits both ways. It judges the frames as a
//! set does, watches the instructions, and explains where the first difference comes from.
//!
//! A module uses only those of the rows below it:
//!
//! ```text
//! lib                      the runs, and the report
//! difference               the first pixel or byte that differs, and why
//! frames  watch  colors    the rules on one run
//! run                      a run of the program on a console
//! console  play  subject   the consoles, the input, the program
//! ```
#![doc = include_str!("../docs/check.md")]

mod colors;
mod console;
mod difference;
mod frames;
mod play;
mod run;
mod subject;
mod watch;

pub use subject::Subject;

use console::{Console, consoles};
use lab::script::Script;
use rayon::prelude::*;
use reports::check::{Check, Finding, Level, Verdict};
use run::{Base, Play, Run};
use std::collections::HashSet;
use vcs::Place;

/// How to check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// Frames of each run.
    pub frames: u64,
    /// The seed of the play.
    pub seed: u64,
}

/// Checks a program; `None` if `stop` has ended it.
pub fn check(
    subject: &Subject,
    options: Options,
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<Check> {
    let end = Place::frame(options.frames);
    let idle = Script {
        events: Vec::new(),
        end,
        ..(*subject.script).clone()
    };
    let played = if subject.script.events.is_empty() {
        Play {
            name: "with seeded play",
            script: play::seeded(&subject.cartridge, &idle, options.seed),
        }
    } else {
        Play {
            name: "with the script",
            script: Script {
                end: end.min(subject.script.end),
                ..(*subject.script).clone()
            },
        }
    };
    let plays = [
        Play {
            name: "without play",
            script: idle,
        },
        played,
    ];
    let groups = consoles(subject.script.setup.power_on);
    let bases: Vec<(Base, Vec<Finding>)> = plays
        .par_iter()
        .map(|play| {
            let run = Run::new(subject, play, Console::own(), stop);
            let (mut findings, origins) = watch::watch(&run);
            let base = Base::of(&run, origins);
            findings.extend(frames::findings(&run, &base));
            findings.extend(colors::findings(&run, &base));
            (base, findings)
        })
        .collect();
    // A console on which the first play shows a grave difference needs no second.
    let mut grave: HashSet<&str> = HashSet::new();
    let mut differences: Vec<Finding> = Vec::new();
    for (play, (base, _)) in plays.iter().zip(&bases) {
        let on = |console: &Console| Run::new(subject, play, *console, stop);
        let found: Vec<(&str, Finding)> = groups
            .par_iter()
            .filter(|group| difference::exists(&on(&group.joined), base))
            .flat_map(|group| group.members.par_iter())
            .filter(|console| !grave.contains(console.words))
            .filter_map(|console| {
                let finding = difference::finding(&on(console), base)?;
                Some((console.words, finding))
            })
            .collect();
        for (words, finding) in found {
            if finding.level > Level::Note {
                grave.insert(words);
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
    let findings = merged(findings);
    Some(Check {
        program: subject.name.clone(),
        verdict: Verdict::of(&findings),
        standard: standard.name().into(),
        frames: options.frames,
        plays: plays.iter().map(|play| play.name.to_owned()).collect(),
        consoles: 1 + groups
            .iter()
            .map(|group| group.members.len())
            .sum::<usize>(),
        findings,
    })
}

/// The findings, the gravest first; the same at one instruction only once.
fn merged(mut findings: Vec<Finding>) -> Vec<Finding> {
    findings.sort_by_key(|finding| (std::cmp::Reverse(finding.level), finding.rule));
    let mut kept: Vec<Finding> = Vec::new();
    for finding in findings {
        let same = |known: &Finding| {
            known.rule == finding.rule
                && known.site == finding.site
                && known.evidence == finding.evidence
        };
        match kept.iter_mut().find(|known| same(known)) {
            Some(known) if known.when != finding.when => {
                if !known.when.contains(&finding.when) {
                    known.when += &format!("; {}", finding.when);
                }
            }
            Some(_) => {}
            None => kept.push(finding),
        }
    }
    kept
}
