//! Tests the crate with all test sources in the workspace and the sources of the bundled
//! cartridges.

mod checks;
mod corpus;
