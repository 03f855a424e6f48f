//! Places in the sources of a cartridge with an ARM processor, for messages.

use std::{fmt, sync::Arc};

/// An instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Instruction {
    /// Of the ARM processor, by its address.
    Arm(u32),
    /// Of the console: the address after it, and its bank.
    Before {
        /// 13 bits.
        address: u16,
        /// The bank of that address.
        bank: u8,
    },
}

type Find = dyn Fn(Instruction) -> Option<String> + Send + Sync;

/// Finds where an instruction is in the sources. Without one, nothing is known.
#[derive(Clone, Default)]
pub struct Sources(Option<Arc<Find>>);

impl Sources {
    /// Sources in which this finds a function, a line, or both.
    pub fn new(find: impl Fn(Instruction) -> Option<String> + Send + Sync + 'static) -> Sources {
        Sources(Some(Arc::new(find)))
    }

    /// Where an instruction is, in parentheses with a space in front; nothing where that is not
    /// known.
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
