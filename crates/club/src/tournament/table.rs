//! The result of a match: a crosstable, and the score with its confidence interval.

use std::fmt::Write;

/// The result of a finished game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameResult {
    /// The first player's score in half points: 2, 1 or 0. The second player's score is 2 minus
    /// this score.
    pub half_points: u32,
    /// The reason a player forfeited the game; `None` if the game ended by the rules.
    pub failure: Option<String>,
}

impl GameResult {
    fn half_points_of(&self, player: usize) -> u32 {
        match player {
            0 => self.half_points,
            _ => 2 - self.half_points,
        }
    }
}

/// Returns the crosstable, and the first player's score with its confidence interval.
pub fn table(names: [&str; 2], games: &[GameResult]) -> String {
    let width = names.map(|name| name.chars().count()).into_iter().max();
    let width = width.unwrap_or_default().min(40);
    let mut text = format!("{:width$}      1              2              points\n", "");
    for (player, name) in names.iter().enumerate() {
        let name: String = name.chars().take(width).collect();
        let count = |points| {
            games
                .iter()
                .filter(|g| g.half_points_of(player) == points)
                .count()
        };
        let score = format!("+{} ={} -{}", count(2), count(1), count(0));
        let (first, second) = match player {
            0 => ("-", score.as_str()),
            _ => (score.as_str(), "-"),
        };
        let points = f64::from(games.iter().map(|g| g.half_points_of(player)).sum::<u32>()) / 2.0;
        let number = player + 1;
        let _ = writeln!(
            text,
            "{number} {name:width$}   {first:14} {second:14} {points:6.1}"
        );
    }
    let (score, low, high) = score(games);
    let _ = writeln!(
        text,
        "{}: {:.1} % of {} games; with 95 % confidence {:.1} to {:.1} %",
        names[0],
        score * 100.0,
        games.len(),
        low * 100.0,
        high * 100.0
    );
    for (number, game) in (1..).zip(games) {
        if let Some(failure) = &game.failure {
            let _ = writeln!(text, "game {number}: {failure}");
        }
    }
    text
}

/// Returns the first player's mean score, 0..=1, and the bounds of its 95 % confidence interval (E.
/// B. Wilson, 1927). The interval is valid even for few games and for a score of 0 or 1. If there
/// are draws, it is wider than necessary.
fn score(games: &[GameResult]) -> (f64, f64, f64) {
    // The number of standard deviations for 95 %.
    const Z: f64 = 1.96;
    let count = games.len().max(1) as f64;
    let points: u32 = games.iter().map(|game| game.half_points).sum();
    let mean = f64::from(points) / 2.0 / count;
    let z2_per_game = Z.powi(2) / count;
    let middle = (mean + z2_per_game / 2.0) / (1.0 + z2_per_game);
    let spread = (mean * (1.0 - mean) / count + z2_per_game / 4.0 / count).sqrt();
    let half_width = Z * spread / (1.0 + z2_per_game);
    (
        mean,
        (middle - half_width).max(0.0),
        (middle + half_width).min(1.0),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    fn result(half_points: u32) -> GameResult {
        GameResult {
            half_points,
            failure: None,
        }
    }

    #[test]
    fn the_table_shows_both_players_points() {
        let games = [2, 2, 1, 0].map(result);
        let (mean, low, high) = score(&games);
        assert_eq!(mean, 0.625);
        // Wilson's interval for a score of 2.5 out of 4.
        assert!((low - 0.2194).abs() < 0.0001, "{low}");
        assert!((high - 0.9081).abs() < 0.0001, "{high}");
        let (_, low, high) = score(&[result(2), result(2)]);
        assert!((low - 0.3424).abs() < 0.0001 && high == 1.0, "{low} {high}");
        let text = table(["A", "B"], &games);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[1], "1 A   -              +2 =1 -1          2.5");
        assert_eq!(lines[2], "2 B   +1 =1 -2       -                 1.5");
        assert!(
            lines[3].starts_with("A: 62.5 % of 4 games; with 95 % confidence 21.9 to 90.8 %"),
            "{text}"
        );
    }

    #[test]
    fn the_table_lists_forfeited_games() {
        let mut game = result(0);
        game.failure = Some("Black gave no move within 120 s".into());
        let text = table(["A", "B"], &[result(1), game]);
        assert!(
            text.ends_with("\ngame 2: Black gave no move within 120 s\n"),
            "{text}"
        );
    }
}
