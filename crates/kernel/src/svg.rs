//! Draws the kernel view as SVG.

use crate::view::{InclusiveRange, Kernel, Line, Write};
use std::fmt::{self, Write as _};
use vcs::{
    palette::{Palette, Tuning},
    television::{BLANK, Standard},
};

/// Width of a cycle, in SVG units. All sizes below are in the same units.
const CYCLE_WIDTH: f64 = 15.0;
/// Width of a color clock.
const CLOCK_WIDTH: f64 = CYCLE_WIDTH / 3.0;
/// Width of the left margin.
const MARGIN: f64 = 70.0;
/// Total width, which includes room for register names to the right of the cycles.
const TOTAL_WIDTH: f64 = MARGIN + 76.0 * CYCLE_WIDTH + 130.0;
/// Height of the row of instructions.
const CODE_HEIGHT: f64 = 20.0;
/// Height of the row with the picture.
const PICTURE_HEIGHT: f64 = 14.0;
/// Height of a write's row.
const WRITE_HEIGHT: f64 = 12.0;
/// Distance between two lines.
const LINE_GAP: f64 = 12.0;
/// The color clock of the first visible pixel in a line.
const BLANK_CLOCKS: f64 = 68.0;

const TIGHT_COLOR: &str = "#d22";
const SLACK_COLOR: &str = "#283";

impl Kernel {
    /// Draws the view as an SVG picture, in the colors of a television standard.
    pub fn svg(&self, standard: Standard) -> String {
        let palette = Palette::of(standard, Tuning::Service);
        let height: f64 = self.lines.iter().map(Line::height).sum();
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{TOTAL_WIDTH}\" height=\"{height}\" \
             font-family=\"monospace\" font-size=\"9\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
        );
        let mut top = 0.0;
        for line in &self.lines {
            let _ = line.draw(&mut out, top, self.frame, &palette);
            top += line.height();
        }
        out.push_str("</svg>\n");
        out
    }
}

fn cycle_x(cycle: u16) -> f64 {
    MARGIN + f64::from(cycle) * CYCLE_WIDTH
}

fn pixel_x(pixel: f64) -> f64 {
    MARGIN + (BLANK_CLOCKS + pixel) * CLOCK_WIDTH
}

/// Returns the left edge and the width of a range of cycles.
fn x_and_width_of_cycles(cycles: &InclusiveRange) -> (f64, f64) {
    let count = f64::from(cycles.last - cycles.first + 1);
    (cycle_x(cycles.first), count * CYCLE_WIDTH)
}

/// Returns the left edge and the width of a range of pixels.
fn x_and_width_of_pixels(pixels: &InclusiveRange) -> (f64, f64) {
    let count = f64::from(pixels.last - pixels.first + 1);
    (pixel_x(pixels.first.into()), count * CLOCK_WIDTH)
}

impl Line {
    fn height(&self) -> f64 {
        LINE_GAP + CODE_HEIGHT + PICTURE_HEIGHT + WRITE_HEIGHT * self.writes.len() as f64
    }

    fn draw(&self, out: &mut String, top: f64, frame: u64, palette: &Palette) -> fmt::Result {
        let y = top + LINE_GAP;
        writeln!(
            out,
            "<text x=\"4\" y=\"{:.1}\">line {}</text><text x=\"4\" y=\"{:.1}\">{} free</text>\
             <!-- frame {frame} -->",
            y + 9.0,
            self.scanline,
            y + 19.0,
            self.free
        )?;
        for (index, instruction) in self.instructions.iter().enumerate() {
            let (x, width) = x_and_width_of_cycles(&instruction.cycles);
            let fill = ["#cde", "#bcd"][index % 2];
            let source = instruction.code.source.as_ref();
            let source = source.map_or(String::new(), |source| {
                format!(" ({}:{})", source.file, source.line)
            });
            let text = escaped(&instruction.code.text);
            // A character is about 5.4 units wide. Cut off the part of the text that does not fit.
            let visible_text: String = instruction
                .code
                .text
                .chars()
                .take((width / 5.4) as usize)
                .collect();
            writeln!(
                out,
                "<g><title>{text}{}</title>{}<text x=\"{:.1}\" y=\"{:.1}\">{}</text></g>",
                escaped(&source),
                rect(x, y, (width, CODE_HEIGHT), fill),
                x + 1.0,
                y + 12.0,
                escaped(&visible_text)
            )?;
        }
        for wait in &self.waits {
            let (x, width) = x_and_width_of_cycles(wait);
            let count = wait.last - wait.first + 1;
            let free = rect(x, y, (width, CODE_HEIGHT), "#eee");
            writeln!(out, "<g><title>{count} cycles free</title>{free}</g>")?;
        }
        self.draw_picture(out, y + CODE_HEIGHT, palette)?;
        let mut row_y = y + CODE_HEIGHT + PICTURE_HEIGHT;
        for write in &self.writes {
            write.draw(out, y, row_y)?;
            row_y += WRITE_HEIGHT;
        }
        Ok(())
    }

    fn draw_picture(&self, out: &mut String, y: f64, palette: &Palette) -> fmt::Result {
        let mut first = 0;
        for run in self.pixels.chunk_by(|a, b| a == b) {
            let color = match run[0] {
                BLANK => 0,
                color => palette.color(color),
            };
            let (x, width) = (pixel_x(f64::from(first)), run.len() as f64 * CLOCK_WIDTH);
            let fill = format!("#{color:06x}");
            writeln!(out, "{}", rect(x, y, (width, PICTURE_HEIGHT), &fill))?;
            first += run.len() as u16;
        }
        Ok(())
    }
}

impl Write {
    /// Draws the row of a write: a bar for its slack, its cycle, the pixels that it changes, and a
    /// stroke at the first pixel that it can change. `row_y` is the y coordinate of this row, and
    /// `instructions_y` is the y coordinate of the row of instructions, where the cycle is also
    /// marked.
    fn draw(&self, out: &mut String, instructions_y: f64, row_y: f64) -> fmt::Result {
        let color = if self.is_tight() {
            TIGHT_COLOR
        } else {
            SLACK_COLOR
        };
        let (x, width) = x_and_width_of_cycles(&InclusiveRange {
            first: self.earliest,
            last: self.latest,
        });
        let at = cycle_x(self.cycle);
        let slack = format!("cycles {} to {}", self.earliest, self.latest);
        writeln!(
            out,
            "<g><title>{}=${:02X} at cycle {}, slack {slack}</title>",
            self.name, self.data, self.cycle
        )?;
        for pixels in &self.changes {
            let (x, width) = x_and_width_of_pixels(pixels);
            writeln!(out, "{}", rect(x, row_y + 8.0, (width, 3.0), "#f90"))?;
        }
        let effect_x = pixel_x(self.pixel.into());
        writeln!(
            out,
            "<rect x=\"{x:.1}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"5\" fill=\"{color}\" \
             fill-opacity=\"0.4\"/>{}{}\
             <path d=\"M{effect_x:.1} {:.1}v10\" stroke=\"#f90\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" fill=\"{color}\">{}=${:02X}</text></g>",
            row_y + 2.0,
            rect(at, row_y + 2.0, (CYCLE_WIDTH, 5.0), color),
            rect(at, instructions_y, (CYCLE_WIDTH, 3.0), color),
            row_y + 1.0,
            cycle_x(76) + 6.0,
            row_y + 9.0,
            self.name,
            self.data
        )
    }
}

fn rect(x: f64, y: f64, (width, height): (f64, f64), fill: &str) -> String {
    format!(
        "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height}\" fill=\"{fill}\"/>"
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
