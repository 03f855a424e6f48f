//! Turns the session in the window into a test: a script with expectations.

use headless::{
    error::Error,
    files::{recorded_name, relative_to, write_fresh},
    many::{self, power_ons},
    path_setting::to_setting,
    recording::add_expectations,
    session::Session,
};
use play::session::Session as Played;
use std::{
    path::Path,
    sync::mpsc::{Receiver, channel},
    thread,
};

/// Seeds of the power-on states from which a new test is run.
const SEEDS: std::ops::RangeInclusive<u64> = 0..=99;

/// Receives the result of a test that is running in a separate thread.
pub type TestInProgress = Receiver<Result<String, Error>>;

/// Writes a session as a test, and runs it from many power-on states in a thread. The test goes
/// into the folder `tests` next to the cartridge's file, or, for a bundled cartridge, in the data
/// folder. Returns the test in progress, and the message to show.
///
/// # Errors
/// [`Error::Write`], or the thread cannot be started.
pub fn save_test(
    session: &Played,
    cartridge: Option<&Path>,
    name: &str,
    data: &Path,
) -> Result<(TestInProgress, String), Error> {
    let beside = cartridge.and_then(Path::parent);
    let folder = beside.unwrap_or(data).join("tests");
    let recorded = match cartridge {
        None => recorded_name(None, session.cartridge().image()),
        Some(cartridge) => relative_to(cartridge, &folder).map(|path| to_setting(&path)),
    };
    let text = session.transcript(recorded.as_deref());
    // Source files change often, so their tests must not require a checksum.
    let is_source = cartridge.is_some_and(|path| headless::sources::source_at(path).is_some());
    let text = if is_source {
        without_checksum(&text)
    } else {
        text
    };
    let path = write_fresh(&folder, name, "script", text.as_bytes())?;
    let (done, result) = channel();
    let test = path.clone();
    let thread = thread::Builder::new().name("test".into());
    let started = thread.spawn(move || {
        // Nobody receives the result if the window has been closed.
        let _ = done.send(make_test(&test));
    });
    started.map_err(|error| Error::Fault(format!("cannot start a thread: {error}")))?;
    Ok((result, format!("Test {} is running", path.display())))
}

/// Removes the line with the checksum, because with that line only this image passes.
fn without_checksum(script: &str) -> String {
    let lines = script.lines().filter(|line| !line.starts_with("sha256 "));
    lines.map(|line| format!("{line}\n")).collect()
}

/// Adds expectations to a script, and runs it from many power-on states.
fn make_test(path: &Path) -> Result<String, Error> {
    add_expectations(path)?;
    let session = Session::from_script(path)?;
    let states = power_ons(Some(&SEEDS), None)?;
    let (outcomes, _) = many::run(&session, &states);
    let passed = outcomes
        .iter()
        .filter(|outcomes| many::passes(outcomes))
        .count();
    Ok(format!(
        "Saved as {}; passes with {passed} of {} power-on seeds",
        path.display(),
        states.len()
    ))
}
