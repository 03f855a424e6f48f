//! Makes previews by running cartridges in a background thread.

use super::{
    cache::{Cache, Preview},
    entries::Target,
};
use crate::desktop::ui::Texture;
use headless::{
    error::Error,
    files::{check_regular, read_image},
    image::cartridge,
};
use play::{
    picture::Picture,
    session::{Session, SessionOptions},
    standard::PaletteChoice,
    titles::title_of,
};
use std::{
    collections::VecDeque,
    path::Path,
    sync::{
        Arc, Condvar, Mutex, PoisonError,
        mpsc::{Receiver, Sender, channel},
    },
    thread,
    time::Duration,
};
use vcs::{Cartridge, detect};

/// Number of frames for which a cartridge runs: enough to reach its title screen.
const FRAMES: u64 = 150;
/// Number of frames between two pauses. During the pauses, the running game gets processor time.
const PAUSE_INTERVAL: u64 = 4;
/// Duration of a pause.
const PAUSE: Duration = Duration::from_millis(2);
/// Maximum number of previews to keep in memory, at about 150 KB each.
const MAX_PREVIEWS: usize = 120;

/// The thread and its results.
pub struct Previews {
    queue: Arc<Queue>,
    finished: Receiver<(Target, Preview)>,
    ready: VecDeque<(Target, Preview)>,
}

/// The queue of entries that need a preview, the most urgent first. `None` tells the thread to end.
#[derive(Default)]
struct Queue {
    targets: Mutex<Option<Vec<Target>>>,
    changed: Condvar,
}

impl Previews {
    /// Starts the thread. If that fails, there are no previews.
    pub fn start(cache: Cache) -> Previews {
        let queue = Arc::new(Queue {
            targets: Mutex::new(Some(Vec::new())),
            changed: Condvar::new(),
        });
        let (sender, finished) = channel();
        let thread_queue = Arc::clone(&queue);
        let thread = thread::Builder::new().name("previews".into());
        let _ = thread.spawn(move || make_previews(&thread_queue, &sender, &cache));
        Previews {
            queue,
            finished,
            ready: VecDeque::new(),
        }
    }

    /// Collects the finished previews. Then makes these entries the queue, except those that
    /// already have a preview.
    pub fn request(&mut self, targets: &[Target]) {
        for preview in self.finished.try_iter() {
            self.ready.push_back(preview);
        }
        while self.ready.len() > MAX_PREVIEWS {
            self.ready.pop_front();
        }
        let missing = targets.iter().filter(|target| self.get(target).is_none());
        let missing: Vec<Target> = missing.cloned().collect();
        let mut queue = self.queue.lock();
        if queue.as_ref() != Some(&missing) {
            *queue = Some(missing);
            self.queue.changed.notify_one();
        }
    }

    /// Returns the preview of an entry.
    pub fn get(&self, target: &Target) -> Option<&Preview> {
        let mut ready = self.ready.iter();
        ready
            .find(|(ready, _)| ready == target)
            .map(|(_, preview)| preview)
    }
}

impl Drop for Previews {
    fn drop(&mut self) {
        *self.queue.lock() = None;
        self.queue.changed.notify_one();
    }
}

impl Queue {
    fn lock(&self) -> std::sync::MutexGuard<'_, Option<Vec<Target>>> {
        self.targets.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until the queue contains an entry that is not in `done`. Adds the most urgent such
    /// entry to `done` and returns it. Returns `None` if the thread must end.
    fn next(&self, done: &mut Vec<Target>) -> Option<Target> {
        let mut queue = self.lock();
        loop {
            let targets = queue.as_ref()?;
            done.retain(|target| targets.contains(target));
            if let Some(target) = targets.iter().find(|target| !done.contains(target)) {
                done.push(target.clone());
                return Some(target.clone());
            }
            queue = self
                .changed
                .wait(queue)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Makes the requested previews until the queue tells the thread to end.
fn make_previews(queue: &Queue, sender: &Sender<(Target, Preview)>, cache: &Cache) {
    let mut done = Vec::new();
    while let Some(target) = queue.next(&mut done) {
        let preview = cache
            .read(&target)
            .unwrap_or_else(|| match preview(&target) {
                Ok(preview) => {
                    cache.store(&target, &preview);
                    preview
                }
                // Do not cache the error: its cause may be temporary, such as an unmounted folder
                // or a lack of memory.
                Err(error) => Preview {
                    image: None,
                    lines: vec!["Not a cartridge".into(), error.to_string()],
                    name_and_checksum: None,
                },
            });
        if sender.send((target, preview)).is_err() {
            return;
        }
    }
}

fn preview(target: &Target) -> Result<Preview, Error> {
    let (name, cartridge, size) = match target {
        Target::File(path) => {
            check_regular(path)?;
            let image = read_image(path)?;
            let cartridge = cartridge(&image.path, &image.bytes)?;
            // Take the name from the chosen path, which may be a zip file.
            let name = headless::files::cartridge_name(path);
            (name, cartridge, image.bytes.len())
        }
        Target::Bundled(bundled) => {
            let cartridge = cartridge(Path::new(bundled.name), bundled.image)?;
            (bundled.name.to_owned(), cartridge, bundled.image.len())
        }
        Target::Up | Target::Folder(_) | Target::Game(..) | Target::ThisFolder(_) => {
            return Ok(Preview {
                image: None,
                lines: Vec::new(),
                name_and_checksum: None,
            });
        }
    };
    Ok(preview_of(&name, cartridge, size))
}

/// Runs a cartridge and makes its preview.
fn preview_of(name: &str, cartridge: Cartridge, size: usize) -> Preview {
    let title = title_of(cartridge.image());
    let scheme = cartridge.scheme();
    let scheme = format!("{}: {}", scheme.name(), scheme.description());
    let [left, right] = detect::controllers(&cartridge).map(|found| found.kind.to_string());
    let mut session = Session::new(cartridge, SessionOptions::default());
    session.look_ahead();
    for frame in 0..FRAMES {
        session.advance(&mut play::contacts::HeldControls::default(), false);
        if frame % PAUSE_INTERVAL == 0 {
            thread::sleep(PAUSE);
        }
    }
    let standard = session.standard();
    let lines = session.timeline().scanlines();
    Preview {
        image: Some(Texture::new(picture(&session))),
        lines: vec![
            title.map_or(name, |title| title.name).to_owned(),
            title.map_or_else(String::new, |title| title.to_string()),
            format!("{} KiB", (size as f64 / 1024.0).ceil()),
            scheme,
            format!("{}, {lines} scanlines", standard.name().to_uppercase()),
            format!("Left {left}, right {right}"),
            format!("SHA-256 {}…", &session.timeline().sha256()[..16]),
        ]
        .into_iter()
        .filter(|line: &String| !line.is_empty())
        .collect(),
        name_and_checksum: Some([name.to_owned(), session.timeline().sha256().to_owned()]),
    }
}

fn picture(session: &Session) -> Picture {
    session.picture(&PaletteChoice::of(session.standard()).table())
}

#[cfg(test)]
mod tests {
    use super::*;
    use play::bundled::BUNDLED;
    use std::time::Instant;

    #[test]
    fn a_cartridge_gets_a_picture_and_an_invalid_file_an_error_message() {
        let folder = tempfile::tempdir().unwrap();
        let odd = folder.path().join("odd.bin");
        std::fs::write(&odd, [0; 3000]).unwrap();
        let targets = [Target::Bundled(BUNDLED[0]), Target::File(odd)];
        let cache_folder = folder.path().join("previews");
        let mut previews = Previews::start(Cache(Some(cache_folder.clone())));
        let start = Instant::now();
        while targets.iter().any(|target| previews.get(target).is_none()) {
            previews.request(&targets);
            thread::sleep(PAUSE);
            assert!(start.elapsed() < Duration::from_secs(60));
        }
        let game = previews.get(&targets[0]).unwrap();
        assert!(
            game.image.is_some() && game.lines[3].starts_with("4K"),
            "{:?}",
            game.lines
        );
        let invalid = previews.get(&targets[1]).unwrap();
        assert!(invalid.image.is_none() && invalid.lines[1].contains("3000 bytes"));
        // An error is not cached: its cause may be temporary.
        assert!(!cache_folder.exists());
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_is_not_opened() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe.bin");
        let status = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(status.unwrap().success());
        // The thread blocks until someone opens the pipe, and then writes a cartridge.
        let writer = pipe.clone();
        thread::spawn(move || std::fs::write(writer, BUNDLED[0].image));
        let error = preview(&Target::File(pipe)).unwrap_err().to_string();
        assert!(error.contains("is not a regular file"), "{error}");
    }

    #[test]
    fn the_preview_of_a_zip_file_with_one_image_has_the_zip_files_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("outer.zip");
        let zip = crate::zipped::zipped(&[("inner.bin", BUNDLED[0].image)]);
        std::fs::write(&path, zip).unwrap();
        let preview = preview(&Target::File(path)).unwrap();
        assert_eq!(preview.name_and_checksum.unwrap()[0], "outer");
    }
}
