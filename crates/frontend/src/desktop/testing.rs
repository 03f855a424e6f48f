//! From the window to a test: the session as a script with expectations, and sources that are
//! assembled again when they change.

use super::player::Player;
use headless::{
    error::Error,
    files::{fresh_name, recorded_name, relative_to, write_whole},
    many::{self, power_ons},
    path_setting::to_setting,
    recording::add_expectations,
    session::Session,
    watch::Watch,
};
use std::{
    path::Path,
    sync::mpsc::{Receiver, TryRecvError, channel},
    thread,
};

/// Seeds from which a new test is run.
const SEEDS: std::ops::RangeInclusive<u64> = 0..=99;
/// Pictures for which the result is shown: ten seconds.
const RESULT: u32 = 600;
/// Pictures for which the assembler's messages are shown: until the source changes again, or for an
/// hour.
const MESSAGES: u32 = 216_000;
/// Lines of the assembler's messages that are shown.
const SHOWN_LINES: usize = 6;

/// A test that is being made in a thread, which sends what has become of it.
pub type TestInProgress = Receiver<Result<String, Error>>;

impl Player {
    /// Writes the session so far as a test beside the cartridge, and runs it from many power-on
    /// states, in a thread. Returns what to show about it.
    pub(super) fn save_test(&mut self) -> Result<String, Error> {
        if self.storage.test.is_some() {
            return Ok("The last test is not finished yet".into());
        }
        if self.session.timeline().is_aided() {
            let text = "Test: refused while cheats are on or collisions are off; \
                        switch the console off and on first";
            return Ok(text.into());
        }
        let cartridge = self.storage.cartridge.as_deref();
        let beside = cartridge.and_then(Path::parent);
        let folder = beside.unwrap_or(&self.plan.folder).join("tests");
        let path = fresh_name(&folder, &self.storage.name, "script")?;
        let name = match cartridge {
            None => recorded_name(None, self.session.cartridge().image()),
            Some(cartridge) => relative_to(cartridge, &folder).map(|path| to_setting(&path)),
        };
        let text = self.session.transcript(name.as_deref());
        // A source changes all the time.
        let is_source = cartridge.is_some_and(|path| headless::sources::source_at(path).is_some());
        let text = match is_source {
            true => without_checksum(&text),
            false => text,
        };
        write_whole(&path, text.as_bytes())?;
        let (done, result) = channel();
        let test = path.clone();
        let thread = thread::Builder::new().name("test".into());
        let started = thread.spawn(move || {
            // The window may be closed before.
            let _ = done.send(make_test(&test));
        });
        started.map_err(|error| Error::Fault(format!("cannot start a thread: {error}")))?;
        self.storage.test = Some(result);
        Ok(format!("Test {} ...", path.display()))
    }

    /// Shows what has become of a test, and plays a changed source.
    pub(super) fn look_at_tests_and_sources(&mut self) {
        if let Some(test) = &self.storage.test {
            match test.try_recv() {
                Ok(Ok(text)) => self.view.messages.show_for(text, RESULT),
                Ok(Err(error)) => self.fail(error),
                Err(TryRecvError::Empty) => return,
                Err(TryRecvError::Disconnected) => {}
            }
            self.storage.test = None;
        }
        let changed = self.storage.watch.as_ref().is_some_and(Watch::has_changed);
        if let (true, Some(path)) = (changed, self.storage.cartridge.clone()) {
            self.storage.watch = Some(Watch::of_image(&path));
            self.play_again(&path);
        }
    }

    /// Assembles the source again and restarts. Errors are shown over the last good picture.
    fn play_again(&mut self, path: &Path) {
        match self.cartridge(path) {
            Ok(cartridge) => {
                self.session.insert(cartridge);
                self.clock.paused = false;
                self.view.messages.clear();
                self.prepare_settings();
                self.prepare();
                self.view.messages.show("Assembled again");
            }
            Err(error) => {
                self.clock.paused = true;
                let text = error.to_string();
                let lines: Vec<&str> = text.lines().take(SHOWN_LINES).collect();
                self.view.messages.show_for(lines.join("\n"), MESSAGES);
            }
        }
    }
}

/// The script without the line that only this image passes.
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
