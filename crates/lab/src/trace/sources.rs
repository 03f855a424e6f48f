//! Places in the sources of a cartridge with an ARM processor, for messages.

use std::{fmt, sync::Arc};

/// An instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Instruction {
    /// An instruction of the ARM processor, by its address.
    Arm(u32),
    /// An instruction of the console, identified by the address after it.
    Before {
        /// The address after it, 13 bits.
        address: u16,
        /// The bank of that address.
        bank: u8,
    },
}

type Find = dyn Fn(Instruction) -> Option<String> + Send + Sync;

/// The sources, as a function that finds the place of an instruction; by default no place is known.
#[derive(Clone, Default)]
pub struct Sources(Option<Arc<Find>>);

impl Sources {
    /// Returns sources in which `find` finds a function, a line, or both.
    pub fn new(find: impl Fn(Instruction) -> Option<String> + Send + Sync + 'static) -> Sources {
        Sources(Some(Arc::new(find)))
    }

    /// Returns the place of an instruction, in parentheses with a space before them; empty if it is
    /// unknown.
    pub fn place(&self, instruction: Instruction) -> String {
        let find = self.0.as_ref();
        let place = find.and_then(|find| find(instruction));
        place.map_or_else(String::new, |place| format!(" ({place})"))
    }
}

impl fmt::Debug for Sources {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = if self.0.is_some() { "known" } else { "unknown" };
        write!(f, "Sources({known})")
    }
}
