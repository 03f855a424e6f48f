//! A text file that contains game records. New games are appended; earlier games are never
//! overwritten.

use crate::{error::Error, outputs::check_is_file_name};
use std::{
    fs::{File, OpenOptions, TryLockError},
    io::{self, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

/// The default name of a file of checkers games.
pub const DEFAULT_NAME: &str = "gamerec.txt";

/// A file of games. The current game, usually the last one in the file, is saved after every move.
///
/// Earlier games stay unchanged. A save rewrites the file only from the first byte that changes, so
/// a crash in the middle of a save loses at most the last move. The file is locked during a save.
/// If another program has appended a game after ours, the save moves that game to make room. While
/// another program holds the lock, our games are kept in memory and written later.
#[derive(Debug)]
pub struct RecordFile {
    path: PathBuf,
    file: File,
    /// Offset of our game in the file; `None` before the game is written.
    game_offset: Option<u64>,
    /// The text of our game at the last save.
    saved_text: Vec<u8>,
    /// Games that have not been written yet because the file was locked.
    waiting: Vec<String>,
    /// True if the last waiting game is the current one.
    is_current_waiting: bool,
}

/// The result of a save.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Saved {
    /// The games are on disk.
    Written,
    /// Another program has locked the file; a later save writes the games.
    Locked,
}

/// Maximum size of a file of games, in bytes: 64 MiB.
const MAX_SIZE: u64 = 64 << 20;
/// Number of bytes at the start of a file that are read to recognize a record.
const HEAD_BYTES: u64 = 4096;
/// Maximum time that [`RecordFile::finish`] waits for another program's lock.
pub const LOCK_WAIT: Duration = Duration::from_secs(5);
const LOCK_RETRY_INTERVAL: Duration = Duration::from_millis(50);

impl RecordFile {
    /// Opens or creates a file. Nothing is written yet.
    ///
    /// # Errors
    /// [`Error::Write`] if the file cannot be opened for reading and writing; [`Error::Usage`] if
    /// it is not a file of games.
    pub fn open(path: &Path) -> Result<RecordFile, Error> {
        check_record(path)?;
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let file = options.open(path).map_err(Error::write(path))?;
        // Reading from a device might never end.
        if !file.metadata().is_ok_and(|file| file.is_file()) {
            let path = path.display();
            return Err(Error::Usage(format!(
                "{path} is not a regular file, so it cannot hold games; name another file"
            )));
        }
        Ok(RecordFile {
            path: path.to_owned(),
            file,
            game_offset: None,
            saved_text: Vec::new(),
            waiting: Vec::new(),
            is_current_waiting: false,
        })
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns true if the current game has been saved at least once, or is waiting to be saved.
    pub fn has_current_game(&self) -> bool {
        self.is_current_waiting || self.waiting.is_empty() && self.game_offset.is_some()
    }

    /// Ends the current game; the next save begins a new one.
    pub fn start_next_game(&mut self) {
        if self.waiting.is_empty() {
            self.start_new_game();
        }
        self.is_current_waiting = false;
    }

    /// Makes the next save append a new game.
    fn start_new_game(&mut self) {
        self.game_offset = None;
        self.saved_text.clear();
    }

    /// Writes the current game, and the games that are waiting for the lock.
    ///
    /// # Errors
    /// [`Error::Write`], for example on a full disk.
    pub fn save(&mut self, game: String) -> Result<Saved, Error> {
        if self.is_current_waiting {
            self.waiting.pop();
        }
        self.waiting.push(game);
        self.is_current_waiting = true;
        self.write_pending()
    }

    /// Writes the games that are waiting for the lock, if it is free now.
    ///
    /// # Errors
    /// The errors of [`RecordFile::save`].
    pub fn write_pending(&mut self) -> Result<Saved, Error> {
        if self.waiting.is_empty() {
            return Ok(Saved::Written);
        }
        match self.file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(Saved::Locked),
            Err(TryLockError::Error(error)) => return Err(Error::write(&self.path)(error)),
        }
        let written = self.write_waiting();
        let unlocked = self.file.unlock();
        let result = written.and(unlocked);
        result.map_err(Error::write(&self.path))?;
        Ok(Saved::Written)
    }

    /// Writes the games that are waiting for the lock. If another program holds the lock, tries
    /// again for up to [`LOCK_WAIT`].
    ///
    /// # Errors
    /// The errors of [`RecordFile::save`]; [`Error::Fault`] if the file stays locked.
    pub fn finish(&mut self) -> Result<(), Error> {
        match retry_while_locked(LOCK_WAIT, || self.write_pending())? {
            Saved::Written => Ok(()),
            Saved::Locked => Err(Error::Fault(format!(
                "{} is locked by another program; {} games are not saved",
                self.path.display(),
                self.waiting.len()
            ))),
        }
    }

    fn write_waiting(&mut self) -> io::Result<()> {
        for (number, game) in std::mem::take(&mut self.waiting).into_iter().enumerate() {
            if number > 0 {
                self.start_new_game();
            }
            self.replace_game(game.into_bytes())?;
        }
        if !self.is_current_waiting {
            self.start_new_game();
        }
        self.is_current_waiting = false;
        Ok(())
    }

    fn replace_game(&mut self, text: Vec<u8>) -> io::Result<()> {
        let mut on_disk = Vec::new();
        self.file.seek(SeekFrom::Start(0))?;
        let mut bounded = (&self.file).take(MAX_SIZE + 1);
        bounded.read_to_end(&mut on_disk)?;
        if on_disk.len() as u64 > MAX_SIZE {
            return Err(io::Error::other(
                "it is larger than 64 MiB; choose another file",
            ));
        }
        let mut whole = on_disk.clone();
        let (begin, end) = match self.find_game(&whole) {
            Some(begin) => (begin, begin + self.saved_text.len()),
            None => {
                whole.extend_from_slice(separator_after(&whole));
                (whole.len(), whole.len())
            }
        };
        let (before, after) = (&whole[..begin], &whole[end..]);
        let changed = [before, &text, after].concat();
        let unchanged = on_disk.iter().zip(&changed).take_while(|(a, b)| a == b);
        let unchanged = unchanged.count();
        self.file.seek(SeekFrom::Start(unchanged as u64))?;
        self.file.write_all(&changed[unchanged..])?;
        self.file.set_len(changed.len() as u64)?;
        self.file.sync_data()?;
        self.game_offset = Some(begin as u64);
        self.saved_text = text;
        Ok(())
    }

    /// Finds our game in the file, at its old offset or wherever another program has moved it.
    /// Returns `None` if the game is no longer in the file.
    fn find_game(&self, whole: &[u8]) -> Option<usize> {
        let begin = usize::try_from(self.game_offset?).ok()?;
        let is_our_game = |at: &usize| whole[*at..].starts_with(&self.saved_text);
        let old = Some(begin)
            .filter(|at| *at <= whole.len())
            .filter(is_our_game);
        old.or_else(|| (0..whole.len()).find(is_our_game))
    }
}

/// Returns an error if the path is a regular file that is neither empty nor a record of games. This
/// check keeps the program from appending games to an unrelated file.
///
/// # Errors
/// [`Error::Usage`].
pub fn check_record(path: &Path) -> Result<(), Error> {
    check_is_file_name(path)?;
    if !path.is_file() {
        return Ok(());
    }
    let mut head = Vec::new();
    let read = File::open(path).and_then(|file| file.take(HEAD_BYTES).read_to_end(&mut head));
    // If the file cannot be read, it may still be a record: on some systems, a program cannot read
    // a file that another program has locked.
    if read.is_ok() && !begins_like_record(&String::from_utf8_lossy(&head)) {
        Err(Error::Usage(format!(
            "{} is not a record of games; name another file",
            path.display()
        )))
    } else {
        Ok(())
    }
}

/// Returns true if the text is empty or, after any comments, begins like a record: with a PDN tag,
/// a PDN move, or the first line of a Triktrak record.
fn begins_like_record(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}');
    let is_comment = |line: &&str| line.starts_with([';', '%', '{']);
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let Some(line) = lines.find(|line| !is_comment(line)) else {
        return text.trim().is_empty();
    };
    let is_tag = || {
        let tag = line.strip_prefix('[').and_then(|tag| tag.split_once('"'));
        tag.is_some_and(|(name, _)| name.trim().chars().all(char::is_alphanumeric))
    };
    let is_move = || {
        let number = line.split_once('.').map_or("", |(number, _)| number);
        number.parse::<u32>().is_ok()
    };
    is_tag() || is_move() || line.starts_with("triktrak ")
}

/// Calls `save` again and again while it returns [`Saved::Locked`], but not for longer than `wait`.
/// Returns the last result.
///
/// # Errors
/// The errors of `save`.
pub fn retry_while_locked(
    wait: Duration,
    mut save: impl FnMut() -> Result<Saved, Error>,
) -> Result<Saved, Error> {
    let start = Instant::now();
    loop {
        let saved = save()?;
        if saved == Saved::Written || start.elapsed() > wait {
            return Ok(saved);
        }
        thread::sleep(LOCK_RETRY_INTERVAL);
    }
}

/// Returns the separator between a game and the text before it: a blank line.
fn separator_after(before: &[u8]) -> &'static [u8] {
    match before {
        [] => b"",
        [.., b'\n', b'\n'] => b"",
        [.., b'\n'] => b"\n",
        _ => b"\n\n",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use checkers::{Game, MoveStyle, Variant, pdn::Record};

    fn record(moves: &[&str]) -> String {
        let mut record = Record::new(Game::new(Variant::Checkers));
        for text in moves {
            let chosen = record.game.position().parse_move(text).expect("is legal");
            record.game.play(chosen);
        }
        record.to_pdn(MoveStyle::Short)
    }

    /// Returns a temporary folder, and the path of a record in it.
    fn folder() -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("gamerec.txt");
        (folder, path)
    }

    #[test]
    fn games_are_appended_and_complete_after_every_move() {
        let (_folder, path) = folder();
        std::fs::write(&path, "[Event \"an old game without a line end\"]").unwrap();
        let mut file = RecordFile::open(&path).unwrap();
        let (first, longer) = (record(&["11-15"]), record(&["11-15", "22-18", "15x22"]));
        for state in [&first, &longer, &first] {
            file.save(state.clone()).unwrap();
            let text = std::fs::read_to_string(&path).unwrap();
            let expected = format!("[Event \"an old game without a line end\"]\n\n{state}");
            assert_eq!(text, expected);
        }
        file.start_next_game();
        file.save(longer.clone()).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.ends_with(&format!("{first}\n{longer}")), "{text}");
    }

    #[test]
    fn two_programs_may_append_to_one_file() {
        let (_folder, path) = folder();
        let (first, longer) = (record(&["9-13"]), record(&["9-13", "22-18", "12-16"]));
        let other = record(&["10-14", "22-18"]);
        let mut one = RecordFile::open(&path).unwrap();
        let mut two = RecordFile::open(&path).unwrap();
        one.save(first.clone()).unwrap();
        two.save(other.clone()).unwrap();
        one.save(longer.clone()).unwrap();
        two.save(first.clone()).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        let records = checkers::pdn::read(&text).expect("both games can be read");
        let plies: Vec<usize> = records.iter().map(|r| r.game.moves().len()).collect();
        assert_eq!(plies, [3, 1], "{text}");
    }

    #[test]
    fn games_wait_while_the_file_is_locked() {
        let (_folder, path) = folder();
        std::fs::write(&path, "").unwrap();
        let (first, longer) = (record(&["9-13"]), record(&["9-13", "22-18", "12-16"]));
        let other = record(&["10-14", "22-18"]);
        let mut file = RecordFile::open(&path).unwrap();
        assert_eq!(file.save(first.clone()).unwrap(), Saved::Written);
        let holder = OpenOptions::new().write(true).open(&path).unwrap();
        holder.lock().unwrap();
        assert_eq!(file.save(longer.clone()).unwrap(), Saved::Locked);
        file.start_next_game();
        assert!(!file.has_current_game());
        assert_eq!(file.save(first.clone()).unwrap(), Saved::Locked);
        assert_eq!(file.save(other.clone()).unwrap(), Saved::Locked);
        holder.unlock().unwrap();
        assert_eq!(file.write_pending().unwrap(), Saved::Written);
        assert_eq!(file.save(longer.clone()).unwrap(), Saved::Written);
        let text = std::fs::read_to_string(&path).unwrap();
        let records = checkers::pdn::read(&text).expect("all games can be read");
        let plies: Vec<usize> = records.iter().map(|r| r.game.moves().len()).collect();
        assert_eq!(plies, [3, 3], "{text}");
    }

    #[test]
    fn games_are_only_recorded_to_a_file_of_games() {
        let (_folder, path) = folder();
        let image = [0x78, 0xd8, 0xff];
        let others: [&[u8]; 5] = [
            &image,
            b"crownhead-script 1\n",
            b"; a source\n nop\n",
            b"[section]\nkey = \"value\"\n",
            b"{\"json\": 1}\n",
        ];
        for other in others {
            std::fs::write(&path, other).unwrap();
            let error = RecordFile::open(&path).unwrap_err();
            assert_eq!(error.status(), 2, "{error}");
            assert_eq!(std::fs::read(&path).unwrap(), other);
        }
        for text in [
            "",
            "\n",
            "\u{feff}; mine\n[Event \"x\"]\n",
            "1. 11-15 *\n",
            "triktrak 1\n",
        ] {
            std::fs::write(&path, text).unwrap();
            RecordFile::open(&path).unwrap();
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_device_is_refused_as_a_file_for_games() {
        for path in ["/dev/zero", "/dev/full"] {
            let error = RecordFile::open(Path::new(path)).unwrap_err();
            assert_eq!(error.status(), 2, "{error}");
        }
    }
}
