//! What the last pass did, statement by statement: for editors and debuggers.
//!
//! A record is made by [`assemble_recorded`](crate::assemble_recorded) only; other runs do not
//! spend any time on it. All places are those of the source text: a name that a macro got as an
//! argument has the place where the call spells it.

pub(crate) mod origins;
pub(crate) mod recorder;

/// Everything that the last pass did.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Record {
    /// The files, by their number. The first one is none: numbers begin with 1.
    pub files: Vec<RecordedFile>,
    /// The files and macros that were entered, in order; the first one is the source itself.
    pub entries: Vec<Entry>,
    /// The statements in the order of their assembly, those that were skipped included.
    pub statements: Vec<Statement>,
    /// The names of symbols and macros in the statements, in their order.
    pub names: Vec<NameUse>,
    /// All symbols; [`Target::Symbol`] is an index of this list.
    pub symbols: Vec<RecordedSymbol>,
    /// All macros; [`Target::Macro`] is an index of this list.
    pub macros: Vec<RecordedMacro>,
    /// The segments in the order of their first use.
    pub segments: Vec<RecordedSegment>,
    /// False if the pass had too many statements to record them all.
    pub complete: bool,
}

/// A file of the run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct RecordedFile {
    /// The name as the source writes it, as in messages.
    pub name: String,
    /// The name by which the [`SourceProvider`](crate::SourceProvider) found it.
    pub path: Vec<u8>,
}

/// A file or macro that was entered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entry {
    /// The statement that entered it, an index of [`Record::statements`]; `None` for the source.
    pub caller: Option<u32>,
    /// What was entered.
    pub kind: EntryKind,
}

/// A file or a macro.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryKind {
    /// A file, by its number.
    File(u32),
    /// A macro, an index of [`Record::macros`].
    Macro(u32),
}

/// One statement. A line of a macro is one for each call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Statement {
    /// Number of the file; in a macro, of its definition.
    pub file: u32,
    /// Line in that file, from 1.
    pub line: u32,
    /// The file or macro call that it belongs to, an index of [`Record::entries`].
    pub entry: u32,
    /// What its operation is.
    pub kind: StatementKind,
    /// True in a block that a condition leaves out.
    pub skipped: bool,
    /// The address at which it runs, before it; `None` if that is unknown.
    pub address: Option<i64>,
    /// The address at which it is placed, which distinguishes banks; 0 if that is unknown.
    pub origin: i64,
    /// Bytes that it places or reserves.
    pub length: u32,
    /// The first of its bytes; of an instruction all.
    pub bytes: [u8; 3],
    /// Where its bytes begin in the binary, if they are part of it.
    pub offset: Option<u32>,
    /// The segment after it, an index of [`Record::segments`].
    pub segment: u32,
}

/// What the operation of a statement is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StatementKind {
    /// A label alone.
    Label,
    /// An instruction.
    Instruction(isa6502::Mnemonic),
    /// A directive, by its name in lower case.
    Directive(&'static str),
    /// A call of a macro, an index of [`Record::macros`].
    Macro(u32),
    /// A word that means nothing.
    Unknown,
}

/// A name in a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct NameUse {
    /// What it means.
    pub target: Target,
    /// The statement, an index of [`Record::statements`].
    pub statement: u32,
    /// True where the name gets its meaning.
    pub definition: bool,
    /// Where it is spelled; `None` if it is put together from pieces.
    pub span: Option<Span>,
}

/// What a name means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Target {
    /// An index of [`Record::symbols`].
    Symbol(u32),
    /// An index of [`Record::macros`].
    Macro(u32),
}

/// A piece of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// Number of the file.
    pub file: u32,
    /// Line, from 1.
    pub line: u32,
    /// Byte of the line where it begins, from 0.
    pub start: u32,
    /// Byte of the line after its last.
    pub end: u32,
}

/// A symbol at the end of the run.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct RecordedSymbol {
    /// The name as the source writes it.
    pub name: String,
    /// The number of its scope, if it is local: `3` of `.name`, `3$` of `name$`.
    pub scope: Option<String>,
    /// The value; of strings their bytes in big-endian order.
    pub value: i64,
    /// False if the symbol was used but never got a value.
    pub known: bool,
    /// What it is.
    pub kind: SymbolKind,
    /// Its string or `EQM` text.
    pub text: Option<String>,
    /// Of a label, the address at which it is placed.
    pub origin: i64,
    /// Of a label its segment, an index of [`Record::segments`].
    pub segment: u32,
}

/// What a symbol is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SymbolKind {
    /// Used, never defined.
    Undefined,
    /// A label of code or data.
    Label,
    /// A label in an uninitialized segment.
    Variable,
    /// A constant.
    Equate,
    /// A value that `SET` or the command line has given.
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
    /// Number of the file of its definition.
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
    /// The name; empty for the one after a bare `SEG`.
    pub name: String,
    /// True for `SEG.U`.
    pub uninitialized: bool,
}
