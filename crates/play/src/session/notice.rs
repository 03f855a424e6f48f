//! Notices: events in a session that the front end shows or reacts to.

/// An event in a session.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Notice {
    /// The script has ended, and the player now has the controls.
    ScriptEnded,
    /// The player is pushing the stick horizontally or vertically, but the game's pieces move
    /// diagonally.
    PushedStraight,
    /// Going back or forward in time has moved a console switch. Contains the message to show.
    LeverMoved(String),
    /// A new game has begun in the bundled cartridge.
    GameBegan,
    /// The record of the bundled game has changed: a move was made or taken back.
    GameMoved,
    /// The current position of the bundled game has occurred this many times. The number is at
    /// least three, so the player may offer a draw.
    Repetition(usize),
    /// The program has written to the player's SaveKey.
    SaveKeyWritten,
}
