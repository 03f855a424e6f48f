//! Plays whole games on the bundled cartridge, through its joysticks and switches; the `checkers`
//! crate checks every move.

use super::random::Rng;
use checkers::{Move, Outcome, Position, Side, pdn};
use games::{robot::Robot, video_checkers::State};
use std::{path::Path, process::Command};
use support::{Folder, Start};
use vcs::{PowerOn, PowerOnState};

/// A randomly generated game of 65 plies in which both sides make multiple jumps and crown men.
const TWO_PLAYER_GAME: &str = include_str!("../../data/two-players.pdn");

fn robot(seed: u64) -> Robot {
    let state = PowerOnState::Random;
    Robot::bundled(PowerOn { state, seed }).expect("the bundled cartridge comes up")
}

/// Plays the two-player game by joystick and compares every position.
fn play_two_player_game() -> Robot {
    let recorded = &pdn::read(TWO_PLAYER_GAME).expect("the game reads")[0].game;
    assert!(recorded.moves().len() >= 60);
    let mut robot = robot(1);
    robot.select_game(10).expect("Select reaches game 10");
    robot.new_game(Side::Black).expect("Reset begins a game");
    for (ply, chosen) in recorded.moves().iter().enumerate() {
        robot
            .play(chosen)
            .unwrap_or_else(|fault| panic!("ply {ply}: {fault}"));
        assert_eq!(
            robot.snapshot().position,
            recorded.positions()[ply + 1],
            "ply {ply}"
        );
    }
    assert_eq!(robot.game().moves(), recorded.moves());
    assert_eq!(robot.game().outcome(), recorded.outcome());
    robot
}

#[test]
fn two_players_play_a_whole_game_by_joystick_in_frames_of_262_lines() {
    assert_eq!(play_two_player_game().first_irregular_frame(), None);
}

/// Feeds a script to the terminal game, which saves its games to `record`. Returns the transcript.
fn play_in_terminal(arguments: &[&str], script: &str, record: &Path) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_crownhead"))
        .arg("checkers")
        .args(arguments)
        .arg("--record")
        .arg(record)
        .run_with_lines(script);
    let text = String::from_utf8(output.stdout).expect("the transcript is UTF-8");
    assert!(output.status.success(), "{text}");
    text
}

#[test]
fn the_terminal_plays_and_records_a_whole_game() {
    let recorded = &pdn::read(TWO_PLAYER_GAME).expect("the game reads")[0].game;
    let lines: Vec<String> = recorded.moves().iter().map(Move::to_string).collect();
    let folder = Folder::new("terminal");
    let path = folder.path("gamerec.txt");
    std::fs::write(&path, "[Event \"An old game\"]\n\n1. 11-15 *\n").expect("a file");
    let text = play_in_terminal(&["--two"], &lines.join("\n"), &path);
    assert!(text.contains("wins (White-Black: 0-1)"), "{text}");
    let saved = std::fs::read_to_string(&path).expect("the record is there");
    let records = pdn::read(&saved).expect("the record reads");
    assert_eq!(records.len(), 2, "{saved}");
    assert_eq!(records[0].tag("Event"), Some("An old game"));
    assert_eq!(records[1].game.moves(), recorded.moves());
    assert_eq!(records[1].game.outcome(), recorded.outcome());
}

/// Feeds a script to the terminal game for two players, without options that say where to save the
/// games. `data` is the user's data folder. Returns standard output and standard error.
fn play_with_data_folder(folder: &Folder, data: &Path, script: &str) -> (String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_crownhead"))
        .args(["checkers", "--two"])
        .current_dir(folder)
        .env("XDG_DATA_HOME", data)
        .run_with_lines(script);
    assert!(output.status.success());
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (text(output.stdout), text(output.stderr))
}

#[cfg(target_os = "linux")]
#[test]
fn the_terminal_saves_games_in_the_same_file_as_the_window() {
    let folder = Folder::new("one-record");
    play_with_data_folder(&folder, &folder.path("data"), "11-15\n");
    let saved = folder.path("data/crownhead/gamerec.txt");
    let saved = std::fs::read_to_string(saved).expect("the record");
    let games = pdn::read(&saved).expect("the record reads");
    assert_eq!(games[0].game.moves().len(), 1);
    assert!(!folder.path("gamerec.txt").exists());
}

#[cfg(target_os = "linux")]
#[test]
fn a_data_folder_that_cannot_be_written_gives_a_warning_and_the_game_goes_on() {
    let folder = Folder::new("no-record");
    let file = folder.write("data", "a file where the folder would be");
    let (text, errors) = play_with_data_folder(&folder, &file, "11-15\n");
    assert!(text.contains("Black> 11-15\n"), "{text}");
    assert!(errors.contains("the games are not saved"), "{errors}");
    assert_eq!(errors.lines().count(), 1, "{errors}");
}

#[test]
fn the_computers_first_move_is_printed() {
    let folder = Folder::new("begins");
    let record = folder.path("gamerec.txt");
    let script = "new white\nside\n";
    let text = play_in_terminal(&["--level", "1"], script, &record);
    assert_eq!(text.matches("Video Checkers plays ").count(), 2, "{text}");
}

#[test]
fn a_game_taken_back_to_its_start_is_empty_in_the_record() {
    let folder = Folder::new("taken-back");
    let record = folder.path("gamerec.txt");
    play_in_terminal(&["--level", "1"], "11-15\nback\n", &record);
    let text = std::fs::read_to_string(&record).unwrap();
    let games = pdn::read(&text).expect("the record reads");
    assert_eq!(games.len(), 1, "{text}");
    assert!(games[0].game.moves().is_empty(), "{text}");
}

#[test]
fn a_refused_line_gets_a_reason_and_a_new_prompt() {
    let folder = Folder::new("refusals");
    let script =
        "11-19\n22-18\nmoves\nxyzzy\nlevel 12\nback\n11-15\nhelp\nfen\n22-18\n11-16\nquit\n9-13\n";
    let text = play_in_terminal(
        &["--two", "--pieces", "stars"],
        script,
        &folder.path("gamerec.txt"),
    );
    for expected in [
        "Black> 11-19\nthe piece on 11 cannot reach 19; it can play 11-15, 11-16\n",
        "Black> 22-18\nthe piece on 22 is not yours\n",
        "Black> moves\n9-13, 9-14, 10-14, 10-15, 11-15, 11-16, 12-16\n",
        "Black> xyzzy\nthere is no command xyzzy; type help for the commands\n",
        "Black> level 12\nlevel needs a number from 1 to 9\n",
        "Black> back\nYou have no move to take back.\n",
        "White> fen\nW:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15\n",
        "Black> 11-16\nthere is no piece on 11\n",
        "* man, ** king: black (red on the cartridge's screen), starts on 1-12 and moves first\n",
    ] {
        assert!(text.contains(expected), "{expected:?} is missing in {text}");
    }
    assert!(text.ends_with("Black> quit\n"), "{text}");
}

#[test]
fn an_error_in_a_book_has_line_and_column() {
    let folder = Folder::new("damaged");
    let book = folder.path("book.pdn");
    std::fs::write(&book, "[Event \"1\"]\n\n1. 11-15 22-18\n2. 15x23 *\n").expect("a file");
    let output = Command::new(env!("CARGO_BIN_EXE_crownhead"))
        .args(["checkers", "--no-record", "--book"])
        .arg(&book)
        .run();
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(
        error.contains("line 4, column 4: expected a legal move of Black"),
        "{error}"
    );
}

#[test]
fn a_book_can_be_stepped_through_and_continued_from_any_position() {
    let folder = Folder::new("stepped");
    let path = folder.path("gamerec.txt");
    let book = folder.path("book.pdn");
    let games = "[Event \"1\"]\n\n1. 9-13 *\n\n[Event \"2\"]\n\n1. 11-15 22-18 2. 15x22 *\n";
    std::fs::write(&book, games).expect("a file");
    let script = format!("book {} 2\nnext 3\nprev\nplay\nmoves\n", book.display());
    let text = play_in_terminal(&["--level", "1"], &script, &path);
    assert!(text.contains("Game 1. You have Black."), "{text}");
    assert!(text.contains("Black> moves\n15x22\n"), "{text}");
}

#[test]
fn the_computer_answers_in_the_terminal() {
    let folder = Folder::new("computer");
    let path = folder.path("gamerec.txt");
    let script = "11-15\nhint\nback\n9-13\nlevel 2\ndraw\nresign\n";
    let text = play_in_terminal(&["--level", "1", "--seed", "1"], script, &path);
    assert_eq!(text.matches("Video Checkers plays ").count(), 3, "{text}");
    assert!(text.contains("Video Checkers would play "), "{text}");
    assert!(text.contains("Video Checkers plays on.\n"), "{text}");
    assert!(text.contains("White wins (White-Black: 1-0)"), "{text}");
    let saved = std::fs::read_to_string(&path).expect("the record is there");
    let records = pdn::read(&saved).expect("the record reads");
    assert_eq!(records.len(), 1, "{saved}");
    assert_eq!(records[0].game.moves().len(), 2, "{saved}");
    assert_eq!(records[0].game.moves()[0].to_string(), "9-13");
    assert_eq!(records[0].game.outcome(), Outcome::Won(Side::White));
}

#[test]
fn the_side_to_move_can_resign_and_two_players_can_agree_to_a_draw() {
    let folder = Folder::new("two-resign");
    let path = folder.path("gamerec.txt");
    let script = "11-15\nresign\nnew\n11-15\n22-18\nresign\nnew\n11-15\ndraw\n";
    let text = play_in_terminal(&["--two"], script, &path);
    assert!(text.contains("Drawn by agreement"), "{text}");
    let saved = std::fs::read_to_string(&path).expect("the record is there");
    let records = pdn::read(&saved).expect("the record reads");
    let outcomes: Vec<Outcome> = records.iter().map(|record| record.game.outcome()).collect();
    let expected = [
        Outcome::Won(Side::Black),
        Outcome::Won(Side::White),
        Outcome::Draw,
    ];
    assert_eq!(outcomes, expected, "{saved}");
}

#[test]
fn the_terminal_suggests_a_draw_at_the_third_repetition_and_records_it() {
    let folder = Folder::new("repetition");
    let path = folder.path("gamerec.txt");
    let see_saw = "1-5\n32-28\n5-1\n28-32\n";
    let script = format!("setup B:WK32:BK1\n{see_saw}{see_saw}draw\nrules\n");
    let text = play_in_terminal(&["--two"], &script, &path);
    assert_eq!(text.matches("has come up 3 times").count(), 1, "{text}");
    assert!(text.contains("becomes a king"), "the rules: {text}");
    let saved = std::fs::read_to_string(&path).expect("the record is there");
    let records = pdn::read(&saved).expect("the record reads");
    let last = records.last().expect("a game");
    assert_eq!(last.game.outcome(), Outcome::Draw, "{saved}");
    assert_eq!(last.comments[&8], "repetition 3 of this position");
}

/// Plays a game of random moves against the computer. Returns the result, which the cartridge must
/// show.
fn play_random_moves(game: u8, side: Side, seed: u64) -> Outcome {
    let mut robot = robot(seed);
    robot.select_game(game).expect("Select reaches the game");
    robot.new_game(side).expect("Reset begins a game");
    let mut rng = Rng::new(seed);
    loop {
        robot.wait(|_| true).expect("the computer moves");
        if robot.game().outcome() != Outcome::Open {
            break;
        }
        assert_eq!(robot.game().position(), &robot.snapshot().position);
        let moves = robot.game().position().legal_moves();
        let chosen = moves[rng.below(moves.len())];
        robot.play(&chosen).expect("the move is taken");
    }
    robot.frames(30);
    assert_eq!(robot.game().start(), &Position::START, "an illegal move");
    let end_state = match robot.game().outcome() {
        Outcome::Draw => State::Drawn,
        _ => State::Over,
    };
    assert_eq!(robot.snapshot().state, end_state);
    assert_eq!(robot.first_irregular_frame(), None);
    robot.game().outcome()
}

/// Lets the computer play against itself on two consoles, one for each side, at the two levels in
/// `games`. When the computer has moved on one console, a robot enters that move on the other
/// console with the joystick. Both consoles must show the result.
fn play_against_itself(games: [u8; 2], seed: u64) -> Outcome {
    let mut consoles = [(games[0], Side::White), (games[1], Side::Black)].map(|(game, left)| {
        let mut robot = robot(seed + u64::from(game));
        robot.select_game(game).expect("Select reaches the game");
        robot.new_game(left).expect("Reset begins a game");
        robot
    });
    for side in [0, 1].into_iter().cycle() {
        consoles[side].wait(|_| true).expect("the computer moves");
        let played = consoles[side].game().moves().len();
        if consoles[1 - side].game().moves().len() < played {
            let chosen = consoles[side].game().moves()[played - 1];
            consoles[1 - side].play(&chosen).expect("the move is taken");
        }
        if consoles[side].game().outcome() != Outcome::Open {
            break;
        }
    }
    let outcome = consoles[0].game().outcome();
    for robot in &mut consoles {
        robot.frames(60);
        assert_eq!(robot.game().start(), &Position::START, "an illegal move");
        assert_eq!(robot.game().outcome(), outcome);
        let end_state = match outcome {
            Outcome::Draw => State::Drawn,
            _ => State::Over,
        };
        assert_eq!(robot.snapshot().state, end_state);
        assert_eq!(robot.first_irregular_frame(), None);
    }
    outcome
}

/// The digits in the header share bytes of RAM with the two squares toward which the search steers
/// its kings. Whatever the digits are, kings must stay kings.
#[test]
fn a_players_king_stays_a_king() {
    let kings = Position::from_fen("B:WK29,K30,K31,K32:BK1,K2,K3,K4").expect("a position");
    for seed in 0..12 {
        let mut robot = robot(seed);
        robot.select_game(10).expect("Select reaches the game");
        robot.set_up(&kings).expect("the position can be set up");
        let mut rng = Rng::new(seed);
        for _ in 0..60 {
            let moves = robot.game().position().legal_moves();
            if moves.is_empty() {
                break;
            }
            let chosen = moves[rng.below(moves.len())];
            robot.play(&chosen).expect("the move is taken");
            assert_eq!(
                robot.game().position(),
                &robot.snapshot().position,
                "{chosen}"
            );
        }
    }
}

/// Returns the game numbers of black and white for a game that the computer plays against itself. A
/// game number selects the level and the variant.
fn mixed_levels(number: u64) -> [u8; 2] {
    let variant = if number % 5 == 4 { 10 } else { 0 };
    [number % 4, number / 4 % 4].map(|level| 1 + level as u8 + variant)
}

#[test]
fn the_computer_plays_itself_to_the_end() {
    for number in [1, 4] {
        assert_ne!(
            play_against_itself(mixed_levels(number), number),
            Outcome::Open
        );
    }
}

#[test]
#[ignore = "full count: the computer plays 50 games against itself at mixed levels"]
fn full_games_against_itself() {
    let mut results = [0; 3];
    for number in 0..50 {
        let result = match play_against_itself(mixed_levels(number), number) {
            Outcome::Won(Side::Black) => 0,
            Outcome::Draw => 1,
            _ => 2,
        };
        results[result] += 1;
    }
    let [black, drawn, white] = results;
    println!("black won {black}, drawn {drawn}, white won {white}");
}

#[test]
fn the_computer_plays_legal_moves_and_beats_random_moves() {
    for (game, side, seed) in [
        (1, Side::Black, 1),
        (1, Side::White, 2),
        (3, Side::Black, 3),
        (12, Side::White, 4),
    ] {
        let outcome = play_random_moves(game, side, seed);
        assert_eq!(
            outcome,
            Outcome::Won(side.other()),
            "game {game}, seed {seed}"
        );
    }
}

#[test]
#[ignore = "full count: 200 games at game 1 and 100 at game 11 against random moves"]
fn full_games_against_random_moves() {
    for (game, count, min_wins) in [(1, 200, 199), (11, 100, 90)] {
        let won = (0..count).filter(|&seed| {
            let side = if seed % 2 == 0 {
                Side::Black
            } else {
                Side::White
            };
            let outcome = play_random_moves(game, side, seed);
            if outcome != Outcome::Won(side.other()) {
                println!("game {game}, seed {seed}: {outcome:?}");
            }
            outcome == Outcome::Won(side.other())
        });
        let won = won.count();
        println!("game {game}: {won} of {count} won");
        assert!(won >= min_wins, "game {game}: {won} of {count}");
    }
}
