//! Runs one script and checks its expectations.

use super::{
    power_on_runs,
    session::{LimitArgs, Session, read_script},
};
use crate::{error::Error, files::write_whole, interrupt};
use lab::{
    script::{Action, Outcome, Verdict, renew},
    trace::Coverage,
};
use reports::{
    coverage::{self, RunCoverage},
    verify::{Judgment, Mismatch, PowerOnResults, Report},
};
use std::path::Path;
use vcs::PowerOn;

/// The session and the coverage of a finished run.
pub type CoveredRun = Box<(Session, RunCoverage)>;

/// Options for the check.
#[derive(Debug, Clone)]
pub struct CheckOptions {
    /// Whether to rewrite failed expectations in the script with the actual values.
    pub update: bool,
    /// The maximum length of the run.
    pub limit: LimitArgs,
    /// Power-on states from which to run the script. If there are none, it runs from the power-on
    /// state that it sets itself.
    pub power_ons: Vec<PowerOn>,
    /// Whether to measure coverage.
    pub coverage: bool,
}

/// Runs a script and returns the report. If the options request coverage but list no power-on
/// states, also returns the session and its coverage.
pub fn check(path: &Path, options: &CheckOptions) -> (Report, Option<CoveredRun>) {
    let mut report = Report {
        path: path.to_owned(),
        result: Judgment::Broken,
        expectations: 0,
        frames: 0,
        mismatches: Vec::new(),
        error: None,
        artifacts: Vec::new(),
        power_on: None,
        check: None,
    };
    let covered_run = run(path, options, &mut report).unwrap_or_else(|error| {
        report.result = Judgment::Broken;
        report.error = Some(error.to_string());
        None
    });
    (report, covered_run)
}

fn run(
    path: &Path,
    options: &CheckOptions,
    report: &mut Report,
) -> Result<Option<CoveredRun>, Error> {
    let session = Session::from_script(path)?;
    let session = session
        .within_limit(options.limit)
        .map_err(|error| Error::Usage(format!("{}: {error}", path.display())))?;
    let is_check = |event: &lab::script::Event| {
        matches!(event.action, Action::Expect(_) | Action::Wait { .. })
    };
    if !session.script.events.iter().any(is_check) {
        return Err(Error::Usage(format!(
            "{}: the script has no expectations, so it cannot fail; add lines such as \
             `@60 expect frame-lines 262`",
            path.display()
        )));
    }
    check_names(path, &session)?;
    if !options.power_ons.is_empty() {
        run_many(&session, &options.power_ons, report);
        return Ok(None);
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
    Ok(coverage.map(|coverage| Box::new((session, RunCoverage::new(coverage)))))
}

/// Checks before the run that all symbols in a script are known. Otherwise, a long run could fail
/// near its end because of a wrong name.
fn check_names(path: &Path, session: &Session) -> Result<(), Error> {
    let symbols = &session.symbols;
    let unknown = session.script.unknown_symbols(symbols);
    let advice = |name: &str| match symbols.similar(name) {
        Some(similar) => format!("perhaps {similar}"),
        None if symbols.values().next().is_some() => "the program has no such name".into(),
        None => "name the symbol file with `symbols PATH`, or the source as the cartridge".into(),
    };
    let lines = unknown.iter().map(|(line, name)| {
        let path = path.display();
        format!("{path}:{line}: no symbol `{name}`; {}", advice(name))
    });
    match unknown.is_empty() {
        true => Ok(()),
        false => Err(Error::Usage(lines.collect::<Vec<_>>().join("\n        "))),
    }
}

/// Runs a script from each of several power-on states. The report shows the mismatches of the first
/// state from which the script fails.
fn run_many(session: &Session, power_ons: &[PowerOn], report: &mut Report) {
    let (outcomes, different) = power_on_runs::run(session, power_ons);
    let failing = outcomes
        .iter()
        .position(|outcomes| !power_on_runs::all_met(outcomes));
    let shown_outcomes = &outcomes[failing.unwrap_or(0)];
    report.frames = session.script.end.frame;
    report.expectations = shown_outcomes.len();
    report.mismatches = mismatches(session, shown_outcomes);
    report.result = match failing {
        None => Judgment::Passed,
        Some(_) => Judgment::Failed,
    };
    report.power_on = Some(PowerOnResults {
        states: outcomes.len(),
        passed: outcomes
            .iter()
            .filter(|outcomes| power_on_runs::all_met(outcomes))
            .count(),
        different,
        first_failing: failing.map(|number| {
            let frame = report
                .mismatches
                .first()
                .map_or(0, |mismatch| mismatch.frame);
            power_on_runs::explain(session, power_ons[number], frame)
        }),
    });
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
            "{path} is not a regular file, so --update cannot rewrite it"
        )));
    }
    let (script, text) = read_script(path)?;
    let renewed = renew(&text, &script, outcomes)
        .map_err(|error| Error::Usage(format!("{}: {error}", path.display())))?;
    write_whole(path, renewed.as_bytes())
}
