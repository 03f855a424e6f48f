//! Finds the source lines of instructions, for messages about cartridges with an ARM processor.

use std::{fmt, sync::Arc};

/// An instruction of one of the two processors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Instruction {
    /// An instruction of the ARM processor, given by its address.
    Arm(u32),
    /// An instruction of the console's 6507, given by the address of the byte after it.
    Console {
        /// The 13-bit address of the byte after the instruction.
        next_address: u16,
        /// The bank that contains that byte.
        bank: u8,
    },
}

type Find = dyn Fn(Instruction) -> Option<String> + Send + Sync;

/// An optional function that finds an instruction in the source code. By default there is no
/// function, so all places are unknown.
#[derive(Clone, Default)]
pub struct SourceFinder(Option<Arc<Find>>);

impl SourceFinder {
    /// Creates a finder from a function that finds an instruction in the source code. `find`
    /// returns the name of the function that contains the instruction, the source line, or both;
    /// `None` if neither is known.
    pub fn new(
        find: impl Fn(Instruction) -> Option<String> + Send + Sync + 'static,
    ) -> SourceFinder {
        SourceFinder(Some(Arc::new(find)))
    }

    /// Returns a space and, in parentheses, the place of an instruction in the source code; an
    /// empty string if the place is unknown.
    pub fn place_suffix(&self, instruction: Instruction) -> String {
        let find = self.0.as_ref();
        let place = find.and_then(|find| find(instruction));
        place.map_or_else(String::new, |place| format!(" ({place})"))
    }
}

impl fmt::Debug for SourceFinder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = if self.0.is_some() { "known" } else { "unknown" };
        write!(f, "SourceFinder({known})")
    }
}
