//! Finds all cartridges below a folder, in archives too, in a thread.

use super::{
    naming::{is_zip, title_at},
    shelf::{Entry, Place, Wanted, members, offered},
};
use play::titles::Title;
use std::{
    fs,
    path::{Path, PathBuf},
    sync::mpsc::{Receiver, SyncSender, sync_channel},
    thread,
};

/// Entries in a parcel from the thread.
const PARCEL: usize = 64;
/// Parcels that wait at most.
const WAITING: usize = 64;
/// Most entries: a search that would find more is of the whole disk.
const MOST: usize = 100_000;
/// Folders below the first one, at most: links may lead round in a circle.
const DEPTH: usize = 12;

/// A search that runs.
pub struct Scan {
    parcels: Receiver<Vec<Entry>>,
}

impl Scan {
    /// Begins; a thread that cannot be started finds nothing.
    pub fn start(folder: &Path) -> Scan {
        let (sender, parcels) = sync_channel(WAITING);
        let root = folder.to_owned();
        let thread = thread::Builder::new().name("scan".into());
        // The thread ends when nobody takes its parcels any more.
        let _ = thread.spawn(move || {
            let mut walk = Walk {
                sender,
                parcel: Vec::new(),
                found: 0,
                root: root.clone(),
            };
            if walk.folder(&root, 0).is_some() {
                walk.send();
            }
        });
        Scan { parcels }
    }

    /// What was found since the last call.
    pub fn take(&self) -> Vec<Entry> {
        self.parcels.try_iter().flatten().collect()
    }

    /// Waits until everything is found.
    #[cfg(test)]
    pub fn all(&self) -> Vec<Entry> {
        self.parcels.iter().flatten().collect()
    }
}

/// The way through the folders.
struct Walk {
    sender: SyncSender<Vec<Entry>>,
    parcel: Vec<Entry>,
    found: usize,
    root: PathBuf,
}

impl Walk {
    /// Goes through a folder; `None` where the search ends.
    fn folder(&mut self, folder: &Path, depth: usize) -> Option<()> {
        let mut entries: Vec<Entry> = fs::read_dir(folder)
            .into_iter()
            .flatten()
            .flatten()
            .filter_map(|entry| offered(&entry, Wanted::Cartridge))
            .collect();
        entries.sort_by_cached_key(|entry| entry.name.to_lowercase());
        for entry in entries {
            match &entry.place {
                Place::Folder(path) if depth < DEPTH => self.folder(path, depth + 1)?,
                Place::File(path) => self.file(path)?,
                _ => {}
            }
        }
        Some(())
    }

    fn file(&mut self, path: &Path) -> Option<()> {
        if !is_zip(path) {
            return self.add(path, title_at(path));
        }
        let inside: Vec<Entry> = members(path).collect();
        match &inside[..] {
            [] => self.add(path, None),
            [one] => self.add(path, one.title),
            _ => inside.iter().try_for_each(|entry| match &entry.place {
                Place::File(path) => self.add(path, entry.title),
                _ => Some(()),
            }),
        }
    }

    /// Adds a file under its path below the root.
    fn add(&mut self, path: &Path, title: Option<Title>) -> Option<()> {
        let name = path.strip_prefix(&self.root).unwrap_or(path);
        self.parcel.push(Entry {
            name: name.display().to_string(),
            title,
            place: Place::File(path.to_owned()),
        });
        self.found += 1;
        if self.found >= MOST {
            self.send();
            return None;
        }
        match self.parcel.len() < PARCEL {
            true => Some(()),
            false => self.send(),
        }
    }

    fn send(&mut self) -> Option<()> {
        self.sender.send(std::mem::take(&mut self.parcel)).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_below_a_folder_is_found_in_archives_too() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("a/b")).unwrap();
        for name in ["x.bin", "a/y.a26", "a/b/z.e0", "a/notes.pdf", ".hidden.bin"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        let zip = crate::files::zipped(&[("p.bin", b"p"), ("q/r.bin", b"r")]);
        fs::write(folder.path().join("a/both.zip"), zip).unwrap();
        let names: Vec<String> = Scan::start(folder.path())
            .all()
            .into_iter()
            .map(|entry| entry.name)
            .collect();
        let expected = [
            "a/b/z.e0",
            "a/both.zip/p.bin",
            "a/both.zip/q/r.bin",
            "a/y.a26",
            "x.bin",
        ];
        assert_eq!(names, expected);
    }
}
