//! A report as one HTML page that needs no other file: pictures before and after, their
//! difference, the script's line, and the sound as a waveform.

use super::{
    check::{Judgment, Mismatch, Report},
    session::Session,
};
use crate::{error::Error, picture::frame_png};
use base64::{Engine, engine::general_purpose::STANDARD};
use lab::trace::region::pixel_is;
use std::{fmt::Write, fs};
use vcs::{
    Frame, Place,
    television::{BLANK, Sample, Standard},
};

/// Color number of a pixel that differs, in the picture of the difference.
const DIFFERS: u8 = 0x0e;
/// Width and height of a waveform.
const WAVE: (usize, usize) = (480, 80);

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

/// The page.
///
/// # Errors
/// [`Error::Fault`] if a picture cannot be made.
pub fn page(reports: &[Report]) -> Result<String, Error> {
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
            details(&mut page, number, report)?;
        }
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

fn details(page: &mut String, number: usize, report: &Report) -> Result<(), Error> {
    let path = escaped(&report.path.display().to_string());
    let _ = writeln!(page, "<h2 id=\"s{number}\">{path}</h2>");
    if let Some(error) = &report.error {
        let _ = writeln!(page, "<pre>{}</pre>", escaped(error));
    }
    let states = report.power_on.as_ref();
    if let Some(failing) = states.and_then(|states| states.smallest.as_ref()) {
        let (state, seed) = (&failing.power_on, failing.seed);
        let _ = write!(page, "<p>Fails first with power-on {state}, seed {seed}.");
        if let Some(frame) = failing.first_different_frame {
            let _ = write!(page, " The first frame that differs is {frame}.");
        }
        if let Some(unwritten) = &failing.unwritten {
            let unwritten = escaped(unwritten);
            let _ = write!(page, " {unwritten}, which nothing has written.");
        }
        page.push_str("</p>\n");
    }
    let script = fs::read_to_string(&report.path).unwrap_or_default();
    let session = Session::from_script(&report.path).ok();
    let standard = session
        .as_ref()
        .map_or(Standard::default(), Session::standard);
    for (index, mismatch) in report.mismatches.iter().enumerate() {
        let line = script
            .lines()
            .nth(mismatch.line.saturating_sub(1))
            .unwrap_or_default();
        let _ = writeln!(
            page,
            "<h3>Line {}, frame {}</h3>\n<pre>{}</pre>\n<p>{}</p>",
            mismatch.line,
            mismatch.frame,
            escaped(line),
            escaped(&mismatch.text)
        );
        pictures(page, mismatch, standard)?;
        if index == 0
            && line.contains("audio")
            && let Some(session) = &session
        {
            page.push_str(&waveform(session, mismatch.frame));
        }
    }
    Ok(())
}

fn pictures(page: &mut String, mismatch: &Mismatch, standard: Standard) -> Result<(), Error> {
    let Some(difference) = &mismatch.difference else {
        return Ok(());
    };
    let (expected, actual) = (&difference.expected, &difference.actual);
    let marked = expected.as_ref().zip(actual.as_ref());
    let marked = marked.map(|(expected, actual)| marked_frame(expected, actual));
    let all = [
        ("before", expected),
        ("after", actual),
        ("difference", &marked),
    ];
    for (what, frame) in all {
        if let Some(frame) = frame {
            let png = STANDARD.encode(frame_png(frame, standard, 0..frame.scanlines())?);
            let _ = writeln!(
                page,
                "<figure><img alt=\"{what}\" src=\"data:image/png;base64,{png}\">\
                 <figcaption>{what}</figcaption></figure>"
            );
        }
    }
    Ok(())
}

/// The pixels that differ, on a dark picture.
fn marked_frame(expected: &Frame, actual: &Frame) -> Frame {
    let wanted = |at: usize| expected.pixels.get(at).copied().unwrap_or(BLANK);
    let mark = |(at, pixel): (usize, &u8)| match pixel_is(wanted(at), *pixel) {
        true => 0,
        false => DIFFERS,
    };
    Frame {
        number: actual.number,
        pixels: actual.pixels.iter().enumerate().map(mark).collect(),
    }
}

/// The sound of the second before a frame.
fn waveform(session: &Session, frame: u64) -> String {
    let mut player = session.player().until(Place::frame(frame.max(1)));
    let mut samples: Vec<Sample> = Vec::new();
    while player.frame().is_some() {
        if player.place().frame + 60 > frame {
            samples.extend_from_slice(player.samples());
        }
    }
    let (width, height) = WAVE;
    let step = samples.len().div_ceil(width).max(1);
    // The highest sum of both channels is 2 * 1,710.
    let level = |Sample([a, b]): &Sample| f32::from(a + b) / 3420.0;
    let points: Vec<String> = samples
        .chunks(step)
        .enumerate()
        .map(|(x, chunk)| {
            let most = chunk.iter().map(level).fold(0.0, f32::max);
            format!("{x},{:.1}", (1.0 - most) * height as f32)
        })
        .collect();
    format!(
        "<figure><svg width=\"{width}\" height=\"{height}\" style=\"background:#f2f2f2\">\
         <polyline fill=\"none\" stroke=\"#1f4e8c\" points=\"{}\"/></svg>\
         <figcaption>the sound of the last second, both channels</figcaption></figure>\n",
        points.join(" ")
    )
}

fn escaped(text: &str) -> String {
    let text = crate::print::shown(text);
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
