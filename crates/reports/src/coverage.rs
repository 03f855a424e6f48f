//! Reports the code coverage of a program (source lines, branches and bytes), in lcov's format and
//! as a summary.

use asm6502::SourceProvider;
use isa6502::Mnemonic;
use lab::{
    script::ScriptRun,
    trace::{Coverage, coverage::ByteUse},
};
use std::{
    collections::{BTreeMap, HashMap},
    fmt::Write,
    path::Path,
};

/// Maximum number of ranges in a line of the summary.
const MAX_RANGES: usize = 12;

/// The coverage of one run.
pub struct RunCoverage {
    coverage: Coverage,
}

impl RunCoverage {
    /// Runs a script to its end, and returns the coverage of the run.
    pub fn measure(mut player: ScriptRun<'_>) -> RunCoverage {
        let mut coverage = Coverage::new(player.machine().cartridge());
        run(&mut player, &mut coverage);
        RunCoverage { coverage }
    }

    /// Wraps the coverage of a run that has already ended.
    pub fn new(coverage: Coverage) -> RunCoverage {
        RunCoverage { coverage }
    }
}

/// Runs a script to its end, and records the run in `coverage`.
pub fn run(player: &mut ScriptRun<'_>, coverage: &mut Coverage) {
    while player.run_to_next_instruction(|step| coverage.step(step)) {}
    // A jammed processor runs no more instructions, but the script continues frame by frame.
    while player.skip_frame() {}
}

/// The coverage of several runs. The runs of each image are added up.
#[derive(Default)]
pub struct TotalCoverage {
    images: BTreeMap<String, ImageCoverage>,
}

/// The file extensions of compiled languages, without the dot.
const COMPILED_EXTENSIONS: [&str; 5] = ["bas", "c", "cc", "cpp", "rs"];

/// Consecutive bytes of an image that come from one line of a source.
pub struct LineSpan {
    /// Offset of the first byte.
    pub offset: usize,
    /// Number of bytes.
    pub length: usize,
    /// The value of the first byte.
    pub opcode: u8,
    /// The source file.
    pub file: String,
    /// The number of the source line, counted from 1.
    pub line: u32,
}

struct ImageCoverage {
    name: String,
    lines: Vec<LineSpan>,
    coverage: Coverage,
}

/// A record of how often a source line and its branches have run.
#[derive(Default)]
struct LineCoverage {
    runs: u64,
    /// The branches, by their offsets in the image. The flag is true if the branch has run; the two
    /// numbers tell how often it was not taken, and how often it was taken.
    branches: BTreeMap<usize, (bool, [u64; 2])>,
}

impl TotalCoverage {
    /// Adds the coverage of a run of an image. Images with the same SHA-256 count as the same
    /// image. `name` is the name of the image in the summary; `lines` returns the image's source
    /// lines.
    pub fn add(
        &mut self,
        name: &str,
        sha256: &str,
        lines: impl FnOnce() -> Vec<LineSpan>,
        run: &RunCoverage,
    ) {
        match self.images.get_mut(sha256) {
            Some(image) => image.coverage.add(&run.coverage),
            None => {
                let image = ImageCoverage {
                    name: name.to_owned(),
                    lines: lines(),
                    coverage: run.coverage.clone(),
                };
                self.images.insert(sha256.to_owned(), image);
            }
        }
    }

    /// Returns the coverage of all source lines and branches in lcov's format. `path_of` returns
    /// the full path of a source.
    pub fn lcov(&self, sources: &dyn SourceProvider, path_of: &dyn Fn(&str) -> String) -> String {
        let mut text = String::new();
        for image in self.images.values() {
            for (file, lines) in image.files(sources) {
                write_file(&mut text, &path_of(&file), &lines);
            }
        }
        text
    }

    /// Returns a summary in plain text.
    pub fn summary(&self, sources: &dyn SourceProvider) -> String {
        let images = self.images.values();
        images.map(|image| image.summary(sources)).collect()
    }
}

fn write_file(text: &mut String, path: &str, lines: &BTreeMap<u32, LineCoverage>) {
    let _ = writeln!(text, "TN:\nSF:{path}");
    for (line, usage) in lines {
        for (block, (ran, counts)) in usage.branches.values().enumerate() {
            for (branch, count) in counts.iter().enumerate() {
                let count = if *ran { count.to_string() } else { "-".into() };
                let _ = writeln!(text, "BRDA:{line},{block},{branch},{count}");
            }
        }
    }
    let [hit, found] = branch_outcomes(lines);
    let _ = writeln!(text, "BRF:{found}\nBRH:{hit}");
    for (line, usage) in lines {
        let _ = writeln!(text, "DA:{line},{}", usage.runs);
    }
    let hit = lines.values().filter(|usage| usage.runs > 0).count();
    let _ = writeln!(text, "LF:{}\nLH:{hit}\nend_of_record", lines.len());
}

/// Counts the outcomes of branches. Every branch has two outcomes: not taken, and taken. Returns
/// the number of outcomes that occurred, and the total number.
fn branch_outcomes(lines: &BTreeMap<u32, LineCoverage>) -> [usize; 2] {
    let outcomes = lines.values().flat_map(|usage| usage.branches.values());
    let outcomes: Vec<u64> = outcomes.flat_map(|(_, counts)| *counts).collect();
    [
        outcomes.iter().filter(|count| **count > 0).count(),
        outcomes.len(),
    ]
}

impl ImageCoverage {
    /// Returns the coverage of each line that contains an instruction, by file and line number.
    fn files(&self, sources: &dyn SourceProvider) -> BTreeMap<String, BTreeMap<u32, LineCoverage>> {
        let mut files: BTreeMap<String, BTreeMap<u32, LineCoverage>> = BTreeMap::new();
        let mut texts = SourceLines {
            sources,
            files: HashMap::new(),
        };
        for span in &self.lines {
            let byte = self.coverage.bytes().get(span.offset);
            let has_run = byte.is_some_and(|byte| byte.runs > 0);
            if !has_run && !texts.is_instruction(span) {
                continue;
            }
            let lines = files.entry(span.file.clone()).or_default();
            let usage = lines.entry(span.line).or_default();
            let end = (span.offset + span.length).min(self.coverage.bytes().len());
            for offset in span.offset..end {
                let byte = &self.coverage.bytes()[offset];
                usage.runs = usage.runs.max(byte.runs);
                if offset == span.offset && is_branch(span.opcode) {
                    usage
                        .branches
                        .insert(offset, (byte.runs > 0, byte.branches));
                }
            }
        }
        files
    }

    fn summary(&self, sources: &dyn SourceProvider) -> String {
        let mut text = format!(
            "coverage of {} ({} bytes)\n",
            self.name,
            self.coverage.bytes().len()
        );
        for (file, lines) in self.files(sources) {
            let run = lines.values().filter(|usage| usage.runs > 0).count();
            let [hit, found] = branch_outcomes(&lines);
            let percent = 100.0 * run as f64 / lines.len().max(1) as f64;
            let _ = writeln!(
                text,
                "  {file}: {run} of {} lines ({percent:.1} %), {hit} of {found} branch outcomes",
                lines.len()
            );
            let missed = lines.iter().filter(|(_, usage)| usage.runs == 0);
            let missed = ranges(missed.map(|(line, _)| *line as usize), |line| {
                line.to_string()
            });
            if !missed.is_empty() {
                let _ = writeln!(text, "    never run: {missed}");
            }
        }
        let bytes = self.coverage.bytes().iter().enumerate();
        let unused: Vec<usize> = bytes
            .filter(|(_, byte)| byte.is_unused())
            .map(|(offset, _)| offset)
            .collect();
        let _ = write!(text, "  bytes never run or read: {}", unused.len());
        match ranges(unused.into_iter(), |offset| format!("${offset:04X}")) {
            ranges if ranges.is_empty() => text.push('\n'),
            ranges => {
                let _ = writeln!(text, ": {ranges}");
            }
        }
        let has_run = |bank: &[ByteUse]| bank.iter().any(|byte| byte.is_code);
        let banks: Vec<bool> = self.coverage.banks().map(has_run).collect();
        let numbers = (0..banks.len()).filter(|bank| banks[*bank]);
        let numbers = ranges(numbers, |bank| bank.to_string());
        let _ = writeln!(text, "  banks that ran: {numbers} (of {})", banks.len());
        text
    }
}

/// Formats a list of ascending numbers as ranges. Lists only the first [`MAX_RANGES`] ranges, and
/// the number of the others.
fn ranges(numbers: impl Iterator<Item = usize>, format_number: impl Fn(usize) -> String) -> String {
    let numbers: Vec<usize> = numbers.collect();
    let all: Vec<&[usize]> = numbers.chunk_by(|a, b| a + 1 == *b).collect();
    let text = |range: &&[usize]| match range {
        [one] => format_number(*one),
        [first, .., last] => format!("{}-{}", format_number(*first), format_number(*last)),
        [] => String::new(),
    };
    let listed: Vec<String> = all.iter().take(MAX_RANGES).map(text).collect();
    let more = match all.len().saturating_sub(MAX_RANGES) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    listed.join(", ") + &more
}

fn is_branch(opcode: u8) -> bool {
    opcode & 0x1f == 0x10
}

/// A cache of the source files' lines.
struct SourceLines<'a> {
    sources: &'a dyn SourceProvider,
    files: HashMap<String, Vec<String>>,
}

impl SourceLines<'_> {
    /// Returns true if a line contains an instruction. In the source of a compiled language, every
    /// line counts.
    fn is_instruction(&mut self, line: &LineSpan) -> bool {
        let extension = Path::new(&line.file).extension();
        if extension
            .is_some_and(|extension| COMPILED_EXTENSIONS.iter().any(|known| extension == *known))
        {
            return true;
        }
        let text = self.files.entry(line.file.clone()).or_insert_with(|| {
            let bytes = self.sources.read(line.file.as_bytes()).unwrap_or_default();
            let text = String::from_utf8_lossy(&bytes);
            text.lines().map(str::to_owned).collect()
        });
        let text = text.get((line.line as usize).saturating_sub(1));
        text.is_some_and(|text| has_mnemonic(text))
    }
}

/// Returns true if a line of assembly contains an instruction, with or without a label.
fn has_mnemonic(line: &str) -> bool {
    let code = line.split(';').next().unwrap_or_default();
    let mut words = code.split_whitespace().peekable();
    if !code.starts_with([' ', '\t']) || words.peek().is_some_and(|word| word.ends_with(':')) {
        words.next();
    }
    let word = words.next().unwrap_or_default();
    let name = word.split('.').next().unwrap_or_default();
    let mut all = Mnemonic::ALL.iter();
    all.any(|mnemonic| mnemonic.name().eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_are_distinguished_from_data() {
        for line in [
            "  lda #1",
            "Start sta.w $80",
            "\tBNE Loop ; x",
            ".loop\tdex",
            "  loop: dex",
        ] {
            assert!(has_mnemonic(line), "{line}");
        }
        for line in [
            "  .byte 1",
            "lda",
            "; lda #1",
            "Start",
            "RED = 3",
            "  ds 3",
            "",
        ] {
            assert!(!has_mnemonic(line), "{line}");
        }
    }

    #[test]
    fn numbers_are_listed_as_ranges() {
        let format_number = |number: usize| number.to_string();
        assert_eq!(
            ranges([1, 2, 3, 7, 9, 10].into_iter(), format_number),
            "1-3, 7, 9-10"
        );
        let many = ranges((0..40).map(|number| number * 2), format_number);
        assert!(many.ends_with("22 and 28 more"), "{many}");
    }
}
