//! What happened in a session, for the front end to show or act on.

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Notice {
    /// The script has ended; the player has the controls.
    ScriptEnded,
    /// The player pushes the stick straight in a game whose pieces move diagonally.
    PushedStraight,
    /// A step through time moved a console switch; the text to show.
    LeverMoved(String),
    /// Another game of the bundled cartridge has begun.
    GameBegan,
    /// The record of the bundled game has changed: moves were made or taken back.
    GameMoved,
    /// The position of the bundled game has come up this often, at least three times: a draw may
    /// be offered.
    Repetition(usize),
    /// The program has written to the player's SaveKey.
    SaveKeyWritten,
}
