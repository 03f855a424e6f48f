//! The result of a match: a crosstable and the score with its error.

use super::contest::Played;
use std::fmt::Write;

/// The crosstable, and the first player's score with its error at 95 % confidence.
pub fn table(names: [&str; 2], games: &[Played]) -> String {
    let width = names.map(|name| name.chars().count()).into_iter().max();
    let width = width.unwrap_or_default().min(40);
    let mut text = format!("{:width$}      1              2              points\n", "");
    for (player, name) in names.iter().enumerate() {
        let name: String = name.chars().take(width).collect();
        let count = |points| {
            games
                .iter()
                .filter(|g| g.half_points(player) == points)
                .count()
        };
        let tally = format!("+{} ={} -{}", count(2), count(1), count(0));
        let (first, second) = match player {
            0 => ("-", tally.as_str()),
            _ => (tally.as_str(), "-"),
        };
        let points = f64::from(games.iter().map(|g| g.half_points(player)).sum::<u32>()) / 2.0;
        let number = player + 1;
        let _ = writeln!(
            text,
            "{number} {name:width$}   {first:14} {second:14} {points:6.1}"
        );
    }
    let (score, error) = score(games);
    let _ = writeln!(
        text,
        "{}: {:.1} % +- {:.1} % of {} games (95 % confidence)",
        names[0],
        score * 100.0,
        error * 100.0,
        games.len()
    );
    for (number, game) in (1..).zip(games) {
        if let Some(failure) = &game.failure {
            let _ = writeln!(text, "game {number}: {failure}");
        }
    }
    text
}

/// The mean score of the first player, 0..=1, and 1.96 standard errors.
fn score(games: &[Played]) -> (f64, f64) {
    let count = games.len().max(1) as f64;
    let points = |game: &Played| f64::from(game.half_points(0)) / 2.0;
    let mean = games.iter().map(points).sum::<f64>() / count;
    let square = |game: &Played| (points(game) - mean).powi(2);
    let variance = games.iter().map(square).sum::<f64>() / (count - 1.0).max(1.0);
    (mean, 1.96 * (variance / count).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;
    use checkers::{Game, Outcome, Side, Variant, pdn::Record};

    fn played(black: usize, outcome: Outcome) -> Played {
        let mut game = Game::new(Variant::Checkers);
        game.settle(outcome);
        let record = Record::new(game);
        Played {
            black,
            record,
            failure: None,
        }
    }

    #[test]
    fn points_go_to_the_player_not_the_color() {
        let games = [
            played(0, Outcome::Won(Side::Black)),
            played(1, Outcome::Won(Side::White)),
            played(0, Outcome::Draw),
            played(1, Outcome::Won(Side::Black)),
        ];
        let (mean, error) = score(&games);
        assert_eq!(mean, 0.625);
        // Standard deviation of 1, 1, 1/2, 0 is 0.4787; over the root of 4, times 1.96.
        assert!((error - 0.4691).abs() < 0.0001, "{error}");
        let text = table(["A", "B"], &games);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[1], "1 A   -              +2 =1 -1          2.5");
        assert_eq!(lines[2], "2 B   +1 =1 -2       -                 1.5");
        assert!(
            lines[3].starts_with("A: 62.5 % +- 46.9 % of 4 games"),
            "{text}"
        );
    }

    #[test]
    fn a_failure_is_named() {
        let mut game = played(0, Outcome::Won(Side::White));
        game.failure = Some("Black gave no move within 120 s".into());
        let text = table(["A", "B"], &[played(0, Outcome::Draw), game]);
        assert!(
            text.ends_with("\ngame 2: Black gave no move within 120 s\n"),
            "{text}"
        );
    }
}
