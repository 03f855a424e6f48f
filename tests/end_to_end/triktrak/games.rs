//! Plays whole games using only the joystick. Checks that positions are legal, that every frame has
//! 262 lines, and that the games end. Also checks the computer's strength, its thinking time, and
//! the fairness of the dice.

use super::{
    referee::{Referee, current_throw},
    table::Table,
};
use rayon::prelude::*;
use triktrak::{
    Rng,
    players::{Chooser, Greedy, Random},
};

/// Maximum length of a game, in frames: an hour.
const MAX_GAME_FRAMES: usize = 60 * 60 * 60;
/// Number of frames to subtract from the time for which the cartridge shows THINK. In a throw of
/// two numbers, THINK also remains for four frames after each of the two moves.
const THINK_DISPLAY_FRAMES: usize = 8;

/// The result of a game that the computer played against a player.
struct FinishedGame {
    /// True if the computer won.
    won: bool,
    throws: Vec<triktrak::Throw>,
    /// Longest thinking times for a throw of two, four and eight numbers, in frames.
    longest_thinks: [usize; 3],
}

/// Moves the cursor to a wedge. Reads the cursor's position from RAM, as a person would from the
/// picture. If the wedge is on the other side of the board, pushes the stick up: at the top of the
/// board, the cursor moves to the other side.
fn steer(table: &mut Table, referee: &mut Referee, wedge: u8) {
    for _ in 0..24 {
        let cursor = table.ram("cursor");
        if cursor == wedge {
            return;
        }
        let is_other_side = (cursor > 12) != (wedge > 12);
        let up = is_other_side || (cursor > 12) == (wedge < cursor);
        table.push(if up { "u" } else { "d" });
        referee.check_frame(table);
    }
    panic!("the cursor does not reach {wedge}: {table:?}");
}

fn play(seed: u64, player_is_white: bool, player: &mut dyn Chooser) -> FinishedGame {
    let mut table = Table::game(seed, u8::from(!player_is_white)).without_drawing();
    let mut referee = Referee::new();
    let mut longest_thinks = [0; 3];
    let mut think_frames = 0usize;
    for frame in 0..MAX_GAME_FRAMES {
        referee.check_frame(&table);
        if table.expects("WINS") {
            assert!(referee.position().is_won());
            let won = (table.ram("side") == 0) != player_is_white;
            let throws = referee.throws;
            return FinishedGame {
                won,
                throws,
                longest_thinks,
            };
        }
        let is_players_turn = (table.ram("side") == 0) == player_is_white;
        think_frames = if table.expects("THINK") && !is_players_turn {
            think_frames + 1
        } else {
            0
        };
        let kind = usize::from(table.ram("count")).max(2).ilog2() as usize - 1;
        longest_thinks[kind.min(2)] =
            longest_thinks[kind.min(2)].max(think_frames.saturating_sub(THINK_DISPLAY_FRAMES));
        if is_players_turn && table.expects("THROW") {
            // Wait for a varying time, as a person would, because the dice depend on the time.
            table.run_frames(1 + (seed as usize + frame) % 7);
            table.fire();
        } else if is_players_turn && table.expects("MOVE") && !table.flagged("LEGAL").is_empty() {
            table.run_frames(2);
            let numbers = referee.remaining_numbers();
            let wedge = player.choose(referee.position(), &numbers);
            assert!(table.flagged("LEGAL").contains(&wedge));
            steer(&mut table, &mut referee, wedge);
            let at = table.ram("at");
            table.fire();
            referee.check_frame(&table);
            assert_eq!(table.ram("at"), at + 1, "the choice is accepted");
        } else {
            table.run_frames(1);
        }
    }
    panic!("the game does not end: {table:?}");
}

/// The results of a match.
#[derive(Default)]
struct Tally {
    /// Number of games that the computer won.
    won: u64,
    throws: usize,
    /// Longest thinking times for a throw of two, four and eight numbers, in frames.
    longest_thinks: [usize; 3],
}

impl Tally {
    fn of(played: &FinishedGame) -> Tally {
        Tally {
            won: played.won.into(),
            throws: played.throws.len(),
            longest_thinks: played.longest_thinks,
        }
    }

    fn combine(self, other: Tally) -> Tally {
        Tally {
            won: self.won + other.won,
            throws: self.throws + other.throws,
            longest_thinks: std::array::from_fn(|kind| {
                self.longest_thinks[kind].max(other.longest_thinks[kind])
            }),
        }
    }
}

/// Plays games between the computer and `player`, on all cores. `player` plays White in every
/// second game. Each game has a different seed.
fn play_match<P: Chooser>(games: u64, player: impl Fn(u64) -> P + Sync) -> Tally {
    let play_one = |seed: u64| {
        let played = play(seed, seed.is_multiple_of(2), &mut player(seed));
        Tally::of(&played)
    };
    let seeds = (1..=games).into_par_iter();
    let tally = seeds.map(play_one).reduce(Tally::default, Tally::combine);
    println!(
        "the computer wins {} of {games}; {} throws; longest thinking times {:?} frames",
        tally.won, tally.throws, tally.longest_thinks
    );
    let [two, four, _] = tally.longest_thinks;
    assert!(two <= 120 && four <= 180, "the computer thinks too long");
    tally
}

fn random(seed: u64) -> Random {
    Random(Rng::new(seed))
}

fn greedy(seed: u64) -> Greedy {
    Greedy(Rng::new(seed))
}

#[test]
fn twenty_games_are_legal_to_the_end() {
    let tally = play_match(20, random);
    assert!(tally.won >= 18);
    assert!(
        tally.longest_thinks[2] <= 300,
        "the computer thinks too long about a triktrak"
    );
}

#[test]
#[ignore = "full: 10,000 games, about an hour on one core"]
fn full_ten_thousand_games_are_legal_and_97_percent_are_won() {
    assert!(play_match(10_000, random).won >= 9_700);
}

#[test]
#[ignore = "full: 1,000 games, about six minutes on one core"]
fn full_the_computer_wins_65_percent_against_a_greedy_player() {
    assert!(play_match(1000, greedy).won >= 650);
}

/// Returns `count` throws from one console. Waits 1 to 30 frames before each throw, and makes no
/// moves.
fn throws(count: usize) -> Vec<triktrak::Throw> {
    let mut rng = Rng::new(5);
    let mut table = Table::game(7, 2).without_drawing();
    let mut thrown = Vec::new();
    while thrown.len() < count {
        table.wait("THROW", |table| table.expects("THROW"));
        table.run_frames(1 + rng.below(30));
        let mut rolling = table.clone();
        rolling.fire();
        rolling.wait("a throw", Table::has_throw);
        thrown.push(current_throw(&rolling));
        // Keep the state of the random number generator after this throw, but not the throw.
        let random = [rolling.ram_at("random", 0), rolling.ram_at("random", 1)];
        table.poke("random", &random);
    }
    thrown
}

/// Returns the chi-square statistic of counts; `weights` holds the expected share of each count.
fn chi_square(counts: &[usize], weights: &[f64]) -> f64 {
    let total: usize = counts.iter().sum();
    let term = |(&count, &weight): (&usize, &f64)| {
        let expected = total as f64 * weight;
        (count as f64 - expected).powi(2) / expected
    };
    counts.iter().zip(weights).map(term).sum()
}

/// Checks that each of the 21 throws is as likely as with two fair dice, and that throws are
/// independent of each other.
fn dice_are_fair(count: usize) {
    let thrown = throws(count);
    let kinds: Vec<triktrak::Throw> = {
        let mut all: Vec<_> = triktrak::Throw::all().collect();
        all.sort();
        all.dedup();
        all
    };
    let kind = |throw: &triktrak::Throw| kinds.binary_search(throw).expect("a throw");
    let weights: Vec<f64> = kinds
        .iter()
        .map(|throw| {
            if throw.is_double() {
                1.0 / 36.0
            } else {
                2.0 / 36.0
            }
        })
        .collect();
    let mut counts = vec![0; kinds.len()];
    thrown.iter().for_each(|throw| counts[kind(throw)] += 1);
    let chi_square = chi_square(&counts, &weights);
    let sum = |throw: &triktrak::Throw| usize::from(throw.dice().0 + throw.dice().1);
    let mean = thrown.iter().map(sum).sum::<usize>() as f64 / count as f64;
    let deviation = |throw: &triktrak::Throw| sum(throw) as f64 - mean;
    let squares: f64 = thrown.iter().map(|throw| deviation(throw).powi(2)).sum();
    let products: f64 = thrown
        .windows(2)
        .map(|pair| deviation(&pair[0]) * deviation(&pair[1]))
        .sum();
    let correlation = products / squares;
    println!(
        "{count} throws: chi-square {chi_square:.1} (20 degrees of freedom), \
         correlation {correlation:.4}"
    );
    // With fair dice, a chi-square above 45.3 has a probability of one in 1,000. The standard
    // deviation of the correlation is 1/sqrt(count).
    assert!(chi_square < 45.3, "{counts:?}");
    assert!(
        correlation.abs() < 3.3 / (count as f64).sqrt(),
        "{correlation}"
    );
}

#[test]
fn dice_are_fair_over_1000_throws() {
    dice_are_fair(1000);
}

#[test]
#[ignore = "full: 100,000 throws, about four minutes"]
fn full_dice_are_fair_over_100000_throws() {
    dice_are_fair(100_000);
}
