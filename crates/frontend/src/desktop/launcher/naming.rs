//! Titles of the files in a list, found in a thread.

use super::shelf::{Entry, Place};
use crate::files::{images_in, read_image};
use play::titles::{Title, title_by_checksum, title_of};
use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    sync::mpsc::{Receiver, SyncSender, sync_channel},
    thread,
};

/// Titles in a parcel from the thread, and parcels that wait at most.
const PARCEL: usize = 64;
const WAITING: usize = 64;

/// A thread that looks into files.
pub struct Naming {
    found: Receiver<Vec<(PathBuf, Title)>>,
}

impl Naming {
    /// Looks into the files of a list; a thread that cannot be started finds nothing.
    pub fn start(entries: &[Entry]) -> Naming {
        let (sender, found) = sync_channel(WAITING);
        let files = entries.iter().filter_map(|entry| match &entry.place {
            Place::File(path) if entry.title.is_none() => Some(path.clone()),
            _ => None,
        });
        let files: Vec<PathBuf> = files.collect();
        let thread = thread::Builder::new().name("naming".into());
        // The thread ends when nobody takes its parcels any more.
        let _ = thread.spawn(move || look(&files, &sender));
        Naming { found }
    }

    /// Gives the entries the titles found since the last call. True if there was one.
    pub fn name(&self, entries: &mut [Entry]) -> bool {
        let mut found: HashMap<PathBuf, Title> = self.found.try_iter().flatten().collect();
        let any = !found.is_empty();
        if any {
            for entry in entries {
                if let Place::File(path) = &entry.place
                    && let Some(title) = found.remove(path)
                {
                    entry.title = Some(title);
                }
            }
        }
        any
    }
}

fn look(files: &[PathBuf], sender: &SyncSender<Vec<(PathBuf, Title)>>) {
    for files in files.chunks(PARCEL) {
        let named = files
            .iter()
            .filter_map(|path| Some((path.clone(), title_at(path)?)));
        if sender.send(named.collect()).is_err() {
            return;
        }
    }
}

/// The title of the cartridge in a file, if it is known.
pub fn title_at(path: &Path) -> Option<Title> {
    if is_zip(path) {
        return match &images_in(path)[..] {
            [one] => title_by_checksum(one.crc, one.size as usize),
            _ => None,
        };
    }
    title_of(&read_image(path).ok()?.bytes)
}

/// True for the name of a zip file.
pub fn is_zip(path: &Path) -> bool {
    let extension = path.extension();
    extension.is_some_and(|extension| extension.eq_ignore_ascii_case("zip"))
}
