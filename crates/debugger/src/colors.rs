//! Finds the values of color registers in a text, so that a front end can show the colors.

use std::ops::Range;

/// A color register's value in a line of text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ColorValue {
    /// The range of bytes in the line that the value, such as `$46`, occupies.
    pub range: Range<usize>,
    /// The value.
    pub value: u8,
}

/// The names of the color registers.
const REGISTERS: [&str; 4] = ["COLUP0", "COLUP1", "COLUPF", "COLUBK"];

/// Returns the values in texts such as `COLUP0 = $46`, `COLUP0 $46` and `COLUP0=$46`.
pub fn colors_in(line: &str) -> Vec<ColorValue> {
    let mut found = Vec::new();
    for (at, _) in line.match_indices("COLU") {
        let mut names = REGISTERS.iter();
        let Some(rest) = names.find_map(|name| line[at..].strip_prefix(name)) else {
            continue;
        };
        let text = rest.trim_start_matches([' ', '=']);
        let has_separator = text.len() < rest.len();
        let digits = text.strip_prefix('$').and_then(|text| text.get(..2));
        let value = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        if let (Some(value), true) = (value, has_separator) {
            let begin = line.len() - text.len();
            found.push(ColorValue {
                range: begin..begin + 3,
                value,
            });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_color_registers_are_found_in_every_form() {
        let line = "COLUP0 $46  COLUPF=$0E  é COLUBK = $84 by hand, COLUP1 += 2, COLUBKX $12";
        let found: Vec<(&str, u8)> = colors_in(line)
            .into_iter()
            .map(|color| (&line[color.range], color.value))
            .collect();
        assert_eq!(found, [("$46", 0x46), ("$0E", 0x0e), ("$84", 0x84)]);
        for line in [
            "sta COLUP0",
            "COLUP0 = $",
            "COLUP0 $4",
            "COLUP0 = 70",
            "COLUP",
        ] {
            assert_eq!(colors_in(line), [], "{line}");
        }
    }
}
