//! Records a run as a script with expectations: a golden test.

use super::{
    convergence::{self, Convergence},
    filter::NumberRange,
    session::Session,
};
use super::{files::write_whole, session::beside};
use crate::{error::Error, path_setting::is_bundled};
use crate::{
    files::{cartridge_setting, relative_to},
    interrupt,
    path_setting::to_setting,
};
use lab::{
    script::{Action, Recorder, ScriptRun, Setup, quoted},
    trace::write_picture,
};
use std::{fmt, path::Path};
use vcs::{Frame, Hash, Input, Place};

/// The expectations to write into a recording.
#[derive(Debug, Clone)]
pub struct ExpectationOptions {
    /// Frames whose pictures are written as text. If the list is empty, only the picture of the
    /// last frame is written.
    pub pictures: Vec<NumberRange>,
    /// True if no picture is to be written when `pictures` is empty.
    pub no_pictures: bool,
    /// Number of frames between expected picture hashes; 0 for no hashes.
    pub hash_every: u64,
}

impl Default for ExpectationOptions {
    fn default() -> ExpectationOptions {
        ExpectationOptions {
            pictures: Vec::new(),
            no_pictures: false,
            hash_every: 60,
        }
    }
}

/// A command in the recording.
enum Command {
    Input(Input),
    Other(String),
}

/// A recording of a run, frame by frame, with its expectations.
pub struct Recording {
    /// Commands and their places, in chronological order.
    commands: Vec<(Place, Command)>,
    /// Index of the first command of the last frame.
    last_frame: usize,
    /// Number of scanlines of each frame.
    lines: Vec<u16>,
    /// The frame of the last power cycle; `None` if there was none.
    last_power_cycle: Option<u64>,
    convergence: Convergence,
    /// The expectations that concern the whole run. They are written at the end of the script.
    final_expectations: Vec<String>,
    end: Place,
}

impl Recording {
    /// Runs a session for a number of frames, or until its script ends, and records the run.
    pub fn of(
        options: &ExpectationOptions,
        session: &Session,
        frames: u64,
    ) -> Result<Recording, fmt::Error> {
        let mut end = Place::frame(frames);
        let convergence = convergence::of(session, frames);
        let player = session.player().until(end).with_records().with_events();
        let player = player.with_chain_since(convergence.chain.unwrap_or(0));
        let mut player = player.with_shown_since(convergence.shown.unwrap_or(0));
        let mut recording = Recording {
            commands: Vec::new(),
            last_frame: 0,
            lines: Vec::new(),
            last_power_cycle: None,
            convergence,
            final_expectations: Vec::new(),
            end,
        };
        let mut last = None;
        for frame in 0..frames {
            if interrupt::requested() {
                end = Place::frame(frame);
                break;
            }
            if player.frame().is_none() {
                // `frames` is an upper bound. If a wait in the script ends before its time limit,
                // the script takes fewer frames.
                end = Place::frame(player.place().frame);
                break;
            }
            recording.last_frame = recording.commands.len();
            recording.lines.push(player.last_frame().scanlines() as u16);
            // In the script, the expected picture comes at the start of its frame, before any input
            // during the frame.
            let wants_picture = options.pictures.iter().any(|span| span.0.contains(&frame));
            if wants_picture {
                recording.expect_picture(player.last_frame(), &session.metadata.tv)?;
            }
            // Before frame `convergence.shown`, pictures depend on the contents of memory at
            // power-on, so the script gets no hashes of them.
            let has_converged = convergence.shown.is_none_or(|from| from <= frame);
            let is_due =
                options.hash_every > 0 && frame % options.hash_every == options.hash_every - 1;
            let writes_hash = is_due && has_converged;
            if writes_hash && let Some(record) = player.record() {
                recording.add(
                    Place::frame(frame),
                    format!("expect picture {}", record.picture),
                );
            }
            recording.add_events(session, &mut player);
            last = Some(player.last_frame().clone());
        }
        recording.end = end;
        recording.expect_whole_run(&player);
        recording.expect_last_frame(options, session, last)?;
        Ok(recording)
    }

    /// Adds an expectation for a running hash (`expect chain`). It covers the frame records,
    /// starting with the first frame from which they no longer depend on the power-on state.
    ///
    /// Some programs keep a random seed in RAM, or never set one of the CPU's flags. Their frame
    /// records always depend on the power-on state, although pictures and sound do not. For such a
    /// program, adds an expectation for the running hash over pictures and sound instead (`expect
    /// shown`). If the final contents of RAM do not depend on the power-on state, also adds an
    /// expectation for these contents (`expect ram`).
    fn expect_whole_run(&mut self, player: &ScriptRun<'_>) {
        let since = |from: u64| match from {
            0 => String::new(),
            from => format!(" since {from}"),
        };
        let Convergence { ram, chain, shown } = self.convergence;
        match (chain, shown) {
            (None, Some(from)) => {
                let shown = player.shown_since(from);
                self.final_expectations
                    .push(format!("expect shown {shown}{}", since(from)));
                if ram.is_some() {
                    let ram = Hash::of(player.machine().ram());
                    self.final_expectations.push(format!("expect ram {ram}"));
                }
            }
            (chain, _) => {
                let from = chain.unwrap_or(0);
                let chain = player.chain_since(from);
                self.final_expectations
                    .push(format!("expect chain {chain}{}", since(from)));
            }
        }
    }

    fn add(&mut self, place: Place, command: String) {
        self.commands.push((place, Command::Other(command)));
    }

    fn add_events(&mut self, session: &Session, player: &mut ScriptRun<'_>) {
        for (place, event) in player.take_events() {
            match &session.script.events[event].action {
                Action::Input(input) => self.commands.push((place, Command::Input(*input))),
                Action::PowerCycle => {
                    self.last_power_cycle = Some(place.frame);
                    self.add(place, "power cycle".into());
                }
                Action::Snapshot(name) => self.add(place, format!("snapshot {}", quoted(name))),
                Action::Expect(_) | Action::Wait { .. } => {}
            }
        }
    }

    fn expect_picture(&mut self, frame: &Frame, tv: &str) -> fmt::Result {
        let mut text = String::new();
        write_picture(&mut text, frame, tv)?;
        let lines: String = text
            .lines()
            .map(|line| format!("\n     | {line}"))
            .collect();
        self.add(Place::frame(frame.number), format!("expect picture{lines}"));
        Ok(())
    }

    /// Adds expectations that a person can check by reading the script: the number of scanlines,
    /// and the picture. Inserts them at the start of the last frame.
    fn expect_last_frame(
        &mut self,
        options: &ExpectationOptions,
        session: &Session,
        last: Option<Frame>,
    ) -> fmt::Result {
        let Some(last) = last else {
            return Ok(());
        };
        let later = self.commands.split_off(self.last_frame);
        let place = Place::frame(last.number);
        let steady = self.first_steady_frame();
        let (min, max) = self.scanline_range(steady);
        let lines = if min == max {
            min.to_string()
        } else {
            format!("{min}..{max}")
        };
        self.add(place, format!("expect frame-lines {lines} since {steady}"));
        if options.pictures.is_empty() && !options.no_pictures && !interrupt::requested() {
            self.expect_picture(&last, &session.metadata.tv)?;
        }
        self.commands.extend(later);
        Ok(())
    }

    /// Returns the first frame from which the number of scanlines is constant until the end of the
    /// run. The result is never later than the middle of the run or, if that comes later, the first
    /// complete frame after the last power cycle.
    fn first_steady_frame(&self) -> u64 {
        let last = self.lines.last();
        let other = self.lines.iter().rposition(|lines| Some(lines) != last);
        let from = other.map_or(0, |other| other as u64 + 1);
        let half = self.lines.len() as u64 / 2;
        let first_complete = self.last_power_cycle.map_or(0, |frame| frame + 2);
        from.min(half.max(first_complete))
    }

    /// Returns the smallest and the largest number of scanlines per frame, from frame `from` to the
    /// end.
    fn scanline_range(&self, from: u64) -> (u16, u16) {
        let lines = || self.lines[from as usize..].iter().copied();
        (lines().min().unwrap_or(0), lines().max().unwrap_or(0))
    }

    /// Returns the script as text.
    pub fn text(&self, setup: &Setup) -> Result<String, fmt::Error> {
        let mut script = String::new();
        let mut recorder = Recorder::new(&mut script, setup)?;
        for (place, command) in &self.commands {
            match command {
                Command::Input(input) => recorder.input(*place, input)?,
                Command::Other(text) => recorder.command(*place, text)?,
            }
        }
        for command in &self.final_expectations {
            recorder.command(self.end, command)?;
        }
        recorder.end(self.end)?;
        Ok(script)
    }

    /// Returns warnings about the run.
    pub fn warnings(&self, session: &Session) -> Vec<String> {
        let mut warnings = Vec::new();
        let (min, max) = self.scanline_range(self.first_steady_frame());
        let standard = session.standard();
        let standard_lines = standard.scanlines() as u16;
        let long_enough = self.lines.len() >= MIN_FRAMES_FOR_WARNINGS;
        let is_nonstandard = min
            .abs_diff(standard_lines)
            .max(max.abs_diff(standard_lines))
            > TOLERANCE;
        if long_enough && (is_nonstandard || min != max) {
            let lines = if min == max {
                format!("{min} scanlines")
            } else {
                format!("{min} to {max} scanlines")
            };
            warnings.push(format!(
                "frames have {lines}; the picture rolls on some televisions, which need \
                 {standard_lines}, the same in every frame"
            ));
        }
        if self.convergence.shown.is_none() && long_enough {
            warnings.push(
                "picture or sound depends on the contents of memory at power-on; `crownhead verify \
                 --seeds 0..99 --power-on all` shows which memory cell"
                    .into(),
            );
        }
        warnings
    }
}

/// Minimum number of frames of a run for which warnings are given.
const MIN_FRAMES_FOR_WARNINGS: usize = 10;
/// Maximum deviation from the standard's number of scanlines that a television accepts.
const TOLERANCE: u16 = 4;

/// Returns the settings for a recording of the file `cartridge`. The recording will be written to
/// the file `out`. The cartridge's path in the script is relative to the script's folder, so that
/// both files can be moved together. If the script goes to standard output, its folder is unknown,
/// so the path is absolute.
pub fn setup(session: &Session, cartridge: Option<&Path>, out: &Path) -> Setup {
    let is_file = |path: &&Path| *path != Path::new("-");
    let out = Some(out).filter(is_file);
    let relative = cartridge.filter(is_file).zip(out).and_then(|(path, out)| {
        let folder = Path::new(".").join(out.parent()?);
        relative_to(path, &folder)
    });
    let relative = relative.map(|path| to_setting(&path));
    // A source changes often, so a script for a source gets no checksum.
    let is_image = session.build.is_none();
    Setup {
        cartridge: relative.or_else(|| cartridge_setting(cartridge, session.cartridge.image())),
        sha256: is_image.then(|| session.metadata.sha256.clone()),
        symbols: None,
        ..session.script.setup.clone()
    }
}

/// Adds expectations to an input script, as `record --input` does, and replaces the file.
///
/// # Errors
/// The script or its cartridge is not valid, or the script cannot be written.
pub fn add_expectations(path: &Path) -> Result<(), Error> {
    let session = Session::from_script(path)?;
    let frames = session.script.max_frames().max(1);
    let name = session.script.setup.cartridge.as_deref();
    let cartridge = name
        .filter(|name| !is_bundled(name))
        .map(|name| beside(path, name));
    let setup = setup(&session, cartridge.as_deref(), path);
    let text = Recording::of(&ExpectationOptions::default(), &session, frames)
        .and_then(|recording| recording.text(&setup));
    let text = text.map_err(|_| Error::Fault("the script cannot be written".into()))?;
    write_whole(path, text.as_bytes())
}
