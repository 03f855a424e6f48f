//! The files that a terminal game writes: its record, and its input as a script.

use super::ScriptFile;
use headless::{
    error::Error,
    record_file::{RecordFile, Saved},
};

/// The record and the script of a session. Both files are updated after every move.
#[derive(Debug)]
pub struct GameFiles {
    record: Option<RecordFile>,
    /// True if the player chose the name of the record. The game ends if such a record cannot be
    /// written.
    is_name_chosen: bool,
    /// True while the record cannot be written because another program has locked it.
    is_locked: bool,
    script: Option<ScriptFile>,
}

impl GameFiles {
    /// Creates the files of a session. If the player chose the name of the record, the game ends
    /// when the record cannot be written; otherwise, a message is printed and the game continues.
    pub fn new(
        record: Option<RecordFile>,
        is_name_chosen: bool,
        script: Option<ScriptFile>,
    ) -> GameFiles {
        GameFiles {
            record,
            is_name_chosen,
            is_locked: false,
            script,
        }
    }

    /// Returns true if moves of the current game are already in the record, or are waiting to be
    /// written to it.
    pub fn record_has_current_game(&self) -> bool {
        self.record
            .as_ref()
            .is_some_and(RecordFile::has_current_game)
    }

    /// Ends the current game in the record; the next game will be appended to the record.
    pub fn start_next_game(&mut self) {
        if let Some(file) = &mut self.record {
            file.start_next_game();
        }
    }

    /// Writes the game, if there is one, and the script. Returns a message for the player in two
    /// cases: when another program has newly locked the record, and when a record with the default
    /// name cannot be written.
    ///
    /// # Errors
    /// [`Error::Write`] if the script, or a record whose name the player chose, cannot be written.
    pub fn save(
        &mut self,
        game: Option<String>,
        script: impl FnOnce() -> String,
    ) -> Result<Option<String>, Error> {
        let record_result = match (&mut self.record, game) {
            (Some(file), Some(game)) => file.save(game),
            _ => Ok(Saved::Written),
        };
        let script_result = match &self.script {
            Some(file) => file.save(&script()),
            None => Ok(()),
        };
        let saved = match record_result {
            Err(error) if !self.is_name_chosen => {
                self.record = None;
                script_result?;
                return Ok(Some(format!("{error}; the games are no longer saved.\n")));
            }
            record_result => record_result?,
        };
        script_result?;
        let was_locked = std::mem::replace(&mut self.is_locked, saved == Saved::Locked);
        let newly_locked = self.is_locked && !was_locked;
        let message =
            "The game record is locked by another program; the game will be saved later.\n";
        Ok(newly_locked.then(|| message.to_owned()))
    }

    /// Writes the script of the whole session, and any games that could not be written earlier
    /// because another program had locked the record.
    ///
    /// # Errors
    /// The errors of [`GameFiles::save`]; [`Error::Fault`] if the record is still locked.
    pub fn finish(&mut self, script: impl FnOnce() -> String) -> Result<(), Error> {
        let script_result = match &self.script {
            Some(file) => file.finish(&script()),
            None => Ok(()),
        };
        let record_result = self.record.as_mut().map_or(Ok(()), RecordFile::finish);
        script_result.and(record_result)
    }
}
