//! The mouse in the debugger: steps, breakpoints, and queries about bytes and pixels.

use super::base::{BREAKPOINTS, KERNEL, OUTPUT, VARIABLES, WindowDebugger, moment_in};
use crate::desktop::ui::DebuggerSpot;

impl WindowDebugger {
    /// Handles the mouse wheel; positive is down.
    pub fn wheel(&mut self, spot: Option<DebuggerSpot>, rows: isize) {
        match spot {
            Some(DebuggerSpot::Code(_)) => self.code.scroll(rows),
            Some(DebuggerSpot::Instruction(_)) => self.move_kernel_line(rows.signum()),
            _ => self.scroll_tab(rows),
        }
        self.screen = None;
    }

    /// Handles a click. The caller handles [`DebuggerSpot::Play`].
    pub fn click(&mut self, spot: DebuggerSpot) {
        match spot {
            DebuggerSpot::Step(step, back) => self.take_step(step, back),
            DebuggerSpot::Legend(object) => self.outlined ^= 1 << object,
            DebuggerSpot::Code(row) => self.toggle_breakpoint_at_row(row),
            DebuggerSpot::Ram(byte) => self.query(&format!("who ${:02X}", 0x80 + byte)),
            DebuggerSpot::Pixel(_, line) if self.tab == KERNEL => self.kernel.show_line(line),
            DebuggerSpot::Pixel(x, line) => self.query(&format!("why {line} {x}")),
            DebuggerSpot::Tab(tab) => self.open_tab(tab),
            DebuggerSpot::TabRow(row) if self.tab == KERNEL => self.choose_kernel_row(row),
            DebuggerSpot::TabRow(row) => self.click_tab_row(row),
            DebuggerSpot::Instruction(index) => self.kernel.choose_instruction(index),
            DebuggerSpot::Play | DebuggerSpot::Picture(_) => {}
        }
        self.screen = None;
    }

    /// Runs a query and shows its answer from the first line on.
    fn query(&mut self, line: &str) {
        self.show_output();
        let old_len = self.output.len();
        self.command(line);
        let Some(capacity) = self.capacity else {
            return;
        };
        let new = self.output.iter().skip(old_len);
        let rows: usize = new.map(|line| line.rows(capacity.columns).len()).sum();
        self.scroll_offset = rows.saturating_sub(capacity.tab_rows);
    }

    /// Handles a click on a row of the open tab: goes to a moment, queries a variable, or switches
    /// a breakpoint on or off.
    fn click_tab_row(&mut self, row: usize) {
        let Some(command) = self.command_of_row(row) else {
            return;
        };
        match self.tab {
            BREAKPOINTS => _ = self.command(&command),
            _ if command.starts_with("goto") => self.step(&command),
            _ => self.query(&command),
        }
    }

    fn command_of_row(&self, row: usize) -> Option<String> {
        let (screen, _) = self.screen.as_ref()?;
        let text = &screen.tab_rows.get(row)?.text;
        match self.tab {
            OUTPUT => Some(format!("goto @{}", moment_in(text)?)),
            BREAKPOINTS => {
                let id: u32 = text.split_whitespace().next()?.parse().ok()?;
                let list = self.debugger().points.list();
                let point = list.iter().find(|point| point.id == id)?;
                let word = if point.enabled { "disable" } else { "enable" };
                Some(format!("{word} {id}"))
            }
            tab if tab == VARIABLES => Some(format!("who {}", text.split_whitespace().nth(1)?)),
            _ => None,
        }
    }

    /// Sets a breakpoint at a row of code, or removes the existing one.
    fn toggle_breakpoint_at_row(&mut self, row: usize) {
        self.code.move_cursor_to(row);
        self.toggle_breakpoint_at_cursor();
    }

    /// Sets a breakpoint at the cursor, or removes the existing one.
    pub(super) fn toggle_breakpoint_at_cursor(&mut self) {
        let place = self.place_at_cursor();
        let ids = self.code.points_at_cursor(self.debugger());
        if ids.is_empty() {
            let place = self.host.without_folder(&place);
            self.command(&format!("break {place}"));
        }
        for id in ids {
            self.command(&format!("delete {id}"));
        }
    }

    fn place_at_cursor(&mut self) -> String {
        let debugger = &self.commander.debugger;
        self.code.place_at_cursor(debugger, &mut self.host)
    }

    /// Runs to the code at the cursor.
    pub(super) fn run_to_cursor(&mut self) {
        let place = self.place_at_cursor();
        self.step(&format!("to {place}"));
    }
}
