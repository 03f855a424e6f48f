//! Converts squares of the board to areas of the frame, and pixels to squares.

use checkers::{Side, Square};
use lab::trace::Symbols;
use play::session::marks::Area;
use std::ops::Range;

/// First color clock of the leftmost file. The playfield bits in the kernel determine this constant
/// and `FILE_CLOCKS` (see `kernel.asm`, "The board").
const FIRST_CLOCK: usize = 24;
/// Width of a file (a column of the board) in color clocks.
const FILE_CLOCKS: usize = 16;

/// The vertical position and size of the board, computed from the cartridge's symbol file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BoardGeometry {
    /// First scanline of the topmost rank.
    first_line: usize,
    /// Number of scanlines in a rank.
    rank_lines: usize,
    /// Number of scanlines in the header and the space below it.
    header_lines: usize,
}

impl BoardGeometry {
    /// Computes the geometry from the cartridge's symbols; returns `None` if the symbols belong to
    /// another cartridge.
    pub fn new(symbols: &Symbols) -> Option<BoardGeometry> {
        let lines = |name| symbols.value(name).map(usize::from);
        let parts_above_board = [
            "SYNC_LINES",
            "BLANK_LINES",
            "HEADER_GAP",
            "HEADER_LINES",
            "FOOT_LINES",
        ];
        Some(BoardGeometry {
            first_line: parts_above_board
                .into_iter()
                .map(lines)
                .sum::<Option<usize>>()?,
            rank_lines: lines("RANK_LINES").filter(|lines| *lines > 0)?,
            header_lines: lines("HEADER_LINES")? + lines("FOOT_LINES")?,
        })
    }

    /// Returns the range of scanlines that the board occupies.
    pub fn board_lines(&self) -> Range<usize> {
        self.first_line..self.first_line + 8 * self.rank_lines
    }

    /// Returns the range of scanlines that the board and the header above it occupy.
    pub fn lines(&self) -> Range<usize> {
        self.first_line - self.header_lines..self.board_lines().end
    }

    /// Returns the area that a square occupies in the frame. `bottom` is the side whose home rank
    /// is at the bottom of the picture.
    pub fn area(&self, square: Square, bottom: Side) -> Area {
        let (file, rank) = screen_position(square, bottom);
        Area {
            clock: FIRST_CLOCK + FILE_CLOCKS * file,
            clocks: FILE_CLOCKS,
            line: self.first_line + self.rank_lines * rank,
            lines: self.rank_lines,
        }
    }

    /// Returns the dark square at a color clock and scanline; `None` if there is no dark square.
    pub fn square(&self, clock: usize, line: usize, bottom: Side) -> Option<Square> {
        let file = clock.checked_sub(FIRST_CLOCK)? / FILE_CLOCKS;
        let rank = line.checked_sub(self.first_line)? / self.rank_lines;
        Square::all().find(|square| screen_position(*square, bottom) == (file, rank))
    }
}

/// Returns a square's file and rank on the screen, numbered from 0 at the left and at the top.
fn screen_position(square: Square, bottom: Side) -> (usize, usize) {
    let (column, row) = (square.column(), square.row());
    match bottom {
        Side::Black => (7 - column, 7 - row),
        Side::White => (column, row),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::robot::Robot;
    use play::bundled::BUNDLED;
    use vcs::PowerOn;

    #[test]
    fn the_geometry_matches_the_cartridges_picture() {
        let symbols = Symbols::parse(BUNDLED[0].symbols).unwrap();
        let geometry = BoardGeometry::new(&symbols).unwrap();
        for left in [Side::Black, Side::White] {
            let mut robot = Robot::bundled(PowerOn::default()).unwrap();
            robot.select_game(10).unwrap();
            robot.new_game(left).unwrap();
            robot.frames(20);
            let mut machine = robot.machine().clone();
            let frame = machine.frame();
            for square in Square::all().filter(|square| *square != robot.snapshot().cursor) {
                let area = geometry.area(square, left);
                let middle = (area.clock + area.clocks / 2, area.line + area.lines / 2);
                assert_eq!(geometry.square(middle.0, middle.1, left), Some(square));
                let corner = frame.line(area.line + 1)[area.clock + 1];
                let shown = frame.line(middle.1)[middle.0];
                let piece = robot.snapshot().position.board().piece(square);
                assert_eq!(shown != corner, piece.is_some(), "{square} {left}");
                assert_ne!(
                    corner,
                    frame.line(area.line + 1)[area.clock.abs_diff(FILE_CLOCKS) + 1]
                );
            }
        }
    }

    #[test]
    fn light_squares_and_the_edge_give_no_square() {
        let geometry = BoardGeometry {
            first_line: 55,
            rank_lines: 22,
            header_lines: 0,
        };
        assert_eq!(geometry.square(24, 55, Side::Black), None);
        assert_eq!(geometry.square(40, 55, Side::Black), Square::new(32));
        assert_eq!(geometry.square(23, 80, Side::Black), None);
        assert_eq!(geometry.square(152, 80, Side::Black), None);
        assert_eq!(geometry.square(24, 55 + 8 * 22, Side::Black), None);
    }
}
