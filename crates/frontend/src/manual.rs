//! The player's manual of Video Checkers: one text for the terminal, the window and the package.

/// The manual, in Markdown.
pub const TEXT: &str = include_str!("../docs/video-checkers-manual.md");

/// The section with the rules of the game, without its heading.
pub fn rules() -> &'static str {
    section("Rules").unwrap_or(TEXT)
}

/// The text between a heading of the second level and the next one.
fn section(heading: &str) -> Option<&'static str> {
    let (_, after) = TEXT.split_once(&format!("\n## {heading}\n\n"))?;
    let end = after.find("\n## ").unwrap_or(after.len());
    Some(&after[..end])
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
}
