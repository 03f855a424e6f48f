//! The state of a run, and the way of one statement through it.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::diagnostic::Code;
use crate::directives::conditional::IfEntry;
use crate::directives::repeat::RepeatEntry;
use crate::expression::{Context, Stacks};
use crate::input::{Frame, FrameKind};
use crate::lexer::{LexError, Line};
use crate::listing::{Entry, Listing};
use crate::macros::Macro;
use crate::messages::Messages;
use crate::mnemonics::{Operation, Operations};
use crate::options::{Dialect, Options};
use crate::output::{BinaryOutput, Placed};
use crate::parser::LabelEnd;
use crate::passes::{Pass, Reason};
use crate::segments::{Address, Segments};
use crate::source::SourceProvider;
use crate::symbol_file::address_field;
use crate::symbols::{Content, Role, SymbolId, Symbols};

/// The run ends on the spot. The message has been recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Abort(pub Code);

/// Result of everything that may abort.
pub(crate) type Step = Result<(), Abort>;

/// Numbers of local scopes: the current ones and the last ones given out.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Scopes {
    /// Scope of `.name`.
    pub dot: u32,
    /// Scope of `name$`.
    pub dollar: u32,
    last_dot: u32,
    last_dollar: u32,
}

impl Scopes {
    pub fn next_dot(&mut self) {
        self.last_dot += 1;
        self.dot = self.last_dot;
    }

    pub fn next_dollar(&mut self) {
        self.last_dollar += 1;
        self.dollar = self.last_dollar;
    }
}

pub(crate) struct Assembler<'a> {
    pub provider: &'a dyn SourceProvider,
    pub options: &'a Options,
    pub symbols: Symbols,
    pub operations: Operations,
    pub macros: Vec<Rc<Macro>>,
    pub segments: Segments,
    pub output: BinaryOutput,
    pub listing: Listing,
    pub messages: Messages,
    pub pass: Pass,
    pub stacks: Stacks,
    pub scopes: Scopes,

    /// Files and macros being read, the innermost last.
    pub frames: Vec<Frame>,
    pub next_frame: u32,
    /// `/* */` is open.
    pub in_comment: bool,
    pub ifs: Vec<IfEntry>,
    pub repeats: Vec<RepeatEntry>,
    pub include_dirs: Vec<Vec<u8>>,
    /// Files read in this run, by the name that found them.
    pub files: FxHashMap<Vec<u8>, Option<Rc<[u8]>>>,
    /// Names of the files as the sources write them; a `Place` holds an index.
    pub file_names: Vec<Vec<u8>>,
    /// Files that took part in the build, for `--depfile`.
    pub dependencies: Vec<Vec<u8>>,

    /// Bytes of the last generating statements; only the first `generated` ones are the last's.
    pub block: Vec<u8>,
    pub generated: usize,
    /// Second byte of the last block that had one: the distance of a branch to an unknown target.
    pub second_byte: u8,
    /// Byte that fills gaps before an `ORG`.
    pub origin_fill: u8,
    pub processor_chosen: bool,
    /// Address stored by the last statement that looked at its label field.
    pub listed_address: Address,
    /// Suffix that a directive implies: `.b` of `BYTE`.
    pub implied_suffix: &'static [u8],
    /// Numbers of MAC and ENDM lines seen.
    pub macros_opened: u32,
    pub macros_closed: u32,
    pub macro_depth: u32,
    /// The first pass came to code that is written.
    pub first_pass_wrote: bool,
    /// Number of symbols defined in this pass.
    pub definitions: u32,
    pub cycles: String,
    pub map: crate::map::MapBuilder,
    key: Vec<u8>,
}

impl<'a> Assembler<'a> {
    pub fn new(provider: &'a dyn SourceProvider, options: &'a Options) -> Self {
        let newer = options.dialect >= Dialect::V2_20_16;
        Assembler {
            provider,
            options,
            symbols: Symbols::new(),
            operations: Operations::new(options.extensions, newer),
            macros: Vec::new(),
            segments: Segments::new(),
            output: BinaryOutput::new(options.format),
            listing: Listing::new(options.listing),
            messages: Messages::new(options),
            pass: Pass::default(),
            stacks: Stacks::default(),
            scopes: Scopes::default(),
            frames: Vec::new(),
            next_frame: 1,
            in_comment: false,
            ifs: vec![IfEntry::BASE],
            repeats: Vec::new(),
            include_dirs: options.include_dirs.clone(),
            files: FxHashMap::default(),
            file_names: vec![Vec::new()],
            dependencies: Vec::new(),
            block: Vec::new(),
            generated: 0,
            second_byte: 0,
            origin_fill: 0xff,
            processor_chosen: false,
            listed_address: Address::default(),
            implied_suffix: b"",
            macros_opened: 0,
            macros_closed: 0,
            macro_depth: 0,
            first_pass_wrote: false,
            definitions: 0,
            cycles: String::new(),
            map: crate::map::MapBuilder::default(),
            key: Vec::new(),
        }
    }

    /// True for the rules of 2.20.16.
    pub fn newer(&self) -> bool {
        self.options.dialect >= Dialect::V2_20_16
    }

    /// Prints at once, in every pass.
    pub fn say(&mut self, text: &str) {
        self.messages.console.extend_from_slice(text.as_bytes());
    }

    /// Counts an event that asks for another pass.
    pub fn redo(&mut self, reason: Reason) {
        self.pass.redo(reason);
        if self.pass.number == 1 {
            self.listing.pause();
        }
    }

    pub fn redo_if(&mut self, condition: bool, reason: Reason) {
        if condition {
            self.redo(reason);
        }
    }

    /// True where statements are assembled.
    pub fn active(&self) -> bool {
        self.ifs.last().is_none_or(IfEntry::active)
    }

    /// One statement: fields, operation, listing.
    pub fn statement(&mut self, line: &mut Line) -> Step {
        let result = self.execute(line);
        self.attach_excerpts(line);
        result
    }

    fn execute(&mut self, line: &mut Line) -> Step {
        self.split(line)?;
        self.perform(line)?;
        self.list(line);
        Ok(())
    }

    fn perform(&mut self, line: &mut Line) -> Step {
        if line.fields.operation.is_empty() {
            if self.active() {
                self.program_label(line.label());
            }
            return Ok(());
        }
        match self.operations.find(line.operation()) {
            Some(Operation::Directive(directive)) => {
                if directive.always || self.active() {
                    self.implied_suffix = b"";
                    return (directive.run)(self, line);
                }
            }
            _ if !self.active() => {}
            Some(Operation::Instruction(mnemonic)) => return self.instruction(mnemonic, line),
            Some(Operation::Macro(index)) => return self.call_macro(index, line),
            None => {
                let mut name = line.operation().to_vec();
                if name.first() == Some(&b'.') || line.fields.suffix.is_empty() {
                    // The whole word: a leading dot allows no suffix.
                } else {
                    name.truncate(line.fields.operation.len());
                }
                let at = line.fields.operation.start;
                self.error_at(Code::UnknownMnemonic, name, &line.text, at);
            }
        }
        Ok(())
    }

    /// Splits the line into fields; a label with commas is put together here.
    pub fn split(&mut self, line: &mut Line) -> Step {
        self.implied_suffix = b"";
        match line.split_label() {
            LabelEnd::At(at) => line.split_rest(at),
            LabelEnd::Arguments(at) => {
                let name = line.label().to_vec();
                let (name, at) = self.built_name(line, name, at)?;
                line.split_rest(at);
                let start = line.text.len();
                line.text.extend_from_slice(&name);
                line.fields.label = start..line.text.len();
            }
        }
        Ok(())
    }

    /// The name that a label field with commas makes, and where the field ends.
    fn built_name(
        &mut self,
        line: &Line,
        mut name: Vec<u8>,
        from: usize,
    ) -> Result<(Vec<u8>, usize), Abort> {
        let text = &line.text[..line.fields.text_end];
        let mut at = from;
        loop {
            if text.get(at) == Some(&b'"') {
                let rest = &text[at + 1..];
                let length = memchr::memchr(b'"', rest).unwrap_or(rest.len());
                name.extend(
                    rest[..length]
                        .iter()
                        .map(|&byte| if byte == 0x80 { b' ' } else { byte }),
                );
                at = (at + length + 2).min(text.len());
            } else {
                let length = memchr::memchr(b',', &text[at..]).unwrap_or(text.len() - at);
                let argument = text[at..at + length].to_vec();
                let item = self.evaluate(&argument, Context::Data)?.swap_remove(0);
                if item.unknown {
                    name.clear();
                    return Ok((name, end_of_field(text, at, b" =:")));
                }
                name.extend_from_slice((item.value as i32).to_string().as_bytes());
                // What was evaluated may reach further than the field.
                at = end_of_field(text, at, b" =:,");
            }
            match text.get(at) {
                Some(b',') => at += 1,
                _ => return Ok((name, at)),
            }
        }
    }

    /// A name for the right side of `SET`: arguments end at a blank or comma.
    /// `None` if an argument is unknown.
    pub fn built_operand(&mut self, operand: &[u8]) -> Result<Option<Vec<u8>>, Abort> {
        let comma = end_of_field(operand, 0, b",");
        let mut name = operand[..comma].to_vec();
        let mut at = comma;
        while operand.get(at) == Some(&b',') {
            at += 1;
            if operand.get(at) == Some(&b'"') {
                let rest = &operand[at + 1..];
                let length = memchr::memchr(b'"', rest).unwrap_or(rest.len());
                name.extend_from_slice(&rest[..length]);
                at = (at + length + 2).min(operand.len());
            } else {
                let length =
                    memchr::memchr2(b',', b' ', &operand[at..]).unwrap_or(operand.len() - at);
                let item = self
                    .evaluate(&operand[at..at + length], Context::Data)?
                    .swap_remove(0);
                if item.unknown {
                    return Ok(None);
                }
                name.extend_from_slice((item.value as i32).to_string().as_bytes());
                at += length;
            }
        }
        // dasm builds the name in the place of the operand.
        name.truncate(operand.len());
        Ok(Some(name))
    }

    /// The name under which a local name is stored: with the number of its scope in front.
    fn stored_name(&mut self, name: &[u8]) -> bool {
        let (scope, separator): (u32, &[u8]) = match (name.first(), name.last()) {
            (Some(b'.'), _) => (self.scopes.dot, b""),
            (_, Some(b'$')) => (self.scopes.dollar, b"$"),
            _ => return false,
        };
        self.key.clear();
        push_number(&mut self.key, scope);
        self.key.extend_from_slice(separator);
        self.key.extend_from_slice(name);
        true
    }

    /// Finds the symbol in the current scope, or enters it.
    pub fn local_symbol(&mut self, name: &[u8]) -> SymbolId {
        if let Some(id) = self.reserved_symbol(name) {
            id
        } else if self.stored_name(name) {
            self.symbols.find_or_create(&self.key)
        } else {
            self.symbols.find_or_create(name)
        }
    }

    /// Finds the symbol in the current scope.
    pub fn find_symbol(&mut self, name: &[u8]) -> Option<SymbolId> {
        if let Some(id) = self.reserved_symbol(name) {
            Some(id)
        } else if self.stored_name(name) {
            self.symbols.find(&self.key)
        } else {
            self.symbols.find(name)
        }
    }

    /// One of `.`, `..` and `...`, with its present value.
    fn reserved_symbol(&mut self, name: &[u8]) -> Option<SymbolId> {
        let id = SymbolId::reserved(name)?;
        let value = match id {
            SymbolId::HERE => self.segments.current().here(),
            SymbolId::CHECKSUM => Address {
                value: self.output.checksum,
                unknown: false,
            },
            _ => return Some(id),
        };
        let symbol = self.symbols.get_mut(id);
        (symbol.value, symbol.unknown) = (value.value, value.unknown);
        symbol.content = Content::Number;
        Some(id)
    }

    /// Gives the label of a statement the current address.
    pub fn program_label(&mut self, label: &[u8]) {
        let segment = self.segments.current();
        self.listed_address = segment.origin;
        if label.is_empty() {
            return;
        }
        let here = segment.here();
        let origin = segment.origin.value;
        if label[0] != b'.' && label.last() != Some(&b'$') {
            self.scopes.next_dollar();
        }
        let found = self.find_symbol(label);
        if let Some(id) = found {
            self.check_label(id, here);
        }
        let id = found.unwrap_or_else(|| self.local_symbol(label));
        let place = self.place();
        let segment = self.segments.current_index() as u32;
        self.definitions += 1;
        let order = self.definitions;
        let symbol = self.symbols.get_mut(id);
        symbol.value = here.value;
        symbol.unknown = here.unknown;
        symbol.role = Role::Label;
        symbol.origin = origin;
        symbol.defined_at = place;
        symbol.segment = segment;
        symbol.order = order;
    }

    /// A label that exists already: has it been used too early, or has it moved?
    fn check_label(&mut self, id: SymbolId, here: Address) {
        let symbol = self.symbols.get(id);
        let used = symbol.used_in_pass == self.pass.number;
        if (symbol.unknown || here.unknown) && used {
            return self.redo(Reason::ForwardReference);
        }
        if symbol.unknown || here.unknown || symbol.value == here.value {
            return;
        }
        if !self.pass.unresolved_if_before {
            let mut detail = symbol.name.to_vec();
            detail.push(b' ');
            detail.extend_from_slice(address_field(symbol.value, false).as_bytes());
            let needle = symbol.name.to_vec();
            self.error_at(Code::LabelMismatch, detail, &needle, 0);
        }
        self.redo(Reason::PhaseError);
    }

    /// Puts a block of `count` bytes from [`block`](Self::block) into the segment.
    pub fn generate(&mut self, count: usize) -> Step {
        self.generated = count;
        if count > 1 {
            self.second_byte = self.block[1];
        }
        let segment = self.segments.current();
        let address = segment.origin;
        self.first_pass_wrote |= self.pass.number == 1 && !segment.uninitialized;
        if self.pass.redos == 0 && !segment.uninitialized {
            let block = &self.block[..count];
            let sum: i64 = block.iter().map(|&byte| i64::from(byte)).sum();
            self.output.checksum += sum;
            if self.pass.nothing_written {
                if address.unknown {
                    self.redo(Reason::Obscure);
                    return Ok(());
                }
                self.pass.nothing_written = false;
            }
            let placed = self
                .output
                .place(address.value, &self.block[..count], self.origin_fill);
            match placed {
                Placed::Written => {}
                Placed::Backwards(position) => return self.reversed(address, position),
                Placed::TooFar => return self.too_large(address.value),
            }
            if self.options.map {
                self.note_bytes(address.value, count);
            }
        }
        self.segments.current_mut().advance(count);
        let end = self.segments.current().origin.value;
        if end as u64 > self.options.address_limit {
            return self.too_large(end);
        }
        Ok(())
    }

    fn reversed(&mut self, address: Address, position: i64) -> Step {
        let mut text = b"segment: ".to_vec();
        text.extend_from_slice(&self.segments.current().name);
        text.push(b' ');
        text.extend_from_slice(address_field(address.value, address.unknown).as_bytes());
        text.extend_from_slice(format!("  vs current org: {position:04x}\n").as_bytes());
        self.messages.console.extend_from_slice(&text);
        self.abort(Code::OriginReversed, String::new())
    }

    fn too_large(&mut self, end: i64) -> Step {
        let limit = self.options.address_limit;
        let detail =
            format!("code segment growing larger ({end}) than max. allowed file size ({limit})\n");
        let code = if self.newer() {
            Code::Internal
        } else {
            Code::Recursion
        };
        self.abort(code, detail)
    }

    /// Lists the statement, if both switches are on.
    pub fn list(&mut self, line: &Line) {
        if !self.listing.enabled() {
            return;
        }
        let comment = line.has_comment.then_some(line.comment.as_slice());
        self.list_with_comment(line, comment);
    }

    pub fn list_with_comment(&mut self, line: &Line, comment: Option<&[u8]>) {
        let Some(frame) = self.frames.last() else {
            return;
        };
        if !self.listing.enabled() || !self.listing.on || frame.unlisted {
            return;
        }
        if self.listing.paused {
            self.generated = 0;
            return;
        }
        let suffix = if self.implied_suffix.is_empty() {
            line.suffix_text()
        } else {
            self.implied_suffix
        };
        let skipped = !self.active();
        let entry = Entry {
            line: frame.line,
            uninitialized: self.segments.current().uninitialized,
            address: self.listed_address,
            bytes: &self.block[..self.generated],
            skipped,
            label: line.label(),
            operation: line.operation(),
            suffix,
            operand: line.operand(),
            comment,
            cycles: &self.cycles,
        };
        self.listing.add(&entry);
        self.cycles.clear();
        self.generated = 0;
    }

    /// Reports what was wrong with the line before it was parsed.
    pub fn report_lex_errors(&mut self, line: &mut Line) -> Step {
        for error in std::mem::take(&mut line.errors) {
            match error {
                LexError::OpenQuote(text) => {
                    let text: Vec<u8> = text
                        .iter()
                        .map(|&byte| if byte == 0x80 { b' ' } else { byte })
                        .collect();
                    self.error_at(Code::Syntax, text, b"\"", 0);
                }
                LexError::MissingArgument(number) => {
                    let needle = format!("{{{number}}}");
                    self.error_at(Code::MissingArgument, Vec::new(), needle.as_bytes(), 0);
                }
                LexError::OpenBrace => self.say("end brace required\n"),
                LexError::StrayCommentEnd => {
                    self.error_at(Code::CommentClose, Vec::new(), b"*/", 0)
                }
                LexError::EndlessInsertion => {
                    return self.abort(
                        Code::Recursion,
                        "macro argument that contains itself".into(),
                    );
                }
            }
        }
        Ok(())
    }

    /// True within a macro.
    pub fn in_macro(&self) -> bool {
        matches!(
            self.frames.last(),
            Some(Frame {
                kind: FrameKind::Macro { .. },
                ..
            })
        )
    }
}

/// The first place at or behind `at` with one of the stops, or the end.
fn end_of_field(text: &[u8], at: usize, stops: &[u8]) -> usize {
    let length = text[at..].iter().position(|byte| stops.contains(byte));
    length.map_or(text.len(), |length| at + length)
}

/// A decimal number without the machinery of formatting.
pub(crate) fn push_number(out: &mut Vec<u8>, number: u32) {
    if number >= 10 {
        push_number(out, number / 10);
    }
    out.push(b'0' + (number % 10) as u8);
}
