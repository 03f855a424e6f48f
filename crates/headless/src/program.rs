//! The program to debug: a source, an image with its symbols, or a script that names one.

use crate::{
    console::ConsoleArgs,
    error::Error,
    files::write_output,
    interrupt,
    output::read_text,
    outputs::check_png,
    picture::frame_png,
    session::{Session, SessionArgs},
    sources,
};
use crate::{image::Image, session::read_symbols};
use asm6502::{Build, DiskProvider, Options, assemble};
use debugger::{
    Program,
    commands::{Host, Loaded},
};
use lab::{script::Script, trace::Symbols};
use play::bundled::Bundled;
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
    /// The assembler's listing of an image; its lines become the source
    #[arg(long, value_name = "FILE", conflicts_with = "map")]
    pub listing: Option<PathBuf>,
}

impl Source {
    /// Assembles or reads the program.
    ///
    /// # Errors
    /// A file is missing or wrong, or the source does not assemble.
    pub fn load(&self) -> Result<(Loaded, Files), Error> {
        let session = Session::from_args(&self.console, &self.session)?;
        let standard = session.standard();
        let script = script_of(&session)?;
        let program = match &session.build {
            Some(build) => program_of(build)?,
            None => self.program_of_image(&session)?,
        };
        let build = session.build.as_deref();
        let warnings = build.map_or_else(String::new, sources::warnings);
        let mut watched = build.map_or_else(Vec::new, |build| build.files.clone());
        watched.extend(self.console.rom.clone());
        watched.extend(self.session.input.clone());
        watched.retain(|path| path != Path::new("-"));
        let loaded = Loaded {
            cartridge: session.cartridge,
            program,
            script: Arc::new(script),
        };
        let changed = newest(&watched);
        let files = Files {
            source: self.clone(),
            standard,
            warnings,
            watched,
            changed,
            checks: None,
            stop: Arc::default(),
        };
        Ok((loaded, files))
    }
}

impl Source {
    /// Makes the program of an image, from the files of the command line, else from files of the
    /// same name in its folder.
    fn program_of_image(&self, session: &Session) -> Result<Program, Error> {
        let near = |extension: &str| near(self.console.rom.as_deref()?, extension);
        let symbols = match near("sym") {
            Some(path) if self.session.symbols.is_none() => read_symbols(path)?,
            _ => session.symbols.clone(),
        };
        let (map, listing) = match (&self.map, &self.listing) {
            (None, None) => (near("map"), near("lst")),
            (map, listing) => (map.clone(), listing.clone()),
        };
        let image = session.cartridge.image();
        program_of_files(image, symbols, map.as_deref(), listing.as_deref())
    }
}

/// Returns the file with the image's name and another extension, if it exists.
fn near(image: &Path, extension: &str) -> Option<PathBuf> {
    let path = image.with_extension(extension);
    path.is_file().then_some(path)
}

/// Returns the script of a session. The debugger can go back to any moment, so it needs events at
/// known places: a run resolves those after a wait.
fn script_of(session: &Session) -> Result<Script, Error> {
    if !session.script.has_waits() {
        return Ok(session.script.clone());
    }
    session.player().without_waits().map_err(|index| {
        Error::Usage(format!(
            "the wait in line {} of the script is in vain, so nothing after it happens; \
             `crownhead verify` says more",
            session.script.events[index].source.line
        ))
    })
}

/// Makes the program of an image from files that describe it.
fn program_of_files(
    image: &[u8],
    symbols: Symbols,
    map: Option<&Path>,
    listing: Option<&Path>,
) -> Result<Program, Error> {
    let named = |path: &Path, fault: &dyn std::fmt::Display| {
        Error::Usage(format!("{}: {fault}", path.display()))
    };
    match (map, listing) {
        (Some(path), _) => {
            Program::with_map(symbols, &read_text(path)?).map_err(|fault| named(path, &fault))
        }
        (None, Some(path)) => {
            let name = path.display().to_string();
            let folder = path.parent().unwrap_or(Path::new(""));
            let source = |file: &str| {
                let near = folder.join(file);
                near.is_file().then(|| near.display().to_string())
            };
            Program::with_listing(symbols, &name, &read_text(path)?, image, &source)
                .map_err(|fault| named(path, &fault))
        }
        (None, None) => Ok(Program::with_symbols(symbols)),
    }
}

/// Makes the program of a session: from its source completely, otherwise from its symbols.
///
/// # Errors
/// The source does not assemble.
pub fn program_of_session(session: &Session) -> Result<Program, Error> {
    match &session.build {
        Some(build) => program_of(build),
        None => Ok(Program::with_symbols(session.symbols.clone())),
    }
}

/// Makes the program of an image: from its source completely; from an image's files of the same
/// name (`.map`, `.lst`, `.sym`); from the symbols of a bundled cartridge.
///
/// # Errors
/// A file is wrong.
pub fn program_of_image(image: &Image) -> Result<Program, Error> {
    if let Some(build) = &image.build {
        return program_of(build);
    }
    let bundled = Bundled::of(&image.bytes);
    let own = bundled.map(|bundled| Symbols::parse(bundled.symbols).unwrap_or_default());
    program_beside(&image.path, &image.bytes, own.unwrap_or_default())
}

/// Makes a program from the files beside an image, or beside its source, that have its name:
/// `.map`, `.lst`, and `.sym`, which replaces the symbols.
///
/// # Errors
/// A file is wrong.
pub fn program_beside(path: &Path, image: &[u8], symbols: Symbols) -> Result<Program, Error> {
    let near = |extension: &str| near(path, extension);
    let symbols = near("sym").map_or(Ok(symbols), read_symbols)?;
    let (map, listing) = (near("map"), near("lst"));
    program_of_files(image, symbols, map.as_deref(), listing.as_deref())
}

/// Returns the names and lines of an assembled program. The assembler's map has the kinds of
/// symbols, so a second run makes it.
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
    /// The assembler's warnings.
    warnings: String,
    /// The files that the program is made of.
    watched: Vec<PathBuf>,
    changed: Option<SystemTime>,
    /// Number of checks left until the run must end.
    checks: Option<u64>,
    /// Ends a run from another thread.
    stop: Arc<AtomicBool>,
}

impl Files {
    /// Ends each run of the next command after this number of checks, about one per frame.
    pub fn limit(&mut self, checks: Option<u64>) {
        self.checks = checks;
    }

    /// True if the limit has ended a run.
    pub fn is_at_limit(&self) -> bool {
        self.checks == Some(0)
    }

    /// Makes runs end when `stop` is set.
    pub fn stopped_by(mut self, stop: Arc<AtomicBool>) -> Files {
        self.stop = stop;
        self
    }

    /// Returns the assembler's warnings; empty if there are none.
    pub fn warnings(&self) -> &str {
        &self.warnings
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
    /// The errors of [`Source::load`]; the files are still watched.
    pub fn load_again(&mut self) -> Result<Loaded, Error> {
        let (loaded, files) = self.source.load()?;
        *self = Files {
            checks: self.checks,
            stop: self.stop.clone(),
            ..files
        };
        Ok(loaded)
    }

    /// Writes a frame as a PNG file.
    ///
    /// # Errors
    /// The frame has no scanline yet, or the encoder fails.
    pub fn png(&self, frame: &Frame) -> Result<Vec<u8>, Error> {
        if frame.scanlines() == 0 {
            let text = "the beam has drawn no scanline yet; run further, for instance by `run 1`";
            return Err(Error::Usage(text.into()));
        }
        frame_png(frame, self.standard, 0..frame.scanlines())
    }
}

/// Returns the time of the latest change of these files.
fn newest(paths: &[PathBuf]) -> Option<SystemTime> {
    let changed = |path: &PathBuf| std::fs::metadata(path).ok()?.modified().ok();
    paths.iter().filter_map(changed).max()
}

impl Host for Files {
    fn source(&mut self, path: &str) -> Option<String> {
        let bytes = crate::output::read_bytes(Path::new(path)).ok()?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }

    fn save_picture(&mut self, path: &str, frame: &Frame) -> Result<(), String> {
        let path = Path::new(path);
        let png = check_png(path).and_then(|()| self.png(frame));
        let written = png.and_then(|png| write_output(path, &png));
        written.map_err(|error| error.to_string())
    }

    fn reload(&mut self) -> Result<Loaded, String> {
        self.load_again().map_err(|error| error.to_string())
    }

    fn interrupted(&mut self) -> bool {
        if let Some(checks) = &mut self.checks {
            *checks = checks.saturating_sub(1);
        }
        interrupt::requested() || self.is_at_limit() || self.stop.load(Ordering::Relaxed)
    }
}
