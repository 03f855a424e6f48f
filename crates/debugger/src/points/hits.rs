//! Rules that decide which hits of a breakpoint stop the program.

use std::{fmt, str::FromStr};

/// A rule for hit numbers: `5` or `>= 5` stops at the fifth hit and all later hits, `== 5` only at
/// the fifth hit, `% 5` at every fifth hit; also `>`, `<` and `<=`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HitRule {
    operator: Operator,
    count: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Operator {
    AtLeast,
    Above,
    Equal,
    AtMost,
    Below,
    Every,
}

/// The operators and their spelling. Longer operators come before their prefixes.
const OPERATORS: [(&str, Operator); 8] = [
    (">=", Operator::AtLeast),
    ("==", Operator::Equal),
    ("<=", Operator::AtMost),
    (">", Operator::Above),
    ("<", Operator::Below),
    ("=", Operator::Equal),
    ("%", Operator::Every),
    ("", Operator::AtLeast),
];

impl HitRule {
    /// Returns true if a breakpoint stops at the hit with this number, counted from 1.
    pub fn stops(self, number: u64) -> bool {
        match self.operator {
            Operator::AtLeast => number >= self.count,
            Operator::Above => number > self.count,
            Operator::Equal => number == self.count,
            Operator::AtMost => number <= self.count,
            Operator::Below => number < self.count,
            Operator::Every => number.is_multiple_of(self.count.max(1)),
        }
    }
}

impl FromStr for HitRule {
    type Err = String;

    fn from_str(text: &str) -> Result<HitRule, String> {
        let text = text.trim();
        let found = OPERATORS
            .iter()
            .find_map(|(sign, operator)| Some((operator, text.strip_prefix(sign)?)));
        let rule = found.and_then(|(operator, count)| {
            Some(HitRule {
                operator: *operator,
                count: count.trim().parse().ok()?,
            })
        });
        rule.ok_or_else(|| {
            format!("`{text}` is not a hit count; write a number such as 5, or >= 5, == 5, % 5")
        })
    }
}

impl fmt::Display for HitRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = OPERATORS
            .iter()
            .find(|(_, operator)| *operator == self.operator)
            .map_or("", |(sign, _)| sign);
        write!(f, "{sign} {}", self.count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rule_stops_at_its_hits() {
        let stops = |text: &str| -> Vec<u64> {
            let rule: HitRule = text.parse().unwrap();
            (1..=6).filter(|number| rule.stops(*number)).collect()
        };
        assert_eq!(stops("3"), [3, 4, 5, 6]);
        assert_eq!(stops(">= 3"), [3, 4, 5, 6]);
        assert_eq!(stops(">3"), [4, 5, 6]);
        assert_eq!(stops("== 3"), [3]);
        assert_eq!(stops("=3"), [3]);
        assert_eq!(stops("<= 3"), [1, 2, 3]);
        assert_eq!(stops("<3"), [1, 2]);
        assert_eq!(stops("% 3"), [3, 6]);
        assert_eq!(stops("% 0"), [1, 2, 3, 4, 5, 6]);
    }

    #[test]
    fn malformed_hit_rules_are_refused() {
        for text in ["", "x", "-1", "> ", "3 3", "=> 3", "99999999999999999999"] {
            assert!(text.parse::<HitRule>().is_err(), "{text}");
        }
    }
}
