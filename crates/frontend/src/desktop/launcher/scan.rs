//! A thread that finds all cartridges below a folder, including those in archives.

use super::{
    batches::{BatchSender, Batches},
    entries::{Entry, FileKind, Target, entry_for, zip_members},
    titles::{is_zip, title_at},
};
use play::titles::Title;
use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
};

/// Maximum number of entries. A search that finds more is probably searching the whole disk.
const MAX_ENTRIES: usize = 100_000;
/// Maximum depth of folders below the first one.
const MAX_DEPTH: usize = 12;

/// A running search.
pub struct Scan(Batches<Entry>);

impl Scan {
    /// Starts the search. If the thread cannot start, nothing is found.
    pub fn start(folder: &Path) -> Scan {
        let root = folder.to_owned();
        Scan(Batches::start("scan", move |results| {
            let mut walk = Walk {
                results,
                found: 0,
                root: &root,
                seen: HashSet::new(),
            };
            walk.search_folder(&root, 0)
        }))
    }

    /// Returns the entries found since the last call.
    pub fn new_entries(&self) -> impl Iterator<Item = Entry> {
        self.0.received()
    }

    /// Waits until the search ends, and returns all entries.
    #[cfg(test)]
    pub fn all(&self) -> Vec<Entry> {
        self.0.all()
    }
}

/// A walk through the folders.
struct Walk<'a> {
    results: &'a mut BatchSender<Entry>,
    found: usize,
    root: &'a Path,
    /// The folders already visited, with links resolved, because links may form a cycle.
    seen: HashSet<PathBuf>,
}

impl Walk<'_> {
    /// Searches a folder; `None` if the search must end.
    fn search_folder(&mut self, folder: &Path, depth: usize) -> Option<()> {
        // `add` also sends waiting batches, but it may not be called for a long time if many
        // folders without cartridges follow.
        self.results.send_if_due()?;
        let real = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
        if !self.seen.insert(real) {
            return Some(());
        }
        let mut entries: Vec<Entry> = fs::read_dir(folder)
            .into_iter()
            .flatten()
            .flatten()
            .filter_map(|entry| entry_for(&entry, FileKind::Cartridge))
            .collect();
        entries.sort_by_cached_key(|entry| entry.name.to_lowercase());
        for entry in entries {
            match &entry.target {
                Target::Folder(path) if depth < MAX_DEPTH => self.search_folder(path, depth + 1)?,
                Target::File(path) => self.add_file(path)?,
                _ => {}
            }
        }
        Some(())
    }

    /// Adds a file, or the images in a zip file with several images.
    fn add_file(&mut self, path: &Path) -> Option<()> {
        if !is_zip(path) {
            return self.add(path, title_at(path));
        }
        let members: Vec<Entry> = zip_members(path).collect();
        match &members[..] {
            [] => self.add(path, None),
            [member] => self.add(path, member.title),
            _ => members.iter().try_for_each(|member| match &member.target {
                Target::File(path) => self.add(path, member.title),
                _ => Some(()),
            }),
        }
    }

    /// Adds an entry for a file, named by its path below the root.
    fn add(&mut self, path: &Path, title: Option<Title>) -> Option<()> {
        let name = path.strip_prefix(self.root).unwrap_or(path);
        let target = Target::File(path.to_owned());
        let entry = Entry::new(name.display().to_string(), title, target);
        self.found += 1;
        self.results
            .add(entry)
            .filter(|()| self.found < MAX_ENTRIES)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_that_finds_nothing_ends_once_its_receiver_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("a/b")).unwrap();
        let (sender, ended) = std::sync::mpsc::channel();
        let root = folder.path().to_owned();
        drop(Batches::start("search", move |results| {
            let mut walk = Walk {
                results,
                found: 0,
                root: &root,
                seen: HashSet::new(),
            };
            while walk.search_folder(&root, 0).is_some() {
                walk.seen.clear();
            }
            sender.send(()).ok()
        }));
        ended.recv().unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_a_parent_folder_is_followed_once() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let inside = folder.path().join("a");
        fs::create_dir(&inside).unwrap();
        fs::write(inside.join("x.bin"), "").unwrap();
        for name in ["one", "two"] {
            symlink(folder.path(), inside.join(name)).unwrap();
        }
        let found = Scan::start(folder.path()).all();
        let names: Vec<&str> = found.iter().map(|entry| entry.name.as_str()).collect();
        assert_eq!(names, ["a/x.bin"]);
    }

    #[test]
    fn all_cartridges_below_a_folder_are_found_including_those_in_archives() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("a/b")).unwrap();
        for name in ["x.bin", "a/y.a26", "a/b/z.e0", "a/notes.pdf", ".hidden.bin"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        let zip = crate::zipped::zipped(&[("p.bin", b"p"), ("q/r.bin", b"r")]);
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
