//! The core in RetroArch itself, on a virtual display, by its network commands.

use play::{bundled::BUNDLED, picture::Picture, standard::PaletteChoice};
use std::{
    fs,
    net::UdpSocket,
    path::{Path, PathBuf},
    process::{Child, Command},
    thread::sleep,
    time::{Duration, Instant},
};
use vcs::{Cartridge, Machine, PowerOn};

/// Frames compared, one by one.
const FRAMES: usize = 120;
/// Frames between two pictures.
const PICTURE_EVERY: usize = 20;
/// The frame at which RetroArch is found paused, at most.
const LATEST_START: usize = 3000;
const PATIENCE: Duration = Duration::from_secs(60);

struct RetroArch {
    child: Child,
    commands: UdpSocket,
    folder: PathBuf,
}

impl RetroArch {
    fn start(folder: &Path) -> RetroArch {
        let core = folder.join("crownhead_libretro.so");
        fs::copy(built_core(), &core).expect("the built core");
        // A port that is free now.
        let port = UdpSocket::bind("127.0.0.1:0").and_then(|socket| socket.local_addr());
        let port = port.expect("a port").port();
        let shown = folder.display();
        let config = format!(
            "video_driver = \"sdl2\"\naudio_enable = \"false\"\nnetwork_cmd_enable = \"true\"\n\
             network_cmd_port = \"{port}\"\nvideo_gpu_screenshot = \"false\"\n\
             screenshot_directory = \"{shown}\"\nconfig_save_on_exit = \"false\"\n\
             notification_show_screenshot = \"false\"\npause_nonactive = \"false\"\n"
        );
        let settings = folder.join("retroarch.cfg");
        fs::write(&settings, config).expect("a settings file");
        let child = Command::new("xvfb-run")
            .args(["-a", "retroarch", "-c"])
            .arg(&settings)
            .arg("-L")
            .arg(&core)
            .env("HOME", folder)
            .stdout(fs::File::create(folder.join("log")).expect("a log"))
            .spawn()
            .expect("xvfb-run and retroarch are installed");
        let commands = UdpSocket::bind("127.0.0.1:0").expect("a socket");
        commands.connect(("127.0.0.1", port)).expect("loopback");
        let wait = Some(Duration::from_millis(200));
        commands.set_read_timeout(wait).expect("a time limit");
        RetroArch {
            child,
            commands,
            folder: folder.to_owned(),
        }
    }

    /// Sends a command that has no answer.
    fn send(&self, command: &str) {
        // Before RetroArch listens, the system refuses; the next try will do.
        let _ = self.commands.send(command.as_bytes());
    }

    /// The 128 bytes of RAM, as achievements see them.
    fn ram(&self) -> Vec<u8> {
        let begin = Instant::now();
        while begin.elapsed() < PATIENCE {
            self.send("READ_CORE_MEMORY 80 128");
            let mut answer = [0; 2048];
            let Ok(length) = self.commands.recv(&mut answer) else {
                continue;
            };
            let text = String::from_utf8_lossy(&answer[..length]).into_owned();
            let words = text.split_whitespace().skip(2);
            let bytes: Result<Vec<u8>, _> =
                words.map(|word| u8::from_str_radix(word, 16)).collect();
            if let Ok(bytes) = bytes
                && bytes.len() == 128
            {
                return bytes;
            }
        }
        panic!("RetroArch does not answer; see {}", self.folder.display());
    }

    /// Takes a screenshot of the core's own pixels.
    fn picture(&self) -> Vec<u32> {
        for old in self.pictures() {
            fs::remove_file(old).expect("an old picture");
        }
        self.send("SCREENSHOT");
        let begin = Instant::now();
        while begin.elapsed() < PATIENCE {
            sleep(Duration::from_millis(100));
            if let Some(pixels) = self.pictures().first().and_then(|path| read_png(path)) {
                return pixels;
            }
        }
        panic!("no screenshot in {}", self.folder.display());
    }

    fn pictures(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(&self.folder).expect("the folder");
        let paths = entries.map(|entry| entry.expect("an entry").path());
        paths
            .filter(|path| path.extension().is_some_and(|extension| extension == "png"))
            .collect()
    }
}

impl Drop for RetroArch {
    fn drop(&mut self) {
        self.send("QUIT");
        self.send("QUIT");
        sleep(Duration::from_secs(1));
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Builds the library as a front end loads it.
fn built_core() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let built = Command::new(env!("CARGO"))
        .args(["build", "--quiet", "-p", "crownhead-libretro"])
        .current_dir(&root)
        .status();
    assert!(built.is_ok_and(|status| status.success()));
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or(root.join("target"), PathBuf::from);
    target.join("debug/libcrownhead_libretro.so")
}

/// The pixels of a picture that is complete.
fn read_png(path: &Path) -> Option<Vec<u32>> {
    let file = std::io::BufReader::new(fs::File::open(path).ok()?);
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

/// RAM and picture of every frame of the console alone.
fn expected() -> Vec<(Vec<u8>, Vec<u32>)> {
    let cartridge = Cartridge::from_image(BUNDLED[0].image).expect("the bundled cartridge");
    let mut machine = Machine::new(cartridge, PowerOn::default());
    let palette = PaletteChoice::Ntsc.table();
    let frame = |_| {
        machine.frame();
        let shown = machine.television().shown_lines();
        let picture = Picture::of(machine.last_frame(), shown, &palette);
        (machine.ram().to_vec(), picture.pixels)
    };
    (0..LATEST_START + FRAMES).map(frame).collect()
}

#[test]
#[ignore = "needs RetroArch and Xvfb: apt-get install retroarch xvfb libgl1-mesa-dri"]
fn oracle_retroarch_shows_the_consoles_frames() {
    let folder = tempfile::tempdir().expect("a folder");
    let retroarch = RetroArch::start(folder.path());
    retroarch.ram();
    retroarch.send("PAUSE_TOGGLE");
    sleep(Duration::from_secs(1));
    let expected = expected();
    let (ram, picture) = (retroarch.ram(), retroarch.picture());
    let here =
        |(wanted_ram, wanted): &(Vec<u8>, Vec<u32>)| *wanted_ram == ram && *wanted == picture;
    let start = expected
        .iter()
        .position(here)
        .expect("one of the console's frames");
    for frame in 1..=FRAMES {
        let (wanted_ram, wanted) = &expected[start + frame];
        retroarch.send("FRAMEADVANCE");
        let begin = Instant::now();
        // The command takes effect within a frame or two of the display.
        while retroarch.ram() != *wanted_ram {
            assert!(begin.elapsed() < PATIENCE, "RAM of frame {}", start + frame);
            sleep(Duration::from_millis(5));
        }
        if frame % PICTURE_EVERY == 0 {
            assert!(
                retroarch.picture() == *wanted,
                "picture of frame {}",
                start + frame
            );
        }
    }
}
