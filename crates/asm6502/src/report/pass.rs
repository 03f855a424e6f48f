//! What one pass counts, and why another one is needed.

use crate::names::symbols::Place;

/// Why another pass is needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Reason {
    Mnemonic,
    Obscure,
    Dc,
    Dv,
    DvText,
    Ds,
    Align,
    AlignRelocated,
    AlignOrigin,
    EquUnresolved,
    EquMismatch,
    If,
    Repeat,
    ForwardReference,
    PhaseError,
    Branch,
    Include,
}

impl Reason {
    /// All of them, with dasm's texts.
    #[rustfmt::skip]
    pub const ALL: [(Reason, &str); 17] = [
        (Reason::Mnemonic, "Expression in mnemonic not resolved."),
        (Reason::Obscure, "Obscure reason - to be documented :)"),
        (Reason::Dc, "Expression in a DC not resolved."),
        (Reason::Dv, "Expression in a DV not resolved (probably in DV's EQM symbol)."),
        (Reason::DvText, "Expression in a DV not resolved (could be in DV's EQM symbol)."),
        (Reason::Ds, "Expression in a DS not resolved."),
        (Reason::Align, "Expression in an ALIGN not resolved."),
        (Reason::AlignRelocated, "ALIGN: Relocatable origin not known (if in RORG at the time)."),
        (Reason::AlignOrigin, "ALIGN: Normal origin not known (if in ORG at the time)."),
        (Reason::EquUnresolved, "EQU: Expression not resolved."),
        (Reason::EquMismatch, "EQU: Value mismatch from previous pass (phase error)."),
        (Reason::If, "IF: Expression not resolved."),
        (Reason::Repeat, "REPEAT: Expression not resolved."),
        (Reason::ForwardReference, "Label defined after it has been referenced (forward reference)."),
        (Reason::PhaseError, "Label value is different from that of the previous pass (phase error)."),
        (Reason::Branch, "Branch was out of range."),
        (Reason::Include, "Include file was not found."),
    ];
}

/// What one pass counts.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Pass {
    pub number: u32,
    /// Events that ask for another pass.
    pub redos: u32,
    /// The kinds of these events, as bits.
    pub reasons: u32,
    pub unknown_references: u32,
    pub fatal_errors: u32,
    pub unresolved_if: bool,
    /// The pass before had an unresolved `IF`.
    pub unresolved_if_before: bool,
    /// No byte has been placed yet.
    pub nothing_written: bool,
    /// The first line whose bytes had no address.
    pub unplaced: Option<Place>,
    /// Statements read.
    pub statements: u64,
}

impl Pass {
    pub fn next(&self) -> Pass {
        Pass {
            number: self.number + 1,
            unresolved_if_before: self.unresolved_if,
            nothing_written: true,
            // What -D has referred to counts for the first pass.
            unknown_references: match self.number {
                0 => self.unknown_references,
                _ => 0,
            },
            ..Pass::default()
        }
    }

    pub fn redo(&mut self, reason: Reason) {
        self.redos += 1;
        self.reasons |= 1 << reason as u8;
    }

    pub fn same_events(&self, before: &Pass) -> bool {
        self.redos == before.redos
            && self.reasons == before.reasons
            && self.unknown_references == before.unknown_references
    }
}
