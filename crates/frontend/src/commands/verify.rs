//! `crownhead verify`: checks the expectations in scripts, on all cores.

use asm6502::{
    DiskProvider, SourceProvider,
    project::{self, PROJECT_FILE},
};
use check::Subject;
use headless::{
    artifacts,
    check::{CheckOptions, CoveredRun, check as check_script},
    covered,
    error::Error,
    files::check_regular,
    filter::NumberRange,
    html, interrupt,
    output::{write_report, write_text},
    outputs::claim_outputs_or_stdout,
    power_on_runs::{PowerOnSet, power_ons},
    print,
    program::{program_of_session, script_of},
    progress::ElapsedTimeLine,
    session::{LimitArgs, Session},
    watch::Watch,
};
use rayon::prelude::*;
use reports::{
    coverage::TotalCoverage,
    verify::{Judgment, Report, junit, text},
};
use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
    str::FromStr,
    sync::Arc,
};

/// The options of `crownhead verify`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Scripts, folders (all *.script files in them are checked), and projects (crownhead.toml;
    /// their tests are checked) [default: the project in the current folder]
    #[arg(value_name = "FILE|FOLDER")]
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
    /// Write a JUnit report for build servers; - for standard output
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Folder for the pictures and the trace of each script's first mismatch
    #[arg(long, value_name = "FOLDER", default_value = "verify-failures")]
    artifacts: PathBuf,
    /// Do not write pictures and traces of mismatches
    #[arg(long, conflicts_with = "artifacts")]
    no_artifacts: bool,
    /// Write the report as a self-contained HTML page; - for standard output
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Also show on the HTML page whether each script's program works on other consoles, according
    /// to `crownhead check`
    #[arg(long, requires = "html")]
    check: bool,
    /// Run each script with these seeds of the random power-on state, such as 0..99
    #[arg(long, value_name = "A..B", conflicts_with_all = ["update", "coverage"])]
    seeds: Option<NumberRange>,
    /// Run each script with these power-on states
    #[arg(long, value_name = "STATE", value_enum, conflicts_with_all = ["update", "coverage"])]
    power_on: Option<PowerOnSet>,
    /// Write which source lines and branches ran, as lcov, and print a summary; - for standard
    /// output
    #[arg(long, value_name = "FILE")]
    coverage: Option<PathBuf>,
    /// Check only one part of the scripts, such as 2/8: the second of eight parts
    #[arg(long, value_name = "N/M")]
    shard: Option<Shard>,
    /// Check again whenever a script, or a file that it uses, changes
    #[arg(long)]
    watch: bool,
    #[command(flatten)]
    limit: LimitArgs,
    /// Number of scripts to run in parallel [default: one per core]
    #[arg(long, short, value_name = "N")]
    jobs: Option<usize>,
}

/// One part of the scripts. Each of several parallel CI jobs can check one part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Shard {
    /// This part's number, counted from 1.
    number: usize,
    /// The total number of parts.
    count: usize,
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let (number, count) = text.split_once('/').unwrap_or(("", ""));
        match (number.parse(), count.parse()) {
            (Ok(number), Ok(count)) if (1..=count).contains(&number) => Ok(Shard { number, count }),
            _ => Err("expected a part and the number of parts, such as 2/8".into()),
        }
    }
}

impl Shard {
    /// Returns the scripts of this part: every `count`-th script. Neighbors in a folder take about
    /// the same time, so the parts take about the same time, too.
    fn select<T>(self, scripts: Vec<T>) -> Vec<T> {
        let scripts = scripts.into_iter().enumerate();
        let part = scripts.filter(|(index, _)| index % self.count == self.number - 1);
        part.map(|(_, script)| script).collect()
    }
}

/// Checks the scripts.
///
/// The exit status is 0 if all scripts pass, 1 if at least one fails, and 2 if at least one cannot
/// run.
///
/// # Errors
/// A path does not exist, or a report cannot be written. Failures to write pictures and traces are
/// reported last and do not change the exit status.
pub fn run(args: Args) -> Result<ExitCode, Error> {
    let stdout_taken =
        claim_outputs_or_stdout([&args.junit, &args.html, &args.coverage].map(Option::as_ref))?;
    let pool = pool(&args)?;
    let mut is_rerun = false;
    loop {
        let current = match scripts(&args) {
            // An editor may remove a script for a moment while saving it.
            Err(error) if is_rerun => {
                print::report(error);
                Watch::default().wait_while(|| scripts(&args).is_err());
                continue;
            }
            scripts => scripts?,
        };
        let watch = args.watch.then(|| Watch::of_scripts(&current));
        let status = pool.install(|| run_once(&args, &current, stdout_taken))?;
        let Some(watch) = watch else {
            return Ok(status);
        };
        is_rerun = true;
        print::to_stderr("watching for changes; press Ctrl+C to stop\n");
        watch.wait_while(|| scripts(&args).is_ok_and(|scripts| scripts == current));
    }
}

/// Returns the scripts that the options name.
fn scripts(args: &Args) -> Result<Vec<PathBuf>, Error> {
    let mut scripts = Vec::new();
    let default_paths = [PathBuf::from(PROJECT_FILE)];
    let paths = match args.paths.is_empty() {
        false => &args.paths[..],
        true if default_paths[0].is_file() => &default_paths,
        true => {
            return Err(Error::Usage(format!(
                "name scripts or folders, or list tests in a {PROJECT_FILE} here"
            )));
        }
    };
    for path in paths {
        add_scripts(path, &mut scripts)?;
    }
    if scripts.is_empty() {
        let names = paths.iter().map(|path| path.display().to_string());
        let names = names.collect::<Vec<_>>().join(", ");
        return Err(Error::Usage(format!(
            "{names}: there is no *.script file to check"
        )));
    }
    Ok(match args.shard {
        Some(shard) => shard.select(scripts),
        None => scripts,
    })
}

/// Checks the scripts that the options name, and returns the reports. Prints nothing, and writes
/// only updated expectations.
///
/// # Errors
/// A path does not exist, or the run is interrupted.
pub fn reports(args: &Args) -> Result<Vec<Report>, Error> {
    let scripts = scripts(args)?;
    let (reports, _) = pool(args)?.install(|| check_all(args, &scripts))?;
    interrupt::check().map(|()| reports)
}

/// Maximum number of scripts to run in parallel. More threads than cores are never faster.
const MAX_JOBS: usize = 256;

fn pool(args: &Args) -> Result<rayon::ThreadPool, Error> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(args.jobs.unwrap_or(0).min(MAX_JOBS))
        .build()
        .map_err(|error| Error::Fault(format!("cannot start threads: {error}")))
}

/// Checks the scripts. Returns a report for each script and, if the options request it, the
/// coverage.
fn check_all(
    args: &Args,
    scripts: &[PathBuf],
) -> Result<(Vec<Report>, Vec<Option<CoveredRun>>), Error> {
    let options = CheckOptions {
        update: args.update,
        limit: args.limit,
        power_ons: power_ons(
            args.seeds.as_ref().map(|NumberRange(seeds)| seeds),
            args.power_on,
        )?,
        coverage: args.coverage.is_some(),
    };
    Ok(scripts
        .par_iter()
        .map(|path| check_script(path, &options))
        .unzip())
}

fn run_once(args: &Args, scripts: &[PathBuf], stdout_taken: bool) -> Result<ExitCode, Error> {
    let elapsed = ElapsedTimeLine::new(Path::new(""));
    let (mut reports, runs) = check_all(args, scripts)?;
    if args.check {
        reports.iter_mut().for_each(check_on_other_consoles);
        interrupt::check()?;
    }
    drop(elapsed);
    let artifacts_written = if args.no_artifacts {
        Ok(())
    } else {
        write_artifacts(&mut reports, &args.artifacts)
    };
    let coverage = args
        .coverage
        .as_ref()
        .map(|path| (path, total_coverage(&runs)));
    let written = write_reports(args, &reports, coverage.as_ref());
    let text = if args.json {
        junit::json(&reports)
    } else {
        let summary = coverage.map_or(String::new(), |(_, total)| covered::summary(&total));
        text(&reports, args.quiet) + &summary
    };
    let printed = write_report(None, stdout_taken, &text);
    if let Err(error) = artifacts_written {
        print::report(error);
    }
    written?;
    printed?;
    Ok(status(&reports))
}

/// Minimum and maximum number of frames to run when checking a script's program on other consoles.
const CHECKED_FRAMES: (u64, u64) = (20, 2000);

/// Checks a script's program on other consoles. Does nothing for a script that cannot run.
fn check_on_other_consoles(report: &mut Report) {
    let subject = |session: Session| -> Result<Subject, Error> {
        Ok(Subject {
            name: session.name.clone(),
            program: program_of_session(&session)?,
            script: Arc::new(script_of(&session)?),
            standard: Some(session.standard()),
            cartridge: session.cartridge,
        })
    };
    let file = report.path.is_file().then_some(&report.path);
    let session = file.and_then(|path| Session::from_script(path).ok());
    let Some(subject) = session.and_then(|session| subject(session).ok()) else {
        return;
    };
    let (min, max) = CHECKED_FRAMES;
    let options = check::Options {
        frames: subject.script.end.frame.clamp(min, max),
        seed: 0,
    };
    report.check = check::check(&subject, options, &interrupt::requested);
}

/// Writes all report files that the options name. If one cannot be written, still writes the
/// others, then returns the first error.
fn write_reports(
    args: &Args,
    reports: &[Report],
    coverage: Option<&(&PathBuf, TotalCoverage)>,
) -> Result<(), Error> {
    let junit = args
        .junit
        .as_ref()
        .map_or(Ok(()), |path| write_text(path, &junit::junit(reports)));
    let html = args
        .html
        .as_ref()
        .map_or(Ok(()), |path| write_text(path, &html::page(reports)?));
    let coverage = coverage.map_or(Ok(()), |(path, total)| {
        write_text(path, &covered::lcov(total))
    });
    junit.and(html).and(coverage)
}

fn total_coverage(runs: &[Option<CoveredRun>]) -> TotalCoverage {
    let mut total = TotalCoverage::default();
    for run in runs.iter().flatten() {
        let (session, covered) = &**run;
        covered::add(&mut total, session, covered);
    }
    total
}

/// Writes pictures and traces of every failed script. If one cannot be written, still writes the
/// others, then returns the first error.
fn write_artifacts(reports: &mut [Report], folder: &Path) -> Result<(), Error> {
    let mut stems = HashSet::new();
    let mut result = Ok(());
    for report in reports {
        // A script that came from a pipe cannot be rerun for its trace.
        if report.result == Judgment::Failed && report.path.is_file() {
            let stem = artifacts::stem(&report.path, &mut stems);
            match artifacts::write(report, folder, &stem) {
                Ok(files) => report.artifacts = files,
                Err(error) => result = result.and(Err(error)),
            }
        }
    }
    result
}

/// Adds the scripts that a path names. For a folder, adds them in alphabetical order. Skips pipes
/// and devices, because reading them may never end.
fn add_scripts(path: &Path, scripts: &mut Vec<PathBuf>) -> Result<(), Error> {
    if project::is_project_file(path) {
        let text = DiskProvider.read(path.to_string_lossy().as_bytes());
        let text = text.ok_or_else(|| Error::read(path)(std::io::ErrorKind::NotFound.into()))?;
        let project = project::read(path.to_owned(), &text)
            .map_err(|fault| Error::Usage(fault.to_string()))?;
        return project
            .tests()
            .try_for_each(|test| add_scripts(&test, scripts));
    }
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
            add_scripts(&path, scripts)?;
        } else if path
            .extension()
            .is_some_and(|extension| extension == "script")
            && check_regular(&path).is_ok()
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
