//! Hashes of a run without input, to compare a browser with `crownhead trace`.

use lab::{
    script::{Player, Script},
    trace::{AudioHash, Symbols},
};
use vcs::{Cartridge, Hash};

/// What a run has shown and played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Proof {
    /// The chain of frame records: pictures, sound, RAM and registers.
    pub chain: Hash,
    /// The hash of all samples.
    pub audio: Hash,
}

impl Proof {
    /// Runs a cartridge from power-on for some frames.
    pub fn of(cartridge: Cartridge, frames: u64) -> Proof {
        let script = Script::idle(frames);
        let symbols = Symbols::default();
        let mut player = Player::new(cartridge, &script, &symbols).with_records();
        let mut audio = AudioHash::default();
        while player.frame().is_some() {
            audio.update(player.samples());
        }
        Proof {
            chain: player.chain(),
            audio: audio.finish(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use play::{
        bundled::BUNDLED,
        contacts::Held,
        session::{Session, SessionOptions},
    };

    #[test]
    fn a_session_without_input_gives_the_same() {
        let cartridge = Cartridge::from_image(BUNDLED[1].image).unwrap();
        let proof = Proof::of(cartridge.clone(), 40);
        let options = SessionOptions {
            chain: true,
            ..SessionOptions::default()
        };
        let mut session = Session::new(cartridge.clone(), options);
        (0..40).for_each(|_| _ = session.advance(&mut Held::default(), false));
        assert_eq!(session.chain(), Some(proof.chain));
        assert_eq!(session.timeline().audio_hash(), proof.audio);
        assert_ne!(Proof::of(cartridge, 41), proof);
    }
}
