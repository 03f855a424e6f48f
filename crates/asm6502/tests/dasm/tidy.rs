//! Generates random programs that make sense, with banks, RAM, routines, macros, loops and tables.
//! Most of these programs assemble, unlike those of `generator`. They need one to four passes.

use std::fmt::Write as _;

use crate::generator::Rng;

/// The style in which a program's source is written.
struct Style {
    upper: bool,
    tabs: bool,
    colons: bool,
    /// Percentage of the lines that end with a comment.
    comments: usize,
    carriage_returns: bool,
    /// True if some operations begin with a dot.
    dots: bool,
}

/// Generates one program.
pub struct Tidy {
    random: Rng,
    style: Style,
    text: String,
    variables: Vec<String>,
    routine_count: usize,
    counter: usize,
    /// True if the variables are defined after the code, so that their addresses are unknown in the
    /// first pass.
    ram_last: bool,
}

/// The macros that every program defines.
const MACROS: &str = "\tMAC MOVE\n\tlda {1}\n\tsta {2}\n\tENDM\n\
    \tMAC ADDW ; {1} += {2}\n\tclc\n\tlda {1}\n\tadc #<[{2}]\n\tsta {1}\n\tlda {1}+1\n\
    \tadc #>[{2}]\n\tsta {1}+1\n\tENDM\n\
    \tmac WAIT\n.n\tSET {1}\n\tIF .n & 1\n\tnop 0\n.n\tSET .n-3\n\tENDIF\n\tREPEAT .n/2\n\tnop\n\
    \tREPEND\n\tendm\n\
    \tMAC LOOPX\n\tldx #{1}\n.again\tdex\n\t{2}\n\tbne .again\n\tENDM\n\
    \tMAC SAME\n\tIF (>{1}) != (>*)\n\tECHO \"crosses\", {1}\n\tENDIF\n\tENDM\n\
    \tMAC FAR\n\tIF * - {2} > 120\n\tb{1} .+5\n\tjmp {2}\n\tELSE\n\tb{3} {2}\n\tENDIF\n\tENDM\n\
    \tMAC PADTO\n.free\tSET 0\n\tREPEAT 256\n\tIF <. % {1} = 0\n\tMEXIT\n\tELSE\n\
    .free\tSET .free + 1\n\t.byte {2}\n\tENDIF\n\tREPEND\n\tENDM\n\
    \tMAC DEF\n{1}_{2}\tSUBROUTINE\nSize_{1} SET {3}\n\tENDM\n";

impl Tidy {
    pub fn new(seed: u64) -> Self {
        let mut random = Rng::new(seed ^ 0x7469_6479);
        let style = Style {
            upper: random.chance(40),
            tabs: random.chance(60),
            colons: random.chance(30),
            comments: random.below(60),
            carriage_returns: random.chance(15),
            dots: random.chance(30),
        };
        let ram_last = random.chance(30);
        Tidy {
            random,
            style,
            text: String::new(),
            variables: Vec::new(),
            routine_count: 0,
            counter: 0,
            ram_last,
        }
    }

    pub fn program(mut self) -> String {
        self.line("", "processor 6502");
        self.text.push_str(MACROS);
        self.routine_count = 2 + self.random.below(6);
        for index in 0..1 + self.random.below(8) {
            let value = self.random.below(200);
            self.line(&format!("K{index}"), &format!("= {value}"));
        }
        if self.random.chance(50) {
            self.line("TABLE", "eqm [..*K0]/16");
        }
        self.variables = (0..4 + self.random.below(8))
            .map(|index| format!("var{index}"))
            .collect();
        if !self.ram_last {
            self.ram();
        }
        let banks = 1 + self.random.below(3);
        for bank in 0..banks {
            self.bank(bank);
        }
        if self.ram_last {
            self.ram();
            // The next pass begins in the segment in which this pass ends, so switch back to the
            // code.
            self.line("", "seg bank0");
        }
        let ending = if self.style.carriage_returns {
            "\r\n"
        } else {
            "\n"
        };
        self.text.replace('\n', ending)
    }

    /// Writes one line in the style of the program.
    fn line(&mut self, label: &str, statement: &str) {
        let blank = if self.style.tabs { "\t" } else { "        " };
        let colon = if self.style.colons && !label.is_empty() && !statement.starts_with('=') {
            ":"
        } else {
            ""
        };
        let (operation, operand) = statement.split_once(' ').unwrap_or((statement, ""));
        let operation = if self.style.upper {
            operation.to_uppercase()
        } else {
            operation.to_owned()
        };
        let plain = !operation.is_empty() && !operation.contains(['.', '=']);
        let dot = if self.style.dots && plain && self.random.chance(20) {
            "."
        } else {
            ""
        };
        let gap = self.random.pick(&[" ", " ", "\t", "   "]);
        let _ = write!(
            self.text,
            "{label}{colon}{blank}{dot}{operation}{gap}{operand}"
        );
        if self.random.chance(self.style.comments) {
            let comment =
                self.random
                    .pick(&["\t; a comment", " ;;", "   ;3 \"x\" {1}", "\t;\ttabs\there"]);
            self.text.push_str(comment);
        }
        self.text.push('\n');
        if self.random.chance(3) {
            let filler = self
                .random
                .pick(&["\n", ".\n", ";---\n", "  \t \n", "; /* no */\n"]);
            self.text.push_str(filler);
        }
    }

    fn ram(&mut self) {
        self.line("", "seg.u ram");
        self.line("", "org $80");
        for name in self.variables.clone() {
            let size = self
                .random
                .pick(&["ds 1", "ds 2", "ds.w 1", "ds 3", "ds.b 1"]);
            self.line(&name, size);
        }
        self.line("RamEnd", "= .");
        self.line("", "echo [$100-RamEnd]d,\"bytes\", RamEnd");
        self.line("", "seg");
    }

    fn bank(&mut self, bank: usize) {
        self.line("", &format!("seg bank{bank}"));
        let origin = 0x1000 * (bank + 1);
        let fill = self.random.pick(&["", ",0", ",$ea"]);
        self.line("", &format!("org ${origin:x}{fill}"));
        self.line("", "rorg $f000");
        self.line(&format!("Start{bank}"), "sei");
        for index in 0..self.routine_count {
            self.routine(bank, index);
            if self.random.chance(60) {
                self.table(bank, index);
            }
        }
        let pad = self
            .random
            .pick(&["align 256", "align 16,$ff", "PADTO 8,0", "PADTO 0,$ff"]);
        self.line("", pad);
        self.line("", "SAME .");
        self.line("", &format!("org ${:x}", origin + 0xffc));
        self.line("", "rorg $fffc");
        self.line("", &format!(".word Start{bank},Start{bank}"));
        if self.random.chance(50) {
            self.line("", "rend");
        }
    }

    fn routine(&mut self, bank: usize, index: usize) {
        if self.random.chance(20) {
            self.line("", &format!("DEF r{bank},{index},{index}"));
            self.line(&format!("R{bank}_{index}"), "nop");
        } else {
            self.line(&format!("R{bank}_{index}"), "subroutine");
        }
        for _ in 0..1 + self.random.below(8) {
            self.block(bank);
        }
        self.line("", "rts");
    }

    fn block(&mut self, bank: usize) {
        self.counter += 1;
        let id = self.counter;
        match self.random.below(12) {
            0 => {
                self.line(&format!(".l{id}"), "dex");
                self.instructions(3);
                self.line("", &format!("bne .l{id}"));
            }
            1 => {
                self.line("", &format!("bcc .s{id}"));
                self.instructions(4);
                self.line(&format!(".s{id}"), "");
            }
            2 => {
                let rounds = self.random.pick(&["2", "K0&3", "3", "4"]);
                self.line(&format!("I{bank}"), "set 0");
                self.line("", &format!("repeat {rounds}"));
                self.line(&format!("lab{id}_,I{bank},\"\""), "nop");
                self.line("", &format!(".byte I{bank}*7&$ff,<lab{id}_0"));
                self.line(&format!("I{bank}"), &format!("set I{bank}+1"));
                self.line("", "repend");
            }
            3 => {
                let condition = self
                    .random
                    .pick(&["K0 > 100", "K0&1", "1", "0 == 1", "K9", "!K0"]);
                let directive = self.random.pick(&["if", "ifconst", "ifnconst"]);
                let condition = if directive == "if" && condition == "K9" {
                    "K0"
                } else {
                    condition
                };
                self.line("", &format!("{directive} {condition}"));
                self.instructions(3);
                self.line("", "else");
                self.instructions(2);
                self.line("", "endif");
            }
            4 => {
                let (a, b) = (self.variable(), self.immediate());
                let value = self.random.below(300);
                let call = self.random.pick(&["MOVE", "ADDW"]);
                if call == "MOVE" {
                    self.line("", &format!("MOVE {b},{a}"));
                } else {
                    self.line("", &format!("ADDW {a}, {value}"));
                }
            }
            5 => {
                let cycles = 2 + self.random.below(9);
                self.line("", &format!("WAIT {cycles}"));
            }
            6 => {
                let a = self.variable();
                let inner = self
                    .random
                    .pick(&["inc {}", "nop", "sta {}", "WAIT 4", "asl {}"]);
                let inner = inner.replace("{}", &a);
                self.line("", &format!("LOOPX {},{inner}", id % 9));
            }
            7 => {
                self.line(&format!("{id}$"), "iny");
                self.line("", &format!("bne {id}$"));
            }
            8 => {
                let target = self.random.below(self.routine_count);
                let call = self.random.pick(&["jsr", "jmp"]);
                self.line("", &format!("{call} R{bank}_{target}"));
            }
            _ => self.instructions(5),
        }
    }

    fn instructions(&mut self, max: usize) {
        for _ in 0..1 + self.random.below(max) {
            let mnemonic = self.random.pick(&[
                "lda", "sta", "ldx", "ldy", "adc", "and", "cmp", "inc", "asl", "ror", "lax", "dcp",
                "sta.w", "lda.w", "bit", "stx", "sbc", "ora",
            ]);
            let operand = match mnemonic {
                "lda" | "adc" | "and" | "cmp" | "sbc" | "ora" => self.operand(),
                "ldx" | "ldy" if self.random.chance(50) => self.immediate(),
                "asl" | "ror" if self.random.chance(50) => String::new(),
                _ => self.variable(),
            };
            self.line("", &format!("{mnemonic} {operand}"));
        }
    }

    fn variable(&mut self) -> String {
        let index = self.random.below(self.variables.len());
        let name = &self.variables[index];
        match self.random.below(6) {
            0 => format!("{name}+1"),
            1 => format!("[{name}]"),
            _ => name.clone(),
        }
    }

    fn immediate(&mut self) -> String {
        let value = self.random.below(256);
        let routine = self.random.below(self.routine_count);
        match self.random.below(9) {
            0 => format!("#{value}"),
            1 => format!("#${value:02x}"),
            2 => format!("#%{value:08b}"),
            3 => format!("#<R0_{routine}"),
            4 => format!("#>[R0_{routine}+1]"),
            5 => "#'A".to_owned(),
            6 => "#-1".to_owned(),
            7 => format!("#(K0+{value})&$ff"),
            _ => "#K0".to_owned(),
        }
    }

    fn operand(&mut self) -> String {
        let (variable, value) = (self.variable(), self.random.below(65_000));
        match self.random.below(8) {
            0 => format!("{variable},x"),
            1 => format!("(var0),{}", self.random.pick(&["y", "Y"])),
            2 => format!("(var0,{})", self.random.pick(&["x", "X"])),
            3 => format!("${value:x}"),
            4 => format!("${value:04X},{}", self.random.pick(&["x", "y"])),
            5 => variable,
            _ => self.immediate(),
        }
    }

    fn table(&mut self, bank: usize, index: usize) {
        self.line(&format!("T{bank}_{index}"), "");
        let value = self.random.below(250);
        let row = match self.random.below(9) {
            0 => format!("hex {value:02x} 00FF {value:02X}7f"),
            1 => format!(".byte %{value:08b} , {value},K0"),
            2 => format!("dc.w R{bank}_0,R{bank}_0-1,{value}"),
            3 => ".byte \"SCORE: \",0, 'x, \"a;b\"".to_owned(),
            4 => format!("dc.b <R{bank}_0,>R{bank}_0,-{value}"),
            5 => format!("ds {}, {value}", value % 9),
            6 => "dc.l $12345678,.".to_owned(),
            7 => format!(".byte [{value}*3]/2&$ff,~{value}&15,!K0,-[K0>>1]"),
            _ => "dc.s $1234,\"ab\"".to_owned(),
        };
        for _ in 0..1 + self.random.below(4) {
            self.line("", &row);
        }
    }
}
