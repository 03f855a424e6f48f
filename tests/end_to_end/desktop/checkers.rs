//! Video Checkers in the window: the mouse, taking back, positions, and the record of the game.

use super::stage::{Show, Stage, empty_folder, program, wait_for};
use checkers::{Position, Square};
use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    path::{Path, PathBuf},
    process::{Child, Stdio},
    sync::mpsc::{self, Receiver},
    thread,
    time::{Duration, Instant},
};

/// The first scanline that the window shows, and the first of the board.
const TOP: usize = 26;
const BOARD: usize = 55;
/// The frame around a square that can be chosen next.
const TARGET: u32 = 0xffd866;

/// Where a square is in a window of scale 1, with black at the bottom.
fn pixel(number: u32) -> (usize, usize) {
    let square = Square::new(number).expect("is on the board");
    let (file, rank) = (7 - square.column(), 7 - square.row());
    (2 * (24 + 16 * file + 8), BOARD - TOP + 22 * rank + 11)
}

struct Board<'a> {
    show: Show<'a>,
    record: PathBuf,
}

impl Board<'_> {
    fn on(stage: &Stage) -> Board<'_> {
        let record = stage.path("gamerec.txt");
        let show = stage.start(&[
            "--scale",
            "1",
            "--audio-out",
            "null",
            "--data-dir",
            stage.path("out").to_str().unwrap(),
            "--game-record",
            record.to_str().unwrap(),
        ]);
        let board = Board { show, record };
        wait_for("the board", || {
            let (pixels, width) = board.show.screenshot();
            let (x, y) = pixel(1);
            (pixels[y * width + x] != pixels[(y - 9) * width + x - 14]).then_some(())
        });
        board
    }

    fn marked(&self, number: u32) -> bool {
        let (pixels, width) = self.show.screenshot();
        let (x, y) = pixel(number);
        pixels[(y - 11) * width + x - 10] == TARGET
    }

    /// Clicks once, as shortly as can be, and waits until the effect shows.
    fn click(&self, number: u32, effect: impl Fn() -> bool) {
        let (x, y) = pixel(number);
        self.show.click(x, y);
        let what = format!("the effect of a click on {number}");
        wait_for(&what, || effect().then_some(()));
    }

    /// Clicks until the effect shows: while a position is being set up clicks are refused.
    fn click_when_set_up(&self, number: u32, effect: impl Fn() -> bool) {
        let (x, y) = pixel(number);
        wait_for(&format!("the effect of a click on {number}"), || {
            self.show.click(x, y);
            self.show.hands(&["sleep", "0.05"]);
            (0..10).any(|_| effect()).then_some(())
        });
    }

    fn text(&self) -> String {
        fs::read_to_string(&self.record).unwrap_or_default()
    }

    /// Puts a position into the folder of positions and loads it.
    fn load(&self, stage: &Stage, fen: &str) {
        let folder = stage.path("out/positions");
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("zz.fen"), format!("{fen}\n")).unwrap();
        self.show
            .hands(&["key", "ctrl+l", "key", "End", "key", "Return"]);
    }

    fn saved_position(&self, stage: &Stage, number: u32) -> String {
        self.show.hands(&["key", "ctrl+d"]);
        let file = stage.path(&format!("out/positions/video-checkers-000{number}.fen"));
        wait_for("the position", || fs::read_to_string(&file).ok())
    }
}

#[test]
fn a_click_on_a_piece_and_on_its_destination_plays_the_move() {
    let stage = Stage::new("mouse");
    let board = Board::on(&stage);
    board.click(11, || board.marked(15) && board.marked(16));
    assert!(!board.marked(14) && !board.marked(18));
    board.click(15, || board.text().contains("1. 11-15"));
    // The computer answers, and its move is kept as well.
    wait_for("the computer's move", || {
        let text = board.text();
        let moves = text.lines().last().unwrap_or_default().split(' ').count();
        (moves == 4).then_some(())
    });
    board.show.hands(&["key", "ctrl+z"]);
    wait_for("the move to be taken back", || {
        (!board.text().contains("11-15")).then_some(())
    });
    let start = Position::START.to_fen();
    let saved = wait_for("the first position on the board", || {
        let saved = board.saved_position(&stage, 1);
        let _ = fs::remove_file(stage.path("out/positions/video-checkers-0001.fen"));
        (saved.trim_end() == start).then_some(saved)
    });
    assert_eq!(saved, format!("{start}\n"));
}

#[test]
fn no_click_is_lost_however_short() {
    let stage = Stage::new("clicks");
    let board = Board::on(&stage);
    for _ in 0..10 {
        board.click(11, || board.marked(16) && !board.marked(13));
        board.click(9, || board.marked(13) && !board.marked(16));
    }
}

#[test]
fn a_double_jump_is_clicked_by_its_last_square_or_landing_by_landing() {
    let stage = Stage::new("mouse-jumps");
    let board = Board::on(&stage);
    // The kings in the corners keep the game going.
    let position = |fen| Position::from_fen(fen).unwrap().to_fen();
    let first = position("B:W15,23,K32:B11,K1");
    board.load(&stage, &first);
    board.click_when_set_up(11, || board.marked(18) && board.marked(27));
    board.click(27, || board.text().contains("11x27"));
    assert!(
        board.text().contains(&format!("FEN \"{first}")),
        "{}",
        board.text()
    );
    // Another position, another game in the same file.
    board.load(&stage, &position("B:W15,23,K29:B11,K1"));
    board.click_when_set_up(11, || board.marked(18) && board.marked(27));
    board.click(18, || board.marked(27) && !board.marked(15));
    let games = |text: &str| text.matches("11x27").count();
    board.click(27, || games(&board.text()) == 2);
}

#[test]
fn a_position_that_is_none_changes_nothing() {
    let stage = Stage::new("wrong-position");
    let board = Board::on(&stage);
    board.load(&stage, "W:Wfnord");
    board.show.hands(&["key", "Escape"]);
    let start = Position::START.to_fen();
    assert_eq!(board.saved_position(&stage, 1).trim_end(), start);
}

/// A short game with exchanges and a double jump.
const GAME: [&str; 9] = [
    "11-15", "22-18", "15x22", "25x18", "12-16", "18-14", "9x18", "23x14", "10x17",
];

/// The game by the terminal.
fn play_for_two_in_the_terminal(folder: &Path, record: &Path, script: &Path) {
    let mut terminal = program(folder, &["checkers", "--two"])
        .args([Path::new("--record"), record, Path::new("--script"), script])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .expect("the program starts");
    let lines = GAME.join("\n") + "\n";
    let mut input = terminal.stdin.take().expect("piped");
    input.write_all(lines.as_bytes()).unwrap();
    drop(input);
    assert!(terminal.wait().unwrap().success());
}

/// Plays a script in the window to its end, the game's record in `record`.
fn record_in_the_window(stage: &Stage, script: &Path, record: &Path) {
    let text = fs::read_to_string(script).unwrap();
    let end = text.lines().last().unwrap();
    let frames = end.trim_start_matches('@').trim_end_matches(" end");
    let show = stage.start(&[
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
    assert_eq!(show.end(), (0, String::new()));
}

/// Plays so many moves against the computer in the terminal, each the first legal one.
fn play_against_the_computer(folder: &Path, moves: usize, record: &Path, script: &Path) {
    let words = ["checkers", "--level", "2", "--seed", "7"];
    let mut terminal = program(folder, &words)
        .args([Path::new("--record"), record, Path::new("--script"), script])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = terminal.stdin.take().expect("piped");
    let mut said = Transcript::of(&mut terminal);
    let mut position = Position::START;
    for _ in 0..moves {
        let chosen = position.legal_moves()[0];
        writeln!(input, "{chosen}").unwrap();
        position = position.play(&chosen);
        let reply = said.wait_for(&mut terminal, "Video Checkers plays ");
        position = position.play(&position.parse_move(&reply).unwrap());
    }
    drop(input);
    let status = wait_for("the end of the game", || terminal.try_wait().unwrap());
    assert!(status.success(), "{}", said.text);
}

/// What a child says, line by line.
struct Transcript {
    lines: Receiver<String>,
    /// All of it so far.
    text: String,
}

impl Transcript {
    /// After this nothing more is expected.
    const PATIENCE: Duration = Duration::from_secs(60);

    fn of(child: &mut Child) -> Transcript {
        let output = BufReader::new(child.stdout.take().expect("piped"));
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            // Whoever no longer listens has seen enough.
            let mut told = output.lines().map_while(Result::ok);
            told.try_for_each(|line| sender.send(line))
        });
        Transcript {
            lines,
            text: String::new(),
        }
    }

    /// What follows `prefix` in the next line that begins so. A child that does not say it is
    /// ended.
    fn wait_for(&mut self, child: &mut Child, prefix: &str) -> String {
        let start = Instant::now();
        loop {
            let left = Self::PATIENCE.saturating_sub(start.elapsed());
            let Ok(line) = self.lines.recv_timeout(left) else {
                let _ = child.kill();
                let _ = child.wait();
                panic!("waited in vain for {prefix:?} after:\n{}", self.text);
            };
            self.text += &format!("{line}\n");
            if let Some(rest) = line.strip_prefix(prefix) {
                return rest.to_string();
            }
        }
    }
}

#[test]
fn a_script_is_kept_move_by_move_and_tried_before_the_game() {
    let folder = empty_folder("kept-script");
    let script = folder.join("game.script");
    let words = ["checkers", "--two", "--no-record", "--script"];
    let mut terminal = program(&folder, &words)
        .arg(&script)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut input = terminal.stdin.take().expect("piped");
    let text = || fs::read_to_string(&script).unwrap_or_default();
    let first = wait_for("the first script", || {
        Some(text()).filter(|t| !t.is_empty())
    });
    input.write_all(b"11-15\n").unwrap();
    // The cursor goes to the piece, takes it and puts it down.
    let fires = |text: &str| text.matches("p0 fire").count();
    wait_for("the move in the script", || {
        (fires(&text()) > fires(&first)).then_some(())
    });
    terminal.kill().unwrap();
    terminal.wait().unwrap();
    assert!(text().ends_with(" end\n"), "{}", text());

    let mut refused = program(&folder, &words)
        .arg(folder.join("none/game.script"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    // Its input stays open: it does not wait for a move.
    let status = wait_for("the refusal", || refused.try_wait().unwrap());
    let mut said = String::new();
    let mut output = refused.stdout.take().expect("piped");
    output.read_to_string(&mut said).unwrap();
    fs::remove_dir_all(&folder).unwrap();
    assert_eq!((status.code(), said.as_str()), (Some(1), ""));
}

#[test]
fn a_game_against_the_computer_in_the_terminal_is_the_same_in_the_window() {
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
fn a_game_for_two_in_the_terminal_is_the_same_in_the_window_word_for_word() {
    let stage = Stage::new("two-records");
    let (window, terminal) = (stage.path("window.txt"), stage.path("terminal.txt"));
    let script = stage.path("game.script");
    play_for_two_in_the_terminal(&stage.path(""), &terminal, &script);
    record_in_the_window(&stage, &script, &window);
    let text = fs::read_to_string(&window).unwrap();
    assert!(text.contains("5. 10x17"), "{text}");
    assert_eq!(text, fs::read_to_string(&terminal).unwrap());
}
