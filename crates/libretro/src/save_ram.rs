//! The contents of the player's SaveKey, which the front end saves to a file.
//!
//! When the machine goes back in time, so do the SaveKeys in its sockets. But run-ahead, rewinding
//! and loading old states must not lose a saved score. So only pages that the program writes while
//! a frame is running are copied to the front end. The machine receives the front end's copy when
//! it is switched on, and whenever the front end has changed the copy.

use vcs::{Machine, input::SaveKeyMemory};

/// The copy that the front end reads and writes, at a fixed address.
pub struct SaveRam {
    view: Box<[u8]>,
    /// The contents of `view` when they were last synchronized, for detecting the front end's
    /// changes.
    known: Vec<u8>,
}

impl Default for SaveRam {
    fn default() -> SaveRam {
        let erased = SaveKeyMemory::default().to_bytes();
        SaveRam {
            view: erased.clone().into(),
            known: erased,
        }
    }
}

impl SaveRam {
    /// Returns the bytes that the front end reads and writes.
    pub fn view(&mut self) -> &mut [u8] {
        &mut self.view
    }

    /// Plugs a SaveKey with the contents of the front end's copy into both sockets.
    pub fn plug(&mut self, machine: &mut Machine) {
        self.known.copy_from_slice(&self.view);
        if let Some(memory) = SaveKeyMemory::from_bytes(&self.view) {
            machine.set_save_key(0, memory.clone());
            machine.set_save_key(1, memory);
        }
    }

    /// Copies the front end's changes into the machine.
    pub fn apply(&mut self, machine: &mut Machine) {
        if *self.view != *self.known {
            self.plug(machine);
        }
    }

    /// Returns the contents of both sockets.
    pub fn contents(machine: &Machine) -> [SaveKeyMemory; 2] {
        [0, 1].map(|socket| machine.save_key(socket).memory().clone())
    }

    /// Copies the pages that the machine has written since `before` to the front end's copy.
    pub fn copy_written(&mut self, before: &[SaveKeyMemory; 2], machine: &Machine) {
        for (socket, before) in before.iter().enumerate() {
            let now = machine.save_key(socket).memory();
            if now == before {
                continue;
            }
            for number in 0..SaveKeyMemory::PAGES {
                let page = now.page(number);
                if page != before.page(number) {
                    let at = usize::from(number) * SaveKeyMemory::PAGE;
                    self.view[at..at + SaveKeyMemory::PAGE].copy_from_slice(&page);
                    self.known[at..at + SaveKeyMemory::PAGE].copy_from_slice(&page);
                }
            }
        }
    }
}
