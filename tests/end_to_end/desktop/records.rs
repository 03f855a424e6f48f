//! Tests the records and scripts of Video Checkers games played in the terminal and in the window.

use super::stage::{Stage, program, wait_for};
use checkers::Position;
use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    path::Path,
    process::Stdio,
    sync::mpsc::{self, Receiver},
    thread,
    time::{Duration, Instant},
};
use support::{Folder, Program, Start};

/// A short game with exchanges and a double jump.
pub const GAME: [&str; 9] = [
    "11-15", "22-18", "15x22", "25x18", "12-16", "18-14", "9x18", "23x14", "10x17",
];

/// Plays the moves in `lines` in the terminal, to the end.
pub fn play_in_the_terminal(folder: &Path, arguments: &[&str], files: &[&Path], lines: &str) {
    let mut terminal = program(folder, arguments)
        .args(files)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .start();
    let mut input = terminal.stdin();
    input.write_all(lines.as_bytes()).unwrap();
    drop(input);
    assert!(terminal.wait().success());
}

/// Plays a script in the window to its end, and records the game in `record`.
fn record_in_the_window(stage: &Stage, script: &Path, record: &Path) {
    let text = fs::read_to_string(script).unwrap();
    let end = text.lines().last().unwrap();
    let frames = end.trim_start_matches('@').trim_end_matches(" end");
    let app = stage.start(&[
        "--input",
        script.to_str().unwrap(),
        "--audio-out",
        "null",
        "--speed",
        "20",
        "--exit-after-frames",
        frames,
        "--game-record",
        record.to_str().unwrap(),
    ]);
    assert_eq!(app.wait_for_exit(), (0, String::new()));
}

/// Plays a few moves against the computer in the terminal, always choosing the first legal one.
fn play_against_the_computer(folder: &Path, moves: usize, record: &Path, script: &Path) {
    let arguments = ["checkers", "--level", "2", "--seed", "7"];
    let mut terminal = program(folder, &arguments)
        .args([Path::new("--record"), record, Path::new("--script"), script])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .start();
    let mut input = terminal.stdin();
    let mut transcript = Transcript::of(&mut terminal);
    let mut position = Position::START;
    for _ in 0..moves {
        let chosen = position.legal_moves()[0];
        writeln!(input, "{chosen}").unwrap();
        position = position.play(&chosen);
        let reply = transcript.wait_for("Video Checkers plays ");
        position = position.play(&position.parse_move(&reply).unwrap());
    }
    drop(input);
    let status = wait_for("the end of the game", || terminal.try_wait());
    assert!(status.success(), "{}", transcript.text);
}

/// The output of a child process, line by line.
struct Transcript {
    lines: Receiver<String>,
    /// The output so far.
    text: String,
}

impl Transcript {
    /// Timeout of `wait_for`.
    const TIMEOUT: Duration = Duration::from_secs(60);

    fn of(child: &mut Program) -> Transcript {
        let output = BufReader::new(child.stdout());
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            // The receiver may have stopped reading.
            let mut lines = output.lines().map_while(Result::ok);
            lines.try_for_each(|line| sender.send(line))
        });
        Transcript {
            lines,
            text: String::new(),
        }
    }

    /// Returns the text after `prefix` in the next line that begins with it.
    fn wait_for(&mut self, prefix: &str) -> String {
        let start = Instant::now();
        loop {
            let remaining = Self::TIMEOUT.saturating_sub(start.elapsed());
            let Ok(line) = self.lines.recv_timeout(remaining) else {
                panic!("timed out waiting for {prefix:?} after:\n{}", self.text);
            };
            self.text += &format!("{line}\n");
            if let Some(rest) = line.strip_prefix(prefix) {
                return rest.to_string();
            }
        }
    }
}

#[test]
fn a_script_is_saved_after_each_move_and_its_file_is_checked_before_the_game() {
    let folder = Folder::new("kept-script");
    let script = folder.path("game.script");
    let arguments = ["checkers", "--two", "--no-record", "--script"];
    let mut terminal = program(&folder, &arguments)
        .arg(&script)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .start();
    let mut input = terminal.stdin();
    let text = || fs::read_to_string(&script).unwrap_or_default();
    let first = wait_for("the first script", || {
        Some(text()).filter(|t| !t.is_empty())
    });
    input.write_all(b"11-15\n").unwrap();
    // The cursor moves to the piece, picks it up and drops it.
    let count_presses = |text: &str| text.matches("p0 fire").count();
    wait_for("the move in the script", || {
        (count_presses(&text()) > count_presses(&first)).then_some(())
    });
    terminal.kill();
    assert!(text().ends_with(" end\n"), "{}", text());

    let mut refused = program(&folder, &arguments)
        .arg(folder.join("none/game.script"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .start();
    // The program's input stays open, so it must refuse the script file without waiting for a move.
    let status = wait_for("the refusal", || refused.try_wait());
    let mut printed = String::new();
    let mut output = refused.stdout();
    output.read_to_string(&mut printed).unwrap();
    assert_eq!((status.code(), printed.as_str()), (Some(1), ""));
}

#[test]
fn a_game_against_the_computer_in_the_terminal_is_the_same_in_the_window() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("computer-records");
    let (window, terminal) = (stage.path("window.txt"), stage.path("terminal.txt"));
    let script = stage.path("game.script");
    play_against_the_computer(&stage.path(""), 4, &terminal, &script);
    record_in_the_window(&stage, &script, &window);
    let text = fs::read_to_string(&window).unwrap();
    assert!(text.contains("\n4. ") || text.contains(" 4. "), "{text}");
    assert_eq!(text, fs::read_to_string(&terminal).unwrap());
}

#[test]
fn a_two_player_game_has_the_same_record_in_the_terminal_and_in_the_window() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("two-records");
    let (window, terminal) = (stage.path("window.txt"), stage.path("terminal.txt"));
    let script = stage.path("game.script");
    let files = [
        Path::new("--record"),
        &terminal,
        Path::new("--script"),
        &script,
    ];
    // A second game, in which a position occurs for the third time, followed by one more move.
    let see_saw = "1-5\n32-28\n5-1\n28-32\n";
    let lines = format!(
        "{}\nsetup B:WK32:BK1\n{see_saw}{see_saw}1-5\n",
        GAME.join("\n")
    );
    play_in_the_terminal(&stage.path(""), &["checkers", "--two"], &files, &lines);
    record_in_the_window(&stage, &script, &window);
    let text = fs::read_to_string(&window).unwrap();
    assert!(text.contains("5. 10x17"), "{text}");
    assert_eq!(text.matches("repetition 3").count(), 2, "{text}");
    assert_eq!(text, fs::read_to_string(&terminal).unwrap());
}
