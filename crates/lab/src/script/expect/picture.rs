//! Parses expectations about pictures: a whole picture, a part of one, or the hash of either.

use super::super::{ScriptError, words, words::Words};
use super::expectation::Expectation;
use crate::trace::Region;
use std::ops::RangeInclusive;
use vcs::television::{MAX_SCANLINES, WIDTH};

/// Reads the words after `expect picture`.
pub(super) fn picture(words: &mut Words<'_>) -> Result<Expectation, ScriptError> {
    if words.is_empty() {
        return Ok(Expectation::Picture(None));
    }
    if !matches!(words.peek().text, "lines" | "pixels") {
        return words.hash().map(Expectation::PictureHash);
    }
    let mut region = Region {
        lines: 0..=MAX_SCANLINES - 1,
        pixels: 0..=WIDTH - 1,
    };
    if words.accept("lines") {
        region.lines = range(words, "scanlines", MAX_SCANLINES)?;
    }
    if words.accept("pixels") {
        region.pixels = range(words, "pixels", WIDTH)?;
    }
    let rows = None;
    if words.is_empty() {
        Ok(Expectation::Region { region, rows })
    } else {
        let hash = words.hash()?;
        Ok(Expectation::RegionHash { region, hash })
    }
}

/// Reads `N` or `A..B`. The numbers must be below `limit`.
fn range(
    words: &mut Words<'_>,
    what: &str,
    limit: usize,
) -> Result<RangeInclusive<usize>, ScriptError> {
    let word = words.next_word();
    let bound = |text| words::number(text).map(|number| number as usize);
    let (from, to) = word.text.split_once("..").unwrap_or((word.text, word.text));
    match (bound(from), bound(to)) {
        (Some(from), Some(to)) if from <= to && to < limit => Ok(from..=to),
        _ => {
            let wanted = format!("{what} such as 40..60, at most {}", limit - 1);
            Err(words.expected(word, &wanted))
        }
    }
}
