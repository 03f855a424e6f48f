//! The crate's answers on all test sources of the assembler and on the project's own cartridges.

mod checks;
mod corpus;
