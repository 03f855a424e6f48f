//! The picture, with the position of the beam and the objects' edges drawn over it.

use super::{
    layout::Layout,
    screen::{DebuggerScreen, LEGEND},
};
use crate::desktop::ui::{
    spot::{DebuggerSpot, Spot, Spots},
    theme,
    toolkit::Brush,
};
use epaint::{Color32, Mesh, Pos2, Rect, Shape, Vec2, emath::Align2, pos2, vec2};
use vcs::television::WIDTH;

impl DebuggerScreen {
    pub(super) fn draw_picture(&self, brush: &mut Brush<'_>, layout: &Layout, spots: &mut Spots) {
        let area = layout.picture;
        brush.painter.rect_filled(area, 0.0, Color32::BLACK);
        if let Some(image) = &self.picture {
            brush.image(image, area);
        }
        let lines = self.lines.max(1);
        let to_point = |x: f32, line: f32| {
            let part = vec2(
                x / WIDTH as f32 * area.width(),
                line / lines as f32 * area.height(),
            );
            area.min + part
        };
        let pixel_size = 1.0 / brush.scale;
        // Draw a dark line around every edge, so that the edge is visible even on pixels of its own
        // color.
        let mut edges = Mesh::default();
        for is_border in [true, false] {
            for outline in self.outlines.iter() {
                let point = |(x, line): (u16, u16)| to_point(f32::from(x), f32::from(line));
                let edge = Rect::from_min_max(point(outline.from), point(outline.to));
                let (margin, color) = if is_border {
                    (pixel_size * 1.5, Color32::from_black_alpha(150))
                } else {
                    (pixel_size / 2.0, LEGEND[usize::from(outline.object)].1)
                };
                edges.add_colored_rect(edge.expand(margin), color);
            }
        }
        brush.painter.add(Shape::mesh(edges));
        self.draw_beam(brush, area, &to_point);
        self.mark_kernel_line(brush, area, &to_point);
        let lines = u16::try_from(self.lines).unwrap_or(u16::MAX);
        spots.push((area, Spot::Debugger(DebuggerSpot::Picture(lines))));
        self.draw_legend(brush, layout, spots);
    }

    /// Draws the beam: its scanline as a line, its pixel as a cross. During the horizontal blank
    /// the cross is at the left edge.
    fn draw_beam(&self, brush: &Brush<'_>, area: Rect, to_point: &impl Fn(f32, f32) -> Pos2) {
        let (x, line) = self.beam;
        let middle = to_point(f32::from(x.max(0)), f32::from(line) + 0.5);
        let pixel_size = 1.0 / brush.scale;
        let draw_bar = |half_size: Vec2, margin: f32, color: Color32| {
            let bar = Rect::from_center_size(middle, half_size * 2.0).expand(pixel_size * margin);
            brush.painter.rect_filled(bar.intersect(area), 0.0, color);
        };
        let (line_color, cross_color) = if x < 0 {
            (theme::FAINT, theme::FAINT)
        } else {
            (theme::INK, theme::GOLD)
        };
        let (full_line, arm) = (vec2(area.width(), 0.0), 6.0);
        let arms = [vec2(arm, 0.0), vec2(0.0, arm)];
        // Add a dark edge, so that the beam is visible on bright pictures.
        let border = Color32::from_black_alpha(130);
        draw_bar(full_line, 1.5, border);
        arms.into_iter().for_each(|arm| draw_bar(arm, 2.0, border));
        draw_bar(full_line, 0.5, line_color.gamma_multiply(0.7));
        arms.into_iter()
            .for_each(|arm| draw_bar(arm, 1.0, cross_color));
    }

    fn draw_legend(&self, brush: &Brush<'_>, layout: &Layout, spots: &mut Spots) {
        let font = theme::monospace_font(layout.font_size());
        let area = layout.legend;
        let cell_width = layout.letter_width() * 5.0;
        for (index, (name, color)) in LEGEND.iter().enumerate() {
            let on = self.outlined >> index & 1 != 0;
            let corner = pos2(area.min.x + cell_width * index as f32, area.min.y);
            let cell = Rect::from_min_size(corner, vec2(cell_width, area.height()));
            let mark = Rect::from_center_size(
                pos2(cell.min.x + layout.letter_width() * 0.7, cell.center().y),
                vec2(1.0, 1.0) * layout.letter_width() * 1.2,
            );
            let ink = if on { *color } else { theme::EDGE };
            brush.painter.rect_filled(mark, 1.0, ink);
            let text = pos2(mark.max.x + layout.letter_width() * 0.5, cell.center().y);
            let ink = if on { theme::INK } else { theme::FAINT };
            brush
                .painter
                .text(text, Align2::LEFT_CENTER, name, font.clone(), ink);
            spots.push((cell, Spot::Debugger(DebuggerSpot::Legend(index))));
        }
        let hint = match self.kernel {
            Some(_) => "click a line: kernel",
            None => "click a pixel: why?",
        };
        brush.painter.text(
            area.right_center(),
            Align2::RIGHT_CENTER,
            hint,
            theme::monospace_font(layout.font_size() * 0.9),
            theme::FAINT,
        );
    }
}
