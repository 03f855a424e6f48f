//! Formats the reports as one HTML page that needs no other files. For each mismatch, the page
//! shows the line of the script. If the mismatch is in a picture, the page also shows the expected
//! picture, the actual picture, and their difference. If the first mismatch of a script is in the
//! sound, the page shows the sound as a waveform.

use super::report::{Judgment, Mismatch, Report};
use crate::{check, escape::escaped};
use base64::{Engine, engine::general_purpose::STANDARD};
use lab::trace::region::pixel_matches;
use std::{fmt::Write, path::Path};
use vcs::{
    Frame,
    television::{BLANK, Sample},
};

/// The color number of the pixels that differ, in the picture of the difference.
const DIFFERENCE_COLOR: u8 = 0x0e;
/// Width and height of a waveform, in pixels.
const WAVEFORM_SIZE: (usize, usize) = (480, 80);

const HEAD: &str = "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
    <meta name=\"viewport\" content=\"width=device-width\">\n\
    <title>crownhead verify</title>\n<style>\n\
    body { font: 16px/1.5 sans-serif; margin: 2em auto; max-width: 70em; padding: 0 1em; }\n\
    table { border-collapse: collapse; } td, th { padding: .2em .8em; text-align: left; }\n\
    .passed { color: #176c2c; } .failed, .broken { color: #a31515; } .updated { color: #7a5b00; }\n\
    figure { display: inline-block; margin: 0 1em 1em 0; vertical-align: top; }\n\
    img { image-rendering: pixelated; background: #000; width: 320px; }\n\
    pre { background: #f2f2f2; padding: .6em; overflow-x: auto; }\n</style>\n\
    <h1>crownhead verify</h1>\n";

/// A script that did not pass. The user of this crate implements this trait, because the crate
/// itself cannot read the script's file or run the script again.
pub trait Replay {
    /// The error that is returned if a picture cannot be created.
    type Error;

    /// Returns the script's text; empty if it cannot be read.
    fn script(&self) -> &str;

    /// Converts a frame to the bytes of a PNG file.
    ///
    /// # Errors
    /// Returns the implementation's error if the picture cannot be created.
    fn png(&self, frame: &Frame) -> Result<Vec<u8>, Self::Error>;

    /// Returns the sound of the last second before the end of a frame; `None` if the script cannot
    /// run.
    fn sound(&self, frame: u64) -> Option<Vec<Sample>>;
}

/// Returns the page. `replay` opens the script with the given path.
///
/// # Errors
/// Returns the error of [`Replay::png`].
pub fn page<R: Replay>(
    reports: &[Report],
    replay: impl Fn(&Path) -> R,
) -> Result<String, R::Error> {
    let mut page = String::from(HEAD);
    let passed = reports
        .iter()
        .filter(|report| report.result == Judgment::Passed);
    let _ = writeln!(
        page,
        "<p>{} of {} scripts passed</p>",
        passed.count(),
        reports.len()
    );
    page.push_str("<table>\n<tr><th>script<th>result<th>frames<th>expectations\n");
    for (number, report) in reports.iter().enumerate() {
        let (class, path) = (class(report), escaped(&report.path.display().to_string()));
        let name = match report.result {
            Judgment::Passed => path,
            _ => format!("<a href=\"#s{number}\">{path}</a>"),
        };
        let states = report.power_on.as_ref().map_or(String::new(), |states| {
            format!(", {} of {} power-on states", states.passed, states.states)
        });
        let _ = writeln!(
            page,
            "<tr><td>{name}<td class=\"{class}\">{class}{states}<td>{}<td>{}",
            report.frames, report.expectations
        );
    }
    page.push_str("</table>\n");
    for (number, report) in reports.iter().enumerate() {
        if report.result != Judgment::Passed {
            write_details(&mut page, number, report, &replay(&report.path))?;
        }
    }
    for check in reports.iter().filter_map(|report| report.check.as_ref()) {
        page.push_str(&check::section(check));
    }
    page.push_str("</html>\n");
    Ok(page)
}

fn class(report: &Report) -> &'static str {
    match report.result {
        Judgment::Passed => "passed",
        Judgment::Failed => "failed",
        Judgment::Updated => "updated",
        Judgment::Broken => "broken",
    }
}

fn write_details<R: Replay>(
    page: &mut String,
    number: usize,
    report: &Report,
    replay: &R,
) -> Result<(), R::Error> {
    let path = escaped(&report.path.display().to_string());
    let _ = writeln!(page, "<h2 id=\"s{number}\">{path}</h2>");
    if let Some(error) = &report.error {
        let _ = writeln!(page, "<pre>{}</pre>", escaped(error));
    }
    let states = report.power_on.as_ref();
    if let Some(failing) = states.and_then(|states| states.first_failing.as_ref()) {
        let (state, seed) = (&failing.power_on, failing.seed);
        let _ = write!(
            page,
            "<p>The first failing state is power-on {state}, seed {seed}."
        );
        if let Some(frame) = failing.first_different_frame {
            let _ = write!(
                page,
                " Frame {frame} is the first that differs from the run with the script's own \
                 power-on state."
            );
        }
        if let Some(unwritten) = &failing.unwritten {
            let unwritten = escaped(unwritten);
            let _ = write!(page, " {unwritten}, which was never written.");
        }
        page.push_str("</p>\n");
    }
    for (index, mismatch) in report.mismatches.iter().enumerate() {
        let mut lines = replay.script().lines();
        let line = lines.nth(mismatch.line.saturating_sub(1)).unwrap_or("");
        let _ = writeln!(
            page,
            "<h3>Line {}, frame {}</h3>\n<pre>{}</pre>\n<p>{}</p>",
            mismatch.line,
            mismatch.frame,
            escaped(line),
            escaped(&mismatch.text)
        );
        write_pictures(page, mismatch, replay)?;
        if index == 0
            && line.contains("audio")
            && let Some(samples) = replay.sound(mismatch.frame)
        {
            page.push_str(&waveform(&samples));
        }
    }
    Ok(())
}

fn write_pictures<R: Replay>(
    page: &mut String,
    mismatch: &Mismatch,
    replay: &R,
) -> Result<(), R::Error> {
    let Some(difference) = &mismatch.difference else {
        return Ok(());
    };
    let (expected, actual) = (&difference.expected, &difference.actual);
    let marked = expected.as_ref().zip(actual.as_ref());
    let marked = marked.map(|(expected, actual)| marked_frame(expected, actual));
    let all = [
        ("expected", expected),
        ("actual", actual),
        ("difference", &marked),
    ];
    for (what, frame) in all {
        if let Some(frame) = frame {
            let png = STANDARD.encode(replay.png(frame)?);
            let _ = writeln!(
                page,
                "<figure><img alt=\"{what}\" src=\"data:image/png;base64,{png}\">\
                 <figcaption>{what}</figcaption></figure>"
            );
        }
    }
    Ok(())
}

/// Returns a black picture in which the pixels that differ are white.
fn marked_frame(expected: &Frame, actual: &Frame) -> Frame {
    let expected_pixel = |at: usize| expected.pixels.get(at).copied().unwrap_or(BLANK);
    let mark = |(at, pixel): (usize, &u8)| {
        if pixel_matches(expected_pixel(at), *pixel) {
            0
        } else {
            DIFFERENCE_COLOR
        }
    };
    Frame {
        number: actual.number,
        pixels: actual.pixels.iter().enumerate().map(mark).collect(),
    }
}

/// Draws the sound as a curve. In each column, the curve goes through the loudest sample.
fn waveform(samples: &[Sample]) -> String {
    let (width, height) = WAVEFORM_SIZE;
    let step = samples.len().div_ceil(width).max(1);
    // The level of each channel is at most 1,710, so the sum of both is at most 3,420.
    let level = |Sample([a, b]): &Sample| f32::from(a + b) / 3420.0;
    let points: Vec<String> = samples
        .chunks(step)
        .enumerate()
        .map(|(x, chunk)| {
            let peak = chunk.iter().map(level).fold(0.0, f32::max);
            format!("{x},{:.1}", (1.0 - peak) * height as f32)
        })
        .collect();
    format!(
        "<figure><svg width=\"{width}\" height=\"{height}\" style=\"background:#f2f2f2\">\
         <polyline fill=\"none\" stroke=\"#1f4e8c\" points=\"{}\"/></svg>\
         <figcaption>the sound of the last second, both channels</figcaption></figure>\n",
        points.join(" ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use lab::script::Difference;
    use std::convert::Infallible;

    /// A script with one expectation. Each of its PNG files is a single byte.
    struct FakeReplay;

    impl Replay for FakeReplay {
        type Error = Infallible;

        fn script(&self) -> &str {
            "crownhead-script 1\n@4 expect audio <1>\n"
        }

        fn png(&self, frame: &Frame) -> Result<Vec<u8>, Infallible> {
            Ok(vec![frame.pixels[0]])
        }

        fn sound(&self, frame: u64) -> Option<Vec<Sample>> {
            Some(vec![Sample([0, frame as u16 * 855])])
        }
    }

    fn frame(pixels: &[u8]) -> Frame {
        Frame {
            number: 4,
            pixels: pixels.to_vec(),
        }
    }

    #[test]
    fn the_page_shows_a_mismatch_with_its_line_pictures_and_sound() {
        let difference = Difference {
            text: "it \u{1b} differs".into(),
            renewed: None,
            expected: Some(frame(&[1, 2])),
            actual: Some(frame(&[3, 2])),
        };
        let report = Report {
            path: "a.script".into(),
            result: Judgment::Failed,
            expectations: 1,
            frames: 4,
            mismatches: vec![Mismatch {
                line: 2,
                frame: 4,
                text: difference.text.clone(),
                difference: Some(Box::new(difference)),
            }],
            error: None,
            artifacts: Vec::new(),
            power_on: None,
            check: None,
        };
        let page = page(&[report], |_| FakeReplay).unwrap_or_default();
        // In Base64: the bytes 1 and 3, and the color of a pixel that differs.
        let pictures = ["AQ==", "Aw==", "Dg=="].map(|png| format!("base64,{png}\""));
        let texts = [
            "0 of 1 scripts passed",
            "@4 expect audio &lt;1&gt;",
            "it \\u{1b} differs",
            "points=\"0,0.0\"",
        ];
        let expected = texts.map(str::to_owned).into_iter().chain(pictures);
        let missing: Vec<_> = expected.filter(|text| !page.contains(text)).collect();
        assert!(missing.is_empty(), "{missing:?} in {page}");
    }
}
