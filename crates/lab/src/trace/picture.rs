//! Writes frames as readable text, and reads them back. The documentation of the parent module
//! describes the format.

use super::region::{ANY, Region, write_rows};
use std::{fmt, ops::Range};
use thiserror::Error;
use vcs::television::{BLANK, Frame, WIDTH};

/// First word of a picture file. The version follows it.
pub const PICTURE_FORMAT: &str = "crownhead-picture";
/// Version of the format [`PICTURE_FORMAT`].
pub const PICTURE_VERSION: u32 = 1;

/// A frame, and its television standard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// The frame: its number and its pixels.
    pub frame: Frame,
    /// Television standard, e.g. `ntsc`.
    pub tv: String,
}

/// An error in a picture's text.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
#[error("{message}")]
pub struct PictureError {
    /// Line number in the text, counted from 1.
    pub line: usize,
    /// A description of the error, with advice.
    pub message: String,
}

/// Writes a frame as text: a heading, and one row for each group of equal scanlines.
pub fn write_picture(out: &mut impl fmt::Write, frame: &Frame, tv: &str) -> fmt::Result {
    let lines = frame.scanlines();
    write!(out, "frame {}  {tv}  {lines} lines", frame.number)?;
    let Some((first, last)) = visible_lines(frame) else {
        return writeln!(out, "  blank");
    };
    writeln!(out, "  visible {first}..={last}")?;
    let pixels = &frame.pixels[first * WIDTH..(last + 1) * WIDTH];
    write_rows(out, first, pixels, WIDTH)
}

/// Returns the first and last scanline that have unblanked pixels; `None` if there are none.
pub fn visible_lines(frame: &Frame) -> Option<(usize, usize)> {
    let is_unblanked = |&pixel: &u8| pixel != BLANK;
    let first = frame.pixels.iter().position(is_unblanked)?;
    let last = frame.pixels.iter().rposition(is_unblanked)?;
    Some((first / WIDTH, last / WIDTH))
}

impl fmt::Display for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_picture(f, &self.frame, &self.tv)
    }
}

impl Picture {
    /// Reads the text of one picture. The text begins with the heading, without a version line.
    pub fn parse(text: &str) -> Result<Picture, PictureError> {
        Reader::new(WIDTH, false).picture(text)
    }

    /// Reads an expected picture. A pixel that may have any color is written `..` and becomes
    /// [`ANY`].
    pub fn parse_expected(text: &str) -> Result<Picture, PictureError> {
        Reader::new(WIDTH, true).picture(text)
    }
}

/// Reads a picture file, as written by `crownhead trace --kind picture`.
pub fn parse_pictures(text: &str) -> Result<Vec<Picture>, PictureError> {
    let (first, _) = text.split_once('\n').unwrap_or((text, ""));
    check_version(first.trim_end()).map_err(|message| PictureError { line: 1, message })?;
    let mut pictures = Vec::new();
    let mut block = String::new();
    let mut block_start = 1;
    for (number, line) in text.lines().chain([""]).enumerate().skip(1) {
        if !line.trim().is_empty() {
            block.push_str(line);
            block.push('\n');
        } else if !block.is_empty() {
            let mut reader = Reader::new(WIDTH, false);
            reader.line = block_start;
            pictures.push(reader.picture(&block)?);
            block.clear();
        }
        if block.is_empty() {
            block_start = number + 1;
        }
    }
    Ok(pictures)
}

fn check_version(line: &str) -> Result<(), String> {
    let version = line
        .strip_prefix(PICTURE_FORMAT)
        .and_then(|rest| rest.trim().parse::<u32>().ok());
    match version {
        Some(PICTURE_VERSION) => Ok(()),
        Some(version) => Err(format!(
            "the pictures have version {version}; this program reads version {PICTURE_VERSION}; use \
             a newer version of Crownhead"
        )),
        None => Err(format!(
            "not a file of pictures: its first line must be `{PICTURE_FORMAT} {PICTURE_VERSION}`"
        )),
    }
}

/// Reads the rows of an expected region. A pixel that may have any color is written `..` and
/// becomes [`ANY`]. Returns the pixels, row by row.
///
/// # Errors
/// [`PictureError`] if a row cannot be read, or if the rows do not fill the region exactly.
pub fn parse_region(region: &Region, rows: &str) -> Result<Vec<u8>, PictureError> {
    let mut reader = Reader::new(region.width(), true);
    let mut pixels = Vec::new();
    let (first, end) = (*region.lines.start(), region.lines.end() + 1);
    reader.parse_rows(rows.lines(), first, end, |lines, row| {
        lines.for_each(|_| pixels.extend_from_slice(row));
    })?;
    Ok(pixels)
}

/// Reads pictures from text, and counts the lines for error messages.
struct Reader {
    line: usize,
    /// Number of pixels in a row.
    width: usize,
    /// True if `..` is allowed. It stands for a pixel of any color.
    allows_any_color: bool,
}

impl Reader {
    fn new(width: usize, allows_any_color: bool) -> Reader {
        let line = 0;
        Reader {
            line,
            width,
            allows_any_color,
        }
    }

    fn picture(&mut self, text: &str) -> Result<Picture, PictureError> {
        let mut rows = text.lines();
        self.line += 1;
        let (mut picture, first, end) = self.parse_heading(rows.next().unwrap_or_default())?;
        let pixels = &mut picture.frame.pixels;
        self.parse_rows(rows, first, end, |lines, row| {
            for line in lines {
                pixels[line * WIDTH..][..WIDTH].copy_from_slice(row);
            }
        })?;
        Ok(picture)
    }

    /// Reads the rows for the scanlines `first..end`. For each row, calls `on_row` with the row's
    /// range of scanlines and its pixels.
    fn parse_rows<'t>(
        &mut self,
        rows: impl Iterator<Item = &'t str>,
        first: usize,
        end: usize,
        mut on_row: impl FnMut(Range<usize>, &[u8]),
    ) -> Result<(), PictureError> {
        let mut next = first;
        for row in rows {
            self.line += 1;
            let (first, last, pixels) = self.parse_row(row)?;
            if first != next || last < first || last >= end {
                return Err(self.error(format!("expected a row that begins at scanline {next}")));
            }
            on_row(first..last + 1, &pixels[..self.width]);
            next = last + 1;
        }
        if next == end {
            Ok(())
        } else {
            Err(self.error(format!("scanlines {next}..={} are missing", end - 1)))
        }
    }

    /// Reads the heading. Returns a blank picture, and the start and the end (exclusive) of the
    /// scanlines for which rows must follow.
    fn parse_heading(&self, text: &str) -> Result<(Picture, usize, usize), PictureError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let (number, tv, lines, range) = match words[..] {
            ["frame", number, tv, lines, "lines", "blank"] => (number, tv, lines, None),
            ["frame", number, tv, lines, "lines", "visible", range] => {
                (number, tv, lines, Some(range))
            }
            _ => {
                return Err(self.error(
                    "expected a heading such as `frame 12  ntsc  262 lines  visible 40..=231`"
                        .into(),
                ));
            }
        };
        let lines: usize = self.parse_number(lines, 0, 65_535)?;
        let number = self.parse_number(number, 0, usize::MAX)? as u64;
        let (first, end) = match range {
            None => (0, 0),
            Some(range) => {
                let (first, last) = range.split_once("..=").ok_or_else(|| {
                    self.error(format!("`{range}` must be a range such as 40..=231"))
                })?;
                let last = self.parse_number(last, 0, lines.saturating_sub(1))?;
                (self.parse_number(first, 0, last)?, last + 1)
            }
        };
        let pixels = vec![BLANK; lines * WIDTH];
        let frame = Frame { number, pixels };
        let tv = tv.to_string();
        Ok((Picture { frame, tv }, first, end))
    }

    fn parse_row(&self, text: &str) -> Result<(usize, usize, [u8; WIDTH]), PictureError> {
        let runs_start = text
            .find('x')
            .and_then(|x| text[..x].rfind(' '))
            .ok_or_else(|| self.error("expected a row such as ` 48- 55  00x160`".into()))?;
        let (lines, runs) = text.split_at(runs_start);
        let (first, last) = lines.split_once('-').unwrap_or((lines, lines));
        let first = self.parse_number(first.trim(), 0, 65_535)?;
        let last = self.parse_number(last.trim(), first, 65_535)?;
        let mut pixels = [BLANK; WIDTH];
        let mut filled = 0;
        for run in runs.split_whitespace() {
            let (color, count) = self.parse_run(run)?;
            let room = pixels[..self.width].get_mut(filled..filled + count);
            let message = || format!("the runs exceed {} pixels at `{run}`", self.width);
            room.ok_or_else(|| self.error(message()))?.fill(color);
            filled += count;
        }
        if filled == self.width {
            Ok((first, last, pixels))
        } else {
            Err(self.error(format!(
                "the runs add up to {filled} pixels, not {}",
                self.width
            )))
        }
    }

    fn parse_run(&self, text: &str) -> Result<(u8, usize), PictureError> {
        let invalid_run = || self.error(format!("`{text}` must be a run such as 2Ex8 or --x160"));
        let (color, count) = text.split_once('x').ok_or_else(invalid_run)?;
        let count = self.parse_number(count, 1, self.width)?;
        let color = match color {
            "--" => BLANK,
            ".." if self.allows_any_color => ANY,
            _ if color.len() == 2 => u8::from_str_radix(color, 16)
                .ok()
                .filter(|color| color & 1 == 0)
                .ok_or_else(invalid_run)?,
            _ => return Err(invalid_run()),
        };
        Ok((color, count))
    }

    fn parse_number(&self, text: &str, min: usize, max: usize) -> Result<usize, PictureError> {
        match text.parse() {
            Ok(number) if (min..=max).contains(&number) => Ok(number),
            _ => Err(self.error(format!("`{text}` must be a number in {min}..={max}"))),
        }
    }

    fn error(&self, message: String) -> PictureError {
        PictureError {
            line: self.line,
            message,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Frame {
        let mut pixels = vec![BLANK; 262 * WIDTH];
        pixels[40 * WIDTH..232 * WIDTH].fill(0);
        for line in 48..56 {
            pixels[line * WIDTH + 32..][..8].fill(0x2e);
        }
        pixels[56 * WIDTH..][..8].fill(BLANK);
        Frame { number: 12, pixels }
    }

    const TEXT: &str = "\
frame 12  ntsc  262 lines  visible 40..=231
 40- 47  00x160
 48- 55  00x32 2Ex8 00x120
 56      --x8 00x152
 57-231  00x160
";

    #[test]
    fn a_frame_is_written_as_this_text_and_read_back() {
        let mut text = String::new();
        write_picture(&mut text, &sample(), "ntsc").unwrap();
        assert_eq!(text, TEXT);
        let picture = Picture::parse(TEXT).unwrap();
        assert_eq!(picture.frame, sample());
        assert_eq!(picture.to_string(), TEXT);
    }

    #[test]
    fn blank_and_empty_frames_survive_a_round_trip() {
        for lines in [0, 1, 262] {
            let pixels = vec![BLANK; lines * WIDTH];
            let frame = Frame { number: 0, pixels };
            let tv = "pal".to_string();
            let picture = Picture { frame, tv };
            assert_eq!(Picture::parse(&picture.to_string()), Ok(picture));
        }
    }

    #[test]
    fn a_file_holds_several_pictures() {
        let file = format!("crownhead-picture 1\n\n{TEXT}\n{TEXT}");
        assert_eq!(parse_pictures(&file).unwrap().len(), 2);
        let broken = file.replacen("2Ex8", "2Ex9", 2);
        assert_eq!(parse_pictures(&broken).unwrap_err().line, 5);
        let broken = format!("{file}\n{}", TEXT.replace("2Ex8", "2Ex9"));
        assert_eq!(parse_pictures(&broken).unwrap_err().line, 17);
        let newer = parse_pictures("crownhead-picture 2\n").unwrap_err();
        assert!(
            newer
                .message
                .contains("version 2; this program reads version 1")
        );
        assert!(
            parse_pictures("P6\n")
                .unwrap_err()
                .message
                .contains("not a file of pictures")
        );
    }

    #[test]
    fn an_error_gives_the_line_of_the_damage() {
        let cases = [
            ("2Ex8", "2Fx8", 3, "`2Fx8` must be a run"),
            ("2Ex8", "2Ex7", 3, "add up to 159"),
            ("00x152", "00x153", 4, "exceed 160 pixels at `00x153`"),
            (" 56  ", " 57  ", 4, "begins at scanline 56"),
            ("57-231", "57-230", 5, "scanlines 231..=231 are missing"),
            (
                "262 lines",
                "200 lines",
                1,
                "`231` must be a number in 0..=199",
            ),
            ("frame", "fame", 1, "expected a heading"),
            ("00x32 2Ex8 00x120", "", 3, "expected a row"),
        ];
        for (from, to, line, words) in cases {
            let error = Picture::parse(&TEXT.replace(from, to)).unwrap_err();
            assert_eq!(error.line, line, "{to}: {error}");
            assert!(error.message.contains(words), "{to}: {error}");
        }
    }
}
