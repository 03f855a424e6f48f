//! Extracts the programs from pages of the documentation.
//!
//! The mark `<!-- file: NAME -->` in a page makes the next fenced block a new program. The mark
//! `<!-- instead of: LINE -->` replaces a line of the program with the next fenced block.

/// Returns the contents of the first fenced block in a text.
///
/// # Panics
/// Panics if the text has no fenced block.
pub fn first_block(text: &str) -> &str {
    let fenced = text.split("```").nth(1).expect("a fenced block");
    fenced.split_once('\n').expect("a line of the fence").1
}

/// Applies a mark in a page to a program. `rest` is the text that follows the mark. Returns false
/// if the mark is not one that changes a program.
///
/// # Panics
/// Panics if the line to replace is not in the program exactly once.
pub fn apply_mark(mark: &str, rest: &str, program: &mut String) -> bool {
    if mark.starts_with("file: ") {
        *program = first_block(rest).to_owned();
    } else if let Some(line) = mark.strip_prefix("instead of: ") {
        let line = format!("{line}\n");
        assert_eq!(program.matches(&line).count(), 1, "{line:?}");
        *program = program.replace(&line, first_block(rest));
    } else {
        return false;
    }
    true
}

/// Returns all versions of the programs on a page: each program as it first appears, and as it is
/// after each change.
pub fn programs(page: &str) -> Vec<String> {
    let mut program = String::new();
    let mut programs = Vec::new();
    for section in page.split("<!-- ").skip(1) {
        let (mark, rest) = section.split_once(" -->").expect("the end of a mark");
        if apply_mark(mark, rest, &mut program) {
            programs.push(program.clone());
        }
    }
    programs
}
