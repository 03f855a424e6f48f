//! Choosing a file inside the window: a cartridge or a position.

use super::{
    canvas::{CELL, Canvas},
    keys::key_name,
};
use crate::files::images_in;
use minifb::Key;
use play::bundled::{BUNDLED, Bundled};
use std::{
    fs,
    path::{Path, PathBuf},
};
use vcs::cartridge::Scheme;

/// Rows that a page key moves by.
const PAGE: usize = 10;
/// Rows above the list (title and folder), and below it (hint, or the message on a refused file).
const TITLE_ROWS: usize = 4;
const HINT_ROWS: usize = 6;
/// Characters at the end of a long name that are always shown.
const TAIL: usize = 16;

const INK: u32 = 0xd8d8d8;
const TITLE: u32 = 0xffd866;
const CHOSEN: u32 = 0x78e08f;

/// What is to be chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// A cartridge to play.
    Cartridge,
    /// A position to set up.
    Position,
}

impl Wanted {
    /// Extensions of files that are offered, apart from folders.
    fn extensions(self) -> &'static [&'static str] {
        match self {
            Wanted::Cartridge => &["bin", "a26", "rom", "zip", "gz"],
            Wanted::Position => &["fen", "txt"],
        }
    }

    fn title(self) -> &'static str {
        match self {
            Wanted::Cartridge => "OPEN A CARTRIDGE",
            Wanted::Position => "LOAD A POSITION (FEN)",
        }
    }
}

/// A list of the files in a folder, or of those that were open before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chooser {
    /// What is to be chosen.
    pub wanted: Wanted,
    folder: PathBuf,
    /// Names, folders first, each with a slash at its end.
    names: Vec<String>,
    chosen: usize,
    /// Files of earlier sessions, the latest first.
    recent: Vec<PathBuf>,
    /// The list shows those, and the program's own cartridges.
    shows_recent: bool,
}

/// What a key led to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Choice {
    /// Still choosing.
    Open,
    /// The list was closed without a choice.
    Closed,
    /// This file.
    File(PathBuf),
    /// This cartridge of the program's own.
    Bundled(Bundled),
}

/// The nearest folder above a file, or the zip file that contains it.
pub fn folder_of(file: &Path) -> Option<PathBuf> {
    let file = std::path::absolute(file).ok()?;
    let mut above = file.ancestors().skip(1);
    let shelf = above.find(|shelf| shelf.is_dir() || shelf.is_file())?;
    Some(shelf.to_owned())
}

/// True for keys that repeat in the list while they are held.
pub fn repeats(key: Key) -> bool {
    let ways = [Key::Up, Key::Down, Key::PageUp, Key::PageDown];
    ways.contains(&key) || [Key::NumPad8, Key::NumPad2].contains(&key)
}

/// Where the list is on the canvas.
struct Layout {
    /// Pixels of a row.
    cell: usize,
    columns: usize,
    rows: usize,
    /// Rows of the list, and the entry in the first of them.
    list_rows: usize,
    first: usize,
}

impl Chooser {
    /// Lists a folder, or a zip file with several images in it. For a folder that cannot be read
    /// there is only the entry of its parent.
    pub fn new(wanted: Wanted, folder: &Path, recent: Vec<PathBuf>) -> Chooser {
        let mut chooser = Chooser {
            wanted,
            folder: folder.to_owned(),
            names: Vec::new(),
            chosen: 0,
            recent,
            shows_recent: false,
        };
        chooser.list(folder.to_owned());
        chooser
    }

    fn list(&mut self, folder: PathBuf) {
        let mut names = match folder.is_file() {
            true => images_in(&folder),
            false => {
                let entries = fs::read_dir(&folder).into_iter().flatten().flatten();
                let offered = entries.filter_map(|entry| offered(&entry.path(), self.wanted));
                offered.collect()
            }
        };
        names.sort_by_key(|name| (!name.ends_with('/'), name.to_lowercase()));
        if folder.parent().is_some() {
            names.insert(0, "../".into());
        }
        self.folder = folder;
        self.names = names;
        self.chosen = 0;
        self.shows_recent = false;
    }

    /// Shows the files of earlier sessions, or the folder again.
    fn toggle_recent(&mut self) {
        if self.shows_recent {
            return self.list(self.folder.clone());
        }
        let name = |path: &PathBuf| path.display().to_string();
        self.names = self.recent.iter().map(name).collect();
        let own = |bundled: &Bundled| format!("{} (built in)", bundled.name);
        self.names.extend(self.bundled().iter().map(own));
        self.chosen = 0;
        self.shows_recent = true;
    }

    /// The program's own cartridges, where one is to be chosen.
    fn bundled(&self) -> &'static [Bundled] {
        match self.wanted {
            Wanted::Cartridge => &BUNDLED,
            Wanted::Position => &[],
        }
    }

    /// A key went down.
    pub fn key(&mut self, key: Key) -> Choice {
        match key {
            Key::Up | Key::NumPad8 => self.go_by(-1),
            Key::Down | Key::NumPad2 => self.go_by(1),
            Key::PageUp => self.go_by(-(PAGE as isize)),
            Key::PageDown => self.go_by(PAGE as isize),
            Key::Home => self.chosen = 0,
            Key::End => self.chosen = self.names.len().saturating_sub(1),
            Key::Backspace | Key::Left if self.shows_recent => self.toggle_recent(),
            Key::Backspace | Key::Left => self.go("../"),
            Key::Tab if self.wanted == Wanted::Cartridge => self.toggle_recent(),
            Key::Enter | Key::NumPadEnter | Key::Space | Key::Right => return self.take(),
            Key::Escape => return Choice::Closed,
            _ => self.go_to(key_name(key)),
        }
        Choice::Open
    }

    /// Goes to the next name that begins with a letter or digit.
    fn go_to(&mut self, letter: &str) {
        let begins = |at: &usize| {
            let name = match self.shows_recent {
                true => self.names[*at].rsplit(['/', '\\']).next(),
                false => Some(self.names[*at].as_str()),
            };
            letter.len() == 1 && name.is_some_and(|name| name.to_lowercase().starts_with(letter))
        };
        let count = self.names.len();
        let others = (1..=count).map(|step| (self.chosen + step) % count);
        if let Some(at) = others.into_iter().find(begins) {
            self.chosen = at;
        }
    }

    /// Goes down (or up) by some rows.
    pub fn go_by(&mut self, rows: isize) {
        let last = self.names.len().saturating_sub(1);
        self.chosen = self.chosen.saturating_add_signed(rows).min(last);
    }

    /// The mouse clicks at a height of the canvas: takes the entry there.
    pub fn click(&mut self, canvas: &Canvas, y: usize) -> Choice {
        let layout = self.layout(canvas);
        let row = (y / layout.cell).checked_sub(TITLE_ROWS);
        let entry = row
            .filter(|row| *row < layout.list_rows)
            .map(|row| row + layout.first);
        match entry.filter(|entry| *entry < self.names.len()) {
            Some(entry) => {
                self.chosen = entry;
                self.take()
            }
            None => Choice::Open,
        }
    }

    fn take(&mut self) -> Choice {
        match self.names.get(self.chosen).cloned() {
            Some(_) if self.shows_recent => match self.recent.get(self.chosen) {
                Some(path) => Choice::File(path.clone()),
                None => Choice::Bundled(self.bundled()[self.chosen - self.recent.len()]),
            },
            Some(name) if name.ends_with('/') => {
                self.go(&name);
                Choice::Open
            }
            Some(name) => self.take_path(self.folder.join(name)),
            None => Choice::Open,
        }
    }

    /// Takes a file; opens a zip file with several images like a folder.
    fn take_path(&mut self, path: PathBuf) -> Choice {
        if self.wanted == Wanted::Cartridge && images_in(&path).len() > 1 {
            self.list(path);
            return Choice::Open;
        }
        Choice::File(path)
    }

    /// Goes to a folder; one level up, the folder that was left is chosen.
    fn go(&mut self, name: &str) {
        if name != "../" {
            return self.list(self.folder.join(name.trim_end_matches('/')));
        }
        let Some(parent) = self.folder.parent().map(Path::to_owned) else {
            return;
        };
        let slash = if self.folder.is_file() { "" } else { "/" };
        let left = self
            .folder
            .file_name()
            .map(|name| name.to_string_lossy().into_owned() + slash);
        self.list(parent);
        self.chosen = self
            .names
            .iter()
            .position(|name| Some(name) == left.as_ref())
            .unwrap_or(0);
    }

    fn layout(&self, canvas: &Canvas) -> Layout {
        let (columns, rows) = canvas.cells();
        let list_rows = rows.saturating_sub(TITLE_ROWS + HINT_ROWS).max(1);
        let last_first = self.names.len().saturating_sub(list_rows);
        Layout {
            cell: CELL * canvas.unit(),
            columns,
            rows,
            list_rows,
            first: self.chosen.saturating_sub(list_rows / 2).min(last_first),
        }
    }

    /// Draws the list over a dimmed picture, and below it the keys, unless a message is there.
    pub fn draw(&self, canvas: &mut Canvas, has_message: bool) {
        canvas.dim(48);
        let layout = self.layout(canvas);
        let cell = layout.cell;
        let columns = layout.columns.saturating_sub(3);
        let place = match self.shows_recent {
            true => "open before".into(),
            false => self.folder.display().to_string(),
        };
        canvas.text(cell, cell, self.wanted.title(), TITLE);
        canvas.text(cell, 2 * cell, &shortened(&place, columns), TITLE);
        let entries = self.names.iter().enumerate();
        for (row, name) in entries.skip(layout.first).take(layout.list_rows) {
            let (mark, color) = match row == self.chosen {
                true => ("> ", CHOSEN),
                false => ("  ", INK),
            };
            let top = (row - layout.first + TITLE_ROWS) * cell;
            let name = shortened(name, columns);
            canvas.text(cell, top, &format!("{mark}{name}"), color);
        }
        if has_message {
            return;
        }
        let hint = match (self.wanted, self.shows_recent) {
            (Wanted::Position, _) => "Enter or click opens, Esc: back",
            (_, false) => "Enter opens, Tab: recent, Esc: back",
            (_, true) => "Enter opens, Tab: folders, Esc: back",
        };
        canvas.text(cell, layout.rows.saturating_sub(1) * cell, hint, TITLE);
    }
}

/// A text in at most so many columns: of a long one the beginning and the end.
fn shortened(text: &str, columns: usize) -> String {
    let length = text.chars().count();
    if length <= columns {
        return text.to_owned();
    }
    let tail = TAIL.min(columns / 2);
    let head = text.chars().take(columns.saturating_sub(tail + 2));
    let rest = text.chars().skip(length - tail);
    head.chain("..".chars()).chain(rest).collect()
}

/// The name of a folder or of a file that may be what is wanted.
fn offered(path: &Path, wanted: Wanted) -> Option<String> {
    let name = path.file_name()?.to_string_lossy().into_owned();
    if name.starts_with('.') {
        return None;
    }
    if path.is_dir() {
        return Some(name + "/");
    }
    let extension = path.extension()?.to_string_lossy().to_ascii_lowercase();
    let names_a_board = wanted == Wanted::Cartridge && Scheme::from_name(&extension).is_some();
    let known = wanted.extensions().contains(&extension.as_str());
    (known || names_a_board).then_some(name)
}

#[cfg(test)]
mod tests;
