//! Tests the core in RetroArch itself. RetroArch runs on a virtual display, and the tests control
//! it with network commands.

use crownhead_libretro::{core::Core, options::Settings};
use play::{bundled::BUNDLED, picture::Picture, standard::PaletteChoice};
use std::{
    fs,
    io::{BufRead, BufReader},
    net::UdpSocket,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};
use support::{Program, Start};
use vcs::{Cartridge, Machine, PowerOn};

/// Number of consecutive frames whose RAM is compared.
const FRAMES: usize = 120;
/// Number of frames to compare for the program that changes its picture in every frame.
const SHIFTED_FRAMES: usize = 40;
/// Number of frames by which RetroArch runs ahead.
const RUN_AHEAD_FRAMES: usize = 2;
/// Number of frames between two pictures that are compared.
const FRAMES_PER_PICTURE: usize = 20;
/// The latest frame at which RetroArch can be paused so that the test still identifies the frame.
const LATEST_START: usize = 20_000;
/// Timeout of each wait.
const TIMEOUT: Duration = Duration::from_secs(60);

struct RetroArch {
    child: Program,
    _xvfb: Program,
    /// The name of the virtual display.
    display: String,
    commands: UdpSocket,
    folder: PathBuf,
}

/// Returns a program that shows stripes, and moves them by one line in every frame. It counts the
/// frames in the first two bytes of RAM.
fn stripes() -> Vec<u8> {
    const START: [u8; 14] = [
        0x78, 0xd8, 0xa9, 0x00, //        sei, cld, lda #0
        0xa2, 0x80, 0x95, 0x00, //        ldx #$80, clear: sta 0,x
        0xe8, 0xd0, 0xfb, 0xa2, 0xff, //  inx, bne clear, ldx #$ff
        0x9a, //                          txs
    ];
    const FRAME: [u8; 45] = [
        0xa9, 0x02, 0x85, 0x00, //       lda #2, sta VSYNC
        0x85, 0x02, 0x85, 0x02, //       sta WSYNC, sta WSYNC
        0x85, 0x02, 0xa9, 0x00, //       sta WSYNC, lda #0
        0x85, 0x00, 0xe6, 0x80, //       sta VSYNC, inc $80
        0xd0, 0x02, 0xe6, 0x81, //       bne +2, inc $81
        0xa0, 0xff, //                   ldy #255
        0x85, 0x02, 0x98, 0x18, // line: sta WSYNC, tya, clc
        0x65, 0x80, 0x0a, 0x85, //       adc $80, asl, sta COLUBK
        0x09, 0x88, 0xd0, 0xf4, //       dey, bne line
        0x85, 0x02, 0x85, 0x02, //       sta WSYNC, sta WSYNC
        0x85, 0x02, 0x85, 0x02, //       sta WSYNC, sta WSYNC
        0x4c, 0x0e, 0xf0, //             jmp frame
    ];
    let mut image = [START.as_slice(), &FRAME].concat();
    image.resize(4096, 0);
    image[0xffc..].copy_from_slice(&[0x00, 0xf0, 0x00, 0xf0]);
    image
}

impl RetroArch {
    /// Starts RetroArch with its own settings file, with or without content.
    fn start(folder: &Path, settings: &str, content: Option<&[u8]>) -> RetroArch {
        let core = folder.join("crownhead_libretro.so");
        fs::copy(built_core(), &core).expect("the built core");
        // Without this file, RetroArch refuses to run ahead or to rewind.
        let info = "crownhead_libretro.info";
        let info_file = Path::new(env!("CARGO_MANIFEST_DIR")).join(info);
        fs::copy(info_file, folder.join(info)).expect("the information file");
        // Find a port that is currently free.
        let port = UdpSocket::bind("127.0.0.1:0").and_then(|socket| socket.local_addr());
        let port = port.expect("a port").port();
        let path = folder.display();
        let config = format!(
            "video_driver = \"sdl2\"\naudio_enable = \"false\"\nnetwork_cmd_enable = \"true\"\n\
             network_cmd_port = \"{port}\"\nvideo_gpu_screenshot = \"false\"\n\
             screenshot_directory = \"{path}\"\nconfig_save_on_exit = \"false\"\n\
             notification_show_screenshot = \"false\"\npause_nonactive = \"false\"\n\
             libretro_info_path = \"{path}\"\nlibretro_directory = \"{path}\"\n\
             savestate_directory = \"{path}\"\nsavestate_file_compression = \"false\"\n\
             vrr_runloop_enable = \"true\"\n{settings}"
        );
        let settings = folder.join("retroarch.cfg");
        fs::write(&settings, config).expect("a settings file");
        let mut xvfb = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1280x1024x24"])
            .args(["-nolisten", "tcp", "-noreset"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .start();
        let mut number = String::new();
        let read = BufReader::new(xvfb.stdout()).read_line(&mut number);
        read.expect("the display's number");
        let mut command = Command::new("retroarch");
        command.arg("-c").arg(&settings).arg("-L").arg(&core);
        if let Some(content) = content {
            let game = folder.join("game.a26");
            fs::write(&game, content).expect("the content");
            command.arg(game);
        }
        let display = format!(":{}", number.trim());
        let child = command
            .env("HOME", folder)
            // Without a session bus, GameMode's library makes an invalid D-Bus call. By default,
            // D-Bus would then abort the process.
            .env("DBUS_FATAL_WARNINGS", "0")
            .env("DISPLAY", &display)
            .stdout(fs::File::create(folder.join("log")).expect("a log"))
            .stderr(fs::File::create(folder.join("stderr")).expect("a log"))
            .start();
        let commands = UdpSocket::bind("127.0.0.1:0").expect("a socket");
        commands.connect(("127.0.0.1", port)).expect("loopback");
        let wait = Some(Duration::from_millis(200));
        commands.set_read_timeout(wait).expect("a time limit");
        RetroArch {
            child,
            _xvfb: xvfb,
            display,
            commands,
            folder: folder.to_owned(),
        }
    }

    /// Sends a command without waiting for a reply.
    fn send(&self, command: &str) {
        // Sending fails until RetroArch is listening. The caller sends the command again later.
        let _ = self.commands.send(command.as_bytes());
    }

    /// Repeats a query until `read` accepts the reply.
    fn query<T>(&self, text: &str, read: impl Fn(&str) -> Option<T>) -> T {
        let begin = Instant::now();
        while begin.elapsed() < TIMEOUT {
            self.discard_late_replies();
            self.send(text);
            let mut reply = [0; 2048];
            let Ok(length) = self.commands.recv(&mut reply) else {
                continue;
            };
            if let Some(found) = read(&String::from_utf8_lossy(&reply[..length])) {
                return found;
            }
        }
        panic!("RetroArch does not answer; see {}", self.folder.display());
    }

    /// Reads the 128 bytes of RAM with the command that achievement trackers use.
    fn ram(&self) -> Vec<u8> {
        self.query("READ_CORE_MEMORY 80 128", |answer| {
            let words = answer.split_whitespace().skip(2);
            let bytes = words.map(|word| u8::from_str_radix(word, 16).ok());
            let bytes: Vec<u8> = bytes.collect::<Option<_>>()?;
            (bytes.len() == 128).then_some(bytes)
        })
    }

    /// Holds a key for 0.2 seconds.
    fn press(&self, key: &str) {
        let xdotool = |words: &[&str]| {
            let mut command = Command::new("xdotool");
            command.args(words).env("DISPLAY", &self.display).run()
        };
        let found = xdotool(&["search", "--onlyvisible", "--name", "RetroArch"]);
        let windows = String::from_utf8_lossy(&found.stdout).into_owned();
        if let Some(window) = windows.lines().next() {
            xdotool(&["windowfocus", "--sync", window]);
        }
        xdotool(&["keydown", key, "sleep", "0.2", "keyup", key]);
    }

    fn is_paused(&self) -> bool {
        self.query("GET_STATUS", |answer| {
            let state = answer.split_whitespace().nth(1)?;
            Some(state == "PAUSED")
        })
    }

    /// Discards late replies to earlier queries.
    fn discard_late_replies(&self) {
        self.commands.set_nonblocking(true).expect("a socket");
        while self.commands.recv(&mut [0; 2048]).is_ok() {}
        self.commands.set_nonblocking(false).expect("a socket");
    }

    /// Waits until RAM has the contents that it has in the expected frame.
    fn wait_for(&self, ram: &[u8], what: &str) {
        let begin = Instant::now();
        // A command takes effect within one or two refreshes of the display.
        while self.ram() != ram {
            assert!(begin.elapsed() < TIMEOUT, "{what}");
            sleep(Duration::from_millis(5));
        }
    }

    /// Pauses RetroArch, and finds out by the contents of RAM which frame is the current one.
    /// Checks that RetroArch shows the picture of the frame `ahead` frames later. Returns the
    /// current frame and the frames after it.
    fn pause(&self, image: &[u8], ahead: usize) -> Vec<Frame> {
        // RetroArch replies even before the first frame has run, so wait until RAM changes.
        let first = self.ram();
        while self.ram() == first {
            sleep(Duration::from_millis(5));
        }
        // The first frames have different heights. Wait until they are over.
        sleep(Duration::from_secs(2));
        let begin = Instant::now();
        while !self.is_paused() {
            assert!(begin.elapsed() < TIMEOUT, "RetroArch does not pause");
            // On a busy computer, the command may take a while to have an effect.
            self.send("PAUSE_TOGGLE");
            sleep(Duration::from_secs(2));
        }
        let ram = self.ram();
        let picture = self.picture();
        let cartridge = Cartridge::from_image(image).expect("a cartridge");
        let mut machine = Machine::new(cartridge, PowerOn::default());
        let mut matches = Vec::new();
        for frame in 0..LATEST_START {
            machine.frame();
            if machine.ram()[..] == ram {
                let frames = frames_from(machine.clone());
                let shown = frames.iter().position(|frame| frame.picture == picture);
                matches.push((frame, shown));
                if frames[ahead].picture == picture {
                    return frames;
                }
            }
        }
        panic!("the shown picture is not the one {ahead} frames later: {matches:?}");
    }

    /// Takes a screenshot with the core's own pixels, before any scaling.
    fn picture(&self) -> Vec<u32> {
        for old in self.pictures() {
            fs::remove_file(old).expect("an old picture");
        }
        let begin = Instant::now();
        while begin.elapsed() < TIMEOUT {
            // RetroArch ignores a command while it regards the key of the previous one as held, so
            // repeat the command.
            self.send("SCREENSHOT");
            for _ in 0..20 {
                sleep(Duration::from_millis(100));
                if let Some(pixels) = self.pictures().first().and_then(|path| read_png(path)) {
                    return pixels;
                }
            }
        }
        panic!("no screenshot in {}", self.folder.display());
    }

    /// Saves the state of the core that receives the player's input, then runs one frame. Returns
    /// the RAM in the saved state. Call this function for every second frame at most: RetroArch
    /// needs a frame in between to detect that the key for saving has been released.
    fn save_and_advance(&self, image: &[u8]) -> Vec<u8> {
        let path = self.folder.join("game.state");
        // Remove an older state file, if there is one.
        let _ = fs::remove_file(&path);
        self.send("SAVE_STATE");
        self.send("FRAMEADVANCE");
        let begin = Instant::now();
        while begin.elapsed() < TIMEOUT {
            sleep(Duration::from_millis(20));
            let file = fs::read(&path).unwrap_or_default();
            let Some(state) = core_state(&file) else {
                continue;
            };
            let settings = Settings::read(|_| None);
            let mut core = Core::new(Some(("game.a26", image)), settings).expect("a core");
            assert!(core.unserialize(state), "a state of the core");
            return core.ram().to_vec();
        }
        panic!("no saved state in {}", self.folder.display());
    }

    /// Returns true if RetroArch shows a picture, now or in one of the next screenshots.
    fn shows_picture(&self, expected: &[u32]) -> bool {
        (0..5).any(|_| self.picture() == expected)
    }

    fn pictures(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(&self.folder).expect("the folder");
        let paths = entries.map(|entry| entry.expect("an entry").path());
        paths
            .filter(|path| path.extension().is_some_and(|extension| extension == "png"))
            .collect()
    }
}

/// Finds the library that cargo builds next to the test.
fn built_core() -> PathBuf {
    let test = std::env::current_exe().expect("the test's own file");
    test.with_file_name("libcrownhead_libretro.so")
}

/// Finds the core's state in a state file of RetroArch; `None` if the file is incomplete. The file
/// has an eight-byte header, followed by blocks. Each block has a name, a size and bytes, and the
/// core's block is the first.
fn core_state(file: &[u8]) -> Option<&[u8]> {
    let (name, rest) = file.strip_prefix(b"RASTATE\x01")?.split_at_checked(4)?;
    let (size, rest) = rest.split_first_chunk()?;
    assert_eq!(name, b"MEM ");
    rest.get(..u32::from_le_bytes(*size) as usize)
}

/// Returns the pixels of a PNG file; `None` if the file is incomplete.
fn read_png(path: &Path) -> Option<Vec<u32>> {
    let file = BufReader::new(fs::File::open(path).ok()?);
    let mut reader = png::Decoder::new(file).read_info().ok()?;
    let mut bytes = vec![0; reader.output_buffer_size()?];
    let info = reader.next_frame(&mut bytes).ok()?;
    let samples = info.color_type.samples();
    let pixels = bytes[..info.buffer_size()].chunks_exact(samples);
    Some(
        pixels
            .map(|p| u32::from_be_bytes([0, p[0], p[1], p[2]]))
            .collect(),
    )
}

/// A frame of a console that runs without libretro.
struct Frame {
    ram: Vec<u8>,
    picture: Vec<u32>,
}

/// Returns the latest frame of a console, and the frames after it.
fn frames_from(mut machine: Machine) -> Vec<Frame> {
    let palette = PaletteChoice::Ntsc.table();
    let frame = |number| {
        if number > 0 {
            machine.frame();
        }
        let shown = machine.television().shown_lines();
        let picture = Picture::of(machine.last_frame(), shown, &palette);
        Frame {
            ram: machine.ram().to_vec(),
            picture: picture.pixels,
        }
    };
    (0..=FRAMES + RUN_AHEAD_FRAMES).map(frame).collect()
}

#[test]
#[ignore = "needs RetroArch and Xvfb: apt-get install retroarch xvfb libgl1-mesa-dri"]
fn oracle_retroarch_shows_the_consoles_frames() {
    let folder = tempfile::tempdir().expect("a folder");
    let retroarch = RetroArch::start(folder.path(), "", None);
    let frames = retroarch.pause(BUNDLED[0].image, 0);
    for (frame, expected) in frames.iter().enumerate().skip(1).take(FRAMES) {
        retroarch.send("FRAMEADVANCE");
        retroarch.wait_for(&expected.ram, &format!("RAM of frame {frame}"));
        if frame.is_multiple_of(FRAMES_PER_PICTURE) {
            let same = retroarch.shows_picture(&expected.picture);
            assert!(same, "picture of frame {frame}");
        }
    }
}

#[test]
#[ignore = "needs RetroArch and Xvfb: apt-get install retroarch xvfb libgl1-mesa-dri"]
fn oracle_run_ahead_shows_later_frames() {
    let folder = tempfile::tempdir().expect("a folder");
    let settings = format!(
        "run_ahead_enabled = \"true\"\nrun_ahead_frames = \"{RUN_AHEAD_FRAMES}\"\n\
         run_ahead_secondary_instance = \"false\"\n"
    );
    let image = stripes();
    let retroarch = RetroArch::start(folder.path(), &settings, Some(&image));
    let frames = retroarch.pause(&image, RUN_AHEAD_FRAMES);
    for frame in 1..=SHIFTED_FRAMES {
        retroarch.send("FRAMEADVANCE");
        retroarch.wait_for(&frames[frame].ram, &format!("RAM of frame {frame}"));
        let same = retroarch.shows_picture(&frames[frame + RUN_AHEAD_FRAMES].picture);
        assert!(
            same,
            "picture {RUN_AHEAD_FRAMES} frames after frame {frame}"
        );
    }
}

/// With a second instance of the core, RetroArch shows the picture of that second instance. It also
/// reads the RAM of the second instance, because it uses the memory map of the core that was loaded
/// last. The saved state comes from the first instance.
#[test]
#[ignore = "needs RetroArch and Xvfb: apt-get install retroarch xvfb libgl1-mesa-dri"]
fn oracle_run_ahead_with_a_second_console_shows_later_frames() {
    let folder = tempfile::tempdir().expect("a folder");
    let settings = format!(
        "run_ahead_enabled = \"true\"\nrun_ahead_frames = \"{RUN_AHEAD_FRAMES}\"\n\
         run_ahead_secondary_instance = \"true\"\n"
    );
    let image = stripes();
    let retroarch = RetroArch::start(folder.path(), &settings, Some(&image));
    let frames = retroarch.pause(&image, 0);
    for shown in 1..=SHIFTED_FRAMES {
        // The first instance is `RUN_AHEAD_FRAMES` frames behind the second one. At the beginning,
        // it is therefore at frames from before the pause, which are not in the list.
        if shown % 2 == 0 && shown > RUN_AHEAD_FRAMES {
            let saved = retroarch.save_and_advance(&image);
            let first_instance_frame = shown - RUN_AHEAD_FRAMES - 1;
            assert_eq!(
                saved, frames[first_instance_frame].ram,
                "the first instance at frame {first_instance_frame}"
            );
        } else {
            retroarch.send("FRAMEADVANCE");
        }
        retroarch.wait_for(&frames[shown].ram, &format!("RAM of frame {shown}"));
        let same = retroarch.shows_picture(&frames[shown].picture);
        assert!(same, "picture of frame {shown}");
    }
}

/// RetroArch stores the state before each frame. To step back, it takes the newest stored state and
/// runs one frame from it. The first step back therefore repeats the current frame. While stepping
/// back, RetroArch stores no states.
#[test]
#[ignore = "needs RetroArch and Xvfb: apt-get install retroarch xvfb libgl1-mesa-dri"]
fn oracle_rewinding_shows_the_same_frames_backwards() {
    let folder = tempfile::tempdir().expect("a folder");
    let settings = "rewind_enable = \"true\"\nrewind_granularity = \"1\"\n";
    let image = stripes();
    let retroarch = RetroArch::start(folder.path(), settings, Some(&image));
    let frames = retroarch.pause(&image, 0);
    let step = |command: &str, frame: usize| {
        retroarch.send(command);
        let what = format!("frame {frame} after {command}");
        retroarch.wait_for(&frames[frame].ram, &format!("RAM of {what}"));
        let same = retroarch.shows_picture(&frames[frame].picture);
        assert!(same, "picture of {what}");
    };
    let (mut current, mut stored) = (0, Vec::new());
    for _ in 0..SHIFTED_FRAMES {
        stored.push(current);
        current += 1;
        step("FRAMEADVANCE", current);
    }
    for _ in 0..SHIFTED_FRAMES {
        current = stored.pop().expect("a stored state") + 1;
        step("REWIND", current);
    }
    assert_eq!(current, 1, "back at the first frame");
    for frame in current + 1..=SHIFTED_FRAMES {
        step("FRAMEADVANCE", frame);
    }
}

#[test]
#[ignore = "needs RetroArch and Xvfb: apt-get install retroarch xvfb xdotool libgl1-mesa-dri"]
fn oracle_retroarch_saves_the_save_key() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/roms/savekey.asm");
    let source = fs::read_to_string(source).expect("the source");
    let image = asm6502::assemble_str(&source).expect("an image").binary;
    let path = folder.path().display();
    let settings = format!(
        "savefile_directory = \"{path}\"\nquit_press_twice = \"false\"\n\
         input_driver = \"x\"\ninput_player1_start = \"enter\"\n"
    );
    let start = || RetroArch::start(folder.path(), &settings, Some(&image));
    // Read the number of presses, and a byte that shows whether a SaveKey responds.
    let presses_and_response = |retroarch: &RetroArch| retroarch.ram()[..2].to_vec();
    let retroarch = start();
    let begin = Instant::now();
    while presses_and_response(&retroarch) != [2, 1] {
        let now = presses_and_response(&retroarch);
        assert!(
            begin.elapsed() < TIMEOUT,
            "the presses are not counted: {now:?}"
        );
        if now[0] < 2 {
            retroarch.press("Return");
        }
    }
    retroarch.send("QUIT");
    retroarch.child.wait();
    let kept = fs::read(folder.path().join("game.srm")).expect("save RAM");
    assert_eq!((kept.len(), kept[0x40]), (32_768, 2));
    let restarted = start();
    let begin = Instant::now();
    while presses_and_response(&restarted) != [2, 1] {
        assert!(begin.elapsed() < TIMEOUT, "the save RAM is not restored");
        sleep(Duration::from_millis(50));
    }
}
