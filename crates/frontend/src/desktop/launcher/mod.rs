//! The launcher: a list in the window from which to choose a cartridge, another file or a folder.
//!
//! [`entries`] lists folders and archives, [`titles`] finds the games' titles, [`scan`] searches
//! below a folder while a filter is typed, [`preview`] runs the cartridges on the page, and
//! [`cache`] stores the previews.

mod batches;
mod cache;
mod entries;
mod preview;
mod scan;
#[cfg(test)]
mod tests;
mod titles;

pub use entries::{FileKind, folder_of};

use super::{
    nav::Nav,
    ui::{Page, Row, RowKind, SidePanel},
};
use crate::desktop::slots::{self, SLOTS, Slot};
use cache::Cache;
use entries::{Entry, Target, bundled, count_games, list};
use headless::files::images_in;
use play::bundled::Bundled;
use preview::Previews;
use scan::Scan;
use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
};
use titles::TitleFinder;

/// Number of columns in the tile view.
const TILE_COLUMNS: usize = 4;
/// Maximum number of rows on a page above the selected row, and also from the selected row down.
const ROWS_EACH_WAY: usize = 90;
/// The help line below a list of cartridges.
const KEY_HELP: &str = "Type to filter · Enter plays · Tab: next list · F3: tiles or list · \
                        F4: favorite · Esc: back";

/// The kinds of lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum List {
    Folder,
    Recent,
    Favorites,
}

/// The labels of the lists' tabs.
const TABS: [&str; 3] = ["Folder", "Recent", "Favorites"];

/// The result of a key or a click.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Choice {
    /// The list stays open.
    StayOpen,
    /// The list closes without a choice.
    Close,
    /// A file was chosen.
    File(PathBuf),
    /// A game from a file of games was chosen: the file, and the game's number, starting from 1.
    Game(PathBuf, usize),
    /// A bundled cartridge was chosen.
    Bundled(Bundled),
    /// The favorites have changed.
    Favorites(Vec<PathBuf>),
}

/// A list of the files in a folder, of recent files or of favorites.
pub struct Launcher {
    /// The kind of file to choose.
    pub file_kind: FileKind,
    folder: PathBuf,
    list: List,
    /// All entries of the list.
    entries: Vec<Entry>,
    /// The indexes of the entries that match the filter.
    shown: Vec<usize>,
    filter: String,
    cursor: usize,
    /// Whether the player has moved the selection since the current list was opened.
    has_moved: bool,
    tiles: bool,
    /// Files from earlier sessions, most recent first.
    recent: Vec<PathBuf>,
    favorites: Vec<PathBuf>,
    /// The search below the folder, and the files that were in the list before the search.
    scan: Option<(Scan, HashSet<PathBuf>)>,
    title_finder: Option<TitleFinder>,
    /// The folder with previews, states and recordings.
    data: Option<PathBuf>,
    /// The name and checksum of the cartridge last selected, and the lines about its states and
    /// recordings.
    saved_lines: Option<([String; 2], Vec<String>)>,
    previews: Option<Previews>,
}

impl Launcher {
    /// Lists a folder, or a zip file with several images. If the folder cannot be read, lists only
    /// its parent.
    pub fn new(
        file_kind: FileKind,
        folder: &Path,
        recent: Vec<PathBuf>,
        favorites: Vec<PathBuf>,
    ) -> Launcher {
        let mut launcher = Launcher {
            file_kind,
            folder: folder.to_owned(),
            list: List::Folder,
            entries: Vec::new(),
            shown: Vec::new(),
            filter: String::new(),
            cursor: 0,
            has_moved: false,
            tiles: false,
            recent,
            favorites,
            scan: None,
            title_finder: None,
            data: None,
            saved_lines: None,
            previews: None,
        };
        launcher.enter(folder.to_owned());
        launcher
    }

    /// Sets the data folder. The launcher caches previews in this folder, and lists the states and
    /// recordings in it.
    pub fn with_data(mut self, folder: &Path) -> Launcher {
        self.data = Some(folder.to_owned());
        self
    }

    /// Lists a folder.
    fn enter(&mut self, folder: PathBuf) {
        self.folder = folder;
        self.open(List::Folder);
    }

    fn open(&mut self, kind: List) {
        self.list = kind;
        self.entries = match kind {
            List::Folder => list(&self.folder, self.file_kind),
            List::Recent => {
                let recent = self.recent.iter().map(|path| Entry::of_file(path));
                recent.chain(bundled()).collect()
            }
            List::Favorites => self
                .favorites
                .iter()
                .map(|path| Entry::of_file(path))
                .collect(),
        };
        self.scan = None;
        let lists_cartridges = self.file_kind == FileKind::Cartridge;
        self.title_finder = lists_cartridges.then(|| TitleFinder::start(&self.entries));
        self.filter.clear();
        self.apply_filter();
        self.cursor = self.first_file();
        self.has_moved = false;
    }

    /// Returns the row of the first file, or the first row if the list has no files.
    fn first_file(&self) -> usize {
        let is_file = |at: &usize| {
            let target = &self.entries[*at].target;
            matches!(
                target,
                Target::File(_) | Target::Game(..) | Target::Bundled(_)
            )
        };
        self.shown.iter().position(is_file).unwrap_or(0)
    }

    /// Opens the next list.
    fn next_list(&mut self) {
        if self.file_kind == FileKind::Cartridge {
            self.open(match self.list {
                List::Folder => List::Recent,
                List::Recent => List::Favorites,
                List::Favorites => List::Folder,
            });
        }
    }

    /// Applies the filter. Names and titles that begin with the filter come first.
    fn apply_filter(&mut self) {
        let filter = self.filter.to_lowercase();
        let selected = self.shown.get(self.cursor).copied();
        if filter.is_empty() {
            self.shown = (0..self.entries.len()).collect();
        } else {
            let rank = |entry: &Entry| {
                let name = entry.name.to_lowercase();
                let title = entry.title.map(|title| title.name.to_lowercase());
                let title = title.unwrap_or_default();
                let last = name.trim_end_matches('/').rsplit(['/', '\\']).next();
                match last {
                    _ if entry.target == Target::Up => None,
                    _ if title.starts_with(&filter) => Some(0),
                    Some(last) if last.starts_with(&filter) => Some(0),
                    _ if name.contains(&filter) || title.contains(&filter) => Some(1),
                    _ => None,
                }
            };
            let ranked = self.entries.iter().map(rank).enumerate();
            let mut ranked: Vec<_> = ranked.filter_map(|(at, rank)| Some((rank?, at))).collect();
            ranked.sort_unstable();
            self.shown = ranked.into_iter().map(|(_, at)| at).collect();
        }
        let target = self.shown.iter().position(|at| Some(*at) == selected);
        self.cursor = target
            .unwrap_or(self.cursor)
            .min(self.shown.len().saturating_sub(1));
    }

    /// Handles a typed character.
    pub fn type_character(&mut self, character: char) {
        if character.is_control() || character == ' ' {
            return;
        }
        self.filter.push(character);
        self.has_moved = true;
        let is_searchable = self.list == List::Folder && self.file_kind == FileKind::Cartridge;
        if is_searchable && self.scan.is_none() && self.folder.is_dir() {
            let files = self.entries.iter().filter_map(|entry| match &entry.target {
                Target::File(path) => Some(path.clone()),
                _ => None,
            });
            self.scan = Some((Scan::start(&self.folder), files.collect()));
        }
        self.cursor = 0;
        self.shown.clear();
        self.apply_filter();
    }

    /// Adds the titles and the files that the background threads have found since the last call.
    pub fn poll(&mut self) {
        let title_finder = self.title_finder.as_ref();
        let has_new_titles =
            title_finder.is_some_and(|title_finder| title_finder.apply_titles(&mut self.entries));
        let before = self.entries.len();
        if let Some((scan, known)) = &self.scan {
            let is_new = |entry: &Entry| match &entry.target {
                Target::File(path) => !known.contains(path),
                _ => true,
            };
            self.entries.extend(scan.new_entries().filter(is_new));
        }
        if self.entries.len() > before || has_new_titles {
            self.sort();
            self.apply_filter();
            if !self.has_moved {
                self.cursor = self.first_file();
            }
        }
    }

    /// Sorts the list of a folder by label; the selected entry stays selected. The other lists keep
    /// their order.
    fn sort(&mut self) {
        if self.list != List::Folder {
            return;
        }
        let selected = self.selected().map(|entry| entry.target.clone());
        entries::sort(&mut self.entries);
        let at = self
            .entries
            .iter()
            .position(|entry| Some(&entry.target) == selected.as_ref());
        if let (Some(at), Some(shown)) = (at, self.shown.get_mut(self.cursor)) {
            *shown = at;
        }
    }

    /// Performs a navigation step. `page_size` is the number of rows or tiles that fit on the page.
    pub fn navigate(&mut self, nav: Nav, page_size: usize) -> Choice {
        let line = if self.tiles { TILE_COLUMNS as isize } else { 1 };
        let page = (page_size as isize - line).max(1);
        self.has_moved = true;
        match nav {
            Nav::Up => self.move_by(-line),
            Nav::Down => self.move_by(line),
            Nav::Left if self.tiles => self.move_by(-1),
            Nav::Right if self.tiles => self.move_by(1),
            Nav::PageUp => self.move_by(-page),
            Nav::PageDown => self.move_by(page),
            Nav::First => self.cursor = 0,
            Nav::Last => self.cursor = self.shown.len().saturating_sub(1),
            Nav::Erase if !self.filter.is_empty() => {
                self.filter.pop();
                self.apply_filter();
            }
            Nav::Erase | Nav::Left => self.back(),
            Nav::NextTab => self.next_list(),
            Nav::Choose | Nav::Right => return self.choose(),
            Nav::ToggleTiles => self.tiles = !self.tiles && self.file_kind == FileKind::Cartridge,
            Nav::ToggleFavorite => return self.toggle_favorite(),
            Nav::Close if !self.filter.is_empty() => {
                self.filter.clear();
                self.apply_filter();
            }
            Nav::Close => return Choice::Close,
        }
        Choice::StayOpen
    }

    /// Moves the selection down by this number of rows; a negative number moves it up.
    pub fn move_by(&mut self, rows: isize) {
        self.has_moved = true;
        let last = self.shown.len().saturating_sub(1);
        self.cursor = self.cursor.saturating_add_signed(rows).min(last);
    }

    /// Selects the row under the mouse pointer.
    pub fn hover(&mut self, row: usize) {
        self.has_moved = true;
        self.cursor = row.min(self.shown.len().saturating_sub(1));
    }

    /// Handles a click on a tab.
    pub fn click_tab(&mut self, tab: usize) {
        match tab {
            0 => self.open(List::Folder),
            1 => self.open(List::Recent),
            2 => self.open(List::Favorites),
            _ => self.tiles = !self.tiles,
        }
    }

    fn selected(&self) -> Option<&Entry> {
        self.entries.get(*self.shown.get(self.cursor)?)
    }

    /// Chooses the selected entry.
    pub fn choose(&mut self) -> Choice {
        match self.selected().map(|entry| entry.target.clone()) {
            Some(Target::Up) => self.up(),
            Some(Target::Folder(path)) => self.enter(path),
            Some(Target::Bundled(bundled)) => return Choice::Bundled(bundled),
            // A file with several images or games opens like a folder.
            Some(Target::File(path)) if self.opens_like_a_folder(&path) => self.enter(path),
            Some(Target::Game(path, number)) => return Choice::Game(path, number),
            Some(Target::File(path) | Target::ThisFolder(path)) => return Choice::File(path),
            None => {}
        }
        Choice::StayOpen
    }

    fn opens_like_a_folder(&self, path: &Path) -> bool {
        match self.file_kind {
            FileKind::Cartridge => images_in(path).len() > 1,
            FileKind::Book => count_games(path) > 1,
            _ => false,
        }
    }

    fn back(&mut self) {
        match self.list {
            List::Folder => self.up(),
            _ => self.open(List::Folder),
        }
    }

    /// Goes up one level, and selects the folder or file that was listed until now.
    fn up(&mut self) {
        let Some(parent) = self.folder.parent().map(Path::to_owned) else {
            return;
        };
        let previous = self.folder.clone();
        self.enter(parent);
        let is_previous = |entry: &Entry| match &entry.target {
            Target::Folder(path) | Target::File(path) => *path == previous,
            _ => false,
        };
        let at = self.entries.iter().position(is_previous);
        if let Some(at) = at {
            self.cursor = at;
            self.has_moved = true;
        }
    }

    fn toggle_favorite(&mut self) -> Choice {
        let Some(Target::File(path)) = self.selected().map(|entry| entry.target.clone()) else {
            return Choice::StayOpen;
        };
        match self.favorites.iter().position(|known| *known == path) {
            Some(at) => _ = self.favorites.remove(at),
            None => self.favorites.push(path),
        }
        if self.list == List::Favorites {
            let cursor = self.cursor;
            self.open(List::Favorites);
            self.move_by(cursor as isize);
        }
        Choice::Favorites(self.favorites.clone())
    }

    /// Returns the page to draw. `page_size` is the number of rows or tiles that fit on it.
    pub fn page(&mut self, page_size: usize) -> Page {
        self.poll();
        let first = self.cursor.saturating_sub(ROWS_EACH_WAY);
        let last = (self.cursor + ROWS_EACH_WAY).min(self.shown.len());
        self.request_previews(page_size);
        let rows = (first..last).map(|row| self.row(row)).collect();
        let tab = match self.list {
            List::Folder => 0,
            List::Recent => 1,
            List::Favorites => 2,
        };
        let lists_cartridges = self.file_kind == FileKind::Cartridge;
        let mut tabs: Vec<String> = TABS.map(str::to_owned).into();
        tabs.push(if self.tiles { "List" } else { "Tiles" }.into());
        Page {
            title: match self.file_kind {
                FileKind::Cartridge => "Cartridges",
                FileKind::Position => "Load a position",
                FileKind::Book => "Open a book of games",
                FileKind::Palette => "Choose a palette file",
                FileKind::Folder => "Choose a folder",
            }
            .into(),
            tabs: if lists_cartridges { tabs } else { Vec::new() },
            tab,
            subtitle: self.subtitle(),
            rows,
            offset: first,
            total: self.shown.len(),
            cursor: self.cursor,
            tile_columns: if self.tiles { TILE_COLUMNS } else { 0 },
            footer: match lists_cartridges {
                true => KEY_HELP,
                false => "Enter loads · Esc: back",
            }
            .into(),
            side: (lists_cartridges && !self.tiles).then(|| self.side_panel()),
            preview: false,
        }
    }

    fn subtitle(&self) -> String {
        let source = match self.list {
            List::Folder => self.folder.display().to_string(),
            List::Recent => "Played before, and built in".into(),
            List::Favorites => "Favorites: F4 adds or removes a cartridge".into(),
        };
        if self.filter.is_empty() {
            source
        } else {
            format!(
                "Filter: {}   ({} in {source})",
                self.filter,
                self.shown.len()
            )
        }
    }

    /// Requests previews. In the tile view, requests them for all entries on the page; in the list
    /// view, only for the selected entry.
    fn request_previews(&mut self, page_size: usize) {
        if self.file_kind != FileKind::Cartridge {
            return;
        }
        let targets: Vec<Target> = if self.tiles {
            let first = self.cursor.saturating_sub(page_size);
            let rows = (self.cursor..self.cursor + page_size).chain(first..self.cursor);
            let entries = rows.filter_map(|row| self.entries.get(*self.shown.get(row)?));
            entries.map(|entry| entry.target.clone()).collect()
        } else {
            self.selected()
                .into_iter()
                .map(|entry| entry.target.clone())
                .collect()
        };
        let files = targets
            .into_iter()
            .filter(|target| matches!(target, Target::File(_) | Target::Bundled(_)));
        let files: Vec<Target> = files.collect();
        self.previews
            .get_or_insert_with(|| {
                let folder = self.data.as_deref().map(cache::previews_folder);
                Previews::start(Cache(folder))
            })
            .request(&files);
    }

    fn row(&self, row: usize) -> Row {
        let entry = &self.entries[self.shown[row]];
        let preview = self
            .previews
            .as_ref()
            .and_then(|known| known.get(&entry.target));
        let star = match &entry.target {
            Target::File(path) if self.favorites.contains(path) => "favorite",
            _ => "",
        };
        let symbol = match &entry.target {
            Target::Up => "..",
            Target::Folder(_) => "folder",
            _ if preview.is_some() => "?",
            _ => "…",
        };
        Row {
            label: match entry.title {
                Some(title) if self.tiles => title.name.into(),
                None if self.tiles => entry.tile_label(),
                _ => entry.label(),
            },
            value: if self.tiles { symbol } else { star }.into(),
            kind: RowKind::Entry,
            image: preview
                .filter(|_| self.tiles)
                .and_then(|preview| preview.image.clone()),
        }
    }

    fn side_panel(&mut self) -> SidePanel {
        let Some(entry) = self.selected() else {
            return SidePanel::default();
        };
        let preview = self
            .previews
            .as_ref()
            .and_then(|known| known.get(&entry.target));
        match preview {
            Some(preview) => {
                let (image, mut lines) = (preview.image.clone(), preview.lines.clone());
                let id = preview.name_and_checksum.clone();
                lines.extend(id.map(|id| self.saved_lines(id)).unwrap_or_default());
                SidePanel { image, lines }
            }
            None => SidePanel {
                image: None,
                lines: vec![entry.label()],
            },
        }
    }

    /// Returns the lines about a cartridge's states and recordings.
    fn saved_lines(&mut self, id: [String; 2]) -> Vec<String> {
        let known = self.saved_lines.take().filter(|(known, _)| *known == id);
        let (id, lines) = known.unwrap_or_else(|| {
            let lines = match &self.data {
                Some(data) => find_saved(data, &id),
                None => Vec::new(),
            };
            (id, lines)
        });
        self.saved_lines = Some((id, lines.clone()));
        lines
    }
}

/// Returns the lines to show about a cartridge's states and recordings. States are found by the
/// cartridge's name and checksum, recordings by its name.
fn find_saved(data: &Path, [name, sha256]: &[String; 2]) -> Vec<String> {
    let has = |slot| slots::path(data, name, sha256, slot).exists();
    let slots = (0..SLOTS).filter(|number| has(Slot::Number(*number)));
    let slots: Vec<String> = slots.map(|number| number.to_string()).collect();
    let mut lines = Vec::new();
    if !slots.is_empty() {
        lines.push(format!("Saved in slots {}", slots.join(", ")));
    }
    if has(Slot::Exit) {
        lines.push("The last session: Shift+F11 in the game".into());
    }
    let recordings = fs::read_dir(data.join("recordings")).into_iter().flatten();
    let is_recording = |file: &fs::DirEntry| {
        let file = file.file_name().to_string_lossy().into_owned();
        let number = file
            .strip_prefix(name.as_str())
            .and_then(|rest| rest.strip_prefix('-'))
            .and_then(|rest| rest.strip_suffix(".script"));
        number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
    };
    match recordings.flatten().filter(is_recording).count() {
        0 => {}
        1 => lines.push("1 recording".into()),
        count => lines.push(format!("{count} recordings")),
    }
    lines
}
