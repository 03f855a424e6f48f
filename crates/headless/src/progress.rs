//! Shows the progress of a long run on a terminal.

use crate::print;
use std::{
    io::{self, IsTerminal},
    path::Path,
    sync::mpsc::{RecvTimeoutError, Sender, channel},
    thread::JoinHandle,
    time::{Duration, Instant},
};

/// Time after which progress and messages about long waits appear.
const INITIAL_DELAY: Duration = Duration::from_secs(2);
/// Time between two updates.
const UPDATE_INTERVAL: Duration = Duration::from_millis(250);

/// A line on standard error that shows which frame a run has reached. The line appears after two
/// seconds, and only on a terminal. Dropping this value clears the line.
#[derive(Debug)]
pub struct Progress {
    frames: u64,
    enabled: bool,
    started: Instant,
    last_update: Option<Instant>,
}

impl Progress {
    /// Starts showing the progress of a run of `frames` frames.
    pub fn new(frames: u64) -> Progress {
        Progress {
            frames,
            enabled: io::stderr().is_terminal(),
            started: Instant::now(),
            last_update: None,
        }
    }

    /// Shows the frame that the run has reached, at most once every 250 ms.
    pub fn update(&mut self, frame: u64) {
        if self.enabled && self.is_due(Instant::now()) {
            print::to_stderr(&line(frame, self.frames));
        }
    }

    fn is_due(&mut self, now: Instant) -> bool {
        let due = match self.last_update {
            None => now.duration_since(self.started) >= INITIAL_DELAY,
            Some(last) => now.duration_since(last) >= UPDATE_INTERVAL,
        };
        if due {
            self.last_update = Some(now);
        }
        due
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.last_update.is_some() {
            print::to_stderr("\r\x1b[K");
        }
    }
}

/// Calls `read`, which reads the file `path`. If `path` is not a regular file and reading takes a
/// long time (for example, because no program writes to the pipe), prints a message.
pub fn while_reading<T>(path: &Path, read: impl FnOnce() -> T) -> T {
    if path == Path::new("-") || path.is_file() {
        return read();
    }
    let (stop, ended) = channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            if ended.recv_timeout(INITIAL_DELAY) == Err(RecvTimeoutError::Timeout) {
                let text = format!(
                    "waiting for data from {}; press Ctrl+C to stop",
                    path.display()
                );
                print::message(&text);
            }
        });
        let result = read();
        drop(stop);
        result
    })
}

/// A line on standard error with the elapsed time, for an operation that has no frames to count. A
/// separate thread writes the line.
#[derive(Debug)]
pub struct ElapsedTimeLine(Option<(Sender<()>, JoinHandle<()>)>);

impl ElapsedTimeLine {
    /// Starts showing the elapsed time of an operation that writes to the file `out`. No line
    /// appears if standard error is not a terminal, or if `out` is standard output on a terminal.
    pub fn new(out: &Path) -> ElapsedTimeLine {
        let on_terminal = io::stderr().is_terminal();
        let shares_terminal = out == Path::new("-") && io::stdout().is_terminal();
        ElapsedTimeLine((on_terminal && !shares_terminal).then(|| {
            let (end, ended) = channel();
            let show = move || {
                let started = Instant::now();
                let (mut wait, mut shown) = (INITIAL_DELAY, false);
                while ended.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
                    let seconds = started.elapsed().as_secs();
                    print::to_stderr(&format!("\r{seconds} seconds; press Ctrl+C to stop\x1b[K"));
                    (wait, shown) = (UPDATE_INTERVAL, true);
                }
                if shown {
                    print::to_stderr("\r\x1b[K");
                }
            };
            (end, std::thread::spawn(show))
        }))
    }
}

impl Drop for ElapsedTimeLine {
    fn drop(&mut self) {
        if let Some((end, thread)) = self.0.take() {
            drop(end);
            // The thread returns nothing, so its result does not matter.
            let _ = thread.join();
        }
    }
}

fn line(frame: u64, frames: u64) -> String {
    format!("\rframe {frame} of {frames}; press Ctrl+C to stop\x1b[K")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_appears_after_two_seconds_and_four_times_a_second() {
        let mut progress = Progress::new(100);
        let started = progress.started;
        let mut is_due_at =
            |milliseconds| progress.is_due(started + Duration::from_millis(milliseconds));
        let due = [0, 1999, 2000, 2001, 2249, 2250, 2300].map(&mut is_due_at);
        assert_eq!(due, [false, false, true, false, false, true, false]);
        assert_eq!(line(3, 100), "\rframe 3 of 100; press Ctrl+C to stop\x1b[K");
    }
}
