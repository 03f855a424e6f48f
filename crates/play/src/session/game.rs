//! The one thing that a session knows of games: a trait for any that it can follow.
//!
//! A game looks at the console after every frame and reports what has happened. It may work the
//! controls for the player, turn clicks into moves, mark what can be clicked, and say when the
//! cartridge thinks. The crate `games` has those of the bundled cartridges.

use super::{marks::Mark, notice::Notice};
use crate::contacts::Port;
use std::any::Any;
use vcs::{Input, Machine, input::Difficulty};

/// Recognizes the game of an image; the text is the date for its record, `YYYY.MM.DD`.
pub type Recognize = fn(&[u8], &Machine, &str) -> Option<Box<dyn Game>>;

/// Knows no game.
pub fn none(_: &[u8], _: &Machine, _: &str) -> Option<Box<dyn Game>> {
    None
}

/// A game in a session. Front ends that know more of it look at its type.
pub trait Game: Any {
    /// Looks at the console after a frame, and adds what has happened.
    fn look(&mut self, machine: &Machine, notices: &mut Vec<Notice>);

    /// Looks at the console after time was moved or a state loaded.
    fn look_again(&mut self, _machine: &Machine) {}

    /// The input of the next frame: the player's own, or what the game does at the controls.
    fn input(&mut self, own: Input, notices: &mut Vec<Notice>) -> Input;

    /// True while the game works the controls.
    fn is_busy(&self) -> bool;

    /// Drops what the game does at the controls. True where that may have moved the left
    /// difficulty switch, which belongs back to B.
    fn interrupt(&mut self) -> bool;

    /// A click at a color clock and a scanline of the frame. Returns what to show about it.
    fn click(&mut self, clock: usize, line: usize) -> Option<String>;

    /// What to draw over the picture. `color` is the TV type switch.
    fn marks(&self, _color: bool) -> Vec<Mark> {
        Vec::new()
    }

    /// True if the game moves the difficulty switches, which then stay as it leaves them.
    fn moves_levers(&self) -> bool {
        false
    }

    /// The meaning of a difficulty switch's position in the game, for a message; `turned` if it has
    /// just been moved there.
    fn lever_meaning(&self, _port: Port, _position: Difficulty, _turned: bool) -> &'static str {
        ""
    }

    /// True while the cartridge thinks at a level of at least `from`; 0 is never.
    fn is_thinking(&self, _ram: &[u8; 128], _from: u8) -> bool {
        false
    }

    /// True while the game waits for the player.
    fn is_players_turn(&self) -> bool {
        false
    }

    /// Takes over how the player has the game displayed, from the one before it.
    fn display_as(&mut self, _before: &dyn Game) {}
}
