//! `crownhead verify`: checks the expectations of scripts on all cores.

use crate::{
    error::Error,
    files::write_whole,
    headless::{
        artifacts,
        check::{Judgment, Report, check},
        junit,
        session::LimitArgs,
    },
    print,
};
use rayon::prelude::*;
use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
};

/// The options of `crownhead verify`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Scripts, and folders whose *.script files are all checked
    #[arg(required = true, value_name = "FILE|FOLDER")]
    paths: Vec<PathBuf>,
    /// Update the expectations that fail; review the changes before you commit them
    #[arg(long)]
    update: bool,
    /// Print only failures and the summary
    #[arg(long, short)]
    quiet: bool,
    /// Print the report as JSON
    #[arg(long)]
    json: bool,
    /// Write a JUnit report for build servers
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Folder for the pictures and the trace of each script's first mismatch
    #[arg(long, value_name = "FOLDER", default_value = "verify-failures")]
    artifacts: PathBuf,
    /// Do not write pictures and traces of mismatches
    #[arg(long, conflicts_with = "artifacts")]
    no_artifacts: bool,
    #[command(flatten)]
    limit: LimitArgs,
    /// How many scripts run at the same time [default: all cores]
    #[arg(long, short, value_name = "N")]
    jobs: Option<usize>,
}

/// Checks the scripts.
///
/// Status 0: all pass; 1: one fails; 2: one cannot run.
///
/// # Errors
/// A path does not exist; a report cannot be written. Pictures and traces that cannot be written
/// are reported last and do not change the status.
pub fn run(args: Args) -> Result<ExitCode, Error> {
    let mut scripts = Vec::new();
    for path in &args.paths {
        find(path, &mut scripts)?;
    }
    if scripts.is_empty() {
        return Err(Error::Usage("these folders contain no *.script".into()));
    }
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(args.jobs.unwrap_or(0))
        .build()
        .map_err(|error| Error::Fault(format!("cannot start threads: {error}")))?;
    let mut reports: Vec<Report> = pool.install(|| {
        let scripts = scripts.par_iter();
        scripts
            .map(|path| check(path, args.update, args.limit))
            .collect()
    });
    let shown = match args.no_artifacts {
        true => Ok(()),
        false => show(&mut reports, &args.artifacts),
    };
    let junit = args.junit.as_ref();
    let junit = junit.map_or(Ok(()), |path| {
        write_whole(path, junit::junit(&reports).as_bytes())
    });
    let text = match args.json {
        true => junit::json(&reports),
        false => words(&reports, args.quiet),
    };
    let printed = print::out(&text);
    if let Err(error) = shown {
        print::report(error);
    }
    junit?;
    printed?;
    Ok(status(&reports))
}

/// Writes pictures and traces of every script that failed; returns the first error at the end.
fn show(reports: &mut [Report], folder: &Path) -> Result<(), Error> {
    let mut stems = HashSet::new();
    let mut shown = Ok(());
    for report in reports {
        // A script from a pipe cannot be run again for its trace.
        if report.result == Judgment::Failed && report.path.is_file() {
            let stem = artifacts::stem(&report.path, &mut stems);
            match artifacts::write(report, folder, &stem) {
                Ok(files) => report.artifacts = files,
                Err(error) => shown = shown.and(Err(error)),
            }
        }
    }
    shown
}

/// Collects scripts; those of a folder in alphabetical order.
fn find(path: &Path, scripts: &mut Vec<PathBuf>) -> Result<(), Error> {
    if !path.is_dir() {
        fs::metadata(path).map_err(Error::read(path))?;
        scripts.push(path.to_owned());
        return Ok(());
    }
    let entries = fs::read_dir(path).map_err(Error::read(path))?;
    let mut paths = Vec::new();
    for entry in entries {
        paths.push(entry.map_err(Error::read(path))?.path());
    }
    paths.sort();
    for path in paths {
        let is_link = path.is_symlink();
        if path.is_dir() && !is_link {
            find(&path, scripts)?;
        } else if path
            .extension()
            .is_some_and(|extension| extension == "script")
        {
            scripts.push(path);
        }
    }
    Ok(())
}

fn status(reports: &[Report]) -> ExitCode {
    let worst = reports.iter().map(|report| match report.result {
        Judgment::Passed | Judgment::Updated => 0,
        Judgment::Failed => 1,
        Judgment::Broken => 2,
    });
    ExitCode::from(worst.max().unwrap_or(0))
}

fn words(reports: &[Report], quiet: bool) -> String {
    let mut text = String::new();
    for report in reports {
        describe(report, quiet, &mut text);
    }
    let count = |result| {
        reports
            .iter()
            .filter(|report| report.result == result)
            .count()
    };
    let mut parts = vec![format!("{} passed", count(Judgment::Passed))];
    for (what, result) in [
        ("updated", Judgment::Updated),
        ("failed", Judgment::Failed),
        ("broken", Judgment::Broken),
    ] {
        if count(result) > 0 {
            parts.push(format!("{} {what}", count(result)));
        }
    }
    let plural = if reports.len() == 1 { "" } else { "s" };
    text.push_str(&format!(
        "{} script{plural}: {}\n",
        reports.len(),
        parts.join(", ")
    ));
    text
}

fn describe(report: &Report, quiet: bool, text: &mut String) {
    let path = report.path.display();
    let (frames, expectations) = (report.frames, report.expectations);
    match report.result {
        Judgment::Passed if quiet => {}
        Judgment::Passed => {
            text.push_str(&format!(
                "ok      {path}  {frames} frames, {expectations} expectations\n"
            ));
        }
        Judgment::Updated => {
            let changed = report.mismatches.len();
            text.push_str(&format!(
                "updated {path}  {changed} of {expectations} expectations\n"
            ));
        }
        Judgment::Failed => {
            let failed = report.mismatches.len();
            text.push_str(&format!(
                "FAILED  {path}  {failed} of {expectations} expectations\n"
            ));
            for mismatch in &report.mismatches {
                text.push_str(&format!(
                    "        line {}: {}\n",
                    mismatch.line, mismatch.text
                ));
            }
            for file in &report.artifacts {
                text.push_str(&format!("        see {}\n", file.display()));
            }
        }
        Judgment::Broken => {
            let error = report.error.as_deref().unwrap_or_default();
            text.push_str(&format!("BROKEN  {error}\n"));
        }
    }
}
