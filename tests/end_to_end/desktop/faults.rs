//! What goes wrong is one line and the right exit status.

use super::stage::{Stage, empty_folder, program};
use std::{fs, process::Command};

/// Exit status and the one line on standard error.
fn complaint(mut command: Command) -> (i32, String) {
    let output = command.output().expect("the program starts");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code().unwrap_or(-1), said)
}

#[test]
fn without_a_display_one_line_and_status_1() {
    let folder = empty_folder("no-display");
    let (status, said) = complaint(program(&folder, &[]));
    assert_eq!(status, 1);
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(
        said.starts_with("crownhead: no window can be opened"),
        "{said}"
    );
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_wrong_cartridge_is_one_line_and_status_2() {
    let folder = empty_folder("wrong-cartridges");
    let file = |name: &str, size: usize| {
        let path = folder.join(name);
        fs::write(&path, vec![0; size]).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let wrong = [
        (file("empty.bin", 0), "0 bytes"),
        (file("odd.bin", 3000), "3000 bytes"),
        (file("huge.bin", 2 << 20), "larger than any cartridge"),
        (
            folder.join("missing.bin").to_str().unwrap().to_owned(),
            "No such file",
        ),
        (folder.to_str().unwrap().to_owned(), "is a directory"),
    ];
    for (path, reason) in wrong {
        let (status, said) = complaint(program(&folder, &[&path]));
        assert_eq!(status, 2, "{path}: {said}");
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(said.contains(reason), "{said}");
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn an_output_that_cannot_be_written_is_one_line_and_status_1() {
    let stage = Stage::new("no-output");
    // A file where a folder is wanted refuses root, too.
    fs::write(stage.path("wall"), "").unwrap();
    let target = stage.path("wall/out");
    let target = target.to_str().unwrap();
    for arguments in [
        ["--record", target],
        ["--log-input", target],
        ["--audio-out", &format!("wav:{target}")],
    ] {
        let (status, said) = complaint(stage.command(&arguments));
        assert_eq!(status, 1, "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(said.contains("cannot write"), "{said}");
    }
}

#[test]
fn a_snapshot_that_cannot_be_written_does_not_end_the_game() {
    let stage = Stage::new("no-snapshot");
    fs::write(stage.path("wall"), "").unwrap();
    let folder = stage.path("wall/out");
    let show = stage.start(&[
        "--data-dir",
        folder.to_str().unwrap(),
        "--audio-out",
        "null",
    ]);
    show.hands(&["key", "F12"]);
    super::stage::wait_for("the complaint", || {
        show.complaints().contains("cannot write").then_some(())
    });
    show.hands(&["key", "ctrl+q"]);
    let (status, said) = show.end();
    assert_eq!(status, 1);
    assert_eq!(said.lines().count(), 1, "{said}");
}

#[test]
fn wrong_settings_are_one_line_with_the_place_and_status_2() {
    let folder = empty_folder("wrong-settings");
    let file = folder.join("settings.toml");
    for (text, place) in [
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
        let (status, said) = complaint(program(&folder, &["--settings", file.to_str().unwrap()]));
        assert_eq!(status, 2, "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(said.contains(place), "{said}");
    }
    let missing = folder.join("none.toml");
    let (status, _) = complaint(program(&folder, &["--settings", missing.to_str().unwrap()]));
    assert_eq!(status, 2);
    fs::remove_dir_all(folder).unwrap();
}
