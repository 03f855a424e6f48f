//! Debugging aids that hide objects from the picture, or keep them from colliding.

use super::{
    Tia,
    priority::{BL, M0, M1, P0, P1, PF},
};

/// The name of each object, and its bit in [`Layers`].
pub const LAYERS: [(&str, u8); 6] = [
    ("player 0", P0),
    ("player 1", P1),
    ("missile 0", M0),
    ("missile 1", M1),
    ("ball", BL),
    ("playfield", PF),
];

/// All objects in [`LAYERS`].
pub const ALL_LAYERS: u8 = P0 | P1 | M0 | M1 | BL | PF;

/// The objects to hide or to keep from colliding; by default, none.
///
/// This is a setting for viewing, not part of the chip's state, so saved states do not contain it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Layers {
    /// Objects that are hidden. They still collide.
    pub hidden: u8,
    /// Objects that do not set collision latches, so programs that read the latches behave
    /// differently.
    pub non_colliding: u8,
}

impl Tia {
    /// Sets which objects are hidden and which do not collide.
    pub fn set_layers(&mut self, layers: Layers) {
        self.priority.hidden = layers.hidden;
        self.collisions.non_colliding = layers.non_colliding;
    }
}
