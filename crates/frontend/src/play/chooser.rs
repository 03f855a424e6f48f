//! Choosing a cartridge inside the window.

use super::canvas::{CELL, Canvas};
use minifb::Key;
use std::{
    fs,
    path::{Path, PathBuf},
};

/// Extensions of files that are offered, apart from folders.
const OFFERED: [&str; 5] = ["bin", "a26", "rom", "zip", "gz"];
/// Rows that a page key moves by.
const PAGE: usize = 10;

const INK: u32 = 0xd8d8d8;
const TITLE: u32 = 0xffd866;
const CHOSEN: u32 = 0x78e08f;

/// A list of the cartridges in a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chooser {
    folder: PathBuf,
    /// Names, folders first, each with a slash at its end.
    names: Vec<String>,
    chosen: usize,
}

/// What a key led to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Choice {
    /// Still choosing.
    Open,
    /// Never mind.
    Closed,
    /// This file.
    File(PathBuf),
}

impl Chooser {
    /// Lists a folder. One that cannot be read is empty but for the way up.
    pub fn new(folder: &Path) -> Chooser {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let mut names: Vec<String> = entries.filter_map(|entry| offered(&entry.path())).collect();
        names.sort_by_key(|name| (!name.ends_with('/'), name.to_lowercase()));
        if folder.parent().is_some() {
            names.insert(0, "../".into());
        }
        Chooser {
            folder: folder.to_owned(),
            names,
            chosen: 0,
        }
    }

    /// A key went down.
    pub fn key(&mut self, key: Key) -> Choice {
        let last = self.names.len().saturating_sub(1);
        match key {
            Key::Up | Key::NumPad8 => self.chosen = self.chosen.saturating_sub(1),
            Key::Down | Key::NumPad2 => self.chosen = (self.chosen + 1).min(last),
            Key::PageUp => self.chosen = self.chosen.saturating_sub(PAGE),
            Key::PageDown => self.chosen = (self.chosen + PAGE).min(last),
            Key::Home => self.chosen = 0,
            Key::End => self.chosen = last,
            Key::Backspace | Key::Left => self.go("../"),
            Key::Enter | Key::NumPadEnter | Key::Space | Key::Right => return self.take(),
            Key::Escape => return Choice::Closed,
            _ => {}
        }
        Choice::Open
    }

    fn take(&mut self) -> Choice {
        match self.names.get(self.chosen).cloned() {
            Some(name) if name.ends_with('/') => {
                self.go(&name);
                Choice::Open
            }
            Some(name) => Choice::File(self.folder.join(name)),
            None => Choice::Open,
        }
    }

    /// Goes to a folder; one level up, the folder that was left is chosen.
    fn go(&mut self, name: &str) {
        if name != "../" {
            *self = Chooser::new(&self.folder.join(name.trim_end_matches('/')));
            return;
        }
        let Some(parent) = self.folder.parent().map(Path::to_owned) else {
            return;
        };
        let left = self
            .folder
            .file_name()
            .map(|name| format!("{}/", name.to_string_lossy()));
        *self = Chooser::new(&parent);
        self.chosen = self
            .names
            .iter()
            .position(|name| Some(name) == left.as_ref())
            .unwrap_or(0);
    }

    /// Draws the list over a dimmed picture.
    pub fn draw(&self, canvas: &mut Canvas) {
        canvas.dim(48);
        let cell = CELL * canvas.unit();
        let (columns, rows) = canvas.cells();
        let room = rows.saturating_sub(5).max(1);
        let first = self
            .chosen
            .saturating_sub(room / 2)
            .min(self.names.len().saturating_sub(room));
        let fit = |text: &str| -> String {
            let length = text.chars().count();
            text.chars()
                .skip(length.saturating_sub(columns.saturating_sub(3)))
                .collect()
        };
        canvas.text(cell, cell, &fit(&self.folder.display().to_string()), TITLE);
        for (row, name) in self.names.iter().enumerate().skip(first).take(room) {
            let (mark, color) = if row == self.chosen {
                ("> ", CHOSEN)
            } else {
                ("  ", INK)
            };
            let top = (row - first + 3) * cell;
            canvas.text(cell, top, &format!("{mark}{}", fit(name)), color);
        }
        let hint = "Enter plays, Esc goes back";
        canvas.text(cell, rows.saturating_sub(1) * cell, hint, TITLE);
    }
}

/// The name of a folder or of a file that may be a cartridge.
fn offered(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_string_lossy().into_owned();
    if name.starts_with('.') {
        return None;
    }
    if path.is_dir() {
        return Some(name + "/");
    }
    let extension = path.extension()?.to_string_lossy().to_ascii_lowercase();
    OFFERED.contains(&extension.as_str()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shelf(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("crownhead-{name}-{}", std::process::id()));
        fs::create_dir_all(folder.join("more")).unwrap();
        for file in ["b.bin", "A.a26", "notes.txt", ".hidden.bin", "more/c.zip"] {
            fs::write(folder.join(file), "").unwrap();
        }
        folder
    }

    #[test]
    fn folders_come_first_and_other_files_are_left_out() {
        let folder = shelf("shelf");
        let chooser = Chooser::new(&folder);
        assert_eq!(chooser.names, ["../", "more/", "A.a26", "b.bin"]);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn keys_lead_to_a_file_and_back() {
        let folder = shelf("walk");
        let mut chooser = Chooser::new(&folder);
        chooser.key(Key::Down);
        assert_eq!(chooser.key(Key::Enter), Choice::Open);
        chooser.key(Key::End);
        assert_eq!(
            chooser.key(Key::Enter),
            Choice::File(folder.join("more/c.zip"))
        );
        chooser.key(Key::Backspace);
        assert_eq!(chooser.names[chooser.chosen], "more/");
        assert_eq!(chooser.key(Key::Escape), Choice::Closed);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_folder_that_cannot_be_read_has_only_the_way_up() {
        let mut chooser = Chooser::new(Path::new("/no/such/folder"));
        assert_eq!(chooser.names, ["../"]);
        chooser.key(Key::PageDown);
        assert_eq!(chooser.key(Key::Enter), Choice::Open);
    }
}
