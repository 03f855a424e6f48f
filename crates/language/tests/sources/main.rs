//! Tests the crate with all assembler sources in the workspace's test folders, and with the sources
//! of the bundled cartridges.

mod checks;
mod corpus;
