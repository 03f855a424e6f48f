//! Follows the game in the cartridge frame by frame, and records it.

use super::{
    draw::REPETITIONS,
    ram::{Snapshot, State},
};
use checkers::{Game, Move, Outcome, Position, Side, Square, pdn::Record};
use std::collections::BTreeMap;

/// How the game has changed since the previous frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// Nothing new.
    None,
    /// One or two moves were made.
    Moved,
    /// Moves were taken back.
    TakenBack,
    /// A new game has begun.
    NewGame,
}

/// Follows the game in the cartridge, and records it.
#[derive(Debug, Clone)]
pub struct GameRecorder {
    record: Record,
    date: String,
    /// Squares on which the moving piece has been seen between the jumps of a capture.
    landings: Vec<Square>,
    /// The latest state of the game seen in set-up mode; `None` while the mode is off.
    set_up: Option<Snapshot>,
    /// Number of consecutive frames in which no move leads from the recorded position to the one in
    /// RAM.
    unexplained_frames: u32,
    /// The plies in which the cartridge chose the left player's move, each with the level at which
    /// the cartridge chose it.
    chosen_levels: BTreeMap<usize, u8>,
}

/// Number of frames to wait while no move leads from the recorded position to the one in RAM,
/// because the cartridge may be in the middle of a move. After that, the recorder takes moves back
/// or begins a new game.
const MAX_UNEXPLAINED_FRAMES: u32 = 30;

impl GameRecorder {
    /// Creates a recorder that begins with the current game. `date` is the text of the `Date` tag,
    /// in the form `YYYY.MM.DD`.
    pub fn new(snapshot: &Snapshot, date: &str) -> GameRecorder {
        let mut recorder = GameRecorder {
            record: Record::new(Game::new(snapshot.variant())),
            date: date.to_string(),
            landings: Vec::new(),
            set_up: None,
            unexplained_frames: 0,
            chosen_levels: BTreeMap::new(),
        };
        recorder.begin(snapshot);
        recorder
    }

    /// Returns the record of the game.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// Records that the cartridge, playing at `level`, has chosen the left player's next move.
    pub fn record_chosen_level(&mut self, level: u8) {
        self.chosen_levels
            .insert(self.record.game.moves().len(), level);
    }

    /// Returns the name of the left player in a game against the computer.
    fn left_player_name(&self, left: Side) -> String {
        let game = &self.record.game;
        let first = usize::from(game.start().side() != left);
        let left_plies = (first..game.moves().len()).step_by(2);
        let levels: Vec<Option<&u8>> = left_plies.map(|ply| self.chosen_levels.get(&ply)).collect();
        match levels.iter().flatten().next_back() {
            None => "Player".into(),
            Some(level) if levels.iter().all(Option::is_some) => {
                format!("Video Checkers, level {level}")
            }
            Some(level) => format!("Player and Video Checkers, level {level}"),
        }
    }

    /// Sets the date of this and later games, in the form `YYYY.MM.DD`.
    pub fn set_date(&mut self, date: &str) {
        self.date = date.to_string();
        self.record.set_tag("Date", date);
    }

    /// Returns the record, mutably, so that the caller can end a game or add comments.
    pub fn record_mut(&mut self) -> &mut Record {
        &mut self.record
    }

    /// Returns the number of times that the current position has occurred, if the player has a
    /// reason to offer a draw: the game is still open, and this is at least the third time. The
    /// record then already contains a comment about the repetition.
    pub fn repetition(&self) -> Option<usize> {
        let game = &self.record.game;
        let times = game.repetitions();
        (times >= REPETITIONS && game.outcome() == Outcome::Open).then_some(times)
    }

    /// Brings the record up to date with the cartridge. Call this function after every frame.
    pub fn follow_frame(&mut self, snapshot: &Snapshot) -> Change {
        if snapshot.state == State::SetUp {
            self.set_up = Some(*snapshot);
            return Change::None;
        }
        let set_up_change = self.set_up.take().map(|before| self.leave_set_up(&before));
        match snapshot.state {
            State::Think => set_up_change.unwrap_or(Change::None),
            _ => set_up_change
                .filter(|change| *change != Change::None)
                .unwrap_or_else(|| self.follow(snapshot)),
        }
    }

    /// Handles the end of set-up mode. The position that was set up is the current one, an earlier
    /// one of the same game, or the first position of a new game.
    fn leave_set_up(&mut self, snapshot: &Snapshot) -> Change {
        if *self.record.game.position() == snapshot.position {
            Change::None
        } else {
            self.go_back_or_begin(snapshot)
        }
    }

    /// Follows the game while it is being played.
    fn follow(&mut self, snapshot: &Snapshot) -> Change {
        if self.record.game.variant() != snapshot.variant() {
            self.record.game.set_variant(snapshot.variant());
        }
        if snapshot.must_jump_again {
            self.record_landing(snapshot);
            return Change::None;
        }
        let game = &self.record.game;
        let restarted = snapshot.fresh && !game.moves().is_empty();
        if *game.position() == snapshot.position && !restarted {
            self.unexplained_frames = 0;
            return Change::None;
        }
        let change = self.find_change(snapshot);
        if change == Change::None {
            return change;
        }
        self.unexplained_frames = 0;
        self.landings.clear();
        self.name_players(snapshot);
        change
    }

    /// Finds the moves that lead to the position in RAM, and plays them in the record.
    fn find_change(&mut self, snapshot: &Snapshot) -> Change {
        let game = &self.record.game;
        let moves = find_moves(game.position(), &snapshot.position, &self.landings);
        if snapshot.fresh {
            self.begin(snapshot);
            return Change::NewGame;
        }
        match moves {
            Some(moves) => moves.into_iter().for_each(|chosen| self.play(chosen)),
            None if self.unexplained_frames < MAX_UNEXPLAINED_FRAMES => {
                self.unexplained_frames += 1;
                return Change::None;
            }
            None => return self.go_back_or_begin(snapshot),
        }
        Change::Moved
    }

    /// Plays a move in the record, and adds a comment if the move repeats a position.
    fn play(&mut self, chosen: Move) {
        let game = &mut self.record.game;
        // A player may have resigned while the computer was thinking. Keep that result when the
        // computer completes its move.
        let agreed = game.agreed_result();
        game.play(chosen);
        game.end(agreed);
        if let Some(times) = self.repetition() {
            let plies = self.record.game.moves().len();
            let comment = format!("repetition {times} of this position");
            self.record.comments.insert(plies, comment);
        }
    }

    fn go_back_or_begin(&mut self, snapshot: &Snapshot) -> Change {
        let game = &mut self.record.game;
        let mut positions = game.positions().iter();
        match positions.rposition(|before| *before == snapshot.position) {
            Some(plies) => {
                while game.moves().len() > plies {
                    game.take_back();
                }
                self.record.comments.retain(|after, _| *after <= plies);
                Change::TakenBack
            }
            None => {
                self.begin(snapshot);
                Change::NewGame
            }
        }
    }

    fn begin(&mut self, snapshot: &Snapshot) {
        let game = Game::from_position(snapshot.variant(), snapshot.position);
        self.record = Record::new(game);
        self.chosen_levels.clear();
        self.record.set_tag("Event", "Video Checkers");
        self.record.set_tag("Date", &self.date);
        self.name_players(snapshot);
    }

    /// Updates the tags with the players' names, because the players may have swapped sides or
    /// changed the level.
    fn name_players(&mut self, snapshot: &Snapshot) {
        let (left, right) = if snapshot.two_players() {
            ("Left player".to_string(), "Right player".to_string())
        } else {
            (
                self.left_player_name(snapshot.left_player),
                format!("Video Checkers, game {}", snapshot.game),
            )
        };
        let (white, black) = match snapshot.left_player {
            Side::White => (left, right),
            Side::Black => (right, left),
        };
        self.record.set_tag("White", &white);
        self.record.set_tag("Black", &black);
    }

    fn record_landing(&mut self, snapshot: &Snapshot) {
        let at = snapshot.hand.map(|(from, _)| from);
        if let Some(at) = at.filter(|at| self.landings.last() != Some(at)) {
            self.landings.push(at);
        }
    }
}

/// Returns the one or two moves that lead from one position to another. If several captures lead to
/// the same position, returns the one that visits `landings`, the squares on which the piece was
/// seen.
fn find_moves(from: &Position, to: &Position, landings: &[Square]) -> Option<Vec<Move>> {
    let moves = from.legal_moves();
    let visits_landings = |m: &&Move| landings.iter().all(|at| m.landings().contains(at));
    let direct: Vec<&Move> = moves.iter().filter(|m| from.play(m) == *to).collect();
    let same_path = direct.iter().find(|m| m.landings().starts_with(landings));
    let same_path = same_path.or_else(|| direct.iter().find(|m| visits_landings(m)));
    if let Some(direct_move) = same_path.or(direct.first()) {
        return Some(vec![**direct_move]);
    }
    moves.iter().find_map(|first| {
        let between = from.play(first);
        let replies = between.legal_moves();
        let reply = replies.iter().find(|reply| between.play(reply) == *to)?;
        Some(vec![*first, *reply])
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use checkers::Outcome;

    fn snapshot(position: Position) -> Snapshot {
        let square = Square::new(11).expect("is on the board");
        Snapshot {
            position,
            state: State::Play,
            game: 3,
            left_player: Side::Black,
            port: 0,
            cursor: square,
            hand: None,
            must_jump_again: false,
            fresh: false,
        }
    }

    fn after(texts: &[&str]) -> Position {
        texts.iter().fold(Position::START, |position, text| {
            position.play(&position.parse_move(text).expect("is legal"))
        })
    }

    #[test]
    fn moves_and_moves_taken_back_are_recorded() {
        let mut recorder = GameRecorder::new(&snapshot(Position::START), "2024.02.29");
        assert_eq!(
            recorder.follow_frame(&snapshot(after(&["11-15"]))),
            Change::Moved
        );
        let two_plies_later = snapshot(after(&["11-15", "22-18", "15x22"]));
        assert_eq!(recorder.follow_frame(&two_plies_later), Change::Moved);
        assert_eq!(recorder.follow_frame(&two_plies_later), Change::None);
        assert_eq!(recorder.record().game.moves().len(), 3);
        let back =
            |recorder: &mut GameRecorder| recorder.follow_frame(&snapshot(after(&["11-15"])));
        for _ in 0..MAX_UNEXPLAINED_FRAMES {
            assert_eq!(back(&mut recorder), Change::None);
        }
        assert_eq!(back(&mut recorder), Change::TakenBack);
        assert_eq!(recorder.record().game.moves().len(), 1);
        assert_eq!(
            recorder.record().tag("White"),
            Some("Video Checkers, game 3")
        );
    }

    #[test]
    fn the_players_name_includes_the_level_that_chose_moves() {
        let mut recorder = GameRecorder::new(&snapshot(Position::START), "2024.02.29");
        let name = |recorder: &GameRecorder| recorder.record().tag("Black").unwrap().to_owned();
        recorder.record_chosen_level(4);
        recorder.follow_frame(&snapshot(after(&["11-15"])));
        assert_eq!(name(&recorder), "Video Checkers, level 4");
        recorder.follow_frame(&snapshot(after(&["11-15", "22-18"])));
        assert_eq!(name(&recorder), "Video Checkers, level 4");
        recorder.follow_frame(&snapshot(after(&["11-15", "22-18", "15x22"])));
        assert_eq!(name(&recorder), "Player and Video Checkers, level 4");
        let mut alone = GameRecorder::new(&snapshot(Position::START), "2024.02.29");
        alone.follow_frame(&snapshot(after(&["11-15"])));
        assert_eq!(name(&alone), "Player");
    }

    #[test]
    fn a_move_after_a_resignation_leaves_the_result() {
        let mut recorder = GameRecorder::new(&snapshot(Position::START), "2024.02.29");
        recorder.follow_frame(&snapshot(after(&["11-15"])));
        let white_wins = Outcome::Won(Side::White);
        recorder.record_mut().game.end(white_wins);
        let replied = snapshot(after(&["11-15", "22-18"]));
        assert_eq!(recorder.follow_frame(&replied), Change::Moved);
        assert_eq!(recorder.record().game.outcome(), white_wins);
    }

    /// Returns the positions of a game in which two kings move back and forth. The first position
    /// occurs again after every fourth ply.
    fn see_saw() -> Vec<Position> {
        let start = Position::from_fen("B:WK32:BK1").expect("is well formed");
        let texts = ["1-5", "32-28", "5-1", "28-32"];
        let play = |position: &mut Position, text: &str| {
            let before = *position;
            *position = before.play(&before.parse_move(text).expect("is legal"));
            Some(before)
        };
        texts
            .into_iter()
            .cycle()
            .take(10)
            .scan(start, play)
            .collect()
    }

    #[test]
    fn the_third_occurrence_of_a_position_is_reported_and_recorded() {
        let positions = see_saw();
        let mut recorder = GameRecorder::new(&snapshot(positions[0]), "2024.02.29");
        for (plies, position) in positions.iter().enumerate().skip(1) {
            recorder.follow_frame(&snapshot(*position));
            let expected = (plies >= 8).then_some(3);
            assert_eq!(recorder.repetition(), expected, "after {plies} plies");
        }
        let comment = "repetition 3 of this position".to_string();
        let both = [(8, comment.clone()), (9, comment.clone())];
        assert!(recorder.record().comments.clone().into_iter().eq(both));
        // When moves are taken back, the earlier position gets no new comment. When a game has
        // ended, a repetition is not reported, because a draw can no longer be claimed.
        let back = snapshot(positions[8]);
        for _ in 0..=MAX_UNEXPLAINED_FRAMES {
            recorder.follow_frame(&back);
        }
        assert!(recorder.record().comments.iter().eq([(&8, &comment)]));
        recorder.record_mut().game.end(Outcome::Draw);
        recorder.follow_frame(&snapshot(positions[9]));
        assert_eq!(recorder.repetition(), None);
        assert_eq!(recorder.record().comments.len(), 1);
    }

    #[test]
    fn a_repetition_after_the_first_of_two_moves_in_one_frame_is_recorded() {
        let positions = see_saw();
        let mut recorder = GameRecorder::new(&snapshot(positions[0]), "2024.02.29");
        for plies in [2, 4, 6, 7, 9] {
            assert_eq!(
                recorder.follow_frame(&snapshot(positions[plies])),
                Change::Moved
            );
        }
        assert!(recorder.record().comments.keys().eq(&[8, 9]));
    }

    #[test]
    fn a_reset_or_a_set_up_begins_another_game() {
        let mut recorder = GameRecorder::new(&snapshot(Position::START), "2024.02.29");
        recorder.follow_frame(&snapshot(after(&["11-15"])));
        let mut reset = snapshot(Position::START);
        reset.fresh = true;
        assert_eq!(recorder.follow_frame(&reset), Change::NewGame);
        let ending = Position::from_fen("W:WK3:BK30").expect("is well formed");
        let mut placing = snapshot(ending);
        placing.state = State::SetUp;
        assert_eq!(recorder.follow_frame(&placing), Change::None);
        assert_eq!(recorder.follow_frame(&snapshot(ending)), Change::NewGame);
        assert_eq!(recorder.record().game.start(), &ending);
    }

    #[test]
    fn a_capture_is_identified_by_its_landings() {
        let start = Position::from_fen("B:W6,7,14,15:BK2").expect("is well formed");
        let mut recorder = GameRecorder::new(&snapshot(start), "2024.02.29");
        let mut jumping = snapshot(start);
        jumping.must_jump_again = true;
        for number in [11, 18, 9] {
            let at = Square::new(number).expect("is on the board");
            jumping.hand = Some((at, at));
            assert_eq!(recorder.follow_frame(&jumping), Change::None);
        }
        let end = start.play(&start.legal_moves()[0]);
        assert_eq!(recorder.follow_frame(&snapshot(end)), Change::Moved);
        assert_eq!(recorder.record().game.moves()[0].to_string(), "2x11x18x9x2");
    }
}
