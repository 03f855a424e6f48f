//! The contents of the player's SaveKey, which the front end saves to a file.
//!
//! A state of the machine contains the SaveKeys, so loading an old state also restores their old
//! contents. But run-ahead, rewinding and loading old states must not lose a saved score. So
//! loading a state does not change the front end's copy of the SaveKey: only the pages that the
//! program writes while a frame runs are copied to it. In the other direction, the machine's
//! SaveKeys get the contents of the copy when the machine is switched on, and after the front end
//! has changed the copy.

use vcs::{Machine, input::SaveKeyMemory};

/// The front end's copy of the SaveKey. The front end reads and writes it at a fixed address.
pub struct SaveRam {
    front_end_copy: Box<[u8]>,
    /// The contents of `front_end_copy` when they were last synchronized with the machine. A
    /// difference shows that the front end has changed its copy.
    last_synced: Vec<u8>,
}

impl Default for SaveRam {
    fn default() -> SaveRam {
        let erased = SaveKeyMemory::default().to_bytes();
        SaveRam {
            front_end_copy: erased.clone().into(),
            last_synced: erased,
        }
    }
}

impl SaveRam {
    /// Returns the bytes that the front end reads and writes.
    pub fn front_end_copy(&mut self) -> &mut [u8] {
        &mut self.front_end_copy
    }

    /// Plugs a SaveKey with the contents of the front end's copy into each port.
    pub fn plug(&mut self, machine: &mut Machine) {
        self.last_synced.copy_from_slice(&self.front_end_copy);
        if let Some(memory) = SaveKeyMemory::from_bytes(&self.front_end_copy) {
            machine.set_save_key(0, memory.clone());
            machine.set_save_key(1, memory);
        }
    }

    /// Copies the front end's changes into the machine.
    pub fn apply(&mut self, machine: &mut Machine) {
        if *self.front_end_copy != *self.last_synced {
            self.plug(machine);
        }
    }

    /// Returns the contents of the SaveKeys in both ports.
    pub fn contents(machine: &Machine) -> [SaveKeyMemory; 2] {
        [0, 1].map(|port| machine.save_key(port).memory().clone())
    }

    /// Updates the front end's copy with the pages that the machine has written, which are those
    /// that differ from `before`.
    pub fn copy_written_pages(&mut self, before: &[SaveKeyMemory; 2], machine: &Machine) {
        for (port, before) in before.iter().enumerate() {
            let now = machine.save_key(port).memory();
            if now == before {
                continue;
            }
            for number in 0..SaveKeyMemory::PAGES {
                let page = now.page(number);
                if page != before.page(number) {
                    let offset = usize::from(number) * SaveKeyMemory::PAGE_SIZE;
                    self.front_end_copy[offset..offset + SaveKeyMemory::PAGE_SIZE]
                        .copy_from_slice(&page);
                    self.last_synced[offset..offset + SaveKeyMemory::PAGE_SIZE]
                        .copy_from_slice(&page);
                }
            }
        }
    }
}
