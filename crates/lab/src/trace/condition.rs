//! Breakpoint expressions, such as `pc == Main && [$80] > 3`.

use super::{
    Symbols,
    symbols::{register_name, tia_write_register_names},
};
use thiserror::Error;
use vcs::Machine;
use vcs::Step;

/// An expression that is evaluated before an instruction, from the state of the machine. An
/// expression is true if its value is not 0.
///
/// The operators are those of C. From the highest precedence to the lowest, they are `! ~ -`,
/// `* / %`, `+ -`, `<< >>`, `< <= > >=`, `== !=`, `&`, `^`, `|`, `&&`, `||`. Parentheses override
/// the precedence. The operands are numbers (decimal, `$` or `0x` hexadecimal, `%` binary),
/// built-in words, symbols, and `[ADDRESS]`, the byte at an address. The built-in words are
/// `pc a x y s p`, `sp` (the same as `s`), `frame scanline clock cycle bank` and the flags
/// `n v d i z c`. If a symbol has the same name as a built-in word, the name means the symbol. To
/// mean the built-in word, write a period before the name, as in `.frame`.
///
/// The name of a variable in RAM stands for the variable's byte; `&score`, and `score` in brackets,
/// stand for its address. The name of a TIA or RIOT register stands for the byte that a read
/// returns or, for a write-only register, the last byte written. Any other symbol stands for its
/// value in the source. A comparison with `pc` compares only the 13 address bits of the 6507, so
/// `pc == $F000` means the same as `pc == $1000`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    node: Node,
    notes: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Node {
    Number(i64),
    /// The byte of a variable in RAM.
    Ram(u16),
    /// The last byte written to a TIA register.
    Written(u8),
    BuiltIn(BuiltIn),
    Peek(Box<Node>),
    Unary(char, Box<Node>),
    Binary(&'static str, Box<Node>, Box<Node>),
    /// A comparison of the lowest 13 bits of two addresses.
    CompareAddresses(&'static str, Box<Node>, Box<Node>),
}

/// A built-in word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BuiltIn {
    Pc,
    A,
    X,
    Y,
    S,
    P,
    Flag(u8),
    Frame,
    Scanline,
    Clock,
    Cycle,
    Bank,
}

const BUILT_INS: [(&str, BuiltIn); 18] = [
    ("pc", BuiltIn::Pc),
    ("a", BuiltIn::A),
    ("x", BuiltIn::X),
    ("y", BuiltIn::Y),
    ("s", BuiltIn::S),
    ("sp", BuiltIn::S),
    ("p", BuiltIn::P),
    ("n", BuiltIn::Flag(0x80)),
    ("v", BuiltIn::Flag(0x40)),
    ("d", BuiltIn::Flag(0x08)),
    ("i", BuiltIn::Flag(0x04)),
    ("z", BuiltIn::Flag(0x02)),
    ("c", BuiltIn::Flag(0x01)),
    ("frame", BuiltIn::Frame),
    ("scanline", BuiltIn::Scanline),
    ("clock", BuiltIn::Clock),
    ("cycle", BuiltIn::Cycle),
    ("bank", BuiltIn::Bank),
];

/// The binary operators by precedence, lowest first.
const PRECEDENCE: [&[&str]; 10] = [
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<=", ">=", "<", ">"],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

/// An error in an expression.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
#[error("column {column} of `{text}`: {message}")]
pub struct ConditionError {
    text: String,
    column: usize,
    message: String,
    is_too_large: bool,
}

impl ConditionError {
    /// Returns true if the expression contains a number that does not fit into 63 bits.
    pub fn is_too_large(&self) -> bool {
        self.is_too_large
    }
}

impl Condition {
    /// Reads an expression.
    pub fn parse(text: &str, symbols: &Symbols) -> Result<Condition, ConditionError> {
        let mut parser = Parser {
            text,
            at: 0,
            symbols,
            depth: 0,
            brackets: 0,
            notes: Vec::new(),
        };
        let node = parser.binary_level(0)?;
        parser.skip_spaces();
        match parser.rest() {
            "" => Ok(Condition {
                node,
                notes: parser.notes,
            }),
            _ => Err(parser.error("expected an operator such as `==` or `&&`")),
        }
    }

    /// Returns one note for each name with two possible meanings. The notes have no full stop.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Returns true if the value of the whole expression is a truth value: that of a comparison, a
    /// flag, `!`, `&&`, `||`, or a bit test with `&`.
    pub fn is_boolean(&self) -> bool {
        self.node.is_boolean()
    }

    /// Returns true if the expression reads anything from the machine.
    pub fn reads_machine(&self) -> bool {
        self.node.reads_machine()
    }

    /// Returns true if the expression, evaluated just before `step` runs, divides by zero. The
    /// result of such a division is 0.
    pub fn divides_by_zero(&self, machine: &Machine, step: &Step) -> bool {
        self.node.divides_by_zero(machine, step)
    }

    /// Returns true if the expression is true just before `step` runs.
    pub fn holds(&self, machine: &Machine, step: &Step) -> bool {
        self.value(machine, step) != 0
    }

    /// Returns the value of the expression just before `step` runs.
    pub fn value(&self, machine: &Machine, step: &Step) -> i64 {
        self.node.value(machine, step)
    }
}

impl Node {
    fn value(&self, machine: &Machine, step: &Step) -> i64 {
        match self {
            Node::Number(number) => *number,
            Node::Ram(address) => machine.peek(*address).into(),
            Node::Written(register) => {
                let written = machine.tia().written(*register);
                written.map_or(0, |written| written.value.into())
            }
            Node::BuiltIn(built_in) => built_in.value(step),
            Node::Peek(address) => machine.peek(address.value(machine, step) as u16).into(),
            Node::Unary(operator, operand) => {
                let operand = operand.value(machine, step);
                match operator {
                    '!' => (operand == 0).into(),
                    '~' => !operand,
                    _ => operand.wrapping_neg(),
                }
            }
            Node::Binary("&&", left, right) => {
                (left.value(machine, step) != 0 && right.value(machine, step) != 0).into()
            }
            Node::Binary("||", left, right) => {
                (left.value(machine, step) != 0 || right.value(machine, step) != 0).into()
            }
            Node::Binary(operator, left, right) => binary(
                operator,
                left.value(machine, step),
                right.value(machine, step),
            ),
            Node::CompareAddresses(operator, left, right) => binary(
                operator,
                pin_bits(left.value(machine, step)),
                pin_bits(right.value(machine, step)),
            ),
        }
    }

    /// Returns true if any `/` or `%` in the expression has a divisor of 0.
    fn divides_by_zero(&self, machine: &Machine, step: &Step) -> bool {
        let divides = |node: &Node| node.divides_by_zero(machine, step);
        match self {
            Node::Binary("/" | "%", left, right) => {
                right.value(machine, step) == 0 || divides(left) || divides(right)
            }
            Node::Binary(_, left, right) | Node::CompareAddresses(_, left, right) => {
                divides(left) || divides(right)
            }
            Node::Unary(_, operand) | Node::Peek(operand) => divides(operand),
            _ => false,
        }
    }

    /// Returns the node for a binary operation. In a comparison with the program counter, a
    /// variable's name stands for the variable's address.
    fn binary(operator: &'static str, left: Node, right: Node) -> Node {
        let is_comparison = ["==", "!=", "<=", ">=", "<", ">"].contains(&operator);
        if !is_comparison || !left.is_address() && !right.is_address() {
            return Node::Binary(operator, Box::new(left), Box::new(right));
        }
        let side = |node| match node {
            Node::Ram(address) => Box::new(Node::Number(address.into())),
            node => Box::new(node),
        };
        Node::CompareAddresses(operator, side(left), side(right))
    }

    fn is_boolean(&self) -> bool {
        match self {
            Node::CompareAddresses(..) | Node::Unary('!', _) | Node::BuiltIn(BuiltIn::Flag(_)) => {
                true
            }
            Node::Binary("&&" | "||" | "&", ..) => true,
            Node::Binary(operator, ..) => ["==", "!=", "<=", ">=", "<", ">"].contains(operator),
            _ => false,
        }
    }

    /// Returns true if the node is the program counter, or if it is a sum, a difference or an `&`
    /// in which the program counter is an operand.
    fn is_address(&self) -> bool {
        match self {
            Node::BuiltIn(built_in) => *built_in == BuiltIn::Pc,
            Node::Binary("+" | "-" | "&", left, right) => left.is_address() || right.is_address(),
            _ => false,
        }
    }

    fn reads_machine(&self) -> bool {
        match self {
            Node::Number(_) => false,
            Node::Unary(_, operand) => operand.reads_machine(),
            Node::Binary(_, left, right) | Node::CompareAddresses(_, left, right) => {
                left.reads_machine() || right.reads_machine()
            }
            Node::Ram(_) | Node::Written(_) | Node::BuiltIn(_) | Node::Peek(_) => true,
        }
    }
}

/// Returns the 13 bits of an address for which the 6507 has pins. A number above $FFFF is not an
/// address, and is returned unchanged.
fn pin_bits(value: i64) -> i64 {
    match value {
        0x1_0000.. => value,
        _ => value & 0x1fff,
    }
}

/// Applies an operator. The result of a division by zero is 0. A value is shifted by at most 63
/// bits.
fn binary(operator: &str, left: i64, right: i64) -> i64 {
    let shift = u32::try_from(right).unwrap_or(64).min(63);
    match operator {
        "|" => left | right,
        "^" => left ^ right,
        "&" => left & right,
        "==" => (left == right).into(),
        "!=" => (left != right).into(),
        "<=" => (left <= right).into(),
        ">=" => (left >= right).into(),
        "<" => (left < right).into(),
        ">" => (left > right).into(),
        "<<" => left << shift,
        ">>" => left >> shift,
        "+" => left.wrapping_add(right),
        "-" => left.wrapping_sub(right),
        "*" => left.wrapping_mul(right),
        "/" => left.checked_div(right).unwrap_or(0),
        _ => left.checked_rem(right).unwrap_or(0),
    }
}

impl BuiltIn {
    fn value(self, step: &Step) -> i64 {
        let registers = &step.registers;
        match self {
            BuiltIn::Pc => registers.pc.into(),
            BuiltIn::A => registers.a.into(),
            BuiltIn::X => registers.x.into(),
            BuiltIn::Y => registers.y.into(),
            BuiltIn::S => registers.s.into(),
            BuiltIn::P => registers.p.into(),
            BuiltIn::Flag(bit) => (registers.p & bit != 0).into(),
            BuiltIn::Frame => step.place.frame as i64,
            BuiltIn::Scanline => step.place.scanline.into(),
            BuiltIn::Clock => step.place.clock.into(),
            BuiltIn::Cycle => step.cycle as i64,
            BuiltIn::Bank => step.bank as i64,
        }
    }
}

/// Maximum depth of nested parentheses and unary operators. Deeper nesting would overflow the
/// stack.
const MAX_DEPTH: usize = 100;

struct Parser<'a> {
    text: &'a str,
    at: usize,
    symbols: &'a Symbols,
    depth: usize,
    /// Number of open brackets. Inside brackets, a variable's name stands for the variable's
    /// address.
    brackets: usize,
    notes: Vec<String>,
}

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn skip_spaces(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    fn error(&self, message: &str) -> ConditionError {
        ConditionError {
            text: self.text.into(),
            column: self.text[..self.at].chars().count() + 1,
            message: message.into(),
            is_too_large: false,
        }
    }

    /// Reads an expression with binary operators from `PRECEDENCE[level]` and higher levels.
    fn binary_level(&mut self, level: usize) -> Result<Node, ConditionError> {
        let Some(operators) = PRECEDENCE.get(level) else {
            return self.unary();
        };
        let mut left = self.binary_level(level + 1)?;
        while let Some(operator) = self.operator(operators) {
            self.at += operator.len();
            let right = self.binary_level(level + 1)?;
            left = Node::binary(operator, left, right);
        }
        Ok(left)
    }

    fn operator(&mut self, operators: &[&'static str]) -> Option<&'static str> {
        self.skip_spaces();
        let rest = self.rest();
        // Choose the longest operator that matches, so that `&&` is not read as `&`, and `<<` and
        // `<=` are not read as `<`.
        let longest = PRECEDENCE
            .concat()
            .into_iter()
            .filter(|operator| rest.starts_with(operator))
            .max_by_key(|operator| operator.len())?;
        operators.contains(&longest).then_some(longest)
    }

    fn unary(&mut self) -> Result<Node, ConditionError> {
        self.skip_spaces();
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.error("the expression is nested too deeply; simplify it"));
        }
        let node = match self.rest().chars().next() {
            Some(operator @ ('!' | '~' | '-')) => {
                self.at += 1;
                Node::Unary(operator, Box::new(self.unary()?))
            }
            Some('(') => self.enclosed(')')?,
            Some('[') => {
                self.brackets += 1;
                let address = self.enclosed(']')?;
                self.brackets -= 1;
                Node::Peek(Box::new(address))
            }
            Some('&') => {
                self.at += 1;
                self.address()?
            }
            _ => self.operand()?,
        };
        self.depth -= 1;
        Ok(node)
    }

    fn enclosed(&mut self, closing: char) -> Result<Node, ConditionError> {
        self.at += 1;
        let node = self.binary_level(0)?;
        self.skip_spaces();
        if self.rest().starts_with(closing) {
            self.at += 1;
            Ok(node)
        } else {
            Err(self.error(&format!("expected `{closing}`")))
        }
    }

    /// Returns the next word: a number or a name.
    fn word(&self) -> &'a str {
        let rest = self.rest();
        let prefix = usize::from(rest.starts_with(['$', '%']));
        let word = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
        let end = rest[prefix..].find(|c| !word(c));
        &rest[..end.map_or(rest.len(), |end| end + prefix)]
    }

    /// Reads the symbol's name after `&`, and returns a node with the symbol's value.
    fn address(&mut self) -> Result<Node, ConditionError> {
        self.skip_spaces();
        let name = self.word();
        let value = self.symbols.value(name);
        let value = value.ok_or_else(|| self.error("expected the name of a symbol after `&`"))?;
        self.at += name.len();
        Ok(Node::Number(value.into()))
    }

    fn operand(&mut self) -> Result<Node, ConditionError> {
        let text = self.word();
        let node = match number(text) {
            Some(number) => Some(Node::Number(number)),
            None => self.resolve_name(text),
        };
        let node = node.ok_or_else(|| match text {
            _ if is_number(text) => ConditionError {
                is_too_large: true,
                ..self.error(&format!(
                    "`{text}` is too large; a number has at most 63 bits"
                ))
            },
            "" => self.error("expected a number, a register, a symbol or `[ADDRESS]`"),
            _ => self.error(&format!("`{text}` is not a number, register or symbol")),
        })?;
        self.at += text.len();
        Ok(node)
    }

    fn resolve_name(&mut self, name: &str) -> Option<Node> {
        let word = name.strip_prefix('.').unwrap_or(name).to_ascii_lowercase();
        let built_in = BUILT_INS.iter().find(|(known, _)| *known == word);
        let Some(value) = self.symbols.value(name) else {
            let register = || register_node(name).filter(|_| self.brackets == 0);
            let built_in = built_in.map(|(_, built_in)| Node::BuiltIn(*built_in));
            return built_in.or_else(register);
        };
        if built_in.is_some() && !name.starts_with('.') {
            self.add_note(format!(
                "`{name}` means the program's symbol; write `.{word}` for the built-in word"
            ));
        }
        if self.brackets > 0 {
            return Some(Node::Number(value.into()));
        }
        let Some(address) = self.symbols.variable(name) else {
            let is_register = |write| register_name(value, write) == Some(name);
            return match register_node(name).filter(|_| is_register(false) || is_register(true)) {
                Some(register) => Some(register),
                None => Some(Node::Number(value.into())),
            };
        };
        if !self.symbols.knows_variables() {
            self.add_note(format!(
                "`{name}` means the byte at ${address:02X}; write `&{name}` for the address"
            ));
        }
        Some(Node::Ram(address))
    }

    fn add_note(&mut self, text: String) {
        if !self.notes.contains(&text) {
            self.notes.push(text);
        }
    }
}

/// Returns a node that reads the TIA or RIOT register with this name; `None` if there is no such
/// register.
fn register_node(name: &str) -> Option<Node> {
    let peek = |address: u16| Node::Peek(Box::new(Node::Number(address.into())));
    let reads = (0..0x0e).chain(0x280..0x286);
    let mut reads = reads.filter(|address| register_name(*address, false) == Some(name));
    let written = || {
        let register = tia_write_register_names()
            .iter()
            .position(|known| *known == name)?;
        Some(Node::Written(u8::try_from(register).ok()?))
    };
    reads.next().map(peek).or_else(written)
}

fn number(text: &str) -> Option<i64> {
    let (digits, radix) = digits(text)?;
    i64::from_str_radix(digits, radix).ok()
}

/// Returns true if the text is a number of any size.
fn is_number(text: &str) -> bool {
    digits(text).is_some_and(|(digits, radix)| {
        !digits.is_empty() && digits.chars().all(|digit| digit.is_digit(radix))
    })
}

/// Returns a number's digits and their base; `None` if the text does not begin with a digit, `$` or
/// `%`.
fn digits(text: &str) -> Option<(&str, u32)> {
    Some(match text.as_bytes() {
        [b'$', ..] => (&text[1..], 16),
        [b'%', ..] => (&text[1..], 2),
        [b'0', b'x' | b'X', ..] => (&text[2..], 16),
        [b'0'..=b'9', ..] => (text, 10),
        _ => return None,
    })
}
