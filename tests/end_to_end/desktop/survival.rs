//! Tests that the window survives problems outside the program: signals, a lost display, locked
//! files, full streams.

use super::{
    records::{GAME, play_in_the_terminal},
    stage::{App, Stage, copy_environment, read_stats, recorded_frames, wait_for},
};
use lab::script::Script;
use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    process::Command,
};
use support::{Signal, Start};

/// Returns the first saved state in the data folder whose file name ends with `suffix`.
fn saved_state(stage: &Stage, suffix: &str) -> Option<PathBuf> {
    let folder = fs::read_dir(stage.path("data/states")).ok()?;
    let mut files = folder.flatten().map(|entry| entry.path());
    files.find(|file| file.to_string_lossy().ends_with(suffix))
}

/// Starts the program, and plays until the running session has been written to disk.
fn play<'a>(stage: &'a Stage, words: &[&str]) -> App<'a> {
    let data = stage.path("data");
    let common = ["--audio-out", "null", "--speed", "4", "--data-dir"];
    let all = [&common[..], &[data.to_str().unwrap()], words].concat();
    let app = stage.start(&all);
    app.input(&["key", "F2", "key", "Up"]);
    wait_for("the running session", || {
        saved_state(stage, "-running.state")
    });
    app
}

#[test]
fn a_signal_saves_what_escape_saves() {
    support::needs!("Xvfb", "xdotool", "import");
    for signal in [Signal::SIGTERM, Signal::SIGINT, Signal::SIGHUP] {
        let stage = Stage::new(&format!("signal-{signal:?}"));
        let (stats, script) = (stage.path("stats.json"), stage.path("s.script"));
        let words = [
            "--stats-json",
            stats.to_str().unwrap(),
            "--record",
            script.to_str().unwrap(),
        ];
        let app = play(&stage, &words);
        app.child.signal(signal);
        assert_eq!(app.wait_for_exit(), (0, String::new()), "{signal:?}");
        let frames = read_stats(&stats)["frames"].as_u64().unwrap();
        let script = Script::parse(&fs::read_to_string(&script).unwrap()).unwrap();
        assert_eq!(script.end.frame, frames, "{signal:?}");
        assert!(saved_state(&stage, "-exit.state").is_some(), "{signal:?}");
        assert!(
            saved_state(&stage, "-running.state").is_none(),
            "{signal:?}"
        );
    }
}

#[test]
fn a_session_whose_display_dies_can_be_continued() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("dying-display");
    let app = play(&stage, &[]);
    stage.server().signal(Signal::SIGKILL);
    wait_for("the end", || app.child.try_wait());
    assert!(saved_state(&stage, "-exit.state").is_none());
    assert!(saved_state(&stage, "-running.state").is_some());
    let second_stage = Stage::new("after-the-display");
    let data = stage.path("data");
    let words = [
        "--resume",
        "--audio-out",
        "null",
        "--data-dir",
        data.to_str().unwrap(),
    ];
    let app = second_stage.start(&words);
    // The program recovers the session only after it has opened its window.
    wait_for("the recovered session", || {
        saved_state(&stage, "-exit.state")
    });
    app.input(&["key", "ctrl+q"]);
    assert_eq!(app.wait_for_exit(), (0, String::new()));
}

#[test]
fn a_locked_game_record_does_not_stop_the_game() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("locked-record");
    let (record, script, recording) = (
        stage.path("games.txt"),
        stage.path("game.script"),
        stage.path("recording.script"),
    );
    let words = ["checkers", "--two", "--no-record", "--script"];
    let lines = GAME.join("\n") + "\n";
    play_in_the_terminal(&stage.path(""), &words, &[&script], &lines);
    let last = recorded_frames(&script).unwrap();
    let lock = File::create(&record).unwrap();
    lock.lock().unwrap();
    let app = stage.start(&[
        "--input",
        script.to_str().unwrap(),
        "--record",
        recording.to_str().unwrap(),
        "--game-record",
        record.to_str().unwrap(),
        "--audio-out",
        "null",
        "--speed",
        "20",
    ]);
    wait_for("the end of the script", || {
        recorded_frames(&recording).filter(|frame| *frame > last + 60)
    });
    assert_eq!(fs::read_to_string(&record).unwrap(), "");
    lock.unlock().unwrap();
    wait_for("the game in the record", || {
        let text = fs::read_to_string(&record).ok()?;
        text.contains("5. 10x17").then_some(())
    });
    app.input(&["key", "ctrl+q"]);
    assert_eq!(app.wait_for_exit(), (0, String::new()));
}

#[test]
fn a_failing_standard_error_stream_does_not_end_the_game() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("full-errors");
    fs::write(stage.path("wall"), "").unwrap();
    let program = stage.command(&[]);
    let mut command = Command::new("sh");
    command.args(["-c", "exec \"$@\" 2>/dev/full", "sh"]);
    command.arg(program.get_program());
    command.args(["--title", "stage", "--audio-out", "null", "--data-dir"]);
    command.arg(stage.path("wall/out"));
    command.arg("--record").arg(stage.path("s.script"));
    copy_environment(&mut command, &program);
    let app = stage.launch(command);
    let frame = || recorded_frames(&stage.path("s.script"));
    // A snapshot that cannot be written is reported on standard error.
    app.input(&["key", "F12"]);
    let before = wait_for("a recording", frame);
    wait_for("more frames in the recording", || {
        frame().filter(|now| *now > before + 60)
    });
    app.input(&["key", "ctrl+q"]);
    assert_eq!(app.wait_for_exit().0, 1);
}

#[test]
fn doctor_describes_the_display_the_folders_and_the_locks() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("doctor");
    let report = || {
        let output = stage.command(&["doctor"]).run();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let text = report();
    let row = |name: &str| {
        let mut lines = text.lines();
        let found = lines.find(|line| line.starts_with(&format!("{name} ")));
        found.unwrap_or_else(|| panic!("no {name} in\n{text}"))
    };
    assert!(
        row("display").contains("X11, 1300 x 1024, 24 bits"),
        "{text}"
    );
    assert!(
        row("crownhead").contains(env!("CARGO_PKG_VERSION")),
        "{text}"
    );
    for name in ["system", "sound", "settings", "data folder"] {
        row(name);
    }
    let record = row("game record").split_once(' ').unwrap().1;
    let record = record.trim_start_matches("record").trim();
    let path = record.strip_suffix(": does not exist yet").unwrap();
    fs::create_dir_all(Path::new(path).parent().unwrap()).unwrap();
    let lock = File::create(path).unwrap();
    assert!(report().contains("gamerec.txt: not locked"));
    lock.lock().unwrap();
    assert!(report().contains("gamerec.txt: locked by another program"));
}
