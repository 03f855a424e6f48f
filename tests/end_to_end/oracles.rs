//! Two other emulators as witnesses: the same cartridge in stella and mame, pixel by pixel.
//!
//! Ignored by default (`oracle_`): they need both programs, Xvfb and xdotool, and take minutes.
//! Neither program tells color numbers, so each is first shown a cartridge that has every color on
//! a line of its own; from then on RGB values are compared.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use vcs::input::{Controller, Joystick};
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
        mame_picture(&picture)
    }
}

/// A picture that mame's script has written: 176 x 223 pixels, BGRX; it stands 8 pixels in, row 0 is scanline 24.
fn mame_picture(path: &Path) -> Shown {
    let bytes = std::fs::read(path).expect("mame writes the picture");
    let pixel = |p: &[u8]| [p[2], p[1], p[0]];
    let row = |row: &[u8]| row.chunks_exact(4).skip(8).take(WIDTH).map(pixel).collect();
    Shown {
        top: 24,
        lines: bytes.chunks_exact(176 * 4).map(row).collect(),
    }
}

const MAME_MISSING: &str = "this test needs mame: apt-get install mame";

/// mame without window, sound and patience; its script is told by the environment.
fn mame(image: &Path, home: &Path) -> Command {
    let program = ["/usr/games/mame", "/usr/bin/mame"]
        .into_iter()
        .find(|p| Path::new(p).exists());
    let mut command = Command::new(program.expect(MAME_MISSING));
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
            std::fs::read_to_string(&number)
                .ok()
                .filter(|text| text.ends_with('\n'))
        })
        .expect("Xvfb starts");
        Stella {
            display: format!(":{}", display.trim()),
            screen,
        }
    }

    fn xdotool(&self, arguments: &[&str]) -> String {
        let output = Command::new("xdotool")
            .env("DISPLAY", &self.display)
            .args(arguments)
            .output()
            .expect("this test needs xdotool: apt-get install xdotool");
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }

    /// Runs the cartridge for a while in stella's debugger and has it save the picture.
    fn snapshot(&self, image: &Path) -> Option<Vec<Vec<Rgb>>> {
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
            .args([
                "-debug",
                "-ss1x",
                "1",
                "-audio.enabled",
                "0",
                "-dev.settings",
                "1",
            ])
            .args(["-dev.ramrandom", "0", "-dev.cpurandom", "0"])
            .args(["-dev.tiarandom", "0", "-dev.tiadriven", "0"])
            .arg(image)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("this test needs stella: apt-get install stella");
        let pid = program.id().to_string();
        let picture = wait_for(|| {
            let windows = self.xdotool(&["search", "--onlyvisible", "--pid", &pid]);
            self.xdotool(&["windowfocus", windows.lines().last()?]);
            self.xdotool(&["type", "saveSnap"]);
            self.xdotool(&["key", "Return"]);
            std::thread::sleep(Duration::from_millis(200));
            std::fs::read_dir(folder.path())
                .unwrap()
                .filter_map(|entry| Some(entry.ok()?.path()))
                .find(|path| path.extension().is_some_and(|e| e == "png"))
                .and_then(|path| read_png(&path))
        });
        let _ = program.kill();
        let _ = program.wait();
        picture
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
        // Now and then its debugger comes up deaf: then once more.
        let picture = (0..4).find_map(|_| self.snapshot(image));
        let picture = picture.unwrap_or_else(|| panic!("no picture of {}", image.display()));
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
            .map(|row| {
                row.chunks_exact(samples)
                    .map(|p| [p[0], p[1], p[2]])
                    .collect()
            })
            .collect(),
    )
}

/// Asks again and again, for some seconds.
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

/// The cartridge's frame in our machine.
fn ours(image: &[u8]) -> Frame {
    let cartridge = Cartridge::from_image(image).unwrap();
    let power_on = PowerOn {
        state: PowerOnState::Zero,
        seed: 0,
    };
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
        assert!(
            shown.top == 0 || shown.top == top,
            "{} has moved its picture",
            oracle.name()
        );
        let mut colors = HashMap::from([(BLANK, [0, 0, 0])]);
        for line in first_ours..frame.scanlines().min(top + shown.lines.len()) {
            colors
                .entry(frame.line(line)[80])
                .or_insert(shown.lines[line - top][80]);
        }
        assert_eq!(colors.len(), 129, "{} shows every color", oracle.name());
        Witness {
            oracle,
            top,
            colors,
        }
    }

    /// What differs between its picture and ours, as one sentence.
    fn difference(&self, name: &str, folder: &Path) -> Option<String> {
        let (image, path) = build(name, folder);
        self.compare(name, &ours(&image), &self.oracle.show(&path))
    }

    /// What differs between a frame of ours and one of its pictures.
    fn compare(&self, name: &str, frame: &Frame, shown: &Shown) -> Option<String> {
        for (row, theirs) in shown.lines.iter().enumerate() {
            let line = row + self.top;
            if line >= frame.scanlines() {
                break;
            }
            let mine = frame.line(line);
            let wrong = (0..WIDTH).find(|&x| self.colors[&mine[x]] != theirs[x]);
            if let Some(x) = wrong {
                let has = |rgb: Rgb| {
                    self.colors
                        .iter()
                        .find(|(_, c)| **c == rgb)
                        .map(|(n, _)| *n)
                };
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

/// Litmus programs in which an oracle is known to differ from the chip, each with the witness
/// against it. All but the first stand as we show them in stella too.
fn known_differences(oracle: &str) -> &'static [(&'static str, &'static str)] {
    const SHORT_LOCK: (&str, &str) = (
        "missile_to_player_short",
        "console report: the missile moves only while the player is drawn",
    );
    match oracle {
        "mame" => &[
            SHORT_LOCK,
            (
                "missile_to_player",
                "netlist, c_objects: where a released missile appears",
            ),
            (
                "motion_chain",
                "netlist, b_hmove: a player that wraps around the comb",
            ),
            (
                "motion_clear",
                "netlist, b_hmove: the picture of a missile under endless motion",
            ),
            (
                "motion_early",
                "netlist, b_hmove: RESPx after motion pulses",
            ),
            ("motion_late", "netlist, b_hmove: RESPx after motion pulses"),
            (
                "motion_values",
                "netlist, b_hmove: RESPx after motion pulses",
            ),
            (
                "number_size_mid_draw",
                "netlist, c_objects: NUSIZ changed in mid-draw",
            ),
            (
                "open_bus",
                "console report: D5-D0 keep the last byte on the bus",
            ),
            (
                "playfield_score",
                "netlist, d_playfield: the playfield outranks the ball in score mode",
            ),
            (
                "position_missile",
                "netlist, a_reset: RESM0 at the end of a line",
            ),
            (
                "position_player",
                "netlist, a_reset: RESP0 at the end of a line",
            ),
            (
                "resync",
                "netlist, f_rsync: the line ends three clocks after the write",
            ),
            (
                "riot_mirrors",
                "hardware notes: A0 and A2 alone select INTIM",
            ),
            (
                "timer_expiry",
                "console report: test programs of stella's issues 97 and 108",
            ),
            (
                "timer_tim1t",
                "console report: test programs of stella's issues 97 and 108",
            ),
            (
                "timer_tim8t",
                "console report: test programs of stella's issues 97 and 108",
            ),
            (
                "timer_wrap_runs_on",
                "console report: test programs of stella's issues 97 and 108",
            ),
            (
                "wsync_read_modify_write",
                "netlist, f_wsync: RDY is low from the first write on",
            ),
        ],
        _ => &[SHORT_LOCK],
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
            (None, Some(_)) => {
                faults.push(format!("{name}: no longer differs; take it off the list"))
            }
            _ => {}
        }
    }
    assert!(
        faults.is_empty(),
        "{} of {}:\n{}",
        faults.len(),
        names.len(),
        faults.join("\n")
    );
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

/// A control by mame's name for it, and what it does to our joystick.
type Held = (&'static str, fn(&mut Joystick));

/// The bundled cartridge without chance, and the hands that play a move of a man with it: hold the
/// button, push a diagonal, drop the man. Frames are ours.
const HANDS: &[(u64, &[Held])] = &[
    (60, &[("P1 Button 1", |stick| stick.fire = true)]),
    (66, &[]),
    (
        90,
        &[
            ("P1 Up", |stick| stick.up = true),
            ("P1 Left", |stick| stick.left = true),
        ],
    ),
    (96, &[]),
    (120, &[("P1 Button 1", |stick| stick.fire = true)]),
    (126, &[]),
    (
        300,
        &[
            ("P1 Down", |stick| stick.down = true),
            ("P1 Right", |stick| stick.right = true),
        ],
    ),
    (306, &[]),
];

/// Frames to compare: at rest, with a man in hand, carried, dropped, and after the computer's reply; none in
/// which something has just blinked, for mame mixes a picture with the one before.
const SEEN: &[u64] = &[40, 50, 59, 75, 85, 100, 113, 130, 280, 290, 297, 320, 340];

fn bundled_without_chance(folder: &Path) -> (Vec<u8>, PathBuf) {
    let source = crate::repository().join("roms-src/video-checkers/main.asm");
    let image = crate::assemble_with(&source, &["FIXED_SEED"]);
    let path = folder.join("video-checkers.bin");
    std::fs::write(&path, &image).unwrap();
    (image, path)
}

/// The frames of [`SEEN`], played by [`HANDS`] in our machine.
fn ours_played(image: &[u8]) -> Vec<Frame> {
    let cartridge = Cartridge::from_image(image).unwrap();
    let power_on = PowerOn {
        state: PowerOnState::Zero,
        seed: 0,
    };
    let mut machine = Machine::new(cartridge, power_on);
    let mut frames = Vec::new();
    for number in 0..=*SEEN.last().unwrap() {
        if let Some((_, held)) = HANDS.iter().find(|(frame, _)| *frame == number) {
            let mut stick = Joystick::default();
            held.iter().for_each(|(_, close)| close(&mut stick));
            let mut input = *machine.input();
            input.ports[0] = Controller::Joystick(stick);
            machine.set_input(input);
        }
        machine.frame();
        if SEEN.contains(&number) {
            frames.push(machine.last_frame().clone());
        }
    }
    frames
}

/// The same in mame, whose frames count `shift` more than ours.
fn mame_played(image: &Path, folder: &Path, shift: i64) -> Vec<Shown> {
    let theirs = |frame: u64| frame.checked_add_signed(shift).unwrap();
    let fields: Vec<&str> = HANDS
        .iter()
        .flat_map(|(_, held)| held.iter().map(|(field, _)| *field))
        .collect();
    let mut input = Vec::new();
    for (frame, held) in HANDS {
        for field in &fields {
            let down = held.iter().any(|(name, _)| name == field);
            input.push(format!(
                "{}::joyport1:joy:JOY={field}={}",
                theirs(*frame) - 1,
                u8::from(down)
            ));
        }
    }
    let picture = |frame: u64| folder.join(format!("picture{frame}"));
    let pictures: Vec<String> = SEEN
        .iter()
        .map(|&n| format!("{}={}", theirs(n), picture(n).display()))
        .collect();
    mame(image, folder)
        .env("CROWNHEAD_INPUT", input.join(";"))
        .env("CROWNHEAD_PICTURES", pictures.join(";"))
        .env(
            "CROWNHEAD_FRAMES",
            theirs(*SEEN.last().unwrap()).to_string(),
        )
        .status()
        .expect(MAME_MISSING);
    SEEN.iter().map(|&n| mame_picture(&picture(n))).collect()
}

#[test]
#[ignore = "needs mame"]
fn oracle_mame_plays_the_bundled_cartridge_alike() {
    let folder = tempfile::tempdir().unwrap();
    let witness = Witness::calibrate(&Mame, folder.path());
    let (image, path) = bundled_without_chance(folder.path());
    let frames = ours_played(&image);
    // mame counts the frames before the first vertical sync in its own way.
    let faults = (0..4).map(|shift| {
        let shown = mame_played(&path, folder.path(), shift);
        let differ = |(frame, shown): (&Frame, &Shown)| {
            witness.compare(
                &format!("video-checkers, frame {}", frame.number),
                frame,
                shown,
            )
        };
        (
            shift,
            frames
                .iter()
                .zip(&shown)
                .filter_map(differ)
                .collect::<Vec<_>>(),
        )
    });
    let (shift, faults) = faults.min_by_key(|(_, faults)| faults.len()).unwrap();
    assert!(
        faults.is_empty(),
        "frames shifted by {shift}:\n{}",
        faults.join("\n")
    );
}

#[test]
#[ignore = "needs stella, Xvfb and xdotool"]
fn oracle_stella_shows_the_bundled_cartridge_alike() {
    let folder = tempfile::tempdir().unwrap();
    let stella = Stella::start();
    let witness = Witness::calibrate(&stella, folder.path());
    let (image, path) = bundled_without_chance(folder.path());
    let shown = stella.show(&path);
    // The cursor blinks: the picture must be one of the two of a cartridge at rest.
    let faults: Vec<String> = ours_played(&image)
        .iter()
        .zip(SEEN)
        .filter(|(_, number)| **number < HANDS[0].0)
        .filter_map(|(frame, _)| witness.compare("video-checkers", frame, &shown))
        .collect();
    assert!(faults.len() < 3, "{}", faults.join("\n"));
}
