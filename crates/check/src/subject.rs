//! The program under check.

use debugger::Program;
use lab::script::Script;
use std::sync::Arc;
use vcs::{Cartridge, television::Standard};

/// A program to check.
#[derive(Debug, Clone)]
pub struct Subject {
    /// Its name for the report.
    pub name: String,
    /// The cartridge.
    pub cartridge: Cartridge,
    /// Names and source lines.
    pub program: Program,
    /// Controllers, switches and power-on state. If the script has events, they replace the seeded
    /// play.
    pub script: Arc<Script>,
    /// The television standard, if it is known.
    pub standard: Option<Standard>,
}
