//! The manual's statements about the game (listed in `tests/manual.md`), and the improvements over
//! the original, tested through the controllers, the picture and the sound.

pub(crate) mod console;
mod screen;
mod sound;

mod burn_in;
mod computer;
mod controller;
mod header;
mod improvements;
mod looks;
mod rules;
mod set_up;
mod switches;

use crate::{facts_list, repository};
use std::path::PathBuf;

fn fact_list() -> PathBuf {
    repository().join("tests/manual.md")
}

#[test]
fn the_list_of_facts_is_complete() {
    let folder = repository().join("tests/end_to_end");
    let cartridge = folder.join("video_checkers");
    let modules = [
        "burn_in",
        "computer",
        "controller",
        "header",
        "improvements",
        "looks",
        "rules",
        "set_up",
        "switches",
    ];
    let folder_of_manual = cartridge.join("manual");
    let others = ["cartridge", "engine", "games", "move_choice", "thinking"];
    let window = ["desktop/checkers", "desktop/keys"];
    let marks = repository().join("crates/games/src/mouse_play");
    facts_list::check(
        &fact_list(),
        (&folder_of_manual, &modules),
        &[
            (&cartridge, &others),
            (&folder, &window),
            (&marks, &["marks"]),
        ],
    );
}

/// Every number in brackets in the player's manual refers to a fact in the list.
#[test]
fn the_players_manual_refers_only_to_facts_in_the_list() {
    let path = "crates/frontend/docs/video-checkers-manual.md";
    let manual = std::fs::read_to_string(repository().join(path)).expect("the manual");
    let facts = facts_list::listed_tests(&fact_list()).len();
    let brackets = manual
        .split('[')
        .skip(1)
        .filter_map(|text| text.split_once(']'));
    let numbers: Vec<usize> = brackets
        .flat_map(|(inside, _)| inside.split(", "))
        .filter_map(|number| number.parse().ok())
        .collect();
    assert!(numbers.len() > 100, "only {} references", numbers.len());
    let unknown: Vec<&usize> = numbers.iter().filter(|&&n| n == 0 || n > facts).collect();
    assert!(unknown.is_empty(), "no such facts: {unknown:?}");
}
