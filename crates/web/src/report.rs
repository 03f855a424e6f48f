//! The session's report for the page: one JSON object, sent only when it has changed.

use crate::screen::Screen;
use checkers::{Piece, Side, Square, pdn};
use games::mouse_play::{Assistant, Turn};
use games::session::BundledGames;
use play::{
    bundled::Bundled,
    session::{Session, marks::MarkShape},
};
use serde::Serialize;
use vcs::{
    input::{ControllerKind, Difficulty, Switches},
    television::Standard,
};

/// A snapshot of a session.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// The file's name.
    pub name: String,
    /// The cartridge's name, if it is one of the bundled cartridges.
    pub bundled: Option<&'static str>,
    /// The bank-switch scheme.
    pub scheme: &'static str,
    /// Size of the image in bytes.
    pub size: usize,
    /// SHA-256 of the image.
    pub sha256: String,
    /// Names of the left and the right controller.
    pub controllers: [&'static str; 2],
    /// Whether the mouse turns a paddle or a driving controller.
    pub mouse: bool,
    /// The television standard.
    pub standard: &'static str,
    /// Duration of a frame in seconds.
    pub period: f64,
    /// Width of the picture divided by its height.
    pub aspect: f64,
    /// Number of scanlines in the picture.
    pub rows: usize,
    /// The console switches.
    pub switches: SwitchPositions,
    /// Whole seconds of console time since the cartridge started thinking; `None` if it is not
    /// thinking.
    pub thinking: Option<u64>,
    /// Whether the assistant is operating the controls.
    pub busy: bool,
    /// Whether a script is playing.
    pub scripted: bool,
    /// Whether the beginning of a script is being skipped.
    pub catching_up: bool,
    /// The state of the Video Checkers game; `None` if the cartridge is not Video Checkers.
    pub checkers: Option<Checkers>,
}

/// The positions of the console switches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct SwitchPositions {
    color: bool,
    left: &'static str,
    right: &'static str,
    select: bool,
    reset: bool,
}

/// The state of a game of Video Checkers.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Checkers {
    /// The game number, 1..=19.
    pub game: u8,
    /// The turn: `player`, `computer`, `over` or `set-up`.
    pub turn: &'static str,
    /// The side to move: `black` or `white`.
    pub side: &'static str,
    /// The side at the bottom of the screen.
    pub bottom: &'static str,
    /// The result as in PDN: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: &'static str,
    /// The contents of squares 1..=32: `b`, `B`, `w`, `W`, or `.`; a capital letter is a king.
    pub board: String,
    /// The moves so far.
    pub moves: Vec<String>,
    /// The numbers of the squares whose pieces the player can move now.
    pub movable: Vec<u32>,
    /// The marks to draw over the board.
    pub marks: Vec<PictureArea>,
    /// The areas of all squares in the picture.
    pub squares: Vec<PictureArea>,
    /// The position in FEN.
    pub fen: String,
}

/// The area of the picture that a square of the board or a mark covers. `x` and `width` are in
/// color clocks; `y` and `height` are in scanlines, from the top of the picture. `number` is the
/// number of the square, or the number that the mark shows (0 if none).
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PictureArea {
    number: u32,
    x: usize,
    y: usize,
    width: usize,
    height: usize,
    shape: &'static str,
    color: String,
}

impl Report {
    /// Creates the report of a session.
    pub fn of(session: &Session, name: &str, screen: &Screen, catching_up: bool) -> Report {
        let cartridge = session.cartridge();
        Report {
            name: name.into(),
            bundled: Bundled::of(cartridge.image()).map(|bundled| bundled.name),
            scheme: cartridge.scheme().name(),
            size: cartridge.image().len(),
            sha256: session.timeline().sha256().into(),
            controllers: session.controllers.kinds.map(ControllerKind::name),
            mouse: session.controllers.uses_mouse(),
            standard: Standard::name(session.standard()),
            period: session.period().as_secs_f64(),
            aspect: screen.aspect(),
            rows: screen.height(),
            switches: SwitchPositions::of(session.levers(), session.machine().input().switches),
            thinking: session.thinking_time().map(|time| time.as_secs()),
            busy: session.is_busy(),
            scripted: session.is_scripted(),
            catching_up,
            checkers: session
                .assistant()
                .map(|assistant| Checkers::of(session, assistant)),
        }
    }
}

impl SwitchPositions {
    fn of(levers: Switches, current: Switches) -> SwitchPositions {
        let letter = |position| match position {
            Difficulty::A => "a",
            Difficulty::B => "b",
        };
        SwitchPositions {
            color: levers.color,
            left: letter(levers.left),
            right: letter(levers.right),
            select: current.select,
            reset: current.reset,
        }
    }
}

impl Checkers {
    fn of(session: &Session, assistant: &Assistant) -> Checkers {
        let snapshot = assistant.snapshot();
        let game = &assistant.record().game;
        // While the cartridge is thinking, the board in RAM is a position from its search. So take
        // the position from the game record, except during set-up.
        let position = match assistant.turn() {
            Turn::SetUp => &snapshot.position,
            _ => game.position(),
        };
        let movable = match assistant.turn() {
            Turn::Player => position.legal_moves(),
            _ => Vec::new(),
        };
        let mut movable: Vec<u32> = movable.iter().map(|legal| legal.from().number()).collect();
        movable.dedup();
        Checkers {
            game: snapshot.game,
            turn: match assistant.turn() {
                Turn::Player => "player",
                Turn::Computer => "computer",
                Turn::Over => "over",
                Turn::SetUp => "set-up",
            },
            side: side(position.side()),
            bottom: side(snapshot.left_player),
            result: pdn::result_text(game.outcome()),
            board: Square::all()
                .map(|square| position.board().piece(square).map_or('.', Piece::letter))
                .collect(),
            moves: game.moves().iter().map(ToString::to_string).collect(),
            movable,
            marks: marks(session),
            squares: squares(session, assistant),
            fen: position.to_fen(),
        }
    }
}

fn side(side: Side) -> &'static str {
    match side {
        Side::Black => "black",
        Side::White => "white",
    }
}

fn squares(session: &Session, assistant: &Assistant) -> Vec<PictureArea> {
    let top = session.shown_lines().start;
    Square::all()
        .map(|square| {
            let area = assistant.area(square);
            PictureArea {
                number: square.number(),
                x: area.clock,
                y: area.line.saturating_sub(top),
                width: area.clocks,
                height: area.lines,
                shape: "square",
                color: String::new(),
            }
        })
        .collect()
}

fn marks(session: &Session) -> Vec<PictureArea> {
    let top = session.shown_lines().start;
    let marks = session.marks().into_iter();
    marks
        .map(|mark| PictureArea {
            number: match mark.shape {
                MarkShape::Number(number) => number,
                _ => 0,
            },
            x: mark.area.clock,
            y: mark.area.line.saturating_sub(top),
            width: mark.area.clocks,
            height: mark.area.lines,
            shape: match mark.shape {
                MarkShape::ThickOutline => "thick",
                MarkShape::Target => "target",
                MarkShape::Number(_) => "number",
                _ => "outline",
            },
            color: format!("#{:06x}", mark.color),
        })
        .collect()
}
