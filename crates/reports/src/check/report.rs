//! The report on one program: verdict, findings, rules.

use serde::{Serialize, Serializer};

/// The report on one program.
#[derive(Debug, Clone, Serialize)]
pub struct Check {
    /// The file, or the name of a bundled cartridge.
    pub program: String,
    /// The verdict.
    pub verdict: Verdict,
    /// The television standard: `ntsc`, `pal` or `secam`.
    pub standard: String,
    /// Frames of each run.
    pub frames: u64,
    /// The kinds of play, such as `without play`.
    pub plays: Vec<String>,
    /// Number of consoles that each play was run on.
    pub consoles: usize,
    /// The findings, the gravest first.
    pub findings: Vec<Finding>,
}

/// The verdict on a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// No finding but notes.
    Clean,
    /// The program does not behave the same on all consoles, or a television shows another picture.
    Differs,
    /// The picture rolls, or the processor stops.
    Rolls,
}

impl Verdict {
    /// Returns the verdict that findings lead to.
    pub fn of(findings: &[Finding]) -> Verdict {
        match findings.iter().map(|finding| finding.level).max() {
            Some(Level::Error) => Verdict::Rolls,
            Some(Level::Warning) => Verdict::Differs,
            _ => Verdict::Clean,
        }
    }

    /// Returns its name.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Clean => "clean",
            Verdict::Differs => "differs",
            Verdict::Rolls => "rolls",
        }
    }
}

/// How grave a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Worth knowing, but may be intended.
    Note,
    /// On some consoles or televisions, a player sees another picture.
    Warning,
    /// The picture rolls, or the processor stops.
    Error,
}

impl Level {
    /// Returns its name.
    pub fn name(self) -> &'static str {
        match self {
            Level::Note => "note",
            Level::Warning => "warning",
            Level::Error => "error",
        }
    }
}

/// The evidence for a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Evidence {
    /// The ranks of evidence, such as `N, C`, as on the page "Evidence". K, as on the page "The
    /// television", is engineering knowledge without a source for this console.
    pub rank: &'static str,
    /// The source.
    pub source: &'static str,
}

impl Evidence {
    /// Returns true if someone has seen it on a console or a set.
    pub fn is_reported(&self) -> bool {
        self.rank.contains('C')
    }
}

/// One finding.
#[derive(Debug, Clone, Serialize)]
pub struct Finding {
    /// The rule.
    pub rule: Rule,
    /// How grave it is.
    pub level: Level,
    /// A sentence without a full stop.
    pub text: String,
    /// The kind of play and the console.
    pub when: String,
    /// The position of the beam: frame, scanline and color clock, as in `60.100.68`.
    pub place: Option<String>,
    /// The instruction.
    pub site: Option<Site>,
    /// The reasons, one line each.
    pub why: Vec<String>,
    /// The evidence for the rule in this case.
    pub evidence: Evidence,
}

/// An instruction of the program.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Site {
    /// Its bank.
    pub bank: usize,
    /// Its address.
    pub pc: u16,
    /// The instruction as text.
    pub instruction: String,
    /// File and line of the source, if they are known.
    pub line: Option<(String, u32)>,
}

/// The rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rule {
    /// Frames end without a vertical sync.
    NoSync,
    /// The processor has stopped.
    Jam,
    /// Frames have lengths for which a television's picture jumps.
    FrameLength,
    /// VSYNC is shorter than sets need.
    ShortVsync,
    /// A PAL frame has an odd number of lines.
    OddPalLines,
    /// The picture depends on the values at power-on.
    PowerOn,
    /// The picture depends on bits that nothing drives.
    FloatingBits,
    /// The picture depends on pins that nothing is plugged into.
    Pins,
    /// The picture depends on the chip's revision.
    Revision,
    /// An opcode that is not the same on all chips.
    UnstableOpcode,
    /// A call overwrites a variable.
    Stack,
    /// The program reads RAM that it has not written.
    UnwrittenRead,
    /// A store through an index switches banks.
    HotSpot,
    /// A write to ROM.
    RomWrite,
    /// Colors that other standards do not tell apart.
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

    /// Returns its name.
    pub fn name(self) -> &'static str {
        self.words().0
    }

    /// Returns its purpose as a phrase.
    pub fn description(self) -> &'static str {
        self.words().1
    }

    fn words(self) -> (&'static str, &'static str) {
        match self {
            Rule::NoSync => ("no-sync", "frames end without a vertical sync"),
            Rule::Jam => ("jam", "the processor stops until reset"),
            Rule::FrameLength => ("frame-length", "a set does not hold the frames' lengths"),
            Rule::ShortVsync => ("short-vsync", "VSYNC is shorter than sets need"),
            Rule::OddPalLines => ("odd-pal-lines", "PAL frames have an odd number of lines"),
            Rule::PowerOn => ("power-on", "the picture depends on the values at power-on"),
            Rule::FloatingBits => ("floating-bits", "the picture depends on undriven bits"),
            Rule::Pins => ("pins", "the picture depends on unconnected pins"),
            Rule::Revision => ("revision", "the picture depends on the TIA's revision"),
            Rule::UnstableOpcode => ("unstable-opcode", "an opcode differs from chip to chip"),
            Rule::Stack => ("stack", "a call overwrites a variable"),
            Rule::UnwrittenRead => ("unwritten", "RAM is read that nothing has written"),
            Rule::HotSpot => ("hot-spot", "an indexed store switches banks"),
            Rule::RomWrite => ("rom-write", "a store to ROM that nothing hears"),
            Rule::Colors => ("colors", "another standard shows two colors as one"),
        }
    }
}

impl Serialize for Rule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}
