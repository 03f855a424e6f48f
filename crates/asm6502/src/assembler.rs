//! The state of a run, and what all its parts share.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::diagnostic::Code;
use crate::directives::conditional::IfEntry;
use crate::directives::repeat::RepeatEntry;
use crate::expression::{Programs, Stacks};
use crate::input::{Frame, FrameKind};
use crate::lexer::LineBuffer;
use crate::listing::Listing;
use crate::macros::Macro;
use crate::messages::Messages;
use crate::mnemonics::Operations;
use crate::names::Scopes;
use crate::options::{Dialect, Options, SymbolOrder};
use crate::output::BinaryOutput;
use crate::passes::{Pass, Reason};
use crate::script::Chunk;
use crate::segments::{Address, Segments};
use crate::source::{SourceFile, SourceProvider};
use crate::symbols::{SymbolId, Symbols};

/// Files read in a run, by the names that found them.
pub(crate) type Files = FxHashMap<Vec<u8>, Option<Rc<SourceFile>>>;

/// The run ends on the spot. The message has been recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Abort(pub Code);

/// Result of everything that may abort.
pub(crate) type Step = Result<(), Abort>;

/// How a directive wants its line to be listed.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Shown {
    /// Suffix that the directive implies: `.b` of `BYTE`.
    pub suffix: Option<&'static [u8]>,
    /// Label in place of the one written.
    pub label: Option<&'static [u8]>,
    /// The directive has listed its lines itself.
    pub already: bool,
}

pub(crate) struct Assembler<'a> {
    pub provider: &'a dyn SourceProvider,
    pub options: &'a Options,
    pub symbols: Symbols,
    pub operations: Operations,
    pub macros: Vec<Rc<Macro>>,
    pub segments: Segments,
    pub output: BinaryOutput,
    pub listing: Listing<'a>,
    pub messages: Messages,
    pub pass: Pass,
    pub stacks: Stacks,
    pub programs: Programs,
    pub scopes: Scopes,

    /// Files and macros being read, the innermost last.
    pub frames: Vec<Frame>,
    /// Memory of lines that are not needed any more, for those that come next.
    pub spare: Option<Chunk>,
    /// Numbers of frames given out, and those of them that are free again.
    pub frames_made: u32,
    pub free_frames: Vec<u32>,
    /// Holds a line that has to be read where it is met.
    pub buffer: LineBuffer,
    /// `/* */` is open.
    pub in_comment: bool,
    pub ifs: Vec<IfEntry>,
    pub repeats: Vec<RepeatEntry>,
    pub include_dirs: Vec<Vec<u8>>,
    pub files: Files,
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
    /// How the listing is to show the statement.
    pub shown: Shown,
    /// Numbers of MAC and ENDM lines seen.
    pub macros_opened: u32,
    pub macros_closed: u32,
    pub macro_depth: u32,
    /// The first pass came to code that is written.
    pub first_pass_wrote: bool,
    /// Number of symbols defined in this pass.
    pub definitions: u32,
    pub cycles: String,
    /// The table that data lines add to: its label and address. Kept for `-Wpage-crossing`.
    pub table: Option<(SymbolId, i64)>,
    pub map: crate::map::MapBuilder,
    pub key: Vec<u8>,
}

impl<'a> Assembler<'a> {
    pub fn new(
        provider: &'a dyn SourceProvider,
        options: &'a Options,
        listing: Listing<'a>,
    ) -> Self {
        let newer = options.dialect >= Dialect::V2_20_16;
        Assembler {
            provider,
            options,
            symbols: Symbols::new(
                options.map
                    || options.warnings.unused
                    || options.symbol_order == SymbolOrder::Definition,
            ),
            operations: Operations::new(options.extensions, newer),
            macros: Vec::new(),
            segments: Segments::new(),
            output: BinaryOutput::new(options.format),
            listing,
            messages: Messages::new(options),
            pass: Pass::default(),
            stacks: Stacks::default(),
            programs: Programs::default(),
            scopes: Scopes::default(),
            frames: Vec::new(),
            spare: None,
            frames_made: 0,
            free_frames: Vec::new(),
            buffer: LineBuffer::default(),
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
            shown: Shown::default(),
            macros_opened: 0,
            macros_closed: 0,
            macro_depth: 0,
            first_pass_wrote: false,
            definitions: 0,
            cycles: String::new(),
            table: None,
            map: crate::map::MapBuilder::default(),
            key: Vec::new(),
        }
    }

    /// Begins anew with a complete listing, from the sources as they have been read: those of a
    /// pipe can be read only once.
    pub fn restarted(self) -> Self {
        let unread = |file: Rc<SourceFile>| Rc::new(file.unread());
        let files = self.files.into_iter();
        Assembler {
            files: files.map(|(name, file)| (name, file.map(unread))).collect(),
            dependencies: self.dependencies,
            ..Assembler::new(self.provider, self.options, self.listing.restarted())
        }
    }

    /// True for the rules of 2.20.16.
    pub fn newer(&self) -> bool {
        self.options.dialect >= Dialect::V2_20_16
    }

    /// Makes room for what a source of that many bytes is likely to need: room that stays unused
    /// costs nothing, but moving does.
    pub fn make_room(&mut self, source: usize) {
        self.symbols.make_room(source);
        self.programs.make_room(source);
        self.output.bytes.reserve(source / 8);
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
