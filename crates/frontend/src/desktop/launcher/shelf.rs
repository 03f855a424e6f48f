//! What the launcher lists: folders, files, and the images in an archive.

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

/// What is to be chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// A cartridge to play.
    Cartridge,
    /// A position to set up.
    Position,
    /// A file of games to step through.
    Book,
    /// A file of colors.
    Palette,
    /// A folder.
    Folder,
}

impl Wanted {
    /// Extensions of files that are offered, apart from folders.
    fn extensions(self) -> &'static [&'static str] {
        match self {
            Wanted::Cartridge => &["bin", "a26", "rom", "zip", "gz"],
            Wanted::Position => &["fen", "txt"],
            Wanted::Book => &["pdn", "txt"],
            Wanted::Palette => &["pal"],
            Wanted::Folder => &[],
        }
    }
}

/// Something that can be chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The file's name.
    pub name: String,
    /// What the cartridge is, once that is known.
    pub title: Option<Title>,
    /// Where it leads.
    pub place: Place,
    /// By what lists are sorted: what comes first in any case, and the label in small letters.
    order: (u8, String),
}

/// Where an entry leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// To the folder above.
    Up,
    /// Chooses the folder that is listed.
    Here(PathBuf),
    /// Into a folder.
    Folder(PathBuf),
    /// To a file.
    File(PathBuf),
    /// To a cartridge of the program's own.
    Bundled(Bundled),
}

impl Entry {
    /// An entry.
    pub fn new(name: String, title: Option<Title>, place: Place) -> Entry {
        let first = match place {
            Place::Here(_) => 0,
            Place::Up => 1,
            Place::Folder(_) => 2,
            Place::File(_) | Place::Bundled(_) => 3,
        };
        let mut entry = Entry {
            name,
            title,
            place,
            order: (first, String::new()),
        };
        entry.order.1 = entry.label().to_lowercase();
        entry
    }

    /// The title is known now.
    pub fn set_title(&mut self, title: Title) {
        self.title = Some(title);
        self.order.1 = self.label().to_lowercase();
    }

    /// What the list shows: the title, if it is known, and the file's name.
    pub fn label(&self) -> String {
        match self.title {
            Some(title) => format!("{} ({})", title.name, self.name),
            None => self.name.clone(),
        }
    }

    /// What a tile shows of a file's name: the last part, without the extension.
    pub fn stem(&self) -> String {
        match &self.place {
            Place::File(path) => path.file_stem().unwrap_or_default().display().to_string(),
            _ => self.name.clone(),
        }
    }

    /// A file by its whole path.
    pub fn of_file(path: &Path) -> Entry {
        Entry::new(
            path.display().to_string(),
            None,
            Place::File(path.to_owned()),
        )
    }
}

/// The program's own cartridges.
pub fn bundled() -> impl Iterator<Item = Entry> {
    BUNDLED.into_iter().map(|bundled| {
        let name = format!("{}, built in", bundled.name);
        Entry::new(name, title_of(bundled.image), Place::Bundled(bundled))
    })
}

/// The nearest folder above a file, or the zip file that contains it.
pub fn folder_of(file: &Path) -> Option<PathBuf> {
    let file = std::path::absolute(file).ok()?;
    let mut above = file.ancestors().skip(1);
    let shelf = above.find(|shelf| shelf.is_dir() || shelf.is_file())?;
    Some(shelf.to_owned())
}

/// The entries of a folder, or of a zip file with several images in it, folders first. A folder
/// that cannot be read has only the entry of its parent.
pub fn list(folder: &Path, wanted: Wanted) -> Vec<Entry> {
    let mut entries: Vec<Entry> = match folder.is_file() {
        true => members(folder).collect(),
        false => {
            let entries = fs::read_dir(folder).into_iter().flatten().flatten();
            entries
                .filter_map(|entry| offered(&entry, wanted))
                .collect()
        }
    };
    if folder.parent().is_some() {
        entries.push(Entry::new("../".into(), None, Place::Up));
    }
    if wanted == Wanted::Folder {
        let here = Place::Here(folder.to_owned());
        entries.push(Entry::new("Use this folder".into(), None, here));
    }
    sort(&mut entries);
    entries
}

/// Sorts entries by what the list shows of them, folders first.
pub fn sort(entries: &mut [Entry]) {
    entries.sort_by(|one, other| one.order.cmp(&other.order));
}

/// The images in a zip file.
pub fn members(zip: &Path) -> impl Iterator<Item = Entry> {
    let images = images_in(zip).into_iter();
    images.map(move |image| {
        let title = title_by_checksum(image.crc, image.size as usize);
        let place = Place::File(zip.join(&image.name));
        Entry::new(image.name, title, place)
    })
}

/// Bytes of a text in which a game must begin.
const BEGINNING: u64 = 4096;

/// True for a text with games: other programs, and this one, keep all kinds of lists in such files.
fn has_games(path: &Path) -> bool {
    let mut text = Vec::new();
    let read = fs::File::open(path).and_then(|file| file.take(BEGINNING).read_to_end(&mut text));
    let text = String::from_utf8_lossy(&text);
    let mut lines = text.lines().map(str::trim_start);
    read.is_err() || lines.any(|line| line.starts_with(['[', '1']))
}

/// The entry for a folder, or a file of the wanted kind; `None` for all others.
pub fn offered(entry: &fs::DirEntry, wanted: Wanted) -> Option<Entry> {
    let path = entry.path();
    let name = path.file_name()?.to_string_lossy().into_owned();
    if name.starts_with('.') {
        return None;
    }
    let kind = entry.file_type().ok()?;
    if kind.is_dir() || (kind.is_symlink() && path.is_dir()) {
        return Some(Entry::new(name + "/", None, Place::Folder(path)));
    }
    let extension = path.extension()?.to_string_lossy().to_ascii_lowercase();
    let names_a_board = wanted == Wanted::Cartridge && Scheme::from_name(&extension).is_some();
    let known = wanted.extensions().contains(&extension.as_str());
    if known && wanted == Wanted::Book && extension == "txt" && !has_games(&path) {
        return None;
    }
    (known || names_a_board).then(|| Entry::new(name, None, Place::File(path)))
}
