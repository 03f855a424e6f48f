//! A game pad that is plugged in only for the program, by umockdev: its description, its answers
//! and its events are files.

use super::stage::{Stage, probe, wait_for};
use std::{fs, process::Command};

const DEVICE: &str = "\
P: /devices/virtual/input/input9
E: EV=b
E: NAME=\"Test Pad\"
E: ID_INPUT=1
E: ID_INPUT_JOYSTICK=1
E: SUBSYSTEM=input
A: name=Test Pad

P: /devices/virtual/input/input9/event9
N: input/event9
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
const SOUTH: u16 = 0x130;
const NORTH: u16 = 0x133;
const SHOULDERS: [u16; 2] = [0x136, 0x137];
const D_PAD: [u16; 4] = [0x220, 0x221, 0x222, 0x223];

/// A set of numbers as the kernel answers with it: little-endian bits, in hexadecimal.
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

/// What the pad answers when it is asked what it is.
fn answers() -> String {
    let keys = [
        &D_PAD[..],
        &SHOULDERS,
        &[SOUTH, 0x131, NORTH, 0x134, SELECT, START],
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
    let (none, up) = (bits(&[], 16), bits(&[], 96));
    let name = hex(b"Test Pad\0");
    format!(
        "@DEV /dev/input/event9\nEVIOCGBIT(0) 8 {kinds}\nEVIOCGBIT(1) 96 {keys}\nEVIOCGBIT(3) 8 {axes}\n\
         EVIOCGBIT(21) 0 {none}\nEVIOCGABS(0) 0 {axis}\nEVIOCGABS(1) 0 {axis}\nEVIOCGNAME 9 {name}\n\
         EVIOCGID 0 0300341278560100\nEVIOCGKEY 96 {up}\n"
    )
}

/// Every control in turn, a tenth of a second apart.
fn events() -> String {
    let press = |key: u16| [(KEY, key, 1), (KEY, key, 0)];
    let keys = [&[SOUTH][..], &D_PAD, &[SELECT, START], &SHOULDERS, &[NORTH]].concat();
    let stick = [
        (0, -32000),
        (0, 0),
        (0, 32000),
        (0, 0),
        (1, -32000),
        (1, 0),
        (1, 32000),
        (1, 0),
    ];
    let changes = keys.into_iter().flat_map(press).chain(
        stick
            .into_iter()
            .map(|(axis, value)| (ABSOLUTE, axis, value)),
    );
    let mut text = "E: 0.000000 0000 0000 0\n".to_owned();
    for (number, (kind, code, value)) in changes.enumerate() {
        let time = 1.0 + number as f64 * 0.1;
        text += &format!("E: {time:.6} {kind:04x} {code:04x} {value}\nE: {time:.6} 0000 0000 0\n");
    }
    text
}

#[test]
fn every_control_of_a_pad_reaches_its_port_or_switch() {
    let stage = Stage::new("pad");
    let rom = probe(&stage.path(""));
    let log = stage.path("log");
    for (name, text) in [
        ("pad", DEVICE.into()),
        ("answers", answers()),
        ("events", events()),
    ] {
        fs::write(stage.path(name), text).unwrap();
    }
    let program = stage.command(&[]);
    let node = |name: &str| format!("/dev/input/event9={}", stage.path(name).display());
    let mut command = Command::new("umockdev-run");
    command.arg("--device").arg(stage.path("pad"));
    command.args([
        "--ioctl",
        &node("answers"),
        "--evemu-events",
        &node("events"),
        "--",
    ]);
    command.arg(program.get_program()).arg(&rom);
    command
        .args([
            "--title",
            "stage",
            "--audio-out",
            "null",
            "--scale",
            "1",
            "--log-input",
        ])
        .arg(&log);
    for (name, value) in program
        .get_envs()
        .filter_map(|(name, value)| Some((name, value?)))
    {
        command.env(name, value);
    }
    if Command::new("umockdev-run")
        .arg("--version")
        .output()
        .is_err()
    {
        panic!("umockdev-run is missing; install it with: apt-get install umockdev");
    }
    let show = stage.show(command);
    let lines = || fs::read_to_string(&log).unwrap_or_default();
    // Stick left, right, up and down come last, with both difficulties A and black-and-white.
    let last = [
        "swcha BF swchb F7",
        "swcha 7F swchb F7",
        "swcha EF swchb F7",
        "swcha DF swchb F7",
    ];
    let shown = [
        "inpt4 00",
        "swcha EF swchb 3F",
        "swcha DF swchb 3F",
        "swcha BF swchb 3F",
        "swcha 7F swchb 3F",
    ];
    let switches = ["swchb 3D", "swchb 3E", "swchb 7F", "swchb FF", "swchb F7"];
    for wanted in shown.iter().chain(&switches).chain(&last) {
        wait_for(wanted, || lines().contains(wanted).then_some(()));
    }
    show.hands(&["key", "ctrl+q"]);
    assert_eq!(show.end().0, 0);
}
