//! Draws the debugger's screen, part by part.

use super::{layout::Layout, screen::DebuggerScreen};
use crate::desktop::ui::{spot::Spots, theme, toolkit::Brush};

impl DebuggerScreen {
    /// Draws the screen.
    pub fn draw(&self, brush: &mut Brush<'_>, spots: &mut Spots) {
        let layout = Layout::of(brush.area, self.lines);
        brush
            .painter
            .rect_filled(brush.area, 0.0, theme::debugger_background());
        self.draw_tools(brush, &layout, spots);
        self.draw_picture(brush, &layout, spots);
        self.draw_registers(brush, &layout);
        self.draw_ram(brush, &layout, spots);
        self.draw_code(brush, &layout, spots);
        self.draw_tab(brush, &layout, spots);
        self.draw_kernel(brush, &layout, spots);
        self.draw_command_line(brush, &layout);
    }
}
