//! Turns a player's manual into rows of the help panel, stripped of its Markdown markup.

use super::ui::{Row, RowKind};
use club::manual;
use games::session::BundledGame;
use std::sync::LazyLock;

/// Maximum number of characters in a row.
const COLUMNS: usize = 64;

/// Returns the manual of the running game.
pub fn rows(game: Option<BundledGame>) -> Vec<Row> {
    // The page is drawn in every frame, so keep its rows.
    static ROWS: [LazyLock<Vec<Row>>; 2] = [
        LazyLock::new(|| to_rows(manual::text())),
        LazyLock::new(|| to_rows(manual::TRIKTRAK)),
    ];
    match game {
        Some(BundledGame::VideoCheckers) => ROWS[0].clone(),
        Some(BundledGame::Triktrak) => ROWS[1].clone(),
        None => vec![row("There is no manual for this cartridge.", RowKind::Note)],
    }
}

fn to_rows(text: &str) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut paragraph = String::new();
    for line in text.lines() {
        let text = line.trim_start();
        let heading = text.trim_start_matches('#');
        let after_digits = text.trim_start_matches(|c: char| c.is_ascii_digit());
        let is_numbered = after_digits.len() < text.len() && after_digits.starts_with('.');
        let is_item = text.starts_with("- ") || is_numbered;
        if is_item || text.is_empty() || text.starts_with(['#', '|']) {
            flush(&mut paragraph, &mut rows);
        }
        match text.as_bytes().first() {
            None => {}
            Some(b'#') => rows.push(row(heading.trim(), RowKind::Heading)),
            Some(b'|') if text.starts_with("|--") || text.starts_with("| --") => {}
            Some(b'|') => paragraph = join_cells(text),
            Some(_) if paragraph.is_empty() => paragraph = text.to_owned(),
            Some(_) => paragraph = format!("{paragraph} {text}"),
        }
    }
    flush(&mut paragraph, &mut rows);
    rows
}

fn row(text: &str, kind: RowKind) -> Row {
    Row {
        label: text.into(),
        kind,
        ..Row::default()
    }
}

/// Joins the cells of a table row.
fn join_cells(row: &str) -> String {
    let cells = row.trim_matches('|').split('|').map(str::trim);
    let filled: Vec<&str> = cells.filter(|cell| !cell.is_empty()).collect();
    filled.join(": ")
}

/// Adds a paragraph, wrapped into rows.
fn flush(paragraph: &mut String, rows: &mut Vec<Row>) {
    let mut line = String::new();
    for word in strip_markup(paragraph).split_whitespace() {
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > COLUMNS {
            rows.push(row(&line, RowKind::Note));
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    if !line.is_empty() {
        rows.push(row(&line, RowKind::Note));
    }
    paragraph.clear();
}

/// Removes the markup for emphasis and code from a text.
fn strip_markup(text: &str) -> String {
    text.replace("**", "").replace('`', "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn manual_rows_contain_no_markdown_and_fit_the_panel() {
        let manuals =
            [BundledGame::VideoCheckers, BundledGame::Triktrak].map(|game| rows(Some(game)));
        for (rows, (title, min_headings)) in manuals
            .iter()
            .zip([("Video Checkers", 10), ("Triktrak", 5)])
        {
            assert_eq!(rows[0].label, format!("{title}: the player's manual"));
            let headings = rows.iter().filter(|row| row.kind == RowKind::Heading);
            assert!(headings.count() > min_headings);
        }
        for row in manuals.iter().flatten() {
            assert!(row.label.chars().count() <= COLUMNS, "{}", row.label);
            assert!(
                !row.label.contains(['[', '|', '`', '*', '#']),
                "{}",
                row.label
            );
        }
    }

    #[test]
    fn markup_is_stripped_but_words_are_kept() {
        assert_eq!(strip_markup("Press **Reset** (`F2`)."), "Press Reset (F2).");
        assert_eq!(join_cells("| Select | F1 | |"), "Select: F1");
    }

    #[test]
    fn each_list_item_starts_a_new_row() {
        let rows = rows(Some(BundledGame::VideoCheckers)).into_iter();
        let labels: Vec<String> = rows.map(|row| row.label).collect();
        let some_row_starts_with = |text: &str| labels.iter().any(|label| label.starts_with(text));
        assert!(
            some_row_starts_with("- Control the center.")
                && some_row_starts_with("7. A king moves")
        );
        assert!(some_row_starts_with("Select: F1: next game"));
    }
}
