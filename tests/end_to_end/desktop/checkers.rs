//! Video Checkers in the window: moving with the mouse, taking moves back, saved positions, hints,
//! draws.

use super::{
    picture::contains_text,
    records::play_in_the_terminal,
    stage::{App, Stage, program, wait_for},
};
use checkers::{Position, Square};
use std::{
    fs,
    path::PathBuf,
    time::{Duration, Instant},
};
use support::{Folder, Start};

/// The first scanline that the window shows.
const PICTURE_TOP: usize = 26;
/// The first scanline of the board.
const BOARD_TOP: usize = 55;
/// The color of the frame around a possible target square.
const TARGET_COLOR: u32 = 0xffd866;

/// Returns the pixel in the middle of a square, in a window at scale 1 with Black at the bottom.
fn pixel(number: u32) -> (usize, usize) {
    let square = Square::new(number).expect("is on the board");
    let (file, rank) = (7 - square.column(), 7 - square.row());
    (
        2 * (24 + 16 * file + 8),
        BOARD_TOP - PICTURE_TOP + 22 * rank + 11,
    )
}

struct Board<'a> {
    app: App<'a>,
    record: PathBuf,
}

impl Board<'_> {
    fn start(stage: &Stage) -> Board<'_> {
        let record = stage.path("gamerec.txt");
        let app = stage.start(&[
            "--integer-scale",
            "--scale",
            "1",
            "--audio-out",
            "null",
            "--data-dir",
            stage.path("out").to_str().unwrap(),
            "--game-record",
            record.to_str().unwrap(),
        ]);
        let board = Board { app, record };
        wait_for("the board", || {
            let (pixels, width) = board.app.screenshot();
            let (x, y) = pixel(1);
            (pixels[y * width + x] != pixels[(y - 9) * width + x - 14]).then_some(())
        });
        board
    }

    /// Selects game 10, the two-player game.
    fn select_two_players(&self) {
        self.app.input(&["key", "--repeat", "9", "F1"]);
        wait_for("the first digit of the 10", || {
            let (pixels, width) = self.app.screenshot();
            (pixels[15 * width + 41] != pixels[15 * width]).then_some(())
        });
    }

    /// Returns true if there is a message below the board.
    fn has_message(&self) -> bool {
        let (pixels, width) = self.app.screenshot();
        contains_text(&pixels[(BOARD_TOP - PICTURE_TOP + 8 * 22 + 1) * width..])
    }

    /// Presses the keys for resigning, and waits for the question to appear.
    fn ask_to_resign(&self) {
        self.app.input(&["key", "ctrl+shift+r"]);
        wait_for("the question", || self.is_menu_page_open().then_some(()));
    }

    /// Returns true if a page of the window's menu is open, such as the question whether to resign.
    /// The title of a page has the color `TARGET_COLOR`.
    fn is_menu_page_open(&self) -> bool {
        let (pixels, width) = self.app.screenshot();
        pixels[..(BOARD_TOP - PICTURE_TOP) * width].contains(&TARGET_COLOR)
    }

    fn is_marked_as_target(&self, number: u32) -> bool {
        let (pixels, width) = self.app.screenshot();
        let (x, y) = pixel(number);
        pixels[(y - 11) * width + x - 10] == TARGET_COLOR
    }

    /// Clicks a square once, as briefly as possible, and waits for the effect of the click.
    fn click(&self, number: u32, effect: impl Fn() -> bool) {
        let (x, y) = pixel(number);
        self.app.click(x, y);
        let what = format!("the effect of a click on {number}");
        wait_for(&what, || effect().then_some(()));
    }

    /// Clicks a square until the effect is visible. The game ignores clicks while a position is
    /// being set up or a piece is being dropped.
    fn click_when_set_up(&self, number: u32, effect: impl Fn() -> bool) {
        let (x, y) = pixel(number);
        wait_for(&format!("the effect of a click on {number}"), || {
            self.app.click(x, y);
            self.app.input(&["sleep", "0.05"]);
            (0..10).any(|_| effect()).then_some(())
        });
    }

    /// Returns the contents of the game record.
    fn record(&self) -> String {
        fs::read_to_string(&self.record).unwrap_or_default()
    }

    /// Saves a position in the folder for positions, and loads it into the game.
    fn load(&self, stage: &Stage, fen: &str) {
        let folder = stage.path("out/positions");
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("zz.fen"), format!("{fen}\n")).unwrap();
        self.app
            .input(&["key", "ctrl+l", "key", "End", "key", "Return"]);
    }

    fn saved_position(&self, stage: &Stage, number: u32) -> String {
        self.app.input(&["key", "ctrl+d"]);
        let file = stage.path(&format!("out/positions/video-checkers-000{number}.fen"));
        wait_for("the position", || fs::read_to_string(&file).ok())
    }
}

#[test]
fn a_click_on_a_piece_and_on_its_destination_plays_the_move() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("mouse");
    let board = Board::start(&stage);
    board.click(11, || {
        board.is_marked_as_target(15) && board.is_marked_as_target(16)
    });
    assert!(!board.is_marked_as_target(14) && !board.is_marked_as_target(18));
    board.click(15, || board.record().contains("1. 11-15"));
    // The computer replies, and its move is in the record.
    wait_for("the computer's move", || {
        let text = board.record();
        let moves = text.lines().last().unwrap_or_default().split(' ').count();
        (moves == 4).then_some(())
    });
    board.app.input(&["key", "ctrl+z"]);
    wait_for("the move to be taken back", || {
        (!board.record().contains("11-15")).then_some(())
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
fn a_piece_is_dragged_to_its_square() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("drag");
    let board = Board::start(&stage);
    let (from, to) = (pixel(11), pixel(15));
    board.app.move_mouse(from.0, from.1);
    board.app.input(&["mousedown", "1"]);
    wait_for("the piece to be chosen", || {
        board.is_marked_as_target(15).then_some(())
    });
    board.app.move_mouse(to.0, to.1);
    board.app.input(&["sleep", "0.1", "mouseup", "1"]);
    wait_for("the move", || {
        board.record().contains("1. 11-15").then_some(())
    });
}

#[test]
fn even_the_shortest_click_is_not_lost() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("clicks");
    let board = Board::start(&stage);
    for _ in 0..10 {
        board.click(11, || {
            board.is_marked_as_target(16) && !board.is_marked_as_target(13)
        });
        board.click(9, || {
            board.is_marked_as_target(13) && !board.is_marked_as_target(16)
        });
    }
}

#[test]
fn a_double_jump_is_entered_by_its_last_square_or_jump_by_jump() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("mouse-jumps");
    let board = Board::start(&stage);
    // The kings in the corners make the game longer.
    let position = |fen| Position::from_fen(fen).unwrap().to_fen();
    let first = position("B:W15,23,K32:B11,K1");
    board.load(&stage, &first);
    board.click_when_set_up(11, || {
        board.is_marked_as_target(18) && board.is_marked_as_target(27)
    });
    board.click(27, || board.record().contains("11x27"));
    assert!(
        board.record().contains(&format!("FEN \"{first}")),
        "{}",
        board.record()
    );
    // Loading a second position starts a new game in the same file.
    board.load(&stage, &position("B:W15,23,K29:B11,K1"));
    board.click_when_set_up(11, || {
        board.is_marked_as_target(18) && board.is_marked_as_target(27)
    });
    board.click(18, || {
        board.is_marked_as_target(27) && !board.is_marked_as_target(15)
    });
    let games = |text: &str| text.matches("11x27").count();
    board.click(27, || games(&board.record()) == 2);
}

#[test]
fn the_last_board_stays_on_screen_during_a_fast_search() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("fast-think");
    let script = stage.path("game.script");
    let words = ["checkers", "--level", "9", "--no-record", "--script"];
    play_in_the_terminal(&stage.path(""), &words, &[&script], "11-15\n");
    // At frame 100, the computer starts to think for a minute. The picture is compared while it is
    // thinking.
    let app = stage.start(&[
        "--input",
        script.to_str().unwrap(),
        "--freeze-at-frame",
        "300",
        "--integer-scale",
        "--scale",
        "1",
        "--audio-out",
        "null",
    ]);
    wait_for("the board below the message about thinking", || {
        let (pixels, width) = app.screenshot();
        let has_message = contains_text(&pixels[..28 * width]);
        let (x, y) = pixel(15);
        let has_man = pixels[y * width + x] != pixels[(y - 9) * width + x - 14];
        (has_message && has_man).then_some(())
    });
}

#[test]
fn an_invalid_position_changes_nothing() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("wrong-position");
    let board = Board::start(&stage);
    board.load(&stage, "W:Wfnord");
    board.app.input(&["key", "Escape"]);
    let start = Position::START.to_fen();
    assert_eq!(board.saved_position(&stage, 1).trim_end(), start);
}

/// The color of the frames around the squares of a hint.
const HINT_COLOR: u32 = 0x60c8ff;

#[test]
fn a_hint_is_shown_and_a_game_is_resigned() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("hint");
    let board = Board::start(&stage);
    let hint_is_visible = || {
        let (pixels, _) = board.app.screenshot();
        pixels.iter().filter(|pixel| **pixel == HINT_COLOR).count() > 100
    };
    // No move has been made, so there is nothing to resign.
    board.app.input(&["key", "ctrl+shift+r", "key", "ctrl+h"]);
    wait_for("the hint", || hint_is_visible().then_some(()));
    board.click(11, || board.is_marked_as_target(15));
    board.click(15, || board.record().contains("1. 11-15"));
    wait_for("the hint to disappear", || {
        (!hint_is_visible()).then_some(())
    });
    board.app.input(&["key", "ctrl+shift+d"]);
    assert!(!board.record().contains("1/2-1/2"));
    // The question appears. Both Esc and the first answer continue the game.
    for answer in ["Escape", "Return"] {
        board.ask_to_resign();
        board.app.input(&["key", answer]);
        wait_for("the game", || (!board.is_menu_page_open()).then_some(()));
    }
    // A hint is given only when it is the player's turn.
    wait_for("the reply", || {
        let text = board.record();
        let (_, rest) = text.split_once("1. 11-15 ")?;
        rest.starts_with(|first: char| first.is_ascii_digit())
            .then_some(())
    });
    // No hint is given while the reply is being shown.
    wait_for("the hint", || {
        board.app.input(&["key", "ctrl+h"]);
        let pressed = Instant::now();
        while !hint_is_visible() && pressed.elapsed() < Duration::from_secs(3) {}
        hint_is_visible().then_some(())
    });
    assert!(!board.record().contains("1-0"));
    board.ask_to_resign();
    board.app.input(&["key", "Down", "key", "Return"]);
    wait_for("the result", || {
        board.record().contains("1-0").then_some(())
    });
    assert!(
        board.record().contains("[Result \"1-0\"]"),
        "{}",
        board.record()
    );
}

/// Moves of two kings that lead back to the starting position.
const SEE_SAW: [(u32, u32); 4] = [(1, 5), (32, 28), (5, 1), (28, 32)];

#[test]
fn the_third_occurrence_of_a_position_is_shown_and_recorded() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("see-saw");
    let board = Board::start(&stage);
    board.select_two_players();
    board.load(&stage, "B:WK32:BK1");
    for (plies, (from, to)) in (1..).zip([SEE_SAW; 2].into_iter().flatten()) {
        board.click_when_set_up(from, || board.is_marked_as_target(to));
        let moves = |text: &str| last_game(text).matches('-').count();
        let before = moves(&board.record());
        wait_for("earlier messages to disappear", || {
            (!board.has_message()).then_some(())
        });
        board.click(to, || moves(&board.record()) == before + 1);
        let is_recorded = board.record().contains("{repetition 3");
        assert_eq!(is_recorded, plies == 8, "{}", board.record());
    }
    wait_for("the message", || board.has_message().then_some(()));
    board.app.input(&["key", "ctrl+shift+d"]);
    wait_for("the draw", || {
        board
            .record()
            .contains("[Result \"1/2-1/2\"]")
            .then_some(())
    });
}

/// Returns the moves of the last game in a file.
fn last_game(text: &str) -> &str {
    text.rsplit("]\n\n").next().unwrap_or_default()
}

#[test]
fn with_two_players_the_side_to_move_can_resign() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("two-resign");
    let board = Board::start(&stage);
    board.select_two_players();
    board.click(11, || board.is_marked_as_target(15));
    board.click(15, || board.record().contains("1. 11-15"));
    board.ask_to_resign();
    board.app.input(&["key", "Down", "key", "Return"]);
    wait_for("White, who is to move, to lose", || {
        board.record().contains("[Result \"0-1\"]").then_some(())
    });
    // In the next game, it is Black's turn when the player resigns.
    board.app.input(&["key", "F2"]);
    board.click_when_set_up(11, || board.is_marked_as_target(15));
    board.click(15, || board.record().matches("11-15").count() == 2);
    board.click_when_set_up(22, || board.is_marked_as_target(18));
    board.click(18, || board.record().matches("22-18").count() == 1);
    board.ask_to_resign();
    board.app.input(&["key", "Down", "key", "Return"]);
    wait_for("Black, who is to move, to lose", || {
        board.record().contains("[Result \"1-0\"]").then_some(())
    });
    assert!(
        board.record().contains("Right player"),
        "{}",
        board.record()
    );
}

#[test]
fn two_players_agree_on_a_draw_at_any_time() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("two-draw");
    let board = Board::start(&stage);
    board.select_two_players();
    board.click(11, || board.is_marked_as_target(15));
    board.click(15, || board.record().contains("1. 11-15"));
    board.app.input(&["key", "ctrl+shift+d"]);
    wait_for("the draw", || {
        board
            .record()
            .contains("[Result \"1/2-1/2\"]")
            .then_some(())
    });
}

#[test]
fn two_levels_play_each_other() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("watch");
    let board = Board::start(&stage);
    board.app.input(&["key", "ctrl+w"]);
    wait_for("four moves of each side", || {
        board.record().contains("4. ").then_some(())
    });
    // A second Ctrl+W makes the player play one side again.
    board.app.input(&["key", "ctrl+w"]);
}

#[test]
fn an_option_shows_pieces_as_letters() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("letters");
    let board = Board::start(&stage);
    // Look for a letter, which is light gray, on one of Black's men, which are red.
    let has_letters = || {
        let (pixels, width) = board.app.screenshot();
        let (x, y) = pixel(1);
        let rows = (y - 6..y + 6).map(|row| &pixels[row * width + x - 8..][..16]);
        let is_ink = |pixel: &&u32| pixel.to_be_bytes()[1..].iter().all(|part| *part > 0x90);
        rows.flatten().filter(is_ink).count() > 5
    };
    assert!(!has_letters());
    // The option is in the last row of the play page.
    for key in ["ctrl+comma", "Tab", "Tab", "End", "Right", "Escape"] {
        board.app.input(&["key", key]);
    }
    wait_for("letters", || has_letters().then_some(()));
    let file = stage.path("config/crownhead/settings.toml");
    let text = fs::read_to_string(file).unwrap();
    assert!(text.contains("\npieces = \"clear\"\n"), "{text}");
}

#[test]
fn the_terminal_uses_the_piece_letters_from_the_settings() {
    let folder = Folder::new("terminal-letters");
    let file = folder.join("settings.toml");
    fs::write(&file, "[play]\npieces = \"stars\"\n").unwrap();
    let legend = |more: &[&str]| {
        let words = [
            "checkers",
            "--no-record",
            "--settings",
            file.to_str().unwrap(),
        ];
        let output = program(&folder, &[&words[..], more].concat()).run();
        let text = String::from_utf8(output.stdout).unwrap();
        text.lines().next().unwrap_or_default().to_owned()
    };
    assert!(legend(&[]).starts_with("* man, ** king: black"));
    assert!(legend(&["--pieces", "clear"]).starts_with("b man, B king: black"));
}

#[test]
fn a_record_is_opened_and_stepped_through() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("book");
    let board = Board::start(&stage);
    let folder = stage.path("out");
    fs::create_dir_all(&folder).unwrap();
    let game = "[Event \"A game\"]\n[Result \"*\"]\n\n1. 11-15 22-18 2. 15x22 *\n";
    fs::write(folder.join("zz.pdn"), game).unwrap();
    board
        .app
        .input(&["key", "ctrl+b", "key", "End", "key", "Return"]);
    let after = |plies: usize| {
        let mut position = Position::START;
        for text in ["11-15", "22-18", "15x22"].into_iter().take(plies) {
            position = position.play(&position.parse_move(text).unwrap());
        }
        position.to_fen()
    };
    let saved = || {
        let files = fs::read_dir(stage.path("out/positions"))
            .into_iter()
            .flatten();
        let texts = files
            .flatten()
            .filter_map(|file| fs::read_to_string(file.path()).ok());
        texts.collect::<String>()
    };
    let wait_for_position = |fen: String| {
        wait_for(&format!("{fen} on the board"), || {
            board.app.input(&["key", "ctrl+d", "sleep", "0.2"]);
            saved().contains(&fen).then_some(())
        });
    };
    for _ in 0..3 {
        board.app.input(&["key", "Next"]);
    }
    wait_for_position(after(3));
    board.app.input(&["key", "Prior"]);
    wait_for_position(after(2));
}
