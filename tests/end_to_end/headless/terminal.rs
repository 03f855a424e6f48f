//! Tests that long commands on a terminal show their progress and end on Ctrl+C.

use std::{
    fs::File,
    io::{Read, Write},
    process::{Command, Stdio},
};
use support::{Folder, Start};

/// Ctrl+C, as the keyboard of a terminal sends it.
const CTRL_C: &[u8] = b"\x03";

/// Runs a command line on a terminal until it shows progress, then interrupts it.
fn interrupt_on_progress(folder: &Folder, words: &str) {
    // Tests that run in the background may be ignoring Ctrl+C, and child programs inherit that.
    let crownhead = env!("CARGO_BIN_EXE_crownhead");
    let line = format!("env --default-signal=INT {crownhead} {words}");
    let mut program = Command::new("script")
        .args(["-qefc", &line, "/dev/null"])
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .start();
    let (mut keyboard, mut screen) = (program.stdin(), program.stdout());
    let mut text = String::new();
    let mut bytes = [0; 1024];
    while !text.contains("press Ctrl+C to stop") {
        let count = screen.read(&mut bytes).unwrap();
        assert!(
            count > 0,
            "{words} ended without showing its progress: {text}"
        );
        text.push_str(&String::from_utf8_lossy(&bytes[..count]));
    }
    keyboard.write_all(CTRL_C).unwrap();
    // Either the program exits with status 1 after a message, or the signal kills it.
    let status = program.wait();
    assert_ne!(status.code(), Some(0), "{words}");
}

#[test]
fn every_long_command_shows_its_progress_and_ends_on_ctrl_c() {
    support::needs!("script");
    if File::open("/dev/ptmx").is_err() {
        // A chroot without /dev/pts has no terminals.
        return;
    }
    let folder = Folder::new("terminal");
    folder.write(
        "long.script",
        "crownhead-script 1\ncartridge bundled\n@899999 expect frame-lines 262\n@900000 end\n",
    );
    let commands = [
        "trace --kind bus --frames 900000 --out /dev/null",
        "record --frames 900000 --out o.script",
        "profile --frames 900000",
        "kernel --frame 9000000",
        "disasm --frames 900000",
        "verify long.script",
        "snapshot --frame 9000000 --max-frames 9999999 --out o.png",
        "replay long.script",
    ];
    std::thread::scope(|scope| {
        for words in commands {
            let folder = &folder;
            scope.spawn(move || interrupt_on_progress(folder, words));
        }
    });
    assert!(!folder.path("o.png").exists());
}
