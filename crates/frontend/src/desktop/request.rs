//! The requests that panels make: commands that keys can give, and actions that only panels have.
//! [`super::execute`] executes them.

use super::{action::Command, launcher::FileKind, settings::Scope};
use play::bundled::Bundled;
use std::path::PathBuf;
use toml::Value;

/// A request.
#[derive(Debug, Clone, PartialEq)]
pub enum Request {
    /// A command that a key can also give.
    Command(Command),
    /// A panel has opened: releases the keys and the mouse, and removes the messages.
    PrepareForPanel,
    /// Shows a message.
    Show(String),
    /// Removes the messages, which are out of date.
    ClearMessages,
    /// Changes a setting.
    Set(Change),
    /// Opens a list of files to choose from.
    Choose(FileKind),
    /// Opens the chosen file; if that fails, the list stays open.
    Open(FileKind, PathBuf),
    /// Opens a game in a file of games, which are numbered from 1. If that fails, the list stays
    /// open.
    OpenGame(PathBuf, usize),
    /// Inserts a bundled cartridge.
    Insert(Bundled),
    /// Saves the favorite cartridges.
    Favorites(Vec<PathBuf>),
    /// Closes the debugger and continues the game.
    Play,
    /// Resigns the game of Video Checkers, after the player has confirmed it.
    Resign,
}

/// A change to a setting.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// The file to change.
    pub scope: Scope,
    /// The section in the file.
    pub section: String,
    /// The name of the setting in the section.
    pub key: String,
    /// The new value; `None` removes the setting.
    pub value: Option<Value>,
    /// The message to show once the change has succeeded.
    pub success_message: Option<String>,
}

impl Change {
    /// Creates a change without a message.
    pub fn new(scope: Scope, section: &str, key: &str, value: Option<Value>) -> Change {
        Change {
            scope,
            section: section.into(),
            key: key.into(),
            value,
            success_message: None,
        }
    }
}
