//! Sends the results of a background thread in batches.

use std::{
    sync::mpsc::{Receiver, SyncSender, sync_channel},
    thread,
    time::{Duration, Instant},
};

/// Maximum number of results in a batch.
const BATCH_SIZE: usize = 64;
/// Maximum number of batches waiting for the receiver.
const MAX_WAITING: usize = 64;
/// How long results may wait for their batch to fill.
const MAX_DELAY: Duration = Duration::from_millis(50);

/// The receiving end.
pub struct Batches<T>(Receiver<Vec<T>>);

impl<T: Send + 'static> Batches<T> {
    /// Starts a thread with this name that runs `find`. If the thread cannot start, there are no
    /// results. The thread ends when `find` returns, or soon after the receiving end is dropped.
    pub fn start(
        name: &str,
        find: impl FnOnce(&mut BatchSender<T>) -> Option<()> + Send + 'static,
    ) -> Batches<T> {
        let (sender, batches) = sync_channel(MAX_WAITING);
        let _ = thread::Builder::new().name(name.into()).spawn(move || {
            let mut results = BatchSender {
                sender,
                batch: Vec::new(),
                last_sent: Instant::now(),
            };
            let _ = find(&mut results);
            results.send()
        });
        Batches(batches)
    }

    /// Returns the results that have arrived since the last call.
    pub fn received(&self) -> impl Iterator<Item = T> {
        self.0.try_iter().flatten()
    }

    /// Waits for all results, and returns them.
    #[cfg(test)]
    pub fn all(&self) -> Vec<T> {
        self.0.iter().flatten().collect()
    }
}

/// The sending end, which the thread uses.
pub struct BatchSender<T> {
    sender: SyncSender<Vec<T>>,
    batch: Vec<T>,
    last_sent: Instant,
}

impl<T> BatchSender<T> {
    /// Adds a result to the batch. Returns `None` if the receiving end is gone.
    pub fn add(&mut self, result: T) -> Option<()> {
        self.batch.push(result);
        self.send_if_due()
    }

    /// Sends the batch if it is full or has waited long enough. Returns `None` if the receiving end
    /// is gone.
    pub fn send_if_due(&mut self) -> Option<()> {
        if self.batch.len() < BATCH_SIZE && self.last_sent.elapsed() < MAX_DELAY {
            Some(())
        } else {
            self.send()
        }
    }

    fn send(&mut self) -> Option<()> {
        self.last_sent = Instant::now();
        self.sender.send(std::mem::take(&mut self.batch)).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_arrive_in_order_and_the_thread_ends_once_the_receiver_is_dropped() {
        let numbers = Batches::start("numbers", |results| {
            (0..1000).try_for_each(|number| results.add(number))
        });
        assert_eq!(numbers.all(), (0..1000).collect::<Vec<_>>());
        let (sender, ended) = sync_channel(1);
        drop(Batches::start("endless", move |results| {
            while results.add(0).is_some() {}
            sender.send(()).ok()
        }));
        ended.recv().unwrap();
    }
}
