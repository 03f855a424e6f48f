//! The program to debug: an image, its names, and the source line of each of its bytes.

mod basic;
pub(crate) mod dbg;
pub(crate) mod lines;
pub(crate) mod listing;
pub(crate) mod map;
mod moved;
mod source;

use crate::place_in_source::SourceLine;
use lab::trace::Symbols;
use std::{
    cmp::Reverse,
    collections::{BTreeMap, HashMap},
    ops::RangeInclusive,
};
use vcs::Machine;

/// Reads a file that a toolchain's file names. Returns the path to show, and the text.
pub type Sources<'a> = dyn Fn(&str) -> Option<(String, String)> + 'a;

/// Bytes of the image that one source line made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    /// Offset in the image of the first byte.
    pub offset: usize,
    /// Number of bytes.
    pub length: usize,
    /// The address at which the first byte runs.
    pub address: u16,
    /// The innermost line: in a macro, the line of its definition.
    pub line: SourceLine,
    /// In a macro, the line of the file that called it, from outside all macros.
    pub call: Option<SourceLine>,
}

impl Span {
    /// Returns the line in a file outside all macros: in a macro, the line of the call.
    pub fn outer(&self) -> SourceLine {
        self.call.unwrap_or(self.line)
    }
}

/// A label: an address of the program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// The name; a local one with the number of its scope, `3.loop`.
    pub name: String,
    /// The address at which it runs.
    pub address: u16,
    /// Offset in the image, if the bytes at the label are known.
    pub offset: Option<usize>,
    /// The place of the definition.
    pub line: Option<SourceLine>,
}

/// A name in RAM and the bytes up to the next one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variable {
    /// The name.
    pub name: String,
    /// The address of its first byte.
    pub address: u16,
    /// Bytes up to the next name, or to the end of the segment.
    pub size: u16,
}

impl Variable {
    /// Returns the addresses of its bytes.
    pub fn bytes(&self) -> impl Iterator<Item = u16> + use<> {
        let first = self.address;
        (0..self.size).map(move |byte| first.wrapping_add(byte))
    }
}

/// A program: image, symbols and source lines. Without sources only the image and perhaps symbols.
#[derive(Debug, Clone, Default)]
pub struct Program {
    /// Names and values.
    pub symbols: Symbols,
    /// The files of the source, as the assembler names them.
    files: Vec<String>,
    /// The spans by offset, without overlaps.
    spans: Vec<Span>,
    labels: Vec<Label>,
    variables: Vec<Variable>,
    /// Pairs of addresses that the source marks as being on one page.
    marks: Vec<(u16, u16)>,
    values: HashMap<String, i64>,
    /// The files of the source that have changed since the build.
    pub changed: Vec<String>,
}

impl Program {
    /// Creates a program from symbols only.
    pub fn with_symbols(symbols: Symbols) -> Program {
        let mut program = Program {
            symbols,
            ..Program::default()
        };
        program.variables_from_symbols();
        program
    }

    /// Marks pairs of addresses that must be on one page, for the trap on branches.
    pub fn with_marks(mut self, marks: impl IntoIterator<Item = (u16, u16)>) -> Program {
        self.marks.extend(marks);
        self
    }

    /// True if source lines are known.
    pub fn has_lines(&self) -> bool {
        !self.spans.is_empty()
    }

    /// Returns the files of the source.
    pub fn files(&self) -> &[String] {
        &self.files
    }

    /// Returns the name of a file of the source.
    pub fn file(&self, line: SourceLine) -> &str {
        self.files.get(line.file).map_or("?", String::as_str)
    }

    /// Returns `file:line`.
    pub fn describe(&self, line: SourceLine) -> String {
        format!("{}:{}", self.file(line), line.line)
    }

    /// Returns the files whose path ends with this one, by whole parts of the path.
    pub fn files_named(&self, name: &str) -> Vec<usize> {
        let wanted = normal(name);
        let same = |file: &String| {
            let file = normal(file);
            file == wanted
                || file.ends_with(&format!("/{wanted}"))
                || wanted.ends_with(&format!("/{file}"))
        };
        let exact = self.files.iter().position(|file| normal(file) == wanted);
        match exact {
            Some(index) => vec![index],
            None => (0..self.files.len())
                .filter(|index| same(&self.files[*index]))
                .collect(),
        }
    }

    /// Returns all spans, by offset in the image.
    pub fn spans(&self) -> &[Span] {
        &self.spans
    }

    /// Returns the span that contains an offset of the image.
    pub fn span_at(&self, offset: usize) -> Option<&Span> {
        let after = self.spans.partition_point(|span| span.offset <= offset);
        let span = self.spans.get(after.checked_sub(1)?)?;
        (offset < span.offset + span.length).then_some(span)
    }

    /// Returns the span of the byte that is visible at an address now.
    pub fn span(&self, machine: &Machine, address: u16) -> Option<&Span> {
        self.span_at(self.offset(machine, address)?)
    }

    /// Returns the offsets at which the code of a line begins, one for each span of the line. If
    /// the line makes no code, uses the next of the following ten lines that does.
    pub fn code_of_line(&self, file: usize, line: u32) -> Option<(u32, Vec<usize>)> {
        self.code_of_lines(file, line..=line.saturating_add(10))
            .pop_first()
    }

    /// Returns the offsets at which code begins for each of these lines that makes code.
    pub fn code_of_lines(
        &self,
        file: usize,
        lines: RangeInclusive<u32>,
    ) -> BTreeMap<u32, Vec<usize>> {
        let mut begins: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        let mut ends: HashMap<u32, usize> = HashMap::new();
        for span in &self.spans {
            let call = span.call.filter(|call| *call != span.line);
            for line in [Some(span.line), call].into_iter().flatten() {
                if line.file != file || !lines.contains(&line.line) {
                    continue;
                }
                let end = ends.insert(line.line, span.offset + span.length);
                // The further spans of one macro call do not begin a line.
                if end != Some(span.offset) {
                    begins.entry(line.line).or_default().push(span.offset);
                }
            }
        }
        begins
    }

    /// Returns the labels, by address.
    pub fn labels(&self) -> &[Label] {
        &self.labels
    }

    /// Returns the label of that name.
    pub fn label(&self, name: &str) -> Option<&Label> {
        self.labels.iter().find(|label| label.name == name)
    }

    /// Returns the local label, such as `.loop`, in the scope of the machine's current place: the
    /// label in the scope of the nearest local label, or else the nearest label with that name.
    pub fn local_label(&self, machine: &Machine, name: &str) -> Option<&Label> {
        let here = self.offset(machine, machine.cpu().registers().pc)?;
        let scope = |label: &Label| {
            label
                .name
                .split_once('.')
                .map(|(scope, _)| scope.to_owned())
        };
        let distance = |label: &&Label| label.offset.map(|offset| offset.abs_diff(here));
        let locals = || {
            let locals = self.labels.iter().filter(|label| label.name.contains('.'));
            locals.filter(|label| label.offset.is_some())
        };
        let nearest = scope(locals().min_by_key(distance)?);
        let named = locals().filter(|label| label.name.ends_with(name));
        named.min_by_key(|label| (scope(label) != nearest, distance(label)))
    }

    /// Returns the last label at or before an address, in the currently visible banks, and the
    /// distance to it.
    pub fn label_before(&self, machine: &Machine, address: u16) -> Option<(&Label, u16)> {
        let offset = self.offset(machine, address);
        let is_local = |label: &Label| label.name.contains('.');
        let known = self.labels.iter().filter(|label| !is_local(label));
        match offset {
            Some(offset) if self.labels.iter().any(|label| label.offset.is_some()) => known
                .filter_map(|label| Some((label, offset.checked_sub(label.offset?)?)))
                .min_by_key(|(_, distance)| *distance)
                .filter(|(_, distance)| *distance < 0x1000)
                .map(|(label, distance)| (label, distance as u16)),
            _ => known
                .filter(|label| label.address & 0x1000 != 0)
                .filter_map(|label| {
                    let distance = (address & 0x1fff).checked_sub(label.address & 0x1fff)?;
                    Some((label, distance))
                })
                .min_by_key(|(_, distance)| *distance),
        }
    }

    /// Sorts labels at one address: first comes the label of the code at the address, which is the
    /// last label that is defined before the code's line. A label that marks the end of the
    /// previous code is defined earlier.
    fn prefer_labels(&mut self) {
        let place = |label: &Label| {
            let code = label.offset.and_then(|offset| self.span_at(offset));
            let (code, line) = (code?.line, label.line?);
            (line.file == code.file && line.line <= code.line).then_some(line.line)
        };
        let rank = |label: &Label| (label.name.contains('.'), Reverse(place(label)));
        let ranks: HashMap<String, (bool, Reverse<Option<u32>>)> = self
            .labels
            .iter()
            .map(|label| (label.name.clone(), rank(label)))
            .collect();
        self.labels
            .sort_by_key(|label| (label.address, ranks.get(&label.name).copied()));
        for group in self
            .labels
            .chunk_by(|one, other| one.address == other.address)
        {
            let first = &group[0];
            let is_named = self.symbols.name(first.address);
            if group.len() > 1 && group.iter().any(|label| Some(&*label.name) == is_named) {
                self.symbols.prefer(first.address, &first.name);
            }
        }
    }

    /// Returns the names in RAM, by address.
    pub fn variables(&self) -> &[Variable] {
        &self.variables
    }

    /// Returns the variable that contains an address, and the index of the byte in the variable.
    pub fn variable_at(&self, address: u16) -> Option<(&Variable, u16)> {
        self.variables.iter().find_map(|variable| {
            let byte = (address & 0x1fff).checked_sub(variable.address & 0x1fff)?;
            (byte < variable.size).then_some((variable, byte))
        })
    }

    /// Returns `name` or `name+2` for an address in RAM.
    pub fn ram_name(&self, address: u16) -> Option<String> {
        let (variable, byte) = self.variable_at(address)?;
        Some(match byte {
            0 => variable.name.clone(),
            _ => format!("{}+{byte}", variable.name),
        })
    }

    /// Pairs of addresses that the source marks as being on one page.
    pub fn marks(&self) -> &[(u16, u16)] {
        &self.marks
    }

    /// Returns the values of symbols, for the assembler's expressions.
    pub fn values(&self) -> &HashMap<String, i64> {
        &self.values
    }

    /// Guesses the variables from a symbol file, which has neither kinds nor sizes.
    fn variables_from_symbols(&mut self) {
        let names: Vec<(u16, String)> = (0x80..=0xff)
            .filter_map(|address| Some((address, self.symbols.name(address)?.to_owned())))
            .collect();
        let ends = names.iter().skip(1).map(|(address, _)| *address);
        let ends: Vec<u16> = ends.collect();
        self.variables = names
            .iter()
            .enumerate()
            .map(|(index, (address, name))| Variable {
                name: name.clone(),
                address: *address,
                // The bytes after the last name may be the stack.
                size: ends.get(index).map_or(1, |end| end - address),
            })
            .collect();
        if self.labels.is_empty() {
            self.labels = self
                .symbols
                .labels()
                .map(|(address, name)| Label {
                    name: name.into(),
                    address: self.symbols.value(name).unwrap_or(address),
                    offset: None,
                    line: None,
                })
                .collect();
        }
    }
}

/// Sorts labels by address, then by name.
fn sort_labels(labels: &mut [Label]) {
    labels.sort_by(|a, b| (a.address, &a.name).cmp(&(b.address, &b.name)));
}

/// Returns the paths of the files that a toolchain names; those that cannot be read stay as they
/// are named.
fn paths(names: Vec<String>, sources: &Sources<'_>) -> Vec<String> {
    let path = |name: String| sources(&name).map_or(name, |(path, _)| path);
    names.into_iter().map(path).collect()
}

/// Returns a path with forward slashes and without leading `./`.
fn normal(path: &str) -> String {
    let path = path.replace('\\', "/");
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." if parts
                .last()
                .is_some_and(|last| !last.is_empty() && *last != "..") =>
            {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    parts.join("/")
}
