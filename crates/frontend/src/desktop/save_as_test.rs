//! Saves the session in the window as a test, which is a script with expectations.

use headless::{
    error::Error,
    files::{cartridge_setting, relative_to, write_fresh},
    path_setting::to_setting,
    power_on_runs::{self, power_ons},
    recording::add_expectations,
    session::Session,
};
use play::session::Session as PlayedSession;
use std::{
    path::Path,
    sync::mpsc::{Receiver, channel},
    thread,
};

/// The seeds of the power-on states with which a new test is run.
const SEEDS: std::ops::RangeInclusive<u64> = 0..=99;

/// Receives the result of a test that is running in a separate thread.
pub type TestInProgress = Receiver<Result<String, Error>>;

/// Saves a session as a test, and starts a thread that runs the test with many power-on states. The
/// folder for the test is `tests` next to the cartridge's file or, for a bundled cartridge, `tests`
/// in the data folder. Returns the test in progress, and the message to show.
///
/// # Errors
/// Returns [`Error::Write`], or [`Error::Fault`] if the thread cannot be started.
pub fn save_test(
    session: &PlayedSession,
    cartridge: Option<&Path>,
    name: &str,
    data: &Path,
) -> Result<(TestInProgress, String), Error> {
    let cartridge_folder = cartridge.and_then(Path::parent);
    let folder = cartridge_folder.unwrap_or(data).join("tests");
    let recorded_path = match cartridge {
        None => cartridge_setting(None, session.cartridge().image()),
        Some(cartridge) => relative_to(cartridge, &folder).map(|path| to_setting(&path)),
    };
    let text = session.transcript(recorded_path.as_deref());
    // A program that is assembled from source changes often, so its test must not require a
    // checksum.
    let is_source = cartridge.is_some_and(|path| headless::sources::source_at(path).is_some());
    let text = if is_source {
        without_checksum(&text)
    } else {
        text
    };
    let path = write_fresh(&folder, name, "script", text.as_bytes())?;
    let (sender, receiver) = channel();
    let test_path = path.clone();
    let thread = thread::Builder::new().name("test".into());
    let started = thread.spawn(move || {
        // Nobody receives the result if the window has been closed.
        let _ = sender.send(make_test(&test_path));
    });
    started.map_err(|error| Error::Fault(format!("cannot start a thread: {error}")))?;
    Ok((receiver, format!("Test {} is running", path.display())))
}

/// Removes the line with the checksum of the image, so that the test can pass with other images.
fn without_checksum(script: &str) -> String {
    let lines = script.lines().filter(|line| !line.starts_with("sha256 "));
    lines.map(|line| format!("{line}\n")).collect()
}

/// Adds expectations to a script, and runs the script with many power-on states.
fn make_test(path: &Path) -> Result<String, Error> {
    add_expectations(path)?;
    let session = Session::from_script(path)?;
    let states = power_ons(Some(&SEEDS), None)?;
    let (outcomes, _) = power_on_runs::run(&session, &states);
    let passed = outcomes
        .iter()
        .filter(|run| power_on_runs::all_met(run))
        .count();
    Ok(format!(
        "Saved as {}; passes with {passed} of {} power-on seeds",
        path.display(),
        states.len()
    ))
}
