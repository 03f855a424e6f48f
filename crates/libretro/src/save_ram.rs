//! The player's SaveKey, as the front end saves it.
//!
//! The machine has a SaveKey in each socket, which goes back in time with it. But run-ahead,
//! rewinding and old states must not lose a score. So the front end's view receives only the pages
//! that the program writes while a frame runs. The machine receives the view when it is switched
//! on, and whenever the front end has changed it.

use vcs::{Machine, input::SaveKeyMemory};

/// The front end's view, at a fixed address.
pub struct SaveRam {
    view: Box<[u8]>,
    /// A copy of the view without the front end's changes.
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

    /// Puts a SaveKey with these bytes into both sockets.
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

    /// Copies the pages that have changed since an earlier moment into the view.
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
