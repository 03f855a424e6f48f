//! Some hundred lines of a script, split into fields.

use std::num::NonZeroU16;
use std::rc::Rc;

use crate::operand::simple::Slot;
use crate::sources::arguments::Arguments;
use crate::sources::lexer::{LONGEST_LINE, LexContext, LineBuffer};
use crate::sources::line::{Comment, Fields, Line, Memo};
use crate::sources::parser::plain::{PlainLine, Split, split};
use crate::sources::parser::{LabelEnd, trim_and_squeeze};
use crate::sources::script::entry::{Entry, EntryKind, Layout, Marks};
use crate::sources::script::template::{Insertions, split_template};

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

/// Bytes of text in a chunk: the last line may reach beyond.
const SIZE: usize = 1 << 14;

/// An estimate: unused memory costs nothing, but moving does.
const BYTES_IN_LINE: usize = 12;

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

/// Where a line lies in the text, and whether an LF follows that belongs to it.
struct RawLine<'t> {
    text: &'t [u8],
    start: usize,
    newline: bool,
    in_file: bool,
}

impl Chunk {
    /// The lines of a file from `start` on, in the memory of a chunk that is no longer needed.
    pub(crate) fn of_file(text: &Rc<Vec<u8>>, start: usize, spare: Chunk) -> Chunk {
        let mut chunk = spare.begin(text, start);
        let size = SIZE.min(text.len() - start);
        chunk.entries.reserve(size / BYTES_IN_LINE);
        let mut buffer = LineBuffer::default();
        let mut at = start;
        while at < text.len() && at - start < SIZE {
            let length = chunk.add_line(&text[at..], at, &mut buffer);
            at += length + 1;
        }
        chunk.end = at.min(text.len());
        chunk
    }

    /// The first lines of a macro, and their number. Each is followed by an LF that is not part of
    /// it.
    pub(crate) fn of_body(text: &Rc<Vec<u8>>, lines: &[(usize, usize)]) -> (Chunk, usize) {
        let first = lines.first().map_or(0, |&(start, _)| start);
        let mut chunk = Chunk::default().begin(text, first);
        let mut buffer = LineBuffer::default();
        let near = lines.iter().take_while(|(start, _)| start - first < SIZE);
        let mut count = 0;
        for &(start, end) in near {
            let rest = &text[start..];
            let raw = RawLine {
                text: &text[start..end],
                start,
                newline: false,
                in_file: false,
            };
            match split(rest) {
                // An open quote takes in the LF behind it.
                Split::Blank(length) if length == end - start => chunk.add_blank(start),
                Split::Plain(plain) if plain.length == end - start => {
                    chunk.add_plain(raw, plain, &mut buffer);
                }
                _ => chunk.add_other(raw, None, &mut buffer),
            }
            chunk.end = end + 1;
            count += 1;
        }
        (chunk, count)
    }

    /// An empty chunk of that text.
    fn begin(mut self, text: &Rc<Vec<u8>>, start: usize) -> Chunk {
        self.text = text.clone();
        (self.start, self.end) = (start, start);
        self.entries.clear();
        self.others.clear();
        self.cleaned.clear();
        self.insertions.clear();
        self
    }

    /// Where it begins in the text.
    pub(crate) fn start(&self) -> usize {
        self.start
    }

    /// Where the next one begins in the text.
    pub(crate) fn end(&self) -> usize {
        self.end
    }

    fn distance(&self, start: usize) -> u16 {
        debug_assert!(
            start - self.start <= usize::from(u16::MAX),
            "a chunk is too long"
        );
        (start - self.start) as u16
    }

    fn push(&mut self, start: u16, layout: Layout) {
        self.entries.push(Entry {
            start,
            layout,
            memo: Memo::default(),
        });
    }

    /// A line without a statement joins those before it.
    fn add_blank(&mut self, start: usize) {
        if let Some(Layout::Blank(lines)) = self.entries.last_mut().map(|entry| &mut entry.layout)
            && let Some(more) = lines.checked_add(1)
        {
            *lines = more;
        } else {
            self.push(self.distance(start), Layout::Blank(NonZeroU16::MIN));
        }
    }

    /// The line of a file that begins there. Returns its length.
    #[inline]
    fn add_line(&mut self, rest: &[u8], start: usize, buffer: &mut LineBuffer) -> usize {
        let raw = |length: usize| RawLine {
            text: &rest[..length],
            start,
            newline: length < rest.len(),
            in_file: true,
        };
        match split(rest) {
            Split::Blank(length) => {
                self.add_blank(start);
                length
            }
            Split::Plain(plain) => {
                self.add_plain(raw(plain.length), plain, buffer);
                plain.length
            }
            Split::Unclean => {
                let length = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
                self.add_other(raw(length), None, buffer);
                length
            }
        }
    }

    #[inline]
    fn add_plain(&mut self, raw: RawLine, plain: PlainLine, buffer: &mut LineBuffer) {
        match Marks::of(&plain) {
            Some(marks) => self.push(self.distance(raw.start), Layout::Plain(marks)),
            None => self.add_other(raw, Some(plain), buffer),
        }
    }

    #[cold]
    fn add_other(&mut self, raw: RawLine, plain: Option<PlainLine>, buffer: &mut LineBuffer) {
        let other = self.other(raw, plain, buffer);
        let index = self.others.len();
        debug_assert!(
            index <= usize::from(u16::MAX),
            "there are fewer lines than bytes"
        );
        self.others.push(other);
        self.push(index as u16, Layout::Other);
    }

    fn other(&mut self, raw: RawLine, plain: Option<PlainLine>, buffer: &mut LineBuffer) -> Other {
        let mut other = Other {
            start: raw.start,
            length: raw.text.len(),
            kind: Kind::Unread,
            fields: Fields::default(),
            slot: None,
        };
        if raw.text.len() >= LONGEST_LINE {
            return other;
        }
        if let Some(plain) = plain {
            other.fields = plain.fields();
            other.kind = Kind::Plain;
        } else if buffer.read_simple(raw.text, raw.newline, LexContext::default())
            && let LabelEnd::At(at) = buffer.split_label()
        {
            buffer.split_rest(at);
            other.fields = buffer.fields;
            other.kind = Kind::Cleaned {
                start: self.cleaned.len() as u32,
                comment: buffer.comment_start(raw.text) as u32,
            };
            self.cleaned.extend_from_slice(&buffer.text);
        } else if !raw.in_file
            && let Some(fields) = split_template(raw.text)
        {
            other.fields = fields;
            other.kind = Kind::Template(self.insertions.add(raw.text, raw.start));
            if fields.label.is_empty() && fields.suffix.is_empty() {
                other.slot = Slot::read(&raw.text[fields.operand.start()..]);
            }
        }
        other
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
