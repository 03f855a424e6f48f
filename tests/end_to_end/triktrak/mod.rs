//! Tests of the Triktrak cartridge. They compare it with the rules in the crate `triktrak`, whose
//! own tests check those rules.
//!
//! - `build`: the image is built from its sources
//! - `facts`: the facts of `tests/triktrak.md`, one by one
//! - `games`, `vectors`: whole games, and the choices in thousands of positions
//! - `oracle`: a whole game in two other emulators
//! - `piles`: what the numbers on piles of men look like
//! - `terminal`: the commands `triktrak`, `match --triktrak` and `record`
//! - `timing`: the frames in which the program thinks longest
//!
//! Two modules help the others: `referee` checks every frame against the rules, and `table` is the
//! console at which the tests play.

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
