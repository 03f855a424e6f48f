//! Reads listings written by 64tass (`--list`).
//!
//! A row consists of the address (after `.` for code and `>` for data), the bytes, the instruction
//! and the text of the line, in columns named in the listing's header. Rows have no useful line
//! numbers: the option `--line-numbers` numbers only the lines of included files. So this module
//! finds a row's source line by its text. It searches forward from the previous row's source line,
//! then the bodies of called macros and the earlier lines of a loop.

use super::row::{self, Listing, Row};
use crate::{program::Sources, source_line::SourceLine};
use isa6502::Mnemonic;
use std::collections::HashMap;

/// A string that appears in every 64tass listing.
pub const INPUT_FILE_PREFIX: &str = ";******  Processing input file: ";

/// Reads the rows of a listing.
pub fn read(text: &str, sources: &Sources<'_>) -> Listing {
    let mut files: Vec<String> = Vec::new();
    let mut texts: Vec<SourceText> = Vec::new();
    let mut rows: Vec<Row> = Vec::new();
    let mut columns = None;
    let mut file = 0;
    for (listing_line, line) in (1..).zip(text.lines()) {
        let comment =
            line.trim_start_matches([':', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
        let comment = comment.trim_start();
        if let Some((_, name)) = comment
            .strip_prefix(";******  ")
            .and_then(|note| note.split_once("file: "))
        {
            let is_new;
            (file, is_new) = Listing::find_or_add_file(&mut files, name);
            if is_new {
                let text = sources(name).map(|(_, text)| text);
                texts.push(SourceText::new(&text.unwrap_or_default()));
            }
        } else if line.starts_with([';', ':']) {
            columns = Columns::of(&expand_tabs(line)).or(columns);
        } else if let Some(mut row) = columns.as_ref().and_then(|columns| columns.row(line)) {
            row.row.listing_line = listing_line;
            let line = match &row.text {
                // The row continues the bytes of the previous row.
                None => rows.last().map(|previous| previous.line.line),
                Some(text) => find_line(&mut texts, file, text),
            };
            let line = line.unwrap_or(0);
            row.row.line = SourceLine { file, line };
            rows.push(row.row);
        }
    }
    rows.retain(|row| row.line.line > 0 || texts[row.line.file].lines.is_empty());
    Listing { files, rows }
}

/// The positions of the columns. Tab stops are every eight characters.
struct Columns {
    address: usize,
    bytes: usize,
    source: usize,
}

/// A row, and its text. A row without a text continues the previous row.
struct ParsedRow {
    row: Row,
    text: Option<String>,
}

impl Columns {
    fn of(header: &str) -> Option<Columns> {
        Some(Columns {
            // If the code runs at an address other than its offset, the listing has a separate
            // column for that address. Prefer that column.
            address: header.find(";PC").or(header.find(";Offset"))?,
            bytes: header.find(";Hex")?,
            source: header.find(";Source")?,
        })
    }

    fn row(&self, line: &str) -> Option<ParsedRow> {
        let line = expand_tabs(line);
        let word = line.get(self.address..)?.split(' ').next()?;
        let address = usize::from_str_radix(word.strip_prefix(['.', '>'])?, 16).ok()?;
        let mut bytes = Vec::new();
        let mut rest = line.get(self.bytes..).unwrap_or_default();
        while let Some(byte) = rest.get(..2) {
            match (u8::from_str_radix(byte, 16), rest.get(2..3)) {
                (Ok(byte), None | Some(" ")) => bytes.push(byte),
                _ => break,
            }
            rest = rest.get(3..).unwrap_or_default();
        }
        let is_full = self.bytes + 3 * bytes.len() > self.source;
        let source = line.get(self.source..).filter(|_| !is_full);
        let source = source.unwrap_or_default().trim_end();
        let label = source.split([' ', ':', '=']).next().unwrap_or_default();
        let row = Row {
            listing_line: 0,
            line: SourceLine { file: 0, line: 0 },
            address: address & 0xffff,
            uninitialized: bytes.is_empty() && address < 0x1000,
            bytes,
            shows_all_bytes: true,
            label: (!label.is_empty() && !label.starts_with('#')).then(|| label.to_owned()),
        };
        let text = (!source.is_empty()).then(|| collapse_spaces(source));
        Some(ParsedRow { row, text })
    }
}

/// Returns a line with tabs replaced by spaces.
fn expand_tabs(line: &str) -> String {
    let mut text = String::new();
    for letter in line.chars() {
        match letter {
            '\t' => text.extend(std::iter::repeat_n(' ', 8 - text.len() % 8)),
            letter => text.push(letter),
        }
    }
    text
}

/// Replaces each run of spaces with a single space. If the line has no label, keeps one leading
/// space.
fn collapse_spaces(text: &str) -> String {
    let indent = if text.starts_with([' ', '\t']) {
        " "
    } else {
        ""
    };
    format!("{indent}{}", row::collapse_whitespace(text))
}

/// A source file, and how much of it the listing has covered so far.
struct SourceText {
    lines: Vec<String>,
    /// The macros by name: the first line of the body, and the line after the body.
    macros: HashMap<String, (usize, usize)>,
    /// The loops: the first line of each body, and the line after the body.
    loops: Vec<(usize, usize)>,
    /// The line at which the search for the next row starts.
    next: usize,
    /// The macro bodies that are being read: file, next line, and the line after the body.
    open_macros: Vec<(usize, usize, usize)>,
}

/// Directives that begin and end a macro.
const MACRO_DIRECTIVES: [&[&str]; 2] = [
    &[".macro", ".segment"],
    &[".endm", ".endmacro", ".endsegment"],
];
/// Directives that begin and end a loop.
const LOOP_DIRECTIVES: [&[&str]; 2] = [
    &[".for", ".bfor", ".rept", ".brept", ".while", ".bwhile"],
    &[".next", ".endfor", ".endrept", ".endwhile"],
];
/// Directives that generate bytes.
const DATA_DIRECTIVES: [&str; 14] = [
    ".byte", ".char", ".word", ".sint", ".addr", ".rta", ".long", ".dword", ".text", ".null",
    ".ptext", ".shift", ".fill", ".binary",
];

impl SourceText {
    fn new(text: &str) -> SourceText {
        let lines: Vec<String> = text.lines().map(collapse_spaces).collect();
        let (mut macros, mut loops) = (HashMap::new(), Vec::new());
        let (mut open_macro, mut open_loops) = (None, Vec::new());
        for (at, line) in lines.iter().enumerate() {
            let words: Vec<&str> = line.split(' ').collect();
            let has =
                |directives: &[&str]| words.iter().take(3).any(|word| directives.contains(word));
            if has(MACRO_DIRECTIVES[0]) {
                let name = words[0].trim_end_matches(':').to_lowercase();
                open_macro = Some((name, at + 1));
            } else if has(MACRO_DIRECTIVES[1]) {
                let ended = open_macro.take();
                macros.extend(ended.map(|(name, begin)| (name, (begin, at))));
            } else if has(LOOP_DIRECTIVES[0]) {
                open_loops.push(at + 1);
            } else if has(LOOP_DIRECTIVES[1]) {
                loops.extend(open_loops.pop().map(|begin| (begin, at)));
            }
        }
        SourceText {
            lines,
            macros,
            loops,
            next: 0,
            open_macros: Vec::new(),
        }
    }

    fn matches_row(&self, line: usize, row: &str) -> bool {
        matches_row(&self.lines[line], row)
    }

    /// Returns true if the line is in a macro body.
    fn is_in_macro(&self, line: usize) -> bool {
        let mut bodies = self.macros.values();
        bodies.any(|(begin, end)| (*begin..*end).contains(&line))
    }

    /// If this line starts a macro definition, returns the line after its body.
    fn after_macro(&self, line: usize) -> Option<usize> {
        let mut bodies = self.macros.values();
        bodies
            .find(|(begin, _)| *begin == line + 1)
            .map(|(_, end)| *end)
    }
}

/// Returns the line in a file, from 1, that matches a row's text; for a row in a macro, the line of
/// the call.
fn find_line(texts: &mut [SourceText], file: usize, row: &str) -> Option<u32> {
    // First search the macros that are still open, innermost first.
    while let Some((body, next, end)) = texts[file].open_macros.pop() {
        let found = search_forward(texts, body, next, end, row);
        let found = found.or_else(|| search_next_iteration(texts, body, next, row));
        if let Some((after, inner)) = found {
            texts[file].open_macros.push((body, after, end));
            texts[file].open_macros.extend(inner);
            return Some(texts[file].next as u32);
        }
    }
    let (next, end) = (texts[file].next, texts[file].lines.len());
    let found = search_forward(texts, file, next, end, row);
    let found = found.or_else(|| search_next_iteration(texts, file, next, row));
    let text = &mut texts[file];
    let (after, open_macros) = found.or_else(|| {
        // Lines before the row's line may not have been assembled, so search the rest of the file.
        let line =
            (next..end).find(|line| !text.is_in_macro(*line) && text.matches_row(*line, row))?;
        Some((line + 1, Vec::new()))
    })?;
    (text.next, text.open_macros) = (after, open_macros);
    Some(after as u32)
}

/// Searches for a row in the next iteration of a loop: starts at the first line of the innermost
/// loop that contains the line `next`.
fn search_next_iteration(
    texts: &[SourceText],
    file: usize,
    next: usize,
    row: &str,
) -> Option<Match> {
    let text = &texts[file];
    let mut loops = text.loops.iter().rev();
    let (begin, _) = *loops.find(|(begin, end)| *begin <= next && next <= *end + 1)?;
    search_forward(texts, file, begin, next, row).or_else(|| {
        let line = (begin..next).find(|line| text.matches_row(*line, row))?;
        Some((line + 1, Vec::new()))
    })
}

/// The line at which to continue after a match, and the macro bodies around the match, outermost
/// first. For a match in a macro, the line is the one after the macro call.
type Match = (usize, Vec<(usize, usize, usize)>);

fn search_forward(
    texts: &[SourceText],
    file: usize,
    from: usize,
    end: usize,
    row: &str,
) -> Option<Match> {
    let text = &texts[file];
    let mut at = from;
    while at < end {
        let line = &text.lines[at];
        if matches_row(line, row) {
            return Some((at + 1, Vec::new()));
        }
        if let Some(after) = text.after_macro(at) {
            at = after;
        } else if let Some(body) = called_macro(texts, line) {
            // If the row is not in the macro, assume that the macro generated no bytes, and
            // continue after the call.
            if let Some((next, inner)) = search_forward(texts, body.0, body.1, body.2, row) {
                let mut open_macros = vec![(body.0, next, body.2)];
                open_macros.extend(inner);
                return Some((at + 1, open_macros));
            }
        } else if generates_bytes(line) {
            return None;
        }
        at += 1;
    }
    None
}

/// Returns the file and body of the macro that a line such as `#lines 3` or `.lines 3` calls.
fn called_macro(texts: &[SourceText], line: &str) -> Option<(usize, usize, usize)> {
    let name = |word: &str| word.strip_prefix(['#', '.']).map(str::to_lowercase);
    let names = line.split(' ').take(3).filter_map(name);
    let bodies = names.flat_map(|name| {
        let files = texts.iter().enumerate();
        files.filter_map(move |(file, text)| Some((file, *text.macros.get(&name)?)))
    });
    let mut bodies = bodies.map(|(file, (begin, end))| (file, begin, end));
    bodies.next()
}

/// Returns true if a line matches a row's text. A word with a macro parameter matches any word. A
/// row may show only the line's label.
fn matches_row(line: &str, row: &str) -> bool {
    if line == row || (!row.contains(' ') && line.split([' ', ':']).next() == Some(row)) {
        return true;
    }
    let same = |(line, row): (&str, &str)| line == row || line.contains(['\\', '@']);
    line.contains(['\\', '@'])
        && line.split(' ').count() == row.split(' ').count()
        && line.split(' ').zip(row.split(' ')).all(same)
}

fn generates_bytes(line: &str) -> bool {
    let code = line.split(';').next().unwrap_or_default();
    let is_instruction_or_data = |word: &str| {
        let mut all = Mnemonic::ALL.iter();
        DATA_DIRECTIVES.contains(&word)
            || all.any(|mnemonic| mnemonic.name().eq_ignore_ascii_case(word))
    };
    code.split(' ').take(2).any(is_instruction_or_data)
}
