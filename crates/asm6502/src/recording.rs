//! Fills the record of a pass: the statements, and the positions of the names in them.

use std::ops::Range;
use std::rc::Rc;

use crate::address::Address;
use crate::context::Context;
use crate::directives::DIRECTIVES;
use crate::error::Abort;
use crate::labels::find_symbol;
use crate::names::operations::Operation;
use crate::names::scopes::split_scope;
use crate::names::symbols::{Content, Place, Role, SymbolId};
use crate::record::byte_origins::{ByteOrigin, byte_origins};
use crate::record::draft::{Draft, Spots};
use crate::record::{
    EntryKind, NameUse, Record, RecordedFile, RecordedMacro, RecordedSegment, RecordedSymbol,
    Statement, StatementKind, SymbolKind, Target,
};
use crate::sources::frames::{Frame, FrameKind};
use crate::sources::line::Line;
use crate::syntax::{TokenKind, tokens};
use crate::text::lossy;

/// The state of the assembler just before it performs a statement.
struct Before {
    frames: usize,
    place: Place,
    entry: u32,
    segment: usize,
    origin: Address,
    here: Address,
    active: bool,
    byte_origins: Vec<ByteOrigin>,
}

/// Performs a statement and records it.
#[cold]
pub(crate) fn perform_recorded(
    context: &mut Context,
    line: &Line,
    operation: Option<Operation>,
    perform: fn(&mut Context, &Line) -> Result<(), Abort>,
) -> Result<(), Abort> {
    if line.fields.label.is_empty() && line.fields.operation.is_empty() {
        return perform(context, line);
    }
    let before = state_before(context, line);
    let result = perform(context, line);
    let Some(mut draft) = context.record_draft.take() else {
        return result;
    };
    record_statement(context, &mut draft, line, &before, operation);
    context.record_draft = Some(draft);
    result
}

fn state_before(context: &Context, line: &Line) -> Before {
    let place = context.sources.place();
    let raw = context.sources.line_at(place).unwrap_or_default();
    let frame = context.sources.frames.last();
    let byte_origins = byte_origins(&raw, line.own_text(), frame.and_then(Frame::arguments));
    let segment = context.emitter.segments.current();
    Before {
        frames: context.sources.frames.len(),
        place,
        entry: frame.map_or(0, |frame| frame.record_entry),
        origin: segment.origin,
        here: segment.here(),
        segment: context.emitter.segments.current_index(),
        active: context.sources.active(),
        byte_origins,
    }
}

fn record_statement(
    context: &mut Context,
    draft: &mut Draft,
    line: &Line,
    before: &Before,
    operation: Option<Operation>,
) {
    let statement = statement(context, line, before, operation);
    let Some(number) = draft.add(statement) else {
        return;
    };
    let Place { file, line: row } = before.place;
    let spots = draft.spots(&before.byte_origins, before.entry, file, row);
    let inner = context.names.scopes;
    // The names of a line that calls a macro are those of the scopes around the call.
    if let Some(frame) = context.sources.frames.get(before.frames) {
        context.names.scopes = frame.outer_scopes;
    }
    let mut recorder = Recorder {
        context,
        draft,
        line,
        spots: &spots,
        number,
    };
    recorder.record_label(statement.skipped);
    recorder.record_operation(statement.kind);
    if operand_names_symbols(statement, line) {
        recorder.record_operand();
    }
    recorder.context.names.scopes = inner;
    recorder.record_entry(before);
}

fn statement(
    context: &Context,
    line: &Line,
    before: &Before,
    operation: Option<Operation>,
) -> Statement {
    let kind = match operation {
        _ if line.fields.operation.is_empty() => StatementKind::Label,
        Some(Operation::Instruction(mnemonic)) => StatementKind::Instruction(mnemonic),
        Some(Operation::Directive { index, .. }) => {
            StatementKind::Directive(DIRECTIVES[usize::from(index)].name)
        }
        Some(Operation::Macro(index)) => StatementKind::Macro(index),
        None => StatementKind::Unknown,
    };
    let segment = context.emitter.segments.current();
    let same_segment = context.emitter.segments.current_index() == before.segment;
    let sets_address = matches!(kind, StatementKind::Directive("org" | "=" | "equ" | "set"));
    let length = if same_segment && before.active && !sets_address {
        segment.origin.value.wrapping_sub(before.origin.value)
    } else {
        0
    };
    let length = u32::try_from(length).unwrap_or(0);
    let written = length > 0 && !segment.uninitialized && context.report.pass.redos == 0;
    let mut bytes = [0; 3];
    for (byte, &generated) in bytes.iter_mut().zip(&context.emitter.block) {
        *byte = generated;
    }
    let end = context.emitter.output.bytes.len() as u32;
    Statement {
        file: before.place.file,
        line: before.place.line,
        entry: before.entry,
        kind,
        skipped: !before.active,
        address: (!before.here.unknown).then_some(before.here.value),
        origin: before.origin.value,
        length,
        bytes: if length > 0 { bytes } else { [0; 3] },
        offset: if written {
            end.checked_sub(length)
        } else {
            None
        },
        segment: context.emitter.segments.current_index() as u32,
    }
}

/// Returns true if the names in the operand are symbol names.
fn operand_names_symbols(statement: Statement, line: &Line) -> bool {
    match statement.kind {
        StatementKind::Instruction(_) => true,
        // An argument's meaning depends on the macro's lines, which are recorded separately when
        // the call is expanded. A skipped call is not expanded.
        StatementKind::Macro(_) => statement.skipped,
        StatementKind::Directive(name) => match name {
            "include" | "incbin" => !line.operand().starts_with(b"\""),
            "processor" | "incdir" | "seg" | "rend" | "hex" | "mac" | "macro" | "endm"
            | "mexit" | "list" | "trace" | "end" | "subroutine" | "else" | "endif" | "eif"
            | "repend" | "setstr" => false,
            _ => true,
        },
        StatementKind::Label | StatementKind::Unknown => false,
    }
}

/// Returns the symbol called `name` in the current scope.
fn known_symbol(context: &mut Context, name: &[u8]) -> Option<Target> {
    if name.is_empty() || name == b"*" || SymbolId::reserved(name).is_some() {
        return None;
    }
    let id = find_symbol(context, name)?;
    Some(Target::Symbol((id.index() - SymbolId::RESERVED) as u32))
}

/// Adds one statement's names, and the file or macro that it enters, to the record.
struct Recorder<'r, 'c> {
    context: &'r mut Context<'c>,
    draft: &'r mut Draft,
    line: &'r Line<'r>,
    /// The position in the sources of each byte of the line.
    spots: &'r Spots,
    /// The number of the statement.
    number: u32,
}

impl Recorder<'_, '_> {
    /// Adds the name in a range of the line.
    fn add(&mut self, target: Target, is_definition: bool, range: Range<usize>) {
        self.draft.record.names.push(NameUse {
            target,
            statement: self.number,
            is_definition,
            span: self.spots.span(range.start, range.end),
        });
    }

    fn record_label(&mut self, skipped: bool) {
        if let Some(target) = known_symbol(self.context, self.line.label()) {
            self.add(target, !skipped, self.line.fields.label.range());
        }
    }

    /// Records the macro that the line calls or defines.
    fn record_operation(&mut self, kind: StatementKind) {
        match kind {
            StatementKind::Macro(index) => {
                let range = self.line.fields.operation.range();
                let dots = usize::from(self.line.operation().starts_with(b"."));
                self.add(Target::Macro(index), false, range.start + dots..range.end);
            }
            StatementKind::Directive("mac" | "macro") => {
                let name = self.line.operand().to_ascii_lowercase();
                if let Some(Operation::Macro(index)) = self.context.names.operations.find(&name) {
                    self.add(Target::Macro(index), true, self.line.fields.operand.range());
                }
            }
            _ => {}
        }
    }

    fn record_operand(&mut self) {
        let start = self.line.fields.operand.start();
        let operand = self.line.operand();
        for token in tokens(operand).filter(|token| token.kind == TokenKind::Name) {
            let range = token.range;
            if let Some(target) = known_symbol(self.context, &operand[range.clone()]) {
                self.add(target, false, start + range.start..start + range.end);
            }
        }
    }

    /// Records the file or macro that the statement has entered.
    fn record_entry(&mut self, before: &Before) {
        let macros = &self.context.sources.macros;
        let Some(frame) = self.context.sources.frames.get_mut(before.frames) else {
            return;
        };
        let kind = match &frame.kind {
            FrameKind::File(file) => EntryKind::File(*file),
            FrameKind::Macro { body, .. } => {
                let same = |known: &Rc<_>| Rc::ptr_eq(known, body);
                let index = macros.iter().position(same);
                EntryKind::Macro(index.unwrap_or(0) as u32)
            }
        };
        let operand = self.line.fields.operand.range();
        let operand = Spots(self.spots.0.get(operand).unwrap_or_default().to_vec());
        frame.record_entry = self.draft.enter(Some(self.number), kind, operand);
    }
}

/// Finishes the record of a run.
pub(crate) fn finish_record(context: &mut Context) -> Record {
    let mut record = context.record_draft.take().unwrap_or_default().record;
    let files = context.sources.entered.iter();
    let files = files.map(|file| RecordedFile {
        name: lossy(&file.name),
        path: file.path.clone(),
    });
    record.files = files.collect();
    record.symbols = symbols(context);
    let macros = context.sources.macros.iter();
    let macros = macros.map(|body| RecordedMacro {
        name: lossy(&body.name),
        file: body.place.file,
        line: body.place.line,
        end: body.end,
    });
    record.macros = macros.collect();
    let segments = context.emitter.segments.all.iter();
    let segments = segments.map(|segment| RecordedSegment {
        name: lossy(&segment.name),
        uninitialized: segment.uninitialized,
    });
    record.segments = segments.collect();
    record
}

fn symbols(context: &Context) -> Vec<RecordedSymbol> {
    let table = &context.names.symbols;
    let mut ids = table.table_order();
    ids.sort_by_key(|id| id.index());
    let info = |id: SymbolId| {
        let symbol = table.get(id);
        let definition = table.definition(id);
        let (name, scope) = split_scope(table.name(id));
        let segments = &context.emitter.segments.all;
        let uninitialized = segments[definition.segment as usize].uninitialized;
        RecordedSymbol {
            name,
            scope,
            value: symbol.value,
            known: !symbol.unknown,
            kind: match (symbol.content, symbol.role) {
                (Content::Eqm, _) => SymbolKind::Eqm,
                (_, Role::Label) if uninitialized => SymbolKind::Variable,
                (_, Role::Label) => SymbolKind::Label,
                (Content::Text, _) => SymbolKind::Text,
                (_, Role::Equate) => SymbolKind::Equate,
                (_, Role::Variable) => SymbolKind::Set,
                (_, Role::Undefined) => SymbolKind::Undefined,
            },
            text: table.text(id).map(|text| lossy(text)),
            origin: definition.origin,
            segment: definition.segment,
        }
    };
    ids.into_iter().map(info).collect()
}
