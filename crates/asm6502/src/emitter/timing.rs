//! The cycles of instructions.

/// An instruction and its cycles.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Timing {
    pub address: i64,
    pub least: u8,
    pub most: u8,
}
