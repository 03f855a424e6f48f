//! The players' manuals for the bundled games. The terminal games, the `manual` command and the
//! window use the same texts.

use std::sync::LazyLock;

/// The Markdown source of the Video Checkers manual. Developers also read it, so it contains
/// pictures, and numbers in brackets that refer to a list of facts about the cartridge.
const SOURCE: &str = include_str!("../../frontend/docs/video-checkers-manual.md");

/// The manual of Triktrak.
pub const TRIKTRAK: &str = include_str!("../../triktrak/docs/manual.md");

/// The first words of the paragraph that explains the fact numbers.
const FACTS_NOTE_START: &str = "A number in brackets";

/// Returns the Video Checkers manual in Markdown, without pictures or fact numbers.
pub fn text() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let is_kept = |paragraph: &&str| {
            !paragraph.starts_with("![") && !paragraph.starts_with(FACTS_NOTE_START)
        };
        let paragraphs: Vec<&str> = SOURCE.split("\n\n").filter(is_kept).collect();
        remove_fact_numbers(&paragraphs.join("\n\n"))
    });
    &TEXT
}

/// Returns the rules section of the Video Checkers manual, without its heading.
pub fn rules() -> &'static str {
    section("Rules").unwrap_or(text())
}

/// Returns the text between a second-level heading and the next one.
fn section(heading: &str) -> Option<&'static str> {
    let (_, after) = text().split_once(&format!("\n## {heading}\n\n"))?;
    let end = after.find("\n## ").unwrap_or(after.len());
    Some(&after[..end])
}

/// Removes the fact numbers, such as `[12, 81]`. If a line begins with such a number, the
/// punctuation after the number moves to the previous line, and the line then begins with the next
/// word.
fn remove_fact_numbers(text: &str) -> String {
    let is_fact_number = |inside: &str| {
        let is_allowed = |c: char| c.is_ascii_digit() || c == ',' || c.is_whitespace();
        inside.chars().all(is_allowed)
    };
    let mut kept = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('[') {
        kept.push_str(before);
        match after.split_once(']') {
            Some((inside, after)) if is_fact_number(inside) => {
                let gap = kept.split_off(kept.trim_end().len());
                rest = after;
                if gap.contains('\n')
                    && let Some(end) = after.find(char::is_whitespace)
                {
                    kept.push_str(&after[..end]);
                    rest = &after[end..];
                    // If a fact number is alone on its line, the whole line is removed.
                    if !rest.starts_with('\n') {
                        kept.push_str(&gap);
                        rest = &rest[1..];
                    }
                }
            }
            _ => {
                kept.push('[');
                rest = after;
            }
        }
    }
    kept + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_returns_only_the_rules_section() {
        assert!(rules().starts_with("1. "), "{}", rules());
        assert!(rules().contains("becomes a king"));
        assert!(!rules().contains('#'));
        assert_eq!(section("Chess"), None);
    }

    #[test]
    fn the_text_for_players_has_no_fact_numbers() {
        assert_eq!(
            remove_fact_numbers("push [12,\n81]. A [page](a.md) or\n  [7], so\n[8]."),
            "push. A [page](a.md) or,\n  so."
        );
        assert_eq!(
            remove_fact_numbers("1. a\n   b\n   [5].\n2. c"),
            "1. a\n   b.\n2. c"
        );
        let lists = [rules(), section("Set up a position").unwrap()];
        for line in lists.into_iter().flat_map(str::lines) {
            let is_item = line.trim_start().starts_with(|c: char| c.is_ascii_digit());
            assert!(!is_item || !line.starts_with(' '), "{line}");
        }
        assert!(text().lines().all(|line| line.len() <= 100));
        assert!(SOURCE.contains(FACTS_NOTE_START) && !text().contains(FACTS_NOTE_START));
        assert!(!text().contains(['[', ']']), "{}", text());
    }
}
