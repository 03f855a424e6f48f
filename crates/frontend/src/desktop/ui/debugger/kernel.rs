//! The kernel tab: the cycles of a scanline, and its writes with their slack.

use super::{
    layout::{LETTER_WIDTH, Layout},
    screen::{DebuggerScreen, KernelPage},
};
use crate::desktop::ui::{
    painter::Painter,
    spot::{DebuggerSpot, Spot, Spots},
    theme,
    toolkit::Brush,
};
use epaint::{Color32, Pos2, Rect, Stroke, StrokeKind, emath::Align2, pos2, vec2};
use kernel::{InclusiveRange, WRITE_HEADING, Write};
use vcs::place::{BLANK_CLOCKS, CLOCKS_PER_CYCLE, CYCLES_PER_LINE};

/// Number of rows in the tab above the first write: the summary, two rows that show the cycles and
/// under them the pixels, the selected instruction, and the column titles.
pub const ROWS_ABOVE_WRITES: usize = 5;

/// The color of a write without slack.
const TIGHT: Color32 = Color32::from_rgb(0xff, 0x6b, 0x6b);
/// The color of the marks at the pixels that a write changes.
const CHANGED: Color32 = Color32::from_rgb(0xff, 0x99, 0x00);
/// Size of the smallest readable font, in points.
const MIN_FONT_SIZE: f32 = 5.0;

/// The horizontal axis: the cycles of a line across the tab.
struct Axis {
    left: f32,
    /// Width of a cycle.
    cycle_width: f32,
}

impl Axis {
    fn cycle_x(&self, cycle: u16) -> f32 {
        self.left + f32::from(cycle) * self.cycle_width
    }

    fn pixel_x(&self, pixel: f32) -> f32 {
        let clocks = f32::from(BLANK_CLOCKS) + pixel;
        self.left + clocks * self.cycle_width / f32::from(CLOCKS_PER_CYCLE)
    }

    fn rect(&self, cycles: &InclusiveRange, top: f32, height: f32) -> Rect {
        let (from, to) = (self.cycle_x(cycles.first), self.cycle_x(cycles.last + 1));
        Rect::from_min_max(pos2(from, top), pos2(to, top + height))
    }
}

impl DebuggerScreen {
    /// Draws the kernel tab, if it is open.
    pub(super) fn draw_kernel(&self, brush: &Brush<'_>, layout: &Layout, spots: &mut Spots) {
        let Some(page) = &self.kernel else {
            return;
        };
        let at = layout.tab_content;
        let axis = Axis {
            left: at.min.x,
            cycle_width: at.width() / f32::from(CYCLES_PER_LINE),
        };
        let painter = brush.painter.with_clip_rect(at);
        let row = |index: usize| at.min.y + layout.row_height() * index as f32;
        let font = theme::monospace_font(layout.font_size());
        let text = |index: usize, text: String, ink: Color32| {
            let corner = pos2(at.min.x, row(index));
            painter.text(corner, Align2::LEFT_TOP, text, font.clone(), ink);
        };
        let ink = if page.line.tight_writes() > 0 {
            TIGHT
        } else {
            theme::INK
        };
        text(0, page.line.summary(), ink);
        let height = layout.row_height() * 1.3;
        page.draw_cycles(painter, layout, &axis, (row(1), height), spots);
        page.draw_pixels(painter, &axis, (row(1) + height, layout.row_height() * 0.6));
        match page.instruction_text() {
            Some(chosen) => text(3, chosen, theme::GOLD),
            None => text(3, HINT.into(), theme::FAINT),
        }
        text(4, WRITE_HEADING.into(), theme::FAINT);
        for (index, write) in page.rows.clone().enumerate() {
            let corner = pos2(at.min.x, row(ROWS_ABOVE_WRITES + index));
            let place = Rect::from_min_size(corner, vec2(at.width(), layout.row_height()));
            if page.write == Some(write) {
                painter.rect_filled(place, 0.0, theme::selection_background());
            }
            draw_write(painter, &axis, place, &page.line.writes[write], layout);
            spots.push((place, Spot::Debugger(DebuggerSpot::TabRow(index))));
        }
    }

    /// Marks two things in the picture: the line that the kernel tab shows, and the pixels that the
    /// selected write changes.
    pub(super) fn mark_kernel_line(
        &self,
        brush: &Brush<'_>,
        at: Rect,
        to_point: &impl Fn(f32, f32) -> Pos2,
    ) {
        let Some(page) = &self.kernel else {
            return;
        };
        let line = f32::from(page.line.scanline);
        let thick = 1.0 / brush.scale;
        let bar = |from: Pos2, to: Pos2| {
            let bar = Rect::from_min_max(from, to).expand(thick);
            brush.painter.rect_filled(bar.intersect(at), 0.0, CHANGED);
        };
        // Mark the line at both edges of the picture.
        let middle = to_point(0.0, line + 0.5).y;
        let arm = at.width() / 40.0;
        bar(pos2(at.min.x, middle), pos2(at.min.x + arm, middle));
        bar(pos2(at.max.x - arm, middle), pos2(at.max.x, middle));
        // Draw bars above and below the changed pixels, so that the pixels stay visible.
        let write = page.write.and_then(|write| page.line.writes.get(write));
        for pixels in write.map_or(&[][..], |write| &write.changes) {
            let (from, to) = (f32::from(pixels.first), f32::from(pixels.last) + 1.0);
            let (above, below) = (to_point(from, line), to_point(to, line + 1.0));
            let (above, below) = (above.y - 2.0 * thick, below.y + 2.0 * thick);
            let (from, to) = (to_point(from, line).x, to_point(to, line).x);
            bar(pos2(from, above), pos2(to, above));
            bar(pos2(from, below), pos2(to, below));
        }
    }
}

/// The text shown if no instruction is selected.
const HINT: &str = "Up, Down: line   Left, Right, click: write";

impl KernelPage {
    /// Draws a row of the line's cycles. It contains the instructions, the cycles in which the
    /// processor waits, and a mark at the cycle of each write.
    fn draw_cycles(
        &self,
        painter: Painter<'_>,
        layout: &Layout,
        axis: &Axis,
        (top, height): (f32, f32),
        spots: &mut Spots,
    ) {
        let label = |at: Rect, text: &str, ink: Color32| {
            let letters = text.chars().count().max(1) as f32;
            let size = (at.width() * 0.94 / (letters * LETTER_WIDTH)).min(layout.font_size());
            let fits = size >= MIN_FONT_SIZE;
            if fits {
                let font = theme::monospace_font(size);
                painter.text(at.center(), Align2::CENTER_CENTER, text, font, ink);
            }
            fits
        };
        for (index, instruction) in self.line.instructions.iter().enumerate() {
            let at = axis.rect(&instruction.cycles, top, height);
            let fill = [theme::MENU_BACKGROUND, theme::EDGE][index % 2];
            painter.rect_filled(at, 0.0, fill);
            let text = &instruction.code.text;
            let name = text.split(' ').next().unwrap_or_default();
            if !label(at, text, theme::INK) {
                label(at, name, theme::INK);
            }
            spots.push((at, Spot::Debugger(DebuggerSpot::Instruction(index))));
        }
        for wait in &self.line.waits {
            let at = axis.rect(wait, top, height);
            painter.rect_filled(at, 0.0, theme::debugger_background());
            painter.rect_stroke(at, 0.0, Stroke::new(0.7, theme::GREEN), StrokeKind::Inside);
            let count = wait.last + 1 - wait.first;
            label(at, &format!("{count} free"), theme::GREEN);
        }
        for write in &self.line.writes {
            let cycle = InclusiveRange {
                first: write.cycle,
                last: write.cycle,
            };
            let at = axis.rect(&cycle, top + height * 0.82, height * 0.18);
            painter.rect_filled(at, 0.0, write_color(write));
        }
        let chosen = self.instruction.map(|index| &self.line.instructions[index]);
        if let Some(instruction) = chosen {
            let at = axis.rect(&instruction.cycles, top, height);
            painter.rect_stroke(at, 0.0, Stroke::new(1.0, theme::GOLD), StrokeKind::Inside);
        }
    }

    /// Draws the pixels of the line below its cycles, and marks the pixels that the selected write
    /// changes.
    fn draw_pixels(&self, painter: Painter<'_>, axis: &Axis, (top, height): (f32, f32)) {
        let strip = |first: f32, end: f32, top: f32, height: f32, color: Color32| {
            let (from, to) = (axis.pixel_x(first), axis.pixel_x(end));
            let at = Rect::from_min_max(pos2(from, top), pos2(to, top + height));
            painter.rect_filled(at, 0.0, color);
        };
        let mut x = 0.0;
        for run in self.colors.chunk_by(|left, right| left == right) {
            let end = x + run.len() as f32;
            strip(x, end, top, height * 0.7, theme::opaque(run[0]));
            x = end;
        }
        let write = self.write.and_then(|write| self.line.writes.get(write));
        for pixels in write.map_or(&[][..], |write| &write.changes) {
            let (first, end) = (f32::from(pixels.first), f32::from(pixels.last) + 1.0);
            strip(first, end, top + height * 0.75, height * 0.25, CHANGED);
        }
    }

    /// Returns the text of the selected instruction, with its file and line in the source.
    fn instruction_text(&self) -> Option<String> {
        let code = &self.line.instructions.get(self.instruction?)?.code;
        let source = code.source.as_ref();
        let source = source.map(|source| {
            let name = source.file.rsplit(['/', '\\']).next().unwrap_or_default();
            format!("  {name}:{}", source.line)
        });
        Some(code.text.clone() + &source.unwrap_or_default())
    }
}

/// Draws the row of a write: text and, below it, a bar. The bar shows the write's slack, its cycle,
/// and the first pixel that the write can change.
fn draw_write(painter: Painter<'_>, axis: &Axis, at: Rect, write: &Write, layout: &Layout) {
    let ink = if write.is_tight() { TIGHT } else { theme::INK };
    let font = theme::monospace_font(layout.font_size());
    painter.text(at.min, Align2::LEFT_TOP, write.columns(), font, ink);
    let height = layout.row_height() * 0.16;
    let top = at.max.y - height;
    let slack = InclusiveRange {
        first: write.earliest,
        last: write.latest,
    };
    let slack = axis.rect(&slack, top, height);
    painter.rect_filled(slack, 0.0, write_color(write).gamma_multiply(0.45));
    let cycle = InclusiveRange {
        first: write.cycle,
        last: write.cycle,
    };
    painter.rect_filled(axis.rect(&cycle, top, height), 0.0, write_color(write));
    let effect_x = axis.pixel_x(write.pixel.into());
    let ends = [pos2(effect_x, top - height), pos2(effect_x, at.max.y)];
    painter.line_segment(ends, Stroke::new(1.0, CHANGED));
}

/// Returns the color of a write.
fn write_color(write: &Write) -> Color32 {
    if write.is_tight() {
        TIGHT
    } else {
        theme::GREEN
    }
}
