//! The passes: over and over, until nothing is unknown and nothing moves.

use crate::assembler::{Abort, Assembler, Step};
use crate::diagnostic::Code;

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
    const ALL: [Reason; 17] = [
        Reason::Mnemonic,
        Reason::Obscure,
        Reason::Dc,
        Reason::Dv,
        Reason::DvText,
        Reason::Ds,
        Reason::Align,
        Reason::AlignRelocated,
        Reason::AlignOrigin,
        Reason::EquUnresolved,
        Reason::EquMismatch,
        Reason::If,
        Reason::Repeat,
        Reason::ForwardReference,
        Reason::PhaseError,
        Reason::Branch,
        Reason::Include,
    ];

    fn text(self) -> &'static str {
        match self {
            Reason::Mnemonic => "Expression in mnemonic not resolved.",
            Reason::Obscure => "Obscure reason - to be documented :)",
            Reason::Dc => "Expression in a DC not resolved.",
            Reason::Dv => "Expression in a DV not resolved (probably in DV's EQM symbol).",
            Reason::DvText => "Expression in a DV not resolved (could be in DV's EQM symbol).",
            Reason::Ds => "Expression in a DS not resolved.",
            Reason::Align => "Expression in an ALIGN not resolved.",
            Reason::AlignRelocated => {
                "ALIGN: Relocatable origin not known (if in RORG at the time)."
            }
            Reason::AlignOrigin => "ALIGN: Normal origin not known (if in ORG at the time).",
            Reason::EquUnresolved => "EQU: Expression not resolved.",
            Reason::EquMismatch => "EQU: Value mismatch from previous pass (phase error).",
            Reason::If => "IF: Expression not resolved.",
            Reason::Repeat => "REPEAT: Expression not resolved.",
            Reason::ForwardReference => {
                "Label defined after it has been referenced (forward reference)."
            }
            Reason::PhaseError => {
                "Label value is different from that of the previous pass (phase error)."
            }
            Reason::Branch => "Branch was out of range.",
            Reason::Include => "Include file was not found.",
        }
    }
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
    /// Statements read.
    pub statements: u64,
}

impl Pass {
    fn next(&self) -> Pass {
        Pass {
            number: self.number + 1,
            unresolved_if_before: self.unresolved_if,
            nothing_written: true,
            ..Pass::default()
        }
    }

    pub fn redo(&mut self, reason: Reason) {
        self.redos += 1;
        self.reasons |= 1 << reason as u8;
    }

    fn same_events(&self, before: &Pass) -> bool {
        self.redos == before.redos
            && self.reasons == before.reasons
            && self.unknown_references == before.unknown_references
    }
}

/// How the run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ending {
    /// Nothing moved in the last pass; there may have been errors.
    Settled,
    NotResolvable,
    TooManyPasses,
    /// A `/*` was still open at the end of a pass.
    CommentOpen,
    Aborted(Code),
}

impl Assembler<'_> {
    /// Runs passes until the source settles or is given up.
    pub fn run(&mut self) -> Ending {
        if let Err(Abort(code)) = self.define_from_options() {
            self.stacks.clear();
            return Ending::Aborted(code);
        }
        loop {
            let before = self.pass;
            self.start_pass();
            if let Err(Abort(code)) = self.run_pass() {
                return Ending::Aborted(code);
            }
            if self.in_comment {
                if self.pass.redos == 0 {
                    self.output.finish_pass();
                }
                return Ending::CommentOpen;
            }
            self.end_pass();
            if self.pass.redos == 0 {
                self.output.finish_pass();
                return Ending::Settled;
            }
            if self.pass.same_events(&before) && !self.options.all_passes {
                return Ending::NotResolvable;
            }
            if self.pass.number >= self.options.max_passes {
                return Ending::TooManyPasses;
            }
            self.output.finish_pass();
        }
    }

    fn start_pass(&mut self) {
        self.pass = self.pass.next();
        self.scopes = Default::default();
        self.messages.start_pass();
        self.listing.start_pass();
        self.output.start_pass();
        for segment in &mut self.segments.all {
            segment.start_pass();
        }
        self.definitions = 0;
        self.macro_depth = 0;
        self.map.start_pass();
        if self.options.verbosity > 0 {
            let text = format!("\nSTART OF PASS: {}\n", self.pass.number);
            self.say(&text);
        }
    }

    fn run_pass(&mut self) -> Step {
        let name = &self.options.source;
        match self.read_file(name) {
            Some(file) => {
                if self.pass.number == 1 {
                    self.make_room(file.content.len());
                }
                self.push_file(name, file.script())?;
            }
            None => self.missing_source()?,
        }
        self.run_frames()
    }

    fn missing_source(&mut self) -> Step {
        let name = crate::text::lossy(&self.options.source);
        if self.newer() {
            return self.abort(Code::FileOpen, String::new());
        }
        self.say(&format!("Warning: Unable to open '{name}'\n"));
        let help = "check the name; it is the first argument, before all switches";
        self.warn(
            format!("cannot open {name}; there is nothing to assemble"),
            b"",
            0,
            Some(help),
        );
        Ok(())
    }

    fn end_pass(&mut self) {
        if self.options.verbosity > 0 {
            let table = self.segment_table();
            self.messages.console.extend_from_slice(&table);
            let text = self.pass_summary();
            self.say(&text);
        }
        let verbosity = self.options.verbosity;
        if verbosity == 4 || (verbosity > 2 && self.pass.redos == 0) {
            let order = self.options.symbol_order;
            let (narrow, console) = (!self.newer(), &mut self.messages.console);
            // Memory takes all that is written.
            let _ = crate::symbol_file::render(&self.symbols, order, narrow, console);
        }
        if verbosity > 2 {
            let unresolved = crate::symbol_file::unresolved(&self.symbols);
            self.messages.console.extend_from_slice(&unresolved);
        }
    }

    fn segment_table(&self) -> Vec<u8> {
        let rule = [b'-'; 70];
        let mut table = b"\n".to_vec();
        table.extend_from_slice(&rule);
        table.extend_from_slice(
            b"\nSEGMENT NAME                 INIT PC  INIT RPC FINAL PC FINAL RPC\n",
        );
        for segment in self.segments.all.iter().rev() {
            let start = table.len();
            table.extend_from_slice(&segment.name);
            table.resize(table.len().max(start + 24), b' ');
            table.extend_from_slice(if segment.uninitialized {
                b" [u] "
            } else {
                b"     "
            });
            let initial = segment.initial_origin;
            let field = crate::symbol_file::address_field(initial.unwrap_or(0), initial.is_none());
            table.extend_from_slice(format!("{field:<32}{field:<31}").as_bytes());
            table.push(b'\n');
        }
        table.extend_from_slice(&rule);
        table.push(b'\n');
        table
    }

    fn pass_summary(&self) -> String {
        let Pass {
            unknown_references,
            redos,
            reasons,
            ..
        } = self.pass;
        let mut text = format!(
            "{unknown_references} references to unknown symbols.\n\
             {redos} events requiring another assembler pass.\n"
        );
        for reason in Reason::ALL {
            if reasons & (1 << reason as u8) != 0 {
                text.push_str(&format!(" - {}\n", reason.text()));
            }
        }
        text.push('\n');
        text
    }
}
