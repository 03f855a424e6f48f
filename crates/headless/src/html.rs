//! Makes the HTML report on scripts whose files are on disk.

use super::session::Session;
use crate::{error::Error, picture::frame_png};
use reports::verify::{
    Report,
    html::{self, Replay},
};
use std::{fs, path::Path};
use vcs::{
    Frame, Place,
    television::{Sample, Standard},
};

/// Returns the HTML page that reports on checked scripts.
///
/// # Errors
/// [`Error::Fault`] if a picture cannot be encoded.
pub fn page(reports: &[Report]) -> Result<String, Error> {
    html::page(reports, OpenedScript::open)
}

/// A script on disk, with its session if the script can be loaded.
struct OpenedScript {
    script: String,
    session: Option<Session>,
}

impl OpenedScript {
    fn open(path: &Path) -> OpenedScript {
        OpenedScript {
            script: fs::read_to_string(path).unwrap_or_default(),
            session: Session::from_script(path).ok(),
        }
    }
}

impl Replay for OpenedScript {
    type Error = Error;

    fn script(&self) -> &str {
        &self.script
    }

    fn png(&self, frame: &Frame) -> Result<Vec<u8>, Error> {
        let session = self.session.as_ref();
        let standard = session.map_or(Standard::default(), Session::standard);
        frame_png(frame, standard, 0..frame.scanlines())
    }

    fn sound(&self, frame: u64) -> Option<Vec<Sample>> {
        let session = self.session.as_ref()?;
        let mut player = session.player().until(Place::frame(frame.max(1)));
        let mut samples = Vec::new();
        while player.frame().is_some() {
            if player.place().frame + 60 > frame {
                samples.extend_from_slice(player.samples());
            }
        }
        Some(samples)
    }
}
