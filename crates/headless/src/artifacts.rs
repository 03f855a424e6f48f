//! Writes files that show a mismatch: the actual and the expected picture, and an instruction trace
//! of two frames, the one with the mismatch and the one before it.

use super::{
    filter::{Filter, FilterArgs},
    output::Output,
    session::Session,
    traced_run::TracedRun,
};
use crate::{error::Error, files::write_output, picture::frame_png};
use lab::trace::TraceFormat;
use reports::verify::Report;
use std::{
    collections::HashSet,
    fs,
    path::{Component, Path, PathBuf},
};
use vcs::Place;

/// Maximum length of a stem (the start of the files' names) in characters; file systems allow names
/// of 255 bytes.
const MAX_STEM_CHARS: usize = 100;

/// Writes the files for a script's first mismatch to a folder. Their names begin with `stem`.
/// Returns the paths of the files, or an empty list if the script has no mismatch.
///
/// # Errors
/// [`Error::Write`] if a file cannot be written, or an error of [`Session::from_script`].
pub fn write(report: &Report, folder: &Path, stem: &str) -> Result<Vec<PathBuf>, Error> {
    let Some(mismatch) = report.mismatches.first() else {
        return Ok(Vec::new());
    };
    fs::create_dir_all(folder).map_err(Error::write(folder))?;
    let path_of = |what: &str| folder.join(format!("{stem}-frame{}-{what}", mismatch.frame));
    let session = Session::from_script(&report.path)?;
    let mut files = Vec::new();
    // If the frame has several mismatches, prefer one with an expected picture.
    let same_frame = report.mismatches.iter();
    let same_frame = same_frame.filter(|other| other.frame == mismatch.frame);
    let differences = same_frame.filter_map(|other| other.difference.as_ref());
    let best = differences
        .max_by_key(|difference| (difference.expected.is_some(), difference.actual.is_some()));
    if let Some(difference) = best {
        let pictures = [
            ("actual", &difference.actual),
            ("expected", &difference.expected),
        ];
        for (what, frame) in pictures {
            if let Some(frame) = frame {
                let path = path_of(&format!("{what}.png"));
                write_output(
                    &path,
                    &frame_png(frame, session.standard(), 0..frame.scanlines())?,
                )?;
                files.push(path);
            }
        }
    }
    let trace = path_of("before.trace");
    trace_before(&session, mismatch.frame, &trace)?;
    files.push(trace);
    Ok(files)
}

/// Makes the stem (the start of the file names) from the folders and the name of the script, and
/// adds it to `used`. If another script already uses this stem, appends a number to it.
pub fn stem(script: &Path, used: &mut HashSet<String>) -> String {
    let path = script.with_extension("");
    let parts = path.components().filter_map(|part| match part {
        Component::Normal(part) => Some(part.to_string_lossy()),
        _ => None,
    });
    let whole = parts.collect::<Vec<_>>().join("-");
    let excess = whole.chars().count().saturating_sub(MAX_STEM_CHARS);
    let end: String = whole.chars().skip(excess).collect();
    let mut stem = end.clone();
    let mut number = 1;
    while !used.insert(stem.clone()) {
        number += 1;
        stem = format!("{end}-{number}");
    }
    stem
}

/// Runs the script again, and traces the instructions of two frames: the one with the mismatch and
/// the one before it.
fn trace_before(session: &Session, frame: u64, path: &Path) -> Result<(), Error> {
    let mut out = Output::create(path)?;
    let mut run = TracedRun {
        session,
        player: session
            .player()
            .until(Place::frame(frame.saturating_add(1))),
        frames: frame.saturating_sub(1)..=frame,
        filter: Filter::new(&FilterArgs::default(), &session.symbols)?,
        out: &mut out,
    };
    match run.instructions(TraceFormat::Crownhead) {
        Ok(()) => out.finish(),
        Err(_) => Err(out.end_with_error()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_scripts_share_a_stem() {
        let mut used = HashSet::new();
        let scripts = [
            "a/x/s.script",
            "b/x/s.script",
            "a-x/s.script",
            "../a/x/s.script",
        ];
        let stems = scripts.map(|script| stem(Path::new(script), &mut used));
        assert_eq!(stems, ["a-x-s", "b-x-s", "a-x-s-2", "a-x-s-3"]);
    }

    #[test]
    fn a_long_path_keeps_its_end() {
        let script = PathBuf::from("/long".repeat(80)).join("s.script");
        let stem = stem(&script, &mut HashSet::new());
        assert!(
            stem.ends_with("long-s") && stem.len() == MAX_STEM_CHARS,
            "{stem}"
        );
    }
}
