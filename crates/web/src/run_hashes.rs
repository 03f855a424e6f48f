//! Hashes of a run without input, to compare a browser's results with `crownhead trace`.

use play::{
    contacts::HeldControls,
    session::{Session, SessionOptions},
};
use vcs::{Cartridge, Hash, input::ControllerKind};

/// The hashes of a run's output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunHashes {
    /// The hash chain of the frame records: a running hash over the picture, sound, RAM and
    /// registers of every frame.
    pub chain: Hash,
    /// The hash of all sound samples.
    pub audio: Hash,
}

impl RunHashes {
    /// Runs a cartridge from power-on for `frames` frames, with idle joysticks.
    pub fn of(cartridge: Cartridge, frames: u64) -> RunHashes {
        let options = SessionOptions {
            controllers: [Some(ControllerKind::Joystick); 2],
            compute_chain: true,
            ..SessionOptions::default()
        };
        let mut session = Session::new(cartridge, options);
        while session.frames() < frames {
            session.advance(&mut HeldControls::default(), false);
        }
        RunHashes {
            chain: session.chain().unwrap_or_default(),
            audio: session.timeline().audio_hash(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lab::{
        script::{Script, ScriptRun},
        trace::{AudioHash, Symbols},
    };
    use play::bundled::BUNDLED;

    #[test]
    fn a_trace_gives_the_same_hashes() {
        let cartridge = Cartridge::from_image(BUNDLED[1].image).unwrap();
        let script = Script::idle(40);
        let symbols = Symbols::default();
        let mut player = ScriptRun::new(cartridge.clone(), &script, &symbols).with_records();
        let mut audio = AudioHash::default();
        while player.frame().is_some() {
            audio.update(player.samples());
        }
        let hashes = RunHashes::of(cartridge.clone(), 40);
        assert_eq!(
            (hashes.chain, hashes.audio),
            (player.chain(), audio.finish())
        );
        assert_ne!(RunHashes::of(cartridge, 41), hashes);
    }
}
