//! The assistant for Video Checkers: plays moves from clicks, records the game, takes moves back,
//! and sets up positions.
//!
//! [`Assistant`] reads the game in the cartridge's RAM after every frame and never writes to it.
//! Like a player, it acts through the joystick, Select and the difficulty switches, using a queue
//! of [`Action`]s. [`Clicks`] turns clicked squares into a move, and [`BoardGeometry`] converts
//! between squares and areas of the picture.

use super::{
    action::Action,
    clicks::{Clicked, Clicks},
    geometry::BoardGeometry,
    names::side_name,
};
use crate::{
    robot::{PilotStep, Question},
    thinking::ThinkingDetector,
    video_checkers::{Change, GameRecorder, Layout, Snapshot, State, accepts_draw},
};
use checkers::{Move, MoveStyle, Outcome, Piece, Position, Square, pdn::Record};
use lab::trace::Symbols;
use play::{
    bundled::Bundled,
    contacts::Port,
    session::{
        Notice,
        game::{Aid, Game},
        marks::{Area, ListLine, Mark},
    },
};
use std::{collections::VecDeque, ops::Range};
use vcs::{
    Input, Machine,
    input::{Controller, Difficulty},
};

/// Time for which the marks stay visible after the mouse has moved, in pictures: ten seconds.
const MARKS_PICTURES: u32 = 600;
/// Number of frames for which the stick must be pushed straight before a hint explains that pieces
/// move diagonally.
const STRAIGHT_FRAMES: u32 = 20;
/// The number of the two-player game, in which the computer does not answer.
const TWO_PLAYER_GAME: u8 = 10;

/// The state of the game in the cartridge, and the actions that the assistant is carrying out for
/// the player.
pub struct Assistant {
    layout: Layout,
    geometry: BoardGeometry,
    snapshot: Snapshot,
    recorder: GameRecorder,
    actions: VecDeque<Action>,
    /// True if the player has released all controls at least once since the actions started.
    released: bool,
    /// The game number to return to when the actions are done.
    wanted_game: u8,
    clicks: Clicks,
    /// True if the squares show their numbers.
    pub(super) shows_numbers: bool,
    /// True if the list of moves is shown on the left.
    pub(super) shows_list: bool,
    /// The advised move, and the position to which the advice applies.
    advice: Option<(Position, Move)>,
    /// Number of pictures for which the marks stay visible.
    marks_pictures_left: u32,
    /// Number of consecutive frames for which the stick has been pushed straight, a direction in
    /// which no piece can move.
    straight_frames: u32,
    thinking_detector: Option<ThinkingDetector>,
}

impl Game for Assistant {
    fn after_frame(&mut self, machine: &Machine, notices: &mut Vec<Notice>) {
        match self.read_game(machine) {
            Change::None => {}
            Change::NewGame => notices.push(Notice::GameBegan),
            Change::Moved | Change::TakenBack => {
                notices.push(Notice::GameMoved);
                notices.extend(self.repetition().map(Notice::Repetition));
            }
        }
    }

    fn input(&mut self, player_input: Input, notices: &mut Vec<Notice>) -> Input {
        if self.detect_straight_push(&player_input) {
            notices.push(Notice::PushedStraight);
        }
        self.steer(player_input)
    }

    fn is_busy(&self) -> bool {
        Assistant::is_busy(self)
    }

    fn interrupt(&mut self) -> bool {
        Assistant::interrupt(self)
    }

    fn click(&mut self, clock: usize, line: usize) -> Option<String> {
        Assistant::click(self, clock, line)
    }

    fn marks(&self, color: bool) -> Vec<Mark> {
        Assistant::marks(self, color)
    }

    fn moves_levers(&self) -> bool {
        true
    }

    fn lever_meaning(&self, port: Port, position: Difficulty, turned: bool) -> &'static str {
        match (port, position) {
            (0, Difficulty::A) => ": set-up mode, fire places a piece",
            (0, Difficulty::B) => ": play",
            _ if turned => ": the sides are swapped",
            _ => "",
        }
    }

    fn is_thinking(&self, ram: &[u8; 128], min_level: u8) -> bool {
        let detector = self.thinking_detector.as_ref();
        detector.is_some_and(|detector| detector.is_thinking_at(ram, min_level))
    }

    fn is_players_turn(&self) -> bool {
        self.turn() == Turn::Player
    }

    fn aid(&mut self, aid: Aid) -> Option<&mut bool> {
        Some(match aid {
            Aid::Numbers => &mut self.shows_numbers,
            Aid::MoveList => &mut self.shows_list,
        })
    }

    fn pointer_moved(&mut self) {
        self.marks_pictures_left = MARKS_PICTURES;
    }

    fn picture_shown(&mut self) {
        self.marks_pictures_left = self.marks_pictures_left.saturating_sub(1);
    }

    /// Returns the scanlines of the header and the board.
    fn lines(&self) -> Option<Range<usize>> {
        Some(self.geometry.lines())
    }

    fn board_lines(&self) -> Option<Range<usize>> {
        Some(self.geometry.board_lines())
    }

    fn move_list(&self, color: bool, columns: usize, rows: usize) -> Vec<ListLine> {
        Assistant::move_list(self, color, columns, rows)
    }

    /// Returns the pieces on the board. The list is empty while the cartridge is thinking, because
    /// the cartridge then shows no board.
    fn pieces(&self) -> Vec<(Area, char)> {
        if self.snapshot.state == State::Think {
            return Vec::new();
        }
        let board = self.snapshot.position.board();
        let letter = |square| board.piece(square).map(Piece::letter);
        let pieces = Square::all().filter_map(|at| Some((self.area(at), letter(at)?)));
        pieces.collect()
    }

    fn position(&self) -> Option<String> {
        self.resting_position().map(|position| position.to_fen())
    }

    fn record(&self) -> Option<String> {
        Some(Assistant::record(self).to_pdn(MoveStyle::Short))
    }

    fn restore_record(&mut self, record: &str) {
        let records = checkers::pdn::read(record).ok();
        if let Some(record) = records.and_then(|mut records| records.pop()) {
            *self.recorder.record_mut() = record;
        }
    }
}

/// Whose turn it is, or why neither side can move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    /// It is a player's turn.
    Player,
    /// The computer is thinking or about to move.
    Computer,
    /// The game has ended.
    Over,
    /// A position is being set up.
    SetUp,
}

impl Assistant {
    /// Returns the assistant if the image is Video Checkers; `None` for any other cartridge.
    pub fn of(image: &[u8], machine: &Machine, date: &str) -> Option<Assistant> {
        let bundled = Bundled::of(image)?;
        let symbols = Symbols::parse(bundled.symbols).ok()?;
        let layout = Layout::new(&symbols).ok()?;
        let snapshot = layout.snapshot(machine);
        Some(Assistant {
            geometry: BoardGeometry::new(&symbols)?,
            recorder: GameRecorder::new(&snapshot, date),
            layout,
            snapshot,
            actions: VecDeque::new(),
            released: false,
            wanted_game: snapshot.game,
            clicks: Clicks::default(),
            shows_numbers: false,
            shows_list: true,
            advice: None,
            marks_pictures_left: 0,
            straight_frames: 0,
            thinking_detector: ThinkingDetector::of(image, 1),
        })
    }

    /// Reads the game after a frame.
    pub(super) fn read_game(&mut self, machine: &Machine) -> Change {
        let before = self.snapshot;
        self.snapshot = self.layout.snapshot(machine);
        if before.position != self.snapshot.position {
            self.clicks.clear();
        }
        self.recorder.follow_frame(&self.snapshot)
    }

    /// Returns true while the assistant is operating the controls.
    pub fn is_busy(&self) -> bool {
        !self.actions.is_empty()
    }

    /// Returns the input for the next frame. While there are actions, the input comes from them,
    /// otherwise from the player. If the player uses a stick, a button, Select or Reset, the
    /// actions are canceled. But a control that was already held when the actions started does not
    /// cancel them. An example is the Ctrl key of a keyboard command, because Ctrl is also a fire
    /// button.
    fn steer(&mut self, player_input: Input) -> Input {
        if self.is_busy() && self.released && uses_controls(&player_input) {
            return self.drop_actions(player_input);
        }
        self.released = self.is_busy() && (self.released || !uses_controls(&player_input));
        while let Some(action) = self.actions.front_mut() {
            match action.next(&self.snapshot, player_input) {
                PilotStep::Do(input) => return input,
                PilotStep::Done => _ = self.actions.pop_front(),
                PilotStep::Stuck => return self.drop_actions(player_input),
            }
        }
        player_input
    }

    /// Counts the frames for which the left stick has been pushed straight. Returns true in the
    /// frame in which the count reaches [`STRAIGHT_FRAMES`], because the player probably does not
    /// know yet that pieces move diagonally.
    fn detect_straight_push(&mut self, player_input: &Input) -> bool {
        let is_straight = match player_input.ports[0] {
            Controller::Joystick(stick) => (stick.up || stick.down) != (stick.left || stick.right),
            _ => false,
        };
        let is_counted = is_straight && self.turn() == Turn::Player;
        self.straight_frames = if is_counted {
            self.straight_frames + 1
        } else {
            0
        };
        self.straight_frames == STRAIGHT_FRAMES
    }

    /// Cancels the actions, leaves set-up mode, and returns to the game number that the player had
    /// chosen.
    fn drop_actions(&mut self, mut player_input: Input) -> Input {
        self.interrupt();
        self.released = false;
        player_input.switches.left = Difficulty::B;
        if self.snapshot.game != self.wanted_game {
            self.actions.push_back(Action::Select(self.wanted_game, 0));
        }
        player_input
    }

    /// Cancels the actions, for example after a step through time. Returns true if there were any.
    /// In that case, the left difficulty switch must return to B, because the actions may have
    /// moved it.
    pub fn interrupt(&mut self) -> bool {
        let was_busy = self.is_busy();
        self.actions.clear();
        self.clicks.clear();
        was_busy
    }

    /// Cancels all pending actions and begins new ones. When the new actions are done, the
    /// cartridge returns to the game number that it had before the first canceled action.
    fn begin(&mut self, actions: impl IntoIterator<Item = Action>) {
        if !self.interrupt() {
            self.wanted_game = self.snapshot.game;
        }
        self.actions.extend(actions);
        self.actions.push_back(Action::Select(self.wanted_game, 0));
    }

    /// Returns whose turn it is, or why neither side can move.
    pub fn turn(&self) -> Turn {
        let snapshot = &self.snapshot;
        let is_computers_turn =
            !snapshot.two_players() && snapshot.position.side() != snapshot.left_player;
        match snapshot.state {
            State::Think => Turn::Computer,
            State::Over => Turn::Over,
            State::SetUp => Turn::SetUp,
            _ if is_computers_turn => Turn::Computer,
            State::Play | State::Drawn | State::Dropped => Turn::Player,
        }
    }

    /// Selects the piece on a square, if the piece can move.
    pub fn choose(&mut self, at: Square) {
        self.pointer_moved();
        self.clicks.click(at, &self.snapshot.position, None);
    }

    /// Handles a click at a color clock and a scanline of the frame. Returns the message to show,
    /// if any.
    pub fn click(&mut self, clock: usize, line: usize) -> Option<String> {
        self.pointer_moved();
        let at = self
            .geometry
            .square(clock, line, self.snapshot.left_player)?;
        if self.is_busy() {
            return None;
        }
        match self.turn() {
            Turn::Computer => return Some("Video Checkers is to move".into()),
            Turn::Over => return Some("Game over: Reset starts a new game".into()),
            Turn::SetUp => return Some("Set-up: left difficulty B returns to the game".into()),
            Turn::Player => {}
        }
        let must_jump_again = self.snapshot.hand.filter(|_| self.snapshot.must_jump_again);
        let jumper = must_jump_again.map(|(from, _)| from);
        match self.clicks.click(at, &self.snapshot.position, jumper) {
            Clicked::Chosen => None,
            Clicked::Nowhere => self.explain_click(at),
            Clicked::Play(chosen) => {
                self.play(chosen);
                None
            }
            Clicked::Ambiguous => {
                Some("Jump: there are several ways; click the first landing".into())
            }
            Clicked::Immovable if self.snapshot.position.must_jump() => {
                Some("Jump: you must jump with another piece".into())
            }
            Clicked::Immovable => Some("Piece: this piece cannot move".into()),
        }
    }

    /// Explains why a click on a piece of the opponent does nothing; `None` for any other square.
    fn explain_click(&self, at: Square) -> Option<String> {
        let position = &self.snapshot.position;
        let piece = position.board().piece(at)?;
        let text = match piece.side == position.side() {
            true => return None,
            false if position.must_jump() => {
                "Opponent's piece: to jump it, click your piece, then the square beyond"
            }
            false => "Opponent's piece: click your own piece, then its target square",
        };
        Some(text.into())
    }

    /// Takes back the player's last move and the computer's answer, using the cartridge's set-up
    /// mode. Returns a message to show.
    pub fn take_back(&mut self) -> String {
        let (two_players, left) = (self.snapshot.two_players(), self.snapshot.left_player);
        let game = &self.recorder.record().game;
        let mut earlier = game.positions()[..game.moves().len()].iter().rev();
        let Some(before) = earlier
            .find(|position| two_players || position.side() == left)
            .copied()
        else {
            return "Take back: you have made no move yet".into();
        };
        self.begin([Action::Wait, Action::set_up(&before)]);
        "Take back".into()
    }

    /// Puts a position on the board so that it is the left player's turn. Uses set-up mode and the
    /// switches. `color` is true if the TV type switch is set to color. Returns a message to show.
    pub fn set_up(&mut self, position: &Position, color: bool) -> String {
        self.begin([
            Action::Wait,
            Action::Select(TWO_PLAYER_GAME, 0),
            Action::set_up(position),
            Action::SwapSides(position.side(), 0),
        ]);
        let side = side_name(position.side(), color);
        format!("Position: {side} is to move")
    }

    /// Puts a position on the board while the player steps through the games in a PDN file. Uses
    /// the two-player game, in which the computer does not answer.
    pub fn show(&mut self, position: &Position) {
        self.advice = None;
        self.interrupt();
        self.wanted_game = TWO_PLAYER_GAME;
        self.actions.extend([
            Action::Wait,
            Action::Select(TWO_PLAYER_GAME, 0),
            Action::set_up(position),
        ]);
    }

    /// Returns a question for the cartridge: which move would it play at this level in the current
    /// position? Returns `None` if it is not a player's turn, a piece is being moved, or the
    /// assistant is busy.
    pub fn question(&self, level: u8) -> Option<Question> {
        let awaits_move = self.turn() == Turn::Player && !self.is_busy();
        let position = self.resting_position().filter(|_| awaits_move)?;
        let variant = self.record().game.variant();
        Some(Question {
            position,
            variant,
            level,
        })
    }

    /// Marks the move that the cartridge advises, for as long as `position` is on the board.
    pub fn advise(&mut self, position: Position, advised: Move) {
        self.advice = Some((position, advised));
    }

    /// Returns the advised move if its position is on the board.
    pub(super) fn advice(&self) -> Option<Move> {
        let (position, advised) = self.advice?;
        (self.snapshot.position == position).then_some(advised)
    }

    /// Plays a legal move for the player. The record then states that the cartridge chose the move
    /// at this level.
    pub fn play_for_player(&mut self, chosen: Move, level: u8) {
        self.recorder.record_chosen_level(level);
        self.play(chosen);
    }

    /// Plays a legal move that the player chose.
    pub fn play(&mut self, chosen: Move) {
        self.wanted_game = self.snapshot.game;
        self.actions.push_back(Action::play(chosen));
    }

    /// Resigns for the left player or, in a two-player game, for the side to move. This changes
    /// only the record, not the cartridge. Returns a message to show, and true if the record has
    /// changed.
    pub fn resign(&mut self) -> (String, bool) {
        let loser = if self.snapshot.two_players() {
            self.snapshot.position.side()
        } else {
            self.snapshot.left_player
        };
        self.end_game(Outcome::Won(loser.other()), "Resigned")
    }

    /// Offers a draw. The computer decides by the same rule as in the terminal game. Returns a
    /// message to show, and true if the record has changed.
    pub fn offer_draw(&mut self) -> (String, bool) {
        let (two_players, left) = (self.snapshot.two_players(), self.snapshot.left_player);
        if two_players || accepts_draw(&self.record().game, left.other()) {
            self.end_game(Outcome::Draw, "Drawn by agreement")
        } else {
            ("Draw: Video Checkers plays on".into(), false)
        }
    }

    fn end_game(&mut self, outcome: Outcome, text: &str) -> (String, bool) {
        let game = &mut self.recorder.record_mut().game;
        if game.moves().is_empty() {
            return ("The game has not started".into(), false);
        }
        if !matches!(game.outcome(), Outcome::Open) {
            return ("The game is over: Reset starts a new one".into(), false);
        }
        game.end(outcome);
        (format!("{text}: Reset starts a new game"), true)
    }

    /// Returns the current position; `None` while a piece is being moved, the cartridge is
    /// thinking, or a position is being set up.
    fn resting_position(&self) -> Option<Position> {
        let is_at_rest = matches!(
            self.snapshot.state,
            State::Play | State::Drawn | State::Over
        );
        (is_at_rest && !self.snapshot.must_jump_again).then_some(self.snapshot.position)
    }

    /// Returns the record of the game.
    pub fn record(&self) -> &Record {
        self.recorder.record()
    }

    /// Returns how often the current position has occurred; `None` if that is not often enough to
    /// offer a draw.
    pub fn repetition(&self) -> Option<usize> {
        self.recorder.repetition()
    }

    /// Returns the state of the game, as last read from RAM.
    pub fn snapshot(&self) -> &Snapshot {
        &self.snapshot
    }

    /// Returns true while the marks are visible.
    pub(super) fn shows_marks(&self) -> bool {
        self.marks_pictures_left > 0
    }

    pub(super) fn clicks(&self) -> &Clicks {
        &self.clicks
    }

    /// Returns the area of a square in the frame.
    pub fn area(&self, square: Square) -> Area {
        self.geometry.area(square, self.snapshot.left_player)
    }

    /// Returns the squares of the pieces that can move.
    pub(super) fn movable(&self) -> Vec<Square> {
        let legal = self.snapshot.position.legal_moves();
        let mut squares: Vec<Square> = legal.iter().map(|chosen| chosen.from()).collect();
        squares.dedup();
        squares
    }
}

/// Returns true if the player is holding a stick, a button, Select or Reset.
fn uses_controls(input: &Input) -> bool {
    input
        .ports
        .iter()
        .any(|port| matches!(port, Controller::Joystick(stick) if *stick != Default::default()))
        || input.switches.reset
        || input.switches.select
}
