//! The record while it is written.

use crate::record::origins::Origin;
use crate::record::{Entry, EntryKind, NameUse, Record, Span, Statement, Target};

/// Most statements of a record: a runaway loop must not take all memory.
const MOST: usize = 4_000_000;

/// A byte of a source line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Spot {
    pub file: u32,
    pub line: u32,
    pub column: u32,
}

/// Where the bytes of a cleaned line are spelled.
#[derive(Debug, Clone, Default)]
pub(crate) struct Spots(pub Vec<Option<Spot>>);

impl Spots {
    /// The piece of source that spells a part of the line, if it is one piece.
    pub fn span(&self, start: usize, end: usize) -> Option<Span> {
        let first = (*self.0.get(start)?)?;
        for (distance, spot) in self.0.get(start..end)?.iter().enumerate() {
            let expected = Spot {
                column: first.column + distance as u32,
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

/// The record while it is written, with what only writing needs.
#[derive(Debug, Default)]
pub(crate) struct Recorder {
    pub record: Record,
    /// By entry: where the operand of its call is spelled.
    operands: Vec<Spots>,
    /// By file: where its lines begin.
    pub line_starts: Vec<Vec<u32>>,
    /// By macro: the line of its `ENDM`.
    pub macro_ends: Vec<u32>,
    /// By file: the name that found it.
    pub paths: Vec<Vec<u8>>,
}

impl Recorder {
    /// Only the last pass counts.
    pub fn start_pass(&mut self) {
        self.record.entries.clear();
        self.record.statements.clear();
        self.record.names.clear();
        self.operands.clear();
        self.record.complete = true;
        self.enter(None, EntryKind::File(1), Spots::default());
    }

    /// Adds a statement; `None` if there are too many.
    pub fn add(&mut self, statement: Statement) -> Option<u32> {
        if self.record.statements.len() >= MOST {
            self.record.complete = false;
            return None;
        }
        self.record.statements.push(statement);
        Some(self.record.statements.len() as u32 - 1)
    }

    /// Adds a file or macro; returns its number.
    pub fn enter(&mut self, caller: Option<u32>, kind: EntryKind, operand: Spots) -> u32 {
        self.record.entries.push(Entry { caller, kind });
        self.operands.push(operand);
        self.record.entries.len() as u32 - 1
    }

    pub fn add_name(
        &mut self,
        target: Target,
        statement: u32,
        definition: bool,
        span: Option<Span>,
    ) {
        self.record.names.push(NameUse {
            target,
            statement,
            definition,
            span,
        });
    }

    /// The spots of a line at that place, whose entry is known.
    pub fn spots(&self, origins: &[Origin], entry: u32, file: u32, line: u32) -> Spots {
        let operand = self.operands.get(entry as usize);
        let spot = |origin: &Origin| match *origin {
            Origin::Line(column) => Some(Spot { file, line, column }),
            Origin::Argument(at) => *operand?.0.get(at as usize)?,
            Origin::Unknown => None,
        };
        Spots(origins.iter().map(spot).collect())
    }
}
