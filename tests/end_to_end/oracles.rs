//! Two other emulators as witnesses: the same cartridge in stella and mame, pixel by pixel.
//!
//! Ignored by default (`oracle_`): they need both programs, Xvfb and xdotool, and take minutes.
//! Neither program tells color numbers, so each is first shown a cartridge that has every color on
//! a line of its own; from then on RGB values are compared.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use vcs::television::{BLANK, WIDTH};
use vcs::{Cartridge, Frame, Machine, PowerOn, PowerOnState};

/// The frame of every comparison: late enough for both programs to have settled.
const FRAME: u64 = 8;

type Rgb = [u8; 3];

/// What another emulator shows: scanlines of RGB pixels, the first being scanline `top` of ours.
struct Shown {
    top: usize,
    lines: Vec<Vec<Rgb>>,
}

/// An emulator that shows pictures.
trait Oracle {
    fn name(&self) -> &'static str;
    /// Shows a cartridge image's picture once it stands still.
    fn show(&self, image: &Path) -> Shown;
}

struct Mame;

impl Oracle for Mame {
    fn name(&self) -> &'static str {
        "mame"
    }

    fn show(&self, image: &Path) -> Shown {
        let folder = tempfile::tempdir().unwrap();
        let picture = folder.path().join("picture");
        mame(image, folder.path())
            .env("CROWNHEAD_PICTURES", format!("20={}", picture.display()))
            .env("CROWNHEAD_FRAMES", "20")
            .status()
            .expect(MAME_MISSING);
        let bytes = std::fs::read(&picture).expect("mame writes the picture");
        // 176 x 223 pixels, BGRX; the picture stands 8 pixels in, row 0 is scanline 24.
        let lines = bytes
            .chunks_exact(176 * 4)
            .map(|row| row.chunks_exact(4).skip(8).take(WIDTH).map(|p| [p[2], p[1], p[0]]).collect())
            .collect();
        Shown { top: 24, lines }
    }
}

const MAME_MISSING: &str = "this test needs mame: apt-get install mame";

/// mame without window, sound and patience; its script is told by the environment.
fn mame(image: &Path, home: &Path) -> Command {
    let program = ["/usr/games/mame", "/usr/bin/mame"].into_iter().find(|p| Path::new(p).exists());
    let mut command = Command::new(program.expect(MAME_MISSING));
    command
        .current_dir(home)
        .env("HOME", home)
        .args(["a2600", "-video", "none", "-sound", "none", "-nothrottle", "-skip_gameinfo"])
        .args(["-seconds_to_run", "3600", "-autoboot_delay", "0", "-autoboot_script"])
        .arg(crate::repository().join("tests/oracles/mame.lua"))
        .arg("-cart")
        .arg(image)
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command
}

/// Stella in a virtual screen of its own.
struct Stella {
    display: String,
    screen: std::process::Child,
}

impl Stella {
    fn start() -> Stella {
        let folder = tempfile::tempdir().unwrap();
        let number = folder.path().join("display");
        let screen = Command::new("sh")
            .arg("-c")
            .arg(format!(
                "exec Xvfb -displayfd 9 -screen 0 1280x1024x24 -nolisten tcp 9>{} 2>/dev/null",
                number.display()
            ))
            .spawn()
            .expect("this test needs Xvfb: apt-get install xvfb");
        let display = wait_for(|| {
            std::fs::read_to_string(&number).ok().filter(|text| text.ends_with('\n'))
        });
        Stella { display: format!(":{}", display.trim()), screen }
    }

    fn xdotool(&self, arguments: &[&str]) -> String {
        let output = Command::new("xdotool")
            .env("DISPLAY", &self.display)
            .args(arguments)
            .output()
            .expect("this test needs xdotool: apt-get install xdotool");
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }
}

impl Drop for Stella {
    fn drop(&mut self) {
        let _ = self.screen.kill();
        let _ = self.screen.wait();
    }
}

impl Oracle for Stella {
    fn name(&self) -> &'static str {
        "stella"
    }

    fn show(&self, image: &Path) -> Shown {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("autoexec.script"), "frame 20\n").unwrap();
        let mut program = Command::new("stella")
            .env("DISPLAY", &self.display)
            .env("HOME", folder.path())
            .env("XDG_RUNTIME_DIR", folder.path())
            .arg("-basedir")
            .arg(folder.path())
            .arg("-snapsavedir")
            .arg(folder.path())
            .args(["-debug", "-ss1x", "1", "-audio.enabled", "0", "-dev.settings", "1"])
            .args(["-dev.ramrandom", "0", "-dev.cpurandom", "0", "-dev.tiarandom", "0"])
            .arg(image)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("this test needs stella: apt-get install stella");
        let window = self.xdotool(&["search", "--sync", "--onlyvisible", "--name", "Stella"]);
        let window = window.lines().last().expect("stella opens a window").to_owned();
        self.xdotool(&["windowfocus", &window]);
        let picture = wait_for(|| {
            self.xdotool(&["type", "saveSnap\n"]);
            std::thread::sleep(Duration::from_millis(200));
            std::fs::read_dir(folder.path())
                .unwrap()
                .filter_map(|entry| Some(entry.ok()?.path()))
                .find(|path| path.extension().is_some_and(|e| e == "png"))
                .and_then(|path| read_png(&path))
        });
        let _ = program.kill();
        let _ = program.wait();
        // 320 pixels a line, every second one; the first line is found by the calibration.
        let lines = picture
            .into_iter()
            .map(|line| line.into_iter().step_by(2).collect())
            .collect();
        Shown { top: 0, lines }
    }
}

/// A picture file once it is whole.
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
            .map(|row| row.chunks_exact(samples).map(|p| [p[0], p[1], p[2]]).collect())
            .collect(),
    )
}

fn wait_for<T>(mut ready: impl FnMut() -> Option<T>) -> T {
    for _ in 0..200 {
        if let Some(value) = ready() {
            return value;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    panic!("ten seconds have passed and it is not there");
}

/// The cartridge's frame in our machine.
fn ours(image: &[u8]) -> Frame {
    let cartridge = Cartridge::from_image(image).unwrap();
    let power_on = PowerOn { state: PowerOnState::Zero, seed: 0 };
    let mut machine = Machine::new(cartridge, power_on);
    while machine.frame().number < FRAME {}
    machine.last_frame().clone()
}

/// An oracle whose colors are known.
struct Witness<'a> {
    oracle: &'a dyn Oracle,
    /// Where its first line stands in our frame.
    top: usize,
    colors: HashMap<u8, Rgb>,
}

impl<'a> Witness<'a> {
    /// Shows it all the colors there are, one a scanline from 41 on.
    fn calibrate(oracle: &'a dyn Oracle, folder: &Path) -> Witness<'a> {
        let (image, path) = build("background_per_line", folder);
        let frame = ours(&image);
        let shown = oracle.show(&path);
        let lit = |line: &Vec<Rgb>| line[80] != [0, 0, 0];
        let first_shown = shown.lines.iter().position(lit).unwrap();
        let first_ours = (0..frame.scanlines())
            .position(|line| ![BLANK, 0].contains(&frame.line(line)[80]))
            .unwrap();
        let top = first_ours - first_shown;
        assert!(shown.top == 0 || shown.top == top, "{} has moved its picture", oracle.name());
        let mut colors = HashMap::from([(BLANK, [0, 0, 0])]);
        for line in first_ours..frame.scanlines().min(top + shown.lines.len()) {
            colors.entry(frame.line(line)[80]).or_insert(shown.lines[line - top][80]);
        }
        assert_eq!(colors.len(), 129, "{} shows every color", oracle.name());
        Witness { oracle, top, colors }
    }

    /// What differs between its picture and ours, as one sentence.
    fn difference(&self, name: &str, folder: &Path) -> Option<String> {
        let (image, path) = build(name, folder);
        let frame = ours(&image);
        let shown = self.oracle.show(&path);
        for (row, theirs) in shown.lines.iter().enumerate() {
            let line = row + self.top;
            if line >= frame.scanlines() {
                break;
            }
            let mine = frame.line(line);
            let wrong = (0..WIDTH).find(|&x| self.colors[&mine[x]] != theirs[x]);
            if let Some(x) = wrong {
                let has = |rgb: Rgb| self.colors.iter().find(|(_, c)| **c == rgb).map(|(n, _)| *n);
                return Some(format!(
                    "{name}: {} differs on scanline {line} at pixel {x}: ours {:02X}, theirs {:02X?}",
                    self.oracle.name(),
                    mine[x],
                    has(theirs[x])
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

fn litmus_names() -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(crate::repository().join("tests/litmus"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "asm"))
        .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// Litmus programs in which the oracle is known to differ from the chip, each with the evidence.
fn known_differences(oracle: &str) -> &'static [(&'static str, &'static str)] {
    match oracle {
        "mame" => &[],
        _ => &[],
    }
}

fn litmus_programs_look_alike(oracle: &dyn Oracle) {
    let folder = tempfile::tempdir().unwrap();
    let witness = Witness::calibrate(oracle, folder.path());
    let names = litmus_names();
    assert!(names.len() >= 50, "fifty litmus programs");
    let known = known_differences(oracle.name());
    let mut faults = Vec::new();
    for name in &names {
        let difference = witness.difference(name, folder.path());
        match (difference, known.iter().find(|(known, _)| known == name)) {
            (Some(difference), None) => faults.push(difference),
            (None, Some(_)) => faults.push(format!("{name}: no longer differs; take it off the list")),
            _ => {}
        }
    }
    assert!(faults.is_empty(), "{} of {}:\n{}", faults.len(), names.len(), faults.join("\n"));
}

#[test]
#[ignore = "needs mame; about two minutes"]
fn oracle_mame_shows_the_litmus_programs_alike() {
    litmus_programs_look_alike(&Mame);
}

#[test]
#[ignore = "needs stella, Xvfb and xdotool; about two minutes"]
fn oracle_stella_shows_the_litmus_programs_alike() {
    litmus_programs_look_alike(&Stella::start());
}
