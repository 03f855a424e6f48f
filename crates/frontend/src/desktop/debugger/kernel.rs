//! The kernel tab, which shows the beam's scanline or a selected one. For each write in the line,
//! it shows the slack: the number of cycles by which the write can move.

use super::{base::WindowDebugger, kernel_pane::CachedView};
use crate::desktop::ui::debugger::{Capacity, KernelPage, ROWS_ABOVE_WRITES};
use headless::kernel_view::kernel_in_past;
use kernel::Line;
use minifb::Key;
use play::picture::Picture;
use std::sync::Arc;
use vcs::{Frame, television::WIDTH};

/// Number of lines that PageUp and PageDown move by.
const PAGE: isize = 10;

impl WindowDebugger {
    /// Handles a key for the kernel tab. Returns false if the tab does not use that key.
    pub(super) fn kernel_key(&mut self, key: Key) -> bool {
        match key {
            Key::Up => self.move_kernel_line(-1),
            Key::Down => self.move_kernel_line(1),
            Key::PageUp => self.move_kernel_line(-PAGE),
            Key::PageDown => self.move_kernel_line(PAGE),
            Key::Left => self.move_kernel_write(false),
            Key::Right => self.move_kernel_write(true),
            Key::Home => self.kernel.follow_beam(),
            _ => return false,
        }
        true
    }

    /// Moves down by `lines` lines, or up if `lines` is negative.
    pub(super) fn move_kernel_line(&mut self, lines: isize) {
        let last = self.shown_picture.as_ref();
        let last = last.map_or(0, |picture| picture.lines.saturating_sub(1));
        let line = usize::from(self.kernel_line()).saturating_add_signed(lines);
        self.kernel.show_line(line.min(last) as u16);
    }

    /// Selects the next or the previous write.
    fn move_kernel_write(&mut self, forward: bool) {
        let index = match (self.kernel.write, forward) {
            (None, _) => 0,
            (Some(write), true) => write + 1,
            (Some(write), false) => write.saturating_sub(1),
        };
        self.kernel.choose_write(index);
        let rows = self.capacity.map_or(1, write_rows);
        let shown = index.saturating_sub(rows - 1)..=index;
        self.scroll_offset = self.scroll_offset.clamp(*shown.start(), *shown.end());
    }

    /// Selects the write in a row.
    pub(super) fn choose_kernel_row(&mut self, row: usize) {
        self.kernel.choose_write(self.scroll_offset + row);
    }

    fn kernel_line(&self) -> u16 {
        let beam = self.debugger().place().scanline;
        self.kernel.line.unwrap_or(beam)
    }

    /// Returns the tab's contents.
    ///
    /// # Errors
    /// Returns the reason why the line cannot be shown, as text to display.
    pub(super) fn kernel_page(
        &mut self,
        capacity: Capacity,
        palette: &[u32; 128],
    ) -> Result<KernelPage, String> {
        let line = self.view_kernel_line()?;
        let writes = line.writes.len();
        let rows = write_rows(capacity);
        self.scroll_offset = self.scroll_offset.min(writes.saturating_sub(rows));
        if let Some(write) = self.kernel.write {
            // If another line is shown now, keep the index of the selected write. If the line has
            // fewer writes, select its last one.
            self.kernel.write = writes.checked_sub(1).map(|last| write.min(last));
            let write = self.kernel.write.map(|write| &line.writes[write]);
            self.kernel.instruction = write.and_then(|write| write.instruction);
        } else {
            let is_there = |index: &usize| *index < line.instructions.len();
            self.kernel.instruction = self.kernel.instruction.filter(is_there);
        }
        let frame = Frame {
            pixels: line.pixels.clone(),
            ..Frame::default()
        };
        debug_assert_eq!(frame.pixels.len(), WIDTH);
        Ok(KernelPage {
            colors: Arc::new(Picture::of(&frame, 0..1, palette).pixels),
            rows: self.scroll_offset..writes.min(self.scroll_offset + rows),
            write: self.kernel.write,
            instruction: self.kernel.instruction,
            line,
        })
    }

    /// Returns the view of the line. Recomputes it only if the frame, the line or the number of
    /// changes differs from those of the cached view.
    fn view_kernel_line(&mut self) -> Result<Arc<Line>, String> {
        let (frame, line) = (self.debugger().place().frame, self.kernel_line());
        let key = (frame, line, self.change_count());
        if let Some(cached) = self.kernel.cached.as_ref().filter(|view| view.key == key) {
            return cached.view.clone();
        }
        let lines = u64::from(line)..=u64::from(line);
        let view = match kernel_in_past(self.debugger(), frame, lines) {
            Ok(mut kernel) => Ok(Arc::new(kernel.lines.remove(0))),
            Err(error) => Err(error.to_string()),
        };
        self.kernel.cached = Some(CachedView {
            key,
            view: view.clone(),
        });
        view
    }
}

/// Returns the number of writes that fit in the tab.
fn write_rows(capacity: Capacity) -> usize {
    capacity.tab_rows.saturating_sub(ROWS_ABOVE_WRITES).max(1)
}
