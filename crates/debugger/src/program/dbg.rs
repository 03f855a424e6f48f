//! The debug file of ld65 (`--dbgfile`), which contains the source lines of ca65 and cc65.
//!
//! A line consists of a kind, a tab and fields: `span<tab>id=1,seg=0,start=4,size=2`. A segment's
//! record contains its offset in the image, so there is no need to search the image for bytes. The
//! spans of different source lines may overlap. Where they do, a C span takes precedence over an
//! assembly span, a span in a macro over the span of the macro call, and a small span over a large
//! one.

use super::{Label, Program, Sources, Span, Variable};
use crate::source_line::SourceLine;
use lab::trace::Symbols;
use std::{cmp::Reverse, collections::HashMap};
use thiserror::Error;

/// The text at the start of every debug file.
pub const HEADER: &str = "version\tmajor=";

/// The reason a debug file cannot be used.
#[derive(Debug, Error, Clone, Copy, PartialEq, Eq)]
pub enum DbgError {
    /// The file has no source lines.
    #[error(
        "the file has no source lines; use the option -g of ca65 and cc65, and link with --dbgfile"
    )]
    NoLines,
    /// The segments do not match the image.
    #[error(
        "the file belongs to another image: a segment ends at byte {end}, the image at byte {size}"
    )]
    OtherImage {
        /// The end of the segment.
        end: usize,
        /// Size of the image in bytes.
        size: usize,
    },
}

/// Returns the symbols in a debug file; `None` if the text is not a debug file.
pub fn dbg_symbols(text: &str) -> Option<Symbols> {
    let mut program = Program::default();
    program.add_dbg_names(&Records::read(text.strip_prefix(HEADER)?));
    Some(program.symbols)
}

type Fields<'a> = HashMap<&'a str, &'a str>;

/// A file's records, by kind and number.
struct Records<'a>(HashMap<(&'a str, usize), Fields<'a>>);

impl<'a> Records<'a> {
    fn read(text: &'a str) -> Records<'a> {
        let record = |line: &'a str| {
            let (kind, rest) = line.split_once('\t')?;
            let fields = fields(rest);
            let id = fields.get("id")?.parse().ok()?;
            Some(((kind, id), fields))
        };
        Records(text.lines().filter_map(record).collect())
    }

    /// Returns the records of a kind, sorted by number.
    fn of_kind(&self, kind: &str) -> Vec<(usize, &Fields<'a>)> {
        let same = self.0.iter().filter(|((other, _), _)| *other == kind);
        let mut all: Vec<_> = same.map(|((_, id), fields)| (*id, fields)).collect();
        all.sort_by_key(|(id, _)| *id);
        all
    }

    fn get(&self, kind: &'static str, id: Option<usize>) -> Option<&Fields<'a>> {
        self.0.get(&(kind, id?))
    }

    /// Returns the segment that a record refers to.
    fn segment(&self, fields: &Fields<'_>) -> Option<Segment> {
        let segment = self.get("seg", number(fields, "seg"))?;
        Some(Segment {
            start: number(segment, "start")?,
            size: number(segment, "size")?,
            offset: number(segment, "ooffs"),
        })
    }

    /// Returns the name of a symbol, preceded by the names of its scopes.
    fn full_name(&self, symbol: &Fields<'a>) -> String {
        let name = symbol.get("name").copied().unwrap_or_default();
        let mut parts = vec![name.trim_start_matches('@')];
        // A cheap local label such as `@loop` has the preceding label as its parent.
        let parent = self.get("sym", number(symbol, "parent"));
        parts.extend(parent.and_then(|parent| parent.get("name").copied()));
        let mut scope = self.get("scope", number(parent.unwrap_or(symbol), "scope"));
        while let Some(fields) = scope {
            let is_named = fields.get("type") == Some(&"scope");
            parts.extend(fields.get("name").filter(|_| is_named).copied());
            scope = self.get("scope", number(fields, "parent"));
        }
        parts.reverse();
        parts.join(".")
    }
}

/// A segment, with its address, its size, and its offset in the image. A segment in RAM has no
/// offset.
struct Segment {
    start: usize,
    size: usize,
    offset: Option<usize>,
}

/// Returns the fields `key=value,key="text"` of a line.
fn fields(text: &str) -> Fields<'_> {
    let mut quoted = false;
    let is_end = |letter: char| {
        quoted ^= letter == '"';
        letter == ',' && !quoted
    };
    let fields = text.split(is_end).filter_map(|field| field.split_once('='));
    fields
        .map(|(key, value)| (key, value.trim_matches('"')))
        .collect()
}

fn number(fields: &Fields<'_>, key: &str) -> Option<usize> {
    read_number(fields.get(key)?)
}

fn read_number(text: &str) -> Option<usize> {
    match text.strip_prefix("0x") {
        Some(digits) => usize::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

/// Returns the numbers of a field such as `3+17+25`.
fn numbers<'a>(fields: &Fields<'a>, key: &str) -> impl Iterator<Item = usize> + use<'a> {
    let list = fields.get(key).copied().unwrap_or_default();
    list.split('+').filter_map(read_number)
}

/// For a byte of the image: its line, the line of the macro call around that line, and the index of
/// its span.
type ByteOwner = (SourceLine, Option<SourceLine>, usize);

impl Program {
    /// Creates a program from a debug file.
    pub(super) fn with_dbg(
        symbols: Symbols,
        text: &str,
        image: &[u8],
        sources: &Sources<'_>,
    ) -> Result<Program, DbgError> {
        let records = Records::read(text);
        let files = records.of_kind("file");
        let names = files.iter().map(|(_, file)| file.get("name").copied());
        let names = names.map(|name| name.unwrap_or_default().to_owned());
        let mut program = Program {
            symbols,
            files: super::paths(names.collect(), sources),
            ..Program::default()
        };
        for (_, file) in &files {
            let (name, size) = (
                file.get("name").copied().unwrap_or_default(),
                number(file, "size"),
            );
            let current =
                sources(name).filter(|(_, text)| !text.contains(char::REPLACEMENT_CHARACTER));
            if let (Some(size), Some((path, text))) = (size, current)
                && size != text.len()
            {
                program.changed_files.push(path);
            }
        }
        program.spans = spans(&records, image)?;
        if program.spans.is_empty() {
            return Err(DbgError::NoLines);
        }
        program.add_dbg_names(&records);
        Ok(program)
    }

    fn add_dbg_names(&mut self, records: &Records<'_>) {
        let is_c = !records.of_kind("csym").is_empty();
        let mut variables: Vec<(Variable, usize)> = Vec::new();
        for (_, symbol) in records.of_kind("sym") {
            let mut name = records.full_name(symbol);
            let (Some(value), Some(kind)) = (number(symbol, "val"), symbol.get("type")) else {
                continue;
            };
            // The compiler's own labels have names such as L000F.
            let digits = name.strip_prefix('L').filter(|digits| digits.len() == 4);
            if is_c && digits.is_some_and(|digits| usize::from_str_radix(digits, 16).is_ok()) {
                continue;
            }
            // The compiler puts an underscore before names in C.
            let is_letter = |name: &&str| name.starts_with(char::is_alphabetic);
            if let Some(c) = name.strip_prefix('_').filter(is_letter).filter(|_| is_c) {
                name = c.to_owned();
            }
            self.symbols.add_if_absent(&name, value as u32);
            let segment = records.segment(symbol).filter(|_| *kind == "lab");
            let Some(segment) = segment else {
                if *kind == "equ" {
                    self.values.entry(name).or_insert(value as i64);
                }
                continue;
            };
            let address = value as u16;
            let in_cartridge_ram = segment.offset.is_none() && value & 0x1000 != 0;
            if (0x80..=0xff).contains(&value) || in_cartridge_ram {
                let size = number(symbol, "size").unwrap_or(0) as u16;
                let variable = Variable {
                    name,
                    address,
                    size,
                };
                variables.push((variable, segment.start + segment.size));
                continue;
            }
            let mut defined = numbers(symbol, "def");
            let line = records.get("line", defined.next());
            self.labels.push(Label {
                name,
                address,
                offset: segment.offset.map(|offset| offset + value - segment.start),
                line: line.and_then(source_line),
            });
        }
        super::sort_labels(&mut self.labels);
        variables.sort_by_key(|(variable, _)| variable.address);
        let starts: Vec<usize> = variables
            .iter()
            .map(|(variable, _)| variable.address.into())
            .collect();
        for (variable, end) in &mut variables {
            let begin = usize::from(variable.address);
            let next = starts.iter().find(|next| **next > begin).unwrap_or(end);
            if variable.size == 0 {
                variable.size = next.min(end).saturating_sub(begin) as u16;
            }
        }
        self.variables = variables
            .into_iter()
            .map(|(variable, _)| variable)
            .collect();
        self.variables.retain(|variable| variable.size > 0);
        let names = self.variables.iter().map(|variable| &*variable.name);
        self.symbols = std::mem::take(&mut self.symbols).with_variables(names);
    }
}

fn source_line(line: &Fields<'_>) -> Option<SourceLine> {
    Some(SourceLine {
        file: number(line, "file")?,
        line: number(line, "line")? as u32,
    })
}

/// Returns the source lines of the image's bytes, as spans.
fn spans(records: &Records<'_>, image: &[u8]) -> Result<Vec<Span>, DbgError> {
    let mut found = Vec::new();
    for (_, line) in records.of_kind("line") {
        let Some(source) = source_line(line) else {
            continue;
        };
        // The span with the greatest depth takes precedence. A C line has the maximum depth, an
        // assembly line its macro nesting level, which is 0 outside macros.
        let depth = match number(line, "type") {
            Some(1) => usize::MAX,
            Some(2) => number(line, "count").unwrap_or(1),
            _ => 0,
        };
        for id in numbers(line, "span") {
            let span = records.get("span", Some(id));
            let span = span.and_then(|span| Some((span, records.segment(span)?)));
            let Some((span, segment)) = span else {
                continue;
            };
            let (Some(start), Some(size)) = (number(span, "start"), number(span, "size")) else {
                continue;
            };
            let Some(offset) = segment.offset.filter(|_| segment.start & 0x1000 != 0) else {
                continue;
            };
            let begin = offset + start;
            let end = begin + size;
            if end > image.len() {
                let size = image.len();
                return Err(DbgError::OtherImage { end, size });
            }
            found.push((depth, Reverse(size), begin, segment.start + start, source));
        }
    }
    found.sort();
    let mut owners: Vec<Option<ByteOwner>> = vec![None; image.len()];
    for (id, (depth, Reverse(size), begin, _, source)) in found.iter().enumerate() {
        for byte in &mut owners[*begin..begin + size] {
            let outer = byte.map(|(line, call, _)| call.unwrap_or(line));
            let call = outer.filter(|_| (1..usize::MAX).contains(depth));
            *byte = Some((*source, call, id));
        }
    }
    let mut spans: Vec<Span> = Vec::new();
    let mut last = None;
    for (offset, byte) in owners.iter().enumerate() {
        let Some((line, call, id)) = *byte else {
            last = None;
            continue;
        };
        match spans.last_mut() {
            Some(span) if last == Some(id) => span.length += 1,
            _ => {
                let (_, _, begin, address, _) = found[id];
                spans.push(Span {
                    offset,
                    length: 1,
                    address: (address + offset - begin) as u16,
                    line,
                    call,
                });
            }
        }
        last = Some(id);
    }
    Ok(spans)
}
