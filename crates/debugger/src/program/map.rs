//! Reads our assembler's map file.

use super::{Label, Program, Span, Variable};
use crate::source_line::SourceLine;
use lab::trace::Symbols;
use serde::Deserialize;
use std::collections::HashMap;
use thiserror::Error;

/// The reason a map cannot be used.
#[derive(Debug, Error)]
pub enum MapError {
    /// The text is not the JSON that the assembler writes.
    #[error("this is not a map file ({0}); write one with `crownhead asm SOURCE --map=FILE`")]
    Damaged(#[from] serde_json::Error),
    /// The map has an unsupported format version.
    #[error("the map has version {0}, but this program reads version 1; write the map again")]
    Version(u32),
}

impl Program {
    /// Creates a program with the lines and names in the assembler's map file (`--map`).
    pub(super) fn with_map(symbols: Symbols, map: &str) -> Result<Program, MapError> {
        let mut program = Program {
            symbols,
            ..Program::default()
        };
        read(&mut program, map)?;
        if program.variables.is_empty() {
            program.guess_variables_and_labels();
        }
        program.prefer_labels();
        Ok(program)
    }
}

#[derive(Deserialize)]
struct Map {
    version: u32,
    bank_size: usize,
    #[serde(default)]
    segments: Vec<MapSegment>,
    symbols: Vec<MapSymbol>,
    lines: Vec<MapLine>,
}

#[derive(Deserialize)]
struct MapSegment {
    name: String,
    uninitialized: bool,
    end: Option<i64>,
}

#[derive(Deserialize)]
struct MapSymbol {
    name: String,
    scope: Option<String>,
    /// For a local name, the label of the SUBROUTINE that contains it.
    #[serde(default)]
    subroutine: Option<String>,
    value: i64,
    known: bool,
    kind: String,
    bank: Option<i64>,
    segment: Option<String>,
    file: String,
    line: u32,
}

#[derive(Deserialize)]
struct MapLine {
    offset: usize,
    address: i64,
    length: usize,
    file: String,
    line: u32,
    call_file: Option<String>,
    call_line: Option<u32>,
}

/// Adds a map's lines, labels, variables and values to a program.
pub(super) fn read(program: &mut Program, text: &str) -> Result<(), MapError> {
    let map: Map = serde_json::from_str(text)?;
    if map.version != 1 {
        return Err(MapError::Version(map.version));
    }
    let mut files = Files::default();
    program.spans = map
        .lines
        .iter()
        .map(|line| span(line, &mut files))
        .collect();
    program.spans.sort_by_key(|span| span.offset);
    drop_overlaps(&mut program.spans);
    program.labels = labels(&map, &program.spans, &mut files);
    program.variables = variables(&map);
    program.values = map
        .symbols
        .iter()
        .filter(|symbol| symbol.known && symbol.scope.is_none())
        .map(|symbol| (symbol.name.clone(), symbol.value))
        .collect();
    for symbol in map.symbols.iter().filter(|symbol| symbol.known) {
        if let (Some(_), Ok(value)) = (&symbol.subroutine, u32::try_from(symbol.value)) {
            program.symbols.add_if_absent(&full_name(symbol), value);
        }
    }
    for (name, value) in &program.values {
        if let Ok(value) = u32::try_from(*value) {
            program.symbols.add_if_absent(name, value);
        }
    }
    let is_variable = |symbol: &&MapSymbol| symbol.kind == "variable" && symbol.known;
    let variables = map.symbols.iter().filter(is_variable);
    let variables = variables.map(|symbol| symbol.name.as_str());
    program.symbols = std::mem::take(&mut program.symbols).with_variables(variables);
    program.files = files.names;
    Ok(())
}

fn span(line: &MapLine, files: &mut Files) -> Span {
    let call = line.call_file.as_deref().zip(line.call_line);
    Span {
        offset: line.offset,
        length: line.length,
        address: line.address as u16,
        line: files.line(&line.file, line.line),
        call: call.map(|(file, line)| files.line(file, line)),
    }
}

/// Removes overlaps between spans, which must be sorted by offset: ends each span where the next
/// one begins.
pub(super) fn drop_overlaps(spans: &mut Vec<Span>) {
    let mut end = usize::MAX;
    for span in spans.iter_mut().rev() {
        span.length = span.length.min(end.saturating_sub(span.offset));
        end = span.offset;
    }
    spans.retain(|span| span.length > 0);
}

fn labels(map: &Map, spans: &[Span], files: &mut Files) -> Vec<Label> {
    // For each bank and address, the index of the first span there, and the indexes of any further
    // spans. RORG can give several spans the same address.
    let mut spans_at: HashMap<(i64, i64), (usize, Vec<usize>)> = HashMap::new();
    for (index, span) in spans.iter().enumerate() {
        for byte in 0..span.length {
            let bank = ((span.offset + byte) / map.bank_size.max(1)) as i64;
            let address = i64::from(span.address) + byte as i64;
            let entry = spans_at.entry((bank, address));
            entry
                .and_modify(|(_, others)| others.push(index))
                .or_insert((index, Vec::new()));
        }
    }
    // If several spans have the label's address, choose the one whose line follows the label most
    // closely in the same file.
    let code_offset = |symbol: &MapSymbol, label: SourceLine| {
        let (first, others) = spans_at.get(&(symbol.bank?, symbol.value))?;
        let lines_after = |index: &&usize| {
            let line = spans[**index].line;
            let after = line.line.checked_sub(label.line);
            after
                .filter(|_| line.file == label.file)
                .unwrap_or(u32::MAX)
        };
        let span = &spans[*std::iter::once(first)
            .chain(others)
            .min_by_key(lines_after)?];
        Some(span.offset + usize::from((symbol.value as u16).wrapping_sub(span.address)))
    };
    let mut labels: Vec<Label> = map
        .symbols
        .iter()
        .filter(|symbol| symbol.kind == "label" && symbol.known)
        .map(|symbol| {
            let line = files.line(&symbol.file, symbol.line);
            Label {
                name: full_name(symbol),
                address: symbol.value as u16,
                offset: code_offset(symbol, line),
                line: Some(line),
            }
        })
        .collect();
    super::sort_labels(&mut labels);
    labels
}

/// Returns the name preceded by its SUBROUTINE, such as `Main.loop`; without a SUBROUTINE, the name
/// as it appears in the symbol file.
fn full_name(symbol: &MapSymbol) -> String {
    match symbol.subroutine.as_ref().or(symbol.scope.as_ref()) {
        Some(scope) => format!("{scope}{}", symbol.name),
        None => symbol.name.clone(),
    }
}

fn variables(map: &Map) -> Vec<Variable> {
    let mut found: Vec<(&MapSymbol, u16)> = map
        .symbols
        .iter()
        .filter(|symbol| symbol.kind == "variable" && symbol.known)
        .filter(|symbol| is_ram(symbol.value))
        .map(|symbol| (symbol, symbol.value as u16))
        .collect();
    found.sort_by_key(|(symbol, address)| (*address, symbol.line));
    let segment_end = |symbol: &MapSymbol| {
        let segment = map.segments.iter().find(|segment| {
            segment.uninitialized && Some(&segment.name) == symbol.segment.as_ref()
        });
        segment.and_then(|segment| segment.end).unwrap_or(0x100)
    };
    let variables = found
        .iter()
        .enumerate()
        .filter_map(|(index, (symbol, address))| {
            let same_segment = |other: &&(&MapSymbol, u16)| other.0.segment == symbol.segment;
            let later = found[index + 1..].iter().filter(same_segment);
            let next = later.map(|(_, next)| *next).find(|next| next > address);
            let end = next.map_or(segment_end(symbol), i64::from);
            let size = end - i64::from(*address);
            // A name at the end of a segment has no bytes, so it is not a variable.
            (size > 0).then(|| Variable {
                name: symbol.name.clone(),
                address: *address,
                size: size.min(if *address < 0x100 {
                    0x80
                } else {
                    MAX_VARIABLE_SIZE
                }) as u16,
            })
        });
    variables.collect()
}

/// Maximum size in bytes of a variable in cartridge RAM.
const MAX_VARIABLE_SIZE: i64 = 0x400;

/// Returns true if the address is in the console's RAM or may be in cartridge RAM.
fn is_ram(address: i64) -> bool {
    (0x80..=0xff).contains(&address) || (0..=0xffff).contains(&address) && address & 0x1000 != 0
}

/// The files, with their indices by name.
#[derive(Default)]
struct Files {
    names: Vec<String>,
    indices: HashMap<String, usize>,
}

impl Files {
    fn line(&mut self, file: &str, line: u32) -> SourceLine {
        let next = self.names.len();
        let index = *self.indices.entry(file.to_owned()).or_insert(next);
        if index == next {
            self.names.push(file.to_owned());
        }
        SourceLine { file: index, line }
    }
}
