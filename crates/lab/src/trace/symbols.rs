//! Names of addresses, from the symbol files of assemblers and from the console's registers.

use super::SourceFinder;
use isa6502::{Mnemonic, Mode, Opcode};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use strsim::damerau_levenshtein;
use thiserror::Error;

/// The symbols of a program. They come from the file that dasm writes with `-s`, from a label file
/// for VICE (ld65 `-Ln`, 64tass `--vice-labels`) or from the `.lab` file of MADS.
///
/// Such a file does not distinguish addresses from constants. Therefore addresses below `$80` have
/// only the names of the console's registers. By convention, a name in capitals is a constant, so
/// such a name is used for a byte of RAM only if the byte has no other name.
#[derive(Debug, Clone, Default)]
pub struct Symbols {
    values: HashMap<String, u16>,
    /// The best name of each 13-bit address.
    names: BTreeMap<u16, String>,
    /// The other names of addresses below $100, best first. One may be the label of code in RAM.
    others: BTreeMap<u16, Vec<String>>,
    /// The names of the symbols that are known to be variables. If this set is empty, it is not
    /// known which symbols are variables.
    variables: BTreeSet<String>,
    /// The sources of a cartridge with an ARM processor.
    pub sources: SourceFinder,
}

/// An error in a symbol file: a line that is not a symbol.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
#[error(
    "line {line} is not a symbol; use a symbol file of dasm (`-s`), labels for VICE \
     (ld65 `-Ln`, 64tass `--vice-labels`) or a `.lab` file of MADS, with names of at most 1024 bytes"
)]
pub struct SymbolsError {
    /// Line number, counted from 1.
    pub line: usize,
}

/// Maximum length of a name in bytes. There is a limit because a disassembly can repeat a name many
/// times.
const MAX_NAME_BYTES: usize = 1024;

impl Symbols {
    /// Reads a symbol file from dasm or MADS, or a label file for VICE. Local names become
    /// `SCOPE.NAME`.
    ///
    /// # Errors
    /// [`SymbolsError`] for the first line that is not a symbol.
    pub fn parse(text: &str) -> Result<Symbols, SymbolsError> {
        if text.starts_with("mads ") {
            return Ok(Symbols::from_mads(text));
        }
        let mut symbols = Symbols::default();
        // Some editors begin a file with a byte-order mark.
        let text = text.trim_start_matches('\u{feff}');
        for (index, line) in text.lines().enumerate() {
            let words: Vec<&str> = line.split_whitespace().take(3).collect();
            if let Some((name, value)) = vice_label(&words) {
                symbols.add(&name, value);
                continue;
            }
            let (name, value) = match words[..] {
                [] | ["---", ..] => continue,
                [name, value, ..] if name.len() <= MAX_NAME_BYTES => (name, value),
                [..] => return Err(SymbolsError { line: index + 1 }),
            };
            // Strings, and values of more than 16 bits, are not addresses.
            match u32::from_str_radix(value, 16) {
                Ok(value) => symbols.add(name, value),
                Err(_) if value.starts_with(['"', '-', '?']) => {}
                Err(_) => return Err(SymbolsError { line: index + 1 }),
            }
        }
        Ok(symbols)
    }

    /// Reads the lines `00<tab>F000<tab>START` of a `.lab` file. If no name has a lowercase letter,
    /// the assembler ignored case. Then all names are converted to lowercase, because a name in
    /// capitals would count as a constant.
    fn from_mads(text: &str) -> Symbols {
        let label = |line: &'_ str| -> Option<(String, u32)> {
            let mut fields = line.split('\t').skip(1);
            let value = u32::from_str_radix(fields.next()?, 16).ok()?;
            Some((fields.next()?.trim().to_owned(), value))
        };
        let labels: Vec<_> = text.lines().skip(1).filter_map(label).collect();
        let has_lowercase = |(name, _): &(String, u32)| name.chars().any(char::is_lowercase);
        let keep_case = labels.iter().any(has_lowercase);
        let mut symbols = Symbols::default();
        for (name, value) in labels {
            let lower = || name.to_lowercase();
            symbols.add(&if keep_case { name } else { lower() }, value);
        }
        symbols
    }

    /// Returns the symbols with these names and values.
    pub fn from_values<'a>(values: impl IntoIterator<Item = (&'a str, u32)>) -> Symbols {
        let mut symbols = Symbols::default();
        for (name, value) in values {
            symbols.add(name, value);
        }
        symbols
    }

    /// Adds names to the known variables. After this call, only known variables count as variables.
    pub fn with_variables<'a>(mut self, names: impl IntoIterator<Item = &'a str>) -> Symbols {
        self.variables.extend(names.into_iter().map(str::to_owned));
        for (address, others) in &mut self.others {
            let Some(name) = self.names.get_mut(address) else {
                continue;
            };
            let index = others
                .iter()
                .position(|other| self.variables.contains(other));
            if let Some(index) = index.filter(|_| !self.variables.contains(name)) {
                let variable = others.remove(index);
                others.insert(0, std::mem::replace(name, variable));
            }
        }
        self
    }

    /// Makes `name` the best name of `address`. Does nothing if the address has no name yet, or if
    /// its best name is a known variable.
    pub fn prefer(&mut self, address: u16, name: &str) {
        let best = self.names.get_mut(&(address & 0x1fff));
        if let Some(best) = best.filter(|best| !self.variables.contains(*best)) {
            *best = name.to_owned();
        }
    }

    /// Adds a symbol, unless a symbol with this name exists.
    pub fn add_if_absent(&mut self, name: &str, value: u32) {
        if !self.values.contains_key(name) {
            self.add(name, value);
        }
    }

    /// Returns the address of a variable; `None` if `name` is not a variable. If it is not known
    /// which symbols are variables, a symbol counts as a variable if its value is an address in
    /// RAM, its name has a lowercase letter, and its name is the best name of the address.
    pub fn variable(&self, name: &str) -> Option<u16> {
        let address = self.value(name)?;
        let is_ram = (0x80..=0xff).contains(&address);
        let is_variable = if self.knows_variables() {
            self.variables.contains(name) && (is_ram || address & 0x1000 != 0)
        } else {
            let is_best = self.name(address) == Some(name);
            is_ram && is_best && name.chars().any(char::is_lowercase)
        };
        is_variable.then_some(address)
    }

    /// Returns true if it is known which symbols are variables. If not, variables are guessed from
    /// their names.
    pub fn knows_variables(&self) -> bool {
        !self.variables.is_empty()
    }

    fn add(&mut self, name: &str, value: u32) {
        let Ok(value) = u16::try_from(value) else {
            return;
        };
        self.values.insert(name.into(), value);
        let address = value & 0x1fff;
        if address < 0x80 || (address & 0x1000 == 0 && address > 0xff) {
            return;
        }
        let best = self.names.get(&address);
        let other = match best.is_none_or(|best| rank(name) < rank(best)) {
            true => self.names.insert(address, name.into()),
            false => Some(name.to_owned()),
        };
        if let Some(other) = other.filter(|_| address < 0x100) {
            let others = self.others.entry(address).or_default();
            others.push(other);
            others.sort_by(|one, other| rank(one).cmp(&rank(other)));
        }
    }

    /// Returns the name of the address in an operand. For a jump or branch, this is a code label;
    /// otherwise it is a variable or register. The operand of a NOP has no name, because a NOP
    /// ignores it. `$00,x` has no name either, because it rarely means VSYNC.
    pub fn operand_name(&self, opcode: &Opcode, write: bool, address: u16) -> Option<&str> {
        let is_code = matches!(opcode.mnemonic, Mnemonic::Jmp | Mnemonic::Jsr)
            && opcode.mode == Mode::Absolute
            || opcode.mode == Mode::Relative;
        let is_zero_base = matches!(opcode.mode, Mode::ZeroPageX | Mode::ZeroPageY) && address == 0;
        match address {
            _ if opcode.mnemonic == Mnemonic::Nop || is_zero_base => None,
            ..0x80 if is_code => None,
            0x80.. if is_code => self.code_name(address),
            0x80.. => self.name(address).or_else(|| register_name(address, write)),
            _ => register_name(address, write),
        }
    }

    /// Returns the name of the code at an address. If the best name of the address is a known
    /// variable, prefers another name that has a lowercase letter and is not a variable.
    pub fn code_name(&self, address: u16) -> Option<&str> {
        let others = self.others.get(&(address & 0x1fff));
        let is_label = |name: &&String| {
            !self.variables.contains(*name) && name.chars().any(char::is_lowercase)
        };
        let name = self.name(address)?;
        let is_variable = self.variables.contains(name);
        let other = others.and_then(|others| others.iter().find(is_label));
        Some(other.filter(|_| is_variable).map_or(name, String::as_str))
    }

    /// Returns the value of a symbol; `None` if the symbol is unknown.
    pub fn value(&self, name: &str) -> Option<u16> {
        self.values.get(name).copied()
    }

    /// Returns the symbol with the most similar name; `None` if no name is similar enough.
    pub fn similar(&self, name: &str) -> Option<&str> {
        let wanted = name.to_lowercase();
        let candidates = self.values.keys().map(|known| {
            let distance = damerau_levenshtein(&known.to_lowercase(), &wanted);
            // Compare names without regard to case first. Among equally similar names, prefer the
            // one whose case is more similar, too.
            (distance, damerau_levenshtein(known, name), known.as_str())
        });
        let candidates =
            candidates.filter(|(distance, ..)| *distance <= 1 + wanted.chars().count() / 4);
        candidates.min().map(|(.., name)| name)
    }

    /// Returns all symbols with their values, in arbitrary order.
    pub fn values(&self) -> impl Iterator<Item = (&str, u16)> {
        self.values
            .iter()
            .map(|(name, value)| (name.as_str(), *value))
    }

    /// Returns the best name of an address in RAM or in the cartridge; `None` if it has no name.
    pub fn name(&self, address: u16) -> Option<&str> {
        self.names.get(&(address & 0x1fff)).map(String::as_str)
    }

    /// Returns all named 13-bit addresses of the cartridge, in ascending order.
    pub fn labels(&self) -> impl Iterator<Item = (u16, &str)> {
        let labels = self.names.range(0x1000..);
        labels.map(|(address, name)| (*address, name.as_str()))
    }
}

/// Returns the label in a line of a VICE label file, such as `al C:f000 .main` or
/// `al 00F000 .main`; `None` for any other line.
fn vice_label(words: &[&str]) -> Option<(String, u32)> {
    let ["al" | "add_label", value, name] = words else {
        return None;
    };
    let name = name.strip_prefix('.')?.replace(':', ".");
    let digits = value.rsplit(':').next()?;
    Some((name, u32::from_str_radix(digits, 16).ok()?))
}

/// Returns the rank of a name. Of several names of an address, the one with the lowest rank is the
/// best. In order of importance, the best name is not local, does not begin with a scope number, is
/// not in capitals, has more than one letter (batari Basic defines names of one letter), and comes
/// first in alphabetical order.
fn rank(name: &str) -> (bool, bool, bool, bool, &str) {
    let local = name.contains('.');
    let numbered = name.starts_with(|letter: char| letter.is_ascii_digit());
    let capitals = !name.chars().any(char::is_lowercase);
    (local, numbered, capitals, name.len() == 1, name)
}

/// The names of the TIA's write registers, in the order of their addresses, beginning at $00.
const TIA_WRITE: [&str; 45] = [
    "VSYNC", "VBLANK", "WSYNC", "RSYNC", "NUSIZ0", "NUSIZ1", "COLUP0", "COLUP1", "COLUPF",
    "COLUBK", "CTRLPF", "REFP0", "REFP1", "PF0", "PF1", "PF2", "RESP0", "RESP1", "RESM0", "RESM1",
    "RESBL", "AUDC0", "AUDC1", "AUDF0", "AUDF1", "AUDV0", "AUDV1", "GRP0", "GRP1", "ENAM0",
    "ENAM1", "ENABL", "HMP0", "HMP1", "HMM0", "HMM1", "HMBL", "VDELP0", "VDELP1", "VDELBL",
    "RESMP0", "RESMP1", "HMOVE", "HMCLR", "CXCLR",
];

/// Returns the names of the TIA's write registers. The index is the register's address.
pub fn tia_write_register_names() -> &'static [&'static str] {
    &TIA_WRITE
}

/// The names of the TIA's read registers, in the order of their addresses, beginning at $00.
const TIA_READ: [&str; 14] = [
    "CXM0P", "CXM1P", "CXP0FB", "CXP1FB", "CXM0FB", "CXM1FB", "CXBLPF", "CXPPMM", "INPT0", "INPT1",
    "INPT2", "INPT3", "INPT4", "INPT5",
];

/// Returns the name of the TIA or RIOT register at an address, for a write or a read. Returns
/// `None` if there is no register. Mirrors have no name either, except the mirrors of the TIA's
/// read registers below $40.
pub fn register_name(address: u16, write: bool) -> Option<&'static str> {
    match address {
        0x00..=0x3f if write => TIA_WRITE.get(usize::from(address)).copied(),
        0x00..=0x3f => TIA_READ.get(usize::from(address & 0x0f)).copied(),
        0x284..=0x287 if write => None,
        _ => riot_name(address),
    }
}

fn riot_name(address: u16) -> Option<&'static str> {
    Some(match address {
        0x280 => "SWCHA",
        0x281 => "SWACNT",
        0x282 => "SWCHB",
        0x283 => "SWBCNT",
        0x284 => "INTIM",
        0x285 => "TIMINT",
        0x294 => "TIM1T",
        0x295 => "TIM8T",
        0x296 => "TIM64T",
        0x297 => "T1024T",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "\
--- Symbol List (sorted by symbol)
0.left                   f03c              (R )
AUDC0                    0015              (R )
MASK                     0081
Main                     f000              (R )
START                    f000
WIDE                     12345678
board                    0080              (R )
cursor                   0081
text                     \"abc\"
--- End of Symbol List.
";

    #[test]
    fn a_name_that_is_too_long_is_refused() {
        let file = |length: usize| format!("x f000\n{} f001\n", "y".repeat(length));
        assert!(Symbols::parse(&file(MAX_NAME_BYTES)).is_ok());
        let error = Symbols::parse(&file(MAX_NAME_BYTES + 1)).unwrap_err();
        assert_eq!(error.line, 2);
    }

    #[test]
    fn names_and_values_come_from_the_file() {
        let symbols = Symbols::parse(&format!("\u{feff}{FILE}")).unwrap();
        assert_eq!(symbols.value("MASK"), Some(0x81));
        assert_eq!(symbols.name(0x80), Some("board"));
        assert_eq!(symbols.name(0x81), Some("cursor"));
        assert_eq!(symbols.name(0xf000), Some("Main"));
        assert_eq!(symbols.name(0x1000), Some("Main"));
        assert_eq!(symbols.name(0x15), None);
        assert_eq!(symbols.values().count(), 7);
        let rebuilt =
            Symbols::from_values(symbols.values().map(|(name, value)| (name, value.into())));
        assert_eq!(rebuilt.names, symbols.names);
        let labels: Vec<_> = symbols.labels().collect();
        assert_eq!(labels, [(0x1000, "Main"), (0x103c, "0.left")]);
    }

    #[test]
    fn a_variable_is_known_or_has_lowercase_letters() {
        let symbols = Symbols::parse(FILE).unwrap();
        assert_eq!(symbols.variable("board"), Some(0x80));
        assert_eq!(symbols.variable("MASK"), None);
        assert_eq!(symbols.variable("Main"), None);
        let known = symbols.with_variables(["MASK"]);
        assert_eq!(known.variable("MASK"), Some(0x81));
        assert_eq!(known.variable("board"), None);
    }

    #[test]
    fn an_error_gives_the_first_line_that_is_not_a_symbol() {
        assert_eq!(Symbols::parse("a 1\nb\n").unwrap_err().line, 2);
        assert_eq!(Symbols::parse("a zz\n").unwrap_err().line, 1);
    }

    #[test]
    fn label_files_for_vice_and_from_mads_are_read() {
        let vice = "al C:f000 .start\nal 00F005 .main\nal f02e .wait:loop\nal 80 .frames\n";
        let mads = "mads 2.1.8\ngame.asm -t:game.lab \nLabel table:\n00\tF000\tSTART\n\
                    00\tF005\tMAIN\n00\tF02E\tWAIT.LOOP\n00\t0080\tFRAMES\n";
        for text in [vice, mads] {
            let symbols = Symbols::parse(text).unwrap();
            let found = ["start", "main", "wait.loop", "frames"].map(|name| symbols.value(name));
            assert_eq!(found, [0xf000, 0xf005, 0xf02e, 0x80].map(Some), "{text}");
            assert_eq!(symbols.values().count(), 4);
            assert_eq!(symbols.variable("frames"), Some(0x80));
        }
        let cased = mads.replace("MAIN", "Main");
        assert_eq!(Symbols::parse(&cased).unwrap().value("FRAMES"), Some(0x80));
        // A symbol in a dasm file may be called `al`, like the command in a VICE label file.
        let dasm = Symbols::parse("al                       f000              (R )\n").unwrap();
        assert_eq!(dasm.value("al"), Some(0xf000));
    }

    #[test]
    fn a_register_has_different_names_for_reads_and_writes() {
        assert_eq!(register_name(0x02, true), Some("WSYNC"));
        assert_eq!(register_name(0x02, false), Some("CXP0FB"));
        assert_eq!(register_name(0x3c, false), Some("INPT4"));
        assert_eq!(register_name(0x2d, true), None);
        assert_eq!(register_name(0x284, false), Some("INTIM"));
    }
}
