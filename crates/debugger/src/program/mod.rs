//! The program to debug: its names, and the source line of each byte of the image.

mod addresses;
mod basic;
pub(crate) mod dbg;
pub(crate) mod lines;
pub(crate) mod listing;
pub(crate) mod map;
mod source;

use crate::source_line::SourceLine;
use lab::trace::Symbols;
use std::{
    cmp::Reverse,
    collections::{BTreeMap, HashMap},
    ops::RangeInclusive,
};
use vcs::Machine;

/// A function that reads a source file. Given the file's name as the toolchain wrote it, it returns
/// the path to show and the text.
pub type Sources<'a> = dyn Fn(&str) -> Option<(String, String)> + 'a;

/// Consecutive bytes of the image that come from one source line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    /// Offset of the first byte in the image.
    pub offset: usize,
    /// Number of bytes.
    pub length: usize,
    /// The address of the first byte when the code runs.
    pub address: u16,
    /// The source line; for bytes from a macro, the line in the macro's definition.
    pub line: SourceLine,
    /// For bytes from a macro, the line of the outermost call, which is outside all macros.
    pub call: Option<SourceLine>,
}

impl Span {
    /// Returns the line outside all macros: for bytes from a macro, the line of the outermost call.
    pub fn outer_line(&self) -> SourceLine {
        self.call.unwrap_or(self.line)
    }
}

/// A label: an address of the program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// The name. The name of a local label is prefixed with its scope, as in `Main.loop` or
    /// `3.loop`.
    pub name: String,
    /// The address at which the code at the label runs.
    pub address: u16,
    /// Offset in the image; `None` if the bytes at the label are not known.
    pub offset: Option<usize>,
    /// The source line of the definition.
    pub line: Option<SourceLine>,
}

/// A variable: a name in RAM, and the bytes up to the next name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variable {
    /// The name.
    pub name: String,
    /// The address of the first byte.
    pub address: u16,
    /// Number of bytes up to the next name, or to the end of the segment.
    pub size: u16,
}

impl Variable {
    /// Returns the addresses of the bytes of the variable.
    pub fn bytes(&self) -> impl Iterator<Item = u16> + use<> {
        let first = self.address;
        (0..self.size).map(move |index| first.wrapping_add(index))
    }
}

/// The names and source lines of a program. Without sources there are no lines, and there may be no
/// names.
#[derive(Debug, Clone, Default)]
pub struct Program {
    /// Names and values.
    pub symbols: Symbols,
    /// The paths of the source files.
    files: Vec<String>,
    /// The spans, sorted by offset and without overlaps.
    spans: Vec<Span>,
    labels: Vec<Label>,
    variables: Vec<Variable>,
    /// Pairs of addresses that the source requires to be on the same page.
    same_page_pairs: Vec<(u16, u16)>,
    values: HashMap<String, i64>,
    /// The source files that have changed since the build.
    pub changed_files: Vec<String>,
}

impl Program {
    /// Creates a program from symbols alone.
    pub fn with_symbols(symbols: Symbols) -> Program {
        let mut program = Program {
            symbols,
            ..Program::default()
        };
        program.guess_variables_and_labels();
        program
    }

    /// Adds pairs of addresses that must be on the same page, for
    /// [`Trap::PageCrossing`](crate::Trap).
    pub fn with_same_page_pairs(mut self, pairs: impl IntoIterator<Item = (u16, u16)>) -> Program {
        self.same_page_pairs.extend(pairs);
        self
    }

    /// Returns true if source lines are known.
    pub fn has_lines(&self) -> bool {
        !self.spans.is_empty()
    }

    /// Returns the paths of the source files.
    pub fn files(&self) -> &[String] {
        &self.files
    }

    /// Returns the path of the file that contains a line.
    pub fn file(&self, line: SourceLine) -> &str {
        self.files.get(line.file).map_or("?", String::as_str)
    }

    /// Returns `file:line`.
    pub fn describe(&self, line: SourceLine) -> String {
        format!("{}:{}", self.file(line), line.line)
    }

    /// Returns the indices of the files called `name`. If no path is exactly `name`, returns the
    /// files for which one of the two paths is the end of the other.
    pub fn files_named(&self, name: &str) -> Vec<usize> {
        let wanted = normalize(name);
        let matches = |file: &String| {
            let file = normalize(file);
            file == wanted
                || file.ends_with(&format!("/{wanted}"))
                || wanted.ends_with(&format!("/{file}"))
        };
        let exact = self.files.iter().position(|file| normalize(file) == wanted);
        match exact {
            Some(index) => vec![index],
            None => (0..self.files.len())
                .filter(|index| matches(&self.files[*index]))
                .collect(),
        }
    }

    /// Returns all spans, sorted by offset in the image.
    pub fn spans(&self) -> &[Span] {
        &self.spans
    }

    /// Returns the span that contains an offset of the image.
    pub fn span_at(&self, offset: usize) -> Option<&Span> {
        let after = self.spans.partition_point(|span| span.offset <= offset);
        let span = self.spans.get(after.checked_sub(1)?)?;
        (offset < span.offset + span.length).then_some(span)
    }

    /// Returns the span of the byte that is currently visible at an address.
    pub fn span(&self, machine: &Machine, address: u16) -> Option<&Span> {
        self.span_at(self.offset(machine, address)?)
    }

    /// Searches `line` and the ten lines after it for the first line that has code. Returns that
    /// line and the offsets at which its code starts. A line can have code at several offsets.
    /// Returns `None` if none of these lines has code.
    pub fn code_of_line(&self, file: usize, line: u32) -> Option<(u32, Vec<usize>)> {
        self.code_of_lines(file, line..=line.saturating_add(10))
            .pop_first()
    }

    /// Returns, for each of these lines that has code, the offsets at which its code starts.
    pub fn code_of_lines(
        &self,
        file: usize,
        lines: RangeInclusive<u32>,
    ) -> BTreeMap<u32, Vec<usize>> {
        let mut starts: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        let mut ends: HashMap<u32, usize> = HashMap::new();
        for span in &self.spans {
            let call = span.call.filter(|call| *call != span.line);
            for line in [Some(span.line), call].into_iter().flatten() {
                if line.file != file || !lines.contains(&line.line) {
                    continue;
                }
                let end = ends.insert(line.line, span.offset + span.length);
                // A span that directly follows the previous span of the same line, as in a macro
                // call, is not another beginning of the line.
                if end != Some(span.offset) {
                    starts.entry(line.line).or_default().push(span.offset);
                }
            }
        }
        starts
    }

    /// Returns the labels, sorted by address.
    pub fn labels(&self) -> &[Label] {
        &self.labels
    }

    /// Returns the label with this name.
    pub fn label(&self, name: &str) -> Option<&Label> {
        self.labels.iter().find(|label| label.name == name)
    }

    /// Returns the local label called `name`, such as `.loop`, as seen from the current
    /// instruction. Assumes that the scope is that of the local label nearest to the instruction.
    /// Returns the label with this name in that scope; if there is none, the nearest one with this
    /// name.
    pub fn local_label(&self, machine: &Machine, name: &str) -> Option<&Label> {
        let current = self.offset(machine, machine.cpu().registers().pc)?;
        let scope = |label: &Label| {
            label
                .name
                .split_once('.')
                .map(|(scope, _)| scope.to_owned())
        };
        let distance = |label: &&Label| label.offset.map(|offset| offset.abs_diff(current));
        let locals = || {
            let locals = self.labels.iter().filter(|label| label.name.contains('.'));
            locals.filter(|label| label.offset.is_some())
        };
        let nearest_scope = scope(locals().min_by_key(distance)?);
        let named = locals().filter(|label| label.name.ends_with(name));
        named.min_by_key(|label| (scope(label) != nearest_scope, distance(label)))
    }

    /// Returns the last global label at or before an address, in the currently visible banks, and
    /// the distance from the label to the address.
    pub fn label_before(&self, machine: &Machine, address: u16) -> Option<(&Label, u16)> {
        let offset = self.offset(machine, address);
        let is_local = |label: &Label| label.name.contains('.');
        let global_labels = self.labels.iter().filter(|label| !is_local(label));
        match offset {
            Some(offset) if self.labels.iter().any(|label| label.offset.is_some()) => global_labels
                .filter_map(|label| Some((label, offset.checked_sub(label.offset?)?)))
                .min_by_key(|(_, distance)| *distance)
                .filter(|(_, distance)| *distance < 0x1000)
                .map(|(label, distance)| (label, distance as u16)),
            _ => global_labels
                .filter(|label| label.address & 0x1000 != 0)
                .filter_map(|label| {
                    let distance = (address & 0x1fff).checked_sub(label.address & 0x1fff)?;
                    Some((label, distance))
                })
                .min_by_key(|(_, distance)| *distance),
        }
    }

    /// Sorts the labels so that, of the labels at one address, the one that names the code there
    /// comes first. That label is the last one defined before the code's line. A label that marks
    /// the end of the preceding code has the same address, but is defined earlier.
    fn prefer_labels(&mut self) {
        let definition_line = |label: &Label| {
            let code = label.offset.and_then(|offset| self.span_at(offset));
            let (code, line) = (code?.line, label.line?);
            (line.file == code.file && line.line <= code.line).then_some(line.line)
        };
        let rank = |label: &Label| (label.name.contains('.'), Reverse(definition_line(label)));
        let ranks: HashMap<String, (bool, Reverse<Option<u32>>)> = self
            .labels
            .iter()
            .map(|label| (label.name.clone(), rank(label)))
            .collect();
        self.labels
            .sort_by_key(|label| (label.address, ranks.get(&label.name).copied()));
        for group in self.labels.chunk_by(|a, b| a.address == b.address) {
            let first = &group[0];
            let preferred_name = self.symbols.name(first.address);
            if group.len() > 1
                && group
                    .iter()
                    .any(|label| Some(&*label.name) == preferred_name)
            {
                self.symbols.prefer(first.address, &first.name);
            }
        }
    }

    /// Returns the variables in RAM, sorted by address.
    pub fn variables(&self) -> &[Variable] {
        &self.variables
    }

    /// Returns the variable that contains an address, and the index of the byte in the variable.
    pub fn variable_at(&self, address: u16) -> Option<(&Variable, u16)> {
        self.variables.iter().find_map(|variable| {
            let index = (address & 0x1fff).checked_sub(variable.address & 0x1fff)?;
            (index < variable.size).then_some((variable, index))
        })
    }

    /// Returns the name of a byte in RAM, such as `name` or `name+2`.
    pub fn ram_name(&self, address: u16) -> Option<String> {
        let (variable, index) = self.variable_at(address)?;
        Some(match index {
            0 => variable.name.clone(),
            _ => format!("{}+{index}", variable.name),
        })
    }

    /// Returns the pairs of addresses that must be on the same page.
    pub fn same_page_pairs(&self) -> &[(u16, u16)] {
        &self.same_page_pairs
    }

    /// Returns the values of the global symbols, for the assembler's expressions.
    pub fn values(&self) -> &HashMap<String, i64> {
        &self.values
    }

    /// Guesses variables and labels from a symbol file, which does not give the kinds and sizes of
    /// its symbols.
    fn guess_variables_and_labels(&mut self) {
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
                // The bytes after the last name may belong to the stack, so assume that the last
                // variable has one byte.
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

/// Returns the paths of the files named by a toolchain. If a file cannot be read, returns its name
/// unchanged.
fn paths(names: Vec<String>, sources: &Sources<'_>) -> Vec<String> {
    let path = |name: String| sources(&name).map_or(name, |(path, _)| path);
    names.into_iter().map(path).collect()
}

/// Returns a path with forward slashes, without `.` and, where possible, without `..`.
fn normalize(path: &str) -> String {
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
