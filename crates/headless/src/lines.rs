//! Reads and checks traces line by line, so that even a long trace needs little memory.

use super::{
    output::{not_text_in, open, read_line},
    rows::{Row, RowForm, detect_form, parse_row},
};
use crate::error::Error;
use lab::trace::record::FRAMES_FORMAT;
use serde_json::Value;
use std::{
    collections::VecDeque,
    io::BufRead,
    path::{Path, PathBuf},
};

/// The highest version of any trace format that this program can read.
const MAX_VERSION: u64 = 1;
/// Number of lines at the start of a trace that are read to detect its [`RowForm`].
const FORM_LINES: usize = 20;

/// A line of a trace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TraceLine {
    /// The line number in the file; lines are numbered from 1.
    pub number: usize,
    /// The text without the line end.
    pub text: String,
    /// The parsed line of an instruction trace; `None` in other kinds of traces.
    pub row: Option<Row>,
}

/// A reader that returns the lines of a trace, without the headings.
pub struct TraceReader {
    path: PathBuf,
    file: Box<dyn BufRead>,
    number: usize,
    /// Lines that have been read from the file, but not returned yet.
    ahead: VecDeque<TraceLine>,
    /// The name of the trace's format, as given in the first line.
    format: Option<String>,
    form: Option<RowForm>,
    /// The text of the last line read.
    last: String,
    ended: bool,
}

impl TraceReader {
    /// Opens a trace and reads its first lines.
    ///
    /// # Errors
    /// The file cannot be read, is damaged, has a newer format version, or contains no trace.
    pub fn open(path: &Path) -> Result<TraceReader, Error> {
        let mut reader = TraceReader {
            path: path.to_owned(),
            file: open(path).map_err(Error::read(path))?,
            number: 0,
            ahead: VecDeque::new(),
            format: None,
            form: None,
            last: String::new(),
            ended: false,
        };
        let mut first_lines = Vec::new();
        while first_lines.len() < FORM_LINES
            && let Some(text) = reader.next_text()?
        {
            if first_lines.is_empty() {
                reader.format = reader.parse_header(&text)?;
            }
            first_lines.push((reader.number, text));
        }
        reader.form = first_lines.iter().find_map(|(_, text)| detect_form(text));
        for (number, text) in first_lines {
            let line = reader.parse_line(number, text)?;
            reader.ahead.extend(line);
        }
        if reader.ahead.is_empty() {
            Err(Error::Usage(format!(
                "{} contains no trace; name a file that `crownhead trace` wrote",
                path.display()
            )))
        } else {
            Ok(reader)
        }
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the kind of trace: `instructions` for an instruction trace, no matter which program
    /// wrote it; otherwise the format named in the file.
    pub fn kind(&self) -> &str {
        match (self.form, &self.format) {
            (Some(_), _) => "instructions",
            (None, Some(format)) => format,
            (None, None) => "lines of an unknown kind",
        }
    }

    /// Reads the next line. Returns `None` at the end of the file.
    ///
    /// # Errors
    /// The file cannot be read, or is damaged or truncated.
    pub fn next_line(&mut self) -> Result<Option<TraceLine>, Error> {
        if let Some(line) = self.ahead.pop_front() {
            return Ok(Some(line));
        }
        self.read()
    }

    /// Returns the next `count` lines without consuming them. Returns fewer if fewer are left.
    ///
    /// # Errors
    /// The errors of [`TraceReader::next_line`].
    pub fn peek(&mut self, count: usize) -> Result<&[TraceLine], Error> {
        while self.ahead.len() < count
            && let Some(line) = self.read()?
        {
            self.ahead.push_back(line);
        }
        let lines = self.ahead.make_contiguous();
        Ok(&lines[..count.min(lines.len())])
    }

    fn read(&mut self) -> Result<Option<TraceLine>, Error> {
        while let Some(text) = self.next_text()? {
            let line = self.parse_line(self.number, text)?;
            if line.is_some() {
                return Ok(line);
            }
        }
        Ok(None)
    }

    /// Reads the text of the next line. Returns `None` at the end of the file.
    fn next_text(&mut self) -> Result<Option<String>, Error> {
        if self.ended {
            return Ok(None);
        }
        let text = read_line(&mut *self.file);
        let text =
            text.and_then(|bytes| String::from_utf8(bytes).map_err(|_| not_text_in(&self.path)));
        let mut text = text.map_err(Error::read(&self.path))?;
        if text.is_empty() {
            self.ended = true;
            return self.check_end().map(|()| None);
        }
        self.number += 1;
        let is_complete = text.ends_with('\n');
        if !is_complete && self.format.is_some() {
            return Err(self.damaged("the line is cut off; the trace is truncated"));
        }
        text.truncate(text.trim_end_matches(['\r', '\n']).len());
        self.last.clone_from(&text);
        Ok(Some(text))
    }

    /// If the file contains frame records, checks that its last line is `{"end":...}`.
    fn check_end(&self) -> Result<(), Error> {
        match self.format.as_deref() {
            Some(FRAMES_FORMAT) if !self.last.starts_with("{\"end\"") => {
                Err(self.damaged("the trace is truncated: its last line must be {\"end\":...}"))
            }
            _ => Ok(()),
        }
    }

    /// Parses a line. Returns `None` for a heading, and for a line that is not part of the trace.
    fn parse_line(&self, number: usize, text: String) -> Result<Option<TraceLine>, Error> {
        let headings = ["# ", "{\"format\"", "$comment "];
        if text.is_empty() || headings.iter().any(|heading| text.starts_with(heading)) {
            return Ok(None);
        }
        let row = self.form.and_then(|form| parse_row(form, &text));
        match (self.form, &row) {
            (Some(RowForm::Crownhead), None) => Err(self.error_at_line(
                number,
                "not a line of an instruction trace; the file is damaged",
            )),
            // Other programs write lines of other kinds between the instructions.
            (Some(_), None) => Ok(None),
            _ => Ok(Some(TraceLine { number, text, row })),
        }
    }

    /// Returns the format that the first line of a trace names; `None` if it is not one of
    /// Crownhead's formats.
    fn parse_header(&self, line: &str) -> Result<Option<String>, Error> {
        let json = ["# ", "$comment ", ""]
            .iter()
            .find_map(|prefix| line.strip_prefix(prefix))
            .filter(|json| json.starts_with("{\"format\":\"crownhead-"));
        let (format, version) = match json {
            Some(json) => {
                let json = json.trim_end_matches("$end");
                let value: Value = serde_json::from_str(json)
                    .map_err(|_| self.damaged("the heading is damaged; make the trace again"))?;
                (
                    value["format"].as_str().map(String::from),
                    value["version"].as_u64(),
                )
            }
            None => match line.split_once(' ') {
                Some((name, version)) if name.starts_with("crownhead-") => {
                    (Some(name.into()), version.trim().parse().ok())
                }
                _ => return Ok(None),
            },
        };
        match version {
            Some(1..=MAX_VERSION) => Ok(format),
            Some(version) => Err(Error::Usage(format!(
                "{}:1: the trace has version {version}; this program reads version {MAX_VERSION}; \
                 use a newer version of Crownhead",
                self.path.display()
            ))),
            None => Err(self.damaged("the heading names no version; make the trace again")),
        }
    }

    fn damaged(&self, what: &str) -> Error {
        self.error_at_line(self.number, what)
    }

    fn error_at_line(&self, number: usize, what: &str) -> Error {
        Error::Usage(format!("{}:{number}: {what}", self.path.display()))
    }
}
