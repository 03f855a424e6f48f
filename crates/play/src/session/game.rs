//! The interface of a session to games: a trait for games that a session can follow.
//!
//! A game reads the console after every frame and reports events. It may operate the controls for
//! the player, turn clicks into moves, mark squares that can be clicked, list and record the moves,
//! and report when the cartridge thinks. The crate `games` has the games of the bundled cartridges.

use super::{
    marks::{Area, ListLine, Mark},
    notice::Notice,
};
use crate::contacts::Port;
use std::{any::Any, ops::Range};
use vcs::{Input, Machine, input::Difficulty};

/// A function that recognizes the game of an image. The `&str` is the date for the game's record,
/// `YYYY.MM.DD`.
pub type Recognize = fn(&[u8], &Machine, &str) -> Option<Box<dyn Game>>;

/// Recognizes no game.
pub fn none(_: &[u8], _: &Machine, _: &str) -> Option<Box<dyn Game>> {
    None
}

/// An aid over the picture that the player switches on and off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aid {
    /// The numbers of the squares.
    Numbers,
    /// The list of moves.
    MoveList,
}

/// A game in a session. Front ends that need more than this trait use the game's type.
pub trait Game: Any {
    /// Reads the console after a frame, and adds notices about events.
    fn after_frame(&mut self, machine: &Machine, notices: &mut Vec<Notice>);

    /// Reads the console after a step through time or a loaded state.
    fn after_jump(&mut self, _machine: &Machine) {}

    /// Returns the input of the next frame: the player's, or the game's while the game operates the
    /// controls.
    fn input(&mut self, own: Input, notices: &mut Vec<Notice>) -> Input;

    /// True while the game operates the controls.
    fn is_busy(&self) -> bool;

    /// Makes the game release the controls. Returns true if the game may have moved the left
    /// difficulty switch, which must then return to B.
    fn interrupt(&mut self) -> bool;

    /// Handles a click at a color clock and a scanline of the frame. Returns a message to show.
    fn click(&mut self, clock: usize, line: usize) -> Option<String>;

    /// Returns the marks over the picture. `color` is true if the TV type switch is set to color.
    fn marks(&self, _color: bool) -> Vec<Mark> {
        Vec::new()
    }

    /// True if the game moves the difficulty switches, which then stay in their position.
    fn moves_levers(&self) -> bool {
        false
    }

    /// Returns the meaning of a difficulty switch's position in the game, for a message. `turned`
    /// is true if the switch has just been moved to this position.
    fn lever_meaning(&self, _port: Port, _position: Difficulty, _turned: bool) -> &'static str {
        ""
    }

    /// True while the cartridge thinks at the level `from` or above; always false if `from` is 0.
    fn is_thinking(&self, _ram: &[u8; 128], _from: u8) -> bool {
        false
    }

    /// True while the game waits for the player.
    fn is_players_turn(&self) -> bool {
        false
    }

    /// Returns a reference to the setting that shows or hides an aid; `None` if the game does not
    /// have the aid.
    fn aid(&mut self, _aid: Aid) -> Option<&mut bool> {
        None
    }

    /// Reports that the mouse has moved or a finger has touched.
    fn pointer_moved(&mut self) {}

    /// Reports that a picture was shown. Called for each picture, so that marks disappear after
    /// some time.
    fn picture_shown(&mut self) {}

    /// Returns the lines of the frame in which the game is drawn.
    fn lines(&self) -> Option<Range<usize>> {
        None
    }

    /// Returns the lines of the frame that have the board; the list of moves is beside them.
    fn board(&self) -> Option<Range<usize>> {
        None
    }

    /// Returns the list of moves, for a margin of `columns` by `rows` characters. `color` is true
    /// if the TV type switch is set to color.
    fn move_list(&self, _color: bool, _columns: usize, _rows: usize) -> Vec<ListLine> {
        Vec::new()
    }

    /// Returns the pieces on the board: their squares and letters.
    fn pieces(&self) -> Vec<(Area, char)> {
        Vec::new()
    }

    /// Returns the position in the game's own notation; `None` while a move changes it.
    fn position(&self) -> Option<String> {
        None
    }

    /// Returns the record of the game as the text of a file.
    fn record(&self) -> Option<String> {
        None
    }

    /// Reads the record of a loaded state. Ignores a record that cannot be read.
    fn recall(&mut self, _record: &str) {}
}
