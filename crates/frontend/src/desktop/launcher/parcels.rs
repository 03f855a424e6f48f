//! Sends a thread's results in batches.

use std::{
    sync::mpsc::{Receiver, SyncSender, sync_channel},
    thread,
    time::{Duration, Instant},
};

/// Maximum number of results in a batch, and of waiting batches.
const PARCEL: usize = 64;
const WAITING: usize = 64;
/// Maximum time that a batch waits for more results.
const PATIENCE: Duration = Duration::from_millis(50);

/// The receiving end.
pub struct Parcels<T>(Receiver<Vec<T>>);

impl<T: Send + 'static> Parcels<T> {
    /// Starts a thread with this name; one that cannot start finds nothing. It ends when the
    /// receiving end is dropped, or `find` returns.
    pub fn start(
        name: &str,
        find: impl FnOnce(&mut Finder<T>) -> Option<()> + Send + 'static,
    ) -> Parcels<T> {
        let (sender, parcels) = sync_channel(WAITING);
        let _ = thread::Builder::new().name(name.into()).spawn(move || {
            let mut finder = Finder {
                sender,
                parcel: Vec::new(),
                sent: Instant::now(),
            };
            let _ = find(&mut finder);
            finder.send()
        });
        Parcels(parcels)
    }

    /// Returns the results since the last call.
    pub fn take(&self) -> impl Iterator<Item = T> {
        self.0.try_iter().flatten()
    }

    /// Waits for all results.
    #[cfg(test)]
    pub fn all(&self) -> Vec<T> {
        self.0.iter().flatten().collect()
    }
}

/// The thread's end.
pub struct Finder<T> {
    sender: SyncSender<Vec<T>>,
    parcel: Vec<T>,
    sent: Instant,
}

impl<T> Finder<T> {
    /// Adds a result to the batch; `None` if the receiving end is gone.
    pub fn add(&mut self, found: T) -> Option<()> {
        self.parcel.push(found);
        self.send_due()
    }

    /// Sends a batch that has waited long enough; `None` if the receiving end is gone.
    pub fn send_due(&mut self) -> Option<()> {
        match self.parcel.len() < PARCEL && self.sent.elapsed() < PATIENCE {
            true => Some(()),
            false => self.send(),
        }
    }

    fn send(&mut self) -> Option<()> {
        self.sent = Instant::now();
        self.sender.send(std::mem::take(&mut self.parcel)).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_arrives_in_order_and_the_thread_ends_with_its_receiver() {
        let numbers = Parcels::start("numbers", |finder| {
            (0..1000).try_for_each(|number| finder.add(number))
        });
        assert_eq!(numbers.all(), (0..1000).collect::<Vec<_>>());
        let (ended, end) = sync_channel(1);
        drop(Parcels::start("endless", move |finder| {
            while finder.add(0).is_some() {}
            ended.send(()).ok()
        }));
        end.recv().unwrap();
    }
}
