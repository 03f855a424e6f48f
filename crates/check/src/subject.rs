//! The program being checked.

use debugger::Program;
use lab::script::Script;
use std::sync::Arc;
use vcs::{Cartridge, television::Standard};

/// A program to check.
#[derive(Debug, Clone)]
pub struct Subject {
    /// The program's name in the report.
    pub name: String,
    /// The cartridge.
    pub cartridge: Cartridge,
    /// The program's names and source lines.
    pub program: Program,
    /// A script that defines the controllers, the switches and the power-on state. If it contains
    /// events, they are used instead of seeded play.
    pub script: Arc<Script>,
    /// The program's television standard; `None` to detect it.
    pub standard: Option<Standard>,
}
