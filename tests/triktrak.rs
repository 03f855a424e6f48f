//! The Triktrak cartridge, driven on the console through its joystick and switches, with the rules
//! of `triktrak` as the judge.

#[path = "triktrak/build.rs"]
mod build;
#[path = "triktrak/facts.rs"]
mod facts;
#[path = "facts_list.rs"]
mod facts_list;
#[path = "triktrak/games.rs"]
mod games;
#[path = "triktrak/referee.rs"]
mod referee;
#[path = "triktrak/table.rs"]
mod table;
#[path = "triktrak/timing.rs"]
mod timing;
#[path = "triktrak/vectors.rs"]
mod vectors;

use std::path::Path;

#[test]
fn the_list_of_facts_is_complete() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests");
    let folder = tests.join("triktrak");
    let others = ["games", "timing", "vectors"];
    let list = tests.join("triktrak.md");
    facts_list::check(&list, (&folder, &["facts"]), &[(&folder, &others)]);
}
