//! What the assistant draws over the cartridge's picture: marks on movable pieces and targets,
//! square numbers, and the list of moves.

use super::{
    assistant::{Assistant, Turn},
    names::side_name,
};
use crate::video_checkers::State;
use checkers::{Move, Outcome, Piece, Side, Square};
use play::session::marks::{ListLine, Mark, MarkShape};

/// Colors of the marks.
const MOVABLE: u32 = 0x78e08f;
const CHOSEN: u32 = 0xffd866;
const NUMBER: u32 = 0xa8c8ff;
const ADVICE: u32 = 0x60c8ff;
/// Text colors in the move list. A side's moves have the color of its pieces.
const RED: u32 = 0xff9078;
const WHITE: u32 = 0xf0f0f0;
const BLACK: u32 = 0xa0a0a0;
/// Number of characters that a numbered move needs, such as `12.11-15`.
const NUMBERED_COLUMNS: usize = 8;

impl Assistant {
    /// Returns the marks on the squares. `color` is true if the TV type switch is set to color. If
    /// it is set to black-and-white, the cartridge numbers the squares in the opposite direction.
    pub fn marks(&self, color: bool) -> Vec<Mark> {
        let mut marks = Vec::new();
        if let Some(advised) = self.advice() {
            let ends = [advised.from(), advised.to()];
            marks.extend(ends.map(|square| self.mark(square, MarkShape::ThickOutline, ADVICE)));
        }
        // Draw the possible moves over the advice, so that the mark on a target stays visible even
        // if the advice marks the same square.
        if self.shows_marks() && self.turn() == Turn::Player && !self.is_busy() {
            self.mark_moves(&mut marks);
        }
        if self.shows_numbers && self.snapshot().state != State::Think {
            marks.extend(Square::all().map(|square| {
                let shape = MarkShape::Number(number(square, color));
                self.mark(square, shape, NUMBER)
            }));
        }
        marks
    }

    fn mark_moves(&self, marks: &mut Vec<Mark>) {
        let movable = self.movable().into_iter();
        marks.extend(movable.map(|square| self.mark(square, MarkShape::Outline, MOVABLE)));
        let path = self.clicks().path();
        marks.extend(path.map(|square| self.mark(square, MarkShape::ThickOutline, CHOSEN)));
        let targets = self.clicks().targets(&self.snapshot().position).into_iter();
        marks.extend(targets.map(|square| self.mark(square, MarkShape::Target, CHOSEN)));
    }

    fn mark(&self, square: Square, shape: MarkShape, color: u32) -> Mark {
        Mark {
            area: self.area(square),
            shape,
            color,
        }
    }

    /// Returns the move list: the heading, and as many of the latest moves as fit into `rows` lines
    /// of `columns` characters. Returns no lines if the player has turned the list off. Before
    /// the first move, it also returns none while the marks on movable pieces are hidden.
    pub(super) fn move_list(&self, color: bool, columns: usize, rows: usize) -> Vec<ListLine> {
        let game = &self.record().game;
        if !self.shows_list || (game.moves().is_empty() && !self.shows_marks()) {
            return Vec::new();
        }
        let mut lines = self.heading(color);
        let first = usize::from(game.start().side() == Side::White);
        let moves = game.moves().iter().zip(game.positions()).zip(first..);
        let moves = moves.map(|((chosen, position), ply)| {
            let side = [Side::Black, Side::White][ply % 2];
            let text = move_text(chosen, color);
            let text = if side == Side::Black && columns >= NUMBERED_COLUMNS {
                format!("{}.{text}", ply / 2 + 1)
            } else {
                format!("{text:>columns$}")
            };
            ListLine {
                text,
                color: ink(side, color),
                piece: position.board().piece(chosen.from()).map(Piece::letter),
            }
        });
        let moves: Vec<ListLine> = moves.collect();
        let free_rows = rows.saturating_sub(lines.len());
        lines.extend(moves.into_iter().rev().take(free_rows).rev());
        lines
    }

    /// Returns the heading of the move list. Its three lines are, for example, "Red", "thinks" and
    /// an empty line.
    fn heading(&self, color: bool) -> Vec<ListLine> {
        let name = |side| (side_name(side, color), ink(side, color));
        let game = &self.record().game;
        let side_to_move = name(game.position().side());
        let ((who, ink), what) = match (game.outcome(), self.turn()) {
            // Ignore the outcome while a position is being set up. A side without men counts as
            // having lost, so the heading would name a winner even on an empty board.
            (_, Turn::SetUp) => (("Set", WHITE), "up"),
            (Outcome::Won(side), _) => (name(side), "wins"),
            (Outcome::Draw, _) => (("Drawn", WHITE), "game"),
            (_, Turn::Computer) => (side_to_move, "thinks"),
            _ => (side_to_move, "to move"),
        };
        let line = |text: &str| ListLine {
            text: text.into(),
            color: ink,
            piece: None,
        };
        [who, what, ""].map(line).into()
    }
}

/// Returns a square's number, as shown in the header of the cartridge's picture.
fn number(square: Square, color: bool) -> u32 {
    if color {
        square.number()
    } else {
        square.rotated().number()
    }
}

/// Formats a move as the numbers that its first and last squares have on the screen.
fn move_text(chosen: &Move, color: bool) -> String {
    let separator = if chosen.is_capture() { 'x' } else { '-' };
    let (from, to) = (number(chosen.from(), color), number(chosen.to(), color));
    format!("{from}{separator}{to}")
}

/// Returns the color of a side's moves in the list, which is the color of its pieces.
fn ink(side: Side, color: bool) -> u32 {
    match side {
        Side::Black if color => RED,
        Side::Black => BLACK,
        Side::White => WHITE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use play::{bundled::BUNDLED, session::game::Game};
    use vcs::{Cartridge, Input, Machine, PowerOn, input::Difficulty};

    fn assistant() -> Assistant {
        let cartridge = Cartridge::from_image(BUNDLED[0].image).unwrap();
        let mut machine = Machine::new(cartridge, PowerOn::default());
        let mut assistant = Assistant::of(BUNDLED[0].image, &machine, "2024.02.29").unwrap();
        for frame in 0..60 {
            let mut input = Input::default();
            input.switches.reset = (20..24).contains(&frame);
            machine.set_input(input);
            machine.frame();
            assistant.read_game(&machine);
        }
        assistant
    }

    #[test]
    fn movable_men_are_outlined_and_a_chosen_man_has_targets() {
        let mut assistant = assistant();
        assert!(assistant.marks(true).is_empty());
        assistant.pointer_moved();
        let shapes = |assistant: &Assistant| -> Vec<MarkShape> {
            let marks = assistant.marks(true).into_iter();
            marks.map(|mark| mark.shape).collect()
        };
        assert_eq!(shapes(&assistant), [MarkShape::Outline; 4]);
        assistant.choose(Square::new(11).unwrap());
        let chosen = &shapes(&assistant)[4..];
        assert_eq!(
            chosen,
            [
                MarkShape::ThickOutline,
                MarkShape::Target,
                MarkShape::Target
            ]
        );
    }

    #[test]
    fn the_black_and_white_setting_reverses_the_square_numbers() {
        let mut assistant = assistant();
        assistant.shows_numbers = true;
        let first = |color| assistant.marks(color)[0].shape;
        assert_eq!(first(true), MarkShape::Number(1));
        assert_eq!(first(false), MarkShape::Number(32));
    }

    #[test]
    fn no_winner_is_shown_while_a_position_is_set_up() {
        let cartridge = Cartridge::from_image(BUNDLED[0].image).unwrap();
        let mut machine = Machine::new(cartridge, PowerOn::default());
        let mut assistant = Assistant::of(BUNDLED[0].image, &machine, "2024.02.29").unwrap();
        let mut input = Input::default();
        input.switches.left = Difficulty::A;
        for frame in 0..60 {
            input.switches.reset = (20..24).contains(&frame);
            machine.set_input(input);
            machine.frame();
            assistant.read_game(&machine);
        }
        assert_eq!(assistant.turn(), Turn::SetUp);
        // Reset has cleared the board. By the rules, a side without men has lost.
        let outcome = assistant.record().game.outcome();
        assert!(matches!(outcome, Outcome::Won(_)), "{outcome:?}");
        assistant.pointer_moved();
        let lines = assistant.move_list(true, 6, 20).into_iter();
        let heading: Vec<String> = lines.take(2).map(|line| line.text).collect();
        assert_eq!(heading, ["Set", "up"]);
    }

    #[test]
    fn the_heading_names_the_side_to_move() {
        let mut assistant = assistant();
        assert!(assistant.move_list(true, 6, 20).is_empty());
        assistant.pointer_moved();
        let text = |color| assistant.move_list(color, 6, 20)[0].text.clone();
        assert_eq!([text(true), text(false)], ["Red", "Black"]);
        assistant.shows_list = false;
        assert!(assistant.move_list(true, 6, 20).is_empty());
    }
}
