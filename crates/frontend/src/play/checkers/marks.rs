//! What is drawn over the cartridge's picture: movable pieces, targets, numbers, the list of moves.

use super::{
    super::canvas::{CELL, Canvas, Place},
    Table, Turn,
    place::Area,
};
use checkers::{Move, Outcome, Side, Square};

const MOVABLE: u32 = 0x78e08f;
const CHOSEN: u32 = 0xffd866;
const NUMBER: u32 = 0xa8c8ff;
/// The sides in the list, as the pieces are colored.
const RED: u32 = 0xff9078;
const WHITE: u32 = 0xf0f0f0;
const BLACK: u32 = 0xa0a0a0;
/// How dark the list's ground is made, of 256: in black-and-white the cartridge's is bright.
const GROUND: u32 = 150;
/// Columns of the list in which a move and its number fit beside each other.
const NUMBERED_COLUMNS: usize = 8;

/// Draws over the picture, whose uppermost line is scanline `top`. `color` is the TV type switch:
/// in black-and-white the cartridge numbers the squares the other way round.
pub fn draw(canvas: &mut Canvas, table: &Table, top: usize, color: bool) {
    let thinking = table.glance.state == crate::game_record::State::Think;
    if table.marks_stay > 0 && table.turn() == Turn::Player && !table.is_busy() {
        mark_moves(canvas, table, top);
    }
    if table.numbers && !thinking {
        for square in Square::all() {
            let at = on_canvas(canvas, table, square, top);
            let unit = canvas.unit();
            let text = number(square, color).to_string();
            // A shadow, for squares and pieces that are bright.
            canvas.text(at.left + 2 * unit, at.top + 2 * unit, &text, 0);
            canvas.text(at.left + unit, at.top + unit, &text, NUMBER);
        }
    }
    let begun = !table.recorder.record().game.moves().is_empty();
    if table.list && (begun || table.marks_stay > 0) {
        list(canvas, table, color);
    }
}

fn mark_moves(canvas: &mut Canvas, table: &Table, top: usize) {
    let thick = canvas.unit();
    let targets = table.clicks.targets(&table.glance.position);
    let path: Vec<Square> = table.clicks.path().collect();
    for square in table.movable() {
        let at = on_canvas(canvas, table, square, top);
        outline(canvas, at, thick, MOVABLE);
    }
    for square in path {
        let at = on_canvas(canvas, table, square, top);
        outline(canvas, at, 2 * thick, CHOSEN);
    }
    for square in targets {
        let at = on_canvas(canvas, table, square, top);
        outline(canvas, at, thick, CHOSEN);
        let size = (at.height / 4).max(2);
        let dot = Place {
            left: at.left + (at.width - size.min(at.width)) / 2,
            top: at.top + (at.height - size) / 2,
            width: size,
            height: size,
        };
        canvas.fill(dot, CHOSEN, 256);
    }
}

fn on_canvas(canvas: &Canvas, table: &Table, square: Square, top: usize) -> Place {
    let Area {
        clock,
        clocks,
        line,
        lines,
    } = table.place.area(square, table.glance.left);
    canvas.place_of(
        clock..clock + clocks,
        line.saturating_sub(top)..(line + lines).saturating_sub(top),
    )
}

fn outline(canvas: &mut Canvas, at: Place, thick: usize, color: u32) {
    let bar = |left, top, width, height| Place {
        left,
        top,
        width,
        height,
    };
    let (right, bottom) = (at.left + at.width, at.top + at.height);
    for place in [
        bar(at.left, at.top, at.width, thick),
        bar(at.left, bottom.saturating_sub(thick), at.width, thick),
        bar(at.left, at.top, thick, at.height),
        bar(right.saturating_sub(thick), at.top, thick, at.height),
    ] {
        canvas.fill(place, color, 256);
    }
}

/// The number of a square as the cartridge's header has it.
fn number(square: Square, color: bool) -> u32 {
    match color {
        true => square.number(),
        false => square.turned().number(),
    }
}

/// A move, its first and last square.
fn text(chosen: &Move, color: bool) -> String {
    let separator = if chosen.is_capture() { 'x' } else { '-' };
    format!(
        "{}{separator}{}",
        number(chosen.from(), color),
        number(chosen.to(), color)
    )
}

/// Whose turn it is and the last moves, in the margin left of the board.
fn list(canvas: &mut Canvas, table: &Table, color: bool) {
    let cell = CELL * canvas.unit();
    let margin = canvas.place_of(0..24, 0..1);
    let columns = margin.width / cell;
    let rows = (canvas.size().1 / cell).saturating_sub(4);
    let mut lines = heading(table, color);
    let game = &table.recorder.record().game;
    let first = usize::from(game.start().side() == Side::White);
    let moves = game.moves().iter().zip(first..).map(|(chosen, ply)| {
        let side = [Side::Black, Side::White][ply % 2];
        let ink = ink(side, color);
        let text = text(chosen, color);
        match side == Side::Black && columns >= NUMBERED_COLUMNS {
            true => (format!("{}.{text}", ply / 2 + 1), ink),
            false => (format!("{text:>columns$}"), ink),
        }
    });
    let moves: Vec<(String, u32)> = moves.collect();
    let room = rows.saturating_sub(lines.len());
    lines.extend(moves.into_iter().rev().take(room).rev());
    let written = |(_, (text, _)): &(usize, &(String, u32))| !text.is_empty();
    for (row, (text, ink)) in lines.iter().enumerate().filter(written) {
        let top = margin.top + (row + 2) * cell;
        let ground = Place {
            top,
            width: columns.max(text.len()) * cell,
            height: cell,
            ..margin
        };
        canvas.fill(ground, 0, GROUND);
        canvas.text(margin.left, top, text, *ink);
    }
}

/// The color that a side has in the list: that of its pieces.
fn ink(side: Side, color: bool) -> u32 {
    match side {
        Side::Black if color => RED,
        Side::Black => BLACK,
        Side::White => WHITE,
    }
}

/// What a side is called on screen: as its pieces are colored.
pub fn name(side: Side, color: bool) -> &'static str {
    match side {
        Side::Black if color => "Red",
        Side::Black => "Black",
        Side::White => "White",
    }
}

/// Two lines: which side, and what it does.
fn heading(table: &Table, color: bool) -> Vec<(String, u32)> {
    let name = |side| (name(side, color), ink(side, color));
    let game = &table.recorder.record().game;
    let on_turn = name(game.position().side());
    let (who, what) = match (table.outcome(), table.turn()) {
        (Outcome::Won(side), _) => (name(side), "wins"),
        (Outcome::Draw, _) => (("Drawn", WHITE), "game"),
        (_, Turn::SetUp) => (("Set", WHITE), "up"),
        (_, Turn::Computer) => (on_turn, "thinks"),
        _ => (on_turn, "to move"),
    };
    vec![
        (who.0.into(), who.1),
        (what.into(), who.1),
        (String::new(), who.1),
    ]
}
