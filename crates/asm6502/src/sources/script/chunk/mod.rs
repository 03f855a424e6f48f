//! Some hundred lines of a script, split into fields.

use std::rc::Rc;

use crate::operand::simple::Slot;
use crate::sources::arguments::Arguments;
use crate::sources::line::{Comment, Fields, Line};
use crate::sources::parser::trim_and_squeeze;
use crate::sources::script::entry::{Entry, EntryKind, Layout};
use crate::sources::script::template::Insertions;

mod split;

/// Consecutive lines, few enough to stay in the cache while they are run.
#[derive(Debug, Default)]
pub(crate) struct Chunk {
    text: Rc<Vec<u8>>,
    /// Where it begins and ends in the text.
    start: usize,
    end: usize,
    entries: Vec<Entry>,
    /// The lines that are longer than most, or not written plainly.
    others: Vec<Other>,
    /// Cleaned text of the lines that are not written plainly.
    cleaned: Vec<u8>,
    insertions: Insertions,
}

/// A line that is not a plain one of usual length.
#[derive(Debug)]
struct Other {
    start: usize,
    length: usize,
    kind: Kind,
    fields: Fields,
    /// Of a line without label and suffix: an operand of one argument.
    slot: Option<Slot>,
}

/// How a line that is not a plain one of usual length is run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// The fields lie in the raw text.
    Plain,
    /// The fields lie in the cleaned text, from there on; the comment within the line, behind its
    /// `;`, or at 0 if there is none.
    Cleaned { start: u32, comment: u32 },
    /// The operand has places for arguments: the first of them.
    Template(u32),
    /// The line has to be parsed each time it is run.
    Unread,
}

impl Chunk {
    /// The memory of its text, if nothing else uses that. The chunk is no longer needed.
    pub(crate) fn take_text(&mut self) -> Vec<u8> {
        let text = std::mem::take(&mut self.text);
        Rc::into_inner(text).unwrap_or_default()
    }

    /// Where it begins in the text.
    pub(crate) fn start(&self) -> usize {
        self.start
    }

    /// Where the next one begins in the text.
    pub(crate) fn end(&self) -> usize {
        self.end
    }

    /// Number of entries: lines, or runs of lines without a statement.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// The line of the entry as written, and whether an LF follows. Of a run without statements the
    /// line that begins `within` bytes after the first.
    pub fn raw_line(&self, index: usize, within: usize) -> (&[u8], bool) {
        let start = self.start_of(index) + within;
        let rest = &self.text[start..];
        let end = match self
            .entries
            .get(index)
            .map(|entry| (entry.layout, entry.start))
        {
            Some((Layout::Other, other)) => self.others[usize::from(other)].length,
            _ => memchr::memchr(b'\n', rest).unwrap_or(rest.len()),
        };
        (&rest[..end], end < rest.len())
    }

    /// The line of a file that ends before the entry, or `within` bytes after its start.
    pub fn raw_line_before(&self, index: usize, within: usize) -> &[u8] {
        let text = &self.text[..self.start_of(index) + within];
        let text = text.strip_suffix(b"\n").unwrap_or(text);
        let start = memchr::memrchr(b'\n', text).map_or(0, |end| end + 1);
        &text[start..]
    }

    /// Bytes of the entry, with its LF.
    pub fn length(&self, index: usize) -> usize {
        self.start_of(index + 1) - self.start_of(index)
    }

    /// Where the entry begins in the text; for the one behind the last, where the chunk ends.
    fn start_of(&self, index: usize) -> usize {
        match self.entries.get(index) {
            None => self.end,
            Some(entry) => match entry.layout {
                Layout::Other => self.others[usize::from(entry.start)].start,
                _ => self.start + usize::from(entry.start),
            },
        }
    }

    /// The kind of an entry; `None` after the last one.
    #[inline]
    pub fn kind(&self, index: usize) -> Option<EntryKind<'_>> {
        let entry = self.entries.get(index)?;
        Some(match entry.layout {
            Layout::Blank(lines) => EntryKind::Blank(lines.get()),
            Layout::Plain(marks) if marks.label > 0 || marks.has_suffix => EntryKind::Other,
            Layout::Plain(_) => EntryKind::Bare(&entry.memo),
            Layout::Other => match self.others[usize::from(entry.start)].slot {
                Some(slot) => EntryKind::Slot(&entry.memo, slot),
                None => EntryKind::Other,
            },
        })
    }

    /// The lines of a run without statements, and their bytes with the LF.
    pub fn blank_lines(&self, index: usize) -> impl Iterator<Item = (usize, Line<'_>)> {
        let text = &self.text[self.start_of(index)..self.start_of(index + 1)];
        let lines = text.split_inclusive(|&byte| byte == b'\n');
        let line = move |raw| Line {
            text: &[],
            comment: Comment::Unread(raw),
            fields: Fields::default(),
            memo: &self.entries[index].memo,
            varies: false,
        };
        lines.map(move |raw| (raw.len(), line(raw)))
    }

    /// The line, if it is a plain one.
    #[inline(always)]
    pub fn plain_line(&self, index: usize) -> Option<Line<'_>> {
        let entry = &self.entries[index];
        let Layout::Plain(marks) = entry.layout else {
            return None;
        };
        let raw = &self.text[self.start + usize::from(entry.start)..];
        let (text, behind) = raw.split_at(usize::from(marks.operand_end));
        Some(Line {
            text,
            comment: Comment::Unread(behind),
            fields: marks.fields(text),
            memo: &entry.memo,
            varies: false,
        })
    }

    /// The line, if it could be read beforehand; a run without statements is none. A line with
    /// places for arguments is put together in the scratch buffer.
    #[inline]
    pub fn line<'t>(
        &'t self,
        index: usize,
        arguments: Option<&Arguments>,
        scratch: &'t mut Vec<u8>,
    ) -> Option<Line<'t>> {
        match self.plain_line(index) {
            None => self.other_line(&self.entries[index], arguments, scratch),
            plain => plain,
        }
    }

    fn other_line<'t>(
        &'t self,
        entry: &'t Entry,
        arguments: Option<&Arguments>,
        scratch: &'t mut Vec<u8>,
    ) -> Option<Line<'t>> {
        let Layout::Other = entry.layout else {
            return None;
        };
        let other = &self.others[usize::from(entry.start)];
        let raw = &self.text[other.start..][..other.length];
        let mut fields = other.fields;
        let mut comment = Comment::Read(None);
        let text = match other.kind {
            Kind::Plain => {
                let behind = other.start + fields.operand.range().end;
                comment = Comment::Unread(&self.text[behind..]);
                raw
            }
            Kind::Cleaned { start, comment: at } => {
                if at > 0 {
                    comment = Comment::Read(raw.get(at as usize..));
                }
                &self.cleaned[start as usize..]
            }
            Kind::Template(first) => {
                let arguments = arguments?;
                self.insertions
                    .fill_in(first, arguments, &self.text, scratch)?;
                let start = fields.operand.start();
                fields.operand = if arguments.are_tight() {
                    (start..scratch.len()).into()
                } else {
                    trim_and_squeeze(scratch, start)
                };
                scratch
            }
            Kind::Unread => return None,
        };
        Some(Line {
            text: &text[..fields.operand.range().end],
            comment,
            fields,
            memo: &entry.memo,
            varies: matches!(other.kind, Kind::Template(_)),
        })
    }
}
