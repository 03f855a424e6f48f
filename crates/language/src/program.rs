//! An assembled program with the assembler's record of it, and functions that find names and
//! statements by their position in the text.

use asm6502::record::{EntryKind, Record, RecordedSymbol, Span, Statement, Target};
use asm6502::syntax::{TokenKind, split_line, tokens};
use asm6502::{Format, Options, Output, SourceProvider};
use std::collections::{HashMap, HashSet};

use crate::text::{Location, Position, Text, TextRange, lossy};

/// An assembled program with the texts of its files.
#[derive(Debug)]
pub struct Program {
    /// The output of the assembler.
    pub output: Output,
    /// The record of the last pass. Macro names are spelled as in their definitions.
    pub record: Record,
    texts: Vec<Text>,
    /// Indices of the statements, sorted by file and line.
    by_line: Vec<u32>,
    /// The names in the text, sorted by position.
    mentions: Vec<Mention>,
}

/// A name in the text of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mention {
    /// The range in the source.
    pub span: Span,
    /// The symbol or macro that the name stands for.
    pub target: Target,
    /// True if this is the definition of the name.
    pub is_definition: bool,
}

impl Program {
    /// Assembles a program and records it. Overrides the options for format, listing and map: they
    /// affect only the output files, not the messages, the symbols or the program's bytes.
    pub fn new(provider: &dyn SourceProvider, options: &Options) -> Program {
        let options = recorded_options(options);
        let (output, record) = asm6502::assemble_recorded(provider, &options);
        let text = |path: &[u8]| Text::read(provider, path);
        let texts = record.files.iter().map(|file| text(&file.path)).collect();
        let mut by_line: Vec<u32> = (0..record.statements.len() as u32).collect();
        by_line.sort_by_key(|&index| {
            let statement = &record.statements[index as usize];
            (statement.file, statement.line, index)
        });
        let mut program = Program {
            output,
            record,
            texts,
            by_line,
            mentions: Vec::new(),
        };
        program.mentions = program.find_mentions();
        program.normalize_macro_names();
        program
    }

    /// Replaces the macro names in the record with the spelling in their definitions. The spellings
    /// may differ, because the assembler ignores the case of macro names.
    fn normalize_macro_names(&mut self) {
        for mention in self.mentions.iter().filter(|mention| mention.is_definition) {
            if let Target::Macro(index) = mention.target {
                let spelled = self.texts[mention.span.file as usize].slice(range(mention.span));
                self.record.macros[index as usize].name = lossy(spelled);
            }
        }
    }

    /// Returns the recorded names that appear in the text, without duplicates, in text order.
    fn find_mentions(&self) -> Vec<Mention> {
        let mention = |name: &asm6502::record::NameUse| {
            Some(Mention {
                span: name.span?,
                target: name.target,
                is_definition: name.is_definition,
            })
        };
        let mut mentions: Vec<Mention> = self.record.names.iter().filter_map(mention).collect();
        mentions.extend(self.mentions_in_uncalled_macros());
        mentions.sort();
        mentions.dedup();
        mentions
    }

    /// Returns the global names in the bodies of macros that are not called.
    fn mentions_in_uncalled_macros(&self) -> Vec<Mention> {
        let mut called = HashSet::new();
        for entry in &self.record.entries {
            if let EntryKind::Macro(index) = entry.kind {
                called.insert(index);
            }
        }
        let globals = self.globals();
        let mut mentions = Vec::new();
        for (index, body) in self.record.macros.iter().enumerate() {
            if called.contains(&(index as u32)) {
                continue;
            }
            for line in body.line..body.end.saturating_sub(1) {
                self.mentions_in_line(body.file, line, &globals, &mut mentions);
            }
        }
        mentions
    }

    fn globals(&self) -> HashMap<&[u8], Target> {
        let mut globals = HashMap::new();
        for (index, symbol) in self.record.symbols.iter().enumerate() {
            if symbol.scope.is_none() {
                globals.insert(symbol.name.as_bytes(), Target::Symbol(index as u32));
            }
        }
        globals
    }

    /// Finds the global names and the macros in a line that was not assembled, and adds them to
    /// `mentions`. Lines are numbered from 0.
    fn mentions_in_line(
        &self,
        file: u32,
        line: u32,
        globals: &HashMap<&[u8], Target>,
        mentions: &mut Vec<Mention>,
    ) {
        let raw = self.text(file).line(line);
        let fields = split_line(raw, &mut false);
        let mut add = |target, start: usize, end: usize| {
            let span = span(file, line, start as u32, end as u32);
            mentions.push(Mention {
                span,
                target,
                is_definition: false,
            });
        };
        if let Some(&target) = globals.get(&raw[fields.label.clone()]) {
            add(target, fields.label.start, fields.label.end);
        }
        if let Some(target) = self.macro_named(&raw[fields.operation.clone()]) {
            add(target, fields.operation.start, fields.operation.end);
        }
        let operand = &raw[fields.operand.clone()];
        for token in tokens(operand).filter(|token| token.kind == TokenKind::Name) {
            let start = fields.operand.start;
            // If a name directly precedes or follows an argument such as `{1}`, both together form
            // a longer name.
            let is_whole_name = operand.get(token.range.end) != Some(&b'{')
                && (token.range.start == 0 || operand[token.range.start - 1] != b'}');
            if let Some(&target) = globals
                .get(&operand[token.range.clone()])
                .filter(|_| is_whole_name)
            {
                add(target, start + token.range.start, start + token.range.end);
            }
        }
    }

    /// Returns the macro with this name, ignoring case.
    pub fn macro_named(&self, name: &[u8]) -> Option<Target> {
        let name = name.strip_prefix(b".").unwrap_or(name);
        let has_name = |body: &asm6502::record::RecordedMacro| {
            body.name.as_bytes().eq_ignore_ascii_case(name) && !name.is_empty()
        };
        let index = self.record.macros.iter().position(has_name)?;
        Some(Target::Macro(index as u32))
    }

    /// Returns the text of the file with this number; the text is empty if there is no such file.
    pub fn text(&self, file: u32) -> &Text {
        static EMPTY: std::sync::LazyLock<Text> = std::sync::LazyLock::new(Text::default);
        self.texts.get(file as usize).unwrap_or(&EMPTY)
    }

    /// Returns the number of the file with this path, as the source provider uses it.
    pub fn file(&self, path: &[u8]) -> Option<u32> {
        let files = self.record.files.iter().skip(1);
        let found = files.clone().position(|file| file.path == path);
        found.map(|index| index as u32 + 1)
    }

    /// Returns the path of the file with this number, as the source provider uses it.
    pub fn path(&self, file: u32) -> &[u8] {
        self.record
            .files
            .get(file as usize)
            .map_or(&[], |file| &file.path)
    }

    /// Returns true if the assembler read the file at `path`.
    pub fn reads(&self, path: &[u8]) -> bool {
        self.output.dependencies.iter().any(|known| known == path)
    }

    /// Returns the statements of a line, with their indices. A line in a macro has one statement
    /// for each call of the macro. Lines are numbered from 0.
    pub fn statements_at(&self, file: u32, line: u32) -> impl Iterator<Item = (u32, &Statement)> {
        let key = |&index: &u32| {
            let statement = &self.record.statements[index as usize];
            (statement.file, statement.line)
        };
        let wanted = (file, line + 1);
        let start = self.by_line.partition_point(|index| key(index) < wanted);
        let rest = self.by_line[start..].iter();
        rest.take_while(move |index| key(index) == wanted)
            .map(|&index| (index, &self.record.statements[index as usize]))
    }

    /// Returns all names in the texts, ordered by file and line.
    pub fn mentions(&self) -> &[Mention] {
        &self.mentions
    }

    /// Returns the names in a file, in text order.
    pub fn mentions_in(&self, file: u32) -> &[Mention] {
        let start = self
            .mentions
            .partition_point(|mention| mention.span.file < file);
        let end = self
            .mentions
            .partition_point(|mention| mention.span.file <= file);
        &self.mentions[start..end]
    }

    /// Returns the name at a position, and all symbols and macros that it stands for. A name in a
    /// macro can stand for a different symbol in each call.
    pub fn name_at(&self, file: u32, position: Position) -> Option<(Span, Vec<Target>)> {
        let mentions = self.mentions_in(file);
        let line = position.line + 1;
        let start = mentions.partition_point(|mention| mention.span.line < line);
        let on_line = mentions[start..]
            .iter()
            .take_while(|mention| mention.span.line == line);
        let touching = on_line
            .filter(|mention| (mention.span.start..=mention.span.end).contains(&position.column));
        let span = touching.clone().map(|mention| mention.span).last()?;
        let mut targets: Vec<Target> = touching
            .filter(|mention| mention.span == span)
            .map(|mention| mention.target)
            .collect();
        targets.dedup();
        Some((span, targets))
    }

    /// Returns the symbol with this index.
    pub fn symbol(&self, index: u32) -> &RecordedSymbol {
        &self.record.symbols[index as usize]
    }

    /// Returns the name of a symbol or macro.
    pub fn name_of(&self, target: Target) -> &str {
        match target {
            Target::Symbol(index) => &self.record.symbols[index as usize].name,
            Target::Macro(index) => &self.record.macros[index as usize].name,
        }
    }

    /// Converts a span in the record to a location.
    pub fn location(&self, span: Span) -> Location {
        Location {
            file: self.path(span.file).to_vec(),
            range: range(span),
        }
    }

    /// Returns the bytes that a statement generated in the binary. The result is empty if the
    /// statement generated none.
    pub fn bytes_of(&self, statement: &Statement) -> &[u8] {
        let length = statement.length as usize;
        let bytes = statement.offset.and_then(|offset| {
            let start = offset as usize;
            self.output.binary.get(start..start + length)
        });
        bytes.unwrap_or(&[])
    }

    /// Returns the file and line of a statement. For a statement in a macro, returns the file and
    /// line of the outermost macro call. Lines are numbered from 0.
    pub fn outermost_call(&self, statement: u32) -> Option<(u32, u32)> {
        let mut index = statement;
        loop {
            let statement = self.record.statements.get(index as usize)?;
            let entry = self.record.entries.get(statement.entry as usize)?;
            match entry.kind {
                EntryKind::File(_) => return Some((statement.file, statement.line - 1)),
                EntryKind::Macro(_) => index = entry.caller?,
            }
        }
    }
}

/// Returns the options for a recorded run. Overrides the options that affect only output files, and
/// keeps all others.
pub fn recorded_options(options: &Options) -> Options {
    Options {
        format: Format::Raw,
        listing: asm6502::ListingMode::None,
        map: false,
        ..options.clone()
    }
}

/// Converts a span in the record to a range in a text.
pub fn range(span: Span) -> TextRange {
    TextRange::in_line(span.line - 1, span.start..span.end)
}

/// Converts a range in a line to a span in the record. Lines are numbered from 0.
pub(crate) fn span(file: u32, line: u32, start: u32, end: u32) -> Span {
    Span {
        file,
        line: line + 1,
        start,
        end,
    }
}
