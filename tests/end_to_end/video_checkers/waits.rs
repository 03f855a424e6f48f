//! Compares how long the bundled cartridge and its first edition think in positions from whole
//! games. Both run as complete cartridges on the full console, not just as searches.
//!
//! `CROWNHEAD_BASELINE` is the full path of the first edition's image; its symbol file must be next
//! to it, under the same name with the extension `.sym`. `video-checkers.md` explains how to get
//! the first edition from the repository's history. `CROWNHEAD_GAMES` lists the games, such as
//! `5,6,7` (default: 1 to 5 and 11 to 15). `CROWNHEAD_COUNT` is the number of positions in each
//! phase (default: 40).

use super::{random::Rng, thinking::GAME_MATRIX};
use checkers::{Move, Position, Side, Variant, search::Search};
use games::{robot::Robot, video_checkers::State};
use play::bundled::BUNDLED;
use std::{env, fs, path::Path};
use vcs::{PowerOn, PowerOnState};

/// Frames per second.
const FRAME_RATE: f64 = 59.92;
/// Timeout in frames: two hours.
const TIMEOUT_FRAMES: u64 = 2 * 60 * 60 * 60;
/// The phases of a game.
const PHASES: [&str; 4] = ["20 pieces", "no kings", "kings", "ending"];

/// The maximum wait, as a multiple of the time in the 1980 manual.
const MAX_WAIT_RATIO: f64 = 1.5;

/// Returns two limits on the mean time that the computer may think in this game: over all phases,
/// and in endings with kings. Both are multiples of the mean time that the first edition thinks.
fn mean_limits(game: u8) -> [f64; 2] {
    const NO_LIMIT: f64 = f64::INFINITY;
    match game {
        5 => [0.69, NO_LIMIT],
        6 => [0.89, 0.77],
        7 => [0.62, 0.56],
        9 => [0.63, NO_LIMIT],
        _ => [1.0, NO_LIMIT],
    }
}

/// An image and its symbol file.
struct Image {
    bytes: Vec<u8>,
    symbols: String,
}

impl Image {
    fn read(path: &str) -> Image {
        let symbols = Path::new(path).with_extension("sym");
        let failed = |error| panic!("CROWNHEAD_BASELINE must name a readable image: {error}");
        Image {
            bytes: fs::read(path).unwrap_or_else(failed),
            symbols: fs::read_to_string(symbols).unwrap_or_else(|error| panic!("symbols: {error}")),
        }
    }

    fn bundled() -> Image {
        Image {
            bytes: BUNDLED[0].image.to_vec(),
            symbols: BUNDLED[0].symbols.to_string(),
        }
    }

    /// Sets up a position, and returns how many seconds the computer thinks about its move.
    fn thinking_time(&self, game: u8, position: &Position, seed: u64) -> f64 {
        let state = PowerOnState::Random;
        let mut robot = Robot::new(&self.bytes, &self.symbols, PowerOn { state, seed })
            .expect("the cartridge comes up");
        robot.select_game(game).expect("Select reaches the game");
        let left = position.side().other();
        robot.new_game(left).expect("Reset begins a game");
        robot.wait(|_| true).expect("a first move");
        robot.set_up(position).expect("the position can be set up");
        let mut thinking = u64::from(robot.snapshot().state == State::Think);
        for _ in 0..TIMEOUT_FRAMES {
            if !robot.is_computers_turn() && robot.snapshot().state != State::Dropped {
                assert_eq!(robot.first_irregular_frame(), None, "{}", position.to_fen());
                return thinking as f64 / FRAME_RATE;
            }
            robot.frame();
            thinking += u64::from(robot.snapshot().state == State::Think);
        }
        panic!("no move in {}", position.to_fen());
    }
}

/// Returns the phase of a position, as an index into `PHASES`: 0 with 20 pieces or more, 1 with
/// fewer pieces and no kings, 2 with kings and 10 to 19 pieces, 3 with kings and fewer pieces.
fn phase(position: &Position) -> usize {
    let counts = |side| position.board().men_and_kings(side);
    let (men, kings) = counts(Side::Black);
    let (their_men, their_kings) = counts(Side::White);
    let kings = kings + their_kings;
    match men + their_men + kings {
        20.. => 0,
        _ if kings == 0 => 1,
        10.. => 2,
        _ => 3,
    }
}

/// Returns `count` positions for each phase, all with at least two legal moves. They come from
/// games that the reference search plays against itself at level 3, with a random move in about one
/// ply in eight; each game contributes at most one position to each phase.
fn sample_positions(variant: Variant, count: usize) -> [Vec<Position>; 4] {
    let mut rng = Rng::new(12);
    let mut samples: [Vec<Position>; 4] = Default::default();
    while samples.iter().any(|phase| phase.len() < count) {
        let mut candidates: [Vec<Position>; 4] = Default::default();
        let mut position = Position::START;
        for ply in 0..160 {
            let mut moves: Vec<Move> = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            if moves.len() > 1 {
                candidates[phase(&position)].push(position);
                if ply >= 4 && rng.below(8) > 0 {
                    moves = Search::new(&position, variant, 3).best_moves();
                }
            }
            position = position.play(&moves[rng.below(moves.len())]);
        }
        for (samples, candidates) in samples.iter_mut().zip(candidates) {
            if samples.len() < count && !candidates.is_empty() {
                samples.push(candidates[rng.below(candidates.len())]);
            }
        }
    }
    samples
}

/// Returns the sum and the maximum of the waits in some positions.
fn total_and_longest_wait(image: &Image, game: u8, positions: &[Position]) -> (f64, f64) {
    let times = (1..).zip(positions);
    let times = times.map(|(seed, position)| image.thinking_time(game, position, seed));
    times.fold((0.0, 0.0), |(sum, longest): (f64, f64), time| {
        (sum + time, longest.max(time))
    })
}

/// How a game's waits compare with the baseline's.
#[derive(Debug)]
struct Comparison {
    /// The mean wait over all positions, divided by the baseline's.
    all: f64,
    /// The mean wait in endings with kings, divided by the baseline's.
    endings: f64,
    /// The longest wait in seconds.
    longest: f64,
}

/// Prints a game's waits, and compares them with the baseline's.
fn compare(baseline: &Image, game: u8, positions: &[Vec<Position>; 4]) -> Comparison {
    let bundled = Image::bundled();
    let mut sums = (0.0, 0.0);
    let mut compared = Comparison {
        all: 0.0,
        endings: 0.0,
        longest: 0.0,
    };
    for (name, positions) in PHASES.iter().zip(positions) {
        let (new, longest) = total_and_longest_wait(&bundled, game, positions);
        let (old, longest_old) = total_and_longest_wait(baseline, game, positions);
        let count = positions.len() as f64;
        println!(
            "game {game:2} {name:9}  mean {:7.2}  baseline {:7.2}  ratio {:.2}  \
             longest {longest:6.1}, {longest_old:6.1}",
            new / count,
            old / count,
            new / old
        );
        sums = (sums.0 + new, sums.1 + old);
        compared.endings = new / old; // the last phase
        compared.longest = longest.max(compared.longest);
    }
    compared.all = sums.0 / sums.1;
    println!(
        "game {game:2} all        ratio {:.2}  longest {:.1}",
        compared.all, compared.longest
    );
    compared
}

#[test]
#[ignore = "full: positions of all phases of a game, with the first edition's image"]
fn full_waits_over_whole_games_are_shorter_than_the_first_editions() {
    let baseline = env::var("CROWNHEAD_BASELINE");
    let baseline =
        Image::read(&baseline.expect("set CROWNHEAD_BASELINE to the first edition's image"));
    let games = env::var("CROWNHEAD_GAMES");
    let games = games.unwrap_or("1,2,3,4,5,11,12,13,14,15".to_string());
    let count = env::var("CROWNHEAD_COUNT").map_or(40, |text| text.parse().expect("a number"));
    let (checkers, giveaway) = (Variant::Checkers, Variant::Giveaway);
    let positions = [
        sample_positions(checkers, count),
        sample_positions(giveaway, count),
    ];
    for game in games.split(',') {
        let game: u8 = game
            .parse()
            .expect("CROWNHEAD_GAMES must be numbers and commas, such as 5,6,7");
        let (variant, level) = (usize::from(game / 11), usize::from(game % 10));
        let compared = compare(&baseline, game, &positions[variant]);
        let [all, endings] = mean_limits(game);
        assert!(compared.all <= all, "game {game}: {compared:?}");
        assert!(compared.endings <= endings, "game {game}: {compared:?}");
        let longest = MAX_WAIT_RATIO * GAME_MATRIX[variant][level - 1];
        assert!(compared.longest <= longest, "game {game}: {compared:?}");
    }
}
