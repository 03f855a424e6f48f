//! dasm's numbered errors, and [`Abort`], which functions return if an error ends the run.

/// A dasm error. Its number is the exit code if the error ends the run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ErrorCode {
    FileOpen,
    NotResolvable,
    TooManyPasses,
    Errors,
    Syntax,
    /// Only in 2.20.16.
    ExpressionTable,
    DivisionByZero,
    UnknownMnemonic,
    AddressingMode,
    ForcedMode,
    MissingArgument,
    PrematureEnd,
    IllegalCharacter(u8),
    BranchRange,
    Err,
    OriginReversed,
    EquMismatch,
    ByteRange,
    WordRange,
    LabelMismatch,
    MacroRepeated,
    ValueUndefined,
    Processor,
    NegativeRepeat,
    SecondProcessor,
    Recursion,
    Internal,
    MacroBalance,
    CommentOpen,
    CommentClose,
    TypeMismatch,
    /// An `ASSERT` that failed (extension).
    Assertion,
}

impl ErrorCode {
    /// Returns the number of the error in dasm 2.20.14.1.
    pub fn number(self) -> u8 {
        use ErrorCode::*;
        match self {
            FileOpen => 2,
            NotResolvable => 3,
            TooManyPasses => 4,
            Errors | Assertion => 5,
            Syntax => 6,
            ExpressionTable => 7,
            DivisionByZero => 9,
            UnknownMnemonic => 10,
            AddressingMode => 11,
            ForcedMode => 12,
            MissingArgument => 13,
            PrematureEnd => 14,
            IllegalCharacter(_) => 15,
            BranchRange => 16,
            Err => 17,
            OriginReversed => 18,
            EquMismatch => 19,
            ByteRange => 20,
            WordRange => 21,
            LabelMismatch => 24,
            MacroRepeated => 25,
            ValueUndefined => 26,
            Processor => 27,
            NegativeRepeat => 28,
            SecondProcessor => 30,
            Recursion => 38,
            Internal => 39,
            MacroBalance => 40,
            CommentOpen => 41,
            CommentClose => 42,
            TypeMismatch => 43,
        }
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

    /// Returns the text that dasm prints for the error.
    pub fn text(self, detail: &str) -> String {
        use ErrorCode::*;
        match self {
            FileOpen => "Unable to open file.".into(),
            NotResolvable => "Source is not resolvable.".into(),
            TooManyPasses => format!("Too many passes ({detail})."),
            Errors => "Too many errors.".into(),
            Syntax => format!("Syntax Error '{detail}'."),
            ExpressionTable => "Expression table overflow.".into(),
            DivisionByZero => "Division by zero.".into(),
            UnknownMnemonic => format!("Unknown Mnemonic '{detail}'."),
            AddressingMode => format!("Illegal Addressing mode '{detail}'."),
            ForcedMode => format!("Illegal forced Addressing mode on '{detail}'."),
            MissingArgument => "Not enough args passed to Macro.".into(),
            PrematureEnd => "Premature EOF.".into(),
            IllegalCharacter(_) => format!("Illegal character '{detail}'."),
            BranchRange => format!("Branch out of range ({detail} bytes)."),
            Err => "ERR pseudo-op encountered.".into(),
            OriginReversed => "Origin Reverse-indexed.".into(),
            EquMismatch => "EQU: Value mismatch.".into(),
            ByteRange => format!("Value in '{detail}' must be <$100."),
            WordRange => format!("Value in '{detail}' must be <$10000."),
            LabelMismatch => format!("Label mismatch...\n --> {detail}"),
            MacroRepeated => format!("Macro \"{detail}\" definition is repeated."),
            ValueUndefined => "Value Undefined.".into(),
            Processor => format!("Processor '{detail}' not supported."),
            NegativeRepeat => "REPEAT parameter < 0 (ignored).".into(),
            SecondProcessor => "Only one processor type may be selected.".into(),
            Recursion => format!("Recursion too deep in {detail}"),
            Internal => format!("Internal error in {detail}"),
            MacroBalance => format!("Unbalanced macro {detail}"),
            CommentOpen => "Multi-line comment not closed.".into(),
            CommentClose => "Multi-line comment closed without open.".into(),
            TypeMismatch => "Type mismatch".into(),
            Assertion => format!("Assertion failed: {detail}"),
        }
    }
}

/// The early end of a run. Its message has been recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Abort(pub ErrorCode);
