//! The facts of the manual about the game (listed in `tests/manual.md`), and the improvements over
//! the original, tested through the controllers, the picture and the sound.

pub(crate) mod console;
mod screen;
mod sound;

mod better;
mod computer;
mod controller;
mod looks;
mod rules;
mod set_up;
mod switches;

use std::collections::BTreeSet;

/// The rows of the list: number and test.
fn listed() -> Vec<(usize, String)> {
    let list = std::fs::read_to_string(crate::repository().join("tests/manual.md"));
    let row = |line: &str| {
        let mut cells = line.strip_prefix("| ")?.split(" | ");
        let number = cells.next()?.parse().ok()?;
        let test = cells.nth(1)?.trim_end_matches(" |").trim_matches('`');
        Some((number, test.to_owned()))
    };
    list.expect("the list is there")
        .lines()
        .filter_map(row)
        .collect()
}

/// The tests of a source file, as `module::name`.
fn tests_of(file: &std::path::Path) -> Vec<String> {
    let module = file.file_stem().unwrap().to_string_lossy();
    let source = std::fs::read_to_string(file).expect("the source is there");
    let lines: Vec<&str> = source.lines().collect();
    let name = |pair: &[&str]| {
        let name = pair[1].strip_prefix("fn ")?.split('(').next()?;
        (pair[0] == "#[test]").then(|| format!("{module}::{name}"))
    };
    lines.windows(2).filter_map(name).collect()
}

#[test]
fn the_list_of_facts_is_complete() {
    let folder = crate::repository().join("tests/end_to_end");
    let modules = [
        "better",
        "computer",
        "controller",
        "looks",
        "rules",
        "set_up",
        "switches",
    ];
    let here = modules.map(|module| folder.join(format!("manual/{module}.rs")));
    let here: BTreeSet<String> = here.iter().flat_map(|file| tests_of(file)).collect();
    let engine = ["engine", "mind"].map(|module| folder.join(format!("{module}.rs")));
    let engine: BTreeSet<String> = engine.iter().flat_map(|file| tests_of(file)).collect();
    let listed = listed();
    for (at, (number, test)) in listed.iter().enumerate() {
        assert_eq!(*number, at + 1, "the facts are numbered");
        assert!(
            here.contains(test) || engine.contains(test),
            "{number}: no test {test}"
        );
    }
    let named: BTreeSet<&String> = listed.iter().map(|(_, test)| test).collect();
    let unnamed: Vec<&String> = here.iter().filter(|test| !named.contains(test)).collect();
    assert!(unnamed.is_empty(), "not in tests/manual.md: {unnamed:?}");
}

/// Every number in brackets in the player's manual is a fact of the list.
#[test]
fn the_players_manual_names_facts_of_the_list() {
    let path = "crates/frontend/docs/video-checkers-manual.md";
    let manual = std::fs::read_to_string(crate::repository().join(path)).expect("the manual");
    let facts = listed().len();
    let brackets = manual
        .split('[')
        .skip(1)
        .filter_map(|text| text.split_once(']'));
    let numbers: Vec<usize> = brackets
        .flat_map(|(inside, _)| inside.split(", "))
        .filter_map(|number| number.parse().ok())
        .collect();
    assert!(numbers.len() > 60, "only {} references", numbers.len());
    let unknown: Vec<&usize> = numbers.iter().filter(|&&n| n == 0 || n > facts).collect();
    assert!(unknown.is_empty(), "no such facts: {unknown:?}");
}
