//! Simple players for comparison: a random player and a greedy player.

use crate::{
    position::{Position, SHAMBLES, START},
    random::Rng,
};

/// A player, who chooses a wedge for each number of a throw: a man moves from that wedge by that
/// number.
pub trait Chooser {
    /// Chooses the wedge from which a man moves by the first of `numbers`. At least one man must be
    /// able to move by that number.
    fn choose(&mut self, position: &Position, numbers: &[u8]) -> u8;
}

/// A player that makes random legal choices.
#[derive(Debug, Clone)]
pub struct Random(pub Rng);

impl Chooser for Random {
    fn choose(&mut self, position: &Position, numbers: &[u8]) -> u8 {
        let choices = position.choices(numbers);
        choices[self.0.below(choices.len())].wedge
    }
}

/// A player that tries to reach the best position at the end of the throw. It uses a simple
/// evaluation of hits, blots (single men) and pips, and chooses at random among equally good
/// wedges.
///
/// A throw of 1 and 2 (a "triktrak") gives eight numbers, which are too many to search at once. For
/// the first four choices, the player searches only as far as the fourth number.
#[derive(Debug, Clone)]
pub struct Greedy(pub Rng);

impl Chooser for Greedy {
    fn choose(&mut self, position: &Position, numbers: &[u8]) -> u8 {
        let horizon = if numbers.len() > 4 {
            numbers.len() - 4
        } else {
            numbers.len()
        };
        let choices = position.choices(numbers);
        let value = |at: &Position| best_value(at, &numbers[1..], horizon - 1);
        let values: Vec<i32> = choices.iter().map(|choice| value(&choice.after)).collect();
        let max = values.iter().max().copied();
        let best = (0..choices.len()).filter(|&index| Some(values[index]) == max);
        let best: Vec<usize> = best.collect();
        choices[best[self.0.below(best.len())]].wedge
    }
}

/// Returns the value of the position after the next `horizon` numbers have been played as well as
/// possible.
fn best_value(position: &Position, numbers: &[u8], horizon: usize) -> i32 {
    let values = match horizon {
        0 => None,
        _ => {
            let choices = position.choices(numbers);
            let after = |at: &Position| best_value(at, &numbers[1..], horizon - 1);
            choices.iter().map(|choice| after(&choice.after)).max()
        }
    };
    values.unwrap_or_else(|| evaluate(position))
}

/// Evaluates a position for the player who has just moved: 20 for each opposing man on the
/// shambles, minus 8 for each of the player's own blots that an opposing man can still reach, plus
/// the opponent's pips, minus the player's own pips.
fn evaluate(position: &Position) -> i32 {
    let pips = |men: &[u8; 26]| -> i32 { (1..26).map(|at| at as i32 * i32::from(men[at])).sum() };
    let is_exposed = |blot: usize| (26 - blot..=SHAMBLES).any(|from| position.theirs()[from] > 0);
    let blots = (1..=START).filter(|&wedge| position.mine()[wedge] == 1 && is_exposed(wedge));
    20 * i32::from(position.theirs()[SHAMBLES]) - 8 * blots.count() as i32 + pips(position.theirs())
        - pips(position.mine())
}
