//! Saves the running session in a separate thread, so that a slow disk does not delay the picture.

use headless::files::write_whole;
use std::{
    fs,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{Sender, channel},
    },
    thread::{self, JoinHandle},
};

/// The thread that saves the running session.
pub struct Autosave {
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
    busy: Arc<AtomicBool>,
}

/// A file and its new contents; `None` removes the file.
type Job = (PathBuf, Option<Vec<u8>>);

impl Autosave {
    /// Starts the thread. If it cannot be started, nothing will be saved.
    pub fn start() -> Autosave {
        let busy = Arc::new(AtomicBool::new(false));
        let shared_busy = Arc::clone(&busy);
        let (jobs, queue) = channel::<Job>();
        let thread = thread::Builder::new().name("autosave".into());
        let thread = thread.spawn(move || {
            for job in queue {
                run(job);
                shared_busy.store(false, Ordering::Release);
            }
        });
        Autosave {
            jobs: thread.is_ok().then_some(jobs),
            thread: thread.ok(),
            busy,
        }
    }

    /// Returns whether the last file has been written or removed.
    pub fn is_idle(&self) -> bool {
        !self.busy.load(Ordering::Acquire)
    }

    /// Writes a file.
    pub fn save(&mut self, path: PathBuf, bytes: Vec<u8>) {
        self.send((path, Some(bytes)));
    }

    /// Removes a file.
    pub fn discard(&mut self, path: PathBuf) {
        self.send((path, None));
    }

    fn send(&mut self, job: Job) {
        if let Some(jobs) = &self.jobs {
            self.busy.store(true, Ordering::Release);
            let sent = jobs.send(job);
            if sent.is_err() {
                self.jobs = None;
            }
        }
    }
}

impl Drop for Autosave {
    /// Waits until all files have been written or removed.
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Writes or removes a file. Does not report an error, because the save on exit will fail for the
/// same reason, and it reports the error.
fn run((path, bytes): Job) {
    let Some(bytes) = bytes else {
        let _ = fs::remove_file(path);
        return;
    };
    if let Some(folder) = path.parent() {
        let _ = fs::create_dir_all(folder);
    }
    let _ = write_whole(&path, &bytes);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_run_in_order_and_finish_before_drop_returns() {
        let folder = tempfile::tempdir().unwrap();
        let [kept, removed] = ["kept", "removed"].map(|name| folder.path().join(name));
        let mut autosave = Autosave::start();
        autosave.save(kept.clone(), b"old".to_vec());
        autosave.save(removed.clone(), b"x".to_vec());
        autosave.discard(removed.clone());
        autosave.save(kept.clone(), b"new".to_vec());
        drop(autosave);
        assert_eq!(fs::read(kept).unwrap(), b"new");
        assert!(!removed.exists());
    }
}
