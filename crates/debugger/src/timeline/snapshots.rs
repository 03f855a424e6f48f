//! Copies of the machine at frames: each of the last ones, every eighth of the last minute, every
//! sixty-fourth before that, and the one at power-on.

use super::present::Present;

/// The newest frames, of which each is kept.
const DENSE_FRAMES: u64 = 64;
/// Of the frames before them, every this many for a minute and more.
const MINUTE_STEP: u64 = 8;
/// One minute of 60 Hz, and some more.
const MINUTE_FRAMES: u64 = 3_840;
/// Of the frames before that minute, every this many.
const OLD_STEP: u64 = 64;

/// Snapshots by moment; the first one is that at power-on.
#[derive(Debug, Clone)]
pub(super) struct Snapshots {
    kept: Vec<Snapshot>,
    /// Bytes at most, with one copy more that the timeline keeps near the present.
    limit: usize,
    /// Bytes that one takes, estimated from above.
    each: usize,
}

#[derive(Debug, Clone)]
struct Snapshot {
    moment: u64,
    frame: u64,
    present: Box<Present>,
}

impl Snapshots {
    /// Snapshots of at most `limit` bytes, of which there is room for nine in any case.
    pub fn new(limit: usize, start: &Present) -> Snapshots {
        // A state holds all that a copy holds, but the window's bytes, and numbers take no more
        // bytes there. Two pictures are larger later than at power-on.
        let pictures = 2 * vcs::television::WIDTH * 320;
        let each = size_of::<Present>() + start.machine().save().len() + pictures;
        Snapshots {
            kept: vec![Snapshot::of(start)],
            limit: limit.max(10 * each),
            each,
        }
    }

    /// Keeps a copy, if there is none of that moment yet.
    pub fn offer(&mut self, present: &Present) {
        let moment = present.moment();
        let Err(index) = self.kept.binary_search_by_key(&moment, |kept| kept.moment) else {
            return;
        };
        let is_newest = index == self.kept.len();
        if !is_newest {
            // The past is run again: it has its snapshots.
            return;
        }
        self.kept.push(Snapshot::of(present));
        let frame = present.place().frame;
        self.thin(frame.checked_sub(DENSE_FRAMES), MINUTE_STEP);
        self.thin(frame.checked_sub(MINUTE_FRAMES), OLD_STEP);
        while self.size().1 > self.limit {
            self.kept.remove(1);
        }
    }

    /// Drops the snapshot of a frame whose number is not a multiple of `step`.
    fn thin(&mut self, frame: Option<u64>, step: u64) {
        let Some(frame) = frame.filter(|frame| !frame.is_multiple_of(step)) else {
            return;
        };
        let index = self.kept.partition_point(|kept| kept.frame < frame);
        if index > 0 && self.kept.get(index).is_some_and(|kept| kept.frame == frame) {
            self.kept.remove(index);
        }
    }

    /// The last snapshot at or before a moment.
    pub fn before(&self, moment: u64) -> &Present {
        let after = self.kept.partition_point(|kept| kept.moment <= moment);
        &self.kept[after.saturating_sub(1)].present
    }

    /// The last one at or before a moment that knows which RAM has been written.
    pub fn known_before(&self, moment: u64) -> &Present {
        let after = self.kept.partition_point(|kept| kept.moment <= moment);
        let known = self.kept[..after]
            .iter()
            .rfind(|kept| kept.present.written().is_some());
        &known.unwrap_or(&self.kept[0]).present
    }

    /// Forgets the snapshots from a moment on, but not that of power-on.
    pub fn cut_from(&mut self, moment: u64) {
        let from = self.kept.partition_point(|kept| kept.moment < moment);
        self.kept.truncate(from.max(1));
    }

    /// Number of snapshots, and the bytes at most that they and one copy more take.
    pub fn size(&self) -> (usize, usize) {
        (self.kept.len(), (self.kept.len() + 1) * self.each)
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
