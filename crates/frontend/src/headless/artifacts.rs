//! What a person needs to see a mismatch: both pictures, and the trace of the frame before.

use super::{
    check::Report,
    filter::{Filter, FilterArgs},
    kinds::Run,
    output::Output,
    session::Session,
};
use crate::{commands::snapshot::frame_png, error::Error, files::write_whole};
use std::{
    fs,
    path::{Path, PathBuf},
};
use vcs::{Place, trace::Form};

/// Writes the files of the first mismatch of a script into a folder and gives their names.
///
/// # Errors
/// [`Error::Write`].
pub fn write(report: &Report, folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let Some(mismatch) = report.mismatches.first() else {
        return Ok(Vec::new());
    };
    fs::create_dir_all(folder).map_err(Error::write(folder))?;
    let stem = stem(&report.path);
    let name = |what: &str| folder.join(format!("{stem}-frame{}-{what}", mismatch.frame));
    let session = Session::from_script(&report.path)?;
    let mut files = Vec::new();
    if let Some(difference) = &mismatch.difference {
        let pictures = [
            ("actual", &difference.actual),
            ("expected", &difference.expected),
        ];
        for (what, frame) in pictures {
            if let Some(frame) = frame {
                let path = name(&format!("{what}.png"));
                write_whole(&path, &frame_png(frame, session.standard(), true)?)?;
                files.push(path);
            }
        }
    }
    let trace = name("before.trace");
    trace_before(&session, mismatch.frame, &trace)?;
    files.push(trace);
    Ok(files)
}

/// The script's folder and name: scripts of the same name in two folders must not share files.
fn stem(script: &Path) -> String {
    let folder = script.parent().and_then(Path::file_name);
    let parts = folder.into_iter().chain(script.file_stem());
    let parts: Vec<_> = parts.map(|part| part.to_string_lossy()).collect();
    parts.join("-")
}

/// The instructions of the frame before a mismatch and of its own, by running the script again.
fn trace_before(session: &Session, frame: u64, path: &Path) -> Result<(), Error> {
    let mut out = Output::create(path)?;
    let mut run = Run {
        session,
        player: session
            .player()
            .until(Place::frame(frame.saturating_add(1))),
        frames: frame.saturating_sub(1)..=frame,
        filter: Filter::new(&FilterArgs::default(), &session.symbols)?,
        out: &mut out,
    };
    match run.instructions(Form::Crownhead) {
        Ok(()) => out.finish(),
        Err(_) => Err(out.error()),
    }
}
