//! The record of a pass while it is being written.

use crate::record::byte_origins::ByteOrigin;
use crate::record::{Entry, EntryKind, Record, Span, Statement};

/// Maximum number of statements in a record, so that an endless loop does not use up all memory.
const MAX_STATEMENTS: usize = 4_000_000;

/// The position of a byte in the sources.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Spot {
    pub file: u32,
    pub line: u32,
    pub column: u32,
}

/// For each byte of a cleaned line (without comments, with macro arguments inserted), its position
/// in the sources; `None` if the position is unknown.
#[derive(Debug, Clone, Default)]
pub(crate) struct Spots(pub Vec<Option<Spot>>);

impl Spots {
    /// Returns the source range from which a part of the line comes; `None` if the part does not
    /// come from consecutive bytes.
    pub fn span(&self, start: usize, end: usize) -> Option<Span> {
        let first = (*self.0.get(start)?)?;
        for (offset, spot) in self.0.get(start..end)?.iter().enumerate() {
            let expected = Spot {
                column: first.column + offset as u32,
                ..first
            };
            if *spot != Some(expected) {
                return None;
            }
        }
        Some(Span {
            file: first.file,
            line: first.line,
            start: first.column,
            end: first.column + (end - start) as u32,
        })
    }
}

/// A record while it is being written.
#[derive(Debug, Default)]
pub(crate) struct Draft {
    pub record: Record,
    /// For each entry: the source positions of the bytes in the operand of its macro call.
    operands: Vec<Spots>,
}

impl Draft {
    /// Discards the previous pass, because a record covers only the last one.
    pub fn start_pass(&mut self) {
        self.record.entries.clear();
        self.record.statements.clear();
        self.record.names.clear();
        self.operands.clear();
        self.record.complete = true;
        self.enter(None, EntryKind::File(1), Spots::default());
    }

    /// Adds a statement and returns its number; `None` if there are too many.
    pub fn add(&mut self, statement: Statement) -> Option<u32> {
        if self.record.statements.len() >= MAX_STATEMENTS {
            self.record.complete = false;
            return None;
        }
        self.record.statements.push(statement);
        Some(self.record.statements.len() as u32 - 1)
    }

    /// Adds an entry for a file or macro that was entered, and returns the entry's number.
    pub fn enter(&mut self, caller: Option<u32>, kind: EntryKind, operand: Spots) -> u32 {
        self.record.entries.push(Entry { caller, kind });
        self.operands.push(operand);
        self.record.entries.len() as u32 - 1
    }

    /// Returns the source position of each byte of a cleaned line. `byte_origins` contains the
    /// origin of each byte: an offset in line `line` of `file`, or in the operand of the macro call
    /// `entry`.
    pub fn spots(&self, byte_origins: &[ByteOrigin], entry: u32, file: u32, line: u32) -> Spots {
        let operand = self.operands.get(entry as usize);
        let spot = |origin: &ByteOrigin| match *origin {
            ByteOrigin::Line(column) => Some(Spot { file, line, column }),
            ByteOrigin::Argument(at) => *operand?.0.get(at as usize)?,
            ByteOrigin::Unknown => None,
        };
        Spots(byte_origins.iter().map(spot).collect())
    }
}
