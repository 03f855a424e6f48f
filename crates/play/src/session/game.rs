//! The interface between a session and its game: a trait for games that a session can follow.
//!
//! A game reads the console after every frame and reports events. It may operate the controls for
//! the player, turn clicks into moves, mark squares that can be clicked, list and record the moves,
//! and report when the cartridge is thinking. The crate `games` has the games on the bundled
//! cartridges.

use super::{
    marks::{Area, ListLine, Mark},
    notice::Notice,
};
use crate::contacts::Port;
use std::{any::Any, ops::Range};
use vcs::{Input, Machine, input::Difficulty};

/// A function that recognizes the game in an image. The `&str` is the date to put into the game's
/// record, as `YYYY.MM.DD`.
pub type Recognize = fn(&[u8], &Machine, &str) -> Option<Box<dyn Game>>;

/// Recognizes no game.
pub fn none(_: &[u8], _: &Machine, _: &str) -> Option<Box<dyn Game>> {
    None
}

/// An aid over the picture that the player can switch on and off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aid {
    /// The numbers of the squares.
    Numbers,
    /// The list of moves.
    MoveList,
}

/// The game in a session. A front end that needs more than this trait uses the game's own type.
pub trait Game: Any {
    /// Reads the console after a frame and adds notices about events.
    fn after_frame(&mut self, machine: &Machine, notices: &mut Vec<Notice>);

    /// Reads the console after a step through time or after loading a state.
    fn after_jump(&mut self, _machine: &Machine) {}

    /// Returns the input for the next frame: while the game is operating the controls, its own
    /// input; otherwise the player's, `own`.
    fn input(&mut self, own: Input, notices: &mut Vec<Notice>) -> Input;

    /// Returns true while the game is operating the controls.
    fn is_busy(&self) -> bool;

    /// Makes the game let go of the controls. Returns true if the game may have moved the left
    /// difficulty switch, which must then return to B.
    fn interrupt(&mut self) -> bool;

    /// Handles a click at a color clock and a scanline of the frame. Returns a message to show.
    fn click(&mut self, clock: usize, line: usize) -> Option<String>;

    /// Returns the marks to draw over the picture. `color` is true if the TV type switch is set to
    /// color.
    fn marks(&self, _color: bool) -> Vec<Mark> {
        Vec::new()
    }

    /// Returns true if the game may move the difficulty switches itself. They then stay where the
    /// game has put them.
    fn moves_levers(&self) -> bool {
        false
    }

    /// Returns what a position of a difficulty switch means in the game, for a message. `turned` is
    /// true if the switch has just been moved to that position.
    fn lever_meaning(&self, _port: Port, _position: Difficulty, _turned: bool) -> &'static str {
        ""
    }

    /// Returns true while the cartridge is thinking at level `from` or a higher one. If `from` is
    /// 0, always returns false.
    fn is_thinking(&self, _ram: &[u8; 128], _from: u8) -> bool {
        false
    }

    /// Returns true while the game is waiting for the player.
    fn is_players_turn(&self) -> bool {
        false
    }

    /// Returns the setting that shows or hides an aid; `None` if the game does not have that aid.
    fn aid(&mut self, _aid: Aid) -> Option<&mut bool> {
        None
    }

    /// Reports that the mouse was moved or the screen was touched.
    fn pointer_moved(&mut self) {}

    /// Reports that a picture was shown. Called for each picture, so that marks can disappear after
    /// a while.
    fn picture_shown(&mut self) {}

    /// Returns the scanlines of the frame in which the game is shown.
    fn lines(&self) -> Option<Range<usize>> {
        None
    }

    /// Returns the scanlines of the frame in which the board is shown. The list of moves is beside
    /// them.
    fn board(&self) -> Option<Range<usize>> {
        None
    }

    /// Returns the list of moves, laid out for a margin that is `columns` characters wide and
    /// `rows` characters high. `color` is true if the TV type switch is set to color.
    fn move_list(&self, _color: bool, _columns: usize, _rows: usize) -> Vec<ListLine> {
        Vec::new()
    }

    /// Returns the pieces on the board, as their squares and letters.
    fn pieces(&self) -> Vec<(Area, char)> {
        Vec::new()
    }

    /// Returns the position in the game's own notation; `None` while a move is changing it.
    fn position(&self) -> Option<String> {
        None
    }

    /// Returns the record of the game as the text of a file.
    fn record(&self) -> Option<String> {
        None
    }

    /// Takes over the record from a loaded state. Ignores a record that it cannot read.
    fn recall(&mut self, _record: &str) {}
}
