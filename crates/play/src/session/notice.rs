//! Notices: events in a session, for the front end to show or to act on.

/// An event in a session.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Notice {
    /// The script has ended; the player has the controls.
    ScriptEnded,
    /// The player pushes the stick straight in a game whose pieces move diagonally.
    PushedStraight,
    /// A step through time has moved a console switch. The value is the message to show.
    LeverMoved(String),
    /// Another game of the bundled cartridge has begun.
    GameBegan,
    /// The record of the bundled game has changed: moves were made or taken back.
    GameMoved,
    /// The position of the bundled game has occurred this many times, at least three. So the player
    /// may offer a draw.
    Repetition(usize),
    /// The program has written to the player's SaveKey.
    SaveKeyWritten,
}
