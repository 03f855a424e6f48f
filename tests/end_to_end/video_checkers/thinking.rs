//! Thinking times on the full console, from the drop of a piece until the board is back, compared
//! with the original cartridge's and with the Game Matrix in the 1980 manual.

use super::random::Rng;
use checkers::{Move, Position, Side, Square, Variant, search::Search};
use games::{robot::Robot, video_checkers::State};
use std::ops::RangeInclusive;
use vcs::{PowerOn, PowerOnState};

/// Frames per second.
const FRAME_RATE: f64 = 59.92;
/// Number of frames from the drop until the computer starts thinking; the piece blinks meanwhile.
const DROP_FRAMES: u64 = 10;

/// Timeout in frames: half an hour, twice the longest time in [`GAME_MATRIX`].
const TIMEOUT_FRAMES: u64 = 30 * 60 * 60;

/// The original cartridge's waits in seconds for games 1 to 9 and 11 to 19. Each is the mean over
/// the replies to all first moves. For games 8 and 18, only the first four moves in `FIRST_MOVES`
/// were used; for games 9 and 19, only the first two.
const ORIGINAL_WAITS: [[f64; 9]; 2] = [
    [1.3, 1.7, 1.8, 3.8, 7.0, 25.3, 46.9, 141.5, 318.6],
    [1.3, 1.6, 1.8, 3.6, 5.3, 17.5, 28.6, 71.6, 146.0],
];
const FIRST_MOVES: [&str; 7] = ["9-13", "11-15", "9-14", "10-14", "10-15", "11-16", "12-16"];

/// The Game Matrix in the 1980 manual, in seconds.
pub(crate) const GAME_MATRIX: [[f64; 9]; 2] = [
    [1.5, 2.0, 3.0, 5.0, 10.0, 30.0, 60.0, 240.0, 900.0],
    [1.5, 2.0, 3.0, 4.0, 6.0, 14.0, 30.0, 120.0, 480.0],
];

fn robot(game: u8, left: Side) -> Robot {
    let state = PowerOnState::Random;
    let power_on = PowerOn { state, seed: 1 };
    let mut robot = Robot::bundled(power_on).expect("the bundled cartridge comes up");
    robot.select_game(game).expect("Select reaches the game");
    robot.new_game(left).expect("Reset begins a game");
    robot
}

/// Waits until the board is back, and returns how many seconds have passed since the piece was
/// dropped. Must be called when a piece has just been dropped.
fn wait(robot: &mut Robot) -> f64 {
    let mut thinking = u64::from(robot.snapshot().state == State::Think);
    for _ in 0..TIMEOUT_FRAMES {
        if !robot.is_computers_turn() && robot.snapshot().state != State::Dropped {
            assert_eq!(robot.first_irregular_frame(), None);
            return (DROP_FRAMES + thinking + 1) as f64 / FRAME_RATE;
        }
        robot.frame();
        thinking += u64::from(robot.snapshot().state == State::Think);
    }
    panic!("no move in half an hour: {:?}", robot.snapshot());
}

/// Returns how many seconds the reply to each first move takes.
fn reply_times(game: u8) -> [f64; 7] {
    FIRST_MOVES.map(|text| {
        let mut robot = robot(game, Side::Black);
        let first = Position::START.parse_move(text).expect("a first move");
        robot.play(&first).expect("the move is accepted");
        let time = wait(&mut robot);
        assert_eq!(robot.game().moves().len(), 2, "the computer has replied");
        time
    })
}

/// Prints a game's waits, and returns this cartridge's mean wait divided by the original
/// cartridge's.
fn ratio_to_original(game: u8) -> f64 {
    let (variant, level) = (usize::from(game / 11), usize::from(game % 10));
    let times = reply_times(game);
    let compared = match level {
        8 => &times[..4],
        9 => &times[..2],
        _ => &times[..],
    };
    let mean = compared.iter().sum::<f64>() / compared.len() as f64;
    let original = ORIGINAL_WAITS[variant][level - 1];
    let all: String = times.iter().map(|time| format!("{time:7.2}")).collect();
    let ratio = mean / original;
    println!("game {game:2} {all}  mean {mean:6.2}  original {original:6.1}  ratio {ratio:.2}");
    ratio
}

#[test]
fn the_first_levels_reply_in_at_most_half_of_the_originals_time() {
    for game in [1, 2, 3, 11, 12, 13] {
        let ratio = ratio_to_original(game);
        assert!((0.05..=0.5).contains(&ratio), "game {game}: {ratio}");
    }
}

#[test]
#[ignore = "full: replies to all first moves at all levels"]
fn full_replies_take_at_most_half_of_the_originals_time() {
    println!("replies to {}", FIRST_MOVES.join(", "));
    for game in (1..=9).chain(11..=19) {
        let ratio = ratio_to_original(game);
        assert!((0.01..=0.5).contains(&ratio), "game {game}: {ratio}");
    }
}

/// Returns positions from games that the reference search plays at level 3, with a random move in
/// about one ply in five. They are 10 to 70 plies into the game; at least one in three has kings.
fn random_positions(variant: Variant, count: usize) -> Vec<Position> {
    let mut rng = Rng::new(11);
    let mut positions = Vec::new();
    while positions.len() < count {
        let plies = 10 + rng.below(61);
        let Some(position) = random_position(variant, plies, &mut rng) else {
            continue;
        };
        let kings = |side| position.board().men_and_kings(side).1;
        if positions.len() % 3 != 0 || kings(Side::Black) + kings(Side::White) > 0 {
            positions.push(position);
        }
    }
    positions
}

fn random_position(variant: Variant, plies: usize, rng: &mut Rng) -> Option<Position> {
    let mut position = Position::START;
    for _ in 0..plies {
        let moves: Vec<Move> = match rng.below(5) {
            0 => position.legal_moves(),
            _ => Search::new(&position, variant, 3).best_moves(),
        };
        if moves.is_empty() {
            return None;
        }
        position = position.play(&moves[rng.below(moves.len())]);
    }
    (!position.legal_moves().is_empty()).then_some(position)
}

/// Sets up each of these positions with the joystick, in the game with number `game`. Returns the
/// computer's waits in ascending order.
fn sorted_waits(game: u8, positions: &[Position]) -> Vec<f64> {
    let wait_in = |position: &Position| {
        let mut robot = robot(game, position.side().other());
        robot.wait(|_| true).expect("a first move");
        robot.set_up(position).expect("the position can be set up");
        let time = wait(&mut robot);
        assert_eq!(robot.game().moves().len(), 1, "{}", position.to_fen());
        time
    };
    let mut times: Vec<f64> = positions.iter().map(wait_in).collect();
    times.sort_by(f64::total_cmp);
    times
}

/// The maximum duration of a search in units of 256 frames, for levels 4 to 9.
const TIME_LIMITS: [[u16; 6]; 2] = [[1, 3, 7, 11, 79, 127], [1, 2, 4, 6, 40, 64]];

/// Checks that the computer stops thinking in time, in a position for which it uses all of its
/// level's time.
fn check_time_limit(game: u8, fen: &str) {
    let (variant, level) = (usize::from(game / 11), usize::from(game % 10));
    let limit = f64::from(256 * TIME_LIMITS[variant][level - 4]) / FRAME_RATE;
    let position = Position::from_fen(fen).expect("a position");
    let time = sorted_waits(game, &[position])[0];
    println!("game {game:2}  {time:6.2} of {limit:6.2} s");
    assert!(time <= 1.5 * GAME_MATRIX[variant][level - 1]);
    assert!((limit - 0.5..limit + 0.5).contains(&time), "{fen}: {time}");
}

/// Without the time limit, these positions would take 5, 15, 36 and 25 seconds.
#[test]
fn the_computer_stops_thinking_when_its_time_is_up() {
    check_time_limit(4, "W:W13,18,19,26,29,30,31,32:B1,2,3,5,6,7,8,20");
    check_time_limit(5, "W:WK5,K7,K8,K13,K18,32:BK21");
    check_time_limit(6, "B:WK9,10,K11,K18,K19,32:B12,20,K21,K30");
    check_time_limit(16, "B:WK1,K3,27:BK14,15,K25,26");
}

/// Without the time limit, the first two positions would take 150 and 73 seconds. Levels 8 and 9
/// are tested with the positions for level 6.
#[test]
#[ignore = "full: searches that take minutes each"]
fn full_the_computer_stops_a_long_search_when_its_time_is_up() {
    check_time_limit(7, "B:WK2,K6,K8:BK15,K18,K19,K26");
    check_time_limit(17, "W:W7,13,14,K16,22:B1,23,K28,K32");
    for game in [8, 9] {
        check_time_limit(game, "B:WK9,10,K11,K18,K19,32:B12,20,K21,K30");
    }
    for game in [18, 19] {
        check_time_limit(game, "B:WK1,K3,27:BK14,15,K25,26");
    }
}

/// With twelve kings on each side, just counting the legal moves takes longer than the time that
/// level 4 has for thinking. The clock must not start before the moves have been counted.
#[test]
fn the_clock_starts_when_the_moves_have_been_counted() {
    let kings = "B:WK1,K2,K9,K12,K15,K17,K18,K24,K26,K28,K29,K32:\
                 BK3,K4,K10,K11,K13,K14,K16,K19,K23,K25,K27,K30";
    let position = Position::from_fen(kings).expect("a position");
    let time = sorted_waits(4, &[position])[0];
    let limit = f64::from(256 * TIME_LIMITS[0][0]) / FRAME_RATE;
    assert!((2.0 * limit..4.0 * limit).contains(&time), "{time}");
}

fn check_against_the_manual(levels: RangeInclusive<u8>, count: usize) {
    for (variant, variant_index) in [(Variant::Checkers, 0), (Variant::Giveaway, 1)] {
        let positions = random_positions(variant, count);
        let with_kings = positions.iter().filter(|at| {
            Square::all().any(|square| at.board().piece(square).is_some_and(|piece| piece.king))
        });
        assert!(with_kings.count() * 3 >= count);
        for level in levels.clone() {
            let game = level + 10 * variant_index as u8;
            let times = sorted_waits(game, &positions);
            let (median, longest) = (times[count / 2], times[count - 1]);
            let limit = GAME_MATRIX[variant_index][usize::from(level) - 1];
            println!("game {game:2}  median {median:6.2}  longest {longest:6.2}  manual {limit}");
            assert!(median <= limit, "game {game}: median {median}");
            assert!(longest <= 1.5 * limit, "game {game}: {longest}");
        }
    }
}

#[test]
fn random_positions_take_no_longer_than_the_manual_says() {
    check_against_the_manual(1..=3, 6);
}

#[test]
#[ignore = "full: 30 random positions at all levels"]
fn full_random_positions_take_no_longer_than_the_manual_says() {
    check_against_the_manual(1..=9, 30);
}
