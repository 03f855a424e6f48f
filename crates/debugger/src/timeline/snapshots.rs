//! Snapshots: copies of the machine at power-on and at the starts of frames. The last 64 frames
//! each have a snapshot; earlier in the last minute, every 8th frame has one; before that, every
//! 64th frame.

use super::present::Present;

/// Number of most recent frames that each have a snapshot.
const DENSE_FRAMES: u64 = 64;
/// Interval in frames between the snapshots that are older than [`DENSE_FRAMES`] but not older than
/// [`MINUTE_FRAMES`].
const MINUTE_STEP: u64 = 8;
/// Number of frames in a little more than a minute at 60 Hz.
const MINUTE_FRAMES: u64 = 3_840;
/// Interval in frames between snapshots older than [`MINUTE_FRAMES`].
const OLD_STEP: u64 = 64;

/// The snapshots, sorted by moment. The first is the start of the timeline.
#[derive(Debug, Clone)]
pub(super) struct Snapshots {
    snapshots: Vec<Snapshot>,
    /// Maximum size of all snapshots in bytes, including the timeline's near copy (a machine kept
    /// shortly before the current moment).
    limit: usize,
    /// Upper estimate of one snapshot's size in bytes.
    snapshot_bytes: usize,
}

#[derive(Debug, Clone)]
struct Snapshot {
    moment: u64,
    frame: u64,
    present: Box<Present>,
}

impl Snapshots {
    /// Creates a list that contains the snapshot `start`. The list may use up to `limit` bytes, and
    /// always has room for nine snapshots, even if they exceed the limit.
    pub fn new(limit: usize, start: &Present) -> Snapshots {
        // Estimate the size of a copy of the machine by the size of a saved state, which lacks only
        // the cartridge bytes visible at `$1000-$1FFF`. The television's two pictures are still
        // empty at power-on, so add their later size.
        let pictures = 2 * vcs::television::WIDTH * 320;
        let snapshot_bytes = size_of::<Present>() + start.machine().save().len() + pictures;
        Snapshots {
            snapshots: vec![Snapshot::of(start)],
            limit: limit.max(10 * snapshot_bytes),
            snapshot_bytes,
        }
    }

    /// Stores a copy of `present` if it is later than all snapshots. Then drops older snapshots so
    /// that the list keeps to the intervals and the size limit.
    pub fn offer(&mut self, present: &Present) {
        let moment = present.moment();
        let Err(index) = self
            .snapshots
            .binary_search_by_key(&moment, |snapshot| snapshot.moment)
        else {
            return;
        };
        let is_newest = index == self.snapshots.len();
        if !is_newest {
            // The debugger is replaying the past, whose snapshots already exist.
            return;
        }
        self.snapshots.push(Snapshot::of(present));
        let frame = present.place().frame;
        self.thin(frame.checked_sub(DENSE_FRAMES), MINUTE_STEP);
        self.thin(frame.checked_sub(MINUTE_FRAMES), OLD_STEP);
        while self.size().1 > self.limit {
            self.snapshots.remove(1);
        }
    }

    /// Drops the snapshot of `frame`, unless the frame number is a multiple of `step`.
    fn thin(&mut self, frame: Option<u64>, step: u64) {
        let Some(frame) = frame.filter(|frame| !frame.is_multiple_of(step)) else {
            return;
        };
        let index = self
            .snapshots
            .partition_point(|snapshot| snapshot.frame < frame);
        if index > 0
            && self
                .snapshots
                .get(index)
                .is_some_and(|snapshot| snapshot.frame == frame)
        {
            self.snapshots.remove(index);
        }
    }

    /// Returns the last snapshot at or before a moment.
    pub fn before(&self, moment: u64) -> &Present {
        let end = self
            .snapshots
            .partition_point(|snapshot| snapshot.moment <= moment);
        &self.snapshots[end.saturating_sub(1)].present
    }

    /// Returns the last snapshot that is not later than a moment and for which it is known which
    /// bytes of RAM have been written.
    pub fn before_with_known_writes(&self, moment: u64) -> &Present {
        let end = self
            .snapshots
            .partition_point(|snapshot| snapshot.moment <= moment);
        let known = self.snapshots[..end]
            .iter()
            .rfind(|snapshot| snapshot.present.written().is_some());
        &known.unwrap_or(&self.snapshots[0]).present
    }

    /// Returns the snapshots after a moment.
    pub fn after(&self, moment: u64) -> impl Iterator<Item = &Present> {
        let first = self
            .snapshots
            .partition_point(|snapshot| snapshot.moment <= moment);
        self.snapshots[first..]
            .iter()
            .map(|snapshot| &*snapshot.present)
    }

    /// Drops the snapshots made at a moment or later, but always keeps the first snapshot.
    pub fn drop_from(&mut self, moment: u64) {
        let index = self
            .snapshots
            .partition_point(|snapshot| snapshot.moment < moment);
        self.snapshots.truncate(index.max(1));
    }

    /// Returns the number of snapshots, and an upper estimate of the size, in bytes, of all
    /// snapshots plus one more copy.
    pub fn size(&self) -> (usize, usize) {
        (
            self.snapshots.len(),
            (self.snapshots.len() + 1) * self.snapshot_bytes,
        )
    }
}

impl Snapshot {
    fn of(present: &Present) -> Snapshot {
        Snapshot {
            moment: present.moment(),
            frame: present.place().frame,
            present: Box::new(present.clone()),
        }
    }
}
