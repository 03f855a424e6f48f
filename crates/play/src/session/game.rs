//! The interface between a session and the game in its cartridge.
//!
//! A [`Game`] reads the console after every frame and reports events. It may operate the controls
//! for the player, turn clicks into moves, mark squares that the player can click, list and record
//! the moves, and report when the cartridge is thinking. The crate `games` implements it for the
//! games on the bundled cartridges.

use super::{
    marks::{Area, ListLine, Mark},
    notice::Notice,
};
use crate::contacts::Port;
use std::{any::Any, ops::Range};
use vcs::{Input, Machine, input::Difficulty};

/// A function that recognizes the game in an image, and returns `None` if it knows no such game.
/// The string is the date for the game's record, as `YYYY.MM.DD`.
pub type Recognize = fn(&[u8], &Machine, &str) -> Option<Box<dyn Game>>;

/// Returns `None` for every image: recognizes no game.
pub fn recognize_none(_: &[u8], _: &Machine, _: &str) -> Option<Box<dyn Game>> {
    None
}

/// An aid, drawn over or beside the picture, that the player can turn on and off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aid {
    /// The numbers of the squares.
    Numbers,
    /// The list of moves.
    MoveList,
}

/// A game that a session follows. A front end that needs more than these functions uses the game's
/// own type.
pub trait Game: Any {
    /// Reads the state of the console after a frame, and adds notices about events.
    fn after_frame(&mut self, machine: &Machine, notices: &mut Vec<Notice>);

    /// Reads the state of the console after a step through time, or after a saved state was loaded.
    fn after_jump(&mut self, _machine: &Machine) {}

    /// Returns the input for the next frame: the game's input while the game is operating the
    /// controls, otherwise `player`, the input of the player.
    fn input(&mut self, player: Input, notices: &mut Vec<Notice>) -> Input;

    /// Returns true while the game is operating the controls.
    fn is_busy(&self) -> bool;

    /// Makes the game release the controls. Returns true if the game may have moved the left
    /// difficulty switch. The session then moves the switch back to B.
    fn interrupt(&mut self) -> bool;

    /// Handles a click on the picture. `clock` is the color clock, and `line` is the scanline of
    /// the frame. Returns a message to show.
    fn click(&mut self, clock: usize, line: usize) -> Option<String>;

    /// Returns the marks to draw over the picture. `color` is true if the TV type switch is set to
    /// color.
    fn marks(&self, _color: bool) -> Vec<Mark> {
        Vec::new()
    }

    /// Returns true if the game may move the difficulty switches. The session then leaves them
    /// where the game has put them.
    fn moves_levers(&self) -> bool {
        false
    }

    /// Returns the meaning of a difficulty switch's position in the game, for a message. `turned`
    /// is true if the switch has just been moved to that position.
    fn lever_meaning(&self, _port: Port, _position: Difficulty, _turned: bool) -> &'static str {
        ""
    }

    /// Returns true while the cartridge is thinking at level `min_level` or higher. Always returns
    /// false if `min_level` is 0.
    fn is_thinking(&self, _ram: &[u8; 128], _min_level: u8) -> bool {
        false
    }

    /// Returns true while the game is waiting for the player to act.
    fn is_players_turn(&self) -> bool {
        false
    }

    /// Returns the setting that turns an aid on or off; `None` if the game does not have that aid.
    fn aid(&mut self, _aid: Aid) -> Option<&mut bool> {
        None
    }

    /// Tells the game that the mouse was moved or the screen was touched.
    fn pointer_moved(&mut self) {}

    /// Tells the game that a picture was shown. The front end calls this for each picture, so that
    /// the game can remove its marks after a while.
    fn picture_shown(&mut self) {}

    /// Returns the range of scanlines of the frame that show the game.
    fn lines(&self) -> Option<Range<usize>> {
        None
    }

    /// Returns the range of scanlines of the frame that show the board. The move list is shown
    /// beside the board.
    fn board_lines(&self) -> Option<Range<usize>> {
        None
    }

    /// Returns the lines of the move list, which is shown in a margin of `columns` by `rows`
    /// characters. `color` is true if the TV type switch is set to color.
    fn move_list(&self, _color: bool, _columns: usize, _rows: usize) -> Vec<ListLine> {
        Vec::new()
    }

    /// Returns the pieces on the board. Each has the area of its square and a letter.
    fn pieces(&self) -> Vec<(Area, char)> {
        Vec::new()
    }

    /// Returns the position in the notation that is usual for the game; `None` while a move is
    /// changing the position.
    fn position(&self) -> Option<String> {
        None
    }

    /// Returns the record of the game as text, for a file.
    fn record(&self) -> Option<String> {
        None
    }

    /// Replaces the game's record with one from a saved state. Ignores a record that cannot be
    /// read.
    fn restore_record(&mut self, _record: &str) {}
}
