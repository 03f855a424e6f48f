//! Compares our pictures of cartridges, pixel by pixel, with those of two other emulators: stella
//! and mame.
//!
//! The tests are ignored by default (`oracle_`), because they need both programs, Xvfb and xdotool,
//! and take minutes. The emulators' pictures do not contain color numbers, so each emulator first
//! runs a cartridge that shows one scanline per color; after that, RGB values can be compared.

mod arm;
mod boards;
pub(crate) mod bundled;
mod litmus;
mod peers;
mod television;
mod window;

use play::picture::Picture;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use support::{Program, Start};
use vcs::palette::{Palette, Tuning};
use vcs::television::{BLANK, Standard, WIDTH, usual_lines};
use vcs::{Cartridge, Frame, Machine, PowerOn, PowerOnState};

/// The number of the frame that is compared. By then, the programs' pictures no longer change.
const FRAME: u64 = 8;

pub(crate) type Rgb = [u8; 3];

/// Another emulator's picture: scanlines of RGB pixels. The first line of the picture is scanline
/// `top` of our frames.
pub(crate) struct OraclePicture {
    top: usize,
    lines: Vec<Vec<Rgb>>,
}

/// An emulator that shows pictures.
pub(crate) trait Oracle {
    fn name(&self) -> &'static str;
    /// Returns a cartridge image's picture, once the picture no longer changes.
    fn show(&self, image: &Path) -> OraclePicture;
}

pub(crate) struct Mame;

impl Oracle for Mame {
    fn name(&self) -> &'static str {
        "mame"
    }

    fn show(&self, image: &Path) -> OraclePicture {
        let folder = tempfile::tempdir().unwrap();
        let picture = folder.path().join("picture");
        mame(image, folder.path())
            .env("CROWNHEAD_PICTURES", format!("20={}", picture.display()))
            .env("CROWNHEAD_FRAMES", "20")
            .run();
        mame_picture(&picture)
    }
}

/// Reads a picture that the MAME script has written: 176 x 223 pixels in BGRX format, with a border
/// of 8 pixels on the left; row 0 is scanline 24.
fn mame_picture(path: &Path) -> OraclePicture {
    let bytes = std::fs::read(path).expect("mame writes the picture");
    let pixel = |p: &[u8]| [p[2], p[1], p[0]];
    let row = |row: &[u8]| row.chunks_exact(4).skip(8).take(WIDTH).map(pixel).collect();
    OraclePicture {
        top: 24,
        lines: bytes.chunks_exact(176 * 4).map(row).collect(),
    }
}

const MAME_MISSING: &str = "this test needs mame: apt-get install mame";

/// Returns the path of mame. Debian installs it in a folder that may be missing from `PATH`.
pub(crate) fn mame_program() -> &'static str {
    let mut programs = ["/usr/games/mame", "/usr/bin/mame"].into_iter();
    let program = programs.find(|program| Path::new(program).exists());
    program.expect(MAME_MISSING)
}

/// Returns a command that runs MAME without window, sound or delays; environment variables
/// configure its script.
fn mame(image: &Path, home: &Path) -> Command {
    let mut command = Command::new(mame_program());
    command
        .current_dir(home)
        .env("HOME", home)
        .args([
            "a2600",
            "-video",
            "none",
            "-sound",
            "none",
            "-nothrottle",
            "-skip_gameinfo",
        ])
        .args([
            "-seconds_to_run",
            "3600",
            "-autoboot_delay",
            "0",
            "-autoboot_script",
        ])
        .arg(crate::repository().join("tests/oracles/mame.lua"))
        .arg("-cart")
        .arg(image)
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command
}

/// Stella on a separate virtual screen.
pub(crate) struct Stella {
    program: String,
    pub(crate) display: String,
    _screen: Program,
}

impl Stella {
    pub(crate) fn start() -> Stella {
        Stella::start_program("stella")
    }

    /// Starts the Stella executable at this path, which can be a different version from the
    /// installed one.
    pub(crate) fn start_program(program: &str) -> Stella {
        let folder = tempfile::tempdir().unwrap();
        let display_file = folder.path().join("display");
        let screen = Command::new("sh")
            .arg("-c")
            .arg(format!(
                "exec Xvfb -displayfd 9 -screen 0 1280x1024x24 -nolisten tcp 9>{} 2>/dev/null",
                display_file.display()
            ))
            .start();
        let display = wait_for(|| {
            std::fs::read_to_string(&display_file)
                .ok()
                .filter(|text| text.ends_with('\n'))
        })
        .expect("Xvfb starts");
        Stella {
            program: program.to_owned(),
            display: format!(":{}", display.trim()),
            _screen: screen,
        }
    }

    fn xdotool(&self, arguments: &[&str]) -> String {
        let output = Command::new("xdotool")
            .env("DISPLAY", &self.display)
            .args(arguments)
            .run();
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }

    /// Opens a cartridge in Stella's debugger and stops after `frames` frames. Stella writes its
    /// files to `folder`.
    fn open_debugger(&self, image: &Path, options: &[&str], folder: &Path, frames: u64) -> Program {
        std::fs::write(folder.join("autoexec.script"), format!("frame #{frames}\n")).unwrap();
        Command::new(&self.program)
            .env("DISPLAY", &self.display)
            .env("HOME", folder)
            .env("XDG_RUNTIME_DIR", folder)
            .arg("-basedir")
            .arg(folder)
            .arg("-snapsavedir")
            .arg(folder)
            .args(["-debug", "-ss1x", "1", "-audio.enabled", "0"])
            .args(["-dev.settings", "1"])
            .args(["-dev.ramrandom", "0", "-dev.cpurandom", "0"])
            .args(["-dev.bankrandom", "0"])
            .args(["-dev.tiarandom", "0", "-dev.tiadriven", "0"])
            .args(options)
            .arg(image)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .start()
    }

    /// Types a line at the debugger's prompt; `None` if its window is not open.
    fn type_line(&self, debugger: &Program, text: &str) -> Option<()> {
        let pid = debugger.id().to_string();
        let windows = self.xdotool(&["search", "--onlyvisible", "--pid", &pid]);
        self.xdotool(&["windowfocus", windows.lines().last()?]);
        self.xdotool(&["type", text]);
        self.xdotool(&["key", "Return"]);
        Some(())
    }

    /// Runs the cartridge for 32 frames and returns its picture.
    fn snapshot(&self, image: &Path, scheme: Option<&str>) -> Option<Vec<Vec<Rgb>>> {
        let folder = tempfile::tempdir().unwrap();
        let options: Vec<&str> = scheme.into_iter().flat_map(|name| ["-bs", name]).collect();
        let debugger = self.open_debugger(image, &options, folder.path(), 32);
        wait_for(|| {
            self.type_line(&debugger, "saveSnap")?;
            std::thread::sleep(Duration::from_millis(200));
            read_png(pictures(folder.path()).first()?)
        })
    }
}

/// Returns the pictures in a folder, sorted by name.
fn pictures(folder: &Path) -> Vec<PathBuf> {
    let files = std::fs::read_dir(folder).unwrap();
    let paths = files.filter_map(|entry| Some(entry.ok()?.path()));
    let mut pictures: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|e| e == "png"))
        .collect();
    pictures.sort();
    pictures
}

impl Stella {
    /// Returns the picture that Stella shows for a cartridge. `scheme` names its board; with
    /// `None`, Stella detects it.
    fn show_as(&self, image: &Path, scheme: Option<&str>) -> OraclePicture {
        // Stella's debugger sometimes ignores the keyboard at the start, so try several times.
        let picture = (0..4).find_map(|_| self.snapshot(image, scheme));
        let picture = picture.unwrap_or_else(|| panic!("no picture of {}", image.display()));
        stella_picture(picture)
    }
}

/// Converts a picture from Stella, which has 320 pixels per line, by keeping every second pixel.
/// Keeps all lines; calibration determines which of our scanlines corresponds to the first one.
fn stella_picture(picture: Vec<Vec<Rgb>>) -> OraclePicture {
    let every_second = |line: Vec<Rgb>| line.into_iter().step_by(2).collect();
    let lines = picture.into_iter().map(every_second).collect();
    OraclePicture { top: 0, lines }
}

impl Oracle for Stella {
    fn name(&self) -> &'static str {
        "stella"
    }

    fn show(&self, image: &Path) -> OraclePicture {
        self.show_as(image, None)
    }
}

/// Reads a picture file; returns `None` if it is not complete yet.
fn read_png(path: &Path) -> Option<Vec<Vec<Rgb>>> {
    let file = std::io::BufReader::new(std::fs::File::open(path).ok()?);
    let mut decoder = png::Decoder::new(file);
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().ok()?;
    let mut bytes = vec![0; reader.output_buffer_size()?];
    let info = reader.next_frame(&mut bytes).ok()?;
    let samples = info.color_type.samples();
    Some(
        bytes[..info.buffer_size()]
            .chunks_exact(info.line_size)
            .map(|row| {
                row.chunks_exact(samples)
                    .map(|p| [p[0], p[1], p[2]])
                    .collect()
            })
            .collect(),
    )
}

/// Polls until `ready` returns a value; returns `None` after eight seconds.
fn wait_for<T>(mut ready: impl FnMut() -> Option<T>) -> Option<T> {
    let end = Instant::now() + Duration::from_secs(8);
    while Instant::now() < end {
        if let Some(value) = ready() {
            return Some(value);
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    None
}

/// Returns the frame that our machine shows for a cartridge image.
fn our_frame(image: &[u8]) -> Frame {
    let cartridge = Cartridge::from_image(image).unwrap();
    let power_on = PowerOn {
        state: PowerOnState::Zero,
        seed: 0,
    };
    let mut machine = Machine::new(cartridge, power_on);
    while machine.frame().number < FRAME {}
    machine.last_frame().clone()
}

/// An oracle, with the results of calibrating its pictures.
pub(crate) struct CalibratedOracle<'a> {
    oracle: &'a dyn Oracle,
    /// The scanline of our frames that is the first line of the oracle's pictures.
    top: usize,
    colors: HashMap<u8, Rgb>,
}

impl<'a> CalibratedOracle<'a> {
    /// Finds an oracle's RGB value for each color number, and its first scanline. To do so, shows
    /// it a picture of all colors, one per scanline, starting at scanline 41.
    pub(crate) fn calibrate(oracle: &'a dyn Oracle, folder: &Path) -> CalibratedOracle<'a> {
        let (image, path) = build("background_per_line", folder);
        let frame = our_frame(&image);
        let shown = oracle.show(&path);
        let lit = |line: &Vec<Rgb>| line[80] != [0, 0, 0];
        let first_shown = shown.lines.iter().position(lit).unwrap();
        let first_ours = (0..frame.scanlines())
            .position(|line| ![BLANK, 0].contains(&frame.line(line)[80]))
            .unwrap();
        let top = first_ours - first_shown;
        assert!(
            shown.top == 0 || shown.top == top,
            "{}'s picture begins at an unexpected scanline",
            oracle.name()
        );
        let mut colors = HashMap::from([(BLANK, [0, 0, 0])]);
        for line in first_ours..frame.scanlines().min(top + shown.lines.len()) {
            colors
                .entry(frame.line(line)[80])
                .or_insert(shown.lines[line - top][80]);
        }
        assert_eq!(colors.len(), 129, "{} shows every color", oracle.name());
        CalibratedOracle {
            oracle,
            top,
            colors,
        }
    }

    /// Returns the oracle's picture as a PNG file with our colors, of the lines that `crownhead
    /// snapshot` shows. Lines outside the oracle's picture are black; a color that is not in
    /// the calibration stays as it is.
    fn png(&self, shown: &OraclePicture) -> Vec<u8> {
        let palette = Palette::of(Standard::Ntsc, Tuning::Service).0;
        let known = self.colors.iter().filter(|(number, _)| **number != BLANK);
        let colors: HashMap<Rgb, u32> = known
            .map(|(number, rgb)| (*rgb, palette[usize::from(*number >> 1)]))
            .collect();
        let to_our_color = |rgb: &Rgb| {
            let [red, green, blue] = *rgb;
            let unchanged = u32::from_be_bytes([0, red, green, blue]);
            colors.get(rgb).copied().unwrap_or(unchanged)
        };
        let pixels = usual_lines(262)
            .flat_map(|line| match shown.lines.get(line.wrapping_sub(self.top)) {
                Some(pixels) => pixels.iter().map(to_our_color).collect(),
                None => vec![0; WIDTH],
            })
            .collect();
        headless::picture::png(&Picture { pixels }).unwrap()
    }

    /// Returns the first difference between one of our frames and the oracle's picture of it.
    fn compare(&self, name: &str, frame: &Frame, shown: &OraclePicture) -> Option<String> {
        for (row, theirs) in shown.lines.iter().enumerate() {
            let line = row + self.top;
            if line >= frame.scanlines() {
                break;
            }
            let ours = frame.line(line);
            let wrong = (0..WIDTH).find(|&x| self.colors[&ours[x]] != theirs[x]);
            if let Some(x) = wrong {
                let number_of = |rgb: Rgb| {
                    self.colors
                        .iter()
                        .find(|(_, c)| **c == rgb)
                        .map(|(n, _)| *n)
                };
                return Some(format!(
                    "{name}: {} differs on scanline {line} at pixel {x}: \
                     ours {:02X}, theirs {:02X?}",
                    self.oracle.name(),
                    ours[x],
                    number_of(theirs[x])
                ));
            }
        }
        None
    }
}

/// Assembles a litmus program.
fn build(name: &str, folder: &Path) -> (Vec<u8>, PathBuf) {
    let image = crate::assemble(&crate::repository().join(format!("tests/litmus/{name}.asm")));
    let path = folder.join(format!("{name}.bin"));
    std::fs::write(&path, &image).unwrap();
    (image, path)
}
