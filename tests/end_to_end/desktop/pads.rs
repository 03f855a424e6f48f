//! A game pad that umockdev simulates for the program under test. Files hold the pad's description
//! and its answers to requests; its events come through a pipe.

use super::stage::{App, Stage, copy_environment, probe, program, wait_for};
use std::{
    fs::{self, File},
    io::Write,
    os::unix::{fs::FileTypeExt, net::UnixDatagram},
    path::{Path, PathBuf},
    process::Command,
    thread,
    time::Duration,
};
use support::{Folder, Start};

/// The description of the pad for umockdev.
const DEVICE: &str = "\
P: /devices/virtual/input/input9
E: EV=b
E: NAME=\"Test Pad\"
E: ID_INPUT=1
E: ID_INPUT_JOYSTICK=1
E: SUBSYSTEM=input
A: name=Test Pad

P: /devices/virtual/input/input9/event9
N: input/event9=00
E: DEVNAME=/dev/input/event9
E: ID_INPUT=1
E: ID_INPUT_JOYSTICK=1
E: MAJOR=13
E: MINOR=73
E: SUBSYSTEM=input
";

/// Event types and codes of the kernel's input.h.
const KEY: u16 = 1;
const ABSOLUTE: u16 = 3;
const SELECT: u16 = 0x13a;
const START: u16 = 0x13b;
pub const MODE: u16 = 0x13c;
pub const SOUTH: u16 = 0x130;
pub const NORTH: u16 = 0x133;
const EAST: u16 = 0x131;
const WEST: u16 = 0x134;
const SHOULDERS: [u16; 2] = [0x136, 0x137];
/// The codes of up, down, left and right.
pub const D_PAD: [u16; 4] = [0x220, 0x221, 0x222, 0x223];

/// Kind, code and value of an event.
pub type Event = (u16, u16, i32);

/// Returns a set of numbers in the kernel's format: a little-endian bit set in hexadecimal.
fn bits(numbers: &[u16], bytes: usize) -> String {
    let mut set = vec![0u8; bytes];
    numbers
        .iter()
        .for_each(|number| set[usize::from(number / 8)] |= 1 << (number % 8));
    hex(&set)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02X}")).collect()
}

/// Returns the pad's answers to requests about its description.
fn ioctl_answers() -> String {
    let keys = [
        &D_PAD[..],
        &SHOULDERS,
        &[SOUTH, EAST, NORTH, WEST, SELECT, START, MODE],
    ]
    .concat();
    let axis: Vec<u8> = [0i32, -32768, 32767, 0, 0, 0]
        .iter()
        .flat_map(|n| n.to_le_bytes())
        .collect();
    let axis = hex(&axis);
    let (kinds, keys, axes) = (
        bits(&[0, KEY, ABSOLUTE], 8),
        bits(&keys, 96),
        bits(&[0, 1], 8),
    );
    let (no_force_feedback, no_keys_down) = (bits(&[], 16), bits(&[], 96));
    // The name, padded to the size of the buffer in the request.
    let name = hex(b"Test Pad") + &"00".repeat(120);
    format!(
        "@DEV /dev/input/event9\nEVIOCGBIT(0) 8 {kinds}\nEVIOCGBIT(1) 96 {keys}\n\
         EVIOCGBIT(3) 8 {axes}\n\
         EVIOCGBIT(21) 0 {no_force_feedback}\nEVIOCGABS(0) 0 {axis}\nEVIOCGABS(1) 0 {axis}\n\
         EVIOCGNAME 9 {name}\n\
         EVIOCGID 0 0300341278560100\nEVIOCGKEY 96 {no_keys_down}\n"
    )
}

/// Returns an event in the format of the kernel's input.h: an unused time stamp, then kind, code
/// and value.
fn event((kind, code, value): Event) -> Vec<u8> {
    let mut bytes = vec![0; 2 * size_of::<usize>()];
    bytes.extend(kind.to_ne_bytes());
    bytes.extend(code.to_ne_bytes());
    bytes.extend(value.to_ne_bytes());
    bytes
}

/// Returns the events for pressing and releasing a button.
pub fn press(key: u16) -> [Event; 2] {
    [(KEY, key, 1), (KEY, key, 0)]
}

/// Starts the probe cartridge with the pad plugged in, then sends ten events per second. The values
/// of the ports are written to the file `log` in the stage's folder.
fn start(stage: &Stage, events: Vec<Event>) -> App<'_> {
    let (rom, log) = (probe(&stage.path("")), stage.path("log"));
    let args = [rom.to_str().unwrap(), "--scale", "1", "--log-input"];
    let args = [&args[..], &[log.to_str().unwrap()]].concat();
    start_with(stage, &args, events, Duration::from_millis(100))
}

/// Starts the program with the pad plugged in, and sends one event per interval.
pub fn start_with<'a>(
    stage: &'a Stage,
    args: &[&str],
    events: Vec<Event>,
    interval: Duration,
) -> App<'a> {
    fs::write(stage.path("pad"), DEVICE).unwrap();
    fs::write(stage.path("answers"), ioctl_answers()).unwrap();
    let program = stage.command(&[]);
    let node = format!("/dev/input/event9={}", stage.path("answers").display());
    let mut command = Command::new("umockdev-run");
    command.arg("--device").arg(stage.path("pad"));
    command.args(["--ioctl", &node, "--", "sh", "-c", PIPE_SCRIPT, "sh"]);
    command.arg(program.get_program());
    command.args(["--title", "stage", "--audio-out", "null"]);
    command.args(args);
    copy_environment(&mut command, &program);
    // umockdev-run keeps its mock device and its sockets in this folder.
    command.env("TMPDIR", stage.path(""));
    let folder = stage.path("");
    thread::spawn(move || send(&folder, &events, interval));
    stage.launch(command)
}

/// A shell script that replaces the device with a pipe and starts the program. umockdev's own
/// events need pseudo terminals, which some systems lack. The script also makes files for 32 sound
/// cards: the search for sound cards tries that many numbers, and each missing device would
/// permanently occupy an entry in umockdev's table.
const PIPE_SCRIPT: &str = "cd \"$UMOCKDEV_DIR/dev\" && mkdir snd && \
    for card in $(seq 0 31); do : > snd/controlC$card; : > aloadC$card; done && \
    rm input/event9 && mkfifo input/event9 && cd / && exec \"$@\"";

/// Sends events to the device, one per interval, after the program has opened it.
fn send(folder: &Path, events: &[Event], interval: Duration) {
    let pipe = wait_for("the device", || {
        let mut devices = mock_folders(folder).map(|folder| folder.join("dev/input/event9"));
        devices.find(|device| fs::metadata(device).is_ok_and(|device| device.file_type().is_fifo()))
    });
    let mut writer = File::options().write(true).open(&pipe).expect("a pipe");
    // This reader keeps the pipe open while the pad is unplugged.
    let _reader = File::open(&pipe).expect("a pipe");
    for event in events {
        thread::sleep(interval);
        let bytes = [self::event(*event), self::event((0, 0, 0))].concat();
        writer.write_all(&bytes).expect("a reader");
    }
}

/// Returns the folders that umockdev has created.
fn mock_folders(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mock_folders =
        entries.filter(|entry| entry.file_name().to_string_lossy().starts_with("umockdev."));
    mock_folders.map(|entry| entry.path())
}

/// Sends the program the device manager's message that the pad was connected or removed.
fn announce(stage: &Stage, action: &str) {
    let properties = format!(
        "ACTION={action}\0DEVPATH=/devices/virtual/input/input9/event9\0SUBSYSTEM=input\0\
         DEVNAME=/dev/input/event9\0ID_INPUT=1\0ID_INPUT_JOYSTICK=1\0MAJOR=13\0MINOR=73\0SEQNUM=9\0"
    );
    const HEADER: u32 = 40;
    let mut message = b"libudev\0".to_vec();
    message.extend(0xfeed_cafe_u32.to_be_bytes());
    for number in [HEADER, HEADER, properties.len() as u32] {
        message.extend(number.to_ne_bytes());
    }
    message.extend(murmur(b"input").to_be_bytes());
    message.extend([0; 12]);
    message.extend(properties.as_bytes());
    let socket = UnixDatagram::unbound().unwrap();
    let folder = stage.path("");
    wait_for("a program that listens for devices", || {
        let sockets = mock_folders(&folder)
            .flat_map(|folder| fs::read_dir(folder).unwrap().flatten())
            .filter(|entry| entry.file_name().to_string_lossy().starts_with("event"));
        let sent = sockets.filter(|entry| socket.send_to(&message, entry.path()).is_ok());
        (sent.count() > 0).then_some(())
    });
}

/// MurmurHash2 with seed 0, which the device manager's listeners use to filter messages.
fn murmur(bytes: &[u8]) -> u32 {
    const M: u32 = 0x5bd1_e995;
    let mut hash = bytes.len() as u32;
    let words = bytes.chunks_exact(4);
    let rest = words.remainder();
    for word in words {
        let word = u32::from_le_bytes(word.try_into().expect("four")).wrapping_mul(M);
        hash = hash.wrapping_mul(M) ^ (word ^ word >> 24).wrapping_mul(M);
    }
    if !rest.is_empty() {
        for (at, byte) in rest.iter().enumerate() {
            hash ^= u32::from(*byte) << (8 * at);
        }
        hash = hash.wrapping_mul(M);
    }
    hash = (hash ^ hash >> 13).wrapping_mul(M);
    hash ^ hash >> 15
}

#[test]
fn every_control_of_a_pad_reaches_its_port_or_switch() {
    support::needs!("Xvfb", "xdotool", "import", "umockdev-run");
    let stage = Stage::new("pad");
    let app = start(&stage, Vec::new());
    let buttons = [
        (SOUTH, "inpt4 00"),
        (D_PAD[0], "swcha EF swchb 3F"),
        (D_PAD[1], "swcha DF swchb 3F"),
        (D_PAD[2], "swcha BF swchb 3F"),
        (D_PAD[3], "swcha 7F swchb 3F"),
        (SELECT, "swchb 3D"),
        (START, "swchb 3E"),
        (SHOULDERS[0], "swchb 7F"),
        (SHOULDERS[1], "swchb FF"),
        (NORTH, "swchb F7"),
    ];
    let buttons = buttons.map(|(key, line)| (press(key), line));
    // The buttons have set both difficulty switches to A and the television switch to
    // black-and-white.
    let stick = [
        (0, -32000, "swcha BF swchb F7"),
        (0, 32000, "swcha 7F swchb F7"),
        (1, -32000, "swcha EF swchb F7"),
        (1, 32000, "swcha DF swchb F7"),
    ];
    let stick = stick.map(|(axis, value, line)| {
        let events = [(ABSOLUTE, axis, value), (ABSOLUTE, axis, 0)];
        (events, line)
    });
    let (log, folder) = (stage.path("log"), stage.path(""));
    for ([down, up], wanted) in buttons.into_iter().chain(stick) {
        send(&folder, &[down], Duration::ZERO);
        wait_for_line(&log, wanted);
        send(&folder, &[up], Duration::ZERO);
    }
    app.input(&["key", "ctrl+q"]);
    assert_eq!(app.wait_for_exit().0, 0);
}

#[test]
fn unplugging_a_pad_releases_its_controls_and_it_works_again_when_plugged_in() {
    support::needs!("Xvfb", "xdotool", "import", "umockdev-run");
    let stage = Stage::new("hot-plug");
    // The pad holds left, and presses fire again and again for a minute.
    let taps = (0..600).map(|number| (KEY, SOUTH, 1 - number % 2));
    let events = [(KEY, D_PAD[2], 1)].into_iter().chain(taps);
    let app = start(&stage, events.collect());
    let last_line = || {
        let text = fs::read_to_string(stage.path("log")).unwrap_or_default();
        text.lines().last().unwrap_or_default().to_owned()
    };
    wait_for("left", || last_line().contains("swcha BF").then_some(()));
    announce(&stage, "remove");
    wait_for("a released stick", || {
        last_line().contains("swcha FF").then_some(())
    });
    announce(&stage, "add");
    wait_for("fire", || last_line().contains("inpt4 00").then_some(()));
    app.input(&["key", "ctrl+q"]);
    assert_eq!(app.wait_for_exit().0, 0);
}

/// A settings file with comments.
const SETTINGS: &str = "# mine\n[sound]\n# not too loud\nvolume = 40 # evening\n";

/// Row numbers on the options page for pads: the row that chooses the pad, the row that resets all
/// buttons, and the rows of three actions.
const PAD_CHOICE_ROW: usize = 8;
const RESET_ALL_ROW: usize = 9;
const FIRE_ROW: usize = 14;
const SELECT_ROW: usize = 36;
const RIGHT_A_ROW: usize = 44;

/// The pad events that operate the options page for pads, and the row that they have reached.
struct PadsPage {
    row: usize,
    events: Vec<Event>,
}

impl PadsPage {
    /// Opens the page from the game.
    fn open() -> PadsPage {
        let keys = [MODE, D_PAD[1], SOUTH, NORTH, NORTH, NORTH];
        PadsPage {
            row: 0,
            events: keys.into_iter().flat_map(press).collect(),
        }
    }

    /// Goes to a row and presses buttons on it.
    fn press_at(mut self, row: usize, buttons: &[u16]) -> PadsPage {
        let direction = if row < self.row { D_PAD[0] } else { D_PAD[1] };
        let steps = std::iter::repeat_n(direction, row.abs_diff(self.row));
        let keys = steps.chain(buttons.iter().copied());
        self.events.extend(keys.flat_map(press));
        self.row = row;
        self
    }

    /// Closes the page and presses buttons in the game.
    fn close_and_press(mut self, buttons: &[u16]) -> Vec<Event> {
        let keys = [EAST].into_iter().chain(buttons.iter().copied());
        self.events.extend(keys.flat_map(press));
        self.events
    }
}

/// Waits until the log of the ports contains `wanted`.
fn wait_for_line(log: &Path, wanted: &str) {
    wait_for(wanted, || {
        let lines = fs::read_to_string(log).unwrap_or_default();
        lines.contains(wanted).then_some(())
    });
}

/// Starts the probe cartridge with these settings, sends the events, and waits until the log of the
/// ports contains `wanted`. Then quits and returns the settings file.
fn settings_after(stage: &Stage, settings: &str, events: Vec<Event>, wanted: &str) -> String {
    let (rom, log) = (probe(&stage.path("")), stage.path("log"));
    let file = stage.settings(settings);
    let args = [rom.to_str().unwrap(), "--scale", "1", &file, "--log-input"];
    let args = [&args[..], &[log.to_str().unwrap()]].concat();
    let app = start_with(stage, &args, events, Duration::from_millis(25));
    wait_for_line(&log, wanted);
    // Ctrl+Q could add a line to the log, because Ctrl is also fire.
    app.ask_to_close();
    assert_eq!(app.wait_for_exit(), (0, String::new()));
    fs::read_to_string(stage.path("settings.toml")).unwrap()
}

#[test]
fn buttons_can_be_bound_with_only_the_pad() {
    support::needs!("Xvfb", "xdotool", "import", "umockdev-run");
    let stage = Stage::new("pad-buttons");
    let events = PadsPage::open()
        .press_at(PAD_CHOICE_ROW, &[D_PAD[3]])
        .press_at(FIRE_ROW, &[SOUTH, WEST])
        .press_at(RIGHT_A_ROW, &[SOUTH, SELECT])
        // South was fire and is no longer bound, so only West fires. Start shows that all buttons
        // have been read.
        .close_and_press(&[SELECT, SOUTH, WEST, START]);
    let text = settings_after(&stage, SETTINGS, events, "swchb BE");
    let pad_section =
        "\n[pads.\"Test Pad\"]\nfire = [\"west\"]\nright-difficulty-a = [\"select\"]\n";
    assert_eq!(text, format!("{SETTINGS}{pad_section}"));
    let log = fs::read_to_string(stage.path("log")).unwrap();
    assert_eq!(log.matches("inpt4 00").count(), 1, "{log}");
    assert!(
        log.contains("swchb BF") && !log.contains("swchb 3D"),
        "{log}"
    );
}

#[test]
fn binding_a_button_removes_it_from_its_previous_action() {
    support::needs!("Xvfb", "xdotool", "import", "umockdev-run");
    let stage = Stage::new("pad-conflict");
    let events = PadsPage::open()
        .press_at(FIRE_ROW, &[SOUTH, WEST])
        .press_at(SELECT_ROW, &[SOUTH, WEST])
        .close_and_press(&[WEST]);
    let text = settings_after(&stage, SETTINGS, events, "swchb 3D");
    let all_section = "\n[pads.all]\nfire = []\nselect = [\"west\"]\n";
    assert_eq!(text, format!("{SETTINGS}{all_section}"));
}

#[test]
fn one_button_or_all_buttons_can_be_reset_with_only_the_pad() {
    support::needs!("Xvfb", "xdotool", "import", "umockdev-run");
    let stage = Stage::new("pad-reset");
    let pad_sections = "\n[pads.all]\n# gloves\nfire = \"west\"\nselect = \"north\" # rare\n\
               \n[pads.\"Test Pad\"]\nfire = \"north\"\nreset = \"west\"\n";
    let events = PadsPage::open()
        .press_at(FIRE_ROW, &[WEST])
        .press_at(PAD_CHOICE_ROW, &[D_PAD[3]])
        .press_at(RESET_ALL_ROW, &[SOUTH])
        .close_and_press(&[NORTH, SOUTH]);
    let text = settings_after(
        &stage,
        &format!("{SETTINGS}{pad_sections}"),
        events,
        "inpt4 00",
    );
    let remaining = "\n[pads.all]\n# gloves\nselect = \"north\" # rare\n\n[pads.\"Test Pad\"]\n";
    assert_eq!(text, format!("{SETTINGS}{remaining}"));
    let log = fs::read_to_string(stage.path("log")).unwrap();
    assert!(log.contains("swchb 3D"), "{log}");
}

#[test]
fn a_pad_button_cancels_the_wait_for_a_key() {
    support::needs!("Xvfb", "xdotool", "import", "umockdev-run");
    let stage = Stage::new("pad-keys-row");
    // The next page has the keys.
    let events = PadsPage::open()
        .press_at(0, &[NORTH])
        .press_at(1, &[SOUTH, EAST])
        .close_and_press(&[SOUTH]);
    let text = settings_after(&stage, SETTINGS, events, "inpt4 00");
    assert_eq!(text, SETTINGS);
}

#[test]
fn the_effective_button_bindings_are_printed() {
    let folder = Folder::new("pad-keys");
    let file = folder.join("settings.toml");
    let text = "[pads.all]\nfire = \"west\"\n[pads.\"My pad\"]\nmute = [\"west\", \"c\"]\n";
    fs::write(&file, text).unwrap();
    let lines = |options: &[&str]| {
        let args = ["keys", "--pads", "--settings", file.to_str().unwrap()];
        let output = program(&folder, &[&args[..], options].concat()).run();
        String::from_utf8(output.stdout).unwrap()
    };
    let row_of = |text: &str, action: &str| {
        let line = text.lines().find(|line| line.starts_with(action));
        line.map(|line| line.split_whitespace().skip(1).map(str::to_owned).collect())
    };
    let words = |text: &str| Some(text.split(' ').map(str::to_owned).collect::<Vec<_>>());
    let (all, my_pad) = (lines(&[]), lines(&["--pad", "My pad"]));
    assert_eq!(row_of(&all, "fire "), words("west fire button"));
    assert_eq!(row_of(&all, "mute "), words("mute"));
    assert_eq!(row_of(&my_pad, "fire "), words("fire button"));
    assert_eq!(row_of(&my_pad, "mute "), words("west c mute"));
    assert!(lines(&["--names"]).lines().any(|line| line == "left-stick"));
}
