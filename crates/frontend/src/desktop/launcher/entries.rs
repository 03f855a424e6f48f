//! The entries in the launcher's list: folders, files, and the images in an archive.

use checkers::pdn::{Record, Records, result_text};
use headless::files::images_in;
use play::{
    bundled::{BUNDLED, Bundled},
    titles::{Title, title_by_checksum, title_of},
};
use std::{
    fs,
    io::Read,
    path::{Path, PathBuf},
};
use vcs::cartridge::Scheme;

/// The kind of file to choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileKind {
    /// A cartridge to play.
    Cartridge,
    /// A position to set up.
    Position,
    /// A file of game records (PDN) to browse.
    Book,
    /// A file with a palette.
    Palette,
    /// A folder.
    Folder,
}

impl FileKind {
    /// Returns the extensions of files to offer.
    fn extensions(self) -> &'static [&'static str] {
        match self {
            FileKind::Cartridge => &["bin", "a26", "rom", "zip", "gz"],
            FileKind::Position => &["fen", "txt"],
            FileKind::Book => &["pdn", "txt"],
            FileKind::Palette => &["pal"],
            FileKind::Folder => &[],
        }
    }
}

/// An entry in the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The file's name.
    pub name: String,
    /// The cartridge's title, once it is known.
    pub title: Option<Title>,
    /// The folder, file or game that the entry opens.
    pub target: Target,
    /// The sort key: a group number, and [`Entry::sort_label`].
    sort_key: (u8, String),
}

/// A folder, file or game that an entry opens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// The parent folder.
    Up,
    /// The listed folder itself, when the player is choosing a folder.
    ThisFolder(PathBuf),
    /// A folder.
    Folder(PathBuf),
    /// A file.
    File(PathBuf),
    /// A game in a file of games, and its number, starting from 1.
    Game(PathBuf, usize),
    /// A bundled cartridge.
    Bundled(Bundled),
}

impl Entry {
    /// Creates an entry.
    pub fn new(name: String, title: Option<Title>, target: Target) -> Entry {
        let group = match target {
            Target::ThisFolder(_) => 0,
            Target::Up => 1,
            Target::Folder(_) => 2,
            Target::File(_) | Target::Game(..) | Target::Bundled(_) => 3,
        };
        let mut entry = Entry {
            name,
            title,
            target,
            sort_key: (group, String::new()),
        };
        entry.sort_key.1 = entry.sort_label();
        entry
    }

    /// Sets the title.
    pub fn set_title(&mut self, title: Title) {
        self.title = Some(title);
        self.sort_key.1 = self.sort_label();
    }

    /// Returns the label in lowercase, without a leading article.
    fn sort_label(&self) -> String {
        let label = self.label().to_lowercase();
        let is_leading = |article: &&str| self.title.is_some() && label.starts_with(*article);
        match ["the ", "an ", "a "]
            .iter()
            .find(|article| is_leading(article))
        {
            Some(article) => label[article.len()..].into(),
            None => label,
        }
    }

    /// Returns the label: the title if it is known, and the file's name.
    pub fn label(&self) -> String {
        match self.title {
            Some(title) => format!("{} ({})", title.name, self.name),
            None => self.name.clone(),
        }
    }

    /// Returns the name to show on a tile: for a file, the last part of its path, without the
    /// extension.
    pub fn tile_label(&self) -> String {
        match &self.target {
            Target::File(path) => path.file_stem().unwrap_or_default().display().to_string(),
            _ => self.name.clone(),
        }
    }

    /// Creates an entry for a file, named by its whole path.
    pub fn of_file(path: &Path) -> Entry {
        Entry::new(
            path.display().to_string(),
            None,
            Target::File(path.to_owned()),
        )
    }
}

/// Returns the bundled cartridges.
pub fn bundled() -> impl Iterator<Item = Entry> {
    BUNDLED.into_iter().map(|bundled| {
        let name = format!("{}, built in", bundled.name);
        Entry::new(name, title_of(bundled.image), Target::Bundled(bundled))
    })
}

/// Returns the nearest folder above a file, or the zip file that contains it.
pub fn folder_of(file: &Path) -> Option<PathBuf> {
    let file = std::path::absolute(file).ok()?;
    let mut ancestors = file.ancestors().skip(1);
    let folder = ancestors.find(|path| path.is_dir() || path.is_file())?;
    Some(folder.to_owned())
}

/// Returns the entries of a folder, of a zip file with several images, or of a file of games.
/// Folders come first. If the folder cannot be read, returns only an entry for its parent.
pub fn list(folder: &Path, wanted: FileKind) -> Vec<Entry> {
    let mut entries: Vec<Entry> = match folder.is_file() {
        true if wanted == FileKind::Book => games(folder),
        true => zip_members(folder).collect(),
        false => {
            let entries = fs::read_dir(folder).into_iter().flatten().flatten();
            let candidates = entries.filter_map(|entry| entry_for(&entry, wanted));
            candidates
                .filter(|entry| may_lead_to_file(entry, wanted))
                .collect()
        }
    };
    if folder.parent().is_some() {
        entries.push(Entry::new("../".into(), None, Target::Up));
    }
    if wanted == FileKind::Folder {
        let this_folder = Target::ThisFolder(folder.to_owned());
        entries.push(Entry::new("Use this folder".into(), None, this_folder));
    }
    sort(&mut entries);
    entries
}

/// Sorts entries by their labels, folders first.
pub fn sort(entries: &mut [Entry]) {
    entries.sort_by(|one, other| one.sort_key.cmp(&other.sort_key));
}

/// Returns the images in a zip file.
pub fn zip_members(zip: &Path) -> impl Iterator<Item = Entry> {
    let images = images_in(zip).into_iter();
    images.map(move |image| {
        let title = title_by_checksum(image.crc, image.size as usize);
        let target = Target::File(zip.join(&image.name));
        Entry::new(image.name, title, target)
    })
}

/// Maximum number of entries to check when searching below a folder for files of games.
const MAX_CHECKED: usize = 2000;

/// Returns whether an entry is a file, or a folder that may contain a wanted file at any depth.
/// Only files of games are searched for. For other kinds of files, and for a folder with too many
/// entries to search, returns true.
fn may_lead_to_file(entry: &Entry, wanted: FileKind) -> bool {
    match &entry.target {
        Target::Folder(path) if wanted == FileKind::Book => contains_wanted_file(path, wanted),
        _ => true,
    }
}

/// Returns whether a folder contains a wanted file, or is too large to search.
fn contains_wanted_file(folder: &Path, wanted: FileKind) -> bool {
    let (mut checked, mut folders) = (0, vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            checked += 1;
            match entry_for(&entry, wanted).map(|entry| entry.target) {
                Some(Target::File(_)) => return true,
                _ if checked > MAX_CHECKED => return true,
                // Links may form a cycle.
                Some(Target::Folder(path)) if !path.is_symlink() => folders.push(path),
                _ => {}
            }
        }
    }
    false
}

/// Returns the games in a file, in order. If a game cannot be read, the list ends with an entry
/// that shows the error message.
fn games(book: &Path) -> Vec<Entry> {
    let text = fs::read(book).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let records = Records::new(&text).enumerate();
    let entry = |(index, record): (usize, Result<Record, _>)| {
        let number = index + 1;
        let name = match record {
            Ok(record) => format!("{number}  {}", heading(&record)),
            Err(error) => format!("{number}  {error}"),
        };
        let mut entry = Entry::new(name, None, Target::Game(book.to_owned(), number));
        entry.sort_key.1 = format!("{number:09}");
        entry
    };
    records.map(entry).collect()
}

/// Counts the games in a file, including those that cannot be read.
pub fn count_games(book: &Path) -> usize {
    let text = match book.is_file() {
        true => fs::read(book).unwrap_or_default(),
        // Reading a pipe would block until its writer writes.
        false => Vec::new(),
    };
    Records::new(&String::from_utf8_lossy(&text)).count()
}

/// Returns a description of a game: its players, and its event, date and result if they are known.
fn heading(record: &Record) -> String {
    let known = |name| {
        record
            .tag(name)
            .filter(|value| !value.trim_matches('?').is_empty())
    };
    let players = [known("Black"), known("White")].map(|name| name.unwrap_or("?"));
    let event = ["Event", "Date"].into_iter().filter_map(known);
    let details: Vec<&str> = event.chain([result_text(record.game.outcome())]).collect();
    format!("{}  ({})", players.join(" - "), details.join(", "))
}

/// Number of bytes at the start of a file in which to look for the beginning of a game.
const HEAD_BYTES: u64 = 4096;

/// Returns whether a text file may contain games. This is the case if a line near its start begins
/// with `[` or `1`. Also returns true for an unreadable file.
fn may_contain_games(path: &Path) -> bool {
    let mut text = Vec::new();
    let read = fs::File::open(path).and_then(|file| file.take(HEAD_BYTES).read_to_end(&mut text));
    let text = String::from_utf8_lossy(&text);
    let mut lines = text.lines().map(str::trim_start);
    read.is_err() || lines.any(|line| line.starts_with(['[', '1']))
}

/// Returns the entry for a folder, or for a file of the wanted kind; `None` for anything else.
pub fn entry_for(entry: &fs::DirEntry, wanted: FileKind) -> Option<Entry> {
    let path = entry.path();
    let name = path.file_name()?.to_string_lossy().into_owned();
    if name.starts_with('.') {
        return None;
    }
    let file_type = entry.file_type().ok()?;
    if file_type.is_dir() || (file_type.is_symlink() && path.is_dir()) {
        return Some(Entry::new(name + "/", None, Target::Folder(path)));
    }
    let extension = path.extension()?.to_string_lossy().to_ascii_lowercase();
    let is_scheme_name = wanted == FileKind::Cartridge && Scheme::from_name(&extension).is_some();
    let has_extension = wanted.extensions().contains(&extension.as_str());
    if has_extension && wanted == FileKind::Book && extension == "txt" {
        let is_book = path.is_file() && may_contain_games(&path);
        return is_book.then(|| Entry::new(name, None, Target::File(path)));
    }
    (has_extension || is_scheme_name).then(|| Entry::new(name, None, Target::File(path)))
}
