//! The files that a terminal game writes: its record, and its input as a script.

use super::ScriptFile;
use headless::{
    error::Error,
    record_file::{RecordFile, Saved},
};

/// The record and the script. Both files are complete after every move.
#[derive(Debug)]
pub struct GameFiles {
    record: Option<RecordFile>,
    /// True if the player named the record. A failure to write a named record ends the game.
    named: bool,
    /// True while another program has locked the record.
    locked: bool,
    script: Option<ScriptFile>,
}

impl GameFiles {
    /// Creates the files of a session. If the player `named` the record, a failure to write it ends
    /// the game; otherwise the game continues with a message.
    pub fn new(record: Option<RecordFile>, named: bool, script: Option<ScriptFile>) -> GameFiles {
        GameFiles {
            record,
            named,
            locked: false,
            script,
        }
    }

    /// True if the record contains moves of the current game.
    pub fn has_begun(&self) -> bool {
        self.record.as_ref().is_some_and(RecordFile::has_begun)
    }

    /// Ends the current game in the record. The next game will be written after it.
    pub fn next_game(&mut self) {
        if let Some(file) = &mut self.record {
            file.next_game();
        }
    }

    /// Writes the game, if there is one, and the script. Returns a message when another program is
    /// first found to have locked the record, or if a record that was not named cannot be written.
    ///
    /// # Errors
    /// [`Error::Write`].
    pub fn save(
        &mut self,
        game: Option<String>,
        script: impl FnOnce() -> String,
    ) -> Result<Option<String>, Error> {
        let recorded = match (&mut self.record, game) {
            (Some(file), Some(game)) => file.save(game),
            _ => Ok(Saved::Written),
        };
        let written = match &self.script {
            Some(file) => file.save(&script()),
            None => Ok(()),
        };
        let saved = match recorded {
            Err(error) if !self.named => {
                self.record = None;
                written?;
                return Ok(Some(format!("{error}; the games are no longer saved.\n")));
            }
            recorded => recorded?,
        };
        written?;
        let was_locked = std::mem::replace(&mut self.locked, saved == Saved::Locked);
        let newly = self.locked && !was_locked;
        let message = "The game record is locked by another program; the game is saved later.\n";
        Ok(newly.then(|| message.to_owned()))
    }

    /// Writes the script of the whole session, and the games that could not be written while
    /// another program had locked the record.
    ///
    /// # Errors
    /// The errors of [`GameFiles::save`]; [`Error::Fault`] if the record stays locked.
    pub fn finish(&mut self, script: impl FnOnce() -> String) -> Result<(), Error> {
        let written = match &self.script {
            Some(file) => file.finish(&script()),
            None => Ok(()),
        };
        let recorded = self.record.as_mut().map_or(Ok(()), RecordFile::finish);
        written.and(recorded)
    }
}
