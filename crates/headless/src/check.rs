//! Runs one script and checks its expectations.

use super::{
    many::{self, States},
    session::{LimitArgs, Session, read_script},
};
use crate::{error::Error, files::write_whole, interrupt};
use lab::{
    script::{Action, Difference, Outcome, Verdict, renew},
    trace::Coverage,
};
use reports::coverage::{self, Covered};
use serde::Serialize;
use std::path::{Path, PathBuf};
use vcs::PowerOn;

/// The result of one script.
#[derive(Serialize)]
pub struct Report {
    /// The script.
    pub path: PathBuf,
    /// The verdict.
    pub result: Judgment,
    /// The number of expectations checked.
    pub expectations: usize,
    /// The number of frames run.
    pub frames: u64,
    /// The expectations that failed, in the order of time.
    pub mismatches: Vec<Mismatch>,
    /// Why it could not run.
    pub error: Option<String>,
    /// The files that show the first mismatch.
    pub artifacts: Vec<PathBuf>,
    /// What has become of it from many power-on states.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub power_on: Option<States>,
    /// What has run, with the session.
    #[serde(skip)]
    pub covered: Option<Box<(Session, Covered)>>,
}

/// How scripts are checked.
#[derive(Debug, Clone)]
pub struct CheckOptions {
    /// Rewrite the expectations that fail.
    pub update: bool,
    /// The longest script.
    pub limit: LimitArgs,
    /// Run the script from each of these states; from its own where there are none.
    pub power_ons: Vec<PowerOn>,
    /// Count what runs.
    pub coverage: bool,
}

/// The verdict on a script.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Judgment {
    /// All expectations hold.
    Passed,
    /// An expectation failed.
    Failed,
    /// An expectation failed, and the script was rewritten.
    Updated,
    /// The script could not be run.
    Broken,
}

/// An expectation that failed.
#[derive(Debug, Clone, Serialize)]
pub struct Mismatch {
    /// Line of the script.
    pub line: usize,
    /// Frame of the expectation.
    pub frame: u64,
    /// The difference.
    pub text: String,
    /// The pictures, for the files that show the mismatch.
    #[serde(skip)]
    pub difference: Option<Box<Difference>>,
}

/// Runs a script.
pub fn check(path: &Path, options: &CheckOptions) -> Report {
    let mut report = Report {
        path: path.to_owned(),
        result: Judgment::Broken,
        expectations: 0,
        frames: 0,
        mismatches: Vec::new(),
        error: None,
        artifacts: Vec::new(),
        power_on: None,
        covered: None,
    };
    if let Err(error) = run(path, options, &mut report) {
        report.result = Judgment::Broken;
        report.error = Some(error.to_string());
    }
    report
}

fn run(path: &Path, options: &CheckOptions, report: &mut Report) -> Result<(), Error> {
    let session = Session::from_script(path)?;
    let session = session
        .limited(options.limit)
        .map_err(|error| Error::Usage(format!("{}: {error}", path.display())))?;
    let expects = |event: &lab::script::Event| {
        matches!(event.action, Action::Expect(_) | Action::Wait { .. })
    };
    if !session.script.events.iter().any(expects) {
        return Err(Error::Usage(format!(
            "{}: the script has no expectations, so it cannot fail; add lines such as \
             `@60 expect frame-lines 262`",
            path.display()
        )));
    }
    if !options.power_ons.is_empty() {
        return run_many(&session, &options.power_ons, report);
    }
    let mut player = session.player();
    let mut coverage = options.coverage.then(|| Coverage::new(&session.cartridge));
    match &mut coverage {
        Some(coverage) => coverage::run(&mut player, coverage),
        None => {
            while player.skip_frame() {
                interrupt::check()?;
            }
        }
    }
    report.frames = player.place().frame;
    report.expectations = player.outcomes().len();
    report.mismatches = mismatches(&session, player.outcomes());
    report.result = match report.mismatches.is_empty() {
        true => Judgment::Passed,
        false if options.update => {
            rewrite(path, player.outcomes())?;
            Judgment::Updated
        }
        false => Judgment::Failed,
    };
    drop(player);
    report.covered = coverage.map(|coverage| Box::new((session, Covered::new(coverage))));
    Ok(())
}

/// Runs a script from many power-on states. The mismatches are those of the first that fails.
fn run_many(session: &Session, power_ons: &[PowerOn], report: &mut Report) -> Result<(), Error> {
    let (outcomes, different) = many::run(session, power_ons);
    let failing = outcomes.iter().position(|outcomes| !many::passes(outcomes));
    let shown = &outcomes[failing.unwrap_or(0)];
    report.frames = session.script.end.frame;
    report.expectations = shown.len();
    report.mismatches = mismatches(session, shown);
    report.result = match failing {
        None => Judgment::Passed,
        Some(_) => Judgment::Failed,
    };
    report.power_on = Some(States {
        states: outcomes.len(),
        passed: outcomes
            .iter()
            .filter(|outcomes| many::passes(outcomes))
            .count(),
        different,
        smallest: failing.map(|number| {
            let frame = report
                .mismatches
                .first()
                .map_or(0, |mismatch| mismatch.frame);
            many::explain(session, power_ons[number], frame)
        }),
    });
    Ok(())
}

fn mismatches(session: &Session, outcomes: &[Outcome]) -> Vec<Mismatch> {
    let differs = outcomes
        .iter()
        .filter_map(|outcome| match &outcome.verdict {
            Verdict::Met => None,
            Verdict::Differs(difference) => {
                let event = &session.script.events[outcome.event];
                Some(Mismatch {
                    line: event.source.line,
                    frame: outcome.frame,
                    text: difference.text.clone(),
                    difference: Some(difference.clone()),
                })
            }
        });
    differs.collect()
}

fn rewrite(path: &Path, outcomes: &[Outcome]) -> Result<(), Error> {
    if !path.is_file() {
        let path = path.display();
        return Err(Error::Usage(format!(
            "{path} is not a file that can be updated"
        )));
    }
    let (script, text) = read_script(path)?;
    let renewed = renew(&text, &script, outcomes)
        .map_err(|error| Error::Usage(format!("{}: {error}", path.display())))?;
    write_whole(path, renewed.as_bytes())
}
