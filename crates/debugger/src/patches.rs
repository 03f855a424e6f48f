//! The bytes of the cartridge that were changed with the debugger.

use std::fmt::Write as _;
use vcs::Cartridge;

/// A changed byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Patch {
    /// The offset in the image.
    pub offset: usize,
    /// The address by which it was named.
    pub address: u16,
    /// The byte of the program.
    pub old: u8,
    /// The new byte.
    pub new: u8,
}

/// The changed bytes, in the order of the changes.
#[derive(Debug, Clone, Default)]
pub(crate) struct Patches(Vec<Patch>);

impl Patches {
    /// Adds a change. A byte that was changed before keeps the byte of the program; one that gets
    /// this byte again is no longer changed.
    pub fn set(&mut self, patch: Patch) {
        let known = self.0.iter_mut().find(|known| known.offset == patch.offset);
        match known {
            Some(known) => known.new = patch.new,
            None => self.0.push(patch),
        }
        self.0.retain(|patch| patch.old != patch.new);
    }

    /// Returns the changes that an image has: those after the present moment are not in it.
    pub fn active<'a>(&'a self, image: &'a [u8]) -> impl Iterator<Item = Patch> + 'a {
        let is_there = |patch: &&Patch| image.get(patch.offset) == Some(&patch.new);
        self.0.iter().filter(is_there).copied()
    }

    /// Applies the changes of the running image to a program that was read again, where that
    /// program has the same bytes as before. Returns a line for each change.
    pub fn keep(&mut self, running: &[u8], cartridge: &mut Cartridge) -> String {
        let mut notes = String::new();
        let mut kept = Vec::new();
        for patch in self.active(running) {
            let Patch {
                offset,
                address,
                old,
                new,
            } = patch;
            let now = cartridge.image().get(offset).copied();
            let patched = cartridge.with_byte(offset, new);
            let note = match (now, patched) {
                (Some(now), _) if now == new => "is in the program now".to_owned(),
                (Some(now), Some(patched)) if now == old => {
                    *cartridge = patched;
                    kept.push(patch);
                    "is kept".to_owned()
                }
                (Some(now), _) => {
                    format!("is dropped: the program has ${now:02X} there, and had ${old:02X}")
                }
                (None, _) => "is dropped: the program has no byte there".to_owned(),
            };
            let _ = writeln!(notes, "the patch ${address:04X} = ${new:02X} {note}");
        }
        self.0 = kept;
        notes
    }
}
