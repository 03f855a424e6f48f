//! Runs one script and checks its expectations.

use super::session::{LimitArgs, Session, read_script};
use crate::{error::Error, files::write_whole};
use lab::script::{Action, Difference, Outcome, Verdict, renew};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// The result of one script.
#[derive(Debug, Clone, Serialize)]
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

/// Runs a script; with `update` rewrites the expectations that failed.
pub fn check(path: &Path, update: bool, limit: LimitArgs) -> Report {
    let mut report = Report {
        path: path.to_owned(),
        result: Judgment::Broken,
        expectations: 0,
        frames: 0,
        mismatches: Vec::new(),
        error: None,
        artifacts: Vec::new(),
    };
    if let Err(error) = run(path, update, limit, &mut report) {
        report.result = Judgment::Broken;
        report.error = Some(error.to_string());
    }
    report
}

fn run(path: &Path, update: bool, limit: LimitArgs, report: &mut Report) -> Result<(), Error> {
    let session = Session::from_script(path)?;
    let session = session
        .limited(limit)
        .map_err(|error| Error::Usage(format!("{}: {error}", path.display())))?;
    let expects = |event: &lab::script::Event| matches!(event.action, Action::Expect(_));
    if !session.script.events.iter().any(expects) {
        return Err(Error::Usage(format!(
            "{}: the script has no expectations, so it cannot fail; add lines such as \
             `@60 expect frame-lines 262`",
            path.display()
        )));
    }
    let mut player = session.player();
    while player.skip_frame() {}
    report.frames = player.place().frame;
    report.expectations = player.outcomes().len();
    report.mismatches = mismatches(&session, player.outcomes());
    report.result = match report.mismatches.is_empty() {
        true => Judgment::Passed,
        false if update => {
            rewrite(path, player.outcomes())?;
            Judgment::Updated
        }
        false => Judgment::Failed,
    };
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
                    frame: event.place.frame,
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
