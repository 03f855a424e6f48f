//! Splitting lines into the entries of a chunk.

use std::num::NonZeroU16;
use std::rc::Rc;

use crate::operand::simple::Slot;
use crate::sources::lexer::{LONGEST_LINE, LexContext, LineBuffer};
use crate::sources::line::{Fields, Memo};
use crate::sources::parser::LabelEnd;
use crate::sources::parser::plain::{PlainLine, Split, split};
use crate::sources::script::chunk::{Chunk, Kind, Other};
use crate::sources::script::entry::{Entry, Layout, Marks};
use crate::sources::script::template::split_template;

/// An estimate: unused memory costs nothing, but moving does.
const BYTES_IN_LINE: usize = 12;

/// Where a line lies in the text, and whether an LF follows that belongs to it.
struct RawLine<'t> {
    text: &'t [u8],
    start: usize,
    newline: bool,
    in_file: bool,
}

impl Chunk {
    /// Bytes of text in a chunk: the last line may reach beyond.
    pub(crate) const SIZE: usize = 1 << 14;

    /// The lines of a file from `start` on, in the memory of a chunk that is no longer needed.
    pub(crate) fn of_file(text: &Rc<Vec<u8>>, start: usize, spare: Chunk) -> Chunk {
        let mut chunk = spare.begin(text, start);
        let size = Chunk::SIZE.min(text.len() - start);
        chunk.entries.reserve(size / BYTES_IN_LINE);
        let mut buffer = LineBuffer::default();
        let mut at = start;
        while at < text.len() && at - start < Chunk::SIZE {
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
        let near = lines
            .iter()
            .take_while(|(start, _)| start - first < Chunk::SIZE);
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
                Split::Plain(plain) if plain.length == end - start => match Marks::of(&plain) {
                    Some(marks) => chunk.add_marked(start, marks),
                    None => chunk.add_other(raw, Some(plain), &mut buffer),
                },
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
                match Marks::of(&plain) {
                    Some(marks) => self.add_marked(start, marks),
                    None => self.add_other(raw(plain.length), Some(plain), buffer),
                }
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
    fn add_marked(&mut self, start: usize, marks: Marks) {
        self.push(self.distance(start), Layout::Plain(marks));
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
}
