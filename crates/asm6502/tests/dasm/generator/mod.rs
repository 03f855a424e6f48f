//! Generates random sources that use all directives, forward references, macros, nested blocks,
//! banks and segments.

mod expressions;

/// A small random number generator (xorshift) that yields the same numbers on every machine.
pub struct Rng(u64);

impl Rng {
    pub fn new(seed: u64) -> Self {
        Rng(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % limit.max(1)
    }

    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub fn pick<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.below(choices.len())]
    }
}

const LABELS: &[&str] = &[
    "la", "lb", "lc", "ld", "le", "lf", "Start", "loop", ".x", ".y", ".z", "a1$", "b$", "1$",
];
const CONSTANTS: &[&str] = &["k1", "k2", "k3", "k4", "k5", "Kx"];
const VARIABLES: &[&str] = &["v1", "v2", "v3"];
const MACROS: &[&str] = &["m1", "m2", "m3"];
const IMPLIED: &[&str] = &[
    "clc", "sec", "inx", "iny", "nop", "tax", "pha", "asl", "rol", "rts",
];
const MEMORY: &[&str] = &[
    "lda", "sta", "ldx", "stx", "ldy", "sty", "adc", "inc", "dec", "and", "bit", "cmp", "asl",
    "lax", "dcp", "sax", "isb", "nop", "slo", "jmp", "jsr", "LDA", "Sta",
];
const BRANCHES: &[&str] = &["bne", "beq", "bcc", "bcs", "bpl", "bmi", "bvs"];
const OPERATORS: &[&str] = &[
    "+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "<", ">", "<=", ">=", "==", "!=", "&&",
    "||", "?", "+", "-", " + ", " - ",
];
const DATA: &[&str] = &[
    ".byte", "byte", "dc.b", "dc", ".word", "word", "dc.w", ".long", "dc.l", "dc.s", "BYTE",
    ".WORD",
];

/// Generates one program.
pub struct Generator {
    random: Rng,
    lines: Vec<String>,
}

impl Generator {
    pub fn new(seed: u64) -> Self {
        Generator {
            random: Rng::new(seed),
            lines: Vec::new(),
        }
    }

    pub fn program(mut self) -> String {
        self.add("\tprocessor 6502");
        let origin = self.random.pick(&["$1000", "$f000", "$f000", "0", "$80"]);
        if self.random.chance(93) {
            self.add(format!(" org {origin}"));
        }
        for name in CONSTANTS {
            if self.random.chance(70) {
                let limit = [200, 8, 70_000][self.random.below(3)];
                let value = self.random.below(limit);
                let sign = if self.random.chance(20) { "-" } else { "" };
                self.add(format!("{name} = {sign}{value}"));
            }
        }
        for name in VARIABLES {
            let value = self.random.below(5);
            self.add(format!("{name} set {value}"));
        }
        self.add("e1 eqm ..+1");
        self.add("s1 = \"str\"");
        for _ in 0..self.random.below(3) {
            self.macro_definition();
        }
        let count = 3 + self.random.below(40);
        self.block(count, 0, false);
        self.lines.join("\n") + "\n"
    }

    fn add(&mut self, line: impl Into<String>) {
        self.lines.push(line.into());
    }

    fn block(&mut self, count: usize, depth: usize, in_macro: bool) {
        for _ in 0..count {
            match self.random.below(100) {
                0..6 if depth < 4 => self.conditional(depth, in_macro),
                6..9 if depth < 4 => self.repeat(depth, in_macro),
                9..11 if depth < 3 && !in_macro => self.macro_definition(),
                _ => self.line(in_macro),
            }
        }
    }

    fn conditional(&mut self, depth: usize, in_macro: bool) {
        let directive = self
            .random
            .pick(&["if", "IF", "#if", "ifconst", "ifnconst", "ifndef"]);
        let operand = self.expression(1);
        self.labeled(&format!("{directive} {operand}"));
        let count = 1 + self.random.below(4);
        self.block(count, depth + 1, in_macro);
        if self.random.chance(50) {
            self.labeled("else");
            self.block(count, depth + 1, in_macro);
        }
        if in_macro && depth == 0 && self.random.chance(10) {
            self.add(" mexit");
        }
        let end = self.random.pick(&["endif", "ENDIF", "eif"]);
        self.labeled(end);
    }

    fn repeat(&mut self, depth: usize, in_macro: bool) {
        let rounds = self
            .random
            .pick(&["2", "3", "1", "0", "v1&3", "k1&3", "-1"]);
        self.labeled(&format!("repeat {rounds}"));
        let count = 1 + self.random.below(3);
        self.block(count, depth + 1, in_macro);
        self.labeled("repend");
    }

    fn macro_definition(&mut self) {
        let (word, name) = (
            self.random.pick(&["mac", "MACRO"]),
            self.random.pick(MACROS),
        );
        self.add(format!(" {word} {name}\t; a macro"));
        let count = 1 + self.random.below(5);
        self.block(count, 0, true);
        self.add(" endm");
    }

    fn labeled(&mut self, statement: &str) {
        let label = if self.random.chance(20) {
            self.random.pick(LABELS)
        } else {
            ""
        };
        let colon = if !label.is_empty() && self.random.chance(20) {
            ":"
        } else {
            ""
        };
        let comment = self.random.pick(&[
            "",
            "",
            "",
            "",
            "\t; comment",
            " ;  x \"y\"",
            " /* c */",
            "\t;\tz ",
        ]);
        self.add(format!("{label}{colon} {statement}{comment}"));
    }

    fn line(&mut self, in_macro: bool) {
        let mut statement = match self.random.below(100) {
            0..52 => self.instruction(),
            52..68 => self.data(),
            68..86 => return self.column_one_statement(),
            86..90 => {
                let name = self.random.pick(MACROS);
                let (a, b) = (self.atom(), self.atom());
                format!("{name} {a}, {b}")
            }
            _ => self.directive(),
        };
        if in_macro && self.random.chance(30) {
            let from = self.random.pick(&["5", "la", "k1", "v1", "loop"]);
            let to = self.random.pick(&["{1}", "{2}"]);
            statement = statement.replacen(from, to, 1);
        }
        self.labeled(&statement);
    }

    /// Adds a statement that begins with a label or a symbol in column 1.
    fn column_one_statement(&mut self) {
        let (label, constant) = (self.random.pick(LABELS), self.random.pick(CONSTANTS));
        let variable = self.random.pick(VARIABLES);
        let value = self.expression(1);
        let line = match self.random.below(10) {
            0..4 => format!("{constant} = {value}"),
            4..6 => format!("{variable} set {value}"),
            6 => format!("{label} subroutine"),
            7 => format!("n,{variable},\"\" set {value}"),
            8 => format!("e1 eqm ..*2+{constant}"),
            _ => label.to_owned(),
        };
        self.add(line);
    }

    fn instruction(&mut self) -> String {
        match self.random.below(100) {
            0..30 => self.random.pick(IMPLIED).to_owned(),
            30..45 => {
                let target = self
                    .random
                    .pick(&["la", "lb", "loop", ".x", "1$", ".+2", "*-3"]);
                format!("{} {target}", self.random.pick(BRANCHES))
            }
            _ => {
                let suffix = if self.random.chance(8) {
                    self.random.pick(&[".w", ".b", ".wx", ".z", ".q"])
                } else {
                    ""
                };
                let mnemonic = self.random.pick(MEMORY);
                format!("{mnemonic}{suffix}\t{}", self.operand())
            }
        }
    }

    fn operand(&mut self) -> String {
        let value = self.expression(1);
        match self.random.below(100) {
            0..25 => format!("#{}{value}", self.random.pick(&["", "<", ">"])),
            25..60 => value,
            60..72 => format!("{value},x"),
            72..82 => format!("{value},Y"),
            82..90 => format!("({value}),y"),
            90..95 => format!("({value},x)"),
            _ => format!("({value})"),
        }
    }

    fn data(&mut self) -> String {
        let size = self.random.pick(&["", ".w", ".l", ".s", ".b"]);
        let number = self.random.below(10);
        match self.random.below(100) {
            0..55 => {
                let count = 1 + self.random.below(5);
                let items: Vec<String> = (0..count).map(|_| self.expression(1)).collect();
                format!(
                    "{} {}",
                    self.random.pick(DATA),
                    items.join(self.random.pick(&[",", ", "]))
                )
            }
            55..65 => format!(
                "hex {:02x} {:02X}",
                self.random.below(256),
                self.random.below(256)
            ),
            65..80 => format!(
                "ds{size} {number}{}",
                self.random.pick(&["", ",$ff", ",1", ",k1"])
            ),
            80..86 => format!(
                "align {}{}",
                self.random.pick(&["2", "8", "3"]),
                self.random.pick(&["", ",$ea"])
            ),
            86..90 => format!("dv{size} e1 {},{}", self.expression(2), self.expression(2)),
            _ => self
                .random
                .pick(&[
                    ".byte \"abc\",5",
                    ".byte \"a b  c\"",
                    "dc.w \"A,B;\"",
                    ".byte \"\"",
                ])
                .to_owned(),
        }
    }

    fn directive(&mut self) -> String {
        let value = self.expression(2);
        match self.random.below(12) {
            0 => format!("echo \"text\",{value},[{value}]d"),
            1 => format!("org ${:x}", 0x1000 + 256 * self.random.below(16)),
            2 => format!("org *+{},$aa", self.random.below(20)),
            3 => format!("rorg {}", self.rorg_operand()),
            4 => "rend".to_owned(),
            5 => self
                .random
                .pick(&["seg.u ram", "seg code", "seg", "seg bank1"])
                .to_owned(),
            6 => format!(
                "list {}",
                self.random.pick(&["on", "off", "localoff", "localon"])
            ),
            7 => "include \"g_inc.asm\"".to_owned(),
            8 => "incbin \"g_bin.bin\"".to_owned(),
            9 => self
                .random
                .pick(&[
                    "include \"missing\"",
                    "incdir foo",
                    "bogus",
                    "lda",
                    "endif",
                    "else",
                ])
                .to_owned(),
            10 => "end".to_owned(),
            _ => "nop".to_owned(),
        }
    }

    /// Returns a random operand for `RORG`.
    fn rorg_operand(&mut self) -> String {
        let here = self.random.pick(&[".", "*"]);
        match self.random.below(6) {
            0 => "$f000".to_owned(),
            1 => "$1234".to_owned(),
            2 => String::new(),
            3 => here.to_owned(),
            4 => format!("{here}+{}", self.random.below(600)),
            _ => format!("[{here}&$ff]|$f000"),
        }
    }
}
