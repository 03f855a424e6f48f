//! dasm's numbered errors, and [`Abort`], which functions return if an error ends the run.

macro_rules! error_codes {
    ($($(#[$doc:meta])* $name:ident = $number:literal, $text:literal;)*) => {
        /// A dasm error. Its number is the exit code if the error ends the run.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum ErrorCode {
            $($(#[$doc])* $name = $number,)*
        }

        impl ErrorCode {
            /// Returns the text that dasm prints for the error; `{}` stands for the detail.
            pub fn text(self) -> &'static str {
                match self {
                    $(ErrorCode::$name => $text,)*
                }
            }
        }
    };
}

error_codes! {
    FileOpen = 2, "Unable to open file.";
    NotResolvable = 3, "Source is not resolvable.";
    TooManyPasses = 4, "Too many passes ({}).";
    /// A failed `ASSERT` (extension).
    Assertion = 5, "Assertion failed: {}";
    Syntax = 6, "Syntax Error '{}'.";
    /// Only in 2.20.16.
    ExpressionTable = 7, "Expression table overflow.";
    DivisionByZero = 9, "Division by zero.";
    UnknownMnemonic = 10, "Unknown Mnemonic '{}'.";
    AddressingMode = 11, "Illegal Addressing mode '{}'.";
    ForcedMode = 12, "Illegal forced Addressing mode on '{}'.";
    MissingArgument = 13, "Not enough args passed to Macro.";
    PrematureEnd = 14, "Premature EOF.";
    IllegalCharacter = 15, "Illegal character '{}'.";
    BranchRange = 16, "Branch out of range ({} bytes).";
    Err = 17, "ERR pseudo-op encountered.";
    OriginReversed = 18, "Origin Reverse-indexed.";
    EquMismatch = 19, "EQU: Value mismatch.";
    ByteRange = 20, "Value in '{}' must be <$100.";
    WordRange = 21, "Value in '{}' must be <$10000.";
    LabelMismatch = 24, "Label mismatch...\n --> {}";
    MacroRepeated = 25, "Macro \"{}\" definition is repeated.";
    ValueUndefined = 26, "Value Undefined.";
    Processor = 27, "Processor '{}' not supported.";
    NegativeRepeat = 28, "REPEAT parameter < 0 (ignored).";
    SecondProcessor = 30, "Only one processor type may be selected.";
    Recursion = 38, "Recursion too deep in {}";
    Internal = 39, "Internal error in {}";
    MacroBalance = 40, "Unbalanced macro {}";
    CommentOpen = 41, "Multi-line comment not closed.";
    CommentClose = 42, "Multi-line comment closed without open.";
    TypeMismatch = 43, "Type mismatch";
}

/// The exit code of a run with errors in its last pass.
pub(crate) const ERRORS_EXIT_CODE: u8 = 5;

impl ErrorCode {
    /// Returns the number of the error in dasm 2.20.14.1.
    pub fn number(self) -> u8 {
        self as u8
    }

    /// Returns true if this error makes the run fail with exit code 5 when it occurs in the last
    /// pass.
    pub fn is_fatal(self) -> bool {
        use ErrorCode::*;
        !matches!(
            self,
            AddressingMode | BranchRange | EquMismatch | LabelMismatch | NegativeRepeat
        )
    }
}

/// The early end of a run. Its message has been recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Abort(pub ErrorCode);
