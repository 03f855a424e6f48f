//! Tests errors, each of which must print one line on standard error and have the right exit
//! status.

use super::stage::{Stage, copy_environment, probe, program, wait_for};
use std::{fs, process::Command};
use support::{Folder, Start, make_pipe};

/// Runs a command and returns its exit status and standard error.
fn status_and_stderr(mut command: Command) -> (i32, String) {
    let output = command.run();
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code().unwrap_or(-1), stderr)
}

#[test]
fn without_a_display_the_error_has_one_line_and_status_1() {
    let folder = Folder::new("no-display");
    let (status, stderr) = status_and_stderr(program(&folder, &[]));
    assert_eq!(status, 1);
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
    assert!(
        stderr.starts_with("crownhead: no window can be opened"),
        "{stderr}"
    );
}

#[test]
fn an_invalid_cartridge_gives_a_one_line_error_and_status_2() {
    let folder = Folder::new("wrong-cartridges");
    let file = |name: &str, size: usize| {
        let path = folder.join(name);
        fs::write(&path, vec![0; size]).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let invalid = [
        (file("empty.bin", 0), "0 bytes"),
        (file("odd.bin", 3000), "3000 bytes"),
        (file("huge.bin", 2 << 20), "larger than any cartridge"),
        (
            folder.join("missing.bin").to_str().unwrap().to_owned(),
            "No such file",
        ),
    ];
    for (path, reason) in invalid {
        let (status, stderr) = status_and_stderr(program(&folder, &[&path]));
        assert_eq!(status, 2, "{path}: {stderr}");
        assert_eq!(stderr.lines().count(), 1, "{stderr}");
        assert!(stderr.contains(reason), "{stderr}");
    }
}

#[test]
fn a_misspelled_command_gets_a_suggestion() {
    let folder = Folder::new("misspelled");
    for (word, suggestion) in [
        ("setings", Some("; did you mean the command settings?")),
        ("test", Some("; did you mean the command verify?")),
        ("qqq.bin", None),
    ] {
        let (status, stderr) = status_and_stderr(program(&folder, &[word]));
        assert_eq!((status, stderr.lines().count()), (2, 1), "{stderr}");
        assert!(
            stderr
                .trim_end()
                .ends_with(suggestion.unwrap_or("No such file or directory")),
            "{stderr}"
        );
    }
}

#[test]
fn an_output_that_cannot_be_written_gives_a_one_line_error_and_status_1() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("no-output");
    // Even root gets an error for a path that has a file in place of a folder.
    fs::write(stage.path("file"), "").unwrap();
    let target = stage.path("file/out");
    let target = target.to_str().unwrap();
    for arguments in [
        ["--record", target],
        ["--log-input", target],
        ["--audio-out", &format!("wav:{target}")],
    ] {
        let (status, stderr) = status_and_stderr(stage.command(&arguments));
        assert_eq!(status, 1, "{stderr}");
        assert_eq!(stderr.lines().count(), 1, "{stderr}");
        assert!(stderr.contains("cannot write"), "{stderr}");
    }
}

#[test]
fn a_snapshot_that_cannot_be_written_does_not_end_the_game() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("no-snapshot");
    fs::write(stage.path("file"), "").unwrap();
    let folder = stage.path("file/out");
    let app = stage.start(&[
        "--data-dir",
        folder.to_str().unwrap(),
        "--audio-out",
        "null",
    ]);
    app.input(&["key", "F12"]);
    wait_for("the error", || {
        app.stderr().contains("cannot write").then_some(())
    });
    app.input(&["key", "ctrl+q"]);
    let (status, stderr) = app.wait_for_exit();
    assert_eq!(status, 1);
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
}

#[test]
fn a_full_disk_gives_a_one_line_error_and_the_recording_stays_readable() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("full-disk");
    let rom = probe(&stage.path(""));
    let program = stage.command(&[]);
    // A limit of 4 KiB per file has the same effect as a full disk, and needs no privileges.
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -f 8; trap '' XFSZ; exec \"$@\"", "sh"]);
    command.arg(program.get_program()).arg(&rom);
    command.args(["--title", "stage", "--audio-out", "null", "--speed", "4"]);
    command.arg("--record").arg(stage.path("s.script"));
    copy_environment(&mut command, &program);
    let app = stage.launch(command);
    wait_for("the file to be full", || {
        let presses = ["key", "--delay", "0", "--repeat", "60", "space"];
        app.input(&presses);
        app.stderr().contains("cannot write").then_some(())
    });
    // The game continues.
    app.input(&["key", "F5", "key", "ctrl+q"]);
    let (status, stderr) = app.wait_for_exit();
    assert_eq!((status, stderr.lines().count()), (1, 1), "{stderr}");
    assert!(stderr.contains("s.script: File too large"), "{stderr}");
    let written = fs::read_to_string(stage.path("s.script")).unwrap();
    let script =
        lab::script::Script::parse(&written).unwrap_or_else(|error| panic!("{error}\n{written}"));
    assert!(script.events.len() > 100, "{} events", script.events.len());
}

#[test]
fn a_device_or_a_pipe_gets_the_script_at_the_end() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("record-devices");
    let fifo = stage.path("fifo");
    make_pipe(&fifo);
    let mut reader = Command::new("cat");
    let reader = reader
        .arg(&fifo)
        .stdout(std::process::Stdio::piped())
        .start();
    let frames = ["--audio-out", "null", "--exit-after-frames", "30"];
    let record = |file: &str| {
        let output = stage
            .command(&[&frames[..], &["--record", file]].concat())
            .run();
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code(), stderr)
    };
    assert_eq!(record("/dev/zero"), (Some(0), String::new()));
    let (status, stderr) = record("/dev/full");
    assert_eq!((status, stderr.lines().count()), (Some(1), 1), "{stderr}");
    assert!(
        stderr.contains("cannot write /dev/full: No space left"),
        "{stderr}"
    );
    assert_eq!(record(fifo.to_str().unwrap()), (Some(0), String::new()));
    let received = reader.output().stdout;
    let script = lab::script::Script::parse(&String::from_utf8(received).unwrap()).unwrap();
    assert_eq!(script.end.frame, 30);
    for device in ["/dev/zero", "/dev/full"] {
        let words = ["checkers", "--record", device];
        let (status, stderr) = status_and_stderr(stage.command(&words));
        assert_eq!((status, stderr.lines().count()), (2, 1), "{stderr}");
    }
}

#[test]
fn without_a_data_folder_states_and_records_fail_but_the_game_continues() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("no-folder");
    fs::write(stage.path("file"), "").unwrap();
    let folder = stage.path("file/out");
    let app = stage.start(&[
        "--data-dir",
        folder.to_str().unwrap(),
        "--audio-out",
        "null",
    ]);
    for key in ["F9", "ctrl+e", "alt+e", "ctrl+d"] {
        let before = app.stderr().lines().count();
        app.input(&["key", key]);
        wait_for("the error", || {
            (app.stderr().lines().count() == before + 1).then_some(())
        });
    }
    app.input(&["key", "ctrl+q"]);
    let (status, stderr) = app.wait_for_exit();
    assert_eq!(status, 1);
    assert!(
        stderr.lines().all(|line| line.contains("cannot write")),
        "{stderr}"
    );
}

#[test]
fn a_wrong_setting_gives_one_line_with_its_location() {
    let folder = Folder::new("wrong-settings");
    let file = folder.join("settings.toml");
    for (text, error) in [
        (
            "[keys]\nleft-fire = [\"fnord\"]\n",
            "settings.toml:2: left-fire: no key is named \"fnord\"",
        ),
        (
            "[sound]\nvolume = \"loud\"\n",
            "settings.toml:2: invalid type",
        ),
        ("[sound", "settings.toml:1: "),
    ] {
        fs::write(&file, text).unwrap();
        let words = ["keys", "--settings", file.to_str().unwrap()];
        let output = program(&folder, &words).run();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{stderr}");
        assert!(!output.stdout.is_empty());
        assert_eq!(stderr.lines().count(), 1, "{stderr}");
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
        assert!(stderr.contains(error), "{stderr}");
    }
    let missing = folder.join("none.toml");
    let (status, _) =
        status_and_stderr(program(&folder, &["--settings", missing.to_str().unwrap()]));
    assert_eq!(status, 2);
}
