//! The report on a program: its verdict, its findings, and the rules.

use serde::{Serialize, Serializer};

/// The report on a program.
#[derive(Debug, Clone, Serialize)]
pub struct Check {
    /// The path of the file, or the name of a bundled cartridge.
    pub program: String,
    /// The verdict.
    pub verdict: Verdict,
    /// The name of the television standard, such as `ntsc`.
    pub standard: String,
    /// Number of frames in each run.
    pub frames: u64,
    /// The kinds of input with which the program was run, such as `without play`.
    pub plays: Vec<String>,
    /// Number of different consoles on which the program was run with each kind of input.
    pub consoles: usize,
    /// The findings, most severe first.
    pub findings: Vec<Finding>,
}

/// The verdict on a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// There are no findings other than notes.
    Clean,
    /// The picture is not the same on all consoles, or some televisions show it differently.
    Differs,
    /// The picture rolls, or the processor stops.
    Rolls,
}

impl Verdict {
    /// Returns the verdict for these findings. It depends on the most severe one.
    pub fn of(findings: &[Finding]) -> Verdict {
        match findings.iter().map(|finding| finding.level).max() {
            Some(Level::Error) => Verdict::Rolls,
            Some(Level::Warning) => Verdict::Differs,
            _ => Verdict::Clean,
        }
    }

    /// Returns the name of the verdict.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Clean => "clean",
            Verdict::Differs => "differs",
            Verdict::Rolls => "rolls",
        }
    }
}

/// The severity of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// The finding is worth knowing, but may be intended.
    Note,
    /// The picture is not the same on all consoles, or some televisions show it differently.
    Warning,
    /// The picture rolls, or the processor stops.
    Error,
}

impl Level {
    /// Returns the name of the level.
    pub fn name(self) -> &'static str {
        match self {
            Level::Note => "note",
            Level::Warning => "warning",
            Level::Error => "error",
        }
    }
}

/// The evidence on which a rule is based.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Evidence {
    /// The ranks of the evidence, such as `N, C`. The page "Evidence" explains them. K stands for
    /// engineering knowledge without a source for this console (see the page "The television").
    pub rank: &'static str,
    /// The source of the evidence, such as a manual or a bug report.
    pub source: &'static str,
}

impl Evidence {
    /// Returns true if the evidence includes a report about a console or a television set (rank C).
    pub fn is_reported(&self) -> bool {
        self.rank.contains('C')
    }
}

/// One finding.
#[derive(Debug, Clone, Serialize)]
pub struct Finding {
    /// The rule that led to the finding.
    pub rule: Rule,
    /// The severity of the finding.
    pub level: Level,
    /// A one-line description, without a full stop.
    pub text: String,
    /// The kind of input with which the problem appeared. If the problem appeared on an unusual
    /// console, also a description of that console.
    pub when: String,
    /// The position of the beam: frame, scanline and color clock, as in `60.100.68`.
    pub place: Option<String>,
    /// The instruction that causes the problem.
    pub site: Option<Site>,
    /// The reasons for the finding, one line each.
    pub why: Vec<String>,
    /// The evidence for the rule in this case.
    pub evidence: Evidence,
}

/// An instruction of the program.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Site {
    /// The number of the bank.
    pub bank: usize,
    /// The address of the instruction.
    pub pc: u16,
    /// The disassembled instruction.
    pub instruction: String,
    /// The source file and the line, if they are known.
    pub line: Option<(String, u32)>,
}

/// The rules that `crownhead check` applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rule {
    /// Frames end without a vertical sync.
    NoSync,
    /// The processor has stopped.
    Jam,
    /// The lengths of frames differ so much that the picture jumps on a television.
    FrameLength,
    /// VSYNC is shorter than televisions need.
    ShortVsync,
    /// PAL frames have an odd number of lines.
    OddPalLines,
    /// The picture depends on power-on values.
    PowerOn,
    /// The picture depends on bits that nothing drives.
    FloatingBits,
    /// The picture depends on unconnected pins.
    Pins,
    /// The picture depends on the chip's revision.
    Revision,
    /// The program uses an opcode whose result is not the same on all chips.
    UnstableOpcode,
    /// A call overwrites a variable.
    Stack,
    /// The program reads RAM that it has not written.
    UnwrittenRead,
    /// An indexed store switches banks.
    HotSpot,
    /// A store to ROM has no effect.
    RomWrite,
    /// Two of the program's colors look the same in another television standard.
    Colors,
}

impl Rule {
    /// All rules.
    pub const ALL: [Rule; 15] = [
        Rule::NoSync,
        Rule::Jam,
        Rule::FrameLength,
        Rule::ShortVsync,
        Rule::OddPalLines,
        Rule::PowerOn,
        Rule::FloatingBits,
        Rule::Pins,
        Rule::Revision,
        Rule::UnstableOpcode,
        Rule::Stack,
        Rule::UnwrittenRead,
        Rule::HotSpot,
        Rule::RomWrite,
        Rule::Colors,
    ];

    /// Returns the name of the rule.
    pub fn name(self) -> &'static str {
        self.name_and_description().0
    }

    /// Returns a short description of what the rule finds.
    pub fn description(self) -> &'static str {
        self.name_and_description().1
    }

    fn name_and_description(self) -> (&'static str, &'static str) {
        match self {
            Rule::NoSync => ("no-sync", "frames end without a vertical sync"),
            Rule::Jam => ("jam", "the processor stops until reset"),
            Rule::FrameLength => (
                "frame-length",
                "frame lengths differ too much for a television",
            ),
            Rule::ShortVsync => ("short-vsync", "VSYNC is shorter than televisions need"),
            Rule::OddPalLines => ("odd-pal-lines", "PAL frames have an odd number of lines"),
            Rule::PowerOn => ("power-on", "the picture depends on the values at power-on"),
            Rule::FloatingBits => ("floating-bits", "the picture depends on undriven bits"),
            Rule::Pins => ("pins", "the picture depends on unconnected pins"),
            Rule::Revision => ("revision", "the picture depends on the TIA's revision"),
            Rule::UnstableOpcode => ("unstable-opcode", "an opcode differs from chip to chip"),
            Rule::Stack => ("stack", "a call overwrites a variable"),
            Rule::UnwrittenRead => ("unwritten", "a read of RAM that was never written"),
            Rule::HotSpot => ("hot-spot", "an indexed store switches banks"),
            Rule::RomWrite => ("rom-write", "a store to ROM has no effect"),
            Rule::Colors => (
                "colors",
                "another television standard shows two colors as one",
            ),
        }
    }
}

impl Serialize for Rule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}
