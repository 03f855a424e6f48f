//! The bytes of the cartridge that the user has changed in the debugger.

use std::fmt::Write as _;
use vcs::Cartridge;

/// A changed byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Patch {
    /// The offset in the image.
    pub offset: usize,
    /// The address that the user typed.
    pub address: u16,
    /// The program's own byte.
    pub old: u8,
    /// The new byte.
    pub new: u8,
}

/// The changed bytes, in the order in which they were changed.
#[derive(Debug, Clone, Default)]
pub(crate) struct Patches(Vec<Patch>);

impl Patches {
    /// Adds a change. If the byte was changed before, `old` remains the program's own byte.
    /// Changing a byte back to the program's own byte removes the change.
    pub fn set(&mut self, patch: Patch) {
        let known = self.0.iter_mut().find(|known| known.offset == patch.offset);
        match known {
            Some(known) => known.new = patch.new,
            None => self.0.push(patch),
        }
        self.0.retain(|patch| patch.old != patch.new);
    }

    /// Returns the changes that an image contains. After the user goes back in time, the machine's
    /// image does not contain the later changes.
    pub fn active<'a>(&'a self, image: &'a [u8]) -> impl Iterator<Item = Patch> + 'a {
        let is_in_image = |patch: &&Patch| image.get(patch.offset) == Some(&patch.new);
        self.0.iter().filter(is_in_image).copied()
    }

    /// Carries the changes in the running image over to a reloaded program. Applies a change if the
    /// program still has the same original byte, and drops it otherwise. Returns one line of text
    /// for each change.
    pub fn carry_over(&mut self, running: &[u8], cartridge: &mut Cartridge) -> String {
        let mut notes = String::new();
        let mut kept = Vec::new();
        for patch in self.active(running) {
            let Patch {
                offset,
                address,
                old,
                new,
            } = patch;
            let current = cartridge.image().get(offset).copied();
            let patched = cartridge.with_byte(offset, new);
            let note = match (current, patched) {
                (Some(current), _) if current == new => "is now part of the program".to_owned(),
                (Some(current), Some(patched)) if current == old => {
                    *cartridge = patched;
                    kept.push(patch);
                    "is kept".to_owned()
                }
                (Some(current), _) => {
                    format!(
                        "is dropped: the program now has ${current:02X} there instead of ${old:02X}"
                    )
                }
                (None, _) => "is dropped: the program no longer has a byte there".to_owned(),
            };
            let _ = writeln!(notes, "the patch ${address:04X} = ${new:02X} {note}");
        }
        self.0 = kept;
        notes
    }
}
