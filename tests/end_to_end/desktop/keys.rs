//! Every mapped key. The port bits that the console's program reads show the effect.

use super::stage::{App, Stage, probe, wait_for};
use std::{fs, path::PathBuf, process::Command};
use support::Start;

/// The values of SWCHA, SWCHB, INPT4 and INPT5.
pub type Ports = [u8; 4];

/// The ports when no key is pressed.
pub const IDLE: Ports = [0xff, 0x3f, 0x80, 0x80];

/// A window with the probe cartridge and a log of its ports.
pub struct Keyboard<'a> {
    pub app: App<'a>,
    log: PathBuf,
}

impl Keyboard<'_> {
    pub fn on(stage: &Stage) -> Keyboard<'_> {
        Keyboard::with(stage, &[], IDLE)
    }

    /// Opens the window with options, and waits until the ports have the values `start`.
    pub fn with<'a>(stage: &'a Stage, options: &[&str], start: Ports) -> Keyboard<'a> {
        let log = stage.path("log");
        let _ = fs::remove_file(&log);
        let rom = probe(&stage.path(""));
        let common = [
            rom.to_str().unwrap(),
            "--audio-out",
            "null",
            "--scale",
            "1",
            "--log-input",
            log.to_str().unwrap(),
        ];
        let app = stage.start(&[&common, options].concat());
        let keyboard = Keyboard { app, log };
        keyboard.expect("at rest", start);
        keyboard
    }

    /// Returns the frame and the new port values of every change so far.
    pub fn changes(&self) -> Vec<(u64, Ports)> {
        let text = fs::read_to_string(&self.log).unwrap_or_default();
        // The last line may be incomplete.
        let complete = text.rfind('\n').map_or("", |end| &text[..end]);
        complete.lines().map(parse_line).collect()
    }

    pub fn ports(&self) -> Option<Ports> {
        self.changes().last().map(|(_, ports)| *ports)
    }

    /// Waits until the ports have these values.
    pub fn expect(&self, what: &str, expected: Ports) {
        let mut last = None;
        wait_for(&format!("{what}: ports {expected:02X?}"), || {
            last = self.ports();
            (last == Some(expected)).then_some(())
        });
    }

    /// Plays until this frame. The up key, pressed again and again, shows the current frame in the
    /// log.
    pub fn play_until(&self, frame: u64) {
        wait_for(&format!("frame {frame}"), || {
            self.try_key("Up", swcha(0x10), IDLE);
            self.changes()
                .last()
                .filter(|(now, _)| *now > frame)
                .copied()
        });
    }

    /// Presses and releases a key. The ports must change to exactly `expected` and then to `after`.
    pub fn try_key(&self, key: &str, expected: Ports, after: Ports) {
        self.app.input(&["keydown", key]);
        self.expect(key, expected);
        self.app.input(&["keyup", key]);
        self.expect(&format!("{key} released"), after);
    }
}

/// Parses a line of the input log.
fn parse_line(line: &str) -> (u64, Ports) {
    let words: Vec<&str> = line.split(' ').collect();
    let port = |at: usize| u8::from_str_radix(words[at], 16).expect("a number");
    (
        words[0][1..].parse().expect("a frame"),
        [port(2), port(4), port(6), port(8)],
    )
}

/// Returns the ports while these bits of SWCHA are low.
pub fn swcha(bits: u8) -> Ports {
    [!bits, 0x3f, 0x80, 0x80]
}

/// Returns the ports at rest, but with this value of SWCHB.
pub fn swchb(value: u8) -> Ports {
    [0xff, value, 0x80, 0x80]
}

#[test]
fn every_joystick_key_pulls_its_port_bits_low() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("joystick-keys");
    let keyboard = Keyboard::on(&stage);
    let directions = [
        ("Up", 0x10),
        ("Down", 0x20),
        ("Left", 0x40),
        ("Right", 0x80),
        ("KP_8", 0x10),
        ("KP_2", 0x20),
        ("KP_4", 0x40),
        ("KP_6", 0x80),
        ("KP_7", 0x50),
        ("KP_9", 0x90),
        ("KP_1", 0x60),
        ("KP_3", 0xa0),
        ("q", 0x50),
        ("e", 0x90),
        ("z", 0x60),
        ("c", 0xa0),
        ("y", 0x01),
        ("h", 0x02),
        ("g", 0x04),
        ("j", 0x08),
        ("t", 0x05),
        ("u", 0x09),
        ("b", 0x06),
        ("m", 0x0a),
    ];
    for (key, bits) in directions {
        keyboard.try_key(key, swcha(bits), IDLE);
    }
    for key in ["space", "Control_L", "KP_5"] {
        keyboard.try_key(key, [0xff, 0x3f, 0x00, 0x80], IDLE);
    }
    keyboard.try_key("f", [0xff, 0x3f, 0x80, 0x00], IDLE);
}

#[test]
fn keys_act_by_position_in_every_keyboard_layout() {
    support::needs!("Xvfb", "xdotool", "import", "setxkbmap");
    // The X server's key codes of Q, E, Z and C on a US keyboard. 49 and 34 are the keys to the
    // left of 1 and to the right of P.
    const DIAGONALS: [(&str, u8); 4] = [("24", 0x50), ("26", 0x90), ("52", 0x60), ("54", 0xa0)];
    const FIRE: Ports = [0xff, 0x3f, 0x00, 0x80];
    let stage = Stage::new("layouts");
    let settings = stage.settings("[keys]\nleft-fire = [\"backquote\", \"leftbracket\"]\n");
    let set_layout = |layout: &str| {
        let words = ["-display", stage.display(), layout];
        let output = Command::new("setxkbmap").args(words).run();
        assert!(output.status.success(), "{layout}");
    };
    for layout in ["fr", "de"] {
        set_layout(layout);
        let keyboard = Keyboard::with(&stage, &[&settings], IDLE);
        for (key, bits) in DIAGONALS {
            keyboard.try_key(key, swcha(bits), IDLE);
        }
        for key in ["49", "34"] {
            keyboard.try_key(key, FIRE, IDLE);
        }
        // Change the layout while the program is running.
        set_layout("us");
        for (key, bits) in [("q", 0x50), ("y", 0x01)] {
            keyboard.try_key(key, swcha(bits), IDLE);
        }
        // Commands depend on the key's letter, not on its position: in every layout, Ctrl+Q quits.
        set_layout(layout);
        keyboard.app.input(&["key", "ctrl+q"]);
        assert_eq!(keyboard.app.wait_for_exit().0, 0);
    }
}

#[test]
fn every_switch_key_sets_its_switch() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("switch-keys");
    let keyboard = Keyboard::on(&stage);
    keyboard.try_key("F1", swchb(0x3d), IDLE);
    keyboard.try_key("F2", swchb(0x3e), IDLE);
    for (key, value) in [
        ("F4", 0x37),
        ("F4", 0x37),
        ("F3", 0x3f),
        ("F5", 0x7f),
        ("F5", 0x7f),
        ("F6", 0x3f),
        ("F7", 0xbf),
        ("F8", 0x3f),
    ] {
        keyboard.try_key(key, swchb(value), swchb(value));
    }
    for (key, value) in [
        ("F5", 0x7f),
        ("F6", 0x3f),
        ("F7", 0xbf),
        ("F8", 0x3f),
        ("F3", 0x37),
        ("F4", 0x3f),
    ] {
        keyboard.app.input(&["key", &format!("shift+{key}")]);
        keyboard.expect(&format!("shift+{key}"), swchb(value));
    }
}

#[test]
fn even_the_shortest_key_press_counts() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("taps");
    let keyboard = Keyboard::on(&stage);
    const TAPS: usize = 20;
    let mut words = Vec::new();
    for _ in 0..TAPS {
        words.extend(["keydown", "space", "keyup", "space", "sleep", "0.001"]);
    }
    keyboard.app.input(&words);
    wait_for("all taps", || {
        let changes = keyboard.changes();
        let presses = changes.iter().filter(|(_, ports)| ports[2] == 0).count();
        (presses == TAPS && changes.last().unwrap().1 == IDLE).then_some(())
    });
}

#[test]
fn opposite_directions_cancel_out_and_commands_do_not_reach_the_console() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("combinations");
    let keyboard = Keyboard::on(&stage);
    keyboard
        .app
        .input(&["keydown", "Left", "keydown", "Right", "keydown", "Up"]);
    keyboard.expect("left, right and up", swcha(0x10));
    keyboard.app.input(&["keyup", "Left"]);
    keyboard.expect("right and up", swcha(0x90));
    keyboard.app.input(&["keyup", "Right", "keyup", "Up"]);
    keyboard.expect("nothing", IDLE);

    // Ctrl is fire, and works together with the stick. A command with Ctrl releases it.
    keyboard
        .app
        .input(&["keydown", "Control_L", "keydown", "Up"]);
    keyboard.expect("fire and up", [0xef, 0x3f, 0x00, 0x80]);
    keyboard.app.input(&["keydown", "y"]);
    keyboard.app.input(&["keyup", "y", "keyup", "Up"]);
    keyboard.expect("fire alone", [0xff, 0x3f, 0x00, 0x80]);
    keyboard.app.input(&["key", "bracketright"]);
    keyboard.expect("muted", IDLE);
    keyboard.app.input(&["keyup", "Control_L"]);

    // A key pressed with Alt does not reach the console, so the next change comes from the space
    // bar.
    let before = keyboard.changes().len();
    keyboard.app.input(&[
        "keydown", "Alt_L", "key", "Up", "key", "f", "keyup", "Alt_L",
    ]);
    keyboard.try_key("space", [0xff, 0x3f, 0x00, 0x80], IDLE);
    assert_eq!(keyboard.changes().len(), before + 2);
}

/// Ctrl alone is fire. When it is the start of a command, it must not pick up a piece in Video
/// Checkers.
#[test]
fn a_command_with_ctrl_does_not_fire_in_video_checkers() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("ctrl");
    let log = stage.path("log");
    let words = ["--audio-out", "null", "--log-input", log.to_str().unwrap()];
    let app = stage.start(&words);
    let keyboard = Keyboard { app, log };
    keyboard.expect("at rest", IDLE);
    let before = keyboard.changes().len();
    let keys = ["bracketright", "p", "p", "p", "p", "bracketright"];
    for key in keys {
        let combination = ["key", key, "keyup", "Control_L"];
        let words = ["keydown", "Control_L", "sleep", "0.05"];
        keyboard.app.input(&[words, combination].concat());
    }
    const FIRE: Ports = [0xff, 0x3f, 0x00, 0x80];
    keyboard.try_key("space", FIRE, IDLE);
    assert_eq!(keyboard.changes().len(), before + 2);
    // Ctrl alone is still fire.
    keyboard.app.input(&["key", "Control_L"]);
    wait_for("a tap of Ctrl", || {
        (keyboard.changes().len() == before + 4).then_some(())
    });
    keyboard.try_key("Control_L", FIRE, IDLE);
}

/// Sends the key codes of the numeric keypad. xdotool does not translate key codes, so the keys act
/// as they do without NumLock.
#[test]
fn the_numeric_keypad_works_without_num_lock() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("num-lock");
    let keyboard = Keyboard::on(&stage);
    let keys = [
        ("79", 0x50),
        ("80", 0x10),
        ("81", 0x90),
        ("83", 0x40),
        ("85", 0x80),
        ("87", 0x60),
        ("88", 0x20),
        ("89", 0xa0),
    ];
    for (key, bits) in keys {
        keyboard.try_key(key, swcha(bits), IDLE);
    }
    keyboard.try_key("84", [0xff, 0x3f, 0x00, 0x80], IDLE);
}

#[test]
fn a_held_key_is_released_when_the_window_loses_focus() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("focus");
    let keyboard = Keyboard::on(&stage);
    keyboard.app.input(&["keydown", "Right", "keydown", "F2"]);
    keyboard.expect("held", [0x7f, 0x3e, 0x80, 0x80]);
    keyboard.app.lose_focus();
    keyboard.expect("focus lost", IDLE);
    keyboard.app.input(&["keyup", "Right", "keyup", "F2"]);
    keyboard.app.focus();
    keyboard.try_key("Down", swcha(0x20), IDLE);
}

#[test]
fn settings_can_assign_other_keys_to_actions() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("settings");
    let settings = stage.settings("[keys]\nleft-fire = [\"x\"]\nreset = [\"ctrl+x\"]\n");
    let keyboard = Keyboard::with(&stage, &[&settings], IDLE);
    keyboard.try_key("x", [0xff, 0x3f, 0x00, 0x80], IDLE);
    let before = keyboard.changes().len();
    keyboard.app.input(&["key", "space", "key", "F2"]);
    keyboard
        .app
        .input(&["keydown", "Control_L", "keydown", "x"]);
    keyboard.expect("reset", swchb(0x3e));
    assert_eq!(
        keyboard.changes().len(),
        before + 1,
        "the old keys no longer act"
    );
}
