//! The texts of `--help`.

use crate::directives::{Availability, DIRECTIVES};
use crate::text::lossy;

/// Returns the text for a command line that cannot be parsed.
pub(super) fn usage() -> String {
    format!("{USAGE}\n\nFatal assembly error: Check command-line format.\n")
}

/// Returns the text for a command line that begins with a flag.
pub(super) fn source_first(flag: &str, rest: &[Vec<u8>]) -> String {
    let source = rest.iter().find(|word| !word.starts_with(b"-"));
    let source = source.map_or("source.asm".to_owned(), |word| lossy(word));
    format!(
        "{}The source file comes first: asm6502 {source} {flag}\n",
        usage()
    )
}

/// Returns the text for `--help TOPIC`.
pub(super) fn topic(name: &str) -> String {
    match name {
        "version" => format!(
            "asm6502 {} (dasm 2.20.14.1 and 2.20.16)\n",
            env!("CARGO_PKG_VERSION")
        ),
        "directives" => directives(),
        "instructions" => instructions(),
        _ => USAGE.to_owned(),
    }
}

const USAGE: &str = "\
Usage: asm6502 sourcefile [options]

-f#      output format 1-3 (default 1): with origin, hunks, raw
-oname   output file name (default a.out)
-lname   list file of the last pass
-Lname   list file of all passes
-sname   symbol file
-v#      verbosity 0-4
-Dsymbol[=expression]  define a symbol (0 without expression)
-Msymbol=expression    define a symbol that is evaluated at each use (EQM)
-Idir    search directory for INCLUDE and INCBIN
-p#      maximum number of passes (default 10)
-P#      maximum number of passes, with fewer checks
-T#      order of the symbol file: 0 by name, 1 by value
-E#      dasm's one-line messages alone: 0 MS, 1 Dillon, 2 GNU style
-S       strict: repeated macros and words beyond 16 bits are errors
-R       remove the output file if there are errors
-m#      highest address that a segment may reach (default 655360)

--message-format human|dasm|json
--map FILE         symbols and address-to-line map as JSON
--depfile FILE     a rule for make that lists all files read
--usage            bytes used and free in each bank and segment
--stack-reserve N  bytes at the end of page zero that -Wram and --usage leave to the stack
--cycles           cycle counts in the listing
--cycle-sum A,B    cycles of the code from label A to label B
-Wall -Wpage-crossing -Wunused -Wtruncated -Wram -Wregisters   more warnings
-Werror            warnings are errors (exit code 5)
--strict-dasm      exact imitation: no warnings, no project, no search in the includer's folder
--no-project       do not read crownhead.toml in the source's folder or above
--dialect 2.20.14.1|2.20.16   which dasm to imitate (default 2.20.14.1)
--extensions       ELIF, IFDEF, ASSERT, SAMEPAGE, INCBIN file,offset,length
--help directives | --help instructions | --version
";

fn directives() -> String {
    let mut text = String::new();
    let titles = [
        ("Directives", Availability::Dasm),
        ("With --dialect 2.20.16", Availability::Newer),
        ("With --extensions", Availability::Extension),
    ];
    for (title, availability) in titles {
        text.push_str(&format!("{title}:\n"));
        for directive in DIRECTIVES
            .iter()
            .filter(|known| known.availability == availability)
        {
            text.push_str(&format!("  {}\n", directive.help));
        }
    }
    text
}

fn instructions() -> String {
    let mut text = String::from("Instructions and their modes:\n");
    for &mnemonic in isa6502::Mnemonic::ALL {
        let modes: Vec<&str> = isa6502::modes_of(mnemonic).map(example).collect();
        if !modes.is_empty() {
            text.push_str(&format!("  {}  {}\n", mnemonic.name(), modes.join("  ")));
        }
    }
    text
}

fn example(mode: isa6502::Mode) -> &'static str {
    use isa6502::Mode;
    match mode {
        Mode::Implied | Mode::Accumulator => "(none)",
        Mode::Immediate => "#n",
        Mode::ZeroPage => "zp",
        Mode::ZeroPageX => "zp,x",
        Mode::ZeroPageY => "zp,y",
        Mode::Absolute => "abs",
        Mode::AbsoluteX => "abs,x",
        Mode::AbsoluteY => "abs,y",
        Mode::Indirect => "(abs)",
        Mode::IndexedIndirect => "(zp,x)",
        Mode::IndirectIndexed => "(zp),y",
        Mode::Relative => "branch",
    }
}
