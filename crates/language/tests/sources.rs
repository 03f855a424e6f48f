//! The crate's answers on all test sources of the assembler and on the project's own cartridges.

#[path = "sources/checks.rs"]
mod checks;
#[path = "sources/corpus.rs"]
mod corpus;
