//! The player's manual of Video Checkers: one text for the terminal, the window and the package.

use std::sync::LazyLock;

/// The manual for developers, too: with pictures, and with numbers of facts in brackets.
const SOURCE: &str = include_str!("../docs/video-checkers-manual.md");

/// How the paragraph on these numbers begins.
const ON_FACTS: &str = "A number in brackets";

/// The manual in Markdown, without pictures and numbers of facts.
pub fn text() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let shown =
            |paragraph: &&str| !paragraph.starts_with("![") && !paragraph.starts_with(ON_FACTS);
        let paragraphs: Vec<&str> = SOURCE.split("\n\n").filter(shown).collect();
        without_facts(&paragraphs.join("\n\n"))
    });
    &TEXT
}

/// The section with the rules of the game, without its heading.
pub fn rules() -> &'static str {
    section("Rules").unwrap_or(text())
}

/// The text between a heading of the second level and the next one.
fn section(heading: &str) -> Option<&'static str> {
    let (_, after) = text().split_once(&format!("\n## {heading}\n\n"))?;
    let end = after.find("\n## ").unwrap_or(after.len());
    Some(&after[..end])
}

/// The text without numbers of facts, as in `[12, 81]`, and the blank or new line before them.
fn without_facts(text: &str) -> String {
    let mut left = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('[') {
        left.push_str(before);
        let fact = |c: char| c.is_ascii_digit() || c == ',' || c.is_whitespace();
        rest = match after.split_once(']') {
            Some((inside, after)) if inside.chars().all(fact) => {
                left.truncate(left.trim_end().len());
                after
            }
            _ => {
                left.push('[');
                after
            }
        };
    }
    left + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rules_are_a_section_of_their_own() {
        assert!(rules().starts_with("1. "), "{}", rules());
        assert!(rules().contains("becomes a king"));
        assert!(!rules().contains('#'));
        assert_eq!(section("Chess"), None);
    }

    #[test]
    fn a_player_reads_no_numbers_of_facts() {
        assert_eq!(
            without_facts("push [12,\n81]. A [page](a.md) and\n   [77]."),
            "push. A [page](a.md) and."
        );
        assert!(SOURCE.contains(ON_FACTS) && !text().contains(ON_FACTS));
        assert!(!text().contains(['[', ']']), "{}", text());
    }
}
