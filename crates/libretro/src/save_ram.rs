//! The player's SaveKey as the front end keeps it.
//!
//! The machine has a SaveKey in each socket, which goes back in time with it: run-ahead, rewinding
//! and old states must not lose a score. So the front end's view gets only the pages that the
//! program writes while a frame runs, and the machine gets the view when it is switched on and
//! whenever the front end has changed it.

use vcs::{Machine, input::SaveKeyMemory};

/// The front end's view, at an address that stays.
pub struct SaveRam {
    view: Box<[u8]>,
    /// The view without the front end's changes.
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
    /// The bytes that the front end reads and writes.
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

    /// Gives the machine what the front end has changed.
    pub fn take(&mut self, machine: &mut Machine) {
        if *self.view != *self.known {
            self.plug(machine);
        }
    }

    /// The contents of both sockets.
    pub fn contents(machine: &Machine) -> [SaveKeyMemory; 2] {
        [0, 1].map(|socket| machine.save_key(socket).memory().clone())
    }

    /// Copies the pages that differ from an earlier moment into the view.
    pub fn keep_written(&mut self, before: &[SaveKeyMemory; 2], machine: &Machine) {
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
