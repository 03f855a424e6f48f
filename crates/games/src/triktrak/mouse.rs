//! Mouse control: the player clicks the wedges in a session's picture.

use super::{
    pilot::{Pilot, Task},
    ram::{AwaitedInput, Layout, Snapshot},
};
use crate::robot::PilotStep;
use lab::trace::Symbols;
use play::{
    bundled::Bundled,
    session::{
        Notice,
        game::Game,
        marks::{Area, Mark, MarkShape},
    },
};
use std::ops::Range;
use triktrak::{
    Rng, Side, Throw,
    players::{Chooser, Greedy},
};
use vcs::{Input, Machine, input::Controller};

/// Number of scanlines between the upper text and the first row of wedges, as drawn by the
/// cartridge's kernel.
const LINES_TO_BOARD: usize = 4;
/// Height in scanlines of the shambles, the bar between the upper and lower halves of the board, as
/// drawn by the cartridge's kernel.
const SHAMBLES_LINES: usize = 15;
/// Number of scanlines in a band of text that are above or below the letters, as drawn by the
/// cartridge's kernel.
const BAND_EDGE_LINES: usize = 4;
/// Number of scanlines above the board that the game's picture includes.
const LINES_ABOVE: usize = 19;
/// Number of scanlines below the board that the game's picture includes.
const LINES_BELOW: usize = 38;
/// The color of the outline around the suggested wedge, `0x00RRGGBB`.
const ADVICE_COLOR: u32 = 0x1030ff;
/// Maximum number of choices to remember, so that the player can take them back.
const MAX_CHOICES: usize = 200;
/// Number of rows in each half of the board.
const HALF_ROWS: usize = 6;
/// The first color clock of the board.
const LEFT: usize = 16;
/// The first color clock of the board's right half.
const MIDDLE: usize = 80;
/// The first color clock after the board.
const RIGHT: usize = 144;

/// The first scanline of the board and the height of a row in scanlines, computed from the
/// cartridge's symbol file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Geometry {
    first_line: usize,
    row_lines: usize,
}

impl Geometry {
    fn new(symbols: &Symbols) -> Option<Geometry> {
        let lines = |name| symbols.value(name).map(usize::from);
        let above = ["SYNC_LINES", "BLANK_LINES", "HEADER_LINES", "BAND_LINES"];
        let above = above.into_iter().map(lines).sum::<Option<usize>>()?;
        Some(Geometry {
            first_line: above + BAND_EDGE_LINES + LINES_TO_BOARD,
            row_lines: lines("ROW_LINES").filter(|lines| *lines > 0)?,
        })
    }

    /// Returns the range of scanlines that the game's picture includes.
    fn lines(&self) -> Range<usize> {
        let board = 2 * HALF_ROWS * self.row_lines + SHAMBLES_LINES;
        self.first_line - LINES_ABOVE..self.first_line + board + LINES_BELOW
    }

    /// Returns the area of a wedge. `wedge` is its number in White's numbering.
    fn area(&self, wedge: u8) -> Area {
        let (clock, row) = match usize::from(wedge) {
            wedge @ 0..=12 => (LEFT, 12 - wedge),
            wedge => (MIDDLE, wedge - 13),
        };
        let gap = if row < HALF_ROWS { 0 } else { SHAMBLES_LINES };
        Area {
            clock,
            clocks: MIDDLE - LEFT,
            line: self.first_line + row * self.row_lines + gap,
            lines: self.row_lines,
        }
    }

    /// Returns the wedge at a color clock and scanline, in White's numbering: wedges 1 to 12 run up
    /// the left side of the board, and wedges 13 to 24 run down the right side.
    fn wedge(&self, clock: usize, line: usize) -> Option<u8> {
        let down = line.checked_sub(self.first_line)?;
        let half = HALF_ROWS * self.row_lines;
        let row = match down.checked_sub(half + SHAMBLES_LINES) {
            None if down < half => down / self.row_lines,
            None => return None,
            Some(down) if down < half => HALF_ROWS + down / self.row_lines,
            Some(_) => return None,
        };
        match clock {
            LEFT..MIDDLE => Some(12 - row as u8),
            MIDDLE..RIGHT => Some(13 + row as u8),
            _ => None,
        }
    }
}

/// The mouse control, which operates the joystick for a player who clicks wedges.
pub struct Mouse {
    layout: Layout,
    geometry: Geometry,
    snapshot: Snapshot,
    pilot: Option<Pilot>,
    /// True if the player has released all controls since the pilot began.
    released: bool,
    /// The choices that the player has had to make, oldest first. Each entry has the number of the
    /// first frame in which the cartridge was waiting for that choice.
    choices: Vec<(u64, Choice)>,
    /// The choice for which a wedge has been suggested, and that wedge in White's numbering.
    advice: Option<(Choice, u8)>,
}

/// A choice that a player has to make. It is identified by the side, the throw, and how many of the
/// throw's numbers have already been played.
type Choice = (Side, Option<Throw>, usize);

impl Game for Mouse {
    fn after_frame(&mut self, machine: &Machine, _notices: &mut Vec<Notice>) {
        self.after_jump(machine);
        let choice = self.choice();
        let is_new = self.choices.last().map(|(_, last)| *last) != Some(choice);
        if self.snapshot.expects == AwaitedInput::Choice && is_new {
            if self.choices.len() == MAX_CHOICES {
                self.choices.remove(0);
            }
            self.choices.push((machine.last_frame().number, choice));
        }
    }

    fn after_jump(&mut self, machine: &Machine) {
        self.snapshot = self.layout.snapshot(machine);
        let now = machine.last_frame().number;
        self.choices.retain(|(frame, _)| *frame <= now);
    }

    fn input(&mut self, player_input: Input, _notices: &mut Vec<Notice>) -> Input {
        self.steer(player_input)
    }

    fn is_busy(&self) -> bool {
        self.pilot.is_some()
    }

    /// Stops the pilot. Returns false, because the pilot never moves the difficulty switch.
    fn interrupt(&mut self) -> bool {
        self.pilot = None;
        false
    }

    fn lines(&self) -> Option<Range<usize>> {
        Some(self.geometry.lines())
    }

    fn marks(&self, _color: bool) -> Vec<Mark> {
        let mark = |(_, wedge)| Mark {
            area: self.geometry.area(wedge),
            shape: MarkShape::ThickOutline,
            color: ADVICE_COLOR,
        };
        // Do not check `snapshot.expects` here. It is not `AwaitedInput::Choice` in every frame
        // while the player is choosing.
        let advice = self.advice.filter(|(choice, _)| *choice == self.choice());
        advice.map(mark).into_iter().collect()
    }

    fn click(&mut self, clock: usize, line: usize) -> Option<String> {
        let wedge = self.geometry.wedge(clock, line);
        if self.is_busy() {
            return None;
        }
        match (self.snapshot.expects, wedge) {
            (AwaitedInput::Start, Some(_)) => Some("Triktrak: Reset starts a game".into()),
            (AwaitedInput::Throw, _) => self.begin(Task::Throw),
            (AwaitedInput::Choice, Some(wedge)) => self.choose(wedge),
            _ => None,
        }
    }
}

impl Mouse {
    /// Creates the mouse control if `image` is Triktrak; returns `None` for any other cartridge.
    pub fn of(image: &[u8], machine: &Machine) -> Option<Mouse> {
        let bundled = Bundled::of(image)?;
        let symbols = Symbols::parse(bundled.symbols).ok()?;
        let layout = Layout::new(&symbols).ok()?;
        Some(Mouse {
            geometry: Geometry::new(&symbols)?,
            snapshot: layout.snapshot(machine),
            layout,
            pilot: None,
            released: false,
            choices: Vec::new(),
            advice: None,
        })
    }

    fn choice(&self) -> Choice {
        (
            self.snapshot.side,
            self.snapshot.throw,
            self.snapshot.numbers_used,
        )
    }

    /// Suggests a wedge, and marks it on the board. Returns a message to show.
    pub fn hint(&mut self) -> String {
        let numbers = self.snapshot.numbers();
        match (
            self.snapshot.expects,
            self.snapshot.position,
            numbers.first(),
        ) {
            (AwaitedInput::Start, ..) => "Hint: Reset starts a game".into(),
            (AwaitedInput::Throw, ..) => "Hint: throw the dice".into(),
            (AwaitedInput::Choice, Some(position), Some(number)) => {
                let wedge = Greedy(Rng::new(0)).choose(&position, &numbers);
                let white_wedge = match self.snapshot.side {
                    Side::White => wedge,
                    Side::Black => 25 - wedge,
                };
                self.advice = Some((self.choice(), white_wedge));
                format!("Hint: wedge {wedge}, for the {number}")
            }
            _ => "Hint: not your turn".into(),
        }
    }

    /// Returns how many frames ago the cartridge began to wait for the player's last completed
    /// choice; `None` if there is no choice to take back. `now` is the number of the current frame.
    pub fn frames_since_last_choice(&self, now: u64) -> Option<u64> {
        // If the cartridge is waiting for a choice, the player has not made it yet. Skip it,
        // because it cannot be taken back.
        let pending = usize::from(self.snapshot.expects == AwaitedInput::Choice);
        let last = self.choices.len().checked_sub(pending + 1)?;
        now.checked_sub(self.choices[last].0)
            .filter(|frames| *frames > 0)
    }

    /// Returns the state of the game in RAM.
    pub fn snapshot(&self) -> &Snapshot {
        &self.snapshot
    }

    /// Returns the input for the next frame: the pilot's input while there is a pilot, otherwise
    /// the player's own. If the player releases all controls and then pushes a stick or presses a
    /// button, Select or Reset, the pilot stops.
    fn steer(&mut self, player_input: Input) -> Input {
        let held = holds_any_control(&player_input);
        if self.released && held {
            self.pilot = None;
        }
        self.released = self.is_busy() && (self.released || !held);
        let Some(pilot) = &mut self.pilot else {
            return player_input;
        };
        match pilot.next(&self.snapshot, player_input) {
            PilotStep::Do(input) => input,
            PilotStep::Done | PilotStep::Stuck => {
                self.pilot = None;
                player_input
            }
        }
    }

    fn begin(&mut self, task: Task) -> Option<String> {
        self.pilot = Some(Pilot::new(task));
        self.released = false;
        None
    }

    /// Chooses a wedge. If the wedge is not legal, the cursor cannot reach it, so this function
    /// only returns a message that gives the reason. `white_wedge` is the wedge in White's
    /// numbering.
    fn choose(&mut self, white_wedge: u8) -> Option<String> {
        let wedge = match self.snapshot.side {
            Side::White => white_wedge,
            Side::Black => 25 - white_wedge,
        };
        if self.snapshot.legal.contains(&wedge) {
            return self.begin(Task::Choose(wedge));
        }
        let (position, numbers) = (self.snapshot.position?, self.snapshot.numbers());
        let number = *numbers.first()?;
        let from = usize::from(wedge);
        Some(match position.step(from, number) {
            None if position.mine()[from] == 0 => format!("Wedge {wedge}: none of your men"),
            None => format!("Wedge {wedge}: no man can move {number} from there"),
            Some(_) => {
                format!("Wedge {wedge}: you would lose a later number; choose another wedge")
            }
        })
    }
}

/// Returns true if the player is holding a stick, a button, Select or Reset.
fn holds_any_control(input: &Input) -> bool {
    let held = |port: &Controller| matches!(port, Controller::Joystick(stick) if *stick != Default::default());
    input.ports.iter().any(held) || input.switches.reset || input.switches.select
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        session::BundledGames,
        test_session::{self, run},
    };
    use play::{bundled::BUNDLED, session::Session};
    use vcs::television::{BLANK, Frame};

    fn started_session() -> Session {
        test_session::started_session(&BUNDLED[1])
    }

    fn snapshot(session: &Session) -> &Snapshot {
        session.triktrak_mouse().unwrap().snapshot()
    }

    /// Returns the middle of a wedge as arguments for [`Session::click`]. `wedge` is its number in
    /// White's numbering.
    fn middle(session: &Session, wedge: u8) -> (usize, usize) {
        let geometry = session.triktrak_mouse().unwrap().geometry;
        let clocks = LEFT..RIGHT;
        let at = (0..262).flat_map(|line| clocks.clone().map(move |clock| (clock, line)));
        let at: Vec<_> = at
            .filter(|at| geometry.wedge(at.0, at.1) == Some(wedge))
            .collect();
        let (clock, line) = at[at.len() / 2];
        (clock, line - session.shown_lines().start)
    }

    fn click(session: &mut Session, wedge: u8) -> Option<String> {
        let (clock, row) = middle(session, wedge);
        session.click(clock, row)
    }

    fn row_colors(frame: &Frame, line: usize) -> Vec<u8> {
        frame.line(line)[LEFT + 2..LEFT + 6].to_vec()
    }

    #[test]
    fn wedges_are_where_the_cartridge_draws_them() {
        let session = started_session();
        let geometry = session.triktrak_mouse().unwrap().geometry;
        let frame = session.machine().last_frame();
        let middle_of = |row: usize| {
            let lines = (0..262).filter(|line| geometry.wedge(LEFT, *line) == Some(12 - row as u8));
            let lines: Vec<usize> = lines.collect();
            assert_eq!(lines.len(), 11);
            lines[5]
        };
        // The wedges' colors alternate from row to row. A wedge is widest in the middle of its row.
        let colors: Vec<_> = (0..12)
            .map(|row| row_colors(frame, middle_of(row)))
            .collect();
        for row in 0..11 {
            assert_ne!(colors[row], colors[row + 1], "row {row}");
        }
        // White's men begin on wedge 24, at the bottom right. Black's men begin on wedge 1 in
        // White's numbering.
        let (white, black) = (0x0e, 0x00);
        let line = middle_of(11);
        let men = |clocks: std::ops::Range<usize>, color| {
            frame.line(line)[clocks]
                .iter()
                .filter(|c| **c == color)
                .count()
        };
        assert!(men(88..RIGHT, white) > 8, "{:?}", frame.line(line));
        assert!(men(LEFT..72, black) > 8, "{:?}", frame.line(line));
    }

    #[test]
    fn the_first_click_throws_and_the_second_moves_a_man() {
        let mut session = started_session();
        assert_eq!(click(&mut session, 5), None);
        assert!(session.is_busy());
        for _ in 0..200 {
            run(&mut session, 1);
            if snapshot(&session).expects == AwaitedInput::Choice {
                break;
            }
        }
        let numbers = snapshot(&session).numbers();
        let first = usize::from(numbers[0]);
        assert_eq!(click(&mut session, 3).unwrap(), "Wedge 3: none of your men");
        assert_eq!(click(&mut session, 24), None);
        run(&mut session, 40);
        let men = snapshot(&session).position.unwrap();
        assert_eq!((men.mine()[24], men.mine()[24 - first]), (14, 1));
    }

    /// Plays until a person must choose a wedge.
    fn run_until_choice(session: &mut Session) {
        for _ in 0..4000 {
            if snapshot(session).expects == AwaitedInput::Throw && !session.is_busy() {
                click(session, 5);
            }
            run(session, 1);
            if snapshot(session).expects == AwaitedInput::Choice && !session.is_busy() {
                return;
            }
        }
        panic!("no choice is due: {:?}", snapshot(session));
    }

    #[test]
    fn a_hint_names_a_legal_wedge_and_the_board_shows_it() {
        let mut session = started_session();
        run_until_choice(&mut session);
        let text = session.hint().unwrap();
        let words = text.strip_prefix("Hint: wedge ").unwrap();
        let wedge: u8 = words.split(',').next().unwrap().parse().unwrap();
        assert!(snapshot(&session).legal.contains(&wedge), "{text}");
        // The suggested wedge stays marked while the player is thinking.
        run(&mut session, 30);
        let [mark] = session.marks()[..] else {
            panic!("one mark");
        };
        let middle = (
            mark.area.clock + mark.area.clocks / 2,
            mark.area.line + mark.area.lines / 2,
        );
        let geometry = session.triktrak_mouse().unwrap().geometry;
        assert_eq!(geometry.wedge(middle.0, middle.1), Some(wedge));
        click(&mut session, wedge);
        run(&mut session, 40);
        assert_eq!(session.marks(), []);
    }

    #[test]
    fn taking_back_a_choice_keeps_the_dice() {
        let mut session = started_session();
        assert_eq!(
            session.take_back().unwrap(),
            "Take back: nothing has been played"
        );
        run_until_choice(&mut session);
        let before = snapshot(&session).clone();
        let wedge = before.legal[0];
        assert_eq!(
            session.take_back().unwrap(),
            "Take back: nothing has been played"
        );
        click(&mut session, wedge);
        run(&mut session, 40);
        assert_ne!(snapshot(&session).position, before.position);
        assert_eq!(session.take_back().unwrap(), "Taken back");
        let after = snapshot(&session);
        assert_eq!(
            (after.position, after.numbers()),
            (before.position, before.numbers())
        );
        assert_eq!(
            session.take_back().unwrap(),
            "Take back: nothing has been played"
        );
    }

    #[test]
    fn the_lines_above_and_below_the_game_are_blank() {
        let mut session = started_session();
        run(&mut session, 60);
        let lines = session.game().unwrap().lines().unwrap();
        let frame = session.machine().last_frame();
        let is_blank = |line: &usize| {
            let pixels = frame.line(*line);
            pixels.iter().all(|color| *color == 0 || *color == BLANK)
        };
        let shown = session.shown_lines();
        let outside = (shown.start..lines.start).chain(lines.end..shown.end);
        let not_blank: Vec<usize> = outside.filter(|line| !is_blank(line)).collect();
        assert!(
            not_blank.is_empty(),
            "{not_blank:?} of {shown:?}, outside {lines:?}"
        );
        assert!(!is_blank(&lines.start) && !is_blank(&(lines.end - 1)));
    }

    #[test]
    fn a_click_before_the_game_gets_an_explanation() {
        let mut session = test_session::session(&BUNDLED[1]);
        run(&mut session, 10);
        assert_eq!(
            click(&mut session, 3).unwrap(),
            "Triktrak: Reset starts a game"
        );
    }
}
