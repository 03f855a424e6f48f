//! Debugging aids: objects that are hidden from the picture, or that do not collide.

use super::{
    Tia,
    priority::{BL, M0, M1, P0, P1, PF},
};

/// The objects by name, and their bits in [`Layers`].
pub const LAYERS: [(&str, u8); 6] = [
    ("player 0", P0),
    ("player 1", P1),
    ("missile 0", M0),
    ("missile 1", M1),
    ("ball", BL),
    ("playfield", PF),
];

/// All of [`LAYERS`].
pub const ALL_LAYERS: u8 = P0 | P1 | M0 | M1 | BL | PF;

/// Sets of objects; the default changes nothing.
///
/// The sets belong to the viewer, not to the chip: no saved state contains them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Layers {
    /// Objects that are hidden. They still collide.
    pub hidden: u8,
    /// Objects that set no collision latch. Programs that read the latches behave differently.
    pub passing: u8,
}

impl Tia {
    /// Chooses the objects that are shown and those that collide.
    pub fn set_layers(&mut self, layers: Layers) {
        self.priority.hidden = layers.hidden;
        self.collisions.passing = layers.passing;
    }
}
