//! A session: the cartridge, the script and the symbols of a run without a window.

use super::arm_symbols::{self, ArmSymbols};
use super::output::{read_bytes, read_text};
use crate::{
    console::{ConsoleArgs, find_bundled, with_arm},
    elf,
    error::Error,
    files,
    image::{CartridgeFile, scheme_named},
    path_setting::{from_setting, is_bundled},
    sources,
};
use clap::builder::PossibleValuesParser;
use lab::{
    script::{Script, ScriptRun},
    trace::{Metadata, Symbols},
};
use play::{
    bundled::{BUNDLED, Bundled},
    image::sha256,
};
use std::{
    iter,
    path::{Component, Path, PathBuf},
};
use vcs::{Cartridge, Input, Place, television::Standard};

/// The command-line options that choose a script, symbols and a television standard.
#[derive(Debug, Clone, clap::Args)]
pub struct SessionArgs {
    /// Input script, or - for standard input; the script names the cartridge unless ROM is given
    #[arg(long, value_name = "SCRIPT")]
    pub input: Option<PathBuf>,
    /// Symbol file from dasm or MADS, VICE label file, ld65 debug file, or ELF file
    #[arg(long, value_name = "FILE")]
    pub symbols: Option<PathBuf>,
    /// ELF file or linker map of the cartridge's ARM program, for names in messages about faults
    #[arg(long, value_name = "FILE")]
    pub arm_symbols: Option<PathBuf>,
    /// Television standard [default: the script's, or auto]
    #[arg(long, visible_alias = "format", value_name = "STANDARD", value_parser = standards())]
    pub tv: Option<String>,
}

/// The command-line option that limits how long a cartridge or a script runs.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct LimitArgs {
    /// Maximum length of the run, in frames
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    pub max_frames: u64,
}

impl LimitArgs {
    /// Checks that a run of `frames` frames is not longer than the limit. `what` names the run in
    /// the error message, such as `script`.
    ///
    /// # Errors
    /// [`Error::Usage`] if the run is longer.
    pub fn check(self, what: &str, frames: u64) -> Result<(), Error> {
        let max = self.max_frames;
        if frames > max {
            return Err(Error::Usage(format!(
                "the {what} runs for {frames} frames; the limit is {max}, see --max-frames"
            )));
        }
        Ok(())
    }
}

/// The options of every command that runs a cartridge without a window.
#[derive(Debug, Clone, clap::Args)]
pub struct RunArgs {
    /// The options for the cartridge and the power-on state.
    #[command(flatten)]
    pub console: ConsoleArgs,
    /// The options for the script, the symbols and the television standard.
    #[command(flatten)]
    pub session: SessionArgs,
    /// The maximum length of the run.
    #[command(flatten)]
    pub limit: LimitArgs,
}

impl RunArgs {
    /// Loads the cartridge, the script and the symbols.
    ///
    /// # Errors
    /// A named file is missing or not valid.
    pub fn load(&self) -> Result<Session, Error> {
        let session = Session::from_args(&self.console, &self.session)?;
        session.within_limit(self.limit)
    }
}

/// Returns the parser for the value of `--tv`.
fn standards() -> PossibleValuesParser {
    let names = Standard::ALL.map(Standard::name);
    PossibleValuesParser::new(iter::once("auto").chain(names))
}

/// Number of frames to run to detect the standard (`--tv auto`).
const DETECTION_FRAMES: u64 = 60;

/// The cartridge, script, symbols and settings of a run.
pub struct Session {
    /// The controller input, and the expectations to check.
    pub script: Script,
    /// The names of addresses.
    pub symbols: Symbols,
    /// The cartridge.
    pub cartridge: Cartridge,
    /// The contents of a trace's first line.
    pub metadata: Metadata,
    /// The assembler's result, if the image comes from a source.
    pub build: Option<Box<asm6502::Build>>,
    /// The path of the cartridge file, or the name of a bundled cartridge.
    pub name: String,
    /// The file with the symbols, if the command line or the script names one.
    pub symbol_file: Option<PathBuf>,
}

/// An image and the symbols that come with it.
struct LoadedImage {
    image: CartridgeFile,
    symbols: Symbols,
}

impl LoadedImage {
    /// Combines an image with the symbols of its source, if it was assembled from a source.
    fn new(image: CartridgeFile) -> LoadedImage {
        let symbols = image.build.as_deref().map(sources::symbols);
        LoadedImage {
            image,
            symbols: symbols.unwrap_or_default(),
        }
    }

    fn bundled(bundled: &Bundled) -> LoadedImage {
        LoadedImage {
            image: CartridgeFile::new(bundled.name, bundled.image),
            symbols: Symbols::parse(bundled.symbols).unwrap_or_default(),
        }
    }
}

impl Session {
    /// Loads the files that the command line names. Without a script, the run has no input.
    ///
    /// # Errors
    /// A named file is missing or not valid.
    pub fn from_args(console: &ConsoleArgs, args: &SessionArgs) -> Result<Session, Error> {
        let session = Session::without_arm_symbols(console, args)?;
        let script = args.input.as_deref().unwrap_or(Path::new(""));
        session.with_arm_symbols(args.arm_symbols.as_deref(), script)
    }

    /// Adds names for addresses in the cartridge's ARM program. Reads them from `file` or, if that
    /// is `None`, from the file that the script names.
    fn with_arm_symbols(mut self, file: Option<&Path>, script: &Path) -> Result<Session, Error> {
        if let Some(arm) = self.cartridge.arm() {
            let setting = self.script.setup.arm_symbols.as_deref();
            let named = setting.map(|name| beside(script, name));
            let file = file.map(Path::to_owned).or(named);
            let symbols = file.map(|file| ArmSymbols::read(&file)).transpose()?;
            self.symbols.sources =
                arm_symbols::sources(symbols, self.build.as_deref(), arm.bank_0_offset);
        }
        Ok(self)
    }

    /// Loads a session without names for addresses in the ARM program.
    fn without_arm_symbols(console: &ConsoleArgs, args: &SessionArgs) -> Result<Session, Error> {
        let Some(path) = &args.input else {
            let mut script = Script::default();
            script.setup.power_on = console.power_on();
            script.setup.input = console.input();
            console.plug_save_key(&mut script.setup)?;
            script.setup.scheme = console.bs.clone();
            script.setup.arm = console.arm();
            script.setup.tv = Some(args.tv.clone().unwrap_or_else(|| "auto".into()));
            let loaded = load_from_console(console)?;
            let symbols = args.symbols.clone().or_else(|| symbols_beside(&loaded));
            return Session::build(script, None, loaded, symbols);
        };
        if path == Path::new("-") && console.rom.as_deref() == Some(path) {
            return Err(Error::Usage(
                "cartridge and script cannot both come from standard input; name a file for one of \
                 them"
                    .into(),
            ));
        }
        if console.input() != Input::default() {
            return Err(Error::Usage(
                "a script sets the switches itself; write `color bw`, `ldiff a` or `rdiff a` in the \
                 script instead"
                    .into(),
            ));
        }
        let (mut script, text) = read_script(path)?;
        if let Some(seed) = console.seed {
            script.setup.power_on.seed = seed;
        }
        if console.power_on.is_some() {
            script.setup.power_on.state = console.power_on().state;
        }
        if console.bs.is_some() {
            script.setup.scheme = console.bs.clone();
        }
        script.setup.arm = console.arm().or(script.setup.arm);
        console.plug_save_key(&mut script.setup)?;
        if args.tv.is_some() {
            script.setup.tv = args.tv.clone();
        }
        let loaded = match (&script.setup.cartridge, console.names_cartridge()) {
            (Some(name), false) => load_from_script(path, name)?,
            _ => load_from_console(console)?,
        };
        let symbols = args.symbols.clone();
        let symbols = symbols.or_else(|| script_symbols(path, &script, &loaded));
        Session::build(script, Some(text), loaded, symbols)
    }

    /// Loads a script and the files that it names.
    ///
    /// # Errors
    /// A named file is missing or not valid.
    pub fn from_script(path: &Path) -> Result<Session, Error> {
        let (script, text) = read_script(path)?;
        Session::from_text(path, script, text)
    }

    /// Loads the files that a script names. `path` is the script's file, which need not exist.
    ///
    /// # Errors
    /// A named file is missing or not valid.
    pub fn from_text(path: &Path, script: Script, text: String) -> Result<Session, Error> {
        let name = script.setup.cartridge.as_deref().unwrap_or("bundled");
        let loaded = load_from_script(path, name)?;
        let symbols = script_symbols(path, &script, &loaded);
        Session::build(script, Some(text), loaded, symbols)?.with_arm_symbols(None, path)
    }

    fn build(
        mut script: Script,
        text: Option<String>,
        loaded: LoadedImage,
        symbol_file: Option<PathBuf>,
    ) -> Result<Session, Error> {
        let sha256 = sha256(&loaded.image.bytes);
        if let Some(wanted) = &script.setup.sha256
            && *wanted != sha256
        {
            return Err(Error::Usage(format!(
                "{}: the script is for a cartridge with SHA-256 {wanted}, not {sha256}; if the \
                 cartridge may change, remove the script's line `sha256`",
                loaded.image.path.display()
            )));
        }
        let cartridge = match &script.setup.scheme {
            Some(name) => loaded.image.with_scheme(scheme_named(name)?)?,
            None => loaded.image.cartridge()?,
        };
        let cartridge = with_arm(cartridge, script.setup.arm)?;
        let symbols = symbol_file.as_deref().map(read_symbols).transpose()?;
        let symbols = symbols.unwrap_or(loaded.symbols);
        let tv = match script.setup.tv.as_deref() {
            Some("auto") => detect_standard(&cartridge, &script, &symbols).name(),
            named => named.unwrap_or(Standard::default().name()),
        };
        let tv = tv.to_owned();
        script.setup.tv = script.setup.tv.map(|_| tv.clone());
        let metadata = Metadata {
            sha256,
            size: loaded.image.bytes.len(),
            scheme: cartridge.scheme().name().into(),
            arm: cartridge.arm().map(|arm| arm.options).unwrap_or_default(),
            tv,
            power_on: script.setup.power_on,
            script: text
                .as_ref()
                .map(|text| play::image::sha256(text.as_bytes())),
        };
        Ok(Session {
            script,
            symbols,
            cartridge,
            metadata,
            name: loaded.image.path.display().to_string(),
            build: loaded.image.build,
            symbol_file,
        })
    }

    /// Returns the session unchanged if its script is not longer than the limit.
    ///
    /// # Errors
    /// [`Error::Usage`] if the script is longer.
    pub fn within_limit(self, limit: LimitArgs) -> Result<Session, Error> {
        if self.has_script() {
            limit.check("script", self.script.max_frames())?;
        }
        Ok(self)
    }

    /// Returns true if the run follows a script.
    pub fn has_script(&self) -> bool {
        self.metadata.script.is_some()
    }

    /// Returns the television standard.
    pub fn standard(&self) -> Standard {
        Standard::from_name(&self.metadata.tv).unwrap_or_default()
    }

    /// Creates a run of the script, starting with a machine at power-on.
    pub fn player(&self) -> ScriptRun<'_> {
        ScriptRun::new(self.cartridge.clone(), &self.script, &self.symbols)
    }
}

/// Detects a cartridge's standard by running its first frames with the script's input.
fn detect_standard(cartridge: &Cartridge, script: &Script, symbols: &Symbols) -> Standard {
    let player = ScriptRun::new(cartridge.clone(), script, symbols);
    let mut player = player.until(Place::frame(DETECTION_FRAMES));
    while player.frame().is_some() {}
    player.machine_mut().television().standard()
}

/// Reads a script. Error messages begin with the script's name and the line and column of the
/// error.
///
/// # Errors
/// The file cannot be read, or is not a script.
pub fn read_script(path: &Path) -> Result<(Script, String), Error> {
    if path.is_dir() {
        return Err(Error::Usage(format!(
            "{} is a directory; name an input script in it",
            path.display()
        )));
    }
    let text = read_text(path)?;
    let script = Script::parse(&text)
        .map_err(|error| Error::Usage(format!("{}:{error}", path.display())))?;
    Ok((script, text))
}

fn load_from_console(console: &ConsoleArgs) -> Result<LoadedImage, Error> {
    match console.bundled()? {
        Some(bundled) => Ok(LoadedImage::bundled(&bundled)),
        None => console.image().map(LoadedImage::new),
    }
}

fn load_from_script(script: &Path, name: &str) -> Result<LoadedImage, Error> {
    if is_bundled(name) {
        find_bundled(name.strip_prefix("bundled:").unwrap_or(BUNDLED[0].name))
            .map(|bundled| LoadedImage::bundled(&bundled))
    } else {
        files::read_image(&beside(script, name)).map(LoadedImage::new)
    }
}

/// Returns the path of the file `name`, which a script gives relative to its own folder. A Windows
/// path with `\` works on every system.
pub fn beside(script: &Path, name: &str) -> PathBuf {
    let folder = script.parent().unwrap_or(Path::new(""));
    let path = folder.join(from_setting(name));
    let with_slashes = folder.join(from_setting(&name.replace('\\', "/")));
    let path = match !path.exists() && with_slashes.exists() {
        true => with_slashes,
        false => path,
    };
    without_detour(&path).unwrap_or(path)
}

/// Removes each `FOLDER/..` from a path. Returns `None` if the shorter path does not lead to the
/// same file, for example because `FOLDER` is a symbolic link.
fn without_detour(path: &Path) -> Option<PathBuf> {
    let mut short = PathBuf::new();
    for part in path.components() {
        match (part, short.components().next_back()) {
            (Component::ParentDir, Some(Component::Normal(_))) => _ = short.pop(),
            _ => short.push(part),
        }
    }
    let same = short.canonicalize().ok()? == path.canonicalize().ok()?;
    same.then_some(short)
}

/// Reads the symbols from a file that an assembler or a linker has written.
///
/// # Errors
/// The file cannot be read or is not valid.
pub fn read_symbols(path: &Path) -> Result<Symbols, Error> {
    let bytes = read_bytes(path)?;
    if elf::is_elf(&bytes) {
        let symbols = elf::symbols(&bytes);
        return symbols
            .ok_or_else(|| Error::Usage(format!("{}: the ELF file is damaged", path.display())));
    }
    let text = read_text(path)?;
    if let Some(symbols) = debugger::dbg_symbols(&text) {
        return Ok(symbols);
    }
    Symbols::parse(&text).map_err(|error| Error::Usage(format!("{}: {error}", path.display())))
}

/// Returns the symbol file for a script: the file that the script names or, if it names none, a
/// file beside the image.
fn script_symbols(path: &Path, script: &Script, loaded: &LoadedImage) -> Option<PathBuf> {
    let name = script.setup.symbols.as_deref();
    name.map(|name| beside(path, name))
        .or_else(|| symbols_beside(loaded))
}

/// Finds a symbol file beside the image. Returns `None` if there is no such file, or if the image
/// already has symbols.
fn symbols_beside(loaded: &LoadedImage) -> Option<PathBuf> {
    let has_names = |symbols: &Symbols| symbols.values().next().is_some();
    if has_names(&loaded.symbols) {
        return None;
    }
    let extensions = SYMBOL_EXTENSIONS.iter().chain(&SYMBOL_AND_LINE_EXTENSIONS);
    let mut files = extensions.filter_map(|extension| find_beside(&loaded.image.path, extension));
    // A file with this name may come from an unrelated program, so it must contain symbols.
    files.find(|file| read_symbols(file).is_ok_and(|symbols| has_names(&symbols)))
}

/// The extensions of symbol files from dasm (`sym`), for VICE (`lbl`) and from MADS (`lab`).
pub(crate) const SYMBOL_EXTENSIONS: [&str; 3] = ["sym", "lbl", "lab"];
/// The extensions of files from ld65 and llvm-mos that contain both symbols and source lines.
const SYMBOL_AND_LINE_EXTENSIONS: [&str; 2] = ["dbg", "elf"];

/// Finds a file with this extension beside the image `game.bin`: `game.lst`, `game.bin.lst`, or
/// `game.bas.lst` as batari Basic names it. Returns `None` if there is no such file.
pub(crate) fn find_beside(image: &Path, extension: &str) -> Option<PathBuf> {
    let mut appended = image.as_os_str().to_owned();
    appended.push(format!(".{extension}"));
    let plain = image.with_extension(extension);
    let basic = image.with_extension(format!("bas.{extension}"));
    let mut paths = [plain, appended.into(), basic].into_iter();
    paths.find(|path| path.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::console::ArmTimeChoice;
    use vcs::cartridge::ArmTime;

    #[test]
    fn a_script_names_an_image_in_a_zip_file() {
        let folder = tempfile::tempdir().unwrap();
        let image = BUNDLED[0].image;
        let zip = crate::files::zipped(&[("a.bin", image), ("d/b.e0", &[0; 8192])]);
        std::fs::write(folder.path().join("games.zip"), zip).unwrap();
        let scheme = |name: &str| {
            let script = folder.path().join("s.script");
            let text = format!("crownhead-script 1\ncartridge games.zip/{name}\n@10 end\n");
            std::fs::write(&script, text).unwrap();
            let session = Session::from_script(&script);
            session.map(|session| session.cartridge.scheme().name())
        };
        assert_eq!(scheme("a.bin").unwrap(), "4K");
        assert_eq!(scheme("d/b.e0").unwrap(), "E0");
        assert!(scheme("c.bin").is_err());
    }

    #[test]
    fn the_command_line_chooses_the_scheme() {
        let args = SessionArgs {
            input: None,
            symbols: None,
            arm_symbols: None,
            tv: None,
        };
        let scheme = |name: &str| {
            let mut console = ConsoleArgs::for_rom(None);
            console.bs = Some(name.into());
            Session::from_args(&console, &args).map(|session| session.metadata.scheme)
        };
        assert_eq!(scheme("4k").unwrap(), "4K");
        let [wrong, unknown] = ["F8", "fnord"].map(|name| scheme(name).unwrap_err());
        assert!(matches!(wrong, Error::Cartridge { .. }));
        assert!(unknown.to_string().contains("the schemes are: "));
    }

    #[test]
    fn options_and_scripts_set_the_time_and_clock_of_an_arm() {
        let folder = tempfile::tempdir().unwrap();
        let mut image = vec![0; 0x8000];
        image[0x20..0x24].copy_from_slice(&[0x1e, 0xab, 0xad, 0x10]);
        for at in [0x31c, 0xbf0] {
            image[at..at + 4].copy_from_slice(b"DPC+");
        }
        let file = folder.path().join("game.bin");
        std::fs::write(&file, image).unwrap();
        let args = SessionArgs {
            input: None,
            symbols: None,
            arm_symbols: None,
            tv: None,
        };
        let mut console = ConsoleArgs::for_rom(Some(file));
        let time_and_clock = |console: &ConsoleArgs| {
            let session = Session::from_args(console, &args).unwrap();
            assert_eq!(session.cartridge.scheme().name(), "DPC+");
            let arm = session.metadata.arm;
            (arm.time.unwrap(), arm.kilohertz.unwrap())
        };
        assert_eq!(time_and_clock(&console), (ArmTime::Model, 70_000));
        console.arm_time = Some(ArmTimeChoice::Zero);
        console.arm_clock = Some(60_000);
        assert_eq!(time_and_clock(&console), (ArmTime::Zero, 60_000));
        let script = folder.path().join("s.script");
        let text = "crownhead-script 1\ncartridge game.bin\narm-time zero\n@2 end\n";
        std::fs::write(&script, text).unwrap();
        let session = Session::from_script(&script).unwrap();
        assert_eq!(session.metadata.arm.time, Some(ArmTime::Zero));
    }
}
