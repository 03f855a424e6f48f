//! What is debugged: a source, an image with what is known of it, or a script that names one.

use crate::{
    console::ConsoleArgs,
    error::Error,
    files::write_whole,
    headless::{
        output::read_text,
        session::{Session, SessionArgs},
    },
    interrupt,
    picture::frame_png,
};
use asm6502::{Build, DiskProvider, Options, assemble};
use debugger::{
    Program,
    commands::{Host, Loaded},
};
use lab::script::{Action, Event, Script};
use std::{
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::SystemTime,
};
use vcs::{Frame, television::Standard};

/// The options that name a program for the debugger.
#[derive(Debug, Clone, clap::Args)]
pub struct Source {
    /// Cartridge and power-on.
    #[command(flatten)]
    pub console: ConsoleArgs,
    /// Script, symbols and television standard.
    #[command(flatten)]
    pub session: SessionArgs,
    /// The assembler's map of an image: its source lines
    #[arg(long, value_name = "FILE")]
    pub map: Option<PathBuf>,
}

impl Source {
    /// Assembles or reads the program.
    ///
    /// # Errors
    /// A file is missing or wrong, or the source does not assemble.
    pub fn load(&self) -> Result<(Loaded, Files), Error> {
        let session = Session::from_args(&self.console, &self.session)?;
        refuse_waits(&session.script)?;
        let standard = session.standard();
        let program = match (&session.build, &self.map) {
            (Some(build), _) => program_of(build)?,
            (None, Some(path)) => {
                let text = read_text(path)?;
                Program::with_map(session.symbols, &text)
                    .map_err(|error| Error::Usage(format!("{}: {error}", path.display())))?
            }
            (None, None) => Program::with_symbols(session.symbols),
        };
        let mut watched = session.build.map_or_else(Vec::new, |build| build.files);
        watched.extend(self.console.rom.clone());
        watched.extend(self.session.input.clone());
        watched.retain(|path| path != Path::new("-"));
        let loaded = Loaded {
            cartridge: session.cartridge,
            program,
            script: Arc::new(session.script),
        };
        let changed = newest(&watched);
        let files = Files {
            source: self.clone(),
            standard,
            watched,
            changed,
            looks: None,
            stop: Arc::default(),
        };
        Ok((loaded, files))
    }
}

/// The debugger goes back to any moment, so it plays events whose places are known.
fn refuse_waits(script: &Script) -> Result<(), Error> {
    let is_wait = |event: &&Event| matches!(event.action, Action::Wait { .. });
    match script.events.iter().find(is_wait) {
        None => Ok(()),
        Some(event) => Err(Error::Usage(format!(
            "line {} of the script waits for a condition, which the debugger cannot play; name \
             the place instead, such as @120",
            event.source.line
        ))),
    }
}

/// The names and lines of an assembled program. The assembler's map has the kinds of symbols, so
/// it is made by a second run.
fn program_of(build: &Build) -> Result<Program, Error> {
    let options = Options {
        map: true,
        ..asm6502::build::options(build.project.as_ref(), &build.source)
    };
    let output = assemble(&DiskProvider, &options);
    let marks = output.page_marks.iter().map(|mark| {
        let (one, other) = mark.addresses;
        (one as u16, other as u16)
    });
    let map = output.map.as_deref().unwrap_or_default();
    let program = Program::of_build(build, map)
        .map_err(|error| Error::Usage(format!("{}: {error}", build.source.display())))?;
    Ok(program.with_marks(marks))
}

/// The files of a session.
#[derive(Debug, Clone)]
pub struct Files {
    source: Source,
    standard: Standard,
    /// Files whose change changes the program.
    watched: Vec<PathBuf>,
    changed: Option<SystemTime>,
    /// How often a run may still look whether it is to end.
    looks: Option<u64>,
    /// Ends a run from another thread.
    stop: Arc<AtomicBool>,
}

impl Files {
    /// Ends each run of a command after this number of checks, about one a frame.
    pub fn limit(&mut self, looks: u64) {
        self.looks = Some(looks);
    }

    /// Ends a run of a command when `stop` is set.
    pub fn stopped_by(mut self, stop: Arc<AtomicBool>) -> Files {
        self.stop = stop;
        self
    }

    /// True if a file of the program has changed since the last call.
    pub fn have_changed(&mut self) -> bool {
        let changed = newest(&self.watched);
        let newer = changed > self.changed;
        self.changed = changed.max(self.changed);
        newer
    }

    /// Assembles or reads the program again.
    ///
    /// # Errors
    /// As [`Source::load`]; the files are watched on.
    pub fn load_again(&mut self) -> Result<Loaded, Error> {
        let (loaded, files) = self.source.load()?;
        *self = Files {
            looks: self.looks,
            stop: self.stop.clone(),
            ..files
        };
        Ok(loaded)
    }

    /// A frame as a PNG file.
    ///
    /// # Errors
    /// The encoder fails.
    pub fn png(&self, frame: &Frame) -> Result<Vec<u8>, Error> {
        frame_png(frame, self.standard, 0..frame.scanlines())
    }
}

/// When the last of these files was changed.
fn newest(paths: &[PathBuf]) -> Option<SystemTime> {
    let changed = |path: &PathBuf| std::fs::metadata(path).ok()?.modified().ok();
    paths.iter().filter_map(changed).max()
}

impl Host for Files {
    fn source(&mut self, path: &str) -> Option<String> {
        let bytes = crate::headless::output::read_bytes(Path::new(path)).ok()?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }

    fn save_picture(&mut self, path: &str, frame: &Frame) -> Result<(), String> {
        let png = self.png(frame).map_err(|error| error.to_string())?;
        write_whole(Path::new(path), &png).map_err(|error| error.to_string())
    }

    fn reload(&mut self) -> Result<Loaded, String> {
        self.load_again().map_err(|error| error.to_string())
    }

    fn interrupted(&mut self) -> bool {
        if let Some(looks) = &mut self.looks {
            *looks = looks.saturating_sub(1);
        }
        interrupt::requested() || self.looks == Some(0) || self.stop.load(Ordering::Relaxed)
    }
}
