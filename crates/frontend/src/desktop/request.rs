//! The requests of the panels: the commands that keys have as well, and what can only be chosen on
//! a panel. [`super::execute`] executes them.

use super::{action::Command, launcher::Wanted, settings::Scope};
use play::bundled::Bundled;
use std::path::PathBuf;
use toml::Value;

/// Something to be done.
#[derive(Debug, Clone, PartialEq)]
pub enum Request {
    /// A command, as a key gives it.
    Command(Command),
    /// A panel has opened: the keys let go, and messages about the game make room.
    MakeRoom,
    /// Shows a message.
    Show(String),
    /// Removes the messages, which are out of date.
    ClearMessages,
    /// Changes a setting.
    Set(Change),
    /// Opens the list to choose a file from.
    Choose(Wanted),
    /// Opens the file that was chosen from it; where that is impossible, the list stays.
    Open(Wanted, PathBuf),
    /// Opens a game of a file of games, counted from 1; where that is impossible, the list stays.
    OpenGame(PathBuf, usize),
    /// Inserts one of the program's own cartridges.
    Insert(Bundled),
    /// Keeps the favorite cartridges.
    Favorites(Vec<PathBuf>),
    /// Closes the debugger: the game plays on.
    Play,
    /// Resigns the game of Video Checkers, which the player has confirmed.
    Resign,
}

/// A change of a setting.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// The file that it belongs to.
    pub scope: Scope,
    /// Its section there.
    pub section: String,
    /// Its name there.
    pub key: String,
    /// The new value; `None` takes the setting away.
    pub value: Option<Value>,
    /// The message if the change is not refused.
    pub done: Option<String>,
}

impl Change {
    /// A change that needs no message.
    pub fn new(scope: Scope, section: &str, key: &str, value: Option<Value>) -> Change {
        Change {
            scope,
            section: section.into(),
            key: key.into(),
            value,
            done: None,
        }
    }
}
