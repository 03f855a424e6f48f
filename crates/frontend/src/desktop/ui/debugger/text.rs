//! The text of the debugger's screen.

use super::{
    DebuggerScreen, STEPS, TABS,
    layout::{LETTER_WIDTH, Layout, NUMBER_COLUMNS},
};
use crate::desktop::ui::{
    painter::Painter,
    spot::{DebuggerSpot, Spot, Spots},
    theme,
    toolkit::Brush,
};
use epaint::{Color32, Pos2, Rect, Shape, Stroke, StrokeKind, emath::Align2, pos2, vec2};

/// The color of a breakpoint.
const BREAKPOINT: Color32 = Color32::from_rgb(0xf0, 0x5c, 0x5c);

impl DebuggerScreen {
    /// Draws the toolbar. It has a Play button, and for each kind of step a button whose left half
    /// steps back and whose right half steps forward.
    pub(super) fn draw_tools(&self, brush: &Brush<'_>, layout: &Layout, spots: &mut Spots) {
        let area = layout.tools;
        let painter = brush.painter;
        painter.rect_filled(area, 0.0, theme::MENU_BACKGROUND);
        painter.line_segment(
            [area.left_bottom(), area.right_bottom()],
            Stroke::new(1.0, theme::EDGE),
        );
        let width = area.width() / (STEPS.len() + 1) as f32;
        let cell = |index: usize| {
            let corner = pos2(area.min.x + width * index as f32, area.min.y);
            Rect::from_min_size(corner, vec2(width, area.height()))
        };
        let draw_label = |cell: Rect, name: &str, key: &str, ink: Color32| {
            let font = epaint::text::FontId::proportional(11.5 * layout.scale);
            let name_center = cell.center() - vec2(0.0, 6.0 * layout.scale);
            painter.text(name_center, Align2::CENTER_CENTER, name, font, ink);
            let font = epaint::text::FontId::proportional(9.5 * layout.scale);
            let key_center = cell.center() + vec2(0.0, 8.0 * layout.scale);
            painter.text(key_center, Align2::CENTER_CENTER, key, font, theme::FAINT);
        };
        draw_label(cell(0), "Play", "F5", theme::GREEN);
        spots.push((cell(0), Spot::Debugger(DebuggerSpot::Play)));
        for (index, (word, key)) in STEPS.iter().enumerate() {
            let cell = cell(index + 1);
            draw_label(cell, word, key, theme::INK);
            let (back, forward) = cell.split_left_right_at_fraction(0.5);
            draw_arrow(
                brush,
                back.left_center() + vec2(5.0, 8.0) * layout.scale,
                -4.0 * layout.scale,
            );
            draw_arrow(
                brush,
                forward.right_center() + vec2(-5.0, 8.0) * layout.scale,
                4.0 * layout.scale,
            );
            spots.push((back, Spot::Debugger(DebuggerSpot::Step(index, true))));
            spots.push((forward, Spot::Debugger(DebuggerSpot::Step(index, false))));
        }
    }

    pub(super) fn draw_registers(&self, brush: &Brush<'_>, layout: &Layout) {
        let area = layout.registers;
        let painter = brush.painter.with_clip_rect(area.expand(1.0));
        let font = theme::monospace_font(layout.font_size());
        for (row, cells) in self.registers.iter().enumerate() {
            let y = area.min.y + layout.register_row_height() * row as f32;
            let mut x = area.min.x;
            for cell in cells {
                let start = pos2(x, y);
                let end = painter.text(
                    start,
                    Align2::LEFT_TOP,
                    cell.name,
                    font.clone(),
                    theme::FAINT,
                );
                let start = pos2(end.max.x + layout.letter_width() * 0.6, y);
                let ink = if cell.changed {
                    theme::GOLD
                } else {
                    theme::INK
                };
                let end = painter.text(start, Align2::LEFT_TOP, &cell.value, font.clone(), ink);
                x = end.max.x + layout.letter_width() * 1.3;
            }
        }
    }

    pub(super) fn draw_ram(&self, brush: &Brush<'_>, layout: &Layout, spots: &mut Spots) {
        let area = layout.ram;
        let painter = brush.painter;
        let font = theme::monospace_font(layout.ram_font_size());
        let letter = layout.ram_font_size() * LETTER_WIDTH;
        for (index, byte) in self.ram.iter().enumerate() {
            let (row, column) = (index / 16, index % 16);
            let y = area.min.y + layout.ram_row_height() * row as f32;
            if column == 0 {
                let address = format!("{:02X}", 0x80 + index);
                painter.text(
                    pos2(area.min.x, y),
                    Align2::LEFT_TOP,
                    address,
                    font.clone(),
                    theme::FAINT,
                );
            }
            let columns = 3.0 + 3.0 * column as f32 + if column >= 8 { 1.0 } else { 0.0 };
            let cell = Rect::from_min_size(
                pos2(area.min.x + letter * columns, y),
                vec2(letter * 2.0, layout.ram_row_height()),
            );
            let changed = self.ram_changed >> index & 1 != 0;
            if changed {
                let background = cell.expand2(vec2(letter * 0.3, -0.5));
                painter.rect_filled(background, 2.0, theme::selection_background());
            }
            let ink = match (changed, byte) {
                (true, _) => theme::GOLD,
                (false, 0) => theme::FAINT,
                _ => theme::INK,
            };
            painter.text(
                cell.min,
                Align2::LEFT_TOP,
                format!("{byte:02X}"),
                font.clone(),
                ink,
            );
            if self
                .stack_index
                .is_some_and(|stack_index| usize::from(stack_index) == index)
            {
                let start = cell.left_bottom() - vec2(0.0, 1.0);
                let underline = [start, pos2(cell.max.x, start.y)];
                painter.line_segment(underline, Stroke::new(1.0, theme::GREEN));
            }
            spots.push((
                cell.expand(letter * 0.4),
                Spot::Debugger(DebuggerSpot::Ram(index as u8)),
            ));
        }
    }

    pub(super) fn draw_code(&self, brush: &Brush<'_>, layout: &Layout, spots: &mut Spots) {
        let font = theme::monospace_font(layout.font_size());
        let clip = |area: Rect| brush.painter.with_clip_rect(area);
        clip(layout.title).text(
            layout.title.left_center(),
            Align2::LEFT_CENTER,
            &self.title,
            font.clone(),
            theme::FAINT,
        );
        let painter = clip(layout.code);
        painter.rect_filled(layout.code, 2.0, theme::MENU_BACKGROUND);
        let letter = layout.letter_width();
        for (index, row) in self.code.iter().enumerate() {
            let corner = layout.code.min + vec2(0.0, layout.row_height() * index as f32);
            let area = Rect::from_min_size(corner, vec2(layout.code.width(), layout.row_height()));
            if row.is_next {
                painter.rect_filled(area, 0.0, theme::selection_background());
            }
            if row.has_cursor {
                let bar = Rect::from_min_size(area.min, vec2(2.0, area.height()));
                painter.rect_filled(bar, 0.0, theme::GOLD);
            }
            if let Some(on) = row.breakpoint {
                let middle = area.left_center() + vec2(letter * 1.2, 0.0);
                if on {
                    painter.circle_filled(middle, letter * 0.62, BREAKPOINT)
                } else {
                    painter.circle_stroke(middle, letter * 0.5, Stroke::new(1.0, BREAKPOINT))
                };
            }
            let number_end = area.left_center() + vec2(letter * (NUMBER_COLUMNS as f32 - 0.8), 0.0);
            let ink = if row.is_code {
                theme::FAINT
            } else {
                theme::EDGE
            };
            painter.text(
                number_end,
                Align2::RIGHT_CENTER,
                &row.number,
                font.clone(),
                ink,
            );
            let text_start = area.left_center() + vec2(letter * NUMBER_COLUMNS as f32, 0.0);
            let ink = match (row.is_next, row.is_code) {
                (true, _) => theme::GOLD,
                (false, true) => theme::INK,
                (false, false) => theme::FAINT,
            };
            painter.text(
                text_start,
                Align2::LEFT_CENTER,
                &row.text,
                font.clone(),
                ink,
            );
            spots.push((area, Spot::Debugger(DebuggerSpot::Code(index))));
        }
    }

    pub(super) fn draw_tab(&self, brush: &Brush<'_>, layout: &Layout, spots: &mut Spots) {
        let painter = brush.painter.with_clip_rect(brush.area);
        let mut x = layout.tabs.min.x;
        for (index, tab) in TABS.iter().enumerate() {
            let open = index == self.tab;
            let ink = if open { theme::GOLD } else { theme::FAINT };
            let font = epaint::text::FontId::proportional(12.0 * layout.scale);
            let start = pos2(x, layout.tabs.center().y);
            let area = painter.text(start, Align2::LEFT_CENTER, tab, font, ink);
            if open {
                let underline = [area.left_bottom(), area.right_bottom()];
                painter.line_segment(underline, Stroke::new(1.5, theme::GOLD));
            }
            spots.push((area.expand(4.0), Spot::Debugger(DebuggerSpot::Tab(index))));
            x = area.max.x + 9.0 * layout.scale;
        }
        let painter = brush.painter.with_clip_rect(layout.tab_content);
        let font = theme::monospace_font(layout.font_size());
        for (index, line) in self.tab_rows.iter().enumerate() {
            let corner = layout.tab_content.min + vec2(0.0, layout.row_height() * index as f32);
            let area = Rect::from_min_size(
                corner,
                vec2(layout.tab_content.width(), layout.row_height()),
            );
            let ink = match (line.is_command, line.is_link) {
                (true, _) => theme::FAINT,
                (false, true) => theme::GREEN,
                (false, false) => theme::INK,
            };
            painter.text(area.min, Align2::LEFT_TOP, &line.text, font.clone(), ink);
            for (column, color) in &line.colors {
                draw_swatch(painter, area.min, *column, *color, layout);
            }
            spots.push((area, Spot::Debugger(DebuggerSpot::TabRow(index))));
        }
    }

    pub(super) fn draw_command_line(&self, brush: &Brush<'_>, layout: &Layout) {
        let area = layout.command_line;
        let painter = brush.painter.with_clip_rect(area.expand(1.0));
        painter.rect_filled(area, 2.0, theme::MENU_BACKGROUND);
        let font = theme::monospace_font(layout.font_size());
        let start = area.left_center() + vec2(layout.letter_width() * 0.7, 0.0);
        let columns = (area.width() / layout.letter_width()) as usize;
        let (text, ink) = if self.command_line.is_empty() {
            (HINT.to_owned(), theme::FAINT)
        } else {
            // If the line is too long, show its end, because the player types there.
            let letters = self.command_line.chars().count();
            let hidden = letters.saturating_sub(columns.saturating_sub(5));
            let shown: String = self.command_line.chars().skip(hidden).collect();
            (format!("> {shown}_"), theme::INK)
        };
        painter.text(start, Align2::LEFT_CENTER, text, font, ink);
    }
}

/// Draws a colored square at a column in a row of text.
fn draw_swatch(painter: Painter<'_>, row: Pos2, column: usize, color: u32, layout: &Layout) {
    let side = layout.letter_width();
    let corner = row + vec2(side * column as f32, (layout.row_height() - side) / 2.0);
    let square = Rect::from_min_size(corner, vec2(side, side)).expand(side * 0.15);
    painter.rect_filled(square, 1.0, theme::opaque(color));
    painter.rect_stroke(
        square,
        1.0,
        Stroke::new(0.5, theme::FAINT),
        StrokeKind::Outside,
    );
}

/// The text shown while the command line is empty.
const HINT: &str = "> type a command; Enter: repeat step; F1: help";

/// Draws a small triangle that points right, or left if `width` is negative.
fn draw_arrow(brush: &Brush<'_>, tip: epaint::Pos2, width: f32) {
    let half_height = width.abs();
    let base = tip.x - width * 1.3;
    let corners = vec![
        tip,
        pos2(base, tip.y - half_height),
        pos2(base, tip.y + half_height),
    ];
    brush
        .painter
        .add(Shape::convex_polygon(corners, theme::FAINT, Stroke::NONE));
}
