//! The program to debug: a source, an image with its symbols, or a script that names a source or an
//! image.

use crate::image::CartridgeFile;
use crate::{
    console::ConsoleArgs,
    elf,
    error::Error,
    files::write_output,
    interrupt,
    output::read_bytes,
    outputs::check_png,
    picture::frame_png,
    session::{SYMBOL_EXTENSIONS, Session, SessionArgs, find_beside, read_symbols},
    sources,
};
use asm6502::{Build, DiskProvider, Options, assemble};
use debugger::{
    Program,
    commands::{Host, LoadedProgram},
};
use lab::{script::Script, trace::Symbols};
use play::bundled::Bundled;
use std::{
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, SystemTime},
};
use vcs::{Frame, Step, address::Device, television::Standard};

/// The command-line options that name a program for the debugger.
#[derive(Debug, Clone, clap::Args)]
pub struct Source {
    /// The options for the cartridge and the power-on state.
    #[command(flatten)]
    pub console: ConsoleArgs,
    /// The options for the script, the symbols and the television standard.
    #[command(flatten)]
    pub session: SessionArgs,
    /// File with the source lines of an image: the map that `crownhead asm --map` writes, or any
    /// file that --listing accepts
    #[arg(long, value_name = "FILE")]
    pub map: Option<PathBuf>,
    /// File with the source lines of an image: a listing from dasm, 64tass or MADS, a debug file
    /// from ld65, or an ELF file
    #[arg(long, value_name = "FILE", conflicts_with = "map")]
    pub listing: Option<PathBuf>,
}

impl Source {
    /// Assembles or reads the program.
    ///
    /// # Errors
    /// A file is missing or not valid, or the source does not assemble.
    pub fn load(&self) -> Result<(LoadedProgram, Files), Error> {
        let session = Session::from_args(&self.console, &self.session)?;
        let standard = session.standard();
        let script = script_of(&session)?;
        let program = match &session.build {
            Some(build) => program_of(build)?,
            None => {
                let lines = self.map.as_deref().or(self.listing.as_deref());
                program_of_files(&session, lines)?
            }
        };
        let build = session.build.as_deref();
        let mut warnings = build.map_or_else(String::new, sources::warnings);
        for file in &program.changed_files {
            warnings += &format!(
                "{file} has changed since the image was built, so its lines may be wrong; build \
                 again\n"
            );
        }
        warnings.extend(missing_basic_lines(Path::new(&session.name), &program));
        let mut watched = build.map_or_else(Vec::new, |build| build.files.clone());
        watched.extend(self.console.rom.clone());
        watched.extend(self.session.input.clone());
        watched.retain(|path| path != Path::new("-"));
        let loaded = LoadedProgram {
            cartridge: session.cartridge,
            program,
            script: Arc::new(script),
        };
        let last_change = newest_change(&watched);
        let files = Files {
            source: self.clone(),
            standard,
            warnings,
            watched,
            last_change,
            checks_left: None,
            stop: Arc::default(),
        };
        Ok((loaded, files))
    }
}

/// Returns the script of a session, without waits. The debugger can go back to any moment, so it
/// must know in advance where every event happens. If the script contains waits, this function runs
/// the whole script to find the places of the events that follow a wait.
///
/// # Errors
/// [`Error::Usage`] for a wait that times out.
pub fn script_of(session: &Session) -> Result<Script, Error> {
    if !session.script.has_waits() {
        return Ok(session.script.clone());
    }
    session.player().without_waits().map_err(|index| {
        Error::Usage(format!(
            "the wait in line {} of the script times out, so nothing after it happens; \
             `crownhead verify` shows the reason",
            session.script.events[index].source.line
        ))
    })
}

/// Creates the debugger's program for a session: from the source if the session has one, otherwise
/// from the symbol file and the file with the source lines.
///
/// # Errors
/// The source does not assemble, or a file cannot be read or is not valid.
pub fn program_of_session(session: &Session) -> Result<Program, Error> {
    match &session.build {
        Some(build) => program_of(build),
        None => program_of_files(session, None),
    }
}

/// Returns the source line of an instruction as text: a space, then the line in parentheses. The
/// text is empty if the line is unknown. For code in RAM, finds the source line by the address for
/// which the code was assembled (RORG).
pub fn line_of(session: &Session, step: &Step) -> String {
    let Ok(program) = program_of_session(session) else {
        return String::new();
    };
    let image = session.cartridge.image();
    let size = session.cartridge.scheme().bank_size();
    let size = size.min(image.len().max(1));
    let pc = step.registers.pc;
    let opcode = step.instruction.bytes().first();
    let offset = match Device::at(pc & 0x1fff) {
        Device::Cartridge => Some(step.bank * size + usize::from(pc) % size),
        _ => None,
    };
    // The CPU may have read the opcode from cartridge RAM at this address. So use the ROM offset
    // only if the ROM contains the same opcode there.
    let rom_offset = offset.filter(|offset| image.get(*offset) == opcode);
    let span = match rom_offset {
        Some(offset) => program.span_at(offset),
        None => program.spans().iter().find(|span| {
            let byte = usize::from(pc.wrapping_sub(span.address));
            byte < span.length && image.get(span.offset + byte) == opcode
        }),
    };
    span.map_or(String::new(), |span| {
        format!(" ({})", program.describe(span.outer_line()))
    })
}

/// Creates the debugger's program for an image. The names and lines come from its source, from
/// files next to the image or from the symbols of a bundled cartridge.
///
/// # Errors
/// A file cannot be read or is not valid.
pub fn program_of_image(image: &CartridgeFile) -> Result<Program, Error> {
    if let Some(build) = &image.build {
        return program_of(build);
    }
    let bundled = Bundled::of(&image.bytes);
    let bundled_symbols =
        bundled.map(|bundled| Symbols::parse(bundled.symbols).unwrap_or_default());
    program_beside(
        &image.path,
        &image.bytes,
        bundled_symbols.unwrap_or_default(),
    )
}

/// Creates the debugger's program for a session's image. The names come from the session's symbol
/// file or, if there is none, from a file next to the image. The source lines come from the first
/// of these files that exists: `lines`, the symbol file, or a file next to the image.
fn program_of_files(session: &Session, lines: Option<&Path>) -> Result<Program, Error> {
    let image = session.cartridge.image();
    let (path, symbols) = (Path::new(&session.name), session.symbols.clone());
    let symbol_file_with_lines = session
        .symbol_file
        .as_deref()
        .filter(|file| has_lines(file));
    let is_file = path.is_file();
    match lines.or(symbol_file_with_lines) {
        Some(lines) => {
            let symbols = match &session.symbol_file {
                None if is_file => names_beside(path, symbols)?,
                _ => symbols,
            };
            read_lines(lines, symbols, image)
        }
        None if session.symbol_file.is_some() => lines_beside(path, image, symbols),
        None if is_file => program_beside(path, image, symbols),
        None => Ok(Program::with_symbols(symbols)),
    }
}

/// Creates the debugger's program for `path`, which is an image or its source. The names and lines
/// come from files in the same folder that have the same name with another extension.
///
/// # Errors
/// A file cannot be read or is not valid.
pub fn program_beside(path: &Path, image: &[u8], symbols: Symbols) -> Result<Program, Error> {
    let symbols = names_beside(path, symbols)?;
    lines_beside(path, image, symbols)
}

/// If there is a Basic source next to the image, but the program has no line numbers for it,
/// returns a message that says why. Otherwise, returns `None`.
fn missing_basic_lines(image: &Path, program: &Program) -> Option<String> {
    let without_extension = image.with_extension("");
    let is_basic = |path: &&PathBuf| path.extension().is_some_and(|extension| extension == "bas");
    let paths = [image.with_extension("bas"), without_extension];
    let basic = paths.iter().filter(is_basic).find(|path| path.is_file())?;
    let basic = basic.display();
    if program.files().iter().any(|file| file.ends_with(".bas")) {
        return None;
    }
    Some(match program.has_lines() {
        true => format!(
            "the lines of {basic} are not known: the compiler's assembly, {basic}.asm, has no \
             comment `;;line N;;` before the code of each line, as batari Basic 1.9 writes\n"
        ),
        false => format!(
            "the lines of {basic} are not known: keep {basic}.asm, {basic}.lst and {basic}.sym \
             beside the image\n"
        ),
    })
}

/// The extensions of files that map addresses to source lines: Crownhead's map, ld65's debug file,
/// llvm-mos's ELF file, and listings.
const LINE_EXTENSIONS: [&str; 4] = ["map", "dbg", "elf", "lst"];

/// Reads the symbols from a file next to an image; if there is no such file, returns `symbols`.
fn names_beside(path: &Path, symbols: Symbols) -> Result<Symbols, Error> {
    let file = SYMBOL_EXTENSIONS
        .iter()
        .find_map(|extension| find_beside(path, extension));
    file.map_or(Ok(symbols), |file| read_symbols(&file))
}

/// Creates the debugger's program for an image: from the first file next to the image that has
/// source lines or, if there is none, from `symbols` alone.
fn lines_beside(path: &Path, image: &[u8], symbols: Symbols) -> Result<Program, Error> {
    let mut files = LINE_EXTENSIONS
        .iter()
        .filter_map(|extension| find_beside(path, extension));
    match files.find(|file| has_lines(file)) {
        Some(file) => read_lines(&file, symbols, image),
        None => Ok(Program::with_symbols(symbols)),
    }
}

/// Returns true if the file's format has source lines that we can read. A `game.map` from a linker
/// or a `game.lst` from ca65 does not.
fn has_lines(path: &Path) -> bool {
    read_bytes(path).is_ok_and(|bytes| {
        elf::is_elf(&bytes) || Program::can_read_lines(&String::from_utf8_lossy(&bytes))
    })
}

/// Creates the debugger's program for an image, with the source lines and names from the file
/// `path`.
fn read_lines(path: &Path, symbols: Symbols, image: &[u8]) -> Result<Program, Error> {
    let folder = path.parent().unwrap_or(Path::new(""));
    // If the program was built on another computer, the file may name folders that do not exist
    // here. So also look for the source in the folder of this file.
    let sources = |file: &str| {
        let file_name = file.rsplit(['/', '\\']).next().unwrap_or(file);
        let mut paths = [file, file_name].into_iter().map(|name| folder.join(name));
        let path = paths.find(|path| path.is_file())?;
        let text = read_bytes(&path).ok()?;
        Some((
            path.display().to_string(),
            String::from_utf8_lossy(&text).into_owned(),
        ))
    };
    let bytes = read_bytes(path)?;
    let mut program = if elf::is_elf(&bytes) {
        elf::program(path, &bytes, image, &sources)?
    } else {
        let text = String::from_utf8_lossy(&bytes);
        let name = path.display().to_string();
        let program = Program::with_lines(symbols, &name, &text, image, &sources);
        program.map_err(|fault| Error::Usage(format!("{name}: {fault}")))?
    };
    let files = program.files().iter();
    let newer = files
        .filter(|file| is_newer(Path::new(file), path))
        .cloned();
    let newer: Vec<String> = newer.collect();
    program.changed_files.extend(newer);
    program.changed_files.sort();
    program.changed_files.dedup();
    Ok(program)
}

/// Returns true if a source was changed after the file `lines` was written. Ignores differences of
/// up to [`COPY_TOLERANCE`]: the times of files that were copied or unpacked together can differ
/// that much.
fn is_newer(source: &Path, lines: &Path) -> bool {
    let [source, lines] = [source, lines].map(|path| std::fs::metadata(path)?.modified());
    let (Ok(source), Ok(lines)) = (source, lines) else {
        return false;
    };
    source
        .duration_since(lines)
        .is_ok_and(|time| time > COPY_TOLERANCE)
}

/// Maximum difference between the modification times of files that were copied together.
const COPY_TOLERANCE: Duration = Duration::from_secs(2);

/// Returns an assembled program with its names and source lines. Assembles the source again, this
/// time with a map, because only a map distinguishes labels, variables and constants.
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
    let sources = |file: &str| {
        let text = read_bytes(Path::new(file)).ok()?;
        Some((file.to_owned(), String::from_utf8_lossy(&text).into_owned()))
    };
    Ok(program
        .with_same_page_pairs(marks)
        .with_basic_lines(&sources))
}

/// The files of a program in the debugger, and the conditions that end its runs early.
#[derive(Debug, Clone)]
pub struct Files {
    source: Source,
    standard: Standard,
    /// The assembler's warnings.
    warnings: String,
    /// The files from which the program was made.
    watched: Vec<PathBuf>,
    /// The time of the most recent change to these files.
    last_change: Option<SystemTime>,
    /// Number of further calls to [`Host::interrupted`] after which the run must end; `None` for no
    /// limit.
    checks_left: Option<u64>,
    /// Set to true when another thread wants the run to end.
    stop: Arc<AtomicBool>,
}

impl Files {
    /// Limits the runs of the next command. A run calls [`Host::interrupted`] about once per frame,
    /// and ends after `checks` calls in total. `None` removes the limit.
    pub fn set_limit(&mut self, checks: Option<u64>) {
        self.checks_left = checks;
    }

    /// Returns true if the limit ended a run.
    pub fn is_at_limit(&self) -> bool {
        self.checks_left == Some(0)
    }

    /// Makes runs end when another thread sets `stop` to true.
    pub fn with_stop_flag(mut self, stop: Arc<AtomicBool>) -> Files {
        self.stop = stop;
        self
    }

    /// Returns the television standard of the pictures.
    pub fn standard(&self) -> Standard {
        self.standard
    }

    /// Returns the assembler's warnings; empty if there are none.
    pub fn warnings(&self) -> &str {
        &self.warnings
    }

    /// Returns true if a file of the program has changed since the last call.
    pub fn have_changed(&mut self) -> bool {
        let change = newest_change(&self.watched);
        let is_newer = change > self.last_change;
        self.last_change = change.max(self.last_change);
        is_newer
    }

    /// Assembles or reads the program again.
    ///
    /// # Errors
    /// The errors of [`Source::load`]; the files are still watched.
    pub fn load_again(&mut self) -> Result<LoadedProgram, Error> {
        let (loaded, files) = self.source.load()?;
        *self = Files {
            checks_left: self.checks_left,
            stop: self.stop.clone(),
            ..files
        };
        Ok(loaded)
    }

    /// Encodes a frame as a PNG file.
    ///
    /// # Errors
    /// The beam has not drawn a complete scanline of the frame yet, or the encoder fails.
    pub fn png(&self, frame: &Frame) -> Result<Vec<u8>, Error> {
        if frame.scanlines() == 0 {
            let text = "the beam has drawn no scanline yet; run further, for example with `run 1`";
            return Err(Error::Usage(text.into()));
        }
        frame_png(frame, self.standard, 0..frame.scanlines())
    }
}

/// Returns the time of the most recent change to any of these files.
fn newest_change(paths: &[PathBuf]) -> Option<SystemTime> {
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

    fn reload(&mut self) -> Result<LoadedProgram, String> {
        self.load_again().map_err(|error| error.to_string())
    }

    fn interrupted(&mut self) -> bool {
        if let Some(checks) = &mut self.checks_left {
            *checks = checks.saturating_sub(1);
        }
        interrupt::requested() || self.is_at_limit() || self.stop.load(Ordering::Relaxed)
    }

    fn interruption_message(&self) -> &'static str {
        match self.is_at_limit() {
            true => "the run has reached its limit",
            false => "interrupted",
        }
    }
}
