//! The positions of the parts of the debugger's screen.

use crate::desktop::ui::toolkit::Toolkit;
use epaint::{Rect, pos2, vec2};
use vcs::television::WIDTH;

/// Size in points of the smallest window that shows everything at full size. In a smaller window,
/// everything is scaled down.
const FULL_SIZE: (f32, f32) = (690.0, 495.0);
/// Width of a letter of the monospaced font, divided by its size.
pub(super) const LETTER_WIDTH: f32 = 0.602;
/// Number of columns before the text in a row of code. They show the breakpoint marker, if any, and
/// the line number or address.
pub(super) const NUMBER_COLUMNS: usize = 8;

/// The rectangles of the screen's parts, in points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Layout {
    /// The scale of all parts: 1 in a window of the size [`FULL_SIZE`] or larger.
    pub scale: f32,
    pub tools: Rect,
    pub picture: Rect,
    pub legend: Rect,
    pub registers: Rect,
    pub ram: Rect,
    pub title: Rect,
    pub code: Rect,
    pub tabs: Rect,
    pub tab_content: Rect,
    pub command_line: Rect,
}

impl Layout {
    /// Returns the layout of a window that shows a picture of `lines` scanlines.
    pub fn of(area: Rect, lines: usize) -> Layout {
        let scale = (area.width() / FULL_SIZE.0)
            .min(area.height() / FULL_SIZE.1)
            .min(1.0);
        let gap = 6.0 * scale;
        let tools = Rect::from_min_size(area.min, vec2(area.width(), 34.0 * scale));
        let body = Rect::from_min_max(pos2(area.min.x, tools.max.y), area.max).shrink(gap);
        // From the bottom: RAM, registers, legend. The picture gets the rest.
        let ram_size = vec2(
            RAM_COLUMNS * LETTER_WIDTH * RAM_FONT_SIZE * scale,
            8.0 * RAM_ROW_HEIGHT * scale,
        );
        let below_picture =
            ram_size.y + (2.0 * REGISTER_ROW_HEIGHT + LEGEND_HEIGHT) * scale + 2.0 * gap;
        let free = (body.height() - below_picture).max(20.0);
        let aspect_ratio = WIDTH as f32 * PIXEL_ASPECT_RATIO / lines.max(200) as f32;
        let width = (free * aspect_ratio).min(body.width() * 0.55);
        let left = width.max(ram_size.x).min(body.width() * 0.55);
        let left_part =
            |top: f32, height: f32| Rect::from_min_size(pos2(body.min.x, top), vec2(left, height));
        let picture_size = vec2(width, width / aspect_ratio);
        let corner = pos2(body.min.x + (left - width) / 2.0, body.min.y);
        let picture = Rect::from_min_size(corner, picture_size);
        let legend = left_part(picture.max.y + gap / 2.0, LEGEND_HEIGHT * scale);
        let ram = left_part(body.max.y - ram_size.y, ram_size.y);
        let registers_height = 2.0 * REGISTER_ROW_HEIGHT * scale;
        let registers = left_part(ram.min.y - gap - registers_height, registers_height);
        let right = Rect::from_min_max(pos2(body.min.x + left + 2.0 * gap, body.min.y), body.max);
        let row = |top: f32, height: f32| {
            Rect::from_min_size(pos2(right.min.x, top), vec2(right.width(), height))
        };
        let title = row(right.min.y, ROW_HEIGHT * scale);
        let command_line = row(
            right.max.y - (ROW_HEIGHT + 4.0) * scale,
            (ROW_HEIGHT + 4.0) * scale,
        );
        let code_height = (right.height() - 4.0 * ROW_HEIGHT * scale) * CODE_FRACTION;
        let code = row(title.max.y, code_height);
        let tabs = row(code.max.y + gap, (ROW_HEIGHT + 4.0) * scale);
        let tab_top = tabs.max.y + gap / 2.0;
        let tab_content = row(tab_top, command_line.min.y - gap / 2.0 - tab_top);
        Layout {
            scale,
            tools,
            picture,
            legend,
            registers,
            ram,
            title,
            code,
            tabs,
            tab_content,
            command_line,
        }
    }

    /// Returns the height of a row of code or text.
    pub fn row_height(&self) -> f32 {
        ROW_HEIGHT * self.scale
    }

    /// Returns the font size of code and text.
    pub fn font_size(&self) -> f32 {
        FONT_SIZE * self.scale
    }

    /// Returns the width of one letter of code and text.
    pub fn letter_width(&self) -> f32 {
        self.font_size() * LETTER_WIDTH
    }

    /// Returns the font size for the RAM view.
    pub fn ram_font_size(&self) -> f32 {
        RAM_FONT_SIZE * self.scale
    }

    /// Returns the height of a row in the RAM view.
    pub fn ram_row_height(&self) -> f32 {
        RAM_ROW_HEIGHT * self.scale
    }

    /// Returns the height of a row of registers.
    pub fn register_row_height(&self) -> f32 {
        REGISTER_ROW_HEIGHT * self.scale
    }
}

/// Width of a TIA pixel divided by its height, on an NTSC set.
const PIXEL_ASPECT_RATIO: f32 = 12.0 / 7.0;
/// Size of the font for code and text, in points.
const FONT_SIZE: f32 = 10.5;
/// Height of a row of code or text, in points.
const ROW_HEIGHT: f32 = 13.5;
const RAM_FONT_SIZE: f32 = 10.0;
const RAM_ROW_HEIGHT: f32 = 13.0;
/// Number of columns in a row of RAM: an address such as `80 `, then sixteen bytes separated by
/// spaces, with one extra space in the middle.
const RAM_COLUMNS: f32 = 52.0;
const REGISTER_ROW_HEIGHT: f32 = 15.0;
const LEGEND_HEIGHT: f32 = 15.0;
/// The fraction of the right side's height, minus four rows, that the code takes up.
const CODE_FRACTION: f32 = 0.6;

/// The amount of text that fits in the window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Capacity {
    /// Number of rows of code.
    pub code_rows: usize,
    /// Number of rows below the code.
    pub tab_rows: usize,
    /// Number of characters in a row below the code.
    pub columns: usize,
}

/// Returns the amount of text that fits into a window of this size in pixels, with a picture of
/// `lines` scanlines.
pub fn capacity(size: (usize, usize), lines: usize) -> Capacity {
    let points = vec2(size.0 as f32, size.1 as f32) / Toolkit::scale_for(size);
    let layout = Layout::of(Rect::from_min_size(pos2(0.0, 0.0), points), lines);
    Capacity {
        code_rows: (layout.code.height() / layout.row_height()).max(1.0) as usize,
        tab_rows: (layout.tab_content.height() / layout.row_height()).max(1.0) as usize,
        columns: (layout.tab_content.width() / layout.letter_width()).max(8.0) as usize,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_do_not_overlap_in_windows_of_any_size() {
        for (width, height) in [
            (300.0, 200.0),
            (427.0, 304.0),
            (700.0, 499.0),
            (1400.0, 600.0),
        ] {
            for lines in [0, 262, 312, 400] {
                let area = Rect::from_min_size(pos2(0.0, 0.0), vec2(width, height));
                let layout = Layout::of(area, lines);
                let parts = [
                    layout.tools,
                    layout.picture,
                    layout.legend,
                    layout.registers,
                    layout.ram,
                    layout.title,
                    layout.code,
                    layout.tabs,
                    layout.tab_content,
                    layout.command_line,
                ];
                for (index, part) in parts.iter().enumerate() {
                    assert!(area.expand(0.5).contains_rect(*part), "{index}: {part:?}");
                    assert!(
                        part.width() > 0.0 && part.height() > 0.0,
                        "{index}: {part:?}"
                    );
                    for other in &parts[index + 1..] {
                        let common = part.intersect(*other);
                        let apart = common.width() <= 0.5 || common.height() <= 0.5;
                        assert!(apart, "{width}x{height} {lines}: {part:?} {other:?}");
                    }
                }
            }
        }
    }
}
