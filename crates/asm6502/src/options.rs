//! Options of a run: output format, symbol order, limits, dialect, warnings.

/// Layout of the binary.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Format {
    /// `-f1`: the first address (low byte first), then all bytes, with the gaps filled.
    #[default]
    Origin,
    /// `-f2`: hunks, each with its address, length and bytes.
    Hunks,
    /// `-f3`: all bytes, with the gaps filled, and no header.
    Raw,
}

/// Order of the symbols in the symbol file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum SymbolOrder {
    /// `-T0`: by name, ignoring case.
    #[default]
    Name,
    /// `-T1`: by value.
    Value,
    /// `-T2`: in the order of definition (2.20.16 only).
    Definition,
}

/// The version of dasm to imitate. The later version fixes bugs of the earlier one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
#[non_exhaustive]
pub enum Dialect {
    /// The version that Debian ships; almost all published sources were built with it.
    #[default]
    V2_20_14_1,
    /// A later version. Among other changes, it adds `SETSYM`, accepts an offset in `INCBIN`, and
    /// reports an error if the right operand of `%` is zero.
    V2_20_16,
}

/// How a one-line error message shows the file and line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum ErrorStyle {
    /// `-E0`: `file (line): error: text`.
    #[default]
    Microsoft,
    /// `-E1`: `line      12 file       text`.
    Dillon,
    /// `-E2`: `file:line: error: text`.
    Gnu,
}

/// The passes that the listing shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum ListingMode {
    /// No listing.
    #[default]
    None,
    /// `-l`: the last pass.
    LastPass,
    /// `-L`: all passes, one after the other.
    AllPasses,
}

/// A symbol given on the command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Define {
    /// The name.
    pub name: Vec<u8>,
    /// The expression for the value or, for `-M`, the text.
    pub text: Vec<u8>,
    /// True for `-M` instead of `-D`: the text is evaluated at each use, as with `EQM`.
    pub macro_text: bool,
}

/// The options of [`assemble`](crate::assemble). Options are added over time, so write
/// `..Options::default()` after the fields that you set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// Name of the source, for the [`SourceProvider`](crate::SourceProvider).
    pub source: Vec<u8>,
    /// Layout of the binary.
    pub format: Format,
    /// The passes that the listing shows; [`ListingMode::None`] for no listing.
    pub listing: ListingMode,
    /// Order of the symbols in the symbol file.
    pub symbol_order: SymbolOrder,
    /// `-D` and `-M`, in the order given.
    pub defines: Vec<Define>,
    /// `-I`, in the order given.
    pub include_dirs: Vec<Vec<u8>>,
    /// Maximum number of passes.
    pub max_passes: u32,
    /// `-P`: continue even after two successive passes that requested another pass for the same
    /// reasons. Without `-P`, the run ends after such passes.
    pub all_passes: bool,
    /// How one-line messages show the file and line.
    pub error_style: ErrorStyle,
    /// `-S`: it is an error to redefine a macro, or to store a value that does not fit in a 16-bit
    /// word.
    pub strict: bool,
    /// `-v`: 0..=4.
    pub verbosity: u8,
    /// `-m`: the highest address that a segment may reach.
    pub address_limit: u64,
    /// The version of dasm to imitate.
    pub dialect: Dialect,
    /// Enable directives that dasm does not have: `ELIF`, `IFDEF`, `ASSERT`, `SAMEPAGE`, and
    /// `INCBIN file,offset,length`.
    pub extensions: bool,
    /// `--strict-dasm`: imitate dasm exactly, and omit the warnings and the file search that dasm
    /// does not have.
    pub strict_dasm: bool,
    /// `-Werror`: a warning makes the run fail with exit code 5.
    pub warnings_as_errors: bool,
    /// Optional warnings.
    pub warnings: Warnings,
    /// Show cycle counts in the listing.
    pub cycles: bool,
    /// Collect the data for the map file, and the usage of banks and segments.
    pub map: bool,
    /// Collect the source line of each byte, and the usage of banks and segments.
    pub lines: bool,
    /// Collect the cycles of each instruction, for cycle sums.
    pub timings: bool,
    /// Number of bytes at the end of page zero that the stack of a 2600 program needs. Segments
    /// that hold variables must leave these bytes free.
    pub stack_reserve: u8,
}

/// Optional warnings. Warnings that are not listed here are always on, because they are about code
/// that would otherwise fail silently.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Warnings {
    /// Branches and indexed tables that cross a page boundary, which costs an extra cycle.
    pub page_crossing: bool,
    /// Labels that nothing uses.
    pub unused: bool,
    /// Values that lose bits because they are too large for the bytes in which they are stored.
    pub truncated: bool,
    /// Invalid accesses to registers and ROM, and immediate operands that lack their `#`.
    pub registers: bool,
    /// Variables outside zero-page RAM, or in the bytes reserved for the stack.
    pub ram: bool,
}

impl Dialect {
    /// The dialects, with the names that users give them.
    pub(crate) const NAMES: [(&str, Dialect); 2] = [
        ("2.20.14.1", Dialect::V2_20_14_1),
        ("2.20.16", Dialect::V2_20_16),
    ];
}

impl Warnings {
    /// Turns on the warning that `-W` calls `name`, or all warnings if the name is `all`. Returns
    /// false for an unknown name.
    pub(crate) fn enable(&mut self, name: &str) -> bool {
        let all = name == "all";
        let warnings = [
            ("page-crossing", &mut self.page_crossing),
            ("unused", &mut self.unused),
            ("truncated", &mut self.truncated),
            ("ram", &mut self.ram),
            ("registers", &mut self.registers),
        ];
        let mut known = all;
        for (_, warning) in warnings.into_iter().filter(|(key, _)| all || *key == name) {
            *warning = true;
            known = true;
        }
        known
    }
}

impl Default for Options {
    fn default() -> Self {
        Options {
            source: Vec::new(),
            format: Format::default(),
            listing: ListingMode::default(),
            symbol_order: SymbolOrder::default(),
            defines: Vec::new(),
            include_dirs: Vec::new(),
            max_passes: 10,
            all_passes: false,
            error_style: ErrorStyle::default(),
            strict: false,
            verbosity: 0,
            address_limit: 655_360,
            dialect: Dialect::default(),
            extensions: false,
            strict_dasm: false,
            warnings_as_errors: false,
            warnings: Warnings::default(),
            cycles: false,
            map: false,
            lines: false,
            timings: false,
            stack_reserve: 0,
        }
    }
}

impl Options {
    /// Returns true if the listing, a cycle sum or a warning needs the cycles of instructions.
    pub(crate) fn needs_cycles(&self) -> bool {
        self.cycles || self.timings || self.warnings.page_crossing
    }

    /// Returns true if an output or a warning needs a record of every block of bytes.
    pub(crate) fn needs_block_records(&self) -> bool {
        self.map || self.lines || self.warnings.ram || self.warnings.unused
    }
}
