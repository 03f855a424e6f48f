//! The record of the last pass, statement by statement, for editors and debuggers.
//!
//! Only [`assemble_recorded`](crate::assemble_recorded) makes a record; other runs spend no time on
//! it. All positions are in the source text: a name passed to a macro as an argument is recorded
//! where it appears in the call.

pub(crate) mod byte_origins;
pub(crate) mod draft;

/// The record of the last pass.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Record {
    /// The files, indexed by number. Numbers start at 1, so the first element is unused.
    pub files: Vec<RecordedFile>,
    /// The files and macros in the order in which they were entered; the first is the source
    /// itself.
    pub entries: Vec<Entry>,
    /// The statements in the order of assembly, including those that a condition skipped.
    pub statements: Vec<Statement>,
    /// The names of symbols and macros in the statements, in the order of the statements.
    pub names: Vec<NameUse>,
    /// All symbols; [`Target::Symbol`] is an index into this list.
    pub symbols: Vec<RecordedSymbol>,
    /// All macros; [`Target::Macro`] is an index into this list.
    pub macros: Vec<RecordedMacro>,
    /// The segments in the order of their first use.
    pub segments: Vec<RecordedSegment>,
    /// False if the pass had more statements than a record can hold.
    pub complete: bool,
}

/// A file of the run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct RecordedFile {
    /// The name as written in the source. Messages also show it in this form.
    pub name: String,
    /// The name under which the [`SourceProvider`](crate::SourceProvider) found it.
    pub path: Vec<u8>,
}

/// A file or macro that was entered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entry {
    /// The statement that entered the file or macro, as an index into [`Record::statements`];
    /// `None` for the source.
    pub caller: Option<u32>,
    /// The file or macro.
    pub kind: EntryKind,
}

/// A file or a macro.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryKind {
    /// A file, by its number.
    File(u32),
    /// A macro, as an index into [`Record::macros`].
    Macro(u32),
}

/// One statement. A line in a macro is a separate statement in each call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Statement {
    /// Number of the file; for a statement in a macro, the file that defines the macro.
    pub file: u32,
    /// Line in that file, from 1.
    pub line: u32,
    /// The file or macro call to which the statement belongs, as an index into [`Record::entries`].
    pub entry: u32,
    /// The kind of the operation.
    pub kind: StatementKind,
    /// True if a condition excludes the statement.
    pub skipped: bool,
    /// The address at which the statement runs; `None` if unknown.
    pub address: Option<i64>,
    /// The address in the image, as set by `ORG`. Unlike `address`, it is different in each bank.
    /// It is not valid before the segment's first `ORG`.
    pub origin: i64,
    /// Number of bytes that the statement generates or reserves.
    pub length: u32,
    /// The first three bytes that the statement generates. An instruction never has more.
    pub bytes: [u8; 3],
    /// Offset of the statement's bytes in the binary; `None` if the binary does not contain them.
    pub offset: Option<u32>,
    /// The current segment after the statement, as an index into [`Record::segments`].
    pub segment: u32,
}

/// The kind of a statement, by its operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StatementKind {
    /// Only a label.
    Label,
    /// An instruction.
    Instruction(isa6502::Mnemonic),
    /// A directive: its name in lower case.
    Directive(&'static str),
    /// A call to a macro, as an index into [`Record::macros`].
    Macro(u32),
    /// An unknown word.
    Unknown,
}

/// A name in a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct NameUse {
    /// The meaning of the name.
    pub target: Target,
    /// The statement, as an index into [`Record::statements`].
    pub statement: u32,
    /// True if the statement defines the name.
    pub is_definition: bool,
    /// The piece of the source that spells the name; `None` if the name is built from several
    /// pieces.
    pub span: Option<Span>,
}

/// The meaning of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Target {
    /// An index into [`Record::symbols`].
    Symbol(u32),
    /// An index into [`Record::macros`].
    Macro(u32),
}

/// Part of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// Number of the file.
    pub file: u32,
    /// Line, from 1.
    pub line: u32,
    /// Offset of the first byte in the line.
    pub start: u32,
    /// Offset after the last byte.
    pub end: u32,
}

/// A symbol at the end of the run.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct RecordedSymbol {
    /// The name as the source writes it.
    pub name: String,
    /// For a local symbol, the number of its scope, such as `3` for `.name` or `3$` for `name$`.
    pub scope: Option<String>,
    /// The value; for a string, its bytes in big-endian order.
    pub value: i64,
    /// False if the symbol was used but never got a value.
    pub known: bool,
    /// The kind.
    pub kind: SymbolKind,
    /// The string or `EQM` text, if that is the symbol's value.
    pub text: Option<String>,
    /// The address of a label in the image (`ORG`).
    pub origin: i64,
    /// The segment of a label, as an index into [`Record::segments`].
    pub segment: u32,
}

/// The kind of a symbol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SymbolKind {
    /// Used but never defined.
    Undefined,
    /// A label in code or data.
    Label,
    /// A label in an uninitialized segment.
    Variable,
    /// A constant.
    Equate,
    /// A value assigned by `SET` or on the command line.
    Set,
    /// A string.
    Text,
    /// Text that is evaluated at each use.
    Eqm,
}

/// A macro.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct RecordedMacro {
    /// The name in lower case.
    pub name: String,
    /// Number of the file that defines it.
    pub file: u32,
    /// The line of `MAC`, from 1.
    pub line: u32,
    /// The line of `ENDM`.
    pub end: u32,
}

/// A segment.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct RecordedSegment {
    /// The name; empty for the segment that a `SEG` without a name selects.
    pub name: String,
    /// True for `SEG.U`.
    pub uninitialized: bool,
}
