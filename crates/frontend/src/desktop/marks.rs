//! Draws the marks and the move list of Video Checkers over the picture.

use super::canvas::{CELL, Canvas, Rectangle};
use play::mouse_play::{Area, Assistant, Mark, MarkShape, TextLine};

/// How much the background of the list is darkened, of 256: in black-and-white the cartridge's is
/// bright.
const GROUND: u32 = 150;
/// Color clocks left of the board.
const MARGIN_CLOCKS: usize = 24;

/// Draws over the picture, whose uppermost line is scanline `top`. `color` is the TV type switch.
pub fn draw(canvas: &mut Canvas, assistant: &Assistant, top: usize, color: bool) {
    for mark in assistant.marks(color) {
        draw_mark(canvas, &mark, top);
    }
    let cell = CELL * canvas.unit();
    let margin = canvas.area_of(0..MARGIN_CLOCKS, 0..1);
    let columns = margin.width / cell;
    let rows = (canvas.size().1 / cell).saturating_sub(4);
    let lines = assistant.move_list(color, columns, rows);
    draw_list(canvas, &lines, margin, columns);
}

fn draw_mark(canvas: &mut Canvas, mark: &Mark, top: usize) {
    let at = on_canvas(canvas, mark.area, top);
    let unit = canvas.unit();
    match mark.shape {
        MarkShape::ThickOutline => outline(canvas, at, 2 * unit, mark.color),
        MarkShape::Target => {
            outline(canvas, at, unit, mark.color);
            dot(canvas, at, mark.color);
        }
        MarkShape::Number(number) => {
            let text = number.to_string();
            // A shadow, for squares and pieces that are bright.
            canvas.text(at.left + 2 * unit, at.top + 2 * unit, &text, 0);
            canvas.text(at.left + unit, at.top + unit, &text, mark.color);
        }
        _ => outline(canvas, at, unit, mark.color),
    }
}

fn on_canvas(canvas: &Canvas, area: Area, top: usize) -> Rectangle {
    let Area {
        clock,
        clocks,
        line,
        lines,
    } = area;
    canvas.area_of(
        clock..clock + clocks,
        line.saturating_sub(top)..(line + lines).saturating_sub(top),
    )
}

fn dot(canvas: &mut Canvas, at: Rectangle, color: u32) {
    let size = (at.height / 4).max(2);
    let dot = Rectangle {
        left: at.left + (at.width - size.min(at.width)) / 2,
        top: at.top + (at.height - size.min(at.height)) / 2,
        width: size,
        height: size,
    };
    canvas.fill(dot, color, 256);
}

fn outline(canvas: &mut Canvas, at: Rectangle, thick: usize, color: u32) {
    let bar = |left, top, width, height| Rectangle {
        left,
        top,
        width,
        height,
    };
    let (right, bottom) = (at.left + at.width, at.top + at.height);
    for side in [
        bar(at.left, at.top, at.width, thick),
        bar(at.left, bottom.saturating_sub(thick), at.width, thick),
        bar(at.left, at.top, thick, at.height),
        bar(right.saturating_sub(thick), at.top, thick, at.height),
    ] {
        canvas.fill(side, color, 256);
    }
}

fn draw_list(canvas: &mut Canvas, lines: &[TextLine], margin: Rectangle, columns: usize) {
    let cell = CELL * canvas.unit();
    for (row, (text, ink)) in lines.iter().enumerate() {
        if text.is_empty() {
            continue;
        }
        let ground = Rectangle {
            top: margin.top + (row + 2) * cell,
            width: columns.max(text.len()) * cell,
            height: cell,
            ..margin
        };
        canvas.fill(ground, 0, GROUND);
        canvas.text(margin.left, ground.top, text, *ink);
    }
}
