//! The counts of a pass, and the reasons for another pass.

use crate::names::symbols::Place;

/// A reason for another pass.
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
    /// All reasons, with dasm's texts.
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

/// The counts of a pass.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Pass {
    pub number: u32,
    /// Number of events that asked for another pass. Bytes go into the binary only while this is 0.
    pub redos: u32,
    /// The reasons for these events, one bit per reason.
    pub reasons: u32,
    pub unknown_references: u32,
    pub fatal_errors: u32,
    pub unresolved_if: bool,
    /// True if the previous pass had an unresolved `IF`.
    pub unresolved_if_before: bool,
    /// True if no byte has been written yet.
    pub nothing_written: bool,
    /// The first line whose bytes had no address.
    pub unplaced: Option<Place>,
    /// Number of statements assembled.
    pub statements: u64,
}

impl Pass {
    /// Returns the counts at the start of the next pass.
    pub fn next(&self) -> Pass {
        Pass {
            number: self.number + 1,
            unresolved_if_before: self.unresolved_if,
            nothing_written: true,
            // References to unknown symbols in -D come before any pass; count them in the first.
            unknown_references: match self.number {
                0 => self.unknown_references,
                _ => 0,
            },
            ..Pass::default()
        }
    }

    /// Counts an event that asks for another pass.
    pub fn redo(&mut self, reason: Reason) {
        self.redos += 1;
        self.reasons |= 1 << reason as u8;
    }

    /// Returns true if the two passes asked for another pass equally often and for the same
    /// reasons, and had the same number of unknown references.
    pub fn same_events(&self, other: &Pass) -> bool {
        self.redos == other.redos
            && self.reasons == other.reasons
            && self.unknown_references == other.unknown_references
    }
}
