//! The selected line, write and instruction of the kernel tab.

use kernel::Line;
use std::sync::Arc;

/// The line that the kernel tab shows, and the selected write and instruction.
#[derive(Default)]
pub(super) struct KernelPane {
    /// The selected line; `None` for the beam's line.
    pub(super) line: Option<u16>,
    /// The index of the selected write.
    pub(super) write: Option<usize>,
    /// The index of the selected instruction.
    pub(super) instruction: Option<usize>,
    /// The last view; computing one takes a few milliseconds.
    pub(super) cached: Option<CachedView>,
}

/// A cached view of a line.
pub(super) struct CachedView {
    /// The state for which the view was computed: the frame, the line, and the number of changes
    /// made by commands such as `set`.
    pub(super) key: (u64, u16, usize),
    pub(super) view: Result<Arc<Line>, String>,
}

impl KernelPane {
    /// Shows the beam's line.
    pub fn follow_beam(&mut self) {
        self.line = None;
    }

    /// Shows a line.
    pub fn show_line(&mut self, line: u16) {
        self.line = Some(line);
    }

    /// Drops the cached view, because the past or the program's names may have changed.
    pub fn drop_cache(&mut self) {
        self.cached = None;
    }

    /// Selects an instruction and its write.
    pub fn choose_instruction(&mut self, index: usize) {
        self.instruction = Some(index);
        let line = self.cached_line();
        self.write = line.and_then(|line| {
            let mut writes = line.writes.iter();
            writes.position(|write| write.instruction == Some(index))
        });
    }

    /// Selects a write and its instruction.
    pub fn choose_write(&mut self, index: usize) {
        let line = self.cached_line();
        if let Some(write) = line.and_then(|line| line.writes.get(index).cloned()) {
            (self.write, self.instruction) = (Some(index), write.instruction);
        }
    }

    fn cached_line(&self) -> Option<Arc<Line>> {
        self.cached.as_ref()?.view.clone().ok()
    }
}
