//! The cartridge Triktrak, judged by the rules of the crate `triktrak`; that crate tests the rules.
//!
//! - `build`: the image is built from its sources
//! - `facts`: the facts of `tests/triktrak.md`, one by one
//! - `games`, `vectors`: whole games, and the choices of thousands of positions
//! - `oracle`: a whole game in two other emulators
//! - `piles`: the numbers of piles, in pictures
//! - `terminal`: the commands `triktrak`, `match --triktrak` and `record`
//! - `timing`: frames with the longest thinking
//! - `referee`, `table`: the judge, and the console with the cartridge, for all of them

mod build;
mod facts;
mod games;
mod oracle;
mod piles;
mod referee;
mod table;
mod terminal;
mod timing;
mod vectors;

use crate::{facts_list, repository};

#[test]
fn the_list_of_facts_is_complete() {
    let tests = repository().join("tests");
    let folder = tests.join("end_to_end/triktrak");
    let others = ["games", "timing", "vectors"];
    let list = tests.join("triktrak.md");
    facts_list::check(&list, (&folder, &["facts"]), &[(&folder, &others)]);
}
