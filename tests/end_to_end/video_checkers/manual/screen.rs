//! Reads the picture: the header as text, and the contents of each square.

use checkers::{Side, Square};
use vcs::Frame;

/// First scanline of the header.
const HEADER_TOP: usize = 40;
/// Number of scanlines in a row of dots.
const ROW_LINES: usize = 2;
/// Number of rows of dots in a digit or a word.
const GLYPH_ROWS: usize = 5;
/// First scanline of the board.
const BOARD_TOP: usize = 55;
/// Number of scanlines in a square.
const RANK_LINES: usize = 22;
/// First color clock of the board.
const BOARD_LEFT: usize = 24;
/// Number of color clocks in a square.
const FILE_CLOCKS: usize = 16;
/// First scanline of a piece, counted from the top of its square.
const PIECE_TOP: usize = 4;
/// First color clock of a piece, counted from the left edge of its square.
const PIECE_LEFT: usize = 4;
/// Number of scanlines in a piece.
const PIECE_LINES: usize = 14;
/// Number of color clocks in a piece.
const PIECE_CLOCKS: usize = 8;
/// The TIA's color for white, also used in black-and-white.
pub const WHITE: u8 = 0x0E;

/// The contents of a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SquareContents {
    Empty,
    Man(Side),
    King(Side),
    Cross(Side),
}

/// The contents of a picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Screen {
    /// The game number.
    pub game: String,
    /// The number of players.
    pub players: String,
    /// The squares of a move, in the middle of the header: `11-`, `11-15`.
    pub numbers: String,
    /// The word next to the number of players: `JP`, `DR`, `:)`, `:(` or none.
    pub word: &'static str,
    /// The TIA color number of the header's text.
    pub text: u8,
    /// The color of the header's band.
    pub band: u8,
    /// The color of the light squares.
    pub light: u8,
    /// The color of the dark squares.
    pub dark: u8,
    /// The color of the black pieces, if there are any.
    pub black: Option<u8>,
    /// The dark squares from top left to bottom right.
    squares: Vec<SquareContents>,
}

impl Screen {
    /// Reads a frame that shows the board.
    pub fn read(frame: &Frame) -> Screen {
        let glyphs = |clock, dot_width| glyph(frame, clock, 3, dot_width);
        let number = |clock, dot_width| {
            let clocks = [clock, clock + 4 * dot_width];
            let digits = clocks.map(|clock| digit(&glyphs(clock, dot_width)));
            digits.into_iter().collect::<String>().trim().to_owned()
        };
        let dash = glyph(frame, 77, 2, 2) == ["..", "##", "##", "..", ".."];
        let (light, dark) = (
            frame.line(BOARD_TOP)[BOARD_LEFT],
            frame.line(BOARD_TOP)[BOARD_LEFT + FILE_CLOCKS],
        );
        let mut screen = Screen {
            game: number(16, 4),
            players: digit(&glyphs(144, 4)).to_string(),
            numbers: format!(
                "{}{}{}",
                number(58, 2),
                if dash { '-' } else { '?' },
                number(88, 2)
            ),
            word: word(&glyph(frame, 112, 8, 4)),
            text: 0,
            band: frame.line(HEADER_TOP - 1)[0],
            light,
            dark,
            black: None,
            squares: Vec::new(),
        };
        let header_lines = HEADER_TOP..HEADER_TOP + GLYPH_ROWS * ROW_LINES;
        let header = header_lines.flat_map(|line| frame.line(line));
        let text = header.copied().find(|&color| color != screen.band);
        screen.text = text.unwrap_or(screen.band);
        for rank in 0..8 {
            for file in (0..8).filter(|file| (file + rank) % 2 == 1) {
                let contents = screen.read_square(frame, rank, file);
                screen.squares.push(contents);
            }
        }
        screen
    }

    fn read_square(&mut self, frame: &Frame, rank: usize, file: usize) -> SquareContents {
        let left = BOARD_LEFT + FILE_CLOCKS * file + PIECE_LEFT;
        let top = BOARD_TOP + RANK_LINES * rank + PIECE_TOP;
        let pixels = |line: usize| &frame.line(top + line)[left..left + PIECE_CLOCKS];
        let Some(&color) = (0..PIECE_LINES)
            .flat_map(pixels)
            .find(|&&color| color != self.dark)
        else {
            return SquareContents::Empty;
        };
        let side = match color {
            WHITE => Side::White,
            _ => Side::Black,
        };
        if side == Side::Black {
            assert!(
                self.black.is_none_or(|black| black == color),
                "the black pieces have two colors"
            );
            self.black = Some(color);
        }
        let dots = |line| -> String {
            let dot = |&pixel: &u8| match pixel {
                _ if pixel == self.dark => '.',
                _ if pixel == color => '#',
                _ => '?',
            };
            pixels(line).iter().map(dot).collect()
        };
        let rows: Vec<String> = (0..PIECE_LINES).map(dots).collect();
        match rows {
            _ if rows == MAN => SquareContents::Man(side),
            _ if rows == KING => SquareContents::King(side),
            _ if rows == CROSS => SquareContents::Cross(side),
            _ => panic!("rank {rank}, file {file} shows\n{}", rows.join("\n")),
        }
    }

    /// Returns the contents of a square, given its standard number: black starts on 1 to 12.
    pub fn square(&self, number: u32, bottom: Side) -> SquareContents {
        let from_top = match bottom {
            Side::Black => 32 - number,
            Side::White => number - 1,
        };
        self.squares[from_top as usize]
    }

    /// Returns the standard numbers of the squares with these contents, in ascending order.
    pub fn squares_with(&self, contents: SquareContents, bottom: Side) -> Vec<u32> {
        let numbers = Square::all().map(Square::number);
        numbers
            .filter(|&number| self.square(number, bottom) == contents)
            .collect()
    }
}

/// Returns part of the header as rows of dots, beginning at color clock `clock`. Each of the
/// `columns` columns is `width` color clocks wide; `#` is a lit dot.
fn glyph(frame: &Frame, clock: usize, columns: usize, width: usize) -> Vec<String> {
    let row = |row: usize| -> String {
        let line = frame.line(HEADER_TOP + ROW_LINES * row);
        assert_eq!(line, frame.line(HEADER_TOP + ROW_LINES * row + 1));
        let dot = |column: usize| match line[clock + width * column] != line[0] {
            true => '#',
            false => '.',
        };
        (0..columns).map(dot).collect()
    };
    (0..GLYPH_ROWS).map(row).collect()
}

fn digit(rows: &[String]) -> char {
    let found = DIGITS.iter().find(|(shape, _)| rows == shape.as_slice());
    found
        .unwrap_or_else(|| panic!("no digit:\n{}", rows.join("\n")))
        .1
}

fn word(rows: &[String]) -> &'static str {
    let found = WORDS.iter().find(|(shape, _)| rows == shape.as_slice());
    found
        .unwrap_or_else(|| panic!("no word:\n{}", rows.join("\n")))
        .1
}

#[rustfmt::skip]
const DIGITS: [([&str; GLYPH_ROWS], char); 11] = [
    (["...", "...", "...", "...", "..."], ' '),
    (["###", "#.#", "#.#", "#.#", "###"], '0'),
    ([".#.", "##.", ".#.", ".#.", "###"], '1'),
    (["###", "..#", "###", "#..", "###"], '2'),
    (["###", "..#", ".##", "..#", "###"], '3'),
    (["#.#", "#.#", "###", "..#", "..#"], '4'),
    (["###", "#..", "###", "..#", "###"], '5'),
    (["###", "#..", "###", "#.#", "###"], '6'),
    (["###", "..#", "..#", "..#", "..#"], '7'),
    (["###", "#.#", "###", "#.#", "###"], '8'),
    (["###", "#.#", "###", "..#", "###"], '9'),
];

#[rustfmt::skip]
const WORDS: [([&str; GLYPH_ROWS], &str); 5] = [
    (["........", "........", "........", "........", "........"], ""),
    ([".#.###..", ".#.#.#..", ".#.###..", ".#.#....", "##.#...."], "JP"),
    (["##..###.", "#.#.#.#.", "#.#.##..", "#.#.#.#.", "##..#.#."], "DR"),
    ([".#..#...", ".#..#...", "........", "#....#..", ".####..."], ":)"),
    ([".#..#...", ".#..#...", "........", ".####...", "#....#.."], ":("),
];

#[rustfmt::skip]
const MAN: [&str; PIECE_LINES] = [
    "..####..",
    ".######.",
    "########",
    "########",
    "########",
    "########",
    "########",
    "########",
    "########",
    "########",
    "########",
    ".######.",
    "..####..",
    "........",
];

#[rustfmt::skip]
const KING: [&str; PIECE_LINES] = [
    "...##...",
    "#..##..#",
    "#..##..#",
    "##.##.##",
    "##.##.##",
    "########",
    "########",
    "########",
    "########",
    "........",
    "########",
    "########",
    "########",
    "........",
];

#[rustfmt::skip]
const CROSS: [&str; PIECE_LINES] = [
    "##....##",
    "##....##",
    ".##..##.",
    ".##..##.",
    "..####..",
    "...##...",
    "...##...",
    "...##...",
    "..####..",
    ".##..##.",
    ".##..##.",
    "##....##",
    "##....##",
    "........",
];
