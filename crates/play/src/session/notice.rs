//! Notices: events in a session, for the front end to show or to act on.

/// An event in a session.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Notice {
    /// The script has ended, and the player now has the controls.
    ScriptEnded,
    /// The player is pushing the stick straight in a game whose pieces move diagonally.
    PushedStraight,
    /// A step through time has moved a console switch. Contains the message to show.
    LeverMoved(String),
    /// A new game has begun on the bundled cartridge.
    GameBegan,
    /// The record of the bundled game has changed: moves were made or taken back.
    GameMoved,
    /// The position of the bundled game has occurred this many times. This is at least three, so
    /// the player may offer a draw.
    Repetition(usize),
    /// The program has written to the player's SaveKey.
    SaveKeyWritten,
}
