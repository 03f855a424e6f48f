//! Tests the page "The television". Each constant in the code must have a row on the page with its
//! value and a rank, and each row must belong to a constant.

use std::{collections::BTreeMap, fs, path::Path};

fn crate_path(path: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Returns the constants in a file, with their values as written in the code.
fn constants(text: &str) -> Vec<(String, String)> {
    let code = text.split("#[cfg(test)]").next().expect("a part");
    let constants = code.split("const ").skip(1).filter_map(|rest| {
        let (name, rest) = rest.split_once(": ")?;
        let (kind, value) = rest.split_once(" = ")?;
        if kind.contains(['(', '\n']) {
            return None;
        }
        let (value, _) = value.split_once(';')?;
        let is_name = |letter: char| letter.is_ascii_uppercase() || "_0123456789".contains(letter);
        (name != "_" && name.chars().all(is_name)).then(|| (name.to_owned(), value.to_owned()))
    });
    constants.collect()
}

#[test]
fn every_constant_has_a_row_with_its_value_and_a_rank() {
    let mut code = BTreeMap::new();
    for entry in fs::read_dir(crate_path("src")).expect("a folder") {
        let path = entry.expect("an entry").path();
        let file = path
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        // The values of the presets are in a golden file, not on the page.
        if file == "preset.rs" {
            continue;
        }
        for (name, value) in constants(&fs::read_to_string(&path).expect("text")) {
            code.insert(format!("`{file} {name}`"), format!("`{value}`"));
        }
    }
    assert!(code.len() > 30, "{code:?}");
    let page = fs::read_to_string(crate_path("docs/television.md")).expect("text");
    let section = page.split("\n## Constants\n").nth(1).expect("the section");
    let section = section.split("\n## ").next().expect("its end");
    let mut rows = BTreeMap::new();
    for line in section.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [name, value, rank, source] = cells[..] else {
            panic!("a row must have four cells: {line}");
        };
        let ranks = rank.split(", ");
        assert!(
            ranks
                .clone()
                .all(|rank| "NCHEAKO".contains(rank) && rank.len() == 1),
            "{line}"
        );
        assert!(!source.is_empty(), "{line}");
        rows.insert(name.to_owned(), value.to_owned());
    }
    assert_eq!(rows, code);
}
