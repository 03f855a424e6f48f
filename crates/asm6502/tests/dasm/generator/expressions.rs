//! Random operands.

use super::{CONSTANTS, Generator, LABELS, OPERATORS, VARIABLES};

impl Generator {
    /// Returns an expression with about 14 to 35 operators, to test the limit of 32 pending
    /// operators: prefix operators, brackets, binary operators, or a mixture.
    fn long_expression(&mut self) -> String {
        let count = 14 + self.random.below(22);
        let atom = self.atom();
        let value = match self.random.below(3) {
            0 => self.expression(3),
            _ => atom,
        };
        match self.random.below(5) {
            0 => format!("{}{value}", "-".repeat(count)),
            1 => format!("{}{value}{}", "[".repeat(count), "]".repeat(count)),
            2 => format!("{}{value}{}", "-[".repeat(count / 2), "]".repeat(count / 2)),
            3 => {
                let operator = self.random.pick(OPERATORS);
                format!("{value}{}", format!("{operator}2").repeat(count))
            }
            _ => {
                let half = count / 2;
                format!("{}{value}{}", "1+[".repeat(half), "]".repeat(half))
            }
        }
    }

    /// Returns a shift by a random count.
    fn shift(&mut self) -> String {
        let operator = self.random.pick(&["<<", ">>"]);
        let count = self.random.below(140);
        let value = self.atom();
        if self.random.chance(25) {
            format!("{value}{operator}[-{count}]")
        } else {
            format!("{value}{operator}{count}")
        }
    }

    pub fn expression(&mut self, depth: usize) -> String {
        if depth == 1 && self.random.chance(4) {
            return if self.random.chance(50) {
                self.shift()
            } else {
                self.long_expression()
            };
        }
        if depth > 3 || self.random.chance(50) {
            return self.atom();
        }
        match self.random.below(100) {
            0..20 => format!(
                "{}{}",
                self.random.pick(&["<", ">", "-", "~", "!"]),
                self.expression(depth + 1)
            ),
            20..40 => format!("[{}]", self.expression(depth + 1)),
            40..46 => format!("[{}]d", self.expression(depth + 1)),
            46..50 => format!("({})", self.expression(depth + 1)),
            _ => {
                let operator = self.random.pick(OPERATORS);
                format!(
                    "{}{operator}{}",
                    self.expression(depth + 1),
                    self.expression(depth + 1)
                )
            }
        }
    }

    pub fn atom(&mut self) -> String {
        match self.random.below(100) {
            0..20 => self.random.below(300).to_string(),
            20..35 => format!("${:x}", self.random.below(256)),
            35..40 => format!("${:X}", self.random.below(65_536)),
            40..44 => format!("%{:b}", self.random.below(256)),
            44..48 => self
                .random
                .pick(&["'a", "';", "0x1f", "017", "\"a\"", "\"ab\""])
                .to_owned(),
            48..72 => self.random.pick(LABELS).to_owned(),
            72..84 => self.random.pick(CONSTANTS).to_owned(),
            84..92 => self.random.pick(VARIABLES).to_owned(),
            92..97 => self.random.pick(&[".", "*", "...", "s1", "e1"]).to_owned(),
            97 => "nowhere".to_owned(),
            _ => "0".to_owned(),
        }
    }
}
