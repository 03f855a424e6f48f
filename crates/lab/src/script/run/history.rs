//! The history of a run: hashes and scanline counts of the frames so far, for use by expectations.

use super::super::{Action, Expectation, Script};
use crate::trace::{AudioHash, FrameRecord};
use vcs::{Hash, television::Sample};

/// The hashes and scanline counts of the frames so far. Only those that the script needs are kept.
#[derive(Debug, Clone, Default)]
pub(in super::super) struct History {
    /// The scanline counts of all frames from `lines_from` onward; `None` if the script does not
    /// need them.
    pub lines: Option<Vec<u16>>,
    /// Number of the first frame in `lines`.
    pub lines_from: u64,
    /// A hash of the sound for each start frame, over that frame and all later ones. The start
    /// frames are the values of `since` in the script's expectations about sound.
    audio: Vec<(u64, AudioHash)>,
    /// A running hash over frame records for each start frame.
    chains: Vec<(u64, Hash)>,
    /// A running hash over pictures and sound for each start frame.
    shown: Vec<(u64, Hash)>,
}

impl History {
    /// Creates an empty history that begins at frame `from`. It keeps only the hashes and counts
    /// that the script needs.
    pub fn new(script: &Script, from: u64) -> History {
        let mut history = History {
            lines_from: from,
            ..History::default()
        };
        for event in &script.events {
            match event.action {
                Action::Expect(Expectation::FrameLines { .. }) => {
                    history.lines.get_or_insert_default();
                }
                Action::Expect(Expectation::Audio { since, .. })
                    if !history.audio.iter().any(|(known, _)| *known == since) =>
                {
                    history.audio.push((since, AudioHash::default()));
                }
                Action::Expect(Expectation::Chain { since, .. }) => history.start_chain(since),
                Action::Expect(Expectation::Shown { since, .. }) => {
                    history.start_shown_chain(since)
                }
                _ => {}
            }
        }
        history
    }

    /// Starts a running hash over frame records at frame `since`.
    pub fn start_chain(&mut self, since: u64) {
        start_at(&mut self.chains, since);
    }

    /// Starts a running hash over pictures and sound at frame `since`.
    pub fn start_shown_chain(&mut self, since: u64) {
        start_at(&mut self.shown, since);
    }

    /// Returns true if the history keeps any running hashes. In that case, [`History::add`] needs
    /// the record of each frame.
    pub fn has_chains(&self) -> bool {
        !self.chains.is_empty() || !self.shown.is_empty()
    }

    /// Returns the hash of the sound from frame `since` onward.
    pub fn audio(&self, since: u64) -> Hash {
        let found = self.audio.iter().find(|(known, _)| *known == since);
        found.map_or(Hash::default(), |(_, audio)| audio.finish())
    }

    /// Returns the running hash over frame records from frame `since` onward.
    pub fn chain(&self, since: u64) -> Hash {
        chain_since(&self.chains, since)
    }

    /// Returns the running hash over pictures and sound from frame `since` onward.
    pub fn shown(&self, since: u64) -> Hash {
        chain_since(&self.shown, since)
    }

    /// Adds a completed frame to all hashes and counts.
    pub fn add(
        &mut self,
        frame: u64,
        lines: usize,
        samples: &[Sample],
        record: Option<&FrameRecord>,
    ) {
        if let Some(counts) = &mut self.lines {
            counts.push(lines as u16);
        }
        for (_, audio) in self.audio.iter_mut().filter(|(since, _)| *since <= frame) {
            audio.update(samples);
        }
        if let Some(record) = record {
            for (_, chain) in self.chains.iter_mut().filter(|(since, _)| *since <= frame) {
                *chain = record.chain_after(*chain);
            }
            for (_, chain) in self.shown.iter_mut().filter(|(since, _)| *since <= frame) {
                *chain = record.picture_and_sound_chain_after(*chain);
            }
        }
    }
}

fn start_at(chains: &mut Vec<(u64, Hash)>, since: u64) {
    if !chains.iter().any(|(known, _)| *known == since) {
        chains.push((since, Hash::default()));
    }
}

fn chain_since(chains: &[(u64, Hash)], since: u64) -> Hash {
    let found = chains.iter().find(|(known, _)| *known == since);
    found.map_or(Hash::default(), |(_, chain)| *chain)
}
