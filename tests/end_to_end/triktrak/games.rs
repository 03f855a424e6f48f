//! Plays whole games using only the joystick. Checks that positions are legal, that every frame has
//! 262 lines, and that the games end. Also checks the computer's strength, its thinking time, and
//! the fairness of the dice.

use super::{
    referee::{Referee, throw},
    table::Table,
};
use rayon::prelude::*;
use triktrak::{
    Rng,
    players::{Chooser, Greedy, Random},
};

/// Timeout for a wait, in frames: an hour.
const PATIENCE: usize = 60 * 60 * 60;
/// Number of frames to subtract from the time for which the cartridge shows THINK. In a throw of
/// two numbers, THINK also remains for four frames after each of the two moves.
const LOOK: usize = 8;

/// The result of a game that the computer played against a player.
struct Played {
    /// True if the computer won.
    won: bool,
    throws: Vec<triktrak::Throw>,
    /// Longest thinking times for a throw of two, four and eight numbers, in frames.
    thinks: [usize; 3],
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
        let over = (cursor > 12) != (wedge > 12);
        let up = over || (cursor > 12) == (wedge < cursor);
        table.push(if up { "u" } else { "d" });
        referee.check_frame(table);
    }
    panic!("the cursor does not reach {wedge}: {table:?}");
}

fn play(seed: u64, white: bool, player: &mut dyn Chooser) -> Played {
    let mut table = Table::game(seed, u8::from(!white)).unseen();
    let mut referee = Referee::new();
    let mut thinks = [0; 3];
    let mut think = 0usize;
    for frame in 0..PATIENCE {
        referee.check_frame(&table);
        if table.expects("WINS") {
            assert!(referee.position().is_won());
            let won = (table.ram("side") == 0) != white;
            let throws = referee.throws;
            return Played {
                won,
                throws,
                thinks,
            };
        }
        let persons = (table.ram("side") == 0) == white;
        think = if table.expects("THINK") && !persons {
            think + 1
        } else {
            0
        };
        let kind = usize::from(table.ram("count")).max(2).ilog2() as usize - 1;
        thinks[kind.min(2)] = thinks[kind.min(2)].max(think.saturating_sub(LOOK));
        if persons && table.expects("THROW") {
            // Wait for a varying time, as a person would, because the dice depend on the time.
            table.frames(1 + (seed as usize + frame) % 7);
            table.fire();
        } else if persons && table.expects("MOVE") && !table.flagged("LEGAL").is_empty() {
            table.frames(2);
            let numbers = referee.numbers();
            let wedge = player.choose(referee.position(), &numbers);
            assert!(table.flagged("LEGAL").contains(&wedge));
            steer(&mut table, &mut referee, wedge);
            let at = table.ram("at");
            table.fire();
            referee.check_frame(&table);
            assert_eq!(table.ram("at"), at + 1, "the choice is accepted");
        } else {
            table.frames(1);
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
    thinks: [usize; 3],
}

impl Tally {
    fn of(played: &Played) -> Tally {
        Tally {
            won: played.won.into(),
            throws: played.throws.len(),
            thinks: played.thinks,
        }
    }

    fn with(self, other: Tally) -> Tally {
        Tally {
            won: self.won + other.won,
            throws: self.throws + other.throws,
            thinks: std::array::from_fn(|kind| self.thinks[kind].max(other.thinks[kind])),
        }
    }
}

/// Plays games between the computer and `player`, on all cores. `player` plays White in every
/// second game. Each game has a different seed.
fn match_of<P: Chooser>(games: u64, player: impl Fn(u64) -> P + Sync) -> Tally {
    let one = |seed: u64| {
        let played = play(seed, seed.is_multiple_of(2), &mut player(seed));
        Tally::of(&played)
    };
    let seeds = (1..=games).into_par_iter();
    let tally = seeds.map(one).reduce(Tally::default, Tally::with);
    println!(
        "the computer wins {} of {games}; {} throws; longest thinking times {:?} frames",
        tally.won, tally.throws, tally.thinks
    );
    let [two, four, _] = tally.thinks;
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
    let tally = match_of(20, random);
    assert!(tally.won >= 18);
    assert!(
        tally.thinks[2] <= 300,
        "the computer thinks too long about a triktrak"
    );
}

#[test]
#[ignore = "full: 10,000 games, about an hour on one core"]
fn full_ten_thousand_games_are_legal_and_97_percent_are_won() {
    assert!(match_of(10_000, random).won >= 9_700);
}

#[test]
#[ignore = "full: 1,000 games, about six minutes on one core"]
fn full_it_wins_65_percent_against_a_greedy_player() {
    assert!(match_of(1000, greedy).won >= 650);
}

/// Returns `count` throws from one console. It waits 1 to 30 frames before each throw, and never
/// plays the numbers.
fn throws(count: usize) -> Vec<triktrak::Throw> {
    let mut numbers = Rng::new(5);
    let mut table = Table::game(7, 2).unseen();
    let mut thrown = Vec::new();
    while thrown.len() < count {
        table.wait("THROW", |table| table.expects("THROW"));
        table.frames(1 + numbers.below(30));
        let mut rolling = table.clone();
        rolling.fire();
        rolling.wait("a throw", Table::thrown);
        thrown.push(throw(&rolling));
        // Keep the state of the random number generator after this throw, but not the throw.
        let random = [rolling.at("random", 0), rolling.at("random", 1)];
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
    let single = chi_square(&counts, &weights);
    let sums = |throw: &triktrak::Throw| usize::from(throw.dice().0 + throw.dice().1);
    let mean = thrown.iter().map(sums).sum::<usize>() as f64 / count as f64;
    let off = |throw: &triktrak::Throw| sums(throw) as f64 - mean;
    let squares: f64 = thrown.iter().map(|throw| off(throw).powi(2)).sum();
    let products: f64 = thrown
        .windows(2)
        .map(|pair| off(&pair[0]) * off(&pair[1]))
        .sum();
    let correlation = products / squares;
    println!("{count} throws: chi-square {single:.1} (20 degrees), correlation {correlation:.4}");
    // With fair dice, a chi-square above 45.3 has a probability of one in 1,000. The standard
    // deviation of the correlation is 1/sqrt(count).
    assert!(single < 45.3, "{counts:?}");
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
