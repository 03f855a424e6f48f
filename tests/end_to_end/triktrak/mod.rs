//! The cartridge Triktrak, judged by the rules in the crate `triktrak`, which has separate tests of
//! those rules.
//!
//! - `build`: the image is built from its sources
//! - `facts`: the facts of `tests/triktrak.md`, one by one
//! - `games`, `vectors`: whole games, and the choices in thousands of positions
//! - `oracle`: a whole game in two other emulators
//! - `piles`: how the numbers on piles of men look
//! - `terminal`: the commands `triktrak`, `match --triktrak` and `record`
//! - `timing`: the frames in which the program thinks longest
//! - `referee`, `table`: used by the others: a check of every frame by the rules, and a console
//!   with the cartridge

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
