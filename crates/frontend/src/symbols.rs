//! The symbol file of a cartridge: names and values, as dasm writes them with `-s`.

use std::collections::HashMap;

/// The names of a cartridge's addresses and constants.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Symbols(HashMap<String, u16>);

impl Symbols {
    /// Reads a symbol file: a name, a hexadecimal value and perhaps more on each line. Lines of
    /// another form are headings, and are passed over.
    pub fn parse(text: &str) -> Symbols {
        let symbol = |line: &str| {
            let mut words = line.split_whitespace();
            let name = words.next()?.to_string();
            let value = u16::from_str_radix(words.next()?, 16).ok()?;
            Some((name, value))
        };
        Symbols(text.lines().filter_map(symbol).collect())
    }

    /// The value of a name.
    pub fn get(&self, name: &str) -> Option<u16> {
        self.0.get(name).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_passed_over() {
        let text = "--- Symbol List (sorted by symbol)\nboard 0080 (R )\nturn      008c\n--- End\n";
        let symbols = Symbols::parse(text);
        assert_eq!(symbols.get("board"), Some(0x80));
        assert_eq!(symbols.get("turn"), Some(0x8c));
        assert_eq!(symbols.get("---"), None);
    }
}
