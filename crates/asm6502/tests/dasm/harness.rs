//! Runs both assemblers on a source, and compares the results.

use std::path::{Path, PathBuf};
use std::process::Command;

use asm6502::{
    Dialect, Format, ListingMode, Options, Output, SourceProvider, SymbolOrder, assemble,
};

/// A provider that reads the files in a folder and its subfolders.
pub struct Folder(pub PathBuf);

impl SourceProvider for Folder {
    fn read(&self, name: &[u8]) -> Option<Vec<u8>> {
        let name = std::str::from_utf8(name).ok()?;
        let path = self.0.join(name);
        let is_folder = path.is_dir() && !name.is_empty();
        if is_folder {
            Some(Vec::new())
        } else {
            std::fs::read(path).ok()
        }
    }
}

/// The results of a run. All of them except `messages` must equal dasm's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    pub exit_code: i32,
    pub binary: Vec<u8>,
    pub listing: Vec<u8>,
    pub symbols: Option<Vec<u8>>,
    pub console: Vec<u8>,
    /// The full messages, which only this assembler prints; empty for dasm.
    pub messages: String,
}

/// The three output formats, each paired with an order of the symbol file.
pub const VARIANTS: [(Format, SymbolOrder); 3] = [
    (Format::Origin, SymbolOrder::Name),
    (Format::Hunks, SymbolOrder::Value),
    (Format::Raw, SymbolOrder::Name),
];

/// The folder of the headers that all programs share, relative to a program's folder.
const SHARED: &str = "../include";

/// Runs this assembler twice on a file in the folder: once with a listing, and once without one,
/// because the assembler then uses different, faster code. Fails if the results of the two runs
/// differ. Returns the results with the listing.
pub fn run_asm6502(folder: &Path, file: &str, variant: (Format, SymbolOrder)) -> Run {
    run_asm6502_as(Dialect::default(), folder, file, variant)
}

/// Does the same as [`run_asm6502`], but for the given dialect.
pub fn run_asm6502_as(
    dialect: Dialect,
    folder: &Path,
    file: &str,
    variant: (Format, SymbolOrder),
) -> Run {
    let options = Options {
        source: file.as_bytes().to_vec(),
        format: variant.0,
        symbol_order: variant.1,
        dialect,
        listing: ListingMode::LastPass,
        include_dirs: vec![SHARED.as_bytes().to_vec()],
        ..Options::default()
    };
    let sources = Folder(folder.to_path_buf());
    let run = Run::from(assemble(&sources, &options));
    let options = Options {
        listing: ListingMode::None,
        ..options
    };
    let mut quick = Run::from(assemble(&sources, &options));
    assert!(
        quick.listing.is_empty(),
        "a listing was written although none was requested"
    );
    quick.listing.clone_from(&run.listing);
    quick.console = without_notices(&quick.console);
    let listed = Run {
        console: without_notices(&run.console),
        ..run.clone()
    };
    if let Some(difference) = exact_difference(&quick, &listed) {
        let source = std::fs::read(folder.join(file)).unwrap_or_default();
        let source = String::from_utf8_lossy(&source);
        panic!("{file} without and with a listing: {difference}\n{source}");
    }
    run
}

impl From<Output> for Run {
    fn from(output: Output) -> Run {
        Run {
            exit_code: i32::from(output.exit_code),
            messages: output.messages(),
            symbols: output.symbol_file(),
            binary: output.binary,
            listing: output.listing,
            console: output.printed,
        }
    }
}

/// Returns the console text without certain notices. A run with a listing does not print these
/// notices on the console.
pub fn without_notices(console: &[u8]) -> Vec<u8> {
    let is_notice = |line: &&[u8]| {
        *line == b"Aborting assembly\n"
            || line.starts_with(b"premature end of file, macros opened:")
    };
    let lines = console.split_inclusive(|&byte| byte == b'\n');
    lines
        .filter(|line| !is_notice(line))
        .collect::<Vec<_>>()
        .concat()
}

/// Describes the first difference between two runs; `None` if all bytes are equal.
fn exact_difference(run: &Run, other: &Run) -> Option<String> {
    let only_bytes_differ = || "the lines are equal, but some bytes differ".to_owned();
    (run != other).then(|| difference(run, other).unwrap_or_else(only_bytes_differ))
}

/// Runs dasm. Returns `None` if dasm crashed, as it does on some sources.
pub fn run_dasm(
    folder: &Path,
    file: &str,
    variant: (Format, SymbolOrder),
    scratch: &Path,
) -> Option<Run> {
    run_reference("dasm", folder, file, variant, scratch)
        .expect("this test compares with dasm: install it with `apt-get install dasm`")
}

/// Runs a program that accepts dasm's command line. Returns `None` if the program crashed, and an
/// error if it could not be started.
pub fn run_reference(
    program: &str,
    folder: &Path,
    file: &str,
    variant: (Format, SymbolOrder),
    scratch: &Path,
) -> std::io::Result<Option<Run>> {
    let path = |name: &str| scratch.join(name);
    for name in ["bin", "lst", "sym"] {
        let _ = std::fs::remove_file(path(name));
    }
    let format = match variant.0 {
        Format::Origin => "-f1",
        Format::Hunks => "-f2",
        Format::Raw => "-f3",
    };
    let order = if variant.1 == SymbolOrder::Value {
        "-T1"
    } else {
        "-T0"
    };
    let output = Command::new(program)
        .current_dir(folder)
        .args([file, format, order, &format!("-I{SHARED}")])
        .arg(format!("-o{}", path("bin").display()))
        .arg(format!("-l{}", path("lst").display()))
        .arg(format!("-s{}", path("sym").display()))
        .output()?;
    let Some(exit_code) = output.status.code() else {
        return Ok(None);
    };
    Ok(Some(Run {
        exit_code,
        binary: std::fs::read(path("bin")).unwrap_or_default(),
        listing: std::fs::read(path("lst")).unwrap_or_default(),
        symbols: std::fs::read(path("sym")).ok(),
        console: output.stdout,
        messages: String::new(),
    }))
}

/// Removes the bytes of branch instructions from the listing of a failed run. If a branch's target
/// is unknown, dasm lists a leftover byte from its buffer as the branch distance.
fn without_distances(listing: &str) -> String {
    let is_branch = |line: &&str| {
        let mut words = line.split(|byte: char| byte.is_whitespace());
        words.any(|word| ["bne", "beq", "bcc", "bcs", "bpl", "bmi", "bvs"].contains(&word))
    };
    let without_bytes = |line: &str| {
        line.split_once("  ")
            .map_or(String::new(), |(head, _)| head.to_owned())
    };
    let masked = |line: &str| {
        if is_branch(&line) {
            without_bytes(line)
        } else {
            line.to_owned()
        }
    };
    listing.lines().map(|line| masked(line) + "\n").collect()
}

/// Describes the first difference between the runs; `None` if there is none.
pub fn difference(ours: &Run, dasm: &Run) -> Option<String> {
    if ours.exit_code != dasm.exit_code {
        return Some(format!(
            "exit code {} instead of {}",
            ours.exit_code, dasm.exit_code
        ));
    }
    if ours.binary != dasm.binary {
        return Some(format!(
            "binary\n  {:02x?}\n  {:02x?}",
            ours.binary, dasm.binary
        ));
    }
    let failed = ours.exit_code != 0;
    let empty = Vec::new();
    let pairs = [
        ("listing", &ours.listing, &dasm.listing),
        (
            "symbols",
            ours.symbols.as_ref().unwrap_or(&empty),
            dasm.symbols.as_ref().unwrap_or(&empty),
        ),
        ("console", &ours.console, &dasm.console),
    ];
    pairs.into_iter().find_map(|(name, ours, dasm)| {
        let (mut ours, mut dasm) = (
            String::from_utf8_lossy(ours).into_owned(),
            String::from_utf8_lossy(dasm).into_owned(),
        );
        if failed && name == "listing" {
            ours = without_distances(&ours);
            dasm = without_distances(&dasm);
        }
        if ours == dasm {
            return None;
        }
        let mut pairs = ours.lines().zip(dasm.lines());
        let line = pairs.find(|(ours, dasm)| ours != dasm);
        Some(format!("{name}: ours, dasm\n{line:#?}"))
    })
}
